"""How much less a mean over futures wavers when their dice are shared out: the variance of the mean gain of one line over another on 32
futures in a row, as a share of what it is with every future's dice thrown by themselves.

    python benchmarks/luck.py house-divided --scenario 1863 --positions 40

Positions are those of `thought.py`; the lines are a plan's own and one change of it.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, pvariance, variance
from typing import Any

from thought import EFFORT, positions

from bivouac import load
from bivouac.agents.futures import first_seed
from bivouac.agents.search import Candidate, Search
from bivouac.match.view import View

MEAN_OF = 32
MEANS = 12
TRIES = 20


def wavers(title: Any, state: Any, side: Any, rng: Random) -> tuple[float, float] | None:
    """The variance of a mean with dice by themselves, and with dice shared out; None where a plan's line has no change."""
    search = Search(View(title, state, side), title.advice, side, rng, EFFORT)
    search.futures.look_far()
    world, plan = search.worlds[0], search.futures.draw(state, side, rng.random())
    own = Candidate(search.futures.line(world, plan), plan)
    changed = next((c for _ in range(TRIES) if (c := search._changed(own)).line != own.line), None)
    if changed is None:
        return None

    def gain(seed: int) -> float:
        one, other = (search.futures.play(world, c.line, search.futures.pair(c.plan, 0), seed) for c in (changed, own))
        return one - other

    apart = [gain(first_seed(rng)) for _ in range(MEANS * MEAN_OF)]
    rows = [fmean(gain(first + n) for n in range(MEAN_OF)) for first in (first_seed(rng) for _ in range(MEANS))]
    return pvariance(apart) / MEAN_OF, variance(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seed", default="luck")
    args = parser.parse_args()
    title, rng, found = load(args.title), Random(args.seed), list[tuple[float, float]]()
    for state, side in positions(title, args.scenario, rng):
        if (one := wavers(title, state, side, rng)) is not None:
            found.append(one)
        if len(found) == args.positions:
            break
    apart, shared = (fmean(row) for row in zip(*found))
    print(f"{args.title}: {shared / apart:.2f} of the variance, {len(found)} positions")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
