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
from bivouac.core.kit.bits import bits
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.events import FLED_THROUGH, FLED_TO, MARKER_CARRIED, NO_HAVEN, WENT_BACK, WENT_HOME
from bivouac.titles.gettysburg.frames import Box, Flight
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, NEAR, REACH
from bivouac.titles.gettysburg.printed.units import EACH, IS_CAVALRY, IS_GUN, SIDE, STACK
from bivouac.titles.gettysburg.rules import ch01_components as parts
from bivouac.titles.gettysburg.rules.ch01_components import (
    capture,
    disrupt,
    eliminate,
    enter,
    leave,
    left_open,
    lift_disruption,
    place_name,
    press,
)
from bivouac.titles.gettysburg.state import AREA, FLED, FULL, OCCUPIED, State

# --- where to ---------------------------------------------------------------------------------------


def fleer(s: State, f: Flight) -> Side:
    return SIDES[SIDE[f.piece]]


def flight(s: State, f: Flight, to: int) -> dict[str, Arg]:
    return {"frm": place_name(f.frm if f.via < 0 else f.via), "to": place_name(to)}


@offers("GET-retreat-e", flight)
def shares_a_border(s: State, f: Flight) -> int:
    """A retreat crosses a border, and does not come back over it."""
    return NEAR[f.frm] if f.via < 0 else NEAR[f.via] & ~BIT[f.frm]


@closes("GET-retreat-e")
def is_free_of_enemies(s: State, f: Flight) -> int:
    """Nobody retreats into an area with enemy pieces, or one that they have just entered."""
    side = SIDE[f.piece]
    held = s.sets[OCCUPIED + 1 - side]
    for p, area, _, _ in s.attack:
        if SIDE[p] != side:
            held |= BIT[area]
    return held


@closes("GET-retreat-k")
def attackers_may_come_back(s: State, f: Flight) -> int:
    """Nobody retreats to where the attackers came from: they go back there if they are repulsed. (GET-retreat-b)"""
    side, starts = SIDE[f.piece], 0
    for p, _, origin, _ in s.attack:
        if SIDE[p] != side:
            starts |= BIT[origin]
    return starts


@closes("GET-retreat-c")
def is_covered_by_a_block(s: State, f: Flight) -> int:
    """A defender retreats to an area that holds a friendly block or is next to one."""
    side, cover = SIDE[f.piece], 0
    for place in s.block_at[EACH * side : EACH * side + EACH]:
        if place >= 0:
            cover |= REACH[place]
    return ~cover


@closes("GET-retreat-f")
def has_room_to_rally(s: State, f: Flight) -> int:
    """The limit of pieces holds for retreats too."""
    return s.sets[FULL + SIDE[f.piece]]


@closes("GET-retreat-f")
def is_full_of_friends(s: State, f: Flight) -> int:
    """Two areas are crossed only where the first is full."""
    return ~s.sets[FULL + SIDE[f.piece]]


@clause("GET-retreat-f")
def leads_to_a_haven(s: State, f: Flight, a: int) -> Verdict:
    """Through a full area only where a haven with room lies beyond; that area itself need not be covered by a block."""
    return havens(s, Flight(Box.BEYOND, f.piece, f.frm, a)) != 0 or refuse(place=place_name(a))


MAY_FLEE_TO = (is_free_of_enemies, attackers_may_come_back, is_covered_by_a_block, has_room_to_rally)
MAY_PASS = (is_free_of_enemies, is_full_of_friends)


def havens(s: State, f: Flight) -> int:
    return left_open(s, f, shares_a_border, MAY_FLEE_TO)


def leads_through(s: State, f: Flight) -> bool:
    return any(leads_to_a_haven(s, f, via) is True for via in bits(left_open(s, f, shares_a_border, MAY_PASS)))


def can_flee(s: State, p: int, frm: int) -> bool:
    f = Flight(Box.FLEE, p, frm)
    return havens(s, f) != 0 or leads_through(s, f)


# --- a defender -------------------------------------------------------------------------------------


def flee(s: State, f: Flight) -> None:
    """Decides what is asked: a haven, a way through, or nothing any more."""
    if havens(s, f):
        s.goto(Flight(Box.HAVEN, f.piece, f.frm))
    elif leads_through(s, f):
        s.goto(Flight(Box.VIA, f.piece, f.frm))
    else:
        s.pop()
        s.tell(NO_HAVEN, f.piece, f.frm)
        eliminate(s, f.piece, f.frm)


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
    s.tell(WENT_BACK, p, frm, to)
    enter(s, p, to)
    capture(s, to, SIDE[p])
    if carries:
        s.tell(MARKER_CARRIED, frm, to)
        lift_disruption(s, frm)
        disrupt_or_press(s, to)
    if f.via >= 0:
        s.tell(FLED_THROUGH, p, f.via)
        disrupt_or_press(s, f.via)


def _note_flight(s: State, p: int, frm: int) -> None:
    if frm == s.fight[AREA] and not IS_GUN[p]:
        s.fight[FLED] |= parts.CAVALRY_FLED if IS_CAVALRY[p] else parts.INFANTRY_FLED


def disrupt_or_press(s: State, area: int) -> None:
    """GET-retreat-g, GET-retreat-i: a marker, or where one lies already a cube for a piece there."""
    if not s.disrupted & BIT[area]:
        disrupt(s, area)
    elif any(not IS_GUN[p] for p in s.at[area]):
        press(s, area)


# --- an attacker ------------------------------------------------------------------------------------

MAY_GO_PAST_HOME = (is_free_of_enemies, has_room_to_rally)


@offers("GET-retreat-j", lambda s, f, n: {"place": place_name(f.frm)})
def borders_its_start(s: State, f: Flight) -> int:
    """When its area is full a returning attacker goes one area further; no block is needed."""
    return NEAR[f.frm]


def go_home(s: State, p: int) -> None:
    """GET-retreat-b: back to where it came from, with its cubes; no enemy can have gone there. GET-retreat-j: if friends have filled it,
    one area further; if that is full as well, nowhere."""
    origin = next(origin for q, _, origin, _ in s.attack if q == p)
    past = Flight(Box.HOME, p, origin, origin)
    if origin >= AREAS or len(s.at[origin]) < STACK:
        arrive_home(s, p, origin)
    elif left_open(s, past, borders_its_start, MAY_GO_PAST_HOME):
        s.push(past)
    else:
        s.tell(NO_HAVEN, p, origin)
        eliminate(s, p, origin)


def arrive_home(s: State, p: int, place: int) -> None:
    area = next(area for q, area, _, _ in s.attack if q == p)
    s.attack = tuple(a for a in s.attack if a[0] != p)
    s.tell(WENT_HOME, p, place)
    s.tell(WENT_BACK, p, area, place)
    enter(s, p, place)
    if place < AREAS:
        capture(s, place, SIDE[p])


def go_past_home(s: State, f: Flight, to: int) -> None:
    s.pop()
    arrive_home(s, f.piece, to)
    s.tell(FLED_THROUGH, f.piece, f.frm)
    disrupt_or_press(s, f.frm)
