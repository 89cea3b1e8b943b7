"""Where the procedure stands: the boxes of the flow chart, the frames that lie on the stack, the verbs.

A period:   ARRIVE (ROAD) - DISCS - NEXT ... NEXT - CLOSE
A turn:     ACT - the action - RESOLVE (WHICH, FIGHT) - AFTER
An order:   BLOCK - KIND - its own boxes - [BETWEEN - BLOCK - KIND - its own boxes]
An assault: FIGHT - BATTERY - SHARE - VOLLEY - NERVE - CHARGE - HOLD - ROUND_OVER - [VOLLEY ...] - ASSAULT_OVER
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from bivouac.titles.gettysburg.printed.map import PLACES
from bivouac.titles.gettysburg.printed.units import PIECES


class Box(Boxes):
    # a period
    ARRIVE, ROAD, DISCS, NEXT, CLOSE = range(5)
    # a turn
    ACT, PLACE, VALUE, REMOVE, BLOCK, KIND, BETWEEN, RESOLVE, WHICH, AFTER = range(5, 15)
    # out of an entry box
    EXIT, EXIT_CUBES = range(15, 17)
    # move and attack
    FROM, PICK, CARRY, TO, RIDE_ON, LOSE_STICK = range(17, 23)
    # long-range fire
    GUNS_OF, AIM, SHELL, SMASH, MARKS, MARKER_FROM = range(23, 29)
    # the other orders
    CUBE_TO, CUBE_FROM, REORGANISE, DIG, BORDER, UNMARK = range(29, 35)
    # an assault
    FIGHT, BATTERY, SHARE, SHARE_OUT, VOLLEY, NERVE, NERVE_DIE, CHARGE, CHARGE_DIE, HOLD, HOLD_DIE, RECOIL = range(35, 47)
    ROUND_OVER, DRAG, PULL_OUT, NEXT_ROUND, ASSAULT_OVER = range(47, 52)
    # damage
    HITS, HIT, SHORTAGE, EVADE, ESCORT = range(52, 57)
    # retreat
    FLEE, HAVEN, VIA, BEYOND, HOME = range(57, 62)
    # the first order of a double one, where what may be done hangs on the values of blocks
    PICK_FIRST, TO_FIRST = range(62, 64)
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
    """A move order: the disc, the area the pieces leave, the borders crossed so far, the piece in hand, where it stands and its cubes."""

    box: Box
    disc: int
    frm: int
    nth: int
    crowd: int
    crossed: tuple[int, ...]
    piece: int
    here: int
    load: int


def stored_march(*values: Any) -> March:
    """A move order from a stored position. Until version 3 of the rules it had one more field, the areas that had lost a stick."""
    return March(*values[:6], *values[-3:])


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
    """Pieces that roll one after the other; of a volley the dice so far, and what they come to with their modifiers."""

    box: Box
    queue: tuple[int, ...]
    dice: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()


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


class Stake(NamedTuple):
    """What a forecast is measured against, as the frame below the fight: the area that is assaulted (-1: it is only fired at), disruption
    markers, and what the pieces of both sides can still bear."""

    box: Box
    area: int
    marks: int
    life: tuple[int, int]


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
TURN_STICK: Final = Verb(10_000, "turn", 100 * PLACES)  # a stick moved: from * 100 + to
ATTACKERS: Final = Verb(1000, "place", PLACES)  # a shortage made good among the attackers of an area
KINDS: Final = 8
CUBE: Final = Verb(0, "cube", PLACES * KINDS)  # a cube to be taken over: place * KINDS + class
