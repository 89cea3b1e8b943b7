"""The pieces in boxes of 48 x 48: flat blocks with one clear silhouette, a quality band, strength pips; readable at 24 pixels.

The language of all titles: a Union block is square with a fine inner line, a Confederate one has its corners cut, so that a grey print
tells them apart; light on dark is fresh, dark on pale is worn; one bar is raw, two are seasoned, three of gold are the best; a full pip is
a strength point left, a hollow one is lost; a tick has done its part.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from bivouac.core.draw.palette import DEEP, EDGE, GOLD, INK, PAPER_LIGHT, RED
from bivouac.core.draw.svg import SANS, figure, num, placed, settled, star, tag, text_width
from bivouac.core.table import Say

UNION, CSA = 0, 1
SHAPE: Final = ("M3 3H45V45H3Z", "M10.5 3H37.5L45 10.5V37.5L37.5 45H10.5L3 37.5V10.5Z")
CREAM: Final = PAPER_LIGHT
LETTERS: Final = 15.6  # the least size of what is always to be read on a piece: 11 pixels on a counter of 34


def face(*inside: str) -> str:
    """A whole drawing of a piece."""
    return tag("g", settled(*inside), font_family=SANS)


def wordless(drawn: Callable[[str], str]) -> Callable[[str, Say], str]:
    """Faces that are the same in every language, as a table wants them."""
    return lambda name, say: drawn(name)


def block(side: int, fill: str | None = None, edge: str | None = None) -> str:
    """The wood of a side, in its colour or another."""
    colour, line = fill or DEEP[side], edge or EDGE[side]
    wood = tag("path", d=SHAPE[side], fill=colour, stroke=line, stroke_width=2.4, stroke_linejoin="round")
    fine = tag("rect", x=5.4, y=5.4, width=37.2, height=37.2, fill="none", stroke=CREAM, stroke_width=0.7, stroke_opacity=0.55)
    return wood + (fine if side == UNION else "")


# --- silhouettes, around the origin, about 38 wide ---------------------------------------------------------

RIFLE: Final = "M-19 -2.2L-19 4.6L-10.5 1.8L-4 1.8L-3 4L-1 4L-0.6 1.5L18 1L18 -1.1L-9 -1.6Z"
HORSE: Final = (
    "M13.5 37C13 30.5 16.5 27 19.5 23.2C17 24.2 15.4 26.6 12.4 26.8C10.2 26.9 8.6 25.2 8.4 23.4C10.6 20.6 12 17.6 13.4 15.2"
    "C14.6 13 16.6 11.6 18.6 10.8L19.2 6.4L22.4 9.4L25 6.8L26 10.4C33 12.4 37 18.6 37.4 26.4C37.6 30.4 37.2 33.8 36.6 37Z"
)
MANE: Final = "M27 13.6C31.6 16.4 33.4 20.6 33.8 26"
BARREL: Final = "M-14 -6L7 -12L15 -13.4L15.6 -8.6L8 -6.6L0 -4L-12 0Z"
CROWN: Final = (
    "M-10.4 4.2C-10.6 -5.3 -8.4 -11.7 -4.6 -11.7C-2.4 -11.7 -1.6 -9.9 0 -9.9C1.6 -9.9 2.4 -11.7 4.6 -11.7C8.4 -11.7 10.6 -5.3 10.4 4.2Z"
)
BRIM: Final = "M-20.4 2.3C-16 6.3 -9 5.1 0 5.1C9 5.1 16 6.3 20.4 2.3C19.6 9.3 10.6 11.7 0 11.7C-10.6 11.7 -19.6 9.3 -20.4 2.3Z"
HULL: Final = "M-20 3H21L16 12.5H-14Q-18.5 9.5 -20 3ZM-8 2V-2.5H9V2ZM-1 -2.5V-10.5H4.4V-2.5Z"
SAILS: Final = "M-11 -13Q-3.4 -8 -9.6 -1H-11ZM12.6 -12Q19.4 -7 13.8 -1H12.6Z"


def infantry(ink: str, ground: str) -> str:
    """Crossed rifles."""
    one = tag("path", d=RIFLE, transform="rotate(-33)")
    return tag("g", one, tag("path", d=RIFLE, transform="rotate(-147) scale(1 -1)"), fill=ink)


def horse(ink: str, ground: str) -> str:
    """A horse's head."""
    eye = tag("circle", cx=19.4, cy=16.4, r=1.7, fill=ground)
    mane = tag("path", d=MANE, fill="none", stroke=ground, stroke_width=2, stroke_linecap="round")
    return tag("g", tag("path", d=HORSE, fill=ink), eye, mane, transform="translate(-19 -18) scale(0.83)")


def gun(ink: str, ground: str) -> str:
    """A field gun."""
    spokes = "".join(f"M-4 4l{num(9.5 * cos(i * pi / 4))} {num(9.5 * sin(i * pi / 4))}" for i in range(8))
    trail = tag("path", d="M-8 2L-18 13", stroke_width=3.2, stroke_linecap="round")
    wheel = tag("circle", cx=-4, cy=4, r=9.5, fill="none", stroke_width=2.6)
    lines = tag("g", trail, wheel, tag("path", d=spokes, stroke_width=1.3), stroke=ink)
    return lines + tag("path", d=BARREL, fill=ink, stroke=ground, stroke_width=1)


def ship(ink: str, ground: str) -> str:
    """A steamer with two masts."""
    masts = tag("path", d="M-12 3V-14M11.8 3V-13", stroke=ink, stroke_width=1.5)
    return tag("path", d=HULL + SAILS, fill=ink) + masts


def hat(ink: str, ground: str) -> str:
    """A leader's slouch hat."""
    cord = tag("path", d="M-10 2.1C-4 3.7 4 3.7 10 2.1", fill="none", stroke=GOLD, stroke_width=2.2)
    return tag("path", d=CROWN, fill=ink) + tag("path", d=BRIM, fill=ink) + cord


def battery(ink: str, ground: str) -> str:
    """Guns that ride with the cavalry."""
    return placed(gun(ink, ground), -6, 3, 0.72) + placed(horse(ink, ground), 10, -3, 0.62)


FIGURES: Final = {"infantry": infantry, "cavalry": horse, "artillery": gun, "ship": ship, "leader": hat, "horse artillery": battery}


def silhouette(kind: str, ink: str = CREAM, ground: str = DEEP[0], x: float = 24, y: float = 18, scale: float = 1.0) -> str:
    """What a piece is."""
    return placed(FIGURES[kind](ink, ground), x, y, scale)


# --- what a piece is worth ---------------------------------------------------------------------------------


def quality(bars: int, x: float, y: float, ink: str = CREAM, wide: float = 15.0, thick: float = 2.9) -> str:
    """One bar is raw, two are seasoned, three of gold are the best; they stand on each other from the foot at y."""
    fill = GOLD if bars == 3 else ink
    return "".join(tag("rect", x=x, y=y - thick * (1 + 1.48 * n), width=wide, height=thick, fill=fill) for n in range(bars))


def lettered(name: str, y: float, *, ink: str = CREAM, on: str = DEEP[UNION], room: float = 39.6) -> str:
    """A name along the foot of a block, in letters that can be read where a counter is 34 pixels wide; a long one is set narrow."""
    squeezed = room if text_width(name, LETTERS) > room else None
    adjust = "spacingAndGlyphs" if squeezed else None
    return figure(name, 24, y, LETTERS, ink=ink, on=on, text_length=squeezed, length_adjust=adjust)


def abridged(name: str, room: float = 39.6, narrow: float = 0.56) -> str:
    """A name that `lettered` can set: cut with a full stop where it would have to be set too narrow."""
    if text_width(name, LETTERS) * narrow <= room:
        return name
    whole = max((n for n in range(1, len(name)) if text_width(f"{name[:n]}.", LETTERS) * narrow <= room), default=1)
    return name[:whole].rstrip(" '’.") + "."


def dots(left: int, full: int, x: float, y: float, ink: str = CREAM) -> str:
    """Strength points as dots in two rows, the first at a spot; hollow where they are lost."""
    beside, step = (2, 6.0) if full <= 4 else (3, 5.2)
    spots = ((x + step * (i % beside), y + step * (i // beside), ink if i < left else "none") for i in range(full))
    return "".join(tag("circle", cx=cx, cy=cy, r=step * 0.36, fill=fill, stroke=ink, stroke_width=0.9) for cx, cy, fill in spots)


def pips(left: int, full: int, y: float, ink: str = CREAM, step: float = 6.4) -> str:
    """One dot for each strength point; hollow where it is lost."""
    radius = step * 0.36
    dots = []
    for i in range(full):
        fill = ink if i < left else "none"
        dots.append(tag("circle", cx=24 + (i - (full - 1) / 2) * step, cy=y, r=radius, fill=fill, stroke=ink, stroke_width=0.9))
    return "".join(dots)


def tick(y: float = 27.5) -> str:
    """Done for this turn: a tick on a disc, at the right edge."""
    hook = tag("path", d="M-3.6 .3L-.9 3L3.6 -3", fill="none", stroke=INK, stroke_width=2.5, stroke_linecap="round")
    return placed(tag("circle", r=6.8, fill=CREAM, stroke=INK, stroke_width=1.2) + hook, 39, y)


# --- flags and markers -------------------------------------------------------------------------------------


def cloth(side: int) -> str:
    """The Stars and Stripes; the Stars and Bars. 34 x 23, from the origin."""
    edge = {"stroke": INK, "stroke_width": "1.4"}
    if side == UNION:
        stripes = tag("path", d="M0 2H34M0 9.4H34M0 16.8H34", stroke=RED, stroke_width=3.6)
        spots = "M3.1 3.4h.1M7.9 3.4h.1M12.7 3.4h.1M5.5 6.4h.1M10.3 6.4h.1M3.1 9.4h.1M7.9 9.4h.1M12.7 9.4h.1"
        stars = tag("path", d=spots, stroke=CREAM, stroke_width=2.1, stroke_linecap="round")
        return tag("rect", width=34, height=23, fill=CREAM, **edge) + stripes + tag("rect", width=16, height=12.6, fill=DEEP[0]) + stars
    bar = tag("rect", x=0.7, y=7.7, width=32.6, height=7.6, fill=CREAM)
    ring = tag("circle", cx=8, cy=7.6, r=4.4, fill="none", stroke=CREAM, stroke_width=2, stroke_dasharray="2 1.95")
    return tag("rect", width=34, height=23, fill=RED, **edge) + bar + tag("rect", width=16, height=15.3, fill=DEEP[0]) + ring


def flag(side: int, *, furled: bool = False) -> str:
    """A flag on its pole."""
    pole = tag("path", d="M8 3V46", stroke=INK, stroke_width=3, stroke_linecap="round")
    return pole + tag("g", cloth(side), transform=f"translate(9.5 5){' scale(0.55 1)' if furled else ''}")


def disc(*inside: str, fill: str = CREAM, edge: str = INK, reach: float = 19.0) -> str:
    """A round marker."""
    return tag("circle", cx=24, cy=24, r=reach, fill=fill, stroke=edge, stroke_width=3) + "".join(inside)


def clock() -> str:
    """Where the turn stands."""
    return disc(tag("path", d="M24 12V24L33 29", fill="none", stroke=INK, stroke_width=3.4, stroke_linecap="round"), fill=GOLD, reach=17)


def bolt() -> str:
    """Disorder."""
    return tag("path", d="M28 11L19 25H27L20 38", fill="none", stroke=RED, stroke_width=4, stroke_linejoin="round")


def star_of(side: int, reach: float = 15.0) -> str:
    """A star in the colour of a side; the Union's has a round heart, the Confederacy's a square one."""
    body = tag("path", d=star(24, 24, reach), fill=DEEP[side], stroke=INK, stroke_width=1)
    return body + tag("rect", x=21.4, y=21.4, width=5.2, height=5.2, rx=2.6 if side == UNION else 0, fill=CREAM)
