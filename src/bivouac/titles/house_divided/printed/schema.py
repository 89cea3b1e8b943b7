"""The data files as typed structures: what may stand in map.toml, units.toml, tables.toml and a scenario."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from bivouac.core.kit.printed import Block, Confidence, Source, Strict
from bivouac.core.text import Both

T = TypeVar("T")
Pair = tuple[str, str]


class BySide(Strict, Generic[T], frozen=True):
    union: T
    csa: T


# --- map.toml -----------------------------------------------------------------------------------------------


class BoxRow(Strict, frozen=True):
    owner: Literal["union", "csa", "none"]
    at: tuple[int, int]
    union: int = 0
    csa: int = 0
    port: bool = False
    fort: bool = False
    water: str = ""
    crossing: tuple[str, ...] = ()


class LineRows(Strict, frozen=True):
    road: list[Pair]
    rail: list[Pair]
    river: list[Pair]


class MapFile(Block, frozen=True):
    canvas: tuple[int, int]
    potomac: Pair
    states: dict[str, Both]
    boxes: dict[str, dict[str, BoxRow]]
    lines: LineRows


# --- units.toml ---------------------------------------------------------------------------------------------


class KindRow(Strict, frozen=True):
    name: Both
    arm: Literal["infantry", "cavalry"]
    quality: Literal["militia", "veteran", "crack"]
    value: int
    defence: int = 0
    source: Source = "rulebook"
    confidence: Confidence = "certain"


class LeaderStep(Strict, rename={"since": "from"}, frozen=True):
    since: str
    value: int


class LeaderRow(Block, frozen=True):
    side: Literal["union", "csa"]
    values: list[LeaderStep]


class ForeignRow(Block, frozen=True):
    number: int


class GarrisonRow(Block, frozen=True):
    hits: int


class UnitsFile(Block, frozen=True):
    kinds: dict[str, KindRow]
    foreign: ForeignRow
    leaders: dict[str, LeaderRow]
    garrison: GarrisonRow


# --- tables.toml --------------------------------------------------------------------------------------------


class CalendarRow(Block, frozen=True):
    turns: list[str]


class Reach(Strict, frozen=True):
    road: int
    rail: int
    friendly_rail: int
    river: int


class MovementRow(Block, frozen=True):
    infantry: Reach
    cavalry: Reach
    union_rail_bonus: int


class DiceRow(Block, frozen=True):
    marches: list[int]
    invasion: int
    recruits: list[int]
    historical_recruits: BySide[list[int]]
    historical_large_city: int
    washington_loss: list[int]
    training: int
    foreign_replacement: int


class BattleRow(Block, frozen=True):
    rounds_a_day: int
    command_maximum: int
    crossing_rounds: int
    crossing: int
    entrenched: int


class MoraleRow(Block, frozen=True):
    militia_1861: int
    militia: int
    veteran: int
    crack: int
    rout_in_works: int
    desertion_lost: int
    desertion_steady: int


class DraftRow(Block, frozen=True):
    turns: list[str]
    pieces: int
    riot_turns: list[str]
    riot_pieces: int
    more_forces: int


class BorderState(Strict, frozen=True):
    number: int
    cities: list[str]


class BorderRow(Block, frozen=True):
    Missouri: BorderState
    Kentucky: BorderState
    Maryland: BorderState


class Within(Strict, frozen=True):
    within: int
    die: int


class InYear(Strict, frozen=True):
    year: int
    die: int


class AfterYear(Strict, frozen=True):
    after: int
    die: int


class Ahead(Strict, frozen=True):
    ahead: int
    die: int


class BorderModifiers(Block, frozen=True):
    close: Within
    first_year: InYear
    washington: int
    late_years: AfterYear
    far: Ahead
    richmond: int


class InterventionRow(Block, frozen=True):
    within: int
    large_city: int


class ContainmentRow(Block, frozen=True):
    ports: list[str]


class VictoryRow(Block, frozen=True):
    large_city: int
    short_game_margin: int
    short_game_factor: int
    table: dict[str, list[int]]


class TablesFile(Strict, frozen=True):
    calendar: CalendarRow
    movement: MovementRow
    dice: DiceRow
    command: dict[str, Any]
    battle: BattleRow
    morale: MoraleRow
    drafts: DraftRow
    border_states: BorderRow
    border_modifiers: BorderModifiers
    intervention: InterventionRow
    containment: ContainmentRow
    victory: VictoryRow


# --- scenarios/*.toml ---------------------------------------------------------------------------------------


class Militia(Strict, frozen=True):
    MF: int
    MC: int


class PoolRow(BySide[Militia], frozen=True):
    union_locked: int
    drafts_held: int


class ScenarioFile(Block, frozen=True):
    id: str
    name: Both
    summary: Both
    first_turn: int
    last_turn: int
    first_turn_marches: int
    victory: Literal["campaign", "short", "table"]
    maximum: BySide[int]
    pool: PoolRow
    flags: BySide[list[str]]
    pieces: BySide[dict[str, str]]
    leaders: dict[str, str]
    row: int = 0
