"""Balance reports."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from bivouac.agents import hire_agent, thinks
from bivouac.cli.common import Language, TitleName, app, out, split, the_title, told_plainly, w
from bivouac.cli.crew import ClusterAddress, Jobs, JournalFile, crew_of
from bivouac.core.title import Title
from bivouac.i18n import scenario_name
from bivouac.lab.balance import Balance, Wish, study, work_of
from bivouac.lab.report import report
from bivouac.lab.simulate import WORDS, interval

ALL = "all"


@app.command("balance", help=w("help.balance"))
def balance_report(
    name: TitleName,
    scenario: Annotated[str, typer.Option("--scenario", help=w("help.balance_scenario"))] = ALL,
    players: Annotated[str, typer.Option("--players", help=w("help.balance_players"))] = "veteran",
    matches: Annotated[int, typer.Option(min=2, help=w("help.balance_matches"))] = 40,
    option_matches: Annotated[int, typer.Option(min=0, help=w("help.balance_option_matches"))] = 24,
    thinking_matches: Annotated[int | None, typer.Option("--thinking-matches", min=2, help=w("help.balance_thinking_matches"))] = None,
    seconds: Annotated[float, typer.Option("--seconds", help=w("help.calibrate_seconds"))] = 0.5,
    seed: Annotated[str, typer.Option(help=w("help.seed"))] = "1",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    file: Annotated[Path | None, typer.Option("-o", "--output", help=w("help.balance_output"))] = None,
) -> None:
    title = the_title(name)
    with told_plainly(title):
        chosen = tuple(title.scenarios) if scenario == ALL else tuple(title.scenario(s).id for s in split(scenario))
        for player in split(players):
            hire_agent(player, Random(0))
    wish = Wish(title.id, chosen, split(players), matches, option_matches, seed, thinking_matches or matches, seconds)
    with crew_of(title.id, work_of(title, wish), jobs, cluster, journal, file=file) as crew:
        balances = study(title, wish, crew)
    if file is not None:
        with told_plainly():
            file.write_text(report(title, balances, command_of(wish)), "utf-8")
    _print(title, balances)
    if file is not None:
        out.print(w("report_written", name=str(file)), markup=False, soft_wrap=True)


def command_of(wish: Wish) -> str:
    """What makes the same report again."""
    thinking = f" --thinking-matches {wish.thinking_matches} --seconds {wish.seconds:g}" if any(map(thinks, wish.players)) else ""
    return (
        f"bivouac balance {wish.title} --scenario {','.join(wish.scenarios)} --players {','.join(wish.players)} "
        f"--matches {wish.matches} --option-matches {wish.option_matches} --seed {wish.seed}{thinking}"
    )


def _print(title: Title[Any], balances: list[Balance]) -> None:
    grid = Grid(w("scenario"), w("agent"), w("matches"), w("winners.union") + " %", "95 %")
    for b in balances:
        for level in b.levels:
            won = level.wins[WORDS[0]] + level.wins["draw"] / 2
            low, high = interval(won, level.matches)
            shown = scenario_name(title, b.scenario, Language.now)
            span = f"{100 * low:.0f} – {100 * high:.0f}"
            grid.add_row(shown, level.players, str(level.matches), f"{100 * won / level.matches:.0f}", span)
    out.print(grid)
