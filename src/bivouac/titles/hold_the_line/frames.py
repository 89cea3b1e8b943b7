"""Where the procedure can stand, and the kinds of answer.

OPENING ──► BOMBARD ─► dice …            (scenarios with a bombardment)
   ▼
AP_DIE ──► ACTIVATE ──► END_OF_ACTIONS ──► AP_DIE of the other side, or the end
              │ a unit                 │ a reinforcement
              ▼                        ▼
      ORDER, _LED, _LEADER, _BOAT    ENTER ─► ACTIVATE
   move │  fire │   assault │   rally │
        ▼       │           ▼         ▼
      STEP ─►   │        (NERVE)   RALLY_DIE ─► ACTIVATE
        ▼       ▼           ▼
     MOUNTED ─► DICE ◄──────┘
                 ▼
             AFTERMATH ─► LEADER_DIE, ESCAPE, MORALE_DIE, RETREAT (DISPLACE), ADVANCE, each back to AFTERMATH ─► ACTIVATE
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from bivouac.titles.hold_the_line.printed.map import HEXES, NOBODY


class Box(Boxes):
    OPENING = 0
    BOMBARD = 1
    AP_DIE = 2
    ACTIVATE = 3
    ORDER = 4
    STEP = 5
    MOUNTED = 6
    ENTER = 7
    NERVE = 8
    NERVE_FIRE = 9
    DICE = 10
    AFTERMATH = 11
    LEADER_DIE = 12
    ESCAPE = 13
    MORALE_DIE = 14
    RETREAT = 15
    DISPLACE = 16
    ADVANCE = 17
    RALLY_DIE = 18
    END_OF_ACTIONS = 19
    ORDER_LED = 20
    ORDER_LEADER = 21
    ORDER_BOAT = 22


class At(NamedTuple):
    """Just the box: what is at hand is in the state."""

    box: Box


class Opening(NamedTuple):
    """The bombardment, at one of its gunners by number."""

    box: Box
    gunner: int


class Volley(NamedTuple):
    """The dice of an attack that are down."""

    box: Box
    rolled: tuple[int, ...] = ()


class Retreat(NamedTuple):
    """Where a unit may go back to: the hexes that are open, and those left after each step of 8.4 (see ch08_retreat). `to`: the hex that
    the retreating unit makes for while a friend makes room in it."""

    box: Box
    open: int
    away: int
    quiet: int
    unpushed: int
    best: int
    to: int = NOBODY


AT: Final = tuple(At(box) for box in Box)
ALL_DICE: Final = Volley(Box.DICE)
"""No die is down yet."""

# --- the kinds of answer --------------------------------------------------------------------------------------------

PIECE: Final = Verb(0, "piece", 900)
MOVE: Final = Verb(0, "hex", HEXES)  # also where to enter, to flee, to fire: just the hex
RIDE: Final = Verb(128, "hex", HEXES)  # with the leader
FIRE: Final = Verb(256, "hex", HEXES)
ASSAULT: Final = Verb(384, "hex", HEXES)
END: Final = Verb(900)  # end the turn
HALT: Final = Verb(901)  # go no farther; hold fire; stay
RALLY: Final = Verb(902)  # try to reinforce the unit the leader is with
ADVANCE: Final = Verb(903)  # into the hex the defenders left
ADVANCE_LED: Final = Verb(904)  # and the leader comes along
