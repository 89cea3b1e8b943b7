"""Learn the weights of the evaluation from matches of the script against itself, and write data/advice.toml.

    python -m bivouac.titles.house_divided.advice_learn --matches 600 --seed 1

Every player turn's beginning is an example; its label is the match's result. The script slips now and then, so that positions differ.
The fit is a logistic regression by Newton's method, with a small penalty on the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module, resources
from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

from bivouac.titles.house_divided.advice import NAMES, PACKAGE, is_war, union_features
from bivouac.titles.house_divided.flow import FLOW
from bivouac.titles.house_divided.printed import UNION
from bivouac.titles.house_divided.script import order

Example = tuple[tuple[float, ...], float]
SLIPS: Final = 0.04  # how often the script answers anything
PENALTY: Final = 2.0
ROUNDS: Final = 12
SCENARIOS: Final = {"war": ("1861", "1864"), "margin": ("1862", "1863")}


def play(title: Any, scenario: str, rng: Random) -> list[Example]:
    """One match as examples. Each side slips as often as it likes, so that the better play of either is seen to pay."""
    s = title.setup(scenario)
    slips = [SLIPS * rng.random() * 2, SLIPS * rng.random() * 2]
    seen: list[tuple[float, ...]] = []
    turn = -1
    while s.stack:
        if 2 * s.turn + s.active != turn:
            turn = 2 * s.turn + s.active
            seen.append(union_features(s))
        side = FLOW.side(s)
        if FLOW.is_chance(s) or rng.random() < slips[side]:
            answer = rng.choice(s.options)
        else:
            answer = order(s)[0]
        FLOW.play(s, answer)
    winner = s.outcome.winner
    label = 0.5 if winner is None else float(winner == UNION)
    return [(x, label) for x in seen]


def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-max(min(x, 30.0), -30.0)))


def fit(examples: Sequence[Example]) -> list[float]:
    """Newton's method on the penalised likelihood."""
    n = len(NAMES)
    weights = [0.0] * n
    for _ in range(ROUNDS):
        slope = [-PENALTY * w for w in weights]
        bend = [[PENALTY if i == j else 0.0 for j in range(n)] for i in range(n)]
        for x, label in examples:
            p = sigmoid(sum([w * v for w, v in zip(weights, x)]))
            error, spread = label - p, max(p * (1.0 - p), 1e-6)
            for i in range(n):
                slope[i] += error * x[i]
                row, scaled = bend[i], spread * x[i]
                for j in range(i + 1):
                    row[j] += scaled * x[j]
        for i in range(n):
            for j in range(i):
                bend[j][i] = bend[i][j]
        weights = [w + d for w, d in zip(weights, solve(bend, slope))]
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss elimination."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def error_of(weights: Sequence[float], examples: Sequence[Example]) -> float:
    """Mean squared error (Brier's score)."""
    return sum([(sigmoid(sum([w * v for w, v in zip(weights, x)])) - y) ** 2 for x, y in examples]) / len(examples)


def learn(matches: int, seed: str) -> str:
    title = import_module(PACKAGE).TITLE
    rng = Random(seed)
    lines = [
        "# Weights of the evaluation, learned from matches of the script against itself. Made by the command below; do not edit by hand.",
        "", f'command = "python -m {PACKAGE}.advice_learn --matches {matches} --seed {seed}"', f"matches = {matches}",
    ]
    for kind, scenarios in SCENARIOS.items():
        games = [play(title, scenarios[i % len(scenarios)], rng) for i in range(matches if kind == "margin" else matches // 2)]
        assert is_war(title.setup(scenarios[0])) == (kind == "war")
        train = [e for game in games[: len(games) * 4 // 5] for e in game]
        test = [e for game in games[len(games) * 4 // 5:] for e in game]
        weights = fit(train)
        mean = sum([y for _, y in train]) / len(train)
        spread = sum([(mean - y) ** 2 for _, y in test]) / len(test)
        print(f"{kind}: {len(train)} examples, error {error_of(weights, test):.4f}, of the mean {spread:.4f}")
        lines += ["", f"[{kind}]", *[f"{name} = {round(w, 4)}" for name, w in zip(NAMES, weights)]]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=600)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    path = Path(str(resources.files(PACKAGE).joinpath("data", "advice.toml")))
    path.write_text(learn(chosen.matches, chosen.seed), "utf-8")


if __name__ == "__main__":
    main()
