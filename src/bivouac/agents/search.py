"""Planning whole activations around the title's script.

A *line* is a run of answers that one side gives until chance, the other side or the next turn comes between. The planner takes the
script's own line and variations of it, plays each one on to a horizon with the script answering for both sides, on the same dice for
all, halves the field as it goes, and scores where it ends with the title's evaluation. The best line is kept and answered without
thinking as long as the questions come as foreseen.

Hidden things: every line is tried in several worlds that the side cannot tell from the true one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from bivouac.agents.clock import Clock
from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.title import Advice, Title
from bivouac.match.view import View

Line = tuple[int, ...]
LONGEST_LINE = 60
FUTURES = 8  # a thought wants so many for each line
TELLING = 6  # fewer futures than these tell nothing
NO_TIME = 1e-6


@dataclass(frozen=True)
class Effort:
    """How hard a planner tries.

    lines:    how many at the most.
    boldness: how far variations stray from the script (0: not at all).
    samples:  futures tried for the last two lines.
    doubt:    how many standard errors better than the script's line another one must be.
    worlds:   how many, for titles with secrets.
    steps:    the longest future, in answers.
    """

    lines: int = 12
    boldness: float = 0.35
    samples: int = 8
    doubt: float = 1.5
    worlds: int = 8
    steps: int = 400


class Planner:
    def __init__(self, name: str, rng: Random, effort: Effort) -> None:
        self.name = name
        self._rng = rng
        self._effort = effort
        self._plan: list[tuple[str, int]] = []
        self._turn = -1
        self._spent = 0.0

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        advice = view.title.advice
        if advice is None:
            return self._rng.choice(question.options)
        if len(question.options) == 1:
            return question.options[0]
        planned = self._planned(question)
        if planned is not None:
            return planned
        started = clock.now()
        search = _Search(view.title, advice, question.side, self._rng, self._effort, clock.now)
        worlds = [view.sample(self._rng) for _ in range(self._effort.worlds if view.title.secrets else 1)]
        best = search.best(worlds, self._deadline(search, worlds[0], clock, started))
        self._plan = search.boxes(worlds[0], best)[1:]
        self._spent += clock.now() - started
        return best[0]

    def _planned(self, question: Question) -> int | None:
        """The next answer of the plan, if the question is the one that was foreseen."""
        if self._plan:
            box, answer = self._plan.pop(0)
            if box == question.box and answer in question.options:
                return answer
            self._plan = []
        return None

    def _deadline(self, search: _Search, world: Any, clock: Clock, started: float) -> float | None:
        """What is left of the turn's time is shared out evenly among the thoughts that are still to come in it."""
        if clock.seconds is None:
            return None
        turn = search.turn(world)
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        return started + (clock.seconds - self._spent) / search.thoughts(world)


def hints(view: View, question: Question, rng: Random, effort: Effort, best: int = 3) -> list[tuple[int, float]]:
    """The best options with the chance to win that the planner gives each, the best first. Empty where the title has no advice."""
    advice = view.title.advice
    if advice is None:
        return []
    search = _Search(view.title, advice, question.side, rng, effort)
    values = search.values([view.sample(rng) for _ in range(effort.worlds if view.title.secrets else 1)])
    return sorted(values.items(), key=lambda item: -item[1])[:best]


def winning_chance(view: View, rng: Random, effort: Effort) -> float | None:
    """How good the position looks to a side, averaged over worlds it might be in and a few futures. None without advice."""
    advice, side = view.title.advice, view.side
    if advice is None or side is None:
        return None
    search = _Search(view.title, advice, side, rng, effort)
    values = [search.future(view.sample(rng), (), rng.random()) for _ in range(effort.samples)]
    return sum(values) / len(values)


class _Search:
    def __init__(
        self, title: Title[Any], advice: Advice, side: Side, rng: Random, effort: Effort, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._now = now
        self._flow = title.flow
        self._advice = advice
        self.turn = advice.turn
        self._pace = advice.pace
        self._horizon = advice.horizon
        self._side = side
        self._rng = rng
        self._effort = effort

    # --- lines ----------------------------------------------------------------------------------------

    def best(self, worlds: list[Any], deadline: float | None) -> Line:
        """Sequential halving over the lines: more futures for fewer lines, the same dice for all. The script's line stays to the end,
        and another one must be better than it beyond doubt: on few futures the luckiest line is seldom the best."""
        script = self._line(worlds[0], 0.0)
        count = self._affordable(worlds[0], script, deadline)
        lines = self._lines(worlds, script, count) if count > 1 else [script]
        values: dict[Line, list[float]] = {line: [] for line in lines}
        sample = 0
        while len(lines) > 1 and sample < self._effort.samples:
            for _ in range(max(2, sample)):
                if sample >= self._effort.samples:
                    break
                seed = self._rng.random()
                for line in lines:
                    if deadline is not None and self._now() > deadline:
                        return self._surest(script, lines, values)
                    values[line].append(self.future(worlds[sample % len(worlds)], line, seed))
                sample += 1
            rivals = sorted((line for line in lines if line != script), key=lambda line: -sum(values[line]))
            lines = [script, *rivals[: max(1, len(rivals) // 2)]]
        return self._surest(script, lines, values)

    def _affordable(self, world: Any, script: Line, deadline: float | None) -> int:
        """How many lines there is time for, if the field is to be halved to the end: a hasty thought is worse than none."""
        if deadline is None:
            return self._effort.lines
        started = self._now()
        self.future(world, script, self._rng.random())
        now = self._now()
        return min(self._effort.lines, int((deadline - now) / (FUTURES * max(now - started, NO_TIME))))

    def thoughts(self, world: Any) -> int:
        """How often the side will have to think until its turn is over, if the script goes on."""
        state, flow, rng = world.clone(), self._flow, Random(0)
        turn, thoughts, thinking = self.turn(state), 1, True
        for _ in range(self._effort.steps):
            if not state.stack or self.turn(state) != turn:
                break
            ours = not flow.is_chance(state) and flow.side(state) == self._side
            if ours and not thinking and len(state.options) > 1:
                thoughts += 1
            thinking = ours
            self._step(state, rng)
        return thoughts

    def _surest(self, script: Line, lines: list[Line], values: dict[Line, list[float]]) -> Line:
        """The line that beats the script's by most, if it does so by more than `doubt` standard errors on the same dice."""
        best, gain = script, 0.0
        for line in lines:
            gains = [a - b for a, b in zip(values[line], values[script])]
            if line == script or len(gains) < max(2, min(TELLING, self._effort.samples)):
                continue
            mean = sum(gains) / len(gains)
            error = (sum((g - mean) ** 2 for g in gains) / (len(gains) - 1) / len(gains)) ** 0.5
            if mean > gain and mean > self._effort.doubt * error:
                best, gain = line, mean
        return best

    def _lines(self, worlds: list[Any], script: Line, count: int) -> list[Line]:
        """The script's own line first, then one for each of its next-best first answers, then bolder variations."""
        found = [script]
        for answer in self._advice.order(worlds[0])[1 : 1 + count * 2 // 3]:
            found.append(self._line(worlds[0], 0.0, answer))
        tries = 0
        while len(found) < count and tries < 2 * count:
            tries += 1
            line = self._line(worlds[tries % len(worlds)], self._effort.boldness)
            if line not in found:
                found.append(line)
        return list(dict.fromkeys(found))

    def _line(self, world: Any, boldness: float, first: int | None = None) -> Line:
        state, flow, advice = world.clone(), self._flow, self._advice
        turn = self._pace(state)
        line: list[int] = []
        while state.stack and len(line) < LONGEST_LINE and flow.side(state) == self._side and self._pace(state) == turn:
            order = advice.order(state)
            answer = first if first is not None and not line else order[self._rank(len(order), boldness)]
            line.append(answer)
            flow.play(state, answer)
        return tuple(line)

    def _rank(self, n: int, boldness: float) -> int:
        """Mostly the script's first choice, at times the next."""
        rank = 0
        while boldness and rank < n - 1 and self._rng.random() < boldness:
            rank += 1
        return rank

    def boxes(self, world: Any, line: Line) -> list[tuple[str, int]]:
        """The line with the question that each answer belongs to."""
        state = world.clone()
        named = []
        for answer in line:
            question = self._flow.question(state)
            if question is None or answer not in state.options:
                break
            named.append((question.box, answer))
            self._flow.play(state, answer)
        return named

    def values(self, worlds: list[Any]) -> dict[int, float]:
        """For each of the script's most promising options, what it leads to on average, on the same dice for all."""
        options = list(self._advice.order(worlds[0])[: self._effort.lines])
        lines = [self._line(worlds[0], 0.0, a) for a in options]
        totals = [0.0] * len(lines)
        for sample in range(self._effort.samples):
            seed, world = self._rng.random(), worlds[sample % len(worlds)]
            for i, line in enumerate(lines):
                totals[i] += self.future(world, line, seed)
        return {a: total / self._effort.samples for a, total in zip(options, totals)}

    # --- futures --------------------------------------------------------------------------------------

    def future(self, world: Any, line: Line, seed: float) -> float:
        """Where a line leads: played out with the script for both sides until the horizon, then valued."""
        state, flow = world.clone(), self._flow
        for answer in line:
            if not state.stack or answer not in state.options:
                break
            flow.play(state, answer)
        rng = Random(seed)
        turn, passed = self._pace(state), 0
        for _ in range(self._effort.steps):
            if not state.stack or passed >= self._horizon:
                break
            self._step(state, rng)
            if state.stack:
                now = self._pace(state)
                passed += now != turn
                turn = now
        return self.value(state)

    def _step(self, state: Any, rng: Random) -> None:
        flow = self._flow
        if flow.is_chance(state):
            weights = flow.weights(state)
            flow.play(state, rng.choices(state.options, weights)[0] if weights else state.options[int(rng.random() * len(state.options))])
        else:
            flow.play(state, self._advice.order(state)[0])

    def value(self, state: Any) -> float:
        if state.outcome is not None:
            return float(state.outcome.worth(self._side))
        return self._advice.evaluate(state, self._side)
