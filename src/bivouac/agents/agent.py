"""The one interface of all computer players, and the simple ones: `random` and `greedy`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.match.view import View


@dataclass
class Clock:
    """How many seconds an agent may think about what is left of its turn. None: as long as it likes."""

    seconds: float | None = None


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


class GreedyAgent:
    """Looks one answer ahead with the title's evaluation, in one world it might be in; ties go to the title's ordering."""

    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        title, side = view.title, question.side
        if title.advice is None:
            return self._rng.choice(question.options)
        world = view.sample(self._rng)
        order = title.advice.order(world)
        return max(order, key=lambda a: self._value(view, world, a, side)) if len(order) > 1 else order[0]

    def _value(self, view: View, world: object, answer: int, side: Side) -> float:
        title = view.title
        state = world.clone()  # type: ignore[attr-defined]
        title.play(state, answer)
        while state.stack and title.flow.is_chance(state):
            weights = title.flow.weights(state)
            title.play(state, self._rng.choices(state.options, weights)[0])
        if state.outcome is not None:
            return 0.5 if state.outcome.winner is None else float(state.outcome.winner == side)
        assert title.advice is not None
        return title.advice.evaluate(state, side)


_MAKERS: dict[str, Callable[[Random], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}


def agents() -> tuple[str, ...]:
    return tuple(_MAKERS)


def make_agent(name: str, rng: Random) -> Agent:
    if name not in _MAKERS:
        raise BadSetup(Text("errors.no_agent", {"name": name, "known": agents()}))
    return _MAKERS[name](rng)
