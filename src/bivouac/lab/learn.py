"""Learning a title's evaluation from matches of its script against itself.

Positions where the move passes on are the examples, the end of their match is the label. So that positions differ, and for other reasons
than good play, many matches begin with a wild part in which either side answers anything now and then; only what comes after it is
looked at, and there too the script slips at times. The fit is a logistic regression by stochastic descent on scaled features; every eighth
match is left aside to measure the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.core.learned import TOGETHER, LearnedFile, Weights, logistic
from bivouac.core.title import Advice
from bivouac.lab.crew import Crew
from bivouac.titles import load

WILD = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5)  # how often a side answers anything in the wild part
WILD_MATCHES = 0.6  # how many matches have one
SLIPS = 0.06  # how often a side answers anything after it, at most
POSITIONS = 30  # looked at in a match, about
TRIALS = 8  # matches from which the usual length is known
CHUNK = 50
EPOCHS = 12
RATE = 0.02
SHRINK = 1e-4
ASIDE = 8
Example = tuple[float, ...]
Played = tuple[list[Example], float]


class Lesson(NamedTuple):
    """Some matches to learn from; `length`: how often the move passes on in a usual one."""

    title: str
    scenario: str
    matches: int
    seed: str
    length: int


def advice_of(title: str) -> Advice:
    advice = load(title).advice
    assert advice is not None, f"{title} has no advice"
    return advice


def feature_names(title: str, scenario: str) -> tuple[str, ...]:
    return tuple(advice_of(title).features(load(title).setup(scenario), Side.CSA))


def play(lesson: Lesson, rng: Random, share: float) -> Played:
    """One match: the features of some of its positions as the Confederacy sees them, and how it ended for the Confederacy."""
    title, advice = load(lesson.title), advice_of(lesson.title)
    flow, s = title.flow, title.setup(lesson.scenario)
    pace = advice.pace
    until = 0.8 * rng.random() * lesson.length if rng.random() < WILD_MATCHES else 0.0
    wild = (rng.choice(WILD), rng.choice(WILD))
    slips = (SLIPS * rng.random(), SLIPS * rng.random())
    seen: list[Example] = []
    last, moves = -1, 0
    while s.stack:
        now = pace(s)
        if now != last:
            last, moves = now, moves + 1
            if moves >= until and rng.random() < share:
                seen.append(tuple(advice.features(s, Side.CSA).values()))
        if flow.is_chance(s):
            weights = flow.weights(s)
            answer = rng.choices(s.options, weights)[0] if weights else rng.choice(s.options)
        else:
            errs = rng.random() < (wild if moves < until else slips)[flow.side(s)]
            answer = rng.choice(s.options) if errs else advice.order(s)[0]
        flow.play(s, answer)
    assert s.outcome is not None
    return seen, s.outcome.worth(Side.CSA)


def play_all(lesson: Lesson) -> list[Played]:
    rng = Random(lesson.seed)
    return [play(lesson, rng, min(1.0, POSITIONS / lesson.length)) for _ in range(lesson.matches)]


def lessons_of(title: str, scenario: str, matches: int, seed: str) -> list[Lesson]:
    """The same matches whoever plays them."""
    length = sum(len(play(Lesson(title, scenario, 1, seed, 0), Random(f"{seed}:{i}"), 1.0)[0]) for i in range(TRIALS)) // TRIALS
    return [Lesson(title, scenario, min(CHUNK, matches - n), f"{seed}:{scenario}:{n}", length) for n in range(0, matches, CHUNK)]


def collect(title: str, scenario: str, matches: int, seed: str, crew: Crew | None = None) -> list[Played]:
    lessons = lessons_of(title, scenario, matches, seed)
    return [match for part in (crew or Crew()).each(play_all, lessons, list[Played]) for match in part]


def learn(title: str, scenarios: Sequence[str], matches: int, seed: str, crew: Crew | None = None) -> Weights:
    """The weights for a scenario, or for several together, from so many matches of each."""
    played = [collect(title, scenario, matches, seed, crew) for scenario in scenarios]
    mixed = [match for some in zip(*played) for match in some]
    return fit(mixed, scenarios[0] if len(scenarios) == 1 else TOGETHER, feature_names(title, scenarios[0]), Random(seed))


# --- the fit -------------------------------------------------------------------------------------------


def fit(played: Sequence[Played], scenario: str, names: Sequence[str], rng: Random) -> Weights:
    train = [(x, y) for i, (rows, y) in enumerate(played) if i % ASIDE for x in rows]
    aside = [(x, y) for i, (rows, y) in enumerate(played) if not i % ASIDE for x in rows]
    means = [sum(column) / len(train) for column in zip(*[x for x, _ in train])]
    spreads = [_spread(column, mean) for column, mean in zip(zip(*[x for x, _ in train]), means)]
    scaled = [([(v - m) / d for v, m, d in zip(x, means, spreads)], y) for x, y in train]
    bias, weights = _descend(scaled, rng)
    plain = [w / d for w, d in zip(weights, spreads)]
    bias -= sum(map(mul, plain, means))
    average = sum(y for _, y in train) / len(train)
    error = sum((logistic(bias + sum(map(mul, plain, x))) - y) ** 2 for x, y in aside) / max(len(aside), 1)
    blind = sum((average - y) ** 2 for _, y in aside) / max(len(aside), 1)
    return Weights(
        scenario,
        len(train) + len(aside),
        round(error, 4),
        round(blind, 4),
        _short(bias),
        {name: _short(w) for name, w in zip(names, plain)},
    )


def _spread(column: Sequence[float], mean: float) -> float:
    return (sum((v - mean) ** 2 for v in column) / len(column)) ** 0.5 or 1.0


def _descend(examples: list[tuple[list[float], float]], rng: Random) -> tuple[float, list[float]]:
    """Bias and weights: one step for each example, ever smaller ones; the mean of the last half of the way."""
    bias, weights = 0.0, [0.0] * len(examples[0][0])
    total, count = [0.0] * (len(weights) + 1), 0
    for epoch in range(EPOCHS):
        rng.shuffle(examples)
        rate = RATE / (1 + epoch)
        keep = 1 - rate * SHRINK
        for x, y in examples:
            step = rate * (y - logistic(bias + sum(map(mul, weights, x))))
            bias += step
            weights = [keep * w + step * v for w, v in zip(weights, x)]
        if epoch >= EPOCHS // 2:
            total, count = [t + w for t, w in zip(total, (bias, *weights))], count + 1
    return total[0] / count, [t / count for t in total[1:]]


def _short(value: float) -> float:
    return float(f"{value:.5g}")


def as_toml(file: LearnedFile) -> str:
    lines = ["# Learned weights of the evaluation. Made by the command below; not to be edited by hand.", f'command = "{file.command}"']
    for w in file.weights:
        lines += [
            "",
            "[[weights]]",
            f'scenario = "{w.scenario}"',
            f"examples = {w.examples}",
            f"error = {w.error}",
            f"blind = {w.blind}",
            f"bias = {w.bias}",
            "",
            "[weights.of]",
            *[f"{name} = {value}" for name, value in w.of.items()],
        ]
    return "\n".join(lines) + "\n"
