"""The printed tables of a title in a reader's language."""

from __future__ import annotations

from typing import Any, NamedTuple

from bivouac.core.charts import Entry
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.i18n import catalogue


class DrawnRow(NamedTuple):
    """The first cell is the row's name; `now`: it is the one in force."""

    cells: list[str]
    now: bool


class Drawn(NamedTuple):
    """A table in one language."""

    name: str
    head: list[str]
    rows: list[DrawnRow]
    rule: str


def in_force(title: Title[Any], state: State, language: str) -> list[Drawn]:
    """All tables of a title as they stand in a match."""
    words = catalogue(language, title)

    def said(entry: Entry) -> str:
        return str(entry) if isinstance(entry, (int, str)) else words.say(entry)

    return [
        Drawn(said(c.name), [said(x) for x in c.head], [DrawnRow([said(x) for x in r.cells], r.now) for r in c.rows], c.rule)
        for c in title.charts(state)
    ]


def charts(title: Title[Any], language: str) -> list[Drawn]:
    """All tables of a title to read, in the order of its rulebook: no row is in force."""
    order = {rule: n for n, rule in enumerate(title.rulebook.clauses)}
    found = in_force(title, title.setup(next(iter(title.scenarios.values()))), language)
    return sorted((c._replace(rows=[r._replace(now=False) for r in c.rows]) for c in found), key=lambda c: order[c.rule])
