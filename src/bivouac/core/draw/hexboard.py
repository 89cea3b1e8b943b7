"""A hex map on paper: where its hexes lie, their outlines, lines through them and along their sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import dist

from bivouac.core.draw.palette import PAPER, RULE
from bivouac.core.draw.svg import Point, grain, num, path, place, polygon, tag
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

    def outline(self, hexes: Collection[int]) -> Iterator[list[Point]]:
        """The corners around hexes that lie together, ring by ring."""
        sides = [self.edge(h, d) for h in hexes for d, n in enumerate(self.grid.neighbours[h]) if n not in hexes]
        while sides:
            ring = list(sides.pop())
            while following := next((side for side in sides if dist(side[0], ring[-1]) < 2), None):
                sides.remove(following)
                ring.append(following[1])
            yield ring[:-1]

    def patch(self, hexes: Collection[int], sway: float = 3.0) -> str:
        """Ground that runs on over hexes, as a path: its corners are cut round and its border sways a little."""
        parts = []
        for ring in self.outline(hexes):
            corners = [(x + sway * (2 * grain(x, y) - 1), y + sway * (2 * grain(y, x) - 1)) for x, y in ring]
            middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1])]
            bends = zip(corners[1:] + corners[:1], middles[1:] + middles[:1])
            bent = "".join(f"Q{num(x)} {num(y)} {num(mx)} {num(my)}" for (x, y), (mx, my) in bends)
            parts.append(f"{path(middles[:1])}{bent}Z")
        return "".join(parts)

    def river(self, hexes: Collection[int], beyond: float = 0.6) -> Iterator[str]:
        """A course through the middle of its hexes: bent from side to side, forked where several meet, run out over the edge of the map."""
        for h in hexes:
            (x, y), near = self.centre[h], [n for n in self.grid.adjacent[h] if n in hexes and not self._cuts_across(h, n, hexes)]
            ends = [((x + self.centre[n][0]) / 2, (y + self.centre[n][1]) / 2) for n in near]
            if len(near) == 1 and len(self.grid.adjacent[h]) < 6:
                ends.append((x + (x - ends[0][0]) * 2 * beyond, y + (y - ends[0][1]) * 2 * beyond))
            if len(ends) == 2:
                (ax, ay), (bx, by) = ends
                yield f"M{num(ax)} {num(ay)}Q{num(x)} {num(y)} {num(bx)} {num(by)}"
            else:
                yield "".join(path([end, (x, y)]) for end in ends)

    def _cuts_across(self, a: int, b: int, hexes: Collection[int]) -> bool:
        """Of three wet hexes that touch each other, the two last ones are not joined: water has two arms there, not a ring."""
        return any(c in hexes and c < min(a, b) for c in self.grid.adjacent[a] if c in self.grid.adjacent[b])

    def strewn(self, h: int, count: int, room: float, inset: float = 6.0) -> list[Point]:
        """Some points of a hex, apart from each other and not too near its rim, the northernmost first."""
        (cx, cy), found, reach = self.centre[h], list[Point](), self.side * 0.866 - inset
        normals = [
            ((ax + bx) / 2 - cx, (ay + by) / 2 - cy) for ax, ay, bx, by in ((*a, *b) for a, b in (self.edge(h, d) for d in range(6)))
        ]
        for n in range(count * 12):
            x, y = self.side * (2 * grain(h, n, 1) - 1), self.side * (2 * grain(n, h, 2) - 1)
            spot = round(cx + x, 1), round(cy + y, 1)
            if max(x * nx + y * ny for nx, ny in normals) < reach * self.side * 0.866 and all(dist(spot, other) > room for other in found):
                found.append(spot)
        return sorted(found[:count], key=lambda p: p[1])

    def way(self, hexes: Sequence[int], beyond: float = 0.56) -> list[Point]:
        """The centres of hexes, run out over the edge of the map where it leaves it."""
        points = [self.centre[h] for h in hexes]
        for end, inner in ((0, 1), (-1, -2)):
            if len(self.grid.adjacent[hexes[end]]) < 6:
                (x, y), (ix, iy) = self.centre[hexes[end]], self.centre[hexes[inner]]
                points.insert(0 if end == 0 else len(points), (x + (x - ix) * beyond, y + (y - iy) * beyond))
        return points
