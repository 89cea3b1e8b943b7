"""Where the procedure can stand, and the codes of answers.

OPENING ──► BOMBARD ─► dice …            (scenarios with a bombardment)
   ▼
AP_DIE ──► ACTIVATE ──► END_OF_ACTIONS ──► AP_DIE of the other side, or the end
              │ a unit                 │ a reinforcement
              ▼                        ▼
            ORDER                    ENTER ─► ACTIVATE
   move │  fire │   assault │   rally │
        ▼       │           ▼         ▼
      STEP ─►   │        (NERVE)   RALLY_DIE ─► ACTIVATE
        ▼       ▼           ▼
     MOUNTED ─► DICE ◄──────┘
                 ▼
             AFTERMATH ─► LEADER_DIE, ESCAPE, MORALE_DIE, RETREAT (DISPLACE), ADVANCE, each back to AFTERMATH ─► ACTIVATE
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Box(IntEnum):
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


class At(NamedTuple):
    """Just the box: what is at hand is in the state."""

    box: Box


class Opening(NamedTuple):
    """The bombardment, at one of its gunners by number."""

    box: Box
    gunner: int


class Displace(NamedTuple):
    """A friend makes room in the hex that a retreating unit makes for."""

    box: Box
    to: int


AT: Final = tuple(At(box) for box in Box)

# --- answers: a piece, a hex with a verb, or one of these words -----------------------------------------------------

END: Final = 900  # end the turn
HALT: Final = 901  # go no farther; hold fire; stay
RALLY: Final = 902  # try to reinforce the unit the leader is with
ADVANCE: Final = 903  # into the hex the defenders left
ADVANCE_LED: Final = 904  # and the leader comes along

MOVE: Final = 0  # the hex itself
RIDE: Final = 128  # with the leader
FIRE: Final = 256
ASSAULT: Final = 384


def verb_of(answer: int) -> int:
    return answer & 0x380


def hex_of(answer: int) -> int:
    return answer & 0x7F
