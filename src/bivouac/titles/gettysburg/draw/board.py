"""The bare board: an engraved map of the ground with its areas, high ground, roads, streams, stars and entry boxes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final

from bivouac.core.draw import ground, legend, palette, tracks
from bivouac.core.draw.palette import DEEP, EDGE, HILL, INK_SOFT, OPEN, PAPER, RIDGE, TOWN, WASH
from bivouac.core.draw.svg import NEAR, SERIF, Point, along, curve, cut, grain, label, num, path, place, sheet, split, tag, upright, words
from bivouac.core.table import Say
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.draw.legend import height, map_signs
from bivouac.titles.gettysburg.draw.places import (
    BOX_HEIGHT,
    BOX_WIDTH,
    END_MARGIN,
    HEIGHT,
    SCALE,
    SIDE_MARGIN,
    WIDTH,
    box_middle,
    heart,
    on_board,
    outline,
)
from bivouac.titles.gettysburg.printed import map as printed
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_AREA, BOX_SIDE, BOXES, GROUND, NAMES, STARS, TERRAIN, points

FILLS: Final = {printed.HILL: HILL, printed.RIDGE: RIDGE, printed.TOWN: TOWN}
HIGH: Final = (printed.HILL, printed.RIDGE)
LABEL: Final = 25.0
ROAD_NAME, COMING = 19.0, 17.0  # sizes of what is read from near


def board(scenario: Scenario, say: Say) -> str:
    """The whole board as SVG; every area and entry box carries its id."""
    areas = (area_group(area, say) for area in range(AREAS))
    boxes = (box_group(box, say) + arrivals(scenario, box, say) for box in BOXES)
    return sheet(WIDTH, HEIGHT, land(), road_names(), *areas, *boxes, furniture(say))


# --- the ground -------------------------------------------------------------------------------------


@cache
def land() -> str:
    wooded = [a for a in range(AREAS) if "Woods" in NAMES[a]]
    bare = [a for a in range(AREAS) if TERRAIN[a] not in FILLS and a not in wooded]
    x, y = SIDE_MARGIN * SCALE - 9, END_MARGIN * SCALE - 9
    return "".join((
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        *(tag("path", d=path(outline(a), closed=True), fill=wash(a)) for a in range(AREAS)),
        *(ground.trees(strewn(a, 30), 4.8) for a in wooded),
        ground.tufts(spot for a in bare for spot in strewn(a, 95) if grain(*spot) > 0.45),
        ground.streams((path([on_board(p) for p in points(stream.line)]) for stream in GROUND.data.stream), 11),
        ground.hachures("".join(slopes(a) for a in range(AREAS) if TERRAIN[a] in HIGH)),
        borders(),
        ground.roads(lines("road"), 9),
        ground.rails(lines("railroad")),
        streets(),
        tracks.border(x, y, WIDTH - 2 * x, HEIGHT - 2 * y, 9),
    ))  # fmt: skip


def wash(area: int) -> str:
    return FILLS.get(TERRAIN[area], palette.WOODS if "Woods" in NAMES[area] else OPEN)


def ring(area: int, scale: float) -> Iterator[tuple[Point, Point]]:
    """The edges of an area, drawn in towards its heart."""
    cx, cy = heart(area)
    poly = [(cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in outline(area)]
    return zip(poly, (*poly[1:], poly[0]))


def slopes(area: int) -> str:
    """Hachures: two rows all around a hill, one on a ridge."""
    rows = ((0.97, 20.0), (0.8, 15.0)) if TERRAIN[area] == printed.HILL else ((0.96, 17.0),)
    return "".join(ground.slope(a, b, heart(area), length, 9) for scale, length in rows for a, b in ring(area, scale))


def strewn(area: int, step: float) -> list[Point]:
    """Points over an area, away from its edges and its middle."""
    (cx, cy), found = heart(area), list[Point]()
    for depth in (0.89, 0.74, 0.59):
        for (x1, y1), (x2, y2) in ring(area, 1):
            n = max(1, int(math.hypot(x2 - x1, y2 - y1) / step))
            for i in range(n):
                t, d = (i + grain(i, depth, x1)) / n, depth + 0.12 * grain(x1, i, depth) - 0.06
                found.append((cx + (x1 + (x2 - x1) * t - cx) * d, cy + (y1 + (y2 - y1) * t - cy) * d))
    return sorted(found, key=lambda p: p[1])


def borders() -> str:
    """Every edge once, so that the line is even."""
    edges = sorted({(min(edge), max(edge)) for a in range(AREAS) for edge in ring(a, 1)})
    return tag("path", d="".join(map(path, edges)), fill="none", stroke=INK_SOFT, stroke_width=2.4, stroke_linecap="round")


def lines(kind: str) -> Iterator[str]:
    return (curve([on_board(p) for p in points(road.line)]) for road in GROUND.data.road if road.kind == kind)


def road_names() -> str:
    """Each road by its name, along it, where there is most room between the names of areas."""
    names = [(x, y - 60) for x, y in map(heart, range(AREAS))] + [heart(a) for a in range(AREAS)]
    written: list[Point] = []
    drawn = []
    for road in GROUND.data.road:
        spots = [(at, way) for at, way in along([on_board(p) for p in points(road.line)], 40)][2:-2]
        far = [min(math.dist(at, other) for other in (*names, *written)) for at, _ in spots]
        (x, y), (ux, uy) = spots[far.index(max(far))]
        written += [(x + ux * d, y + uy * d) for d in (-90, 0, 90)]
        lean = (math.degrees(math.atan2(uy, ux)) + 90) % 180 - 90
        off = -10 if road.kind == "road" else -13
        x, y = x - math.sin(math.radians(lean)) * off, y + math.cos(math.radians(lean)) * off
        drawn.append(label(road.name, x, y, ROAD_NAME, ink=INK_SOFT, on=OPEN, turn=lean, class_=NEAR))
    return "".join(drawn)


def streets() -> str:
    """The blocks of the town."""
    cx, cy = heart(TERRAIN.index(printed.TOWN))
    houses = []
    for i in range(-3, 4):
        for j in range(-3, 4):
            x, y = cx + i * 24 + 6 * grain(i, j), cy + j * 22 + 5 * grain(j, i)
            if 42 < math.hypot(x - cx, y - cy) < 92 and grain(i, j, 3) > 0.25:
                houses.append((x, y, 9 + 5 * grain(x), 8.0))
    return ground.houses(houses)


# --- the areas --------------------------------------------------------------------------------------


def name_of(spot: int) -> Text:
    return Text("labels.place", {"place": Name("place", spot)})


def area_group(area: int, say: Say) -> str:
    name = say(name_of(area))
    shape = tag("path", d=path(outline(area), closed=True), fill=PAPER, fill_opacity=0)
    (x, y), rows = heart(area), split(name, 190, LABEL)
    top = y - 50 - (len(rows) - 1) * LABEL
    lettered = (label(row, x, top + i * LABEL, LABEL) for i, row in enumerate(rows))
    return place(f"place:{area}", name, shape, upright(*lettered, signs(area, x, top - LABEL - 9)))


def signs(area: int, x: float, y: float) -> str:
    """Above the name, in a row: the symbol of high ground, then the stars."""
    n, high = STARS[area], TERRAIN[area] in HIGH
    left = x - (n + high - 1) * 15
    return (height(TERRAIN[area], left, y + 8) if high else "") + tracks.stars(n, left + 30 * high, y)


# --- entry boxes ------------------------------------------------------------------------------------


def box_group(box: int, say: Say) -> str:
    """A tray at the edge of the map with an arrow into its area: square for the Union, cut corners for the Confederacy."""
    (x, y), side, name = box_middle(box), BOX_SIDE[box], say(name_of(box))
    shape = path(cut(x, y, BOX_WIDTH / 2, BOX_HEIGHT / 2, 16 * side), closed=True)
    tray = tag("path", d=shape, fill=WASH[side], stroke=DEEP[side], stroke_width=4)
    lettered = words(name, x, y - BOX_HEIGHT / 2 + 27, 26, ink=EDGE[side], on=WASH[side], font_family=SERIF, font_weight="bold")
    return place(f"place:{box}", name, arrow(box), tray, lettered)


def arrivals(scenario: Scenario, box: int, say: Say) -> str:
    """GET-setup-c: who comes by this road, beside its box: day, period and how many pieces; with a question mark where a die decides."""
    groups = [group for group in scenario.data.chart if box in group.places]
    (x, y), drawn = box_middle(box), []
    step = -21 if y < HEIGHT / 2 else 21
    first = y - BOX_HEIGHT / 2 - 10 if step < 0 else y + BOX_HEIGHT / 2 + 24
    for n, group in enumerate(groups):
        facts: dict[str, Arg] = {"day": group.day, "period": Name("period", group.period), "n": len(group.pieces)}
        text = say(Text("labels.coming" if len(group.places) == 1 else "labels.coming_by_die", facts))
        side = -1 if n % 2 == 0 else 1
        at = x + side * BOX_WIDTH / 4 if len(groups) > 1 else x
        drawn.append(words(text, at, first + step * (n // 2), COMING, class_=NEAR))
    return "".join(drawn)


def arrow(box: int) -> str:
    x, y = box_middle(box)
    down = y < HEIGHT / 2
    edge, sign = (END_MARGIN * SCALE, 1) if down else (HEIGHT - END_MARGIN * SCALE, -1)
    bx = max(x - BOX_WIDTH / 2 + 30, min(x + BOX_WIDTH / 2 - 30, heart(BOX_AREA[box])[0]))
    d = f"M{num(bx - 14)} {num(y)}L{num(bx - 14)} {num(edge)}h-14l28 {34 * sign}l28 {-34 * sign}h-14L{num(bx + 14)} {num(y)}Z"
    return tag("path", d=d, fill=WASH[BOX_SIDE[box]], stroke=DEEP[BOX_SIDE[box]], stroke_width=3, stroke_linejoin="round")


# --- the margin -------------------------------------------------------------------------------------


def furniture(say: Say) -> str:
    """Title, compass and key on the margins of the paper."""
    below = HEIGHT - END_MARGIN * SCALE
    title = tracks.cartouche(say(Text("labels.map_title")), say(Text("labels.map_date")), 1010, below + 90, 50)
    key = tracks.rows(legend.key(map_signs(), say)[:4], 86, below + 56, 35, 25)
    return title + tracks.compass(WIDTH - 170, END_MARGIN * SCALE / 2 + 4, 72, "N") + key
