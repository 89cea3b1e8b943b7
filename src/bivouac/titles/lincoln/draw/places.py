"""Where places and their halves lie on the board."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw.svg import Point
from bivouac.titles.lincoln.printed.map import LOC_OF, LOCATIONS, LOCS

WIDTH, MAP_HEIGHT = 1160, 1180
HEIGHT: Final = MAP_HEIGHT + 258  # the tracks lie below the map
PLATE_W, PLATE_H, RIBBON = 148.0, 104.0, 24.0  # a plate of two halves; the band above it that carries the name
COUNTER: Final = 46.0  # edge of a counter
CELL: Final = (82.0, 84.0)  # of a track
BLOCKADE_TOP, EUROPE_TOP = MAP_HEIGHT + 36.0, MAP_HEIGHT + 157.0
BELOW: Final = 16.0  # how far below the middle of its space a marker lies, off the numbers
TRACK_LEFT: Final = (WIDTH - 13 * CELL[0]) / 2

Box = tuple[float, float, float, float]


def plate(loc: int) -> Box:
    """The two halves of a place together: left, top, width, height."""
    x, y = LOCATIONS[loc].at
    return x - PLATE_W / 2, y - PLATE_H / 2, PLATE_W, PLATE_H


def half_box(half: int) -> Box:
    """North above south, west beside east; the sea towards the sea."""
    place = LOCATIONS[LOC_OF[half]]
    x, y, w, h = plate(LOC_OF[half])
    name = place.halves[half & 1]
    if name in ("sea", "land"):
        name = place.sea if name == "sea" else {"east": "west", "south": "north"}[place.sea]
    if name in ("north", "south"):
        return x, y if name == "north" else y + h / 2, w, h / 2
    return x if name == "west" else x + w / 2, y, w / 2, h


def half_centre(half: int) -> Point:
    x, y, w, h = half_box(half)
    return x + w / 2, y + h / 2


def flag_at(loc: int) -> Point:
    x, y, _, _ = plate(loc)
    return x - 4, y - RIBBON / 2


FLAG_AT: Final = tuple(flag_at(loc) for loc in range(LOCS))


def exit_of(half: int, towards: Point) -> Point:
    """Where a link leaves a half: on its edge (the ribbon above a plate belongs to it), towards the other end."""
    x, y, w, h = half_box(half)
    if y == plate(LOC_OF[half])[1]:
        y, h = y - RIBBON, h + RIBBON
    cx, cy = x + w / 2, y + h / 2
    dx, dy = towards[0] - cx, towards[1] - cy
    scale = min(w / 2 / abs(dx) if dx else 1e9, h / 2 / abs(dy) if dy else 1e9)
    return cx + dx * scale, cy + dy * scale


def before_port(half: int) -> Point:
    """Out at sea, before the port's half."""
    x, y, w, h = half_box(half)
    return (x + w + 14, y + h / 2) if w < h else (x + w / 2, y + h + 12)


def blockade_at(space: int) -> Point:
    """The middle of a space of the Blockade track."""
    return TRACK_LEFT + (space + 0.5) * CELL[0], BLOCKADE_TOP + CELL[1] / 2


def europe_at(n: int) -> Point:
    """The middle of a space of the Europe track, counted from its Union end."""
    return TRACK_LEFT + (n + 0.5) * CELL[0], EUROPE_TOP + CELL[1] / 2
