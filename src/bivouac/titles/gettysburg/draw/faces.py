"""The pieces and markers in boxes of 48 x 48: flat blocks with one clear silhouette, readable at 24 pixels.

A face is named by words: "union regular 2" (two cubes), "csa artillery down" (on its side), "block union 3 1" (value 3, one disc; a
value of 0 is not shown), "stick 45" (an entrenchment at that angle), "disc blue", "disrupted", "fired", "clock".
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from bivouac.titles.gettysburg.draw.kit import INK, PAPER, SANS, num, tag, words

# the wood of each class, and its line
WOOD: Final = {
    "union regular": ("#2f5a9b", "#152c50"),
    "union elite": ("#b0322b", "#581410"),
    "union inferior": ("#d9822b", "#6f3d0b"),
    "union cavalry": ("#1b2f55", "#0b1730"),
    "union artillery": ("#2f5a9b", "#152c50"),
    "csa regular": ("#8c8374", "#3c352a"),
    "csa elite": ("#2e2a26", "#0d0b0a"),
    "csa artillery": ("#8c8374", "#3c352a"),
}
CREAM: Final = "#fff8e7"
SHAPE: Final = {"union": "M3 3H45V45H3Z", "csa": "M10 3H38L45 10V38L38 45H10L3 38V10Z"}
RIFLE: Final = "M-17 -1.8L-17 4L-9.5 1.6L-3.6 1.6L-2.6 3.6L-0.8 3.6L-0.4 1.4L16 1L16 -1L-8 -1.4Z"
HORSE: Final = (
    "M13 31C13 26 15 23 18 20C15 22 13 23 10 23L9 20C11 17 13 14 15 11C17 9 19 8 21 8L22 4L25 7C31 9 35 15 36 23C36 26 36 29 35 31Z"
)
BARREL: Final = "M10 18L31 12L39 10.6L39.6 15.4L32 17.4L24 20L12 24Z"


@cache
def face(name: str) -> str:
    kind, *rest = name.split()
    if kind in SHAPE:
        return piece(kind, rest[0], rest[1])
    if kind == "block":
        return block(rest[0], int(rest[1]), int(rest[2]))
    if kind == "stick":
        return stick(int(rest[0]))
    if kind == "disc":
        return disc(rest[0])
    return MARKERS[kind]()


# --- combat pieces ----------------------------------------------------------------------------------


def piece(side: str, kind: str, state: str) -> str:
    """A block; damage cubes as squares along its foot; a damaged gun lies on its side and is crossed out."""
    fill, line = WOOD[f"{side} {kind}"]
    body = tag("path", d=SHAPE[side], fill=fill, stroke=line, stroke_width=2.4, stroke_linejoin="round")
    if kind == "artillery":
        down = state == "down"
        picture = tag("g", gun(CREAM, fill), transform="rotate(90 24 22)" if down else None)
        return body + picture + (tag("path", d="M8 40L40 8", stroke="#d02a1e", stroke_width=4, stroke_linecap="round") if down else "")
    return body + silhouette(kind) + band(kind) + cubes(int(state), fill, line)


def silhouette(kind: str) -> str:
    if kind == "cavalry":
        return tag("path", d=HORSE, fill=CREAM, transform="translate(1 -0.5)")
    one = tag("path", d=RIFLE, transform="translate(24 17) rotate(-33)")
    two = tag("path", d=RIFLE, transform="translate(24 17) rotate(-147) scale(1 -1)")
    return tag("g", one, two, fill=CREAM)


def gun(colour: str, ground: str) -> str:
    wheel = tag("circle", cx=20, cy=28, r=9.5, fill="none", stroke=colour, stroke_width=2.6)
    spokes = "".join(f"M20 28l{num(9.5 * math.cos(i * math.pi / 4))} {num(9.5 * math.sin(i * math.pi / 4))}" for i in range(8))
    trail = tag("path", d="M16 26L6 37", stroke=colour, stroke_width=3.2, stroke_linecap="round")
    return trail + wheel + tag("path", d=spokes, stroke=colour, stroke_width=1.3) + tag("path", d=BARREL, fill=colour, stroke=ground)


def band(kind: str) -> str:
    """The quality: a gold chevron for the elite, a hollow bar for the inferior."""
    if kind == "elite":
        return tag("path", d="M15 33.5L24 28L33 33.5", fill="none", stroke="#e9bf4a", stroke_width=3.2, stroke_linejoin="round")
    if kind == "inferior":
        return tag("rect", x=16, y=29, width=16, height=4, fill="none", stroke=CREAM, stroke_width=1.6)
    return ""


def cubes(n: int, fill: str, line: str) -> str:
    """Damage, one square a cube, in the colour of the class on a light strip."""
    if not n:
        return ""
    strip = tag("rect", x=4.4, y=35, width=39.2, height=8.6, fill=CREAM, stroke=line, stroke_width=1)
    start = 24 - (n * 7.6 - 1.2) / 2
    return strip + "".join(
        tag("rect", x=start + 7.6 * i, y=36.1, width=6.4, height=6.4, fill=fill, stroke=line, stroke_width=0.9) for i in range(n)
    )


# --- blocks and discs -------------------------------------------------------------------------------


DISC_WOOD: Final = {
    "union": ("#4a7ac0", "#152c50"),
    "csa": ("#a79d8b", "#3c352a"),
    "blue": ("#4a7ac0", "#152c50"),
    "black": ("#2a2623", "#000000"),
    "grey": ("#a79d8b", "#3c352a"),
}


def block(side: str, value: int, discs: int) -> str:
    """A command block standing upright: a pale plank with its value, or a blank one; the discs lie at its foot."""
    fill, line = ("#dfe8f5", "#1f3a63") if side == "union" else ("#ece4d2", "#4a3f30")
    corner = 0 if side == "union" else 7
    shape = f"M{8 + corner} 2H{40 - corner}L40 {2 + corner}V34H8V{2 + corner}Z"
    body = tag("path", d=shape, fill=fill, stroke=line, stroke_width=2.6, stroke_linejoin="round")
    mark = words(str(value), 24, 27, 25, font_family=SANS, font_weight="bold", fill=line) if value else hat(line)
    return body + mark + "".join(_chip(side, i, discs) for i in range(discs))


def hat(colour: str) -> str:
    """A leader's hat: whoever cannot see the value knows that somebody commands here."""
    return tag(
        "path",
        d="M17 21C17 13 19 9 21 9C23 9 23 10.6 24 10.6C25 10.6 25 9 27 9C29 9 31 13 31 21C34 21 37 20.4 38.6 18.6"
        "C38 24 32 26 24 26C16 26 10 24 9.4 18.6C11 20.4 14 21 17 21Z",
        fill=colour,
    )


def _chip(side: str, i: int, n: int) -> str:
    fill, line = DISC_WOOD[side]
    return tag("circle", cx=24 + (i - (n - 1) / 2) * 8.6, cy=40.5, r=4.6, fill=fill, stroke=line, stroke_width=1.3)


def disc(colour: str) -> str:
    fill, line = DISC_WOOD[colour]
    return tag("circle", cx=24, cy=24, r=17, fill=fill, stroke=line, stroke_width=3) + tag(
        "circle", cx=24, cy=24, r=10.5, fill="none", stroke=CREAM, stroke_width=1.6, opacity=0.7
    )


# --- markers ----------------------------------------------------------------------------------------


def stick(angle: int) -> str:
    """An earthwork along a border: a bank with its stakes."""
    bank = tag("rect", x=-22, y=-3.6, width=44, height=7.2, rx=2.4, fill="#6b4a25", stroke=INK, stroke_width=1.4)
    stakes = tag("path", d="".join(f"M{x} -3.6v7.2" for x in range(-16, 20, 8)), stroke="#e2cf9f", stroke_width=1.8)
    return tag("g", bank, stakes, transform=f"translate(24 24) rotate({angle})")


def disrupted() -> str:
    """A broken ring."""
    return tag("circle", cx=24, cy=24, r=14, fill=PAPER, stroke="#b3261e", stroke_width=3) + tag(
        "path", d="M28 11L19 25H27L20 38", fill="none", stroke="#b3261e", stroke_width=4, stroke_linejoin="round"
    )


def fired() -> str:
    """A puff of smoke with a flash."""
    puffs = "".join(tag("circle", cx=x, cy=y, r=r) for x, y, r in ((18, 20, 8), (29, 18, 9), (24, 28, 9), (33, 28, 6), (15, 29, 6)))
    flash = tag("path", d="M24 14L27 22L35 23L28 27L30 34L24 29L18 34L20 27L13 23L21 22Z", fill="#e3a02b", stroke="#a0461a", stroke_width=1)
    return tag("g", puffs, fill="#d9d4c8", stroke=INK, stroke_width=1.2) + flash


def clock() -> str:
    return tag("circle", cx=24, cy=24, r=18, fill="#f8efd8", stroke=INK, stroke_width=3) + tag(
        "path", d="M24 12V24L33 29", fill="none", stroke=INK, stroke_width=3.4, stroke_linecap="round"
    )


MARKERS: Final = {"disrupted": disrupted, "fired": fired, "clock": clock}
