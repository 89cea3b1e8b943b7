"""The printed tables of a title, to lie beside the board: which row is in force can be seen."""

from __future__ import annotations

from typing import NamedTuple

from bivouac.core.text import Text

Entry = Text | int | str


class Row(NamedTuple):
    """A row; `now`: it is the one in force."""

    cells: tuple[Entry, ...]
    now: bool = False


class Chart(NamedTuple):
    """A table: its name, the heads of its columns, its rows, and the clause it belongs to."""

    name: Text
    head: tuple[Entry, ...]
    rows: tuple[Row, ...]
    rule: str
