"""What the data files may say: tables.toml, terrain.toml, and a scenario, ours or a player's."""

from __future__ import annotations

from typing import Literal

from bivouac.core.kit.printed import Block, Source, Strict
from bivouac.core.text import Both

SideName = Literal["union", "csa"]
KindName = Literal["infantry", "cavalry", "artillery", "gunboat", "leader"]
Colour = Literal["green", "black", "gold"]
Edge = Literal["top", "bottom", "left", "right"]


# --- tables.toml and terrain.toml -----------------------------------------------------------------------------------


class KindRow(Block, frozen=True):
    id: KindName
    name: Both
    strength: int
    move: int
    dice: int
    dice_adjacent: int
    range: int


class FireRow(Block, frozen=True):
    kind: KindName
    range: int
    needs: int


class HillFire(Block, frozen=True):
    range: int
    needs: int


class CloseAssault(Block, frozen=True):
    kinds: list[KindName]
    dice: int
    needs: int


class MoraleDie(Block, frozen=True):
    green: int
    black: int
    gold: int


class ActionDie(Block, frozen=True):
    points: list[int]


class Prices(Block, frozen=True):
    move: int
    fire: int
    close_assault: int
    leader_bonus: int
    leader_move: int
    reinforce: int


class Entry(Block, frozen=True):
    price: int


class Tables(Strict, frozen=True):
    kind: list[KindRow]
    fire: list[FireRow]
    hill_fire: HillFire
    close_assault: CloseAssault
    morale_die: MoraleDie
    action_die: ActionDie
    prices: Prices
    entry: Entry


class Terrain(Strict, frozen=True):
    id: str
    letter: str
    name: Both
    combat: int
    morale: int
    source: Source
    stop: bool = False
    blocks: bool = False
    enter: bool = True
    water: bool = False
    side_only: bool = False


class TerrainFile(Strict, frozen=True):
    terrain: list[Terrain]


# --- a scenario -----------------------------------------------------------------------------------------------------


class CoverRow(Strict, frozen=True):
    kind: Literal["fence", "trench"]
    sides: str
    hexes: str


class PlaceRow(Strict, frozen=True):
    hexes: str
    name: Both


class RoadRow(Strict, frozen=True):
    """A road or railroad as it is drawn, from hex to hex; it changes nothing in play."""

    kind: Literal["road", "railroad"]
    hexes: str


class BlockRow(Strict, frozen=True):
    hex: str
    scores: SideName
    kind: Literal["capture", "control"]


class UnitRow(Strict, frozen=True):
    kind: KindName
    name: str
    hex: str | None = None
    morale: Colour | None = None
    strength: int | None = None
    home: Edge | None = None
    group: str | None = None


class Reinforcement(Strict, frozen=True):
    turn: int
    hexes: str
    units: list[UnitRow]


class CapFrom(Strict, frozen=True):
    turn: int
    cap: int


class SideRows(Strict, frozen=True):
    cap: int
    vp_to_win: int
    home: Edge
    units: list[UnitRow]
    cap_from: list[CapFrom] = []
    reinforcements: list[Reinforcement] = []


class HoldRow(Strict, frozen=True):
    group: str
    until_turn: int
    released_by_attack: bool


class BarrierRow(Strict, frozen=True):
    stops: KindName
    hexes: str
    while_side: SideName
    while_kind: KindName
    while_in: str


class Ford(Strict, frozen=True):
    hexes: str
    kinds: list[KindName]


class BombardmentRow(Strict, frozen=True):
    side: SideName
    kind: KindName
    dice: int
    needs: int


class Men(Strict, frozen=True):
    """How many fought on each side."""

    union: int
    csa: int


class ScenarioFile(Strict, frozen=True):
    id: str
    name: Both
    date: Both
    first: SideName
    turns: int
    time_out: Literal["union", "csa", "more_vp"]
    map: str
    union: SideRows
    csa: SideRows
    number: int = 0
    source: Source | Literal["player"] = "player"
    top: Literal["north", "east", "south", "west"] = "north"
    known: Both = Both("", "")
    reconstructed: Both = Both("", "")
    men: Men | None = None
    sources: list[str] = []
    tie: SideName | None = None
    special: list[Both] = []
    cover: list[CoverRow] = []
    places: list[PlaceRow] = []
    roads: list[RoadRow] = []
    blocks: list[BlockRow] = []
    hold: list[HoldRow] = []
    barrier: list[BarrierRow] = []
    ford: Ford | None = None
    bombardment: BombardmentRow | None = None

    def side(self, side: int) -> SideRows:
        return (self.union, self.csa)[side]
