"""The board of a scenario. Every terrain has a figure of its own: a grey print tells them apart."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final

from bivouac.core.draw import ground, palette, tracks
from bivouac.core.draw.palette import BRICK, EARTH, FIELD, HILL, INK, INK_SOFT, LEAF, PAPER_DEEP, RED, SLOPE, WATER_EDGE
from bivouac.core.draw.svg import SERIF, Point, grain, label, path, place, placed, polygon, rim, sheet, tag, tooltip, use, words
from bivouac.core.table import Say
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.draw.places import BOARD, HEIGHT, LEFT, SIZE, WIDTH
from bivouac.titles.hold_the_line.printed.map import COLUMNS, GRID, HEX_NAMES, HEXES, ROWS
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_for, numbers_of
from bivouac.titles.hold_the_line.printed.units import BRIDGE, FENCE, OPEN, TERRAIN_IDS, TRENCH

WASH: Final = {
    "open": palette.OPEN,
    "swamp": palette.SWAMP,
    "river": palette.SEA,
    "bridge": palette.SEA,
    "forest": palette.WOODS,
    "orchard": palette.ORCHARD,
    "hill": palette.RIDGE,
    "town": palette.TOWN,
    "fence": palette.OPEN,
    "trench": palette.OPEN,
}


def hex_text(field: Field, h: int) -> Text:
    """A hex by its name, its terrain and the place it belongs to."""
    args: dict[str, Arg] = {"hex": Name("hex", h), "terrain": Name("terrain", field.terrain[h])}
    for spot in field.file.places:
        if h in numbers_of(spot.hexes):
            return Text("labels.hex_place", {**args, "place": spot.name})
    return Text("labels.hex", args)


def board(scenario: Scenario, say: Say) -> str:
    field = field_for(scenario)
    return sheet(
        WIDTH,
        HEIGHT,
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER_DEEP),
        tag("defs", *(tag("g", figure(terrain, variant), id=f"htl-{terrain}-{variant}") for terrain, variant in PICTURES)),
        *(hex_drawing(field, h, say) for h in range(HEXES)),
        grass(field),
        banks(field),
        *(covers(field, h) for h in range(HEXES) if field.cover_sides[h]),
        *(numbered(field, h) for h in range(HEXES)),
        *place_names(field, say),
        edge(),
        legend(field, say),
        compass(field, say),
    )


# --- terrain figures, around the centre of a hex --------------------------------------------------------------------

TREES: Final = ((-19, -17), (0, -22), (19, -17), (-28, 2), (-9, 0), (10, -1), (28, 2), (-17, 19), (2, 22), (20, 18))
WAVES: Final = ((-30, -14), (6, -20), (-14, 0), (10, 8), (-30, 18), (-2, 24))
TUFTS: Final = ((-18, -12), (14, -16), (0, 6), (-22, 20), (22, 18))
PICTURES: Final = (
    *((t, v) for t in ("forest", "town") for v in (0, 1)),
    *((t, 0) for t in ("orchard", "hill", "river", "swamp")),
    *(("bridge", angle) for angle in (0, 60, 120)),
)


def line(x1: float, y1: float, x2: float, y2: float, width: float = 1.2, colour: str = INK) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, stroke_linecap="round")


def orchard() -> str:
    spots = [(x, y) for y in (-18, 0, 18) for x in (-24, -8, 8, 24)]
    crowns = (tag("circle", cx=x, cy=y, r=4.8, fill=LEAF, stroke=INK, stroke_width=0.8) for x, y in spots)
    return "".join((*crowns, *(tag("circle", cx=x + 1.2, cy=y - 0.8, r=1.3, fill=RED) for x, y in spots)))


def hill() -> str:
    """An oval crest with hachures running down from it."""
    turns = [2 * pi * i / 30 for i in range(30)]
    d = "".join(path([(21 * cos(a), 14 * sin(a)), ((31 + 3 * (i % 2)) * cos(a), (25 + 3 * (i % 2)) * sin(a))]) for i, a in enumerate(turns))
    return tag("ellipse", rx=20, ry=13, fill=HILL, stroke=SLOPE, stroke_width=1.1) + ground.hachures(d, 1.3)


def house(x: float, y: float, w: float = 13) -> str:
    h = w * 0.7
    walls = path([(x - w / 2, y + h), (x - w / 2, y), (x, y - w * 0.55), (x + w / 2, y), (x + w / 2, y + h)], closed=True)
    door = tag("rect", x=x - 1.6, y=y + h - 5, width=3.2, height=5, fill=INK)
    return tag("path", d=walls, fill=BRICK, stroke=INK, stroke_width=1, stroke_linejoin="round") + door


def town(variant: int) -> str:
    spots = ((-15, -14, 12), (12, -16, 12), (0, 10, 14), (-22, 14, 10), (22, 12, 10)) if variant else ((-8, -10, 18), (16, 10, 12))
    return "".join(house(*spot) for spot in spots)


def bridge(angle: int) -> str:
    deck = tag("rect", x=-36, y=-10, width=72, height=20, fill=FIELD, stroke=INK)
    planks = "".join(line(x, -9, x, 9, 1.6) for x in range(-30, 31, 6))
    rails = line(-38, -11, 38, -11, 2.4) + line(-38, 11, 38, 11, 2.4)
    return ground.waves(WAVES, WATER_EDGE) + placed(deck + planks + rails, 0, 0, turn=angle)


def swamp() -> str:
    reeds = "".join(f"M{x} {y}l{dx} {-9 + abs(dx) / 2}" for x, y in TUFTS for dx in (-6, -3, 0, 3, 6))
    pools = "".join(f"M{x - 10} {y + 1.5}h20M{x - 6} {y + 4.5}h12" for x, y in TUFTS)
    return tag("path", d=reeds, stroke=INK, stroke_width=1.1) + tag("path", d=pools, stroke=WATER_EDGE, stroke_width=1.1)


@cache
def figure(terrain: str, variant: int) -> str:
    """The figure of a terrain, with the centre of the hex as its origin."""
    match terrain:
        case "forest":
            return ground.pines(TREES) if variant else ground.trees(TREES, 6.0)
        case "town":
            return town(variant)
        case "bridge":
            return bridge(variant)
        case "river":
            return ground.waves(WAVES, WATER_EDGE)
    plain = {"orchard": orchard, "hill": hill, "swamp": swamp}
    return plain[terrain]() if terrain in plain else ""


# --- hexes ----------------------------------------------------------------------------------------------------------


def variant_of(field: Field, h: int) -> int:
    """Which of two drawings a hex has; a bridge lies across its river."""
    if field.terrain[h] == BRIDGE:
        return bridge_angle(field, h)
    return (h % COLUMNS + h // COLUMNS) % 2 if TERRAIN_IDS[field.terrain[h]] in ("forest", "town") else 0


def bridge_angle(field: Field, h: int) -> int:
    """The deck runs between the two opposite neighbours that are least wet."""
    wet = [n >= 0 and bool(field.water >> n & 1) for n in GRID.neighbours[h]]
    return 60 * min(range(3), key=lambda axis: wet[axis] + wet[axis + 3])


def hex_drawing(field: Field, h: int, say: Say) -> str:
    terrain = TERRAIN_IDS[field.terrain[h]]
    shape = tag("polygon", points=polygon(BOARD.corners[h]), fill=WASH[terrain], stroke=palette.RULE, stroke_width=1.1)
    drawn = use(f"htl-{terrain}-{variant_of(field, h)}", *BOARD.centre[h]) if figure(terrain, variant_of(field, h)) else ""
    return place(f"hex:{h}", say(hex_text(field, h)), shape, drawn)


def numbered(field: Field, h: int) -> str:
    (x, y), wash = BOARD.centre[h], WASH[TERRAIN_IDS[field.terrain[h]]]
    return words(HEX_NAMES[h], x, y - SIZE * 0.68, 11.5, ink=INK_SOFT, on=wash, pointer_events="none", **rim(wash, 2.6))


def grass(field: Field) -> str:
    """Some tufts on open ground."""
    bare = [h for h in range(HEXES) if field.terrain[h] == OPEN]
    spots = [(x + 56 * grain(h, n) - 28, y + 44 * grain(n, h) - 20) for h in bare for n in (1, 2) for x, y in (BOARD.centre[h],)]
    return tag("g", ground.tufts(spots), pointer_events="none")


def banks(field: Field) -> str:
    """A line where water meets land."""
    wet = [h for h in range(HEXES) if WASH[TERRAIN_IDS[field.terrain[h]]] == palette.SEA]
    sides = [BOARD.edge(h, i) for h in wet for i, n in enumerate(GRID.neighbours[h]) if n >= 0 and n not in wet]
    return (
        tag("path", d="".join(map(path, sides)), fill="none", stroke=WATER_EDGE, stroke_width=2.6, stroke_linecap="round") if sides else ""
    )


def cover_side(kind: str, a: Point, b: Point, centre: Point) -> str:
    """A protected side of a hex, drawn just inside it: a rail fence, or an earthwork with its stakes."""
    (cx, cy), pull = centre, 0.14
    (ax, ay), (bx, by) = ((x + (cx - x) * pull, y + (cy - y) * pull) for x, y in (a, b))
    back, reach = (0, 6) if kind == "trench" else (4, 4)
    posts = []
    for i in range(6):
        px, py = ax + (bx - ax) * (i + 0.5) / 6, ay + (by - ay) * (i + 0.5) / 6
        ox, oy = (px - cx) / SIZE, (py - cy) / SIZE
        posts.append(line(px - ox * back, py - oy * back, px + ox * reach, py + oy * reach, 1.6))
    if kind == "trench":
        return line(ax, ay, bx, by, 5.5, EARTH) + "".join(posts)
    qx, qy = (cx - (ax + bx) / 2) * 0.09, (cy - (ay + by) / 2) * 0.09
    return line(ax, ay, bx, by, 1.8) + line(ax + qx, ay + qy, bx + qx, by + qy, 1.8) + "".join(posts)


def covers(field: Field, h: int) -> str:
    """The protected sides of a hex."""
    kind = "fence" if field.cover_kind[h] == FENCE else "trench"
    return "".join(cover_side(kind, *BOARD.edge(h, side), BOARD.centre[h]) for side in field.cover_sides[h])


def place_names(field: Field, say: Say) -> list[str]:
    """Names of places, under the middle of the hexes they cover."""
    found = []
    for spot in field.file.places:
        middle = [BOARD.centre[h] for h in numbers_of(spot.hexes)]
        x, y = sum(p[0] for p in middle) / len(middle), sum(p[1] for p in middle) / len(middle)
        near = min(middle, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2) if len(middle) > 4 else (x, y)
        text = say(Text("labels.both", {"words": spot.name}))
        room = len(text) * 3.4 + 8
        found.append(label(text, min(max(near[0], room), WIDTH - room), near[1] + SIZE * 0.7, 14))
    return found


# --- beside the hexes -----------------------------------------------------------------------------------------------


def edge() -> str:
    """Column letters and row numbers."""
    columns = (words(chr(65 + col), BOARD.centre[col][0], BOARD.centre[col][1] - SIZE - 8, 16, on=PAPER_DEEP) for col in range(COLUMNS))
    rows = (words(str(row + 1), LEFT - SIZE - 8, BOARD.centre[row * COLUMNS][1] + 5, 16, on=PAPER_DEEP) for row in range(ROWS))
    return tag("g", *columns, *rows, font_family=SERIF)


def sample(terrain: int) -> str:
    """A disc of a terrain for the key."""
    name = TERRAIN_IDS[terrain]
    disc = tag("circle", r=17, fill=WASH[name], stroke=palette.RULE)
    if terrain in (FENCE, TRENCH):
        return disc + placed(cover_side(name, (-23, -40), (23, -40), (0, 0)), 0, 18, 0.6)
    return disc + placed(figure(name, 0), 0, 0, 0.38)


def legend(field: Field, say: Say) -> str:
    """The terrains of this map, below the board."""
    used = sorted({t for t in field.terrain if t != OPEN} | {k for k in field.cover_kind if k})
    rows = [(sample(t), say(Text("labels.legend", {"terrain": Name("terrain", t)}))) for t in used]
    return tracks.in_line(rows, LEFT - 20, HEIGHT - 30, 16, on=PAPER_DEEP)


def compass(field: Field, say: Say) -> str:
    """A rose that shows where north is."""
    turn = {"north": 0, "east": -90, "south": 180, "west": 90}[field.file.top]
    return tag("g", tooltip(say(Text(f"labels.{field.file.top}"))), tracks.compass(WIDTH - 46, HEIGHT - 36, 24, "N", turn))
