"""Where areas, their pieces, their borders and the entry boxes lie on the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from bivouac.core.draw.svg import Point
from bivouac.titles.gettysburg.printed.map import AREAS, GROUND, points

SCALE: Final = 2.2  # board units to a unit of map.toml
SIDE_MARGIN: Final = 30.0  # units of map.toml left and right of the map
END_MARGIN: Final = 96.0  # above and below it, where the entry boxes are
WIDTH: Final = round((GROUND.data.map.size[0] + 2 * SIDE_MARGIN) * SCALE)
HEIGHT: Final = round((GROUND.data.map.size[1] + 2 * END_MARGIN) * SCALE)
PIECE: Final = 62.0  # edge of a piece on the board
BOX_WIDTH, BOX_HEIGHT = 300.0, 132.0


def on_board(point: Sequence[float]) -> Point:
    """A point of map.toml on the board."""
    return (point[0] + SIDE_MARGIN) * SCALE, (point[1] + END_MARGIN) * SCALE


@cache
def outline(area: int) -> tuple[Point, ...]:
    return tuple(on_board(p) for p in points(GROUND.data.area[area].outline))


def _to_edge(x: float, y: float, poly: Sequence[Point]) -> float:
    """Distance to the nearest edge; negative outside."""
    inside, nearest = False, math.inf
    for (x1, y1), (x2, y2) in zip(poly, (*poly[1:], poly[0])):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
        nearest = min(nearest, math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)))
    return nearest if inside else -nearest


@cache
def heart(area: int) -> Point:
    """Where the pieces of an area lie: the point with most room around it, drawn a little towards the middle."""
    poly = outline(area)
    xs, ys = [x for x, _ in poly], [y for _, y in poly]
    mid = sum(xs) / len(xs), sum(ys) / len(ys)
    best, spot = -math.inf, mid
    x = min(xs)
    while x < max(xs):
        y = min(ys)
        while y < max(ys):
            room = _to_edge(x, y, poly) - 0.06 * math.hypot(x - mid[0], y - mid[1])
            if room > best:
                best, spot = room, (x, y)
            y += 8
        x += 8
    return spot


@cache
def border(area: int, near: int) -> tuple[Point, Point]:
    """The edge between two areas; for an entry box the edge of its area that lies nearest to it."""
    if near >= AREAS:
        x, y = box_middle(near)
        corners = outline(area)
        edges = list(zip(corners, (*corners[1:], corners[0])))
        return min(edges, key=lambda edge: math.hypot((edge[0][0] + edge[1][0]) / 2 - x, (edge[0][1] + edge[1][1]) / 2 - y))
    a, b = GROUND.edge(area, near)
    return on_board(a), on_board(b)


@cache
def trench_spot(area: int, near: int) -> tuple[float, float, int]:
    """Where a stick along a border lies, from the heart of its area, and its angle in steps of five degrees."""
    (x1, y1), (x2, y2) = border(area, near)
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1)) % 180
    hx, hy = heart(area)
    return mx - hx, my - hy, round(angle / 5) * 5 % 180


def inward(area: int, near: int, by: float) -> Point:
    """A shift from a border into its area."""
    (x1, y1), (x2, y2) = border(area, near)
    length = math.hypot(x2 - x1, y2 - y1)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    hx, hy = heart(area)
    if (hx - x1) * nx + (hy - y1) * ny < 0:
        nx, ny = -nx, -ny
    return nx * by, ny * by


def box_middle(box: int) -> Point:
    return on_board(GROUND.data.box[box - AREAS].at)
