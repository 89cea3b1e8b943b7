"""Matches: play, serve, replay, board."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from bivouac.cli.common import (
    AsJson,
    Language,
    OptionNames,
    ScenarioFile,
    ScenarioName,
    TitleName,
    app,
    err,
    explain,
    fail,
    out,
    print_json,
    split,
    the_scenario,
    the_title,
    told_plainly,
    w,
)
from bivouac.core.text import Text
from bivouac.i18n import catalogue
from bivouac.i18n.telling import in_lines, sentences
from bivouac.match import BadSave, DiceReport, Match


@app.command("play", help=w("help.play"))
def play(
    name: TitleName,
    scenario: ScenarioName = None,
    scenario_file: ScenarioFile = None,
    options: OptionNames = "",
    union: Annotated[str, typer.Option(help=w("help.seat"))] = "human",
    csa: Annotated[str, typer.Option(help=w("help.seat"))] = "random",
    file: Annotated[Path | None, typer.Option("--save", help=w("help.save"))] = None,
    seed: Annotated[str | None, typer.Option(help=w("help.seed"))] = None,
    seconds: Annotated[float, typer.Option(help=w("help.play_seconds"))] = 20.0,
) -> None:
    from bivouac.terminal import play_in_terminal

    if not 0 < seconds < inf:
        fail(w("bad_seconds", found=f"{seconds:g}"))
    title = the_title(name)
    with told_plainly(title):
        chosen = the_scenario(title, scenario, scenario_file)
        if file is not None and file.exists():
            match = Match.load(file.read_text("utf-8"))
        else:
            match = Match.new(title, scenario=chosen, options=split(options), seed=seed)
        play_in_terminal(match, (union, csa), Language.now, file, seconds)


@app.command("serve", help=w("help.serve"))
def serve_table(
    host: Annotated[str, typer.Option(help=w("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=w("help.port"))] = 8000,
    data: Annotated[Path, typer.Option(help=w("help.data"))] = Path("bivouac-data"),
) -> None:
    try:
        from bivouac.server.run import serve
        from bivouac.server.settings import Settings
        from bivouac.server.store import Store
    except ModuleNotFoundError as e:
        fail(w("no_server", package=e.name))
    with told_plainly():
        settings = Settings.in_folder(data)
        store = Store(settings.database, alone=True)
    serve(host, port, settings, store)


@app.command("replay", help=w("help.replay"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=w("help.file"))],
    as_json: AsJson = False,
    log: Annotated[bool, typer.Option("--log", help=w("help.log"))] = False,
) -> None:
    try:
        match = Match.load(file.read_bytes())
        report = match.dice_report()
        if report.wrong is not None:
            raise BadSave(report.wrong)
    except OSError as e:
        fail(w("no_file", name=str(e.filename), problem=e.strerror or ""))
    except BadSave as e:
        if as_json:
            print_json({"ok": False, "problem": explain(e.text)})
        else:
            err.print(explain(e.text), style="bold red", markup=False, soft_wrap=True)
        raise typer.Exit(1) from None
    if as_json:
        print_json(_replayed(match, report))
        return
    c = catalogue(Language.now, match.title)
    if log:
        for _, line in in_lines((0, e) for e in match.events(None)):
            if said := sentences(line, c.say):
                out.print(("\n" if line[0].kind.heading else "  ") + said, markup=False)
    for text in (*_rules_of(match), *_told_of(match, report)):
        out.print(c.say(text), markup=False, soft_wrap=True)


def _replayed(match: Match, report: DiceReport) -> dict[str, Any]:
    """What `replay --json` says of a save."""
    c = catalogue(Language.now, match.title)
    return {
        "ok": True,
        "title": match.title.id,
        "scenario": match.scenario.id,
        "rules": {"was": match.was, "now": match.title.version},
        "answers": len(match.answers),
        "outcome": msgspec.to_builtins(match.outcome_record()),
        "notes": [{"at": at, "text": c.say(text)} for at, text in match.notes()],
        "dice": {"right": report.right, "sealed": report.sealed, "former": report.former},
        "sealed": report.sealed,
    }


def _rules_of(match: Match) -> Iterator[Text]:
    """Which rules it was played under, which they are now, and what changed between."""
    c = catalogue(Language.now, match.title)
    facts: dict[str, Any] = {"title": c.sentence("title.name"), "was": match.was, "now": match.title.version}
    if match.was == match.title.version:
        yield Text("replay.rules_same", facts)
        return
    yield Text("replay.rules_other", facts)
    for version in range(match.was + 1, match.title.version + 1):
        if c.has(f"versions.v{version}"):
            yield Text("replay.rules_change", {"n": version, "what": c.sentence(f"versions.v{version}")})
        else:
            yield Text("replay.rules_changelog", {"n": version})


def _told_of(match: Match, report: DiceReport) -> Iterator[Text]:
    """What came of it, and of its dice."""
    yield from (text for _, text in match.notes())
    if not match.moved:
        yield Text("replay.ok" if match.was == match.title.version else "replay.moves_on")
    for key, n in (("dice_ok", report.right), ("dice_sealed", report.sealed), ("dice_former", report.former)):
        if n:
            yield Text(f"replay.{key}", {"n": n})


@app.command("board", help=w("help.board"))
def board(
    name: TitleName,
    file: Annotated[Path, typer.Option("-o", "--output", help=w("help.output"))],
    scenario: ScenarioName = None,
    scenario_file: ScenarioFile = None,
    pieces: Annotated[bool, typer.Option("--pieces/--bare", help=w("help.pieces"))] = True,
    as_json: AsJson = False,
) -> None:
    from bivouac.lab.picture import board_svg

    title = the_title(name)
    chosen = the_scenario(title, scenario, scenario_file)
    with told_plainly(title):
        svg = board_svg(title, chosen, Language.now, pieces=pieces)
        file.write_text(svg, "utf-8")
    if as_json:
        print_json({"file": str(file), "bytes": len(svg.encode())})
    else:
        out.print(w("written", name=str(file)), markup=False)
