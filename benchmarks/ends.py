"""Every match ends: many matches of every scenario, played at random and by veteran, with the longest of them.

    python benchmarks/ends.py                               1,000 random and 200 veteran matches of every scenario
    python benchmarks/ends.py lincoln --random 50 --veteran 0

What was played is kept in build/ends, so that the same command goes on where it was interrupted; a match that does not end is a run that
does not end. One process: whoever has more processors starts one for each title. Half of the random matches are played under rules
switched on at random.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bivouac import load, titles
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.lab.crew import Crew, Journal
from bivouac.lab.simulate import Ended, Plan, end_of_one, made_by

KEPT = Path(__file__).resolve().parents[1] / "build" / "ends"


def tasks(title: Title[Any], scenario: Scenario, player: str, matches: int) -> Iterator[tuple[Plan, int]]:
    for number in range(matches):
        options = some_options(title, scenario, Random(f"{scenario.id} {number}")) if player == "random" and number % 2 else ()
        yield Plan(title.id, scenario.id, None, options, (player, player), "ends"), number


def some_options(title: Title[Any], scenario: Scenario, rng: Random) -> tuple[str, ...]:
    """Options at random that go together."""
    chosen: list[str] = []
    for option in rng.sample(sorted(title.options), k=len(title.options)):
        if rng.random() < 0.5:
            try:
                title.option_set(scenario, [*chosen, option])
            except BadSetup:
                continue
            chosen.append(option)
    return tuple(chosen)


def row(title: Title[Any], scenario: Scenario, player: str, matches: int) -> str:
    crew = Crew(journal=Journal(KEPT / f"{title.id}-{scenario.id}-{player}.journal"))
    ends = list(crew.each(end_of_one, list(tasks(title, scenario, player, matches)), Ended, by=made_by))
    won = " : ".join(str(sum(e.winner == word for e in ends)) for word in ("union", "csa", "draw"))
    answers = [e.answers for e in ends]
    return f"| {title.id}, {scenario.id} | {player} | {len(ends)} | {won} | {sum(answers) // len(ends)} | {max(answers)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="titles; all of them unless named")
    parser.add_argument("--scenario", help="one scenario alone")
    parser.add_argument("--random", type=int, default=1000)
    parser.add_argument("--veteran", type=int, default=200)
    args = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    print("| scenario | players | matches that ended | Union : Confederacy : draws | answers, on average | at most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for title in map(load, args.names or titles()):
        for scenario in title.scenarios.values():
            for player, matches in (("random", args.random), ("veteran", args.veteran)):
                if matches and args.scenario in (None, scenario.id):
                    print(row(title, scenario, player, matches), flush=True)


if __name__ == "__main__":
    main()
