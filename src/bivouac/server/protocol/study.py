"""Analysis and coach: other moves tried, best lines, what would have been better."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire, Wish


class NewStudy(Wish):
    """An analysis of the match that a link opens (`token`) or of a save, after `at` answers; of an analysis, variation number `line`."""

    token: str = ""
    save: str = ""
    at: int | None = None
    line: int | None = None


class GoTo(Wish):
    """In an analysis: to the position after `to` answers, and from there these answers, chance's among them."""

    to: int
    answers: list[int] = []


class KeepLine(Wish):
    """Keep the present line as a variation; with `drop`, let that one go."""

    name: str = ""
    drop: int | None = None


class Agree(Wish):
    """Whether the match may be analysed before its end."""

    side: int | None = None
    yes: bool = False


class Variation(Wire):
    """`start`: the position at which it leaves the present line; `answers` from there on."""

    name: str
    start: int
    answers: list[int]


class Face(Wire):
    answer: int
    label: str


class Rolled(Wire):
    """A result of chance in the present line: answer number `number`, and what else could have come."""

    number: int
    answer: int
    faces: list[Face]


class Tree(Wire):
    """An analysis: where it came from and began, its variations, the latest results of chance."""

    origin: str
    base: int
    serial: int
    lines: list[Variation]
    rolls: list[Rolled]


class BestLine(Wire):
    """What the computer would do: answers, their words, the chance to win it sees."""

    answers: list[int]
    labels: list[str]
    chance: float


class Better(Wire):
    """What would have been better: before answer `at`, what was done and what should have been, and the chances to win of both, for
    `side`."""

    at: int
    side: int
    done: str
    better: str
    chance: float
    best: float
    why: list[str]
