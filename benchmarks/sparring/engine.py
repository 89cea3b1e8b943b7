"""A player who knows nothing of our scripts and evaluations: a plain wish, and the answer that serves it best.

A partner is a function that, asked for a state, gives each answer a number (the files of the titles); the highest is given, ties by lot.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Score = Callable[[int], float]
Wish = Callable[[Any, int], Score]


class Sparring:
    def __init__(self, name: str, rng: Random, wish: Wish) -> None:
        self.name = name
        self._rng = rng
        self._wish = wish

    def decide(self, view: Any, question: Any, clock: Any) -> int:
        if len(question.options) == 1:
            return int(question.options[0])
        score = self._wish(view.sample(self._rng), int(question.side))
        return int(max(question.options, key=lambda a: (score(a), self._rng.random())))
