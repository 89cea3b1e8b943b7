"""Actions and command blocks (chapters act, block, remove) and the disc that is put on one (order-a, order-b, order-f, order-i)."""

from __future__ import annotations

from typing import Any

from bivouac.core.kit.bits import set_of
from bivouac.core.legality import closes, offers
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.events import BLOCK_CAME, BLOCK_OFF, DOUBLED, FORCED, PLACED, PLACED_AS, REMOVED
from bivouac.titles.gettysburg.frames import AT, DOUBLE_ORDER, FORCED_PASS, GIVE_ORDER, PLACE_BLOCK, REMOVE_BLOCK, At, Box, Order
from bivouac.titles.gettysburg.printed.map import BIT, PLACES, REACH
from bivouac.titles.gettysburg.printed.units import CSA, EACH, UNION
from bivouac.titles.gettysburg.rules.ch01_components import enemy_areas, has_rooms, nothing, place_name, set_aside, take_back
from bivouac.titles.gettysburg.state import ASIDE, BLACK, BLUE, DOUBLE, HAND, SINGLE, State

# --- looking up -------------------------------------------------------------------------------------


def blocks_of(s: State, side: int) -> list[int]:
    """Where the blocks of a side are."""
    return s.block_at[EACH * side : EACH * side + EACH]


def own_disc(s: State) -> int:
    """The order discs in the active side's box."""
    return s.discs[BLUE if s.active == UNION else SINGLE]


def can_order(s: State) -> bool:
    """GET-act-d: an order of any kind, a pass and a forced pass among them."""
    if own_disc(s) and has_rooms(s, s.active, 1):
        return True
    return s.discs[BLACK] > 0 if s.active == UNION else s.discs[DOUBLE] > 1 and has_rooms(s, CSA, 2)


def must_order(s: State) -> bool:
    """GET-act-d: the Union, which alone can end a period, has placed as many blocks as it owns since its last order, and can give one."""
    return s.active == UNION and s.shuffles[UNION] >= EACH and can_order(s)


def can_act(s: State) -> bool:
    """GET-act-b: whether the side has any action at all."""
    mine = blocks_of(s, s.active)
    return HAND in mine or max(mine) >= 0 or can_order(s)


# --- what a turn is used for ------------------------------------------------------------------------

_ACTIONS = set_of((PLACE_BLOCK, REMOVE_BLOCK, GIVE_ORDER, DOUBLE_ORDER, FORCED_PASS))


@offers("GET-act-b", nothing)
def must_act(s: State, f: Any) -> int:
    """A turn is used for one action: to place a block, to remove one, or to give an order."""
    return _ACTIONS


@closes("GET-act-d", lambda s, f, n: {"n": EACH})
def does_not_stall(s: State, f: Any) -> int:
    """When the Union has placed eight blocks since its last order, an order must follow, if it can give one."""
    return 1 << PLACE_BLOCK | 1 << REMOVE_BLOCK if must_order(s) else 0


@closes("GET-block-f", nothing)
def has_block_in_hand(s: State, f: Any) -> int:
    """Only an available block can be placed."""
    return 0 if HAND in blocks_of(s, s.active) else 1 << PLACE_BLOCK


@closes("GET-remove-a", nothing)
def has_block_on_board(s: State, f: Any) -> int:
    """Only a block on the board can be removed."""
    return 0 if max(blocks_of(s, s.active)) >= 0 else 1 << REMOVE_BLOCK


@closes("GET-pass-b", nothing)
def has_order_disc(s: State, f: Any) -> int:
    """An order, and a pass too, takes a disc from the box."""
    return 0 if own_disc(s) else 1 << GIVE_ORDER


@closes("GET-order-f", nothing)
def has_double_discs(s: State, f: Any) -> int:
    """A double order is the Confederacy's, and takes two discs from its double box."""
    return 0 if s.active == CSA and s.discs[DOUBLE] > 1 else 1 << DOUBLE_ORDER


@closes("GET-block-a", nothing)
def has_room_for_disc(s: State, f: Any) -> int:
    """A disc needs an own block that is not full."""
    return 0 if has_rooms(s, s.active, 1) else 1 << GIVE_ORDER


@closes("GET-order-i", nothing)
def has_room_for_two(s: State, f: Any) -> int:
    """Each of the two discs of a double order needs room on its block."""
    return 0 if s.active == UNION or has_rooms(s, CSA, 2) else 1 << DOUBLE_ORDER


@closes("GET-fpass-a", nothing)
def has_black_disc(s: State, f: Any) -> int:
    """A forced pass takes a black disc, which only the Union has."""
    return 0 if s.active == UNION and s.discs[BLACK] else 1 << FORCED_PASS


MAY_ACT = (
    does_not_stall,
    has_block_in_hand,
    has_block_on_board,
    has_order_disc,
    has_room_for_disc,
    has_double_discs,
    has_room_for_two,
    has_black_disc,
)


def actions_now(s: State, f: Any) -> list[int]:
    """The same as MAY_ACT leaves open, at once. Asked every turn: with this and `boxes_now` random play makes 85,000 answers a second, by
    the clauses alone 77,000 (best of twelve runs)."""
    side, discs, options = s.active, s.discs, []
    mine = s.block_at[EACH * side : EACH * side + EACH]
    if not must_order(s):
        if HAND in mine:
            options.append(PLACE_BLOCK)
        if max(mine) >= 0:
            options.append(REMOVE_BLOCK)
    if discs[BLUE if side == UNION else SINGLE] and has_rooms(s, side, 1):
        options.append(GIVE_ORDER)
    if side == UNION:
        if discs[BLACK]:
            options.append(FORCED_PASS)
    elif discs[DOUBLE] > 1 and has_rooms(s, side, 2):
        options.append(DOUBLE_ORDER)
    return options


def act(s: State, f: Any, a: int) -> None:
    """Attackers that have left an entry box wait until the action is done. (GET-entry-d)"""
    if a in (GIVE_ORDER, DOUBLE_ORDER):
        begin_order(s, nth=1 if a == DOUBLE_ORDER else 0)
        return
    s.goto(AT[Box.RESOLVE if s.attack else Box.AFTER])
    if a == FORCED_PASS:
        forced_pass(s)
    else:
        s.push(AT[Box.PLACE if a == PLACE_BLOCK else Box.REMOVE])


def forced_pass(s: State) -> None:
    """GET-fpass-a: a black disc goes back to the reserve; it counts as an order."""
    s.discs[BLACK] -= 1
    s.shuffles[UNION] = 0
    s.tell(FORCED, UNION, s.discs[BLACK])


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
    put_only_disc(s)


def put_only_disc(s: State) -> None:
    """GET-order-b: where a single block stands on the board there is nothing to choose, and nothing to betray."""
    mine = blocks_of(s, s.active)
    if mine.count(HAND) + mine.count(ASIDE) == EACH - 1:
        put_disc(s, s.stack[-1], max(mine))


# --- placing a block --------------------------------------------------------------------------------


@offers("GET-entry-g", nothing)
def is_a_place(s: State, f: Any) -> int:
    """A block is placed in an area or in an entry box, whosever it is."""
    return _ANYWHERE


@closes("GET-block-c")
def holds_no_enemy_piece(s: State, f: Any) -> int:
    """A block is not placed among enemy pieces."""
    return enemy_areas(s)


@closes("GET-block-c")
def holds_no_block(s: State, f: Any) -> int:
    """A block is not placed where another stands, own or enemy."""
    taken = 0
    for place in s.block_at:
        if place >= 0:
            taken |= BIT[place]
    return taken


MAY_PLACE = (holds_no_enemy_piece, holds_no_block)
_ANYWHERE = set_of(range(PLACES))


def choose_place(s: State, f: Any, place: int) -> None:
    """The last block in hand is placed without asking which: everybody sees that it is the last."""
    s.goto(At(Box.VALUE, place))
    mine = blocks_of(s, s.active)
    if mine.count(HAND) == 1:
        place_block(s, s.stack[-1], s.block_value[EACH * s.active + mine.index(HAND)])


@offers("GET-block-f", lambda s, f, n: {"value": n})
def value_is_in_hand(s: State, f: At) -> int:
    """A used block waits until all others have been placed."""
    low, found = EACH * s.active, 0
    for b in range(low, low + EACH):
        if s.block_at[b] == HAND:
            found |= 1 << s.block_value[b]
    return found


def place_block(s: State, f: At, value: int) -> None:
    """GET-block-c to GET-block-g. The wood is the first free piece of it, so that its number betrays nothing; only its value is chosen."""
    side = s.active
    slot = chosen = s.block_at.index(HAND, EACH * side)
    while s.block_at[chosen] != HAND or s.block_value[chosen] != value:
        chosen += 1
    s.block_value[slot], s.block_value[chosen] = value, s.block_value[slot]
    s.block_at[slot] = f.n
    s.shuffles[side] += 1
    s.tell(PLACED, side, f.n)
    s.tell(PLACED_AS, side, f.n, value)
    s.tell(BLOCK_CAME, slot, f.n)
    take_back(s, side)
    s.pop()


# --- removing a block -------------------------------------------------------------------------------


def places_with_own_block(s: State) -> int:
    found, low = 0, EACH * s.active
    for place in s.block_at[low : low + EACH]:
        if place >= 0:
            found |= BIT[place]
    return found


@offers("GET-remove-a")
def is_own_block(s: State, f: Any) -> int:
    """A player removes one of his own blocks."""
    return places_with_own_block(s)


def remove_block(s: State, f: Any, place: int) -> None:
    b = s.block_at.index(place)
    s.tell(REMOVED, s.active, place, s.block_discs[b])
    s.tell(BLOCK_OFF, b, place)
    set_aside(s, b)
    s.pop()


# --- the disc ---------------------------------------------------------------------------------------


@offers("GET-order-b")
def has_own_block(s: State, f: Order) -> int:
    """No disc without an own block."""
    return places_with_own_block(s)


def block_number(s: State, f: Order, place: int) -> dict[str, Arg]:
    return {"place": place_name(place), "n": s.block_value[s.block_at.index(place)]}


@closes("GET-block-a", block_number)
def block_is_not_full(s: State, f: Order) -> int:
    """No more discs than the block's number."""
    low, full = EACH * s.active, 0
    at, value, discs = s.block_at, s.block_value, s.block_discs
    for b in range(low, low + EACH):
        if at[b] >= 0 and discs[b] >= value[b]:
            full |= BIT[at[b]]
    return full


@closes("GET-stack-a", lambda s, f, n: {"place": place_name(f.crowd)})
def disc_reaches_the_crowd(s: State, f: Order) -> int:
    """The second order of a double one must thin an area that the first has overfilled."""
    return 0 if f.crowd < 0 else ~REACH[f.crowd]


MAY_TAKE_DISC = (block_is_not_full, disc_reaches_the_crowd)


def put_disc(s: State, f: Order, place: int) -> None:
    b = s.block_at.index(place)
    s.block_discs[b] += 1
    if s.block_discs[b] > s.block_shown[b]:
        s.block_shown[b] = s.block_discs[b]
    s.goto(Order(Box.KIND, place, f.nth, f.crowd))
