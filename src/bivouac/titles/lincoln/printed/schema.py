"""The data files of Lincoln as structures: every key there may be, and its type."""

from __future__ import annotations

from typing import Final, Literal

from bivouac.core.kit.printed import Block, Source, Strict
from bivouac.core.text import Both

SideWord = Literal["union", "csa"]
Top = Literal["army1", "army2", "army3", "fort", "ship", "politician"]
SIDE_WORDS: Final[tuple[SideWord, SideWord]] = ("union", "csa")


# --- map.toml -------------------------------------------------------------------------------------------------------


class LocationData(Block, frozen=True):
    id: str
    name: str
    name_source: Source
    colour: SideWord
    halves: tuple[str, str]
    vp: int
    at: tuple[int, int]
    supply_for: SideWord | None = None
    port: str | None = None
    sea: Literal["east", "south"] = "east"
    port_defence: int = 0
    closed_to_csa: bool = False


class Defence(Strict, frozen=True):
    side: SideWord
    bonus: int


class LinkData(Block, frozen=True):
    first: str
    second: str
    first_defence: Defence | None = None
    second_defence: Defence | None = None


class MapFile(Strict, frozen=True):
    location: list[LocationData]
    link: list[LinkData]


# --- cards.toml -----------------------------------------------------------------------------------------------------


class TextData(Block, frozen=True):
    id: str
    kind: Literal["free", "action", "benefit"]
    side: Literal["union", "csa", "both"]


class CardData(Block, frozen=True):
    id: str
    side: SideWord
    set: Literal["base", "I", "II"]
    copies: int
    leadership: int
    top: Top | None = None
    price: int = 0
    rail: bool = False
    naval: bool = False
    text: str | None = None


class CardFile(Strict, frozen=True):
    text: list[TextData]
    card: list[CardData]


# --- tables.toml ----------------------------------------------------------------------------------------------------


class Limits(Block, frozen=True):
    actions: int
    union_hand: int
    fort_value: int


class Effects(Block, frozen=True):
    free_draw: int
    raid_discards: int
    bond_units: int
    rail_counters: int


class HighGround(Block, frozen=True):
    bonus: int


class Gates(Block, frozen=True):
    points: tuple[int, int, int]


class Patience(Block, frozen=True):
    idle_turns: int


class Blockade(Block, frozen=True):
    csa_hand: list[int]
    union_points: list[int]


class Europe(Block, frozen=True):
    union_end: int
    csa_end: int


class Counters(Block, frozen=True):
    union_armies: tuple[int, int, int]
    csa_armies: tuple[int, int, int]
    forts: int
    flags: int


class Components(Block, frozen=True):
    union_cards: int
    csa_cards: int
    armies: int
    forts: int
    flags: int


class Cities(Block, frozen=True):
    union_capital: str
    csa_pair: tuple[str, str]


class Tuned(Strict, frozen=True):
    """A reconstructed value that was tried out: what it is, what was tried with which share of Union wins, what stayed, and why."""

    value: str
    tried: list[str]
    chosen: str
    why: str


class TableFile(Strict, frozen=True):
    limits: Limits
    effects: Effects
    high_ground: HighGround
    gates: Gates
    patience: Patience
    blockade: Blockade
    europe: Europe
    counters: Counters
    components: Components
    cities: Cities
    tuned: list[Tuned] = []


# --- scenarios/*.toml -----------------------------------------------------------------------------------------------


class SideSetup(Strict, frozen=True):
    hand: int
    armies: dict[str, list[int]]


class ScenarioFile(Block, frozen=True):
    """A set-up. `name` is for a player's own; those of the house are in the catalogue."""

    id: str
    union: SideSetup
    csa: SideSetup
    name: Both | None = None

    @property
    def sides(self) -> tuple[SideSetup, SideSetup]:
        return self.union, self.csa
