"""The map: boxes and lines, checked, numbered and laid out as tables of ints.

Boxes and lines are small ints. A *line* of the tables has a direction: line e leads from FROM[e] to TO[e]. Sets of boxes and of lines are
ints with one bit for each (`core.kit.bits`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bivouac.core.data import Path, fail, read
from bivouac.core.kit.bits import set_of
from bivouac.core.kit.printed import Files
from bivouac.core.text import Both
from bivouac.titles.house_divided.printed.schema import BoxRow, LineRows, MapFile

FILES: Final = Files("bivouac.titles.house_divided")
FILE: Final = "map.toml"
UNION: Final = 0
CSA: Final = 1
NOBODY: Final = 2
OWNERS: Final = ("union", "csa", "none")
ROAD: Final = 0
RAIL: Final = 1
RIVER: Final = 2
LINES: Final = ("road", "rail", "river")


class Line(NamedTuple):
    """One transport line. A river runs from `a` down to `b`."""

    kind: int
    a: int
    b: int


@dataclass(frozen=True)
class Board:
    """The printed map. Tuples are indexed by box; a box is an int, in alphabetical order of the printed names."""

    name: tuple[str, ...]
    state: tuple[str, ...]
    owner: tuple[int, ...]  # colour of the box: UNION, CSA or NOBODY (white)
    value: tuple[tuple[int, ...], tuple[int, ...]]  # value[side][box]: the number in that side's shield
    port: tuple[bool, ...]
    fort: tuple[bool, ...]
    water: tuple[str, ...]  # blue sides, e.g. "NW"
    at: tuple[tuple[int, int], ...]  # drawing position
    lines: tuple[Line, ...]
    crossing: frozenset[tuple[int, int, int]]  # (from, to, kind) enters `to` through a blue side
    potomac: tuple[int, int]
    index: Mapping[str, int]
    states: Mapping[str, Mapping[str, str]]  # code -> names by language
    canvas: tuple[int, int]
    source: str


def no_box(name: str) -> Both:
    return Both(f"no box is called {name!r}", f"nessun riquadro si chiama {name!r}")


def number_of(text: str, path: Path, name: str, index: Mapping[str, int]) -> int:
    if name not in index:
        raise fail(text, FILE, path, no_box(name))
    return index[name]


def parse_lines(text: str, rows: LineRows, index: Mapping[str, int]) -> tuple[Line, ...]:
    """All lines, roads first, then railroads, then rivers, each in the order of the file."""
    lines: list[Line] = []
    for kind, (word, pairs) in enumerate(zip(LINES, (rows.road, rows.rail, rows.river))):
        for number, pair in enumerate(pairs):
            path: Path = ("lines", word, number)
            a, b = (number_of(text, path, name, index) for name in pair)
            if Line(kind, a, b) in lines or Line(kind, b, a) in lines:
                twice = f"la linea ({word}) da {pair[0]} a {pair[1]} è elencata due volte"
                raise fail(text, FILE, path, Both(f"the {word} from {pair[0]} to {pair[1]} is listed twice", twice))
            lines.append(Line(kind, a, b))
    return tuple(lines)


Rows = list[tuple[str, str, BoxRow]]


def parse_crossings(text: str, rows: Rows, lines: tuple[Line, ...], index: Mapping[str, int]) -> frozenset[tuple[int, int, int]]:
    """'Paducah river' at a box: the river from Paducah enters it through a blue side."""
    joined = {(a, b, k) for k, a, b in lines} | {(b, a, k) for k, a, b in lines}
    found = set()
    for name, state, row in rows:
        for words in row.crossing:
            path: Path = ("boxes", state, name)
            neighbour, _, kind = words.rpartition(" ")
            line = (number_of(text, path, neighbour, index), index[name], LINES.index(kind) if kind in LINES else -1)
            if line not in joined:
                raise fail(text, FILE, path, Both(f"no line {words!r} enters {name}", f"nessuna linea {words!r} entra in {name}"))
            found.add(line)
    return frozenset(found)


def parse_board(text: str) -> Board:
    """Check the file and number its boxes."""
    raw = read(MapFile, text, FILE)
    rows: Rows = sorted(((name, state, row) for state, boxes in raw.boxes.items() for name, row in boxes.items()), key=lambda r: r[0])
    index = {name: box for box, (name, _, _) in enumerate(rows)}
    for name, state, _ in rows:
        if state not in raw.states:
            raise fail(text, FILE, ("boxes", state, name), Both(f"there is no state {state}", f"non c'è uno stato {state}"))
    lines = parse_lines(text, raw.lines, index)
    north, south = (number_of(text, ("potomac",), name, index) for name in raw.potomac)
    data = [row for _, _, row in rows]
    return Board(
        name=tuple(name for name, _, _ in rows),
        state=tuple(state for _, state, _ in rows),
        owner=tuple(OWNERS.index(row.owner) for row in data),
        value=(tuple(row.union for row in data), tuple(row.csa for row in data)),
        port=tuple(row.port for row in data),
        fort=tuple(row.fort for row in data),
        water=tuple(row.water for row in data),
        at=tuple(row.at for row in data),
        lines=lines,
        crossing=parse_crossings(text, rows, lines, index),
        potomac=(north, south),
        index=index,
        states={code: {"en": name.en, "it": name.it} for code, name in raw.states.items()},
        canvas=raw.canvas,
        source=raw.source,
    )


MAP: Final = parse_board(FILES.text(FILE))

# --- boxes ------------------------------------------------------------------------------------------------

N: Final = len(MAP.name)
EUROPE: Final = N  # where foreign units wait; beside the map
OFF: Final = -1  # not in play
AWAY: Final = -2  # a leader driven off, waiting for the next recruitment

PORT: Final = MAP.port
FORT: Final = MAP.fort
VALUE_OF: Final = MAP.value  # VALUE_OF[side][box]
PORTS: Final = tuple(b for b in range(N) if PORT[b])
WASHINGTON, RICHMOND = MAP.index["Washington"], MAP.index["Richmond"]
FORT_MONROE, YORKTOWN, NORFOLK = MAP.index["Fort Monroe"], MAP.index["Yorktown"], MAP.index["Norfolk"]
GARRISON_VALUE: Final = tuple(MAP.value[CSA][b] if MAP.owner[b] == CSA and PORT[b] else 0 for b in range(N))

ON_MAP: Final = (1 << N) - 1
PORT_SET: Final = set_of(PORTS)
WHITE: Final = set_of(b for b in range(N) if MAP.owner[b] == NOBODY)
GREY: Final = set_of(b for b in range(N) if MAP.owner[b] == CSA)
CITIES: Final = tuple(set_of(b for b in range(N) if MAP.value[side][b]) for side in (UNION, CSA))  # with a side's number
NUMBERED: Final = CITIES[UNION] | CITIES[CSA]


def cities_of(colour: int, least: int) -> tuple[int, ...]:
    """The cities of a side's own colour with at least that number."""
    return tuple(b for b in range(N) if MAP.owner[b] == colour and MAP.value[colour][b] >= least)


# --- lines, each in both directions -----------------------------------------------------------------------

_directed: Final = sorted(
    [(line.a, line.b, line.kind, True) for line in MAP.lines] + [(line.b, line.a, line.kind, False) for line in MAP.lines]
)
FROM: Final = tuple(a for a, _, _, _ in _directed)
TO: Final = tuple(b for _, b, _, _ in _directed)
KIND: Final = tuple(k for _, _, k, _ in _directed)
DOWNSTREAM: Final = tuple(k == RIVER and down for _, _, k, down in _directed)
CROSSES: Final = tuple((a, b, k) in MAP.crossing for a, b, k, _ in _directed)
EXITS: Final = tuple(tuple(e for e, start in enumerate(FROM) if start == b) for b in range(N))
OUT_OF: Final = tuple(map(set_of, EXITS))
RAILS_OUT: Final = tuple(tuple((1 << e, TO[e]) for e in lines if KIND[e] == RAIL) for lines in EXITS)  # (the line as a set, where to)
OF_KIND: Final = tuple(set_of(e for e, kind in enumerate(KIND) if kind == k) for k in (ROAD, RAIL, RIVER))
POTOMAC: Final = set_of(e for e, (a, b, k, _) in enumerate(_directed) if k == RIVER and {a, b} == set(MAP.potomac))
DOWN_LINES: Final = set_of(e for e, down in enumerate(DOWNSTREAM) if down)
INTO_WHITE: Final = set_of(e for e, to in enumerate(TO) if WHITE >> to & 1)
NEIGHBOURS: Final = tuple(tuple(dict.fromkeys(TO[e] for e in EXITS[b])) for b in range(N))
# a Confederate neighbour must be joined by something else than the Potomac
NEIGHBOURS_OF: Final = (NEIGHBOURS, tuple(tuple(dict.fromkeys(TO[e] for e in EXITS[b] if not POTOMAC >> e & 1)) for b in range(N)))
BESIDE: Final = tuple(map(set_of, NEIGHBOURS))
BESIDE_SOUTH: Final = tuple(map(set_of, NEIGHBOURS_OF[CSA]))
