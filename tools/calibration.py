"""Does the shown chance come true? Measured anew for every title and level: docs/calibration.md with its pictures, and the corrections.

make calibration                                 as in the docs; what was played before an interruption is kept in build/matches
JOBS=1 python tools/calibration.py lincoln       one title alone, in one process
"""

from __future__ import annotations

import os
import sys
from math import sqrt
from pathlib import Path

from matches import calibration_wish, journal
from tables import put

from bivouac import load, titles
from bivouac.agents import thinks
from bivouac.cli.calibrate import ALL, UNEQUAL, Row, cells_of, draw, measured, write_curves
from bivouac.lab.calibrate import BINS
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


def gap_of(gap: float, luck: float) -> str:
    return f"{100 * gap:+.1f} (±{100 * luck:.1f})".replace("-", "−")


def tenths(row: Row) -> str:
    """How far every tenth is off, put right, in points: what came true less what was shown."""
    title, part, _, right = row
    assert right is not None
    about = title if part == ALL else f"{title}, {part}"
    gaps = {b.tenth: gap_of(b.came - b.shown, b.luck) for b in right.bins}
    return f"| {about} | {' | '.join(gaps.get(n, '') for n in range(BINS))} |"


def together(rows: list[Row]) -> str:
    """The tenths of one level in several titles, every position counting alike."""
    cells = []
    for tenth in range(BINS):
        bins = [b for _, _, _, right in rows for b in (right.bins if right else ()) if b.tenth == tenth]
        positions = sum(b.positions for b in bins)
        gap = sum(b.positions * (b.came - b.shown) for b in bins) / positions
        luck = sqrt(sum((b.positions * b.luck) ** 2 for b in bins)) / positions
        cells.append(gap_of(gap, luck))
    return f"| all titles, {rows[0][1]} | {' | '.join(cells)} |"


def main(names: list[str]) -> None:
    docs, thinking = ROOT / "docs", list[Row]()
    with processes(int(os.environ.get("JOBS", "2"))) as executor:
        for name in names:
            title = load(name)
            rows, found = measured(title, calibration_wish(title), Crew(executor, journal(title)))
            write_curves(ROOT / "src" / "bivouac" / "agents" / "calibration.toml", {name}, found)
            draw(rows, docs / "calibration")
            crack = [row for row in rows if thinks(row[1])]
            thinking += crack
            lines = [*(row for row in rows if row[1] == ALL), *crack]
            put(docs / "calibration.md", TENTHS_MARK, TENTHS, {name: [*map(tenths, lines)]})
            put(docs / "calibration.md", MARK, HEAD, {name: [*map(told, rows)]})
    if set(names) == set(titles()):
        put(docs / "calibration.md", TENTHS_MARK, TENTHS, {}, [together(thinking)])


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
