"""Does what the table calls seventy per cent come true seventy times in a hundred? The shown chance against the end of matches.

Positions at the beginnings of turns are looked at, of matches of every level against itself. A correction (see `agents.shown`) is fitted by
logistic regression and measured on matches it has not seen: the matches are dealt into four parts, and each part is put right by what the
other three say.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from bivouac.agents import Clock
from bivouac.agents.shown import Curve, Span, corrected, log_odds, reckoned
from bivouac.core.ids import Side
from bivouac.core.learned import logistic
from bivouac.core.title import Title
from bivouac.lab.bout import Bout
from bivouac.lab.crew import Crew
from bivouac.lab.simulate import Plan, seats_of
from bivouac.titles import load

PHASES = ("opening", "middle", "end")  # thirds of a match
LOOKS = 6  # positions of a match, two of each third
BINS = 10
ENOUGH = 100  # positions in a bin before it counts
OFF = 0.05  # so far off, and a correction is wanted
WORTH_IT = 0.99  # of the error at most may be left
PARTS = 4
FIRM, FIRM_THERE = 2.0, 40.0  # how firmly a correction holds to the plain chance, and that of a scenario to that of its title
STEPS = 12  # of Newton's
Row = Sequence[tuple[int, float]]


class Look(NamedTuple):
    """A position: its match, between whom and where; the share of it that was over, the number of the turn, of the match's first and of its
    last one; the Union's reckoned chance, and what it got."""

    match: int
    players: str
    scenario: str
    share: float
    turn: int
    first: int
    last: int
    chance: float
    came: float


class Bin(NamedTuple):
    """`luck`: how far apart the two means may be by luck alone, 95 times in 100."""

    positions: int
    shown: float
    came: float
    luck: float


class Reliability(NamedTuple):
    """`brier`: the mean squared error; `blind`: the same if the mean were foreseen always; `off`: the largest gap of a bin that counts, and
    `luck`, the gap that luck explains there."""

    positions: int
    brier: float
    blind: float
    off: float
    luck: float
    bins: list[Bin]


class Task(NamedTuple):
    plan: Plan
    number: int


def looks_of(task: Task) -> list[Look]:
    """Some positions of a match, two of each third of it."""
    plan, number = task
    title = load(plan.title)
    advice = title.advice
    assert advice is not None
    bout = Bout(title, plan.scenario, plan.options, Random(f"{plan.seed}:{number}"))
    seats = seats_of(plan, number)
    starts: list[tuple[int, int, Any]] = []
    while bout.asked is not None:
        turn = advice.turn(bout.state)
        if not starts or starts[-1][1] != turn:
            starts.append((bout.answers, turn, bout.state.clone()))
        bout.play(bout.decision(seats[bout.asked], Clock(plan.seconds_per_turn, time.process_time)))
    rng, chosen = Random(f"{plan.seed}:{number}:looks"), []
    for third in range(3):
        some = [start for start in starts if third <= 3 * start[0] / bout.answers < third + 1]
        chosen += rng.sample(some, min(LOOKS // 3, len(some)))
    span, came = (starts[0][1], starts[-1][1]), bout.outcome.worth(Side.UNION)
    about = (number, plan.agents[0], plan.scenario or "")
    return [Look(*about, at / bout.answers, turn, *span, round(reckoned(title, s), 4), came) for at, turn, s in sorted(chosen, key=_first)]


def _first(start: tuple[int, int, Any]) -> int:
    return start[0]


def collect(title: Title[Any], levels: Sequence[str], matches: int, seed: str, seconds: float | None, crew: Crew) -> list[Look]:
    """So many matches of each level against itself, through all scenarios of a title in turn."""
    scenarios = tuple(title.scenarios)
    tasks = [
        Task(Plan(title.id, scenarios[n % len(scenarios)], None, (), (level, level), seed, seconds), n)
        for level in levels
        for n in range(matches)
    ]
    return [look for looks in crew.each(looks_of, tasks, list[Look]) for look in looks]


def phase_of(look: Look) -> str:
    return PHASES[min(int(3 * look.share), 2)]


Right = Callable[[Look], float]


def as_reckoned(look: Look) -> float:
    return look.chance


def reliability(looks: Sequence[Look], right: Right = as_reckoned) -> Reliability:
    pairs = [(right(x), x.came, (x.players, x.match)) for x in looks]
    n = len(pairs)
    mean = sum(came for _, came, _ in pairs) / n
    bins = []
    for i in range(BINS):
        inside = [p for p in pairs if min(int(BINS * p[0]), BINS - 1) == i]
        if inside:
            shown, came = (sum(column) / len(inside) for column in ([p[0] for p in inside], [p[1] for p in inside]))
            bins.append(Bin(len(inside), round(shown, 4), round(came, 4), round(_luck(inside), 4)))
    brier, blind = (sum((guess(c) - w) ** 2 for c, w, _ in pairs) / n for guess in (lambda c: c, lambda c: mean))
    off, luck = max(((abs(b.shown - b.came), b.luck) for b in bins if b.positions >= ENOUGH), default=(0.0, 0.0))
    return Reliability(n, round(brier, 4), round(blind, 4), round(off, 3), round(luck, 3), bins)


def _luck(inside: Iterable[tuple[float, float, object]]) -> float:
    """Two standard errors of a mean gap. The positions of one match have one end, so that they count together."""
    gaps: dict[object, float] = defaultdict(float)
    count = 0
    for chance, came, match in inside:
        gaps[match] += came - chance
        count += 1
    mean = sum(gaps.values()) / count
    share = count / len(gaps)
    return 1.96 * sqrt(sum((gap - mean * share) ** 2 for gap in gaps.values())) / count


# --- the correction -----------------------------------------------------------------------------------------------


def fitted(title: str, looks: Sequence[Look]) -> Curve:
    """The correction that foresees these looks best, held a little to the plain chance."""
    scenarios = sorted({x.scenario for x in looks})
    spans = {s: _span([x for x in looks if x.scenario == s]) for s in scenarios}
    rows = []
    for x in looks:
        late, odds, at = spans[x.scenario].late(x.turn), log_odds(x.chance), 4 + 2 * scenarios.index(x.scenario)
        shifts = [(i, part) for first in (2, at) for i, part in ((first, 1 - late), (first + 1, late))]
        rows.append(([(0, odds * (1 - late)), (1, odds * late), *shifts], x.came))
    there = 2 * len(scenarios)
    found = _newton(rows, [1.0, 1.0, 0.0, 0.0] + [0.0] * there, [FIRM] * 4 + [FIRM_THERE] * there)
    pairs = [(round(early, 3), round(later, 3)) for early, later in zip(found[::2], found[1::2])]
    there_too = [spans[s]._replace(early=early, later=later) for s, (early, later) in zip(scenarios, pairs[2:])]
    return Curve(title, "", len(looks), pairs[0], pairs[1], there_too)


def _span(looks: Sequence[Look]) -> Span:
    """When a match of a scenario begins and ends, on average."""
    ends = {(x.players, x.match): (x.first, x.last) for x in looks}
    first, last = (round(sum(column) / len(ends), 1) for column in zip(*ends.values()))
    return Span(looks[0].scenario, first, last, 0.0, 0.0)


def _newton(rows: Sequence[tuple[Row, float]], plain: Sequence[float], firm: Sequence[float]) -> list[float]:
    """Logistic regression with a pull towards `plain`."""
    n, theta = len(plain), [*plain]
    for _ in range(STEPS):
        slope = [pull * (p - t) for p, t, pull in zip(plain, theta, firm)]
        bend = [[firm[i] * (i == j) for j in range(n)] for i in range(n)]
        for row, came in rows:
            chance = logistic(sum(theta[i] * v for i, v in row))
            for i, v in row:
                slope[i] += (came - chance) * v
                for j, u in row:
                    bend[i][j] += chance * (1 - chance) * u * v
        theta = [t + d for t, d in zip(theta, _solved(bend, slope))]
    return theta


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a positive definite system."""
    rows = [[*row, r] for row, r in zip(matrix, right)]
    for i, top in enumerate(rows):
        for row in rows[i + 1 :]:
            share = row[i] / top[i]
            row[i:] = [a - share * b for a, b in zip(row[i:], top[i:])]
    found: list[float] = []
    for i in range(len(rows) - 1, -1, -1):
        found.insert(0, (rows[i][-1] - sum(a * b for a, b in zip(rows[i][i + 1 : -1], found))) / rows[i][i])
    return found


def aside(title: str, looks: Sequence[Look]) -> Right:
    """The correction of each match by the matches of the other parts."""
    curves = [fitted(title, [x for x in looks if part_of(x) != part]) for part in range(PARTS)]
    return lambda look: corrected(curves[part_of(look)], look.scenario, look.turn, look.chance)


def part_of(look: Look) -> int:
    return int(PARTS * Random(f"part:{look.players}:{look.match}").random())


def wanted_curve(title: str, looks: Sequence[Look]) -> Curve | None:
    """A correction where the chance is off by more than five points and it does better on matches it has not seen; else none."""
    plain = reliability(looks)
    if plain.off <= OFF or reliability(looks, aside(title, looks)).brier > WORTH_IT * plain.brier:
        return None
    return fitted(title, looks)


# --- the picture --------------------------------------------------------------------------------------------------


def as_svg(title: str, parts: Sequence[tuple[str, str, Reliability]]) -> str:
    """Reliability curves: for each part its name, its colour, and its bins."""
    size, edge = 300, 44
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 2 * edge} {size + 2 * edge}" font-family="serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#f6efdd"/><text x="{edge}" y="24" font-size="16">{title}</text>'
        f'<path d="M{edge} {edge + size}L{edge + size} {edge}" stroke="#8a765a" stroke-dasharray="4 4"/>'
        f'<path d="M{edge} {edge}V{edge + size}H{edge + size}" fill="none" stroke="#2a2018"/>'
    ]
    for row, (name, colour, found) in enumerate(parts):
        spots = [(edge + size * b.shown, edge + size * (1 - b.came), b.positions) for b in found.bins]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in spots)
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + n**0.5 / 2:.1f}" fill="{colour}" fill-opacity=".7"/>' for x, y, n in spots]
        out.append(f'<text x="{edge + 8}" y="{edge + 14 + 17 * row}" fill="{colour}">{name}</text>')
    for tick in (0, 50, 100):
        at = edge + size * tick / 100
        out.append(f'<text x="{at:.0f}" y="{edge + size + 18}" text-anchor="middle">{tick} %</text>')
        out.append(f'<text x="{edge - 4}" y="{2 * edge + size - at + 4:.0f}" text-anchor="end">{tick}</text>')
    return "".join(out) + "</svg>\n"
