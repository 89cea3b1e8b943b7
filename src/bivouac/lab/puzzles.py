"""Puzzles: positions of matches between computer players in which one answer wins far more often than all others.

A match of the script against itself is looked through. Where an answer looks much better than the rest after a turn, the best are played to
the end, again and again with the same dice for all of them; what is still ahead by `LEAD` after the long run is a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match.gestures import alike

LEAD = 0.15
HOPE = 0.2  # the lead after one turn that makes a position worth a closer look
CHOICES = range(2, 11)
GLANCE, LOOK, LONG = 6, 40, 200  # playouts
SHARE = 0.35  # of the questions of a match that are looked at
FAIR = (0.25, 0.97)  # what the best answer may win

Chances = dict[int, float]


class Puzzle(NamedTuple):
    """After these answers of a scenario the side is asked, and `chances` says what each answer wins."""

    scenario: str
    answers: tuple[int, ...]
    side: int
    chances: Mapping[int, float]
    playouts: int

    @property
    def lead(self) -> float:
        best, second = sorted(self.chances.values(), reverse=True)[:2]
        return best - second


def kinds(title: Title[Any], state: State) -> list[int]:
    """Of answers that no rule tells apart, one."""
    found: dict[object, int] = {}
    for answer in state.options:
        found.setdefault(alike(title, state, answer), answer)
    return list(found.values())


def weigh(title: Title[Any], state: State, answers: Sequence[int], samples: int, seed: int, *, turns: int = 0) -> Chances:
    """What each answer wins on average if the script plays on for both sides: to the end, or for some turns, and then by the evaluation.
    All answers meet the same worlds and the same dice."""
    side = title.flow.side(state)
    total = dict.fromkeys(answers, 0.0)
    for sample in range(samples):
        world = title.determinize(state, side, Random(seed + sample))
        for answer in answers:
            trial = world.clone()
            title.play(trial, answer)
            total[answer] += _played_on(title, trial, side, Random(seed - sample), turns)
    return {answer: value / samples for answer, value in total.items()}


def _played_on(title: Title[Any], state: State, side: Side, rng: Random, turns: int) -> float:
    flow, advice = title.flow, title.advice
    assert advice is not None
    turn, passed = advice.turn(state) if state.stack else 0, 0
    while state.stack:
        if flow.is_chance(state):
            flow.play(state, flow.draw(state, rng.random()))
            continue
        if turns and advice.turn(state) != turn:
            turn, passed = advice.turn(state), passed + 1
            if passed >= turns:
                return advice.evaluate(state, side)
        flow.play(state, advice.order(state)[0])
    assert state.outcome is not None
    return state.outcome.worth(side)


def search(title: Title[Any], scenario: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match."""
    rng = Random(seed)
    state, answers = title.setup(scenario), []
    flow, advice = title.flow, title.advice
    assert advice is not None
    while state.stack:
        if flow.is_chance(state):
            answer = flow.draw(state, rng.random())
        else:
            if rng.random() < SHARE and len(kinds(title, state)) in CHOICES:
                found = _looked_at(title, state, rng.randrange(10**6))
                if found is not None:
                    yield Puzzle(scenario, tuple(answers), int(flow.side(state)), found, LONG)
            answer = advice.order(state)[0] if rng.random() < 0.9 else rng.choice(state.options)
        answers.append(answer)
        flow.play(state, answer)


def _looked_at(title: Title[Any], state: State, seed: int) -> Chances | None:
    """What each answer wins, where one of them is far ahead; each look is longer than the one before."""
    answers = kinds(title, state)
    if not _is_clear(weigh(title, state, answers, GLANCE, seed, turns=1), HOPE):
        return None
    looked = weigh(title, state, answers, LOOK, seed + 1000)
    if not _is_clear(looked, LEAD):
        return None
    long = weigh(title, state, answers, LONG, seed + 2000)
    return long if _is_clear(long, LEAD) and FAIR[0] <= max(long.values()) <= FAIR[1] else None


def _is_clear(chances: Chances, lead: float) -> bool:
    best, second = sorted(chances.values(), reverse=True)[:2]
    return best - second >= lead
