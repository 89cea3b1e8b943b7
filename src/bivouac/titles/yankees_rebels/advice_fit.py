"""Calibrates the evaluation on scripted matches: what a scenario gives by itself (`start`), and the `spread` of the final margin.

    python -m bivouac.titles.yankees_rebels.advice_fit 200 60

for 200 matches of july-1 and 60 of july-2; the numbers go into `data/advice.toml`. Both sides follow the script and slip now and then,
so that positions differ. The margin that the other features leave unexplained is fitted to the time left by least squares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels import TITLE
from bivouac.titles.yankees_rebels.advice import activation, order
from bivouac.titles.yankees_rebels.advice_value import dot, time_left, weigh
from bivouac.titles.yankees_rebels.state import Gettysburg

SLIPS = 0.1
SEEN = 0.3
RIDGE = 1.0
MEAN_TO_DEVIATION = 1.25
Row = tuple[list[float], float]
SCENARIOS = ("july-1", "july-2")


def play(scenario: str, seed: str, look: Callable[[Gettysburg], None]) -> int:
    """One match; `look` sees some of the positions between two activations. The margin of the Confederacy."""
    s, rng, flow, now = TITLE.setup(scenario), Random(seed), TITLE.flow, -1
    while s.stack:
        if activation(s) != now:
            now = activation(s)
            if rng.random() < SEEN:
                look(s)
        if flow.is_chance(s):
            flow.play(s, rng.choices(s.options, flow.weights(s))[0])
        else:
            flow.play(s, rng.choice(s.options) if rng.random() < SLIPS else order(s)[0])
    return s.points[Side.CSA] - s.points[Side.UNION]


def rows_of(scenario: str, matches: int) -> list[Row]:
    """What was seen: one and the time left, with the part of the final margin that the other features do not explain."""
    rows: list[Row] = []
    for i in range(matches):
        seen: list[tuple[list[float], float]] = []

        def look(s: Gettysburg, seen: list[tuple[list[float], float]] = seen) -> None:
            seen.append(([1.0, time_left(s)], sum(weigh(s)[:-1])))

        margin = play(scenario, f"fit:{i}", look)
        rows += [(x, margin - explained) for x, explained in seen]
    return rows


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss with pivots."""
    n = len(right)
    rows = [[*row, r] for row, r in zip(matrix, right)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[p] = rows[p], rows[i]
        for k in range(i + 1, n):
            ratio = rows[k][i] / rows[i][i]
            rows[k] = [a - ratio * b for a, b in zip(rows[k], rows[i])]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - dot(rows[i][i + 1:n], found[i + 1:])) / rows[i][i]
    return found


def fit(rows: Sequence[Row]) -> list[float]:
    n = len(rows[0][0])
    matrix = [[RIDGE * (i == k) for k in range(n)] for i in range(n)]
    right = [0.0] * n
    for x, y in rows:
        for i, a in enumerate(x):
            if a:
                row = matrix[i]
                right[i] += a * y
                for k, b in enumerate(x):
                    row[k] += a * b
    return solve(matrix, right)


def main(counts: Sequence[str]) -> None:
    for scenario, count in zip(SCENARIOS, counts):
        rows = rows_of(scenario, int(count))
        start = fit(rows)
        low, more = fit([(x, abs(y - dot(x, start)) * MEAN_TO_DEVIATION) for x, y in rows])
        print(f"{scenario}: start {start[0]:.2f} at the end, {start[1]:.2f} for the time left; spread = [{low:.2f}, {more:.2f}]")


if __name__ == "__main__":
    main(sys.argv[1:])
