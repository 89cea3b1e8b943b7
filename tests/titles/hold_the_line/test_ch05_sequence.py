"""5: the sequence of play."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.hold_the_line import TITLE
from kit import Position
from titles.hold_the_line.kit import C, Field, U

# --- 5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-5.0a")
def test_the_scenario_says_who_begins():
    assert Field(first="csa").asked[0] == C and Field(first="union").asked[0] == U


@pytest.mark.rule("HTL-5.0b", "HTL-6.1a", "HTL-6.1.1a")
def test_a_die_is_added_to_the_command_points():
    f = Field(cap=(4, 2), roll=None)
    assert f.asked == (Side.CHANCE, "ap_die")
    assert f.rolls(5).ap == 7
    assert f.told("points")[0] == {**f.told("points")[0], "cap": 4, "ap": 7, "die": 5}


@pytest.mark.rule("HTL-5.0c", "HTL-5.1a")
def test_actions_come_in_any_order():
    f = Field("infantry E5 black A, infantry E7 black 2 B, leader E7 L, infantry C3 black D", "infantry F5 black")
    f.state.sp[f.at("B")] = 1
    f.order("A", "assault F5").rolls(1, 1, 1).order("L", "rally").rolls(0).order("D", "move C4", "halt")
    assert f.box == "activate" and f.ap == 6
    f = Field("infantry E5 black A, infantry C3 black D", "infantry F5 black").order("D", "move C4", "halt").order("A", "fire F5")
    assert f.box == "dice"


@pytest.mark.rule("HTL-5.0d")
def test_victory_is_checked_after_the_actions():
    f = Field("infantry E5 black, infantry E6 black", "infantry F5 black 1", vp=(1, 9)).order("E5", "fire F5").rolls(6, 1, 1)
    assert f.state.vp == [1, 0] and f.state.stack, "the turn goes on"
    f.do("end")
    assert f.state.outcome.winner == U and f.told("score")[-1] == {"union": 1, "csa": 0}


@pytest.mark.rule("HTL-5.0e")
def test_the_other_player_does_the_same():
    f = Field(cap=(1, 2)).end(None)
    assert f.asked == (Side.CHANCE, "ap_die")
    assert f.rolls(6).asked == (C, "activate") and f.ap == 5
    assert f.end(None).state.turn == 2 and f.told("score") == [{"union": 0, "csa": 0}] * 2


@pytest.mark.rule("HTL-5.0f")
def test_the_turn_marker_advances():
    f = Field()
    assert f.state.turn == 1 and f.end().state.turn == 1 and f.end().state.turn == 2
    assert [e["turn"] for e in f.told("turn")] == [1, 1, 2]


@pytest.mark.rule("HTL-5.1b")
@pytest.mark.rule("HTL-5.1b", refuses=True)
def test_actions_are_limited_by_points_and_abilities():
    f = Field("infantry E5 black", "infantry F5 black", cap=(0, 0)).order("E5", "fire F5").rolls(1, 1, 1)
    assert f.state.active == C, "the one point is spent and the turn is over"
    crowd = "infantry B1 black, infantry A2 black, infantry C1 black, infantry B2 black"
    f = Field(crowd, ground={"C2": "s"}).order("C1", "move D1", "halt")
    assert f.can_activate("A1") is False and f.not_active("A1").rule == "HTL-5.1b"


@pytest.mark.rule("HTL-5.1x1")
def test_example_of_the_wilderness():
    p = Position(TITLE, "wilderness")
    assert p.state.active == U and p.rolls(5).state.ap == 8
