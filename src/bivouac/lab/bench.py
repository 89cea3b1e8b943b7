"""How fast a title plays, one core. Seconds are of processor time, so that other work does not count."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

from bivouac.core.build import build
from bivouac.core.title import Title
from bivouac.lab.simulate import Plan, play_one


class Speed(NamedTuple):
    """
    build       pure or compiled
    answers     random matches in the kernel; answers count dice and players alike, decisions are the players' alone
    simulate    the same through `simulate`, between two random players
    script      through `simulate`, script against script
    """

    title: str
    scenario: str
    build: str
    answers_per_second: float
    decisions_per_second: float
    playouts_per_second: float
    simulate_answers_per_second: float
    script_answers_per_second: float
    script_playouts_per_second: float
    clone_microseconds: float
    answers_per_match: float


def measure(title: Title[Any], scenario: str | None = None, seconds: float = 3.0, seed: int = 1) -> Speed:
    """`seconds` for each of the three kinds of match."""
    chosen = title.scenario(scenario)
    rng = Random(seed)

    def kernel(number: int) -> tuple[int, int]:
        players, chances = title.flow.playout(title.setup(chosen), rng.random)
        return players + chances, players

    def simulated(agent: str) -> Callable[[int], tuple[int, int]]:
        plan = Plan(title.id, chosen.id, None, (), (agent, agent), str(seed))
        return lambda number: (play_one(plan, number).answers, 0)

    matches, answers, decisions, spent = _timed(kernel, seconds)
    _, through_simulate, _, simulate_spent = _timed(simulated("random"), seconds)
    script_matches, by_script, _, script_spent = _timed(simulated("veteran"), seconds)
    return Speed(
        title.id,
        chosen.id,
        build(),
        answers / spent,
        decisions / spent,
        matches / spent,
        through_simulate / simulate_spent,
        by_script / script_spent,
        script_matches / script_spent,
        clone_time(title, chosen.id, rng),
        answers / matches,
    )


def _timed(play: Callable[[int], tuple[int, int]], seconds: float) -> tuple[int, int, int, float]:
    """Matches one after the other for so long: how many, the sums of what they give, and the time they took. What is found once and kept
    (tables, sights, sets) is found in a first quarter of that time, which does not count."""
    numbers = count()
    _play_for(play, numbers, seconds / 4)
    return _play_for(play, numbers, seconds)


def _play_for(play: Callable[[int], tuple[int, int]], numbers: Iterator[int], seconds: float) -> tuple[int, int, int, float]:
    matches = first = second = 0
    spent, started = 0.0, time.process_time()
    while not matches or spent < seconds:
        one, other = play(next(numbers))
        matches, first, second = matches + 1, first + one, second + other
        spent = time.process_time() - started
    return matches, first, second, spent


def clone_time(title: Title[Any], scenario: str, rng: Random) -> float:
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
