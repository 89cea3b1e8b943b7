"""Where a procedure of Lincoln can stand: the boxes and the frames."""

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
    RESULT = 24
    LOSSES = 25
    AFTERMATH = 26
    RETREAT = 27
    SETTLE = 28


class Step(NamedTuple):
    """A box that needs no more than its name."""

    box: int


class Drawing(NamedTuple):
    """A side draws `left` more cards."""

    box: int
    side: int
    left: int


class Deploying(NamedTuple):
    """The counter of `card` is to be placed, or its price is being paid. `bonds`: placed by Paper Money or Cotton Bonds (no price),
    with so many units still to come; -1 for an ordinary deployment. `left`: cards still to pay."""

    box: int
    card: int
    bonds: int
    left: int


class Moving(NamedTuple):
    """Armies lifted from the halves of `loc` (stacks `first`, `second`). `by_card`: counters the Rail Movement card may still move after
    this one; -1 for a rail action. `cards`: naval cards paid."""

    box: int
    loc: int
    first: int
    second: int
    by_card: int


class Counting(NamedTuple):
    """A side has `left` more counters to lose, to withdraw or to retreat."""

    box: int
    side: int
    left: int


BEGIN: Final = Step(Box.BEGIN)
NEXT: Final = Step(Box.NEXT)
ACTION: Final = Step(Box.ACTION)
CLOSING: Final = Step(Box.CLOSING)
CLOSE: Final = Step(Box.CLOSE)
DISCARD_MORE: Final = Step(Box.DISCARD_MORE)
FRAMES = (Step, Drawing, Deploying, Moving, Counting)

# --- how answers are written as numbers -----------------------------------------------------------------------------

PASS: Final = 0  # the menu of actions: a verb, and a card or a location
DEPLOY: Final = 100
MOVE: Final = 200
NAVAL_MOVE: Final = 300
ATTACK: Final = 400
PLAY: Final = 500
DISCARD: Final = 600

STOP: Final = 999
FORT_CODE: Final = 3  # counters: half * 4 + kind
ALL_OF: Final = 200  # all armies of a location
OVER: Final = 100  # an attack over a way
ADD: Final = 200  # one more counter
BY_PORT: Final = 100  # a port, and the naval card that pays for it: BY_PORT + location * 64 + card

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
