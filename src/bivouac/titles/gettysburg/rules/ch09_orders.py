"""Giving an order (chapter order): which kind, and what comes after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import ORDERED
from bivouac.titles.gettysburg.frames import (
    AT,
    ENTRENCH,
    FIRE,
    MOVE,
    PASS,
    REINFORCE,
    REMOVE_MARKER,
    REORGANISE,
    At,
    Barrage,
    Box,
    March,
    Order,
    Work,
)
from bivouac.titles.gettysburg.printed.map import ON_BOARD, REACH, places_in
from bivouac.titles.gettysburg.printed.units import LIMITS, NIGHT
from bivouac.titles.gettysburg.rules.ch01_components import order_done, own_areas, place_name
from bivouac.titles.gettysburg.rules.ch10_movement import can_march
from bivouac.titles.gettysburg.rules.ch19_fire import can_fire
from bivouac.titles.gettysburg.rules.ch20_works import can_receive_cube, sticks_left
from bivouac.titles.gettysburg.state import AREA, GUNS, HURT, OCCUPIED, State

ORDERS = (MOVE, FIRE, REINFORCE, REORGANISE, ENTRENCH, REMOVE_MARKER, PASS)


def can_dig(s: State, place: int) -> bool:
    areas = own_areas(s, place)
    if not areas:
        return False
    if sticks_left(s) and any(len(s.sticks[a]) < LIMITS.sticks for a in places_in(areas)):
        return True
    return any(s.sticks[a] for a in places_in(areas))


@clause("GET-stack-a")
def thins_the_crowd(s: State, f: Order, a: int) -> Verdict:
    """Where the first order of a double one has overfilled an area, the second must move pieces out of it."""
    return f.crowd < 0 or a == MOVE or refuse(place=place_name(f.crowd))


@clause("GET-block-b")
def reaches_own_pieces(s: State, f: Order, a: int) -> Verdict:
    """A disc gives an order to pieces in its own area or in one next to it."""
    return a != MOVE or own_areas(s, f.place) != 0 or refuse(place=place_name(f.place))


@clause("GET-move-a")
def reaches_somebody_who_can_move(s: State, f: Order, a: int) -> Verdict:
    """A piece moves one area, if there is one that it may enter."""
    return a != MOVE or any_can_march(s, f) or refuse(place=place_name(f.place))


@clause("GET-fire-w")
def is_not_night_for_guns(s: State, f: Order, a: int) -> Verdict:
    """No long-range fire at night."""
    return a != FIRE or s.period != NIGHT or refuse()


@clause("GET-fire-a")
def reaches_own_guns(s: State, f: Order, a: int) -> Verdict:
    """The guns that fire stand in the disc's area or next to it."""
    return a != FIRE or s.sets[GUNS + s.active] & REACH[f.place] & ON_BOARD != 0 or refuse(place=place_name(f.place))


@clause("GET-fire-e")
def guns_have_a_target(s: State, f: Order, a: int) -> Verdict:
    """Guns fire at what they can see and reach."""
    return a != FIRE or any_gun_can_fire(s, f.place) or refuse(place=place_name(f.place))


@clause("GET-ordreinf-a")
def a_cube_can_be_taken_over(s: State, f: Order, a: int) -> Verdict:
    """A cube is moved to infantry of its colour in an adjacent area."""
    return a != REINFORCE or any_cube(s, f.place) or refuse(place=place_name(f.place))


@clause("GET-reorg-a")
def reaches_a_disruption(s: State, f: Order, a: int) -> Verdict:
    """Reorganising removes a disruption marker from the disc's area or one next to it."""
    return a != REORGANISE or s.disrupted & REACH[f.place] != 0 or refuse(place=place_name(f.place))


@clause("GET-trench-a")
def reaches_pieces_to_entrench(s: State, f: Order, a: int) -> Verdict:
    """Sticks are laid where own pieces stand, in the disc's area or one next to it."""
    return a != ENTRENCH or own_areas(s, f.place) != 0 or refuse(place=place_name(f.place))


@clause("GET-comp-j")
def a_stick_is_left(s: State, f: Order, a: int) -> Verdict:
    """When the sticks have run out none can be laid, only turned."""
    return a != ENTRENCH or can_dig(s, f.place) or refuse()


@clause("GET-rmfire-a")
def reaches_a_fire_marker(s: State, f: Order, a: int) -> Verdict:
    """A fire marker is removed from the disc's area or one next to it."""
    return a != REMOVE_MARKER or s.fired & REACH[f.place] != 0 or refuse(place=place_name(f.place))


MAY_ORDER = (
    thins_the_crowd,
    reaches_own_pieces,
    reaches_somebody_who_can_move,
    is_not_night_for_guns,
    reaches_own_guns,
    guns_have_a_target,
    a_cube_can_be_taken_over,
    reaches_a_disruption,
    reaches_pieces_to_entrench,
    a_stick_is_left,
    reaches_a_fire_marker,
)


def any_can_march(s: State, f: Order) -> bool:
    return any(can_march(s, a, f.nth) for a in places_in(own_areas(s, f.place)))


def any_gun_can_fire(s: State, place: int) -> bool:
    guns = s.sets[GUNS + s.active] & REACH[place] & ON_BOARD
    return guns != 0 and any(can_fire(s, a) for a in places_in(guns))


def any_cube(s: State, place: int) -> bool:
    if not s.sets[HURT + s.active]:
        return False
    return any(can_receive_cube(s, y) for y in places_in(s.sets[OCCUPIED + s.active] & REACH[place]))


def order_candidates(s: State, f: Any) -> Sequence[int]:
    return ORDERS


def order_options(s: State, f: Order) -> list[int]:
    """The same as MAY_ORDER allows."""
    if f.crowd >= 0:
        return [MOVE]
    place = f.place
    reach = REACH[place]
    options = []
    if any_can_march(s, f):
        options.append(MOVE)
    if s.period != NIGHT and any_gun_can_fire(s, place):
        options.append(FIRE)
    if s.sets[HURT + s.active] and any_cube(s, place):
        options.append(REINFORCE)
    if s.disrupted & reach:
        options.append(REORGANISE)
    if can_dig(s, place):
        options.append(ENTRENCH)
    if s.fired & reach:
        options.append(REMOVE_MARKER)
    options.append(PASS)
    return options


def choose_order(s: State, f: Order, a: int) -> None:
    place, nth = f.place, f.nth
    s.tell(ORDERED, s.active, place, a)
    if a == MOVE:
        s.goto(March(Box.FROM, place, -1, nth, f.crowd, (), 0, -1, -1, 0))
    elif a == FIRE:
        s.goto(Barrage(Box.GUNS_OF, place, nth, (), (), ()))
    elif a == PASS:
        order_done(s, nth)
    else:
        s.goto(Work(_WORK_BOX[a], place, nth))


_WORK_BOX = {REINFORCE: Box.CUBE_TO, REORGANISE: Box.REORGANISE, ENTRENCH: Box.DIG, REMOVE_MARKER: Box.UNMARK}


# --- the assaults that an action has brought about --------------------------------------------------


def resolve(s: State, f: At) -> None:
    """GET-move-m, GET-assault-d: when all movement is done the assaults follow, in the order the active player likes."""
    if not s.attack:
        s.goto(AT[Box.AFTER])
    else:
        s.push(AT[Box.WHICH])


def assault_candidates(s: State, f: At) -> list[int]:
    return sorted({a[1] for a in s.attack})


def choose_assault(s: State, f: At, area: int) -> None:
    s.fight[AREA] = area
    s.goto(AT[Box.FIGHT])
