"""5.2.4 to 5.2.6 and O2.2, O3.1: reinforcement, retreat, escape, battlefield targets, naval retreat."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, HOLD_FIRE, NO, SAIL, YES, Box
from bivouac.titles.house_divided.printed.map import CSA, OFF, UNION
from bivouac.titles.house_divided.printed.units import TURN_OF
from bivouac.titles.house_divided.rules.ch05_retreat import open_ways, way_home
from bivouac.titles.house_divided.rules.chA4_containment import can_be_contained
from titles.house_divided.kit import Field, box, entrenched, missing, names


def to_round_two(field, side):
    """Miss until a side's part of the second round begins."""
    field.until(
        lambda q: field.state.rnd == 2 and field.state.firing == side and q.side == side,
        lambda q: 6 if q.side == Side.CHANCE else FIGHT_ON if FIGHT_ON in q.options else q.options[0],
    )
    return field


# --- 5.2.4 reinforcement ----------------------------------------------------------------------------------


def camden(*, options=(), side=UNION):
    """A battle in Camden (roads to Little Rock and Monroe)."""
    field = Field(*options, side=side)
    return field, field.unit("FV", "Camden"), field.rebel("FV", "Camden")


@pytest.mark.rule("AHD-5.2.4a", "AHD-5.2.4g")
def test_reinforcement_from_the_second_round_on_at_no_cost():
    field, _, _ = camden()
    helper = field.rebel("MF", "Monroe")
    field.fighting()
    assert field.question.box == "shot" and field.state.rnd == 1
    field.rolls(6, 6)
    field.until(lambda q: q.box == "reinforce", lambda q: FIGHT_ON)
    assert field.state.rnd == 2 and field.asked[0] == Side.CSA and field.options == [helper, DONE]
    field.answer(helper)
    assert field.where(helper) == "Camden" and len(field.state.firers) == 2


@pytest.mark.rule("AHD-5.2.4b", refuses=True)
def test_one_piece_a_round_from_each_connected_box():
    field, _, _ = camden()
    a, b, c = field.rebel("MF", "Monroe"), field.rebel("MF", "Monroe"), field.rebel("MF", "Little Rock")
    field.rebel("MF", "Atlanta")
    to_round_two(field.fighting(), CSA)
    field.answer(FIGHT_ON)
    assert set(field.options) == {a, b, c, DONE}
    field.answer(a)
    assert field.rule(b) == "AHD-5.2.4b" and field.rule(c) is None


@pytest.mark.rule("AHD-5.2.4c", refuses=True)
def test_who_retreated_does_not_reinforce():
    field, _, _ = camden()
    tired, fresh = field.rebel("MF", "Monroe"), field.rebel("MF", "Little Rock")
    field.state.retreated |= 1 << tired
    to_round_two(field.fighting(), CSA)
    field.answer(FIGHT_ON)
    assert field.rule(tired) == "AHD-5.2.4c" and field.rule(fresh) is None


@pytest.mark.rule("AHD-5.2.4d", refuses=True)
def test_the_attacker_takes_nobody_who_fights_or_fought():
    field, _, _ = camden()
    engaged, fought, fresh = field.unit("MF", "Monroe"), field.unit("MF", "Little Rock"), field.unit("MF", "Little Rock")
    field.rebel("MF", "Monroe")
    field.fighting().answer(box("Camden"))
    field.state.fought |= 1 << fought
    to_round_two(field, UNION)
    assert field.rule(engaged) == field.rule(fought) == "AHD-5.2.4d" and field.rule(fresh) is None


@pytest.mark.rule("AHD-5.2.4e", refuses=True)
def test_the_defender_leaves_enough_behind():
    field, _, _ = camden()
    field.unit("MF", "Monroe")
    a, b = field.rebel("MF", "Monroe"), field.rebel("MF", "Monroe")
    single = field.rebel("MF", "Little Rock")
    field.unit("MF", "Little Rock")
    field.fighting().answer(box("Camden"))
    field.state.fought |= 1 << a  # the defender may use pieces that have fought
    to_round_two(field, CSA)
    assert field.rule(a) is None and field.rule(b) is None and field.rule(single) == "AHD-5.2.4e"


@pytest.mark.rule("AHD-5.2.4f")
def test_nobody_reinforces_a_lost_battle():
    field = Field()
    field.unit("FV", "Camden")
    field.rebel("MF", "Camden", reduced=True)
    helper = field.rebel("MF", "Monroe")
    field.fighting().rolls(6, 1)
    assert field.told("won")[0]["side"].id == UNION and field.where(helper) == "Monroe"


# --- 5.2.5 retreat ----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-5.2.5a", "AHD-5.2.5g")
def test_retreat_from_the_second_round_on_loses_the_battle():
    field, yank, rebel = camden()
    to_round_two(field.fighting(), CSA)
    assert field.question.box == "retreat"
    field.answer(box("Monroe"))
    assert field.where(rebel) == "Monroe" and field.told("won")[0]["side"].id == UNION and field.asked == (Side.UNION, "victor")
    assert field.where(yank) == "Camden"


@pytest.mark.rule("AHD-5.2.5b", refuses=True)
def test_all_retreat_together_to_a_neighbouring_box():
    field, _, rebel = camden()
    second = field.rebel("MF", "Camden", works=True)
    to_round_two(field.fighting(), CSA)
    assert field.rule(box("Atlanta")) == "AHD-5.2.5b"
    field.answer(box("Little Rock"))
    assert field.where(rebel) == field.where(second) == "Little Rock" and not entrenched(field, second)


@pytest.mark.rule("AHD-5.2.5c", refuses=True)
def test_no_retreat_to_the_enemy_or_his_cities():
    field, _, _ = camden()
    field.owns(UNION, "Little Rock")
    to_round_two(field.fighting(), CSA)
    assert field.rule(box("Little Rock")) == "AHD-5.2.5c" and field.rule(box("Monroe")) is None
    field, _, _ = camden()
    field.unit("MF", "Monroe")
    to_round_two(field.fighting(), CSA)
    assert field.rule(box("Monroe")) == "AHD-5.2.5c"


@pytest.mark.rule("AHD-5.2.5d", refuses=True)
def test_without_a_box_there_is_no_retreat():
    field, _, _ = camden()
    field.unit("MF", "Monroe")
    field.unit("MF", "Little Rock")
    field.fighting().rolls(6, 6)
    assert field.question.box == "shot" and field.state.rnd == 2
    assert field.judged(Box.RETREAT, box("Monroe")) == "AHD-5.2.5c"


@pytest.mark.rule("AHD-5.2.5e", refuses=True)
def test_a_friendly_box_comes_first():
    field, _, _ = camden()
    field.owns(UNION, "Monroe")
    to_round_two(field.fighting(), CSA)
    assert field.rule(box("Monroe")) == "AHD-5.2.5e"
    field, _, _ = camden()
    field.owns(UNION, "Monroe", "Little Rock")
    to_round_two(field.fighting(), CSA)
    assert field.rule(box("Monroe")) is None


@pytest.mark.rule("AHD-5.2.5f", refuses=True)
def test_no_retreat_where_the_enemy_came_from():
    field = Field()
    yank = field.unit("FV", "Monroe")
    field.rebel("FV", "Camden")
    field.marching(1).go(yank, "Camden")
    to_round_two(field, CSA)
    assert field.rule(box("Monroe")) == "AHD-5.2.5f" and field.rule(box("Little Rock")) is None


# --- 5.2.6 escape -----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-5.2.6a", "AHD-5.2.6d")
def test_cavalry_escapes_before_the_battle_and_nobody_wins():
    field = Field()
    field.unit("FV", "Camden")
    a, b = field.rebel("MC", "Camden"), field.rebel("CV", "Camden")
    field.fighting()
    assert field.asked == (Side.CSA, "escape")
    field.answer(YES, box("Monroe"), box("Little Rock"))
    assert field.where(a) == "Monroe" and field.where(b) == "Little Rock"
    assert field.told("won") == [] and field.question.box != "victor"


@pytest.mark.rule("AHD-5.2.6a", refuses=True)
def test_infantry_does_not_escape():
    field = Field()
    field.unit("FV", "Camden")
    field.rebel("MC", "Camden")
    field.rebel("MF", "Camden")
    field.fighting()
    assert field.question.box == "shot" and field.state.rnd == 1
    assert field.judged(Box.ESCAPE, YES) == "AHD-5.2.6a"


@pytest.mark.rule("AHD-5.2.6b", refuses=True)
def test_where_cavalry_escapes_to():
    field = Field()
    field.owns(UNION, "Little Rock")
    yank = field.unit("FV", "Little Rock")
    field.rebel("MC", "Camden")
    field.rebel("MC", "Camden")
    field.marching(1).go(yank, "Camden").answer(YES)
    assert field.where(field.at("Monroe")[0]) == "Monroe" and len(field.at("Monroe")) == 2  # the only way is taken without asking
    field = Field()
    field.unit("FV", "Camden")
    field.rebel("MC", "Camden")
    field.unit("MF", "Monroe")
    field.owns(UNION, "Little Rock")
    field.fighting()
    assert field.question.box == "shot"
    assert field.judged(Box.ESCAPE, YES) == "AHD-5.2.6b"


@pytest.mark.rule("AHD-5.2.6c", refuses=True)
def test_no_escape_from_cavalry_alone():
    field = Field()
    field.unit("CV", "Camden")
    field.rebel("MC", "Camden")
    field.fighting()
    assert field.question.box == "shot" and field.judged(Box.ESCAPE, YES) == "AHD-5.2.6c"
    assert field.judged(Box.ESCAPE, NO) is None


# --- O2.2 battlefield targets -----------------------------------------------------------------------------


def targets(*union, against, box="aim"):
    field = Field("battlefield-targets")
    rebels = [field.rebel(kind, "Camden", reduced=False) for kind in against]
    yanks = [field.unit(kind, "Camden") for kind in union]
    field.fighting()
    field.until(lambda q: field.state.firing == UNION and q.box == box, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    return field, yanks, rebels


@pytest.mark.rule("AHD-O2.2a", refuses=True)
def test_infantry_leaves_targeted_cavalry_alone():
    field, yanks, (horse, foot) = targets("MF", "MF", against=("MC", "MF"))
    field.aims((yanks[0], horse))
    assert field.question.box == "shot" and field.state.aims == (horse, foot)
    field, yanks, (horse, _, _) = targets("MF", "MF", "MF", "MF", against=("MC", "MF", "MF"))
    field.aims((yanks[0], horse))
    assert field.rule(horse) == "AHD-O2.2a"


def test_infantry_holds_its_fire_when_all_cavalry_is_targeted():
    field = Field("battlefield-targets")
    field.rebel("MC", "Camden")
    for _ in range(3):
        field.unit("MF", "Camden")
    field.fighting().answer(NO)
    field.until(lambda q: field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.state.aims[1:] == (HOLD_FIRE, HOLD_FIRE)


@pytest.mark.rule("AHD-O2.2b")
def test_infantry_may_skip_cavalry_but_not_infantry():
    field, yanks, (horse, foot, other) = targets("MF", "MF", "MF", against=("MC", "MF", "MF"))
    field.aims((yanks[0], foot))
    assert field.rule(foot) is None  # one firer is left for the other infantry; the cavalry may be left alone
    field.aims((yanks[1], foot))
    assert set(field.options) == {horse, other} and field.rule(foot) == "AHD-O2.2b"
    field.aims((yanks[2], other))
    assert field.question.box == "shot" and field.state.aims == (foot, foot, other)


@pytest.mark.rule("AHD-O2.2b")
def test_infantry_is_free_to_fire_at_cavalry_that_is_no_target():
    field, _, (horse, foot) = targets("MF", against=("MC", "MF"))
    assert field.options == [horse, foot]


@pytest.mark.rule("AHD-O2.2b", refuses=True)
def test_infantry_is_not_doubled_up_while_other_infantry_is_open():
    field, _, (_, foot, other) = targets("MF", "MF", against=("MC", "MF", "MF"))
    assert field.rule(foot) is None
    field.state.aims = (foot,)
    assert field.judged(Box.AIM, foot) == "AHD-O2.2b" and field.judged(Box.AIM, other) is None


@pytest.mark.rule("AHD-O2.2c", refuses=True)
def test_cavalry_seeks_cavalry():
    field, (_, rider, _), (horse, _) = targets("MF", "CV", "CV", against=("MC", "MF"), box="announce")
    field.answer(rider)
    assert field.state.aims[0] == horse and field.state.firers[0] == rider  # it had no choice
    field, _, rebels = targets("CV", "MF", "MF", against=("MC", "CV", "MF"))
    assert field.rule(rebels[2]) == "AHD-O2.2c" and field.options == rebels[:2]


@pytest.mark.rule("AHD-O2.2d", refuses=True)
def test_cavalry_doubles_up_only_when_all_cavalry_is_covered():
    field, yanks, (first, second, foot) = targets("CV", "CV", "CV", "CV", against=("MC", "CV", "MF"))
    field.aims((yanks[0], first))
    assert field.state.aims == (first, second)
    assert field.rule(first) is None and field.rule(foot) is None
    field, _, (_, _, foot) = targets("CV", "CV", "CV", against=("MC", "CV", "MF"))
    assert field.rule(foot) == "AHD-O2.2c"


# --- O3.1 naval retreat -----------------------------------------------------------------------------------


@pytest.mark.rule("AHD-O3.1a")
def test_the_union_retreats_by_sea_to_washington():
    for options, allowed in ((("naval-retreat",), True), ((), False)):
        field = Field(*options)
        units = [field.unit("FV", "Washington") for _ in range(2)]
        field.rebel("FV", "Mobile")
        field.marching(6, 6).answer(SAIL + box("Washington"), units[0], box("Mobile")).answer(DONE)
        assert field.state.invaders() >> units[0] & 1
        to_round_two(field, UNION)
        assert (box("Washington") in field.options) == allowed
        if allowed:
            field.answer(box("Washington"))
            assert field.where(units[0]) == "Washington"
    field = Field("naval-retreat", side=CSA)
    field.unit("FV", "Port Royal")
    field.rebel("FV", "Port Royal")
    field.owns(UNION, "Port Royal")
    to_round_two(field.fighting(), UNION)
    assert box("Washington") in field.options
    field = Field("naval-retreat")
    field.unit("FV", "Port Royal")  # came by land
    field.rebel("FV", "Port Royal")
    field.fighting()
    field.state.firing = UNION
    assert open_ways(field.state) == way_home(field.state) == 0


@pytest.mark.rule("AHD-O3.1a")
@pytest.mark.parametrize(("place", "sails"), [("Mobile", True), ("Pensacola", True), ("Fort Monroe", True), ("Baltimore", False)])
def test_the_northern_garrisons_of_the_south_may_sail_home(place, sails):
    field = Field("naval-retreat", side=CSA)
    field.unit("FV", place)
    field.rebel("FV", place)
    field.owns(UNION, place)
    to_round_two(field.fighting(), UNION)
    assert (box("Washington") in field.options) == (sails or place == "Baltimore")
    assert (way_home(field.state) != 0) == sails


@pytest.mark.rule("AHD-O3.1a", "AHD-5.2.5e", refuses=True)
def test_who_may_sail_home_retreats_to_no_strange_box():
    field = Field("naval-retreat")
    yank = field.unit("FV", "Washington")
    field.unit("FV", "Washington")
    field.rebel("FV", "Charleston (SC)")
    field.marching(6, 6).answer(SAIL + box("Washington"), yank, box("Charleston (SC)"), DONE)
    to_round_two(field, UNION)
    assert names(set(field.options) - {FIGHT_ON}) == {"Washington"} and field.rule(box("Florence")) == "AHD-5.2.5e"


@pytest.mark.rule("AHD-O3.1a", "AHD-A4.0a")
def test_a_battle_of_an_invasion_stays_one_when_the_invaders_have_fallen():
    field = Field("naval-retreat", "containment", side=UNION)
    invader, friend = field.unit("MF", "Washington"), field.unit("FV", "Florence")
    field.unit("MF", "Washington")
    field.rebel("FV", "Charleston (SC)")
    field.marching(6, 6).answer(SAIL + box("Washington"), invader, box("Charleston (SC)"), DONE)
    field.until(lambda q: field.asked == (Side.UNION, "reinforce"), missing)
    field.answer(friend)
    field.state.lose(invader)
    field.until(lambda q: field.asked == (Side.UNION, "retreat") and field.state.rnd == 3, missing)
    assert field.where(friend) == "Charleston (SC)" and box("Washington") in field.options
    field.answer(FIGHT_ON)
    for rebel in field.state.pieces_at(CSA, field.state.place):
        field.state.reduced |= 1 << rebel
    field.until(lambda q: q.box == "shot", missing).rolls(1)
    field.until(lambda q: field.state.active == CSA, missing)
    assert field.state.owner[box("Charleston (SC)")] == UNION and can_be_contained(field.state, box("Charleston (SC)"))


@pytest.mark.rule("AHD-5.2.4c", refuses=True)
def test_a_retreat_counts_until_the_month_is_over():
    field = Field(side=UNION)
    field.unit("FV", "Corinth")
    rebel = field.rebel("FV", "Corinth")
    field.rebel("FV", "Chattanooga")
    field.unit("FV", "Chicago")
    to_round_two(field.fighting(), CSA)
    field.answer(box("Decatur"))
    month = field.state.turn
    field.until(lambda q: field.state.active == CSA and q.box == "march", missing)
    field.state.place, field.state.attacker, field.state.firing = box("Nashville"), CSA, CSA
    assert field.state.turn == month and field.judged(Box.REINFORCE, rebel) == "AHD-5.2.4c"
    field.state.place = OFF
    field.until(lambda q: field.state.turn == month + 1, missing)
    assert not field.state.retreated


@pytest.mark.rule("AHD-O2.2b", refuses=True)
def test_cavalry_that_is_bound_to_cavalry_covers_no_infantry():
    field, (yank, other, _), (first, second, horse) = targets("MF", "MF", "CV", against=("MF", "MF", "MC"), box="announce")
    field.answer(yank, first, other)
    assert field.rule(first) == "AHD-O2.2b" and set(field.options) == {second, horse}
    field, (yank, other, *_), (first, *_) = targets("MF", "MF", "CV", "CV", against=("MF", "MF", "MC"), box="announce")
    field.answer(yank, first, other)
    assert field.rule(first) is None  # the second horseman covers the other infantry


@pytest.mark.rule("AHD-O2.2c", "AHD-5.1i")
def test_infantry_may_announce_before_cavalry():
    field, (yank, rider), (horse, foot) = targets("MF", "CV", against=("MC", "MF"), box="announce")
    assert field.asked == (Side.UNION, "announce") and field.options == [yank, rider]
    field.answer(yank, horse)
    assert field.state.firers == (yank, rider) and field.state.aims == (horse, foot)  # the cavalry is free of its duty


@pytest.mark.rule("AHD-5.1i", refuses=True)
def test_who_has_announced_does_not_announce_again():
    field, (yank, _, rider), (_, _, foot) = targets("MF", "MF", "CV", against=("MC", "CV", "MF"), box="announce")
    field.answer(yank, foot)
    assert field.question.box == "announce" and field.rule(yank) == "AHD-5.1i" and field.rule(rider) is None


def waiting(q):
    """Misses, and no retreat."""
    return 6 if q.side == Side.CHANCE else FIGHT_ON if FIGHT_ON in q.options else q.options[0]


# --- who may come ------------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-4.2.3e", refuses=True)
def test_who_sailed_does_not_reinforce():
    field = Field()
    field.owns(UNION, "Norfolk")
    sailor, local = field.unit("FV", "New York"), field.unit("FV", "Norfolk")
    field.unit("FV", "Petersburg")
    field.rebel("FV", "Petersburg")
    field.marching(2).answer(SAIL + box("New York"))
    field.answer(box("Norfolk"), DONE)
    field.until(lambda q: field.asked == (Side.UNION, "reinforce"), waiting)
    assert field.rule(sailor) == "AHD-4.2.3e" and field.rule(local) is None


@pytest.mark.rule("AHD-5.2.4d")
def test_attackers_whose_enemy_escaped_have_not_fought():
    field, _, _ = camden()
    field.rebel("MC", "Monroe")
    idle = field.unit("FV", "Monroe")
    field.fighting().answer(box("Monroe"), YES)
    field.until(lambda q: field.state.place == box("Camden"), lambda q: q.options[0])
    field.until(lambda q: field.state.firing == UNION and q.side == UNION and q.box != "retreat", waiting)
    assert field.question.box == "reinforce" and field.rule(idle) is None


@pytest.mark.rule("AHD-5.2.4d", refuses=True)
def test_attackers_who_fought_and_won_do_not_reinforce_nor_does_their_leader():
    field, _, _ = camden(options=("leaders",))
    victim = field.rebel("MF", "Monroe", reduced=True)
    winner, grant = field.unit("FV", "Monroe"), field.leader("Grant", "Monroe")
    field.state.turn = TURN_OF["1863-07"]
    field.fighting().answer(box("Monroe"))
    field.until(lambda q: q.box == "shot" and field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    field.rolls(1)
    assert field.where(victim) == ""
    field.until(lambda q: field.state.place == box("Camden"), lambda q: DONE if DONE in q.options else q.options[0])
    to_round_two(field, UNION)
    assert field.judged(Box.REINFORCE, winner) == field.judged(Box.REINFORCE, grant) == "AHD-5.2.4d"


@pytest.mark.rule("AHD-4.2.5h")
def test_who_reinforces_leaves_his_works():
    field, _, _ = camden()
    helper = field.rebel("MF", "Monroe", works=True)
    to_round_two(field.fighting(), CSA)
    field.answer(FIGHT_ON, helper)
    assert field.where(helper) == "Camden" and not entrenched(field, helper)


@pytest.mark.rule("AHD-5.2.5f", refuses=True)
def test_nobody_retreats_to_where_enemy_reinforcements_came_from():
    field, _, _ = camden()
    helper = field.unit("MF", "Monroe")
    to_round_two(field.fighting(), UNION)
    field.answer(FIGHT_ON, helper)
    field.until(lambda q: field.asked == (Side.CSA, "retreat"), lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.where(helper) == "Camden" and field.state.at[box("Monroe")] == 0
    assert field.rule(box("Monroe")) == "AHD-5.2.5f" and field.rule(box("Little Rock")) is None


@pytest.mark.rule("AHD-O4.1a", refuses=True)
def test_nobody_retreats_into_closed_kentucky():
    field = Field("first-turn-limits", turn=1)
    field.unit("MF", "Evansville")
    field.rebel("MF", "Evansville")
    field.owns(CSA, "Paducah")
    to_round_two(field.fighting(), CSA)
    assert field.judged(Box.RETREAT, box("Paducah")) == "AHD-O4.1a"
    field.state.turn = 2
    assert field.judged(Box.RETREAT, box("Paducah")) is None


@pytest.mark.rule("AHD-5.2.4d")
def test_the_first_piece_of_the_union_reinforces_like_any_other():
    field = Field(side=CSA)
    first = field.unit("MF", "Monroe")
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    to_round_two(field.fighting(), UNION)
    assert first == 0 and field.answer(FIGHT_ON).rule(first) is None


@pytest.mark.rule("AHD-O2.2c")
def test_nobody_is_asked_who_announces_first_where_it_does_not_matter():
    field = Field("battlefield-targets")
    for kind in ("MF", "CV"):
        field.unit(kind, "Camden")
    for _ in range(2):
        field.rebel("MF", "Camden")
    field.fighting().until(lambda q: field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.question.box == "aim", "no cavalry to cover"


@pytest.mark.rule("AHD-5.2.6a", "AHD-A8.2.1a")
def test_union_cavalry_escapes_with_its_leader():
    field = Field("leaders", side=CSA, turn=TURN_OF["1863-07"])
    rider = field.owns(UNION, "Little Rock", "Monroe").unit("MC", "Camden")
    grant = field.leader("Grant", "Camden")
    field.rebel("FV", "Camden")
    field.fighting()
    assert field.asked == (Side.UNION, "escape")
    field.answer(YES, box("Little Rock"))
    assert field.where(rider) == "Little Rock" and field.state.box[grant] == box("Little Rock")
    assert [told["side"].id for told in field.told("escaped")] == [UNION]


@pytest.mark.rule("AHD-5.2.5a")
def test_an_army_retreats_to_the_first_box_of_the_list():
    field = Field()
    field.unit("FV", "Tallahassee")
    rebel = field.rebel("MF", "Tallahassee")
    to_round_two(field.fighting(), CSA)
    field.answer(box("Albany"))
    assert box("Albany") == 0 and field.where(rebel) == "Albany" and not field.told("dispersed")


@pytest.mark.rule("AHD-5.2.5b")
def test_the_union_retreats_to_albany_as_to_any_box():
    field = Field()
    field.owns(UNION, "Albany")
    field.unit("FV", "Macon (GA)")
    field.rebel("FV", "Macon (GA)")
    to_round_two(field.fighting(), UNION)
    assert box("Albany") in field.options


@pytest.mark.rule("AHD-O3.1a", refuses=True)
def test_nobody_sails_home_from_a_box_that_is_no_southern_port():
    for place in ("Camden", "Baltimore"):
        field = Field("naval-retreat", side=CSA)
        field.unit("FV", place)
        field.rebel("FV", place)
        to_round_two(field.fighting(), UNION)
        assert way_home(field.state) == 0


@pytest.mark.rule("AHD-O4.1a", refuses=True)
@pytest.mark.parametrize(("turn", "rule"), [(1, "AHD-O4.1a"), (2, None)])
def test_kentucky_is_closed_to_reinforcements_on_turn_one(turn, rule):
    field = Field("first-turn-limits", turn=turn)
    field.unit("FV", "Louisville")
    field.rebel("FV", "Louisville")
    helper = field.unit("MF", "Cincinnati")
    field.state.place, field.state.attacker, field.state.firing = box("Louisville"), CSA, UNION
    assert field.judged(Box.REINFORCE, helper) == rule
