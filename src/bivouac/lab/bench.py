"""How fast a title plays: random matches without a log, one core. Seconds are of processor time, so that other work does not count."""

from __future__ import annotations

import time
from random import Random
from typing import Any, NamedTuple

from bivouac.core.title import Title


class Speed(NamedTuple):
    title: str
    scenario: str
    answers_per_second: float
    decisions_per_second: float
    playouts_per_second: float
    clone_microseconds: float
    answers_per_match: float


def measure(title: Title[Any], scenario: str | None = None, seconds: float = 3.0, seed: int = 1) -> Speed:
    """Answers count dice and players alike; decisions are the players' alone."""
    rng = Random(seed)
    chosen = title.scenario(scenario)
    answers = decisions = playouts = 0
    started = time.process_time()
    while time.process_time() - started < seconds or playouts == 0:
        a, d = _playout(title, title.setup(chosen), rng)
        answers, decisions, playouts = answers + a, decisions + d, playouts + 1
    spent = time.process_time() - started
    clone = _clone_time(title, chosen.id, rng)
    return Speed(title.id, chosen.id, answers / spent, decisions / spent, playouts / spent, clone, answers / playouts)


def _playout(title: Title[Any], state: Any, rng: Random) -> tuple[int, int]:
    flow, random = title.flow, rng.random
    play, weights_of = flow.play, flow.weights
    answers = chances = 0
    while state.stack:
        options = state.options
        answers += 1
        if flow.is_chance(state):
            chances += 1
            weights = weights_of(state)
            if weights is not None:
                play(state, rng.choices(options, weights)[0])
                continue
        play(state, options[int(random() * len(options))])
    return answers, answers - chances


def _clone_time(title: Title[Any], scenario: str, rng: Random) -> float:
    """Microseconds for one clone of a state some way into a match; the best of several goes."""
    state = title.setup(scenario)
    for _ in range(200):
        if not state.stack:
            break
        before = state.clone()
        title.play(state, rng.choice(state.options))
    state = state if state.stack else before
    best = float("inf")
    for _ in range(7):
        started = time.process_time()
        for _ in range(2000):
            state.clone()
        best = min(best, time.process_time() - started)
    return best / 2000 * 1e6
