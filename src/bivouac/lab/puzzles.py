"""Puzzles: positions of matches between computer players in which one answer wins far more often than all others.

The end of a match of the script against itself is looked through. Every answer is played on to the end by the script, again and again
with the same dice for all of them; where one looks much better than the rest that is done for longer, and what is still ahead by `LEAD`
is a puzzle.
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
HOPE = 0.25  # the lead after a glance that makes a position worth a closer look
CHOICES = range(2, 11)
GLANCE, LOOK, LONG = 8, 40, 200  # playouts
SHARE = 0.4  # of the questions in that part that are looked at
LATE, ERRS = 0.75, 0.05
FAIR = (0.15, 0.98)  # what the best answer may win

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


def weigh(title: Title[Any], state: State, answers: Sequence[int], samples: int, seed: int) -> Chances:
    """What each answer wins on average if the script plays on to the end for both sides. All answers meet the same worlds and dice."""
    side = title.flow.side(state)
    total = dict.fromkeys(answers, 0.0)
    for sample in range(samples):
        world = title.determinize(state, side, Random(seed + sample))
        for answer in answers:
            trial = world.clone()
            title.play(trial, answer)
            total[answer] += _played_on(title, trial, side, Random(seed - sample))
    return {answer: value / samples for answer, value in total.items()}


def _played_on(title: Title[Any], state: State, side: Side, rng: Random) -> float:
    flow, advice = title.flow, title.advice
    assert advice is not None
    while state.stack:
        flow.play(state, flow.draw(state, rng.random()) if flow.is_chance(state) else advice.order(state)[0])
    assert state.outcome is not None
    return state.outcome.worth(side)


def search(title: Title[Any], scenario: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match, from its last part: there an answer can decide, and playouts are short."""
    rng = Random(seed)
    answers = _match(title, title.setup(scenario), rng)
    state = title.setup(scenario)
    for number, answer in enumerate(answers):
        late = number > LATE * len(answers)
        if late and not title.flow.is_chance(state) and rng.random() < SHARE and len(kinds(title, state)) in CHOICES:
            found = _looked_at(title, state, rng.randrange(10**6))
            if found is not None:
                yield Puzzle(scenario, tuple(answers[:number]), int(title.flow.side(state)), found, LONG)
        title.play(state, answer)


def _match(title: Title[Any], state: State, rng: Random) -> list[int]:
    """All answers of a match between scripts that sometimes err."""
    flow, advice, answers = title.flow, title.advice, []
    assert advice is not None
    while state.stack:
        if flow.is_chance(state):
            answer = flow.draw(state, rng.random())
        else:
            answer = rng.choice(state.options) if rng.random() < ERRS else advice.order(state)[0]
        answers.append(answer)
        flow.play(state, answer)
    return answers


def _looked_at(title: Title[Any], state: State, seed: int) -> Chances | None:
    """What each answer wins, where one of them is far ahead; each look is longer than the one before."""
    answers = kinds(title, state)
    for number, (samples, lead) in enumerate(((GLANCE, HOPE), (LOOK, LEAD), (LONG, LEAD))):
        chances = weigh(title, state, answers, samples, seed + 1000 * number)
        if not _is_clear(chances, lead):
            return None
    return chances if FAIR[0] <= max(chances.values()) <= FAIR[1] else None


def _is_clear(chances: Chances, lead: float) -> bool:
    best, second = sorted(chances.values(), reverse=True)[:2]
    return best - second >= lead
