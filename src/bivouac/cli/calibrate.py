"""Calibration of the shown chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import structs
from rich.table import Table as Grid

from bivouac.agents import LEVELS
from bivouac.agents.shown import Curve, CurveFile
from bivouac.cli.common import app, fail, out, print_json, split, the_title, told_plainly, w
from bivouac.cli.crew import ClusterAddress, Jobs, JournalFile, crew_of
from bivouac.core.data import read
from bivouac.core.title import Title
from bivouac.lab.calibrate import (
    PHASES,
    Look,
    Reliability,
    Right,
    as_reckoned,
    as_svg,
    aside,
    collect,
    level_of,
    phases_of,
    reliability,
    wanted_curve,
)
from bivouac.titles import titles

COLOURS = {"plain": "#8a6d3b", "right": "#1f3a5f"}
ALL, UNEQUAL = "all", "unequal"
Row = tuple[str, str, Reliability, Reliability | None]
"""The title, the part, the chance as it is reckoned, and put right."""


@app.command("calibrate", help=w("help.calibrate"))
def calibrate(
    names: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help=w("help.title"))] = None,
    players: Annotated[str, typer.Option("--players", help=w("help.calibrate_players"))] = ",".join(LEVELS),
    matches: Annotated[int, typer.Option(min=8, help=w("help.calibrate_matches"))] = 80,
    seconds: Annotated[float, typer.Option("--seconds", help=w("help.calibrate_seconds"))] = 0.1,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "calibrate",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    folder: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.calibrate_output"))] = None,
    curves: Annotated[Path | None, typer.Option("--curves", help=w("help.calibrate_curves"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=w("help.json"))] = False,
) -> None:
    chosen, levels = [the_title(name) for name in names or titles()], split(players)
    if any(title.advice is None for title in chosen):
        fail(w("no_chance"))
    if folder is not None:
        with told_plainly():
            folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    found: list[Curve] = []
    with crew_of("", matches * len(levels) ** 2 * len(chosen), jobs, cluster, journal, file=curves, quiet=as_json) as crew:
        for title in chosen:
            looks = collect(title, levels, matches, seed, seconds, crew)
            wanted = [curve for level in levels if (curve := wanted_curve(title.id, level, looks)) is not None]
            rows += rows_of(title, looks, wanted)
            how = f"--players {players} --matches {matches} --seconds {seconds} --seed {seed}"
            found += [structs.replace(curve, command=f"bivouac calibrate {title.id} {how}") for curve in wanted]
    with told_plainly():
        if folder is not None:
            _draw(rows, folder)
        if curves is not None:
            write_curves(curves, {title.id for title in chosen}, found)
    if as_json:
        print_json([{"title": title, "part": part, "plain": plain, "right": right} for title, part, plain, right in rows])
    else:
        _print(rows)


def rows_of(title: Title[Any], looks: list[Look], wanted: list[Curve]) -> list[Row]:
    """Between two of a level, in each phase, for each level and in all, and between unequal players; put right, where that is wanted, by
    what other matches say."""
    even = [x for x in looks if ":" not in x.players]
    levels = {x.players: [y for y in even if y.players == x.players] for x in even}
    parts = {**phases_of(even), **levels, ALL: even, UNEQUAL: [x for x in looks if ":" in x.players]}
    rights = {curve.level: aside(title.id, curve.level, looks) for curve in wanted}

    def right(look: Look) -> float:
        put: Right = rights.get(level_of(look), as_reckoned)
        return put(look)

    return [(title.id, part, reliability(some), reliability(some, right) if wanted else None) for part, some in parts.items() if some]


def _draw(rows: list[Row], folder: Path) -> None:
    for title, _, plain, right in (row for row in rows if row[1] == ALL):
        parts = [(w("shown." + how), COLOURS[how], r) for how, r in (("plain", plain), ("right", right)) if r is not None]
        (folder / f"{title}.svg").write_text(as_svg(title, parts), "utf-8")


def write_curves(file: Path, measured: set[str], found: list[Curve]) -> None:
    """What was found for these titles; what the file says of others stays."""
    old = read(CurveFile, file.read_text("utf-8"), str(file)).curve if file.exists() else []
    kept = [*(curve for curve in old if curve.title not in measured), *found]
    file.write_text(as_toml(CurveFile(sorted(kept, key=lambda curve: (curve.title, curve.level)))), "utf-8")


def as_toml(file: CurveFile) -> str:
    lines = ["# What puts the shown chance right. Made by the commands below; not to be edited by hand."]
    for curve in file.curve:
        lines += [
            "",
            "[[curve]]",
            f'title = "{curve.title}"',
            f'level = "{curve.level}"',
            f'command = "{curve.command}"',
            f"positions = {curve.positions}",
            f"slopes = {[*curve.slopes]}",
            f"shifts = {[*curve.shifts]}",
            "scenarios = [",
        ]
        lines += [f'    ["{s.scenario}", {s.first}, {s.last}, {s.early}, {s.later}],' for s in curve.scenarios]
        lines.append("]")
    return "\n".join(lines) + "\n"


def _print(rows: list[Row]) -> None:
    grid = Grid(w("title"), w("phase"), w("positions"), w("blind"), "Brier", w("off"), w("shown.right") + ": Brier", w("off"))
    for title, part, plain, right in rows:
        told = w("phases." + part) if part in (*PHASES, ALL, UNEQUAL) else part
        cells = [cell for r in (plain, right) for cell in (_cells(r) if r is not None else ("", ""))]
        grid.add_row(title, told, str(plain.positions), f"{plain.blind:.3f}", *cells)
    out.print(grid)


def _cells(found: Reliability) -> tuple[str, str]:
    return f"{found.brier:.3f}", f"{100 * found.off:.0f} (±{100 * found.luck:.0f})"
