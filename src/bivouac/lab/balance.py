"""Is a scenario balanced, and why? Figures from matches of the computer players against their like.

For every level: how often each side wins, how long it takes, how it ends, when it is decided, what the first decisions and the plans are
worth, where pieces fall. For the first level: what every rule that can be switched on changes, on the same seeds with and without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from bivouac.agents import thinks
from bivouac.core.ids import SIDES, Side
from bivouac.core.title import BadSetup, RuleOption, Scenario, Title
from bivouac.lab.crew import Crew
from bivouac.lab.record import OPENING, Order, Record, record_one
from bivouac.lab.simulate import AT_ONCE, WORDS, WORTH, Ended, Plan, end_of_one, made_by, origin_of

SURE = 0.8  # a match is decided when the later winner's chance stays above this
SEEN = 0.05  # a first decision counts that was taken in so many of the matches,
LEAST = 6  # and at least so often
SHOWN = 4  # choices shown of each first decision


class Wish(NamedTuple):
    """What is to be played: so many matches for each level (for those that think others, with so many seconds a turn), and for each rule
    that can be switched on. `with_looks`: in such a way that the same journal serves a calibration, too."""

    title: str
    scenarios: tuple[str, ...]
    players: tuple[str, ...]
    matches: int
    option_matches: int
    seed: str
    thinking_matches: int = 0
    seconds: float | None = None
    with_looks: bool = False

    def each(self, level: str) -> int:
        """How many matches of a level."""
        return self.thinking_matches if thinks(level) else self.matches

    @property
    def pairs(self) -> int:
        """How many matches are played with a rule, each beside one without it."""
        return min(self.option_matches, self.each(self.players[0]))

    def time(self, level: str) -> float | None:
        """How long a level may take for a turn."""
        return self.seconds if thinks(level) else None

    def plan(self, scenario: str, level: str, options: tuple[str, ...] = ()) -> Plan:
        return Plan(self.title, scenario, None, options, (level, level), self.seed, self.time(level))


class Worth(NamedTuple):
    """Something that a side did in `matches` matches, of which it won `wins` (a draw is half). `which`: its first, second … decision, or 0
    for the plan it followed."""

    side: int
    which: int
    name: tuple[str, str]
    matches: int
    wins: float


class Level(NamedTuple):
    """The matches of one level against itself. `decided`: for each match that somebody won, the share of it after which there was no doubt;
    `fallen`: how many pieces of either side fell in each place."""

    players: str
    seconds: float | None
    matches: int
    wins: Counter[str]
    endings: Counter[tuple[str, str]]
    answers: list[int]
    turns: list[int]
    decided: list[float]
    worths: list[Worth]
    fallen: dict[str, tuple[int, int]]


class Effect(NamedTuple):
    """What a rule changes: the Union's share without and with it, and the difference with its 95 % interval, of pairs of matches on the
    same seeds."""

    option: RuleOption
    matches: int
    without: float
    rate: float
    difference: float
    half: float


class Balance(NamedTuple):
    scenario: Scenario
    levels: list[Level]
    effects: list[Effect]


def work_of(title: Title[Any], wish: Wish) -> int:
    """How many matches that is."""
    switched = sum(len(switchable(title, scenario)) for scenario in wish.scenarios)
    return len(wish.scenarios) * sum(map(wish.each, wish.players)) + switched * wish.pairs


def study(title: Title[Any], wish: Wish, crew: Crew) -> list[Balance]:
    """All scenarios of a wish. The matches of the first level are those that a rule is compared with, too."""
    orders = [
        Order(wish.plan(scenario, level), number, with_moves=False, with_looks=wish.with_looks)
        for scenario in wish.scenarios
        for level in wish.players
        for number in range(wish.each(level))
    ]
    tasks = [
        (wish.plan(scenario, wish.players[0], chosen), number)
        for scenario in wish.scenarios
        for _, chosen in switchable(title, scenario)
        for number in range(wish.pairs)
    ]
    records = crew.each(record_one, orders, Record, 1, lambda order: origin_of(order.plan))
    ends = crew.each(end_of_one, tasks, Ended, AT_ONCE, made_by)
    played = {(s, name): [next(records) for _ in range(wish.each(name))] for s in wish.scenarios for name in wish.players}
    plain = {s: [WORTH[record.winner] for record in played[s, wish.players[0]][: wish.pairs]] for s in wish.scenarios}
    return [
        Balance(
            title.scenario(s),
            [level_of(name, wish.time(name), played[s, name]) for name in wish.players],
            [effect_of(option, plain[s], _points(ends, wish.pairs)) for option, _ in switchable(title, s) if wish.pairs],
        )
        for s in wish.scenarios
    ]


def _points(ends: Iterator[Ended], n: int) -> list[float]:
    """What the Union got in the next so many matches."""
    return [WORTH[next(ends).winner] for _ in range(n)]


def switchable(title: Title[Any], scenario: str) -> list[tuple[RuleOption, tuple[str, ...]]]:
    """Every rule that can be switched on in a scenario, with those it needs."""
    found = []
    for option in title.options.values():
        chosen = (*option.needs, option.id)
        try:
            title.option_set(title.scenario(scenario), chosen)
        except BadSetup:
            continue
        found.append((option, chosen))
    return found


def effect_of(option: RuleOption, plain: Sequence[float], points: Sequence[float]) -> Effect:
    n = len(points)
    differences = [b - a for a, b in zip(plain, points, strict=True)]
    mean = sum(differences) / n
    spread = sum((d - mean) ** 2 for d in differences) / max(n - 1, 1)
    half = 1.96 * sqrt(max(spread, 1 / n) / n)  # pairs that never differ do not prove that nothing ever would
    return Effect(option, n, sum(plain) / n, sum(points) / n, mean, half)


# --- one level --------------------------------------------------------------------------------------------------


def level_of(players: str, seconds: float | None, records: Sequence[Record]) -> Level:
    fallen: dict[str, tuple[int, int]] = {}
    for r in records:
        for side, place in r.fallen:
            union, csa = fallen.get(place, (0, 0))
            fallen[place] = (union + (side == Side.UNION), csa + (side == Side.CSA))
    return Level(
        players,
        seconds,
        len(records),
        Counter(r.winner for r in records),
        Counter((r.ending, r.winner) for r in records),
        sorted(r.answers for r in records),
        sorted(len(r.turns) for r in records),
        sorted(decided_at(r) for r in records if r.winner in WORDS[:2] and r.turns),
        [*plans_of(records), *openings_of(records)],
        fallen,
    )


def decided_at(record: Record) -> float:
    """The share of a match after which the winner's chance stayed above SURE."""
    doubtful = 0
    for turn, after in zip(record.turns, [*(t.at for t in record.turns[1:]), record.answers]):
        assert turn.chance is not None
        if (turn.chance if record.winner == WORDS[Side.UNION] else 1 - turn.chance) < SURE:
            doubtful = after
    return doubtful / record.answers


def plans_of(records: Sequence[Record]) -> Iterator[Worth]:
    for side in SIDES:
        yield from _worths(side, 0, [((r.plans[side], r.plans[side]), r.winner) for r in records if r.plans[side]])


def openings_of(records: Sequence[Record]) -> Iterator[Worth]:
    """The first decisions that were not always the same."""
    for side in SIDES:
        for which in range(OPENING):
            made = [([(en, it) for who, en, it in r.opening if who == side], r.winner) for r in records]
            yield from _worths(side, which + 1, [(names[which], winner) for names, winner in made if len(names) > which])


def _worths(side: Side, which: int, taken: Sequence[tuple[tuple[str, str], str]]) -> Iterator[Worth]:
    counts = Counter(name for name, _ in taken)
    often = [name for name, n in counts.most_common(SHOWN if which else None) if n >= max(LEAST, SEEN * len(taken))]
    if len(counts) < 2:
        return
    for name in often:
        points = [WORTH[winner] for what, winner in taken if what == name]
        yield Worth(side, which, name, len(points), sum(points) if side == Side.UNION else len(points) - sum(points))
