"""A8.1: rout, rally and desertion."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.frames import DONE
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import MORALE, TURN_OF
from bivouac.titles.house_divided.rules.chA8_morale import holds_until, stays_until
from titles.house_divided.kit import Field, box, missing, reduced


@pytest.mark.rule("AHD-H2f", "AHD-H2g")
def test_the_morale_table():
    assert MORALE[1861] == (2, 4, 5, 2, 4, 5, 4) and MORALE[1862] == MORALE[1865] == (3, 4, 5, 3, 4, 5, 4)


@pytest.mark.rule("AHD-A8.1a", "AHD-A8.1b", "AHD-A8.1c", "AHD-A8.1e")
def test_a_piece_just_hit_may_rout():
    field = Field("morale", turn=TURN_OF["1862-07"])
    a, b = field.unit("MF", "Camden"), field.unit("MF", "Camden")
    old = field.unit("MF", "Camden", reduced=True)
    rebels = [field.rebel("FV", "Camden") for _ in range(3)]
    field.fighting().aims((rebels[0], a), (rebels[1], b), (rebels[2], old)).rolls(1, 6, 1)
    assert field.question.box == "rout" and field.state.queue == (a,)
    field.rolls(4)
    assert field.state.routed == 1 << a and field.where(a) == "Camden" and reduced(field, a)
    assert field.state.firing == UNION and field.state.firers == (b,)
    field = Field("morale", turn=TURN_OF["1862-07"])
    a = field.unit("MF", "Camden")
    field.rebel("FV", "Camden")
    field.fighting().rolls(1, 3)
    assert field.state.routed == 0 and field.told("rout_tested")


def test_an_army_that_has_routed_has_lost_and_flees():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yank = field.unit("MF", "Camden")
    field.rebel("FV", "Camden")
    field.fighting().rolls(1, 6)
    assert field.told("won")[0]["side"].id == CSA
    assert field.asked == (Side.CSA, "victor") and field.where(yank) == "Monroe"  # Little Rock is the enemy's city
    assert [e.kind.name for e in field.state.log if not e.kind.effect][-2:] == ["won", "retreats"] and field.told("retreats")[0]["n"] == 1


def test_routed_pieces_without_a_way_out_are_lost():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yank = field.unit("MF", "Camden")
    for place in ("Camden", "Monroe", "Little Rock"):
        field.rebel("FV", place)
    field.fighting().rolls(1, 6)
    assert field.where(yank) == "" and field.told("dispersed")


@pytest.mark.rule("AHD-A8.1d", "AHD-H2h")
def test_works_steady_the_men():
    field = Field("morale", turn=TURN_OF["1862-07"])
    plain, dug, fort = field.rebel("MF", "Camden"), field.rebel("MF", "Camden", works=True), field.rebel("MF", "Vicksburg")
    field.state.attacker = UNION
    assert [holds_until(field.state, p) for p in (plain, dug, fort)] == [3, 4, 4]
    stranger, field.state.attacker = field.unit("MF", "Vicksburg"), CSA
    assert holds_until(field.state, stranger) == 3, "the fort is not his"


@pytest.mark.rule("AHD-A8.11a")
def test_a_routed_piece_rallies_at_the_end_of_a_day():
    field = Field("morale", "rally", turn=TURN_OF["1862-07"])
    a, b = field.unit("MF", "Camden"), field.unit("FV", "Camden")
    field.rebel("MF", "Camden")
    field.fighting().answer(a).rolls(1, 6)
    assert field.state.routed == 1 << a
    field.until(lambda q: q.box == "rally", missing)
    assert field.state.rnd == 4 and field.options == [a, DONE]
    field.answer(a)
    assert field.state.routed == 0 and reduced(field, a) and field.state.rnd == 5 and field.where(b) == "Camden"


@pytest.mark.rule("AHD-A8.12a", "AHD-A8.12b")
def test_reduced_pieces_of_both_sides_may_desert():
    field = Field("desertion", turn=TURN_OF["1862-07"])
    winner, fresh = field.unit("FV", "Camden", reduced=True), field.unit("FV", "Camden")
    loser = field.rebel("MF", "Camden", reduced=True)
    field.fighting()
    field.until(lambda q: q.box == "retreat", missing)
    field.answer(box("Monroe"))
    assert field.question.box == "desert" and field.state.queue == (winner, loser)
    field.rolls(6, 6)
    assert field.where(winner) == field.where(loser) == "" and field.where(fresh) == "Camden"
    assert field.state.pool == [0, 0, 0, 0]  # out of the game


@pytest.mark.rule("AHD-A8.12c", "AHD-A8.12d", "AHD-A8.12e", "AHD-A8.2.3a", "AHD-H2i")
def test_the_modifiers_of_desertion():
    field = Field("desertion", "morale", "leaders", turn=TURN_OF["1863-07"])
    won, lost = field.unit("FV", "Camden"), field.rebel("FV", "Camden")
    s = field.state
    s.place, s.winner, s.attacker = box("Camden"), UNION, UNION
    assert (stays_until(s, won), stays_until(s, lost)) == (5, 4)
    s.routed = 1 << won | 1 << lost
    assert (stays_until(s, won), stays_until(s, lost)) == (4, 3)
    field.leader("Grant", "Camden")
    field.leader("Lee", "Camden")
    assert (stays_until(s, won), stays_until(s, lost)) == (6, 6)
    assert holds_until(s, won) == 4  # leaders do not help in the rout test


@pytest.mark.rule("AHD-A8.12b")
@pytest.mark.parametrize(("options", "back"), [((), 0), (("deserters-return",), 1)])
def test_deserters_are_out_of_the_game_or_by_the_other_reading_in_the_pool(options, back):
    field = Field("desertion", *options, turn=TURN_OF["1862-07"])
    field.unit("FV", "Camden")
    field.rebel("MF", "Camden", reduced=True)
    field.fighting()
    field.until(lambda q: q.box == "retreat", missing)
    field.answer(box("Monroe")).rolls(6)
    assert field.told("deserted") and field.state.pool[2 * CSA] == back


@pytest.mark.rule("AHD-A8.1b")
def test_every_piece_just_hit_is_tested():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yanks = [field.unit("MF", "Camden") for _ in range(3)]
    rebels = [field.rebel("FV", "Camden") for _ in range(3)]
    field.fighting().aims(*zip(rebels, yanks)).rolls(1, 1, 1)
    assert field.state.queue == tuple(yanks)
    field.rolls(4, 3, 6)
    assert field.state.routed == 1 << yanks[0] | 1 << yanks[2]


@pytest.mark.rule("AHD-A8.11a")
def test_the_attacking_confederate_rallies_after_the_defender_and_it_is_told_before_the_next_round():
    field = Field("morale", "rally", side=CSA, turn=TURN_OF["1862-07"])
    yanks = [field.unit("MF", "Camden") for _ in range(2)]
    rebels = [field.rebel("MF", "Camden") for _ in range(2)]
    field.fighting()
    field.state.routed = 1 << yanks[0] | 1 << rebels[0]
    field.state.reduced = field.state.routed
    field.until(lambda q: q.box == "rally", missing)
    assert field.asked == (Side.UNION, "rally") and field.options == [yanks[0], DONE]
    field.answer(yanks[0])
    assert field.asked == (Side.CSA, "rally") and field.options == [rebels[0], DONE]
    field.answer(rebels[0])
    told = [e.kind.name for e in field.state.log if e.kind.name in ("rallied", "round_begins")]
    assert told[-3:] == ["rallied", "rallied", "round_begins"] and field.state.routed == 0


@pytest.mark.rule("AHD-A8.1e")
def test_nobody_is_routed_any_more_when_a_battle_is_over():
    field = Field("morale", turn=TURN_OF["1862-07"])
    field.unit("MF", "Camden")
    field.rebel("FV", "Camden")
    field.fighting().rolls(1, 6).answer(DONE)
    assert field.told("won") and field.state.routed == 0


@pytest.mark.rule("AHD-A8.12a", "AHD-5.2.5b")
def test_a_leader_goes_on_to_albany_when_his_last_men_desert_on_the_way():
    field = Field("desertion", "leaders")
    field.owns(UNION, "Albany")
    yank = field.unit("FV", "Macon (GA)", reduced=True)
    field.rebel("FV", "Macon (GA)")
    grant = field.leader("Grant", "Macon (GA)")
    field.fighting().until(lambda q: q.box == "retreat" and q.side == Side.UNION, missing)
    field.answer(box("Albany")).rolls(6)
    assert field.where(yank) == "" and field.state.box[grant] == box("Albany")
