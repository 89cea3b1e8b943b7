"""Chapter 3: trumpets, flags, hats."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.frames import AT, FIRST_ALONE, HAT_STACK, HAT_UNIT, PASS, RECOVER, SECOND_ALONE
from bivouac.titles.yankees_rebels.printed.map import AROUND, DIST
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    HEX,
    TITLE,
    TRUMPET,
    UNION_FLAG,
    Box,
    Position,
    acting,
    at_box,
    battle,
    h,
    hexes,
    m,
    names,
    round_of,
    u,
)

I_CSA = m("csa", "I")


@pytest.mark.rule("YR-3.0a", refuses=True)
def test_a_corps_marker_serves_the_units_of_that_corps():
    s = battle("cs_hood@C2", "cs_early@E2", "us_gibbon@M11")
    p = round_of(s, I_CSA, flags=1)
    assert p.asked == (Side.CSA, "activate") and names(p.options) == {"cs_hood"}
    assert p.refusal(u("cs_early")).rule == "YR-3.0a"
    corner = round_of(battle("us_hays@A13", "us_gibbon@A1", "cs_hood@V1"), m("union", "II"), flags=1)
    assert names(corner.options) == {"us_hays", "us_gibbon"}


@pytest.mark.rule("YR-3.0b")
def test_a_flag_marker_serves_any_own_unit_reserves_included():
    s = battle("cs_hood@C2", "cs_early@E2", "cs_hampton@A2", "us_gibbon@M11")
    p = round_of(s, m("csa", "flag"), flags=1)
    assert names(p.options) == {"cs_hood", "cs_early", "cs_hampton"}


@pytest.mark.rule("YR-3.0b", "YR-3.0m")
def test_a_hat_in_the_round_of_a_flag_still_needs_a_stack_or_a_reserve():
    p = round_of(battle("cs_hood@C2", "cs_hampton@A2", "us_gibbon@M11"), m("csa", "flag"), hats=1)
    assert p.refusal(HAT_UNIT + u("cs_hood")).rule == "YR-3.0m" and HAT_UNIT + u("cs_hampton") in p.options
    ruling = TITLE.rulebook["YR-3.0b"].ruling
    assert "hat" in ruling.en and "cappello" in ruling.it, "both languages say so"


@pytest.mark.rule("YR-3.0c", "YR-4.0m")
@pytest.mark.rule("YR-3.0c", refuses=True)
def test_a_unit_is_activated_once_a_turn():
    s = battle("cs_hood@C2", "cs_mclaws@E2", "us_gibbon@M11")
    p = round_of(s, I_CSA, flags=2).answer(u("cs_hood"), PASS)
    assert p.state.done == UNIT[u("cs_hood")]
    assert p.refusal(u("cs_hood")).rule == "YR-3.0c"
    assert p.title.view(p.state, None).units[u("cs_hood")].done, "turned to show its back"


@pytest.mark.rule("YR-3.0d", "YR-3.0k")
def test_a_trumpet_lets_any_unit_fall_back_up_to_three_hexes():
    s = battle("cs_early@C4", "cs_hood@A1", "us_gibbon@C6")
    p = round_of(s, I_CSA, trumpets=1, flags=1)
    assert u("cs_early") in p.options, "not only the drawn corps"
    p.answer(u("cs_early"))
    assert p.refusal(PASS).rule == "YR-3.0d", "one hex at least"
    assert hexes(p.options) == {HEX[n] for n in AROUND[h("C4")] if DIST[n][h("C6")] == 3} and "C3" in hexes(p.options)
    p.answer(h("C3"), h("C2"), h("C1"))
    assert p.question.box == "activate" and p.state.where[u("cs_early")] == h("C1")
    p = round_of(battle("cs_early@C4", "cs_hood@A4", "us_gibbon@C6"), I_CSA, trumpets=2).answer(u("cs_early"), h("C3"), PASS)
    assert p.question.box == "trumpet" and p.refusal(u("cs_early")).rule == "YR-3.0d", "by one trumpet of a roll, not by two"


@pytest.mark.rule("YR-3.0d", refuses=True)
def test_falling_back_leads_away_from_the_nearest_enemy():
    s = battle("cs_early@C3", "us_gibbon@C5", "cs_hood@C2")
    p = round_of(s, I_CSA, trumpets=1, flags=1).answer(u("cs_early"))
    assert p.refusal(h("C4")).rule == "YR-3.0d" and p.refusal(h("B4")).rule == "YR-3.0d"
    assert p.refusal(h("C2")).rule == "YR-3.0d", "Hood is there: one infantry unit a hex"
    cornered = battle("cs_early@A1", "us_gibbon@A3", "us_hays@C1", "cs_hood@M11")
    p = round_of(cornered, I_CSA, trumpets=1, flags=1)
    assert u("cs_early") not in p.options and p.refusal(u("cs_early")).rule == "YR-3.0d"


@pytest.mark.rule("YR-3.0e", "YR-3.0g")
def test_recovery_rolls_by_training_and_each_trumpet_gives_a_point_back():
    for name, dice in (("us_barlow", 2), ("us_hays", 3), ("us_gibbon", 4)):
        s = battle(f"{name}@C2:1", "us_custer@A1", "cs_hood@M11")
        p = round_of(s, m("union", "flag"), trumpets=1, flags=1).answer(RECOVER + u(name))
        assert p.question.box == "recovery" and p.state.dice == dice
        p.rolls(TRUMPET, *[HAT] * (dice - 1))
        assert p.state.force[u(name)] == 2 and p.question.box == "activate" and p.told("recovered")[0]["n"] == 1
    s = battle("us_gibbon@C2:2", "us_custer@A1", "cs_hood@M11")
    p = round_of(s, m("union", "flag"), trumpets=1, flags=1).answer(RECOVER + u("us_gibbon")).rolls(TRUMPET)
    assert p.state.force[u("us_gibbon")] == 3 and p.question.box == "activate", "never more than printed"
    full = round_of(battle("us_gibbon@C2", "us_hays@C4:3", "cs_hood@M11"), m("union", "flag"), trumpets=1, flags=1)
    assert full.refusal(RECOVER + u("us_gibbon")).rule == "YR-3.0g"


@pytest.mark.rule("YR-3.0f")
@pytest.mark.rule("YR-3.0f", refuses=True)
def test_recovery_needs_distance_and_cover_or_no_enemy_in_sight():
    def options(*pieces):
        p = round_of(battle(*pieces, "us_hays@V1:2"), m("union", "flag"), trumpets=1, flags=1)
        return RECOVER + u("us_gibbon") in p.options, p

    assert options("us_gibbon@C2:1", "cs_hood@C4")[0] is False, "in the open and seen"
    assert options("us_gibbon@C2:1", "cs_hood@C4")[1].refusal(RECOVER + u("us_gibbon")).rule == "YR-3.0f"
    assert options("us_gibbon@F3:1", "cs_hood@D2")[0], "seen but in the woods"
    assert options("us_gibbon@F3:1", "cs_hood@E3")[0] is False, "in the woods but next to the enemy"
    assert options("us_gibbon@G1:1", "cs_hood@E3")[0], "woods in between"
    assert options("us_gibbon@C1:1", "us_custer@C2", "cs_hood@C4")[0], "a unit of its own in between"
    assert options("us_gibbon@C1:1", "cs_early@C3", "cs_hood@C5")[0] is False, "Early sees it himself"


@pytest.mark.rule("YR-3.0h")
@pytest.mark.rule("YR-3.0h", refuses=True)
def test_trumpets_come_first_and_only_for_fresh_units():
    s = battle("cs_hood@C2:3", "cs_mclaws@E2:3", "us_gibbon@M11")
    s.done = UNIT[u("cs_mclaws")]
    p = round_of(s, I_CSA, trumpets=1, flags=1, hats=1)
    assert p.question.box == "trumpet"
    assert p.refusal(u("cs_mclaws")).rule == "YR-3.0h" and p.refusal(RECOVER + u("cs_mclaws")).rule == "YR-3.0h"
    p.answer(PASS)
    assert p.question.box == "activate" and not any(a >= RECOVER for a in p.options) and p.state.trumpets == 0


@pytest.mark.rule("YR-3.0i")
def test_two_trumpets_let_one_unit_fall_back_and_then_recover():
    s = battle("us_gibbon@F4:1", "us_hays@A1", "cs_hood@F6")
    p = round_of(s, m("union", "II"), trumpets=2, flags=1).answer(u("us_gibbon"), h("F3"), PASS)
    assert p.question.box == "trumpet" and RECOVER + u("us_gibbon") in p.options and u("us_gibbon") not in p.options
    p.answer(RECOVER + u("us_gibbon")).rolls(TRUMPET, HAT, HAT, HAT)
    assert p.state.force[u("us_gibbon")] == 2
    assert p.question.box == "activate" and names(p.options) == {"us_hays"}


@pytest.mark.rule("YR-3.0j", "YR-4.3d")
@pytest.mark.rule("YR-3.0j", refuses=True)
def test_a_unit_that_recovered_does_not_act_but_may_react():
    s = battle("us_gibbon@C2:1", "us_hays@A4", "cs_hood@M11")
    p = round_of(s, m("union", "II"), trumpets=1, flags=1).answer(RECOVER + u("us_gibbon")).rolls(HAT, TRUMPET, HAT, HAT)
    assert p.told("recovered") and p.refusal(u("us_gibbon")).rule == "YR-3.0c"
    s = battle("us_gibbon@C2:1", "cs_hood@C4")
    s.done = UNIT[u("us_gibbon")]
    p = round_of(s, I_CSA, flags=1).answer(u("cs_hood"), h("C3"))
    assert p.question.box == "reaction" and p.state.unit == u("us_gibbon")


@pytest.mark.rule("YR-3.0j")
@pytest.mark.rule("YR-3.0j", refuses=True)
def test_a_unit_that_recovered_is_not_shifted_in_the_same_turn():
    s = battle("us_gibbon@C2:1", "us_hays@A4", "us_custer@A9", "cs_hood@M11", "cs_early@O11")
    p = round_of(s, m("union", "II"), trumpets=1, flags=1).answer(RECOVER + u("us_gibbon")).rolls(TRUMPET, HAT, HAT, HAT)
    p.answer(PASS, 1).rolls(UNION_FLAG, *[CSA_FLAG] * 4)
    assert p.asked == (Side.UNION, "redeploy") and names(p.options) == {"us_hays", "us_custer"}
    assert p.refusal(u("us_gibbon")).rule == "YR-3.0j"
    p.state.stack, p.state.cup = (AT[Box.END_TURN],), 0
    assert Position.of(TITLE, p.state).state.recovered == 0, "only in the same turn"


@pytest.mark.rule("YR-3.0j")
def test_a_unit_that_failed_to_recover_may_still_act_and_try_again():
    s = battle("us_gibbon@C2:1", "us_hays@A4", "cs_hood@M11")
    p = round_of(s, m("union", "II"), trumpets=2, flags=1).answer(RECOVER + u("us_gibbon")).rolls(HAT, HAT, HAT, HAT)
    assert p.told("not_recovered") and p.question.box == "trumpet" and RECOVER + u("us_gibbon") in p.options
    p.answer(PASS)
    assert u("us_gibbon") in p.options
    s = battle("us_gibbon@C2:1", "us_hays@A4", "cs_hood@M11", options=("retreat-activates",))
    p = round_of(s, m("union", "II"), trumpets=3, flags=1).answer(u("us_gibbon"))
    p.answer(p.options[0], PASS)
    p.answer(RECOVER + u("us_gibbon")).rolls(TRUMPET, HAT, HAT, HAT)
    assert p.refusal(RECOVER + u("us_gibbon")).rule == "YR-3.0h", "it has recovered"


@pytest.mark.rule("YR-3.0j")
def test_only_recovery_bars_a_unit_from_acting():
    def after_falling_back(*options):
        s = battle("cs_hood@C4", "cs_mclaws@A1", "us_gibbon@C6", options=options)
        return round_of(s, I_CSA, trumpets=1, flags=1).answer(u("cs_hood"), h("C3"), PASS)

    p = after_falling_back()
    assert not p.state.done and names(p.options) == {"cs_hood", "cs_mclaws"}, "falling back is no activation"
    p.answer(u("cs_hood"), h("C4"))
    assert p.state.done == UNIT[u("cs_hood")]
    p = after_falling_back("retreat-activates")
    assert p.refusal(u("cs_hood")).rule == "YR-3.0c" and names(p.options) == {"cs_mclaws"}, "with the other reading it is"


@pytest.mark.rule("YR-3.0l")
def test_a_hat_activates_both_units_of_a_stack():
    s = battle("cs_hood@C2", "cs_dance@C2", "us_gibbon@M11")
    p = round_of(s, I_CSA, hats=1)
    assert HAT_STACK + h("C2") in p.options
    p.state.hats = 2
    p.answer(HAT_STACK + h("C2"))
    assert p.state.hats == 1
    p.state.hats = 0
    assert p.question.box == "march_together" and p.state.acting == tuple(sorted((u("cs_hood"), u("cs_dance"))))
    p.answer(FIRST_ALONE)
    assert p.question.box == "march"
    p.answer(PASS)
    assert p.question.box == "march", "then the other one"
    p.answer(PASS)
    assert p.state.done == UNIT[u("cs_hood")] | UNIT[u("cs_dance")] and p.question.box == "draw"
    s = battle("cs_hood@C2", "cs_dance@C2", "us_gibbon@M11")
    s.done = UNIT[u("cs_hood")]
    p = round_of(s, I_CSA, hats=1).answer(HAT_STACK + h("C2"))
    assert p.question.box == "march" and p.state.acting == (u("cs_dance"),), "one of them has been activated: only the other acts"


@pytest.mark.rule("YR-3.0l", refuses=True)
def test_the_hat_needs_a_unit_of_the_corps_or_two_reserves():
    s = battle("cs_early@C2", "cs_dance@C2", "cs_hampton@E2", "cs_beckham@E2", "cs_hood@A1", "us_gibbon@M11")
    p = round_of(s, I_CSA, hats=1)
    assert p.refusal(HAT_STACK + h("C2")).rule == "YR-3.0l"
    assert HAT_STACK + h("E2") in p.options
    assert HAT_STACK + h("C2") in round_of(s, m("csa", "flag"), hats=1).options
    s = battle("cs_early@C2", "cs_hampton@C2", "cs_hood@A1", "us_gibbon@M11")
    assert round_of(s, I_CSA, hats=1).refusal(HAT_STACK + h("C2")).rule == "YR-3.0l", "one reserve is not enough"


@pytest.mark.rule("YR-3.0p", refuses=True)
def test_without_a_flag_no_single_unit_of_the_corps_acts():
    p = round_of(battle("cs_hood@C2", "cs_hampton@E2", "us_gibbon@M11"), I_CSA, hats=1)
    assert u("cs_hood") not in p.options and p.refusal(u("cs_hood")).rule == "YR-3.0p"
    p = round_of(battle("cs_hood@C2", "cs_hampton@E2", "us_gibbon@M11"), I_CSA, flags=1)
    assert p.refusal(HAT_UNIT + u("cs_hampton")).rule == "YR-3.0m", "nor a reserve without a hat"


@pytest.mark.rule("YR-3.0m")
def test_a_hat_may_serve_one_reserve_unit():
    s = battle("cs_hood@C2", "cs_hampton@E2", "us_gibbon@M11")
    p = round_of(s, I_CSA, hats=1)
    assert HAT_UNIT + u("cs_hampton") in p.options and p.refusal(HAT_UNIT + u("cs_hood")).rule == "YR-3.0m"
    p.answer(HAT_UNIT + u("cs_hampton"))
    assert p.question.box == "march" and p.state.hats == 0


@pytest.mark.rule("YR-3.0n", refuses=True)
def test_a_hat_does_nothing_for_a_lone_unit_of_the_corps():
    s = battle("cs_hood@C2", "cs_hampton@E2", "us_gibbon@M11")
    assert round_of(s, I_CSA, hats=1).refusal(HAT_STACK + h("C2")).rule == "YR-3.0n"


@pytest.mark.rule("YR-3.0o", "YR-3.0p", "YR-3.0q")
def test_what_each_face_gives():
    s = battle("cs_hood@C2", "us_gibbon@M11")
    s.cup = 1 << I_CSA
    s.marker, s.side, s.dice = I_CSA, 1, 5
    p = at_box(s, Box.ACTIVATION).rolls(DOUBLE, CSA_FLAG, UNION_FLAG, HAT, TRUMPET)
    assert (p.state.flags, p.state.calls, p.state.hats, p.state.trumpets) == (2, 1, 1, 1)


@pytest.mark.rule("YR-3.0r")
def test_results_may_be_left_unused():
    s = battle("cs_hood@C2:3", "us_gibbon@M11")
    s.cup = 0b101
    p = round_of(s, I_CSA, trumpets=1, flags=2, hats=1)
    p.answer(PASS).answer(PASS)
    assert p.question.box == "draw" and not s.done and (s.flags, s.hats, s.trumpets) == (0, 0, 0)


def test_a_stack_acting_together_is_marked_whole():
    s = acting(battle("cs_hood@C2", "cs_alexander@C2", "us_gibbon@M11"), "cs_hood", "cs_alexander")
    p = at_box(s, Box.MARCH_TOGETHER).answer(PASS)
    assert p.state.done == UNIT[u("cs_hood")] | UNIT[u("cs_alexander")]


@pytest.mark.rule("YR-3.0a", "YR-3.0l")
def test_the_corner_of_the_map_is_a_hex_like_any_other():
    """A13 is hex number nought: units there are on the map, and a hat serves a stack there."""
    corner = HEX[0]
    p = round_of(battle(f"cs_hood@{corner}", f"cs_alexander@{corner}", "us_gibbon@U1"), I_CSA, flags=1, hats=1)
    assert u("cs_hood") in p.options and HAT_STACK + 0 in p.options
    assert may_fight_at(p.state, u("cs_hood"), h("A12"))
    p.answer(u("cs_hood"))
    assert PASS in p.options, "it is on the map, and may stay"
    p.answer(h("A12"))
    assert p.told("marched") and not p.told("entered")


@pytest.mark.rule("YR-3.0k", refuses=True)
def test_a_trumpet_serves_no_enemy():
    p = round_of(battle("cs_hood@C2:3", "us_gibbon@M11:1"), I_CSA, trumpets=1, flags=1)
    assert p.refusal(RECOVER + u("us_gibbon")).rule == "YR-3.0k" and RECOVER + u("cs_hood") in p.options


@pytest.mark.rule("YR-3.0a", "YR-3.0l")
def test_the_first_unit_of_the_list_acts_like_any_other():
    """Wadsworth is unit number nought: by a flag, and as the second of a stack that acts one by one."""
    assert u("us_wadsworth") == 0
    s = battle("us_wadsworth@C2", "us_wainwright@C2", "cs_hood@M11")
    p = round_of(s, m("union", "I"), flags=1, hats=1)
    assert u("us_wadsworth") in p.options
    p.answer(HAT_STACK + h("C2"), SECOND_ALONE)
    assert p.state.unit == u("us_wainwright")
    p.answer(PASS)
    assert p.question.box == "march" and p.state.unit == u("us_wadsworth")


@pytest.mark.rule("YR-7.0e")
def test_a_unit_in_the_corner_needs_no_entry():
    """Robinson's entry hex is held by the enemy: but he is on the map already, and may fight."""
    assert HEX[SETUPS["july-1"].entry[u("us_robinson")]] == "A12"
    p = round_of(battle("us_robinson@A13", "cs_hood@A12", "us_gibbon@V1", scenario="july-1"), m("union", "I"), flags=1)
    assert p.question.box == "activate" and u("us_robinson") in p.options
