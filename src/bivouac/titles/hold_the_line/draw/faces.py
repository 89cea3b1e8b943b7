"""The pieces in boxes of 48 x 48: arm, strength and morale on the block of a side; stars for victory points; the clock."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, GOLD, GREEN, INK, PAPER_LIGHT
from bivouac.core.draw.svg import tag

FIGURE: Final = {"gunboat": "ship"}  # where the kit has another word
MORALE: Final = {"green": (1, GREEN), "black": (2, BLACK), "gold": (3, GOLD)}  # bars and colour of the band


def band(morale: str) -> str:
    """The morale: a band of its colour, one bar for green, two for black, three for gold."""
    bars, colour = MORALE[morale]
    ink = INK if morale == "gold" else PAPER_LIGHT
    plate = tag("rect", x=9, y=37.6, width=30, height=7, fill=colour, stroke=PAPER_LIGHT, stroke_width=0.8)
    return plate + "".join(tag("rect", x=24 + 6 * (n - bars / 2) + 1, y=39, width=4, height=4.2, fill=ink) for n in range(bars))


def victory(side: int, *, held: bool) -> str:
    """A VP block: a star in the colour of the side it counts for, small, for the corner of a hex; on gold while that side holds it."""
    ring = tag("circle", cx=24, cy=24, r=22, fill=GOLD if held else PAPER_LIGHT, stroke=INK, stroke_width=1.6)
    return tag("g", ring, pieces.star_of(side, 20), transform="translate(11 11) scale(0.54)")


def piece(side: int, kind: str, morale: str, strength: int, full: int, *, done: bool) -> str:
    shown = pieces.silhouette(FIGURE.get(kind, kind), ground=DEEP[side], y=24 if full > 1 else 23, scale=0.92)
    return "".join((
        pieces.block(side),
        tag("g", shown, opacity=0.45) if done else shown,
        pieces.pips(strength, full, 10, step=7.6) if full > 1 else "",
        band(morale) if morale in MORALE else "",
        pieces.tick() if done else "",
    ))  # fmt: skip


@cache
def face(name: str) -> str:
    """A piece by its name: "union-infantry-green-3-4-done", "block-union-held", "turn"."""
    first, *rest = name.split("-")
    if first == "turn":
        return pieces.face(pieces.clock())
    if first == "block":
        return pieces.face(victory(int(rest[0] != "union"), held="held" in rest))
    kind, morale, strength, full = rest[:4]
    return pieces.face(piece(int(first != "union"), kind, morale, int(strength), int(full), done="done" in rest))
