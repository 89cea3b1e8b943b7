"""The ground: washes, hachures, woods, fields, houses; streams along the sides of hexes, roads through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import Final

from bivouac.core.draw import ground, palette
from bivouac.core.draw.palette import FIELD, GRASS, INK, LEAF, LEAF_EDGE, ROAD_EDGE
from bivouac.core.draw.svg import Point, grain, path, rounded, tag, use
from bivouac.titles.yankees_rebels.draw.places import BOARD
from bivouac.titles.yankees_rebels.printed.map import BRIDGES, GRID, LEVEL, MAP, NUMBER, SIZE, TERRAIN

WASH: Final = {
    "open": palette.OPEN,
    "hill": palette.RIDGE,
    "woods": palette.WOODS,
    "wooded_hill": palette.WOODED_HILL,
    "buildings": palette.TOWN,
    "orchard": palette.ORCHARD,
    "ploughed": FIELD,
}

HIGH_AND_WOODED: Final = (("hill", ("wooded_hill",)), ("woods", ("wooded_hill",)), ("wooded_hill", ()))
EDGE: Final = {"woods": LEAF, "wooded_hill": LEAF, "hill": palette.HILL}
VARIANTS: Final = 4


def hexes_of(*terrains: str) -> list[int]:
    return [h for h in range(SIZE) if TERRAIN[h] in terrains]


def washes() -> str:
    """A wash of colour for every kind of ground, run together over the hexes that touch; a wooded hill lies on its hill and in its wood."""
    parts = [tag("path", d="".join(path(ring, closed=True) for ring in BOARD.outline(range(SIZE))), fill=WASH["open"])]
    for terrain, with_it in (("ploughed", ()), ("orchard", ()), ("buildings", ()), *HIGH_AND_WOODED):
        found = frozenset(hexes_of(terrain, *with_it))
        parts.append(tag("path", d=BOARD.patch(found), fill=WASH[terrain], stroke=EDGE.get(terrain, GRASS), stroke_width=1.2))
    return "".join(parts)


def hachures() -> str:
    """Short strokes down every slope: along each side where a hill meets lower ground; a second row on the highest hills."""
    thin, thick = [], []
    for h in range(SIZE):
        for i, n in enumerate(GRID.neighbours[h]):
            if LEVEL[h] > (LEVEL[n] if n >= 0 else 0):
                thin.append(ground.slope(*BOARD.edge(h, i), BOARD.centre[h], 15, 4.4, 2))
            if LEVEL[h] == 2:
                thick.append(ground.slope(*BOARD.edge(h, i), BOARD.centre[h], 11, 6.3, 15))
    return ground.hachures("".join(thin), 1.25) + ground.hachures("".join(thick), 1.6)


def symbols() -> str:
    """Woods of some patterns, around the centre of a hex; they reach to its rim, so that they run together."""
    drawn = []
    for n in range(VARIANTS):
        x, y = BOARD.centre[n]
        crowns = ground.trees(((px - x, py - y) for px, py in BOARD.strewn(n, 17, 12.4, 3)), 4.6)
        drawn.append(tag("g", crowns, id=f"yr-woods-{n}"))
    return tag("defs", *drawn)


def woods() -> str:
    return "".join(use(f"yr-woods-{int(VARIANTS * grain(h, 5))}", *BOARD.centre[h]) for h in hexes_of("woods", "wooded_hill"))


def rows_of_trees(h: int) -> Iterator[Point]:
    x, y = BOARD.centre[h]
    return ((x + 12.5 * i, y + 12 * j) for i in range(-2, 3) for j in range(-2, 3) if abs(i) + abs(j) < 4)


def orchards() -> str:
    """Trees in rows."""
    return ground.trees((spot for h in hexes_of("orchard") for spot in rows_of_trees(h)), 2.7)


def furrows() -> str:
    """Parallel furrows on ploughed fields."""
    lines = []
    for h in hexes_of("ploughed"):
        x, y = BOARD.centre[h]
        for k in range(-4, 5):
            half = 33 - abs(k) * 3.2
            lines.append(path([(x - half, y + 7 * k + half * 0.12), (x + half, y + 7 * k - half * 0.12)]))
    return tag("path", d="".join(lines), stroke=ROAD_EDGE, stroke_width=1.1, stroke_dasharray="7 2", stroke_opacity=0.7)


def blocks_of(h: int) -> Iterator[tuple[float, float, float, float]]:
    """A town is full of houses; a farm has a few in the middle."""
    town = any(TERRAIN[n] == "buildings" for n in GRID.adjacent[h])
    for x, y in BOARD.strewn(h, 17 if town else 6, 11 if town else 9, 8):
        if town or dist((x, y), BOARD.centre[h]) <= 20:
            yield x, y, *((7, 5), (5, 7), (9, 5), (6, 6))[int(4 * grain(x, y))]


def houses() -> str:
    return ground.houses(block for h in hexes_of("buildings") for block in blocks_of(h))


def stream_points(sides: Iterable[str]) -> list[Point]:
    """The corners along a stream, from one end to the other."""
    pairs = (side.split("/") for side in sides)
    return BOARD.course((NUMBER[a], NUMBER[b]) for a, b in pairs)


def streams() -> str:
    return ground.streams((rounded(stream_points(stream.sides)) for stream in MAP.stream), 8)


def roads() -> str:
    """Main roads as double lines, the minor ones of the option broken."""
    ways = [(road.option, rounded(BOARD.way([NUMBER[name] for name in road.hexes.split()]))) for road in MAP.road]
    return ground.tracks(d for option, d in ways if option) + ground.roads((d for option, d in ways if not option), 6.6)


def bridges() -> str:
    """Two parapets where a road crosses a stream."""
    return "".join(parapets(BOARD.centre[a], BOARD.centre[b], half=True) for a, b in sorted(BRIDGES))


def parapets(a: Point, b: Point, *, half: bool = False) -> str:
    """Along the way from a point towards another, at the first or half-way."""
    (ax, ay), (bx, by), far = a, b, dist(a, b)
    ux, uy = (bx - ax) / far, (by - ay) / far
    mx, my = ((ax + bx) / 2, (ay + by) / 2) if half else a
    sides = [(mx - uy * side, my + ux * side) for side in (-5.6, 5.6)]
    d = "".join(path([(x - ux * 8, y - uy * 8), (x + ux * 8, y + uy * 8)]) for x, y in sides)
    return tag("path", d=d, stroke=INK, stroke_width=2.6, stroke_linecap="round")


def sample(terrain: str) -> str:
    """A scrap of a kind of ground for the key."""
    scrap = tag("rect", x=-13, y=-10, width=26, height=20, fill=WASH[terrain], stroke=INK, stroke_width=0.8)
    slopes = ground.hachures("".join(f"M{-9 + 4 * i} -5l-1.4 9" for i in range(6)))
    wood = ground.trees(((-5, -4), (5, -1), (-2, 5)), 3)
    signs = {
        "hill": slopes,
        "woods": wood,
        "wooded_hill": slopes + wood,
        "buildings": ground.houses(((-4, -3, 6, 5), (5, 2, 7, 5))),
        "orchard": tag("g", *(tag("circle", cx=x, cy=y, r=2.2) for x in (-8, 0, 8) for y in (-4, 4)), fill=LEAF, stroke=LEAF_EDGE),
        "ploughed": tag("path", d="M-11 -6H11M-11 -2H11M-11 2H11M-11 6H11", stroke=ROAD_EDGE),
    }
    return scrap + signs.get(terrain, "")
