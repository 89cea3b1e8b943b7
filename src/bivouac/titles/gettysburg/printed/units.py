"""The pieces and the printed tables, read once from `data/units.toml`, `data/tables.toml` and the scenarios.

Pieces are numbered by side and class, so that equal pieces stand together: the Union's first, infantry before cavalry before guns.
"""

from __future__ import annotations

from importlib import resources
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from bivouac.core.data import fail, read, read_resource
from bivouac.core.text import Both
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_SIDE, GROUND, IDS, TERRAINS, Confidence, Source

UNION, CSA = 0, 1
REGULAR, ELITE, INFERIOR, CAVALRY, GUN = range(5)
CLASSES: Final = ("regular", "elite", "inferior", "cavalry", "artillery")
MORNING, NOON, AFTERNOON, NIGHT = range(4)
PERIODS: Final = ("morning", "noon", "afternoon", "night")
SIDE_KEYS: Final = ("union", "confederacy")
ClassName = Literal["regular", "elite", "inferior", "cavalry", "artillery"]
Count = dict[ClassName, int]


class _Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Both
    moves: int
    enters_enemy: bool
    bears: int
    source: Source
    left: int = 0
    right: int = 0


class _Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Count
    cubes: Count
    blocks: list[int]
    discs: int
    source: Source


class _Discs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    discs: int
    source: Source
    confidence: Confidence = "certain"


class _Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entrenchment: int
    disruption: int
    artillery_fire: int
    source: Source


class _Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: dict[ClassName, str]
    confederacy: dict[ClassName, str]
    source: Source
    confidence: Confidence = "certain"


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    class_: dict[ClassName, _Class] = msgspec.field(name="class")
    side: dict[Literal["union", "confederacy"], _Side]
    forced_pass: _Discs
    markers: _Markers
    colours: _Colours


FireCell = Literal["-", "1", "M", "D", "6"]
FireRow = tuple[FireCell, FireCell, FireCell, FireCell, FireCell, FireCell, FireCell]
MoraleCell = Literal["ok", "R", "E", "D", "C"]
MoraleRow = tuple[MoraleCell, MoraleCell, MoraleCell, MoraleCell, MoraleCell, MoraleCell]


class _Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    defence_guns: FireRow
    defence_foot: FireRow
    attack_foot: FireRow
    source: Source


class _LongRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: FireRow
    source: Source


class _Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cubes_on_six: int
    source: Source
    confidence: Confidence = "certain"


class _Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    one: MoraleRow = msgspec.field(name="1")
    two: MoraleRow = msgspec.field(name="2")
    three: MoraleRow = msgspec.field(name="3")
    four: MoraleRow = msgspec.field(name="4")
    five: MoraleRow = msgspec.field(name="5")
    six: MoraleRow = msgspec.field(name="6")
    source: Source

    def rows(self) -> tuple[MoraleRow, ...]:
        return self.one, self.two, self.three, self.four, self.five, self.six


class _Shifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    flank: int
    town: int
    disrupted: int
    high_ground: int
    entrenched: int
    source: Source


class _Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cubes_per_minus: int
    entrenched: int
    gun_damaged: int
    source: Source


class _Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: int
    town: int
    ridge: int
    hill: int
    source: Source


class _Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces_per_area: int
    border: int
    road: int
    attack: int
    sticks: int
    firing_areas: int
    shortage_cubes: int
    source: Source


class _CsaDiscs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    single: int
    double: int
    double_when_stocked: int
    stocked: int
    source: Source


class _DiscBoxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: dict[Literal["morning", "noon", "afternoon", "night"], _Discs]
    confederacy: _CsaDiscs


class _Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    block_actions: int
    source: Source


class _Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    areas: int
    source: Source


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fire: _Fire
    long_range: _LongRange
    switches: _Switches
    attacker_morale: _Morale
    defender_morale: _Morale
    shifts: _Shifts
    modifiers: _Modifiers
    range: _Range
    limits: _Limits
    discs: _DiscBoxes
    guard: _Guard
    victory: _Victory


class _Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: Both
    days: Annotated[int, msgspec.Meta(ge=1, le=3)]
    source: Source


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Literal["union", "confederacy"]
    pieces: Count
    stands_for: str
    source: Source
    confidence: Confidence = "certain"
    area: str = ""
    box: str = ""


class _Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    day: int
    period: Literal["morning", "noon", "afternoon", "night"]
    side: Literal["union", "confederacy"]
    boxes: list[str]
    pieces: Count
    stands_for: str
    source: Source
    confidence: Confidence = "certain"


class BattleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: _Scenario
    start: list[_Start]
    reinforcement: list[_Reinforcement]


UNITS: Final = read_resource(UnitsFile, "bivouac.titles.gettysburg", "data", "units.toml")
TABLES: Final = read_resource(TablesFile, "bivouac.titles.gettysburg", "data", "tables.toml")

# --- pieces -----------------------------------------------------------------------------------------


def _number() -> tuple[list[int], list[int]]:
    sides: list[int] = []
    classes: list[int] = []
    for side, key in enumerate(SIDE_KEYS):
        owned = UNITS.side[key].pieces  # type: ignore[index]
        for kind, name in enumerate(CLASSES):
            count = owned.get(name, 0)  # type: ignore[call-overload]
            sides += [side] * count
            classes += [kind] * count
    return sides, classes


_sides, _classes = _number()
SIDE: Final = tuple(_sides)
CLASS: Final = tuple(_classes)
PIECES: Final = len(SIDE)
FIRST_CSA: Final = SIDE.index(CSA)
IS_GUN: Final = tuple(c == GUN for c in CLASS)
IS_CAVALRY: Final = tuple(c == CAVALRY for c in CLASS)
_row: Final = tuple(UNITS.class_[name] for name in CLASSES)
BEARS: Final = tuple(_row[c].bears for c in CLASS)
ATTACK_SHIFT: Final = tuple(-_row[c].left for c in CLASS)
DEFENCE_SHIFT: Final = tuple(_row[c].right - _row[c].left for c in CLASS)

# Colours of damage cubes: one for each side and class that bears them.
COLOURS: Final = tuple(
    (side, kind)
    for side, key in enumerate(SIDE_KEYS)
    for kind, name in enumerate(CLASSES)
    if name in UNITS.side[key].cubes  # type: ignore[index]
)
COLOUR: Final = tuple(COLOURS.index((s, c)) if (s, c) in COLOURS else -1 for s, c in zip(SIDE, CLASS))
CUBES: Final = tuple(UNITS.side[SIDE_KEYS[side]].cubes[CLASSES[kind]] for side, kind in COLOURS)
# What kind of piece it is for one side's eyes: equal pieces have equal kinds (a gun's damage is kept apart).
KIND: Final = tuple(SIDE[p] * 8 + CLASS[p] for p in range(PIECES))

BLOCKS: Final = tuple(tuple(UNITS.side[key].blocks) for key in SIDE_KEYS)
EACH: Final = len(BLOCKS[UNION])
DISCS: Final = tuple(UNITS.side[key].discs for key in SIDE_KEYS)
STICKS: Final = UNITS.markers.entrenchment
FIRE_MARKERS: Final = UNITS.markers.artillery_fire

# --- tables -----------------------------------------------------------------------------------------

NOTHING, SHAKEN = 0, 9  # a fire table's cell: cubes inflicted, or SHAKEN for M and D
OK, RETREAT, ELIMINATED, DISRUPTED, COUNTER = range(5)


def fire_row(row: FireRow, cubes_on_six: int) -> tuple[int, ...]:
    value = {"-": NOTHING, "1": 1, "6": cubes_on_six, "M": SHAKEN, "D": SHAKEN}
    return tuple(value[cell] for cell in row)


def morale_rows(table: _Morale) -> tuple[tuple[int, ...], ...]:
    """Rows by die; row 0 is empty so that the die is the index."""
    value = {"ok": OK, "R": RETREAT, "E": ELIMINATED, "D": DISRUPTED, "C": COUNTER}
    return ((), *(tuple(value[cell] for cell in row) for row in table.rows()))


SIX: Final = TABLES.switches.cubes_on_six
TABLE_1: Final = fire_row(TABLES.fire.defence_guns, SIX)
TABLE_2: Final = fire_row(TABLES.fire.defence_foot, SIX)
TABLE_3: Final = morale_rows(TABLES.attacker_morale)
TABLE_4: Final = fire_row(TABLES.fire.attack_foot, SIX)
TABLE_5: Final = morale_rows(TABLES.defender_morale)
LONG_RANGE: Final = fire_row(TABLES.long_range.row, SIX)
SHIFTS: Final = TABLES.shifts
MODIFIERS: Final = TABLES.modifiers
LIMITS: Final = TABLES.limits
STACK: Final = LIMITS.pieces_per_area
GUARD: Final = TABLES.guard.block_actions
VICTORY_AREAS: Final = TABLES.victory.areas
UNION_DISCS: Final = tuple(TABLES.discs.union[p].discs for p in PERIODS)
CSA_DISCS: Final = TABLES.discs.confederacy
GUN_RANGE: Final = tuple(getattr(TABLES.range, t) for t in TERRAINS)
SIGHT: Final = tuple(GROUND.sight(a, GUN_RANGE[GROUND.terrain[a]]) for a in range(AREAS)) + (0,) * len(GROUND.data.box)
# Shift of the ground itself on table 5.
GROUND_SHIFT: Final = tuple(
    {"open": 0, "town": SHIFTS.town, "ridge": SHIFTS.high_ground, "hill": SHIFTS.high_ground}[TERRAINS[t]] for t in GROUND.terrain
)

# --- scenarios --------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Pieces that come together: when, where (two boxes: a die decides), which."""

    day: int
    period: int
    side: int
    places: tuple[int, ...]
    pieces: tuple[int, ...]
    stands_for: str


class Battle(NamedTuple):
    """A scenario: what stands where, what comes when. `arrives[p]`: the moment a piece comes (see `moment`), 0 from the start."""

    id: str
    days: int
    source: str
    start: tuple[Group, ...]
    chart: tuple[Group, ...]
    arrives: tuple[int, ...]
    name: Both
    before: tuple[int, ...] = ()  # for the odds of an assault: what its result is measured against

    def due(self, day: int, period: int) -> tuple[Group, ...]:
        return tuple(g for g in self.chart if (g.day, g.period) == (day, period))


def moment(day: int, period: int) -> int:
    return day * 4 + period


def read_battle(text: str, file: str) -> Battle:
    """A scenario from its text; every name is resolved and every piece of the box is used exactly once."""
    data = read(BattleFile, text, file)
    free = {(s, c): [p for p in range(PIECES) if (SIDE[p], CLASS[p]) == (s, c)] for s in (UNION, CSA) for c in range(5)}

    def take(side: int, count: Count, path: tuple[str | int, ...]) -> tuple[int, ...]:
        taken: list[int] = []
        for name, number in count.items():
            stock = free[side, CLASSES.index(name)]
            if number > len(stock):
                raise fail(
                    text, file, path, Both(f"more {name} pieces than the box holds", f"più pezzi {name} di quanti ce ne sono nella scatola")
                )
            taken += stock[:number]
            del stock[:number]
        return tuple(sorted(taken))

    def place(name: str, side: int, path: tuple[str | int, ...], *, box: bool) -> int:
        if name not in IDS or (IDS[name] >= AREAS) != box:
            raise fail(
                text,
                file,
                path,
                Both(
                    f"there is no {'entry box' if box else 'area'} {name}",
                    f"non c'è {'una casella d’entrata' if box else 'un’area'} {name}",
                ),
            )
        if box and BOX_SIDE[IDS[name]] != side:
            raise fail(
                text, file, path, Both(f"{name} is an entry box of the other side", f"{name} è una casella d'entrata dell'altra parte")
            )
        return IDS[name]

    start: list[Group] = []
    for i, s in enumerate(data.start):
        side = SIDE_KEYS.index(s.side)
        at = place(s.box or s.area, side, ("start", i), box=bool(s.box))
        start.append(Group(1, MORNING, side, (at,), take(side, s.pieces, ("start", i)), s.stands_for))
    chart: list[Group] = []
    for i, r in enumerate(data.reinforcement):
        side = SIDE_KEYS.index(r.side)
        boxes = tuple(place(b, side, ("reinforcement", i), box=True) for b in r.boxes)
        if not 1 <= len(boxes) <= 2:
            raise fail(
                text,
                file,
                ("reinforcement", i, "boxes"),
                Both(
                    "a group has one entry box, or two for a die to decide",
                    "un gruppo ha una casella d'entrata, o due fra cui decide un dado",
                ),
            )
        chart.append(Group(r.day, PERIODS.index(r.period), side, boxes, take(side, r.pieces, ("reinforcement", i)), r.stands_for))
    left = sum(len(stock) for stock in free.values())
    if left:
        raise fail(
            text,
            file,
            ("reinforcement",),
            Both(f"{left} pieces of the box come from nowhere", f"{left} pezzi della scatola non arrivano da nessuna parte"),
        )
    arrives = tuple(next((moment(g.day, g.period) for g in chart if p in g.pieces), 0) for p in range(PIECES))
    return Battle(data.scenario.id, data.scenario.days, data.scenario.source, tuple(start), tuple(chart), arrives, data.scenario.name)


def _battle(name: str) -> Battle:
    text = resources.files("bivouac.titles.gettysburg").joinpath("data", "scenarios", f"{name}.toml").read_text("utf-8")
    return read_battle(text, f"scenarios/{name}.toml")


BATTLE: Final = _battle("battle")
