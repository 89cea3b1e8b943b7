"""One balance report for every scenario of every title, into docs/balance, and their summary in docs/balance.md.

make balance                          as in the docs; what was played before an interruption is kept in build/balance
python tools/balance.py lincoln       one title alone
"""

from __future__ import annotations

import sys
from pathlib import Path

from bivouac import __version__, load, titles
from bivouac.cli.balance import command_of
from bivouac.lab.balance import Balance, Wish, study
from bivouac.lab.crew import Crew, Journal, processes
from bivouac.lab.report import report
from bivouac.lab.simulate import interval

ROOT = Path(__file__).resolve().parents[1]
SIZES = {
    "lincoln": (40, 40, 24),
    "gettysburg": (40, 40, 12),
    "hold-the-line": (40, 16, 12),
    "house-divided": (40, 12, 12),
    "yankees-rebels": (24, 6, 6),
}
"""Matches of each scenario, of each rule that can be switched on, and between players who think."""
SECONDS = 0.05  # a turn
MARK = "<!-- made by make balance -->\n"


def rows(name: str, balances: list[Balance]) -> list[str]:
    title, found = load(name), []
    for b in balances:
        for level in b.levels:
            won = level.wins["union"] + level.wins["draw"] / 2
            low, high = interval(won, level.matches)
            sure = [e for e in b.effects if abs(e.difference) > e.half]
            rules = ", ".join(f"{e.option.id} {100 * e.difference:+.0f}" for e in sorted(sure, key=lambda e: -abs(e.difference))) or "–"
            if level is not b.levels[0]:
                rules = ""  # they are tried between players of the first level
            link = f"[{title.id}, {b.scenario.id}](balance/{title.id}.html#{b.scenario.id})"
            share = f"{100 * won / level.matches:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
            found.append(f"| {link} | {level.players} | {level.matches} | {share} | {rules} |")
    return found


def main(names: list[str]) -> None:
    folder, kept = ROOT / "docs" / "balance", ROOT / "build" / "balance"
    folder.mkdir(exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    table: dict[str, list[str]] = {}
    with processes(2) as executor:
        for name in names:
            title, (matches, option_matches, thinking) = load(name), SIZES[name]
            wish = Wish(name, tuple(title.scenarios), ("veteran", "crack"), matches, option_matches, "1", thinking, SECONDS)
            balances = study(title, wish, Crew(executor, Journal(kept / f"{name}.journal", __version__)))
            (folder / f"{name}.html").write_text(report(title, balances, command_of(wish)), "utf-8")
            table[name] = rows(name, balances)
    page = ROOT / "docs" / "balance.md"
    told, _, old = page.read_text("utf-8").partition(MARK)
    lines = [line for line in old.splitlines() if line.startswith("| [") and not line.startswith(tuple(f"| [{name}," for name in names))]
    fresh = [line for name in titles() for line in (table.get(name) or [x for x in lines if x.startswith(f"| [{name},")])]
    head = ["| scenario | players | matches | the Union wins (95 %) | rules that move it, in points |", "| --- | --- | --- | --- | --- |"]
    page.write_text(told + MARK + "\n".join(["", *head, *fresh]) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
