"""Chapter 5.4: losses, retreats, occupation."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.legality import first_refusal
from bivouac.titles.yankees_rebels.frames import FIRST_FIRES, PASS, Gain
from bivouac.titles.yankees_rebels.printed.map import AROUND, DIST, GRID
from bivouac.titles.yankees_rebels.printed.units import GONE, UNIT
from bivouac.titles.yankees_rebels.rules.ch05_effects import behind, cavalry_must_occupy, farther
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    LOSS,
    RETREAT,
    SAVE,
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


def attack(*pieces, hits, by=("cs_hood",), on="us_hays", dice=6):
    """The attack with this many hits, before the black dice."""
    return aiming(by, *pieces).answer(u(on)).rolls(*[CSA_FLAG] * hits, *[HAT] * (dice - hits))


@pytest.mark.rule("YR-5.4a")
def test_one_black_die_for_each_hit():
    p = attack("cs_hood@C3", "us_hays@C4", hits=3)
    assert p.question.box == "effect" and p.state.dice == 3
    assert list(p.options) == [LOSS, RETREAT, SAVE] and p.title.flow.weights(p.state) == (3, 2, 1)


@pytest.mark.rule("YR-5.4b", "YR-5.4e")
def test_a_cross_costs_a_point_and_a_save_nothing():
    p = attack("cs_hood@C3", "us_hays@C4", hits=3).rolls(LOSS, SAVE, LOSS)
    assert p.state.force[u("us_hays")] == 2 and p.state.where[u("us_hays")] == h("C4")
    assert [(facts["n"], facts["force"]) for facts in p.told("lost")] == [(2, 2)]


@pytest.mark.rule("YR-5.4c", "YR-5.4.2d")
def test_an_arrow_drives_the_unit_back_where_its_owner_chooses():
    p = attack("cs_hood@C3", "us_hays@C4", hits=1).rolls(RETREAT)
    assert p.asked == (Side.UNION, "retreat") and hexes(p.options) == {"C5", "B5", "D5"}
    p.answer(h("D5"))
    assert p.state.where[u("us_hays")] == h("D5") and p.state.force[u("us_hays")] == 4


@pytest.mark.rule("YR-5.4f", "YR-8.0b")
def test_a_unit_without_strength_is_removed_and_scores_its_printed_strength():
    p = attack("cs_hood@C3", "us_hays@C4:1", "us_gibbon@V1", hits=2).rolls(LOSS)
    assert p.state.where[u("us_hays")] == GONE and p.state.points == [0, 4]
    partial = attack("cs_hood@C3", "us_hays@C4", hits=2).rolls(LOSS, LOSS)
    assert partial.state.points == [0, 0], "partial losses give nothing"


@pytest.mark.rule("YR-5.4g")
def test_losses_come_before_retreats():
    p = attack("cs_hood@C3", "us_hays@C4:2", hits=3).rolls(RETREAT, LOSS, RETREAT)
    assert p.state.force[u("us_hays")] == 1 and p.question.box == "retreat"
    p.answer(h("C5"))
    assert p.question.box == "retreat", "one hex for each arrow"
    assert hexes(p.options) == {"C6", "B6", "D6"}
    dead = attack("cs_hood@C3", "us_hays@C4:1", "us_gibbon@V1", hits=2).rolls(RETREAT, LOSS)
    assert dead.state.where[u("us_hays")] == GONE and dead.question.box == "occupy"


@pytest.mark.rule("YR-5.4h")
def test_fire_and_reaction_are_rolled_before_any_effect():
    p = round_of(battle("cs_hood@C2:1", "us_gibbon@C4:1"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3"))
    p.rolls(DOUBLE).answer(u("cs_hood"), u("us_gibbon")).rolls(CSA_FLAG).rolls(UNION_FLAG).rolls(LOSS, LOSS)
    assert p.state.where[u("cs_hood")] == GONE and p.state.where[u("us_gibbon")] == GONE, "both fall"
    assert p.state.points == [6, 3]


@pytest.mark.rule("YR-5.4i")
def test_spare_hits_do_not_pass_to_the_other_unit():
    p = attack("cs_hood@C3", "us_hays@C4:1", "us_taft@C4", hits=5).rolls(LOSS)
    assert p.state.where[u("us_hays")] == GONE and p.state.force[u("us_taft")] == 2
    assert p.question.box != "effect"


@pytest.mark.rule("YR-5.4.1a")
def test_infantry_may_occupy_the_hex_it_has_cleared():
    p = attack("cs_hood@C3", "us_hays@C4", hits=1).rolls(RETREAT).answer(h("C5"))
    assert p.asked == (Side.CSA, "occupy") and p.options == [PASS, h("C4")]
    p.answer(PASS)
    assert p.state.where[u("cs_hood")] == h("C3")
    stacked = attack("cs_hood@C3", "us_hays@C4", "us_taft@C4", hits=1).rolls(RETREAT).answer(h("C5"))
    assert stacked.question.box != "occupy", "the guns still hold the hex"


@pytest.mark.rule("YR-5.4.1b")
@pytest.mark.rule("YR-5.4.1b", refuses=True)
def test_cavalry_must_occupy_unless_it_cannot():
    p = attack("cs_hampton@C3", "us_hays@C4", hits=1, by=("cs_hampton",), dice=2).rolls(RETREAT).answer(h("C5"))
    assert p.state.where[u("cs_hampton")] == h("C4"), "without being asked"
    s = battle("cs_hampton@C3")
    s.unit = u("cs_hampton")
    assert first_refusal((cavalry_must_occupy,), s, None, 0).rule == "YR-5.4.1b"
    hill = aiming(("cs_hampton", "cs_beckham"), "cs_hampton@E6", "cs_beckham@E6", "us_hays@D6:1", "us_gibbon@V1").answer(u("us_hays"))
    hill.rolls(CSA_FLAG, HAT, HAT).rolls(LOSS)
    assert hill.state.where[u("us_hays")] == GONE and hill.state.where[u("cs_hampton")] == h("E6"), "no cavalry on Little Round Top"


@pytest.mark.rule("YR-5.4.1c")
def test_artillery_never_occupies():
    p = attack("cs_dance@C3", "us_hays@C4:1", "us_gibbon@V1", hits=1, by=("cs_dance",), dice=3).rolls(LOSS)
    assert p.state.where[u("us_hays")] == GONE and p.question.box == "draw" and p.state.where[u("cs_dance")] == h("C3")


@pytest.mark.rule("YR-5.4.1d", "YR-5.4.1e")
def test_occupying_draws_reaction_fire_but_gives_no_new_combat():
    p = attack("cs_hood@C3", "us_hays@C4:1", "us_gibbon@D5", hits=1).rolls(LOSS).answer(h("C4"))
    assert p.question.box == "reaction" and p.state.unit == u("us_gibbon")
    p.rolls(DOUBLE).answer(u("cs_hood"))
    assert p.question.box == "shot" and p.question.facts["unit"].id == u("us_gibbon")
    p.rolls(UNION_FLAG, HAT, HAT).rolls(LOSS)
    assert p.state.force[u("cs_hood")] == 5 and p.question.box == "draw"


@pytest.mark.rule("YR-5.4.1d")
def test_whoever_was_driven_out_does_not_react_to_the_occupation():
    p = attack("cs_hood@C3", "us_hays@C4", "us_gibbon@V1", hits=1).rolls(RETREAT).answer(h("C5")).answer(h("C4"))
    assert p.state.where[u("cs_hood")] == h("C4") and p.question.box == "draw", "Hays at C5 is not one of the other units"
    two = attack("cs_hood@C3", "us_hays@C4", "us_gibbon@D6", hits=1).rolls(RETREAT).answer(h("D5")).answer(h("C4"))
    assert two.question.box == "draw" and two.state.where[u("us_gibbon")] == h("D6")
    other = attack("cs_hood@C3", "us_hays@C4", "us_gibbon@D5", hits=1).rolls(RETREAT).answer(h("C5")).answer(h("C4"))
    assert other.question.box == "reaction" and other.state.unit == u("us_gibbon") and not other.state.reactors


@pytest.mark.rule("YR-5.4.1d")
def test_whoever_reacted_to_the_march_may_react_to_the_occupation():
    p = round_of(battle("cs_hood@C2", "us_hays@C4:1", "us_gibbon@D4"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3"))
    p.rolls(HAT, HAT, HAT, HAT).rolls(HAT, HAT, HAT).answer(u("us_hays")).rolls(CSA_FLAG, *[HAT] * 5).rolls(LOSS).answer(h("C4"))
    assert p.question.box == "reaction" and p.state.unit == u("us_gibbon")


@pytest.mark.rule("YR-5.4.1a", "YR-5.4.1b")
def test_an_attacker_thrown_back_does_not_occupy():
    for unit, dice in (("cs_hood", 6), ("cs_hampton", 2)):
        p = round_of(battle(f"{unit}@C2", "us_gibbon@C4:1", "us_hays@V1"), m("csa", "flag"), flags=1).answer(u(unit), h("C3")).rolls(DOUBLE)
        p.answer(u(unit), u("us_gibbon")).rolls(CSA_FLAG, *[HAT] * (dice - 1)).rolls(UNION_FLAG).rolls(LOSS, RETREAT)
        assert p.state.where[u("us_gibbon")] == GONE and p.question.box == "retreat"
        p.answer(h("C2"))
        assert p.question.box == "draw" and p.state.where[u(unit)] == h("C2"), "no longer next to the hex it cleared"


@pytest.mark.rule("YR-5.4.1f")
def test_a_unit_that_reacted_stays_where_it_is():
    p = round_of(battle("cs_hood@C2:1", "us_gibbon@C4"), m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3"))
    p.rolls(DOUBLE).answer(u("cs_hood"), PASS).rolls(UNION_FLAG, HAT, HAT).rolls(LOSS)
    assert p.state.where[u("cs_hood")] == GONE and p.state.where[u("us_gibbon")] == h("C4") and p.question.box != "occupy"


@pytest.mark.rule("YR-5.4.2a")
@pytest.mark.rule("YR-5.4.2a", refuses=True)
def test_retreats_go_to_the_three_hexes_behind():
    p = attack("cs_hood@C3", "us_hays@C4", hits=1).rolls(RETREAT)
    assert p.refusal(h("D4")).rule == "YR-5.4.2a" and p.refusal(h("B4")).rule == "YR-5.4.2a"
    far = aiming(("us_taft",), "us_taft@E1", "cs_hood@E4").answer(u("cs_hood")).rolls(UNION_FLAG).rolls(RETREAT)
    assert hexes(far.options) == {"E5", "D5", "F5"}
    (told,) = far.answer(h("E5")).told("retreated")
    assert (told["frm"].id, told["to"].id) == (h("E4"), h("E5"))


@pytest.mark.rule("YR-5.4.2a")
def test_fire_from_a_distance_leaves_three_hexes_too():
    def retreats(gun, target, *options):
        s = battle(f"us_taft@{gun}", f"cs_hood@{target}", options=options)
        s.acting, s.side, s.ready = (u("us_taft"),), 0, UNIT[u("us_taft")]
        p = at_box(s, Box.AIM).answer(u("cs_hood"))
        return hexes(p.rolls(UNION_FLAG, *[HAT] * (p.state.dice - 1)).rolls(RETREAT).options)

    assert retreats("E1", "D4") == {"C4", "D5", "E4"}, "not straight: E4 is as far as D4"
    assert retreats("E1", "D4", "retreat-farther") == {"C4", "D5"}, "with the other reading every step leads farther"
    assert retreats("A3", "C3") == {"D3", "D4", "C2", "C4"}, "between D3 and D4: the third on either side"
    for gun in range(273):
        for target in range(273):
            if 1 < DIST[gun][target] <= 4 and len(AROUND[target]) == 6:
                assert behind(gun, target).bit_count() == (4 if GRID.line(gun, target).sides else 3)
                assert not farther(gun, target) & ~behind(gun, target)


@pytest.mark.rule("YR-5.4.2b")
@pytest.mark.rule("YR-5.4.2b", refuses=True)
def test_retreats_avoid_enemies_their_zones_full_hexes_and_barred_ground():
    p = attack("cs_hood@C3", "us_hays@C4", "cs_early@B6", "us_gibbon@D5", hits=1).rolls(RETREAT)
    assert p.question.box != "retreat", "C5 and B5 lie next to Early, D5 is full: nowhere to go"
    assert p.state.force[u("us_hays")] == 3 and [facts["force"] for facts in p.told("cornered")] == [3]
    p = attack("cs_hood@C3", "us_hays@C4", "us_gibbon@D5", hits=1).rolls(RETREAT)
    assert p.refusal(h("D5")).rule == "YR-5.4.2b" and hexes(p.options) == {"C5", "B5"}
    horse = attack("cs_hood@C4", "us_custer@C5", hits=1, on="us_custer").rolls(RETREAT)
    assert horse.state.where[u("us_custer")] == h("B6"), "C6 and D6 are wooded hills"


@pytest.mark.rule("YR-5.4.2c")
def test_a_cornered_unit_loses_exactly_what_it_could_not_retreat():
    p = attack("cs_hood@C3", "us_hays@C4:3", "cs_early@B6", "cs_mclaws@E5", "us_gibbon@V1", hits=2).rolls(RETREAT, RETREAT)
    assert (
        p.state.force[u("us_hays")] == 1
        and p.state.where[u("us_hays")] == h("C4")
        and [told["force"] for told in p.told("cornered")] == [2, 1]
    )


@pytest.mark.rule("YR-5.4.2e")
def test_retreats_cost_nothing_and_provoke_nobody():
    p = attack("cs_hood@E3", "us_hays@E2", "cs_early@V1", hits=1).rolls(RETREAT)
    assert "E1" in hexes(p.options)
    woods = attack("cs_hood@D3", "us_hays@E3", hits=1).rolls(RETREAT)
    assert "F3" in hexes(woods.options) and "F4" in hexes(woods.options), "into the woods as easily as into the open"
    woods.answer(h("F3")).answer(PASS)
    assert woods.question.box == "draw"


@pytest.mark.rule("YR-5.4.1a", "YR-5.4.1b")
def test_each_of_two_attackers_decides_for_itself():
    """Hood stays behind; Hampton, cavalry, has to go into the hex they have cleared together."""
    s = acting(battle("cs_hood@C3", "cs_hampton@C3", "us_gibbon@N5"), "cs_hood", "cs_hampton")
    s.gains = tuple(Gain(unit, h("C3"), h("C4"), 0) for unit in s.acting)
    s.acting = ()
    p = at_box(s, Box.GAIN)
    assert p.question.box == "occupy" and p.question.facts["unit"].id == u("cs_hood")
    p.answer(PASS)
    assert p.state.where[u("cs_hampton")] == h("C4") and p.state.where[u("cs_hood")] == h("C3")


@pytest.mark.rule("YR-5.4.1a")
def test_both_attackers_may_go_in():
    s = acting(battle("cs_hood@C3", "cs_hampton@C3", "us_gibbon@N5"), "cs_hood", "cs_hampton")
    s.gains = tuple(Gain(unit, h("C3"), h("C4"), 0) for unit in s.acting)
    s.acting = ()
    p = at_box(s, Box.GAIN).answer(h("C4"))
    p.until(lambda q: q.box != "occupy")
    assert [p.state.where[u(name)] for name in ("cs_hood", "cs_hampton")] == [h("C4")] * 2


@pytest.mark.rule("YR-5.4f", "YR-8.0b")
def test_a_unit_is_lost_once_however_many_fired_at_it():
    p = aiming(("cs_hood", "cs_hampton"), "cs_hood@C3", "cs_hampton@C3", "us_hays@C4:1", "us_gibbon@V1")
    p.answer(FIRST_FIRES + u("us_hays"), u("us_hays"))
    p.rolls(CSA_FLAG, *[HAT] * 5).rolls(CSA_FLAG, HAT).rolls(LOSS).rolls(LOSS)
    assert p.state.points == [0, 4] and len(p.told("lost")) == len(p.told("eliminated")) == 1
    assert p.told("lost")[0]["force"] == 0
    assert attack("cs_hood@C3", "us_hays@C4", hits=1).rolls(SAVE).told("lost") == []


@pytest.mark.rule("YR-5.4b", "YR-5.4c", "YR-5.4e", "YR-5.4i")
def test_the_log_tells_what_the_black_dice_brought():
    p = attack("cs_hood@C3", "us_hays@C4", hits=4).rolls(LOSS, SAVE, RETREAT, SAVE)
    assert [(part.key, part.args["n"]) for part in p.told("harmed")[0]["parts"]] == [
        ("labels.losses", 1),
        ("labels.retreats", 1),
        ("labels.saves", 2),
    ]
    dead = attack("cs_hood@C3", "us_hays@C4:1", "us_gibbon@V1", hits=3).rolls(SAVE, LOSS)
    assert [(part.key, part.args["n"]) for part in dead.told("harmed")[0]["parts"]] == [("labels.losses", 1), ("labels.saves", 1)]
