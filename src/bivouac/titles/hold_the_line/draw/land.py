"""The ground of a battlefield: woods, hills and marshes that run on over their hexes, rivers with banks, roads and railroads, houses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from bivouac.core.draw import ground, palette
from bivouac.core.draw.palette import BRICK, EARTH, FIELD, HILL, INK, LEAF, RED, WATER_EDGE
from bivouac.core.draw.svg import Point, curve, grain, path, placed, tag, use
from bivouac.titles.hold_the_line.draw.places import BOARD, SIZE
from bivouac.titles.hold_the_line.printed.map import GRID, HEXES
from bivouac.titles.hold_the_line.printed.scenarios import Field, numbers_of
from bivouac.titles.hold_the_line.printed.units import BRIDGE, FENCE, OPEN, RIVER, TERRAIN_IDS

WASH: Final = {
    "open": palette.OPEN,
    "swamp": palette.SWAMP,
    "river": palette.OPEN,
    "bridge": palette.OPEN,
    "forest": palette.WOODS,
    "orchard": palette.ORCHARD,
    "hill": palette.RIDGE,
    "town": palette.TOWN,
    "fence": palette.OPEN,
    "trench": palette.OPEN,
}
RUNNING: Final = ("hill", "swamp", "forest", "orchard", "town")  # ground that runs on from hex to hex, the lowest first
RIVER_WIDE, ROAD_WIDE, RAIL_WIDE = 50, 7.4, 9
VARIANTS: Final = 3
TUFTS: Final = ((-18, -12), (14, -16), (0, 6), (-22, 20), (22, 18))


def hexes_of(field: Field, *terrains: str) -> frozenset[int]:
    return frozenset(h for h in range(HEXES) if TERRAIN_IDS[field.terrain[h]] in terrains)


def landscape(field: Field) -> str:
    """Everything of the ground, the lowest first."""
    return "".join((
        tag("path", d="".join(path(BOARD.corners[h], closed=True) for h in range(HEXES)), fill=WASH["open"]),
        *(patch(field, terrain) for terrain in RUNNING),
        slopes(hexes_of(field, "hill")),
        grass(field),
        *(figures(field, terrain) for terrain in ("swamp", "orchard", "forest")),
        rivers(field),
        ways(field),
        *(placed(bridge(), *BOARD.centre[h], turn=bridge_angle(field, h)) for h in range(HEXES) if field.terrain[h] == BRIDGE),
        figures(field, "town"),
        BOARD.lines(range(HEXES)),
    ))  # fmt: skip


def symbols() -> str:
    """The figures that are used again and again."""
    pictures = ((terrain, n) for terrain in ("forest", "town", "orchard", "swamp") for n in range(VARIANTS))
    return "".join(tag("g", figure(terrain, n), id=f"htl-{terrain}-{n}") for terrain, n in pictures)


# --- what runs on ---------------------------------------------------------------------------------------------------


def patch(field: Field, terrain: str) -> str:
    """A wash over all hexes of a kind that lie together, with a soft border."""
    found = hexes_of(field, terrain)
    if not found:
        return ""
    edge = {"forest": palette.LEAF, "hill": palette.HILL, "swamp": palette.SEA_LINE}.get(terrain, palette.GRASS)
    return tag("path", d=BOARD.patch(found), fill=WASH[terrain], stroke=edge, stroke_width=1.4, stroke_linejoin="round")


def slopes(hills: frozenset[int]) -> str:
    """Hachures down every side where a hill ends, and a crest on its top."""
    sides = [(h, d) for h in sorted(hills) for d, n in enumerate(GRID.neighbours[h]) if n not in hills]
    outer = "".join(ground.slope(*BOARD.edge(h, d), BOARD.centre[h], 17, 5, 3) for h, d in sides)
    crests = "".join(tag("ellipse", cx=x, cy=y, rx=25, ry=22, fill=HILL) for x, y in (BOARD.centre[h] for h in sorted(hills)))
    return tag("g", crests, fill_opacity=0.55) + ground.hachures(outer, 1.35) if hills else ""


def rivers(field: Field) -> str:
    """The courses of the water between their banks."""
    wet = [h for h in range(HEXES) if field.terrain[h] in (RIVER, BRIDGE)]
    return ground.waters(BOARD.river(wet), RIVER_WIDE)


def ways(field: Field) -> str:
    lines = {
        kind: [curve(winding(field, numbers_of(r.hexes))) for r in field.file.roads if r.kind == kind] for kind in ("road", "railroad")
    }
    return ground.roads(lines["road"], ROAD_WIDE) + ground.rails(lines["railroad"], RAIL_WIDE)


def winding(field: Field, hexes: list[int]) -> list[Point]:
    """The way of a road: through the middle of bridges and towns, a little aside elsewhere, as the ground bids."""
    fixed = hexes_of(field, "bridge", "town")
    points = BOARD.way(hexes)
    firm = {BOARD.centre[h] for h in fixed}
    return [(x, y) if (x, y) in firm else (x + 22 * grain(x, y) - 11, y + 26 * grain(y, x) - 13) for x, y in points]


def grass(field: Field) -> str:
    """Some tufts on open ground."""
    bare = [h for h in range(HEXES) if field.terrain[h] == OPEN]
    return ground.tufts((x + 56 * grain(h, n) - 28, y + 44 * grain(n, h) - 20) for h in bare for n in (1, 2) for x, y in (BOARD.centre[h],))


# --- figures, around the centre of a hex ----------------------------------------------------------------------------


def figures(field: Field, terrain: str) -> str:
    """One of the drawings of a terrain in each of its hexes; they reach to the rim, so that they run together."""
    spots = sorted(hexes_of(field, terrain))
    return "".join(use(f"htl-{terrain}-{int(VARIANTS * grain(h, 7))}", *BOARD.centre[h]) for h in spots)


def line(x1: float, y1: float, x2: float, y2: float, width: float = 1.2, colour: str = INK) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, stroke_linecap="round")


def around_origin(variant: int, count: int, room: float, inset: float) -> list[Point]:
    x, y = BOARD.centre[variant]
    return [(round(px - x, 1), round(py - y, 1)) for px, py in BOARD.strewn(variant, count, room, inset)]


def orchard() -> str:
    spots = [(x, y) for y in (-27, -9, 9, 27) for x in (-27, -9, 9, 27) if abs(x) + abs(y) < 50]
    crowns = (tag("circle", cx=x, cy=y, r=4.8, fill=LEAF, stroke=INK, stroke_width=0.8) for x, y in spots)
    return "".join((*crowns, *(tag("circle", cx=x + 1.2, cy=y - 0.8, r=1.3, fill=RED) for x, y in spots)))


def house(x: float, y: float, w: float = 13) -> str:
    h = w * 0.7
    walls = path([(x - w / 2, y + h), (x - w / 2, y), (x, y - w * 0.55), (x + w / 2, y), (x + w / 2, y + h)], closed=True)
    door = tag("rect", x=x - 1.6, y=y + h - 5, width=3.2, height=5, fill=INK)
    return tag("path", d=walls, fill=BRICK, stroke=INK, stroke_width=1, stroke_linejoin="round") + door


def town(variant: int) -> str:
    """Houses along the rim, where a counter leaves them in sight."""
    spots = (
        ((-29, -14, 12), (26, -17, 12), (-25, 14, 11), (28, 12, 11), (0, -32, 11)),
        ((-27, -18, 12), (29, -8, 12), (-29, 8, 11), (22, 20, 12), (-10, -31, 10)),
        ((-30, -4, 13), (24, -20, 12), (-20, 20, 11), (29, 8, 12), (8, -33, 10)),
    )[variant]
    return "".join(house(*spot) for spot in spots)


def bridge() -> str:
    """A deck with its planks and rails, from west to east."""
    deck = tag("rect", x=-36, y=-9, width=72, height=18, fill=FIELD, stroke=INK)
    planks = tag("path", d="".join(f"M{x} -9v18" for x in range(-30, 31, 6)), stroke=INK, stroke_width=1.6)
    return deck + planks + line(-38, -10, 38, -10, 2.4) + line(-38, 10, 38, 10, 2.4)


def swamp() -> str:
    reeds = "".join(f"M{x} {y}l{dx} {-9 + abs(dx) / 2}" for x, y in TUFTS for dx in (-6, -3, 0, 3, 6))
    pools = "".join(f"M{x - 10} {y + 1.5}h20M{x - 6} {y + 4.5}h12" for x, y in TUFTS)
    return tag("path", d=reeds, stroke=INK, stroke_width=1.1) + tag("path", d=pools, stroke=WATER_EDGE, stroke_width=1.1)


@cache
def figure(terrain: str, variant: int) -> str:
    """The figure of a terrain, with the centre of the hex as its origin."""
    match terrain:
        case "forest":
            return ground.trees(around_origin(variant, 15, 14.5, 3), 6.0)
        case "town":
            return town(variant)
        case "orchard":
            return orchard()
        case "swamp":
            return swamp()
    return ""


def bridge_angle(field: Field, h: int) -> int:
    """The deck runs between the two opposite neighbours that are least wet."""
    wet = [n >= 0 and bool(field.water >> n & 1) for n in GRID.neighbours[h]]
    return 60 * min(range(3), key=lambda axis: wet[axis] + wet[axis + 3])


# --- protected sides ------------------------------------------------------------------------------------------------


def cover_side(kind: str, a: Point, b: Point, centre: Point) -> str:
    """A protected side of a hex, drawn just inside it: a rail fence, or an earthwork with its stakes."""
    (cx, cy), pull = centre, 0.14
    (ax, ay), (bx, by) = ((x + (cx - x) * pull, y + (cy - y) * pull) for x, y in (a, b))
    back, reach = (0, 6) if kind == "trench" else (4, 4)
    posts = []
    for i in range(6):
        px, py = ax + (bx - ax) * (i + 0.5) / 6, ay + (by - ay) * (i + 0.5) / 6
        ox, oy = (px - cx) / SIZE, (py - cy) / SIZE
        posts.append(path([(px - ox * back, py - oy * back), (px + ox * reach, py + oy * reach)]))
    stakes = tag("path", d="".join(posts), stroke=INK, stroke_width=1.6, stroke_linecap="round")
    if kind == "trench":
        return line(ax, ay, bx, by, 6, EARTH) + stakes
    qx, qy = (cx - (ax + bx) / 2) * 0.09, (cy - (ay + by) / 2) * 0.09
    return line(ax, ay, bx, by, 1.8) + line(ax + qx, ay + qy, bx + qx, by + qy, 1.8) + stakes


def covers(field: Field, hexes: Iterable[int]) -> str:
    """The protected sides of hexes."""
    sides = ((h, side) for h in hexes for side in field.cover_sides[h])
    kind = {h: "fence" if field.cover_kind[h] == FENCE else "trench" for h in hexes}
    return "".join(cover_side(kind[h], *BOARD.edge(h, side), BOARD.centre[h]) for h, side in sides)
