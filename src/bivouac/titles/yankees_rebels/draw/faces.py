"""The counters in boxes of 48 x 48: corps badge, level, arm, name and strength on the block of a side; the markers of the cup."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, PAPER_LIGHT
from bivouac.core.draw.svg import SERIF, figure, placed, star, tag, text_width
from bivouac.titles.yankees_rebels.printed.units import MARKER_SIDE, MARKERS, NAME, SIDE, STRENGTH, TRAINING, UNITS

ARM: Final = {"F": "infantry", "C": "cavalry", "A": "artillery", "AC": "horse artillery"}
LEVEL: Final = {"conscript": 1, "veteran": 2, "elite": 3}

# the Union's corps badges, in a box of ten around the origin
BADGE: Final = {
    "I": "M4.2 0A4.2 4.2 0 1 1 -4.2 0A4.2 4.2 0 1 1 4.2 0Z",
    "II": "M0 -4.6A2.3 2.3 0 1 1 -.1 -4.6ZM-2.6 -.6A2.3 2.3 0 1 1 -2.7 -.6ZM2.6 -.6A2.3 2.3 0 1 1 2.5 -.6ZM-.8 0L.8 0L1.6 4.8H-1.6Z",
    "III": "M0 -5L4.2 0L0 5L-4.2 0Z",
    "V": "M0 0L-2.4 -4.8L0 -3.8L2.4 -4.8ZM0 0L4.8 -2.4L3.8 0L4.8 2.4ZM0 0L2.4 4.8L0 3.8L-2.4 4.8ZM0 0L-4.8 2.4L-3.8 0L-4.8 -2.4Z",
    "VI": "M-1.6 -4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
    "XI": "M2.6 -4.2A4.8 4.8 0 1 0 2.6 4.2A3.7 3.7 0 1 1 2.6 -4.2Z",
    "XII": star(0, 0, 5),
}
CROSSED: Final = {"CR": ("M-4 4C-1 2 3 -1 4 -4.4M4 4C1 2 -3 -1 -4 -4.4", 1.3), "AR": ("M-3.6 3.6L3.6 -3.6M3.6 3.6L-3.6 -3.6", 2.2)}


def badge(side: int, corps: str) -> str:
    """The sign of a corps: crossed sabres or barrels for cavalry and guns, a ringed number for a Confederate corps."""
    if corps in CROSSED:
        d, width = CROSSED[corps]
        return tag("path", d=d, fill="none", stroke=PAPER_LIGHT, stroke_width=width, stroke_linecap="round")
    if side == pieces.UNION:
        return tag("path", d=BADGE[corps], fill=PAPER_LIGHT)
    ring = tag("circle", r=5, fill="none", stroke=PAPER_LIGHT, stroke_width=1)
    return ring + figure(corps, 0, 2.6, 7.4, ink=PAPER_LIGHT, on=DEEP[1], font_family=SERIF)


def unit_face(u: int, force: int, *, done: bool) -> str:
    unit, side = UNITS[u], SIDE[u]
    name = NAME[u].split(" (")[0].removeprefix("von ")
    arm = pieces.silhouette(ARM[unit.type], ground=DEEP[side], x=23.5, y=22.6, scale=0.56)
    return "".join((
        pieces.block(side),
        tag("g", arm, opacity=0.45) if done else arm,
        placed(badge(side, unit.corps), 12, 11.6),
        pieces.quality(LEVEL[TRAINING[u]], 31, 16.2, wide=9, thick=2.3),
        figure(name, 24, 36.8, min(9, 34.5 / text_width(name, 1)), ink=PAPER_LIGHT, on=DEEP[side]),
        pieces.pips(force, STRENGTH[u], 40.4, step=4.8),
        pieces.tick(22) if done else "",
    ))  # fmt: skip


def marker_face(m: int) -> str:
    """A disc with the corps' badge or the side's flag."""
    side = MARKER_SIDE[m]
    corps = MARKERS[m][1]
    shown = placed(pieces.cloth(side), 10.4, 14.8, 0.8) if corps == "flag" else placed(badge(side, corps), 24, 24, 2.5)
    return pieces.disc(shown, fill=DEEP[side], edge=BLACK)


@cache
def face(name: str) -> str:
    """A drawing by its name: unit-<number>-<strength>-<activated>, marker-<number>, turn."""
    kind, *numbers = name.split("-")
    if kind == "unit":
        u, force, done = (int(n) for n in numbers)
        return pieces.face(unit_face(u, force, done=bool(done)))
    return pieces.face(marker_face(int(numbers[0])) if kind == "marker" else pieces.clock())
