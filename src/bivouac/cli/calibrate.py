"""Calibration of the shown chance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import structs
from rich.table import Table as Grid

from bivouac.agents import LEVELS, thinks
from bivouac.agents.shown import Curve, CurveFile
from bivouac.cli.common import app, fail, out, print_json, split, the_title, told_plainly, w
from bivouac.cli.crew import ClusterAddress, Jobs, JournalFile, crew_of
from bivouac.core.data import read
from bivouac.core.title import Title
from bivouac.lab.calibrate import PHASES, Curves, Look, Reliability, Right, Wish, as_svg, collect, corrections, phases_of, reliability
from bivouac.lab.crew import Crew
from bivouac.titles import titles

COLOURS = {"plain": "#8a6d3b", "right": "#1f3a5f"}
ALL, UNEQUAL = "all", "unequal"
Row = tuple[str, str, Reliability, Reliability | None]
"""The title, the part, the chance as it is reckoned, and put right (between unequal players it is not)."""


@app.command("calibrate", help=w("help.calibrate"))
def calibrate(
    names: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help=w("help.title"))] = None,
    players: Annotated[str, typer.Option("--players", help=w("help.calibrate_players"))] = ",".join(LEVELS),
    matches: Annotated[int, typer.Option(min=8, help=w("help.calibrate_matches"))] = 80,
    thinking_matches: Annotated[int | None, typer.Option("--thinking-matches", min=8, help=w("help.calibrate_thinking_matches"))] = None,
    unequal_matches: Annotated[int, typer.Option("--unequal-matches", min=0, help=w("help.calibrate_unequal_matches"))] = 0,
    unequal_thinking: Annotated[int, typer.Option("--unequal-thinking-matches", min=0, help=w("help.calibrate_unequal_thinking"))] = 0,
    seconds: Annotated[float, typer.Option("--seconds", help=w("help.calibrate_seconds"))] = 0.1,
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
    if folder is not None:
        with told_plainly():
            folder.mkdir(parents=True, exist_ok=True)
    wish = Wish(split(players), matches, thinking_matches or matches, unequal_matches, unequal_thinking, seed, seconds)
    rows: list[Row] = []
    found: list[Curve] = []
    with crew_of("", wish.total * len(chosen), jobs, cluster, journal, file=curves, quiet=as_json) as crew:
        for title in chosen:
            told, put = measured(title, wish, crew)
            rows += told
            found += put
    with told_plainly():
        if folder is not None:
            draw(rows, folder)
        if curves is not None:
            write_curves(curves, {title.id for title in chosen}, found)
    if as_json:
        print_json([{"title": title, "part": part, "plain": plain, "right": right} for title, part, plain, right in rows])
    else:
        _print(rows)


def measured(title: Title[Any], wish: Wish, crew: Crew) -> tuple[list[Row], list[Curve]]:
    """A title: how its chance comes true, and what puts it right at each level."""
    looks = collect(title, wish, crew)
    found = corrections(title.id, looks)
    rights = {level: right for level, (_, right) in found.items()}
    command = command_of(title.id, wish)
    return rows_of(title, looks, rights), [structs.replace(curve, command=command) for curve, _ in found.values()]


def command_of(title: str, wish: Wish) -> str:
    """What measures the same again."""
    thinking = f" --thinking-matches {wish.thinking_matches} --seconds {wish.seconds:g}" if any(map(thinks, wish.levels)) else ""
    unequal = f" --unequal-matches {wish.unequal_matches}" if wish.unequal_matches else ""
    unequal += f" --unequal-thinking-matches {wish.unequal_thinking_matches}" if wish.unequal_thinking_matches else ""
    return f"bivouac calibrate {title} --players {','.join(wish.levels)} --matches {wish.matches}{thinking}{unequal} --seed {wish.seed}"


def rows_of(title: Title[Any], looks: list[Look], rights: Mapping[str, Right]) -> list[Row]:
    """In each phase, for each level and in all, put right by what other matches say; and between unequal players."""
    even = [x for x in looks if ":" not in x.players]
    levels = {x.players: [y for y in even if y.players == x.players] for x in even}
    parts = {**phases_of(even), **levels, ALL: even}

    def right(look: Look) -> float:
        return rights[look.players](look)

    rows: list[Row] = [(title.id, part, reliability(some), reliability(some, right)) for part, some in parts.items() if some]
    unequal = [x for x in looks if ":" in x.players]
    return [*rows, (title.id, UNEQUAL, reliability(unequal), reliability(unequal, right))] if unequal else rows


def draw(rows: list[Row], folder: Path) -> None:
    drawn: dict[str, list[tuple[str, Curves]]] = {}
    for title, part, plain, right in (row for row in rows if row[1] in (ALL, *PHASES)):
        curves = [(w("shown." + how), COLOURS[how], r) for how, r in (("plain", plain), ("right", right)) if r is not None]
        drawn.setdefault(title, []).append((w("phases." + part), curves))
    for title, panels in drawn.items():
        (folder / f"{title}.svg").write_text(as_svg(title, panels), "utf-8")


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
            "grid = [",
            *(f"    {[*line]}," for line in curve.grid),
            "]",
            "scenarios = [",
        ]
        lines += [f'    ["{s.scenario}", {s.first}, {s.last}, {s.early}, {s.later}],' for s in curve.scenarios]
        lines.append("]")
    return "\n".join(lines) + "\n"


def _print(rows: list[Row]) -> None:
    grid = Grid(w("title"), w("phase"), w("positions"), w("blind"), "Brier", w("off"), w("shown.right") + ": Brier", w("off"))
    for title, part, plain, right in rows:
        told = w("phases." + part) if part in (*PHASES, ALL, UNEQUAL) else part
        cells = [cell for r in (plain, right) for cell in cells_of(r)]
        grid.add_row(title, told, str(plain.positions), f"{plain.blind:.3f}", *cells)
    out.print(grid)


def cells_of(found: Reliability | None) -> tuple[str, str]:
    if found is None:
        return "", ""
    return f"{found.brier:.3f}", f"{100 * found.off:.0f} (±{100 * found.luck:.0f})"
