"""Help for tests: a position in one line, dice by answering the dice's question."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from random import Random
from types import FrameType
from typing import Any

from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.core.state import State, dump
from bivouac.core.title import Title


class Position:
    """A state of a title and ways to move it on. `Position(TITLE, "1861", "opt").answer(3).rolls(6, 1)`."""

    def __init__(self, title: Title[Any], scenario: str | None = None, *options: str) -> None:
        self.title = title
        self.state: Any = title.setup(scenario, options, log=True)

    @classmethod
    def of(cls, title: Title[Any], state: Any) -> Position:
        """Around a state that a test has put together; runs it to its next question."""
        position = cls.__new__(cls)
        position.title, position.state = title, state
        if state.log is None:
            state.log = []
        title.flow.run(state)
        return position

    @property
    def question(self) -> Question:
        question = self.title.question(self.state)
        assert question is not None, "the match is over"
        return question

    @property
    def asked(self) -> tuple[Side, str]:
        """Who is asked, and in which box."""
        return self.question.side, self.question.box

    @property
    def options(self) -> list[int]:
        return list(self.state.options)

    def answer(self, *answers: int) -> Position:
        for a in answers:
            assert a in self.state.options, f"{a} is not an option of {self.question}: {self.refusal(a)}"
            self.title.play(self.state, a)
        return self

    def rolls(self, *dice: int) -> Position:
        for d in dice:
            assert self.question.side == Side.CHANCE, f"no die is rolled here: {self.question}"
            self.answer(d)
        return self

    def refusal(self, answer: int) -> Refusal | None:
        return self.title.refusal(self.state, answer)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The facts of every event of a kind so far."""
        return [e.facts for e in self.state.log if e.kind.name == kind]

    def until(self, stop: Callable[[Question], bool], choose: Callable[[Question], int] | None = None, limit: int = 10_000) -> Position:
        """Answer (by default the first option) until `stop` holds for the question."""
        for _ in range(limit):
            if not self.state.stack or stop(self.question):
                return self
            self.answer(choose(self.question) if choose else self.question.options[0])
        raise AssertionError(f"never came to the point: {self.question}")


def calls(function: Callable[[], Any]) -> tuple[Any, int]:
    """What a function gives, and the calls of Python functions it takes: work counted, the same on every machine however busy it is."""
    count = 0

    def note(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        return function(), count
    finally:
        sys.setprofile(before)


def checksum(state: State) -> str:
    """Equal for equal positions."""
    return hashlib.sha256(json.dumps(dump(state), sort_keys=True).encode()).hexdigest()


def random_play(title: Title[Any], state: Any, rng: Random, limit: int) -> int:
    """Play at random to the end; gives the number of answers. Fails when the limit is reached."""
    flow = title.flow
    for n in range(limit):
        if not state.stack:
            return n
        weights = flow.weights(state)
        flow.play(state, rng.choices(state.options, weights)[0] if weights else rng.choice(state.options))
    raise AssertionError(f"not over after {limit} answers")


def option_sets(title: Title[Any], scenario: Any, rng: Random, n: int) -> Iterable[frozenset[str]]:
    """The empty set, then n random sets of options that go together."""
    yield frozenset()
    for _ in range(n):
        chosen: set[str] = set()
        for option in rng.sample(sorted(title.options), k=len(title.options)):
            if rng.random() < 0.5:
                try:
                    title.option_set(scenario, chosen | {option})
                except Exception:
                    continue
                chosen.add(option)
        yield frozenset(chosen)


def walk(title, scenario, rng, steps, matches=2, options=frozenset()):
    """States along random matches, all of the first ones and then a thinning sample."""
    for _ in range(matches):
        state = title.setup(scenario, options)
        for n in range(steps):
            if not state.stack:
                break
            if n < 50 or rng.random() < 0.15:
                yield state
            weights = title.flow.weights(state)
            title.play(state, rng.choices(state.options, weights)[0])
