"""The verbs a side can choose, as numbers: a verb and, where it needs one, a hex."""

from __future__ import annotations

from typing import Final

END: Final = 900  # end the turn
HALT: Final = 901  # go no farther; hold fire; stay
RALLY: Final = 902  # try to reinforce the unit the leader is with
ADVANCE: Final = 903  # into the hex the defenders left
ADVANCE_LED: Final = 904  # and the leader comes along

MOVE: Final = 0  # the hex itself
RIDE: Final = 128  # with the leader
FIRE: Final = 256
ASSAULT: Final = 384
VERB: Final = 0x380
HEX: Final = 0x7F


def verb_of(answer: int) -> int:
    return answer & VERB


def hex_of(answer: int) -> int:
    return answer & HEX
