"""The boxes of the flow chart, and how the rules go from one to the next."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from bivouac.core.ids import SIDES, Side
from bivouac.titles.yankees_rebels.printed.units import SIDE
from bivouac.titles.yankees_rebels.state import State


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


STANDING: Final = tuple((At(box),) for box in Box)


def go(s: State, box: Box) -> None:
    """The next box. Frames carry nothing, so one of each is enough for all states."""
    s.stack = STANDING[box]


def the_active(s: State, f: At) -> Side:
    return SIDES[s.side]


def the_other(s: State, f: At) -> Side:
    return SIDES[1 - s.side]


def the_owner(s: State, f: At) -> Side:
    return SIDE[s.unit]
