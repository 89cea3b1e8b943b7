"""How fast the doors for research are: random play through the encoders, and through OpenSpiel. Seconds of processor.

python benchmarks/doors.py [TITLE]... [--seconds 3]

encode us     writing one observation and its mask
decisions/s   random play with a full observation and the mask of every decision, dice drawn as they come
kernel        decisions and chance answers a second of random play in the kernel alone
spiel         the same through pyspiel's states, without tensors, and its share of the kernel
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from bivouac import load, titles
from bivouac.core.build import build
from bivouac.encode import Actions, Observer

MATCHES = 6
ROUNDS = 10  # at least


def raced(plays: Sequence[Callable[[], int]], rng: Random, seconds: float) -> list[float]:
    """What each of the plays counts, a second, in the same matches: by turns, again and again, and the least time of each match counts, so
    that whatever else the machine does meets nobody."""
    least, counts = [[seconds] * MATCHES for _ in plays], [0] * len(plays)
    started, rounds = time.process_time(), 0
    while rounds < ROUNDS or time.process_time() - started < seconds * len(plays):
        counts, rounds = [0] * len(plays), rounds + 1
        for match in range(MATCHES):
            for n, play in enumerate(plays):
                rng.seed(match)
                began = time.process_time()
                counts[n] += play()
                least[n][match] = min(least[n][match], time.process_time() - began)
    return [count / sum(each) for count, each in zip(counts, least)]


def encoded(title: Any, rng: Random) -> Callable[[], int]:
    actions, observer, flow = Actions(title), Observer(title), title.flow
    row, mask = np.zeros(observer.size, np.int16), np.zeros(actions.decisions, np.int8)
    random = rng.random

    def play() -> int:
        s, decisions = title.setup(), 0
        while s.stack:
            if flow.is_chance(s):
                flow.play(s, flow.draw(s, random()))
                continue
            observer.write(s, flow.side(s), row)
            actions.mask(s, mask)
            flow.play(s, s.options[int(random() * len(s.options))])
            decisions += 1
        return decisions

    return play


def encoding(title: Any, rng: Random) -> float:
    """Microseconds of one observation with its mask, over positions of random matches."""
    actions, observer, flow = Actions(title), Observer(title), title.flow
    row, mask = np.zeros(observer.size, np.int16), np.zeros(actions.decisions, np.int8)
    positions: list[tuple[Any, int]] = []
    while len(positions) < 1000:
        s = title.setup()
        while s.stack:
            if not flow.is_chance(s):
                positions.append((s.clone(), flow.side(s)))
            flow.play(s, flow.draw(s, rng.random()) if flow.is_chance(s) else rng.choice(s.options))

    def write_all() -> int:
        for state, side in positions:
            observer.write(state, side, row)
            actions.mask(state, mask)
        return len(positions)

    (rate,) = raced((write_all,), rng, 1.0)
    return 1e6 / rate


def kernel(title: Any, rng: Random) -> Callable[[], int]:
    return lambda: sum(title.flow.playout(title.setup(), rng.random))


def spiel(title: Any, rng: Random) -> Callable[[], int]:
    import pyspiel

    from bivouac import openspiel

    openspiel.register()
    game = pyspiel.load_game(openspiel.name_of(title.id))

    random = rng.random

    def play() -> int:
        state, answers = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), random()))
            else:
                options = state.legal_actions()
                state.apply_action(options[int(random() * len(options))])
            answers += 1
        return answers

    return play


def drawn(outcomes: list[tuple[int, float]], point: float) -> int:
    """The outcome at this point of all of them, from 0 up to 1."""
    for action, share in outcomes:
        point -= share
        if point < 0:
            return action
    return outcomes[-1][0]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("titles", nargs="*", default=titles())
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    print(f"build: {build()}")
    print(f"{'title':16}{'encode us':>10}{'decisions/s':>13}{'kernel/s':>10}{'spiel/s':>10}{'share':>7}")
    for name in args.titles:
        title, rng = load(name), Random(1)
        cost = encoding(title, rng)
        seen, raw, door = raced((encoded(title, rng), kernel(title, rng), spiel(title, rng)), rng, args.seconds)
        print(f"{name:16}{cost:10.1f}{seen:13,.0f}{raw:10,.0f}{door:10,.0f}{door / raw:7.0%}")


if __name__ == "__main__":
    main()
