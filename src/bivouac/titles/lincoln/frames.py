"""Where a procedure of Lincoln can stand: the boxes and the frames; and how answers are written as numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Box(IntEnum):
    BEGIN = 0  # a turn begins
    NEXT = 1  # another action, or the end of the turn
    ACTION = 2
    CLOSING = 3  # no action left: free cards, or the end
    CLOSE = 4  # the hand is full again: who has won, whose turn is it
    DRAW = 5
    DISCARD_MORE = 6
    PLACE = 7
    PAY = 8
    BONDS = 9
    LIFT = 10
    LIFT_MORE = 11
    GO = 12
    EMBARK = 13
    SAIL = 14
    COUNTER_RAID = 15
    RAID = 16
    ENGAGE = 17
    BATTLE_CARD = 18
    DECIDE = 19
    DECIDE_BY_SEA = 20
    WITHDRAW = 21
    DEFEND = 22
    REINFORCE = 23
    LOSSES = 24
    RETREAT = 25


class At(NamedTuple):
    """A box that needs no more than its name."""

    box: int


class Counting(NamedTuple):
    """A side has `left` more cards to draw or to lose to a raid, units to deploy without payment, counters to lose."""

    box: int
    side: int
    left: int


class Deploying(NamedTuple):
    """The unit on top of `card` is to be placed, or its price paid: `left` more cards."""

    box: int
    card: int
    left: int


class Moving(NamedTuple):
    """Armies lifted from the halves of `loc` (stacks `first`, `second`); -1 before the first is lifted. `by_card`: counters the Rail
    Movement card may still move after this one; -1 for a rail or naval action."""

    box: int
    loc: int
    first: int
    second: int
    by_card: int


class Leaving(NamedTuple):
    """An army of this kind withdraws or retreats next."""

    box: int
    side: int
    kind: int


class Combat(NamedTuple):
    """The combat at hand; the attacker is the active side.

    half, base  the half attacked, and the half the attackers stand in: the same when they came over its link
    bonus       what the defender adds: the modifier of the link, High Ground
    origin      the half the attackers came from (-1: the attack was declared); `arrived`: those who came, as a stack
    before      who controlled the location before
    card        the attacker's card, face down (-1: none)
    loser       who was beaten (-1: not yet known); `toll`: counters he has lost
    """

    half: int
    base: int
    bonus: int
    origin: int
    arrived: int
    before: int
    card: int = -1
    loser: int = -1
    toll: int = 0

    @property
    def loc(self) -> int:
        return self.half // 2


AT: Final = tuple(At(box) for box in Box)
FRAMES: Final = (At, Counting, Deploying, Moving, Leaving, Combat)

# --- how answers are written as numbers -----------------------------------------------------------------------------

PASS: Final = 0  # the menu of actions: a verb, and a card or a location
DEPLOY: Final = 100
MOVE: Final = 200
NAVAL_MOVE: Final = 300
ATTACK: Final = 400
PLAY: Final = 500
DISCARD: Final = 600


def does(a: int, verb: int) -> bool:
    """Whether an answer of the menu is this verb with something."""
    return verb <= a < verb + 100


STOP: Final = 999
FORT_CODE: Final = 3  # counters: half * 4 + kind
ALL_OF: Final = 200  # all armies of a location
OVER: Final = 100  # an attack over a way
ADD: Final = 200  # one more counter
BY_PORT: Final = 100  # a port, and the naval card that pays for it

CANCEL: Final = 1  # the answer to a raid: no, or one more than the card that cancels it
YES: Final = 1
NO: Final = 0
FIGHT: Final = 0  # the defender's decision
TO_OTHER_HALF: Final = 1
TO_NEIGHBOURS: Final = 2
BY_SEA: Final = 100  # with a naval card
NO_DEFENCE_CARD: Final = 0  # the defence: nothing, a card face down, or a benefit card
FACE_DOWN: Final = 100
BENEFIT: Final = 200
INSIDE: Final = 100  # withdrawal and retreat: the first and the second half of the place itself


def by_port(port: int, card: int) -> int:
    """A unit comes into a port for a naval card."""
    return BY_PORT + port * 64 + card


def port_and_card(a: int) -> tuple[int, int]:
    return divmod(a - BY_PORT, 64)
