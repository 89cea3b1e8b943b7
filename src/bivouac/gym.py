"""Doors for learners: a title as a PettingZoo environment for two agents, or as a Gymnasium environment against a computer player.

    env = bivouac.gym.aec("hold-the-line", scenario="shiloh")
    env = bivouac.gym.solo("lincoln", Side.CSA, opponent="veteran")

Observations are what `bivouac.encode.Observer` writes, actions are the numbers of `bivouac.encode.Actions`; dice and draws are rolled by
the environment. The reward comes at the end: 1 for the winner, -1 for the other side, 0 for both in a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from bivouac.agents import Clock, answer_of, hire_agent
from bivouac.core.ids import SIDES, Side
from bivouac.core.title import Title
from bivouac.encode import Actions, Observer
from bivouac.match.view import View
from bivouac.titles import load

NAMES = ("union", "csa")


class Table:
    """One match after the other on the same terms, with its dice."""

    def __init__(self, title: str | Title[Any], scenario: str | None, options: Iterable[str]) -> None:
        self.title: Title[Any] = load(title) if isinstance(title, str) else title
        self.scenario, self.options = self.title.scenario(scenario), frozenset(options)
        self.actions, self.observer = Actions(self.title), Observer(self.title)
        self.space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(self.observer.low, self.observer.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.actions.decisions,), np.int8),
            }
        )
        self.rng = Random()
        self.state: Any = None

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = Random(seed)
        self.state = self.title.setup(self.scenario, self.options)
        self.roll()

    def roll(self) -> None:
        """Dice and draws until a side is asked."""
        flow, state = self.title.flow, self.state
        while state.stack and flow.is_chance(state):
            self.title.play(state, self.rng.choices(state.options, flow.weights(state))[0])

    def play(self, answer: int) -> None:
        self.title.play(self.state, answer)
        self.roll()

    @property
    def asked(self) -> Side | None:
        return self.title.flow.side(self.state) if self.state.stack else None

    def reward(self, side: Side) -> float:
        outcome = self.state.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == side else -1.0

    def seen_by(self, side: Side) -> dict[str, NDArray[Any]]:
        mask = self.actions.mask(self.state) if self.asked == side else np.zeros(self.actions.decisions, np.int8)
        return {"observation": self.observer.observe(self.state, side), "action_mask": mask}


class BivouacAEC(AECEnv):  # type: ignore[misc]
    """Both sides are agents, "union" and "csa"; whoever is asked acts."""

    def __init__(self, title: str | Title[Any], scenario: str | None = None, options: Iterable[str] = ()) -> None:
        super().__init__()
        self.table = Table(title, scenario, options)
        name = f"{self.table.title.id.replace('-', '_')}_v{self.table.title.version}"
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.possible_agents = list(NAMES)
        self.render_mode = None
        self._action_space = {name: spaces.Discrete(self.table.actions.decisions) for name in NAMES}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        return self.table.seen_by(SIDES[NAMES.index(agent)])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(NAMES)
        self.rewards = dict.fromkeys(NAMES, 0.0)
        self._cumulative_rewards = dict.fromkeys(NAMES, 0.0)
        self.terminations = dict.fromkeys(NAMES, False)
        self.truncations = dict.fromkeys(NAMES, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in NAMES}
        self._pass_on()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.play(legal_answer(self.table, int(action)))
        if self.table.asked is None:
            self.rewards = {name: self.table.reward(side) for name, side in zip(NAMES, SIDES)}
            self.terminations = dict.fromkeys(NAMES, True)
        self._pass_on()
        self._accumulate_rewards()

    def _pass_on(self) -> None:
        asked = self.table.asked
        self.agent_selection = NAMES[asked] if asked is not None else self.agents[0]

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None


def legal_answer(table: Table, action: int) -> int:
    """The answer of an action, which must be an option."""
    answer = table.actions.answer(table.state, action)
    if answer not in table.state.options:
        refusal = table.title.refusal(table.state, answer)
        raise ValueError(f"action {action} is not legal here: {refusal}")
    return answer


class BivouacSolo(gymnasium.Env[Any, Any]):
    """One side against a computer player, ours or anybody's (`module:Class`). `illegal`: "raise", or "lose" where an illegal action loses
    the match."""

    def __init__(
        self,
        title: str | Title[Any],
        side: Side | int | str = Side.UNION,
        opponent: str = "veteran",
        illegal: str = "raise",
        scenario: str | None = None,
        options: Iterable[str] = (),
    ) -> None:
        if illegal not in ("raise", "lose"):
            raise ValueError(f'illegal is "raise" or "lose", not {illegal!r}')
        self.table = Table(title, scenario, options)
        self.side = SIDES[NAMES.index(side)] if isinstance(side, str) else SIDES[side]
        self.opponent, self.illegal = opponent, illegal
        self.observation_space = self.table.space
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.table.actions.decisions)
        hire_agent(opponent, Random(0))  # an unknown name is told at once

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin(seed)
        self._other = hire_agent(self.opponent, Random(self.table.rng.random()))
        self._let_the_other_play()
        return self.table.seen_by(self.side), {}

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        try:
            answer = legal_answer(self.table, int(action))
        except ValueError:
            if self.illegal == "raise":
                raise
            return self.table.seen_by(self.side), -1.0, True, False, {"illegal": True}
        self.table.play(answer)
        self._let_the_other_play()
        over = self.table.asked is None
        return self.table.seen_by(self.side), self.table.reward(self.side), over, False, {}

    def _let_the_other_play(self) -> None:
        table = self.table
        while table.asked is not None and table.asked != self.side:
            question = table.title.question(table.state)
            assert question is not None
            view = View(table.title, table.state, table.asked, self._other.name)
            table.play(answer_of(self._other, view, question, Clock(None)))


def aec(title: str | Title[Any], *, scenario: str | None = None, options: Iterable[str] = ()) -> BivouacAEC:
    """A PettingZoo environment of both sides."""
    return BivouacAEC(title, scenario, options)


def solo(
    title: str | Title[Any],
    side: Side | int | str = Side.UNION,
    opponent: str = "veteran",
    illegal: str = "raise",
    *,
    scenario: str | None = None,
    options: Iterable[str] = (),
) -> BivouacSolo:
    """A Gymnasium environment of one side."""
    return BivouacSolo(title, side, opponent, illegal, scenario, options)


def register() -> None:
    """Every title under `bivouac/<Title>-v<version of its rules>` in Gymnasium's registry."""
    from bivouac.titles import titles

    for name in titles():
        word = "".join(part.capitalize() for part in name.split("-"))
        gymnasium.register(id=f"bivouac/{word}-v{load(name).version}", entry_point="bivouac.gym:solo", kwargs={"title": name})
