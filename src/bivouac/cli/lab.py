"""The laboratory: simulate, odds, ladder, learn, plans, bench."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from bivouac.agents import hire_agent
from bivouac.cli.common import (
    AsJson,
    Language,
    OptionNames,
    ScenarioFile,
    ScenarioName,
    TitleName,
    app,
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
from bivouac.cli.crew import ClusterAddress, Jobs, JournalFile, crew_of
from bivouac.cli.data import simulated, tell_files
from bivouac.core.ids import SIDES
from bivouac.core.learned import LearnedFile
from bivouac.core.plans import MEASURED, PlansFile, Table, options_of
from bivouac.core.text import Text
from bivouac.core.title import Scenario, Title
from bivouac.i18n import catalogue, scenario_name
from bivouac.lab import beliefs as lore
from bivouac.lab import parquet
from bivouac.lab import plans as lab_plans
from bivouac.lab.bench import measure
from bivouac.lab.handling import handling, handling_by_kind
from bivouac.lab.ladder import Ladder, plot, run_ladder
from bivouac.lab.learn import CHUNK, as_toml, learn
from bivouac.lab.odds import distribution, marginals
from bivouac.lab.postures import Trial, look_for
from bivouac.lab.simulate import WORDS, Plan, Result, ending_text, interval, simulate
from bivouac.match import Match
from bivouac.titles import titles


@app.command("simulate", help=w("help.simulate"))
def run_simulation(
    name: TitleName,
    scenario: ScenarioName = None,
    scenario_file: ScenarioFile = None,
    union: Annotated[str, typer.Option(help=w("help.agent"))] = "random",
    csa: Annotated[str, typer.Option(help=w("help.agent"))] = "random",
    matches: Annotated[int, typer.Option(min=1, help=w("help.matches"))] = 100,
    seconds: Annotated[float | None, typer.Option("--seconds", help=w("help.calibrate_seconds"))] = None,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    options: OptionNames = "",
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.data_output"))] = None,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    with told_plainly(title):
        chosen = the_scenario(title, scenario, scenario_file)
        title.option_set(chosen, split(options))
        for agent in (union, csa):
            _check_agent(agent)
        if file is not None:
            parquet.check(file)
    plan = Plan(title.id, chosen.id, chosen.text, split(options), (union, csa), seed, seconds)
    with crew_of(title.id, matches, jobs, cluster, journal, file=file, quiet=as_json) as crew:
        result = simulate(plan, matches, crew) if file is None else simulated(plan, matches, crew, file)
    if as_json:
        print_json(_as_json(plan, result))
    else:
        _show_result(title, chosen, result)
        if file is not None:
            tell_files(file, result.matches)


def _as_json(plan: Plan, result: Result) -> dict[str, Any]:
    return {
        "title": plan.title,
        "scenario": plan.scenario,
        "matches": result.matches,
        "wins": {k: result.wins[k] for k in WORDS},
        "answers": result.answers,
        "seconds": round(result.seconds, 3),
        "endings": {ending: sum(n for (e, _), n in result.endings.items() if e == ending) for ending, _ in result.endings},
        "agents": dict(zip(WORDS, plan.agents)),
        "options": list(plan.options),
        "seed": plan.seed,
    }


def _check_agent(name: str) -> None:
    hire_agent(name, Random(0))


def _show_result(title: Title[Any], scenario: Scenario, result: Result) -> None:
    c = catalogue(Language.now, title)
    shown = scenario_name(title, scenario, Language.now)
    out.print(f"[bold]{c.sentence('title.name')}[/bold], {shown}: {result.matches} {c.sentence('cli.matches')}, {result.seconds:.1f} s")
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
    for (ending, winner), n in result.endings.most_common():
        out.print(f"  {n:6d}  {c.say(ending_text(ending, winner))}", markup=False, soft_wrap=True)
    out.print(w("length", average=result.answers // result.matches, shortest=result.shortest, longest=result.longest))


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
    c = catalogue(Language.now, title)
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
    c = catalogue(Language.now, title)
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
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
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
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
    pairs = len(split(names)) * (len(split(names)) - 1) // 2
    with crew_of(title.id, matches * pairs, jobs, cluster, journal, file=file, quiet=as_json) as crew:
        ladder = run_ladder(title.id, chosen.id, split(options), split(names), matches, seed, seconds, crew)
    command = " ".join(["bivouac", *sys.argv[1:]])
    record = {"title": title.id, "scenario": chosen.id, "command": command, "seed": seed, "seconds_per_turn": seconds, **ladder.as_json()}
    if file is not None:
        with told_plainly():
            file.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
            file.with_suffix(".svg").write_text(plot(ladder, f"{title.id}, {chosen.id}"), "utf-8")
    if as_json:
        print_json(record)
    else:
        _print_ladder(ladder, record["pairings"])


def _print_ladder(ladder: Ladder, pairings: Sequence[Mapping[str, Any]]) -> None:
    grid = Grid(w("agent"), w("against"), w("matches"), "%", "95 %")
    for row in pairings:
        span = f"{100 * row['low']:.1f} – {100 * row['high']:.1f}"
        grid.add_row(row["first"], row["second"], str(row["matches"]), f"{100 * row['rate']:.1f}", span)
    out.print(grid)
    for agent, rating in ladder.elo.items():
        seconds = f"{ladder.seconds_per_decision[agent]:.4f}"
        out.print(w("rating", name=agent, elo=round(rating), margin=round(ladder.elo_margin[agent]), seconds=seconds))


@app.command("learn", help=w("help.learn"))
def learn_weights(
    name: TitleName,
    scenarios: Annotated[str, typer.Option("--scenarios", help=w("help.learn_scenarios"))] = "",
    together: Annotated[bool, typer.Option("--together", help=w("help.learn_together"))] = False,
    beliefs: Annotated[bool, typer.Option("--beliefs", help=w("help.learn_beliefs"))] = False,
    matches: Annotated[int, typer.Option(min=16, help=w("help.learn_matches"))] = 2000,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.learn_output"))] = None,
) -> None:
    title = the_title(name)
    if title.advice is None:
        fail(explain(Text("errors.no_advice", {"name": title.id})))
    with told_plainly(title):
        chosen = [title.scenario(s).id for s in split(scenarios) or (None,)]
    if beliefs:
        _learn_beliefs(title, chosen[0], matches, seed, file)
        return
    learned = []
    with crew_of(title.id, len(chosen) * -(-matches // CHUNK), jobs, cluster, journal, file=file) as crew:
        for some in [chosen] if together else [[scenario] for scenario in chosen]:
            learned.append(learn(title.id, some, matches, seed, crew))
    for weights in learned:
        out.print(w("learned", scenario=weights.scenario, examples=weights.examples, error=weights.error, blind=weights.blind))
    if file is not None:
        which = ",".join(chosen) + (" --together" if together else "")
        command = f"bivouac learn {title.id} --scenarios {which} --matches {matches} --seed {seed}"
        with told_plainly():
            file.write_text(as_toml(LearnedFile(command, learned)), "utf-8")


def _learn_beliefs(title: Title[Any], scenario: str, matches: int, seed: str, file: Path | None) -> None:
    command = f"bivouac learn {title.id} --scenarios {scenario} --beliefs --matches {matches} --seed {seed}"
    with told_plainly(title):
        found = lore.learn_beliefs(title.id, scenario, matches, seed, command)
        out.print(w("learned_beliefs", scenario=scenario, positions=found.positions, right=found.right, blind=found.blind))
        if file is not None:
            file.write_text(lore.as_toml(found), "utf-8")


HANDICAP_MATCHES = 100


class LookFor(StrEnum):
    UNION = "union"
    CSA = "csa"


@app.command("plans", help=w("help.plans"))
def table_of_plans(
    name: TitleName,
    scenarios: Annotated[str, typer.Option("--scenarios", help=w("help.plans_scenarios"))] = "",
    matches: Annotated[int, typer.Option(min=1, help=w("help.plans_matches"))] = 40,
    handicaps: Annotated[str, typer.Option("--handicaps", help=w("help.plans_handicaps"))] = "",
    look: Annotated[LookFor | None, typer.Option("--look", help=w("help.plans_look"))] = None,
    candidates: Annotated[int, typer.Option(min=8, help=w("help.plans_candidates"))] = 200,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.plans_output"))] = None,
) -> None:
    title = the_title(name)
    if title.advice is None or title.advice.plans is None:
        fail(explain(Text("errors.no_plans", {"name": title.id})))
    with told_plainly(title):
        chosen = [title.scenario(s).id for s in split(scenarios) or tuple(title.scenarios)]
        tried = ["+".join(title.option(o).id for o in options_of(handicap)) for handicap in split(handicaps)]
    if look is not None:
        _look_for_a_plan(Trial(title.id, chosen, list(LookFor).index(look), seed), candidates)
        return
    cells = len(title.advice.plans.names[0]) * len(title.advice.plans.names[1])
    command = f"bivouac plans {title.id} --scenarios {','.join(chosen)} --matches {matches} --seed {seed}"
    command += f" --handicaps {handicaps}" if handicaps else ""
    tables: list[Table] = []
    with crew_of(title.id, cells * len(chosen), jobs, cluster, journal, file=file) as crew:
        for scenario in chosen:
            table = lab_plans.make_table(title.id, scenario, matches, seed, crew)
            table = lab_plans.measured(title.id, table, MEASURED, seed)
            tables.append(lab_plans.evened(title.id, table, tried, HANDICAP_MATCHES, seed))
            _print_plans(tables[-1])
            if file is not None:
                with told_plainly():
                    file.write_text(lab_plans.as_toml(PlansFile(command, tables)), "utf-8")


def _look_for_a_plan(trial: Trial, candidates: int) -> None:
    found = look_for(trial, candidates)
    out.print(w("plan_found", rate=f"{100 * found.rate:.0f}", matches=found.matches))
    out.print(str(found.posture), markup=False)


def _print_plans(table: Table) -> None:
    best = [f"{100 * lab_plans.best_reply(table, side):.0f}" for side in SIDES]
    out.print(w("plans_value", scenario=table.scenario, value=f"{100 * table.value:.0f}", union=best[0], csa=best[1]))
    for weights in (table.union, table.csa):
        out.print("  " + ", ".join(f"{name} {100 * weight:.0f} %" for name, weight in weights.items() if weight))


@app.command("bench", help=w("help.bench"))
def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help=w("help.title"))] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help=w("help.seconds"))] = 3.0,
    hands: Annotated[bool, typer.Option("--handling", help=w("help.handling"))] = False,
    kinds: Annotated[bool, typer.Option("--kinds", help=w("help.kinds"))] = False,
    scenario: ScenarioName = None,
    matches: Annotated[int, typer.Option(min=1, help=w("help.matches"))] = 3,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    as_json: AsJson = False,
) -> None:
    if hands:
        _bench_hands([(the_title(name), scenario) for name in names or titles()], matches, seed, kinds=kinds, as_json=as_json)
        return
    speeds = [measure(the_title(name), None, seconds) for name in (names or titles())]
    if as_json:
        print_json([s._asdict() for s in speeds])
        return
    grid = Grid(w("title"), w("scenario"), w("build"), w("answers_s"), w("simulate_s"), w("script_s"), w("playouts_s"), w("clone_us"))
    for s in speeds:
        grid.add_row(
            s.title,
            s.scenario,
            s.build,
            f"{s.answers_per_second:,.0f}",
            f"{s.simulate_answers_per_second:,.0f}",
            f"{s.script_answers_per_second:,.0f}",
            f"{s.playouts_per_second:.1f}",
            f"{s.clone_microseconds:.2f}",
        )
    out.print(grid)


def _bench_hands(chosen: Sequence[tuple[Title[Any], str | None]], matches: int, seed: str, *, kinds: bool, as_json: bool) -> None:
    """How many gestures a player's turn takes; with `kinds` apart for what the turn was begun with."""
    found: list[dict[str, Any]] = []
    for title, scenario in chosen:
        with told_plainly(title):
            if kinds:
                found += [{"kind": kind, **h._asdict()} for kind, h in handling_by_kind(title, scenario, matches, seed).items()]
            else:
                found.append(handling(title, scenario, matches, seed=seed)._asdict())
    if as_json:
        print_json(found)
        return
    words = (w("title"), w("scenario"), w("answers_turn"), w("gestures_turn"), "90 %", w("choiceless"))
    grid = Grid(*([w("kind")] if kinds else []), *words)
    for row in found:
        grid.add_row(*(f"{value:g}" if isinstance(value, float) else str(value) for value in row.values()))
    out.print(grid)
