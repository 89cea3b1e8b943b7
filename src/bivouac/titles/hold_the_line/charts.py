"""The printed tables beside the board; the rows of the unit that acts, and of the ground it stands on or attacks, are marked."""

from __future__ import annotations

from bivouac.core.charts import Chart, Entry, Row
from bivouac.core.text import Name, Text
from bivouac.titles.hold_the_line.printed.map import NOBODY
from bivouac.titles.hold_the_line.printed.units import COLOURS, DIE_OF_MORALE, KIND_ROWS, LEADER, POINTS_FOR, REACH, TABLES, TERRAIN
from bivouac.titles.hold_the_line.state import State

NONE = "–"


def charts(s: State) -> tuple[Chart, ...]:
    return fire(s), prices(), terrain(s), action_die(), morale_die()


def word(key: str) -> Text:
    return Text(f"charts.{key}")


def fire(s: State) -> Chart:
    """HTL-3.1d: what each kind of unit needs at each range."""
    acting = s.field.kind_of[s.unit] if s.unit != NOBODY else -1
    rows = []
    for kind, row in enumerate(KIND_ROWS):
        needs = [f"{s.rules.needs[kind][far]}+" if far <= REACH[kind] else NONE for far in (1, 2, 3)]
        dice: Entry = NONE if kind == LEADER else row.dice if row.dice == row.dice_adjacent else f"{row.dice} ({row.dice_adjacent})"
        move: Entry = row.move or word("river")
        rows.append(Row((Text("charts.kind", {"kind": Name("kind", kind)}), row.strength, move, dice, *needs), kind == acting))
    head = ("unit", "strength", "move", "dice", "one", "two", "three")
    return Chart(word("fire"), tuple(map(word, head)), tuple(rows), "HTL-3.1d")


def prices() -> Chart:
    """HTL-6.2: what an order costs."""
    known = (("move", "move"), ("fire", "fire"), ("assault", "close_assault"), ("drive", "leader_bonus"), ("rally", "reinforce"))
    rows = [Row((word(f"price_{key}"), getattr(TABLES.prices, name))) for key, name in known]
    return Chart(word("prices"), (word("order"), word("ap")), tuple(rows), "HTL-6.2.2a")


def terrain(s: State) -> Chart:
    """HTL-2.2: what the ground does to dice, morale and sight."""
    here = {s.field.terrain[h] for h in (s.pos[s.unit] if s.unit != NOBODY else -1, s.target) if h >= 0}
    rows = []
    for n, row in enumerate(TERRAIN):
        entry = word("closed") if not row.enter else word("stop") if row.stop else NONE
        seen = word("blocks") if row.blocks else NONE
        cells = (Text("charts.terrain_name", {"terrain": Name("terrain", n)}), row.combat or NONE, row.morale or NONE, entry, seen)
        rows.append(Row(cells, n in here))
    return Chart(word("terrain"), tuple(map(word, ("ground", "dice_shift", "morale_shift", "entering", "sight"))), tuple(rows), "HTL-2.2a")


def action_die() -> Chart:
    return Chart(word("action_die"), (word("die"), *range(1, 7)), (Row((word("ap"), *POINTS_FOR[1:])),), "HTL-6.1.1a")


def morale_die() -> Chart:
    """HTL-3.0.3b: a unit falls back on its own colour and on those above it."""
    rows = [Row((Text("charts.colour", {"colour": Name("colour", n)}), DIE_OF_MORALE[n])) for n in range(len(COLOURS))]
    return Chart(word("morale_die"), (word("colour_head"), word("faces")), tuple(rows), "HTL-3.0.3b")
