"""Is the coach right? Matches of a recruit against a veteran. Now and then the coach is asked what it thinks of a slip of the recruit: any
answer that the rules allow or, every other time, the one that the script likes least. Wherever it would warn, that answer and the one it
advises are played out many times, both sides following their scripts, in worlds that the side cannot tell from the true one, with the same
dice for both. Right is a warning if the advised answer wins more often.

    python benchmarks/coach.py look FILE --titles hold-the-line,… --minutes 20 [--playouts 200] [--seconds 1]
    python benchmarks/coach.py table FILE…

The first adds a line of JSON to the file for every question that was looked at, so that a long run can be made in pieces; the second makes
the table of docs/analysis.md from them. `make bench` does not run it: 200 positions with 200 playouts each take hours.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bivouac.agents import Clock, Judgement, judged, make_agent
from bivouac.core.ids import Side
from bivouac.core.title import Title
from bivouac.lab.puzzles import weigh
from bivouac.match import Match
from bivouac.titles import load, titles

SHARE = 0.3  # of the questions that are looked at
HEAD = ("title", "looked at", "warned", "right", "as good", "wrong", "foreseen fall", "fall in playouts", "right by 2 errors", "wrong by 2")
Looked = tuple[Match, int, Judgement | None]


def slip_of(title: Title[Any], match: Match, rng: Random) -> int:
    if rng.random() < 0.5 or title.advice is None:
        return rng.choice(match.state.options)
    return title.advice.order(match.state)[-1]


def looked_at(title: Title[Any], seconds: float, rng: Random) -> Iterator[Looked]:
    """Questions to a recruit, a slip, and what the coach thinks of it, from match after match; the match goes on without the slip."""
    while True:
        beginner = rng.choice((Side.UNION, Side.CSA))
        match = Match.new(title, scenario=rng.choice(list(title.scenarios)), seed=str(rng.random()), keep_log=False)
        agents = [make_agent("recruit" if side == beginner else "veteran", Random(rng.random())) for side in (0, 1)]
        while match.state.stack and (question := match.question) is not None:
            answer = agents[question.side].decide(match.view(question.side), question, Clock())
            if question.side == beginner and len(question.options) > 1 and rng.random() < SHARE:
                slip, clock = slip_of(title, match, rng), Clock(seconds, time.process_time)
                yield match, slip, judged(match.view(beginner), question, (slip,), Random(rng.random()), clock)
            match.submit(answer, side=question.side)


def row(looked: Looked, playouts: int) -> dict[str, Any]:
    match, answer, found = looked
    if found is None or not found.is_grave:
        return {"title": match.title.id}
    advised = found.line[0]
    won = weigh(match.title, match.state, (answer, advised), playouts, len(match.answers))
    told = {"scenario": match.scenario.id, "at": len(match.answers), "fall": found.fall, "error": found.error, "futures": found.futures}
    return {"title": match.title.id, **told, "playouts": playouts, "given": won[answer], "advised": won[advised]}


def look(file: Path, names: list[str], wish: argparse.Namespace) -> None:
    for name in names:
        until = time.monotonic() + 60 * wish.minutes / len(names)
        for looked in looked_at(load(name), wish.seconds, Random()):
            told = row(looked, wish.playouts)
            with file.open("a") as lines:
                print(json.dumps(told), file=lines)
            if time.monotonic() > until:
                break


def cells(name: str, looked: list[dict[str, Any]]) -> list[str]:
    rows = [r for r in looked if "fall" in r]
    gains = [r["advised"] - r["given"] for r in rows]
    errors = [((r["advised"] * (1 - r["advised"]) + r["given"] * (1 - r["given"])) / r["playouts"]) ** 0.5 for r in rows]
    counts = (len(looked), len(rows), sum(g > 0 for g in gains), sum(g == 0 for g in gains), sum(g < 0 for g in gains))
    falls = (sum(r["fall"] for r in rows) / max(len(rows), 1), sum(gains) / max(len(rows), 1))
    sure = (sum(g > 2 * e for g, e in zip(gains, errors)), sum(g < -2 * e for g, e in zip(gains, errors)))
    return [name, *map(str, counts), *(f"{f:.2f}" for f in falls), *map(str, sure)]


def table(files: list[Path]) -> None:
    looked = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    print(f"| {' | '.join(HEAD)} |")
    print(f"|{' --- |' * len(HEAD)}")
    for name in titles():
        print(f"| {' | '.join(cells(name, [r for r in looked if r['title'] == name]))} |")
    print(f"| {' | '.join(cells('all', looked))} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("look", "table"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--titles", default=",".join(titles()))
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--minutes", type=float, default=10.0)
    wish = parser.parse_args()
    if wish.what == "look":
        look(wish.files[0], wish.titles.split(","), wish)
    else:
        table(wish.files)


if __name__ == "__main__":
    main()
