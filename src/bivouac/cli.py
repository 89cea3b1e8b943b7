"""The command line: titles, rules, simulate, ladder, learn, replay, odds, board, check, bench, play, serve."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from bivouac import __version__
from bivouac.core.data import BadData
from bivouac.core.learned import LearnedFile
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.lab.bench import measure
from bivouac.lab.coverage import coverage, folder_of, project_root
from bivouac.lab.ladder import plot, run_ladder
from bivouac.lab.learn import as_toml, learn
from bivouac.lab.odds import distribution, marginals
from bivouac.lab.simulate import WORDS, Plan, Result, interval, simulate
from bivouac.match import BadSave, DiceReport, Match, MatchError
from bivouac.titles import load, titles


def default_language() -> str:
    """BIVOUAC_LANG, or the machine's language, or English."""
    for name in ("BIVOUAC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
    return "en"


def w(key: str, **facts: Any) -> str:
    """One of the command line's own sentences."""
    return catalogue(_Language.now).say(Text(f"cli.{key}", facts))


class _Language:
    now = default_language()


app = typer.Typer(help=w("help.app"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

TitleName = Annotated[str, typer.Argument(help=w("help.title"), metavar="TITLE")]
AsJson = Annotated[bool, typer.Option("--json", help=w("help.json"))]
ScenarioName = Annotated[str | None, typer.Option("--scenario", help=w("help.scenario"))]
ScenarioFile = Annotated[Path | None, typer.Option("--scenario-file", help=w("help.scenario_file"))]
OptionNames = Annotated[str, typer.Option("--options", help=w("help.options"))]


def tell_version(wanted: bool) -> None:
    if wanted:
        out.print(f"bivouac {__version__}")
        raise typer.Exit


@app.callback()
def language(
    lang: Annotated[str | None, typer.Option("--lang", help=w("help.lang"))] = None,
    version: Annotated[bool, typer.Option("--version", help=w("help.version"), callback=tell_version, is_eager=True)] = False,
) -> None:
    if lang is not None:
        if lang not in LANGUAGES:
            fail(w("no_language", name=lang, known=LANGUAGES))
        _Language.now = lang


def main() -> None:
    app()


# --- errors and small help ---------------------------------------------------------------------------


def fail(message: str) -> NoReturn:
    err.print(message, style="bold red", markup=False, soft_wrap=True)
    raise typer.Exit(2)


def explain(text: Text, title: Title[Any] | None = None) -> str:
    """A message, with the nearest known name where one was mistyped."""
    sentence = catalogue(_Language.now, title).say(text)
    name, known = text.args.get("name"), text.args.get("known")
    if isinstance(name, str) and isinstance(known, tuple):
        near = difflib.get_close_matches(name, [str(k) for k in known], 1, 0.5)
        if near:
            sentence += " " + catalogue(_Language.now).say(Text("errors.did_you_mean", {"name": near[0]}))
    return sentence


@contextmanager
def told_plainly(title: Title[Any] | None = None) -> Iterator[None]:
    """What users can get wrong becomes one line and exit code 2."""
    try:
        yield
    except BadSetup as e:
        fail(explain(e.text, title))
    except MatchError as e:
        fail(explain(e.text, title))
    except BadData as e:
        fail(explain(e.text))
    except OSError as e:
        fail(w("no_file", name=str(e.filename), problem=e.strerror or ""))


def the_title(name: str) -> Title[Any]:
    with told_plainly():
        return load(name)


def the_scenario(title: Title[Any], name: str | None, file: Path | None) -> Scenario:
    with told_plainly(title):
        if file is None:
            return title.scenario(name)
        if title.read_scenario is None:
            raise BadSetup(Text("errors.no_scenario_file", {"title": title.id}))
        return title.read_scenario(file.read_text("utf-8"), file.name)


def split(options: str) -> tuple[str, ...]:
    return tuple(o for o in options.replace(",", " ").split() if o)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


# --- titles and rules -----------------------------------------------------------------------------------


@app.command("titles", help=w("help.titles"))
def show_titles(as_json: AsJson = False) -> None:
    rows = [_title_row(load(name)) for name in titles()]
    if as_json:
        print_json(rows)
        return
    grid = Grid(w("title"), w("name"), w("scenarios"), w("options"), w("clauses"))
    for row in rows:
        grid.add_row(row["title"], row["name"], ", ".join(row["scenarios"]), ", ".join(row["options"]) or "–", str(row["clauses"]["total"]))
    out.print(grid)


def _title_row(title: Title[Any]) -> dict[str, Any]:
    by_status = {s: sum(c.status == s for c in title.rulebook) for s in ("enforced", "automatic", "not_applicable")}
    return {
        "title": title.id,
        "name": catalogue(_Language.now, title).sentence("title.name"),
        "scenarios": list(title.scenarios),
        "options": list(title.options),
        "clauses": {"total": len(title.rulebook), **by_status},
    }


@app.command("rules", help=w("help.rules"))
def show_rules(
    name: TitleName,
    number: Annotated[str | None, typer.Argument(help=w("help.clause"), metavar="CLAUSE")] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help=w("help.coverage"))] = False,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    if show_coverage:
        _show_coverage(title, as_json)
        return
    wanted = _clauses(title, number)
    if as_json:
        print_json([_clause_row(title, rule) for rule in wanted])
        return
    for rule in wanted:
        c, lang = title.rulebook[rule], _Language.now
        out.print(f"[bold]{c.id}[/bold]  [italic]{c.topic.in_language(lang)}[/italic]  ({w('status.' + c.status)})")
        out.print(f"    {c.text.in_language(lang)}", markup=False)
        for key, both in (("ruling", c.ruling), ("reason", c.reason)):
            if both:
                out.print(f"    {w(key)}: {both.in_language(lang)}", markup=False)


def _clauses(title: Title[Any], number: str | None) -> list[str]:
    """The clause with this number, or all whose number begins with it ("4.2"), or all."""
    if number is None:
        return list(title.rulebook.clauses)
    full = number if number.startswith(title.prefix + "-") else f"{title.prefix}-{number}"
    found = [full] if full in title.rulebook else [c for c in title.rulebook.clauses if c.startswith(full)]
    if not found:
        fail(explain(Text("errors.no_clause", {"name": full, "known": tuple(title.rulebook.clauses)})))
    return found


def _clause_row(title: Title[Any], rule: str) -> dict[str, Any]:
    c, lang = title.rulebook[rule], _Language.now
    row = {"id": c.id, "chapter": c.chapter, "topic": c.topic.in_language(lang), "text": c.text.in_language(lang), "status": c.status}
    return row | {key: both.in_language(lang) for key, both in (("ruling", c.ruling), ("reason", c.reason)) if both}


def _show_coverage(title: Title[Any], as_json: bool) -> None:
    root = project_root()
    if root is None:
        fail(w("no_tests"))
    found = coverage(title, folder_of(title, root))
    if as_json:
        print_json(found._asdict())
        return
    for status in ("enforced", "automatic", "not_applicable", "missing"):
        rules: list[str] = getattr(found, status)
        out.print(f"[bold]{w('status.' + status)}: {len(rules)}[/bold]")
        for rule in rules:
            tests = ", ".join(found.tests.get(rule, [])[:3])
            reason = title.rulebook[rule].reason
            detail = reason.in_language(_Language.now) if status == "not_applicable" and reason else tests
            out.print(f"  {rule}  {detail}", markup=False)
    out.print(f"{w('total')}: {found.total}")


@app.command("check", help=w("help.check"))
def check(name: TitleName, as_json: AsJson = False) -> None:
    title = the_title(name)
    problems = [catalogue(_Language.now, title).say(p) for p in title.check()]
    if as_json:
        print_json({"title": title.id, "problems": problems})
    else:
        for problem in problems:
            out.print(problem, markup=False)
        if not problems:
            out.print(w("check_ok"))
    raise typer.Exit(1 if problems else 0)


# --- playing --------------------------------------------------------------------------------------------


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
        play_in_terminal(match, (union, csa), _Language.now, file, seconds)


@app.command("serve", help=w("help.serve"))
def serve_table(
    host: Annotated[str, typer.Option(help=w("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=w("help.port"))] = 8000,
    data: Annotated[Path, typer.Option(help=w("help.data"))] = Path("bivouac-data"),
) -> None:
    try:
        from bivouac.server.run import serve
        from bivouac.server.settings import Settings
    except ModuleNotFoundError as e:
        fail(w("no_server", package=e.name))
    with told_plainly():
        settings = Settings.in_folder(data)
    serve(host, port, settings)


@app.command("simulate", help=w("help.simulate"))
def run_simulation(
    name: TitleName,
    scenario: ScenarioName = None,
    scenario_file: ScenarioFile = None,
    union: Annotated[str, typer.Option(help=w("help.agent"))] = "random",
    csa: Annotated[str, typer.Option(help=w("help.agent"))] = "random",
    matches: Annotated[int, typer.Option(min=1, help=w("help.matches"))] = 100,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    jobs: Annotated[int, typer.Option(min=1, help=w("help.jobs"))] = 1,
    options: OptionNames = "",
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    with told_plainly(title):
        chosen = the_scenario(title, scenario, scenario_file)
        title.option_set(chosen, split(options))
        for agent in (union, csa):
            _check_agent(agent)
    plan = Plan(title.id, chosen.id, chosen.text, split(options), (union, csa), seed)
    with Progress(console=err, disable=as_json or not err.is_terminal, transient=True) as bar:
        task = bar.add_task(title.id, total=matches)
        result = simulate(plan, matches, jobs, lambda n: bar.advance(task, n))
    if as_json:
        print_json(
            {
                "title": title.id,
                "scenario": chosen.id,
                "matches": result.matches,
                "wins": {k: result.wins[k] for k in WORDS},
                "answers": result.answers,
                "seconds": round(result.seconds, 3),
                "endings": dict(result.endings),
                "agents": {"union": union, "csa": csa},
                "options": list(plan.options),
                "seed": seed,
            }
        )
    else:
        _show_result(title, chosen, result)


def _check_agent(name: str) -> None:
    from random import Random

    from bivouac.agents import make_agent

    make_agent(name, Random(0))


def _show_result(title: Title[Any], scenario: Scenario, result: Result) -> None:
    c = catalogue(_Language.now, title)
    shown = scenario_name(title, scenario, _Language.now)
    out.print(f"[bold]{c.sentence('title.name')}[/bold], {shown}: {result.matches} {w('matches')}, {result.seconds:.1f} s")
    grid = Grid(w("winner"), w("matches"), "%", "95 %")
    for word in WORDS:
        low, high = interval(result.wins[word], result.matches)
        grid.add_row(
            w("winners." + word),
            str(result.wins[word]),
            f"{100 * result.wins[word] / result.matches:.1f}",
            f"{100 * low:.1f} – {100 * high:.1f}",
        )
    out.print(grid)
    for ending, n in result.endings.most_common():
        out.print(f"  {n:6d}  {ending}", markup=False)
    out.print(w("length", average=result.answers // result.matches, shortest=result.shortest, longest=result.longest))


# --- replay, board, odds, bench -------------------------------------------------------------------------


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
    c = catalogue(_Language.now, match.title)
    if log:
        for event in match.events(None):
            out.print(("\n" if event.kind.heading else "  ") + c.say(event.text), markup=False)
    for text in (*_rules_of(match), *_told_of(match, report)):
        out.print(c.say(text), markup=False, soft_wrap=True)


def _replayed(match: Match, report: DiceReport) -> dict[str, Any]:
    """What `replay --json` says of a save."""
    c = catalogue(_Language.now, match.title)
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
    c = catalogue(_Language.now, match.title)
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
        svg = board_svg(title, chosen, _Language.now, pieces=pieces)
        file.write_text(svg, "utf-8")
    if as_json:
        print_json({"file": str(file), "bytes": len(svg.encode())})
    else:
        out.print(w("written", name=str(file)), markup=False)


@app.command("odds", help=w("help.odds"))
def show_odds(
    name: TitleName,
    attack: Annotated[list[str] | None, typer.Argument(help=w("help.attack"), metavar="ATTACK")] = None,
    file: Annotated[Path | None, typer.Option("--match", help=w("help.match"))] = None,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    if title.odds is None:
        fail(w("no_odds", title=title.id))
    c = catalogue(_Language.now, title)
    with told_plainly(title):
        if file is not None:
            state = title.odds.ask(Match.load(file.read_bytes()).state, attack or [])
        else:
            state = title.odds.parse(attack or [])
        if state is None:
            fail(c.say(title.odds.usage))
        shares = distribution(title, title.odds, state)
    if as_json:
        apart = {part: {k: float(v) for k, v in rows.items()} for part, rows in marginals(shares).items()}
        results = [{"result": k, "chance": float(v), "exact": str(v)} for k, v in shares.items()]
        print_json({"title": title.id, "results": results, "parts": apart})
        return
    for what, share in shares.items():
        out.print(f"{100 * float(share):7.2f} %  {say_result(title, what)}", markup=False)
    if len(marginals(shares)) > 1:
        for rows in marginals(shares).values():
            out.print()
            for part, share in rows.items():
                out.print(f"{100 * float(share):7.2f} %  {say_result(title, part)}", markup=False)


def say_result(title: Title[Any], what: str) -> str:
    """A result such as "hits:2 retreat" in words: each part is a line of the catalogue's `odds`, its number in {n}."""
    c = catalogue(_Language.now, title)
    words = []
    for part in what.split():
        key, _, number = part.partition(":")
        words.append(c.fill(c.sentence(f"odds.{key}"), {"n": int(number)} if number.lstrip("-").isdigit() else {"n": number}))
    return ", ".join(words)


@app.command("ladder", help=w("help.ladder"))
def show_ladder(
    name: TitleName,
    scenario: ScenarioName = None,
    names: Annotated[str, typer.Option("--agents", help=w("help.agents"))] = "random,recruit,veteran,crack",
    matches: Annotated[int, typer.Option(min=2, help=w("help.ladder_matches"))] = 20,
    jobs: Annotated[int, typer.Option(min=1, help=w("help.jobs"))] = 1,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    seconds: Annotated[float | None, typer.Option(help=w("help.turn_seconds"))] = None,
    options: OptionNames = "",
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.ladder_output"))] = None,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    with told_plainly(title):
        chosen = the_scenario(title, scenario, None)
        title.option_set(chosen, split(options))
        for agent in split(names):
            _check_agent(agent)
    pairs = len(split(names)) * (len(split(names)) - 1) // 2
    with Progress(console=err, disable=as_json or not err.is_terminal, transient=True) as bar:
        task = bar.add_task(title.id, total=matches * pairs)
        ladder = run_ladder(title.id, chosen.id, split(options), split(names), matches, jobs, seed, seconds, lambda n: bar.advance(task, n))
    record = {
        "title": title.id,
        "scenario": chosen.id,
        "command": " ".join(["bivouac", *sys.argv[1:]]),
        "seed": seed,
        "seconds_per_turn": seconds,
        **ladder.as_json(),
    }
    if file is not None:
        with told_plainly():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
            file.with_suffix(".svg").write_text(plot(ladder, f"{title.id}, {chosen.id}"), "utf-8")
    if as_json:
        print_json(record)
        return
    grid = Grid(w("agent"), w("against"), w("matches"), "%", "95 %")
    for row in record["pairings"]:
        span = f"{100 * row['low']:.1f} – {100 * row['high']:.1f}"
        grid.add_row(row["first"], row["second"], str(row["matches"]), f"{100 * row['rate']:.1f}", span)
    out.print(grid)
    for agent, rating in ladder.elo.items():
        out.print(w("rating", name=agent, elo=round(rating), seconds=f"{ladder.seconds_per_decision[agent]:.4f}"))


@app.command("learn", help=w("help.learn"))
def learn_weights(
    name: TitleName,
    scenarios: Annotated[str, typer.Option("--scenarios", help=w("help.learn_scenarios"))] = "",
    together: Annotated[bool, typer.Option("--together", help=w("help.learn_together"))] = False,
    matches: Annotated[int, typer.Option(min=16, help=w("help.learn_matches"))] = 2000,
    jobs: Annotated[int, typer.Option(min=1, help=w("help.jobs"))] = 1,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.learn_output"))] = None,
) -> None:
    title = the_title(name)
    if title.advice is None:
        fail(explain(Text("errors.no_advice", {"name": title.id})))
    with told_plainly(title):
        chosen = [title.scenario(s).id for s in split(scenarios) or (None,)]
    learned = []
    with Progress(console=err, disable=not err.is_terminal, transient=True) as bar:
        for some in [chosen] if together else [[scenario] for scenario in chosen]:
            task = bar.add_task(", ".join(some), total=matches * len(some))
            learned.append(learn(title.id, some, matches, seed, jobs, partial(bar.advance, task)))
    for weights in learned:
        out.print(w("learned", scenario=weights.scenario, examples=weights.examples, error=weights.error, blind=weights.blind))
    if file is not None:
        which = ",".join(chosen) + (" --together" if together else "")
        command = f"bivouac learn {title.id} --scenarios {which} --matches {matches} --seed {seed}"
        with told_plainly():
            file.write_text(as_toml(LearnedFile(command, learned)), "utf-8")


@app.command("bench", help=w("help.bench"))
def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help=w("help.title"))] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help=w("help.seconds"))] = 3.0,
    as_json: AsJson = False,
) -> None:
    speeds = [measure(the_title(name), None, seconds) for name in (names or titles())]
    if as_json:
        print_json([s._asdict() for s in speeds])
        return
    grid = Grid(w("title"), w("scenario"), w("answers_s"), w("decisions_s"), w("playouts_s"), w("clone_us"), w("per_match"))
    for s in speeds:
        grid.add_row(
            s.title,
            s.scenario,
            f"{s.answers_per_second:,.0f}",
            f"{s.decisions_per_second:,.0f}",
            f"{s.playouts_per_second:.1f}",
            f"{s.clone_microseconds:.2f}",
            f"{s.answers_per_match:.0f}",
        )
    out.print(grid)


if __name__ == "__main__":
    main()
