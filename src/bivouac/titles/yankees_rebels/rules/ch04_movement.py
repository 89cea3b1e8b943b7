"""Chapter 4: marches, terrain, roads, stacking, zones of control; and how reinforcements enter (7.0).

A march is found in half movement points: the sets of hexes that can be reached for 0, 1, 2, … half points, and from each of them the next
hexes at the cost of their terrain, or along a road for one half point. A hex next to an enemy, a stream crossed off the road, woods on a
hill and houses end the march. What matters afterwards is only where it ended and whether the unit may still fight: it may if it could get
there without the road's rate and without terrain of two points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ENTERED, MARCHED, MARCHED_BY_ROAD, STANDS
from bivouac.titles.yankees_rebels.frames import AT, FIRST_ALONE, PASS, SECOND_ALONE, At, Box
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.printed.map import (
    BIT,
    DIST,
    DRY_STEPS,
    EASY,
    HARD,
    NEXT,
    SIZE,
    STOPS,
    WET_STEPS,
    hexes_of,
    ring,
    stepping,
)
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, IS_FOOT, IS_GUN, IS_HORSE, MOVE_AND_FIGHT, SIDE, UNIT
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area
from bivouac.titles.yankees_rebels.state import State

ROAD = sheet.TABLES.road.half_mp
EASY_STEP = 2
HARD_STEP = 4


# --- how far a march goes ----------------------------------------------------------------------------------------


def march_area(
    start: int, spent: int, points: int, free: int, zone: int, roads: tuple[tuple[int, int], ...], stops: int = STOPS, fords: int = 0
) -> int:
    """The hexes that can be reached with `points` half points, `spent` of them gone. `free`: hexes that may be entered; `zone`: hexes that
    end the march because of an enemy; `fords`: streams are crossed without stopping (only used to explain)."""
    layers = [0] * (points + HARD_STEP + 1)
    layers[spent] = start
    seen = reached = 0
    for cost in range(spent, points):
        here = layers[cost] & ~seen
        if not here:
            continue
        seen |= here
        by_road = stepping(here, roads) & free
        if by_road:
            reached |= by_road
            layers[cost + ROAD] |= by_road & ~zone
        if cost + EASY_STEP > points:
            continue
        if here & sheet.BANKS:
            dry, wet = stepping(here, DRY_STEPS) & free, stepping(here, WET_STEPS) & free
            if fords:
                dry, wet = dry | wet, 0
        else:
            dry, wet = ring(here) & free, 0
        reached |= (dry | wet) & EASY
        layers[cost + EASY_STEP] |= dry & EASY & ~zone
        if cost + HARD_STEP <= points:
            reached |= (dry | wet) & HARD
            layers[cost + HARD_STEP] |= dry & HARD & ~stops & ~zone
    return reached


def fighting_area(start: int, points: int, free: int, zone: int) -> int:
    """The hexes in reach without the road's rate and without terrain of two points: there the unit may still fight (4.0g, 4.0i)."""
    here, seen, reached = start, start, 0
    free &= EASY
    for _ in range(points // EASY_STEP):
        if here & sheet.BANKS:
            dry, wet = stepping(here, DRY_STEPS) & free, stepping(here, WET_STEPS) & free
        else:
            dry, wet = ring(here) & free, 0
        reached |= dry | wet
        here = dry & ~zone & ~seen
        seen |= here
        if not here:
            break
    return reached


def open_ground(s: State, u: int, zone: int) -> int:
    """Where a unit may go: out of a zone of control it may go only to hexes outside every zone (4.2c)."""
    free = s.passable(u)
    h = s.where[u]
    return free & ~zone if h >= 0 and BIT[h] & zone else free


def reach(s: State, u: int) -> int:
    """The hexes where a unit's march may end, from where it stands or from off the map."""
    zone = s.enemy_zone(SIDE[u])
    return reach_with(s, u, zone, zone)


def reach_with(s: State, u: int, zone: int, barred: int, stops: int = STOPS, fords: int = 0, points: int = 0) -> int:
    """`reach` with parts of the rules put aside, to find out which of them stands in the way."""
    h, roads = s.where[u], s.rules.road_steps
    points = points or HALF_POINTS[u]
    if h >= 0:
        found = march_area(BIT[h], 0, points, open_ground(s, u, barred), zone, roads, stops, fords) & ~BIT[h]
    else:
        found = entry_area(s, u, points, s.passable(u), zone, stops, fords)
    found &= s.landing(u)
    return found & closing_area(s, u) if s.strays & UNIT[u] else found


def entry_area(s: State, u: int, points: int, free: int, zone: int, stops: int = STOPS, fords: int = 0) -> int:
    """From off the map: the first half point for the entry hex, unless an enemy holds it (7.0c, 7.0e)."""
    entry = BIT[s.rules.setup.entry[u]]
    if not entry & free:
        return 0
    return entry | (0 if entry & zone else march_area(entry, ROAD, points, free, zone, s.rules.road_steps, stops, fords))


def can_enter(s: State, u: int) -> bool:
    """Whether a waiting unit can come onto the map at all."""
    entry = BIT[s.rules.setup.entry[u]]
    return bool(entry & s.landing(u)) or bool(reach(s, u))


def may_fight_at(s: State, u: int, h: int) -> bool:
    """Whether a unit that marches from where it stands to `h` may still fight there (4.0c, 4.0g, 4.0i)."""
    if s.where[u] < 0 or not MOVE_AND_FIGHT[u]:
        return False
    zone = s.enemy_zone(SIDE[u])
    return bool(fighting_area(BIT[s.where[u]], HALF_POINTS[u], open_ground(s, u, zone), zone) & BIT[h])


# --- the clauses of a march ----------------------------------------------------------------------------------------


def march_candidates(s: State, f: At) -> Iterable[int]:
    """Every hex as far as the unit could go on the best road, and staying where it is."""
    u = s.unit
    h = s.where[u] if s.where[u] >= 0 else s.rules.setup.entry[u]
    near = [x for x in range(SIZE) if DIST[h][x] <= HALF_POINTS[u] and (x != h or s.where[u] < 0)]
    return [PASS, *near]


@clause("YR-7.0c")
def comes_onto_the_map(s: State, f: At, a: int) -> Verdict:
    """A reinforcement that is activated enters."""
    return a != PASS or s.where[s.unit] >= 0 or refuse(unit=Name("unit", s.unit))


@clause("YR-7.0e")
def entry_is_not_held(s: State, f: At, a: int) -> Verdict:
    """An entry hex held by the enemy bars the way in."""
    entry = s.rules.setup.entry[s.unit]
    return s.where[s.unit] >= 0 or bool(BIT[entry] & ~s.ground[1 - SIDE[s.unit]]) or refuse(hex=Name("hex", entry))


@clause("YR-5.0b")
def holds_no_enemy(s: State, f: At, a: int) -> Verdict:
    """Enemies are fought from an adjacent hex; their hex is not entered."""
    return a == PASS or not BIT[a] & s.ground[1 - SIDE[s.unit]] or refuse(hex=Name("hex", a))


@clause("YR-4.0k")
def no_cavalry_on_wooded_hills(s: State, f: At, a: int) -> Verdict:
    """Cavalry may not enter wooded hills."""
    return a == PASS or not (IS_HORSE[s.unit] and BIT[a] & sheet.NO_CAVALRY) or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


@clause("YR-4.0l")
def no_guns_on_the_rocks(s: State, f: At, a: int) -> Verdict:
    """Artillery may not enter Round Top and Devil's Den."""
    return a == PASS or not (IS_GUN[s.unit] and BIT[a] & sheet.NO_ARTILLERY) or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


@clause("YR-4.1a")
def has_room(s: State, f: At, a: int) -> Verdict:
    """At most two units in a hex, one of them infantry, at the end of the march."""
    full = s.full | s.foot if IS_FOOT[s.unit] else s.full
    return a == PASS or not BIT[a] & full or refuse(hex=Name("hex", a))


@clause("YR-4.2c")
def leaves_the_zone(s: State, f: At, a: int) -> Verdict:
    """A unit that starts next to an enemy goes first to a hex free of enemy zones, and ends in one."""
    if a == PASS or s.where[s.unit] < 0:
        return True
    zone = s.enemy_zone(SIDE[s.unit])
    if not BIT[s.where[s.unit]] & zone or BIT[a] & reach(s, s.unit):
        return True
    return not (BIT[a] & zone or BIT[a] & reach_with(s, s.unit, zone, 0)) or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


@clause("YR-6.0b")
def closes_up(s: State, f: At, a: int) -> Verdict:
    """A unit that lost touch with its corps moves only so as to come closer."""
    stray = s.strays & UNIT[s.unit] and a != PASS
    return not stray or BIT[a] & closing_area(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit))


@clause("YR-4.2b")
def stops_next_to_enemies(s: State, f: At, a: int) -> Verdict:
    """A march ends in the first hex next to an enemy."""
    if a == PASS or BIT[a] & reach(s, s.unit):
        return True
    barred = s.enemy_zone(SIDE[s.unit])
    return not BIT[a] & reach_with(s, s.unit, 0, barred) or refuse(hex=Name("hex", a))


@clause("YR-4.0f")
def stops_in_difficult_ground(s: State, f: At, a: int) -> Verdict:
    """Wooded hills and houses end the march."""
    if a == PASS or BIT[a] & reach(s, s.unit):
        return True
    zone = s.enemy_zone(SIDE[s.unit])
    return not BIT[a] & reach_with(s, s.unit, zone, zone, stops=0) or refuse(hex=Name("hex", a))


@clause("YR-5.3.1j")
def stops_beyond_a_stream(s: State, f: At, a: int) -> Verdict:
    """A stream crossed off the road ends the march."""
    if a == PASS or BIT[a] & reach(s, s.unit):
        return True
    zone = s.enemy_zone(SIDE[s.unit])
    return not BIT[a] & reach_with(s, s.unit, zone, zone, fords=1) or refuse(hex=Name("hex", a))


@clause("YR-4.0e")
def has_movement_points(s: State, f: At, a: int) -> Verdict:
    """Every hex costs its movement points; there is no minimum move."""
    return a == PASS or BIT[a] & reach(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


MAY_MARCH = (
    comes_onto_the_map,
    entry_is_not_held,
    holds_no_enemy,
    no_cavalry_on_wooded_hills,
    no_guns_on_the_rocks,
    has_room,
    leaves_the_zone,
    closes_up,
    stops_next_to_enemies,
    stops_in_difficult_ground,
    stops_beyond_a_stream,
    has_movement_points,
)


def march_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses: one march instead of one for each hex."""
    hexes = hexes_of(reach(s, s.unit))
    return [PASS, *hexes] if s.where[s.unit] >= 0 else hexes


# --- marching ----------------------------------------------------------------------------------------


def march(s: State, f: At, a: int) -> None:
    """One unit marches, enters or stays."""
    u = s.unit
    s.done |= UNIT[u]
    if a == PASS:
        s.tell(STANDS, u)
        s.ready = UNIT[u]
        s.reactors = ()
        s.goto(AT[Box.AIM])
        return
    s.ready = 0
    take_to(s, u, a)
    meet(s, a)


def take_to(s: State, u: int, h: int) -> None:
    """Move one unit, and remember where it came from and whether it may still fight."""
    s.origin = s.where[u]
    if s.where[u] < 0:
        s.tell(ENTERED, u, h)
        s.enter(u, h)
        return
    fights = may_fight_at(s, u, h)
    s.tell(MARCHED if fights or not MOVE_AND_FIGHT[u] else MARCHED_BY_ROAD, u, s.where[u], h)
    s.move(u, h)
    if fights:
        s.ready |= UNIT[u]


def meet(s: State, h: int) -> None:
    """After a move: every enemy unit next to the hex may react (4.3a)."""
    touched = NEXT[h] & s.ground[1 - SIDE[s.acting[0]]]
    s.reactors = tuple(sorted(u for x in hexes_of(touched) for u in s.units_at(x))) if touched else ()
    s.goto(AT[Box.CONTACT if touched else Box.AIM])


# --- a stack under a hat ----------------------------------------------------------------------------------------


def together_area(s: State) -> int:
    """Where both units of a stack can march, each by the rules of its own arm, to stand there together."""
    first, second = s.acting
    return reach(s, first) & reach(s, second) & ~s.ground[SIDE[first]]


def together_candidates(s: State, f: At) -> Iterable[int]:
    h, points = s.where[s.unit], max(HALF_POINTS[u] for u in s.acting)
    return [PASS, FIRST_ALONE, SECOND_ALONE, *(x for x in range(SIZE) if 0 < DIST[h][x] <= points)]


@clause("YR-2.0h")
def both_can_go(s: State, f: At, a: int) -> Verdict:
    """A stack moves together only where each of its units could go and both may stand."""
    return a < 0 or BIT[a] & together_area(s) != 0 or refuse(hex=Name("hex", a))


MAY_MARCH_TOGETHER = (both_can_go,)


def together_options(s: State, f: At) -> Sequence[int]:
    return [PASS, FIRST_ALONE, SECOND_ALONE, *hexes_of(together_area(s))]


def march_together(s: State, f: At, a: int) -> None:
    """Both stay, both march, or they act one after the other (3.0l)."""
    first, second = s.acting
    if a in (FIRST_ALONE, SECOND_ALONE):
        s.unit, s.mate = (first, second) if a == FIRST_ALONE else (second, first)
        s.acting = (s.unit,)
        s.goto(AT[Box.MARCH])
        return
    s.done |= UNIT[first] | UNIT[second]
    s.ready = 0
    if a == PASS:
        s.ready = UNIT[first] | UNIT[second]
        s.reactors = ()
        for u in s.acting:
            s.tell(STANDS, u)
        s.goto(AT[Box.AIM])
        return
    for u in s.acting:
        take_to(s, u, a)
    meet(s, a)
