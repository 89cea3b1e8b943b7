"""Puzzles: positions of matches between computer players in which one answer wins far more often than all others.

The end of a match of the script against itself is looked through. Every answer is played on to the end by the script, again and again
with the same dice for all of them; where one looks much better than the rest that is done for longer, and what is still ahead by `LEAD`
is a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bivouac.agents.futures import Futures, first_seed
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match.gestures import alike

LEAD = 0.15
LOOKS = ((4, 0.25), (12, 0.17), (50, 0.15))  # playouts, and the lead after them that makes a longer look worth while
LONG, CLEAR = 200, 0.18  # the last look, at all answers again
RIVALS = 3  # the answers that a longer look is worth
CHOICES = range(2, 7)
OPEN = (0.12, 0.88)  # by the evaluation: elsewhere all is won or lost
SHARE = 1.0  # of the questions in the last part that are looked at
LATE, ERRS = 0.85, 0.05
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
        return lead_of(self.chances)

    @property
    def best(self) -> int:
        return max(self.chances, key=lambda a: self.chances[a])


def lead_of(chances: Mapping[int, float]) -> float:
    """How far the best answer is ahead of the next."""
    best, second = sorted(chances.values(), reverse=True)[:2]
    return best - second


def kinds(title: Title[Any], state: State) -> list[int]:
    """Of answers that no rule tells apart, one."""
    found: dict[object, int] = {}
    for answer in state.options:
        found.setdefault(alike(title, state, answer), answer)
    return list(found.values())


def weigh(title: Title[Any], state: State, answers: Sequence[int], samples: int, seed: int) -> Chances:
    """What each answer wins on average if both sides play on to the end by their scripts, each by a plan that is wise there. All answers
    meet the same worlds, plans and dice."""
    side, total = title.flow.side(state), dict.fromkeys(answers, 0.0)
    assert title.advice is not None
    futures, first = Futures.to_the_end(title, title.advice, side), first_seed(Random(seed))
    for sample in range(samples):
        rng = Random(f"{seed}:{sample}")
        world = title.determinize(state, side, rng)
        plans = futures.lots(world, rng)()
        for answer in answers:
            total[answer] += futures.play(world, (answer,), plans, first + sample)
    return {answer: value / samples for answer, value in total.items()}


def search(title: Title[Any], scenario: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match, from its last part: there an answer can decide, and playouts are short."""
    rng = Random(seed)
    answers = _match(title, title.setup(scenario), rng)
    state = title.setup(scenario)
    for number, answer in enumerate(answers):
        if number > LATE * len(answers) and rng.random() < SHARE and _is_open(title, state):
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


def _is_open(title: Title[Any], state: State) -> bool:
    """Whether a side is asked something with a few answers while the match is not decided yet."""
    if title.flow.is_chance(state) or len(kinds(title, state)) not in CHOICES:
        return False
    assert title.advice is not None
    return OPEN[0] < title.advice.evaluate(state, title.flow.side(state)) < OPEN[1]


def _looked_at(title: Title[Any], state: State, seed: int) -> Chances | None:
    """What each answer wins, where one of them is far ahead; each look is longer than the one before."""
    answers = field = kinds(title, state)
    for number, (samples, lead) in enumerate(LOOKS):
        chances = weigh(title, state, field, samples, seed + number)
        if lead_of(chances) < lead:
            return None
        field = sorted(field, key=lambda a: -chances[a])[:RIVALS]
    chances = weigh(title, state, answers, LONG, seed + len(LOOKS))
    return chances if lead_of(chances) >= CLEAR and FAIR[0] <= max(chances.values()) <= FAIR[1] else None
