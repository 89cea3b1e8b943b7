"""Scenarios: a set-up and a chart of reinforcements, read, checked and resolved; what their page says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from bivouac.core.data import BadData, Path, fail, read
from bivouac.core.text import Both, Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_SIDE, FILES, IDS
from bivouac.titles.gettysburg.printed.schema import BattleFile, Count, Reinforcement, Start
from bivouac.titles.gettysburg.printed.units import CLASS, CLASSES, CSA, MORNING, PERIODS, PIECES, SIDE, UNION

FILL_TO_TWELVE: Final = "fill-to-twelve"
FLANK_BY_STICKS: Final = "flank-by-sticks"


class Group(NamedTuple):
    """Pieces that come together: when, where (two boxes: a die decides), which."""

    day: int
    period: int
    side: int
    places: tuple[int, ...]
    pieces: tuple[int, ...]
    stands_for: str


class Battle(NamedTuple):
    """A scenario: what stands where, what comes when.

    arrives   for each piece the moment it comes (see `moment`), 0 from the start
    rulings   the chosen options of the group "rulings" that this scenario is played with
    """

    id: str
    days: int
    source: str
    start: tuple[Group, ...]
    chart: tuple[Group, ...]
    arrives: tuple[int, ...]
    name: Both
    rulings: frozenset[str] = frozenset()

    def due(self, day: int, period: int) -> tuple[Group, ...]:
        """The groups that come now; of a group in a player's own position perhaps nobody does any more."""
        return tuple(g for g in self.chart if (g.day, g.period) == (day, period) and g.pieces)


@cache
def by_rulings(battle: Battle, rulings: frozenset[str]) -> Battle:
    """A scenario under these rulings, the same object whenever they are the same."""
    return battle._replace(rulings=rulings) if rulings else battle


def moment(day: int, period: int) -> int:
    return day * 4 + period


class _Reader:
    """Resolves the names of one file and deals out the pieces of the game's box, each of them once."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file
        self.data = read(BattleFile, text, file)
        self.free = [[p for p in range(PIECES) if (SIDE[p], CLASS[p]) == (s, c)] for s in (UNION, CSA) for c in range(len(CLASSES))]

    def wrong(self, path: Path, en: str, it: str) -> BadData:
        return fail(self._text, self._file, path, Both(en, it))

    def start(self, i: int, row: Start) -> Group:
        side, path = _side(row.side), ("start", i)
        place = self._box(row.box, side, path) if row.box else self._area(row.area, path)
        return Group(1, MORNING, side, (place,), self._take(side, row.pieces, path), row.stands_for)

    def reinforcement(self, i: int, row: Reinforcement) -> Group:
        side, path = _side(row.side), ("reinforcement", i)
        boxes = tuple(self._box(b, side, path) for b in row.boxes)
        if not 1 <= len(boxes) <= 2:
            en, it = (
                "a group has one entry box, or two for a die to decide",
                "un gruppo ha una casella d'entrata, o due fra cui decide un dado",
            )
            raise self.wrong((*path, "boxes"), en, it)
        return Group(row.day, PERIODS.index(row.period), side, boxes, self._take(side, row.pieces, path), row.stands_for)

    def _area(self, name: str, path: Path) -> int:
        if IDS.get(name, AREAS) >= AREAS:
            raise self.wrong(path, f"there is no area {name}", f"non c'è un’area {name}")
        return IDS[name]

    def _box(self, name: str, side: int, path: Path) -> int:
        if IDS.get(name, -1) < AREAS:
            raise self.wrong(path, f"there is no entry box {name}", f"non c'è una casella d’entrata {name}")
        if BOX_SIDE[IDS[name]] != side:
            raise self.wrong(path, f"{name} is an entry box of the other side", f"{name} è una casella d'entrata dell'altra parte")
        return IDS[name]

    def _take(self, side: int, count: Count, path: Path) -> tuple[int, ...]:
        taken: list[int] = []
        for name, number in count.items():
            stock = self.free[side * len(CLASSES) + CLASSES.index(name)]
            if number > len(stock):
                raise self.wrong(path, f"more {name} pieces than the box holds", f"più pezzi {name} di quanti ce ne sono nella scatola")
            taken += stock[:number]
            del stock[:number]
        return tuple(sorted(taken))


def _side(key: str) -> int:
    return UNION if key == "union" else CSA


def read_battle(text: str, file: str) -> Battle:
    """A scenario from its text; every name is resolved and every piece of the box is used exactly once."""
    reader = _Reader(text, file)
    start = tuple(reader.start(i, row) for i, row in enumerate(reader.data.start))
    chart = tuple(reader.reinforcement(i, row) for i, row in enumerate(reader.data.reinforcement))
    left = sum(map(len, reader.free))
    if left:
        en, it = f"{left} pieces of the box come from nowhere", f"{left} pezzi della scatola non arrivano da nessuna parte"
        raise reader.wrong(("reinforcement",), en, it)
    arrives = tuple(next((moment(g.day, g.period) for g in chart if p in g.pieces), 0) for p in range(PIECES))
    head = reader.data.scenario
    return Battle(head.id, head.days, head.source, start, chart, arrives, head.name)


BATTLE: Final = read_battle(FILES.text("scenarios", "battle.toml"), "scenarios/battle.toml")
SCENARIOS: Final = {BATTLE.id: Scenario(BATTLE.id, "reconstructed", BATTLE)}


def read_scenario(text: str, file: str) -> Scenario:
    """A player's own set-up and reinforcement chart, in the form of data/scenarios/battle.toml."""
    battle = read_battle(text, file)
    return Scenario(battle.id, battle.source, battle, text, battle.name)


def scenario_page(scenario: Scenario) -> Sequence[Text]:
    """The history in two sentences, what is known and what is reconstructed."""
    keys = ("history", "known", "guessed") if scenario.text is None else ("history",)
    return tuple(Text(f"page.{key}") for key in keys)
