"""The pieces and markers, each in a box of 48 x 48: flat blocks with one clear silhouette, meant to be read at 24 pixels.

A face is named by words: the side, the kind, and how it stands, e.g. "union FV", "csa MC reduced entrenched", "leader Lee 3".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.titles.house_divided.draw.kit import DEEP, INK, PAPER, SANS, tag, words
from bivouac.titles.house_divided.printed.units import FIRE, KINDS

SIDES: Final = ("union", "csa")
DARK: Final = {"union": "#1f3a63", "csa": "#74654c"}  # a block at full strength
PALE: Final = {"union": "#d5dfee", "csa": "#e7dfcd"}  # its reduced side
LINE: Final = {"union": "#10233f", "csa": "#3d3323"}
CREAM: Final = "#fff8e7"
RED: Final = "#b3261e"
GOLD: Final = "#e3b341"
EARTH: Final = "#5a4024"

BLOCK: Final = {"union": "M3 3H45V45H3Z", "csa": "M10 3H38L45 10V38L38 45H10L3 38V10Z"}

# silhouettes, drawn around the middle of the upper part of a block
RIFLE: Final = "M-19 -2.2L-19 4.6L-10.5 1.8L-4 1.8L-3 4L-1 4L-0.6 1.5L18 1L18 -1.1L-9 -1.6Z"
HORSE: Final = (
    "M13.5 37C13 30.5 16.5 27 19.5 23.2C17 24.2 15.4 26.6 12.4 26.8C10.2 26.9 8.6 25.2 8.4 23.4C10.6 20.6 12 17.6 13.4 15.2"
    "C14.6 13 16.6 11.6 18.6 10.8L19.2 6.4L22.4 9.4L25 6.8L26 10.4C33 12.4 37 18.6 37.4 26.4C37.6 30.4 37.2 33.8 36.6 37Z"
)
HAT_CROWN: Final = "M13.6 24.5C13.4 15 15.6 8.6 19.4 8.6C21.6 8.6 22.4 10.4 24 10.4C25.6 10.4 26.4 8.6 28.6 8.6C32.4 8.6 34.6 15 34.4 24.5Z"
HAT_BRIM: Final = "M3.6 22.6C8 26.6 15 25.4 24 25.4C33 25.4 40 26.6 44.4 22.6C43.6 29.6 34.6 32 24 32C13.4 32 4.4 29.6 3.6 22.6Z"
GUN: Final = "M8 17L30 12.6L38 11.2L38.6 15.6L31 17.6L22 20.4L10 24.4Z"


def silhouette(kind: str, colour: str, ground: str) -> str:
    """What the piece is: crossed rifles, a horse's head; foreigners wear a crown."""
    if kind in ("MC", "CV", "CS"):
        eye = tag("circle", cx="19.4", cy="16.4", r="1.7", fill=ground)
        mane = tag("path", d="M27 13.6C31.6 16.4 33.4 20.6 33.8 26", fill="none", stroke=ground, stroke_width=2, stroke_linecap="round")
        return tag("g", tag("path", d=HORSE, fill=colour), eye, mane, transform="translate(5 0.4) scale(0.79)")
    rifles = tag("path", d=RIFLE, transform="translate(24 17) rotate(-33) scale(0.95)") + tag(
        "path", d=RIFLE, transform="translate(24 17) rotate(-147) scale(0.95 -0.95)"
    )
    crown = tag("path", d="M17.5 13L16 5.2L20.4 8.2L24 4L27.6 8.2L32 5.2L30.5 13Z", fill=GOLD, stroke=ground, stroke_width="1.2")
    return tag("g", rifles, fill=colour) + (crown if kind == "FX" else "")


def quality_band(kind: str, colour: str, ground: str) -> str:
    """One bar for militia, two for veterans, three of gold for crack troops, at the lower left."""
    bars = {"M": 1, "V": 2, "S": 3, "X": 2}[next(letter for letter in kind if letter in "MVSX")]
    fill = GOLD if bars == 3 else colour
    clear = tag("rect", x=7.4, y=37 - 4.3 * (bars - 1), width=18.2, height=5.7 + 4.3 * (bars - 1), fill=ground)
    return clear + "".join(tag("rect", x=9, y=38.4 - 4.3 * n, width=15, height=2.9, fill=fill) for n in range(bars))


def halo(ground: str) -> dict[str, str]:
    """A rim in the colour of the block, so that a number stands clear of what is behind it."""
    return {"stroke": ground, "stroke_width": "4.4", "paint_order": "stroke", "stroke_linejoin": "round"}


VALUES: Final = dict(zip(KINDS, FIRE))


def earthwork() -> str:
    """A parapet with stakes along the foot of the block."""
    wall = tag("path", d="M0.6 47.4L3 39.6L8 43L12 39.2L16 43L20 39.2L24 43L28 39.2L32 43L36 39.2L40 43L45 39.6L47.4 47.4Z", fill=EARTH,
               stroke=CREAM, stroke_width="1.4", stroke_linejoin="round")  # fmt: skip
    return wall


def white_flag() -> str:
    """Over a piece in rout."""
    return tag(
        "path", d="M33 3V20M33 3.6L46 6.4L42.6 9.6L45.4 13.4L33 12Z", fill="#fff", stroke=INK, stroke_width="1.6", stroke_linejoin="round"
    )


def unit(side: str, kind: str, marks: frozenset[str]) -> str:
    """A combat piece. Full strength: light on a dark block. Reduced: dark on a pale one, its number red."""
    reduced = "reduced" in marks
    ground = PALE[side] if reduced else DARK[side]
    ink = LINE[side] if reduced else CREAM
    block = tag("path", d=BLOCK[side], fill=ground, stroke=LINE[side], stroke_width="2.4", stroke_linejoin="round")
    edge = (
        tag("path", d="M5.8 5.8H42.2V42.2H5.8Z", fill="none", stroke=ink, stroke_width="0.9", stroke_opacity="0.7")
        if side == "union"
        else ""
    )
    lift = "translate(0 -3)" if "entrenched" in marks else None
    number = words(str(VALUES[kind]), 34.4, 42, 17, fill=RED if reduced else CREAM, font_weight="bold", **halo(ground))
    figure = tag("g", silhouette(kind, ink, ground), quality_band(kind, ink, ground), number, transform=lift)
    return block + edge + figure + (earthwork() if "entrenched" in marks else "") + (white_flag() if "routed" in marks else "")


def leader(name: str, value: str) -> str:
    """A slouch hat, the name, the value."""
    side = "csa" if name == "Lee" else "union"
    block = tag("path", d=BLOCK[side], fill=CREAM, stroke=LINE[side], stroke_width="2.8", stroke_linejoin="round")
    hat = tag("path", d=HAT_CROWN, fill=DARK[side]) + tag("path", d=HAT_BRIM, fill=DARK[side])
    band = tag("path", d="M14 22.4C20 24 28 24 34 22.4", fill="none", stroke=GOLD, stroke_width="2.2")
    shown = words(name.upper(), 19.4, 40.6, 8.8 if len(name) < 6 else 6.6, font_weight="bold", fill=LINE[side])
    return block + hat + band + shown + words(value, 38, 41.6, 13.5, font_weight="bold", fill=LINE[side])


def garrison(value: str, *, hit: bool) -> str:
    """A harbour battery."""
    block = tag("path", d=BLOCK["csa"], fill=PALE["csa"] if hit else DARK["csa"], stroke=LINE["csa"], stroke_width="2.4")
    ink = LINE["csa"] if hit else CREAM
    gun = tag("path", d=GUN, fill=ink) + tag("circle", cx=19, cy=25, r=6.4, fill="none", stroke=ink, stroke_width="2.6")
    number = words(value, 35.2, 38, 17, fill=RED if hit else CREAM, font_weight="bold")
    return block + gun + tag("circle", cx=19, cy=25, r=1.8, fill=ink) + number + earthwork()


def flag(side: str, *, held: bool) -> str:
    """A control flag on its pole; half furled where only cavalry holds the place."""
    pole = tag("path", d="M8 3V46", stroke=INK, stroke_width=3, stroke_linecap="round")
    if side == "union":
        cloth = tag("rect", x=9.5, y=5, width=34, height=23, fill=CREAM, stroke=INK, stroke_width="1.4")
        bars = tag("path", d="M9.5 7H43.5M9.5 14.4H43.5M9.5 21.8H43.5", stroke="#b3402f", stroke_width="3.6")
        canton = tag("rect", x=9.5, y=5, width=16, height=12.6, fill="#1f3a63")
        spots = ((12.6, 8.4), (17.4, 8.4), (22.2, 8.4), (15, 11.4), (19.8, 11.4), (12.6, 14.4), (17.4, 14.4), (22.2, 14.4))
        stars = tag("path", d="".join(f"M{x} {y}h.1" for x, y in spots), stroke="#fff",
                    stroke_width="2.1", stroke_linecap="round")  # fmt: skip
    else:
        cloth = tag("rect", x=9.5, y=5, width=34, height=23, fill="#b3402f", stroke=INK, stroke_width="1.4")
        bars = tag("rect", x=10.2, y=12.7, width=32.6, height=7.6, fill=CREAM)
        canton = tag("rect", x=9.5, y=5, width=16, height=15.3, fill="#1f3a63")
        stars = tag("circle", cx=17.5, cy=12.6, r=4.4, fill="none", stroke="#fff", stroke_width=2, stroke_dasharray="2 1.95")
    shown = tag("g", cloth, bars, canton, stars, transform="translate(4.5 0) scale(0.55 1)" if held else None)
    return tag("g", pole, shown, transform="translate(9.4 9.4) scale(0.62)")


def turn_marker() -> str:
    """The black wooden marker."""
    return tag("circle", cx=24, cy=26, r=15, fill="#14100b") + tag(
        "ellipse", cx=24, cy=23, rx=15, ry=12.4, fill="#3a3128", stroke="#0c0906"
    )


def maximum_marker(side: str) -> str:
    """A small disc in the colour of a side with its flag's letter; Union square, Confederacy cut."""
    block = tag("path", d=BLOCK[side], fill=DARK[side], stroke=CREAM, stroke_width=2)
    return tag(
        "g",
        block,
        words("U" if side == "union" else "C", 24, 34, 29, fill=CREAM, font_weight="bold"),
        transform="translate(6 6) scale(0.75)",
    )


def battle() -> str:
    """Crossed sabres: a battle is fought here."""
    ring = tag("circle", cx=24, cy=24, r=21, fill="#f7e2b4", stroke=RED, stroke_width=3)
    blade = "M-17 1.6C-6 3.6 8 1.4 17 -6C9 6 -4 8.2 -16 5.2L-17.6 8L-19.8 6.8L-19 3.6L-20.6 1.2L-18.4 0Z"
    return (
        ring
        + tag("path", d=blade, transform="translate(24 25) rotate(-30)", fill=INK)
        + tag("path", d=blade, transform="translate(24 25) scale(-1 1) rotate(-30)", fill=INK)
    )


def contained() -> str:
    """A chain round a harbour."""
    links = "M8 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0M18 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0M28 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0"
    ring = tag("circle", cx=24, cy=24, r=20, fill=PAPER, stroke=DEEP[1], stroke_width=3)
    chain = tag("path", d=links, fill="none", stroke=INK, stroke_width="2.8")
    return tag("g", ring, chain, transform="translate(10 10) scale(0.58)")


@cache
def face(name: str) -> str:
    """The drawing with that name; a name nobody draws is an error."""
    return tag("g", drawing(name), font_family=SANS)


def drawing(name: str) -> str:
    """What `face` shows."""
    first, *rest = name.split(" ")
    match first:
        case "union" | "csa":
            return unit(first, rest[0], frozenset(rest[1:]))
        case "leader":
            return leader(rest[0], rest[1])
        case "garrison":
            return garrison(rest[0], hit="hit" in rest)
        case "flag":
            return flag(rest[0], held="held" in rest)
        case "maximum":
            return maximum_marker(rest[0])
        case "turn":
            return turn_marker()
        case "battle":
            return battle()
        case "contained":
            return contained()
    raise KeyError(name)
