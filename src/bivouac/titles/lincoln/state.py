"""The state of a match of Lincoln.

Counters are counted, not numbered: what a side has in one half is one int, eight bits for each of the armies of strength 1, 2, 3 and
the forts. Decks, hands and discards are counts per kind of card; a deck has no order, so there is none to betray.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import ClassVar, Final

from bivouac.core.events import EventKind
from bivouac.core.ids import Side
from bivouac.core.kit.bits import set_of
from bivouac.core.state import State as CoreState
from bivouac.titles.lincoln.events import CAME, OFF_BOARD
from bivouac.titles.lincoln.frames import Combat
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOCS, POINTS
from bivouac.titles.lincoln.printed.units import BLOCKADE_POINTS, COUNTERS, FORT_VALUE, HAND_LIMIT_CSA, HAND_LIMIT_UNION, KINDS

UNION: Final = 0
CSA: Final = 1
NOBODY: Final = 2

ONE: Final = (1, 1 << 8, 1 << 16, 1 << 24)  # one counter: army of strength 1, 2, 3, a fort
ARMIES: Final = 0xFFFFFF
FORTS: Final = 255 << 24
SIDES: Final = (Side.UNION, Side.CSA)
NO_CARD: Final = -1

# The switches a match can be set up with, as bits. 1 and 4 were switches of earlier rules: older snapshots may hold them.
CARD_BACK: Final = 2
FROM_PORTS: Final = 8
DISCARDING: Final = 16


def counters(stack: int) -> int:
    """How many counters stand in a stack."""
    return (stack & 255) + (stack >> 8 & 255) + (stack >> 16 & 255) + (stack >> 24)


def strength(stack: int) -> int:
    """LIN-combat-g, LIN-combat-h: the sum of the values of a stack; a fort counts 3."""
    return (stack & 255) + 2 * (stack >> 8 & 255) + 3 * (stack >> 16 & 255) + FORT_VALUE * (stack >> 24)


def kinds_in(stack: int) -> list[int]:
    """The kinds of counter in a stack: 0, 1, 2 for armies of strength 1, 2, 3; 3 for a fort."""
    return [kind for kind in (0, 1, 2, 3) if stack >> 8 * kind & 255]


def kind_set(stack: int) -> int:
    """The kinds of counter in a stack as a set."""
    return bool(stack & 255) | bool(stack >> 8 & 255) << 1 | bool(stack >> 16 & 255) << 2 | bool(stack >> 24) << 3


def each(stack: int) -> Iterator[int]:
    """The counters of a stack one by one, by their kinds."""
    return (kind for kind in (0, 1, 2, 3) for _ in range(stack >> 8 * kind & 255))


@dataclass(slots=True, eq=False)
class State(CoreState):
    """
    troops, standing  a stack per side and half: `troops[side * HALVES + half]`; per side the counters there are, as a set
    control, flags    per location: who controls it (2: nobody), and whether the other colour's flag lies there
    hand, deck, pile, gone   per kind of card: in hand, in the draw pile, discarded, removed from the game
    held, kinds, left   per side: cards in hand, their kinds as a set, cards in the draw pile
    stock             counters not on the board: side * 4 + kind
    where             the half of each counter, -1 in the stock; only for the eye: a counter slides from half to half
    shuffles, top     per side: reshuffles made; the card on top of the discards
    combat            the combat at hand
    benefits          benefit cards played this turn as bits (side * 16 + text)
    idle, drew        Union turns without a draw since its last reshuffle; whether the Union drew since its last turn ended
    """

    FORMER: ClassVar[tuple[str, ...]] = ("paid", "frees")

    troops: list[int] = field(default_factory=lambda: [0] * (2 * HALVES))
    standing: list[int] = field(default_factory=lambda: [0, 0])
    control: list[int] = field(default_factory=lambda: list(COLOUR))
    flags: list[int] = field(default_factory=lambda: [0] * LOCS)
    hand: list[int] = field(default_factory=lambda: [0] * KINDS)
    deck: list[int] = field(default_factory=lambda: [0] * KINDS)
    pile: list[int] = field(default_factory=lambda: [0] * KINDS)
    gone: list[int] = field(default_factory=lambda: [0] * KINDS)
    held: list[int] = field(default_factory=lambda: [0, 0])
    kinds: list[int] = field(default_factory=lambda: [0, 0])
    left: list[int] = field(default_factory=lambda: [0, 0])
    stock: list[int] = field(default_factory=lambda: list(COUNTERS))
    where: list[int] = field(default_factory=lambda: [-1] * sum(COUNTERS))
    shuffles: list[int] = field(default_factory=lambda: [0, 0])
    top: list[int] = field(default_factory=lambda: [NO_CARD, NO_CARD])
    combat: Combat | None = None
    active: int = UNION
    actions: int = 0
    turn: int = 0
    blockade: int = 0
    europe: int = 0
    benefits: int = 0
    idle: int = 0
    drew: int = 0
    switches: int = 0

    # --- looking things up ------------------------------------------------------------------------------------------

    def here(self, side: int, loc: int) -> int:
        """The units of a side in both halves of a location, as one stack."""
        first = side * HALVES + 2 * loc
        return self.troops[first] + self.troops[first + 1]

    def points(self) -> int:
        """LIN-map-g: the Union's victory points."""
        points, control = BLOCKADE_POINTS[self.blockade], self.control
        for loc in range(LOCS):
            if control[loc] == UNION:
                points += POINTS[loc]
        return points

    def hand_limit(self, side: int) -> int:
        """LIN-act-f, LIN-act-g."""
        return HAND_LIMIT_UNION if side == UNION else HAND_LIMIT_CSA[self.blockade]

    @property
    def fight(self) -> Combat:
        """The combat at hand, where there is one."""
        assert self.combat is not None
        return self.combat

    # --- cards --------------------------------------------------------------------------------------------------------

    def take_card(self, side: int, card: int) -> None:
        """Into the hand."""
        self.hand[card] += 1
        self.held[side] += 1
        self.kinds[side] |= 1 << card

    def leave_card(self, side: int, card: int) -> None:
        """Out of the hand."""
        self.hand[card] -= 1
        self.held[side] -= 1
        if not self.hand[card]:
            self.kinds[side] ^= 1 << card

    # --- changing counters ------------------------------------------------------------------------------------------

    def put(self, side: int, half: int, kind: int) -> None:
        """A counter from the stock."""
        self._add(side, half, kind)
        self.stock[side * 4 + kind] -= 1
        self._slide(side, -1, half, kind, CAME)

    def take(self, side: int, half: int, kind: int) -> None:
        """LIN-comp-c: a removed counter returns to the stock."""
        self._drop(side, half, kind)
        self.stock[side * 4 + kind] += 1
        self._slide(side, half, -1, kind, OFF_BOARD)

    def shift(self, side: int, half: int, to: int, kind: int, effect: EventKind) -> None:
        """One counter from half to half; `effect` says how it goes."""
        self._drop(side, half, kind)
        self._add(side, to, kind)
        self._slide(side, half, to, kind, effect)

    def shift_stack(self, side: int, half: int, to: int, stack: int, effect: EventKind) -> None:
        for kind in each(stack):
            self.shift(side, half, to, kind, effect)

    def _add(self, side: int, half: int, kind: int) -> None:
        self.troops[side * HALVES + half] += ONE[kind]
        self.standing[side] |= 1 << 4 * half + kind

    def _drop(self, side: int, half: int, kind: int) -> None:
        left = self.troops[side * HALVES + half] - ONE[kind]
        self.troops[side * HALVES + half] = left
        if not left >> 8 * kind & 255:
            self.standing[side] ^= 1 << 4 * half + kind

    def _slide(self, side: int, half: int, to: int, kind: int, effect: EventKind) -> None:
        """Change the place of the first counter of this kind in a half (-1: in the stock), and tell its effect."""
        where = self.where
        for piece in PIECES[side * 4 + kind]:
            if where[piece] == half:
                where[piece] = to
                if self.log is not None:
                    self.tell(effect, piece, *[place for place in (half, to) if place >= 0])
                return

    # --- the whole ----------------------------------------------------------------------------------------------------

    def is_sound(self) -> bool:
        """Every counter is in the stock or in one half, every card in one place (a face-down one in the combat), and the sums agree."""
        shown = self.combat.card if self.combat else NO_CARD
        return (
            all(self.where.count(-1) == sum(self.stock) and self.where.count(half) == self._counters_in(half) for half in range(HALVES))
            and all(self.hand[k] + self.deck[k] + self.pile[k] + self.gone[k] + (k == shown) == self._copies(k) for k in range(KINDS))
            and all(self.held[side] == sum(self.hand[units.SPAN_OF[side]]) for side in (UNION, CSA))
            and all(self.left[side] == sum(self.deck[units.SPAN_OF[side]]) for side in (UNION, CSA))
            and all(self.kinds[side] == set_of([k for k in units.KINDS_OF[side] if self.hand[k]]) for side in (UNION, CSA))
            and all(self.standing[side] == self._standing(side) for side in (UNION, CSA))
        )

    def _counters_in(self, half: int) -> int:
        return counters(self.troops[half]) + counters(self.troops[HALVES + half])

    def _standing(self, side: int) -> int:
        return sum([kind_set(self.troops[side * HALVES + half]) << 4 * half for half in range(HALVES)])

    def _copies(self, card: int) -> int:
        """The cards of a kind that have come into play: the piles I and II join at the reshuffles."""
        side = UNION if card in units.KINDS_OF[UNION] else CSA
        return units.COPIES[card] if units.SET[card] <= self.shuffles[side] else 0


PIECES: Final = tuple(range(end - n, end) for n, end in zip(COUNTERS, accumulate(COUNTERS)))  # the counters of each side and kind
KIND_OF_PIECE: Final = tuple(divmod(n, 4) for n, pieces in enumerate(PIECES) for _ in pieces)  # side and kind
