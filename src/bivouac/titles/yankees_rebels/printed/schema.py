"""The form of the data files. Unknown keys are errors; every block says where it comes from."""

from __future__ import annotations

from typing import Literal

from bivouac.core.kit.printed import Block, Source, Strict
from bivouac.core.text import Both

SideName = Literal["union", "csa"]
Training = Literal["conscript", "veteran", "elite"]


# --- map.toml ----------------------------------------------------------------------------------------


class GridBlock(Block, frozen=True):
    columns: str
    rows: int
    low_columns: str


class TerrainBlock(Block, frozen=True):
    legend: dict[str, str]
    rows: list[str]


class Stream(Block, frozen=True):
    name: str
    sides: list[str]


class Road(Block, frozen=True):
    name: str
    hexes: str
    option: str = ""


class Entrenchment(Block, frozen=True):
    name: str
    hex: str
    from_day: int
    option: str = ""


class Bridges(Block, frozen=True):
    sides: list[str]


class VictoryBlock(Block, frozen=True):
    hexes: dict[str, int]


class Special(Block, frozen=True):
    fortress: str
    fortress_protection: int
    no_artillery: list[str]
    no_cavalry: list[str]


class Entries(Block, frozen=True):
    union: list[str]
    csa: list[str]


class NamedHex(Strict, frozen=True):
    hex: str
    name: str


class Names(Block, frozen=True):
    hexes: list[NamedHex]


class MapFile(Strict, frozen=True):
    grid: GridBlock
    terrain: TerrainBlock
    stream: list[Stream]
    road: list[Road]
    bridges: Bridges
    entrenchment: list[Entrenchment]
    victory: VictoryBlock
    special: Special
    entries: Entries
    names: Names


# --- tables.toml ----------------------------------------------------------------------------------------


class TerrainKind(Block, frozen=True):
    id: str
    sight: Literal["free", "blocked"]
    mp: int
    protection: int
    level: int
    stop: bool = False


class Numbers(Block, frozen=True):
    white_die: dict[str, int]
    black_die: dict[str, int]
    activation: dict[SideName, int]
    training: dict[Training, int]
    works_protection: int
    stream_protection: int
    road_half_points: int
    hours: list[int]
    short_game: dict[Literal["win", "draw"], int]


class UnitType(Block, frozen=True):
    id: str
    name: str
    mp: int
    move_and_fight: bool
    range: int
    fire: list[int] = []


class TablesFile(Strict, frozen=True):
    numbers: Numbers
    terrain: list[TerrainKind]
    unit_type: list[UnitType]


# --- units.toml, errata.toml ----------------------------------------------------------------------------------------


class UnitBlock(Block, frozen=True):
    id: str
    name: str
    side: SideName
    corps: str
    type: Literal["F", "C", "A", "AC"]
    strength: int
    training: Training
    training_source: Source
    formation: str = ""
    training_note: str = ""


class UnitsFile(Strict, frozen=True):
    unit: list[UnitBlock]


class Erratum(Strict, frozen=True):
    clause: str
    status: Literal["applied", "kept", "assumed", "option"]
    issue: Both
    ruling: Both
    option: str = ""


class ErrataFile(Strict, frozen=True):
    erratum: list[Erratum]


# --- scenarios/*.toml ----------------------------------------------------------------------------------------


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


class Change(Block, frozen=True):
    option: str
    set: tuple[Setting, ...]


class ScenarioFile(Block, frozen=True):
    start: When
    play: list[Play]
    union: Army
    csa: Army
    change: list[Change] = []
