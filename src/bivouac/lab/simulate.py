"""Many matches between agents, and what they say about a scenario."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import NamedTuple

from bivouac.agents import make_agent
from bivouac.core.ids import SIDES
from bivouac.core.title import Scenario
from bivouac.lab.bout import Bout
from bivouac.titles import load

WORDS = ("union", "csa", "draw")


class Plan(NamedTuple):
    """Which matches to play. Match number i has the seed "<seed>:<i>", whoever plays it."""

    title: str
    scenario: str | None
    scenario_text: str | None
    options: tuple[str, ...]
    agents: tuple[str, str]
    seed: str
    seconds_per_turn: float | None = None


@dataclass
class Result:
    matches: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0

    def add(self, winner: str, ending: str, answers: int) -> None:
        self.shortest = min(self.shortest, answers) if self.matches else answers
        self.longest = max(self.longest, answers)
        self.matches += 1
        self.wins[winner] += 1
        self.endings[ending] += 1
        self.answers += answers

    def merge(self, other: Result) -> None:
        self.shortest = min(self.shortest, other.shortest) if self.matches else other.shortest
        self.longest = max(self.longest, other.longest)
        self.matches += other.matches
        self.wins += other.wins
        self.endings += other.endings
        self.answers += other.answers


def interval(wins: int, matches: int) -> tuple[float, float]:
    """The 95 % interval of a win rate after Wilson."""
    if matches == 0:
        return 0.0, 1.0
    z, p = 1.959964, wins / matches
    centre = (p + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z * sqrt(p * (1 - p) / matches + z * z / (4 * matches * matches)) / (1 + z * z / matches)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def chosen_scenario(plan: Plan) -> str | Scenario | None:
    title = load(plan.title)
    if plan.scenario_text is None:
        return plan.scenario
    assert title.read_scenario is not None
    return title.read_scenario(plan.scenario_text, plan.scenario or "scenario")


def play_one(plan: Plan, number: int) -> Bout:
    """One match of a plan, played to its end."""
    bout = Bout(load(plan.title), chosen_scenario(plan), plan.options, Random(f"{plan.seed}:{number}"))
    rng = Random(f"{plan.seed}:{number}:agents")
    bout.play_on({side: make_agent(name, rng) for side, name in zip(SIDES, plan.agents)}, plan.seconds_per_turn)
    return bout


def play_some(plan: Plan, numbers: Iterable[int]) -> Result:
    result = Result()
    for number in numbers:
        bout = play_one(plan, number)
        winner = bout.outcome.winner
        result.add("draw" if winner is None else WORDS[winner], bout.outcome.ending, bout.answers)
    return result


def simulate(plan: Plan, matches: int, jobs: int = 1, progress: Callable[[int], None] = lambda n: None) -> Result:
    """Play `matches` matches, spread over processes; `progress` hears how many more are finished."""
    started = time.perf_counter()
    total = Result()
    size = max(1, min(25, matches // (4 * jobs) or 1))
    chunks = [range(i, min(i + size, matches)) for i in range(0, matches, size)]
    if jobs <= 1:
        for chunk in chunks:
            total.merge(play_some(plan, chunk))
            progress(len(chunk))
    else:
        with ProcessPoolExecutor(min(jobs, os.cpu_count() or 1, len(chunks))) as pool:
            for future in as_completed([pool.submit(play_some, plan, chunk) for chunk in chunks]):
                part = future.result()
                total.merge(part)
                progress(part.matches)
    total.seconds = time.perf_counter() - started
    return total
