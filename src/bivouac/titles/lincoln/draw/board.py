"""The board of Lincoln as SVG, drawn from the map data: plates in two halves, rails with ties, shields for the defence, coast and hills."""

from __future__ import annotations

from xml.sax.saxutils import escape

from bivouac.core.table import Say
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
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

WIDTH, HEIGHT = 1160, 1180
DRAWN = (1140, 1000)  # the size the coast, rivers, hills and woods were drawn in
PLATE_W, PLATE_H, RIBBON = 148.0, 104.0, 24.0
PAPER, INK, WATER, RAIL = "#f2e8d0", "#3a2d1f", "#c6d6d8", "#54432f"
SIDE_FILL = ("#2b4a73", "#a58a5b")
SIDE_PALE = ("#dfe6ec", "#ede0c1")
SIDE_TEXT = ("#ffffff", "#2e2415")
PURPLE = "#6b3f7c"
SERIF = "'IM Fell English', 'EB Garamond', Georgia, serif"
SANS = "'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"

Box = tuple[float, float, float, float]
Point = tuple[float, float]


# --- where things are -----------------------------------------------------------------------------------------------


def _plate(loc: int) -> Box:
    """The two halves of a place together: left, top, width, height."""
    x, y = LOCATIONS[loc].at
    return x - PLATE_W / 2, y - PLATE_H / 2, PLATE_W, PLATE_H


def _half_box(half: int) -> Box:
    """North above south, west beside east; the sea towards the sea."""
    place = LOCATIONS[LOC_OF[half]]
    x, y, w, h = _plate(LOC_OF[half])
    name = place.halves[half & 1]
    if name in ("sea", "land"):
        name = place.sea if name == "sea" else {"east": "west", "south": "north"}[place.sea]
    if name in ("north", "south"):
        return x, y if name == "north" else y + h / 2, w, h / 2
    return x if name == "west" else x + w / 2, y, w / 2, h


def half_centre(half: int) -> Point:
    x, y, w, h = _half_box(half)
    return x + w / 2, y + h / 2


def _flag_at(loc: int) -> Point:
    x, y, _, _ = _plate(loc)
    return x - 4, y - RIBBON / 2


FLAG_AT = tuple(_flag_at(loc) for loc in range(LOCS))


def _anchor(half: int, towards: Point) -> Point:
    """Where a link leaves a half: on its edge (the ribbon above a plate belongs to it), towards the other end."""
    x, y, w, h = _half_box(half)
    if y == _plate(LOC_OF[half])[1]:
        y, h = y - RIBBON, h + RIBBON
    cx, cy = x + w / 2, y + h / 2
    dx, dy = towards[0] - cx, towards[1] - cy
    scale = min(w / 2 / abs(dx) if dx else 1e9, h / 2 / abs(dy) if dy else 1e9)
    return cx + dx * scale, cy + dy * scale


# --- the board ------------------------------------------------------------------------------------------------------


def board(scenario: Scenario, say: Say) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{SANS}">',
        _ground(say),
        *(_link(w) for w in range(0, WAYS, 2)),
        *(_shields(w) for w in range(WAYS)),
        *(_place(loc, say) for loc in range(LOCS)),
        "</svg>",
    ]
    return "".join(parts)


COAST = (
    "M0 0 H1140 V40 C1090 60 1070 90 1040 110 C1020 122 1012 140 1006 168 C1000 196 1024 214 1018 246 C1010 288 1042 300 1036 344 "
    "C1030 388 1016 410 1020 440 C1022 470 1000 490 1004 520 C1006 560 1030 556 1010 590 C984 616 930 632 896 662 "
    "C872 690 868 740 856 780 C848 806 850 836 846 872 C850 920 872 950 868 1000 H742 C744 960 730 934 690 922 "
    "C640 904 590 912 548 896 C516 884 480 872 440 870 C392 870 360 896 322 892 C288 888 262 898 236 904 C190 916 160 900 118 916 "
    "C80 930 40 912 0 924 Z"
)
RIVERS = (
    "M120 0 C96 60 60 100 72 160 C80 196 84 220 66 262 C46 310 72 348 60 400 C46 470 84 500 70 560 "
    "C56 620 96 660 78 730 C64 800 116 830 120 916",
    "M1020 250 C980 268 950 262 900 258 C850 250 800 268 760 290",
    "M72 176 C150 160 240 168 300 150 C360 140 430 168 520 152 C580 142 600 120 640 112",
    "M66 300 C160 306 240 318 300 340 C340 356 330 470 420 480 C470 486 540 470 580 460",
)
HILLS = ((560, 470), (592, 440), (566, 420), (610, 405), (590, 372), (600, 330), (575, 345), (640, 300), (605, 290),
         (560, 640), (700, 600), (668, 620),
         (735, 570), (640, 560), (612, 590), (680, 560), (655, 520), (690, 490), (625, 500))  # fmt: skip
WOODS = ((300, 560), (330, 600), (290, 640), (360, 660), (320, 720), (390, 740), (340, 790),
         (450, 700), (480, 760), (740, 720), (710, 790), (760, 860), (560, 820),
         (620, 850), (280, 480), (260, 300), (300, 250), (540, 90), (580, 60), (290, 80), (860, 70), (830, 120), (740, 900))  # fmt: skip


def _ground(say: Say) -> str:
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{WATER}"/>',
        *_waves(),
        f'<g transform="scale({WIDTH / DRAWN[0]:.4f} {HEIGHT / DRAWN[1]:.4f})">',
        f'<path d="{COAST}" fill="none" stroke="#9fb6ba" stroke-width="14" opacity="0.6"/>',
        f'<path d="{COAST}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>',
        *(f'<path d="{d}" fill="none" stroke="#8fb0b8" stroke-width="5" stroke-linecap="round"/>' for d in RIVERS),
        *(_hill(x, y) for x, y in HILLS),
        *(_wood(x, y) for x, y in WOODS),
        "</g>",
        _sea_name(say(Text("labels.atlantic")), 1075, 850, -80),
        _sea_name(say(Text("labels.gulf")), 620, 1150, 0),
        _compass(1050, 1070),
        f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<rect x="10" y="10" width="{WIDTH - 20}" height="{HEIGHT - 20}" fill="none" stroke="{INK}" stroke-width="0.8"/>',
    ]
    return "".join(parts)


def _waves() -> list[str]:
    spots = [(x, y) for y in range(40, HEIGHT, 46) for x in range(20 + y % 60, WIDTH, 120)]
    return [f'<path d="M{x} {y} q7 -5 14 0 t14 0" fill="none" stroke="#a9c0c4" stroke-width="1.2"/>' for x, y in spots]


def _hill(x: float, y: float) -> str:
    strokes = "".join(f"M{x + i * 4} {y - 9 + abs(i) * 3} l{i * 1.6} 11 " for i in range(-3, 4))
    return f'<path d="M{x - 16} {y + 3} q16 -24 32 0 M{strokes[1:]}" fill="none" stroke="#8d7a5c" stroke-width="1"/>'


def _wood(x: float, y: float) -> str:
    dots = "".join(
        f'<circle cx="{x + dx}" cy="{y + dy}" r="1.7"/>' for dx, dy in ((0, 0), (7, -3), (13, 2), (4, 6), (11, 8), (-5, 5), (-1, -6))
    )
    return f'<g fill="#9aa17c">{dots}</g>'


def _sea_name(words: str, x: float, y: float, angle: float) -> str:
    return (
        f'<text x="{x}" y="{y}" transform="rotate({angle} {x} {y})" text-anchor="middle" font-family="{SERIF}" font-style="italic" '
        f'font-size="26" letter-spacing="4" fill="#5d7f87">{escape(words)}</text>'
    )


def _compass(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x} {y})" stroke="{INK}" stroke-width="1" fill="{PAPER}"><circle r="34" fill="none"/>'
        f'<path d="M0 -46 L7 -8 L0 0 L-7 -8 Z" fill="{INK}"/><path d="M0 46 L7 8 L0 0 L-7 8 Z"/>'
        f'<path d="M-46 0 L-8 -7 L0 0 L-8 7 Z"/><path d="M46 0 L8 -7 L0 0 L8 7 Z" fill="{INK}"/></g>'
        f'<text x="{x}" y="{y - 52}" text-anchor="middle" font-family="{SERIF}" font-size="20" fill="{INK}">N</text>'
    )


# --- links ----------------------------------------------------------------------------------------------------------


def _ends(way: int) -> tuple[Point, Point]:
    a, b = half_centre(WAY_FROM[way]), half_centre(WAY_TO[way])
    return _anchor(WAY_FROM[way], b), _anchor(WAY_TO[way], a)


def _link(way: int) -> str:
    """A thin rail with ties."""
    (x1, y1), (x2, y2) = _ends(way)
    d = f"M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}"
    return (
        f'<path d="{d}" stroke="{PAPER}" stroke-width="13"/><path d="{d}" stroke="{RAIL}" stroke-width="10" stroke-dasharray="1.8 6.2"/>'
        f'<path d="{d}" stroke="{RAIL}" stroke-width="2.6"/>'
    )


def _shields(way: int) -> str:
    """LIN-map-f: the modifiers for a defender at the end of this way."""
    (x1, y1), (x2, y2) = _ends(way)
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1.0)
    back = min(22.0, length * 0.28)
    x, y = x2 + (x1 - x2) * back / length, y2 + (y1 - y2) * back / length
    return "".join(_shield(x, y, side, WAY_BONUS[side][way]) for side in (0, 1) if WAY_BONUS[side][way])


def _shield(x: float, y: float, side: int, bonus: int) -> str:
    """The Union's is pointed, the Confederate's is round: a print in grey tells them apart."""
    shape = '<path d="M-14 -14 H14 V3 L0 17 L-14 3 Z"' if side == 0 else '<circle r="15.5"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})">{shape} fill="{SIDE_FILL[side]}" stroke="{INK}" stroke-width="1.6"/>'
        f'<text y="6" text-anchor="middle" font-size="17" font-weight="700" fill="{SIDE_TEXT[side]}">+{bonus}</text></g>'
    )


# --- places ---------------------------------------------------------------------------------------------------------


def _place(loc: int, say: Say) -> str:
    x, y, w, h = _plate(loc)
    side = COLOUR[loc]
    name = LOCATIONS[loc].name
    marked = CLOSED[loc] or loc in SUPPLY[0] + SUPPLY[1]
    size, shift = (18, 10 if marked else 0) if len(name) < 15 else (13, -5)
    frame = f"M{x} {y - RIBBON} h{w} v{h + RIBBON} h{-w} Z" if side else _chamfered(x, y - RIBBON, w, h + RIBBON, 9)
    return "".join((
        f'<path d="{frame}" fill="{SIDE_FILL[side]}" stroke="{INK}" stroke-width="3"/>',
        *(_half(2 * loc + n, side, say) for n in (0, 1)),
        f'<text x="{x + w / 2 + shift}" y="{y - 6.5}" text-anchor="middle" font-family="{SERIF}" font-size="{size}" font-weight="600" '
        f'fill="{SIDE_TEXT[side]}">{escape(name)}</text>',
        _points(loc, x + w + 2, y - RIBBON),
        _marks(loc, say),
    ))  # fmt: skip


def _chamfered(x: float, y: float, w: float, h: float, c: float) -> str:
    return f"M{x + c} {y} H{x + w - c} L{x + w} {y + c} V{y + h - c} L{x + w - c} {y + h} H{x + c} L{x} {y + h - c} V{y + c} Z"


def _half(half: int, side: int, say: Say) -> str:
    """One half, a thing to click as large as it is drawn."""
    x, y, w, h = _half_box(half)
    words = escape(say(Text("labels.half", {"half": Name("half", half)})))
    return (
        f'<g data-id="half:{half}"><title>{words}</title>'
        f'<rect x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}" rx="{0 if side == 0 else 7}" fill="{SIDE_PALE[side]}" '
        f'stroke="{INK}" stroke-width="0.8"/>{_port(half)}</g>'
    )


def _port(half: int) -> str:
    """An anchor, and the modifier against a landing."""
    loc = LOC_OF[half]
    if PORT_HALF[loc] != half:
        return ""
    x, y, w, h = _half_box(half)
    anchor = (
        f'<g transform="translate({x + w - 15} {y + h - 17})" fill="none" stroke="#2b5f74" stroke-width="2.2" opacity="0.9">'
        '<circle cy="-8" r="3"/><path d="M0 -5 V10 M-5 -1 H5 M-9 3 Q-7 11 0 11 Q7 11 9 3"/></g>'
    )
    shield = _shield(*_landing(half), COLOUR[loc], PORT_BONUS[loc]) if PORT_BONUS[loc] else ""
    return anchor + shield


def _landing(half: int) -> Point:
    """Out at sea, before the port's half."""
    x, y, w, h = _half_box(half)
    return (x + w + 14, y + h / 2) if w < h else (x + w / 2, y + h + 12)


def _points(loc: int, x: float, y: float) -> str:
    """LIN-map-g: a purple hexagon."""
    if not POINTS[loc]:
        return ""
    return (
        f'<g transform="translate({x} {y})">'
        f'<path d="M-16 0 L-8 -14 H8 L16 0 L8 14 H-8 Z" fill="{PURPLE}" stroke="{PAPER}" stroke-width="2"/>'
        f'<text y="6" text-anchor="middle" font-size="18" font-weight="700" fill="#ffffff">{POINTS[loc]}</text></g>'
    )


def _marks(loc: int, say: Say) -> str:
    """Crates for a source of supply, a barred disc for a place closed to the Confederate."""
    x, y, _, _ = _plate(loc)
    if loc in SUPPLY[0] or loc in SUPPLY[1]:
        side = 0 if loc in SUPPLY[0] else 1
        words = escape(say(Text("labels.supply_of", {"side": Name("side", side)})))
        return (
            f'<g transform="translate({x + 15} {y - 12})" fill="#d9b45f" stroke="{INK}" stroke-width="1.3"><title>{words}</title>'
            '<rect x="-9" y="-1" width="9" height="9"/><rect x="0" y="-1" width="9" height="9"/>'
            '<rect x="-4.5" y="-10" width="9" height="9"/></g>'
        )
    if CLOSED[loc]:
        words = escape(say(Text("labels.closed")))
        return (
            f'<g transform="translate({x + 15} {y - 12})"><title>{words}</title>'
            f'<circle r="8.5" fill="{PAPER}" stroke="#8c2f23" stroke-width="2.6"/>'
            '<path d="M-6 6 L6 -6" stroke="#8c2f23" stroke-width="2.6"/></g>'
        )
    return ""
