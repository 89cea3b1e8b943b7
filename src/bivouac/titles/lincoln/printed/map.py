"""The map as tables of ints.

A location has number `loc`; its halves have numbers `2 * loc` and `2 * loc + 1`. A *way* is a link in one direction: way `2 * n` leads from
the first to the second place of link n, way `2 * n + 1` back. A counter on the board is known by its half and kind, `4 * half + kind`.
Sets of locations, halves, ways and counters are ints with a bit for each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bivouac.core.data import Path, fail, read
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.kit.printed import Files
from bivouac.core.text import Both
from bivouac.titles.lincoln.printed.schema import SIDE_WORDS, LocationData, MapFile, SideWord

FILES: Final = Files("bivouac.titles.lincoln")
MAP_TEXT: Final = FILES.text("map.toml")
MAP: Final = read(MapFile, MAP_TEXT, "map.toml")

# --- locations and halves -------------------------------------------------------------------------------------------

LOCATIONS: Final = tuple(MAP.location)
LOCS: Final = len(LOCATIONS)
HALVES: Final = 2 * LOCS
LOC_BY_ID: Final = {place.id: n for n, place in enumerate(LOCATIONS)}
COLOUR: Final = tuple(SIDE_WORDS.index(place.colour) for place in LOCATIONS)
POINTS: Final = tuple(place.vp for place in LOCATIONS)
CLOSED: Final = tuple(place.closed_to_csa for place in LOCATIONS)
LOC_OF: Final = tuple(half // 2 for half in range(HALVES))
SUPPLY: Final = tuple(tuple(n for n, place in enumerate(LOCATIONS) if place.supply_for == side) for side in SIDE_WORDS)


def no_location(name: str) -> Both:
    return Both(f"there is no location {name}", f"non c'è una località {name}")


def _half_named(place: LocationData, half: str, path: Path) -> int:
    if half not in place.halves:
        raise fail(MAP_TEXT, "map.toml", path, Both(f"{place.name} has no half {half}", f"{place.name} non ha una metà {half}"))
    return 2 * LOC_BY_ID[place.id] + place.halves.index(half)


def _end(words: str, path: Path) -> int:
    """The half that "washington south" names."""
    name, _, half = words.partition(" ")
    if name not in LOC_BY_ID:
        raise fail(MAP_TEXT, "map.toml", path, no_location(name))
    return _half_named(LOCATIONS[LOC_BY_ID[name]], half, path)


PORT_HALF: Final = tuple(  # the half a port leads into, -1 where there is no port
    _half_named(p, p.port, ("location", n, "port")) if p.port is not None else -1 for n, p in enumerate(LOCATIONS)
)
PORTS: Final = tuple(n for n in range(LOCS) if PORT_HALF[n] >= 0)
PORT_BONUS: Final = tuple(p.port_defence for p in LOCATIONS)

# --- ways: links in one direction -----------------------------------------------------------------------------------

_ENDS = [(_end(k.first, ("link", n, "first")), _end(k.second, ("link", n, "second"))) for n, k in enumerate(MAP.link)]
WAYS: Final = 2 * len(_ENDS)
WAY_FROM: Final = tuple(end for pair in _ENDS for end in pair)
WAY_TO: Final = tuple(end for first, second in _ENDS for end in (second, first))
WAY_FROM_LOC: Final = tuple(LOC_OF[half] for half in WAY_FROM)
WAY_TO_LOC: Final = tuple(LOC_OF[half] for half in WAY_TO)


def _bonuses(side: SideWord) -> tuple[int, ...]:
    """What a defender of this colour adds against an attack over each way."""
    defences = (d for link in MAP.link for d in (link.second_defence, link.first_defence))
    return tuple(d.bonus if d is not None and d.side == side else 0 for d in defences)


WAY_BONUS: Final = (_bonuses("union"), _bonuses("csa"))
WAYS_OF_HALF: Final = tuple(set_of(w for w in range(WAYS) if WAY_FROM[w] == half) for half in range(HALVES))
WAYS_OF_LOC: Final = tuple(WAYS_OF_HALF[2 * loc] | WAYS_OF_HALF[2 * loc + 1] for loc in range(LOCS))
WAYS_INTO: Final = tuple(set_of(w for w in range(WAYS) if WAY_TO_LOC[w] == loc) for loc in range(LOCS))
BARRED: Final = (0, set_of(w for w in range(WAYS) if CLOSED[WAY_TO_LOC[w]]))  # ways that a side never takes


def _out(ways: int, side: int) -> tuple[tuple[int, int], ...]:
    """Where some ways lead, as far as they are open to a side: halves and their locations."""
    return tuple((WAY_TO[way], WAY_TO_LOC[way]) for way in bits(ways & ~BARRED[side]))


OUT_OF_HALF: Final = tuple(tuple(_out(ways, side) for ways in WAYS_OF_HALF) for side in (0, 1))  # per side and half
OUT_OF_LOC: Final = tuple(tuple(_out(ways, side) for ways in WAYS_OF_LOC) for side in (0, 1))  # per side and location

# --- sets -----------------------------------------------------------------------------------------------------------

ALL_HALVES: Final = (1 << HALVES) - 1
ALL_LOCS: Final = (1 << LOCS) - 1
ALL_WAYS: Final = (1 << WAYS) - 1
ALL_COUNTERS: Final = (1 << 4 * HALVES) - 1
FORT_COUNTERS: Final = set_of(range(3, 4 * HALVES, 4))
PORT_SET: Final = set_of(PORTS)


@lru_cache(maxsize=1 << 14)
def halves_of(locs: int) -> int:
    """Both halves of every location of a set."""
    return set_of(half for loc in bits(locs) for half in (2 * loc, 2 * loc + 1))
