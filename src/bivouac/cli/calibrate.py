"""Calibration of the shown chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from bivouac.agents.shown import Curve, CurveFile, follow
from bivouac.cli.common import app, fail, out, print_json, the_title, told_plainly, w
from bivouac.cli.crew import ClusterAddress, Jobs, JournalFile, crew_of
from bivouac.core.title import Title
from bivouac.lab.calibrate import PHASES, Look, Points, Reliability, as_svg, collect, halves, isotonic, phase_of, reliability, wanted_curve
from bivouac.titles import titles

COLOURS = {"opening": "#1f3a5f", "middle": "#8a6d3b", "end": "#b0413e"}
Row = tuple[str, str, Reliability]


@app.command("calibrate", help=w("help.calibrate"))
def calibrate(
    names: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help=w("help.title"))] = None,
    players: Annotated[str, typer.Option("--players", help=w("help.calibrate_players"))] = "veteran",
    matches: Annotated[int, typer.Option(min=8, help=w("help.matches"))] = 80,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "calibrate",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    folder: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.calibrate_output"))] = None,
    curves: Annotated[Path | None, typer.Option("--curves", help=w("help.calibrate_curves"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=w("help.json"))] = False,
) -> None:
    chosen = [the_title(name) for name in names or titles()]
    if any(title.advice is None for title in chosen):
        fail(w("no_chance"))
    rows: list[Row] = []
    found: list[Curve] = []
    with crew_of("", matches * len(chosen), jobs, cluster, journal, quiet=as_json) as crew:
        for title in chosen:
            looks = collect(title, players, matches, seed, crew)
            points = wanted_curve(looks)
            rows += rows_of(title, looks, points)
            if points:
                found.append(Curve(title.id, len(looks), points))
    with told_plainly():
        _write(rows, found, folder, curves, f"bivouac calibrate {' '.join(t.id for t in chosen)} --matches {matches} --seed {seed}")
    if as_json:
        print_json([{"title": title, "part": part, **r._asdict()} for title, part, r in rows])
    else:
        _print(rows)


def rows_of(title: Title[Any], looks: list[Look], points: Points) -> list[Row]:
    """As it is reckoned, in each phase and in all; and with a curve fitted on the other half of the matches, where one is wanted."""
    phases = {phase: [x for x in looks if phase_of(x) == phase] for phase in PHASES}
    rows = [(title.id, phase, reliability(some)) for phase, some in phases.items() if some]
    rows.append((title.id, "all", reliability(looks)))
    if points:
        first, second = halves(looks)
        fitted = isotonic(first)
        rows.append((title.id, "aside", reliability(second)))
        rows.append((title.id, "aside_right", reliability(second, lambda c: follow(fitted, c))))
    return rows


def _write(rows: list[Row], found: list[Curve], folder: Path | None, curves: Path | None, command: str) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for title in dict.fromkeys(title for title, _, _ in rows):
            parts = [(part, COLOURS[part], r) for name, part, r in rows if name == title and part in COLOURS]
            (folder / f"{title}.svg").write_text(as_svg(title, parts), "utf-8")
    if curves is not None:
        curves.write_text(as_toml(CurveFile(command, found)), "utf-8")


def as_toml(file: CurveFile) -> str:
    lines = [
        "# Curves that put the shown chance right. Made by the command below; not to be edited by hand.",
        f'command = "{file.command}"',
    ]
    for curve in file.curve:
        points = ", ".join(f"[{x}, {y}]" for x, y in curve.points)
        lines += ["", "[[curve]]", f'title = "{curve.title}"', f"positions = {curve.positions}", f"points = [{points}]"]
    return "\n".join(lines) + "\n"


def _print(rows: list[Row]) -> None:
    grid = Grid(w("title"), w("phase"), w("positions"), "Brier", w("blind"), w("off"))
    for title, part, r in rows:
        grid.add_row(title, w("phases." + part), str(r.positions), f"{r.brier:.3f}", f"{r.blind:.3f}", f"{100 * r.off:.0f}")
    out.print(grid)
