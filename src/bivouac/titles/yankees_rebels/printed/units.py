"""Units, corps, markers, the turn track and the scenarios as tables. A set of units is one int with a bit for each unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Final, Literal, NamedTuple

from bivouac.core.data import BadData, Path, fail, read, read_resource
from bivouac.core.ids import Side
from bivouac.core.text import Both
from bivouac.titles.yankees_rebels.printed.map import ENTRIES, NUMBER, PACKAGE, TABLES, Source, Strict, hex_number

SideName = Literal["union", "csa"]
SIDE_OF: Final = {"union": Side.UNION, "csa": Side.CSA}


class UnitBlock(Strict, frozen=True):
    id: str
    name: str
    side: SideName
    corps: str
    type: Literal["F", "C", "A", "AC"]
    strength: int
    training: Literal["conscript", "veteran", "elite"]
    source: Source
    training_source: Source
    formation: str = ""
    training_note: str = ""


class UnitsFile(Strict, frozen=True):
    unit: list[UnitBlock]


class OptionBlock(Strict, frozen=True):
    id: str
    clause: str


class OptionsFile(Strict, frozen=True):
    option: list[OptionBlock]


class Erratum(Strict, frozen=True):
    clause: str
    status: Literal["applied", "kept", "assumed", "option"]
    issue: Both
    ruling: Both
    option: str = ""


class ErrataFile(Strict, frozen=True):
    erratum: list[Erratum]


class When(Strict, frozen=True):
    day: int
    hour: int


class Play(Strict, frozen=True):
    id: str
    name: Both
    last_day: int
    short_game: bool = False


class Standing(Strict, frozen=True):
    unit: str
    hex: str
    strength: int


class Arrival(Strict, frozen=True):
    day: int
    hour: int | Literal["night"]
    unit: str
    hex: str


class Army(Strict, frozen=True):
    on_map: list[Standing]
    eliminated: list[str]
    arrivals: list[Arrival]


class Setting(Strict, frozen=True):
    unit: str
    hex: str = ""
    strength: int = 0


class Change(Strict, frozen=True):
    option: str
    source: Source
    set: list[Setting]


class ScenarioFile(Strict, frozen=True):
    source: Source
    start: When
    play: list[Play]
    union: Army
    csa: Army
    change: list[Change] = []


UNITS: Final = read_resource(UnitsFile, PACKAGE, "data", "units.toml").unit
OPTIONS: Final = read_resource(OptionsFile, PACKAGE, "data", "options.toml").option
OPTION_IDS: Final = tuple(option.id for option in OPTIONS)
ERRATA: Final = read_resource(ErrataFile, PACKAGE, "data", "errata.toml").erratum

# --- units ----------------------------------------------------------------------------------------

INFANTRY, CAVALRY, ARTILLERY, HORSE_ARTILLERY = range(4)
TYPES: Final = ("F", "C", "A", "AC")
_TYPE = {t.id: t for t in TABLES.unit_type}
if tuple(_TYPE) != TYPES:
    raise BadData(
        "tables.toml",
        None,
        Both("the unit types must be F, C, A, AC in this order", "i tipi di unità devono essere F, C, A, AC in quest'ordine"),
    )

COUNT: Final = len(UNITS)
UNIT_NUMBER: Final = {u.id: i for i, u in enumerate(UNITS)}
if len(UNIT_NUMBER) != COUNT:
    raise BadData("units.toml", None, Both("a unit stands twice in the list", "un'unità sta due volte nell'elenco"))
NAME: Final = tuple(u.name for u in UNITS)
SIDE: Final = tuple(SIDE_OF[u.side] for u in UNITS)
TYPE: Final = tuple(TYPES.index(u.type) for u in UNITS)
STRENGTH: Final = tuple(u.strength for u in UNITS)
TRAINING: Final = tuple(u.training for u in UNITS)
TRAINING_DICE: Final = tuple(TABLES.training.dice[u.training] for u in UNITS)
IS_FOOT: Final = tuple(u.type == "F" for u in UNITS)
IS_HORSE: Final = tuple(u.type == "C" for u in UNITS)
IS_GUN: Final = tuple(u.type in ("A", "AC") for u in UNITS)
HALF_POINTS: Final = tuple(2 * _TYPE[u.type].mp for u in UNITS)
MOVE_AND_FIGHT: Final = tuple(_TYPE[u.type].move_and_fight for u in UNITS)
RANGE: Final = tuple(_TYPE[u.type].range for u in UNITS)
FIRE: Final = tuple((0, *_TYPE[u.type].fire) for u in UNITS)
UNIT: Final = tuple(1 << u for u in range(COUNT))


def unit_number(name: str) -> int:
    """The number of a unit by its id in the data files."""
    if name not in UNIT_NUMBER:
        raise BadData("units.toml", None, Both(f"there is no unit {name}", f"non c'è un'unità {name}"))
    return UNIT_NUMBER[name]


def members(force: int) -> list[int]:
    """The numbers of any set, in order."""
    numbers = []
    while force:
        low = force & -force
        numbers.append(low.bit_length() - 1)
        force ^= low
    return numbers


def force_of(units: list[int]) -> int:
    force = 0
    for u in units:
        force |= UNIT[u]
    return force


# --- corps and markers ----------------------------------------------------------------------------------------
# Markers 0 and 1 are the flags of the Union and the Confederacy; the others are the corps.

RESERVES: Final = ("CR", "AR")
CORPS: Final = tuple(dict.fromkeys((u.side, u.corps) for u in UNITS if u.corps not in RESERVES))
MARKERS: Final = (("union", "flag"), ("csa", "flag"), *CORPS)
MARKER_SIDE: Final = tuple(SIDE_OF[side] for side, _ in MARKERS)
FLAG_MARKERS: Final = 0b11
SIDE_FORCE: Final = tuple(force_of([u for u in range(COUNT) if SIDE[u] == side]) for side in (Side.UNION, Side.CSA))
RESERVE_FORCE: Final = tuple(
    force_of([u for u in range(COUNT) if SIDE[u] == side and UNITS[u].corps in RESERVES]) for side in (Side.UNION, Side.CSA)
)
MARKER_FORCE: Final = tuple(
    force_of([i for i, unit in enumerate(UNITS) if unit.side == side and corps in ("flag", unit.corps)]) for side, corps in MARKERS
)
CORPS_MARKER: Final = tuple(MARKERS.index((u.side, u.corps)) if u.corps not in RESERVES else -1 for u in UNITS)

# --- what stands in a hex ----------------------------------------------------------------------------------------
# A hex holds nobody (0), one unit (its number + 1) or two (the second, times 128, on top).

SECOND: Final = 128
STACK: Final = tuple(tuple(x - 1 for x in (code % SECOND, code // SECOND) if 0 < x <= COUNT) for code in range(SECOND * (COUNT + 1)))

# --- the turn track and the scenarios ----------------------------------------------------------------------------------------

NIGHT: Final = 21
FACES: Final = ("double", "union", "csa", "trumpet", "hat")
DOUBLE, UNION_FLAG, CSA_FLAG, TRUMPET, HAT = range(5)
WHITE_WEIGHTS: Final = tuple(TABLES.white_die.faces[face] for face in FACES)
EFFECTS: Final = ("loss", "retreat", "save")
LOSS, RETREAT, SAVE = range(3)
BLACK_WEIGHTS: Final = tuple(TABLES.black_die.faces[face] for face in EFFECTS)
if set(TABLES.white_die.faces) != set(FACES) or set(TABLES.black_die.faces) != set(EFFECTS):
    raise BadData("tables.toml", None, Both("the faces of a die are not the known ones", "le facce di un dado non sono quelle note"))
ACTIVATION_DICE: Final = (TABLES.activation.union, TABLES.activation.csa)


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


OFF_MAP: Final = -1
GONE: Final = -2


def turns_of(start: When, last_day: int) -> tuple[Turn, ...]:
    """The turns of a game: days after the first begin with the first box, and a night lies between two days."""
    turns = []
    for day in range(start.day, last_day + 1):
        hours = [h for h in TABLES.track.hours if day > start.day or h >= start.hour]
        turns += [Turn(day, h) for h in hours]
        if day < last_day:
            turns.append(Turn(day, NIGHT))
    return tuple(turns)


Fault = Callable[[Path, Both], BadData]
"""Makes the error for what is wrong at a path of a file."""


def unit_listed(name: str, side: Side, path: Path, wrong: Fault) -> int:
    """A unit of a side by the id that a scenario gives."""
    if name not in UNIT_NUMBER:
        raise wrong(path, Both(f"there is no unit {name}", f"non c'è un'unità {name}"))
    if SIDE[UNIT_NUMBER[name]] != side:
        raise wrong(path, Both(f"{name} belongs to the other side", f"{name} è dell'altra parte"))
    return UNIT_NUMBER[name]


def hex_listed(name: str, path: Path, wrong: Fault) -> int:
    if name not in NUMBER:
        raise wrong(path, Both(f"there is no hex {name}", f"non c'è un esagono {name}"))
    return NUMBER[name]


def resolve(file: ScenarioFile, play: Play, wrong: Fault) -> Setup:
    """The tables of a way to play; every unit must be somewhere exactly once."""
    turns = turns_of(file.start, play.last_day)
    where, entry, strength = [OFF_MAP] * COUNT, [OFF_MAP] * COUNT, list(STRENGTH)
    arrivals, seen = [0] * len(turns), 0
    for side, key, army in ((Side.UNION, "union", file.union), (Side.CSA, "csa", file.csa)):
        for path, name, row in rows_of(key, army):
            u = unit_listed(name, side, path, wrong)
            if seen & UNIT[u]:
                raise wrong(path, Both(f"{name} stands twice in the lists", f"{name} sta due volte negli elenchi"))
            seen |= UNIT[u]
            if row is None:
                where[u] = GONE
            elif isinstance(row, Standing):
                where[u], strength[u] = hex_listed(row.hex, path, wrong), row.strength
            else:
                entry[u] = hex_listed(row.hex, path, wrong)
                if entry[u] not in ENTRIES[side]:
                    raise wrong(path, Both(f"{name} cannot enter at {row.hex}", f"{name} non può entrare in {row.hex}"))
                when = Turn(row.day, NIGHT if row.hour == "night" else row.hour)
                if when in turns:
                    arrivals[turns.index(when)] |= UNIT[u]
    missing = [unit.id for i, unit in enumerate(UNITS) if not seen & UNIT[i]]
    if missing:
        raise wrong(("union",), Both(f"not in any list: {', '.join(missing)}", f"in nessun elenco: {', '.join(missing)}"))
    return Setup(
        play.id, play.name, turns, play.short_game, tuple(where), tuple(strength), tuple(entry), tuple(arrivals), tuple(file.change)
    )


def rows_of(key: str, army: Army) -> Iterator[tuple[Path, str, Standing | Arrival | None]]:
    """The rows of a side's lists with their paths; None for a unit that is eliminated."""
    for i, standing in enumerate(army.on_map):
        yield (key, "on_map", i), standing.unit, standing
    for name in army.eliminated:
        yield (key, "eliminated"), name, None
    for i, arrival in enumerate(army.arrivals):
        yield (key, "arrivals", i), arrival.unit, arrival


def read_setups(text: str, name: str) -> dict[str, Setup]:
    """The ways to play of a scenario file; errors name its line."""

    def wrong(path: Path, problem: Both) -> BadData:
        return fail(text, name, path, problem)

    file = read(ScenarioFile, text, name)
    for i, change in enumerate(file.change):
        if change.option not in OPTION_IDS:
            raise wrong(("change", i, "option"), Both(f"there is no option {change.option}", f"non c'è un'opzione {change.option}"))
        for new in change.set:
            if new.unit not in UNIT_NUMBER or new.hex not in ("", *NUMBER):
                raise wrong(
                    ("change", i, "set"),
                    Both(f"there is no unit {new.unit} or no hex {new.hex}", f"non c'è un'unità {new.unit} o un esagono {new.hex}"),
                )
    return {play.id: resolve(file, play, wrong) for play in file.play}


def with_options(setup: Setup, options: frozenset[str]) -> Setup:
    """The setup with the doubts about the print that were switched on."""
    where, strength, entry = list(setup.where), list(setup.strength), list(setup.entry)
    for change in setup.changes:
        if change.option in options:
            for new in change.set:
                u = unit_number(new.unit)
                if new.hex:
                    place = where if where[u] >= 0 else entry
                    place[u] = hex_number(new.hex)
                strength[u] = new.strength or strength[u]
    return setup._replace(where=tuple(where), strength=tuple(strength), entry=tuple(entry))


def _all_setups() -> dict[str, Setup]:
    folder = resources.files(PACKAGE).joinpath("data", "scenarios")
    setups: dict[str, Setup] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            setups |= read_setups(file.read_text("utf-8"), f"data/scenarios/{file.name}")
    return setups


SETUPS: Final = _all_setups()
