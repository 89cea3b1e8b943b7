"""Whole matches played twice: by the program and by the second implementation in oracle.py, compared after every answer.

`BIVOUAC_ORACLE=1000` plays so many matches; `make test-long` does.
"""

import os
from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.titles.lincoln import TITLE
from titles.lincoln.oracle import Oracle
from titles.lincoln.oracle_board import PRINTED, Asked, Over

MATCHES = int(os.environ.get("BIVOUAC_ORACLE", "20"))
HALVES, LOCS = 2 * len(PRINTED.places), len(PRINTED.places)
PLAYERS = ("busy", "random", "busy", "busy", "veteran")
OPTIONS = ("discard-action", "withdrawal-from-ports", "card-back-on-withdrawal")


def compare(s: State, oracle: Oracle, asked: Asked | None) -> None:
    """The question and its options, every counter, card and track."""
    q = TITLE.question(s)
    if asked is not None:
        assert q is not None, "the program says that the match is over"
        weights = tuple(TITLE.flow.weights(s) or ()) if q.side == Side.CHANCE else ()
        side = 2 if q.side == Side.CHANCE else int(q.side)
        assert (side, q.box, sorted(s.options)) == (asked.side, asked.box, list(asked.options))
        assert weights == asked.weights
    for side in (0, 1):
        for half in range(HALVES):
            stack = s.troops[side * HALVES + half]
            kinds = [kind for kind in range(4) for _ in range(stack >> 8 * kind & 255)] if stack else []
            assert kinds == sorted(oracle.units[side, half]), (side, half)
        assert list(s.stock[4 * side : 4 * side + 4]) == [oracle.stock(side, kind) for kind in range(4)]
    assert list(s.control) == oracle.holder and list(map(bool, s.flags)) == oracle.flag
    for kept, mine in ((s.hand, oracle.hand), (s.deck, oracle.deck), (s.pile, oracle.pile), (s.gone, oracle.gone)):
        assert list(kept) == [mine[k] for k in range(len(PRINTED.kinds))]
    assert list(s.top) == oracle.top and list(s.shuffles) == oracle.shuffles and s.points() == oracle.points()
    now = (s.active, s.actions, s.turn, s.blockade, s.europe, s.idle)
    assert now == (oracle.active, oracle.actions, oracle.turn, oracle.blockade, oracle.europe, oracle.idle)


def told(s: State, since: int) -> list[tuple[str, tuple[object, ...]]]:
    return [(e.kind.name, e.values) for e in s.log[since:] if not e.kind.effect]


def chosen(s: State, asked: Asked, rng: Random, player: str) -> int:
    """A veteran follows the script in nine answers of ten; a busy player seldom passes and does every kind of thing alike often."""
    if asked.side == 2:
        return rng.choices(asked.options, asked.weights)[0]
    if player == "veteran" and rng.random() < 0.9:
        return TITLE.advice.order(s)[0]
    if player == "busy":
        kinds = sorted({a // 100 for a in asked.options if asked.box != "action" or a or rng.random() < 0.1})
        kind = rng.choice(kinds or [0])
        return rng.choice([a for a in asked.options if a // 100 == kind])
    return rng.choice(asked.options)


def play_twice(seed: int, options: tuple[str, ...] = (), player: str = "random") -> str:
    """How the match ends."""
    rng = Random(seed)
    s, oracle = TITLE.setup(None, options, log=True), Oracle(options)
    game = oracle.play()
    TITLE.flow.run(s)
    asked = next(game)
    while True:
        compare(s, oracle, asked)
        answer, before, first = chosen(s, asked, rng, player), len(oracle.log), len(s.log)
        TITLE.play(s, answer)
        try:
            asked = game.send(answer)
        except Over as over:
            assert tuple(s.outcome) == over.args and told(s, first) == oracle.log[before:]
            compare(s, oracle, None)
            return over.args[2]
        assert s.outcome is None and told(s, first) == oracle.log[before:]


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_program_plays_as_the_second_implementation_does(seed):
    options = tuple(option for n, option in enumerate(OPTIONS) if seed >> n & 1)
    play_twice(seed, options, PLAYERS[seed % len(PLAYERS)])
