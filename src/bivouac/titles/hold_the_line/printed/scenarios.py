"""The data files: what they may say, and what must be true of a scenario before it is played.

A scenario is one TOML file, ours or a player's. `parse` reads it, resolves every name in it and complains with the line of what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from bivouac.core.data import BadData, fail, line_of, read, read_resource
from bivouac.core.text import Both
from bivouac.titles.hold_the_line.printed.map import COLUMNS, EDGES, HEX_NAMES, HEX_NUMBERS, ROWS, SIDE_NAMES

SideName = Literal["union", "confederate"]
KindName = Literal["infantry", "cavalry", "artillery", "gunboat", "leader"]
Colour = Literal["green", "black", "gold"]
Edge = Literal["top", "bottom", "left", "right"]
Source = Literal["rulebook", "public", "reconstructed", "player"]
Confidence = Literal["certain", "likely", "guess"]

INFANTRY, CAVALRY, ARTILLERY, GUNBOAT, LEADER = range(5)
KINDS = ("infantry", "cavalry", "artillery", "gunboat", "leader")
SIDE_KEYS = ("union", "confederate")
GREEN, BLACK, GOLD = range(3)
COLOURS = ("green", "black", "gold")
NO_MORALE = -1


# --- tables.toml and terrain.toml -----------------------------------------------------------------------------------


class KindRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: KindName
    name: Both
    strength: int
    move: int
    dice: int
    dice_adjacent: int
    range: int
    source: Source
    confidence: Confidence


class FireRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: KindName
    range: int
    needs: int
    source: Source
    confidence: Confidence


class HillFire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    range: int
    needs: int
    source: Source
    confidence: Confidence


class CloseAssault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: list[KindName]
    dice: int
    needs: int
    source: Source
    confidence: Confidence


class MoraleDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    green: int
    black: int
    gold: int
    source: Source
    confidence: Confidence


class ActionDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: list[int]
    source: Source
    confidence: Confidence


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    move: int
    fire: int
    close_assault: int
    leader_bonus: int
    leader_move: int
    reinforce: int
    enter: int
    source: Source
    confidence: Confidence


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: list[KindRow]
    fire: list[FireRow]
    hill_fire: HillFire
    close_assault: CloseAssault
    morale_die: MoraleDie
    action_die: ActionDie
    prices: Prices


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class TerrainFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: list[Terrain]


TABLES = read_resource(Tables, "bivouac.titles.hold_the_line", "data", "tables.toml")
TERRAIN = tuple(read_resource(TerrainFile, "bivouac.titles.hold_the_line", "data", "terrain.toml").terrain)
TERRAIN_IDS = tuple(t.id for t in TERRAIN)
LETTERS = {t.letter: i for i, t in enumerate(TERRAIN)}
OPEN, SWAMP, RIVER, BRIDGE, FOREST, ORCHARD, HILL, TOWN, FENCE, TRENCH = range(10)

KIND_ROWS = tuple(next(k for k in TABLES.kind if k.id == name) for name in KINDS)
STRENGTH = tuple(k.strength for k in KIND_ROWS)
MOVES = tuple(k.move for k in KIND_ROWS)
REACH = tuple(k.range for k in KIND_ROWS)
NEVER = 99
NEEDS = tuple(
    tuple(next((f.needs for f in TABLES.fire if f.kind == name and f.range == reach), NEVER) for reach in range(5)) for name in KINDS
)
"""NEEDS[kind][range]: the combat table of 3.1."""
DIE_OF_MORALE = (TABLES.morale_die.green, TABLES.morale_die.black, TABLES.morale_die.gold)
PRICES = TABLES.prices


# --- a scenario -----------------------------------------------------------------------------------------------------


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["fence", "trench"]
    sides: str
    hexes: str


class PlaceName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hexes: str
    name: Both


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    scores: SideName
    kind: Literal["capture", "control"]


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: KindName
    name: str
    hex: str | None = None
    morale: Colour | None = None
    strength: int | None = None
    home: Edge | None = None
    group: str | None = None


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    hexes: str
    units: list[UnitRow]


class CapFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    cap: int


class SideRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cap: int
    vp_to_win: int
    home: Edge
    units: list[UnitRow]
    cap_from: list[CapFrom] = []
    reinforcements: list[Reinforcement] = []


class Hold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: str
    until_turn: int
    released_by_attack: bool


class Barrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stops: KindName
    hexes: str
    while_side: SideName
    while_kind: KindName
    while_in: str


class Ford(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hexes: str
    kinds: list[KindName]


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: SideName
    kind: KindName
    dice: int
    needs: int


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: Both
    date: Both
    first: SideName
    turns: int
    time_out: Literal["union", "confederate", "more_vp"]
    map: str
    union: SideRows
    confederate: SideRows
    number: int = 0
    source: Source = "player"
    top: Literal["north", "east", "south", "west"] = "north"
    known: Both = Both("", "")
    reconstructed: Both = Both("", "")
    tie: SideName | None = None
    special: list[Both] = []
    cover: list[Cover] = []
    places: list[PlaceName] = []
    blocks: list[Block] = []
    hold: list[Hold] = []
    barrier: list[Barrier] = []
    ford: Ford | None = None
    bombardment: Bombardment | None = None

    def side(self, side: int) -> SideRows:
        return self.union if side == 0 else self.confederate


def parse(text: str, file: str) -> ScenarioFile:
    """A scenario from its text; raises BadData with the line of the first thing that is wrong."""
    scenario = read(ScenarioFile, text, file)
    _Checks(scenario, text, file).run()
    return scenario


def parse_map(text: str, file: str, drawing: str) -> list[int]:
    """The terrain of the 117 hexes from rows of letters; a first row of column letters is optional, row numbers too."""
    top = (line_of(text, ("map",)) or 0) + (1 if drawing.startswith("\n") or '"""\n' in text else 0)
    found: list[int] = []
    for offset, line in enumerate(drawing.splitlines()):
        cells = line.split()
        if not cells or cells == [chr(65 + c) for c in range(COLUMNS)]:
            continue
        row = len(found) // COLUMNS + 1
        if cells[0].isdigit():
            if int(cells[0]) != row:
                raise BadData(
                    file,
                    top + offset,
                    Both(f"row {cells[0]} stands where row {row} should", f"la riga {cells[0]} sta al posto della riga {row}"),
                )
            cells = cells[1:]
        cells = list("".join(cells))
        if row > ROWS:
            raise BadData(
                file,
                top + offset,
                Both(f"the board has {ROWS} rows, this is one more", f"il tabellone ha {ROWS} righe, questa è di troppo"),
            )
        if len(cells) != COLUMNS:
            raise BadData(
                file,
                top + offset,
                Both(
                    f"row {row} has {len(cells)} hexes instead of {COLUMNS}", f"la riga {row} ha {len(cells)} esagoni invece di {COLUMNS}"
                ),
            )
        for letter in cells:
            if letter not in LETTERS:
                raise BadData(
                    file,
                    top + offset,
                    Both(
                        f"row {row}: '{letter}' is no terrain; the letters are {' '.join(LETTERS)}",
                        f"riga {row}: '{letter}' non è un terreno; le lettere sono {' '.join(LETTERS)}",
                    ),
                )
        found.extend(LETTERS[letter] for letter in cells)
    if len(found) != COLUMNS * ROWS:
        raise BadData(
            file,
            line_of(text, ("map",)),
            Both(
                f"the map has {len(found) // COLUMNS} rows instead of {ROWS}", f"la mappa ha {len(found) // COLUMNS} righe invece di {ROWS}"
            ),
        )
    return found


def numbers_of(names: str) -> list[int]:
    """Hexes written as "D3 E3 F3"; the names are known to be good."""
    return [HEX_NUMBERS[name] for name in names.split()]


class _Checks:
    """Everything that must be true beyond the form of the file."""

    def __init__(self, scenario: ScenarioFile, text: str, file: str) -> None:
        self.it = scenario
        self.text = text
        self.file = file
        self.terrain = parse_map(text, file, scenario.map)
        self.covered: dict[int, str] = {}

    def wrong(self, problem: Both, *path: str | int) -> BadData:
        return fail(self.text, self.file, path, problem)

    def run(self) -> None:
        self.numbers()
        self.cover()
        self.named_hexes()
        for side in SIDE_KEYS:
            self.army(side)
        self.stacking()
        self.blocks()
        self.special()

    def hex(self, name: str, *path: str | int) -> int:
        if name not in HEX_NUMBERS:
            raise self.wrong(
                Both(
                    f"there is no hex '{name}'; hexes run from {HEX_NAMES[0]} to {HEX_NAMES[-1]}",
                    f"non c'è un esagono '{name}'; gli esagoni vanno da {HEX_NAMES[0]} a {HEX_NAMES[-1]}",
                ),
                *path,
            )
        return HEX_NUMBERS[name]

    def hexes(self, names: str, *path: str | int) -> list[int]:
        if not names.split():
            raise self.wrong(Both("no hex is named", "nessun esagono è nominato"), *path)
        return [self.hex(name, *path) for name in names.split()]

    def numbers(self) -> None:
        if not 1 <= self.it.turns <= 60:
            raise self.wrong(
                Both(f"turns = {self.it.turns}: a battle has 1 to 60 turns", f"turns = {self.it.turns}: una battaglia ha da 1 a 60 turni"),
                "turns",
            )
        if (self.it.time_out == "more_vp") != (self.it.tie is not None):
            raise self.wrong(
                Both('`tie` goes with time_out = "more_vp" and with nothing else', '`tie` va con time_out = "more_vp" e con nient\'altro'),
                "time_out",
            )
        for key in SIDE_KEYS:
            rows: SideRows = getattr(self.it, key)
            if not 0 <= rows.cap <= 12:
                raise self.wrong(Both(f"cap = {rows.cap}: CAP run from 0 to 12", f"cap = {rows.cap}: i CAP vanno da 0 a 12"), key, "cap")
            if rows.vp_to_win < 1:
                raise self.wrong(Both("vp_to_win must be at least 1", "vp_to_win dev'essere almeno 1"), key, "vp_to_win")
            for i, change in enumerate(rows.cap_from):
                if not 1 < change.turn <= self.it.turns or not 0 <= change.cap <= 12:
                    raise self.wrong(
                        Both(
                            f"cap_from: turn {change.turn}, cap {change.cap} is out of range",
                            f"cap_from: turno {change.turn}, cap {change.cap} è fuori dai limiti",
                        ),
                        key,
                        "cap_from",
                        i,
                    )

    def cover(self) -> None:
        for i, row in enumerate(self.it.cover):
            sides = row.sides.split()
            if not sides or any(s not in SIDE_NAMES for s in sides):
                raise self.wrong(
                    Both(
                        f"sides = '{row.sides}': the sides of a hex are {' '.join(SIDE_NAMES)}",
                        f"sides = '{row.sides}': i lati di un esagono sono {' '.join(SIDE_NAMES)}",
                    ),
                    "cover",
                    i,
                )
            for h in self.hexes(row.hexes, "cover", i):
                letter = TERRAIN[self.terrain[h]].id
                if letter in ("fence", "trench") and letter != row.kind:
                    raise self.wrong(
                        Both(
                            f"{HEX_NAMES[h]} is a {letter} on the map, not a {row.kind}",
                            f"{HEX_NAMES[h]} sulla mappa è {letter}, non {row.kind}",
                        ),
                        "cover",
                        i,
                    )
                if h in self.covered:
                    raise self.wrong(
                        Both(f"{HEX_NAMES[h]} has its cover named twice", f"la copertura di {HEX_NAMES[h]} è detta due volte"), "cover", i
                    )
                self.covered[h] = row.kind
        for h, t in enumerate(self.terrain):
            if t in (FENCE, TRENCH) and h not in self.covered:
                raise self.wrong(
                    Both(
                        f"{HEX_NAMES[h]} is a {TERRAIN[t].id} but no `cover` says which of its sides protect",
                        f"{HEX_NAMES[h]} è {TERRAIN[t].id}, ma nessun `cover` dice quali lati proteggono",
                    ),
                    "map",
                )

    def named_hexes(self) -> None:
        for i, place in enumerate(self.it.places):
            self.hexes(place.hexes, "places", i)

    def army(self, key: str) -> None:
        rows: SideRows = getattr(self.it, key)
        if not any(u.kind != "leader" for u in rows.units):
            raise self.wrong(
                Both("an army needs at least one unit on the map", "un esercito ha bisogno di almeno un'unità sulla mappa"), key, "units"
            )
        for i, unit in enumerate(rows.units):
            self.unit(unit, key, "units", i)
            if unit.hex is None:
                raise self.wrong(Both(f"{unit.name} needs a hex", f"{unit.name} ha bisogno di un esagono"), key, "units", i)
        for g, group in enumerate(rows.reinforcements):
            where = (key, "reinforcements", g)
            self.hexes(group.hexes, *where, "hexes")
            if not 1 <= group.turn <= self.it.turns:
                raise self.wrong(
                    Both(
                        f"turn = {group.turn}: the battle has {self.it.turns} turns",
                        f"turn = {group.turn}: la battaglia ha {self.it.turns} turni",
                    ),
                    *where,
                    "turn",
                )
            for i, unit in enumerate(group.units):
                self.unit(unit, *where, "units", i)
                if unit.hex is not None or unit.group is not None or unit.kind == "gunboat":
                    problem = Both(
                        f"{unit.name}: a reinforcement has no hex and no group of its own and is no gunboat",
                        f"{unit.name}: un rinforzo non ha un esagono né un gruppo suo, e non è una cannoniera",
                    )
                    raise self.wrong(problem, *where, "units", i)

    def unit(self, unit: UnitRow, *path: str | int) -> None:
        kind = KINDS.index(unit.kind)
        plain = kind in (GUNBOAT, LEADER)
        if plain and unit.morale is not None:
            raise self.wrong(Both(f"{unit.name}: a {unit.kind} has no morale", f"{unit.name}: un'unità {unit.kind} non ha morale"), *path)
        if not plain and unit.morale is None:
            raise self.wrong(
                Both(f"{unit.name} needs a morale: green, black or gold", f"{unit.name} ha bisogno di un morale: green, black o gold"),
                *path,
            )
        if unit.strength is not None and not 1 <= unit.strength <= STRENGTH[kind]:
            raise self.wrong(
                Both(
                    f"{unit.name}: a {unit.kind} has 1 to {STRENGTH[kind]} strength points",
                    f"{unit.name}: un'unità {unit.kind} ha da 1 a {STRENGTH[kind]} punti forza",
                ),
                *path,
            )
        if not unit.name.strip():
            raise self.wrong(Both("every unit needs a name", "ogni unità ha bisogno di un nome"), *path)
        if unit.group is not None and unit.group not in [h.group for h in self.it.hold]:
            raise self.wrong(
                Both(
                    f"{unit.name}: no [[hold]] speaks of the group '{unit.group}'",
                    f"{unit.name}: nessun [[hold]] parla del gruppo '{unit.group}'",
                ),
                *path,
            )

    def placed(self) -> Iterator[tuple[str, int, UnitRow, int]]:
        for key in SIDE_KEYS:
            rows: SideRows = getattr(self.it, key)
            for i, unit in enumerate(rows.units):
                yield key, i, unit, self.hex(unit.hex or "", key, "units", i)

    def stacking(self) -> None:
        lines: dict[int, str] = {}
        guns: dict[int, str] = {}
        leaders: dict[int, str] = {}
        sides: dict[int, str] = {}
        for key, i, unit, h in self.placed():
            path = (key, "units", i)
            terrain = TERRAIN[self.terrain[h]]
            ford = self.it.ford is not None and unit.kind in self.it.ford.kinds and HEX_NAMES[h] in self.it.ford.hexes.split()
            if unit.kind == "gunboat" and terrain.id != "river":
                problem = Both(
                    f"{unit.name}: a gunboat starts on a river hex, {HEX_NAMES[h]} is {terrain.name.en}",
                    f"{unit.name}: una cannoniera comincia in un esagono di fiume, {HEX_NAMES[h]} è {terrain.name.it}",
                )
                raise self.wrong(problem, *path)
            if unit.kind != "gunboat" and not terrain.enter and not ford:
                raise self.wrong(
                    Both(
                        f"{unit.name} cannot stand in {HEX_NAMES[h]}: {terrain.name.en}",
                        f"{unit.name} non può stare in {HEX_NAMES[h]}: {terrain.name.it}",
                    ),
                    *path,
                )
            layer = leaders if unit.kind == "leader" else guns if unit.kind == "artillery" else lines
            if h in layer:
                raise self.wrong(
                    Both(
                        f"{unit.name} and {layer[h]} cannot both stand in {HEX_NAMES[h]} (4.4)",
                        f"{unit.name} e {layer[h]} non possono stare tutti e due in {HEX_NAMES[h]} (4.4)",
                    ),
                    *path,
                )
            if sides.setdefault(h, key) != key:
                raise self.wrong(
                    Both(f"{HEX_NAMES[h]} holds units of both sides", f"in {HEX_NAMES[h]} ci sono unità di tutte e due le parti"), *path
                )
            layer[h] = unit.name

    def blocks(self) -> None:
        taken: set[int] = set()
        for i, block in enumerate(self.it.blocks):
            h = self.hex(block.hex, "blocks", i)
            if h in taken:
                raise self.wrong(Both(f"{block.hex} has two VP blocks (4.4.1)", f"{block.hex} ha due blocchi VP (4.4.1)"), "blocks", i)
            taken.add(h)
            if TERRAIN[self.terrain[h]].id in ("swamp", "river"):
                problem = Both(
                    f"nobody could reach a VP block in {block.hex}: {TERRAIN[self.terrain[h]].name.en}",
                    f"nessuno potrebbe raggiungere un blocco VP in {block.hex}: {TERRAIN[self.terrain[h]].name.it}",
                )
                raise self.wrong(problem, "blocks", i)
            for key, _, unit, at in self.placed():
                if block.kind == "capture" and at == h and key == block.scores and unit.kind != "leader":
                    raise self.wrong(
                        Both(
                            f"{unit.name} already stands on the VP block it should capture in {block.hex}",
                            f"{unit.name} sta già sul blocco VP da conquistare in {block.hex}",
                        ),
                        "blocks",
                        i,
                    )

    def special(self) -> None:
        for i, hold in enumerate(self.it.hold):
            if not any(unit.group == hold.group for _, _, unit, _ in self.placed()):
                raise self.wrong(Both(f"no unit is in the group '{hold.group}'", f"nessuna unità è nel gruppo '{hold.group}'"), "hold", i)
        for i, barrier in enumerate(self.it.barrier):
            self.hexes(barrier.hexes, "barrier", i, "hexes")
            self.hex(barrier.while_in, "barrier", i, "while_in")
        if self.it.ford is not None:
            for h in self.hexes(self.it.ford.hexes, "ford", "hexes"):
                if self.terrain[h] != RIVER:
                    raise self.wrong(Both(f"{HEX_NAMES[h]} is no river hex", f"{HEX_NAMES[h]} non è un esagono di fiume"), "ford", "hexes")
            if any(k in ("gunboat",) for k in self.it.ford.kinds):
                raise self.wrong(Both("a gunboat needs no ford", "una cannoniera non ha bisogno di un guado"), "ford", "kinds")
        if self.it.bombardment is not None:
            fire = self.it.bombardment
            if not 1 <= fire.dice <= 6 or not 2 <= fire.needs <= 6:
                raise self.wrong(
                    Both("a bombardment has 1 to 6 dice and needs 2 to 6", "un bombardamento ha da 1 a 6 dadi e chiede da 2 a 6"),
                    "bombardment",
                    "dice",
                )


def edge_number(edge: str) -> int:
    return EDGES.index(edge)
