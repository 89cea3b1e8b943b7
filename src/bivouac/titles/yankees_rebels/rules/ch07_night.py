"""Chapter 7.1: the night turn. Units enter with double movement, the Union first; then adjacent enemies part.

    NIGHT -> NIGHT_UNIT -> NIGHT_MARCH (Union, then the Confederacy) -> PART -> PART_FROM (Union, then the Confederacy) -> END_TURN

Whose turn it is lies in `s.side`. Nobody is activated: there is no combat, no reaction and no recovery (7.1j).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.ids import Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ENTERED, PARTED
from bivouac.titles.yankees_rebels.frames import AT, PASS, At, Box, Parting
from bivouac.titles.yankees_rebels.printed.map import BIT, COVER, DIST, NEXT, SIZE, hexes_of
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, SIDE, SIDE_FORCE, members
from bivouac.titles.yankees_rebels.rules.ch04_movement import entry_area
from bivouac.titles.yankees_rebels.state import State

# --- units that enter ----------------------------------------------------------------------------------------


def begin_night(s: State, f: At) -> None:
    """The side without the initiative first: the Union (7.1c)."""
    s.side = Side.UNION
    s.marker = -1
    s.goto(AT[Box.NIGHT_UNIT])


def night_area(s: State, u: int) -> int:
    """Double movement, the first half point for the entry hex, and never next to an enemy (7.1b, 7.1d, 7.1e)."""
    free = s.passable(u) & ~s.enemy_zone(SIDE[u])
    return entry_area(s, u, 2 * HALF_POINTS[u], free, 0) & s.landing(u)


def night_candidates(s: State, f: At) -> Iterable[int]:
    return [PASS, *members(SIDE_FORCE[s.side] & s.due)]


def must_enter(s: State) -> bool:
    """Units listed for this night enter by themselves; units that are late may (7.1b, 7.1k)."""
    listed = SIDE_FORCE[s.side] & s.due & s.rules.setup.arrivals[s.turn]
    return any(night_area(s, u) for u in members(listed))


@clause("YR-7.1b")
def night_units_come(s: State, f: At, a: int) -> Verdict:
    """Units listed for the night enter if they can."""
    return a != PASS or not must_enter(s) or refuse()


@clause("YR-7.0e")
def can_enter_by_night(s: State, f: At, a: int) -> Verdict:
    """A blocked entry hex keeps a unit off the map by night too."""
    return a == PASS or night_area(s, a) != 0 or refuse(unit=Name("unit", a), hex=Name("hex", s.rules.setup.entry[a]))


MAY_ENTER_BY_NIGHT = (night_units_come, can_enter_by_night)


def choose_night_unit(s: State, f: At, a: int) -> None:
    if a != PASS:
        s.unit = a
        s.goto(AT[Box.NIGHT_MARCH])
    elif s.side == Side.UNION:
        s.side = Side.CSA
        s.goto(AT[Box.NIGHT_UNIT])
    else:
        begin_parting(s)


def night_march_candidates(s: State, f: At) -> Iterable[int]:
    entry = s.rules.setup.entry[s.unit]
    return [x for x in range(SIZE) if DIST[entry][x] < 2 * HALF_POINTS[s.unit]]


@clause("YR-7.1e")
def keeps_away_by_night(s: State, f: At, a: int) -> Verdict:
    """By night nobody moves next to an enemy."""
    return not BIT[a] & s.enemy_zone(SIDE[s.unit]) or refuse(hex=Name("hex", a))


@clause("YR-7.1d")
def is_within_a_night_march(s: State, f: At, a: int) -> Verdict:
    """Units that enter by night have double movement points."""
    return BIT[a] & night_area(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


MAY_MARCH_BY_NIGHT = (keeps_away_by_night, is_within_a_night_march)


def night_march_options(s: State, f: At) -> Sequence[int]:
    return hexes_of(night_area(s, s.unit))


def night_march(s: State, f: At, a: int) -> None:
    s.tell(ENTERED, s.unit, a)
    s.enter(s.unit, a)
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
    units = [u for side in (Side.UNION, Side.CSA) for u in members(SIDE_FORCE[side] & s.on_map)]
    s.partings = tuple(Parting(u, must_part(s, u)) for u in units if must_part(s, u) or may_part(s, u))
    s.goto(AT[Box.PART])


def part_area(s: State, u: int) -> int:
    return NEXT[s.where[u]] & s.landing(u) & ~s.enemy_zone(SIDE[u])


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


def part_candidates(s: State, f: At) -> Iterable[int]:
    return [PASS, *hexes_of(NEXT[s.where[s.unit]])]


@clause("YR-7.1f")
def leaves_the_open(s: State, f: At, a: int) -> Verdict:
    """A unit in the open next to an enemy has to go."""
    return a != PASS or not s.partings[0].must or refuse(unit=Name("unit", s.unit))


@clause("YR-7.1h")
def parts_into_the_clear(s: State, f: At, a: int) -> Verdict:
    """It goes to an adjacent hex outside enemy zones where it may stand."""
    return a == PASS or BIT[a] & part_area(s, s.unit) != 0 or refuse(hex=Name("hex", a))


MAY_PART = (leaves_the_open, parts_into_the_clear)


def part(s: State, f: At, a: int) -> None:
    if a != PASS:
        s.tell(PARTED, s.unit, s.where[s.unit], a)
        s.move(s.unit, a)
    s.partings = s.partings[1:]
    s.goto(AT[Box.PART])
