"""Odds of the greatest fights of each title, and of typical ones: what they take, in processor time.

    python benchmarks/odds.py [TITLE ...]           the build that runs it
    python benchmarks/odds.py --both [TITLE ...]    plain Python and the compiled build (build/native, see tools/native), in one table
    python benchmarks/odds.py --both --docs         writes that table into docs/speed.md
    python benchmarks/odds.py --matches N           besides, every forecast along so many matches of the script, the dearest first

Where the greatest come from: in Gettysburg an area holds four pieces (GET-stack-a) and two orders bring four against it (GET-move-i), an
assault has two rounds; they are dearest where there is hardly room for who retreats, cubes run short, or others have moved in where the
attackers came from; in Yankees & Rebels a hex holds two units and its six neighbours may react, the field is one of the script's
matches; in Lincoln and Hold the Line a fight is one place with its cards, or one hex. In A House Divided no rule limits a stack; the
greatest of 7,111 battles of the script were 16 against 12 of nearly one kind, and 12 against 10 with three kinds on each side; of 727
more, 9 against 8 of which some had crossed water.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bivouac import load
from bivouac.core.build import build
from bivouac.lab.odds import POSITIONS, Expectation
from bivouac.titles.house_divided.odds import TO_THE_END

ROOT = Path(__file__).resolve().parents[1]
SPEED = ROOT / "docs/speed.md"
HEADING = "## Exact odds"
EVERY = 7  # one question in so many is looked at
ANSWERS = 8
SHOWN = 5
TIMES = 3  # the least of so many
LONG = 200  # milliseconds
GREATEST = "elite:1 elite regular:2 regular vs cavalry:1 inferior regular:1 regular"
IN_WORDS = {
    "gettysburg": (
        "regular regular vs regular hill entrenched",
        "regular regular regular regular vs regular regular regular regular hill entrenched",
        "regular regular regular elite vs regular regular regular inferior",
        "elite:1 regular:2 regular regular vs artillery artillery regular inferior town",
        "elite:1 elite regular:2 regular vs cavalry:1 inferior regular:1 artillery hill entrenched",
        GREATEST,
        f"{GREATEST} (two places left beside)",
        f"{GREATEST} (one place left beside, and a cube of each colour)",
        f"{GREATEST} (home full of friends)",
    ),
    "house-divided": (
        "2FV vs MF*",
        "4FV vs 4FV*",
        "3FV 2MC vs 3MF FV* crossing",
        "6FV vs 6MF",
        "8FV vs 6FV*",
        "10FV vs 8FV",
        "8FS 3FV vs 7FS",
        "2FS 7FV MF vs 5FV CV MC",
        "16FS vs 11FS CS",
        "2FS 9FV MF vs 2FS 7FV MC",
        "5FV 4FS vs 4FV 2FS 2CV crossing (but four)",
        "6FV vs 6FV (with the command of battles)",
        "10FV vs 8FV (with the command of battles)",
    ),
    "lincoln": ("1 vs 1", "3 2 1 vs 2 fort +2", "3 3 2 2 1 1 vs 3 3 2 2 fort +3"),
    "yankees-rebels": ("hood gibbon moved", "early+dance@N10 gibbon@N9", "a stack before five reactions"),
    "hold-the-line": ("infantry range=2", "infantry assault at=infantry+artillery leader attacker-morale"),
}
BEYOND = """\
Exact is what all dice give: compared with them one by one on some 1,500 smaller fights, crowded and short of cubes, across water, reduced
(the greatest difference was 2e-14). In A House Divided counts by which less than one fight in 10^12 comes are left aside, at most a
million of them: less than 0.0001 % in all, where the table shows whole per cents. Beyond 25 million (counts of both sides times pieces;
thirteen against eleven of three kinds each), a hundredth of it with the command of battles (twelve against twelve of one kind), chances
are drawn evenly. In Gettysburg an assault is gone through position by position where more attackers may come back to an area than it
holds and they could get into the defenders' way or find no room past it; beyond 5,000 positions a forecast at the table samples."""
FIELD = (
    "us_birney M7 5, us_gregg M7 2, us_gibbon K6 3, us_barnes K7 2, us_robertson L6 2, cs_hood M8 6, cs_jenkins M8 2, cs_early N7 6, "
    "cs_johnson N6 6, cs_beckham N6 2, cs_dance N8 2, cs_nelson N8 2, cs_pender N5 6, cs_eshleman N5 2, cs_mclaws O5 5, cs_pegram M9 2"
)
"""Around Cemetery Ridge, from a match: the first two have just come up, five may react."""


def five_reactions() -> Any:
    from bivouac.titles.yankees_rebels import odds as yr

    s = yr.State(rules=yr.rules_of(yr.SETUPS["july-3"], frozenset()), where=[yr.GONE] * yr.COUNT)
    for words in FIELD.split(", "):
        name, place, force = words.split()
        u = yr.unit_called(name)
        s.force[u] = int(force)
        s.on_map |= yr.UNIT[u]
        s.stand(u, yr.NUMBER[place])
    stack = [yr.unit_called("us_birney"), yr.unit_called("us_gregg")]
    return yr.about_to_attack(s, stack, stack, yr.unit_called("cs_early"), moved=True)


def crowded(title: Any, words: str, beside: tuple[int, ...] = (), *, home: int = 0, cubes: int = 30) -> Any:
    """An assault with so many friends in each area beside and where the attackers came from, and so many cubes of each
    colour in reserve at most."""
    from bivouac.titles.gettysburg import odds as get
    from bivouac.titles.gettysburg.printed.map import BORDERS
    from bivouac.titles.gettysburg.state import AREA

    s = title.odds.parse(words.split())
    area, (_, _, origin, _) = s.fight[AREA], s.attack[0]
    on_board = {p for here in s.at for p in here} | {attacker[0] for attacker in s.attack}
    hands = [[p for p in range(get.PIECES) if get.SIDE[p] == side and p not in on_board and not get.IS_GUN[p]] for side in (0, 1)]
    for place, n in zip([place for place in BORDERS[area] if place != origin], beside):
        for _ in range(n):
            s.put(hands[1 - s.active].pop(), place)
    for _ in range(home):
        s.put(hands[s.active].pop(), origin)
    s.stock = [min(n, cubes) for n in s.stock]
    get.remember(s)
    return s


def fight_of(title: Any, words: str) -> Any:
    words, _, more = words.rstrip(")").partition(" (")
    if words == "a stack before five reactions":
        return five_reactions()
    if title.id == "gettysburg" and more:
        crowds: dict[str, dict[str, Any]] = {
            "two places left beside": {"beside": (4, 4, 4, 3, 3)},
            "one place left beside, and a cube of each colour": {"beside": (4, 4, 4, 4, 3), "cubes": 1},
            "home full of friends": {"home": 4},
        }
        return crowded(title, words, **crowds[more])
    fight = title.odds.parse(words.split())
    if more == "with the command of battles":
        from bivouac.titles.house_divided.setup import BATTLE_COMMAND

        fight.rules |= BATTLE_COMMAND
    if more == "but four":
        for p in fight.pieces_at(fight.attacker, fight.place)[1:8:2]:
            fight.crossed &= ~(1 << p)
    return fight


def in_words(title: Any) -> Iterator[tuple[str, Any]]:
    for words in IN_WORDS.get(title.id, ()):
        fight = fight_of(title, words)
        if title.id == "house-divided":
            fight.study = fight.study._replace(until=fight.study.until + TO_THE_END)
        elif title.id == "hold-the-line":
            fight.study = (2,)
        yield words, fight


def in_matches(title: Any, matches: int) -> Iterator[tuple[str, Any]]:
    scenarios = list(title.scenarios)
    for seed in range(matches):
        rng, state, asked = Random(seed), title.setup(scenarios[seed % len(scenarios)]), 0
        while state.stack:
            if title.flow.is_chance(state):
                title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
                continue
            asked += 1
            if asked % EVERY == 0:
                for answer in state.options[:ANSWERS]:
                    fight = title.odds.attack(state, answer)
                    if fight is not None:
                        yield f"match {seed}, question {asked}, answer {answer}", fight
            title.play(state, title.advice.order(state)[0])


def measured(title: Any, fight: Any) -> tuple[float, int, bool]:
    """Milliseconds of processor, positions looked at, and whether the odds are exact."""
    started = time.process_time()
    reckoning = Expectation(title, title.odds)
    reckoning.of(fight.clone())
    return 1000 * (time.process_time() - started), reckoning.looked, reckoning.exact


def rows_of(names: list[str]) -> list[dict[str, Any]]:
    """One for each fight in words."""
    rows = []
    for name in names:
        title = load(name)
        tries = [[(words, *measured(title, fight)) for words, fight in in_words(title)] for _ in range(TIMES)]
        for same in zip(*tries, strict=True):
            words, ms, looked, exact = min(same, key=lambda row: row[1])
            rows.append({"title": name, "fight": words, build(): ms, "positions": looked, "exact": exact})
    return rows


def of_build(path: Path, names: list[str]) -> list[dict[str, Any]]:
    """The same from another build, in a process of its own."""
    given = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run([sys.executable, __file__, "--json", *names], env=given, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def table(rows: list[dict[str, Any]], builds: list[str]) -> str:
    heads = [f"{name}, ms" for name in builds]
    lines = ["| title | fight | " + " | ".join(heads) + " | odds |", "| --- | --- |" + " --: |" * len(builds) + " --- |"]
    for row in rows:
        figures = " | ".join(f"{row[name]:.0f}" for name in builds)
        lines.append(f"| {row['title']} | {row['fight']} | {figures} | {'exact' if row['exact'] else 'drawn'} |")
    return "\n".join(lines)


def write(found: str, native: Path) -> None:
    """Into the page on speed, below what `make bench` measures."""
    above = SPEED.read_text("utf-8").partition(HEADING)[0].rstrip()
    said = "What the greatest fights take, made by `benchmarks/odds.py --both --docs` on one core, in processor time, the least of three"
    said += f" (compiled: `{native.name}`; with `quick` in its name it is little optimised):"
    SPEED.write_text(f"{above}\n\n{HEADING}\n\n{said}\n\n{found}\n\n{BEYOND}\n", "utf-8")


def show_matches(name: str, matches: int) -> None:
    title = load(name)
    rows = sorted(((*measured(title, fight), what) for what, fight in in_matches(title, matches)), reverse=True)
    slow, many = sum(ms > LONG for ms, *_ in rows), sum(looked > POSITIONS for _, looked, _, _ in rows)
    print(f"{build()} {name}: {len(rows)} forecasts, {slow} over {LONG} ms, {many} over {POSITIONS} positions")
    for ms, looked, _, what in rows[:SHOWN]:
        print(f"    {what}: {ms:.0f} ms, {looked} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=sorted(IN_WORDS))
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--native", type=Path, default=ROOT / "build" / "native", help="where the compiled build is")
    parser.add_argument("--docs", action="store_true", help="with --both: write the table into docs/speed.md")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--matches", type=int, default=0)
    given = parser.parse_args()
    if given.both:
        rows = of_build(ROOT / "src", given.titles)
        for row, other in zip(rows, of_build(given.native, given.titles), strict=True):
            row["compiled"] = other.get("compiled", float("nan"))
        found = table(rows, ["pure", "compiled"])
        print(found)
        if given.docs:
            write(found, given.native)
    elif given.json:
        print(json.dumps(rows_of(given.titles)))
    else:
        print(table(rows_of(given.titles), [build()]))
    for name in given.titles if given.matches else ():
        show_matches(name, given.matches)


if __name__ == "__main__":
    main()
