"""The board: thirteen columns of nine hexes, and all that follows from its geometry alone.

Hexes are numbered row by row from A1 (0) to M9 (116). A set of hexes is an int with one bit for each, so that "is an enemy next to this
hex" is a single `&`. Directions go clockwise from east: E, SE, SW, W, NW, NE.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bivouac.core.hexes import Grid, from_rows
from bivouac.core.kit.bits import bits, set_of

COLUMNS: Final = 13
ROWS: Final = 9
HEXES: Final = COLUMNS * ROWS
FAR: Final = 4  # the longest shot there is: artillery on a hill (11.3)
NOBODY: Final = -1
OFF_MAP, GONE = -1, -2  # where a piece is that is in no hex: not yet come, out of play

SIDE_NAMES: Final = ("E", "SE", "SW", "W", "NW", "NE")
EDGES: Final = ("top", "bottom", "left", "right")

GRID: Final = Grid([from_rows(col, row) for row in range(ROWS) for col in range(COLUMNS)], pointy=True)
HEX_NAMES: Final = tuple(f"{chr(65 + h % COLUMNS)}{h // COLUMNS + 1}" for h in range(HEXES))
HEX_NUMBERS: Final = {name: h for h, name in enumerate(HEX_NAMES)}
DISTANCE: Final = GRID.distance
BIT: Final = tuple(1 << h for h in range(HEXES))
ALL: Final = (1 << HEXES) - 1

NEAR: Final = tuple(set_of(GRID.adjacent[h]) for h in range(HEXES))
"""The neighbours of each hex as a set."""

APART: Final = tuple(ALL & ~near for near in NEAR)
"""The hexes that are not next to each hex."""

WITHIN: Final = tuple(tuple(set_of(GRID.within(h, reach)) for h in range(HEXES)) for reach in range(COLUMNS + ROWS))
"""WITHIN[reach][hex]: the hexes at most that far away, without the hex itself."""

BEYOND: Final = tuple(tuple(ALL & ~near for near in hexes) for hexes in WITHIN)
"""BEYOND[reach][hex]: the hexes farther away, and the hex itself."""


def _to_edge(edge: str, h: int) -> int:
    row, col = divmod(h, COLUMNS)
    across = 2 * col + row % 2
    return {"top": row, "bottom": ROWS - 1 - row, "left": across, "right": 2 * COLUMNS - 1 - across}[edge]


TO_EDGE: Final = tuple(tuple(_to_edge(edge, h) for h in range(HEXES)) for edge in EDGES)
"""TO_EDGE[edge][hex]: how far that edge of the board is, straight: in rows, or across the rows in half hexes."""

_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))


def entry_sides(a: int, b: int) -> tuple[int, ...]:
    """The side of hex b by which the straight line from the centre of a comes in: two sides if it comes in at their corner."""
    (aq, ar), (bq, br) = GRID.cells[a], GRID.cells[b]
    dq, dr = aq - bq, ar - br
    for i in range(6):
        (pq, pr), (cq, cr) = _CORNERS[i - 1], _CORNERS[i]
        before, after = pq * dr - pr * dq, dq * cr - dr * cq
        if before > 0 and after > 0:
            return (i,)
        if after == 0 and before > 0:
            return (i, (i + 1) % 6)
    raise ValueError("a line needs two hexes")


@lru_cache(maxsize=1 << 14)
def around(hexes: int) -> int:
    """The hexes next to any of these. The sets of a match come again and again: the answer is kept."""
    found = 0
    for h in bits(hexes):
        found |= NEAR[h]
    return found


def gap(h: int, hexes: int) -> int:
    """How far the nearest of some hexes is from a hex (0: it is one of them); beyond the board if there are none."""
    if hexes & BIT[h]:
        return 0
    for reach in range(1, len(WITHIN)):
        if WITHIN[reach][h] & hexes:
            return reach
    return len(WITHIN)
