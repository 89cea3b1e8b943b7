"""What the computer players are told."""

from bivouac.core.title import Advice
from toy.advice.script import order, turn
from toy.advice.value import evaluate, features

ADVICE = Advice(evaluate, order, features, turn)
