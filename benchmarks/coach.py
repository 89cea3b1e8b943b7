"""Is the coach right? Matches of a beginner against a veteran; wherever the coach would warn the beginner, the answer it warns of and the
one it advises are played out many times, both sides following their scripts, in worlds that the side cannot tell from the true one, with
the same dice for both. Right is a warning if the advised answer wins more often.

    python benchmarks/coach.py --positions 8 --playouts 40 [--titles hold-the-line,…] [--seconds 1]

`make bench` does not run it: 200 positions with 200 playouts each take hours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from bivouac.agents import Clock, Judgement, judged, make_agent
from bivouac.core.ids import Side
from bivouac.core.title import Title
from bivouac.match import Match
from bivouac.titles import load, titles

Found = tuple[Any, Side, int, Judgement]


def warned(title: Title[Any], seconds: float, rng: Random) -> Iterator[Found | None]:
    """Positions in which the coach warns, from as many matches as it takes; None for each in which it does not."""
    while True:
        beginner = rng.choice((Side.UNION, Side.CSA))
        match = Match.new(title, scenario=rng.choice(list(title.scenarios)), seed=str(rng.random()), keep_log=False)
        agents = [make_agent("recruit" if side == beginner else "veteran", Random(rng.random())) for side in (0, 1)]
        while match.state.stack and (question := match.question) is not None:
            answer = agents[question.side].decide(match.view(question.side), question, Clock())
            if question.side == beginner and len(question.options) > 1 and rng.random() < 0.3:
                found = judged(match.view(beginner), question, (answer,), Random(rng.random()), Clock(seconds, time.process_time))
                yield (match.state.clone(), beginner, answer, found) if found is not None and found.is_grave else None
            match.submit(answer, side=question.side)


def won(title: Title[Any], state: Any, side: Side, answer: int, seed: str) -> float:
    """One match played to its end from a position, as this side may imagine it; each side follows a plan that is wise there."""
    rng = Random(seed)
    then = title.determinize(state, side, rng)
    assert title.advice is not None
    plans = title.advice.plans
    pair = (0, 0) if plans is None else (plans.draw(then, 0, rng.random(), ""), plans.draw(then, 1, rng.random(), ""))
    title.play(then, answer)
    while then.stack:
        if title.flow.is_chance(then):
            answer = rng.choices(then.options, title.flow.weights(then))[0]
        else:
            answer = (title.advice.order(then) if plans is None else plans.order(then, pair))[0]
        title.play(then, answer)
    return float(then.outcome.worth(side))


def measured(title: Title[Any], found: Found, playouts: int) -> tuple[float, float]:
    """How often the side wins by what it did, and by what it was advised."""
    state, side, answer, judgement = found
    shares = [sum(won(title, state, side, a, str(n)) for n in range(playouts)) / playouts for a in (answer, judgement.line[0])]
    return shares[0], shares[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", default=",".join(titles()))
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--playouts", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--limit", type=float, default=1e9, help="processor seconds for a title")
    wish = parser.parse_args()
    print("| title | looked at | warned | right | as good | wrong | foreseen fall | fall in playouts |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in wish.titles.split(","):
        _row(load(name), wish)


def _row(title: Title[Any], wish: argparse.Namespace) -> None:
    looked, results, foreseen, started = 0, [], [], time.process_time()
    for found in warned(title, wish.seconds, Random(7)):
        if len(results) >= wish.positions or time.process_time() - started > wish.limit:
            break
        looked += 1
        if found is not None:
            results.append(measured(title, found, wish.playouts))
            foreseen.append(found[3].fall)
    right, wrong = sum(b > a for a, b in results), sum(b < a for a, b in results)
    n = max(len(results), 1)
    falls = f"{sum(foreseen) / n:.2f} | {sum(b - a for a, b in results) / n:.2f}"
    print(f"| {title.id} | {looked} | {len(results)} | {right} | {len(results) - right - wrong} | {wrong} | {falls} |", flush=True)


if __name__ == "__main__":
    main()
