"""Chapter 6 (optional): units of a corps keep together; those that do not may only close up."""

from __future__ import annotations

from functools import cache

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import closes
from bivouac.titles.yankees_rebels.events import STRAYED
from bivouac.titles.yankees_rebels.frames import At
from bivouac.titles.yankees_rebels.printed.map import DIST, SIZE
from bivouac.titles.yankees_rebels.printed.units import CORPS_MARKER, MARKER_FORCE, UNIT
from bivouac.titles.yankees_rebels.state import State, unit_and_hex

TOUCH = 2


def out_of_touch(s: State, u: int) -> list[int]:
    """The hexes of those units of its corps that are more than two hexes away from a unit (6.0a)."""
    row = DIST[s.where[u]]
    mates = bits(MARKER_FORCE[CORPS_MARKER[u]] & s.on_map)
    return [s.where[v] for v in mates if row[s.where[v]] > TOUCH]


def find_strays(s: State) -> None:
    """At the end of a turn: the units that are more than two hexes away from another one of their corps (6.0a)."""
    s.strays = set_of([u for u in bits(s.on_map) if CORPS_MARKER[u] >= 0 and out_of_touch(s, u)])
    if s.strays:
        s.tell(STRAYED, tuple(bits(s.strays)))


@cache
def nearer(goal: int, distance: int) -> int:
    """The hexes nearer to a hex than a distance."""
    return set_of(h for h in range(SIZE) if DIST[goal][h] < distance)


def closing_area(s: State, u: int) -> int:
    """For a stray the hexes nearer to a unit of its corps that it has lost touch with (6.0b); everything for the others."""
    if not s.strays & UNIT[u]:
        return EVERYTHING
    here, area = s.where[u], 0
    for h in out_of_touch(s, u):
        area |= nearer(h, DIST[here][h])
    return area or EVERYTHING


@closes("YR-6.0b", unit_and_hex)
def closes_up(s: State, f: At) -> int:
    """A unit that lost touch with its corps moves of its own will only so as to come closer."""
    return ~closing_area(s, s.unit)
