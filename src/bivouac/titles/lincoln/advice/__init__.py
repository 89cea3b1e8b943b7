"""What the computer players are told: the script's ordering of answers, and the learned value of a position."""

from typing import Final

from bivouac.core.plans import Plans
from bivouac.core.title import Advice
from bivouac.titles.lincoln.advice.beliefs import BELIEFS
from bivouac.titles.lincoln.advice.plans import MIXTURES, NAMES, POSTURES, TEMPERS
from bivouac.titles.lincoln.advice.script import best, follow, order, turn
from bivouac.titles.lincoln.advice.value import EVALUATION, SIGNS

PLANS: Final = Plans(NAMES, follow, best, MIXTURES, TEMPERS, POSTURES)
ADVICE: Final = Advice(
    EVALUATION.evaluate, order, EVALUATION.features, turn, horizon=2, plans=PLANS, signs=SIGNS, farthest=6, beliefs=BELIEFS
)
