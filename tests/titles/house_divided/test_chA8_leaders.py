"""A8.2: leaders."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, LEAD, SAIL, STOP, YES, Box, March
from bivouac.titles.house_divided.printed.map import AWAY, CSA, UNION
from bivouac.titles.house_divided.printed.units import LEADER_VALUE, LEADERS, TURN_OF
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import Field, box, line, missing, names

GRANT, SHERMAN, LEE = LEADERS


@pytest.mark.rule("AHD-A1.0b", "AHD-A8.2a", "AHD-A8.2b", "AHD-A8.2d")
def test_leaders_their_dates_and_values():
    def value(leader, date):
        return LEADER_VALUE[leader - GRANT][TURN_OF[date]]

    assert [value(GRANT, d) for d in ("1861-11-12", "1862-01-02", "1863-05", "1863-06")] == [0, 1, 1, 2]
    assert [value(SHERMAN, d) for d in ("1862-04", "1862-05", "1863-07", "1863-08")] == [0, 1, 1, 2]
    assert [value(LEE, d) for d in ("1862-05", "1862-06", "1863-08", "1863-09")] == [0, 3, 3, 2]
    assert TITLE.names["leader"] == ("Grant", "Sherman", "Lee")


@pytest.mark.rule("AHD-A8.2c", refuses=True)
def test_an_arriving_leader_joins_a_friendly_piece():
    field = Field("leaders", turn=TURN_OF["1862-01-02"])
    field.unit("MF", "Cairo")
    field.unit("MF", "Chicago")
    field.player_turn()
    assert field.question.box == "place_leader" and field.options == sorted([box("Cairo"), box("Chicago")])
    assert field.rule(box("New York")) == "AHD-A8.2c"
    field.answer(box("Cairo"))
    assert field.state.box[GRANT] == box("Cairo")


@pytest.mark.rule("AHD-A8.2.1a")
def test_a_leader_rides_with_a_piece():
    field = Field("leaders")
    unit, other = field.unit("MF", "Cairo"), field.unit("MF", "Cairo")
    field.leader("Grant", "Cairo")
    field.marching(1).answer(box("Cairo"), GRANT)
    assert DONE not in field.options and set(field.options) == {unit, other}
    field.answer(unit, line("Cairo", "Paducah"), line("Paducah", "Forts Henry & Donelson"))
    assert field.state.box[GRANT] == field.state.box[unit] == box("Forts Henry & Donelson") and field.where(other) == "Cairo"


@pytest.mark.rule("AHD-A8.2.1a", refuses=True)
def test_a_leader_mounts_once_and_only_where_somebody_marches():
    field = Field("leaders")
    field.unit("MF", "Cairo")
    field.unit("MF", "Cairo")
    field.leader("Grant", "Cairo")
    field.marching(1).answer(box("Cairo"), GRANT)
    assert field.rule(GRANT) == "AHD-A8.2.1a"


@pytest.mark.rule("AHD-A8.2.1b", refuses=True)
def test_a_leader_who_has_used_his_moves_does_not_embark():
    field = Field("leaders")
    field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Grant", "New York")
    field.state.twice |= 1 << GRANT
    field.marching(2).answer(SAIL + box("New York"))
    assert field.rule(GRANT) == "AHD-4.0o"  # as after two marches
    field.state.twice = 0
    field.state.riders = 1 << GRANT
    assert field.judged(Box.SAIL_PIECE, GRANT, field.state.stack[-1]) == "AHD-A8.2.1b"


@pytest.mark.rule("AHD-4.2.3e", "AHD-4.2.3c", refuses=True)
@pytest.mark.parametrize("rides", [False, True])
def test_a_leader_who_has_moved_does_not_sail(rides):
    field = Field("leaders")
    field.unit("MF", "Philadelphia")
    sailor = field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Grant", "Philadelphia")
    field.marching(3)
    if rides:
        field.answer(box("Philadelphia"), GRANT, line("Philadelphia", "New York", "rail"))
    else:
        field.answer(LEAD + GRANT, line("Philadelphia", "New York", "rail"), STOP)
    assert field.state.box[GRANT] == box("New York")
    while field.question.box != "march":
        field.answer(STOP if field.question.box in ("onward", "step") else DONE)
    field.answer(SAIL + box("New York"))
    assert field.rule(GRANT) == "AHD-4.2.3c" and field.rule(sailor) is None


@pytest.mark.rule("AHD-4.2.3e", refuses=True)
def test_a_leader_who_sailed_moves_no_more():
    field = Field("leaders")
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    other = field.unit("MF", "Baltimore")
    field.leader("Grant", "New York")
    field.marching(3).answer(SAIL + box("New York"), GRANT, unit, box("Baltimore"))
    assert field.rule(LEAD + GRANT) == "AHD-4.2.3e"
    field.answer(box("Baltimore"))
    assert field.rule(GRANT) == "AHD-4.2.3e" and field.rule(other) is None and field.rule(unit) is None  # works cost it one march


@pytest.mark.rule("AHD-A8.2.2h")
def test_a_leader_driven_off_in_his_own_turn_comes_back_in_its_recruitment_anywhere():
    field = Field("leaders", side=CSA, turn=TURN_OF["1862-07"])
    rebel = field.rebel("MF", "Fredericksburg", reduced=True)
    field.rebel("MF", "New Orleans")
    field.rebel("MF", "Richmond")
    field.unit("FV", "Fredericksburg")
    field.leader("Lee", "Fredericksburg")
    field.fighting().rolls(1)
    assert field.where(rebel) == "" and field.state.box[LEE] == AWAY
    field.until(lambda q: q.box == "place_leader", missing)
    assert field.state.active == CSA and field.state.turn == TURN_OF["1862-07"]  # the next Recruitment segment is that of this turn
    assert names(field.options) == {"New Orleans", "Richmond"}


@pytest.mark.rule("AHD-A8.2.1b")
def test_a_leader_sails_and_reinforces_at_no_cost():
    field = Field("leaders")
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Grant", "New York")
    field.marching(1).answer(SAIL + box("New York"), GRANT, unit, box("Fort Monroe"))
    assert field.state.box[GRANT] == box("Fort Monroe") and field.state.marches == 0
    field = Field("leaders", turn=TURN_OF["1863-07"])
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    helper = field.unit("MF", "Monroe")
    field.leader("Grant", "Monroe")
    field.fighting()
    field.until(lambda q: field.asked == (Side.UNION, "reinforce"), missing)
    field.answer(helper, GRANT)
    assert field.where(helper) == "Camden" and field.state.box[GRANT] == box("Camden") and not field.state.once >> GRANT & 1


@pytest.mark.rule("AHD-A8.2.1c", "AHD-A8.2.2b")
def test_a_leader_reinforces_alone_and_counts_from_then_on():
    field = Field("leaders", turn=TURN_OF["1863-07"])
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    field.unit("MF", "Little Rock")
    field.leader("Grant", "Little Rock")
    field.fighting()
    assert field.state.leadership(UNION, box("Camden")) == 0
    field.until(lambda q: q.box == "reinforce", lambda q: 6 if q.side == Side.CHANCE else FIGHT_ON)
    field.answer(GRANT)
    assert field.state.box[GRANT] == box("Camden") and field.state.leadership(UNION, box("Camden")) == 2


@pytest.mark.rule("AHD-A8.2.1d", refuses=True)
def test_a_leader_moves_alone_twice_and_never_jumps():
    field = Field("leaders")
    field.unit("MF", "Chicago")
    field.leader("Grant", "Franklin")
    field.marching(1).answer(LEAD + GRANT, line("Franklin", "Front Royal"), line("Front Royal", "Manassas Junction"))
    assert field.state.box[GRANT] == box("Manassas Junction") and field.state.marches == 1
    field.answer(LEAD + GRANT, line("Manassas Junction", "Gordonsville"), STOP)
    assert field.rule(LEAD + GRANT) == "AHD-A8.2.1d"
    field = Field("leaders")
    field.leader("Grant", "Franklin")
    field.unit("MF", "Chicago")
    field.marching(1).answer(LEAD + GRANT, line("Franklin", "Front Royal"))
    field.rebel("MF", "Front Royal")
    assert field.judged(Box.JUMP, line("Front Royal", "Staunton"), field.state.stack[-1]) == "AHD-A8.2.1d"


def with_lee(*kinds, date="1862-07"):
    field = Field("leaders", side=UNION, turn=TURN_OF[date])
    yank = field.unit("FS", "Camden")
    rebels = [field.rebel(kind, "Camden") for kind in kinds]
    field.leader("Lee", "Camden")
    field.fighting()
    return field, yank, rebels


@pytest.mark.rule("AHD-A8.2.2a", "AHD-A8.2.2c", "AHD-A8.2.2x1")
def test_lees_three_points_go_where_the_player_likes():
    for gifts in ((0, 1, 2), (0, 0, 0), (1, 1, 2)):
        field, yank, rebels = with_lee("MF", "MF", "MF")
        assert field.asked == (Side.CSA, "bonus")
        field.answer(*[rebels[i] for i in gifts])
        assert field.question.box == "shot"
        need = [value_against(field.state, r, yank) for r in rebels]
        assert need == [1 + gifts.count(i) for i in range(3)]


@pytest.mark.rule("AHD-A8.2.2d", refuses=True)
def test_points_go_to_pieces_that_fire_and_no_more_than_there_are():
    field, yank, rebels = with_lee("MF", "MF", "MF")
    assert field.rule(yank) == "AHD-A8.2.2d"
    field.answer(rebels[0], rebels[0], rebels[1])
    assert field.question.box != "bonus" and len(field.state.bonus) == 3


@pytest.mark.rule("AHD-A8.2.2e")
def test_points_come_again_in_every_round():
    field, _, _ = with_lee("MF", "MF")
    field.until(lambda q: q.box == "bonus" and field.state.rnd == 2, missing)
    assert field.state.bonus == () and field.state.firing == CSA


@pytest.mark.rule("AHD-A8.2.2g")
def test_grant_and_sherman_add_up():
    field = Field("leaders", turn=TURN_OF["1863-10"])
    field.unit("MF", "Camden")
    field.leader("Grant", "Camden")
    field.leader("Sherman", "Camden")
    assert field.state.leadership(UNION, box("Camden")) == 4


@pytest.mark.rule("AHD-A8.2.2h")
def test_a_leader_alone_with_the_enemy_comes_back_in_recruitment():
    field = Field("leaders", turn=TURN_OF["1863-10"])
    field.unit("MF", "Chicago")
    field.unit("MF", "Canton")
    field.rebel("MF", "Camden")
    field.leader("Grant", "Camden")
    field.fighting()
    assert field.state.box[GRANT] == AWAY
    field.answer(DONE)
    assert field.question.box == "place_leader"
    field.answer(box("Canton"))
    assert field.state.box[GRANT] == box("Canton")


@pytest.mark.rule("AHD-A8.2.2h")
def test_a_leader_whose_last_men_fall_is_driven_off():
    field = Field("leaders", turn=TURN_OF["1863-10"])
    field.unit("MF", "Camden", reduced=True)
    field.unit("MF", "Chicago")
    field.rebel("FV", "Camden")
    field.leader("Grant", "Camden")
    field.fighting().rolls(1)
    assert field.state.box[GRANT] == AWAY


@pytest.mark.rule("AHD-A8.2.1a", refuses=True)
def test_a_leader_does_not_mount_behind_a_piece_that_is_tired():
    field = Field("leaders")
    unit, tired = field.unit("MF", "Cairo"), field.unit("MF", "Cairo")
    field.leader("Grant", "Cairo")
    field.state.twice |= 1 << tired
    field.marching(2).answer(box("Cairo"), unit, line("Cairo", "Paducah"), STOP)
    assert field.judged(Box.PIECE, GRANT, March(Box.PIECE, box("Cairo"), 1 << unit)) == "AHD-A8.2.1a"


@pytest.mark.rule("AHD-A8.2.1d")
def test_a_leader_alone_moves_from_albany_too_and_is_told_of_as_a_leader():
    field = Field("leaders")
    field.unit("MF", "Chicago")
    field.leader("Grant", "Albany")
    field.marching(1)
    assert LEAD + GRANT in field.options
    field.answer(LEAD + GRANT, line("Albany", "Columbus (GA)"), STOP)
    assert field.told("moved") == [] and [e["leader"].id for e in field.told("leader_moved")] == [0]


@pytest.mark.rule("AHD-A8.2.1b")
def test_the_log_names_the_leader_who_sailed():
    field = Field("leaders")
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Sherman", "New York")
    field.marching(1).answer(SAIL + box("New York"), SHERMAN, unit, box("Fort Monroe"))
    assert [e["leader"].id for e in field.told("leader_moved")] == [1]


@pytest.mark.rule("AHD-A8.2b")
def test_a_new_value_is_told_once_in_the_month_it_comes():
    for date, told in (("1863-05", 0), ("1863-06", 1), ("1863-07", 0)):
        field = Field("leaders", turn=TURN_OF[date])
        field.unit("MF", "Cairo")
        field.leader("Grant", "Cairo")
        field.leader("Sherman", "Cairo")
        assert len(field.player_turn().told("leader_value_changed")) == told, date


@pytest.mark.rule("AHD-5.2.4b", "AHD-A8.2.1c")
def test_a_leader_who_reinforces_takes_nobodys_place():
    field = Field("leaders", turn=TURN_OF["1863-07"])
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    helper = field.unit("MF", "Monroe")
    field.leader("Grant", "Monroe")
    field.fighting().until(lambda q: field.asked == (Side.UNION, "reinforce"), missing)
    field.answer(GRANT, helper)
    assert field.where(helper) == "Camden" and len(field.told("leader_reinforced")) == len(field.told("reinforced")) == 1


@pytest.mark.rule("AHD-5.2.4c", refuses=True)
def test_a_leader_who_retreated_does_not_reinforce():
    field = Field("leaders", turn=TURN_OF["1863-07"])
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    field.leader("Grant", "Camden")
    field.fighting().until(lambda q: field.asked == (Side.UNION, "retreat"), missing)
    field.answer(box("Monroe"))
    assert field.state.retreated >> GRANT & 1 and field.state.box[GRANT] == box("Monroe")
    field.state.place, field.state.attacker, field.state.firing = box("Camden"), CSA, UNION
    assert field.judged(Box.REINFORCE, GRANT) == "AHD-5.2.4c"


@pytest.mark.rule("AHD-5.2.4c", "AHD-5.2.6a", refuses=True)
def test_a_leader_who_escapes_with_cavalry_has_retreated():
    field = Field("leaders", turn=TURN_OF["1862-07"])
    field.unit("FV", "Corinth")
    field.unit("FV", "Corinth")
    rider = field.rebel("CV", "Corinth")
    field.leader("Lee", "Corinth")
    field.fighting().answer(YES, box("Decatur"))
    assert field.where(rider) == field.where(LEE) == "Decatur"
    field.state.place, field.state.attacker, field.state.firing = box("Chattanooga"), UNION, CSA
    assert field.judged(Box.REINFORCE, rider) == field.judged(Box.REINFORCE, LEE) == "AHD-5.2.4c"


@pytest.mark.rule("AHD-5.2.4c")
def test_a_leader_whose_last_men_desert_on_the_retreat_has_retreated():
    field = Field("leaders", "desertion", turn=TURN_OF["1863-07"])
    yank = field.unit("MF", "Camden", reduced=True)
    field.rebel("FV", "Camden")
    field.leader("Sherman", "Camden")
    field.fighting().until(lambda q: field.asked == (Side.UNION, "retreat"), missing)
    field.answer(box("Monroe")).rolls(6)
    assert field.where(yank) == "" and field.where(SHERMAN) == "Monroe" and field.state.retreated >> SHERMAN & 1


@pytest.mark.rule("AHD-9.0f")
def test_a_leader_alone_makes_no_lasting_possession_of_what_cavalry_holds():
    field = Field("leaders")
    field.unit("MC", "Paducah")
    field.owns(UNION, "Paducah").state.held |= 1 << box("Paducah")
    field.leader("Grant", "Cairo")
    field.marching(1).answer(LEAD + GRANT, line("Cairo", "Paducah", "river"), STOP)
    assert field.state.held >> box("Paducah") & 1
