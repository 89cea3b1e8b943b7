"""Where the procedure stands: the boxes of the flow chart, the frames that lie on the stack, the verbs.

A period:   ARRIVE (ROAD) - DISCS - NEXT ... NEXT - CLOSE
A turn:     ACT - the action - RESOLVE (WHICH, FIGHT) - AFTER
An order:   BLOCK - KIND - its own boxes - [BETWEEN - BLOCK - KIND - its own boxes]
An assault: FIGHT - BATTERY - SHARE - VOLLEY - NERVE - CHARGE - HOLD - ROUND_OVER - [VOLLEY ...] - ASSAULT_OVER
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from bivouac.core.ways import Verb
from bivouac.titles.gettysburg.printed.map import AREAS, PLACES
from bivouac.titles.gettysburg.printed.units import PIECES


class Box(IntEnum):
    # a period
    ARRIVE = 0
    ROAD = 1
    DISCS = 2
    NEXT = 3
    CLOSE = 4
    # a turn
    ACT = 5
    PLACE = 6
    VALUE = 7
    REMOVE = 8
    BLOCK = 9
    KIND = 10
    BETWEEN = 11
    RESOLVE = 12
    WHICH = 13
    AFTER = 14
    # out of an entry box
    EXIT = 15
    EXIT_CUBES = 16
    # move and attack
    FROM = 17
    PICK = 18
    CARRY = 19
    TO = 20
    RIDE_ON = 21
    LOSE_STICK = 22
    # long-range fire
    GUNS_OF = 23
    AIM = 24
    SHELL = 25
    SMASH = 26
    MARKS = 27
    MARKER_FROM = 28
    # the other orders
    CUBE_TO = 29
    CUBE_FROM = 30
    REORGANISE = 31
    DIG = 32
    BORDER = 33
    UNMARK = 34
    # an assault
    FIGHT = 35
    BATTERY = 36
    SHARE = 37
    SHARE_OUT = 38
    VOLLEY = 39
    NERVE = 40
    NERVE_DIE = 41
    CHARGE = 42
    CHARGE_DIE = 43
    HOLD = 44
    HOLD_DIE = 45
    RECOIL = 46
    ROUND_OVER = 47
    DRAG = 48
    PULL_OUT = 49
    NEXT_ROUND = 50
    ASSAULT_OVER = 51
    # damage
    HITS = 52
    HIT = 53
    SHORTAGE = 54
    EVADE = 55
    ESCORT = 56
    # retreat
    FLEE = 57
    HAVEN = 58
    VIA = 59
    BEYOND = 60
    HOME = 61
    # the first order of a double one, where what may be done hangs on the values of blocks
    PICK_FIRST = 62
    TO_FIRST = 63
    # the cubes of cavalry that evades long-range fire
    EVADE_CUBES = 64


class At(NamedTuple):
    """A box that needs nothing more; `n` counts where something is counted."""

    box: Box
    n: int = 0


class Order(NamedTuple):
    """A disc in a place. nth: 0 a single order, 1 and 2 the two orders of a double one. crowd: the area that must be thinned, or -1."""

    box: Box
    place: int
    nth: int
    crowd: int = -1


class March(NamedTuple):
    """A move order: the disc, the area the pieces leave, the borders crossed so far, areas that lost a stick, the piece in hand, where it
    stands and its cubes."""

    box: Box
    disc: int
    frm: int
    nth: int
    crowd: int
    crossed: tuple[int, ...]
    trod: int
    piece: int
    here: int
    load: int


class Sally(NamedTuple):
    """Pieces that leave an entry box: how many so far, the one in hand."""

    box: Box
    place: int
    n: int
    piece: int = -1


class Barrage(NamedTuple):
    """An artillery order: the disc, the areas that fire, the guns still to be aimed, the shots (gun, target, whether at guns)."""

    box: Box
    disc: int
    nth: int
    areas: tuple[int, ...]
    guns: tuple[int, ...]
    shots: tuple[tuple[int, int, int], ...]


class Work(NamedTuple):
    """Another order: the disc, which order of a double it is, the area it is for."""

    box: Box
    disc: int
    nth: int
    area: int = -1


class Rank(NamedTuple):
    """Pieces that roll one after the other."""

    box: Box
    queue: tuple[int, ...]


class Share(NamedTuple):
    """The defender's cubes are handed out: the piece's turn, cubes still to give to its class, the most it may get, the least."""

    box: Box
    i: int
    rest: int
    most: int
    least: int = 0


class Hits(NamedTuple):
    """Cubes to be taken: where, by whom (a role), how many, the cavalry that was struck, that which is past bearing it, what follows,
    whether cavalry has evaded."""

    box: Box
    area: int
    role: int
    left: int
    struck: tuple[int, ...]
    doomed: tuple[int, ...]
    then: int
    evaded: int = 0


class Flight(NamedTuple):
    """A piece that retreats from an area, perhaps through another."""

    box: Box
    piece: int
    frm: int
    via: int = -1


AT: Final = tuple(At(box) for box in Box)  # frames that never differ, made once

FRAMES = (At, Order, March, Sally, Barrage, Work, Rank, Share, Hits, Flight)

# --- verbs: the kinds of answer -----------------------------------------------------------------------

# What a turn is used for.
PLACE_BLOCK, REMOVE_BLOCK, GIVE_ORDER, DOUBLE_ORDER, FORCED_PASS = range(5)
ACTION: Final = Verb(0, "action", 5)
END_TURN, GO_ON = Verb(5), Verb(6)
LEAVE_BOX: Final = Verb(10, "place", PLACES)

# Orders.
MOVE, FIRE, REINFORCE, REORGANISE, ENTRENCH, REMOVE_MARKER, PASS = range(7)
ORDER_KEYS: Final = ("move", "fire", "reinforce", "reorganise", "entrench", "remove_marker", "pass")
ORDER: Final = Verb(0, "order", len(ORDER_KEYS))

PLACE: Final = Verb(0, "place", PLACES)
PIECE: Final = Verb(0, "piece", PIECES)
VALUE: Final = Verb(0, "value", 6)  # of a block
CUBES: Final = Verb(0, "", 6)  # so many cubes
NO, YES = Verb(0), Verb(1)
DONE: Final = Verb(-1)  # enough pieces, guns, areas
STAY: Final = Verb(-1)  # cavalry rides no further
HOLD_FIRE: Final = Verb(-1)
AT_GUNS: Final = Verb(1000, "place", PLACES)  # a target whose guns are meant
TURN_STICK: Final = Verb(10_000, "turn", 100 * AREAS)  # a stick moved: from * 100 + to
ATTACKERS: Final = Verb(1000, "place", PLACES)  # a shortage made good among the attackers of an area
KINDS: Final = 8
CUBE: Final = Verb(0, "cube", PLACES * KINDS)  # a cube to be taken over: place * KINDS + class
