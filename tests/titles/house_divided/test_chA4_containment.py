"""A4.0: containment."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, NO, SAIL, YES, Box, March
from bivouac.titles.house_divided.printed.map import CSA, OFF, UNION
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import Field, box, entrenched, missing


def landed(*, place="Port Royal", side=CSA, invaded=True):
    field = Field("containment", side=side)
    yank, rebel = field.unit("FV", place), field.rebel("FV", place)
    field.owns(UNION, place)
    if invaded:
        field.state.invaded |= 1 << box(place)
    return field, yank, rebel


@pytest.mark.rule("AHD-A4.0a", "AHD-A4.0g")
def test_the_confederacy_contains_instead_of_fighting():
    for place, invaded in (("Port Royal", True), ("Fort Monroe", False), ("Pensacola", False)):
        field, _, _ = landed(place=place, invaded=invaded)
        field.fighting()
        assert field.asked == (Side.CSA, "contain")
        field.answer(YES)
        assert field.state.place == OFF and field.state.contained >> box(place) & 1
        field.until(lambda q: q.side == Side.UNION, missing)
        assert field.state.owner[box(place)] == UNION
    field, _, _ = landed(invaded=False)
    field.fighting()
    assert field.question.box == "shot"
    field, _, _ = landed()
    field.fighting().answer(NO)
    assert field.question.box == "shot"


@pytest.mark.rule("AHD-A4.0b")
def test_containing_pieces_entrench():
    field, _, rebel = landed()
    field.state.contained |= 1 << box("Port Royal")
    field.marching(2).take(rebel).answer(ENTRENCH)
    field.answer(box("Port Royal"), ENTRENCH)
    assert entrenched(field, rebel)


@pytest.mark.rule("AHD-A4.0c")
def test_the_attacker_leaves_his_works():
    field, yank, rebel = landed(place="Fort Monroe")
    field.state.entrenched |= 1 << rebel
    field.state.contained |= 1 << box("Fort Monroe")
    field.fighting().answer(NO)
    s = field.state
    assert not entrenched(field, rebel)
    assert value_against(s, yank, rebel) == 3 and value_against(s, rebel, yank) == 2
    field, yank, rebel = landed(place="Fort Monroe", side=UNION)
    field.state.contained |= 1 << box("Fort Monroe")
    field.unit("MF", "Chicago")
    field.state.turn = 3
    field.rolling_marches().rolls(4).answer(box("Fort Monroe"))
    assert field.state.attacker == UNION and value_against(field.state, rebel, yank) == 3


@pytest.mark.rule("AHD-A4.0d", refuses=True)
def test_contained_pieces_do_not_leave():
    field, _, _ = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.unit("MF", "Chicago")
    field.marching(3)
    assert field.rule(box("Port Royal")) == "AHD-A4.0d" and field.rule(SAIL + box("Port Royal")) == "AHD-A4.0d"


@pytest.mark.rule("AHD-A4.0e", "AHD-A4.0f")
def test_breaking_out_costs_a_march_and_frees_the_winner():
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.state.reduced |= 1 << rebel
    field.rolling_marches().rolls(4)
    assert field.asked == (Side.UNION, "break_out")
    field.answer(box("Port Royal"))
    assert field.state.marches == 3 and field.state.attacker == UNION
    field.rolls(6, 1)
    assert field.question.box == "victor"
    field.answer(DONE)
    assert field.question.box == "march" and field.state.contained == 0
    field.answer(box("Port Royal"))  # one piece, one road: it goes without another question
    assert field.where(yank) == "Savannah"
    assert field.judged(Box.MARCH, box("Savannah")) == "AHD-4.0o"  # one of its two marches went into the sortie


@pytest.mark.rule("AHD-A4.0e", refuses=True)
def test_without_a_march_there_is_no_break_out():
    field, _, _ = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.state.marches = 0
    assert field.judged(Box.BREAK_OUT, box("Port Royal")) == "AHD-A4.0e"


def test_help_by_sea_does_not_fight_help_by_land_does():
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    sailor = field.unit("MF", "New York")
    field.marching(2).answer(SAIL + box("New York"))
    field.answer(box("Port Royal"))
    assert field.where(sailor) == "Port Royal" and field.told("battle_begins") == []
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    walker = field.unit("MF", "Savannah")
    field.marching(1).go(walker, "Port Royal")
    assert len(field.told("battle_begins")) == 1 and field.where(yank) == field.where(rebel) == "Port Royal"


@pytest.mark.rule("AHD-A4.0d", refuses=True)
def test_nobody_breaks_out_of_a_port_without_enemies():
    field, _, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.state.marches = 1
    assert field.judged(Box.BREAK_OUT, box("Port Royal")) is None
    field.state.take_off(rebel)
    assert field.judged(Box.BREAK_OUT, box("Port Royal")) == "AHD-A4.0d"


@pytest.mark.rule("AHD-A4.0d")
def test_containment_stops_no_battle_elsewhere_and_holds_no_confederate():
    field = Field("containment")
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    assert field.fighting().state.place == box("Camden")
    field = Field("containment", side=CSA)
    field.rebel("MF", "Albany")  # the first box of the list
    assert box("Albany") in field.marching(2).options


@pytest.mark.rule("AHD-A4.0a")
def test_each_port_is_asked_about():
    field, _, _ = landed()
    field.unit("FV", "Fort Monroe")
    field.rebel("FV", "Fort Monroe")
    field.fighting().answer(YES)
    assert field.asked == (Side.CSA, "contain")
    field.answer(YES)
    assert field.state.contained == 1 << box("Port Royal") | 1 << box("Fort Monroe") and field.told("battle_begins") == []


@pytest.mark.rule("AHD-A4.0d", refuses=True)
def test_contained_pieces_do_not_reinforce_either():
    field, yank, _ = landed(side=CSA)
    field.state.contained |= 1 << box("Port Royal")
    field.unit("FV", "Savannah")
    field.rebel("FV", "Savannah")
    field.state.place, field.state.attacker, field.state.firing = box("Savannah"), CSA, UNION
    assert field.judged(Box.REINFORCE, yank) == "AHD-A4.0d"
    field.state.contained = 0
    assert field.judged(Box.REINFORCE, yank) != "AHD-A4.0d"


@pytest.mark.rule("AHD-A4.0d", refuses=True)
def test_nobody_breaks_out_where_nobody_is_contained():
    field, _, _ = landed(side=UNION)
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    field.state.contained, field.state.marches = 1 << box("Port Royal"), 1
    assert field.judged(Box.BREAK_OUT, box("Camden")) == "AHD-A4.0d"


@pytest.mark.rule("AHD-A4.0e")
def test_the_confederacy_does_not_break_out():
    field, _, _ = landed(side=CSA)
    field.state.contained |= 1 << box("Port Royal")
    field.state.turn = 3
    field.rolling_marches().rolls(4)
    assert field.asked == (Side.CSA, "march")


@pytest.mark.rule("AHD-4.0p", refuses=True)
def test_of_the_containing_pieces_those_who_came_this_turn_stay():
    field, _, old = landed(side=CSA)
    field.state.contained |= 1 << box("Port Royal")
    new = field.rebel("FV", "Savannah")
    field.marching(3).go(new, "Port Royal")
    frame = March(Box.PIECE, box("Port Royal"))
    assert field.judged(Box.PIECE, new, frame) == "AHD-4.0p" and field.judged(Box.PIECE, old, frame) is None
