"""The printed tables beside the board; the period of the day, and what counts in the assault at hand, are marked."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.charts import Chart, Row
from bivouac.core.text import Name, Text
from bivouac.titles.gettysburg.printed.map import TERRAIN, TERRAINS
from bivouac.titles.gettysburg.printed.scenarios import FLANK_BY_STICKS
from bivouac.titles.gettysburg.printed.units import CSA_DISCS, LIMITS, MODIFIERS, PERIODS, SHIFTS, TABLES, UNION_DISCS
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLANKED, State

NONE = "–"
CUBES = tuple(range(6))
DAMAGE = (*range(7),)


def charts(s: State) -> tuple[Chart, ...]:
    return fire(), attackers(), defenders(), shifts(s), ranges(s), discs(s)


def word(key: str) -> Text:
    return Text(f"charts.{key}")


def square(cell: str) -> Text | str:
    """What a square of a table says: nothing, cubes, or a letter with its meaning below the table."""
    return NONE if cell == "-" else str(TABLES.switches.cubes_on_six) if cell == "6" else cell if cell == "1" else word(f"square_{cell}")


def fire() -> Chart:
    """GET-assault-1f, GET-fire-i: the modified die along the row."""
    rows = [
        Row((word(key), *map(square, row)))
        for key, row in (
            ("table_1", TABLES.fire.defence_guns),
            ("table_2", TABLES.fire.defence_foot),
            ("table_4", TABLES.fire.attack_foot),
            ("long_range", TABLES.long_range.row),
        )
    ]
    rows.append(Row((Text("charts.per_cubes", {"n": MODIFIERS.cubes_per_minus}), -1, *[""] * 6)))
    return Chart(word("fire"), (word("die"), *DAMAGE), tuple(rows), "GET-assault-1f")


def attackers() -> Chart:
    t = TABLES.attacker_morale
    return morale("table_3", (t.one, t.two, t.three, t.four, t.five, t.six), "GET-assault-1f")


def defenders() -> Chart:
    t = TABLES.defender_morale
    return morale("table_5", (t.one, t.two, t.three, t.four, t.five, t.six), "GET-assault-5b")


def morale(key: str, table: Sequence[Sequence[str]], rule: str) -> Chart:
    """Down the die, across the cubes on the piece."""
    rows = [Row((die, *(word(f"square_{cell}") for cell in row))) for die, row in enumerate(table, 1)]
    return Chart(word(key), (word("die_by_cubes"), *CUBES), tuple(rows), rule)


def shifts(s: State) -> Chart:
    """GET-assault-5b: columns to the right (worse) or to the left on table 5; those of the assault at hand are marked."""
    area = s.fight[AREA]
    ground = TERRAINS[TERRAIN[area]] if area >= 0 else ""
    now = {
        "flank": bool(area >= 0 and s.fight[FLANKED]),
        "town": ground == "town",
        "disrupted": bool(area >= 0 and s.disrupted >> area & 1),
        "high_ground": ground in ("ridge", "hill"),
        "entrenched": bool(area >= 0 and s.fight[ENTRENCHED]),
    }
    columns = {key: f"{getattr(SHIFTS, key):+d}" for key in now}
    if FLANK_BY_STICKS in s.battle.rulings:
        columns["flank"] = ", ".join(f"{sticks:+d}" for sticks in range(1, LIMITS.sticks + 1))
    rows = [Row((word(f"shift_{key}"), columns[key]), is_now) for key, is_now in now.items()]
    return Chart(word("shifts"), (word("what"), word("columns")), tuple(rows), "GET-assault-5b")


def ranges(s: State) -> Chart:
    area = s.fight[AREA]
    ground = TERRAINS[TERRAIN[area]] if area >= 0 else ""
    rows = [Row((word(f"ground_{name}"), getattr(TABLES.range, name)), name == ground) for name in ("open", "town", "ridge", "hill")]
    return Chart(word("ranges"), (word("ground"), word("areas")), tuple(rows), "GET-fire-c")


def discs(s: State) -> Chart:
    """GET-disc-a: the order discs put into the boxes at the start of each period."""
    rows = [
        Row((Text("charts.period", {"period": Name("period", n)}), UNION_DISCS[n], CSA_DISCS.single, CSA_DISCS.double), n == s.period)
        for n in range(len(PERIODS))
    ]
    return Chart(word("discs"), tuple(map(word, ("period_head", "union", "single", "double"))), tuple(rows), "GET-disc-a")
