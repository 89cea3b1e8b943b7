"""Chapter 4: marches, terrain, roads, stacking, zones of control; and how reinforcements enter (7.0).

A march is found in half movement points: the sets of hexes that can be reached for 0, 1, 2, … half points, and from each of them the next
hexes at the cost of their terrain, or along a road for one half point. A hex next to an enemy, a stream crossed off the road, woods on a
hill and houses end the march. What matters afterwards is only where it ended and whether the unit may still fight: it may if it could get
there without the road's rate and without terrain of two points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ENTERED, MARCHED, MARCHED_BY_ROAD, STANDS
from bivouac.titles.yankees_rebels.frames import AT, At, Box
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, DRY_STEPS, EASY, HARD, NEXT, STOPS, Steps, hexes_of, ring, stepping
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, IS_FOOT, IS_GUN, IS_HORSE, MOVE_AND_FIGHT, SIDE, UNIT
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closes_up, closing_area
from bivouac.titles.yankees_rebels.state import State, unit_and_hex

ROAD = sheet.NUMBERS.road_half_points
EASY_STEP = 2
HARD_STEP = 4
NO_ROADS = Steps(0, ())


# --- how far a march goes ----------------------------------------------------------------------------------------


class March(NamedTuple):
    """How a march may go: the hexes that may be entered, those that end it because of an enemy, the roads, the terrain of two points, the
    terrain that ends it, and whether streams do."""

    free: int
    zone: int
    roads: Steps
    hard: int = HARD
    stops: int = STOPS
    streams: bool = True


def march_area(start: int, spent: int, points: int, ways: March) -> int:
    """The hexes that can be reached with `points` half points, `spent` of them gone."""
    free, zone, roads, hard, stops, streams = ways
    easy = ~hard
    layers = [0] * (points + 1)
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
        around = ring(here) & free
        dry = stepping(here, DRY_STEPS) & free if streams and here & sheet.BANKS else around
        reached |= around & easy
        layers[cost + EASY_STEP] |= dry & easy & ~zone
        if cost + HARD_STEP <= points:
            reached |= around & hard
            layers[cost + HARD_STEP] |= dry & hard & ~stops & ~zone
    return reached


def fighting_area(start: int, points: int, free: int, zone: int) -> int:
    """The hexes in reach without the road's rate; without terrain of two points in `free` the unit may still fight there (4.0g, 4.0i)."""
    here, seen, reached = start, start, 0
    for _ in range(points // EASY_STEP):
        around = ring(here) & free
        reached |= around
        dry = stepping(here, DRY_STEPS) & free if here & sheet.BANKS else around
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


def march_of(s: State, u: int) -> March:
    """How a unit may march from where it stands, or from off the map."""
    zone = s.enemy_zone(SIDE[u])
    return March(open_ground(s, u, zone), zone, s.rules.road_steps, HARD & ~s.works, STOPS & ~s.works)


def reach(s: State, u: int, ways: March | None = None) -> int:
    """The hexes where a unit's march may end; with other `ways` than its own, where it would if some rule did not hold."""
    h, points, ways = s.where[u], HALF_POINTS[u], ways or march_of(s, u)
    found = march_area(BIT[h], 0, points, ways) & ~BIT[h] if h >= 0 else entry_area(entrance(s, u, points, march_of(s, u)), points, ways)
    found &= s.landing(u)
    return found & closing_area(s, u) if s.strays else found


def entry_area(entry: int, points: int, ways: March) -> int:
    """From off the map: the first half point for the entry hex (7.0c)."""
    return entry | march_area(entry & ~ways.zone, ROAD, points, ways)


def entrance(s: State, u: int, points: int, ways: March) -> int:
    """Where a unit comes onto the map: its entry hex; if an enemy stands there, or it is full and the unit cannot march on, the nearest
    hexes of the same edge where it can, away from the enemy (7.0e)."""
    landing, clear = s.landing(u), ways.free
    for gate in sheet.GATES[s.rules.setup.entry[u]]:
        entry = gate & clear
        if entry and (entry & landing or entry_area(entry, points, ways) & landing):
            return entry
        if s.rules.blocked_entry:
            return 0
        clear = ways.free & ~s.enemy_zone(SIDE[u])
    return 0


def can_enter(s: State, u: int) -> bool:
    """Whether a waiting unit can come onto the map at all."""
    return bool(BIT[s.rules.setup.entry[u]] & s.landing(u)) or entrance(s, u, HALF_POINTS[u], march_of(s, u)) != 0


def may_fight_at(s: State, u: int, h: int) -> bool:
    """Whether a unit that marches from where it stands to `h` may still fight there (4.0c, 4.0g, 4.0i)."""
    easy = EASY | s.works
    if s.where[u] < 0 or not MOVE_AND_FIGHT[u] or not BIT[h] & easy:
        return False
    zone = s.enemy_zone(SIDE[u])
    return bool(fighting_area(BIT[s.where[u]], HALF_POINTS[u], open_ground(s, u, zone) & easy, zone) & BIT[h])


def off_road(ways: March) -> March:
    """The same without the road's rate and without terrain of two points."""
    return ways._replace(free=ways.free & ~ways.hard, roads=NO_ROADS)


def way_to(s: State, u: int, goal: int, ways: March) -> tuple[int, ...]:
    """The hexes between on a cheapest way of a unit, for those who look on; nobody asks for it where nobody listens, as in search."""
    if s.log is None:
        return ()
    layers: list[list[tuple[int, ...]]] = [[] for _ in range(HALF_POINTS[u] + 1)]
    layers[0].append((s.where[u],))
    seen = 0
    for cost, layer in enumerate(layers):
        for way in layer:
            here = way[-1]
            if here == goal:
                return way[1:-1]
            if not BIT[here] & seen:
                seen |= BIT[here]
                for h, more in steps_from(here, goal, ways):
                    if cost + more < len(layers):
                        layers[cost + more].append((*way, h))
    return ()


def steps_from(here: int, goal: int, ways: March) -> Iterator[tuple[int, int]]:
    """The next hexes of a march that goes on there, or has come to its goal, and what each costs; as in `march_area`."""
    by_road, dry = stepping(BIT[here], ways.roads), stepping(BIT[here], DRY_STEPS)
    for h in bits(NEXT[here] & ways.free):
        on_road, hard = BIT[h] & by_road, BIT[h] & ways.hard
        ends = BIT[h] & ways.zone or not (on_road or (BIT[h] & dry and not (hard and BIT[h] & ways.stops)))
        if h == goal or not ends:
            yield h, ROAD if on_road else HARD_STEP if hard else EASY_STEP


# --- the clauses of a march ----------------------------------------------------------------------------------------


@clause("YR-7.0c")
def comes_onto_the_map(s: State, f: At, a: int) -> Verdict:
    """A reinforcement that is activated enters."""
    return s.where[s.unit] >= 0 or refuse(unit=Name("unit", s.unit))


@offers("YR-4.0e", unit_and_hex)
def goes_elsewhere(s: State, f: At) -> int:
    """A march leads to another hex."""
    h = s.where[s.unit]
    return ALL & ~BIT[h] if h >= 0 else ALL


@closes("YR-5.0b")
def holds_no_enemy(s: State, f: At) -> int:
    """Enemies are fought from an adjacent hex; their hex is not entered."""
    return s.ground[1 - SIDE[s.unit]]


@closes("YR-4.0k", unit_and_hex)
def no_cavalry_on_wooded_hills(s: State, f: At) -> int:
    """Cavalry may not enter wooded hills."""
    return sheet.NO_CAVALRY if IS_HORSE[s.unit] else 0


@closes("YR-4.0l", unit_and_hex)
def no_guns_on_the_rocks(s: State, f: At) -> int:
    """Artillery may not enter Round Top and Devil's Den."""
    return sheet.NO_ARTILLERY if IS_GUN[s.unit] else 0


@closes("YR-4.1a")
def has_room(s: State, f: At) -> int:
    """At most two units in a hex, one of them infantry, at the end of the march."""
    return s.full | s.foot if IS_FOOT[s.unit] else s.full


# From here on each clause puts aside those that follow it, so that the first one that closes a hex is what stands in the way.


@closes("YR-4.0e", unit_and_hex)
def has_movement_points(s: State, f: At) -> int:
    """Every hex costs its movement points; there is no minimum move."""
    ways = march_of(s, s.unit)._replace(free=s.passable(s.unit), zone=0, stops=0, streams=False)
    return ~reach(s, s.unit, ways)


@closes("YR-4.2c", unit_and_hex)
def leaves_the_zone(s: State, f: At) -> int:
    """A unit that starts next to an enemy goes first to a hex free of enemy zones, and ends in one."""
    return ~reach(s, s.unit, march_of(s, s.unit)._replace(zone=0, stops=0, streams=False))


@closes("YR-4.2b")
def stops_next_to_enemies(s: State, f: At) -> int:
    """A march ends in the first hex next to an enemy."""
    return ~reach(s, s.unit, march_of(s, s.unit)._replace(stops=0, streams=False))


@closes("YR-4.0f")
def stops_in_difficult_ground(s: State, f: At) -> int:
    """Wooded hills and houses end the march."""
    return ~reach(s, s.unit, march_of(s, s.unit)._replace(streams=False))


@closes("YR-5.3.1j")
def stops_beyond_a_stream(s: State, f: At) -> int:
    """A stream crossed off the road ends the march."""
    return ~reach(s, s.unit)


MAY_MARCH = (
    holds_no_enemy,
    no_cavalry_on_wooded_hills,
    no_guns_on_the_rocks,
    has_room,
    closes_up,
    has_movement_points,
    leaves_the_zone,
    stops_next_to_enemies,
    stops_in_difficult_ground,
    stops_beyond_a_stream,
)


def march_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses: one march instead of five, 23 microseconds instead of 94."""
    return hexes_of(reach(s, s.unit))


# --- marching ----------------------------------------------------------------------------------------


def march(s: State, f: At, h: int) -> None:
    """One unit marches or enters."""
    s.ready = 0
    take_to(s, s.unit, h)
    s.mark_as_done(UNIT[s.unit])
    meet(s, h)


def stay(s: State, f: At, a: int) -> None:
    """The units that act stay where they are, and may attack from there."""
    s.ready, s.reactors = set_of(s.acting), ()
    for u in s.acting:
        s.tell(STANDS, u)
    s.mark_as_done(s.ready)
    s.goto(AT[Box.AIM])


def take_to(s: State, u: int, h: int) -> None:
    """Move one unit, and remember whether it may still fight."""
    if s.where[u] < 0:
        s.tell(ENTERED, u, h)
        s.enter(u, h)
        return
    fights = may_fight_at(s, u, h)
    kind = MARCHED if fights or not MOVE_AND_FIGHT[u] else MARCHED_BY_ROAD
    s.tell(kind, u, s.where[u], h, way_to(s, u, h, off_road(march_of(s, u)) if fights else march_of(s, u)))
    s.move(u, h)
    if fights:
        s.ready |= UNIT[u]


def meet(s: State, h: int) -> None:
    """After a move: every enemy unit next to the hex may react (4.3a)."""
    touched = NEXT[h] & s.ground[1 - SIDE[s.acting[0]]]
    s.reactors = bits(s.units_in(touched)) if touched else ()
    s.goto(AT[Box.CONTACT])


# --- a stack under a hat ----------------------------------------------------------------------------------------


def together_area(s: State) -> int:
    """Where both units of a stack can march, each by the rules of its own arm, to stand there together."""
    first, second = s.acting
    return reach(s, first) & reach(s, second) & ~s.ground[SIDE[first]]


@closes("YR-2.0h")
def both_can_go(s: State, f: At) -> int:
    """A stack moves together only where each of its units could go and both may stand."""
    return ALL & ~together_area(s)


def first_acts_alone(s: State, f: At, a: int) -> None:
    """The units of a stack act one after the other (3.0l)."""
    s.unit, s.mate = s.acting
    s.acting = (s.unit,)
    s.goto(AT[Box.MARCH])


def second_acts_alone(s: State, f: At, a: int) -> None:
    s.acting = s.acting[::-1]
    first_acts_alone(s, f, a)


def march_together(s: State, f: At, h: int) -> None:
    s.ready = 0
    for u in s.acting:
        take_to(s, u, h)
    s.mark_as_done(set_of(s.acting))
    meet(s, h)
