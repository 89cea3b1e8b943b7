"""10.0 to 13.0 and O5.0: how long it lasts, and who has won."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.printed.map import CSA, MAP, UNION
from bivouac.titles.house_divided.printed.units import PRIZES, TABLES, TURN_OF
from bivouac.titles.house_divided.rules.ch11_victory import judge
from titles.house_divided.kit import Field, box, lazily

PRIZE_NAMES = tuple(MAP.name[b] for b in PRIZES)


def outcome(field):
    result = field.state.outcome
    return (result.winner, result.rule, result.ending) if result else None


@pytest.mark.rule("AHD-11.0a", "AHD-11.0b")
def test_the_union_wins_with_the_seven_cities():
    field = Field()
    field.owns(UNION, *[n for n in PRIZE_NAMES if n != "Atlanta"])
    unit = field.unit("FV", "Chattanooga")
    field.owns(UNION, "Chattanooga")
    field.marching(1).go(unit, "Atlanta")
    assert outcome(field) is None
    lazily(field)
    assert outcome(field) == (Side.UNION, "AHD-11.0a", "union_cities")
    field = Field()
    field.owns(UNION, *PRIZE_NAMES[1:])
    lazily(field.ending())
    assert outcome(field) is None


@pytest.mark.rule("AHD-11.0b", "AHD-9.0g")
def test_the_seventh_city_falls_back_to_the_south_and_not_to_the_union():
    field = Field(side=CSA)
    field.owns(UNION, *PRIZE_NAMES)
    rider = field.rebel("MC", "Atlanta")
    field.unit("MF", "Chicago")
    lazily(field.ending())
    assert outcome(field) is None and field.state.owner[box("Atlanta")] == CSA
    field.state.active = CSA
    field.marching(1).go(rider, "Macon (GA)")
    assert outcome(field) is None and field.state.owner[box("Atlanta")] == CSA


@pytest.mark.rule("AHD-11.0c")
def test_the_confederacy_wins_with_washington():
    field = Field(side=CSA)
    field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")


@pytest.mark.rule("AHD-11.0d", "AHD-11.0x1")
def test_the_confederacy_wins_with_the_larger_maximum():
    field = Field(side=CSA)
    field.owns(CSA, "Louisville", "Cairo", "Chicago")  # 31 - 31
    assert field.state.maximum == (31, 31)
    lazily(field.ending())
    assert outcome(field) is None
    field.state.active = CSA
    field.owns(UNION, "Natchez")
    field.owns(CSA, "Canton", "Natchez")
    assert field.state.maximum == (30, 31)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0d", "army_maximum")


def test_a_maximum_that_changes_in_the_middle_of_a_turn_wins_at_once():
    field = Field()
    rider = field.unit("MC", "Nashville")
    field.owns(CSA, "Louisville", "Cairo", "Chicago")
    field.state.set_owner(box("Nashville"), UNION)
    field.state.held |= 1 << box("Nashville")
    field.owns(CSA, "Canton")
    assert field.state.maximum == (30, 30)
    field.marching(2).go(rider, "Sparta")
    assert outcome(field) == (Side.CSA, "AHD-11.0d", "army_maximum")


@pytest.mark.rule("AHD-11.0e")
def test_the_confederacy_wins_by_holding_out():
    field = Field(side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")


@pytest.mark.rule("AHD-12.0a")
def test_an_inexperienced_union_has_a_turn_to_undo_it():
    field = Field("inexperienced-union", side=CSA)
    rebel = field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) is None and field.state.active == UNION
    lazily(field)
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")
    field = Field("inexperienced-union", side=CSA)
    rebel = field.rebel("MF", "Washington")
    field.ending()
    field.state.take_off(rebel)
    field.unit("MF", "Washington")
    lazily(field)
    assert outcome(field) is None and field.state.owner[box("Washington")] == UNION
    field = Field("inexperienced-union", side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")


@pytest.mark.rule("AHD-13.0b")
@pytest.mark.parametrize(("more", "winner", "ending"), [((), Side.UNION, "short_union"), (("Savannah",), Side.CSA, "short_csa")])
def test_the_short_game_as_printed_asks_for_five_times_as_many(more, winner, ending):
    field = Field("five-times-as-large", scenario="1861-short", side=CSA, turn=10)
    south = [name for b, name in enumerate(MAP.name) if MAP.owner[b] == CSA and name not in ("Richmond", "Charleston (SC)", "Mobile")]
    field.owns(UNION, *south).owns(CSA, *more)
    assert field.state.maximum == (35, 7 + len(more))
    field.ending()
    assert outcome(field) == (winner, "AHD-13.0b", ending)


@pytest.mark.rule("AHD-13.0a", "AHD-13.0b")
def test_the_short_game_is_judged_by_its_margin():
    setup = TITLE.scenarios["1861-short"].data
    assert (setup.first_turn, setup.last_turn, TABLES.victory.short_game_margin) == (1, 10, 5)
    field = Field(scenario="1861-short", side=CSA, turn=10)
    field.ending()
    assert outcome(field) == (Side.UNION, "AHD-13.0b", "short_union")
    field = Field(scenario="1861-short", side=CSA, turn=10)
    field.owns(CSA, "Louisville")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-13.0b", "short_csa")
    field = Field(scenario="1861-short", side=CSA, turn=5)
    field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")


@pytest.mark.rule("AHD-O5.0k", "AHD-O5.0l", "AHD-O5.0m")
def test_the_victory_table():
    steps = ["north_victory", "north_advantage", "north_edge", "historical", "south_edge", "south_advantage", "south_victory"]
    for row, top in ((1862, 11), (1863, 15), (1864, 19)):
        assert [judge(row, top - i)[0] for i in range(7)] == steps
        assert judge(row, top + 9)[0] == "north_victory" and judge(row, top - 12)[0] == "south_victory"
    assert judge(1862, 9)[1] == Side.UNION and judge(1862, 8)[1] is None and judge(1862, 7)[1] == Side.CSA


@pytest.mark.rule("AHD-O5.0g", "AHD-O5.0h")
def test_scenarios_end_in_march_and_use_the_row_of_that_march():
    cases = (("1861-march", 7, 1862, "south_victory"), ("1862", 17, 1863, "historical"), ("1863", 27, 1864, "historical"))
    for scenario, turn, row, ending in cases:
        setup = TITLE.scenarios[scenario].data
        assert (setup.last_turn, setup.row, setup.victory) == (turn, row, "table") and turn == TURN_OF[f"{row}-03"]
        field = Field(scenario=scenario, side=CSA, turn=turn)
        if scenario == "1863":
            field.owns(UNION, "Natchez", "Jackson", "Montgomery", "Selma", "Shreveport")  # 35 - 19
        if scenario == "1862":
            field.owns(UNION, "Natchez", "Jackson", "Montgomery", "Shreveport")  # 35 - 23
        field.ending()
        assert outcome(field)[2] == ending
    assert TITLE.scenarios["1864"].data.victory == "campaign" and TITLE.scenarios["1864"].data.last_turn == 40


@pytest.mark.rule("AHD-O5.0f")
def test_scenarios_may_be_played_with_the_usual_conditions():
    field = Field("campaign-victory", scenario="1862", side=CSA, turn=17)
    lazily(field.ending())
    assert outcome(field) is None and field.state.turn == 18
    field = Field("campaign-victory", scenario="1862", side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")
    with pytest.raises(BadSetup):
        TITLE.setup("1861", ["campaign-victory"])
    with pytest.raises(BadSetup):
        TITLE.setup("1861-short", ["campaign-victory"])


@pytest.mark.rule("AHD-O5.0g", "AHD-O5.0l", "AHD-O5.0m")
@pytest.mark.parametrize(
    ("scenario", "option", "month", "rule"),
    [
        ("1861", "march-1863", "1863-03", "AHD-O5.0l"),
        ("1861", "march-1864", "1864-03", "AHD-O5.0m"),
        ("1862", "march-1864", "1864-03", "AHD-O5.0m"),
    ],
)
def test_any_start_may_be_judged_in_a_later_march(scenario, option, month, rule):
    field = Field(option, scenario=scenario, side=CSA, turn=TURN_OF[month])
    assert TITLE.view(field.state, None).last_turn == TURN_OF[month]
    field.rebel("MF", "Atlanta")
    field.unit("MF", "Chicago")
    field.ending()
    assert field.state.outcome is not None and field.state.outcome.rule == rule
    field = Field(option, scenario=scenario, side=CSA, turn=TURN_OF[month] - 1)
    field.rebel("MF", "Atlanta")
    field.unit("MF", "Chicago")
    assert lazily(field.ending()).state.outcome is None
