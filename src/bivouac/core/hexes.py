"""Hex maps: numbers for hexes, tables for neighbours and distances, exact lines of sight.

Hexes have axial coordinates (q, r). The six directions are numbered clockwise, starting east for pointy-topped maps (the rows are
straight) and south-east for flat-topped ones (the columns are straight). Geometry is done in whole numbers, so a line that runs exactly
along a hex side is known to do so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import NamedTuple

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
OFF = -1


class SightLine(NamedTuple):
    """What the straight line between two hex centres meets on its way, in order from the first hex.

    through: hexes whose inside it crosses (not the two ends).
    sides:   pairs of hexes along whose common side it runs; OFF for one beyond the map.
    corners: hexes that it touches at one corner only.
    """

    through: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    corners: tuple[int, ...]


def from_rows(col: int, row: int, *, shove_odd: bool = True) -> tuple[int, int]:
    """Axial coordinates on a pointy-topped map of straight rows; `shove_odd`: the odd rows (1, 3, …) stand half a hex to the right."""
    shift = (row - (row & 1)) // 2 if shove_odd else (row + (row & 1)) // 2
    return col - shift, row


def from_columns(col: int, row: int, *, shove_odd: bool = True) -> tuple[int, int]:
    """Axial coordinates on a flat-topped map of straight columns; `shove_odd`: the odd columns (1, 3, …) stand half a hex lower."""
    shift = (col - (col & 1)) // 2 if shove_odd else (col + (col & 1)) // 2
    return col, row - shift


class Grid:
    """The hexes of one map. Numbers are positions in `cells`."""

    def __init__(self, cells: Sequence[tuple[int, int]], *, pointy: bool) -> None:
        self.cells = tuple(cells)
        self.pointy = pointy
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        if len(self.number) != len(self.cells):
            raise ValueError("two hexes share their coordinates")
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.number.get((q + dq, r + dr), OFF) for dq, dr in DIRECTIONS) for q, r in self.cells
        )
        """For each hex its six neighbours by direction, OFF where the map ends."""
        self.adjacent: tuple[tuple[int, ...], ...] = tuple(tuple(n for n in row if n != OFF) for row in self.neighbours)
        self.distance: tuple[tuple[int, ...], ...] = tuple(tuple(self._distance(a, b) for b in self.cells) for a in self.cells)
        self.line = cache(self._line)
        """`grid.line(a, b)` -> SightLine."""

    def __len__(self) -> int:
        return len(self.cells)

    @staticmethod
    def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
        dq, dr = a[0] - b[0], a[1] - b[1]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour."""
        return self.neighbours[a].index(b)

    def within(self, a: int, reach: int) -> tuple[int, ...]:
        """All hexes at most `reach` away, without the hex itself, in number order."""
        return tuple(b for b, d in enumerate(self.distance[a]) if 0 < d <= reach)

    def centre(self, a: int, size: float) -> tuple[float, float]:
        """Where a hex is drawn: `size` is the length of a side."""
        q, r = self.cells[a]
        if self.pointy:
            return size * sqrt(3) * (q + r / 2), size * 1.5 * r
        return size * 1.5 * q, size * sqrt(3) * (r + q / 2)

    def corners(self, a: int, size: float) -> tuple[tuple[float, float], ...]:
        """The six corners of a hex as drawn; side i (towards direction i) runs from corner i - 1 to corner i."""
        q, r = self.cells[a]
        points = []
        for cq, cr in _CORNERS:
            fq, fr = q + cq / 3, r + cr / 3
            if self.pointy:
                points.append((size * sqrt(3) * (fq + fr / 2), size * 1.5 * fr))
            else:
                points.append((size * 1.5 * fq, size * sqrt(3) * (fr + fq / 2)))
        return tuple(points)

    def _line(self, a: int, b: int) -> SightLine:
        (aq, ar), (bq, br) = self.cells[a], self.cells[b]
        dq, dr = bq - aq, br - ar
        reach = self._distance((aq, ar), (bq, br))
        through: list[tuple[int, int]] = []
        corners: list[tuple[int, int]] = []
        edges: dict[tuple[tuple[int, int], tuple[int, int]], list[int]] = {}
        for q in range(min(aq, bq) - 1, max(aq, bq) + 2):
            for r in range(min(ar, br) - 1, max(ar, br) + 2):
                if (q, r) in ((aq, ar), (bq, br)) or self._distance((aq, ar), (q, r)) > reach or self._distance((bq, br), (q, r)) > reach:
                    continue
                points = [(3 * (q - aq) + cq, 3 * (r - ar) + cr) for cq, cr in _CORNERS]
                crosses = [x * dr - y * dq for x, y in points]
                along = [(x, y) for (x, y), c in zip(points, crosses) if c == 0]
                place = (q - aq) * (2 * dq + dr) + (r - ar) * (2 * dr + dq)
                hex_number = self.number.get((q, r), OFF)
                if min(crosses) < 0 < max(crosses):
                    if hex_number != OFF:
                        through.append((place, hex_number))
                elif len(along) == 2:
                    edges.setdefault((min(along), max(along)), []).append(hex_number)
                elif len(along) == 1 and hex_number != OFF:
                    corners.append((place, hex_number))

        def where(edge: tuple[tuple[int, int], tuple[int, int]]) -> int:
            (x1, y1), (x2, y2) = edge
            return (x1 + x2) * (2 * dq + dr) + (y1 + y2) * (2 * dr + dq)

        pairs = tuple((sorted(hexes)[0], sorted(hexes)[-1]) for _, hexes in sorted(edges.items(), key=lambda e: where(e[0])))
        return SightLine(tuple(h for _, h in sorted(through)), pairs, tuple(h for _, h in sorted(corners)))
