"""A match that nobody watches: no log, no snapshots, no record of answers, and a question is told only to an agent that reads it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any

from bivouac.agents import Clock
from bivouac.agents.agent import Agent, RandomAgent, ScriptAgent, answer_of
from bivouac.core.flow import Asked
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import Outcome, State
from bivouac.core.title import Scenario, Title
from bivouac.match.view import View


class Bout:
    """`asked` is who must answer now (None: it is over); `play` answers. Chance answers by itself, from `rng`."""

    def __init__(
        self, title: Title[Any], scenario: str | Scenario | None, options: tuple[str, ...], rng: Random, *, log: bool = False
    ) -> None:
        self.title = title
        self.state: State = title.setup(scenario, options, log=log)
        self.answers = 0
        self._flow = title.flow
        self._random = rng.random
        self.asked = self._roll()

    @property
    def outcome(self) -> Outcome:
        assert self.state.outcome is not None
        return self.state.outcome

    def decision(self, agent: Agent, clock: Clock) -> int:
        """What an agent answers for the side that is asked; what is not an option is refused."""
        assert self.asked is not None
        question = Asked(self._flow, self.state, self.asked, self.answers)
        return answer_of(agent, View(self.title, self.state, self.asked, agent.name), question, clock)

    def play(self, answer: int) -> None:
        """Answer for the side that is asked."""
        if answer not in self.state.options:
            raise ValueError(f"{answer} is no option")
        self.give(answer)
        self.asked = self._roll()

    def give(self, answer: int) -> None:
        """Any answer, chance's too, is given here."""
        self._flow.play(self.state, answer)
        self.answers += 1

    def _roll(self) -> Side | None:
        flow, s = self._flow, self.state
        while s.stack:
            if not flow.is_chance(s):
                return flow.side(s)
            self.give(flow.draw(s, self._random()))
        return None

    def play_on(self, seats: Mapping[Side, Agent], seconds: float | None = None) -> None:
        """To the end, between these agents."""
        if all(type(agent) is RandomAgent for agent in seats.values()):
            self.answers += sum(self._flow.playout(self.state, self._random))
            self.asked = None
        elif self.state.log is None and all(type(agent) is ScriptAgent for agent in seats.values()):
            self._play_scripts(seats)
        clock = Clock(seconds, time.process_time)
        while self.asked is not None:
            self.play(self.decision(seats[self.asked], clock))

    def _play_scripts(self, seats: Mapping[Side, Agent]) -> None:
        """To the end, as the agents would play it if each answer were given by itself."""
        plans = self.title.advice.plans if self.title.advice is not None else None
        if plans is not None:
            pairs = [agent.plans(plans, self.state, side) for side in SIDES if isinstance(agent := seats[side], ScriptAgent)]
            self.answers += self._flow.scripted(self.state, self._random, plans.best, pairs)
            self.asked = None
