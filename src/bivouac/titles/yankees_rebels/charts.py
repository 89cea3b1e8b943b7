"""The printed tables beside the board; the rows of the unit that acts and of its hex are marked."""

from __future__ import annotations

from bivouac.core.charts import Chart, Entry, Row
from bivouac.core.text import Text
from bivouac.titles.yankees_rebels.printed.map import NUMBERS, TABLES, TERRAIN, VICTORY
from bivouac.titles.yankees_rebels.printed.units import ACTIVATION_DICE, TRAINING, UNITS
from bivouac.titles.yankees_rebels.state import State

NONE = "–"


def charts(s: State) -> tuple[Chart, ...]:
    return terrain(s), arms(s), training(s), white_die(), black_die(), numbers()


def word(key: str) -> Text:
    return Text(f"charts.{key}")


def acting(s: State) -> int:
    """The first of the units that act; -1: nobody."""
    return s.acting[0] if s.acting else -1


def terrain(s: State) -> Chart:
    """YR-1.5a: what it costs to enter, whether it ends a march, the dice it takes away, whether it closes the sight."""
    u = acting(s)
    here = TERRAIN[s.where[u]] if u >= 0 and s.where[u] >= 0 else ""
    rows = []
    for row in TABLES.terrain:
        stop, sight = word("stops") if row.stop else NONE, word("closed") if row.sight == "blocked" else word("open")
        rows.append(Row((Text(f"labels.legend_{row.id}"), row.mp, stop, row.protection or NONE, sight, row.level), row.id == here))
    rows += [
        Row((word("road"), "½", NONE, NONE, NONE, NONE)),
        Row((word("stream"), NONE, word("stops"), NUMBERS.stream_protection, NONE, NONE)),
    ]
    rows.append(Row((word("works"), 1, NONE, NUMBERS.works_protection, word("open"), NONE)))
    return Chart(word("terrain"), tuple(map(word, ("ground", "mp", "march", "protection", "sight", "height"))), tuple(rows), "YR-1.5a")


def arms(s: State) -> Chart:
    """YR-1.1: movement points, march and fight, dice at each range."""
    u, rows = acting(s), []
    for row in TABLES.unit_type:
        fire: list[Entry] = list(row.fire) or [word("force"), NONE, NONE, NONE]
        both = word("both" if row.move_and_fight else "either")
        rows.append(Row((Text(f"labels.arm_{row.id}"), row.mp, both, *fire), u >= 0 and UNITS[u].type == row.id))
    head: tuple[Entry, ...] = (word("arm"), word("mp"), word("march_and_fight"), 1, 2, 3, 4)
    return Chart(word("arms"), head, tuple(rows), "YR-1.1h")


def training(s: State) -> Chart:
    """YR-1.1k: the dice of reaction and recovery."""
    u = acting(s)
    rows = [Row((Text(f"labels.training_{name}"), n), u >= 0 and TRAINING[u] == name) for name, n in NUMBERS.training.items()]
    return Chart(word("training"), (word("level"), word("dice")), tuple(rows), "YR-1.1k")


def white_die() -> Chart:
    rows = [Row((word(f"face_{face}"), n)) for face, n in NUMBERS.white_die.items()]
    return Chart(word("white_die"), (word("face"), word("faces")), tuple(rows), "YR-1.2a")


def black_die() -> Chart:
    rows = [Row((word(f"face_{face}"), n)) for face, n in NUMBERS.black_die.items()]
    return Chart(word("black_die"), (word("face"), word("faces")), tuple(rows), "YR-1.2b")


def numbers() -> Chart:
    """YR-2.0d: the activation dice of a round, and the points on the map."""
    union, csa = ACTIVATION_DICE
    rows = (Row((word("activation"), union, csa)), Row((word("map_points"), NONE, sum(VICTORY.values()))))
    return Chart(word("numbers"), (word("what"), word("union"), word("csa")), rows, "YR-2.0d")
