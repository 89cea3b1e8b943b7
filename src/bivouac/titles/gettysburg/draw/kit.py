"""What every part of the drawing needs: palette, measures, small helpers that write SVG. Presentation attributes only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from bivouac.titles.gettysburg.printed.map import AREAS, GROUND, points

XY = tuple[float, float]

SCALE: Final = 2.2  # board units to a unit of map.toml
SIDE_MARGIN: Final = 30.0  # units of map.toml left and right of the map
END_MARGIN: Final = 96.0  # above and below it, where the entry boxes are
WIDTH: Final = round((GROUND.data.map.size[0] + 2 * SIDE_MARGIN) * SCALE)
HEIGHT: Final = round((GROUND.data.map.size[1] + 2 * END_MARGIN) * SCALE)
PIECE: Final = 62.0  # edge of a piece on the board
BOX_WIDTH, BOX_HEIGHT = 300.0, 132.0

PAPER: Final = "#f3e8cf"
PAPER_DARK: Final = "#e7d8b5"
INK: Final = "#2b2118"
INK_SOFT: Final = "#6f5b42"
HILL: Final = "#d9bf93"
RIDGE: Final = "#e6d4ac"
TOWN: Final = "#e3c4b4"
FIELD: Final = "#eee6c9"
WATER: Final = "#8fb3c9"
WATER_EDGE: Final = "#4d7d9c"
ROAD_FILL: Final = "#f6ecd0"
ROAD_EDGE: Final = "#7a5a2e"
GOLD: Final = "#d9a520"
SIDE_DEEP: Final = ("#1f3a63", "#655743")
SIDE_WASH: Final = ("#c9d6e8", "#d8cfba")

SERIF: Final = "'Old Standard TT', 'Liberation Serif', Georgia, serif"
SANS: Final = "'Source Sans 3', 'Liberation Sans', Helvetica, Arial, sans-serif"


def num(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def tag(name: str, *inside: str, **values: object) -> str:
    """One element: `stroke_width=2` becomes stroke-width="2"; None is left out."""
    attributes = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(num(value) if isinstance(value, float) else str(value))}"
        for key, value in values.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{attributes}>{body}</{name}>" if body else f"<{name}{attributes}/>"


def words(text: str, x: float, y: float, size: float, **values: object) -> str:
    values.setdefault("font_family", SERIF)
    values.setdefault("fill", INK)
    values.setdefault("text_anchor", "middle")
    return tag("text", escape(text), x=float(x), y=float(y), font_size=float(size), **values)


def path(line: Sequence[XY], *, closed: bool = False) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line) + ("Z" if closed else "")


def curve(line: Sequence[XY]) -> str:
    """A smooth line through points (Catmull-Rom as Bezier curves)."""
    pts = [line[0], *line, line[-1]]
    parts = [f"M{num(line[0][0])} {num(line[0][1])}"]
    for a, b, c, d in zip(pts, pts[1:], pts[2:], pts[3:]):
        one = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        parts.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (one, two, c)))
    return "".join(parts)


def on_board(point: Sequence[float]) -> XY:
    """A point of map.toml on the board."""
    return (point[0] + SIDE_MARGIN) * SCALE, (point[1] + END_MARGIN) * SCALE


@cache
def outline(area: int) -> tuple[XY, ...]:
    return tuple(on_board(p) for p in points(GROUND.data.area[area].outline))


def wobble(*seed: float) -> float:
    """A number between 0 and 1 that looks random and is always the same."""
    value = math.sin(sum(x * (12.9898 + 4.1 * i) for i, x in enumerate(seed))) * 43758.5453
    return value - math.floor(value)


def _to_edge(x: float, y: float, poly: Sequence[XY]) -> float:
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
def heart(area: int) -> XY:
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
def border(area: int, near: int) -> tuple[XY, XY]:
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


def inward(area: int, near: int, by: float) -> XY:
    """A shift from a border into its area."""
    (x1, y1), (x2, y2) = border(area, near)
    length = math.hypot(x2 - x1, y2 - y1)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    hx, hy = heart(area)
    if (hx - x1) * nx + (hy - y1) * ny < 0:
        nx, ny = -nx, -ny
    return nx * by, ny * by


def box_middle(box: int) -> XY:
    return on_board(GROUND.data.box[box - AREAS].at)
