"""The map drawn from the data: a campaign sheet with hachured hills, stippled woods, blue streams and double-line roads.

Everything follows from `battlefield`; only the larger names are placed by hand. North is to the right, as on the printed sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from math import hypot
from random import Random
from typing import Final, NamedTuple

from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.titles.yankees_rebels.printed.map import BRIDGES, ENTRIES, GRID, HEX, LEVEL, MAP, NUMBER, SIZE, TERRAIN, VICTORY

SIDE: Final = 44.0
LEFT: Final = 118.0
TOP: Final = 96.0
WIDTH: Final = 1556
HEIGHT: Final = 1200
INK: Final = "#3a2c1e"
PAPER: Final = "#f1e7cf"
SEAL: Final = "#9c2f27"
SERIF: Final = "EB Garamond, Garamond, Georgia, serif"
WASH: Final = {
    "open": "#efe4c8",
    "hill": "#e3d1a6",
    "woods": "#d3d5ad",
    "wooded_hill": "#bcc093",
    "buildings": "#e6d3bd",
    "orchard": "#e2dfb4",
    "ploughed": "#e9d9a2",
}
Point = tuple[float, float]


def centre(h: int) -> Point:
    """Where a hex lies on the sheet."""
    x, y = GRID.centre(h, SIDE)
    return round(LEFT + x, 1), round(TOP + y, 1)


def corners(h: int) -> list[Point]:
    return [(round(LEFT + x, 1), round(TOP + y, 1)) for x, y in GRID.corners(h, SIDE)]


def outline(h: int) -> str:
    return " ".join(f"{x},{y}" for x, y in corners(h))


def smooth(points: Sequence[Point]) -> str:
    """A path through points with its corners rounded."""
    (x, y), *rest = points
    parts = [f"M{x:.1f} {y:.1f}"]
    for (ax, ay), (bx, by) in pairwise(rest):
        parts.append(f"Q{ax:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}")
    return "".join([*parts, f"L{rest[-1][0]:.1f} {rest[-1][1]:.1f}"])


# --- ground ----------------------------------------------------------------------------------------


def ground() -> str:
    """A wash of colour for every hex."""
    return "".join(
        f'<polygon points="{outline(h)}" fill="{WASH[TERRAIN[h]]}" stroke="{WASH[TERRAIN[h]]}" stroke-width="1.2"/>' for h in range(SIZE)
    )


def hachures() -> str:
    """Short strokes down every slope: along each side where a hill meets lower ground."""
    thin, thick = [], []
    for h in range(SIZE):
        for i, n in enumerate(GRID.neighbours[h]):
            drop = LEVEL[h] - (LEVEL[n] if n >= 0 else 0)
            if drop > 0:
                thin.append(slope(h, i, 15.0, 10, seed=h * 6 + i))
            if LEVEL[h] == 2:
                thick.append(slope(h, i, 11.0, 7, seed=h * 7 + i, inset=15.0))
    return (
        f'<path d="{"".join(thin)}" fill="none" stroke="#6e5232" stroke-width="1.25" stroke-linecap="round" stroke-opacity=".8"/>'
        f'<path d="{"".join(thick)}" fill="none" stroke="#4c3a20" stroke-width="1.5" stroke-linecap="round" stroke-opacity=".75"/>'
    )


def slope(h: int, i: int, length: float, strokes: int, *, seed: int, inset: float = 2.0) -> str:
    """The strokes along one side of a hex, pointing downhill."""
    rng = Random(seed)
    (ax, ay), (bx, by) = corners(h)[i - 1], corners(h)[i]
    cx, cy = centre(h)
    parts = []
    for k in range(strokes):
        t = (k + 0.5 + rng.uniform(-0.2, 0.2)) / strokes
        ex, ey = ax + (bx - ax) * t, ay + (by - ay) * t
        far = hypot(cx - ex, cy - ey)
        ux, uy = (cx - ex) / far, (cy - ey) / far
        reach = length * rng.uniform(0.65, 1.0)
        parts.append(f"M{ex + ux * (inset + reach):.1f} {ey + uy * (inset + reach):.1f}L{ex + ux * inset:.1f} {ey + uy * inset:.1f}")
    return "".join(parts)


def inside(h: int, n: int, room: float, seed: int) -> list[Point]:
    """Some points of a hex, apart from each other and not too near its rim."""
    rng = Random(seed)
    cx, cy = centre(h)
    found: list[Point] = []
    for _ in range(n * 12):
        x, y = rng.uniform(-SIDE, SIDE), rng.uniform(-SIDE * 0.86, SIDE * 0.86)
        if abs(y) < 34 and abs(x) * 0.866 + abs(y) * 0.5 < 33 and all(hypot(cx + x - a, cy + y - b) > room for a, b in found):
            found.append((round(cx + x, 1), round(cy + y, 1)))
        if len(found) == n:
            break
    return sorted(found, key=lambda p: p[1])


def trees() -> str:
    """Woods: little round trees with their shadow."""
    shadows, crowns = [], []
    for h in range(SIZE):
        if TERRAIN[h] in ("woods", "wooded_hill"):
            for x, y in inside(h, 19 if TERRAIN[h] == "woods" else 15, 11.5, 1000 + h):
                shadows.append(f"M{x - 2.5} {y + 4.4}h7")
                crowns.append(f"M{x - 4} {y}a4 4 0 1 1 8 0a4 3.4 0 1 1 -8 0")
    return (
        f'<path d="{"".join(shadows)}" stroke="{INK}" stroke-width="1" stroke-opacity=".45"/>'
        f'<path d="{"".join(crowns)}" fill="#8c9a63" stroke="#4f5b33" stroke-width=".8"/>'
    )


def orchards() -> str:
    """Orchards: trees in rows."""
    dots = []
    for h in range(SIZE):
        if TERRAIN[h] == "orchard":
            cx, cy = centre(h)
            for row in range(-2, 3):
                for column in range(-2, 3):
                    x, y = cx + 12.5 * column, cy + 12 * row
                    if abs(column) + abs(row) < 4:
                        dots.append(f"M{x - 2.6:.1f} {y:.1f}a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0")
    return f'<path d="{"".join(dots)}" fill="#9aa56b" stroke="#55622f" stroke-width=".7"/>'


def furrows() -> str:
    """Ploughed fields: parallel furrows."""
    lines = []
    for h in range(SIZE):
        if TERRAIN[h] == "ploughed":
            cx, cy = centre(h)
            for k in range(-4, 5):
                half = 33 - abs(k) * 3.2
                lines.append(f"M{cx - half:.1f} {cy + 7 * k + half * 0.12:.1f}L{cx + half:.1f} {cy + 7 * k - half * 0.12:.1f}")
    return f'<path d="{"".join(lines)}" stroke="#a8863c" stroke-width="1.1" stroke-dasharray="7 2"/>'


def houses() -> str:
    """Town blocks and farms."""
    blocks = []
    for h in range(SIZE):
        if TERRAIN[h] == "buildings":
            town = sum(TERRAIN[n] == "buildings" for n in GRID.adjacent[h]) > 0
            rng = Random(5000 + h)
            for x, y in inside(h, 17 if town else 6, 11.0 if town else 9.0, 3000 + h):
                if not town and hypot(x - centre(h)[0], y - centre(h)[1]) > 20:
                    continue
                w, d = rng.choice(((7, 5), (5, 7), (9, 5), (6, 6)))
                blocks.append(f"M{x - w / 2} {y - d / 2}h{w}v{d}h-{w}z")
    return f'<path d="{"".join(blocks)}" fill="#7b4436" stroke="#3d211a" stroke-width=".7"/>'


# --- streams and roads ----------------------------------------------------------------------------------------


def stream_points(sides: Iterable[str]) -> list[Point]:
    """The corners along a stream, from one end to the other."""
    edges = []
    for side in sides:
        a, b = (NUMBER[name] for name in side.split("/"))
        i = GRID.direction(a, b)
        edges.append((corners(a)[i - 1], corners(a)[i]))
    points: list[Point] = []
    for edge, following in zip(edges, [*edges[1:], edges[-1]], strict=True):
        first, second = edge
        if not points:
            points.append(second if is_near(first, following) else first)
        points.append(second if hypot(points[-1][0] - first[0], points[-1][1] - first[1]) < 2 else first)
    return points


def is_near(point: Point, edge: tuple[Point, Point]) -> bool:
    return any(hypot(point[0] - x, point[1] - y) < 2 for x, y in edge)


def streams() -> str:
    paths = [smooth(stream_points(stream.sides)) for stream in MAP.stream]
    wash = "".join(
        f'<path d="{d}" fill="none" stroke="#a9c3cf" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>' for d in paths
    )
    return wash + "".join(f'<path d="{d}" fill="none" stroke="#47748c" stroke-width="2.4" stroke-linecap="round"/>' for d in paths)


def road_points(hexes: str) -> list[Point]:
    """The hexes of a road, run out over the edge of the map where it leaves it."""
    names = hexes.split()
    points = [centre(NUMBER[name]) for name in names]
    for end, inner in ((0, 1), (-1, -2)):
        if len(GRID.adjacent[NUMBER[names[end]]]) < 6:
            (x, y), (ix, iy) = points[end], points[inner]
            beyond = (x + (x - ix) * 0.56, y + (y - iy) * 0.56)
            points.insert(0 if end == 0 else len(points), beyond)
    return points


def roads() -> str:
    paths = [smooth(road_points(road.hexes)) for road in MAP.road if not road.option]
    tracks = [smooth(road_points(road.hexes)) for road in MAP.road if road.option]
    minor = "".join(
        f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="1.4" stroke-dasharray="6 4" stroke-opacity=".5"/>' for d in tracks
    )
    edge = "".join(f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="6.4" stroke-linejoin="round"/>' for d in paths)
    return minor + edge + "".join(f'<path d="{d}" fill="none" stroke="#f6eeda" stroke-width="3.8" stroke-linejoin="round"/>' for d in paths)


def bridges() -> str:
    """Two parapets where a road crosses a stream."""
    lines = []
    for a, b in sorted(BRIDGES):
        (ax, ay), (bx, by) = centre(a), centre(b)
        mx, my, far = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        for side in (-5.6, 5.6):
            x, y = mx - uy * side, my + ux * side
            lines.append(f"M{x - ux * 8:.1f} {y - uy * 8:.1f}L{x + ux * 8:.1f} {y + uy * 8:.1f}")
    return f'<path d="{"".join(lines)}" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'


# --- lettering ----------------------------------------------------------------------------------------


class Label(NamedTuple):
    text: str
    hex: str
    dx: float = 0.0
    dy: float = 30.0
    size: float = 11.5
    turn: float = 0.0
    space: float = 0.0
    colour: str = INK


LABELS: Final = (
    Label("Round Top", "B7"),
    Label("Little Round Top", "D6"),
    Label("Devil’s Den", "D8"),
    Label("The Wheatfield", "F8"),
    Label("Peach Orchard", "G9"),
    Label("Culp’s Hill", "N3"),
    Label("Cemetery Hill", "N5", 0, 31),
    Label("East Cemetery Hill", "N4", 0, 31, 9.5),
    Label("Benner’s Hill", "Q2", -30, 36),
    Label("Power’s Hill", "I2"),
    Label("Wolf Hill", "L1", 0, 34),
    Label("Barlow’s Knoll", "V4", 2, 31, 10),
    Label("Oak Hill", "V8", -4, 31),
    Label("Oak Ridge", "U8"),
    Label("Lutheran Seminary", "R8", 0, 31, 9.5),
    Label("Pennsylvania College", "S6", 4, 27, 9),
    Label("Almshouse", "U5"),
    Label("Bliss farm", "M8"),
    Label("Trostle farm", "G7"),
    Label("Rose farm", "E9"),
    Label("Codori farm", "K7", 0, 26, 10),
    Label("Bushman farm", "C9", 0, 26, 10),
    Label("Slyder farm", "B9", 0, 26, 10),
    Label("H. Spangler farm", "K9", 0, 26, 10),
    Label("Spangler’s Spring", "L2", 4, 8, 10),
    Label("Meade’s HQ", "L5", 0, 26, 10),
    Label("Cemetery gatehouse", "O5", 8, 24, 9),
    Label("Rose Woods", "E8"),
    Label("Trostle Woods", "F7", 0, 31, 10),
    Label("Weikert Woods", "F6", 0, 31, 10),
    Label("Pitzer Woods", "I11", -33, 6),
    Label("Spangler Woods", "K10", 32, 30),
    Label("Herbst Woods", "R10"),
    Label("Springs Hotel Woods", "P12", 0, 31, 9),
    Label("Plum Run valley", "D7", 0, 24, 9.5),
    Label("Ziegler’s Grove", "M6", 0, 31, 9.5),
    Label("The Angle", "L6", 0, 31, 10),
    Label("McMillan orchard", "O8", 0, 31, 9.5),
    Label("Railroad cut", "S8", 4, 31, 9.5),
    Label("Herr Tavern", "U13", -6, 31, 10),
    Label("Bushman’s Hill", "A8", -4, 31, 10),
    Label("SEMINARY  RIDGE", "O9", 34, -43, 15, 0, 4),
    Label("CEMETERY  RIDGE", "K4", 26, -4, 14, -14, 2.5),
    Label("WARFIELD  RIDGE", "E10", 0, -42, 13, 0, 2.5),
    Label("McPHERSON’S  RIDGE", "R9", 34, -18, 11.5, 0, 1.5),
    Label("HERR  RIDGE", "T12", 0, -4, 13, -90, 3),
    Label("GETTYSBURG", "Q5", 4, -2, 21, 0, 3),
    Label("Willoughby Run", "I12", 20, -6, 13, -2, 1.5, "#2f5a72"),
    Label("Willoughby Run", "S11", 8, 8, 13, 0, 1, "#2f5a72"),
    Label("Plum Run", "B8", 10, -10, 12, 0, 1, "#2f5a72"),
    Label("Rock Creek", "T3", 0, 18, 13, -2, 1.5, "#2f5a72"),
    Label("Rock Creek", "M1", 20, -34, 13, 0, 1.5, "#2f5a72"),
    Label("Emmitsburg Road", "C11", -20, -28, 12, 30, 1),
    Label("Emmitsburg Road", "K8", -24, -20, 12, 30, 1),
    Label("Taneytown Road", "D5", -8, 38, 12, 0, 1),
    Label("Baltimore Pike", "K3", 20, 26, 12, -30, 1),
    Label("Chambersburg Pike", "U12", 15, 26, 11.5, -90, 1),
    Label("Hagerstown Road", "Q9", -24, 18, 11.5, 56, 1),
    Label("Mummasburg Road", "T6", 46, -34, 11.5, -26, 0.5),
    Label("Carlisle Road", "U6", 0, 24, 10.5, 6, 0.5),
    Label("Harrisburg Road", "T4", 30, 22, 11, 26, 0.5),
    Label("York Pike", "S3", 58, 36, 11.5, 62, 1),
    Label("Hanover Road", "R1", 14, -2, 11.5, -90, 1),
)


def lettering() -> str:
    parts = []
    for label in LABELS:
        x, y = centre(NUMBER[label.hex])
        x, y = x + label.dx, y + label.dy
        turn = f' transform="rotate({label.turn} {x:.1f} {y:.1f})"' if label.turn else ""
        space = f' letter-spacing="{label.space}"' if label.space else ""
        slant = "" if label.text.isupper() else ' font-style="italic"'
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{label.size}" fill="{label.colour}"{slant}{space}{turn}>{escape(label.text)}</text>'
        )
    return (
        f'<g font-family="{SERIF}" text-anchor="middle" paint-order="stroke" stroke="{PAPER}" stroke-width="3" stroke-opacity=".75" '
        'stroke-linejoin="round">'
        f"{''.join(parts)}</g>"
    )


def hex_grid() -> str:
    lines = "".join(f"M{outline(h).replace(' ', 'L')}Z" for h in range(SIZE))
    numbers = "".join(f'<text x="{centre(h)[0]}" y="{centre(h)[1] - 28.5:.1f}">{HEX[h]}</text>' for h in range(SIZE))
    return (
        f'<path d="{lines}" fill="none" stroke="{INK}" stroke-width=".8" stroke-opacity=".28"/>'
        f'<g font-family="Helvetica, Arial, sans-serif" font-size="8" text-anchor="middle" fill="{INK}" fill-opacity=".6">{numbers}</g>'
    )


def victory_seals() -> str:
    """A wax seal with its points in the northern corner of every victory hex, where no counter hides it."""
    parts = []
    for h, points in VICTORY.items():
        x, y = centre(h)
        parts.append(
            f'<g transform="translate({x + 34:.1f} {y})"><circle r="9.6" fill="{SEAL}" stroke="#5e1712" stroke-width="1.4"/>'
            '<circle r="7.4" fill="none" stroke="#e9c9a0" stroke-width=".7"/>'
            f'<text y="4.4" font-family="{SERIF}" font-weight="bold" font-size="13" text-anchor="middle" fill="#fbf3df">{points}</text></g>'
        )
    return "".join(parts)


def entry_arrows() -> str:
    """Arrows at the edge where reinforcements come in, in the colour of their side."""
    parts = []
    for side, colour in ((0, "#24426b"), (1, "#7a6344")):
        for h in sorted(ENTRIES[side]):
            x, y = centre(h)
            turn = 90 if HEX[h] == "I1" else 0 if side == 0 else 180
            tip = {90: (x, y + 46), 0: (x - 52, y), 180: (x + 52, y)}[turn]
            turn = -90 if turn == 90 else turn
            parts.append(
                f'<path d="M0 0L-15 -11V-5H-34V5H-15V11Z" transform="translate({tip[0]:.1f} {tip[1]:.1f}) rotate({turn})" '
                f'fill="{colour}" stroke="{INK}" stroke-width="1"/>'
            )
    return "".join(parts)


# --- the sheet ----------------------------------------------------------------------------------------


def sheet() -> str:
    """Paper and a ruled border."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<rect x="12" y="12" width="{WIDTH - 24}" height="{HEIGHT - 24}" fill="none" stroke="{INK}" stroke-width="3"/>'
        f'<rect x="19" y="19" width="{WIDTH - 38}" height="{HEIGHT - 38}" fill="none" stroke="{INK}" stroke-width="1"/>'
    )


def cartouche(say: Say) -> str:
    """Title, compass and key, below the map."""
    y = HEIGHT - 62
    keys = ("open", "hill", "woods", "wooded_hill", "buildings", "orchard", "ploughed")
    parts = [
        f'<text x="46" y="{y + 12}" font-size="34" letter-spacing="7">{escape(say(Text("labels.map_title")))}</text>',
        f'<text x="48" y="{y + 34}" font-size="17" font-style="italic">{escape(say(Text("labels.map_date")))}</text>',
        f'<path d="M{WIDTH - 150} {y + 8}h74" stroke="{INK}" stroke-width="2"/><path d="M{WIDTH - 70} {y + 8}l-16 -7l4 7l-4 7z"/>',
        f'<circle cx="{WIDTH - 122}" cy="{y + 8}" r="9" fill="none" stroke="{INK}"/>',
        f'<text x="{WIDTH - 54}" y="{y + 15}" font-size="22">{escape(say(Text("labels.north")))}</text>',
    ]
    x = 390
    for key in keys:
        words = escape(say(Text(f"labels.legend_{key}")))
        parts.append(
            f'<rect x="{x}" y="{y - 6}" width="24" height="20" fill="{WASH[key]}" stroke="{INK}" stroke-width=".8"/>{sample(key, x, y)}'
            f'<text x="{x + 31}" y="{y + 10}" font-size="15">{words}</text>'
        )
        x += 52 + 7 * len(words) + 8
    x = 390
    for key, mark in (
        ("road", f'<path d="M0 0h26" stroke="{INK}" stroke-width="6.4"/><path d="M0 0h26" stroke="#f6eeda" stroke-width="3.8"/>'),
        ("stream", '<path d="M0 0h26" stroke="#a9c3cf" stroke-width="8"/><path d="M0 0h26" stroke="#47748c" stroke-width="2.4"/>'),
        ("victory", '<circle cx="13" r="9" fill="#9c2f27" stroke="#5e1712"/>'),
    ):
        words = escape(say(Text(f"labels.legend_{key}")))
        parts.append(f'<g transform="translate({x} {y + 28})">{mark}</g><text x="{x + 33}" y="{y + 33}" font-size="15">{words}</text>')
        x += 60 + 7 * len(words) + 8
    return f'<g font-family="{SERIF}" fill="{INK}">{"".join(parts)}</g>'


def sample(key: str, x: float, y: float) -> str:
    """A scrap of each kind of ground for the key."""
    tree = "".join(
        f'<circle cx="{x + dx}" cy="{y + dy}" r="3" fill="#8c9a63" stroke="#4f5b33" stroke-width=".7"/>'
        for dx, dy in ((7, 0), (16, 3), (10, 8))
    )
    strokes = "".join(f'<path d="M{x + 3 + 4 * i} {y + 2}l-1.4 9" stroke="#6e5232" stroke-width="1.2"/>' for i in range(6))
    return {
        "hill": strokes,
        "woods": tree,
        "wooded_hill": strokes + tree,
        "buildings": f'<path d="M{x + 5} {y}h6v5h-6zM{x + 13} {y + 4}h7v5h-7z" fill="#7b4436" stroke="#3d211a" stroke-width=".7"/>',
        "orchard": "".join(
            f'<circle cx="{x + 5 + 7 * i}" cy="{y + 1 + 6 * j}" r="2" fill="#9aa56b" stroke="#55622f" stroke-width=".6"/>'
            for i in range(3)
            for j in range(2)
        ),
        "ploughed": "".join(f'<path d="M{x + 2} {y - 1 + 4 * i}h20" stroke="#a8863c"/>' for i in range(4)),
    }.get(key, "")


@cache
def landscape() -> str:
    """Everything without words in a language."""
    layers = (ground, hachures, furrows, orchards, streams, trees, houses, roads, bridges, hex_grid, lettering, victory_seals, entry_arrows)
    return "".join(layer() for layer in layers)


def board_svg(say: Say, name_of: Callable[[int], Text]) -> str:
    """The sheet with a place to click for every hex on top."""
    areas = "".join(
        f'<g data-id="hex:{h}"><title>{escape(say(name_of(h)))}</title><polygon points="{outline(h)}" fill="#fff" fill-opacity="0"/></g>'
        for h in range(SIZE)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{sheet()}{landscape()}{cartouche(say)}{areas}</svg>'
