"""The bare board: an engraved map of the ground with its areas, high ground, roads, streams, stars and entry boxes."""

from __future__ import annotations

import math
from functools import cache

from bivouac.core.table import Say
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.draw.kit import (
    BOX_HEIGHT,
    BOX_WIDTH,
    END_MARGIN,
    FIELD,
    GOLD,
    HEIGHT,
    HILL,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_DARK,
    RIDGE,
    ROAD_EDGE,
    ROAD_FILL,
    SANS,
    SCALE,
    SIDE_DEEP,
    SIDE_MARGIN,
    SIDE_WASH,
    TOWN,
    WATER,
    WATER_EDGE,
    WIDTH,
    XY,
    box_middle,
    curve,
    heart,
    num,
    on_board,
    outline,
    path,
    tag,
    wobble,
    words,
)
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_AREA, BOX_SIDE, BOXES, GROUND, NAMES, STARS, TERRAIN, points
from bivouac.titles.gettysburg.printed.map import HILL as IS_HILL
from bivouac.titles.gettysburg.printed.map import RIDGE as IS_RIDGE
from bivouac.titles.gettysburg.printed.map import TOWN as IS_TOWN

FILLS = {IS_HILL: HILL, IS_RIDGE: RIDGE, IS_TOWN: TOWN}
LABEL = 24.0


def board(scenario: Scenario, say: Say) -> str:
    """The whole board as SVG; every area and entry box carries its id."""
    return tag(
        "svg",
        ground(),
        "".join(area_group(a, say) for a in range(AREAS)),
        "".join(box_group(b, say) for b in BOXES),
        furniture(say),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
    )


# --- the ground -------------------------------------------------------------------------------------


@cache
def ground() -> str:
    fields = "".join(tag("path", d=path(outline(a), closed=True), fill=FILLS.get(TERRAIN[a], FIELD)) for a in range(AREAS))
    return "".join(
        (
            tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
            fields,
            "".join(woods(a) for a in range(AREAS) if "Woods" in NAMES[a]),
            "".join(furrows(a) for a in range(AREAS) if TERRAIN[a] not in FILLS and "Woods" not in NAMES[a]),
            streams(),
            "".join(hachures(a) for a in range(AREAS) if TERRAIN[a] in (IS_HILL, IS_RIDGE)),
            borders(),
            roads(),
            streets(),
            neat_line(),
        )
    )


def hachures(area: int) -> str:
    """Short strokes down the slopes: all around a hill in two rows, one row on a ridge."""
    poly, (cx, cy) = outline(area), heart(area)
    rows = ((0.93, 20.0), (0.78, 15.0)) if TERRAIN[area] == IS_HILL else ((0.92, 17.0),)
    strokes: list[str] = []
    for scale, length in rows:
        ring = [(cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in poly]
        for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0])):
            n = max(2, int(math.hypot(x2 - x1, y2 - y1) / 9))
            for i in range(n):
                t = (i + 0.5) / n
                x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
                reach = length * (0.7 + 0.6 * wobble(x, y)) / max(math.hypot(cx - x, cy - y), 1)
                strokes.append(f"M{num(x)} {num(y)}l{num((cx - x) * reach)} {num((cy - y) * reach)}")
    return tag("path", d="".join(strokes), fill="none", stroke="#8a6a3c", stroke_width=1.4, stroke_linecap="round", opacity=0.62)


def _spots(area: int, step: float) -> list[XY]:
    """Points strewn over an area, away from its edges."""
    poly, (cx, cy) = outline(area), heart(area)
    found = []
    for (x1, y1), (x2, y2) in zip(poly, (*poly[1:], poly[0])):
        n = max(1, int(math.hypot(x2 - x1, y2 - y1) / step))
        for i in range(n):
            for depth in (0.9, 0.78, 0.66):
                t = (i + wobble(i, depth, x1)) / n
                x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
                found.append((cx + (x - cx) * depth, cy + (y - cy) * depth))
    return found


def woods(area: int) -> str:
    """Stippled trees."""
    trees = "".join(f"M{num(x - 5)} {num(y)}a5 5.6 0 0 1 10 0zM{num(x)} {num(y)}v4" for x, y in _spots(area, 30))
    return tag("path", d=trees, fill="#b7bf8f", stroke="#6e7a4a", stroke_width=1, opacity=0.8)


def furrows(area: int) -> str:
    """A little grass, so that open ground is not bare."""
    tufts = "".join(
        f"M{num(x - 4)} {num(y)}l2 -5M{num(x)} {num(y)}v-6M{num(x + 4)} {num(y)}l-2 -5" for x, y in _spots(area, 95) if wobble(x, y) > 0.45
    )
    return tag("path", d=tufts, fill="none", stroke="#a79f6d", stroke_width=1.1, opacity=0.7) if tufts else ""


def streams() -> str:
    lines = [path([on_board(p) for p in points(stream.line)]) for stream in GROUND.data.stream]
    broad = "".join(tag("path", d=d, stroke=WATER, stroke_width=11, opacity=0.75) for d in lines)
    thin = "".join(tag("path", d=d, stroke=WATER_EDGE, stroke_width=1.6) for d in lines)
    return tag("g", broad, thin, fill="none", stroke_linejoin="round", stroke_linecap="round")


def borders() -> str:
    """Every edge once, so that the line is even."""
    edges = {tuple(sorted(edge)) for a in range(AREAS) for edge in zip(outline(a), (*outline(a)[1:], outline(a)[0]))}
    return tag(
        "path",
        d="".join(path(edge) for edge in sorted(edges)),
        fill="none",
        stroke=INK,
        stroke_width=2.4,
        stroke_linecap="round",
        opacity=0.8,
    )


def roads() -> str:
    lines = [(road.kind, curve([on_board(p) for p in points(road.line)])) for road in GROUND.data.road]
    plain = [d for kind, d in lines if kind == "road"]
    rails = [d for kind, d in lines if kind == "railroad"]
    return tag(
        "g",
        "".join(tag("path", d=d, stroke=ROAD_EDGE, stroke_width=9) for d in plain),
        "".join(tag("path", d=d, stroke=ROAD_FILL, stroke_width=5.4) for d in plain),
        "".join(tag("path", d=d, stroke=INK, stroke_width=2.2) for d in rails),
        "".join(tag("path", d=d, stroke=INK, stroke_width=11, stroke_dasharray="2.4 11") for d in rails),
        fill="none",
        stroke_linecap="butt",
        stroke_linejoin="round",
    )


def streets() -> str:
    """The blocks of the town."""
    town = next(a for a in range(AREAS) if TERRAIN[a] == IS_TOWN)
    cx, cy = heart(town)
    houses = []
    for i in range(-3, 4):
        for j in range(-3, 4):
            x, y = cx + i * 24 + 6 * wobble(i, j), cy + j * 22 + 5 * wobble(j, i)
            if 42 < math.hypot(x - cx, y - cy) < 92 and wobble(i, j, 3) > 0.25:
                houses.append(f"M{num(x)} {num(y)}h{num(9 + 5 * wobble(x))}v8h-{num(9 + 5 * wobble(x))}z")
    return tag("path", d="".join(houses), fill="#8c4a3c", stroke=INK, stroke_width=0.8, opacity=0.75)


def neat_line() -> str:
    x, y = SIDE_MARGIN * SCALE, END_MARGIN * SCALE
    w, h = WIDTH - 2 * x, HEIGHT - 2 * y
    return tag("rect", x=x, y=y, width=w, height=h, fill="none", stroke=INK, stroke_width=5) + tag(
        "rect", x=x - 9, y=y - 9, width=w + 18, height=h + 18, fill="none", stroke=INK, stroke_width=1.5
    )


# --- the areas --------------------------------------------------------------------------------------


def area_group(area: int, say: Say) -> str:
    name = say(Text("labels.place", {"place": Name("place", area)}))
    shape = tag("path", d=path(outline(area), closed=True), fill=PAPER, fill_opacity="0", stroke="none")
    return tag("g", tag("title", name), shape, label(area, name), **{"data-id": f"place:{area}"})


def lines_of(name: str) -> list[str]:
    """A long name in two lines, split near its middle."""
    if len(name) < 15 or " " not in name:
        return [name]
    cuts = [i for i, c in enumerate(name) if c == " "]
    cut = min(cuts, key=lambda i: abs(i - len(name) / 2))
    return [name[:cut], name[cut + 1 :].removeprefix("- ")]


def label(area: int, name: str) -> str:
    x, y = heart(area)
    rows = lines_of(name)
    top = y - 50 - (len(rows) - 1) * LABEL
    halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke", "stroke_linejoin": "round"}
    text = "".join(words(row, x, top + i * LABEL, LABEL, font_style="italic", **halo) for i, row in enumerate(rows))
    return text + signs(area, x, top - LABEL - 6)


def signs(area: int, x: float, y: float) -> str:
    """Above the name, in a row: the symbol of high ground, then the stars."""
    n = STARS[area]
    high = TERRAIN[area] in (IS_HILL, IS_RIDGE)
    left = x - (n + high - 1) * 15
    marks = [height(area, left, y + 8)] if high else []
    return "".join([*marks, *(star(left + (i + high) * 30, y) for i in range(n))])


def star(x: float, y: float, r: float = 14.0) -> str:
    reach = [r if i % 2 == 0 else r * 0.42 for i in range(10)]
    tips = [(x + d * math.sin(i * math.pi / 5), y - d * math.cos(i * math.pi / 5)) for i, d in enumerate(reach)]
    return tag("path", d=path(tips, closed=True), fill=GOLD, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def height(area: int, x: float, y: float) -> str:
    """The symbol of high ground: a triangle for a hill, a half circle for a ridge."""
    if TERRAIN[area] == IS_HILL:
        return tag("path", d=f"M{num(x)} {num(y - 17)}l11 18h-22z", fill="#7d5a2b", stroke=INK, stroke_width=1.2)
    return tag("path", d=f"M{num(x - 11)} {num(y)}a11 11 0 0 1 22 0z", fill="#a9813f", stroke=INK, stroke_width=1.2)


# --- entry boxes ------------------------------------------------------------------------------------


def box_group(box: int, say: Say) -> str:
    """A tray at the edge of the map with an arrow into its area: square for the Union, cut corners for the Confederacy."""
    x, y = box_middle(box)
    side = BOX_SIDE[box]
    w, h, c = BOX_WIDTH / 2, BOX_HEIGHT / 2, 0 if side == 0 else 16
    shape = [
        (x - w + c, y - h),
        (x + w - c, y - h),
        (x + w, y - h + c),
        (x + w, y + h - c),
        (x + w - c, y + h),
        (x - w + c, y + h),
        (x - w, y + h - c),
        (x - w, y - h + c),
    ]
    name = say(Text("labels.place", {"place": Name("place", box)}))
    return tag(
        "g",
        tag("title", name),
        arrow(box),
        tag("path", d=path(shape, closed=True), fill=SIDE_WASH[side], stroke=SIDE_DEEP[side], stroke_width=4),
        words(name, x, y - h + 27, 26, fill=SIDE_DEEP[side], font_weight="bold"),
        **{"data-id": f"place:{box}"},
    )


def arrow(box: int) -> str:
    x, y = box_middle(box)
    down = y < HEIGHT / 2
    tx = heart(BOX_AREA[box])[0]
    edge = END_MARGIN * SCALE if down else HEIGHT - END_MARGIN * SCALE
    sign = 1 if down else -1
    tip = edge + 34 * sign
    bx = max(x - BOX_WIDTH / 2 + 30, min(x + BOX_WIDTH / 2 - 30, tx))
    d = f"M{num(bx - 14)} {num(y)}L{num(bx - 14)} {num(edge)}h-14l28 {num(tip - edge)}l28 {num(edge - tip)}h-14L{num(bx + 14)} {num(y)}Z"
    return tag("path", d=d, fill=SIDE_WASH[BOX_SIDE[box]], stroke=SIDE_DEEP[BOX_SIDE[box]], stroke_width=3, stroke_linejoin="round")


# --- the margin -------------------------------------------------------------------------------------


def furniture(say: Say) -> str:
    """Title, compass and legend in the corners of the paper."""
    return cartouche(say) + compass(WIDTH - 170, END_MARGIN * SCALE / 2) + legend(say)


def cartouche(say: Say) -> str:
    y = HEIGHT - END_MARGIN * SCALE / 2
    return words(say(Text("labels.map_title")), 1010, y - 14, 44, font_weight="bold") + words(
        say(Text("labels.map_date")), 1010, y + 24, 25, font_style="italic", fill=INK_SOFT
    )


def compass(x: float, y: float) -> str:
    needle = tag("path", d=f"M{num(x)} {num(y - 70)}l16 70h-32z", fill=INK) + tag(
        "path", d=f"M{num(x)} {num(y + 70)}l16 -70h-32z", fill=PAPER_DARK, stroke=INK, stroke_width=2
    )
    return tag("circle", cx=x, cy=y, r=46, fill="none", stroke=INK, stroke_width=2) + needle + words("N", x, y - 76, 24, font_weight="bold")


def legend(say: Say) -> str:
    y = HEIGHT - END_MARGIN * SCALE + 66
    x = 86.0
    rows = (
        ("hill", tag("path", d=f"M{num(x)} {num(y - 11)}l10 16h-20z", fill="#7d5a2b", stroke=INK)),
        ("ridge", tag("path", d=f"M{num(x - 10)} {num(y + 32)}a10 10 0 0 1 20 0z", fill="#a9813f", stroke=INK)),
        ("star", star(x, y + 58, 12)),
        ("two_stars", star(x - 8, y + 90, 11) + star(x + 8, y + 90, 11)),
    )
    return "".join(
        mark + words(say(Text(f"labels.legend_{key}")), x + 26, y + 6 + 30.5 * i, 23, text_anchor="start", font_family=SANS)
        for i, (key, mark) in enumerate(rows)
    )
