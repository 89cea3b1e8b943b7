"""The pieces and markers in boxes of 48 x 48: flat blocks with one clear silhouette, readable at 24 pixels.

A face is named by words: "union regular 2" (two cubes), "csa artillery down" (on its side), "block union 3 1" (value 3, one disc; a
value of 0 is not shown), "stick 45" (an entrenchment at that angle), "disc blue", "disrupted", "fired", "clock".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import (
    BLACK_WOOD,
    BLUE_WOOD,
    DEEP,
    EARTH,
    EDGE,
    GOLD,
    GREY_WOOD,
    INK,
    NAVY_WOOD,
    ORANGE_WOOD,
    PALE,
    PAPER_DEEP,
    PAPER_LIGHT,
    RED,
    RED_WOOD,
)
from bivouac.core.draw.svg import figure, placed, star, tag

SIDES: Final = {"union": pieces.UNION, "csa": pieces.CSA}
# the wood of each class, as the box has it
WOOD: Final = {
    "union regular": BLUE_WOOD,
    "union elite": RED_WOOD,
    "union inferior": ORANGE_WOOD,
    "union cavalry": NAVY_WOOD,
    "union artillery": BLUE_WOOD,
    "csa regular": GREY_WOOD,
    "csa elite": BLACK_WOOD,
    "csa artillery": GREY_WOOD,
}
DISC: Final = {"union": BLUE_WOOD, "csa": GREY_WOOD, "blue": BLUE_WOOD, "grey": GREY_WOOD, "black": BLACK_WOOD}
BARS: Final = {"inferior": 1, "elite": 3}


@cache
def face(name: str) -> str:
    kind, *rest = name.split()
    if kind in SIDES:
        return pieces.face(piece(kind, rest[0], rest[1]))
    if kind == "block":
        return pieces.face(block(rest[0], int(rest[1]), int(rest[2])))
    if kind == "stick":
        return pieces.face(stick(int(rest[0])))
    if kind == "disc":
        return pieces.face(disc(*DISC[rest[0]]))
    return pieces.face(MARKERS[kind]())


# --- combat pieces ----------------------------------------------------------------------------------


def piece(side: str, kind: str, state: str) -> str:
    """A block; damage cubes as squares along its foot; a damaged gun lies on its side and is crossed out."""
    fill, line = WOOD[f"{side} {kind}"]
    body = pieces.block(SIDES[side], fill, line)
    if kind == "artillery":
        down = state == "down"
        gun = placed(pieces.FIGURES[kind](PAPER_LIGHT, fill), 24, 24, turn=90 if down else 0)
        return body + gun + (tag("path", d="M9 39L39 9", stroke=RED, stroke_width=4, stroke_linecap="round") if down else "")
    hurt = int(state) > 0
    figure_kind = "cavalry" if kind == "cavalry" else "infantry"
    bars = pieces.quality(BARS[kind], 7.5, 19, wide=15, thick=3) if kind in BARS else ""
    place = (28 if bars else 24, 20.5 if hurt else 27 if bars else 24, 0.74 if hurt else 0.84 if bars else 1)
    x, y, scale = place
    return body + pieces.silhouette(figure_kind, ground=fill, x=x, y=y, scale=scale) + bars + cubes(int(state), fill, line)


def cubes(n: int, fill: str, line: str) -> str:
    """Damage, one square a cube, in the colour of the class on a light strip along the foot."""
    if not n:
        return ""
    edge = min(9.6, 36 / n)
    wide, start = n * edge + 2.6, 24 - n * edge / 2
    strip = tag("rect", x=24 - wide / 2, y=32.4, width=wide, height=edge + 2.4, fill=PAPER_LIGHT, stroke=line, stroke_width=1)
    spots = (start + edge * i + 0.7 for i in range(n))
    return strip + "".join(
        tag("rect", x=x, y=33.9, width=edge - 1.4, height=edge - 0.8, fill=fill, stroke=line, stroke_width=1.1) for x in spots
    )


# --- blocks and discs -------------------------------------------------------------------------------


def block(side: str, value: int, discs: int) -> str:
    """A command block standing upright: a pale plank with its value, or a leader's hat; the discs lie at its foot."""
    n = SIDES[side]
    corner = 7 * n
    plank = f"M{8 + corner} 2H{40 - corner}L40 {2 + corner}V34H8V{2 + corner}Z"
    body = tag("path", d=plank, fill=PALE[n], stroke=DEEP[n], stroke_width=2.6, stroke_linejoin="round")
    shown = figure(value, 24, 27, 25, ink=EDGE[n], on=PALE[n]) if value else pieces.silhouette("leader", DEEP[n], y=18, scale=0.66)
    return body + shown + "".join(chip(24 + (i - (discs - 1) / 2) * 8.6, *DISC[side]) for i in range(discs))


def chip(x: float, fill: str, line: str) -> str:
    return tag("circle", cx=x, cy=40.5, r=4.6, fill=fill, stroke=line, stroke_width=1.3)


def disc(fill: str, line: str) -> str:
    """An order."""
    groove = tag("circle", cx=24, cy=24, r=10.5, fill="none", stroke=PAPER_LIGHT, stroke_width=1.6, stroke_opacity=0.7)
    return pieces.disc(groove, fill=fill, edge=line, reach=17)


# --- markers ----------------------------------------------------------------------------------------


def stick(angle: int) -> str:
    """An earthwork along a border: a bank with its stakes."""
    bank = tag("rect", x=-22, y=-3.6, width=44, height=7.2, rx=2.4, fill=EARTH, stroke=INK, stroke_width=1.4)
    stakes = tag("path", d="".join(f"M{x} -3.6v7.2" for x in range(-16, 20, 8)), stroke=PAPER_DEEP, stroke_width=1.8)
    return placed(bank + stakes, 24, 24, turn=angle)


def disrupted() -> str:
    """A red ring with a bolt."""
    return pieces.disc(pieces.bolt(), edge=RED, reach=14)


def fired() -> str:
    """A puff of smoke with a flash."""
    puffs = (tag("circle", cx=x, cy=y, r=r) for x, y, r in ((18, 20, 8), (29, 18, 9), (24, 28, 9), (33, 28, 6), (15, 29, 6)))
    flash = tag("path", d=star(24, 24, 11), fill=GOLD, stroke=RED, stroke_width=1)
    return tag("g", *puffs, fill=PAPER_DEEP, stroke=INK, stroke_width=1.2) + flash


MARKERS: Final = {"disrupted": disrupted, "fired": fired, "clock": pieces.clock}
