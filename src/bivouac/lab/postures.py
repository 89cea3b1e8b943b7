"""Looking for a plan that beats the other side's mixture: postures drawn at random about the known ones, raced on matches of the script.

What is found is only a candidate: a plan gets a name, words and a place in a title's `advice/plans.py` by hand, and `bivouac plans` then
makes the tables anew. A mixture is sound as long as nothing that is found here beats it by much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bivouac.core.plans import Plans
from bivouac.lab.plans import plans_of, play
from bivouac.titles import load

CHANGED = 0.35  # of a posture's weights
WIDTH = 0.5  # of a change, in powers of e
FROM_OTHERS = 0.5  # of the changes take the weight of another plan first
KEPT = 4  # of the candidates of a round, one in so many goes on to the next
FIRST = 8  # matches of a candidate in its first round; four times as many in each later one


class Found(NamedTuple):
    """A posture, and what its side won with it against the other side's mixtures: over so many matches, none of which the search saw."""

    posture: Any
    rate: float
    matches: int


class Trial(NamedTuple):
    title: str
    scenarios: Sequence[str]
    side: int
    seed: str


def look_for(trial: Trial, candidates: int, final: int = 400) -> Found:
    """The best posture that is found among so many candidates; a second generation is drawn about the best of the first."""
    plans, rng = plans_of(trial.title), Random(trial.seed)
    known = list(plans.postures[trial.side][: len(plans.names[trial.side])])
    best = _race(plans, trial, [*known, *(altered(rng.choice(known), known, rng) for _ in range(candidates // 2))], 0)
    best = _race(plans, trial, [*best, *(altered(rng.choice(best), known, rng) for _ in range(candidates // 2))], 1)
    return Found(best[0], rate_of(trial, best[0], range(10**6, 10**6 + final)), final)


def altered(posture: Any, known: Sequence[Any], rng: Random) -> Any:
    """A posture with some of its weights changed; what is no number is taken from another plan, whole."""
    weights = {name: getattr(posture, name) for name in posture._fields}
    for name, weight in weights.items():
        if rng.random() < CHANGED:
            other = getattr(rng.choice(known), name)
            value = other if isinstance(weight, tuple) or rng.random() < FROM_OTHERS else weight
            weights[name] = value if isinstance(value, tuple) else _near(value, rng)
    return type(posture)(**weights)


def _near(weight: float, rng: Random) -> float:
    factor = math.exp(rng.gauss(0.0, WIDTH))
    if isinstance(weight, int):
        return max(0, round(weight * factor))
    return round(weight * factor if weight else rng.choice((0.0, 0.25, 0.5, 1.0)) * factor, 2)


def _race(plans: Plans, trial: Trial, field: Sequence[Any], generation: int) -> list[Any]:
    """The best of a field, the very best first: many are tried on few matches, the better ones on more, all on the same."""
    count, used = FIRST, 10**5 * generation
    while len(field) > KEPT:
        rates = {i: rate_of(trial, posture, range(used, used + count)) for i, posture in enumerate(field)}
        field = [field[i] for i in sorted(rates, key=rates.__getitem__, reverse=True)[: max(KEPT, len(field) // KEPT)]]
        used, count = used + count, 4 * count
    rates = {i: rate_of(trial, posture, range(used, used + count)) for i, posture in enumerate(field)}
    return [field[i] for i in sorted(rates, key=rates.__getitem__, reverse=True)]


def rate_of(trial: Trial, posture: Any, numbers: range) -> float:
    """What a side wins with a posture against the mixtures of the other, the scenarios in turn. A posture is tried behind the known ones,
    each in a place of its own: scripts remember what they found out for a plan by its number."""
    plans, title, side = plans_of(trial.title), load(trial.title), trial.side
    room = plans.postures[side]
    room.append(posture)
    won = 0.0
    for n in numbers:
        scenario, rng = trial.scenarios[n % len(trial.scenarios)], Random(f"{trial.seed}:{n}")
        other = plans.draw(title.setup(scenario), 1 - side, rng.random())
        made = play(trial.title, scenario, (len(room) - 1, other) if side == 0 else (other, len(room) - 1), rng)
        won += made if side == 0 else 1.0 - made
    return won / len(numbers)
