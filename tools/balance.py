"""One balance report for every scenario of every title, into docs/balance, and their summary in docs/balance.md.

make balance                          as in the docs; what was played before an interruption is kept in build/matches
JOBS=1 python tools/balance.py lincoln       one title alone, in one process
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from matches import journal, report_wish
from tables import put

from bivouac import load, titles
from bivouac.cli.balance import command_of
from bivouac.lab.balance import Balance, study
from bivouac.lab.crew import Crew, processes
from bivouac.lab.report import report
from bivouac.lab.simulate import interval

ROOT = Path(__file__).resolve().parents[1]
BEYOND_LUCK = 3 / 1.96  # some hundreds of rules are tried: three standard errors, not two
MARK = "<!-- made by make balance -->\n"
HEAD = ("| scenario | players | matches | the Union wins (95 %) | rules that move it, in points |", "| --- | --- | --- | --- | --- |")


def rows(name: str, balances: list[Balance]) -> list[str]:
    title, found = load(name), []
    for b in balances:
        for level in b.levels:
            won = level.wins["union"] + level.wins["draw"] / 2
            low, high = interval(won, level.matches)
            sure = [e for e in b.effects if abs(e.difference) > BEYOND_LUCK * e.half]
            rules = ", ".join(f"{e.option.id} {100 * e.difference:+.0f}" for e in sorted(sure, key=lambda e: -abs(e.difference))) or "–"
            if level is not b.levels[0]:
                rules = ""  # they are tried between players of the first level
            link = f"[{title.id}, {b.scenario.id}](balance/{title.id}.html#{b.scenario.id})"
            share = f"{100 * won / level.matches:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
            found.append(f"| {link} | {level.players} | {level.matches} | {share} | {rules} |")
    return found


def main(names: list[str]) -> None:
    folder = ROOT / "docs" / "balance"
    folder.mkdir(exist_ok=True)
    table: dict[str, list[str]] = {}
    with processes(int(os.environ.get("JOBS", "2"))) as executor:
        for name in names:
            title = load(name)
            wish = report_wish(title)
            balances = study(title, wish, Crew(executor, journal(title)))
            (folder / f"{name}.html").write_text(report(title, balances, command_of(wish)), "utf-8")
            table[name] = rows(name, balances)
    put(ROOT / "docs" / "balance.md", MARK, HEAD, table)


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
