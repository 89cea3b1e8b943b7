"""Many matches between agents, and what they say about a scenario."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import NamedTuple

from bivouac.agents import Agent, hire_agent
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import Outcome
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.lab.bout import Bout
from bivouac.lab.crew import Crew
from bivouac.lab.origin import Origin, origin
from bivouac.titles import load

WORDS = ("union", "csa", "draw")
WORTH = {"union": 1.0, "csa": 0.0, "draw": 0.5}  # what the Union gets
AT_ONCE = 25


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
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)  # how, and who won
    answers: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0

    def add(self, winner: str, ending: str, answers: int) -> None:
        self.shortest = min(self.shortest, answers) if self.matches else answers
        self.longest = max(self.longest, answers)
        self.matches += 1
        self.wins[winner] += 1
        self.endings[ending, winner] += 1
        self.answers += answers


def interval(wins: float, matches: int) -> tuple[float, float]:
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


class Ended(NamedTuple):
    winner: str
    ending: str
    answers: int


def play_one(plan: Plan, number: int) -> Bout:
    """One match of a plan, played to its end."""
    bout = Bout(load(plan.title), chosen_scenario(plan), plan.options, Random(f"{plan.seed}:{number}"))
    bout.play_on(seats_of(plan, number), plan.seconds_per_turn)
    return bout


def seats_of(plan: Plan, number: int) -> dict[Side, Agent]:
    rng = Random(f"{plan.seed}:{number}:agents")
    return {side: hire_agent(name, rng) for side, name in zip(SIDES, plan.agents)}


def winner_of(outcome: Outcome) -> str:
    return "draw" if outcome.winner is None else WORDS[outcome.winner]


def ending_text(ending: str, winner: str) -> Text:
    """How a match ended, as a sentence of its title's."""
    return Text(f"endings.{ending}", {} if winner == "draw" else {"winner": Name("side", WORDS.index(winner))})


def made_by(task: tuple[Plan, int]) -> Origin:
    return origin_of(task[0])


def origin_of(plan: Plan) -> Origin:
    """What the matches of a plan depend on beside the plan."""
    return origin(plan.title, plan.agents)


def end_of_one(task: tuple[Plan, int]) -> Ended:
    bout = play_one(*task)
    return Ended(winner_of(bout.outcome), bout.outcome.ending, bout.answers)


def simulate(plan: Plan, matches: int, crew: Crew | None = None) -> Result:
    """Play `matches` matches; the same ones whoever plays them."""
    started = time.perf_counter()
    total = Result()
    for ended in (crew or Crew()).each(end_of_one, [(plan, number) for number in range(matches)], Ended, AT_ONCE, made_by):
        total.add(*ended)
    total.seconds = time.perf_counter() - started
    return total
