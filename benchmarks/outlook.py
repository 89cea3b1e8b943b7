"""How far a planner had best look: how much of what lines are really worth is seen from how far, and how many futures it takes.

    python benchmarks/outlook.py hold-the-line --scenario bull-run-1 --positions 300 --passes 1,2,4,6,8,12,16,24

Positions are taken from matches of veterans; at each of them a few lines (that of a plan of the mixture, then those of other plans, other
first answers, changes) are played on by the script, on the same dice for all, and valued as the planner does: the mean of the looks on the
second half of the way, each time the move has passed on. What a line is worth is what is seen from the last distance on futures without
number: so much of the differences between lines as is common to both halves of the futures. For each distance the table says by how much
lines differ (in hundredths of a win), by how much such a difference wavers from future to future, how much it tells of what they are worth
(the correlation, with futures without number), and how much with as many as go 64, 256 and 1,024 passes for every line. Needs numpy.

It tells what choosing once wins against the script. Players who think at every turn, on both sides, are another matter: duels tell.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "src"))

from bivouac import Match, load
from bivouac.agents import Clock, Effort, hire_agent
from bivouac.agents.futures import Futures, Luck
from bivouac.agents.search import Candidate, Search
from bivouac.match.view import View

WORTH_A_LOOK = 3  # options, at the least
BUDGETS = (64, 256, 1024)


def looks(futures: Futures, trial: Any, candidate: Candidate, passes: int) -> list[float]:
    """How a future looks each time the move has passed on; when it is over, as it ended."""
    state, pace, luck = futures._after(trial.world, candidate.line), futures._pace, Luck(trial.seed)
    turn, seen, plans = pace(state), [], futures.pair(candidate.plan, trial.foe)
    while state.stack and len(seen) < passes:
        futures._step(state, plans, luck)
        if state.stack and (now := pace(state)) != turn:
            turn = now
            seen.append(futures.value(state))
    return seen + (passes - len(seen)) * [futures.value(state)]


def lines_at(search: Search, plan: int, rng: Random, most: int) -> list[Candidate]:
    """That of the plan first, the others in any order."""
    futures, world = search.futures, search.worlds[0]
    own = Candidate(futures.line(world, plan), plan)
    others = [Candidate(futures.line(world, p), p) for p in search.plans if p != plan]
    others += [Candidate(futures.line(world, plan, first=a), plan) for a in futures.order(world, search.side, plan)[1:4]]
    others += [search._changed(own) for _ in range(6)]
    rng.shuffle(others)
    return list({c.line: c for c in reversed((own, *others))}.values())[::-1][:most]


def positions(title: Any, scenario: str | None, rng: Random) -> Any:
    """Questions worth a look, two from every match of veterans."""
    while True:
        match = Match.new(title, scenario=scenario, seed=str(rng.random()), keep_log=False)
        seats = [hire_agent("veteran", Random(rng.random())) for _ in range(2)]
        asked = []
        while (question := match.question) is not None:
            if len(question.options) > WORTH_A_LOOK:
                asked.append((match.state.clone(), question.side))
            answer = seats[int(question.side)].decide(match.view(question.side), question, Clock())
            match.submit(answer, side=question.side, serial=question.serial)
        yield from rng.sample(asked, min(2, len(asked)))


def gather(args: argparse.Namespace) -> Any:
    """By how much each line looks better than the plan's own: for every line and future after each pass."""
    title, rng, last = load(args.title), Random(args.seed), args.passes[-1]
    found: list[Any] = []
    for state, side in islice(positions(title, args.scenario, rng), args.positions):
        search = Search(View(title, state, side), title.advice, side, rng, Effort(worlds=args.futures))
        search.plans = search.futures.suiting(state, "")
        lines = lines_at(search, search.futures.draw(state, side, rng.random()), rng, args.lines)
        trials = [search._trial(n) for n in range(args.futures)]
        values = np.array([[looks(search.futures, trial, line, last) for trial in trials] for line in lines])
        found.append(values[1:] - values[:1])
    return 100 * np.concatenate(found)


def tell(gains: Any, passes: Sequence[int]) -> None:
    def seen_after(distance: int) -> Any:
        return gains[:, :, distance - (distance + 1) // 2 : distance].mean(2)

    def common(one: Any, other: Any) -> float:
        """What two looks have in common that is not luck: each half of the futures of one with the other half of the other."""
        half = one.shape[1] // 2
        near, far = ((x[:, :half].mean(1), x[:, half:].mean(1)) for x in (one, other))
        return float((near[0] * far[1] + near[1] * far[0]).mean() / 2)

    worth = seen_after(passes[-1])
    print(
        "| passes | lines differ by | which wavers by | tells |",
        " | ".join(f"with {b}" for b in BUDGETS),
        "|\n|",
        " --- |" * (4 + len(BUDGETS)),
    )
    for distance in passes:
        seen = seen_after(distance)
        spread, noise, shared = common(seen, seen), float(seen.var(1, ddof=1).mean()), common(seen, worth)
        tells = [shared / (common(worth, worth) * (spread + noise * min(1.0, distance / paces))) ** 0.5 for paces in (np.inf, *BUDGETS)]
        print(f"| {distance} | {spread**0.5:.1f} | {noise**0.5:.1f} |", " | ".join(f"{x:.2f}" for x in tells), "|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--lines", type=int, default=6)
    parser.add_argument("--futures", type=int, default=16)
    parser.add_argument("--passes", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2, 3, 4, 6, 8, 12])
    parser.add_argument("--seed", default="outlook")
    args = parser.parse_args()
    tell(gather(args), args.passes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
