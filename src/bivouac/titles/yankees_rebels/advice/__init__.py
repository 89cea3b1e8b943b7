"""What the computer players are told: how good a position is, and a script that plays a sound turn at once."""

from __future__ import annotations

from operator import attrgetter

from bivouac.core.plans import Plans
from bivouac.core.title import Advice
from bivouac.titles.yankees_rebels.advice.plans import MIXTURES, NAMES, POSTURES, TEMPERS
from bivouac.titles.yankees_rebels.advice.script import best, follow, order
from bivouac.titles.yankees_rebels.advice.value import EVALUATION, SIGNS
from bivouac.titles.yankees_rebels.frames import Box
from bivouac.titles.yankees_rebels.state import State


def activation(s: State) -> int:
    """Changes with every activation: the flags and hats to be used, the one at work included, none between two rounds."""
    box = s.stack[-1].box if s.stack else Box.TURN
    if box < Box.ACTIVATE:
        return s.turn << 4
    return s.turn << 4 | s.flags + s.hats + (box != Box.ACTIVATE)


PLANS = Plans(NAMES, follow, best, MIXTURES, TEMPERS, POSTURES)
ADVICE = Advice(
    EVALUATION.evaluate,
    order,
    EVALUATION.features,
    attrgetter("turn"),
    activation,
    horizon=12,
    plans=PLANS,
    signs=SIGNS,
    outlook=4,
    farthest=64,
)
