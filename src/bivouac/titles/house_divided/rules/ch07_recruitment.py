"""7.0, O3.3, O3.4 and A8.4j: militia from the pool into own cities, within the army maximum."""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import FOREIGN_REPLACED, RECRUITED, RECRUITS_ROLLED, RECRUITS_SHORT
from bivouac.titles.house_divided.frames import AT, At, Box, Items, One
from bivouac.titles.house_divided.printed.map import CITIES, CSA, EUROPE, OFF, UNION, VALUE_OF, N
from bivouac.titles.house_divided.printed.units import FX, HISTORICAL, MC, MF, RECRUITS, TABLES
from bivouac.titles.house_divided.rules.chA8_leaders import returning_leader
from bivouac.titles.house_divided.setup import HISTORICAL_RECRUITMENT, MORE_FORCES
from bivouac.titles.house_divided.state import State

LARGE: Final = tuple(set_of(b for b in range(N) if values[b] >= TABLES.dice.historical_large_city) for values in VALUE_OF)


def ceiling(s: State, side: int) -> int:
    """The pieces a side may have in play: its maximum, and with O3.4 four more Union pieces for each draft held."""
    extra = TABLES.drafts.more_forces * s.drafts if side == UNION and s.rules & MORE_FORCES else 0
    return s.maximum[side] + extra


def room(s: State) -> int:
    """How many militia could still be raised: pool and army maximum (7.0c, 7.0j)."""
    side = s.active
    return max(min(ceiling(s, side) - s.army(side), s.pool[2 * side] + s.pool[2 * side + 1]), 0)


def begin_recruitment(s: State, f: At) -> None:
    """Driven-off leaders return (A8.2.2h); a die is rolled if it can bring anybody."""
    leader = returning_leader(s)
    if leader != OFF:
        s.push(One(Box.PLACE_LEADER, leader))
        return
    s.placed = s.placed_twice = 0
    replaces = s.active == CSA and s.foreign and s.foreign_lost
    if replaces or (room(s) > 0 and s.own[s.active] & CITIES[s.active]):
        s.goto(AT[Box.RECRUIT_DIE])
    else:
        s.pop()


def roll_recruits(s: State, f: At, die: int) -> None:
    """The die is the most that may be raised, a 1 counts as 2 (7.0b); the historical limits change it (O3.3)."""
    side = s.active
    table = HISTORICAL[side] if s.rules & HISTORICAL_RECRUITMENT else RECRUITS
    s.recruits = min(table[die], room(s))
    s.tell(RECRUITS_ROLLED if s.recruits == table[die] else RECRUITS_SHORT, side, die, s.recruits)
    if side == CSA and s.foreign and s.foreign_lost and die >= TABLES.dice.foreign_replacement:
        s.foreign_lost -= 1
        s.tell(FOREIGN_REPLACED)
        s.bring(CSA, FX, EUROPE)
    next_recruit(s)


def next_recruit(s: State) -> None:
    if s.recruits > 0:
        s.goto(AT[Box.CITY])
    else:
        s.pop()


# --- CITY -------------------------------------------------------------------------------------------------


@offers("AHD-7.0f")
def has_a_shield_of_its_colour(s: State, f: At) -> int:
    """Each side recruits in the cities that have a number of its own colour."""
    return CITIES[s.active]


@closes("AHD-7.0g")
def city_is_own(s: State, f: At) -> int:
    """Nobody recruits in a city he does not own."""
    return ~s.own[s.active]


@closes("AHD-7.0e")
def city_has_given_none(s: State, f: At) -> int:
    """One recruit a turn for each city; with the historical limits two in a city of three or more (O3.3c)."""
    return s.placed & ~LARGE[s.active] | s.placed_twice if s.rules & HISTORICAL_RECRUITMENT else s.placed


MAY_RECRUIT_IN: Final = (city_is_own, city_has_given_none)


def choose_city(s: State, f: At, city: int) -> None:
    """A city is named; where both arms wait in the pool the arm is asked next."""
    foot, horse = s.pool[2 * s.active], s.pool[2 * s.active + 1]
    if foot and horse:
        s.goto(Items(Box.ARM, (city,)))
    else:
        recruit(s, city, MF if foot else MC)


# --- ARM --------------------------------------------------------------------------------------------------


@offers("AHD-7.0c")
def is_militia(s: State, f: Items) -> int:
    """Recruits are militia, infantry or cavalry."""
    return 1 << MF | 1 << MC


@clause("AHD-7.0c")
def is_in_the_pool(s: State, f: Items, kind: int) -> Verdict:
    """Only militia that lies in the pool is recruited."""
    return s.pool[2 * s.active + (kind == MC)] > 0 or refuse(unit=Name("kind", kind))


def choose_arm(s: State, f: Items, a: int) -> None:
    recruit(s, f.items[0], a)


def recruit(s: State, city: int, kind: int) -> None:
    """A militia piece at full strength in the city (7.0e)."""
    side = s.active
    s.pool[2 * side + (kind == MC)] -= 1
    bit = 1 << city
    s.placed_twice |= s.placed & bit
    s.placed |= bit
    s.recruits -= 1
    s.tell(RECRUITED, side, kind, city)
    s.bring(side, kind, city)
    next_recruit(s)
