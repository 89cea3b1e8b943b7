"""Odds on each march that ends in a fight: to the end of the battle, not three rounds."""

from __future__ import annotations

from random import Random

from bivouac import load
from bivouac.lab.odds import _played_out, forecast
from bivouac.titles.house_divided.frames import FIGHT_ON, Box
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


def test_who_is_asked_to_fight_on_is_told_what_may_come_of_it_for_him():
    """Attacker or defender, to the end of the battle."""
    rng, state, asked = Random(4), TITLE.setup("1863"), set()
    while state.stack and len(asked) < 2:
        if not TITLE.flow.is_chance(state) and state.stack[-1][0] == Box.RETREAT and FIGHT_ON in state.options:
            side = TITLE.flow.side(state)
            fight = TITLE.odds.attack(state, FIGHT_ON)
            own, enemy = study_of(fight).before if side == state.attacker else study_of(fight).before[::-1]
            result = _played_out(TITLE, TITLE.odds, fight.clone(), rng)
            assert result.won == (result.enemy == enemy) and (result.won or result.own == own)
            words = {term.text.key for term in TITLE.odds.terms(fight)}
            assert {"terms.own_attack", "terms.enemy_defend"} <= words or {"terms.own_defend", "terms.enemy_attack"} <= words
            asked.add(side == state.attacker)
        weights = TITLE.flow.weights(state) if TITLE.flow.is_chance(state) else None
        chance = TITLE.flow.is_chance(state)
        TITLE.play(state, rng.choices(state.options, weights)[0] if chance else TITLE.advice.order(state)[0])
    assert asked == {True, False}
