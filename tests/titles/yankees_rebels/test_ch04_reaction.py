"""Chapter 4.3: reaction fire and evasion."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.frames import EVADE, PASS
from bivouac.titles.yankees_rebels.printed.map import DIST
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.rules.ch04_reaction import evasion_area, short_evasions
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    LOSS,
    SAVE,
    TRUMPET,
    UNION_FLAG,
    Box,
    acting,
    aiming,
    at_box,
    battle,
    h,
    hexes,
    m,
    round_of,
    u,
)

I_CSA = m("csa", "I")


def coming_up(*pieces, frm="C2", to="C3", mover="cs_hood", options=()):
    """Hood marches from C2 to C3."""
    return round_of(battle(f"{mover}@{frm}", *pieces, options=options), m("csa", "flag"), flags=1).answer(u(mover), h(to))


@pytest.mark.rule("YR-4.3a")
def test_whoever_a_unit_moves_next_to_may_react():
    p = coming_up("us_gibbon@C4")
    assert p.question.box == "reaction" and p.state.unit == u("us_gibbon")
    p.rolls(UNION_FLAG)
    assert p.asked == (Side.UNION, "react") and p.options == [PASS, u("cs_hood")]


@pytest.mark.rule("YR-4.3b")
@pytest.mark.parametrize(("name", "dice"), [("us_barlow", 2), ("us_hays", 3), ("us_gibbon", 4), ("us_taft", 3)])
def test_reaction_dice_by_training(name, dice):
    p = coming_up(f"{name}@C4")
    p.rolls(*[TRUMPET] * (dice - 1))
    assert p.question.box == "reaction", "one die is left"
    p.rolls(HAT)
    assert p.question.box == "aim" and p.told("no_reaction")


@pytest.mark.rule("YR-4.3c")
def test_one_own_or_double_flag_is_enough():
    assert coming_up("us_gibbon@C4").rolls(HAT, UNION_FLAG).question.box == "react"
    assert coming_up("us_gibbon@C4").rolls(HAT, DOUBLE).question.box == "react"
    assert coming_up("us_gibbon@C4").rolls(CSA_FLAG, CSA_FLAG, CSA_FLAG, CSA_FLAG).question.box == "aim", "the enemy's flag does not count"
    p = coming_up("us_gibbon@C4").rolls(DOUBLE).answer(u("cs_hood"), u("us_gibbon")).rolls(*[HAT] * 6)
    assert p.question.box == "shot" and p.told("attacks")[1]["dice"] == 3, "it fires during the combat"


@pytest.mark.rule("YR-4.3d")
def test_activated_units_react_too():
    s = battle("cs_hood@C2", "us_gibbon@C4")
    s.done = UNIT[u("us_gibbon")]
    p = round_of(s, I_CSA, flags=1).answer(u("cs_hood"), h("C3"))
    assert p.question.box == "reaction"


@pytest.mark.rule("YR-4.3e")
def test_a_unit_reacts_to_every_move_that_provokes_it():
    p = round_of(battle("cs_hood@C2", "cs_mclaws@E3", "us_gibbon@C4:3"), I_CSA, flags=2)
    p.answer(u("cs_hood"), h("C3")).rolls(DOUBLE).answer(u("cs_hood"), PASS).rolls(HAT, HAT, HAT)
    p.answer(u("cs_mclaws"), h("D4"))
    assert p.question.box == "reaction" and p.state.unit == u("us_gibbon")


@pytest.mark.rule("YR-4.3f")
def test_a_successful_reaction_takes_the_place_of_the_activation():
    p = coming_up("us_gibbon@C4").rolls(DOUBLE)
    assert not p.state.done & UNIT[u("us_gibbon")]
    p.answer(u("cs_hood"))
    assert p.state.done & UNIT[u("us_gibbon")]
    failed = coming_up("us_gibbon@C4").rolls(HAT, HAT, HAT, HAT)
    assert not failed.state.done & UNIT[u("us_gibbon")]
    declined = coming_up("us_gibbon@C4").rolls(DOUBLE).answer(PASS)
    assert not declined.state.done & UNIT[u("us_gibbon")]


@pytest.mark.rule("YR-4.3g")
def test_a_standing_attacker_provokes_nobody():
    p = round_of(battle("cs_hood@C3", "us_gibbon@C4"), I_CSA, flags=1).answer(u("cs_hood"), PASS)
    assert p.question.box == "aim"
    p.answer(u("us_gibbon"))
    assert p.question.box == "shot"


@pytest.mark.rule("YR-4.3h")
def test_reactors_choose_among_a_stack_and_combine():
    s = acting(battle("cs_hood@C2", "cs_alexander@C2", "us_gibbon@C5", "us_taft@C5"), "cs_hood", "cs_alexander")
    p = at_box(s, Box.MARCH_TOGETHER).answer(h("C4")).rolls(DOUBLE)
    assert {u("cs_hood"), u("cs_alexander")} <= set(p.options)
    p.answer(u("cs_hood")).rolls(DOUBLE).answer(u("cs_hood")).answer(PASS)
    assert p.told("attack_together")[0]["dice"] == 6, "three of Gibbon and three of the guns"
    p = at_box(acting(battle("cs_hood@C2", "cs_alexander@C2", "us_gibbon@C5", "us_taft@C5"), "cs_hood", "cs_alexander"), Box.MARCH_TOGETHER)
    p.answer(h("C4")).rolls(DOUBLE).answer(u("cs_hood")).rolls(DOUBLE).answer(u("cs_alexander")).answer(PASS)
    p.rolls(*[HAT] * 3)
    assert [fact["dice"] for fact in p.told("attacks")] == [3, 3]


@pytest.mark.rule("YR-4.3i")
def test_reaction_fire_comes_even_if_the_mover_does_not_attack():
    p = coming_up("us_gibbon@C4").rolls(DOUBLE).answer(u("cs_hood"), PASS)
    assert p.question.box == "shot" and p.question.facts["target"].id == u("cs_hood")
    p.rolls(UNION_FLAG, HAT, HAT).rolls(LOSS)
    assert p.state.force[u("cs_hood")] == 5
    road = (
        round_of(battle("us_hays@A5", "cs_hood@E5"), m("union", "II"), flags=1)
        .answer(u("us_hays"), h("D5"))
        .rolls(CSA_FLAG)
        .answer(u("us_hays"))
    )
    assert road.question.box == "shot", "nor if it may not attack"


@pytest.mark.rule("YR-4.3j")
def test_every_adjacent_enemy_may_react_not_only_the_target():
    p = coming_up("us_gibbon@C4", "us_hays@D4", "us_taft@D4")
    assert p.state.unit == u("us_gibbon") and set(p.state.reactors) == {u("us_hays"), u("us_taft")}


@pytest.mark.rule("YR-4.3.1a", "YR-4.3.1b")
def test_cavalry_rolls_first_and_then_fights_or_evades():
    p = coming_up("us_gamble@C4")
    assert p.question.box == "reaction"
    p.rolls(DOUBLE)
    assert set(p.options) == {PASS, EVADE, u("cs_hood")}
    assert p.title.refusal(coming_up("us_gibbon@C4").rolls(DOUBLE).state, EVADE).rule == "YR-4.3.1a"
    failed = coming_up("us_gamble@C4").rolls(HAT, HAT, HAT, HAT)
    assert failed.question.box == "aim", "a failed roll allows no evasion"


@pytest.mark.rule("YR-4.3.1c")
@pytest.mark.rule("YR-4.3.1c", refuses=True)
def test_evasion_is_one_move_outside_every_enemy_zone():
    p = coming_up("us_gamble@C4", "us_hays@V1").rolls(DOUBLE).answer(EVADE)
    assert p.question.box == "evade"
    assert all(DIST[n][h("C3")] > 1 for n in p.options)
    assert p.refusal(h("D4")).rule == "YR-4.3.1c"
    p.answer(p.options[0])
    assert p.state.done & UNIT[u("us_gamble")]
    shut = battle("cs_hood@C2", "us_gamble@A1", "cs_mclaws@A3", "cs_early@C1")
    s = acting(shut, "cs_hood")
    s.unit, s.dice = u("us_gamble"), 1
    p = at_box(s, Box.REACTION).rolls(DOUBLE)
    assert p.refusal(EVADE).rule == "YR-4.3.1c"


@pytest.mark.rule("YR-4.3.1a")
@pytest.mark.rule("YR-4.3.1a", refuses=True)
def test_evasion_is_a_full_move():
    p = coming_up("us_gamble@C4", "us_hays@V1").rolls(DOUBLE).answer(EVADE)
    assert p.refusal(h("C5")).rule == "YR-4.3.1a" and p.refusal(h("E5")).rule == "YR-4.3.1a"
    assert {"A2", "G3", "K5"} <= hexes(p.options), "four points in the open; the Taneytown Road to K5"
    pocket = coming_up("us_gamble@C1", "cs_early@A3", frm="E3", to="D2").rolls(DOUBLE).answer(EVADE)
    assert pocket.state.where[u("us_gamble")] == h("A1"), "B1 and B2 were open, too: as far as it gets"
    cornered = coming_up("us_gamble@A1", "cs_early@D2", frm="A3", to="A2").rolls(DOUBLE).answer(EVADE)
    assert cornered.state.where[u("us_gamble")] == h("B1"), "one hex, where there is no more"


@pytest.mark.rule("YR-4.3.1d")
def test_after_an_evasion_another_enemy_may_be_attacked_but_nothing_occupied():
    p = coming_up("us_gamble@C4", "us_hays@D4")
    assert p.state.unit == u("us_hays")
    p.rolls(HAT, HAT, HAT).rolls(DOUBLE).answer(EVADE).answer(p.options[0])
    assert p.question.box == "aim" and p.options == [PASS, u("us_hays")]
    p.answer(PASS)
    assert p.question.box == "draw" and p.state.where[u("cs_hood")] == h("C3")


def test_saved_hits_leave_everything_as_it_was():
    p = aiming(("cs_hood",), "cs_hood@C3", "us_gibbon@C4").answer(u("us_gibbon")).rolls(*[CSA_FLAG] * 2, *[HAT] * 4).rolls(SAVE, SAVE)
    assert p.state.force[u("us_gibbon")] == 3 and p.state.where[u("us_gibbon")] == h("C4")


@pytest.mark.rule("YR-4.3.1a")
def test_the_log_tells_where_an_evasion_began():
    p = coming_up("us_custer@C4", "us_hays@V1").rolls(UNION_FLAG).answer(EVADE)
    p.until(lambda q: q.box != "evade")
    assert p.told("evaded")[0]["frm"].id == h("C4") != p.told("evaded")[0]["to"].id


@pytest.mark.rule("YR-4.3.1c")
def test_whoever_has_nowhere_to_ride_has_no_short_way_either():
    s = battle("us_custer@A13", "cs_hood@A12", "us_gibbon@V1")
    assert evasion_area(s, u("us_custer"), 8) == short_evasions(s, u("us_custer")) == 0
