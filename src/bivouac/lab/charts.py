"""The printed tables of a title, to read: `data/charts.toml` says which values of the data files stand where, and at which clause."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from bivouac.core.data import read
from bivouac.core.text import Both
from bivouac.core.title import Title

FILE: Final = "charts.toml"
NONE: Final = "–"
Words = str | Both


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`of` is the path of a list (a cell each), of a table (a cell for each of the chart's keys) or of one value; or `cells` has the path
    of each, and "" for an empty one."""

    name: Words
    of: str = ""
    cells: list[str] = []


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`corner` says what the rows are; `each`: a list of the file whose entries are the rows, under their own names; `words`: what a value
    that is a sign means, under "R" or, of one key alone, under "move=0"."""

    id: str
    rule: str
    name: Both
    columns: list[Words]
    corner: Both = Both("", "")
    file: str = "tables.toml"
    keys: list[str] = []
    each: str = ""
    row: list[Row] = []
    words: dict[str, Both] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chart: list[Chart]


class Drawn(NamedTuple):
    """A chart in one language: its first row is the head, the first cell of each row its name."""

    id: str
    rule: str
    name: str
    rows: list[list[str]]


def charts(title: Title[Any], language: str) -> list[Drawn]:
    """All tables of a title, in the order of its rulebook."""
    order = {rule: n for n, rule in enumerate(title.rulebook.clauses)}
    found = sorted(_charts(title.package), key=lambda c: order[c.rule])
    return [Drawn(c.id, c.rule, c.name.in_language(language), _rows(title.package, c, language)) for c in found]


@cache
def _charts(package: str) -> tuple[Chart, ...]:
    file = resources.files(package).joinpath("data", FILE)
    return tuple(read(_File, file.read_text("utf-8"), FILE).chart) if file.is_file() else ()


@cache
def _values(package: str, file: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(package).joinpath("data", file).read_text("utf-8"))


def _rows(package: str, chart: Chart, language: str) -> list[list[str]]:
    values = _values(package, chart.file)
    head = [chart.corner.in_language(language), *(_said(c, language) for c in chart.columns)]
    given = [Row(Both(**entry["name"]), f"{chart.each}.{n}") for n, entry in enumerate(values[chart.each])] if chart.each else chart.row
    rows = [[_said(row.name, language), *_cells(values, chart, row, language)] for row in given]
    if any(len(row) != len(head) for row in rows):
        raise ValueError(f"{chart.id}: not every row has {len(head) - 1} cells")
    return [head, *rows]


def _cells(values: dict[str, Any], chart: Chart, row: Row, language: str) -> list[str]:
    if row.cells:
        return [_cell(_at(values, path) if path else None, chart, language) for path in row.cells]
    found = _at(values, row.of)
    if isinstance(found, dict):
        return [_cell(found.get(key), chart, language, key) for key in chart.keys]
    return [_cell(value, chart, language) for value in (found if isinstance(found, list) else [found])]


def _at(values: Any, path: str) -> Any:
    """A value by its path: "fire.2.needs"."""
    for step in path.split("."):
        values = values[int(step)] if isinstance(values, list) else values[step]
    return values


def _cell(value: Any, chart: Chart, language: str, key: str = "") -> str:
    sign = str(value).lower() if isinstance(value, bool) else str(value)
    words = chart.words.get(f"{key}={sign}") or chart.words.get(sign)
    if words is not None:
        return words.in_language(language)
    if isinstance(value, list):
        return "/".join(_cell(v, chart, language) for v in value)
    if value is None or value is False or value == "-":
        return NONE
    return sign.replace("-", "−") if isinstance(value, int) else sign


def _said(words: Words, language: str) -> str:
    return words if isinstance(words, str) else words.in_language(language)
