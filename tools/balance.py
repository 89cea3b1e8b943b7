"""One balance report for every scenario of every title, into docs/balance, their summary in docs/balance.md, and what a scenario's page
tells of crack troops.

make balance                          as in the docs; what was played before an interruption is kept in build/matches
JOBS=1 python tools/balance.py lincoln       one title alone, in one process
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from matches import journal, report_wish
from tables import put

from bivouac import load, titles
from bivouac.agents import thinks
from bivouac.cli.balance import command_of
from bivouac.lab.balance import Balance, study
from bivouac.lab.crew import Crew, processes
from bivouac.lab.report import report
from bivouac.lab.simulate import interval

ROOT = Path(__file__).resolve().parents[1]
BEYOND_LUCK = 3 / 1.96  # some hundreds of rules are tried: three standard errors, not two
MARK = "<!-- made by make balance -->\n"
CRACKS = ROOT / "src" / "bivouac" / "server" / "cracks.toml"
TOLD = "# How often the Union wins between crack troops, and in how many matches that was measured. Made by `make balance`.\n"
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


def write_cracks(file: Path, fresh: dict[str, list[Balance]]) -> None:
    """What a scenario's page tells of crack troops: the lines of some titles are made anew, those of the others stay."""
    known = tomllib.loads(file.read_text("utf-8"))
    for name, balances in fresh.items():
        measured = {b.scenario.id: level for b in balances for level in b.levels if thinks(level.players)}
        known[name] = {
            scenario: {"union": round((level.wins["union"] + level.wins["draw"] / 2) / level.matches, 2), "matches": level.matches}
            for scenario, level in measured.items()
        }
    blocks = [
        "\n".join(
            (f"\n[{name}]", *(f"{key} = {{ union = {row['union']}, matches = {row['matches']} }}" for key, row in known[name].items()), "")
        )
        for name in titles()
        if known.get(name)
    ]
    file.write_text(TOLD + "".join(blocks), "utf-8")


def main(names: list[str]) -> None:
    folder = ROOT / "docs" / "balance"
    folder.mkdir(exist_ok=True)
    found: dict[str, list[Balance]] = {}
    with processes(int(os.environ.get("JOBS", "2"))) as executor:
        for name in names:
            title = load(name)
            wish = report_wish(title)
            found[name] = study(title, wish, Crew(executor, journal(title)))
            (folder / f"{name}.html").write_text(report(title, found[name], command_of(wish)), "utf-8")
    put(ROOT / "docs" / "balance.md", MARK, HEAD, {name: rows(name, balances) for name, balances in found.items()})
    write_cracks(CRACKS, found)


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
