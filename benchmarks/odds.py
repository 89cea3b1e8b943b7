"""The worst fights of each title: how long their odds take, in processor time.

    python benchmarks/odds.py [--matches N] [TITLE ...]

In words first: great battles and assaults, to their end where a forecast goes so far. With --matches also every forecast along so many
matches of the script, the dearest first. Compiled or not as the build that runs it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from bivouac import load, titles
from bivouac.core.build import build
from bivouac.lab.odds import POSITIONS, Expectation
from bivouac.titles.house_divided.odds import TO_THE_END

EVERY = 7  # one question in so many is looked at
ANSWERS = 8
SHOWN = 5
IN_WORDS = {
    "gettysburg": (
        "regular regular regular regular vs regular regular regular regular hill entrenched",
        "regular regular regular elite vs regular regular regular inferior",
        "elite:1 regular:2 regular regular vs artillery artillery regular inferior town",
    ),
    "house-divided": ("4FV vs 4FV*", "3FV 2MC vs 3MF FV* crossing", "6FV vs 6MF", "8FV vs 6FV*", "10FV vs 8FV"),
    "lincoln": ("3 2 1 vs 2 fort +2",),
    "yankees-rebels": ("hood gibbon moved", "early+dance@N10 gibbon@N9"),
    "hold-the-line": ("infantry assault at=infantry+artillery leader attacker-morale",),
}


def in_words(title: Any) -> Iterator[tuple[str, Any]]:
    for words in IN_WORDS.get(title.id, ()):
        fight = title.odds.parse(words.split())
        if title.id == "house-divided":
            fight.study = fight.study._replace(until=fight.study.until + TO_THE_END)
        elif title.id == "hold-the-line":
            fight.study = (2,)
        yield words, fight


def in_matches(title: Any, matches: int) -> Iterator[tuple[str, Any]]:
    scenarios = list(title.scenarios)
    for seed in range(matches):
        rng, state, asked = Random(seed), title.setup(scenarios[seed % len(scenarios)]), 0
        while state.stack:
            if title.flow.is_chance(state):
                title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
                continue
            asked += 1
            if asked % EVERY == 0:
                for answer in state.options[:ANSWERS]:
                    fight = title.odds.attack(state, answer)
                    if fight is not None:
                        yield f"match {seed}, question {asked}, answer {answer}", fight
            title.play(state, title.advice.order(state)[0])


def measured(title: Any, fight: Any) -> tuple[float, int]:
    """Milliseconds of processor, and positions looked at."""
    started = time.process_time()
    reckoning = Expectation(title, title.odds)
    reckoning.of(fight.clone())
    return 1000 * (time.process_time() - started), reckoning.looked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=sorted(IN_WORDS))
    parser.add_argument("--matches", type=int, default=0)
    given = parser.parse_args()
    for name in given.titles:
        title = load(name)
        for words, fight in in_words(title):
            ms, looked = measured(title, fight)
            print(f"{build()} {name}: {words}: {ms:.0f} ms, {looked} positions")
        rows = sorted(((*measured(title, fight), what) for what, fight in in_matches(title, given.matches)), reverse=True)
        if rows:
            slow, many = sum(ms > 200 for ms, *_ in rows), sum(looked > POSITIONS for _, looked, _ in rows)
            print(f"{build()} {name}: {len(rows)} forecasts, {slow} over 200 ms, {many} over {POSITIONS} positions")
            for ms, looked, what in rows[:SHOWN]:
                print(f"    {what}: {ms:.0f} ms, {looked} positions")


if __name__ == "__main__" and titles():
    main()
