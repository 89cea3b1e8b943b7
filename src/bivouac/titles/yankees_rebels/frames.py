"""The boxes of the flow chart, the frames and records they work on, and what a side can answer.

The procedure needs no nesting: the stack holds one frame that only says where it stands, and what a box works on lies in the state.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from bivouac.titles.yankees_rebels.printed.map import SIZE
from bivouac.titles.yankees_rebels.printed.units import COUNT


class Box(Boxes):
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
    """A hex that a unit has cleared and may occupy, and the set of units that it drove out."""

    unit: int
    frm: int
    to: int
    fled: int


class Parting(NamedTuple):
    """By night: a unit that has to draw off from the enemy, or may."""

    unit: int
    must: bool


# --- verbs: the kinds of answer ----------------------------------------------------------------------------------------

PASS: Final = Verb(-1)
"""Nothing: stay, decline, leave the rest unused."""
EVADE: Final = Verb(-2)
"""Cavalry avoids the combat."""
FIRST_ALONE: Final = Verb(-3)
SECOND_ALONE: Final = Verb(-4)
"""Of a stack under a hat, one unit acts before the other."""
PICK: Final = Verb(0, "unit", COUNT)
"""A unit: to activate, to shift, to fire at."""
GO: Final = Verb(0, "hex", SIZE)
"""A hex to go to."""
HAT_UNIT: Final = Verb(100, "unit", COUNT)
"""A hat for a reserve unit."""
HAT_STACK: Final = Verb(200, "hex", SIZE)
"""A hat for both units of a hex."""
RECOVER: Final = Verb(100, "unit", COUNT)
"""A unit tries to recover (PICK: it falls back)."""
FIRST_FIRES: Final = Verb(100, "unit", COUNT)
SECOND_FIRES: Final = Verb(200, "unit", COUNT)
"""Of two units that could attack together, one attacks alone."""
ALONE: Final = 100
"""The answers of the three ways to attack are so far apart."""
