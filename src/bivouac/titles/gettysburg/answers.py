"""The verbs a side can choose, as the numbers of its answers."""

from __future__ import annotations

from typing import Final

# What a turn is used for.
PLACE_BLOCK, REMOVE_BLOCK, GIVE_ORDER, DOUBLE_ORDER, FORCED_PASS, END_TURN, GO_ON = range(7)
LEAVE_BOX: Final = 10  # and the place of the box

# Orders.
MOVE, FIRE, REINFORCE, REORGANISE, ENTRENCH, REMOVE_MARKER, PASS = range(7)
ORDER_KEYS: Final = ("move", "fire", "reinforce", "reorganise", "entrench", "remove_marker", "pass")

DONE: Final = -1  # enough pieces, guns, areas
STAY: Final = -1  # cavalry rides no further
HOLD_FIRE: Final = -1
NO, YES = 0, 1

AT_GUNS: Final = 1000  # a target's number when its guns are meant
TURN_STICK: Final = 10_000  # moving a stick: TURN_STICK + from * 100 + to
ATTACKERS: Final = 1000  # a shortage made good among the attackers of an area
CUBE: Final = 8  # a cube's number: place * CUBE + class
