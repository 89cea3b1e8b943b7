"""The data files as structs: every key that may stand in them, and of what kind it is."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bivouac.core.kit.printed import Block, Strict
from bivouac.core.text import Both

SideKey = Literal["union", "csa"]
Terrain = Literal["open", "town", "ridge", "hill"]
ClassName = Literal["regular", "elite", "inferior", "cavalry", "artillery"]
Period = Literal["morning", "noon", "afternoon", "night"]
Count = dict[ClassName, int]
Point = tuple[int, int]


# --- map.toml -----------------------------------------------------------------------------------------


class Sheet(Block, frozen=True):
    size: Point


class Area(Strict, frozen=True):
    id: str
    name: str
    terrain: Terrain
    centre: Point
    borders: str
    outline: str
    corners: str = ""
    stars: int = 0


class Road(Strict, frozen=True):
    name: str
    kind: Literal["road", "railroad"]
    crosses: str
    line: str


class Stream(Strict, frozen=True):
    name: str
    along: str
    line: str


class EntryBox(Block, frozen=True):
    id: str
    name: str
    side: SideKey
    area: str
    at: Point


class MapFile(Strict, frozen=True):
    map: Sheet
    area: list[Area]
    road: list[Road]
    stream: list[Stream]
    box: list[EntryBox]


# --- units.toml ---------------------------------------------------------------------------------------


class PieceClass(Block, frozen=True):
    name: Both
    moves: int
    enters_enemy: bool
    bears: int
    left: int = 0
    right: int = 0


class Army(Block, frozen=True):
    pieces: Count
    cubes: Count
    blocks: list[int]
    discs: int


class Discs(Block, frozen=True):
    discs: int


class Markers(Block, frozen=True):
    entrenchment: int
    disruption: int
    artillery_fire: int


class Colours(Block, frozen=True):
    union: dict[ClassName, str]
    csa: dict[ClassName, str]


class UnitsFile(Strict, frozen=True):
    class_: dict[ClassName, PieceClass] = msgspec.field(name="class")
    side: dict[SideKey, Army]
    forced_pass: Discs
    markers: Markers
    colours: Colours


# --- tables.toml --------------------------------------------------------------------------------------

FireCell = Literal["-", "1", "M", "D", "6"]
FireRow = tuple[FireCell, FireCell, FireCell, FireCell, FireCell, FireCell, FireCell]
MoraleCell = Literal["ok", "R", "E", "D", "C"]
MoraleRow = tuple[MoraleCell, MoraleCell, MoraleCell, MoraleCell, MoraleCell, MoraleCell]


class Fire(Block, frozen=True):
    defence_guns: FireRow
    defence_foot: FireRow
    attack_foot: FireRow


class LongRange(Block, frozen=True):
    row: FireRow


class Switches(Block, frozen=True):
    cubes_on_six: int


class Morale(Block, frozen=True):
    one: MoraleRow = msgspec.field(name="1")
    two: MoraleRow = msgspec.field(name="2")
    three: MoraleRow = msgspec.field(name="3")
    four: MoraleRow = msgspec.field(name="4")
    five: MoraleRow = msgspec.field(name="5")
    six: MoraleRow = msgspec.field(name="6")


class Shifts(Block, frozen=True):
    flank: int
    town: int
    disrupted: int
    high_ground: int
    entrenched: int


class Modifiers(Block, frozen=True):
    cubes_per_minus: int
    entrenched: int
    gun_damaged: int


class Range(Block, frozen=True):
    open: int
    town: int
    ridge: int
    hill: int


class Limits(Block, frozen=True):
    pieces_per_area: int
    border: int
    road: int
    attack: int
    sticks: int
    firing_areas: int
    shortage_cubes: int


class CsaDiscs(Block, frozen=True):
    single: int
    double: int
    double_when_stocked: int
    stocked: int


class DiscBoxes(Strict, frozen=True):
    union: dict[Period, Discs]
    csa: CsaDiscs


class Victory(Block, frozen=True):
    areas: int


class TablesFile(Strict, frozen=True):
    fire: Fire
    long_range: LongRange
    switches: Switches
    attacker_morale: Morale
    defender_morale: Morale
    shifts: Shifts
    modifiers: Modifiers
    range: Range
    limits: Limits
    discs: DiscBoxes
    victory: Victory


# --- scenarios/*.toml ---------------------------------------------------------------------------------

Whose = Literal["union", "csa", "confederacy"]  # the last word is that of older files


class Head(Block, frozen=True):
    id: str
    name: Both
    days: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Start(Block, frozen=True):
    side: Whose
    pieces: Count
    stands_for: str
    area: str = ""
    box: str = ""


class Reinforcement(Block, frozen=True):
    day: int
    period: Period
    side: Whose
    boxes: list[str]
    pieces: Count
    stands_for: str


class BattleFile(Strict, frozen=True):
    scenario: Head
    start: list[Start]
    reinforcement: list[Reinforcement]
