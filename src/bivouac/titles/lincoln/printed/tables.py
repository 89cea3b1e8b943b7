"""The printed things of Lincoln: map, cards, tracks, counters. Read once, checked, and turned into tables of ints.

A location has number `loc`; its halves have numbers `2 * loc` and `2 * loc + 1`. A *way* is a link in one direction: way `2 * n` leads from
the first to the second place of link n, way `2 * n + 1` back. A kind of card has one number through both decks, the Union's first.
"""

from __future__ import annotations

from importlib import resources
from typing import Literal

import msgspec

from bivouac.core.data import BadData, fail, read
from bivouac.core.text import Both, Text

SideWord = Literal["union", "confederate"]
Source = Literal["rulebook", "public", "reconstructed"]
Top = Literal["army1", "army2", "army3", "fort", "ship", "politician"]
SIDE_WORDS: tuple[SideWord, SideWord] = ("union", "confederate")


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class LocationData(_Strict, frozen=True):
    id: str
    name: str
    name_source: Source
    colour: SideWord
    halves: tuple[str, str]
    vp: int
    at: tuple[int, int]
    source: Source
    supply_for: SideWord | None = None
    port: str | None = None
    sea: Literal["east", "south"] = "east"
    port_defence: int = 0
    closed_to_confederates: bool = False


class Defence(_Strict, frozen=True):
    side: SideWord
    bonus: int


class LinkData(_Strict, frozen=True):
    first: str
    second: str
    source: Source
    first_defence: Defence | None = None
    second_defence: Defence | None = None


class MapFile(_Strict, frozen=True):
    location: list[LocationData]
    link: list[LinkData]


class TextData(_Strict, frozen=True):
    id: str
    kind: Literal["free", "action", "benefit"]
    side: Literal["union", "confederate", "both"]
    source: Source


class CardData(_Strict, frozen=True):
    id: str
    side: SideWord
    set: Literal["base", "I", "II"]
    copies: int
    leadership: int
    source: Source
    top: Top | None = None
    price: int = 0
    rail: bool = False
    naval: bool = False
    text: str | None = None


class CardFile(_Strict, frozen=True):
    text: list[TextData]
    card: list[CardData]


class Limits(_Strict, frozen=True):
    actions: int
    union_hand: int
    fort_value: int
    source: Source


class Effects(_Strict, frozen=True):
    free_draw: int
    raid_discards: int
    bond_units: int
    rail_counters: int
    source: Source


class HighGround(_Strict, frozen=True):
    bonus: int
    source: Source


class Gates(_Strict, frozen=True):
    points: tuple[int, int, int]
    source: Source


class Patience(_Strict, frozen=True):
    idle_turns: int
    source: Source


class Blockade(_Strict, frozen=True):
    confederate_hand: list[int]
    union_points: list[int]
    source: Source


class Europe(_Strict, frozen=True):
    union_end: int
    confederate_end: int
    source: Source


class Counters(_Strict, frozen=True):
    union_armies: tuple[int, int, int]
    confederate_armies: tuple[int, int, int]
    forts: int
    flags: int
    source: Source


class Components(_Strict, frozen=True):
    union_cards: int
    confederate_cards: int
    armies: int
    forts: int
    flags: int
    source: Source


class Cities(_Strict, frozen=True):
    union_capital: str
    confederate_pair: tuple[str, str]
    source: Source


class Tuned(_Strict, frozen=True):
    """A reconstructed value that was tried out: what it is, what was tried with which share of Union wins, what stayed, and why."""

    value: str
    tried: list[str]
    chosen: str
    why: str


class TableFile(_Strict, frozen=True):
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


class SideSetup(_Strict, frozen=True):
    hand: int
    armies: dict[str, list[int]]


class ScenarioFile(_Strict, frozen=True):
    """A set-up. `name` is for a player's own; those of the house are in the catalogue."""

    id: str
    source: Source
    union: SideSetup
    confederate: SideSetup
    name: Both | None = None


def text_of(*names: str) -> str:
    return resources.files("bivouac.titles.lincoln").joinpath("data", *names).read_text("utf-8")


MAP_TEXT = text_of("map.toml")
CARD_TEXT = text_of("cards.toml")
MAP = read(MapFile, MAP_TEXT, "map.toml")
CARDS = read(CardFile, CARD_TEXT, "cards.toml")
TABLES = read(TableFile, text_of("tables.toml"), "tables.toml")

# --- locations and halves -------------------------------------------------------------------------------------------

LOCATIONS = tuple(MAP.location)
LOCS = len(LOCATIONS)
HALVES = 2 * LOCS
LOC_BY_ID = {place.id: n for n, place in enumerate(LOCATIONS)}
COLOUR = tuple(SIDE_WORDS.index(place.colour) for place in LOCATIONS)
POINTS = tuple(place.vp for place in LOCATIONS)
CLOSED = tuple(place.closed_to_confederates for place in LOCATIONS)
LOC_OF = tuple(half // 2 for half in range(HALVES))
SUPPLY: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(n for n, p in enumerate(LOCATIONS) if p.supply_for == "union"),
    tuple(n for n, p in enumerate(LOCATIONS) if p.supply_for == "confederate"),
)


def loc_named(name: str, where: str) -> int:
    if name not in LOC_BY_ID:
        raise BadData(where, None, Both(f"there is no location {name}", f"non c'è una località {name}"))
    return LOC_BY_ID[name]


def _half_named(place: LocationData, half: str, path: tuple[str | int, ...]) -> int:
    if half not in place.halves:
        raise fail(MAP_TEXT, "map.toml", path, Both(f"{place.name} has no half {half}", f"{place.name} non ha una metà {half}"))
    return 2 * LOC_BY_ID[place.id] + place.halves.index(half)


def _end(words: str, path: tuple[str | int, ...]) -> int:
    """The half that "washington south" names."""
    name, _, half = words.partition(" ")
    if name not in LOC_BY_ID:
        raise fail(MAP_TEXT, "map.toml", path, Both(f"there is no location {name}", f"non c'è una località {name}"))
    return _half_named(LOCATIONS[LOC_BY_ID[name]], half, path)


PORT_HALF = tuple(  # the half a port leads into, -1 where there is no port
    _half_named(p, p.port, ("location", n, "port")) if p.port is not None else -1 for n, p in enumerate(LOCATIONS)
)
PORTS = tuple(n for n in range(LOCS) if PORT_HALF[n] >= 0)
PORT_BONUS = tuple(p.port_defence for p in LOCATIONS)

# --- ways: links in one direction -----------------------------------------------------------------------------------

_ENDS = [(_end(k.first, ("link", n, "first")), _end(k.second, ("link", n, "second"))) for n, k in enumerate(MAP.link)]
WAYS = 2 * len(_ENDS)
WAY_FROM = tuple(end for pair in _ENDS for end in pair)
WAY_TO = tuple(end for first, second in _ENDS for end in (second, first))
WAY_FROM_LOC = tuple(LOC_OF[half] for half in WAY_FROM)
WAY_TO_LOC = tuple(LOC_OF[half] for half in WAY_TO)


def _bonuses(side: SideWord) -> tuple[int, ...]:
    """What a defender of this colour adds against an attack over each way."""
    found = []
    for link in MAP.link:
        found += [d.bonus if d is not None and d.side == side else 0 for d in (link.second_defence, link.first_defence)]
    return tuple(found)


WAY_BONUS = (_bonuses("union"), _bonuses("confederate"))
WAYS_OF_HALF = tuple(tuple(w for w in range(WAYS) if WAY_FROM[w] == half) for half in range(HALVES))
WAYS_OF_LOC = tuple(WAYS_OF_HALF[2 * loc] + WAYS_OF_HALF[2 * loc + 1] for loc in range(LOCS))
WAYS_INTO = tuple(tuple(w for w in range(WAYS) if WAY_TO_LOC[w] == loc) for loc in range(LOCS))

CAPITAL = loc_named(TABLES.cities.union_capital, "tables.toml")
PAIR = tuple(loc_named(name, "tables.toml") for name in TABLES.cities.confederate_pair)

# --- cards ----------------------------------------------------------------------------------------------------------

TOPS: tuple[Top, ...] = ("army1", "army2", "army3", "fort", "ship", "politician")
NO_TOP, FORT, SHIP, POLITICIAN = -1, 3, 4, 5  # 0, 1, 2: armies of strength 1, 2, 3
TEXTS = tuple(CARDS.text)
TEXT_BY_ID = {t.id: n for n, t in enumerate(TEXTS)}
NO_TEXT = -1

KINDS_DATA = tuple(c for side in SIDE_WORDS for c in CARDS.card if c.side == side)
KINDS = len(KINDS_DATA)
_UNION_KINDS = sum(1 for c in KINDS_DATA if c.side == "union")
KINDS_OF = (range(_UNION_KINDS), range(_UNION_KINDS, KINDS))
KIND_BY_ID = {c.id: n for n, c in enumerate(KINDS_DATA)}
OWNER = tuple(SIDE_WORDS.index(c.side) for c in KINDS_DATA)
COPIES = tuple(c.copies for c in KINDS_DATA)
SET = tuple(("base", "I", "II").index(c.set) for c in KINDS_DATA)
TOP = tuple(NO_TOP if c.top is None else TOPS.index(c.top) for c in KINDS_DATA)
PRICE = tuple(c.price for c in KINDS_DATA)
LEADERSHIP = tuple(c.leadership for c in KINDS_DATA)
RAIL = tuple(c.rail for c in KINDS_DATA)
NAVAL = tuple(c.naval for c in KINDS_DATA)


def _text_number(n: int, name: str | None) -> int:
    if name is not None and name not in TEXT_BY_ID:
        raise BadData(
            "cards.toml",
            None,
            Both(f"card {KINDS_DATA[n].id}: there is no text {name}", f"carta {KINDS_DATA[n].id}: non c'è un testo {name}"),
        )
    return NO_TEXT if name is None else TEXT_BY_ID[name]


TEXT = tuple(_text_number(n, c.text) for n, c in enumerate(KINDS_DATA))
TEXT_KIND = tuple(t.kind for t in TEXTS)
DRAFT, RUNNER, RAID = TEXT_BY_ID["draft"], TEXT_BY_ID["blockade_runner"], TEXT_BY_ID["cavalry_raid"]
HIGH_GROUND, REINFORCEMENTS = TEXT_BY_ID["high_ground"], TEXT_BY_ID["reinforcements"]
MONEY, BONDS, RAIL_CARD = TEXT_BY_ID["paper_money"], TEXT_BY_ID["cotton_bonds"], TEXT_BY_ID["rail_movement"]
IS_FREE = tuple(t != NO_TEXT and TEXT_KIND[t] == "free" for t in TEXT)
IS_ACTION = tuple(t != NO_TEXT and TEXT_KIND[t] == "action" for t in TEXT)
IS_BENEFIT = tuple(t != NO_TEXT and TEXT_KIND[t] == "benefit" for t in TEXT)
FREE_COPIES = tuple(sum(COPIES[k] for k in KINDS_OF[side] if IS_FREE[k]) for side in (0, 1))

# --- tracks, counters, limits ---------------------------------------------------------------------------------------

ACTIONS = TABLES.limits.actions
FORT_VALUE = TABLES.limits.fort_value
HAND_LIMIT_UNION = TABLES.limits.union_hand
HAND_LIMIT_CSA = tuple(TABLES.blockade.confederate_hand)
BLOCKADE_POINTS = tuple(TABLES.blockade.union_points)
BLOCKADE_END = len(BLOCKADE_POINTS) - 1
EUROPE_UNION = TABLES.europe.union_end
EUROPE_CSA = TABLES.europe.confederate_end
GATES = TABLES.gates.points
COUNTERS = (*TABLES.counters.union_armies, 0, *TABLES.counters.confederate_armies, TABLES.counters.forts)


def check() -> list[Text]:
    """What does not add up in the data files."""
    from bivouac.titles.lincoln.printed.check import problems

    return problems(MAP, CARDS, TABLES)
