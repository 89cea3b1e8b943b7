"""The scenarios: read, checked, resolved into tables; and what is said about each on its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bivouac.core.data import BadData, Path, fail, read
from bivouac.core.ids import Side
from bivouac.core.text import Both, Text
from bivouac.core.title import Scenario
from bivouac.titles.yankees_rebels.printed.map import ENTRIES, FILES, NUMBER, NUMBERS
from bivouac.titles.yankees_rebels.printed.schema import Army, Arrival, Change, ErrataFile, Erratum, Play, ScenarioFile, Standing, When
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE, OFF_MAP, SIDE, STRENGTH, UNIT, UNIT_NUMBER, UNITS

NIGHT: Final = 21
ERRATA: Final = FILES.read(ErrataFile, "errata.toml").erratum
DOUBTS: Final = {erratum.option: erratum.clause for erratum in ERRATA if erratum.option}
"""Doubts about the print that players may switch on, and the clause of each."""


class Turn(NamedTuple):
    day: int
    hour: int

    @property
    def is_night(self) -> bool:
        return self.hour == NIGHT


class Setup(NamedTuple):
    """One way to play a scenario, resolved: who stands where and with what strength, who arrives when and where, who is gone."""

    id: str
    name: Both
    turns: tuple[Turn, ...]
    short_game: bool
    where: tuple[int, ...]
    strength: tuple[int, ...]
    entry: tuple[int, ...]
    arrivals: tuple[int, ...]
    changes: tuple[Change, ...]


def turns_of(start: When, last_day: int) -> tuple[Turn, ...]:
    """The turns of a game: days after the first begin with the first box, and a night lies between two days."""
    turns = []
    for day in range(start.day, last_day + 1):
        hours = [h for h in NUMBERS.hours if day > start.day or h >= start.hour]
        turns += [Turn(day, h) for h in hours]
        if day < last_day:
            turns.append(Turn(day, NIGHT))
    return tuple(turns)


# --- reading ----------------------------------------------------------------------------------------

Fault = Callable[[Path, str, str], BadData]
"""Makes the error for what is wrong at a path of a file."""
Row = Standing | Arrival | None
"""A line of a side's lists; None for a unit that is eliminated."""


def rows_of(key: str, army: Army) -> Iterator[tuple[Path, str, Row]]:
    """The rows of a side's lists with their paths."""
    for i, standing in enumerate(army.on_map):
        yield (key, "on_map", i), standing.unit, standing
    for name in army.eliminated:
        yield (key, "eliminated"), name, None
    for i, arrival in enumerate(army.arrivals):
        yield (key, "arrivals", i), arrival.unit, arrival


def units_listed(file: ScenarioFile, wrong: Fault) -> dict[int, tuple[Path, Row]]:
    """Every unit with its row: each must be in the lists of its side exactly once."""
    listed: dict[int, tuple[Path, Row]] = {}
    for side, key, army in ((Side.UNION, "union", file.union), (Side.CSA, "csa", file.csa)):
        for path, name, row in rows_of(key, army):
            u = UNIT_NUMBER.get(name, -1)
            if u < 0:
                raise wrong(path, f"there is no unit {name}", f"non c'è un'unità {name}")
            if SIDE[u] != side:
                raise wrong(path, f"{name} belongs to the other side", f"{name} è dell'altra parte")
            if u in listed:
                raise wrong(path, f"{name} stands twice in the lists", f"{name} sta due volte negli elenchi")
            listed[u] = path, row
    missing = ", ".join(unit.id for u, unit in enumerate(UNITS) if u not in listed)
    if missing:
        raise wrong(("union",), f"not in any list: {missing}", f"in nessun elenco: {missing}")
    return listed


def hex_listed(name: str, path: Path, wrong: Fault) -> int:
    if name not in NUMBER:
        raise wrong(path, f"there is no hex {name}", f"non c'è un esagono {name}")
    return NUMBER[name]


def resolve(file: ScenarioFile, play: Play, wrong: Fault) -> Setup:
    """The tables of a way to play."""
    turns = turns_of(file.start, play.last_day)
    where, entry, strength, arrivals = [OFF_MAP] * COUNT, [OFF_MAP] * COUNT, list(STRENGTH), [0] * len(turns)
    for u, (path, row) in units_listed(file, wrong).items():
        if row is None:
            where[u] = GONE
        elif isinstance(row, Standing):
            where[u], strength[u] = hex_listed(row.hex, path, wrong), row.strength
        else:
            entry[u] = hex_listed(row.hex, path, wrong)
            if entry[u] not in ENTRIES[SIDE[u]]:
                raise wrong(path, f"{row.unit} cannot enter at {row.hex}", f"{row.unit} non può entrare in {row.hex}")
            when = Turn(row.day, NIGHT if row.hour == "night" else row.hour)
            if when in turns:
                arrivals[turns.index(when)] |= UNIT[u]
    tables = tuple(where), tuple(strength), tuple(entry), tuple(arrivals)
    return Setup(play.id, play.name, turns, play.short_game, *tables, tuple(file.change))


def check_changes(file: ScenarioFile, wrong: Fault) -> None:
    for i, change in enumerate(file.change):
        if kebab(change.option) not in DOUBTS:
            raise wrong(("change", i, "option"), f"there is no option {change.option}", f"non c'è un'opzione {change.option}")
        for new in change.set:
            if new.unit not in UNIT_NUMBER or new.hex not in ("", *NUMBER):
                it = f"non c'è un'unità {new.unit} o un esagono {new.hex}"
                raise wrong(("change", i, "set"), f"there is no unit {new.unit} or no hex {new.hex}", it)


def read_setups(text: str, name: str) -> dict[str, Setup]:
    """The ways to play of a scenario file; errors name its line."""

    def wrong(path: Path, en: str, it: str) -> BadData:
        return fail(text, name, path, Both(en, it))

    file = read(ScenarioFile, text, name)
    check_changes(file, wrong)
    return {play.id: resolve(file, play, wrong) for play in file.play}


def kebab(option: str) -> str:
    """Players' older files name options with underscores."""
    return option.replace("_", "-")


def changed_units(setup: Setup, option: str) -> list[int]:
    """The units that a doubt is about."""
    return [UNIT_NUMBER[new.unit] for change in setup.changes if kebab(change.option) == option for new in change.set]


def with_options(setup: Setup, options: frozenset[str]) -> Setup:
    """The setup with the doubts about the print that were switched on."""
    where, strength, entry = list(setup.where), list(setup.strength), list(setup.entry)
    for new in (new for change in setup.changes if kebab(change.option) in options for new in change.set):
        u = UNIT_NUMBER[new.unit]
        if new.hex:
            place = where if where[u] >= 0 else entry
            place[u] = NUMBER[new.hex]
        strength[u] = new.strength or strength[u]
    return setup._replace(where=tuple(where), strength=tuple(strength), entry=tuple(entry))


SETUPS: Final = {
    id: setup for name, text in FILES.scenarios().items() for id, setup in read_setups(text, f"data/scenarios/{name}.toml").items()
}
SCENARIOS: Final = {name: Scenario(name, "rulebook", setup) for name, setup in SETUPS.items()}

# --- the page of a scenario ----------------------------------------------------------------------------------------


def scenario_page(scenario: Scenario) -> list[Text]:
    """How it lies in the battle, how long it is, and what was corrected or doubted in the print."""
    setup: Setup = scenario.data
    nights = sum(turn.is_night for turn in setup.turns)
    length = Text("pages.length", {"hours": len(setup.turns) - nights, "nights": nights})
    if setup.id not in SETUPS:
        return [length]
    slips = [Text(f"pages.{slip.status}", {"issue": slip.issue, "ruling": slip.ruling}) for slip in ERRATA if concerns(slip, setup)]
    return [Text(f"pages.{setup.id.replace('-', '_')}"), length, *slips, Text("pages.reconstructed")]


def concerns(erratum: Erratum, setup: Setup) -> bool:
    """Whether a slip lies in this scenario's tables, or in the rules that all share."""
    number = {"campaign": "1", "july-1": "1", "july-3": "3"}.get(setup.id, "2")
    topic = erratum.clause.removeprefix("YR-")
    return not topic.startswith("S") or topic.startswith(f"S{number}")
