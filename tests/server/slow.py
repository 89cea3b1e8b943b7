"""Pickets for patient people: evaluating a position takes a moment, so that `crack` thinks for as long as it may. Scripts stay quick."""

import time
from dataclasses import replace

import toy
from bivouac.core.ids import Side
from toy.advice import value
from toy.state import State

MOMENT = 1.0


def evaluate(s: State, side: Side) -> float:
    time.sleep(MOMENT)
    return value.evaluate(s, side)


TITLE = replace(toy.TITLE, id="slow-pickets", advice=toy.TITLE.advice._replace(evaluate=evaluate))
