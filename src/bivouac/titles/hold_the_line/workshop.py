"""Battles of players' own: looked at as they are made, whatever is still wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from bivouac.core.data import MOST_MISTAKES, BadData, Mistake, mistakes_in, read
from bivouac.core.table import Say
from bivouac.core.text import Both
from bivouac.core.title import Surveyed, Workshop
from bivouac.titles.hold_the_line.draw.board import drawn
from bivouac.titles.hold_the_line.printed.map import COLUMNS, HEX_NUMBERS, ROWS, SIDE_NAMES
from bivouac.titles.hold_the_line.printed.scenarios import Ground, checked, parse_map, today
from bivouac.titles.hold_the_line.printed.schema import ScenarioFile, SideRows
from bivouac.titles.hold_the_line.printed.strange import strange
from bivouac.titles.hold_the_line.printed.units import COLOURS, GUNBOAT, KINDS, LEADER, SIDE_KEYS, STRENGTH, TERRAIN
from bivouac.titles.hold_the_line.printed.writing import format_scenario

Values = Mapping[str, Any]


def look(battle: str | Values, name: str, say: Say) -> Surveyed:
    """A battle as its text or as the values of one: what is wrong, what is strange, and what it looks like so far."""
    try:
        file, text = (read(ScenarioFile, today(battle), name), today(battle)) if isinstance(battle, str) else from_values(battle, name)
    except BadData as e:
        return Surveyed(e.mistakes)
    terrain, wrong = checked(file, text)
    ground = drawn(Ground(land_of(file), terrain), say)
    warnings = () if wrong else tuple(strange(Ground(file, terrain), text))
    return Surveyed(tuple(sorted(wrong, key=lambda m: m.line or 0)), warnings, text, values_of(file), ground)


def from_values(values: Values, name: str) -> tuple[ScenarioFile, str]:
    """A battle from the values of its file, and its text."""
    wrong = list(islice(mistakes_in(dict(values), ScenarioFile), MOST_MISTAKES))
    if wrong:
        raise BadData.of(name, (Mistake(None, problem, path) for path, problem in wrong))
    file = msgspec.convert(values, ScenarioFile)
    return file, format_scenario(file)


def values_of(file: ScenarioFile) -> dict[str, Any]:
    """The values of a file, with its map as nine rows of letters; what cannot be read of it is open ground."""
    terrain, _ = parse_map(file.map, 0)
    letters = "".join(TERRAIN[t].letter for t in terrain)
    rows = "\n".join(letters[COLUMNS * row : COLUMNS * (row + 1)] for row in range(ROWS))
    values: dict[str, Any] = msgspec.to_builtins(file)
    return {**values, "map": rows}


def land_of(file: ScenarioFile) -> ScenarioFile:
    """What of a battle can be drawn without its armies, even while some of it is wrong."""
    return msgspec.structs.replace(
        file,
        union=nobody(file.union),
        csa=nobody(file.csa),
        cover=[row for row in file.cover if are_hexes(row.hexes) and set(row.sides.split()) <= set(SIDE_NAMES)],
        places=[row for row in file.places if are_hexes(row.hexes)],
        roads=[row for row in file.roads if are_hexes(row.hexes) and len(row.hexes.split()) > 1],
        turns=1,
        blocks=[],
        hold=[],
        barrier=[],
        ford=None,
        bombardment=None,
    )


def nobody(side: SideRows) -> SideRows:
    return msgspec.structs.replace(side, units=[], reinforcements=[], cap_from=[])


def are_hexes(names: str) -> bool:
    return bool(names.split()) and all(name in HEX_NUMBERS for name in names.split())


def faces() -> tuple[str, ...]:
    """Every piece at every strength, nameless, and the VP blocks."""
    found = [f"block-{side}" for side in SIDE_KEYS]
    for side in SIDE_KEYS:
        for kind, word in enumerate(KINDS):
            colours = ("none",) if kind in (GUNBOAT, LEADER) else COLOURS
            found += [f"{side}-{word}-{c}-{n}-{STRENGTH[kind]}-" for c in colours for n in range(1, STRENGTH[kind] + 1)]
    return tuple(found)


def blank() -> dict[str, Any]:
    """A battle with nothing in it."""
    side = {"cap": 4, "vp_to_win": 5, "units": [], "cap_from": [], "reinforcements": []}
    file = ScenarioFile(
        id="my-battle",
        name=Both("My battle", "La mia battaglia"),
        date=Both("a day in 1863", "un giorno del 1863"),
        first="union",
        turns=12,
        time_out="csa",
        map="\n".join(["." * COLUMNS] * ROWS),
        union=msgspec.convert({**side, "home": "left"}, SideRows),
        csa=msgspec.convert({**side, "home": "right"}, SideRows),
    )
    return values_of(file)


WORKSHOP: Final = Workshop(form=ScenarioFile, look=look, faces=faces(), blank=blank())
