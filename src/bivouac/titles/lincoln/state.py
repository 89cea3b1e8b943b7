"""The state of a match of Lincoln.

Counters are counted, not numbered: what a side has in one half is one int, eight bits for each of the armies of strength 1, 2, 3 and
the forts. Decks, hands and discards are counts per kind of card; a deck has no order, so there is none to betray.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Final

from bivouac.core.ids import Side
from bivouac.core.state import State as CoreState
from bivouac.titles.lincoln.frames import Combat
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOCS, POINTS
from bivouac.titles.lincoln.printed.units import BLOCKADE_POINTS, COUNTERS, FORT_VALUE, HAND_LIMIT_CSA, HAND_LIMIT_UNION, KINDS

UNION: Final = 0
CSA: Final = 1
NOBODY: Final = 2

ONE: Final = (1, 1 << 8, 1 << 16, 1 << 24)  # one counter: army of strength 1, 2, 3, a fort
ARMIES: Final = 0xFFFFFF
FORTS: Final = 0xFF000000
SIDES: Final = (Side.UNION, Side.CSA)
NO_CARD: Final = -1

# The switches a match can be set up with, as bits.
REFILL_AFTER_COMBAT: Final = 1
CARD_BACK: Final = 2


def counters(stack: int) -> int:
    """How many counters stand in a stack."""
    return (stack & 255) + (stack >> 8 & 255) + (stack >> 16 & 255) + (stack >> 24)


def strength(stack: int) -> int:
    """LIN-combat-g, LIN-combat-h: the sum of the values of a stack; a fort counts 3."""
    return (stack & 255) + 2 * (stack >> 8 & 255) + 3 * (stack >> 16 & 255) + FORT_VALUE * (stack >> 24)


def kinds_in(stack: int) -> list[int]:
    """The kinds of counter in a stack: 0, 1, 2 for armies of strength 1, 2, 3; 3 for a fort."""
    return [kind for kind in (0, 1, 2, 3) if stack >> 8 * kind & 255]


def each(stack: int) -> Iterator[int]:
    """The counters of a stack one by one, by their kinds."""
    return (kind for kind in (0, 1, 2, 3) for _ in range(stack >> 8 * kind & 255))


class State(CoreState):
    """
    troops            a stack per side and half: `troops[side * HALVES + half]`
    control, flags    per location: who controls it (2: nobody), and whether the other colour's flag lies there
    hand, deck, pile, gone   per kind of card: in hand, in the draw pile, discarded, removed from the game
    held, left        per side: cards in hand, cards in the draw pile
    stock             counters not on the board: side * 4 + kind
    where             the half of each counter, -1 in the stock; only for the eye: a counter slides from half to half
    shuffles, top     per side: reshuffles made; the card on top of the discards
    combat            the combat at hand
    paid              blue locations for which the Confederate was paid on the Europe track, as bits
    benefits, frees   benefit cards played this turn as bits (side * 16 + text); free cards played this turn
    idle, drew        Union turns without a draw in a row; whether the Union drew since its turn began
    """

    __slots__ = (
        "actions", "active", "benefits", "blockade", "combat", "control", "deck", "drew", "europe", "flags", "frees", "gone", "hand",
        "held", "idle", "left", "paid", "pile", "shuffles", "stock", "switches", "top", "troops", "turn", "where",
    )  # fmt: skip

    troops: list[int]
    control: list[int]
    flags: list[int]
    hand: list[int]
    deck: list[int]
    pile: list[int]
    gone: list[int]
    held: list[int]
    left: list[int]
    stock: list[int]
    where: list[int]
    shuffles: list[int]
    top: list[int]
    combat: Combat | None
    active: int
    actions: int
    turn: int
    blockade: int
    europe: int
    paid: int
    benefits: int
    frees: int
    idle: int
    drew: int
    switches: int

    def clone(self) -> State:
        c = State.__new__(State)
        c.stack, c.options, c.outcome, c.log = self.stack, self.options, self.outcome, None
        c.troops, c.control, c.flags, c.stock = self.troops[:], self.control[:], self.flags[:], self.stock[:]
        c.hand, c.deck, c.pile, c.gone = self.hand[:], self.deck[:], self.pile[:], self.gone[:]
        c.held, c.left, c.shuffles, c.top = self.held[:], self.left[:], self.shuffles[:], self.top[:]
        c.where = self.where[:]
        c.combat = self.combat
        c.active, c.actions, c.turn, c.switches = self.active, self.actions, self.turn, self.switches
        c.blockade, c.europe, c.paid = self.blockade, self.europe, self.paid
        c.benefits, c.frees, c.idle, c.drew = self.benefits, self.frees, self.idle, self.drew
        return c

    def key(self) -> tuple[Any, ...]:
        return (
            self.stack, self.outcome, tuple(self.troops), tuple(self.flags), tuple(self.hand), tuple(self.deck), tuple(self.pile),
            tuple(self.gone), tuple(self.shuffles), tuple(self.top), self.combat, self.active, self.actions, self.turn,
            self.blockade, self.europe, self.paid, self.benefits, self.frees, self.idle, self.drew, self.switches,
        )  # fmt: skip

    # --- looking things up ------------------------------------------------------------------------------------------

    def here(self, side: int, loc: int) -> int:
        """The units of a side in both halves of a location, as one stack."""
        first = side * HALVES + 2 * loc
        return self.troops[first] + self.troops[first + 1]

    def is_contested(self, loc: int) -> bool:
        """LIN-def-e: units of both sides are in it."""
        return bool(self.here(UNION, loc)) and bool(self.here(CSA, loc))

    def points(self) -> int:
        """LIN-map-g: the Union's victory points."""
        return BLOCKADE_POINTS[self.blockade] + sum([vp for vp, holder in zip(POINTS, self.control) if holder == UNION])

    def hand_limit(self, side: int) -> int:
        """LIN-act-f, LIN-act-g."""
        return HAND_LIMIT_UNION if side == UNION else HAND_LIMIT_CSA[self.blockade]

    @property
    def fight(self) -> Combat:
        """The combat at hand, where there is one."""
        assert self.combat is not None
        return self.combat

    # --- changing counters ------------------------------------------------------------------------------------------

    def put(self, side: int, half: int, kind: int) -> None:
        """A counter from the stock."""
        self.troops[side * HALVES + half] += ONE[kind]
        self.stock[side * 4 + kind] -= 1
        self._slide(side, -1, half, kind)

    def take(self, side: int, half: int, kind: int) -> None:
        """LIN-comp-c: a removed counter returns to the stock."""
        self.troops[side * HALVES + half] -= ONE[kind]
        self.stock[side * 4 + kind] += 1
        self._slide(side, half, -1, kind)

    def shift(self, side: int, half: int, to: int, kind: int) -> None:
        """One counter from half to half."""
        first = side * HALVES
        self.troops[first + half] -= ONE[kind]
        self.troops[first + to] += ONE[kind]
        self._slide(side, half, to, kind)

    def shift_stack(self, side: int, half: int, to: int, stack: int) -> None:
        for kind in each(stack):
            self.shift(side, half, to, kind)

    def _slide(self, side: int, half: int, to: int, kind: int) -> None:
        where = self.where
        for piece in PIECES[side * 4 + kind]:
            if where[piece] == half:
                where[piece] = to
                return


PIECES: Final = tuple(range(end - n, end) for n, end in zip(COUNTERS, accumulate(COUNTERS)))  # the counters of each side and kind


def empty_state() -> State:
    """Nothing on the board, every card out of play."""
    s = State.__new__(State)
    s.stack, s.options, s.outcome, s.log, s.combat = (), (), None, None, None
    s.troops = [0] * (2 * HALVES)
    s.control, s.flags = list(COLOUR), [0] * LOCS
    s.hand, s.deck, s.pile, s.gone = [0] * KINDS, [0] * KINDS, [0] * KINDS, [0] * KINDS
    s.held, s.left, s.shuffles, s.top = [0, 0], [0, 0], [0, 0], [NO_CARD, NO_CARD]
    s.stock = list(COUNTERS)
    s.where = [-1] * sum(COUNTERS)
    s.active = s.actions = s.turn = s.blockade = s.europe = s.paid = s.benefits = s.frees = s.idle = s.drew = s.switches = 0
    return s
