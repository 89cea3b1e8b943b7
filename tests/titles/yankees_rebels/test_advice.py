"""The script and the evaluation of the computer players."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.advice.plans import Posture
from bivouac.titles.yankees_rebels.advice.script import Peril
from bivouac.titles.yankees_rebels.advice.value import EVALUATION, NAMES, doom, measure
from bivouac.titles.yankees_rebels.frames import EVADE
from titles.yankees_rebels.kit import DOUBLE, TITLE, aiming, battle, h, m, marching, round_of, u

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
    assert {"points", "wear", "union_peril", "csa_peril", "ground", "open", "menaced", "left"} <= set(ADVICE.features(s, Side.UNION))


def test_the_features_of_one_side_mirror_those_of_the_other():
    s = battle("cs_hood@C3", "us_hays@C6")
    union, csa = ADVICE.features(s, Side.UNION), ADVICE.features(s, Side.CSA)
    assert tuple(csa) == NAMES and csa["left"] == 1
    assert all(union[name] == -csa[name] for name in csa)


def test_a_unit_close_to_the_enemy_is_in_peril_the_more_the_weaker_it_is():
    far, near, weak = (battle("cs_hood@C3", "us_hays@V1"), battle("cs_hood@C3", "us_hays@C5"), battle("cs_hood@C3", "us_hays@C5:1"))
    doomed = [doom(s, u("us_hays")) for s in (far, near, weak)]
    assert doomed[0] == 0 < doomed[1] < doomed[2] < 1
    assert measure(weak)[NAMES.index("union_peril")] == pytest.approx(doomed[2] * 4)
    assert measure(weak)[NAMES.index("wear")] == 3


def test_every_scenario_has_weights_of_its_own_and_those_of_2_july_serve_any_other():
    x = measure(battle("cs_hood@C3", "us_hays@C6"))
    chances = {scenario: EVALUATION.judge(scenario).chance(x) for scenario in TITLE.scenarios}
    assert len(set(chances.values())) == len(TITLE.scenarios) == 5
    assert EVALUATION.judge("one's own").chance(x) == chances["july-2"]


def test_a_weak_unit_goes_where_it_is_not_destroyed():
    weak = marching("us_hays", "us_hays@C6:1", "cs_hood@C3", "cs_pender@D4").state
    peril = Peril(weak, u("us_hays"), Posture())
    assert peril.at(ADVICE.order(weak)[0]) < peril.at(h("C5"))


def test_the_script_takes_what_lies_at_hand():
    assert ADVICE.order(aiming(("cs_hood",), "cs_hood@C3", "us_hays@C4").state)[0] == u("us_hays")
    assert ADVICE.order(marching("cs_hood", "cs_hood@E6", "us_hays@V1").state)[0] == h("D6"), "Little Round Top is free"
    weak = round_of(battle("cs_hood@C2", "us_gamble@C4", "us_hays@V1"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3")).rolls(DOUBLE)
    assert ADVICE.order(weak.state)[0] == EVADE
    strong = round_of(battle("cs_hood@C2", "us_hays@C4"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3")).rolls(DOUBLE)
    assert ADVICE.order(strong.state)[0] == u("cs_hood")


def test_activations_are_counted_within_a_turn():
    at_once = round_of(battle("cs_hood@C3", "cs_mclaws@E3", "us_hays@V1"), m("csa", "I"), flags=2)
    before, turn = ADVICE.activation(at_once.state), ADVICE.turn(at_once.state)
    chosen = at_once.answer(u("cs_hood"))
    assert ADVICE.activation(chosen.state) == before, "still the same activation"
    after = chosen.answer(h("C4")).state
    assert ADVICE.activation(after) != before and ADVICE.turn(after) == turn
