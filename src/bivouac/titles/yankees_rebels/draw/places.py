"""Where hexes lie on the sheet. North is to the right, as on the printed one."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw.hexboard import HexBoard
from bivouac.titles.yankees_rebels.printed.map import GRID

WIDTH: Final = 1556
HEIGHT: Final = 1200
BOARD: Final = HexBoard(GRID, side=44.0, left=118.0, top=96.0)
COUNTER: Final = 46.0  # edge of a counter
ROOM: Final = (74.0, 66.0)  # for counters in a hex
