"""Runs inside the benchmarks' own environment: random games of others' engines for a few seconds each, as JSON.

A decision is one move or roll asked for and made, whoever makes it; copies are what a search would make.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

SECONDS = 2.0


def timed(play: Callable[[int], int]) -> dict[str, float]:
    """`play` plays game number n to its end and gives the decisions made."""
    decisions = games = 0
    started = time.process_time()
    while time.process_time() - started < SECONDS:
        decisions += play(games)
        games += 1
    spent = time.process_time() - started
    return {"decisions_per_second": decisions / spent, "playouts_per_second": games / spent}


def copy_time(copy: Callable[[], object]) -> float:
    """Microseconds, the best of several goes."""
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        for _ in range(400):
            copy()
        best = min(best, time.process_time() - begun)
    return best / 400 * 1e6


def catanatron() -> dict[str, float]:
    from catanatron import Color, Game, RandomPlayer

    last = None

    def play(number: int) -> int:
        nonlocal last
        last = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=number)
        last.play()
        return len(getattr(last.state, "action_records", None) or last.state.actions)

    found = timed(play)
    assert last is not None
    return {**found, "copy_microseconds": copy_time(last.copy)}


def python_chess() -> dict[str, float]:
    import chess

    def play(number: int) -> int:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False) and board.ply() < 400:
            board.push(random.choice(list(board.legal_moves)))
        return board.ply()

    return {**timed(play), "copy_microseconds": copy_time(chess.Board().copy)}


def open_spiel(name: str) -> dict[str, float]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(number: int) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return {**timed(play), "copy_microseconds": copy_time(game.new_initial_state().clone)}


def main() -> None:
    random.seed(1)
    found = {"catanatron": catanatron(), "python-chess": python_chess()}
    found |= {f"OpenSpiel {name}": open_spiel(name) for name in ("chess", "go", "backgammon")}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
