"""What the data files may say: tables.toml, terrain.toml, and a scenario, ours or a player's."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bivouac.core.kit.printed import Block, Source, Strict
from bivouac.core.text import Both

SideName = Literal["union", "csa"]
KindName = Literal["infantry", "cavalry", "artillery", "gunboat", "leader"]
Colour = Literal["green", "black", "gold"]
Edge = Literal["top", "bottom", "left", "right"]
MOST_CAP, MOST_TURNS, MOST_VP = 12, 60, 20

# What editors of text are told of a value; the checks themselves are in check.py and strange.py.
A_HEX = "[A-M][1-9]"
HexName = Annotated[str, Meta(description="One hex: E5.", extra_json_schema={"pattern": f"^ *{A_HEX} *$"})]
HexNames = Annotated[
    str, Meta(description="Hexes with blanks between them: E5 F5.", extra_json_schema={"pattern": f"^ *{A_HEX}( +{A_HEX})* *$"})
]
Sides = Annotated[str, Meta(description="Protected sides.", extra_json_schema={"pattern": "^ *(E|SE|SW|W|NW|NE)( +(E|SE|SW|W|NW|NE))* *$"})]
Turn = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": MOST_TURNS})]
Cap = Annotated[int, Meta(description="Command action points a turn.", extra_json_schema={"minimum": 0, "maximum": MOST_CAP})]
Worth = Annotated[
    int, Meta(description="Victory points, where they are not 1.", extra_json_schema={"minimum": 0, "maximum": MOST_VP, "default": 1})
]
Positive = Annotated[int, Meta(extra_json_schema={"minimum": 1})]
Drawing = Annotated[
    str,
    Meta(
        description="Nine rows of thirteen letters. . open, f forest, o orchard, h hill, t town, r sunken road or fence, x trench, "
        "s swamp, ~ river, = bridge. The letters above and the numbers before are optional."
    ),
]


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
    """Protected sides of hexes: every r and x hex of the map needs them, others may have them."""

    kind: Literal["fence", "trench"]
    sides: Sides
    hexes: HexNames


class PlaceRow(Strict, frozen=True):
    """The name of some hexes, for the eye."""

    hexes: HexNames
    name: Both


class RoadRow(Strict, frozen=True):
    """A road or railroad as it is drawn, from hex to hex; it changes nothing in play."""

    kind: Literal["road", "railroad"]
    hexes: HexNames


class BlockRow(Strict, frozen=True):
    """A VP block. capture: taken once, then removed. control: it counts for the side while it was the last to be there. `vp`: the victory
    points it is worth."""

    hex: HexName
    scores: SideName
    kind: Literal["capture", "control"]
    vp: Worth = 1


class UnitRow(Strict, frozen=True):
    """A unit or leader. Morale is for neither gunboats nor leaders; strength is left out where it is full; `home` is the edge its retreats
    make for, where that is not its side's; `group` is one of the groups that wait; `vp` are the points that the enemy scores for it."""

    kind: KindName
    name: str
    hex: HexName | None = None
    morale: Colour | None = None
    strength: Positive | None = None
    home: Edge | None = None
    group: str | None = None
    vp: Worth = 1


class Reinforcement(Strict, frozen=True):
    """Units that come from a turn on, at one of these hexes, for 1 AP each."""

    turn: Turn
    hexes: HexNames
    units: list[UnitRow]


class CapFrom(Strict, frozen=True):
    """CAP that change with a turn."""

    turn: Turn
    cap: Cap


class SideRows(Strict, frozen=True):
    """One side: its CAP, the victory points it needs, the edge its retreats make for, its units and those that come later."""

    cap: Cap
    vp_to_win: Positive
    home: Edge
    units: list[UnitRow]
    cap_from: list[CapFrom] = []
    reinforcements: list[Reinforcement] = []


class HoldRow(Strict, frozen=True):
    """A group that waits until a turn, or until it is attacked."""

    group: str
    until_turn: Positive
    released_by_attack: bool


class BarrierRow(Strict, frozen=True):
    """Hexes closed to a kind of unit while an enemy stands somewhere."""

    stops: KindName
    hexes: HexNames
    while_side: SideName
    while_kind: KindName
    while_in: HexName


class Ford(Strict, frozen=True):
    """River hexes that some kinds may enter; they stop there and do nothing else that turn."""

    hexes: HexNames
    kinds: list[KindName]


class BombardmentRow(Strict, frozen=True):
    """Before the first turn every unit of a kind fires once at any enemy hex."""

    side: SideName
    kind: KindName
    dice: int
    needs: int


class Men(Strict, frozen=True):
    """How many fought on each side."""

    union: int
    csa: int


class ScenarioFile(Strict, frozen=True):
    """A battle of Hold the Line. `id`, `name`, `date`, `first`, `turns`, `time_out`, `map` and both sides are needed; `tie` goes with
    time_out = more_vp."""

    id: str
    name: Both
    date: Both
    first: SideName
    turns: Turn
    time_out: Literal["union", "csa", "more_vp"]
    map: Drawing
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
