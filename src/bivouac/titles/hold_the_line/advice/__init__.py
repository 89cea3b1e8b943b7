"""What the computer players are told: which answers look best (script.py), how good a position is (value.py)."""

from __future__ import annotations

from bivouac.core.plans import Plans
from bivouac.core.title import Advice
from bivouac.titles.hold_the_line.advice.plans import MIXTURES, NAMES, POSTURES, TEMPERS
from bivouac.titles.hold_the_line.advice.script import best, follow, order
from bivouac.titles.hold_the_line.advice.value import EVALUATION, SIGNS
from bivouac.titles.hold_the_line.state import State


def turn_number(s: State) -> int:
    return 2 * s.turn + s.active


PLANS = Plans(NAMES, follow, best, MIXTURES, TEMPERS, POSTURES)
ADVICE = Advice(
    evaluate=EVALUATION.evaluate,
    order=order,
    features=EVALUATION.features,
    turn=turn_number,
    plans=PLANS,
    signs=SIGNS,
    outlook=4,
    farthest=8,
)
