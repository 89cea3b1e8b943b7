"""A scenario as the text of its file: the way back from `scenarios.parse`, in the layout of the files of the package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from bivouac.core.text import Both
from bivouac.titles.hold_the_line.printed.map import COLUMNS, ROWS
from bivouac.titles.hold_the_line.printed.schema import BlockRow, ScenarioFile, SideRows, UnitRow

MAP_KEY = "# . open  f forest  o orchard  h hill  t town  r sunken road or fence  x trench  s swamp  ~ river  = bridge"
BARE = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
NAMES = ("hex", "kind", "morale", "strength", "name", "home", "group", "vp")  # of a unit, in their order


def format_scenario(file: ScenarioFile) -> str:
    """The text of a scenario; `parse` reads the same scenario from it."""
    parts = [heading(file), facts(file), course(file), drawing(file.map), *features(file)]
    for key, side in (("union", file.union), ("csa", file.csa)):
        parts += [army(key, side), *(came(key, side))]
    return "\n\n".join([*(part for part in parts if part), *specials(file)]) + "\n"


# --- values ---------------------------------------------------------------------------------------------------------


def quoted(words: str) -> str:
    return '"' + "".join(ESCAPES.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in words) + '"'


def value(it: object) -> str:
    match it:
        case bool():
            return "true" if it else "false"
        case str():
            return quoted(it)
        case Both():
            return f"{{ en = {quoted(it.en)}, it = {quoted(it.it)} }}"
        case list():
            return f"[{', '.join(value(one) for one in it)}]"
        case msgspec.Struct():
            return inline({name: getattr(it, name) for name in it.__struct_fields__})
    return str(it)


def inline(values: Mapping[str, object]) -> str:
    """A table on one line; what is nothing is left out."""
    return "{ " + ", ".join(f"{name} = {value(one)}" for name, one in values.items() if one is not None) + " }"


def line(name: str, it: object, note: str = "") -> str:
    return f"{name} = {value(it)}{note}"


def rows(name: str, them: Iterable[str]) -> str:
    """A list with one thing a line."""
    return f"{name} = [\n" + "".join(f"    {one},\n" for one in them) + "]"


# --- parts of the file ----------------------------------------------------------------------------------------------


def heading(file: ScenarioFile) -> str:
    lines = [f"# {told(file.name)}, {told(file.date)}. Reconstructed: see `known` and `reconstructed` below."] if file.number else []
    lines.append(line("id", file.id))
    if file.number:
        lines.append(line("number", file.number))
    lines += [line("name", file.name), line("date", file.date), line("source", file.source)]
    lines += [line(key, words) for key, words in (("known", file.known), ("reconstructed", file.reconstructed)) if words.en or words.it]
    return "\n".join(lines)


def told(words: Both) -> str:
    return " ".join(words.en.split())


def facts(file: ScenarioFile) -> str:
    lines = [line("men", file.men)] if file.men is not None else []
    lines += [rows("sources", map(quoted, file.sources))] if file.sources else []
    return "\n".join(lines)


def course(file: ScenarioFile) -> str:
    """Who begins, how long it lasts, what happens then, and the special rules in words."""
    ways = ": a side, or more_vp" if file.time_out == "more_vp" else ""
    lines = [line("top", file.top, "    # which way the top of the board looks"), line("first", file.first), line("turns", file.turns)]
    lines.append(line("time_out", file.time_out, f"    # who wins when the turns run out{ways}"))
    lines += [line("tie", file.tie)] if file.tie is not None else []
    lines += [rows("special", map(value, file.special))] if file.special else []
    return "\n".join(lines)


def drawing(drawn: str) -> str:
    """The map with its letters and numbers; what is no map is kept as it stands."""
    letters = [chr(65 + c) for c in range(COLUMNS)]
    cells = [line.split() for line in drawn.splitlines() if line.split() and line.split() != letters]
    table = ["".join(row[1:] if row[0].isdigit() else row) for row in cells]
    if len(table) != ROWS or any(len(row) != COLUMNS or '"' in row or "\\" in row for row in table):
        return line("map", drawn)
    lines = [f" {n}   {' ' if n % 2 == 0 else ''}{' '.join(row)}" for n, row in enumerate(table, 1)]
    return "\n".join([MAP_KEY, 'map = """', f"     {' '.join(letters)}", *lines, '"""'])


def features(file: ScenarioFile) -> list[str]:
    """Cover, places, roads, blocks."""
    lists: tuple[tuple[str, Iterable[msgspec.Struct], str], ...] = (
        ("cover", file.cover, "# the sides through which a sunken road, fence or trench protects\n"),
        ("places", file.places, ""),
        ("roads", file.roads, "# roads and railroads for the eye: they change nothing in play\n"),
        ("blocks", file.blocks, "# VP blocks: captured once and removed, or controlled by the last to occupy the hex\n"),
    )
    return [note + rows(name, map(row_of, them)) for name, them, note in lists if them]


def row_of(it: msgspec.Struct) -> str:
    return block(it) if isinstance(it, BlockRow) else value(it)


def army(key: str, side: SideRows) -> str:
    lines = [f"[{key}]", line("cap", side.cap)]
    lines += [line("cap_from", side.cap_from)] if side.cap_from else []
    lines += [line("vp_to_win", side.vp_to_win), line("home", side.home, "     # the edge retreats make for")]
    return "\n".join([*lines, rows("units", map(unit, side.units))])


def came(key: str, side: SideRows) -> list[str]:
    """The reinforcements of a side."""
    return [
        "\n".join(
            [f"[[{key}.reinforcements]]", line("turn", group.turn), line("hexes", group.hexes), rows("units", map(unit, group.units))]
        )
        for group in side.reinforcements
    ]


def unit(row: UnitRow) -> str:
    return inline({name: getattr(row, name) for name in NAMES} | worth(row))


def block(row: BlockRow) -> str:
    return inline({name: getattr(row, name) for name in row.__struct_fields__} | worth(row))


def worth(row: UnitRow | BlockRow) -> dict[str, int | None]:
    """The victory points of a unit or block; one point goes without saying."""
    return {"vp": None if row.vp == 1 else row.vp}


def specials(file: ScenarioFile) -> list[str]:
    """The special rules that the program keeps, each with a word about it."""
    found = [table("[[hold]]", hold) for hold in file.hold]
    found += [table("# no such unit enters these hexes while that enemy stands there\n[[barrier]]", barrier) for barrier in file.barrier]
    if file.ford is not None:
        found.append(table("# river hexes that these kinds may enter: they stop and do nothing else that turn\n[ford]", file.ford))
    if file.bombardment is not None:
        found.append(table("# before turn 1: free fire of every unit of that kind on any enemy hex\n[bombardment]", file.bombardment))
    return found


def table(name: str, it: msgspec.Struct) -> str:
    return "\n".join([name, *(line(key, getattr(it, key)) for key in it.__struct_fields__)])
