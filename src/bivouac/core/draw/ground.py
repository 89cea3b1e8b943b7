"""What lies on a map: hachures, trees, houses, grass, water; roads, railroads and streams as lines told apart without colour."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import hypot
from typing import Final

from bivouac.core.draw.palette import BRICK, GRASS, INK, LEAF, LEAF_EDGE, PAPER, ROAD, ROAD_EDGE, SEA, SEA_LINE, SLOPE, WATER, WATER_EDGE
from bivouac.core.draw.svg import Point, Value, grain, num, path, tag

REGION: Final = 320.0  # units of a board
BEGINS: Final = re.compile(r"-?[\d.]+")

# --- lines -------------------------------------------------------------------------------------------------


def strokes(lines: Iterable[str], *layers: tuple[str, float, Value], **values: Value) -> str:
    """Lines stroke over stroke, so that crossings join: (colour, width, dashes)."""
    parts = [tag("path", d=d) for d in by_region(lines)]
    drawn = (tag("g", *parts, stroke=colour, stroke_width=width, stroke_dasharray=dashes) for colour, width, dashes in layers)
    return tag("g", *drawn, fill="none", stroke_linejoin="round", **values) if parts else ""


def by_region(lines: Iterable[str]) -> list[str]:
    """Lines (M x y …) joined with those that begin near them: where a part of a board is drawn anew, a browser goes through every path that
    comes near it, and through all of that."""
    regions: dict[tuple[int, int], list[str]] = {}
    for line in filter(None, lines):
        x, y = (float(n) for n in BEGINS.findall(line)[:2])
        regions.setdefault((int(x // REGION), int(y // REGION)), []).append(line)
    return ["".join(found) for found in regions.values()]


def roads(lines: Iterable[str], width: float = 8, **values: Value) -> str:
    """A double line."""
    return strokes(lines, (ROAD_EDGE, width, None), (ROAD, width * 0.58, None), **values)


def tracks(lines: Iterable[str], width: float = 1.5) -> str:
    """A lesser road: a broken line."""
    return strokes(lines, (ROAD_EDGE, width, "6 4"))


def rails(lines: Iterable[str], width: float = 11, **values: Value) -> str:
    """A line with ties, on a thread of paper so that it stands clear of what it crosses."""
    return strokes(lines, (PAPER, width * 1.2, None), (INK, width, f"2.4 {num(width * 0.72)}"), (INK, width * 0.27, None), **values)


def streams(lines: Iterable[str], width: float = 10, **values: Value) -> str:
    """A band of wash between two banks."""
    return strokes(lines, (WATER_EDGE, width, None), (WATER, width * 0.74, None), stroke_linecap="round", **values)


def waters(lines: Iterable[str], width: float) -> str:
    """A broad river: banks, and a fine line that follows them."""
    inner = width * 0.7
    layers = ((WATER_EDGE, width, None), (WATER, width - 4.4, None), (SEA_LINE, inner, None), (WATER, inner - 2.4, None))
    return strokes(lines, *layers, stroke_linecap="round")


# --- land --------------------------------------------------------------------------------------------------


def slope(a: Point, b: Point, down_from: Point, length: float, step: float, inset: float = 0.0) -> str:
    """Hachures along an edge, from the height inside it outwards: the `d` of a path."""
    (ax, ay), (bx, by), (cx, cy) = a, b, down_from
    count = max(2, round(hypot(bx - ax, by - ay) / step))
    parts = []
    for k in range(count):
        t = (k + 0.3 + 0.4 * grain(ax + k, by)) / count
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        far = hypot(cx - x, cy - y) or 1.0
        ux, uy = (cx - x) / far, (cy - y) / far
        reach = length * (0.65 + 0.35 * grain(x, y))
        parts.append(f"M{num(x + ux * inset)} {num(y + uy * inset)}l{num(ux * reach)} {num(uy * reach)}")
    return "".join(parts)


def hachures(d: str, width: float = 1.4) -> str:
    return tag("path", d=d, fill="none", stroke=SLOPE, stroke_width=width, stroke_linecap="round", stroke_opacity=0.75) if d else ""


def trees(spots: Iterable[Point], size: float = 4.0) -> str:
    """Round crowns with their shadow."""
    crowns, shadows = [], []
    for x, y in spots:
        crowns.append(f"M{num(x - size)} {num(y)}a{size} {size} 0 1 1 {2 * size} 0a{size} {size * 0.85:.1f} 0 1 1 {-2 * size} 0")
        if size >= 5:
            crowns.append(path([(x - size * 0.2, y + size * 0.5), (x + size * 0.35, y + size * 0.4), (x + size * 0.6, y)]))
        shadows.append(f"M{num(x - size * 0.6)} {num(y + size * 1.15)}h{num(size * 1.8)}")
    dark = tag("path", d="".join(shadows), stroke=INK, stroke_width=1, stroke_opacity=0.45)
    return dark + tag("path", d="".join(crowns), fill=LEAF, stroke=LEAF_EDGE, stroke_width=0.8) if crowns else ""


def pines(spots: Iterable[Point], size: float = 6.0) -> str:
    """Pointed trees."""
    parts = []
    for x, y in spots:
        crown = path([(x - size, y + size), (x, y - 1.5 * size), (x + size, y + size)], closed=True)
        parts.append(f"{crown}M{num(x)} {num(y + size)}v{num(size * 0.6)}")
    return tag("path", d="".join(parts), fill=LEAF, stroke=LEAF_EDGE, stroke_width=1, stroke_linejoin="round") if parts else ""


def houses(blocks: Iterable[tuple[float, float, float, float]]) -> str:
    """The ground plans of houses: x, y of the middle, width, depth."""
    d = "".join(f"M{num(x - w / 2)} {num(y - h / 2)}h{num(w)}v{num(h)}h{num(-w)}z" for x, y, w, h in blocks)
    return tag("path", d=d, fill=BRICK, stroke=INK, stroke_width=0.8) if d else ""


def tufts(spots: Iterable[Point]) -> str:
    """A little grass, so that open ground is not bare."""
    d = "".join(f"M{num(x - 4)} {num(y)}l2 -5M{num(x)} {num(y)}v-6M{num(x + 4)} {num(y)}l-2 -5" for x, y in spots)
    return tag("path", d=d, fill="none", stroke=GRASS, stroke_width=1.1) if d else ""


def waves(spots: Iterable[Point], colour: str = SEA_LINE) -> str:
    """Little waves on open water."""
    d = "".join(f"M{num(x)} {num(y)}q5 -5 10 0t10 0" for x, y in spots)
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=1.2, stroke_linecap="round") if d else ""


def shore(name: str, **coast: Value) -> str:
    """Lines that follow a coast, the farther the fainter; the coast is an element of its own: a path, or the use of one."""
    lines = []
    for n, width in enumerate((78, 58, 40, 25, 12)):
        lines.append(tag(name, **coast, stroke=SEA_LINE, stroke_width=width, stroke_opacity=0.28 + 0.12 * n))
        lines.append(tag(name, **coast, stroke=SEA, stroke_width=width - 2.2))
    return tag("g", *lines, fill="none", stroke_linejoin="round", stroke_linecap="round")
