"""A hex map on paper: where its hexes lie, their outlines, lines through them and along their sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from bivouac.core.draw.palette import PAPER, RULE
from bivouac.core.draw.svg import Point, path, place, polygon, tag
from bivouac.core.hexes import Grid


class HexBoard:
    """A grid drawn with sides of a length, its first hex at a corner of the paper."""

    def __init__(self, grid: Grid, side: float, left: float, top: float) -> None:
        self.grid, self.side = grid, side
        self.centre: tuple[Point, ...] = tuple(self._at(left, top, grid.centre(h, side)) for h in range(len(grid)))
        self.corners: tuple[tuple[Point, ...], ...] = tuple(
            tuple(self._at(left, top, corner) for corner in grid.corners(h, side)) for h in range(len(grid))
        )

    @staticmethod
    def _at(left: float, top: float, point: Point) -> Point:
        return round(left + point[0], 1), round(top + point[1], 1)

    def edge(self, h: int, direction: int) -> tuple[Point, Point]:
        """The side of a hex that looks in a direction."""
        return self.corners[h][direction - 1], self.corners[h][direction]

    def hex(self, h: int, fill: str) -> str:
        """The ground of a hex; its rim closes the hair lines between neighbours."""
        return tag("polygon", points=polygon(self.corners[h]), fill=fill, stroke=fill, stroke_width=1.2)

    def lines(self, hexes: Iterable[int]) -> str:
        """The hex lines."""
        d = "".join(path(self.corners[h], closed=True) for h in hexes)
        return tag("path", d=d, fill="none", stroke=RULE, stroke_width=1, stroke_opacity=0.7)

    def clickable(self, h: int, name: str) -> str:
        """A clear hex on top of the drawing that takes the clicks."""
        return place(f"hex:{h}", name, tag("polygon", points=polygon(self.corners[h]), fill=PAPER, fill_opacity=0))

    def course(self, sides: Iterable[tuple[int, int]]) -> list[Point]:
        """The corners along the sides between pairs of hexes, from one end to the other."""
        edges = [self.edge(a, self.grid.direction(a, b)) for a, b in sides]
        points: list[Point] = []
        for (first, second), following in zip(edges, [*edges[1:], edges[-1]]):
            if not points:
                points.append(second if min(dist(first, p) for p in following) < 2 else first)
            points.append(second if dist(points[-1], first) < 2 else first)
        return points

    def way(self, hexes: Sequence[int], beyond: float = 0.56) -> list[Point]:
        """The centres of hexes, run out over the edge of the map where it leaves it."""
        points = [self.centre[h] for h in hexes]
        for end, inner in ((0, 1), (-1, -2)):
            if len(self.grid.adjacent[hexes[end]]) < 6:
                (x, y), (ix, iy) = self.centre[hexes[end]], self.centre[hexes[inner]]
                points.insert(0 if end == 0 else len(points), (x + (x - ix) * beyond, y + (y - iy) * beyond))
        return points
