"""Plan against plan: the table of a scenario's plans, and the mixtures that a matrix game makes of it.

Every plan of the Union plays every plan of the Confederacy, script against script. A side's mixture is what it had best play without
knowing the other's plan: found by regret matching, in which each side's regrets for the plans it did not play become its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from bivouac.core.ids import Side
from bivouac.core.plans import Pair, Plans, PlansFile, Table, options_of
from bivouac.core.title import BadSetup
from bivouac.lab.crew import Crew
from bivouac.lab.origin import origin
from bivouac.titles import load

Rates = list[list[float]]
ROUNDS = 20_000
NEAR = 0.1  # plans that do so nearly as well as the best have a part in the mixture too,
VARIETY = 0.3  # and this is their part
PRIOR = 8  # matches that the mean of a plan's row and column is worth beside the cell's own
EVEN = 0.1  # so near to a half no handicap is looked for
NOISE = 0.05  # by less than this a handicap helps by chance
AGAIN = 4  # times as many matches tell what the best of them does
SMALL = 0.04  # weights below this are noise of the table, and left out


class Cell(NamedTuple):
    title: str
    scenario: str
    plans: Pair
    matches: int
    seed: str


def plans_of(title: str) -> Plans:
    advice = load(title).advice
    assert advice is not None and advice.plans is not None, f"{title} has no plans"
    return advice.plans


def play(title: str, scenario: str, plans: Pair, rng: Random, options: Sequence[str] = ()) -> float:
    """One match of the script against itself; what the Union made of it."""
    known, order = load(title), plans_of(title).order
    flow, s = known.flow, known.setup(scenario, options)
    while s.stack:
        if flow.is_chance(s):
            weights = flow.weights(s)
            answer = rng.choices(s.options, weights)[0] if weights else rng.choice(s.options)
        else:
            answer = order(s, plans)[0]
        flow.play(s, answer)
    assert s.outcome is not None
    return float(s.outcome.worth(Side.UNION))


def play_cell(cell: Cell) -> float:
    """The Union's rate. Every cell has the same seeds."""
    return sum(play(cell.title, cell.scenario, cell.plans, Random(f"{cell.seed}:{i}")) for i in range(cell.matches)) / cell.matches


def make_table(title: str, scenario: str, matches: int, seed: str, crew: Crew | None = None) -> Table:
    union, csa = plans_of(title).names
    cells = [Cell(title, scenario, (u, c), matches, seed) for u in range(len(union)) for c in range(len(csa))]
    found = list((crew or Crew()).each(play_cell, cells, float, by=lambda cell: origin(cell.title)))
    return mixed(title, scenario, matches, [found[i : i + len(csa)] for i in range(0, len(found), len(csa))])


def mixed(title: str, scenario: str, matches: int, rates: Rates) -> Table:
    """The table with its mixtures and their value."""
    union, csa = plans_of(title).names
    smooth = smoothed(rates, matches)
    north, south = solve(smooth)
    up = [sum(q * r for q, r in zip(south, row)) for row in smooth]
    down = [-sum(p * row[c] for p, row in zip(north, smooth)) for c in range(len(csa))]
    north, south = varied(north, up), varied(south, down)
    value = sum(p * q * r for p, row in zip(north, smooth) for q, r in zip(south, row))
    return Table(
        scenario, matches, round(value, 3), _named(union, north), _named(csa, south), [[round(r, 3) for r in row] for row in rates]
    )


def measured(title: str, table: Table, matches: int, seed: str) -> Table:
    """The table with what the Union really wins between the two mixtures: what it says itself, they were chosen by."""
    return msgspec.structs.replace(table, value=round(between(title, table, (), matches, f"{seed}:{table.scenario}:measured"), 3))


def evened(title: str, table: Table, handicaps: Sequence[str], matches: int, seed: str) -> Table:
    """The table with the handicap (an option, or several with a plus between them) that makes an uneven scenario most nearly even between
    the two mixtures, if one does better than none.
    What it does is then measured anew: the best of several was lucky, too."""
    off = abs(table.value - 0.5)
    if off <= EVEN:
        return table
    known = [option for option in handicaps if _is_possible(title, table.scenario, option)]
    tried = {option: between(title, table, options_of(option), matches, f"{seed}:{table.scenario}:{option}") for option in known}
    best = min(tried, key=lambda option: abs(tried[option] - 0.5), default="")
    if not best:
        return table
    rate = between(title, table, options_of(best), AGAIN * matches, f"{seed}:{table.scenario}:{best}:again")
    return msgspec.structs.replace(table, handicap=best, evened=round(rate, 3)) if abs(rate - 0.5) < off - NOISE else table


def between(title: str, table: Table, options: Sequence[str], matches: int, seed: str) -> float:
    """The Union's rate between the two mixtures, with options."""
    rng = Random(seed)
    lots = [[rng.choices(range(len(shares)), list(shares.values()))[0] for shares in (table.union, table.csa)] for _ in range(matches)]
    return sum(play(title, table.scenario, (u, c), rng, options) for u, c in lots) / matches


def _is_possible(title: str, scenario: str, handicap: str) -> bool:
    try:
        load(title).setup(scenario, options_of(handicap))
    except BadSetup:
        return False
    return True


def _named(names: Sequence[str], weights: Sequence[float]) -> dict[str, float]:
    return {name: round(weight, 3) for name, weight in zip(names, weights)}


def smoothed(rates: Rates, matches: int) -> Rates:
    """Rates that are less at the mercy of a few dice: what a plan does better or worse against one other plan than against all counts the
    more the more matches there were."""
    rows, columns = [sum(row) / len(row) for row in rates], [sum(column) / len(column) for column in zip(*rates)]
    mean, trust = sum(rows) / len(rows), matches / (matches + PRIOR)
    plain = [[min(1.0, max(0.0, r + c - mean)) for c in columns] for r in rows]
    return [[p + trust * (rate - p) for p, rate in zip(line, row)] for line, row in zip(plain, rates)]


def varied(mixture: Sequence[float], gains: Sequence[float]) -> list[float]:
    """A mixture with some room for the plans that do nearly as well as the best, so that nobody knows what will come."""
    near = [gain >= max(gains) - NEAR for gain in gains]
    return [(1.0 - VARIETY) * share + (VARIETY / sum(near) if is_near else 0.0) for share, is_near in zip(mixture, near)]


def solve(rates: Rates) -> tuple[list[float], list[float]]:
    """The mixtures of the Union, which wants the rates high, and of the Confederacy."""
    rows, columns = len(rates), len(rates[0])
    regrets = ([0.0] * rows, [0.0] * columns)
    sums = ([0.0] * rows, [0.0] * columns)
    for n in range(ROUNDS):
        north, south = _positive(regrets[0]), _positive(regrets[1])
        up = [sum(q * r for q, r in zip(south, row)) for row in rates]
        down = [-sum(p * row[c] for p, row in zip(north, rates)) for c in range(columns)]
        for mixture, gains, regret, total in ((north, up, regrets[0], sums[0]), (south, down, regrets[1], sums[1])):
            mean = sum(p * g for p, g in zip(mixture, gains))
            for i, gain in enumerate(gains):
                regret[i] = max(0.0, regret[i] + gain - mean)
                total[i] += mixture[i] * n
    return _without_small(sums[0]), _without_small(sums[1])


def _positive(regrets: Sequence[float]) -> list[float]:
    total = sum(regrets)
    return [r / total for r in regrets] if total > 0 else [1.0 / len(regrets)] * len(regrets)


def _without_small(sums: Sequence[float]) -> list[float]:
    mixture = _positive(sums)
    return _positive([w if w >= SMALL else 0.0 for w in mixture])


def gain(table: Table, side: int) -> float:
    """What the best single plan of a side makes more against the other side's mixture than its own mixture does, by the table."""
    rates = smoothed(table.rates, table.matches)
    value = sum(p * q * r for p, row in zip(table.union.values(), rates) for q, r in zip(table.csa.values(), row))
    return best_reply(table, side) - (value if side == Side.UNION else 1.0 - value)


def best_reply(table: Table, side: int) -> float:
    """What the best single plan of a side makes against the other side's mixture."""
    rates = smoothed(table.rates, table.matches)
    if side == Side.UNION:
        return max(sum(q * r for q, r in zip(table.csa.values(), row)) for row in rates)
    return 1.0 - min(sum(p * row[c] for p, row in zip(table.union.values(), rates)) for c in range(len(table.csa)))


def as_toml(file: PlansFile) -> str:
    lines = ["# Plan against plan. Made by the command below; not to be edited by hand.", f'command = "{file.command}"']
    for t in file.table:
        lines += [
            "",
            "[[table]]",
            f'scenario = "{t.scenario}"',
            f"matches = {t.matches}",
            f"value = {t.value}",
            f"union = {_inline(t.union)}",
            f"csa = {_inline(t.csa)}",
            "rates = [",
            *[f"    [{', '.join(f'{r:.3f}' for r in row)}],  # {name}" for name, row in zip(t.union, t.rates)],
            "]",
            *([f'handicap = "{t.handicap}"', f"evened = {t.evened}"] if t.handicap else []),
        ]
    return "\n".join(lines) + "\n"


def _inline(weights: dict[str, float]) -> str:
    return "{ " + ", ".join(f"{name} = {weight}" for name, weight in weights.items()) + " }"
