"""What the computer players are told: which options to look at first (script.py), and how good a position is (value.py)."""

from __future__ import annotations

from typing import Final

from bivouac.core.plans import Plans
from bivouac.core.title import Advice
from bivouac.titles.house_divided.advice.plans import MIXTURES, NAMES, POSTURES, TEMPERS
from bivouac.titles.house_divided.advice.script import best, follow, order
from bivouac.titles.house_divided.advice.value import EVALUATION, SIGNS
from bivouac.titles.house_divided.state import State


def move_number(s: State) -> int:
    """Changes whenever the move passes to the other side."""
    return 2 * s.turn + s.active


PLANS: Final = Plans(NAMES, follow, best, MIXTURES, TEMPERS, POSTURES)
ADVICE: Final = Advice(EVALUATION.evaluate, order, EVALUATION.features, move_number, plans=PLANS, signs=SIGNS, farthest=8)
