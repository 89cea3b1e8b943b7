"""Chapter 6 (optional): units of a corps keep together; those that do not may only close up."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import closes
from bivouac.titles.yankees_rebels.events import STRAYED
from bivouac.titles.yankees_rebels.frames import At
from bivouac.titles.yankees_rebels.printed.map import DIST, SIZE
from bivouac.titles.yankees_rebels.printed.units import CORPS_MARKER, MARKER_FORCE, MARKERS, UNIT
from bivouac.titles.yankees_rebels.state import State, unit_and_hex

TOUCH = 2


def chains(s: State, units: Sequence[int]) -> list[list[int]]:
    """The units in groups whose members are linked by distances of at most two hexes (6.0a)."""
    groups: list[list[int]] = []
    left = list(units)
    while left:
        group = [left.pop(0)]
        for u in group:
            near = [v for v in left if DIST[s.where[u]][s.where[v]] <= TOUCH]
            group += near
            left = [v for v in left if v not in near]
        groups.append(group)
    return groups


def find_strays(s: State) -> None:
    """At the end of a turn: whoever is outside the largest chain of its corps has strayed (6.0a)."""
    s.strays = 0
    for marker in range(2, len(MARKERS)):
        units = bits(MARKER_FORCE[marker] & s.on_map)
        groups = chains(s, units)
        if len(groups) > 1:
            main = max(groups, key=len)
            s.strays |= set_of([u for u in units if u not in main])
    if s.strays:
        s.tell(STRAYED, tuple(bits(s.strays)))


def closing_area(s: State, u: int) -> int:
    """The hexes nearer to the main body of its corps than where a stray stands (6.0b); everything for the others."""
    if not s.strays & UNIT[u]:
        return EVERYTHING
    body = [s.where[v] for v in bits(MARKER_FORCE[CORPS_MARKER[u]] & s.on_map & ~s.strays)]
    if not body:
        return EVERYTHING
    now = min(DIST[s.where[u]][h] for h in body)
    return set_of(h for h in range(SIZE) if min(DIST[h][b] for b in body) < now)


@closes("YR-6.0b", unit_and_hex)
def closes_up(s: State, f: At) -> int:
    """A unit that lost touch with its corps moves of its own will only so as to come closer."""
    return ~closing_area(s, s.unit)
