"""Where the procedure can stand.

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
from typing import NamedTuple

from bivouac.titles.hold_the_line.printed.field import NOBODY


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
    """The box, and the hex a retreating unit makes for while a friend makes room (or the number of the gunner in a bombardment)."""

    box: Box
    to: int = NOBODY


AT_AP_DIE = (At(Box.AP_DIE),)
AT_ACTIVATE = (At(Box.ACTIVATE),)
AT_ORDER = (At(Box.ORDER),)
AT_STEP = (At(Box.STEP),)
AT_MOUNTED = (At(Box.MOUNTED),)
AT_ENTER = (At(Box.ENTER),)
AT_NERVE = (At(Box.NERVE),)
AT_NERVE_FIRE = (At(Box.NERVE_FIRE),)
AT_DICE = (At(Box.DICE),)
AT_AFTERMATH = (At(Box.AFTERMATH),)
AT_LEADER_DIE = (At(Box.LEADER_DIE),)
AT_ESCAPE = (At(Box.ESCAPE),)
AT_MORALE_DIE = (At(Box.MORALE_DIE),)
AT_RETREAT = (At(Box.RETREAT),)
AT_ADVANCE = (At(Box.ADVANCE),)
AT_RALLY_DIE = (At(Box.RALLY_DIE),)
AT_END_OF_ACTIONS = (At(Box.END_OF_ACTIONS),)
