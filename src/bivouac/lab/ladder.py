"""A ladder: a round robin of agents, seats swapped, the same seeds for every pair; win rates, Elo, seconds per decision, a plot."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from bivouac.agents import Clock, hire_agent
from bivouac.core.ids import SIDES
from bivouac.lab.bout import Bout
from bivouac.lab.crew import Crew
from bivouac.lab.origin import Origin, origin
from bivouac.lab.simulate import interval
from bivouac.titles import load

ANCHOR = "veteran"  # stands at EVEN if it takes part, else the first agent does
EVEN = 1500.0
POINTS = 400 / math.log(10)  # of a rating, for each natural logarithm of the odds


class Game(NamedTuple):
    """One match of a ladder: the first agent has the Union when `swapped` is False."""

    title: str
    scenario: str | None
    options: tuple[str, ...]
    first: str
    second: str
    seed: str
    swapped: bool
    seconds: float | None


class Score(NamedTuple):
    game: Game
    points: float
    decisions: tuple[int, int]
    thinking: tuple[float, float]
    slowest: tuple[float, float]


@dataclass
class Pairing:
    """What came of the matches of two agents: wins of the first, draws, and matches."""

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    matches: int = 0

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.matches if self.matches else 0.5


@dataclass
class Ladder:
    pairings: list[Pairing]
    elo: dict[str, float] = field(default_factory=dict)
    elo_margin: dict[str, float] = field(default_factory=dict)
    seconds_per_decision: dict[str, float] = field(default_factory=dict)
    slowest_decision: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        rows = []
        for p in self.pairings:
            low, high = interval(p.wins + p.draws // 2, p.matches)
            rows.append(
                {
                    "first": p.first,
                    "second": p.second,
                    "wins": p.wins,
                    "draws": p.draws,
                    "matches": p.matches,
                    "rate": round(p.rate, 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                }
            )
        return {
            "pairings": rows,
            "elo": {k: round(v) for k, v in self.elo.items()},
            "elo_margin": {k: round(v) for k, v in self.elo_margin.items()},
            "seconds": round(self.seconds, 1),
            "seconds_per_decision": self.seconds_per_decision,
            "slowest_decision": self.slowest_decision,
        }


def play_game(game: Game) -> Score:
    bout = Bout(load(game.title), game.scenario, game.options, Random(game.seed))
    names = (game.second, game.first) if game.swapped else (game.first, game.second)
    seats = {side: hire_agent(name, Random(f"{game.seed}:{side}")) for side, name in zip(SIDES, names)}
    decisions, thinking, slowest = [0, 0], [0.0, 0.0], [0.0, 0.0]
    while (side := bout.asked) is not None:
        started = time.process_time()
        answer = bout.decision(seats[side], Clock(game.seconds, time.process_time))
        spent = time.process_time() - started
        who = side ^ game.swapped
        decisions[who] += 1
        thinking[who] += spent
        slowest[who] = max(slowest[who], spent)
        bout.play(answer)
    points = bout.outcome.worth(SIDES[game.swapped])
    return Score(game, points, (decisions[0], decisions[1]), (thinking[0], thinking[1]), (slowest[0], slowest[1]))


def made_by(game: Game) -> Origin:
    return origin(game.title, (game.first, game.second))


def run_ladder(
    title: str,
    scenario: str | None,
    options: tuple[str, ...],
    names: Sequence[str],
    matches: int,
    seed: str,
    seconds: float | None,
    crew: Crew | None = None,
) -> Ladder:
    """`matches` for each pair; every second one with the seats swapped, on the same seed."""
    started = time.perf_counter()
    pairs = {(a, b): Pairing(a, b) for a, b in combinations(names, 2)}
    games = [Game(title, scenario, options, a, b, f"{seed}:{i // 2}", bool(i % 2), seconds) for a, b in pairs for i in range(matches)]
    spent: dict[str, list[float]] = {name: [0.0, 0.0, 0.0] for name in names}
    for score in (crew or Crew()).each(play_game, games, Score, by=made_by):
        pair = pairs[score.game.first, score.game.second]
        pair.matches += 1
        pair.wins += score.points == 1
        pair.draws += score.points == 0.5
        for i, name in enumerate((pair.first, pair.second)):
            spent[name][0] += score.decisions[i]
            spent[name][1] += score.thinking[i]
            spent[name][2] = max(spent[name][2], score.slowest[i])
    ladder = Ladder(list(pairs.values()), elo(list(pairs.values()), names), elo_margin(list(pairs.values()), names))
    ladder.seconds_per_decision = {name: round(t / n, 5) if n else 0.0 for name, (n, t, _) in spent.items()}
    ladder.slowest_decision = {name: round(s, 3) for name, (_, _, s) in spent.items()}
    ladder.seconds = time.perf_counter() - started
    return ladder


def anchor_of(names: Sequence[str]) -> str:
    return ANCHOR if ANCHOR in names else names[0]


def elo(pairings: Sequence[Pairing], names: Sequence[str]) -> dict[str, float]:
    """Ratings that fit the results best (Bradley and Terry), the anchor at EVEN. Half a point is added on both sides of every pair, so
    that nobody who never lost is infinitely strong."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):
        for name in names:
            won = faced = 0.0
            for p in pairings:
                if name in (p.first, p.second):
                    other = p.second if name == p.first else p.first
                    won += 0.5 + (p.rate if name == p.first else 1 - p.rate) * p.matches
                    faced += (p.matches + 1) / (strength[name] + strength[other])
            if faced:
                strength[name] = won / faced
    base = strength[anchor_of(names)]
    return {name: EVEN + POINTS * math.log(s / base) for name, s in strength.items()}


def elo_margin(pairings: Sequence[Pairing], names: Sequence[str]) -> dict[str, float]:
    """How far from the anchor's each rating may lie off, 95 times in 100: from how sharply the results tell ratings apart (the inverse of
    their information)."""
    ratings, others = elo(pairings, names), [name for name in names if name != anchor_of(names)]
    known = [[0.0] * len(others) for _ in others]
    for p in pairings:
        chance = 1 / (1 + math.exp((ratings[p.second] - ratings[p.first]) / POINTS))
        tells = (p.matches + 1) * chance * (1 - chance)
        at = [others.index(name) for name in (p.first, p.second) if name in others]
        for i in at:
            for j in at:
                known[i][j] += tells if i == j else -tells
    return {anchor_of(names): 0.0} | {name: 1.96 * POINTS * _solved(known, i) ** 0.5 for i, name in enumerate(others)}


def _solved(matrix: Sequence[Sequence[float]], at: int) -> float:
    """An element on the diagonal of the inverse of a positive matrix, by elimination."""
    rows = [[*row, float(i == at)] for i, row in enumerate(matrix)]
    for i, row in enumerate(rows):
        for other in rows[:i] + rows[i + 1 :]:
            share = other[i] / row[i]
            other[:] = [a - share * b for a, b in zip(other, row)]
    return rows[at][-1] / rows[at][at]


def plot(ladder: Ladder, heading: str) -> str:
    """The pairings as bars with their 95 % intervals, as SVG."""
    row, left, width = 34, 210, 420
    height = 50 + row * len(ladder.pairings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 90} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="100%" height="100%" fill="#f6efdd"/><text x="12" y="24" font-size="16">{escape(heading)}</text>',
    ]
    for i, p in enumerate(ladder.pairings):
        y = 44 + i * row
        low, high = interval(p.wins + p.draws // 2, p.matches)
        parts.append(
            f'<text x="{left - 10}" y="{y + 15}" text-anchor="end">{escape(p.first)} – {escape(p.second)}</text>'
            f'<rect x="{left}" y="{y}" width="{width}" height="20" fill="#d9cfb4"/>'
            f'<rect x="{left}" y="{y}" width="{width * p.rate:.1f}" height="20" fill="#1f3a5f"/>'
            f'<path d="M{left + width * low:.1f} {y + 10}H{left + width * high:.1f}" stroke="#b0413e" stroke-width="3"/>'
            f'<text x="{left + width + 8}" y="{y + 15}">{100 * p.rate:.1f} %</text>'
        )
    return "".join(parts) + "</svg>\n"
