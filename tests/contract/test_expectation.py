"""What is reckoned at once is what the dice, one by one, and all positions told apart give."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.title import die_by_die
from bivouac.lab.odds import Expectation, TooMany

QUESTIONS = 900
SMALL = 1_500
ENOUGH = 12


def fights(title):
    """Fights that answers lead to, along matches by the script."""
    for scenario in list(title.scenarios)[:3]:
        rng, state = Random(5), title.setup(scenario)
        for n in range(QUESTIONS):
            if not state.stack:
                break
            if title.flow.is_chance(state):
                title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
                continue
            if n % 3 == 0:
                yield from (fight for a in state.options[:4] if (fight := title.odds.attack(state, a)) is not None)
            title.play(state, title.advice.order(state)[0])


def test_averages_at_once_are_those_of_the_dice_one_by_one(title):
    if title.odds is None or title.advice is None:
        pytest.skip("no odds")
    if title.id == "house-divided":
        pytest.skip("a battle goes on there as long as nobody hits: see its own tests")
    one_by_one = title.odds._replace(branches=die_by_die, alike=lambda s: s.key(), tally=None)
    compared = 0
    for fight in fights(title):
        try:
            slow = Expectation(title, one_by_one, SMALL).of(fight.clone())
        except TooMany:
            continue
        quick = Expectation(title, title.odds).of(fight.clone())
        assert quick[:4] == pytest.approx(slow[:4], abs=1e-12)
        compared += 1
        if compared == ENOUGH:
            return
    assert compared
