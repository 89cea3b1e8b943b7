"""The board drawn from the map data: plates in two halves, rails with ties, shields for the defence, coast and hills."""

from __future__ import annotations

from functools import cache
from math import dist

from bivouac.core.draw import ground, tracks
from bivouac.core.draw.palette import DEEP, GOLD, INK, PALE, PAPER_LIGHT, RED, SEA, WATER_INK
from bivouac.core.draw.svg import SERIF, Point, Value, cut, figure, path, place, placed, sheet, tag, text_width, tooltip, words
from bivouac.core.table import Say
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.draw.land import land
from bivouac.titles.lincoln.draw.places import HEIGHT, RIBBON, WIDTH, before_port, exit_of, half_box, half_centre, plate
from bivouac.titles.lincoln.draw.tracks import furniture, hexagon
from bivouac.titles.lincoln.printed.map import (
    CLOSED,
    COLOUR,
    LOC_OF,
    LOCATIONS,
    LOCS,
    POINTS,
    PORT_BONUS,
    PORT_HALF,
    SUPPLY,
    WAY_BONUS,
    WAY_FROM,
    WAY_TO,
    WAYS,
)

LEAST = 15.0  # the smallest name


def board(scenario: Scenario, say: Say) -> str:
    return sheet(
        WIDTH,
        HEIGHT,
        bare(),
        sea_name(say(Text("labels.atlantic")), 1075, 850, -80),
        sea_name(say(Text("labels.gulf")), 620, 1150, 0),
        *(shields(way, say) for way in range(WAYS)),
        *(draw_place(loc, say) for loc in range(LOCS)),
        furniture(say),
        tracks.border(4, 4, WIDTH - 8, HEIGHT - 8, 7),
    )


@cache
def bare() -> str:
    """Everything without words in a language."""
    return "".join((
        land(),
        tracks.compass(1050, 1080, 44, "N"),
        ground.rails((path(ends(way)) for way in range(0, WAYS, 2)), 10),
    ))  # fmt: skip


def sea_name(name: str, x: float, y: float, turn: float) -> str:
    return words(name, x, y, 27, ink=WATER_INK, on=SEA, turn=turn, font_family=SERIF, font_style="italic", letter_spacing=4)


# --- links ----------------------------------------------------------------------------------------------------------


def ends(way: int) -> tuple[Point, Point]:
    a, b = WAY_FROM[way], WAY_TO[way]
    return exit_of(a, half_centre(b)), exit_of(b, half_centre(a))


def shields(way: int, say: Say) -> str:
    """LIN-map-f: the modifiers for a defender at the end of this way."""
    (x1, y1), (x2, y2) = ends(way)
    length = max(dist((x1, y1), (x2, y2)), 1.0)
    back = min(22.0, length * 0.28) / length
    at = x2 + (x1 - x2) * back, y2 + (y1 - y2) * back
    return "".join(shield(side, WAY_BONUS[side][way], at, say) for side in (0, 1) if WAY_BONUS[side][way])


def shield(side: int, bonus: int, at: Point, say: Say) -> str:
    told = tooltip(say(Text("labels.shield", {"side": Name("side", side), "n": bonus})))
    return tag("g", told, tracks.shield(side, f"+{bonus}", *at, scale=0.92))


# --- places ---------------------------------------------------------------------------------------------------------


def draw_place(loc: int, say: Say) -> str:
    x, y, w, h = plate(loc)
    side, name = COLOUR[loc], LOCATIONS[loc].name
    marked = 22 if CLOSED[loc] or loc in SUPPLY[0] + SUPPLY[1] else 0
    room = w - 8 - marked
    size = max(LEAST, min(19, room / text_width(name, 1)))
    squeezed: dict[str, Value] = {"text_length": room, "length_adjust": "spacingAndGlyphs"} if text_width(name, size) > room else {}
    frame = path(cut(x + w / 2, y + (h - RIBBON) / 2, w / 2, (h + RIBBON) / 2, 9 * side), closed=True)
    return "".join((
        tag("path", d=frame, fill=DEEP[side], stroke=INK, stroke_width=3),
        *(draw_half(2 * loc + n, say) for n in (0, 1)),
        figure(name, x + w / 2 + marked / 2, y - RIBBON / 2 + size * 0.36, size, ink=PAPER_LIGHT, on=DEEP[side], **squeezed),
        points(loc, x + w + 2, y - RIBBON, say),
        marks(loc, say),
    ))  # fmt: skip


def draw_half(half: int, say: Say) -> str:
    """One half, a thing to click as large as it is drawn; an anchor on a port, and the modifier against a landing."""
    x, y, w, h = half_box(half)
    loc = LOC_OF[half]
    side, port = COLOUR[loc], PORT_HALF[loc] == half
    hit = tag("rect", x=x + 2, y=y + 2, width=w - 4, height=h - 4, fill=PAPER_LIGHT, fill_opacity=0)
    looks = (tag("rect", x=x + 2, y=y + 2, width=w - 4, height=h - 4, rx=8 * n, fill=PALE[n], stroke=INK, stroke_width=0.8) for n in (0, 1))
    anchor = placed(tracks.anchor(), x + w - 15, y + h - 15, 0.75) if port else ""
    landing = shield(side, PORT_BONUS[loc], before_port(half), say) if port and PORT_BONUS[loc] else ""
    name = say(Text("labels.half", {"half": Name("half", half)}))
    return place(f"half:{half}", name, hit, tracks.changing(side, looks), anchor, landing)


def points(loc: int, x: float, y: float, say: Say) -> str:
    """LIN-map-g: a purple hexagon."""
    if not POINTS[loc]:
        return ""
    return placed(tooltip(say(Text("labels.points_of", {"n": POINTS[loc]}))) + hexagon(POINTS[loc]), x, y)


def crates() -> str:
    """A source of supply."""
    return tag("path", d="M-9 -1h9v9h-9zM0 -1h9v9h-9zM-4.5 -10h9v9h-9z", fill=GOLD, stroke=INK, stroke_width=1.3)


def barred() -> str:
    """A place closed to the Confederacy."""
    ring = tag("circle", r=8.5, fill=PAPER_LIGHT, stroke=RED, stroke_width=2.6)
    return ring + tag("path", d="M-6 6L6 -6", stroke=RED, stroke_width=2.6)


def marks(loc: int, say: Say) -> str:
    """Crates for a source of supply, a barred disc for a place closed to the Confederate."""
    x, y, _, _ = plate(loc)
    if CLOSED[loc]:
        told, sign = Text("labels.closed"), barred()
    elif loc in SUPPLY[0] + SUPPLY[1]:
        told, sign = Text("labels.supply_of", {"side": Name("side", int(loc in SUPPLY[1]))}), crates()
    else:
        return ""
    return placed(tooltip(say(told)) + sign, x + 15, y - 12)
