"""The pieces in boxes of 48 x 48: morale, strength, arm and name on the block of a side; stars for victory points; the clock."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, GOLD, GREEN, INK, PAPER_LIGHT
from bivouac.core.draw.svg import tag

FIGURE: Final = {"gunboat": "ship"}  # where the kit has another word
MORALE: Final = {"green": (1, GREEN), "black": (2, BLACK), "gold": (3, GOLD)}  # bars and colour of the band
BESIDES: Final = re.compile(r" \(| / | guns| Bde| militia| regulars| siege| Artillery")


def short(name: str) -> str:
    """A name as it fits on a block: without the corps, the second battery, the arm."""
    return pieces.abridged(BESIDES.split(name)[0])


def band(morale: str) -> str:
    """The morale: a band of its colour along the top, one bar for green, two for black, three for gold."""
    bars, colour = MORALE[morale]
    ink = INK if morale == "gold" else PAPER_LIGHT
    plate = tag("rect", x=8, y=5.2, width=32, height=6.6, fill=colour, stroke=PAPER_LIGHT, stroke_width=0.8)
    return plate + "".join(tag("rect", x=10 + 6 * n, y=6.5, width=4.2, height=4, fill=ink) for n in range(bars))


def victory(side: int, *, held: bool) -> str:
    """A VP block: a star in the colour of the side it counts for, small, for the corner of a hex; on gold while that side holds it."""
    ring = tag("circle", cx=24, cy=24, r=22, fill=GOLD if held else PAPER_LIGHT, stroke=INK, stroke_width=1.6)
    return tag("g", ring, pieces.star_of(side, 20), transform="translate(12 12) scale(0.5)")


def piece(side: int, kind: str, morale: str, strength: int, full: int, name: str, *, done: bool) -> str:
    leads = kind == "leader"
    shown = pieces.silhouette(
        FIGURE.get(kind, kind), ground=DEEP[side], x=24 if leads else 28.5, y=18 if leads else 21.5, scale=0.8 if leads else 0.6
    )
    return "".join((
        pieces.block(side),
        tag("g", shown, opacity=0.45) if done else shown,
        pieces.dots(strength, full, 11.5, 17.6) if full > 1 else "",
        band(morale) if morale in MORALE else "",
        pieces.lettered(name, 41.2, on=DEEP[side]) if name else "",
        pieces.tick(22) if done else "",
    ))  # fmt: skip


@cache
def face(name: str) -> str:
    """A piece by its name: "union-infantry-green-3-4-Burnside-done", "block-union-held", "turn"."""
    first, *rest = name.split("-")
    if first == "turn":
        return pieces.face(pieces.clock())
    if first == "block":
        return pieces.face(victory(int(rest[0] != "union"), held="held" in rest))
    kind, morale, strength, full, who = rest[:5]
    return pieces.face(piece(int(first != "union"), kind, morale, int(strength), int(full), who, done="done" in rest[5:]))
