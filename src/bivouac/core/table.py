"""The table as the generic client shows it: a board with places, tokens lying on them, panels beside it, choices to click.

Ids are strings such as "box:12" or "piece:7" (`str(Name(kind, number))`). The board is an SVG whose places carry them as `data-id`; tokens,
panel cells and choices use the same ids, so clicking is choosing and no client needs to know a title.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from bivouac.core.text import Text

Say = Callable[[Text], str]
Maker = TypeVar("Maker", bound=Callable[..., Any])
MADE = 8192  # of each kind of token, panel or line of a title that are kept
_MADE: list[Callable[[], None]] = []


def made(maker: Maker) -> Maker:
    """Makes a token, a panel or a line of a title's layout once: the same come again with every layout."""
    kept = lru_cache(MADE)(maker)
    _MADE.append(kept.cache_clear)
    return cast(Maker, kept)


def forget_made() -> None:
    """Nobody is at a table any more who needs them."""
    for forget in _MADE:
        forget()


class Choice(NamedTuple):
    """An answer as a thing to click: its label, and the things on the table it is tied to (none: a button)."""

    answer: int
    label: Text
    targets: tuple[str, ...] = ()


class Place(NamedTuple):
    """Somewhere on the board where tokens lie, in the board's own units.

    x, y:  its centre.
    size:  the edge of a counter there; counters are never drawn smaller.
    wide, high: the room for a stack; what does not fit side by side is fanned out over it (0: only as much as one counter takes).
    """

    id: str
    name: Text
    x: float
    y: float
    size: float
    wide: float = 0.0
    high: float = 0.0


class Token(NamedTuple):
    """A piece, marker, card or cube as it lies on the table for one side.

    id:    stable through the match, so that the client can move it; what choices point to.
    at:    the id of a place of the board or of a cell of a panel.
    face:  names a drawing of the title's `faces`.
    name:  what a screen reader says.
    side:  0 Union, 1 Confederacy, 2 nobody's.
    dx, dy: an offset from the centre of the place in the board's units, for things with a fixed spot (a trench on its border);
           None: the client arranges the stack.
    facts: what else a player wants to know who rests on it: how far it moves, how it fires, what it means.
    """

    id: str
    at: str
    face: str
    name: Text
    side: int
    dx: float | None = None
    dy: float | None = None
    facts: tuple[Text, ...] = ()


class Cell(NamedTuple):
    id: str
    name: Text


class Panel(NamedTuple):
    """Places beside the board: a hand, a track, a pool, the line-up of a battle.

    kind: "track" (cells in a row, tokens mark a value), "hand" (cards), "pool" (pieces in trays), "lineup" (a battle, one cell a side),
    "facts" (lines of text: the names of the cells).
    """

    id: str
    kind: str
    name: Text
    cells: tuple[Cell, ...]


class Layout(NamedTuple):
    """All that lies on the table for one side, made from its view alone.

    held: (id of a place, side) for every place that is in other hands than the board is printed with; the board shows it in the colour of
          that side where it was drawn for that (`core.draw.tracks.changing`).
    """

    tokens: tuple[Token, ...]
    panels: tuple[Panel, ...]
    status: tuple[Text, ...] = ()
    held: tuple[tuple[str, int], ...] = ()


class Sign(NamedTuple):
    """A row of the legend: what is drawn, around the origin, at most 24 above and below it and `half` to either side; what it means.

    group: "map", "pieces" or "markers"; the key on a board shows the signs of its map.
    """

    group: str
    drawing: str
    meaning: Text
    half: float = 24.0


class Table(NamedTuple):
    """What a title gives the client.

    board:  the bare board of a scenario as SVG, with `viewBox` and `data-id` on every place; `say` puts a Text into the reader's language.
    places: where tokens can lie on the board of a scenario.
    layout: from a view, never from the state.
    face:   one drawing as an SVG fragment for a 48 x 48 box (cards: 90 x 126), by the name a token gave; cards say in words what they do.
    legend: every sign of the board, the pieces and the markers of a scenario.
    """

    board: Callable[[Any, Say], str]
    places: Callable[[Any], tuple[Place, ...]]
    layout: Callable[[Any], Layout]
    face: Callable[[str, Say], str]
    legend: Callable[[Any], tuple[Sign, ...]]
