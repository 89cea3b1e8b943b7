"""The script and the evaluation of the computer players."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.actions import EVADE
from titles.yankees_rebels.yr_kit import DOUBLE, TITLE, aiming, battle, h, m, marching, round_of, u

ADVICE = TITLE.advice


def play(scenario, scripted, seed):
    """One side by the script, the other at random."""
    rng, state, flow = Random(seed), TITLE.setup(scenario), TITLE.flow
    while state.stack:
        if flow.is_chance(state):
            flow.play(state, rng.choices(state.options, flow.weights(state))[0])
        elif flow.side(state) == scripted:
            flow.play(state, ADVICE.order(state)[0])
        else:
            flow.play(state, rng.choice(state.options))
    return state.outcome


@pytest.mark.parametrize(("scenario", "side"), [("july-1", Side.CSA), ("july-1", Side.UNION), ("july-3", Side.CSA), ("july-2", Side.UNION)])
def test_the_script_beats_random_play(scenario, side):
    winners = [play(scenario, side, seed).winner for seed in range(6)]
    assert winners.count(side) >= 5, winners


def test_the_evaluation_follows_points_wear_and_ground():
    s = battle("cs_hood@C3", "us_hays@C6")
    even = ADVICE.evaluate(s, Side.CSA)
    assert even + ADVICE.evaluate(s, Side.UNION) == pytest.approx(1.0)
    s.points[1] += 4
    ahead = ADVICE.evaluate(s, Side.CSA)
    assert ahead > even
    on_the_hill = battle("cs_hood@D6", "us_hays@C1")
    assert ADVICE.evaluate(on_the_hill, Side.CSA) > even
    assert {"points", "wear", "ground", "pressure", "progress"} == set(ADVICE.features(s, Side.UNION))


def test_the_script_takes_what_lies_at_hand():
    assert ADVICE.order(aiming(("cs_hood",), "cs_hood@C3", "us_hays@C4").state)[0] == u("us_hays")
    assert ADVICE.order(marching("cs_hood", "cs_hood@E6", "us_hays@V1").state)[0] == h("D6"), "Little Round Top is free"
    weak = round_of(battle("cs_hood@C2", "us_gamble@C4", "us_hays@V1"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3")).rolls(DOUBLE)
    assert ADVICE.order(weak.state)[0] == EVADE
    strong = round_of(battle("cs_hood@C2", "us_hays@C4"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3")).rolls(DOUBLE)
    assert ADVICE.order(strong.state)[0] == u("cs_hood")


def test_the_turn_counts_rounds():
    s = battle("cs_hood@C3", "us_hays@C6")
    before = ADVICE.turn(s)
    s.cup ^= 1
    assert ADVICE.turn(s) != before
