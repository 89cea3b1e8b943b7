"""Two players, many matches: seats swapped on the same seeds, the processor's seconds, win rates with 95 % intervals.

    python benchmarks/duel.py gettysburg crack turtle --matches 40 --seconds 1
    python benchmarks/duel.py hold-the-line crack@4 crack@0.4 --scenario shiloh
    python benchmarks/duel.py lincoln veteran veteran-1 --until 0.6

A player is a level, `NAME@SECONDS` for its own seconds a turn, `crack-1` or `veteran-1` (as they were before plans), a sparring partner
(grabber, rush, turtle, raider) or `plan:UNION/CONFEDERACY`, the script with one plan for each side (a word for both if they share it).
`--until P`: a sequential test; it ends as soon as the rate is P or more, or 1 - P or less, beyond doubt (5 %).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from math import log
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]


class Job(NamedTuple):
    title: str
    scenario: str | None
    players: tuple[str, str]
    seconds: float
    seed: str
    swapped: bool


def player(name: str, title: Any, rng: Random) -> Any:
    from sparring import NAMES, partner

    from bivouac.agents import make_agent

    if name in NAMES:
        return partner(title.id, name, rng)
    if name in ("crack-1", "veteran-1"):
        from crack_1 import Old

        return Old(name, title, rng)
    return make_agent(name, rng)


def play(job: Job) -> tuple[bool, float, float]:
    """Whether the first has the Confederacy, what it scored, and its slowest turn as a share of its seconds."""
    from bivouac import Match, load
    from bivouac.agents import Clock
    from bivouac.core.ids import SIDES

    title = load(job.title)
    match = Match.new(title, scenario=job.scenario, seed=job.seed, keep_log=False)
    names = [n.partition("@") for n in job.players]
    seats = [player(name, title, Random(f"{job.seed}:{i}")) for i, (name, _, _) in enumerate(names)]
    clocks = [Clock(float(own or job.seconds), time.process_time) for _, _, own in names]
    turn, spent, slowest = -1, 0.0, 0.0
    while (question := match.question) is not None:
        who = int(question.side) ^ job.swapped
        now = title.advice.turn(match.state)
        if now != turn:
            turn, spent = now, 0.0
        started = time.process_time()
        answer = seats[who].decide(match.view(question.side), question, clocks[who])
        if who == 0:
            spent += time.process_time() - started
            slowest = max(slowest, spent)
        match.submit(answer, side=question.side, serial=question.serial)
    assert match.outcome is not None
    return job.swapped, match.outcome.worth(SIDES[job.swapped]), slowest / (clocks[0].seconds or 1.0)


def decided(points: float, matches: int, goal: float) -> str | None:
    """Wald's test between a rate of `goal` and one of 1 - `goal`; a draw is half a point."""
    ahead = (2 * points - matches) * log(goal / (1 - goal))
    return "better" if ahead > log(19) else "worse" if ahead < -log(19) else None


def row(results: list[tuple[bool, float, float]]) -> dict[str, Any]:
    from bivouac.lab.simulate import interval

    points = sum(r[1] for r in results)
    low, high = interval(round(points), len(results))
    rate = points / len(results) if results else 0.5
    return {"matches": len(results), "points": points, "rate": round(rate, 3), "low": round(low, 3), "high": round(high, 3)}


def summary(args: argparse.Namespace, results: list[tuple[bool, float, float]]) -> dict[str, Any]:
    return {
        "title": args.title,
        "scenario": args.scenario,
        "first": args.first,
        "second": args.second,
        "seconds_per_turn": args.seconds,
        "seed": args.seed,
        **row(results),
        "as_union": row([r for r in results if not r[0]]),
        "as_confederacy": row([r for r in results if r[0]]),
        "draws": sum(r[1] == 0.5 for r in results),
        "slowest_turn": round(max(r[2] for r in results), 3),
    }


def duel(args: argparse.Namespace) -> dict[str, Any]:
    results: list[tuple[bool, float, float]] = []
    jobs = [
        Job(args.title, args.scenario, (args.first, args.second), args.seconds, f"{args.seed}:{i // 2}", bool(i % 2))
        for i in range(args.matches)
    ]
    started = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as pool:
        for i in range(0, len(jobs), 2 * args.jobs):
            results += pool.map(play, jobs[i : i + 2 * args.jobs])
            found = summary(args, results)
            print(f"\r{found['matches']} matches, {100 * found['rate']:.1f} %  ", end="", file=sys.stderr, flush=True)
            over = args.minutes and time.monotonic() - started > 60 * args.minutes
            if over or (args.until and decided(found["points"], len(results), args.until)):
                break
    print(file=sys.stderr)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--scenario")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5, help="for a whole turn")
    parser.add_argument("--seed", default=None, help="fresh unless given")
    parser.add_argument("--until", type=float)
    parser.add_argument("--minutes", type=float, help="no new matches after so many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=Path, help="the result is added to this file, a line of JSON")
    args = parser.parse_args()
    args.seed = args.seed or str(SystemRandom().randrange(10**9))
    found = duel(args)
    print(json.dumps(found))
    if args.log:
        with args.log.open("a") as file:
            file.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
