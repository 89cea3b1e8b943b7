"""What each side may know, built up from nothing: everything on the board, and the values of its own blocks alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.core.kit.lots import drawn, shuffle
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import Barrage, Box, March, Order, Work
from bivouac.titles.gettysburg.printed.scenarios import Group
from bivouac.titles.gettysburg.printed.units import BLOCKS, EACH
from bivouac.titles.gettysburg.rules.ch01_components import crowded, has_rooms, left_open
from bivouac.titles.gettysburg.rules.ch08_blocks import MAY_TAKE_DISC, has_own_block
from bivouac.titles.gettysburg.state import HAND, Attacker, State

UNKNOWN = 0
TRIES = 400
ORDERS = (Order, March, Barrage, Work)
# In the other boxes a piece, a place, a target or the kind of action may have been chosen that the other side has not been shown.
DISCLOSED = frozenset(
    (
        *(Box.ROAD, Box.ACT, Box.BLOCK, Box.KIND, Box.BETWEEN, Box.WHICH, Box.AFTER, Box.EXIT),
        *(Box.FROM, Box.PICK, Box.PICK_FIRST, Box.RIDE_ON, Box.GUNS_OF, Box.CUBE_TO, Box.REORGANISE, Box.DIG, Box.UNMARK),
        *(Box.BATTERY, Box.SHARE_OUT, Box.VOLLEY, Box.NERVE_DIE, Box.CHARGE_DIE, Box.HOLD_DIE, Box.RECOIL, Box.PULL_OUT),
        *(Box.SMASH, Box.HIT, Box.SHORTAGE, Box.EVADE, Box.ESCORT, Box.HAVEN, Box.VIA),
    )
)
Odds = Callable[[State, int], Sequence[float]]
"""For a block of the other side how much more often than by a blind deal it has each value."""


class BlockSeen(NamedTuple):
    """A block as one side sees it: where it is, its discs, the most it has shown, its value (0: not known)."""

    at: int
    discs: int
    shown: int
    value: int


class View(NamedTuple):
    side: Side | None
    day: int
    period: int
    active: int
    at: tuple[tuple[int, ...], ...]
    attack: tuple[Attacker, ...]
    cubes: tuple[int, ...]
    stock: tuple[int, ...]
    sticks: tuple[tuple[int, ...], ...]
    disrupted: int
    fired: int
    blocks: tuple[BlockSeen, ...]
    discs: tuple[int, ...]
    fight: tuple[int, ...]
    chart: tuple[Group, ...]


def view(s: State, side: Side | None) -> View:
    blocks = tuple(seen_block(s, b, own=b // EACH == side) for b in range(2 * EACH))
    return View(
        side,
        s.day,
        s.period,
        s.active,
        tuple(s.at),
        s.attack,
        tuple(s.cubes),
        tuple(s.stock),
        tuple(s.sticks),
        s.disrupted,
        s.fired,
        blocks,
        tuple(s.discs),
        tuple(s.fight),
        s.battle.chart,
    )


def seen_block(s: State, b: int, *, own: bool) -> BlockSeen:
    return BlockSeen(s.block_at[b], s.block_discs[b], s.block_shown[b], s.block_value[b] if own else UNKNOWN)


def sample(s: State, side: Side, rng: Random, odds: Odds | None = None) -> State:
    """A world that `side` cannot tell from the true one: the other side's values are dealt anew, none below what its block has shown,
    and so that an order that it has begun can be carried out to the end. All deals are alike likely, or go by odds."""
    for _ in range(TRIES):
        new = s.clone()
        deal(new, 1 - side, rng, odds)
        if not new.stack:
            return new
        new.options = FLOW.options(new)
        if new.options and has_room_to_go_on(new):
            return new
    new = s.clone()
    deal(new, 1 - side, rng, richest=True)
    new.options = FLOW.options(new) or s.options
    return new


def has_room_to_go_on(s: State) -> bool:
    """Whether the discs of the order at hand, the second one of a double order included, find room, and where a crowd waits for it."""
    order = next((f for f in s.stack[::-1] if isinstance(f, ORDERS)), None)
    if order is None:
        return True
    due = (order.box == Box.BLOCK) + (order.nth == 1)
    second = Order(Box.BLOCK, -1, 2, crowded(s))
    return has_rooms(s, s.active, due) and (not due or left_open(s, second, has_own_block, MAY_TAKE_DISC) != 0)


def deal(s: State, side: int, rng: Random, odds: Odds | None = None, *, richest: bool = False) -> None:
    """Uniform over all deals that fit: the most demanding blocks first, each any value left that is high enough, by the odds if there are
    any. `richest`: the highest values to the blocks on the map, which leaves them the most room."""
    low = EACH * side
    slots = sorted(range(low, low + EACH), key=lambda b: -s.block_shown[b] if s.block_at[b] != HAND else 1)
    values = list(BLOCKS[side])
    shuffle(values, rng)
    if richest:
        values.sort(reverse=True)
    for b in slots:
        least = s.block_shown[b] if s.block_at[b] != HAND else 0
        if odds is not None:
            values = drawn(values, odds(s, b), rng)
        i = 0
        while values[i] < least:
            i += 1
        s.block_value[b] = values.pop(i)
