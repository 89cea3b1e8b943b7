"""The colours, by name: brown-black ink on warm paper, a blue and a butternut side, few others.

The page has the same ones (web/css/house.css)."""

from __future__ import annotations

from functools import cache
from typing import Final

# paper and ink
PAPER: Final = "#f4ecd8"
PAPER_DEEP: Final = "#e9dcc0"
PAPER_LIGHT: Final = "#fbf6e9"
INK: Final = "#2a2018"
INK_SOFT: Final = "#5b4a39"  # small print
INK_FAINT: Final = "#67543a"  # large letters that lie under everything else
RULE: Final = "#8a765a"  # thin lines; never letters

# the sides: Union, Confederacy, nobody
DEEP: Final = ("#1f3a63", "#6f5f3c", "#857660")  # blocks, plates and frames
EDGE: Final = ("#10233f", "#3b3120", "#5b4a39")  # their outlines, and letters on the two below
WASH: Final = ("#c7d4e6", "#d9ceb2", "#fbf6e9")  # boxes and trays
PALE: Final = ("#dfe7f1", "#eee5cf", "#fbf6e9")  # the worn side of a block
TINT: Final = ("#9db6d6", "#c2a878", "#a9b88f")  # a band of colour along a border

# what means something
RED: Final = "#a3261e"
RED_EDGE: Final = "#5e1712"
GOLD: Final = "#e3b341"
GREEN: Final = "#3f6b35"
PURPLE: Final = "#6b3f7c"
BLACK: Final = "#1d1813"

# painted wood: (colour, outline)
BLUE_WOOD: Final = ("#2a4f8f", "#152c50")
NAVY_WOOD: Final = ("#1b2f55", "#0b1730")
RED_WOOD: Final = (RED, RED_EDGE)
ORANGE_WOOD: Final = ("#c9721f", "#6f3d0b")
GREY_WOOD: Final = ("#8c8374", "#3c352a")
BLACK_WOOD: Final = (BLACK, "#000000")

# water
SEA: Final = "#c9d7d8"
SEA_LINE: Final = "#8fa9b3"
WATER: Final = "#a8c6d8"
WATER_EDGE: Final = "#3f6f95"
WATER_INK: Final = "#24506b"

# land
OPEN: Final = "#efe6cb"
RIDGE: Final = "#e8d8b0"
HILL: Final = "#dfc899"
WOODS: Final = "#d5d8b2"
WOODED_HILL: Final = "#bfc497"
TOWN: Final = "#e8d2bf"
ORCHARD: Final = "#e5e2b8"
FIELD: Final = "#ead9a0"
SWAMP: Final = "#d8dfcc"
LEAF: Final = "#93a069"
LEAF_EDGE: Final = "#4f5b33"
GRASS: Final = "#a79f6d"
SLOPE: Final = "#6e5232"  # hachures
BRICK: Final = "#8c4a3c"
EARTH: Final = "#6b4a25"
WINTER: Final = "#dfe3dc"
ROAD: Final = "#f6eccd"
ROAD_EDGE: Final = "#7a5a2e"

READABLE: Final = 4.5
"""The least contrast of letters with what they stand on."""


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1, as the web's guidelines on contrast reckon it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
