"""What lies on the table."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire


class Place(Wire):
    """Somewhere on the board, in its own units."""

    id: str
    name: str
    x: float
    y: float
    size: float


class Token(Wire, omit_defaults=True):
    """A piece, marker or card, at a place or a cell; with `dx` and `dy` on a fixed spot there."""

    id: str
    at: str
    face: str
    name: str
    side: int
    dx: float | None = None
    dy: float | None = None


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
    another one, drawings not yet known, panels if any changed."""

    full: bool
    gone: list[str]
    tokens: list[Token]
    faces: dict[str, str]
    status: list[str]
    order: list[str] | None = None
    panels: list[Panel] | None = None


class LogLine(Wire, omit_defaults=True):
    """What followed from answer `n` (-1: from setting up), with the things on the table it speaks of and the dice to draw beside it.
    `shot`: from what to what it was fired."""

    n: int
    text: str
    rule: str | None = None
    heading: bool = False
    targets: list[str] = []
    dice: list[int] = []
    shot: list[str] = []


class Log(Wire, rename={"first": "from"}):
    """The lines from answer `from` on; -1: all that is shown at first. `more`: there are older ones."""

    first: int
    more: bool
    lines: list[LogLine]


class Note(Wire):
    """Something out of the ordinary, before answer `n`: a take-back, a file that was brought, rules that were corrected."""

    n: int
    text: str
