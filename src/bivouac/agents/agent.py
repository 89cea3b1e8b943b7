"""The one interface of all computer players, the simple ones, and the three levels."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from random import Random
from typing import Protocol

from bivouac.agents.clock import Clock
from bivouac.agents.search import Effort, Planner
from bivouac.core.flow import Question
from bivouac.core.ids import Side, whole_number
from bivouac.core.plans import TEMPERS, Pair, Plans
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.match.errors import BadAnswer
from bivouac.match.view import View


class Agent(Protocol):
    """Given what a side may know and what it is asked, choose one of the options."""

    name: str

    def decide(self, view: View, question: Question, clock: Clock) -> int: ...


def answer_of(agent: Agent, view: View, question: Question, clock: Clock) -> int:
    """The answer that an agent decides on, as an int (numpy integers become one); what is not an option is refused."""
    options = question.options
    given = agent.decide(view, question, clock)
    answer = given if type(given) is int else whole_number(given)
    if answer is None or answer not in options:
        raise BadAnswer(Text("errors.bad_answer", {"agent": agent.name, "value": repr(given)[:60], "question": question.name}))
    return answer


class RandomAgent:
    """Any option, all alike."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        return self._rng.choice(question.options)


class ScriptAgent:
    """The title's script by one of its plans. The plan is drawn by lot from what is wise in the scenario, as
    far as it suits the temper, and kept through the match."""

    def __init__(self, name: str, rng: Random, lot: float, temper: str = "") -> None:
        self.name = name
        self.plan = -1
        self._side: Side | None = None
        self._rng, self._lot, self._temper = rng, lot, temper

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        advice = view.title.advice
        if advice is None:
            return self._rng.choice(question.options)
        if advice.plans is None:
            return view.script_answer()
        if question.side != self._side:
            self.plan, self._side = view.script_plan(self._lot, self._temper), question.side
        return view.script_answer(pair(question.side, self.plan))

    def plans(self, known: Plans, state: State, side: Side) -> Pair:
        """The plan it follows, as the script wants it; the first time, and for the other side, it is drawn."""
        if side != self._side:
            self.plan, self._side = known.draw(state, side, self._lot, self._temper), side
        return pair(side, self.plan)


FORGETS = 0.15  # how much of what it could do a recruit does not see in a turn
WAVERS = 0.15  # how often it takes what it likes second best


class Recruit:
    """The script with a beginner's mistakes: every turn another plan, whatever it leads to; pieces and places that it forgets for a whole
    turn; and now and then what it likes second best."""

    name = "recruit"

    def __init__(self, rng: Random, lot: float) -> None:
        self.plan = -1
        self._rng, self._lot = rng, lot

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        advice = view.title.advice
        if advice is None:
            return self._rng.choice(question.options)
        world = view.sample(self._rng)
        turn = advice.turn(world)
        if advice.plans is None:
            order = advice.order(world)
        else:
            self.plan = int(self._chance(turn, "plan") * len(advice.plans.names[question.side]))
            order = advice.plans.order(world, pair(question.side, self.plan))
        seen = [a for a in order if self._chance(turn, f"{question.box}:{a}") >= FORGETS] or list(order)
        return seen[1] if len(seen) > 1 and self._rng.random() < WAVERS else seen[0]

    def _chance(self, turn: int, what: str) -> float:
        """The same for the same thing all through a turn."""
        drawn = blake2b(f"{self._lot}:{turn}:{what}".encode(), digest_size=6).digest()  # a twentieth of what a generator would cost
        return int.from_bytes(drawn, "big") / 2**48


def pair(side: Side, plan: int) -> Pair:
    """A side's plan, as the script wants it: of the other it asks nothing."""
    return (plan, 0) if side == Side.UNION else (0, plan)


CRACK = Effort(lines=16, samples=32, worlds=12)
LEVELS = ("recruit", "veteran", "crack")
Maker = Callable[[Random, float], Agent]


def _makers() -> dict[str, Maker]:
    """The levels by their names; veteran and crack also with a temper, such as `veteran-bold`."""
    makers: dict[str, Maker] = {"random": lambda rng, lot: RandomAgent(rng), "recruit": Recruit}
    for temper in ("", *TEMPERS):
        ending = f"-{temper}" if temper else ""
        makers[f"veteran{ending}"] = partial(_veteran, f"veteran{ending}", temper)
        makers[f"crack{ending}"] = partial(_crack, f"crack{ending}", temper)
    return makers


def _veteran(name: str, temper: str, rng: Random, lot: float) -> Agent:
    return ScriptAgent(name, rng, lot, temper)


def _crack(name: str, temper: str, rng: Random, lot: float) -> Agent:
    return Planner(name, rng, CRACK, lot, temper)


_MAKERS = _makers()


def agents() -> tuple[str, ...]:
    return tuple(_MAKERS)


def level_of(name: str) -> str:
    """An agent's level, without its temper."""
    return name.partition("-")[0]


def thinks(name: str) -> bool:
    """Whether an agent takes as long for a turn as it is given."""
    return level_of(name) == "crack"


def make_agent(name: str, rng: Random, lot: float | None = None) -> Agent:
    """`lot`: a number between 0 and 1 that decides which plan the agent follows; by chance if it is not given."""
    if name not in _MAKERS:
        raise BadSetup(Text("errors.no_agent", {"name": name, "known": agents()}))
    return _MAKERS[name](rng, rng.random() if lot is None else lot)


def hire_agent(name: str, rng: Random) -> Agent:
    """For the laboratory, where who asks may run what he likes: one of ours by name, or anybody's as `module:Class`, made with `rng`."""
    if ":" not in name:
        return make_agent(name, rng)
    module, _, attribute = name.partition(":")
    try:
        made: Agent = getattr(importlib.import_module(module), attribute)(rng)
    except (ImportError, AttributeError, TypeError, ValueError) as e:
        raise BadSetup(Text("errors.no_agent_class", {"name": name, "problem": str(e)})) from None
    return made
