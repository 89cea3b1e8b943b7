"""The boxes of the flow chart, the frames and records they work on, and what a side can answer.

The procedure needs no nesting: the stack holds one frame that only says where it stands, and what a box works on lies in the state.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Box(IntEnum):
    # a turn and its rounds (chapters 2 and 3)
    TURN = 0
    ROUND = 1
    DRAW = 2
    ACTIVATION = 3
    REDEPLOY = 4
    REDEPLOY_TO = 5
    TRUMPET = 6
    FALL_BACK = 7
    RECOVERY = 8
    ACTIVATE = 9
    END_TURN = 10
    # one activation (chapters 4 and 5)
    MARCH = 11
    MARCH_TOGETHER = 12
    CONTACT = 13
    REACTION = 14
    REACT = 15
    EVADE = 16
    AIM = 17
    FIRE = 18
    SHOT = 19
    HARM = 20
    EFFECT = 21
    LOSSES = 22
    REPEL = 23
    RETREAT = 24
    GAIN = 25
    OCCUPY = 26
    OVER = 27
    # the night (chapter 7)
    NIGHT = 28
    NIGHT_UNIT = 29
    NIGHT_MARCH = 30
    PART = 31
    PART_FROM = 32


class At(NamedTuple):
    """Where the procedure stands."""

    box: Box


AT: Final = tuple(At(box) for box in Box)


class Shot(NamedTuple):
    """One fire of a fight: by whom and from where, at whom and where, the dice before terrain; and what came of it."""

    firers: tuple[int, ...]
    frm: int
    target: int
    there: int
    value: int
    is_reaction: bool
    hits: int = 0
    losses: int = 0
    arrows: int = 0


class Gain(NamedTuple):
    """A hex that a unit has cleared and may occupy."""

    unit: int
    frm: int
    to: int


class Parting(NamedTuple):
    """By night: a unit that has to draw off from the enemy, or may."""

    unit: int
    must: bool


# --- answers: unit numbers and hex numbers; where several kinds meet in one question they are set apart --------------------------------

PASS: Final = -1
"""Nothing: stay, decline, leave the rest unused."""
EVADE: Final = -2
"""Cavalry avoids the combat."""
FIRST_ALONE: Final = -3
SECOND_ALONE: Final = -4
"""Of a stack under a hat, one unit acts before the other."""

HAT_UNIT: Final = 100
"""HAT_UNIT + u: a hat for the reserve unit u."""
HAT_STACK: Final = 200
"""HAT_STACK + h: a hat for both units of hex h."""
RECOVER: Final = 100
"""RECOVER + u: unit u tries to recover (u alone: it falls back)."""
ALONE: Final = 100
"""ALONE * (i + 1) + t: only the i-th of the acting units attacks t."""
