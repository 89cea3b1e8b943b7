"""The pieces and markers, each in a box of 48 x 48: flat blocks with one clear silhouette, meant to be read at 24 pixels.

A face is named by words: the side, the kind, and how it stands, e.g. "union FV", "csa MC reduced entrenched", "leader Lee 3".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import DEEP, EARTH, EDGE, GOLD, INK, PALE, PAPER_LIGHT, RED
from bivouac.core.draw.svg import figure, placed, rim, tag
from bivouac.titles.house_divided.printed.map import CSA
from bivouac.titles.house_divided.printed.units import FIRE, KINDS, LEADER_NAMES, LEADER_SIDE

SIDES: Final = ("union", "csa")
VALUES: Final = dict(zip(KINDS, FIRE))
BARS: Final = {"M": 1, "V": 2, "S": 3, "X": 2}  # militia, veterans, crack troops; foreigners


def crown(ground: str) -> str:
    """Foreigners wear a crown."""
    return tag("path", d="M28.5 17L27 8.2L31.4 11.2L35 7L38.6 11.2L43 8.2L41.5 17Z", fill=GOLD, stroke=ground, stroke_width=1)


def earthwork() -> str:
    """A parapet with stakes along the foot of the block."""
    d = "M0.6 47.4L3 39.6L8 43L12 39.2L16 43L20 39.2L24 43L28 39.2L32 43L36 39.2L40 43L45 39.6L47.4 47.4Z"
    return tag("path", d=d, fill=EARTH, stroke=PAPER_LIGHT, stroke_width=1.4, stroke_linejoin="round")


def white_flag() -> str:
    """Over a piece in rout."""
    d = "M33 3V20M33 3.6L46 6.4L42.6 9.6L45.4 13.4L33 12Z"
    return tag("path", d=d, fill=PAPER_LIGHT, stroke=INK, stroke_width=1.6, stroke_linejoin="round")


def colours(side: int, *, worn: bool) -> tuple[str, str, str]:
    """Ground, silhouette and number of a block: light on dark at full strength; dark on pale, the number red, when reduced."""
    return (PALE[side], EDGE[side], RED) if worn else (DEEP[side], PAPER_LIGHT, PAPER_LIGHT)


def unit(side: int, kind: str, marks: frozenset[str]) -> str:
    """A combat piece: its fire and its quality in the upper left, where a fan of pieces shows them; its arm below."""
    ground, ink, number = colours(side, worn="reduced" in marks)
    arm = "infantry" if "F" in kind else "cavalry"
    bars = next(BARS[letter] for letter in kind if letter in BARS)
    inside = (
        pieces.silhouette(arm, ink, ground, y=31.5, scale=0.84),
        figure(VALUES[kind], 12.6, 20.6, 20, ink=number, on=ground, **rim(ground, 3)),
        crown(ground) if kind == "FX" else pieces.quality(bars, 21.5, 20, ink, wide=17, thick=3.1),
    )
    lifted = tag("g", *inside, transform="translate(0 -2)" if "entrenched" in marks else None)
    over = (earthwork() if "entrenched" in marks else "") + (white_flag() if "routed" in marks else "")
    return pieces.block(side, ground) + lifted + over


def leader(name: str, value: str) -> str:
    """His value, a slouch hat, his name."""
    side = LEADER_SIDE[LEADER_NAMES.index(name)]
    return (
        pieces.block(side, PAPER_LIGHT)
        + figure(value, 12.6, 20.6, 20, ink=EDGE[side], on=PAPER_LIGHT)
        + pieces.silhouette("leader", DEEP[side], PAPER_LIGHT, x=30.5, y=16.5, scale=0.62)
        + pieces.lettered(name, 40, ink=EDGE[side], on=PAPER_LIGHT)
    )


def garrison(value: str, *, hit: bool) -> str:
    """A harbour battery."""
    ground, ink, number = colours(CSA, worn=hit)
    gun = pieces.silhouette("artillery", ink, ground, x=28, y=26, scale=0.78)
    return pieces.block(CSA, ground) + gun + figure(value, 12.6, 20.6, 20, ink=number, on=ground, **rim(ground, 3)) + earthwork()


def maximum(side: int) -> str:
    """A small block with the flag of a side."""
    return tag("g", pieces.block(side), placed(pieces.cloth(side), 9.6, 14.2, 0.85), transform="translate(6 6) scale(0.75)")


def battle() -> str:
    """Crossed sabres: a battle is fought here."""
    blade = "M-17 1.6C-6 3.6 8 1.4 17 -6C9 6 -4 8.2 -16 5.2L-17.6 8L-19.8 6.8L-19 3.6L-20.6 1.2L-18.4 0Z"
    sabres = (tag("path", d=blade, transform=f"translate(24 25){turn} rotate(-30)", fill=INK) for turn in ("", " scale(-1 1)"))
    return pieces.disc(*sabres, edge=RED, reach=21)


def contained() -> str:
    """A chain round a harbour."""
    links = "M8 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0M18 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0M28 24a6 5 0 1 0 12 0a6 5 0 1 0 -12 0"
    chain = tag("path", d=links, fill="none", stroke=INK, stroke_width=2.8)
    return tag("g", pieces.disc(chain, edge=DEEP[CSA], reach=20), transform="translate(10 10) scale(0.58)")


@cache
def face(name: str) -> str:
    """The drawing with that name; a name nobody draws is an error."""
    return pieces.face(drawing(name))


def drawing(name: str) -> str:
    """What `face` shows."""
    match name.split(" "):
        case [("union" | "csa") as side, kind, *marks]:
            return unit(SIDES.index(side), kind, frozenset(marks))
        case ["leader", who, value]:
            return leader(who, value)
        case ["garrison", value, *hit]:
            return garrison(value, hit=bool(hit))
        case ["flag", side, *held]:
            return tag("g", pieces.flag(SIDES.index(side), furled=bool(held)), transform="translate(4.8 0) scale(0.8)")
        case ["maximum", side]:
            return maximum(SIDES.index(side))
        case ["turn"]:
            return pieces.clock()
        case ["battle"]:
            return battle()
        case ["contained"]:
            return contained()
    raise KeyError(name)
