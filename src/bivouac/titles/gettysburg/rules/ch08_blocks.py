"""Actions and command blocks (chapters act, block, remove) and the disc that is put on one (order-a, order-b, order-f, order-i)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import DOUBLED, FORCED, PLACED, PLACED_AS, REMOVED
from bivouac.titles.gettysburg.frames import (
    AT,
    DOUBLE_ORDER,
    END_TURN,
    FORCED_PASS,
    GIVE_ORDER,
    LEAVE_BOX,
    PLACE_BLOCK,
    REMOVE_BLOCK,
    At,
    Box,
    Order,
    Sally,
)
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_SIDE, BOXES, ON_BOARD, OWN_BOXES, REACH, places_in
from bivouac.titles.gettysburg.printed.units import CSA, EACH, GUARD, UNION
from bivouac.titles.gettysburg.rules.ch01_components import place_name, rooms, set_aside, take_back
from bivouac.titles.gettysburg.rules.ch05_entry import MAY_LEAVE, boxes_to_leave
from bivouac.titles.gettysburg.state import BLACK, BLUE, DOUBLE, HAND, OCCUPIED, SINGLE, State

ACTIONS = (PLACE_BLOCK, REMOVE_BLOCK, GIVE_ORDER, DOUBLE_ORDER, FORCED_PASS, END_TURN, *(LEAVE_BOX + b for b in BOXES))

# --- looking up -------------------------------------------------------------------------------------


def in_hand(s: State, side: int) -> bool:
    return HAND in s.block_at[EACH * side : EACH * side + EACH]


def on_board(s: State, side: int) -> bool:
    return max(s.block_at[EACH * side : EACH * side + EACH]) >= 0


def has_disc(s: State, side: int) -> bool:
    return s.discs[BLUE if side == UNION else SINGLE] > 0


def can_order(s: State) -> bool:
    """GET-act-d: an order of any kind, a pass and a forced pass among them."""
    side, discs = s.active, s.discs
    if side == UNION:
        return discs[BLACK] > 0 or (discs[BLUE] > 0 and rooms(s, side) > 0)
    free = rooms(s, side)
    return (discs[SINGLE] > 0 and free > 0) or (discs[DOUBLE] > 1 and free > 1)


def must_order(s: State) -> bool:
    return s.shuffles[s.active] >= GUARD and can_order(s)


def can_act(s: State) -> bool:
    """GET-act-b: whether the side has any action at all."""
    side = s.active
    return in_hand(s, side) or on_board(s, side) or can_order(s)


# --- what a turn is used for ------------------------------------------------------------------------


@clause("GET-act-b")
def must_act(s: State, f: Any, a: int) -> Verdict:
    """A turn is used for one action: to place a block, to remove one, or to give an order."""
    return a != END_TURN or refuse()


@clause("GET-act-d")
def does_not_stall(s: State, f: Any, a: int) -> Verdict:
    """After so many block actions in a row an order must follow, if one can be given."""
    return a > REMOVE_BLOCK or not must_order(s) or refuse(n=GUARD)


@clause("GET-block-f")
def has_block_in_hand(s: State, f: Any, a: int) -> Verdict:
    """Only an available block can be placed."""
    return a != PLACE_BLOCK or in_hand(s, s.active) or refuse()


@clause("GET-remove-a")
def has_block_on_board(s: State, f: Any, a: int) -> Verdict:
    """Only a block on the board can be removed."""
    return a != REMOVE_BLOCK or on_board(s, s.active) or refuse()


@clause("GET-pass-b")
def has_order_disc(s: State, f: Any, a: int) -> Verdict:
    """An order, and a pass too, takes a disc from the box."""
    return a != GIVE_ORDER or has_disc(s, s.active) or refuse()


@clause("GET-block-a")
def has_room_for_disc(s: State, f: Any, a: int) -> Verdict:
    """A disc needs an own block that is not full."""
    return a != GIVE_ORDER or rooms(s, s.active) > 0 or refuse()


@clause("GET-order-f")
def has_double_discs(s: State, f: Any, a: int) -> Verdict:
    """A double order is the Confederacy's, and takes two discs from its double box."""
    return a != DOUBLE_ORDER or (s.active == CSA and s.discs[DOUBLE] > 1) or refuse()


@clause("GET-order-i")
def has_room_for_two(s: State, f: Any, a: int) -> Verdict:
    """Each of the two discs needs room on its block."""
    return a != DOUBLE_ORDER or rooms(s, s.active) > 1 or refuse()


@clause("GET-fpass-a")
def has_black_disc(s: State, f: Any, a: int) -> Verdict:
    """A forced pass takes a black disc, which only the Union has."""
    return a != FORCED_PASS or (s.active == UNION and s.discs[BLACK] > 0) or refuse()


MAY_ACT = (
    must_act,
    does_not_stall,
    has_block_in_hand,
    has_block_on_board,
    has_order_disc,
    has_room_for_disc,
    has_double_discs,
    has_room_for_two,
    has_black_disc,
    *MAY_LEAVE,
)


def action_candidates(s: State, f: Any) -> Sequence[int]:
    return ACTIONS


def action_options(s: State, f: Any) -> list[int]:
    """The same as MAY_ACT allows."""
    side = s.active
    low = EACH * side
    at = s.block_at[low : low + EACH]
    discs = s.discs
    free = rooms(s, side)
    options = []
    if s.shuffles[side] < GUARD or not can_order(s):
        if HAND in at:
            options.append(PLACE_BLOCK)
        if max(at) >= 0:
            options.append(REMOVE_BLOCK)
    if side == UNION:
        if free and discs[BLUE]:
            options.append(GIVE_ORDER)
        if discs[BLACK]:
            options.append(FORCED_PASS)
    else:
        if free and discs[SINGLE]:
            options.append(GIVE_ORDER)
        if free > 1 and discs[DOUBLE] > 1:
            options.append(DOUBLE_ORDER)
    return options + boxes_to_leave(s, side) if s.sets[OCCUPIED + side] & OWN_BOXES[side] else options


def act(s: State, f: Any, a: int) -> None:
    if a >= LEAVE_BOX:
        s.push(Sally(Box.EXIT, a - LEAVE_BOX, 0))
    elif a == PLACE_BLOCK:
        s.goto(AT[Box.RESOLVE])
        s.push(AT[Box.PLACE])
    elif a == REMOVE_BLOCK:
        s.goto(AT[Box.RESOLVE])
        s.push(AT[Box.REMOVE])
    elif a == FORCED_PASS:
        forced_pass(s)
    else:
        begin_order(s, nth=1 if a == DOUBLE_ORDER else 0)


def forced_pass(s: State) -> None:
    """GET-fpass-a: a black disc goes back to the reserve; it counts as an order."""
    s.discs[BLACK] -= 1
    s.shuffles[UNION] = 0
    s.tell(FORCED, UNION, s.discs[BLACK])
    s.goto(AT[Box.RESOLVE])


def begin_order(s: State, nth: int) -> None:
    """GET-order-a, GET-order-f: a disc leaves the box, or two leave the double box."""
    s.shuffles[s.active] = 0
    if nth:
        s.discs[DOUBLE] -= 2
        s.tell(DOUBLED, s.active)
    else:
        s.discs[BLUE if s.active == UNION else SINGLE] -= 1
    s.goto(AT[Box.RESOLVE])
    s.push(Order(Box.BLOCK, -1, nth))


# --- placing a block --------------------------------------------------------------------------------


@clause("GET-block-c")
def holds_no_enemy_piece(s: State, f: Any, a: int) -> Verdict:
    """A block is not placed among enemy pieces."""
    return not s.sets[OCCUPIED + 1 - s.active] >> a & 1 or refuse(place=place_name(a))


@clause("GET-block-c")
def holds_no_block(s: State, f: Any, a: int) -> Verdict:
    """A block is not placed where another stands, own or enemy."""
    return a not in s.block_at or refuse(place=place_name(a))


@clause("GET-entry-h")
def is_no_enemy_box(s: State, f: Any, a: int) -> Verdict:
    """An entry box serves one side alone."""
    return a < AREAS or BOX_SIDE[a] == s.active or refuse(place=place_name(a))


MAY_PLACE = (is_no_enemy_box, holds_no_enemy_piece, holds_no_block)


def place_options(s: State, f: Any) -> list[int]:
    """The same as MAY_PLACE allows."""
    side = s.active
    free = (ON_BOARD | OWN_BOXES[side]) & ~s.sets[OCCUPIED + 1 - side]
    for place in s.block_at:
        if place >= 0:
            free &= ~(1 << place)
    return places_in(free)


def choose_place(s: State, f: Any, a: int) -> None:
    s.goto(At(Box.VALUE, a))


@clause("GET-block-f")
def value_is_in_hand(s: State, f: At, a: int) -> Verdict:
    """A used block waits until all others have been placed."""
    return a in values_in_hand(s, s.active) or refuse(value=a)


def values_in_hand(s: State, side: int) -> list[int]:
    return [s.block_value[b] for b in range(EACH * side, EACH * side + EACH) if s.block_at[b] == HAND]


def every_value(s: State, f: Any) -> Sequence[int]:
    return range(2, 6)


def value_options(s: State, f: Any) -> list[int]:
    """The same as `value_is_in_hand` allows."""
    return sorted(set(values_in_hand(s, s.active)))


def place_block(s: State, f: At, value: int) -> None:
    """GET-block-c to GET-block-g. The wood is the first free piece of it, so that its number betrays nothing; only its value is chosen."""
    side = s.active
    low = EACH * side
    hand = [b for b in range(low, low + EACH) if s.block_at[b] == HAND]
    slot, chosen = hand[0], next(b for b in hand if s.block_value[b] == value)
    s.block_value[slot], s.block_value[chosen] = value, s.block_value[slot]
    s.block_at[slot] = f.n
    s.shuffles[side] += 1
    s.tell(PLACED, side, f.n)
    s.tell(PLACED_AS, side, f.n, value)
    take_back(s, side)
    s.pop()


# --- removing a block -------------------------------------------------------------------------------


@clause("GET-remove-a")
def is_own_block(s: State, f: Any, a: int) -> Verdict:
    """A player removes one of his own blocks."""
    return a in own_block_places(s, s.active) or refuse(place=place_name(a))


def own_block_places(s: State, side: int) -> list[int]:
    return [p for p in s.block_at[EACH * side : EACH * side + EACH] if p >= 0]


def remove_options(s: State, f: Any) -> list[int]:
    """The same as `is_own_block` allows."""
    return sorted(own_block_places(s, s.active))


def remove_block(s: State, f: Any, place: int) -> None:
    s.shuffles[s.active] += 1
    b = s.block_at.index(place)
    s.tell(REMOVED, s.active, place, s.block_discs[b])
    set_aside(s, b)
    s.pop()


# --- the disc ---------------------------------------------------------------------------------------


@clause("GET-order-b")
def has_own_block(s: State, f: Order, a: int) -> Verdict:
    """No disc without an own block."""
    return a in own_block_places(s, s.active) or refuse(place=place_name(a))


@clause("GET-block-a")
def block_is_not_full(s: State, f: Order, a: int) -> Verdict:
    """No more discs than the block's number."""
    b = s.block_at.index(a)
    return s.block_discs[b] < s.block_value[b] or refuse(place=place_name(a), n=s.block_value[b])


@clause("GET-stack-a")
def disc_reaches_the_crowd(s: State, f: Order, a: int) -> Verdict:
    """The second order of a double one must thin an area that the first has overfilled."""
    return f.crowd < 0 or bool(REACH[a] >> f.crowd & 1) or refuse(place=place_name(f.crowd))


MAY_TAKE_DISC = (has_own_block, block_is_not_full, disc_reaches_the_crowd)


def block_options(s: State, f: Order) -> list[int]:
    """The same as MAY_TAKE_DISC allows."""
    low = EACH * s.active
    at, value, discs = s.block_at, s.block_value, s.block_discs
    options = [at[b] for b in range(low, low + EACH) if at[b] >= 0 and discs[b] < value[b]]
    if f.crowd >= 0:
        options = [p for p in options if REACH[p] >> f.crowd & 1]
    options.sort()
    return options


def put_disc(s: State, f: Order, place: int) -> None:
    b = s.block_at.index(place)
    s.block_discs[b] += 1
    if s.block_discs[b] > s.block_shown[b]:
        s.block_shown[b] = s.block_discs[b]
    s.goto(Order(Box.KIND, place, f.nth, f.crowd))
