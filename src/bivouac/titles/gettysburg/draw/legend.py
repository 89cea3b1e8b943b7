"""What the signs of the board, the pieces and the markers mean."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import ground, legend, tracks
from bivouac.core.draw.palette import INK, SLOPE
from bivouac.core.draw.svg import num, tag
from bivouac.core.table import Sign
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.draw.faces import WOOD, face
from bivouac.titles.gettysburg.printed import map as printed
from bivouac.titles.gettysburg.printed.units import CLASSES

MARKERS: Final = {
    "block_seen": "block union 3 2",
    "block_hidden": "block csa 0 1",
    "disc": "disc blue",
    "forced": "disc black",
    "disrupted": "disrupted",
    "fired": "fired",
    "stick": "stick 0",
    "clock": "clock",
}


def height(terrain: int, x: float, y: float) -> str:
    """The symbol of high ground: a triangle for a hill, a half circle for a ridge."""
    d = f"M{num(x)} {num(y - 17)}l11 18h-22z" if terrain == printed.HILL else f"M{num(x - 11)} {num(y)}a11 11 0 0 1 22 0z"
    return tag("path", d=d, fill=SLOPE, stroke=INK, stroke_width=1.2)


@cache
def map_signs() -> tuple[Sign, ...]:
    line = ["M-20 0h40"]
    signs = {
        "hill": height(printed.HILL, 0, 8),
        "ridge": height(printed.RIDGE, 0, 5),
        "star": tracks.stars(1, 0, 0, 13),
        "two_stars": tracks.stars(2, -8, 0, 11, 16),
        "road": ground.roads(line, 9),
        "railroad": ground.rails(line),
        "stream": ground.streams(line, 11),
    }
    return tuple(legend.on_map(sign, Text(f"labels.legend_{name}")) for name, sign in signs.items())


@cache
def piece_signs() -> tuple[Sign, ...]:
    """Every class of piece in the wood of its side; cubes; a damaged gun."""
    shown = []
    for wood in WOOD:
        side, sort = wood.split()
        meaning = Text("legend.piece", {"side": Name("side", int(side == "csa")), "piece": Name("sort", CLASSES.index(sort))})
        shown.append(legend.piece(face(f"{wood} {'up' if sort == 'artillery' else 0}"), meaning))
    return (
        *shown,
        legend.piece(face("union regular 3"), Text("legend.cubes")),
        legend.piece(face("csa artillery down"), Text("legend.down")),
    )


def signs(scenario: Scenario) -> tuple[Sign, ...]:
    """The whole legend; it is the same in every scenario."""
    return (*map_signs(), *piece_signs(), *(legend.marker(face(look), Text(f"legend.{key}")) for key, look in MARKERS.items()))
