"""Where hexes lie on the board."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw.hexboard import HexBoard
from bivouac.titles.hold_the_line.printed.map import COLUMNS, GRID, ROWS

SIZE: Final = 46.0  # the side of a hex
MARGIN: Final = 62.0
LEFT, TOP = MARGIN + 4, MARGIN + 10
WIDTH: Final = 2 * MARGIN + SIZE * 3**0.5 * (COLUMNS + 0.5) - SIZE * 0.9
HEIGHT: Final = TOP + SIZE * (1.5 * ROWS - 0.5) + 92
BOARD: Final = HexBoard(GRID, SIZE, LEFT, TOP)
COUNTER: Final = 48.0  # edge of a counter
ROOM: Final = (76.0, 86.0)  # for pieces in a hex
