"""Runs inside catanatron's own environment: random games of four players for a few seconds, as JSON."""

import json
import random
import time

from catanatron import Color, Game, RandomPlayer

random.seed(1)
decisions = games = 0
started = time.process_time()
while time.process_time() - started < 4:
    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=games)
    game.play()
    games += 1
    decisions += len(getattr(game.state, "action_records", None) or game.state.actions)
spent = time.process_time() - started
best = float("inf")
for _ in range(5):
    begun = time.process_time()
    for _ in range(400):
        game.copy()
    best = min(best, time.process_time() - begun)
print(json.dumps({"decisions_per_second": decisions / spent, "playouts_per_second": games / spent, "copy_microseconds": best / 400 * 1e6}))
