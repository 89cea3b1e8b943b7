"""The map file: boxes, lines, recruiting numbers, checked and numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal, NamedTuple

import msgspec

from bivouac.core.data import Path, fail, read
from bivouac.core.text import Both

UNION: Final = 0
CSA: Final = 1
NOBODY: Final = 2
OWNERS: Final = ("union", "csa", "none")

ROAD: Final = 0
RAIL: Final = 1
RIVER: Final = 2
KINDS: Final = ("road", "rail", "river")

FILE: Final = "map.toml"
Pair = tuple[str, str]


class BoxRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    owner: Literal["union", "csa", "none"]
    at: tuple[int, int]
    union: int = 0
    csa: int = 0
    port: bool = False
    fort: bool = False
    water: str = ""
    crossing: tuple[str, ...] = ()


class LineRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    road: list[Pair]
    rail: list[Pair]
    river: list[Pair]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Literal["rulebook", "public", "reconstructed"]
    confidence: str
    canvas: tuple[int, int]
    potomac: Pair
    states: dict[str, Both]
    boxes: dict[str, dict[str, BoxRow]]
    lines: LineRows


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

    def box(self, name: str) -> int:
        """The box with that printed name."""
        return self.index[name]


def parse_lines(text: str, rows: LineRows, index: Mapping[str, int]) -> tuple[Line, ...]:
    """All lines, roads first, then railroads, then rivers, each in the order of the file."""
    lines: list[Line] = []
    for kind, word in enumerate(KINDS):
        pairs: list[Pair] = getattr(rows, word)
        for number, pair in enumerate(pairs):
            path: Path = ("lines", word, number)
            a, b = (number_of(text, path, name, index) for name in pair)
            if Line(kind, a, b) in lines or Line(kind, b, a) in lines:
                raise fail(
                    text,
                    FILE,
                    path,
                    Both(
                        f"the {word} from {pair[0]} to {pair[1]} is listed twice",
                        f"la linea ({word}) da {pair[0]} a {pair[1]} è elencata due volte",
                    ),
                )
            lines.append(Line(kind, a, b))
    return tuple(lines)


def number_of(text: str, path: Path, name: str, index: Mapping[str, int]) -> int:
    if name not in index:
        raise fail(text, FILE, path, Both(f"no box is called {name!r}", f"nessun riquadro si chiama {name!r}"))
    return index[name]


def parse_crossings(
    text: str, rows: list[tuple[str, str, BoxRow]], lines: tuple[Line, ...], index: Mapping[str, int]
) -> frozenset[tuple[int, int, int]]:
    """'Paducah river' at a box: the river from Paducah enters it through a blue side."""
    joined = {(a, b, k) for k, a, b in lines} | {(b, a, k) for k, a, b in lines}
    found = set()
    for name, state, row in rows:
        for words in row.crossing:
            path: Path = ("boxes", state, name)
            neighbour, _, kind = words.rpartition(" ")
            line = (number_of(text, path, neighbour, index), index[name], KINDS.index(kind) if kind in KINDS else -1)
            if line not in joined:
                raise fail(text, FILE, path, Both(f"no line {words!r} enters {name}", f"nessuna linea {words!r} entra in {name}"))
            found.add(line)
    return frozenset(found)


def parse_board(text: str) -> Board:
    """Check the file and number its boxes."""
    raw = read(MapFile, text, FILE)
    rows = sorted(((name, state, row) for state, boxes in raw.boxes.items() for name, row in boxes.items()), key=lambda r: r[0])
    index = {name: box for box, (name, _, _) in enumerate(rows)}
    for name, state, _ in rows:
        if state not in raw.states:
            raise fail(text, FILE, ("boxes", state, name), Both(f"there is no state {state}", f"non c'è uno stato {state}"))
    lines = parse_lines(text, raw.lines, index)
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
        potomac=(number_of(text, ("potomac",), raw.potomac[0], index), number_of(text, ("potomac",), raw.potomac[1], index)),
        index=index,
        states={code: {"en": name.en, "it": name.it} for code, name in raw.states.items()},
        canvas=raw.canvas,
        source=raw.source,
    )


@cache
def board() -> Board:
    """The map of this title, read once."""
    return parse_board(resources.files("bivouac.titles.house_divided").joinpath("data", FILE).read_text("utf-8"))
