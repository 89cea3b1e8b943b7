"""The measures of the board, and where boxes and the cells of the tracks lie on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bivouac.core.draw.svg import Point

Words = Callable[[str], str]
"""The words of the `board` section of the catalogue in the reader's language."""

SCALE: Final = 1.25  # units of the board to a unit of map.toml
MARGIN: Final = 78.0  # units of map.toml around the outermost boxes
WIDTH: Final = 3560
HEIGHT: Final = 2710
FRAME: Final = 26  # from the edge of the paper to the neat line
BOX: Final = 108  # side of a box
HALF: Final = BOX / 2
PLATE: Final = (27, 40)  # height of the plate on top of a box, for a name in one line and in two
COUNTER: Final = 52.0  # edge of a counter

COLUMNS: Final = 10  # cells in a row of a track
ROWS: Final = 4
CELL: Final = 76.0
ROW: Final = 72.0
HIGHEST: Final = COLUMNS * ROWS - 1  # the last number of the army-maximum track
LEFT: Final = WIDTH - 52 - COLUMNS * CELL
ARMY_TOP: Final = HEIGHT - 52 - ROWS * ROW
TIME_TOP: Final = ARMY_TOP - 62 - ROWS * ROW
EUROPE: Final[Point] = (3424.0, 1492.0)


def board_point(at: Sequence[float]) -> Point:
    """A position of map.toml on the board."""
    return (at[0] + MARGIN) * SCALE, (at[1] + MARGIN) * SCALE


def cell_point(index: int, top: float) -> Point:
    """The middle of a cell of a track, counted from 0."""
    return LEFT + (index % COLUMNS + 0.5) * CELL, top + (index // COLUMNS + 0.5) * ROW


def turn_point(turn: int) -> Point:
    return cell_point(turn - 1, TIME_TOP)


def army_point(value: int) -> Point:
    return cell_point(value, ARMY_TOP)
