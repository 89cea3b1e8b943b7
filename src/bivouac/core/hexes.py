"""Hex maps: numbers for hexes, tables for neighbours and distances, exact lines of sight.

Hexes have axial coordinates (q, r). The six directions are numbered clockwise, starting east for pointy-topped maps (the rows are
straight) and south-east for flat-topped ones (the columns are straight). Geometry is done in whole numbers, so a line that runs exactly
along a hex side is known to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from typing import NamedTuple

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
OFF = -1
Cell = tuple[int, int]


class SightLine(NamedTuple):
    """What the straight line between two hex centres meets on its way, in order from the first hex.

    through: hexes whose inside it crosses (not the two ends).
    sides:   pairs of hexes along whose common side it runs; OFF for one beyond the map.
    corners: hexes that it touches at one corner only.
    """

    through: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    corners: tuple[int, ...]


def obstacles(line: SightLine, closes: Callable[[int], bool]) -> tuple[int, ...]:
    """The hexes that close a line: those on its way, and along a side both hexes or none; in order, each once."""
    beside = (h for pair in line.sides if OFF not in pair and all(map(closes, pair)) for h in pair)
    return tuple(dict.fromkeys((*filter(closes, line.through), *beside)))


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
        self.distance: tuple[tuple[int, ...], ...] = tuple(tuple(_steps(q - p, r - o) for q, r in self.cells) for p, o in self.cells)
        self.line = cache(self._line)
        """`grid.line(a, b)` -> SightLine."""

    def __len__(self) -> int:
        return len(self.cells)

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

        def number(cell: Cell) -> int:
            return self.number.get((aq + cell[0], ar + cell[1]), OFF)

        through, sides, corners = _pattern(bq - aq, br - ar)
        pairs = ((number(x), number(y)) for x, y in sides)
        return SightLine(
            tuple(n for cell in through if (n := number(cell)) != OFF),
            tuple((min(pair), max(pair)) for pair in pairs),
            tuple(n for cell in corners if (n := number(cell)) != OFF),
        )


@cache
def _pattern(dq: int, dr: int) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, Cell], ...], tuple[Cell, ...]]:
    """What a line to the hex at (dq, dr) crosses, follows and touches, relative to where it starts: it depends on the offset alone."""
    reach = _steps(dq, dr)
    through: list[tuple[int, Cell]] = []
    corners: list[tuple[int, Cell]] = []
    edges: dict[tuple[Cell, Cell], list[Cell]] = {}
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            if (q, r) in ((0, 0), (dq, dr)) or _steps(q, r) > reach or _steps(dq - q, dr - r) > reach:
                continue
            points = [(3 * q + cq, 3 * r + cr) for cq, cr in _CORNERS]
            crosses = [x * dr - y * dq for x, y in points]
            along = [point for point, c in zip(points, crosses) if c == 0]
            if min(crosses) < 0 < max(crosses):
                through.append((_progress(q, r, dq, dr), (q, r)))
            elif len(along) == 2:
                edges.setdefault((min(along), max(along)), []).append((q, r))
            elif len(along) == 1:
                corners.append((_progress(q, r, dq, dr), (q, r)))
    ordered = sorted((_progress(x1 + x2, y1 + y2, dq, dr), hexes) for ((x1, y1), (x2, y2)), hexes in edges.items())
    return tuple(h for _, h in sorted(through)), tuple((h[0], h[-1]) for _, h in ordered), tuple(h for _, h in sorted(corners))


def _steps(dq: int, dr: int) -> int:
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def _progress(q: int, r: int, dq: int, dr: int) -> int:
    """How far along the line a point lies (the scalar product, in a scale of its own)."""
    return q * (2 * dq + dr) + r * (2 * dr + dq)
