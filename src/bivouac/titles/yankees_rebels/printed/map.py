"""The map as tables. Hexes are numbers, column by column from A13; a set of hexes is one int with a bit for each hex.

Sets as ints make the hot questions short: the hexes next to the enemy are `ring(enemy)`, a zone of control is one `&`, and a march is
a handful of shifts. Within a column the number grows from 13 (west) down to 1 (east), so that the hex below is the next bit, and a whole
column is thirteen bits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from bivouac.core.data import BadData, fail
from bivouac.core.hexes import Grid, from_columns
from bivouac.core.kit.bits import set_of, stepped
from bivouac.core.kit.printed import Files
from bivouac.core.text import Both
from bivouac.titles.yankees_rebels.printed.schema import MapFile, TablesFile, TerrainKind

FILES: Final = Files("bivouac.titles.yankees_rebels")
MAP: Final = FILES.read(MapFile, "map.toml")
TABLES: Final = FILES.read(TablesFile, "tables.toml")
NUMBERS: Final = TABLES.numbers

COLUMNS: Final = MAP.grid.columns
ROWS: Final = MAP.grid.rows
SIZE: Final = len(COLUMNS) * ROWS
ALL: Final = (1 << SIZE) - 1

# --- hexes and their numbers ----------------------------------------------------------------------------------------

HEX: Final = tuple(f"{c}{ROWS - row}" for c in COLUMNS for row in range(ROWS))
NUMBER: Final = {name: i for i, name in enumerate(HEX)}
GRID: Final = Grid([from_columns(i // ROWS, i % ROWS) for i in range(SIZE)], pointy=False)
AROUND: Final = GRID.adjacent
DIST: Final = GRID.distance
BIT: Final = tuple(1 << h for h in range(SIZE))


def wrong(en: str, it: str, *path: str | int) -> BadData:
    """The error for something in the map file, with its line."""
    return fail(FILES.text("map.toml"), "data/map.toml", path, Both(en, it))


def hex_number(name: str, *path: str | int) -> int:
    """The number of a hex by its printed name; `path`: where the map file names it."""
    if name not in NUMBER:
        raise wrong(f"there is no hex {name}", f"non c'è un esagono {name}", *path)
    return NUMBER[name]


_BYTES: Final = SIZE // 8 + 1
_HEXES_OF_BYTE: Final = tuple(tuple(tuple(8 * i + k for k in range(8) if byte >> k & 1) for byte in range(256)) for i in range(_BYTES))
_FEW: Final = 6


def hexes_of(area: int) -> list[int]:
    """The numbers of a set, in order: few of them bit by bit, many byte by byte."""
    numbers: list[int] = []
    if area.bit_count() > _FEW:
        for hexes, byte in zip(_HEXES_OF_BYTE, area.to_bytes(_BYTES, "little")):
            if byte:
                numbers += hexes[byte]
        return numbers
    while area:
        low = area & -area
        numbers.append(low.bit_length() - 1)
        area ^= low
    return numbers


NEXT: Final = tuple(set_of(AROUND[h]) for h in range(SIZE))

if set(MAP.grid.low_columns) != set(COLUMNS[1::2]):
    it = "le colonne basse devono essere una sì e una no, dalla seconda"
    raise wrong("the low columns must be every second one, beginning with the second", it, "grid", "low_columns")

# --- steps to a neighbour as shifts ----------------------------------------------------------------------------------------
# Two hexes are neighbours by one of eight shifts: along the column, straight to the next column, or slanting; which way the slant goes
# depends on whether the column lies high or low.

_UP, _DOWN = ROWS - 1, ROWS + 1
_SHIFTS: Final = (-1, 1, -ROWS, ROWS, -_DOWN, _UP, -_UP, _DOWN)


class Steps(NamedTuple):
    """Steps over some hex sides: all hexes that can be left so, and for each shift those that can be left by it."""

    starts: int
    shifts: tuple[tuple[int, int], ...]


def steps_over(sides: Collection[tuple[int, int]]) -> Steps:
    starts = dict.fromkeys(_SHIFTS, 0)
    for a, b in sides:
        starts[b - a] |= BIT[a]
        starts[a - b] |= BIT[b]
    return Steps(set_of(h for side in sides for h in side), tuple((shift, start) for shift, start in starts.items() if start))


def stepping(area: int, steps: Steps) -> int:
    """Where the hexes of a set lead by these steps."""
    return stepped(area, steps.shifts) if area & steps.starts else 0


SIDES: Final = frozenset((a, b) for a in range(SIZE) for b in AROUND[a] if a < b)
_ALL_STEPS: Final = steps_over(SIDES).shifts


def ring(area: int) -> int:
    """The hexes next to a set (members of the set too where they are neighbours)."""
    return stepped(area, _ALL_STEPS)


@lru_cache(maxsize=1 << 12)
def zone_of(ground: int) -> int:
    """`ring` for the ground of a side, which comes again and again."""
    return ring(ground)


# --- terrain ----------------------------------------------------------------------------------------

KIND: Final = {kind.id: kind for kind in TABLES.terrain}


def _read_terrain() -> tuple[str, ...]:
    """The kind of terrain of every hex, from the rows of letters."""
    head, *rows = MAP.terrain.rows
    if head.split() != list(COLUMNS):
        it = "la testata delle righe del terreno deve dare i nomi delle colonne"
        raise wrong("the head of the terrain rows must name the columns", it, "terrain", "rows", 0)
    kinds = {name: kind for i, row in enumerate(rows, 1) for name, kind in _read_row(i, *row.split())}
    if set(kinds) != set(HEX):
        it = "le righe del terreno non danno ogni esagono una volta"
        raise wrong("the terrain rows do not give every hex once", it, "terrain", "rows")
    return tuple(kinds[name] for name in HEX)


def _read_row(i: int, number: str, *letters: str) -> Iterator[tuple[str, str]]:
    where, legend, width = ("terrain", "rows", i), MAP.terrain.legend, len(COLUMNS)
    if len(letters) != width:
        it = f"la riga {number} ha {len(letters)} lettere invece di {width}"
        raise wrong(f"row {number} has {len(letters)} letters instead of {width}", it, *where)
    for column, letter in zip(COLUMNS, letters, strict=True):
        if legend.get(letter) not in KIND:
            it = f"riga {number}: la lettera {letter} non è nella legenda"
            raise wrong(f"row {number}: the letter {letter} is not in the legend", it, *where)
        yield f"{column}{number}", legend[letter]


def _where(test: Callable[[TerrainKind], bool]) -> int:
    """The set of hexes whose terrain satisfies a test."""
    return set_of(h for h in range(SIZE) if test(KIND[TERRAIN[h]]))


TERRAIN: Final = _read_terrain()
PROTECTION: Final = tuple(KIND[t].protection for t in TERRAIN)
LEVEL: Final = tuple(KIND[t].level for t in TERRAIN)
EASY: Final = _where(lambda k: k.mp == 1)
HARD: Final = _where(lambda k: k.mp == 2)
STOPS: Final = _where(lambda k: k.stop)
SCREENS: Final = _where(lambda k: k.sight == "blocked")
COVER: Final = _where(lambda k: k.protection > 0)
HILLS: Final = _where(lambda k: k.level > 0)
NO_CAVALRY: Final = _where(lambda k: k.id in MAP.special.no_cavalry)
NO_ARTILLERY: Final = set_of(hex_number(name, "special", "no_artillery") for name in MAP.special.no_artillery)
CEMETERY_HILL: Final = hex_number(MAP.special.fortress, "special", "fortress")

# --- streams and roads ----------------------------------------------------------------------------------------


def _side(text: str, *path: str | int) -> tuple[int, int]:
    a, b = (hex_number(name, *path) for name in text.split("/"))
    if b not in AROUND[a]:
        raise wrong(f"{text} is no side: the hexes are not neighbours", f"{text} non è un lato: gli esagoni non sono vicini", *path)
    return min(a, b), max(a, b)


def _road_sides(*, minor: bool) -> frozenset[tuple[int, int]]:
    """The sides that roads cross, the minor ones only if they are wanted."""
    roads = [(i, road.hexes.split()) for i, road in enumerate(MAP.road) if minor or not road.option]
    return frozenset(_side(f"{a}/{b}", "road", i, "hexes") for i, names in roads for a, b in pairwise(names))


STREAM_SIDES: Final = frozenset(_side(side, "stream", i, "sides") for i, stream in enumerate(MAP.stream) for side in stream.sides)
ROAD_SIDES: Final = _road_sides(minor=False)
MINOR_ROAD_SIDES: Final = _road_sides(minor=True)
BRIDGES: Final = ROAD_SIDES & STREAM_SIDES
if {_side(side) for side in MAP.bridges.sides} != BRIDGES:
    raise wrong("the bridges are not where the roads cross the streams", "i ponti non sono dove le strade passano i torrenti", "bridges")

WET: Final = tuple(set_of(b for b in AROUND[a] if (min(a, b), max(a, b)) in STREAM_SIDES) for a in range(SIZE))
BANKS: Final = set_of(h for h in range(SIZE) if WET[h])
DRY_STEPS: Final = steps_over(SIDES - STREAM_SIDES)
ROAD_STEPS: Final = steps_over(ROAD_SIDES)
MINOR_ROAD_STEPS: Final = steps_over(MINOR_ROAD_SIDES)

# --- victory hexes, entrances, names ----------------------------------------------------------------------------------------


def _gates(entry: int) -> tuple[int, ...]:
    first, last = range(ROWS), range(SIZE - ROWS, SIZE)
    edge = {h for side in (first, last, range(0, SIZE, ROWS), range(ROWS - 1, SIZE, ROWS)) if entry in side for h in side}
    return tuple(set_of(h for h in edge if DIST[entry][h] == d) for d in range(max(DIST[entry][h] for h in edge) + 1))


VICTORY: Final = {hex_number(name, "victory", "hexes"): points for name, points in MAP.victory.hexes.items()}
VICTORY_HEXES: Final = set_of(VICTORY)
ENTRIES: Final = tuple(frozenset(hex_number(name, "entries") for name in side) for side in (MAP.entries.union, MAP.entries.csa))
GATES: Final = {h: _gates(h) for side in ENTRIES for h in side}
"""For each entry hex the hexes of its edge of the map in rings, the nearest first; the entry hex itself is the first ring."""
PLACE_NAME: Final = {hex_number(named.hex, "names", "hexes", i): named.name for i, named in enumerate(MAP.names.hexes)}
WORKS: Final = tuple((hex_number(w.hex, "entrenchment", i, "hex"), w.from_day, w.option) for i, w in enumerate(MAP.entrenchment))

# --- lines of sight ----------------------------------------------------------------------------------------


@cache
def sight(a: int, b: int, height: int, works: int) -> tuple[bool, int, tuple[tuple[int, int], ...]]:
    """What can block the sight between two hexes: (terrain does so already, hexes where a unit would, pairs of hexes along whose
    common side the line runs: there a unit on each side would). Hexes below `height` do not count, and the ground of entrenched hexes
    does not block."""
    line, screens = GRID.line(a, b), SCREENS & ~works
    single, pairs = 0, []
    for h in line.through:
        if LEVEL[h] >= height:
            if screens & BIT[h]:
                return True, 0, ()
            single |= BIT[h]
    for pair in line.sides:
        if any(h < 0 or LEVEL[h] < height for h in pair):
            continue
        open_hexes = [h for h in pair if not screens & BIT[h]]
        if not open_hexes:
            return True, 0, ()
        if len(open_hexes) == 1:
            single |= BIT[open_hexes[0]]
        else:
            pairs.append((BIT[open_hexes[0]], BIT[open_hexes[1]]))
    return False, single, tuple(pairs)


def sees(a: int, b: int, units: int, height: int, works: int = 0) -> bool:
    """Whether the line between two hexes is free over everything below `height`, with units standing in `units`."""
    blocked, single, pairs = sight(a, b, height, works) if a < b else sight(b, a, height, works)
    if blocked or single & units:
        return False
    return not any(x & units and y & units for x, y in pairs)
