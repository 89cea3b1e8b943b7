"""How terrain and pieces are drawn: ink, hachures, a few washes. Every terrain has a figure of its own: a grey print tells them apart."""

from __future__ import annotations

from math import cos, pi, sin

INK = "#3a2d20"
PAPER = "#f2e9d3"
SIZE = 46.0  # the side of a hex

WASH = {
    "open": "#f2e9d3",
    "swamp": "#dbe0cc",
    "river": "#c3d7de",
    "bridge": "#c3d7de",
    "forest": "#dfe2c4",
    "orchard": "#e9e7c8",
    "hill": "#ead9b2",
    "town": "#f0e2cb",
    "fence": "#f2e9d3",
    "trench": "#efe2c6",
}
UNION_BLUE, BUTTERNUT, CREAM = "#1f3a5f", "#8b7b5e", "#f7f0de"
BANDS = {"green": "#4d7a3c", "black": "#221d18", "gold": "#d1a32c"}


def line(x1: float, y1: float, x2: float, y2: float, width: float = 1.2, colour: str = INK) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 1.2) -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>'


# --- terrain figures, around the centre of a hex --------------------------------------------------------------------


def round_tree(x: float, y: float, r: float = 6.5) -> str:
    dots = "".join(f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="0.9" fill="{INK}"/>' for dx, dy in ((-2, 1.5), (1.6, -1.8), (2.2, 2.2)))
    crown = f'<circle cx="{x}" cy="{y}" r="{r}" fill="#9fae7c" stroke="{INK}" stroke-width="0.9"/>'
    return line(x, y + r, x, y + r + 4, 1.4) + crown + dots


def pine(x: float, y: float) -> str:
    crown = f"M{x - 6} {y + 6} L{x} {y - 9} L{x + 6} {y + 6} Z M{x - 4} {y} L{x + 4} {y}"
    return line(x, y + 6, x, y + 10, 1.4) + path(crown, "#8fa172", INK, 0.9)


SPOTS = ((-19, -17), (0, -22), (19, -17), (-28, 2), (-9, 0), (10, -1), (28, 2), (-17, 19), (2, 22), (20, 18))


def forest(variant: int) -> str:
    tree = pine if variant else round_tree
    return "".join(tree(x, y) for x, y in SPOTS)


def orchard() -> str:
    rows = [(x, y) for y in (-18, 0, 18) for x in (-24, -8, 8, 24)]
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="4.6" fill="#b9c08a" stroke="{INK}" stroke-width="0.9"/>'
        f'<circle cx="{x + 1.2}" cy="{y - 0.8}" r="1.1" fill="#9b3d2a"/>'
        for x, y in rows
    )


def hill() -> str:
    """An oval crest with hachures running down from it."""
    strokes = []
    for i in range(22):
        a = 2 * pi * i / 22
        strokes.append(line(21 * cos(a), 14 * sin(a), 33 * cos(a), 27 * sin(a), 1.1, "#6b4f2e"))
    return '<ellipse cx="0" cy="0" rx="20" ry="13" fill="#e0c894" stroke="#6b4f2e" stroke-width="1.1"/>' + "".join(strokes)


def house(x: float, y: float, w: float = 13) -> str:
    h = w * 0.7
    return (
        path(f"M{x - w / 2} {y + h} V{y} L{x} {y - w * 0.55} L{x + w / 2} {y} V{y + h} Z", "#b5603f", INK, 1)
        + f'<rect x="{x - 1.6}" y="{y + h - 5}" width="3.2" height="5" fill="{INK}"/>'
    )


def town(variant: int) -> str:
    if variant:
        return house(-15, -14, 12) + house(12, -16, 12) + house(0, 10, 14) + house(-22, 14, 10) + house(22, 12, 10)
    return house(-8, -10, 18) + house(16, 10, 12)


def waves() -> str:
    spots = ((-30, -14), (6, -20), (-14, 0), (10, 8), (-30, 18), (-2, 24))
    return "".join(path(f"M{x} {y} q5 -5 10 0 q5 5 10 0", "none", "#4d7787", 1.1) for x, y in spots)


def bridge(angle: int) -> str:
    planks = "".join(line(x, -9, x, 9, 1.6) for x in range(-30, 31, 6))
    deck = f'<rect x="-36" y="-10" width="72" height="20" fill="#d8bf8e" stroke="{INK}" stroke-width="1"/>'
    return waves() + f'<g transform="rotate({angle})">{deck}{planks}{line(-38, -11, 38, -11, 2.4)}{line(-38, 11, 38, 11, 2.4)}</g>'


def swamp() -> str:
    def tuft(x: float, y: float) -> str:
        reeds = "".join(line(x, y, x + dx, y - 9 + abs(dx) / 2, 1.1) for dx in (-6, -3, 0, 3, 6))
        return reeds + line(x - 10, y + 1.5, x + 10, y + 1.5, 1.1, "#4d7787") + line(x - 6, y + 4.5, x + 6, y + 4.5, 1.1, "#4d7787")

    return "".join(tuft(x, y) for x, y in ((-18, -12), (14, -16), (0, 6), (-22, 20), (22, 18)))


def figure(terrain: str, variant: int) -> str:
    """The figure of a terrain, with the centre of the hex as its origin."""
    if terrain == "forest":
        return forest(variant)
    if terrain == "town":
        return town(variant)
    if terrain == "bridge":
        return bridge(variant)
    plain = {"orchard": orchard, "hill": hill, "river": waves, "swamp": swamp}
    return plain[terrain]() if terrain in plain else ""


def cover_side(kind: str, x1: float, y1: float, x2: float, y2: float, cx: float, cy: float) -> str:
    """A protected side of a hex, drawn just inside it: a rail fence, or an earthwork with its stakes."""
    pull = 0.14
    ax, ay, bx, by = x1 + (cx - x1) * pull, y1 + (cy - y1) * pull, x2 + (cx - x2) * pull, y2 + (cy - y2) * pull
    posts = []
    for i in range(6):
        t = (i + 0.5) / 6
        px, py = ax + (bx - ax) * t, ay + (by - ay) * t
        ox, oy = (px - cx) / SIZE, (py - cy) / SIZE
        back, reach = (0, 6) if kind == "trench" else (4, 4)
        posts.append(line(px - ox * back, py - oy * back, px + ox * reach, py + oy * reach, 1.6))
    if kind == "trench":
        return line(ax, ay, bx, by, 5.5, "#7a5633") + "".join(posts)
    qx, qy = (cx - (ax + bx) / 2) * 0.09, (cy - (ay + by) / 2) * 0.09
    return line(ax, ay, bx, by, 1.8) + line(ax + qx, ay + qy, bx + qx, by + qy, 1.8) + "".join(posts)


# --- pieces, in a box of 48 x 48 ------------------------------------------------------------------------------------


def rifles() -> str:
    one = f'<path d="M12 33 L16 35 L35 13 L33 11 Z" fill="{CREAM}"/><path d="M10 37 L15 32 L18 34.5 L14 38 Z" fill="{CREAM}"/>'
    two = f'<path d="M36 33 L32 35 L13 13 L15 11 Z" fill="{CREAM}"/><path d="M38 37 L33 32 L30 34.5 L34 38 Z" fill="{CREAM}"/>'
    return one + two


def horse() -> str:
    head = "M12 37 C11 27 15 21 22 17 L21 11 L26 15 C31 16 35 20 38 26 L36 30 L31 27 L27 27 C29 31 29 34 28 37 Z"
    return f'<path d="{head}" fill="{CREAM}"/><circle cx="29" cy="20.5" r="1.3" fill="{INK}"/>'


def cannon() -> str:
    return (
        f'<path d="M10 24 L34 15 L36 20 L13 29 Z" fill="{CREAM}"/><path d="M21 28 L8 37 L11 39 L25 31 Z" fill="{CREAM}"/>'
        f'<circle cx="24" cy="30" r="7.5" fill="none" stroke="{CREAM}" stroke-width="2.6"/>'
        f'<circle cx="24" cy="30" r="1.8" fill="{CREAM}"/>'
        f'<path d="M24 23 V37 M17 30 H31" stroke="{CREAM}" stroke-width="1.4"/>'
    )


def ship() -> str:
    return (
        f'<path d="M6 29 H42 L37 37 H10 Z" fill="{CREAM}"/><path d="M13 28 L16 22 H33 L36 28 Z" fill="{CREAM}"/>'
        f'<rect x="20" y="11" width="4" height="11" fill="{CREAM}"/><rect x="27" y="11" width="4" height="11" fill="{CREAM}"/>'
    )


def hat() -> str:
    return (
        f'<ellipse cx="24" cy="32" rx="17" ry="5" fill="{CREAM}"/>'
        f'<path d="M14 31 C14 19 18 14 22 16 C24 17 25 17 27 16 C31 14 34 20 34 31 Z" fill="{CREAM}"/>'
        f'<path d="M14.5 28 H33.5" stroke="{INK}" stroke-width="2"/>'
    )


FIGURES = {"infantry": rifles, "cavalry": horse, "artillery": cannon, "gunboat": ship, "leader": hat}


def frame(side: str) -> str:
    """The Union's blocks are square with a thin inner line, the Confederacy's have their corners cut off."""
    if side == "union":
        return (
            f'<rect x="2" y="2" width="44" height="44" rx="2" fill="{UNION_BLUE}" stroke="{INK}" stroke-width="1.4"/>'
            f'<rect x="4" y="4" width="40" height="40" fill="none" stroke="{CREAM}" stroke-width="0.8"/>'
        )
    return f'<path d="M11 2 H37 L46 11 V37 L37 46 H11 L2 37 V11 Z" fill="{BUTTERNUT}" stroke="{INK}" stroke-width="1.6"/>'


def pips(strength: int, full: int) -> str:
    """Strength points: full squares for those left, hollow ones for those lost."""
    if full < 2:
        return ""
    left = 24 - (full * 8 - 2) / 2
    return "".join(
        f'<rect x="{left + 8 * i:.1f}" y="5.5" width="6" height="5" fill="{CREAM if i < strength else "none"}" stroke="{CREAM}"/>'
        for i in range(full)
    )


def band(colour: str) -> str:
    """The morale: a band with one stripe for green, two for black, three for gold."""
    n = ("green", "black", "gold").index(colour) + 1
    stripes = "".join(f'<rect x="{24 - 3 * n + 6 * i + 1}" y="40.5" width="4" height="4" fill="{CREAM}"/>' for i in range(n))
    return f'<rect x="9" y="39.5" width="30" height="6" fill="{BANDS[colour]}" stroke="{CREAM}" stroke-width="0.7"/>{stripes}'


def block(side: str, held: bool) -> str:
    """A VP block: a small star in the colour of the side it counts for, for the corner of a hex."""
    points = []
    for i in range(10):
        r = 20 if i % 2 == 0 else 8.5
        a = -pi / 2 + pi * i / 5
        points.append(f"{24 + r * cos(a):.1f},{24 + r * sin(a):.1f}")
    fill = UNION_BLUE if side == "union" else BUTTERNUT
    ring = f'<circle cx="24" cy="24" r="22" fill="{"#d1a32c" if held else PAPER}" stroke="{INK}" stroke-width="1.6"/>'
    mark = f'<rect x="20.5" y="20.5" width="7" height="7" rx="{3.5 if side == "union" else 0}" fill="{CREAM}"/>'
    star = f'<polygon points="{" ".join(points)}" fill="{fill}" stroke="{INK}" stroke-width="1"/>'
    return f'<g transform="translate(11 11) scale(0.54)">{ring}{star}{mark}</g>'


def face(name: str) -> str:
    """A piece by its name: "union-infantry-green-3-4-done", "block-union-held", "turn"."""
    words = name.split("-")
    if words[0] == "turn":
        return f'<path d="M24 6 L42 24 L24 42 L6 24 Z" fill="#9b3d2a" stroke="{INK}" stroke-width="1.6"/>'
    if words[0] == "block":
        return block(words[1], len(words) > 2)
    side, kind, colour, strength, full = words[:5]
    parts = frame(side) + f'<g transform="translate(0 1.5)">{FIGURES[kind]()}</g>' + pips(int(strength), int(full))
    if colour != "none":
        parts += band(colour)
    if words[-1] == "done":
        tick = "M34 30 L38 35 L45 24"
        return f'<g opacity="0.55">{parts}</g>' + path(tick, "none", CREAM, 4.4) + path(tick, "none", INK, 2.2)
    return parts
