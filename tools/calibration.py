"""Does the shown chance come true? Measured anew for every title and level: docs/calibration.md with its pictures, and the corrections.

make calibration                                 as in the docs; what was played before an interruption is kept in build/matches
JOBS=1 python tools/calibration.py lincoln       one title alone, in one process
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from matches import calibration_wish, journal
from tables import put

from bivouac import load, titles
from bivouac.agents import thinks
from bivouac.cli.calibrate import ALL, UNEQUAL, Row, cells_of, draw, measured, write_curves
from bivouac.lab.calibrate import BINS, Bin, Reliability, pooled
from bivouac.lab.crew import Crew, processes

ROOT = Path(__file__).resolve().parents[1]
TENTHS_MARK = "<!-- tenths, made by make calibration -->\n"
TENTHS = ("| title | " + " | ".join(f"{10 * n}–{10 * n + 10} %" for n in range(BINS)) + " |", "| --- " * (BINS + 1) + "|")
MARK = "<!-- made by make calibration -->\n"
HEAD = (
    "| title | part | positions | by the mean | Brier | off | put right: Brier | off |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
)
PARTS = {"opening": "first third", "middle": "middle third", "end": "last third", ALL: "all", UNEQUAL: "unequal players"}


def told(row: Row) -> str:
    """A line of the table."""
    title, part, plain, right = row
    shown = [title, PARTS.get(part, part), str(plain.positions), f"{plain.blind:.3f}"]
    shown += [cell for r in (plain, right) for cell in cells_of(r)]
    if part == ALL:
        shown = [f"**{cell}**" if n in (0, 1, 5, 7) else cell for n, cell in enumerate(shown)]
    return f"| {' | '.join(shown)} |"


def tenths(about: str, bins: Iterable[Bin]) -> str:
    """How far every tenth is off, put right, in points: what came true less what was shown."""
    gaps = {b.tenth: f"{100 * (b.came - b.shown):+.1f} (±{100 * b.luck:.1f})".replace("-", "−") for b in bins}
    return f"| {about} | {' | '.join(gaps.get(n, '') for n in range(BINS))} |"


def main(names: list[str]) -> None:
    docs, page = ROOT / "docs", ROOT / "docs" / "calibration.md"
    thinking: dict[str, list[Reliability]] = {}
    with processes(int(os.environ.get("JOBS", "2"))) as executor:
        for name in names:
            title = load(name)
            rows, found = measured(title, calibration_wish(title), Crew(executor, journal(title)))
            write_curves(ROOT / "src" / "bivouac" / "agents" / "calibration.toml", {name}, found)
            draw(rows, docs / "calibration")
            right = {part: r for _, part, _, r in rows if r is not None}
            levels = [part for part in right if thinks(part)]
            for level in levels:
                thinking.setdefault(level, []).append(right[level])
            lines = [tenths(name, right[ALL].bins), *(tenths(f"{name}, {level}", right[level].bins) for level in levels)]
            put(page, TENTHS_MARK, TENTHS, {name: lines})
            put(page, MARK, HEAD, {name: [*map(told, rows)]})
    if set(names) == set(titles()):
        put(page, TENTHS_MARK, TENTHS, {}, [tenths(f"all titles, {level}", pooled(found)) for level, found in thinking.items()])


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
