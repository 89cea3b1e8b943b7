"""What lies on the table."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire


class Place(Wire, omit_defaults=True):
    """Somewhere on the board, in its own units: its centre, the edge of a counter there, the room for a stack where there is more."""

    id: str
    name: str
    x: float
    y: float
    size: float
    wide: float = 0.0
    high: float = 0.0


class Token(Wire, omit_defaults=True):
    """A piece, marker or card, at a place or a cell; with `dx` and `dy` on a fixed spot there. `facts`: what else to know of it."""

    id: str
    at: str
    face: str
    name: str
    side: int
    dx: float | None = None
    dy: float | None = None
    facts: list[str] = []


class Cell(Wire):
    id: str
    name: str


class Panel(Wire):
    """Something beside the board: `hand`, `track`, `pool`, `lineup` or `facts`."""

    id: str
    kind: str
    name: str
    cells: list[Cell]


class Scene(Wire, omit_defaults=True):
    """All that lies on the table (`full`), or what has changed of it: tokens that are gone, new or changed, the order of all where it is
    another one, drawings not yet known, panels if any changed, and who holds which place (`held`: 0 Union, 1 Confederacy) if that did."""

    full: bool
    gone: list[str]
    tokens: list[Token]
    faces: dict[str, str]
    status: list[str]
    order: list[str] | None = None
    panels: list[Panel] | None = None
    held: dict[str, int] | None = None


class Sign(Wire, omit_defaults=True):
    """A row of the legend: an SVG drawing around the origin, 24 high above and below and `half` wide to either side, and what it means.
    `group`: "map", "pieces" or "markers"."""

    group: str
    drawing: str
    meaning: str
    half: float = 24.0


class Effect(Wire, omit_defaults=True):
    """What happened to a thing on the table: a kind of core/effects.py, how much of it, from where and to where, by whose doing."""

    kind: str
    thing: str = ""
    n: int = 0
    frm: str = ""
    to: str = ""
    at: str = ""
    by: str = ""
    side: int | None = None


class LogLine(Wire, omit_defaults=True):
    """What followed from answer `n` (-1: from setting up), with the things on the table it speaks of and the dice to draw beside it.
    `shot`: from what to what it was fired. A line with effects alone has no text."""

    n: int
    text: str
    rule: str | None = None
    heading: bool = False
    targets: list[str] = []
    dice: list[int] = []
    shot: list[str] = []
    effects: list[Effect] = []


class Log(Wire, rename={"first": "from"}):
    """The lines from answer `from` on; -1: all that is shown at first. `more`: there are older ones."""

    first: int
    more: bool
    lines: list[LogLine]


class Note(Wire):
    """Something out of the ordinary, before answer `n`: a take-back, a file that was brought, rules that were corrected."""

    n: int
    text: str
