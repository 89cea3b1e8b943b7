"""Learning a title's evaluation from matches of its script against itself.

Positions where the move passes on are the examples, the end of their match is the label. Each side follows a plan: half the time one that
is wise, else any. So that positions differ for other reasons than good play, too, many matches begin with a wild part in which either side
answers anything now and then; only what comes after it is looked at, and there too the script slips at times. The fit is a logistic
regression on scaled features, with weights held small and to the signs that the title says they must have; every eighth match is left aside
to measure the error. It needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from bivouac.core.ids import Side
from bivouac.core.learned import TOGETHER, LearnedFile, Weights, logistic
from bivouac.core.text import Text
from bivouac.core.title import Advice, BadSetup
from bivouac.lab.crew import Crew
from bivouac.lab.origin import origin
from bivouac.titles import load

WILD = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5)  # how often a side answers anything in the wild part
WILD_MATCHES = 0.6  # how many matches have one
SLIPS = 0.06  # how often a side answers anything after it, at most
POSITIONS = 30  # looked at in a match, about
TRIALS = 8  # matches from which the usual length is known
CHUNK = 50
STEPS = 1000  # down the slope
SHRINK = 2e-3  # how dear large weights are, on the scale of the mean error
WISE = 0.5  # how often a side's plan is drawn from its mixture; else any of its plans
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
    order = script(advice, s, rng)
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
            answer = rng.choice(s.options) if errs else order(s)[0]
        flow.play(s, answer)
    assert s.outcome is not None
    return seen, s.outcome.worth(Side.CSA)


def script(advice: Advice, s: Any, rng: Random) -> Callable[[Any], Sequence[int]]:
    """The script as it is played in a match: with plans, each side by one of its own."""
    plans = advice.plans
    if plans is None:
        return advice.order
    north, south = (plans.draw(s, side, rng.random()) if rng.random() < WISE else rng.randrange(len(plans.names[side])) for side in (0, 1))
    return lambda state: plans.order(state, (north, south))


def play_all(lesson: Lesson) -> list[Played]:
    rng = Random(lesson.seed)
    return [play(lesson, rng, min(1.0, POSITIONS / lesson.length)) for _ in range(lesson.matches)]


def lessons_of(title: str, scenario: str, matches: int, seed: str) -> list[Lesson]:
    """The same matches whoever plays them."""
    length = sum(len(play(Lesson(title, scenario, 1, seed, 0), Random(f"{seed}:{i}"), 1.0)[0]) for i in range(TRIALS)) // TRIALS
    return [Lesson(title, scenario, min(CHUNK, matches - n), f"{seed}:{scenario}:{n}", length) for n in range(0, matches, CHUNK)]


def collect(title: str, scenario: str, matches: int, seed: str, crew: Crew | None = None) -> list[Played]:
    lessons = lessons_of(title, scenario, matches, seed)
    return [
        match for part in (crew or Crew()).each(play_all, lessons, list[Played], by=lambda lesson: origin(lesson.title)) for match in part
    ]


def learn(title: str, scenarios: Sequence[str], matches: int, seed: str, crew: Crew | None = None) -> Weights:
    """The weights for a scenario, or for several together, from so many matches of each."""
    played = [collect(title, scenario, matches, seed, crew) for scenario in scenarios]
    mixed = [match for some in zip(*played) for match in some]
    names, signs = feature_names(title, scenarios[0]), advice_of(title).signs
    return fit(mixed, scenarios[0] if len(scenarios) == 1 else TOGETHER, names, signs)


# --- the fit -------------------------------------------------------------------------------------------


def fit(played: Sequence[Played], scenario: str, names: Sequence[str], signs: Mapping[str, int] = MappingProxyType({})) -> Weights:
    np = the_numpy()
    train, aside = ([(x, y) for i, (rows, y) in enumerate(played) if (i % ASIDE > 0) == used for x in rows] for used in (True, False))
    known, ends = np.array([x for x, _ in train]), np.array([y for _, y in train])
    means, spreads = known.mean(axis=0), known.std(axis=0)
    spreads[spreads == 0.0] = 1.0
    low = [0.0 if signs.get(name, 0) > 0 else -np.inf for name in names]
    high = [0.0 if signs.get(name, 0) < 0 else np.inf for name in names]
    bias, weights = _descend(np, (known - means) / spreads, ends, (np.array(low), np.array(high)))
    plain = weights / spreads
    bias -= float(plain @ means)
    error = sum((logistic(bias + float(plain @ np.array(x))) - y) ** 2 for x, y in aside) / max(len(aside), 1)
    blind = sum((float(ends.mean()) - y) ** 2 for _, y in aside) / max(len(aside), 1)
    of = {name: _short(w) for name, w in zip(names, plain)}
    return Weights(scenario, len(train) + len(aside), round(error, 4), round(blind, 4), _short(bias), of)


def the_numpy() -> Any:
    """It comes with an extra."""
    try:
        import numpy
    except ModuleNotFoundError as e:
        raise BadSetup(Text("errors.no_research_extra", {"package": str(e.name)})) from None
    return numpy


def _descend(np: Any, known: Any, ends: Any, limits: tuple[Any, Any]) -> tuple[float, Any]:
    """Bias and weights with the least error, none beyond the limits: steps down the slope with a run-up (Nesterov's), each held to the
    limits."""
    n, width = known.shape
    rows = np.hstack([np.ones((n, 1)), known])
    steep = 0.25 * np.linalg.eigvalsh(rows.T @ rows / n)[-1] + SHRINK
    low, high = np.r_[-np.inf, limits[0]], np.r_[np.inf, limits[1]]
    shrink = np.r_[0.0, np.full(width, SHRINK)]
    here, ahead, pace = np.zeros(width + 1), np.zeros(width + 1), 1.0
    for _ in range(STEPS):
        slope = rows.T @ (1.0 / (1.0 + np.exp(-rows @ ahead)) - ends) / n + shrink * ahead
        there = np.clip(ahead - slope / steep, low, high)
        faster = (1.0 + (1.0 + 4.0 * pace**2) ** 0.5) / 2.0
        ahead, here, pace = there + (pace - 1.0) / faster * (there - here), there, faster
    return float(here[0]), here[1:]


def _short(value: Any) -> float:
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
