"""The signs on cards, around the origin, about 22 across: (ink, ground) -> drawing; and which card bears which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bivouac.core.draw import pieces, svg
from bivouac.core.draw.palette import GREEN, PURPLE, RED
from bivouac.core.draw.svg import placed, tag
from bivouac.titles.lincoln.printed.units import BONDS, DRAFT, HIGH_GROUND, MONEY, RAID, RAIL_CARD, REINFORCEMENTS, RUNNER, TABLES

Icon = Callable[[str, str], str]


def shape(d: str) -> Icon:
    """One closed shape."""
    return lambda ink, ground: tag("path", d=d, fill=ink)


def lines(d: str, width: float) -> Icon:
    """Open lines."""
    return lambda ink, ground: tag("path", d=d, fill="none", stroke=ink, stroke_width=width)


def of_piece(kind: str) -> Icon:
    """A silhouette of the pieces."""
    return lambda ink, ground: placed(pieces.FIGURES[kind](ink, ground), 0, 0, 0.58)


def engine(ink: str, ground: str) -> str:
    wheels = "".join(tag("circle", cx=x, cy=7, r=3) for x in (-7, 1, 8))
    return tag("g", tag("path", d="M-11 4V-6H-4V-1H7V-7H10V4Z"), wheels, fill=ink)


def note(ink: str, ground: str) -> str:
    return tag("rect", x=-11, y=-6, width=22, height=13, fill="none", stroke=ink, stroke_width=2) + tag("circle", r=3.6, fill=ink)


def drum(ink: str, ground: str) -> str:
    cords = tag("path", d="M-9 -5L-3 8L3 -5L9 8", fill="none", stroke=ground, stroke_width=1.4)
    return tag("path", d="M-9 -5H9V8H-9Z", fill=ink) + cords + lines("M-11 -10L2 -6M11 -10L-2 -6", 1.8)(ink, ground)


def cotton(ink: str, ground: str) -> str:
    bale = tag("rect", x=-10, y=-6, width=20, height=13, rx=2, fill=ink)
    return bale + tag("path", d="M-4 -6V7M4 -6V7", stroke=ground, stroke_width=1.6)


FORT: Final = shape(svg.star(0, 0, 11, 0.62, 6))
SHIP, HORSE, HAT = (of_piece(kind) for kind in ("ship", "cavalry", "leader"))
TOP_HAT: Final = shape("M-11 8H11V5H7V-9Q0 -12 -7 -9V5H-11Z")
HILL: Final = shape("M-12 9L-3 -8L2 0L5 -4L12 9Z")
ARROW: Final = shape("M-11 -3H2V-9L12 0L2 9V3H-11Z")
ANCHOR: Final = lines("M0 -11A3 3 0 1 1 -.1 -11M0 -5V10M-5 -1H5M-9 3Q-7 11 0 11Q7 11 9 3", 2.2)
RAILS: Final = lines("M-10 4H10M-10 -4H10M-7 -8V8M0 -8V8M7 -8V8", 2)

TEXT_ICONS: Final = {
    DRAFT: drum,
    RUNNER: SHIP,
    RAID: HORSE,
    HIGH_GROUND: HILL,
    MONEY: note,
    BONDS: cotton,
    RAIL_CARD: engine,
    REINFORCEMENTS: ARROW,
}
FIGURES: Final = {
    DRAFT: TABLES.effects.free_draw,
    RUNNER: TABLES.effects.free_draw,
    RAID: TABLES.effects.raid_discards,
    HIGH_GROUND: TABLES.high_ground.bonus,
    MONEY: TABLES.effects.bond_units,
    BONDS: TABLES.effects.bond_units,
    RAIL_CARD: TABLES.effects.rail_counters,
}
KIND_FILL: Final = {"free": GREEN, "action": RED, "benefit": PURPLE}
TOP_ICONS: Final = {4: SHIP, 5: TOP_HAT}
