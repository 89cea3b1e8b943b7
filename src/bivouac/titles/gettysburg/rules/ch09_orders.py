"""Giving an order (chapter order): which kind, and what comes after it."""

from __future__ import annotations

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import closes, offers
from bivouac.titles.gettysburg import frames as verb
from bivouac.titles.gettysburg.events import ORDERED
from bivouac.titles.gettysburg.frames import AT, At, Barrage, Box, March, Order, Work
from bivouac.titles.gettysburg.printed.map import ON_BOARD, REACH
from bivouac.titles.gettysburg.printed.units import NIGHT, SIGHT
from bivouac.titles.gettysburg.rules.ch01_components import at_disc, nothing, order_done, own_areas, place_name
from bivouac.titles.gettysburg.rules.ch10_movement import can_march
from bivouac.titles.gettysburg.rules.ch19_fire import to_fire_at
from bivouac.titles.gettysburg.rules.ch20_works import BESIDE, cubes_for, has_sticks_left
from bivouac.titles.gettysburg.state import AREA, GUNS, HURT, OCCUPIED, State

_ORDERS = set_of(range(verb.ORDER.size))

# --- which order ------------------------------------------------------------------------------------


@offers("GET-order-e", nothing)
def is_an_order(s: State, f: Order) -> int:
    """There are seven orders to be given with a disc."""
    return _ORDERS


@closes("GET-stack-a", lambda s, f, n: {"place": place_name(f.crowd)})
def thins_the_crowd(s: State, f: Order) -> int:
    """Where the first order of a double one has overfilled an area, the second must move pieces out of it."""
    return 0 if f.crowd < 0 else ~(1 << verb.MOVE)


@closes("GET-block-b", at_disc)
def reaches_own_pieces(s: State, f: Order) -> int:
    """A disc gives an order to pieces in its own area or in one next to it: to move, or to lay sticks where they stand."""
    return 0 if own_areas(s, f.place) else 1 << verb.MOVE | 1 << verb.ENTRENCH


@closes("GET-move-a", at_disc)
def reaches_somebody_who_can_move(s: State, f: Order) -> int:
    """A piece moves one area, if there is one that it may enter."""
    for area in bits(own_areas(s, f.place)):
        if can_march(s, area, f.nth):
            return 0
    return 1 << verb.MOVE


@closes("GET-fire-w", nothing)
def is_not_night_for_guns(s: State, f: Order) -> int:
    """No long-range fire at night."""
    return 1 << verb.FIRE if s.period == NIGHT else 0


@closes("GET-fire-a", at_disc)
def reaches_own_guns(s: State, f: Order) -> int:
    """The guns that fire stand in the disc's area or next to it."""
    return 0 if s.sets[GUNS + s.active] & REACH[f.place] & ON_BOARD else 1 << verb.FIRE


@closes("GET-fire-e", at_disc)
def guns_have_a_target(s: State, f: Order) -> int:
    """Guns fire at what they can see and reach."""
    guns = s.sets[GUNS + s.active] & REACH[f.place] & ON_BOARD
    if guns:
        targets = to_fire_at(s)
        for area in bits(guns):
            if SIGHT[area] & targets:
                return 0
    return 1 << verb.FIRE


@closes("GET-ordreinf-a", at_disc)
def a_cube_can_be_taken_over(s: State, f: Order) -> int:
    """A cube is moved to infantry of its colour in an adjacent area."""
    hurt = s.sets[HURT + s.active]
    if hurt:
        for area in bits(s.sets[OCCUPIED + s.active] & REACH[f.place]):
            if hurt & BESIDE[area] and cubes_for(s, area):
                return 0
    return 1 << verb.REINFORCE


@closes("GET-reorg-a", at_disc)
def reaches_a_disruption(s: State, f: Order) -> int:
    """Reorganising removes a disruption marker from the disc's area or one next to it."""
    return 0 if s.disrupted & REACH[f.place] else 1 << verb.REORGANISE


@closes("GET-comp-j", nothing)
def a_stick_is_left(s: State, f: Order) -> int:
    """When the sticks have run out none can be laid, only turned."""
    areas = own_areas(s, f.place)
    if areas and (has_sticks_left(s) or any(s.sticks[area] for area in bits(areas))):
        return 0
    return 1 << verb.ENTRENCH


@closes("GET-rmfire-a", at_disc)
def reaches_a_fire_marker(s: State, f: Order) -> int:
    """A fire marker is removed from the disc's area or one next to it."""
    return 0 if s.fired & REACH[f.place] else 1 << verb.REMOVE_MARKER


MAY_ORDER = (
    thins_the_crowd,
    reaches_own_pieces,
    reaches_somebody_who_can_move,
    is_not_night_for_guns,
    reaches_own_guns,
    guns_have_a_target,
    a_cube_can_be_taken_over,
    reaches_a_disruption,
    a_stick_is_left,
    reaches_a_fire_marker,
)


def choose_order(s: State, f: Order, a: int) -> None:
    place, nth = f.place, f.nth
    s.tell(ORDERED, s.active, place, a)
    if a == verb.MOVE:
        s.goto(March(Box.FROM, place, -1, nth, f.crowd, (), -1, -1, 0))
    elif a == verb.FIRE:
        s.goto(Barrage(Box.GUNS_OF, place, nth, (), (), ()))
    elif a == verb.PASS:
        order_done(s, nth)
    else:
        s.goto(Work(_WORK_BOX[a], place, nth))


_WORK_BOX = {verb.REINFORCE: Box.CUBE_TO, verb.REORGANISE: Box.REORGANISE, verb.ENTRENCH: Box.DIG, verb.REMOVE_MARKER: Box.UNMARK}


# --- the assaults that an action has brought about --------------------------------------------------


def resolve(s: State, f: At) -> None:
    """GET-move-m, GET-assault-d: when all movement is done the assaults follow, in the order the active player likes."""
    if s.attack:
        s.push(AT[Box.WHICH])
    else:
        s.goto(AT[Box.AFTER])


@offers("GET-assault-d")
def is_assaulted(s: State, f: At) -> int:
    """An area that own pieces have entered and enemy pieces hold."""
    return set_of(area for _, area, _, _ in s.attack)


def choose_assault(s: State, f: At, area: int) -> None:
    s.fight[AREA] = area
    s.goto(AT[Box.FIGHT])
