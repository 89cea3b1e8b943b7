"""Does what the table calls seventy per cent come true seventy times in a hundred? The shown chance against the end of matches.

Positions at the beginnings of turns are looked at, of matches of every level against itself and against the others. As many of a short
match as of a long one, so that each counts for the turns of its match: else whatever ends matches early would seem likelier than it is. A
correction (see `agents.shown`) is fitted for each level, and for two different ones, by logistic regression and measured on matches it has
not seen: the matches are dealt into four parts, and each part is put right by what the other three say. A level that thinks plays few
matches, so that its correction is held to that of the usual level, or to none where its matches come out rather as they were reckoned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple
from zlib import crc32

from msgspec import structs

from bivouac.agents import thinks
from bivouac.agents.shown import PLAIN, POINTS, TIMES, USUAL, Curve, Span, corrected, log_odds, places
from bivouac.core.title import Title
from bivouac.lab.crew import Crew
from bivouac.lab.learn import the_numpy
from bivouac.lab.record import Order, Record, record_one
from bivouac.lab.simulate import WORTH, Plan, origin_of

PHASES = ("opening", "middle", "end")  # thirds of a match
BINS = 10
ENOUGH, SHARE = 100, 20  # positions in a bin before it counts, or one in so many where there are few;
FEW = 20  # before it is drawn, and may ask for a correction
OFF = 0.05  # so far off, and a correction is wanted
PARTS = 4
FIRM = 1.0  # how firmly a correction holds to its base
LEAST, HELD = 0.05, 1e7  # the smallest slope, and what holds it there
STEPS, LONGEST, CLOSE = 50, 1.0, 1e-4  # of Newton's: at most so many, none longer than that, until they are as short as that
Row = Sequence[tuple[int, float]]
CELLS = [(time, point) for time in range(len(TIMES)) for point in range(len(POINTS))]
"""Of a grid, in the order in which they are counted through."""
RISES: list[Row] = [[(i, -1.0), (i + 1, 1.0)] for i, (_, point) in enumerate(CELLS) if point + 1 < len(POINTS)]
"""From one point to the next."""
BENDS: list[Row] = [
    [(i, 1.0), (i + step, -2.0), (i + 2 * step, 1.0)]
    for i, (time, point) in enumerate(CELLS)
    for step in (1, len(POINTS))
    if (point + 2 < len(POINTS) if step == 1 else time + 2 < len(TIMES))
]
"""Of the line through three cells, at one time or at one point."""


class Look(NamedTuple):
    """A position: of which match, between whom and where (all three tell it from others); the share of it that was over, the number of the
    turn, of the match's first and of its last one; the Union's reckoned chance, and what it got. `weight`: it stands for so many turns."""

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


class Hold(NamedTuple):
    """How firmly a scenario holds to its title, and the lines of a grid to those of its base."""

    there: float
    smooth: float


HOLDS = (Hold(3.0, 1.0), Hold(10.0, 20.0), Hold(30.0, 100.0))
"""Those that are tried."""


class Bin(NamedTuple):
    """A tenth of the scale. `luck`: how far apart the two means may be by luck alone, 95 times in 100."""

    tenth: int
    positions: int
    shown: float
    came: float
    luck: float


class Reliability(NamedTuple):
    """`brier`: the mean squared error; `blind`: the same if the mean were foreseen always; `off`: the largest gap of a bin that counts, and
    `luck`, the gap that luck explains there. Bins where luck alone explains more than five points count only where all do."""

    positions: int
    brier: float
    blind: float
    off: float
    luck: float
    bins: list[Bin]


def looks_of(plan: Plan, record: Record) -> list[Look]:
    """The positions of a match whose chance was reckoned."""
    turns, about = record.turns, (record.number, name_of(plan.agents), plan.scenario or "")
    span, came = (turns[0].turn, turns[-1].turn), WORTH[record.winner]
    return [Look(*about, turns[n].at / record.answers, turns[n].turn, *span, chance, came) for n, chance in record.looks]


class Wish(NamedTuple):
    """How many matches: of each level against itself and of any two against each other, and of each kind how many where somebody thinks;
    those have so many seconds a turn."""

    levels: tuple[str, ...]
    matches: int
    thinking_matches: int
    unequal_matches: int
    unequal_thinking_matches: int
    seed: str
    seconds: float | None

    def of(self, union: str, csa: str) -> int:
        if thinks(union) or thinks(csa):
            return self.thinking_matches if union == csa else self.unequal_thinking_matches
        return self.matches if union == csa else self.unequal_matches

    def plan(self, title: str, scenario: str, union: str, csa: str) -> Plan:
        seconds = self.seconds if thinks(union) or thinks(csa) else None
        return Plan(title, scenario, None, (), (union, csa), self.seed, seconds)

    @property
    def total(self) -> int:
        return sum(self.of(union, csa) for union in self.levels for csa in self.levels)


def collect(title: Title[Any], wish: Wish, crew: Crew) -> list[Look]:
    """Matches of each level, through all scenarios of a title in turn."""
    scenarios = tuple(title.scenarios)
    orders = [
        Order(wish.plan(title.id, scenarios[n % len(scenarios)], union, csa), n // len(scenarios), with_moves=False, with_looks=True)
        for union in wish.levels
        for csa in wish.levels
        for n in range(wish.of(union, csa))
    ]
    records = crew.each(record_one, orders, Record, 1, lambda order: origin_of(order.plan))
    return [look for order, record in zip(orders, records, strict=True) for look in looks_of(order.plan, record)]


def name_of(players: tuple[str, str]) -> str:
    """Of two alike their level, else the Union's and the Confederacy's."""
    return players[0] if players[0] == players[1] else ":".join(players)


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
            bins.append(Bin(i, len(inside), round(_mean(inside), 4), round(came, 4), round(_luck(inside), 4)))
    brier, blind = (_mean(((guess - x.came) ** 2, x) for guess, x in guesses) for guesses in (shown, [(mean, x) for x in looks]))
    many = [b for b in bins if b.positions >= min(ENOUGH, len(looks) // SHARE)]
    off, luck = max((abs(b.shown - b.came), b.luck) for b in [b for b in many if b.luck <= OFF] or many)
    return Reliability(len(looks), round(brier, 4), round(blind, 4), round(off, 3), round(luck, 3), bins)


def pooled(found: Iterable[Reliability]) -> list[Bin]:
    """The tenths of several measurements together, every position counting alike."""
    tenths: dict[int, list[Bin]] = defaultdict(list)
    for b in (b for one in found for b in one.bins):
        tenths[b.tenth].append(b)
    together = []
    for tenth, bins in sorted(tenths.items()):
        positions = sum(b.positions for b in bins)
        parts = [(b.positions / positions, b) for b in bins]
        shown, came = sum(part * b.shown for part, b in parts), sum(part * b.came for part, b in parts)
        together.append(Bin(tenth, positions, shown, came, sqrt(sum((part * b.luck) ** 2 for part, b in parts))))
    return together


def _mean(values: Iterable[tuple[float, Look]]) -> float:
    """Of something for each look, which counts for what it stands for."""
    total, weight = 0.0, 0
    for value, look in values:
        total += value * look.weight
        weight += look.weight
    return total / weight


def _luck(inside: Sequence[tuple[float, Look]]) -> float:
    """Two standard errors of a mean gap, if what is shown is true. The positions of one match have one end, so that they count together."""
    weights: dict[object, float] = defaultdict(float)
    wins: dict[object, float] = defaultdict(float)
    for chance, x in inside:
        match = (x.players, x.scenario, x.match)
        weights[match] += x.weight
        wins[match] += x.weight * chance
    return 1.96 * sqrt(sum(wins[m] * (weights[m] - wins[m]) for m in weights)) / sum(weights.values())


# --- the correction -----------------------------------------------------------------------------------------------


def straight(title: str, level: str, looks: Sequence[Look]) -> Curve:
    """A correction that changes nothing."""
    return Curve(title, level, "", len(looks), PLAIN, [*spans_of(looks).values()])


def fitted(looks: Sequence[Look], base: Curve, hold: Hold = HOLDS[0]) -> Curve:
    """The correction that foresees these looks of one level best, held a little to another one."""
    np, spans = the_numpy(), spans_of(looks)
    scenarios = [*spans]
    known = np.zeros((len(looks), len(CELLS) + 2 * len(scenarios)))
    for row, x in zip(known, looks):
        late, at = spans[x.scenario].late(x.turn), len(CELLS) + 2 * scenarios.index(x.scenario)
        for when, point, share in places(late, log_odds(x.chance)):
            row[when * len(POINTS) + point] = share
        row[at], row[at + 1] = 1 - late, late
    there = {s.scenario: (s.early, s.later) for s in base.scenarios}
    start = np.array([*(x for line in base.grid for x in line), *(part for s in scenarios for part in there.get(s, (0.0, 0.0)))])
    weights = np.array([x.weight for x in looks])
    found = _nearest(np, known, np.array([x.came for x in looks]), weights / weights.mean(), start, hold)
    values = [round(float(value), 3) for value in found]
    grid = tuple(tuple(values[i : i + len(POINTS)]) for i in range(0, len(CELLS), len(POINTS)))
    shifts = zip(values[len(CELLS) :: 2], values[len(CELLS) + 1 :: 2])
    there_too = [spans[s]._replace(early=early, later=later) for s, (early, later) in zip(scenarios, shifts)]
    return structs.replace(base, positions=len(looks), grid=grid, scenarios=there_too)


def _nearest(np: Any, known: Any, came: Any, weights: Any, start: Any, hold: Hold) -> Any:
    """What foresees best what came, near the start and nearly as straight, and rising: whoever stands better is never foreseen to lose."""
    size = len(start)
    bends, rises = (np.array([[dict(row).get(i, 0.0) for i in range(size)] for row in rows]) for rows in (BENDS, RISES))
    firm = np.array([FIRM] * len(CELLS) + [hold.there] * (size - len(CELLS)))
    holds, values, pulls = np.vstack([np.eye(size), bends]), np.r_[start, bends @ start], np.r_[firm, np.full(len(bends), hold.smooth)]
    found = _newton(np, known, came, weights, (holds, values, pulls), start)
    while (turned := rises[rises @ found < LEAST / 2]).size:
        holds, values = np.vstack([holds, turned]), np.r_[values, np.full(len(turned), LEAST)]
        pulls = np.r_[pulls, np.full(len(turned), HELD)]
        found = _newton(np, known, came, weights, (holds, values, pulls), found)
    return found


def _newton(np: Any, known: Any, came: Any, weights: Any, held: tuple[Any, Any, Any], start: Any) -> Any:
    """Logistic regression. `held`: sums that are pulled to values, and how firmly."""
    (holds, values, pulls), theta = held, start
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-known @ theta))
        slope = known.T @ (weights * (came - chance)) + holds.T @ (pulls * (values - holds @ theta))
        bend = (known.T * (weights * chance * (1 - chance))) @ known + (holds.T * pulls) @ holds
        step = np.linalg.solve(bend, slope)
        longest = abs(step).max()
        theta = theta + step * min(1.0, LONGEST / longest)
        if longest < CLOSE:
            break
    return theta


def spans_of(looks: Sequence[Look]) -> dict[str, Span]:
    return {s: _span([x for x in looks if x.scenario == s]) for s in sorted({x.scenario for x in looks})}


def _span(looks: Sequence[Look]) -> Span:
    """When a match of a scenario begins and ends, on average."""
    ends = {(x.players, x.match): (x.first, x.last) for x in looks}
    first, last = (round(sum(column) / len(ends), 1) for column in zip(*ends.values()))
    return Span(looks[0].scenario, first, last, 0.0, 0.0)


def by(curve: Curve) -> Right:
    return lambda look: corrected(curve, look.scenario, look.turn, look.chance)


def aside(own: Sequence[Look], base: Curve, hold: Hold = HOLDS[0]) -> Right:
    """The correction of each match by the matches of the other parts."""
    rights = [by(fitted([x for x in own if part_of(x) != part], base, hold)) for part in range(PARTS)]
    return lambda look: rights[part_of(look)](look)


def part_of(look: Look) -> int:
    return crc32(f"{look.players}:{look.scenario}:{look.match}".encode()) % PARTS


def corrections(title: str, looks: Sequence[Look]) -> dict[str, tuple[Curve, Right]]:
    """Of every level, and of two different ones, the correction, and how it puts right each match, by others."""
    found: dict[str, tuple[Curve, Right]] = {}
    for level in sorted({x.players for x in looks}, key=lambda level: (thinks(level), level)):
        own = [x for x in looks if x.players == level]
        base = straight(title, level, own)
        if thinks(level) and USUAL in found:
            base = nearer(own, base, structs.replace(found[USUAL][0], level=level))
        found[level] = correction(own, base)
    return found


def nearer(own: Sequence[Look], *bases: Curve) -> Curve:
    """Of corrections that have not seen these looks, the one that foresees them best."""
    return min(bases, key=lambda base: _error(own, by(base)))


def correction(own: Sequence[Look], base: Curve) -> tuple[Curve, Right]:
    """A better one than its base where the chance between two of a level is off by more than five points, in all or in a phase, if it
    foresees matches better that it has not seen."""
    as_before, rights = by(base), {hold: aside(own, base, hold) for hold in HOLDS}
    best = min(HOLDS, key=lambda hold: _error(own, rights[hold]))
    parts = [part for part in (own, *phases_of(own).values()) if part]
    if not any(is_off(reliability(part, as_before)) for part in parts) or _error(own, rights[best]) >= _error(own, as_before):
        return base, as_before
    return fitted(own, base, best), rights[best]


def is_off(found: Reliability) -> bool:
    return any(abs(b.shown - b.came) > OFF for b in found.bins if b.positions >= FEW)


def _error(looks: Sequence[Look], right: Right) -> float:
    return _mean(((right(x) - x.came) ** 2, x) for x in looks)


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
        spots = [(SIZE * b.shown, SIZE * (1 - b.came), b.positions, SIZE * b.luck) for b in found.bins if b.positions >= FEW]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _, _ in spots)
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>' if spots else "")
        out += [f'<path d="M{x:.1f} {y - luck:.1f}v{2 * luck:.1f}" stroke="{colour}"/>' for x, y, _, luck in spots]
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + n**0.25 / 2:.1f}" fill="{colour}" fill-opacity=".7"/>' for x, y, n, _ in spots]
        out.append(f'<text x="8" y="{14 + 17 * row}" fill="{colour}">{what}</text>')
    for tick in (0, 50, 100):
        at = SIZE * tick / 100
        out.append(f'<text x="{at:.0f}" y="{SIZE + 16}" text-anchor="middle">{tick} %</text>')
        out.append(f'<text x="-4" y="{SIZE - at + 4:.0f}" text-anchor="end">{tick}</text>')
    return "".join(out)
