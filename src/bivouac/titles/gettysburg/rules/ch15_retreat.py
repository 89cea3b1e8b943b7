"""Retreat (chapter retreat) and what goes with it (disrupt-d, block-j, fire-t).

A defender that must retreat:                            FLEE
    a neighbouring haven with room                       -> HAVEN (which?)
    only full areas, and a haven beyond one of them      -> VIA (through which?) - BEYOND (to where?)
    neither                                              -> eliminated
An attacker goes back where it came from:                go_home
    its area is full, and there is room next to it       -> HOME (where?)
"""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import FLED_THROUGH, FLED_TO, MARKER_CARRIED, NO_HAVEN, NOW_DISRUPTED, WENT_HOME
from bivouac.titles.gettysburg.frames import Box, Flight
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, NEAR, ON_BOARD, REACH, places_in
from bivouac.titles.gettysburg.printed.units import EACH, IS_CAVALRY, IS_GUN, SIDE, STACK
from bivouac.titles.gettysburg.rules.ch01_components import CAVALRY_LAST, INFANTRY_FLED, capture, eliminate, leave, place_name, press
from bivouac.titles.gettysburg.state import AREA, FLED, FULL, OCCUPIED, State

# --- where to ---------------------------------------------------------------------------------------


def covered(s: State, side: int) -> int:
    """GET-retreat-c: the places that hold a block of the side or are next to one."""
    cover = 0
    for place in s.block_at[EACH * side : EACH * side + EACH]:
        if place >= 0:
            cover |= REACH[place]
    return cover & ON_BOARD


def held_by_enemy(s: State, side: int) -> int:
    """Areas with enemy pieces, those that have just entered them among them."""
    held = s.sets[OCCUPIED + 1 - side]
    for p, area, _, _ in s.attack:
        if SIDE[p] != side:
            held |= BIT[area]
    return held


def starts_of_attackers(s: State, side: int) -> int:
    """GET-retreat-b: areas that enemy attackers left and go back to if they are repulsed."""
    starts = 0
    for p, _, origin, _ in s.attack:
        if SIDE[p] != side:
            starts |= BIT[origin]
    return starts


def havens(s: State, side: int, frm: int) -> int:
    """GET-retreat-e: bordering areas with room and without enemies that a block covers."""
    closed = held_by_enemy(s, side) | starts_of_attackers(s, side) | s.sets[FULL + side]
    return NEAR[frm] & ~closed & covered(s, side)


def beyond(s: State, side: int, frm: int, via: int) -> int:
    """GET-retreat-f: where a piece can end that must pass through a full area."""
    return havens(s, side, via) & ~BIT[frm]


def ways_through(s: State, side: int, frm: int) -> int:
    """GET-retreat-f: full areas, covered by a block or not, with a haven beyond."""
    return sum(BIT[v] for v in places_in(NEAR[frm] & s.sets[FULL + side]) if beyond(s, side, frm, v))


def can_flee(s: State, p: int, frm: int) -> bool:
    side = SIDE[p]
    return havens(s, side, frm) != 0 or ways_through(s, side, frm) != 0


# --- a defender -------------------------------------------------------------------------------------


def fleer(s: State, f: Flight) -> Side:
    return SIDES[SIDE[f.piece]]


def flee(s: State, f: Flight) -> None:
    """Decides what is asked: a haven, a way through, or nothing any more."""
    side = SIDE[f.piece]
    if havens(s, side, f.frm):
        s.goto(Flight(Box.HAVEN, f.piece, f.frm))
    elif ways_through(s, side, f.frm):
        s.goto(Flight(Box.VIA, f.piece, f.frm))
    else:
        s.pop()
        s.tell(NO_HAVEN, f.piece, f.frm)
        eliminate(s, f.piece, f.frm)


@clause("GET-retreat-e")
def shares_a_border(s: State, f: Flight, a: int) -> Verdict:
    """A retreat crosses a border, and does not come back over it."""
    frm = f.frm if f.via < 0 else f.via
    return bool(NEAR[frm] >> a & 1 and a != f.frm) or refuse(frm=place_name(frm), to=place_name(a))


@clause("GET-retreat-e")
def is_free_of_enemies(s: State, f: Flight, a: int) -> Verdict:
    """Nobody retreats into an area with enemy pieces."""
    return not held_by_enemy(s, SIDE[f.piece]) >> a & 1 or refuse(place=place_name(a))


@clause("GET-retreat-e")
def attackers_may_come_back(s: State, f: Flight, a: int) -> Verdict:
    """Nobody retreats to where the attackers came from: they go back there if they are repulsed."""
    return not starts_of_attackers(s, SIDE[f.piece]) >> a & 1 or refuse(place=place_name(a))


@clause("GET-retreat-c")
def is_covered_by_a_block(s: State, f: Flight, a: int) -> Verdict:
    """A defender retreats to an area that holds a friendly block or is next to one."""
    return bool(covered(s, SIDE[f.piece]) >> a & 1) or refuse(place=place_name(a))


@clause("GET-retreat-f")
def has_room_to_rally(s: State, f: Flight, a: int) -> Verdict:
    """The limit of pieces holds for retreats too."""
    return not s.sets[FULL + SIDE[f.piece]] >> a & 1 or refuse(place=place_name(a))


@clause("GET-retreat-f")
def is_full_of_friends(s: State, f: Flight, a: int) -> Verdict:
    """Two areas are crossed only where the first is full."""
    return bool(s.sets[FULL + SIDE[f.piece]] >> a & 1) or refuse(place=place_name(a))


@clause("GET-retreat-f")
def leads_to_a_haven(s: State, f: Flight, a: int) -> Verdict:
    """Through a full area only where a haven with room lies beyond."""
    return bool(beyond(s, SIDE[f.piece], f.frm, a)) or refuse(place=place_name(a))


MAY_FLEE_TO = (shares_a_border, is_free_of_enemies, attackers_may_come_back, is_covered_by_a_block, has_room_to_rally)
MAY_FLEE_THROUGH = (shares_a_border, is_free_of_enemies, is_full_of_friends, leads_to_a_haven)


def haven_options(s: State, f: Flight) -> list[int]:
    return places_in(havens(s, SIDE[f.piece], f.frm))


def via_options(s: State, f: Flight) -> list[int]:
    return places_in(ways_through(s, SIDE[f.piece], f.frm))


def beyond_options(s: State, f: Flight) -> list[int]:
    return places_in(beyond(s, SIDE[f.piece], f.frm, f.via))


def choose_via(s: State, f: Flight, a: int) -> None:
    s.goto(Flight(Box.BEYOND, f.piece, f.frm, a))


def flee_to(s: State, f: Flight, to: int) -> None:
    """The piece goes; the last one takes the disruption marker along. (GET-disrupt-d)"""
    p, frm = f.piece, f.frm
    s.pop()
    _note_flight(s, p, frm)
    leave(s, p, frm)
    carries = not s.at[frm] and bool(s.disrupted & BIT[frm])
    s.tell(FLED_TO, p, frm, to)
    s.put(p, to)
    capture(s, to, SIDE[p])
    if carries:
        s.disrupted ^= BIT[frm]
        s.tell(MARKER_CARRIED, frm, to)
        disrupt_or_press(s, to)
    if f.via >= 0:
        s.tell(FLED_THROUGH, p, f.via)
        disrupt_or_press(s, f.via)


def _note_flight(s: State, p: int, frm: int) -> None:
    if frm == s.fight[AREA] and not IS_GUN[p]:
        if IS_CAVALRY[p]:
            s.fight[FLED] |= CAVALRY_LAST
        else:
            s.fight[FLED] = INFANTRY_FLED


def disrupt_or_press(s: State, area: int) -> None:
    """GET-retreat-g, GET-retreat-i: a marker, or where one lies already a cube for a piece there."""
    if not s.disrupted & BIT[area]:
        s.disrupted |= BIT[area]
        s.tell(NOW_DISRUPTED, area)
    elif any(not IS_GUN[p] for p in s.at[area]):
        press(s, area)


# --- an attacker ------------------------------------------------------------------------------------


def origin_of(s: State, p: int) -> int:
    return next(origin for q, _, origin, _ in s.attack if q == p)


def room_near(s: State, side: int, origin: int) -> int:
    """GET-retreat-j: where a returning attacker goes when its area is full; no block is needed."""
    return NEAR[origin] & ~held_by_enemy(s, side) & ~s.sets[FULL + side]


def go_home(s: State, p: int) -> None:
    """GET-retreat-b: back to where it came from, with its cubes; no enemy can have gone there. GET-retreat-j: if friends have filled it,
    one area further; if that is full as well, nowhere."""
    origin = origin_of(s, p)
    if origin >= AREAS or len(s.at[origin]) < STACK:
        arrive_home(s, p, origin)
    elif room_near(s, SIDE[p], origin):
        s.push(Flight(Box.HOME, p, origin, origin))
    else:
        s.tell(NO_HAVEN, p, origin)
        eliminate(s, p, origin)


def arrive_home(s: State, p: int, place: int) -> None:
    s.attack = tuple(a for a in s.attack if a[0] != p)
    s.tell(WENT_HOME, p, place)
    s.put(p, place)
    if place < AREAS:
        capture(s, place, SIDE[p])


def home_options(s: State, f: Flight) -> list[int]:
    return places_in(room_near(s, SIDE[f.piece], f.frm))


@clause("GET-retreat-j")
def borders_its_start(s: State, f: Flight, a: int) -> Verdict:
    """When its area is full a returning attacker goes one area further."""
    return bool(NEAR[f.frm] >> a & 1) or refuse(place=place_name(f.frm))


MAY_GO_PAST_HOME = (borders_its_start, is_free_of_enemies, has_room_to_rally)


def go_past_home(s: State, f: Flight, to: int) -> None:
    s.pop()
    arrive_home(s, f.piece, to)
    s.tell(FLED_THROUGH, f.piece, f.frm)
    disrupt_or_press(s, f.frm)
