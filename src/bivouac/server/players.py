"""Computer players and exact odds, in processes of their own, so that thinking never holds up a table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, NamedTuple, TypeVar

from bivouac.agents import Agent, Clock, Effort, hints, make_agent
from bivouac.core.ids import Side
from bivouac.core.state import dump, restore
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.lab.odds import distribution, marginals
from bivouac.match import Match
from bivouac.match.view import View
from bivouac.server.settings import extra_titles
from bivouac.titles import load

R = TypeVar("R")
BATCH = 0.25
AGENTS = 200
PATIENCE = 1.5
POINTS = 150
HINT = Effort(lines=8, samples=3, horizon=2, worlds=3)
Rows = list[list[tuple[str, float]]]


class Position(NamedTuple):
    """A state on its way to another process."""

    title: str
    scenario: str
    scenario_text: str | None
    options: tuple[str, ...]
    state: dict[str, Any]

    @classmethod
    def of(cls, match: Match) -> Position:
        return cls(match.title.id, match.scenario.id, match.scenario.text, tuple(sorted(match.options)), dump(match.state))

    def open(self) -> tuple[Title[Any], Any]:
        title = load(self.title)
        scenario = title.scenario(self.scenario) if self.scenario_text is None or title.read_scenario is None \
            else title.read_scenario(self.scenario_text, "scenario_text")
        state = title.setup(scenario, self.options)
        restore(state, self.state, title.flow.frames)
        title.flow.run(state)
        return title, state


class Players:
    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def decide(self, position: Position, seat: str, agent: str, seconds: float) -> list[int]:
        """The next answers of the side that is asked: as many as need nobody else and come quickly. `seat` names who thinks: an agent
        may go on with the plan it made there before."""
        return await self._run(decide, position, seat, agent, secrets.token_hex(8), seconds)

    async def hints(self, position: Position, side: int) -> list[tuple[int, float]]:
        """The best options for the side that is asked, each with its chance to win."""
        return await self._run(best_options, position, side)

    async def chances(self, position: Position, answers: list[int]) -> list[tuple[int, float]]:
        """How the Union's chance to win went, from a start through the answers."""
        return await self._run(chances, position, answers)

    async def odds(self, position: Position, side: int) -> Rows | None:
        return await self._run(odds, position, side)

    async def _run(self, work: Callable[..., R], *args: Any) -> R:
        for last_try in (False, True):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), _begin, (os.getpid(),))
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
            except BrokenProcessPool:
                self._pool = None
                if last_try:
                    raise
        raise AssertionError("not reached")

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


# --- in the worker -------------------------------------------------------------------------------------


def _begin(parent: int) -> None:
    extra_titles()
    os.nice(5)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A worker does not outlive the server, however that ends."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


_AGENTS: OrderedDict[tuple[str, str], Agent] = OrderedDict()


def _agent(seat: str, name: str, seed: str) -> Agent:
    agent = _AGENTS.pop((seat, name), None) or make_agent(name, Random(seed))
    _AGENTS[seat, name] = agent
    if len(_AGENTS) > AGENTS:
        _AGENTS.popitem(last=False)
    return agent


def decide(position: Position, seat: str, agent_name: str, seed: str, seconds: float) -> list[int]:
    title, state = position.open()
    agent = _agent(seat, agent_name, seed)
    side = title.flow.side(state)
    started = time.monotonic()
    answers: list[int] = []
    while state.stack and title.flow.side(state) == side:
        question = title.question(state)
        assert question is not None
        answer = agent.decide(View(title, state, side), question, Clock(seconds))
        answers.append(answer)
        title.play(state, answer)
        if time.monotonic() - started > BATCH:
            break
    return answers


def odds(position: Position, side: int) -> Rows | None:
    """What may come of the attack at hand, as far as this side can know: for each kind of result its lines with their chances.
    None: there is no attack, or it would take too long to say."""
    title, state = position.open()
    if title.odds is None:
        return None
    attack = title.odds.ask(title.determinize(state, Side(side), Random(0)), ())
    if attack is None:
        return None
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        shares = distribution(title, title.odds, attack)
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return [[(part, float(share)) for part, share in rows.items()] for rows in marginals(shares).values()]


def best_options(position: Position, side: int) -> list[tuple[int, float]]:
    title, state = position.open()
    question = title.question(state)
    assert question is not None
    return hints(View(title, state, Side(side)), question, Random(0), HINT)


def chances(position: Position, answers: list[int]) -> list[tuple[int, float]]:
    title, state = position.open()
    if title.advice is None:
        return []
    every = max(1, len(answers) // POINTS)
    points: list[tuple[int, float]] = []
    for number, answer in enumerate(answers, 1):
        title.play(state, answer)
        if state.outcome is not None:
            winner = state.outcome.winner
            points.append((number, 0.5 if winner is None else float(winner == Side.UNION)))
        elif number % every == 0 and not title.flow.is_chance(state):
            points.append((number, title.advice.evaluate(state, Side.UNION)))
    return points


def _too_long(number: int, frame: Any) -> None:
    raise TimeoutError


def odds_line(part: str) -> Text:
    """"hits:2" is the line `odds.hits` of the catalogue with n = 2."""
    name, _, number = part.partition(":")
    return Text(f"odds.{name}", {"n": int(number) if number.lstrip("-").isdigit() else number})
