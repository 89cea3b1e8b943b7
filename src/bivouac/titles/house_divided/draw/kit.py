"""What every part of the drawing needs: the palette, the measures, and small helpers that write SVG.

Only presentation attributes and classes are used; no style attributes, so that the strictest page may show the board.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

# measures, in the board's units
SCALE: Final = 1.25  # units of the board to a unit of map.toml
MARGIN: Final = 78.0  # units of map.toml around the outermost boxes
WIDTH: Final = 3560
HEIGHT: Final = 2710
FRAME: Final = 26  # from the edge of the paper to the neat line
BOX: Final = 104  # side of a box
PLATE: Final = 28  # height of the name plate on top of a box
ROOM: Final = BOX - PLATE  # what is left for pieces

# paper, ink, water
PAPER: Final = "#f4ead3"
PAPER_DARK: Final = "#e6d7b6"
INK: Final = "#2b2118"
INK_SOFT: Final = "#6b5840"
SEA: Final = "#c9d7d8"
SEA_LINE: Final = "#8fa9b3"
RIVER: Final = "#7ba6c4"
RIVER_EDGE: Final = "#3f6f95"
ROAD: Final = "#f0dfae"
ROAD_EDGE: Final = "#7a5a2e"

# the sides: Union, Confederacy, nobody
DEEP: Final = ("#1f3a63", "#655743", "#8d7f6a")
WASH: Final = ("#c3d2e6", "#d3cab6", "#fdfaf1")
TINT: Final = ("#9db6d6", "#c2a878", "#a9b88f")
SHIELD: Final = ("#2a4f8f", "#a8322a")

SERIF: Final = "'Old Standard', 'EB Garamond', 'Libre Caslon Text', 'Liberation Serif', Georgia, serif"
SANS: Final = "'Source Sans', 'Source Sans 3', 'Noto Sans', 'Liberation Sans', Helvetica, Arial, sans-serif"


def board_point(at: Sequence[float]) -> Point:
    """A position of map.toml on the board."""
    return (at[0] + MARGIN) * SCALE, (at[1] + MARGIN) * SCALE


def num(value: float) -> str:
    """A number as short as it can be written."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


CAMEL: Final = {"class_": "class", "view_box": "viewBox", "text_length": "textLength", "length_adjust": "lengthAdjust"}


def attributes(values: Mapping[str, object]) -> str:
    """`stroke_width=2` becomes stroke-width="2"; None is left out; classes get a prefix of ours, since the page has its own."""
    parts = []
    for key, value in values.items():
        if key == "class_":
            value = " ".join(f"ahd-{name}" for name in str(value).split())
        if value is not None:
            name = CAMEL.get(key) or key.replace("_", "-")
            parts.append(f" {name}={quoteattr(num(value) if isinstance(value, float) else str(value))}")
    return "".join(parts)


def tag(name: str, *inside: str, **values: object) -> str:
    """One element with its attributes and children."""
    body = "".join(inside)
    return f"<{name}{attributes(values)}>{body}</{name}>" if body else f"<{name}{attributes(values)}/>"


def words(text: str, x: float, y: float, size: float, **values: object) -> str:
    """A line of text, centred and in the board's plain type unless told otherwise."""
    given = {"x": x, "y": y, "font_size": size, "text_anchor": "middle", "fill": INK} | values
    return f"<text{attributes(given)}>{escape(text)}</text>"


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """A path through points, in whole steps from the first (short to write)."""
    out: list[str] = []
    px = py = 0
    for x, y in points:
        qx, qy = round(x), round(y)
        if not out:
            out.append(f"M{qx} {qy}l")
        elif (qx, qy) != (px, py):
            out.append(f"{qx - px} {qy - py} ")
        px, py = qx, qy
    return "".join(out).rstrip() + ("z" if closed else "")


def polygon(points: Iterable[Point]) -> str:
    """Points as the `points` attribute wants them."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)


# --- measuring type ----------------------------------------------------------------------------------------

NARROW: Final = frozenset("ijlI.,'|! ")
SLIM: Final = frozenset("frt()-")
BROAD: Final = frozenset("mwMW")


def text_width(text: str, size: float) -> float:
    """About how wide a bold sans sets a text; used to choose a size, never to place a letter."""
    units = 0.0
    for letter in text:
        if letter in NARROW:
            units += 0.29
        elif letter in SLIM:
            units += 0.37
        elif letter in BROAD:
            units += 0.87
        else:
            units += 0.70 if letter.isupper() or letter == "&" else 0.575
    return units * size


# --- a repeatable unevenness, so that a drawn line looks drawn ---------------------------------------------------


def grain(seed: int) -> float:
    """A number between -1 and 1 that depends on the seed alone."""
    return math.modf(math.sin(seed * 12.9898) * 43758.5453)[0]


def along(points: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Points every `step` along a line, each with the direction there."""
    out: list[tuple[Point, Point]] = []
    left = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        if length < 1e-6:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        d = left
        while d < length:
            out.append(((ax + ux * d, ay + uy * d), (ux, uy)))
            d += step
        left = d - length
    return out
