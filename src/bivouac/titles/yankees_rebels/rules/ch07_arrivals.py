"""Chapter 7.1: the night turn. Units enter with double movement, the Union first; then adjacent enemies part.

    NIGHT -> NIGHT_UNIT -> NIGHT_MARCH (Union, then the Confederacy) -> PART -> PART_FROM (Union, then the Confederacy) -> END_TURN

Whose turn it is lies in `s.side`. Nobody is activated: there is no combat, no reaction and no recovery (7.1j).
"""

from __future__ import annotations

from bivouac.core.ids import Side
from bivouac.core.kit.bits import EVERYTHING, bits
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ENTERED, PARTED, UNIT_RETREATED
from bivouac.titles.yankees_rebels.frames import AT, At, Box, Parting
from bivouac.titles.yankees_rebels.printed.map import BIT, COVER, HARD, NEXT, STOPS
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, SIDE, SIDE_FORCE
from bivouac.titles.yankees_rebels.rules.ch04_movement import March, entrance, entry_area
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area
from bivouac.titles.yankees_rebels.state import State, unit_and_hex, why_closed

# --- units that enter ----------------------------------------------------------------------------------------


def begin_night(s: State, f: At) -> None:
    """The side without the initiative first: the Union (7.1c)."""
    s.side = Side.UNION
    s.marker = -1
    s.goto(AT[Box.NIGHT_UNIT])


def night_area(s: State, u: int) -> int:
    """Double movement, the first half point for the entry hex, and never next to an enemy (7.1b, 7.1d, 7.1e)."""
    free, points = s.passable(u) & ~s.enemy_zone(SIDE[u]), 2 * HALF_POINTS[u]
    ways = March(free, 0, s.rules.road_steps, HARD & ~s.works, STOPS & ~s.works)
    return entry_area(entrance(s, u, points, ways), points, ways) & s.landing(u)


@clause("YR-7.1b")
def night_units_come(s: State, f: At, a: int) -> Verdict:
    """Units listed for the night enter if they can; units that are late may (7.1k)."""
    listed = SIDE_FORCE[s.side] & s.due & s.rules.setup.arrivals[s.turn]
    return not any(night_area(s, u) for u in bits(listed)) or refuse()


@offers("YR-7.1b")
def waits_to_enter(s: State, f: At) -> int:
    """By night only units that wait to enter move; the others may have to draw off afterwards."""
    return SIDE_FORCE[s.side] & s.due


@clause("YR-7.0e")
def can_enter_by_night(s: State, f: At, u: int) -> Verdict:
    """A unit without an entry hex by night waits."""
    return night_area(s, u) != 0 or refuse(unit=Name("unit", u), hex=Name("hex", s.rules.setup.entry[u]))


def choose_night_unit(s: State, f: At, u: int) -> None:
    s.unit = u
    s.goto(AT[Box.NIGHT_MARCH])


def no_more_by_night(s: State, f: At, a: int) -> None:
    """The Union has entered: the Confederacy; both have: enemies part."""
    if s.side == Side.UNION:
        s.side = Side.CSA
        s.goto(AT[Box.NIGHT_UNIT])
    else:
        begin_parting(s)


@closes("YR-7.1e")
def keeps_away_by_night(s: State, f: At) -> int:
    """By night nobody moves next to an enemy."""
    return s.enemy_zone(SIDE[s.unit])


@closes("YR-7.1d", unit_and_hex)
def is_within_a_night_march(s: State, f: At) -> int:
    """Units that enter by night have double movement points."""
    return ~night_area(s, s.unit)


def night_march(s: State, f: At, h: int) -> None:
    s.tell(ENTERED, s.unit, h)
    s.enter(s.unit, h)
    s.goto(AT[Box.NIGHT_UNIT])


# --- enemies part ----------------------------------------------------------------------------------------


def is_covered(s: State, h: int) -> bool:
    return bool((COVER | s.works) & BIT[h])


def must_part(s: State, u: int) -> bool:
    """In the open and next to an enemy (7.1f, 7.1g)."""
    h = s.where[u]
    return not is_covered(s, h) and bool(NEXT[h] & s.ground[1 - SIDE[u]])


def may_part(s: State, u: int) -> bool:
    """In cover and next to an enemy in cover (7.1h)."""
    h = s.where[u]
    return is_covered(s, h) and bool(NEXT[h] & s.ground[1 - SIDE[u]] & (COVER | s.works))


def begin_parting(s: State) -> None:
    """Who has to part, and who may, is settled before anybody moves; the Union goes first."""
    units = [u for side in (Side.UNION, Side.CSA) for u in bits(SIDE_FORCE[side] & s.on_map)]
    s.partings = tuple(Parting(u, must_part(s, u)) for u in units if must_part(s, u) or may_part(s, u))
    s.goto(AT[Box.PART])


def part_area(s: State, u: int) -> int:
    """Next to the unit, free for it, outside enemy zones as every retreat (5.4.2b); for a stray that need not go, nearer to its corps
    (6.0b)."""
    return NEXT[s.where[u]] & s.landing(u) & ~s.enemy_zone(SIDE[u]) & (EVERYTHING if s.partings[0].must else closing_area(s, u))


def next_parting(s: State, f: At) -> None:
    """The next unit; one that has nowhere to go stays without loss (7.1i)."""
    while s.partings:
        s.unit = s.partings[0].unit
        if part_area(s, s.unit):
            s.side = SIDE[s.unit]
            s.goto(AT[Box.PART_FROM])
            return
        s.partings = s.partings[1:]
    s.goto(AT[Box.END_TURN])


@clause("YR-7.1f")
def leaves_the_open(s: State, f: At, a: int) -> Verdict:
    """A unit in the open next to an enemy has to go."""
    return not s.partings[0].must or refuse(unit=Name("unit", s.unit))


@offers("YR-7.1h", unit_and_hex)
def parts_by_one_hex(s: State, f: At) -> int:
    """It goes to an adjacent hex."""
    return NEXT[s.where[s.unit]]


@closes("YR-7.1h", why_closed)
def parts_into_the_clear(s: State, f: At) -> int:
    """The hex lies outside enemy zones, and the unit may stand there."""
    return ~part_area(s, s.unit)


def stay_by_night(s: State, f: At, a: int) -> None:
    s.partings = s.partings[1:]
    s.goto(AT[Box.PART])


def part(s: State, f: At, h: int) -> None:
    s.tell(PARTED, s.unit, s.where[s.unit], h)
    s.move(s.unit, h, UNIT_RETREATED)
    stay_by_night(s, f, h)
