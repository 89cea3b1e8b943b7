"""How far a planner had best look: what the line that looks best after so many turns is worth in the end.

    python benchmarks/outlook.py hold-the-line --scenario bull-run-1 --positions 40 --futures 160 --passes 1,2,3,4,6,8,12

Positions are taken from matches of veterans; at each of them a few lines (that of a plan of the mixture, then those of other plans, other
first answers, changes) are played on by the script to the end, on the same dice for all in the same turn, and valued with the evaluation
when the move has passed on so many times. The line that looks best on one half of the futures is then judged by how the other half end.
For each distance the table says what a future costs (steps, the first row as one), by how much the difference between two lines wavers
from future to future, and what is won in the end by choosing with many futures, and with few: as many as cost 16 or 64 of the first row's
for every line. Needs numpy.

It tells what choosing once wins against the script. Players who think at every turn, on both sides, are another matter: duels tell.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "src"))

from bivouac import Match, load
from bivouac.agents import Clock, Effort, hire_agent
from bivouac.agents.search import Candidate, Search
from bivouac.core.plans import Pair
from bivouac.match.view import View

WORTH_A_LOOK = 3  # options, at the least
BUDGETS = (16, 64)
SPLITS = 30
Looks = tuple[list[float], list[int]]


def played_out(title: Any, world: Any, line: Sequence[int], plans: Pair, seed: float, side: int, passes: Sequence[int]) -> Looks:
    """How a future looks after so many passes, and at the end, with the steps until then."""
    state, flow, advice = world.clone(), title.flow, title.advice
    for answer in line:
        if state.stack and answer in state.options:
            flow.play(state, answer)
    turn, passed, steps = advice.pace(state), 0, 0
    rng = Random(seed + turn)
    values: list[float] = []
    costs: list[int] = []
    while state.stack:
        if flow.is_chance(state):
            flow.play(state, rng.choices(state.options, flow.weights(state))[0])
        else:
            flow.play(state, advice.plans.best(state, plans))
        steps += 1
        if state.stack and (now := advice.pace(state)) != turn:
            turn, passed, rng = now, passed + 1, Random(seed + now)
            if passed in passes:
                values.append(advice.evaluate(state, side))
                costs.append(steps)
    missing = len(passes) + 1 - len(values)
    return values + missing * [float(state.outcome.worth(side))], costs + missing * [steps]


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


def gather(args: argparse.Namespace) -> tuple[Any, Any]:
    """Values and costs: for every position, line and future those after each distance."""
    title, rng = load(args.title), Random(args.seed)
    values: list[Any] = []
    costs: list[Any] = []
    for state, side in positions(title, args.scenario, rng):
        search = Search(View(title, state, side), title.advice, side, rng, Effort(worlds=args.futures))
        search.plans = search.futures.suiting(state, "")
        lines = lines_at(search, search.futures.draw(state, side, rng.random()), rng, args.lines)
        if len(lines) < args.lines:
            continue
        trials = [search._trial(n) for n in range(args.futures)]
        pair = search.futures.pair
        found = [[played_out(title, t.world, c.line, pair(c.plan, t.foe), t.seed, side, args.passes) for t in trials] for c in lines]
        values.append([[future[0] for future in line] for line in found])
        costs.append([[future[1] for future in line] for line in found])
        if len(values) == args.positions:
            return np.array(values), np.array(costs)
    raise AssertionError("matches never run out")


def tell(values: Any, costs: Any, passes: Sequence[int]) -> None:
    positions, _, futures, _ = values.shape
    rng, half, every = np.random.default_rng(0), futures // 2, np.arange(positions)
    print(
        "| passes | cost | wavers | won, many futures |", " | ".join(f"won at {b}" for b in BUDGETS), "|\n|", " --- |" * (4 + len(BUDGETS))
    )
    for i, name in enumerate([*map(str, passes), "end"]):
        cost = costs[..., i].mean() / costs[..., 0].mean()
        seen, wavers = values[..., i], (values[:, 1:, :, i] - values[:, :1, :, i]).std(axis=2).mean()
        won: list[list[float]] = []
        for _ in range(SPLITS):
            order = rng.permutation(futures)
            ends = values[:, :, order[half:], -1].mean(2)
            many = [half, *(min(half, max(1, int(budget / cost))) for budget in BUDGETS)]
            chosen = [seen[:, :, order[:n]].mean(2).argmax(1) for n in many]
            won.append([(ends[every, best] - ends[:, 0]).mean() for best in chosen])
        cells = " | ".join(f"{100 * x:+.1f}" for x in np.mean(won, axis=0))
        print(f"| {name} | {cost:.1f} | {100 * wavers:.1f} | {cells} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--lines", type=int, default=5)
    parser.add_argument("--futures", type=int, default=120)
    parser.add_argument("--passes", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2, 3, 4, 6, 8, 12])
    parser.add_argument("--seed", default="outlook")
    args = parser.parse_args()
    tell(*gather(args), args.passes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
