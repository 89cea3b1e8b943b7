"""A table of a page of the docs, from its mark to the next one: the lines of some titles are made anew, those of the others stay.

Lines about several titles come last, and go as soon as any title is measured anew by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from bivouac import titles


def put(page: Path, mark: str, head: Sequence[str], fresh: Mapping[str, Sequence[str]], last: Sequence[str] = ()) -> None:
    told, _, old = page.read_text("utf-8").partition(mark)
    old, more, rest = old.partition("\n<!-- ")
    lines: dict[str, list[str]] = {name: [] for name in titles()}
    for line in old.splitlines():
        if (name := title_of(line)) in lines and name not in fresh:
            lines[name].append(line)
    table = [line for name in titles() for line in (fresh.get(name) or lines[name])]
    page.write_text(told + mark + "\n".join(["", *head, *table, *last]) + "\n" + more + rest, "utf-8")


def title_of(line: str) -> str:
    """The title that a line of a table begins with."""
    return re.sub(r"^[|*\[ ]*([\w-]*).*", r"\1", line)
