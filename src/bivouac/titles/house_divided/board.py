"""The map as frozen tables of ints: boxes, lines, recruiting numbers, and everything movement needs, worked out once at load."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

UNION: Final = 0
CSA: Final = 1
NOBODY: Final = 2
OWNERS: Final = ("union", "csa", "none")

ROAD: Final = 0
RAIL: Final = 1
RIVER: Final = 2
KINDS: Final = ("road", "rail", "river")

BOX_KEYS: Final = frozenset({"owner", "union", "csa", "port", "fort", "at", "water", "crossing"})
MAP_KEYS: Final = frozenset({"source", "confidence", "canvas", "potomac", "states", "boxes", "lines"})


class DataError(ValueError):
    """A data file says something that cannot be right; the text names the file and the place."""


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
        if name not in self.index:
            raise DataError(f"no box is called {name!r}")
        return self.index[name]


def read_data(*path: str) -> dict[str, Any]:
    """One data file of this title as a dictionary."""
    where = resources.files(__package__).joinpath("data", *path)
    try:
        return tomllib.loads(where.read_text("utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise DataError(f"{'/'.join(path)}: {wrong}") from wrong


def only_keys(where: str, found: Mapping[str, Any], known: frozenset[str]) -> None:
    """Refuse unknown keys, so that a slip of the pen in a data file is seen."""
    if strange := sorted(set(found) - known):
        raise DataError(f"{where}: unknown key {strange[0]!r} (known: {', '.join(sorted(known))})")


def parse_crossing(where: str, text: str, index: Mapping[str, int]) -> tuple[int, int]:
    """'Paducah river' -> (box, kind)."""
    name, _, kind = text.rpartition(" ")
    if name not in index or kind not in KINDS:
        raise DataError(f"{where}: crossing {text!r} is not a neighbour and a kind of line")
    return index[name], KINDS.index(kind)


def parse_lines(raw: Mapping[str, Any], index: Mapping[str, int]) -> tuple[Line, ...]:
    """All lines, roads first, then railroads, then rivers, each in the order of the file."""
    only_keys("map.toml lines", raw, frozenset(KINDS))
    lines: list[Line] = []
    for kind, word in enumerate(KINDS):
        for pair in raw[word]:
            if len(pair) != 2 or pair[0] not in index or pair[1] not in index:
                raise DataError(f"map.toml: {word} {pair} does not join two boxes of the map")
            lines.append(Line(kind, index[pair[0]], index[pair[1]]))
    if len({(k, min(a, b), max(a, b)) for k, a, b in lines}) != len(lines):
        raise DataError("map.toml: a line is listed twice")
    return tuple(lines)


def parse_board(raw: Mapping[str, Any]) -> Board:
    """Check the file and number its boxes."""
    only_keys("map.toml", raw, MAP_KEYS)
    rows = sorted((name, state, row) for state, boxes in raw["boxes"].items() for name, row in boxes.items())
    index = {name: box for box, (name, _, _) in enumerate(rows)}
    lines = parse_lines(raw["lines"], index)
    joined = {(a, b, k) for k, a, b in lines} | {(b, a, k) for k, a, b in lines}
    crossing = set()
    for name, state, row in rows:
        only_keys(f"map.toml box {name}", row, BOX_KEYS)
        if state not in raw["states"] or row["owner"] not in OWNERS:
            raise DataError(f"map.toml box {name}: unknown state or owner")
        for text in row.get("crossing", ()):
            neighbour, kind = parse_crossing(f"map.toml box {name}", text, index)
            if (neighbour, index[name], kind) not in joined:
                raise DataError(f"map.toml box {name}: no line {text!r} enters it")
            crossing.add((neighbour, index[name], kind))
    data = [row for _, _, row in rows]
    return Board(
        name=tuple(name for name, _, _ in rows),
        state=tuple(state for _, state, _ in rows),
        owner=tuple(OWNERS.index(row["owner"]) for row in data),
        value=(tuple(row.get("union", 0) for row in data), tuple(row.get("csa", 0) for row in data)),
        port=tuple(row.get("port", False) for row in data),
        fort=tuple(row.get("fort", False) for row in data),
        water=tuple(row.get("water", "") for row in data),
        at=tuple((row["at"][0], row["at"][1]) for row in data),
        lines=lines,
        crossing=frozenset(crossing),
        potomac=(index[raw["potomac"][0]], index[raw["potomac"][1]]),
        index=index,
        states=raw["states"],
        canvas=(raw["canvas"][0], raw["canvas"][1]),
        source=raw["source"],
    )


@cache
def board() -> Board:
    """The map of this title, read once."""
    return parse_board(read_data("map.toml"))
