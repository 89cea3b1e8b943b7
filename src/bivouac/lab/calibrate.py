"""Does what the table calls seventy per cent come true seventy times in a hundred? The shown chance against the end of matches.

Positions at the beginnings of turns are looked at, of matches of every level against itself and against the others. As many of a short
match as of a long one, so that each counts for the turns of its match: else whatever ends matches early would seem likelier than it is. A
correction (see `agents.shown`) is fitted for each level by logistic regression and measured on matches it has not seen: the matches are
dealt into four parts, and each part is put right by what the other three say.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from bivouac.agents import Clock
from bivouac.agents.shown import Curve, Span, corrected, level_at, log_odds, reckoned
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
ENOUGH = 100  # positions in a bin before it counts,
FEW = 20  # before it is drawn
OFF = 0.05  # so far off, and a correction is wanted
WORTH_IT = 0.99  # of the error at most may be left
PARTS = 4
FIRM, FIRM_THERE = 2.0, 3.0  # how firmly a correction holds to the plain chance, and that of a scenario to that of its title
LEAST, HELD = 0.05, 1e9  # the smallest slope, and what holds it there
STEPS, CLOSE = 12, 1e-4  # of Newton's: at most so many, until they are as short as that
Row = Sequence[tuple[int, float]]


class Look(NamedTuple):
    """A position: its match, between whom and where; the share of it that was over, the number of the turn, of the match's first and of its
    last one; the Union's reckoned chance, and what it got. `weight`: it stands for so many turns."""

    match: int
    players: str
    scenario: str
    share: float
    turn: int
    first: int
    last: int
    chance: float
    came: float

    @property
    def weight(self) -> int:
        return self.last - self.first + 1


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
    about = (number, name_of(plan.agents), plan.scenario or "")
    return [Look(*about, at / bout.answers, turn, *span, round(reckoned(title, s), 4), came) for at, turn, s in sorted(chosen, key=_first)]


def _first(start: tuple[int, int, Any]) -> int:
    return start[0]


def collect(title: Title[Any], levels: Sequence[str], matches: int, seed: str, seconds: float | None, crew: Crew) -> list[Look]:
    """So many matches of each level against each, through all scenarios of a title in turn."""
    scenarios = tuple(title.scenarios)
    tasks = [
        Task(Plan(title.id, scenarios[n % len(scenarios)], None, (), (union, csa), seed, seconds), n)
        for union in levels
        for csa in levels
        for n in range(matches)
    ]
    return [look for looks in crew.each(looks_of, tasks, list[Look]) for look in looks]


def name_of(players: tuple[str, str]) -> str:
    """Of two alike their level, else the Union's and the Confederacy's."""
    return players[0] if players[0] == players[1] else ":".join(players)


def level_of(look: Look) -> str:
    """The level of which a match is shown."""
    return level_at(look.players.split(":"))


def phases_of(looks: Sequence[Look]) -> dict[str, list[Look]]:
    """Thirds of what a match of the scenario takes on average: how long this one would take nobody knew at the time."""
    spans, found = spans_of(looks), {phase: list[Look]() for phase in PHASES}
    for look in looks:
        found[PHASES[min(int(3 * spans[look.scenario].late(look.turn)), 2)]].append(look)
    return found


Right = Callable[[Look], float]


def as_reckoned(look: Look) -> float:
    return look.chance


def reliability(looks: Sequence[Look], right: Right = as_reckoned) -> Reliability:
    shown = [(right(x), x) for x in looks]
    mean = _mean((x.came, x) for x in looks)
    bins = []
    for i in range(BINS):
        inside = [(chance, x) for chance, x in shown if min(int(BINS * chance), BINS - 1) == i]
        if inside:
            came = _mean((x.came, x) for _, x in inside)
            bins.append(Bin(len(inside), round(_mean(inside), 4), round(came, 4), round(_luck(inside), 4)))
    brier, blind = (_mean(((guess - x.came) ** 2, x) for guess, x in guesses) for guesses in (shown, [(mean, x) for x in looks]))
    off, luck = max(((abs(b.shown - b.came), b.luck) for b in bins if b.positions >= ENOUGH), default=(0.0, 0.0))
    return Reliability(len(looks), round(brier, 4), round(blind, 4), round(off, 3), round(luck, 3), bins)


def _mean(values: Iterable[tuple[float, Look]]) -> float:
    """Of something for each look, which counts for what it stands for."""
    total, weight = 0.0, 0
    for value, look in values:
        total += value * look.weight
        weight += look.weight
    return total / weight


def _luck(inside: Sequence[tuple[float, Look]]) -> float:
    """Two standard errors of a mean gap. The positions of one match have one end, so that they count together."""
    mean = _mean((x.came - chance, x) for chance, x in inside)
    strays: dict[object, float] = defaultdict(float)
    for chance, x in inside:
        strays[x.players, x.match] += x.weight * (x.came - chance - mean)
    return 1.96 * sqrt(sum(stray**2 for stray in strays.values())) / sum(x.weight for _, x in inside)


# --- the correction -----------------------------------------------------------------------------------------------


def fitted(title: str, level: str, looks: Sequence[Look]) -> Curve:
    """The correction that foresees these looks of one level best, held a little to the plain chance."""
    spans = spans_of(looks)
    scenarios = [*spans]
    each = len(looks) / sum(x.weight for x in looks)
    rows = []
    for x in looks:
        late, odds, at = spans[x.scenario].late(x.turn), log_odds(x.chance), 4 + 2 * scenarios.index(x.scenario)
        shifts = [(i, part) for first in (2, at) for i, part in ((first, 1 - late), (first + 1, late))]
        rows.append(([(0, odds * (1 - late)), (1, odds * late), *shifts], x.came, each * x.weight))
    there = 2 * len(scenarios)
    plain, firm = [1.0, 1.0, 0.0, 0.0] + [0.0] * there, [FIRM] * 4 + [FIRM_THERE] * there
    found = _newton(rows, plain, firm)
    if turned := [i for i in (0, 1) if found[i] < LEAST]:  # whoever stands better is never foreseen to lose
        for i in turned:
            plain[i], firm[i] = LEAST, HELD
        found = _newton(rows, plain, firm)
    pairs = [(round(early, 3), round(later, 3)) for early, later in zip(found[::2], found[1::2])]
    there_too = [spans[s]._replace(early=early, later=later) for s, (early, later) in zip(scenarios, pairs[2:])]
    return Curve(title, level, "", len(looks), pairs[0], pairs[1], there_too)


def spans_of(looks: Sequence[Look]) -> dict[str, Span]:
    return {s: _span([x for x in looks if x.scenario == s]) for s in sorted({x.scenario for x in looks})}


def _span(looks: Sequence[Look]) -> Span:
    """When a match of a scenario begins and ends, on average."""
    ends = {(x.players, x.match): (x.first, x.last) for x in looks}
    first, last = (round(sum(column) / len(ends), 1) for column in zip(*ends.values()))
    return Span(looks[0].scenario, first, last, 0.0, 0.0)


def _newton(rows: Sequence[tuple[Row, float, float]], plain: Sequence[float], firm: Sequence[float]) -> list[float]:
    """Logistic regression with a pull towards `plain`; each row with what came of it, and its weight."""
    n, theta = len(plain), [*plain]
    for _ in range(STEPS):
        slope = [pull * (p - t) for p, t, pull in zip(plain, theta, firm)]
        bend = [[firm[i] * (i == j) for j in range(n)] for i in range(n)]
        for row, came, weight in rows:
            chance = logistic(sum(theta[i] * v for i, v in row))
            for i, v in row:
                slope[i] += weight * (came - chance) * v
                for j, u in row:
                    bend[i][j] += weight * chance * (1 - chance) * u * v
        steps = _solved(bend, slope)
        theta = [t + d for t, d in zip(theta, steps)]
        if max(map(abs, steps)) < CLOSE:
            break
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


def aside(title: str, level: str, looks: Sequence[Look]) -> Right:
    """The correction of each match by the matches of the other parts. What is not between two of the level is none of its own."""
    own = [x for x in looks if x.players == level]
    curves = [fitted(title, level, [x for x in own if part_of(x) != part]) for part in range(PARTS)]
    return lambda look: corrected(curves[part_of(look)], look.scenario, look.turn, look.chance)


def part_of(look: Look) -> int:
    return int(PARTS * Random(f"part:{look.players}:{look.match}").random())


def wanted_curve(title: str, level: str, looks: Sequence[Look]) -> Curve | None:
    """A correction where the chance between two of a level is off by more than five points, in all or in a phase, and it does better on
    matches it has not seen; else none."""
    own = [x for x in looks if x.players == level]
    parts = [part for part in (own, *phases_of(own).values()) if part]
    if all(reliability(part).off <= OFF for part in parts):
        return None
    better = reliability(own, aside(title, level, own)).brier <= WORTH_IT * reliability(own).brier
    return fitted(title, level, own) if better else None


# --- the picture --------------------------------------------------------------------------------------------------


SIZE, EDGE = 240, 40  # of a panel, and what is around it
Curves = Sequence[tuple[str, str, Reliability]]
"""Reliability curves: the name of each, its colour, and its bins."""


def as_svg(title: str, panels: Sequence[tuple[str, Curves]]) -> str:
    """A panel for each part of the matches, side by side."""
    wide, high = len(panels) * (SIZE + EDGE) + EDGE, SIZE + 2 * EDGE + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#f6efdd"/><text x="{EDGE}" y="22" font-size="16">{title}</text>'
        + "".join(
            f'<g transform="translate({EDGE + n * (SIZE + EDGE)} {EDGE + 16})">{_panel(*panel)}</g>' for n, panel in enumerate(panels)
        )
        + "</svg>\n"
    )


def _panel(name: str, curves: Curves) -> str:
    out = [
        f'<text y="-8">{name}</text><path d="M0 {SIZE}L{SIZE} 0" stroke="#8a765a" stroke-dasharray="4 4"/>'
        f'<path d="M0 0V{SIZE}H{SIZE}" fill="none" stroke="#2a2018"/>'
    ]
    for row, (what, colour, found) in enumerate(curves):
        spots = [(SIZE * b.shown, SIZE * (1 - b.came), b.positions) for b in found.bins if b.positions >= FEW]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in spots)
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>' if spots else "")
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + n**0.5 / 5:.1f}" fill="{colour}" fill-opacity=".7"/>' for x, y, n in spots]
        out.append(f'<text x="8" y="{14 + 17 * row}" fill="{colour}">{what}</text>')
    for tick in (0, 50, 100):
        at = SIZE * tick / 100
        out.append(f'<text x="{at:.0f}" y="{SIZE + 16}" text-anchor="middle">{tick} %</text>')
        out.append(f'<text x="-4" y="{SIZE - at + 4:.0f}" text-anchor="end">{tick}</text>')
    return "".join(out)
