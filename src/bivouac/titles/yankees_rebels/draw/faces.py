"""The counters in boxes of 48 x 48: corps badge, level, arm, name and strength on the block of a side; the markers of the cup."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, EARTH, PAPER_LIGHT
from bivouac.core.draw.svg import placed, polygon, star, tag
from bivouac.titles.yankees_rebels.draw.places import BOARD, COUNTER
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
    """The sign of a corps: crossed sabres or barrels for cavalry and guns, one, two or three ringed strokes for a Confederate corps."""
    if corps in CROSSED:
        d, width = CROSSED[corps]
        return tag("path", d=d, fill="none", stroke=PAPER_LIGHT, stroke_width=width, stroke_linecap="round")
    if side == pieces.UNION:
        return tag("path", d=BADGE[corps], fill=PAPER_LIGHT)
    strokes = "".join(f"M{2.4 * (n - (len(corps) - 1) / 2):.1f} -3v6" for n in range(len(corps)))
    ring = tag("circle", r=5.4, stroke_width=1)
    return tag("g", ring, tag("path", d=strokes, stroke_width=1.5), fill="none", stroke=PAPER_LIGHT)


def short(u: int) -> str:
    """The name of a unit as it fits on its counter."""
    return pieces.abridged(NAME[u].split(" (")[0].removeprefix("von "))


def unit_face(u: int, force: int, *, done: bool) -> str:
    """Corps and strength at the left, where a fan of counters shows them; quality and arm at the right; the name along the foot."""
    unit, side = UNITS[u], SIDE[u]
    arm = pieces.silhouette(ARM[unit.type], ground=DEEP[side], x=30, y=22, scale=0.6)
    return "".join((
        pieces.block(side),
        tag("g", arm, opacity=0.45) if done else arm,
        placed(badge(side, unit.corps), 12, 11.4, 1.05),
        pieces.quality(LEVEL[TRAINING[u]], 24, 14.4, wide=17, thick=2.3),
        pieces.dots(force, STRENGTH[u], 9, 20.6),
        pieces.lettered(short(u), 41.4, on=DEEP[side]),
        pieces.tick(22) if done else "",
    ))  # fmt: skip


def works() -> str:
    """Entrenchments round a hex: a bank with its stakes, as wide as the hex (a face of 48 lies on a counter of 46)."""
    reach = BOARD.side * 0.86 * 48 / COUNTER
    corners = [(24 + reach * cos(n * pi / 3), 24 + reach * sin(n * pi / 3)) for n in range(6)]
    bank = {"points": polygon(corners), "fill": "none", "stroke_linejoin": "round"}
    stakes = tag("polygon", **bank, stroke=PAPER_LIGHT, stroke_width=3, stroke_dasharray="1.6 5")
    return tag("polygon", **bank, stroke=BLACK, stroke_width=8.4) + tag("polygon", **bank, stroke=EARTH, stroke_width=6) + stakes


def marker_face(m: int) -> str:
    """A disc with the corps' badge or the side's flag."""
    side = MARKER_SIDE[m]
    corps = MARKERS[m][1]
    shown = placed(pieces.cloth(side), 10.4, 14.8, 0.8) if corps == "flag" else placed(badge(side, corps), 24, 24, 2.5)
    return pieces.disc(shown, fill=DEEP[side], edge=BLACK)


@cache
def face(name: str) -> str:
    """A drawing by its name: unit-<number>-<strength>-<activated>, marker-<number>, works, turn."""
    kind, *numbers = name.split("-")
    if kind == "unit":
        u, force, done = (int(n) for n in numbers)
        return pieces.face(unit_face(u, force, done=bool(done)))
    if kind == "works":
        return pieces.face(works())
    return pieces.face(marker_face(int(numbers[0])) if kind == "marker" else pieces.clock())
