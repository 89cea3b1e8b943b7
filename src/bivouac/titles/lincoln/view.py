"""What each side may know, built up from nothing; and worlds it cannot tell from the true one."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.core.kit.bits import set_of
from bivouac.core.kit.lots import drawn, shuffle
from bivouac.titles.lincoln.flow import FLOW
from bivouac.titles.lincoln.frames import Box, Counting, Moving
from bivouac.titles.lincoln.printed.units import KINDS_OF
from bivouac.titles.lincoln.state import NO_CARD, State

TRIES = 50
# In the other boxes a card may have been discarded for a purpose, or armies lifted, that the other side has not been shown.
DISCLOSED = frozenset(
    (
        *(Box.ACTION, Box.CLOSING, Box.DRAW, Box.PAY, Box.BONDS, Box.LIFT_MORE, Box.COUNTER_RAID, Box.RAID),
        *(Box.ENGAGE, Box.BATTLE_CARD, Box.DECIDE, Box.DECIDE_BY_SEA, Box.REINFORCE, Box.LOSSES, Box.RETREAT),
    )
)
Odds = tuple[tuple[float, ...], tuple[float, ...]]
"""For each kind of card how much more often than by a blind deal it is in a hand, and how much more often it lies face down."""


class Fight(NamedTuple):
    """The combat at hand as everybody sees it; `card` is the attacker's face-down card, for him alone."""

    attacker: int
    loc: int
    half: int
    base: int
    bonus: int
    face_down: bool
    card: int


class View(NamedTuple):
    """`hand`, `discards`, `removed`: the side's own cards per kind (empty for a spectator). `piles`, `top`: sizes of the discards and the
    card on top of them, which everybody sees. `lifted`: armies taken up in the move at hand."""

    side: Side | None
    turn: int
    active: int
    actions: int
    where: tuple[int, ...]
    control: tuple[int, ...]
    flags: tuple[int, ...]
    blockade: int
    europe: int
    points: int
    limits: tuple[int, int]
    held: tuple[int, ...]
    left: tuple[int, ...]
    piles: tuple[int, int]
    top: tuple[int, ...]
    shuffles: tuple[int, ...]
    hand: tuple[int, ...]
    discards: tuple[int, ...]
    removed: tuple[int, ...]
    fight: Fight | None
    lifted: tuple[int, int, int] | None


def view(s: State, side: Side | None) -> View:
    """LIN-comp-d: units are open. LIN-comp-e: hands, decks and the depth of the discards are not."""
    own = range(0) if side is None else KINDS_OF[side]
    return View(
        side=side, turn=s.turn, active=s.active, actions=s.actions, where=tuple(s.where), control=tuple(s.control), flags=tuple(s.flags),
        blockade=s.blockade, europe=s.europe, points=s.points(), limits=(s.hand_limit(0), s.hand_limit(1)), held=tuple(s.held),
        left=tuple(s.left), piles=(_size(s, 0), _size(s, 1)), top=tuple(s.top), shuffles=tuple(s.shuffles),
        hand=tuple(s.hand[k] for k in own), discards=tuple(s.pile[k] for k in own), removed=tuple(s.gone[k] for k in own),
        fight=_fight(s, side), lifted=_lifted(s),
    )  # fmt: skip


def _size(s: State, side: int) -> int:
    return sum(s.pile[k] for k in KINDS_OF[side])


def _fight(s: State, side: Side | None) -> Fight | None:
    c = s.combat
    if c is None:
        return None
    return Fight(s.active, c.loc, c.half, c.base, c.bonus, c.card != NO_CARD, c.card if side == s.active else NO_CARD)


def _lifted(s: State) -> tuple[int, int, int] | None:
    f = s.stack[-1] if s.stack else None
    return (f.loc, f.first, f.second) if isinstance(f, Moving) and f.loc >= 0 else None


# --- worlds ---------------------------------------------------------------------------------------------------------


def sample(s: State, side: Side, rng: Random, odds: Odds | None = None) -> State:
    """The other side's hand, draw pile and face-down card dealt anew from all its cards that have not been seen. Discards have been shown
    and removed cards too, so a side that remembers them knows that pool; its own draw pile it knows but for the order. All deals are
    alike likely, or go by odds."""
    world = s.clone()
    other = 1 - side
    pool = [k for k in KINDS_OF[other] for _ in range(s.hand[k] + s.deck[k])]
    hidden = s.combat.card if s.combat is not None and s.active == other else NO_CARD
    if hidden != NO_CARD:
        pool.append(hidden)
        pool.sort()
    asked = bool(s.stack) and FLOW.side(s) != side
    for _ in range(TRIES):
        if odds is None:
            shuffle(pool, rng)
        else:
            pool = _drawn(pool, odds, rng, down=hidden != NO_CARD)
        _deal(world, other, pool)
        if not asked:
            return world
        world.options = FLOW.options(world)
        if world.options:
            return world
    return s.clone()


def _drawn(pool: list[int], odds: Odds, rng: Random, *, down: bool) -> list[int]:
    """The pool in an order that goes by the odds; the card that lies face down is the last."""
    in_hand, face_down = odds
    if not down:
        return drawn(pool, in_hand, rng)
    card = drawn(pool, face_down, rng)[0]
    pool = list(pool)
    pool.remove(card)
    return [*drawn(pool, in_hand, rng), card]


def _deal(world: State, other: int, pool: list[int]) -> None:
    """From the top of the pool the hand and the draw pile; the face-down card is the last, if there is one more than these hold."""
    held, left = world.held[other], world.left[other]
    for k in KINDS_OF[other]:
        world.hand[k] = world.deck[k] = 0
    for k in pool[:held]:
        world.hand[k] += 1
    world.kinds[other] = set_of(pool[:held])
    for k in pool[held : held + left]:
        world.deck[k] += 1
    if len(pool) > held + left:
        world.combat = world.fight._replace(card=pool[-1])
    world.stack = tuple(_drawn_anew(f, pool) if isinstance(f, Counting) and f.side == other else f for f in world.stack)


def _drawn_anew(f: Counting, pool: list[int]) -> Counting:
    """What the other side is just drawing is a part of its hand."""
    return f._replace(cards=tuple(pool[: len(f.cards)]))
