"""The printed tables beside the board; the rows of the year, and of the die that was rolled, are marked."""

from __future__ import annotations

from bivouac.core.charts import Chart, Row
from bivouac.core.text import Name, Text
from bivouac.titles.house_divided.printed.units import COMMAND, DEFENCE, FIRE, KINDS, MARCHES, MORALE, RECRUITS, TABLES, YEAR
from bivouac.titles.house_divided.state import State

DICE = tuple(range(1, 7))


def charts(s: State) -> tuple[Chart, ...]:
    return fire(s), movement(), rolls(s), command(s), victory(s)


def word(key: str) -> Text:
    return Text(f"charts.{key}")


def fire(s: State) -> Chart:
    """AHD-5.1: a die of so much or less hits; what is taken off fire at it; its morale this year."""
    engaged = {s.kind[p] for p in s.firers} if s.place >= 0 else set()
    rows = []
    for kind in range(len(KINDS)):
        name = Text("charts.kind", {"kind": Name("kind", kind)})
        rows.append(Row((name, FIRE[kind], DEFENCE[kind] or "–", MORALE[YEAR[s.turn]][kind]), kind in engaged))
    return Chart(word("fire"), tuple(map(word, ("piece", "hits", "defence", "morale"))), tuple(rows), "AHD-5.2a")


def movement() -> Chart:
    """AHD-4.0r: boxes a march."""
    table = TABLES.movement
    rows = [
        Row((word(arm), r.road, r.rail, r.friendly_rail, r.river)) for arm, r in (("infantry", table.infantry), ("cavalry", table.cavalry))
    ]
    return Chart(word("movement"), tuple(map(word, ("arm", "road", "rail", "own_rail", "river"))), tuple(rows), "AHD-4.0r")


def rolls(s: State) -> Chart:
    """AHD-4.0b, AHD-7.0b: what a die gives."""
    rows = [Row((die, MARCHES[die], RECRUITS[die]), die == s.die) for die in DICE]
    return Chart(word("rolls"), (word("die"), word("marches"), word("recruits")), tuple(rows), "AHD-H2b")


def command(s: State) -> Chart:
    """AHD-H1b: Union and Confederacy, by the year."""
    rows = [Row((year, *(f"{union} / {csa}" for union, csa in table)), year == YEAR[s.turn]) for year, table in COMMAND.items()]
    return Chart(word("command"), (word("year"), *DICE), tuple(rows), "AHD-H1b")


def victory(s: State) -> Chart:
    """AHD-O5.0k and on: Union maximum less Confederate maximum at the end of a year's game."""
    rows = [Row((year, *map(str, row)), year == str(YEAR[s.turn])) for year, row in TABLES.victory.table.items()]
    names = ("union_victory", "union_advantage", "union_edge", "draw", "csa_edge", "csa_advantage", "csa_victory")
    return Chart(word("victory"), (word("year"), *map(word, names)), tuple(rows), "AHD-O5.0k")
