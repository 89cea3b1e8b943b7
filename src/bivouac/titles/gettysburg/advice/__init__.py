"""What the computer players are told."""

from __future__ import annotations

from bivouac.core.plans import Plans
from bivouac.core.title import Advice
from bivouac.titles.gettysburg.advice.beliefs import BELIEFS
from bivouac.titles.gettysburg.advice.plans import MIXTURES, NAMES, POSTURES, TEMPERS
from bivouac.titles.gettysburg.advice.script import best, follow, order
from bivouac.titles.gettysburg.advice.value import EVALUATION, SIGNS
from bivouac.titles.gettysburg.state import State


def turn(s: State) -> int:
    return s.turn


PLANS = Plans(NAMES, follow, best, MIXTURES, TEMPERS, POSTURES)
ADVICE = Advice(
    EVALUATION.evaluate, order, EVALUATION.features, turn, horizon=4, plans=PLANS, signs=SIGNS, outlook=16, farthest=64, beliefs=BELIEFS
)
