"""A8.3 and A8.4: border states and foreign intervention."""

from __future__ import annotations

import pytest

from bivouac.titles.house_divided.frames import SAIL, Box, One
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, UNION, N
from bivouac.titles.house_divided.printed.units import FIRE, FX, STATE_NUMBER, TABLES, TURN_OF
from bivouac.titles.house_divided.rules.chA8_south import border_modifier, europe_is_persuaded
from titles.house_divided.kit import Field, box


@pytest.mark.rule("AHD-A8.3a", "AHD-A8.3b", "AHD-A8.3c", "AHD-H2j")
def test_border_states_join_once():
    assert STATE_NUMBER == (3, 1, 6)
    field = Field("border-states", side=CSA, turn=TURN_OF["1862-07"])
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "Bowling Green", "Louisville")
    field.player_turn()
    assert field.question.box == "border_die" and field.state.stack[-1] == One(Box.BORDER_DIE, 1)
    field.rolls(1)
    assert field.told("border_modified")[0]["mod"] == 1  # 34 to 33: within five
    assert field.state.pool[2] == 1 and field.state.gained == 2  # 1 and 1 is more than 1
    field.state.active = CSA
    field.player_turn()
    assert field.question.box != "border_die"
    field = Field("border-states", side=CSA)
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "St. Joseph", "St. Louis")
    assert field.player_turn().question.box == "border_die"
    field = Field("border-states", side=CSA)
    field.owns(CSA, "St. Joseph")
    assert field.player_turn().question.box != "border_die"


@pytest.mark.rule("AHD-H2k", "AHD-H2l", "AHD-H2m", "AHD-H2n", "AHD-H2o", "AHD-H2p")
def test_the_modifiers_of_the_border_die():
    def modifier(turn, **owned):
        field = Field("border-states", "washington", side=CSA, turn=TURN_OF[turn])
        for side, places in owned.items():
            field.owns(UNION if side == "union" else CSA, *places)
        return border_modifier(field.state)

    assert modifier("1862-07") == 1  # 34 to 29: within five
    assert modifier("1862-07", union=("Nashville",)) == 0
    assert modifier("1861-08") == 2
    assert modifier("1862-07", csa=("Washington",)) == 3
    assert [modifier(f"{y}-07", union=("Nashville",)) for y in (1863, 1864)] == [-1, -2] and modifier("1865-03", union=("Nashville",)) == -3
    assert modifier("1862-07", union=("Nashville", "Memphis", "Natchez", "Jackson")) == -1  # 34 to 24
    assert modifier("1862-07", union=("Nashville", "Richmond")) == -1


def persuaded(*, washington=True):
    field = Field("foreign", "washington", side=CSA)
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "Pittsburgh", "Louisville")
    if washington:
        field.owns(CSA, "Washington")
    return field


@pytest.mark.rule("AHD-A8.4a", "AHD-A8.4b", "AHD-A8.4c", "AHD-A8.4d")
def test_the_conditions_of_intervention():
    field = persuaded()
    assert field.state.maximum == (30, 30) and europe_is_persuaded(field.state)
    field.player_turn()
    assert field.state.foreign == 1 and field.told("intervened")
    assert not europe_is_persuaded(persuaded(washington=False).state)
    field = persuaded()
    field.owns(UNION, "Pittsburgh", "Louisville")
    assert not europe_is_persuaded(field.state)
    field = persuaded()
    field.owns(UNION, "Memphis")
    assert field.state.maximum == (30, 28) and europe_is_persuaded(field.state)
    field.owns(UNION, "Mobile")
    field.owns(CSA, "Baltimore", "Cairo")
    assert field.state.maximum[UNION] - field.state.maximum[CSA] <= 3 and not europe_is_persuaded(field.state)
    field = Field("foreign", "washington", side=UNION)
    assert field.player_turn().state.foreign == 0


@pytest.mark.rule("AHD-A8.4e", refuses=True)
def test_after_intervention_the_south_sails_but_does_not_invade():
    field = persuaded()
    field.state.foreign = 1
    unit = field.rebel("MF", "Mobile")
    field.rebel("MF", "Mobile")
    field.marching(6, 6).answer(SAIL + box("Mobile"), unit)
    assert box("Savannah") in field.options and field.rule(box("New York")) == "AHD-A8.4e"
    field.answer(box("Savannah"))
    assert field.where(unit) == "Savannah"


@pytest.mark.rule("AHD-A8.4f")
def test_four_foreign_units_wait_in_europe():
    field = persuaded()
    field.player_turn()
    foreigners = [p for p in range(96) if field.state.box[p] == EUROPE]
    assert len(foreigners) == 4 and {field.state.kind[p] for p in foreigners} == {FX} and FIRE[FX] == 3 and EUROPE == N


@pytest.mark.rule("AHD-A8.4g", refuses=True)
def test_foreign_units_are_shipped_to_a_confederate_port():
    field = persuaded()
    field.player_turn()
    field.rolls(3)
    field.answer(SAIL + EUROPE)
    unit = field.options[0]
    field.answer(unit)
    assert field.rule(box("New York")) == "AHD-A8.4e" and field.rule(box("Atlanta")) is not None
    field.answer(box("Mobile"))
    assert field.where(unit) == "Mobile" and field.state.marches == 2


@pytest.mark.rule("AHD-A8.4h")
def test_foreign_units_do_not_count():
    field = persuaded()
    before = field.state.army(CSA)
    field.player_turn()
    assert field.state.army(CSA) == before == 1


@pytest.mark.rule("AHD-A8.4i", refuses=True)
def test_foreign_units_are_never_promoted():
    field = persuaded()
    foreign = field.rebel("FX", "Atlanta")
    field.state.foreign = 1
    field.promoting()
    assert field.rule(foreign) == "AHD-A8.4i"


@pytest.mark.rule("AHD-A8.4j", "AHD-A8.4k", "AHD-H2e")
@pytest.mark.parametrize(("die", "back"), [(4, 0), (5, 1), (6, 1)])
def test_a_lost_foreign_unit_is_replaced_on_a_five_or_six(die, back):
    field = persuaded()
    field.state.foreign = 1
    field.state.lose(field.rebel("FX", "Atlanta"))
    field.state.lose(field.rebel("FX", "Atlanta"))
    field.state.pool = [0, 0, 3, 0]
    assert field.state.foreign_lost == 2
    field.recruiting().rolls(die)
    assert sum(b == EUROPE for b in field.state.box) == back and field.state.foreign_lost == 2 - back
    assert field.state.recruits == 3 and TABLES.dice.foreign_replacement == 5  # the ordinary recruits come as well


@pytest.mark.rule("AHD-A8.3b", "AHD-H2j")
@pytest.mark.parametrize(("die", "joins"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_border_state_joins_above_its_number_not_at_it(die, joins):
    field = Field("border-states", side=CSA, turn=TURN_OF["1863-07"])  # -1 for the year,
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "St. Joseph", "St. Louis")  # +1: within five; Missouri asks for more than 3
    field.player_turn().rolls(die)
    assert field.told("border_plain") and field.state.pool[2] == joins


@pytest.mark.rule("AHD-A8.3a", "AHD-A8.3b")
def test_each_border_state_rolls_and_the_log_adds_up():
    field = Field("border-states", side=CSA, turn=TURN_OF["1862-07"])
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "St. Joseph", "St. Louis", "Bowling Green", "Louisville")
    field.player_turn().rolls(6)
    assert field.question.box == "border_die" and field.state.stack[-1] == One(Box.BORDER_DIE, 1)
    told = field.told("border_modified")[0]
    assert told["sum"] == 6 + told["mod"] and field.state.pool[2] == 1


@pytest.mark.rule("AHD-A8.3a")
def test_without_the_rule_no_border_state_is_asked():
    field = Field(side=CSA)
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "St. Joseph", "St. Louis")
    assert field.player_turn().question.box != "border_die"
