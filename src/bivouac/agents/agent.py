"""The one interface of all computer players, the simple ones, and the three levels."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from bivouac.agents.clock import Clock
from bivouac.agents.search import Effort, Planner
from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.match.view import View


class Agent(Protocol):
    """Given what a side may know and what it is asked, choose one of the options."""

    name: str

    def decide(self, view: View, question: Question, clock: Clock) -> int: ...


class RandomAgent:
    """Any option, all alike."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        return self._rng.choice(question.options)


class ScriptAgent:
    """The title's script by one of its plans, in one world it might be in. The plan is drawn by lot from the mixture for the scenario and
    kept through the match. `slips`: how often it errs like a beginner."""

    def __init__(self, name: str, rng: Random, slips: float = 0.0) -> None:
        self.name = name
        self._rng = rng
        self._slips = slips
        self._lot = rng.random()
        self.plan = -1

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        advice = view.title.advice
        if advice is None or self._rng.random() < self._slips:
            return self._rng.choice(question.options)
        world = view.sample(self._rng)
        if advice.plans is None:
            return advice.order(world)[0]
        if self.plan < 0:
            self.plan = advice.plans.draw(world, question.side, self._lot)
        return advice.plans.order(world, (self.plan, 0) if question.side == Side.UNION else (0, self.plan))[0]


CRACK = Effort(lines=16, samples=96, worlds=12)

_MAKERS: dict[str, Callable[[Random], Agent]] = {
    "random": RandomAgent,
    "recruit": lambda rng: ScriptAgent("recruit", rng, 0.25),
    "veteran": lambda rng: ScriptAgent("veteran", rng),
    "crack": lambda rng: Planner("crack", rng, CRACK),
}
LEVELS = ("recruit", "veteran", "crack")


def agents() -> tuple[str, ...]:
    return tuple(_MAKERS)


def make_agent(name: str, rng: Random) -> Agent:
    if name not in _MAKERS:
        raise BadSetup(Text("errors.no_agent", {"name": name, "known": agents()}))
    return _MAKERS[name](rng)
