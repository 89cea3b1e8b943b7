"""Pickets for patient people: evaluating a position takes a moment, so that `crack` thinks for as long as it may. Scripts stay quick."""

from __future__ import annotations

import time
from dataclasses import replace

import toy
from bivouac.core.ids import Side

MOMENT = 1.0


def evaluate(s: toy.Pickets, side: Side) -> float:
    time.sleep(MOMENT)
    return toy.evaluate(s, side)


TITLE = replace(toy.TITLE, id="slow-pickets", advice=toy.TITLE.advice._replace(evaluate=evaluate))
