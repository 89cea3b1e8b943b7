"""Where a procedure of Lincoln can stand: the boxes and the frames; and how answers are written as numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from bivouac.titles.lincoln.printed.map import HALVES, LOCS, WAYS
from bivouac.titles.lincoln.printed.units import KINDS


class Box(Boxes):
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
    EMBARK_MORE = 26


class At(NamedTuple):
    """A box that needs no more than its name."""

    box: int


class Counting(NamedTuple):
    """A side has `left` more cards to draw or lose to a raid, units to deploy without payment, counters to lose; `cards`: drawn."""

    box: int
    side: int
    left: int
    cards: tuple[int, ...] = ()


class Deploying(NamedTuple):
    """The unit on top of `card` is to be placed, or its price paid: `left` more cards."""

    box: int
    card: int
    left: int


class Moving(NamedTuple):
    """Armies lifted from the halves of `loc` (stacks `first`, `second`); -1 before the first is lifted. `by_card`: counters that the Rail
    Movement card, or the naval cards of this action, may still move after these; -1 for a rail action. By rail they may go into `halves`
    without a combat, or attack over `ways`. `moved`: the counters that the card or the action has already moved, where they arrived."""

    box: int
    loc: int = -1
    first: int = 0
    second: int = 0
    by_card: int = -1
    halves: int = 0
    ways: int = 0
    moved: tuple[int, ...] = ()


class Leaving(NamedTuple):
    """An army of this kind withdraws or retreats next."""

    box: int
    side: int
    kind: int


class Combat(NamedTuple):
    """The combat at hand; the attacker is the active side.

    half, base  the half attacked, and the half the attackers stand in: the same when they came over its link
    bonus       what the defender adds: the modifier of the link, High Ground
    origin      a half the attackers came from (-1: the attack was declared); `arrived`: those who came, as a stack
    second      those of them who came from the other half of that place
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
    second: int = 0

    @property
    def loc(self) -> int:
        return self.half // 2


AT: Final = tuple(At(box) for box in Box)
FRAMES: Final = (At, Counting, Deploying, Moving, Leaving, Combat)

# --- how answers are written as numbers -----------------------------------------------------------------------------

PASS: Final = Verb(0)  # the menu of actions
DEPLOY: Final = Verb(100, "card", KINDS)
MOVE: Final = Verb(200, "card", KINDS)
NAVAL_MOVE: Final = Verb(300, "card", KINDS)
ATTACK: Final = Verb(400, "location", LOCS)
PLAY: Final = Verb(500, "card", KINDS)
DISCARD: Final = Verb(600, "card", KINDS)
STOP: Final = Verb(999)

CARD: Final = Verb(0, "card", KINDS)  # a card to discard, to pay with, to play face down
HALF: Final = Verb(0, "half", HALVES)  # where to deploy, where to move
LANDING: Final = Verb(100, "landing", LOCS * 64)  # into a port, for a naval card
COUNTER: Final = Verb(0, "counter", 4 * HALVES)  # which army moves
ALL_OF: Final = Verb(200, "location", LOCS)
OVER: Final = Verb(100, "way", WAYS)  # an attack over a link
ADD: Final = Verb(200, "counter", 4 * HALVES)
PORT: Final = Verb(0, "location", LOCS)
ONE_MORE: Final = Verb(300, "card", KINDS)  # another naval card, for another army

LET_PASS: Final = Verb(0)  # the answer to a raid
CANCEL: Final = Verb(1, "card", KINDS)
STAY: Final = Verb(0)
ENGAGE: Final = Verb(1)
FIGHT: Final = Verb(0)  # the defender's decision
TO_OTHER_HALF: Final = Verb(1)
TO_NEIGHBOURS: Final = Verb(2)
BY_SEA: Final = Verb(100, "card", KINDS)
WAY: Final = Verb(0, "way", WAYS)  # withdrawal and retreat
NO_DEFENCE_CARD: Final = Verb(0)  # the defence
FACE_DOWN: Final = Verb(100, "card", KINDS)
BENEFIT: Final = Verb(200, "card", KINDS)
RESERVE: Final = Verb(0, "reserve", 4 * WAYS)  # an army that comes to help: the way it takes, and its kind
LOSS: Final = Verb(0, "unit", 4)


def landing(port: int, card: int) -> int:
    """A port and the naval card that pays for it, as one thing."""
    return port * 64 + card


def port_and_card(n: int) -> tuple[int, int]:
    return divmod(n, 64)
