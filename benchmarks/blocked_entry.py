"""`python benchmarks/blocked_entry.py [PAIRS] [SCENARIO …] [OPTION …]`: what it is worth to block the Confederates' entry hex V13.

Yankees & Rebels, script against script. Every seed is played twice: as the scripts play, and with the trick. With it, the first Union
cavalry that can rides to V13 on the first turn and stays there as long as it may. The Confederate lead in victory points is compared over
all pairs and over those in which the cavalry came to V13; the intervals are 95 %. By default: 1,000 pairs each of july-1 and campaign. With
the option `blocked-entry`, a blocked unit waits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import mean, variance

from bivouac.core.ids import Side
from bivouac.core.plans import Pair
from bivouac.titles import load
from bivouac.titles.yankees_rebels.advice.script import SCRIPT, best
from bivouac.titles.yankees_rebels.frames import EVADE, HAT_UNIT, PASS, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, NUMBER
from bivouac.titles.yankees_rebels.printed.units import UNIT_NUMBER
from bivouac.titles.yankees_rebels.rules.ch04_movement import reach
from bivouac.titles.yankees_rebels.state import State

TITLE = load("yankees-rebels")
GATE = NUMBER["V13"]
RIDERS = (UNIT_NUMBER["us_devin"], UNIT_NUMBER["us_gamble"])
SCRIPTS = [(0, 0), (0, 0)]
Best = Callable[[State, Pair], int]


class Trick:
    """The Union's script, but for the cavalry that rides to V13 and stays there."""

    def __init__(self) -> None:
        self.came = False

    def best(self, s: State, plans: Pair) -> int:
        box = s.stack[-1].box
        if TITLE.flow.side(s) == Side.UNION and box in SCRIPT:
            blocker = next((u for u in RIDERS if s.where[u] == GATE), -1)
            self.came |= blocker >= 0
            answer = self._ride(s, box) if blocker < 0 else self._stay(s, box, blocker, plans)
            if answer is not None:
                return answer
        return best(s, plans)

    def _ride(self, s: State, box: Box) -> int | None:
        """The answer that brings cavalry to V13 on the first turn."""
        if s.turn:
            return None
        if box == Box.ACTIVATE:
            able = [u for u in RIDERS if s.where[u] >= 0 and reach(s, u) & BIT[GATE]]
            return next((a for u in able for a in (u, HAT_UNIT + u) if a in s.options), None)
        return GATE if box == Box.MARCH and s.unit in RIDERS and GATE in s.options else None

    def _stay(self, s: State, box: Box, blocker: int, plans: Pair) -> int | None:
        """The answer that keeps it there, for as long as the rules let it."""
        if box in (Box.REDEPLOY, Box.TRUMPET, Box.ACTIVATE):
            left = {blocker, HAT_UNIT + blocker} if box == Box.ACTIVATE else {blocker}
        elif s.unit == blocker:
            left = set(s.options) - {PASS} if box == Box.MARCH else {EVADE}
        else:
            return None
        ranked = TITLE.advice.order(s) if TITLE.advice else s.options
        return next((a for a in ranked if a not in left), None)


def lead(scenario: str, options: Sequence[str], seed: int, answer: Best) -> int:
    """The Confederate lead at the end of a game."""
    s = TITLE.setup(scenario, tuple(options))
    TITLE.flow.scripted(s, Random(seed).random, answer, SCRIPTS)
    return s.points[Side.CSA] - s.points[Side.UNION]


def told(values: Sequence[float]) -> str:
    """A mean with its interval."""
    half = 1.96 * sqrt(variance(values) / len(values)) if len(values) > 1 else float("inf")
    return f"{mean(values):+.2f} ± {half:.2f}" if values else "none"


def compare(scenario: str, options: Sequence[str], pairs: int) -> None:
    plain, tricked, came = [], [], []
    for seed in range(pairs):
        trick = Trick()
        plain.append(lead(scenario, options, seed, best))
        tricked.append(lead(scenario, options, seed, trick.best))
        came.append(trick.came)
    rows = [b - a for a, b in zip(plain, tricked)]
    print(f"{scenario} {' '.join(options)}: Confederate lead without {told(plain)}, with {told(tricked)}")
    print(f"  difference {told(rows)} ({pairs} pairs)")
    print(f"  where the cavalry came to V13: {told([row for row, c in zip(rows, came) if c])} ({sum(came)} pairs)", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    pairs = int(words.pop(0)) if words and words[0].isdigit() else 1000
    scenarios = [word for word in words if word in TITLE.scenarios]
    for scenario in scenarios or ("july-1", "campaign"):
        compare(scenario, [word for word in words if word not in TITLE.scenarios], pairs)
