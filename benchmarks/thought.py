"""What a thought wins: the line that a planner finds in so many seconds, against its plan's own line, on futures that it has not seen.

    python benchmarks/thought.py house-divided --scenario 1863 --positions 24 --seconds 0.1,1 --outlook 0,4
    python benchmarks/thought.py house-divided --scenario 1863 --positions 24 --seconds 0.5 --heads 1,2
    python benchmarks/thought.py yankees-rebels --scenario july-3 --positions 200 --seconds 0.02 --passes 4,16,48,112 --ends 0

Positions are the first questions of activations in matches of veterans that are still open. Every planner (each number of seconds with
each outlook, 0 is the title's own, and each number of heads) thinks once; what it chose and the plan's own line are then played on the
same fresh futures, until the move has passed on so many times (the title's outlook unless others are given) and to the end of the match,
both sides by the script. In hundredths of a win, with standard errors; the planners meet the same positions, so that they are compared with
the first. It tells what choosing once wins against the script: duels have the last word.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "src"))

from bivouac import Match, load
from bivouac.agents import Clock, Effort, hire_agent
from bivouac.agents.futures import Futures, first_seed
from bivouac.agents.search import Candidate, Search
from bivouac.match.view import View

WORTH_A_LOOK = 3  # options, at the least
OPEN = 0.05  # less than this or more than its rest is no match any more
EFFORT = Effort(lines=16, samples=32, worlds=12)
Gain = tuple[float, ...]
"""After each number of passes, and in the end."""
Thinker = tuple[float, int, int]
"""The seconds, the outlook and the heads of a planner."""


def positions(title: Any, scenario: str | None, rng: Random) -> Iterator[Any]:
    """Two from every match of veterans."""
    while True:
        match = Match.new(title, scenario=scenario, seed=str(rng.random()), keep_log=False)
        seats, asked = [hire_agent("veteran", Random(rng.random())) for _ in range(2)], {}
        while (question := match.question) is not None:
            moment = (title.advice.pace(match.state), question.side)
            if len(question.options) > WORTH_A_LOOK and OPEN < title.advice.evaluate(match.state, question.side) < 1 - OPEN:
                asked.setdefault(moment, (match.state.clone(), question.side))
            answer = seats[int(question.side)].decide(match.view(question.side), question, Clock())
            match.submit(answer, side=question.side, serial=question.serial)
        yield from rng.sample(list(asked.values()), min(2, len(asked)))


def fares(futures: Futures, lines: Sequence[Candidate], view: View, count: int, rng: Random) -> dict[Candidate, float]:
    """What each line is worth on average, on the same futures for all."""
    foes = futures.enemies(view.sample(Random(0)))
    first = first_seed(rng)
    trials = [(view.sample(rng), rng.choices(range(len(foes)), foes)[0], first + n) for n in range(count)]
    return {c: fmean(futures.play(world, c.line, futures.pair(c.plan, foe), seed) for world, foe, seed in trials) for c in lines}


def gains(title: Any, state: Any, side: Any, planners: Sequence[Thinker], args: argparse.Namespace, rng: Random) -> list[Gain]:
    view, near = View(title, state, side), Futures(title, title.advice, side, EFFORT.steps)
    near.look_far()
    ways = [(Futures(title, title.advice, side, title.longest), args.futures) for _ in args.passes or (near.horizon,)]
    for (way, _), passes in zip(ways, args.passes or (near.horizon,)):
        way.look_farther(passes)
    ways += [(Futures.to_the_end(title, title.advice, side), args.ends)] if args.ends else []
    plan = near.draw(state, side, rng.random())
    own, seed, chosen = Candidate(near.line(view.sample(rng), plan), plan), rng.random(), []
    for seconds, outlook, heads in planners:
        advice = title.advice._replace(outlook=outlook) if outlook else title.advice
        search = Search(view, advice, side, Random(seed), EFFORT, time.process_time)
        search.plans = search.futures.suiting(search.worlds[0], "")
        chosen.append(search.best(plan, time.process_time() + seconds, heads))
    lines = list(dict.fromkeys((own, *chosen)))
    worth = [fares(way, lines, view, count, rng) for way, count in ways]
    return [tuple(seen[c] - seen[own] for seen in worth) for c in chosen]


def tell(planners: Sequence[Thinker], found: Sequence[Sequence[Gain]], ways: Sequence[str]) -> None:
    def told(values: Sequence[float]) -> str:
        return f"{100 * fmean(values):+.1f} ± {100 * stdev(values) / len(values) ** 0.5:.1f}"

    head = ["seconds", "outlook", "heads", *(f"won {far}" for far in ways), *(f"than the first, {far}" for far in ways)]
    print("|", " | ".join(head), "|\n|" + " --- |" * len(head))
    for i, (seconds, outlook, heads) in enumerate(planners):
        won = [[row[i][k] for row in found] for k in range(len(ways))]
        more = [[row[i][k] - row[0][k] for row in found] for k in range(len(ways))]
        print(f"| {seconds:g} | {outlook or 'its own'} | {heads} |", " | ".join(map(told, won + more)), "|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--seconds", type=lambda text: [float(x) for x in text.split(",")], default=[0.1, 1.0])
    parser.add_argument("--outlook", type=lambda text: [int(x) for x in text.split(",")], default=[0])
    parser.add_argument("--heads", type=lambda text: [int(x) for x in text.split(",")], default=[1])
    parser.add_argument("--passes", type=lambda text: [int(x) for x in text.split(",")], default=[], help="the outlook unless given")
    parser.add_argument("--futures", type=int, default=300, help="so far, for every line")
    parser.add_argument("--ends", type=int, default=60, help="to the end, for every line")
    parser.add_argument("--seed", default="thought")
    args = parser.parse_args()
    title, rng = load(args.title), Random(args.seed)
    planners = [*product(args.seconds, args.outlook, args.heads)]
    found: list[list[Gain]] = []
    for state, side in positions(title, args.scenario, rng):
        found.append(gains(title, state, side, planners, args, rng))
        if len(found) == args.positions:
            break
    ways = [f"after {passes}" for passes in args.passes] or ["at the outlook"]
    tell(planners, found, [*ways, *(["in the end"] if args.ends else [])])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
