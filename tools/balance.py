"""One balance report for every scenario of every title, into docs/balance, their summary in docs/balance.md, and what a scenario's page
tells of crack troops, with the handicap that is right for them.

make balance                          as in the docs; what was played before an interruption is kept in build/matches
JOBS=1 python tools/balance.py lincoln       one title alone, in one process
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

from matches import HANDICAPS, journal, report_wish
from msgspec.toml import decode
from tables import put

from bivouac import load, titles
from bivouac.agents import thinks
from bivouac.cli.balance import command_of
from bivouac.core.plans import options_of
from bivouac.lab.balance import Balance, Wish, study
from bivouac.lab.crew import Crew, processes
from bivouac.lab.report import report
from bivouac.lab.simulate import interval, simulate
from bivouac.server.even import Cracks, is_uneven

ROOT = Path(__file__).resolve().parents[1]
BEYOND_LUCK = 3 / 1.96  # some hundreds of rules are tried: three standard errors, not two
MARK = "<!-- made by make balance -->\n"
CRACKS = ROOT / "src" / "bivouac" / "server" / "cracks.toml"
TOLD = (
    "# How often the Union wins between crack troops, in how many matches that was measured, and the handicap that makes it even, if\n"
    "# one was found. Made by `make balance`.\n"
)
HEAD = ("| scenario | players | matches | the Union wins (95 %) | rules that move it, in points |", "| --- | --- | --- | --- | --- |")


def rows(name: str, balances: list[Balance], cracks: dict[str, Cracks]) -> list[str]:
    title, found = load(name), []
    for b in balances:
        for level in b.levels:
            won = level.matches * share(level.wins)
            low, high = interval(won, level.matches)
            sure = [e for e in b.effects if abs(e.difference) > BEYOND_LUCK * e.half]
            rules = ", ".join(f"{e.option.id} {100 * e.difference:+.0f}" for e in sorted(sure, key=lambda e: -abs(e.difference))) or "–"
            if level is not b.levels[0]:
                known = cracks[b.scenario.id]  # rules are tried between players of the first level
                rules = f"with {known.handicap}: {100 * known.evened:.0f} %" if known.handicap else ""
            link = f"[{title.id}, {b.scenario.id}](balance/{title.id}.html#{b.scenario.id})"
            told = f"{100 * won / level.matches:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
            found.append(f"| {link} | {level.players} | {level.matches} | {told} | {rules} |")
    return found


def share(wins: Counter[str]) -> float:
    """What the Union won of some matches."""
    return (wins["union"] + wins["draw"] / 2) / wins.total()


def cracks_of(wish: Wish, balances: list[Balance], crew: Crew) -> dict[str, Cracks]:
    """For every scenario what is found between crack troops: with the handicap that brings it nearest to a half, of those that are tried,
    if one makes it even."""
    found = {}
    for scenario, level in [(b.scenario.id, level) for b in balances for level in b.levels if thinks(level.players)]:
        union, shares = share(level.wins), dict[str, float]()
        for handicap in HANDICAPS.get(wish.title, {}).get(scenario, ()):
            plan = wish.plan(scenario, level.players, options_of(handicap))
            shares[handicap] = share(simulate(plan, level.matches, crew).wins)
        best = min(shares, key=lambda handicap: abs(shares[handicap] - 0.5), default="")
        evens = bool(best) and not is_uneven(shares[best]) and abs(shares[best] - 0.5) < abs(union - 0.5)
        evened = (best, round(shares[best], 3)) if evens else ()
        found[scenario] = Cracks(round(union, 3), level.matches, *evened)
    return found


def line_of(cracks: Cracks) -> str:
    evened = f', handicap = "{cracks.handicap}", evened = {cracks.evened}' if cracks.handicap else ""
    return f"{{ union = {cracks.union}, matches = {cracks.matches}{evened} }}"


def write_cracks(file: Path, fresh: dict[str, dict[str, Cracks]]) -> None:
    """What a scenario's page tells of crack troops: the lines of some titles are made anew, those of the others stay."""
    known = decode(file.read_bytes(), type=dict[str, dict[str, Cracks]]) | fresh
    blocks = [
        "\n".join((f"\n[{name}]", *(f"{key} = {line_of(c)}" for key, c in known[name].items()), "")) for name in titles() if known.get(name)
    ]
    file.write_text(TOLD + "".join(blocks), "utf-8")


def main(names: list[str]) -> None:
    folder = ROOT / "docs" / "balance"
    folder.mkdir(exist_ok=True)
    found: dict[str, list[Balance]] = {}
    cracks: dict[str, dict[str, Cracks]] = {}
    with processes(int(os.environ.get("JOBS", "2"))) as executor:
        for name in names:
            title = load(name)
            wish = report_wish(title)
            crew = Crew(executor, journal(title))
            found[name] = study(title, wish, crew)
            cracks[name] = cracks_of(wish, found[name], crew)
            (folder / f"{name}.html").write_text(report(title, found[name], command_of(wish)), "utf-8")
    put(ROOT / "docs" / "balance.md", MARK, HEAD, {name: rows(name, balances, cracks[name]) for name, balances in found.items()})
    write_cracks(CRACKS, cracks)


if __name__ == "__main__":
    main(sys.argv[1:] or list(titles()))
