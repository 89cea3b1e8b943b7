"""Does what the table calls seventy per cent come true seventy times in a hundred? The shown chance against the end of matches.

Positions at the beginnings of turns of matches between players of a level are looked at; the matches are split in two halves. A curve is
fitted on the first (isotonic regression: the rising steps that come nearest), and measured on the second, which it has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from bivouac.agents.shown import follow, reckoned
from bivouac.core.title import Title
from bivouac.lab.crew import Crew
from bivouac.lab.record import Order, record_one
from bivouac.lab.simulate import Plan
from bivouac.titles import load

PHASES = ("opening", "middle", "end")  # thirds of a match
LOOKS = 6  # positions of a match, two of each third
BINS = 5
ENOUGH = 30  # positions in a bin before it counts
OFF = 0.05  # so far off, and a curve is wanted
SMOOTH = 20  # positions that a step of the curve shares with the plain line
Points = list[tuple[float, float]]


class Look(NamedTuple):
    """The match, the share of it that was over, the Union's reckoned chance, and what it got."""

    match: int
    share: float
    chance: float
    came: float


class Bin(NamedTuple):
    positions: int
    shown: float
    came: float


class Reliability(NamedTuple):
    """`brier`: the mean squared error; `blind`: the same if the mean were foreseen always; `off`: the largest gap of a bin that counts."""

    positions: int
    brier: float
    blind: float
    off: float
    bins: list[Bin]


def looks_of(order: Order) -> list[Look]:
    """Some positions of a match, two of each third of it."""
    record, title = record_one(order), load(order.plan.title)
    came = {"union": 1.0, "csa": 0.0}.get(record.winner, 0.5)
    starts = [turn.at for turn in record.turns]
    rng, chosen = Random(f"{order.plan.seed}:{order.number}:looks"), set()
    for third in range(3):
        some = [at for at in starts if third <= 3 * at / record.answers < third + 1]
        chosen |= set(rng.sample(some, min(LOOKS // 3, len(some))))
    state = title.setup(order.plan.scenario, order.plan.options)
    found = []
    for number, move in enumerate(record.moves):
        if number in chosen:
            found.append(Look(order.number, number / record.answers, round(reckoned(title, state), 4), came))
        title.play(state, move.answer)
    return found


def collect(title: Title[Any], players: str, matches: int, seed: str, crew: Crew) -> list[Look]:
    """Matches through all scenarios of a title, in turn."""
    scenarios = tuple(title.scenarios)
    orders = [
        Order(Plan(title.id, scenarios[n % len(scenarios)], None, (), (players, players), seed), n, with_moves=True) for n in range(matches)
    ]
    return [look for looks in crew.each(looks_of, orders, list[Look]) for look in looks]


def halves(looks: Sequence[Look]) -> tuple[list[Look], list[Look]]:
    """By matches, so that no match is in both."""
    return [x for x in looks if x.match // 2 % 2], [x for x in looks if not x.match // 2 % 2]


def phase_of(look: Look) -> str:
    return PHASES[min(int(3 * look.share), 2)]


def reliability(looks: Sequence[Look], put_right: Callable[[float], float] = lambda chance: chance) -> Reliability:
    pairs = [(put_right(x.chance), x.came) for x in looks]
    n = len(pairs)
    mean = sum(came for _, came in pairs) / n
    bins = []
    for i in range(BINS):
        inside = [p for p in pairs if min(int(BINS * p[0]), BINS - 1) == i]
        if inside:
            bins.append(Bin(len(inside), sum(c for c, _ in inside) / len(inside), sum(w for _, w in inside) / len(inside)))
    brier, blind = (sum((guess(c) - w) ** 2 for c, w in pairs) / n for guess in (lambda c: c, lambda c: mean))
    off = max((abs(b.shown - b.came) for b in bins if b.positions >= ENOUGH), default=0.0)
    return Reliability(n, round(brier, 4), round(blind, 4), round(off, 3), bins)


def isotonic(looks: Sequence[Look]) -> Points:
    """The rising steps that come nearest to what came true (neighbours that fall are pooled), drawn a little towards the plain line, as the
    middles of the steps."""
    steps: list[list[float]] = []  # positions, sum of chances, sum of what came
    for look in sorted(looks, key=lambda x: x.chance):
        steps.append([1.0, look.chance, look.came])
        while len(steps) > 1 and steps[-2][2] / steps[-2][0] >= steps[-1][2] / steps[-1][0]:
            last = steps.pop()
            steps[-1] = [a + b for a, b in zip(steps[-1], last)]
    points = [(x / n, (w + SMOOTH * x / n) / (n + SMOOTH)) for n, x, w in steps]
    rising: Points = []
    for x, y in points:
        rising.append((round(x, 4), round(max(y, rising[-1][1] if rising else 0.0), 4)))
    return rising


def wanted_curve(looks: Sequence[Look]) -> Points:
    """A curve where the chance is off by more than five points and the curve does better on matches it has not seen; else none."""
    first, second = halves(looks)
    plain = reliability(second)
    if max(plain.off, reliability(first).off) <= OFF:
        return []
    points = isotonic(first)
    return isotonic(looks) if reliability(second, lambda c: follow(points, c)).brier < plain.brier else []


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
