"""The titles, their scenarios and rules."""

from __future__ import annotations

from bivouac.server.protocol.asking import Chart, Refusal
from bivouac.server.protocol.base import Wire
from bivouac.server.protocol.scene import LogLine
from bivouac.server.protocol.table import Level, Seconds


class Scenario(Wire):
    """`balance`: how even it is between equal players, and why if it is not; `handicap`: the options that even it, and `thinking_handicap`,
    those that do where a computer plays that thinks."""

    id: str
    name: str
    source: str
    page: list[str]
    balance: str
    handicap: list[str]
    thinking_handicap: list[str]


class Option(Wire):
    id: str
    name: str
    help: str
    rule: str
    group: str
    needs: list[str]
    excludes: list[str]


class Departure(Wire):
    """A clause where the program plays something else than the printed sentence."""

    rule: str
    topic: str


class Broken(Wire):
    """Why a title cannot be loaded; `told` is the whole sentence."""

    file: str
    line: int | None
    reason: str
    told: str


class Title(Wire, omit_defaults=True):
    """A title as the home page shows it; texts it does not have are empty. One that cannot be loaded has `broken` and no scenarios."""

    id: str
    name: str
    blurb: str
    scale: str
    minutes: list[int]
    complexity: int
    hidden: str
    howto: str
    original: str
    reconstructed: str
    secrets: bool
    clauses: int
    own_scenario: bool
    workshop: bool
    positions: bool
    scenarios: list[Scenario]
    options: list[Option]
    levels: list[Level]
    seconds: Seconds
    credits: dict[str, str]
    sides: list[str]
    lessons: int
    departures: list[Departure]
    broken: Broken | None = None


class Chapter(Wire):
    id: str
    name: str


class Clause(Wire, omit_defaults=True):
    id: str
    chapter: str
    topic: str
    text: str
    status: str
    source: str
    place: str | None = None
    ruling: str | None = None
    ruling_kind: str | None = None
    departs_because: str | None = None
    reason: str | None = None


class Example(Wire):
    """A moment of a real match: what was told of it, why something could not be done then, and the address of its picture."""

    id: str
    rule: str
    name: str
    lines: list[LogLine]
    refusal: Refusal | None
    picture: str | None


class Rules(Wire):
    title: str
    name: str
    howto: str
    prefix: str
    chapters: list[Chapter]
    clauses: list[Clause]
    options: list[Option]
    examples: list[Example]
    charts: list[Chart]
