"""What the computer players are told (first version)."""
from bivouac.core.title import Advice
def evaluate(s, side):
    return 0.5
def order(s):
    return s.options
def features(s, side):
    return {"material": 0.0}
def turn(s):
    return s.turn << 12 | s.cup
ADVICE = Advice(evaluate, order, features, turn)
