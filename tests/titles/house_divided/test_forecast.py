"""Odds on each march that ends in a fight: to the end of the battle, not three rounds."""

from __future__ import annotations

from random import Random

from bivouac import load
from bivouac.lab.odds import _played_out, forecast
from bivouac.titles.house_divided.odds import study_of

TITLE = load("house-divided")


def marches_into_enemies(most):
    """Answers along a match by the script that lead to a battle."""
    rng, state, found = Random(4), TITLE.setup("1863"), 0
    while state.stack and found < most:
        if TITLE.flow.is_chance(state):
            TITLE.play(state, rng.choices(state.options, TITLE.flow.weights(state))[0])
            continue
        for answer in state.options:
            fight = TITLE.odds.attack(state, answer)
            if fight is not None and found < most:
                found += 1
                yield state, answer, fight
        TITLE.play(state, TITLE.advice.order(state)[0])


def test_the_battle_is_fought_to_its_end():
    rng = Random(1)
    for _, _, fight in marches_into_enemies(4):
        before = study_of(fight).before
        for _ in range(20):
            result = _played_out(TITLE, TITLE.odds, fight.clone(), rng)
            assert result.won == (result.enemy == before[1]) and result.won == result.taken
            assert result.won or result.own == before[0]


def test_more_attackers_have_better_chances_and_nothing_is_changed_by_asking():
    chances = {}
    for state, answer, fight in marches_into_enemies(14):
        key = state.key()
        found = forecast(TITLE, state, answer, Random(2))
        assert state.key() == key and found.terms
        chances.setdefault((fight.place, study_of(fight).before[1]), {})[study_of(fight).before[0]] = found.won
    grown = [rows for rows in chances.values() if len(rows) > 1]
    assert grown and all(rows[max(rows)] > rows[min(rows)] for rows in grown)
