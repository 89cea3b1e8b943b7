"""10: victory."""

import pytest

from titles.hold_the_line.kit import C, Field, U

# --- victory (10) ---------------------------------------------------------------------------------------------------

CONTROL = 'blocks = [{ hex = "F5", scores = "union", kind = "control" }]'


@pytest.mark.rule("HTL-10a")
def test_the_scenario_sets_the_points_needed():
    f = Field("infantry E5 black", "infantry F5 black 1, cavalry F6 black 1", vp=(2, 5)).order("E5", "fire F5").rolls(6, 1, 1).end()
    assert f.state.stack
    f.end().order("E5", "move F5").end().end().order("F5", "fire F6").rolls(6, 1, 1).do("end")
    assert f.state.outcome.winner == U and f.state.outcome.rule == "HTL-10a"


@pytest.mark.rule("HTL-10b")
def test_one_point_for_each_unit_or_leader_eliminated():
    f = Field("infantry E5 black", "infantry F5 black 1, leader F5 L").order("E5", "fire F5").rolls(6, 1, 1).rolls(1)
    assert f.state.vp == [2, 0]
    f = Field("infantry E5 black", "infantry F5 black 1 B").order("E5", "fire F5").rolls(6, 1, 1).end()
    assert (f.not_active("B").rule, f.not_active("B").name) == ("HTL-10b", "is_in_play")


@pytest.mark.rule("HTL-10d")
def test_a_block_to_conquer_counts_only_for_the_army_named():
    top = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }]'
    f = Field("infantry D5 black A", "infantry G5 black B", top=top).end().order("B", "move F5", "halt").end()
    assert f.state.vp == [0, 0] and f.state.blocks == [-1]
    f = Field("infantry E5 black A", top=top).order("A", "move F5", "halt")
    assert f.state.vp == [1, 0]


@pytest.mark.rule("HTL-10e")
def test_control_belongs_to_the_last_to_occupy_the_hex():
    f = Field("infantry E5 black A, leader E6 L", "infantry H5 black B", top=CONTROL).order("A", "move F5", "halt")
    assert f.state.vp == [1, 0] and f.end().end().order("A", "move E5", "halt").state.vp == [1, 0], "it stays his when he leaves"
    f.end().order("B", "move G5", "halt").end().end().order("B", "move F5")
    assert f.state.vp == [0, 0], "until the enemy comes"
    f = Field("leader E5 L, infantry A5 black", top=CONTROL).order("L", "move F5")
    assert f.state.vp == [0, 0], "a leader alone controls nothing"


@pytest.mark.rule("HTL-10f")
def test_when_the_turns_run_out():
    for side, winner in (("union", U), ("csa", C)):
        f = Field(turns=1, time_out=side).end().end(None)
        assert f.state.outcome.winner == winner and f.state.outcome.rule == "HTL-10f" and f.state.outcome.ending == "time"
    more = {"turns": 1, "time_out": "more_vp", "top": 'tie = "csa"'}
    f = Field(**more).end().end(None)
    assert f.state.outcome.winner == C and f.state.outcome.ending == "tied_points"
    f = Field("infantry E5 black", "infantry F5 black 1", **more).order("E5", "fire F5").rolls(6, 1, 1).end().end(None)
    assert f.state.outcome.winner == U and f.state.outcome.ending == "more_points"


@pytest.mark.rule("HTL-10a", "HTL-5.0d")
def test_if_both_have_reached_their_target_the_player_whose_turn_it_is_wins():
    for first, winner in (("union", U), ("csa", C)):
        f = Field("infantry E5 black", "infantry F5 black", first=first, vp=(1, 1))
        f.state.vp[:] = [1, 1]
        assert f.do("end").state.outcome.winner == winner


@pytest.mark.rule("HTL-10e")
def test_whoever_stands_on_a_block_at_the_start_controls_it():
    assert Field("infantry F5 black", top=CONTROL).state.vp == [1, 0]
    f = Field("infantry E5 black A", "infantry F5 black 1 B", top=CONTROL)
    assert f.state.vp == [0, 0] and f.state.blocks == [C], "it counts for the Union alone"
    assert f.order("A", "assault F5").rolls(6, 1, 1).do("advance").state.vp == [2, 0]


RIDE = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }, { hex = "G5", scores = "union", kind = "control" }]'


@pytest.mark.rule("HTL-10c")
def test_blocks_are_taken_in_passing():
    f = Field("cavalry E5 black A", top=RIDE).order("A", "move F5", "move G5", "move H5")
    assert f.state.vp == [2, 0] and f.ap == 9


@pytest.mark.rule("HTL-10c")
def test_by_the_other_reading_a_move_must_end_on_the_block():
    f = Field("cavalry E5 black A", "", "blocks-need-a-halt", top=RIDE).order("A", "move F5", "move G5", "move H5")
    assert f.state.vp == [0, 0]
    f = Field("cavalry E5 black A", "", "blocks-need-a-halt", top=RIDE).order("A", "move F5", "halt")
    assert f.state.vp == [1, 0]
    f = Field("infantry E5 black A", "infantry F5 black 1", "blocks-need-a-halt", top=RIDE).order("A", "assault F5").rolls(6, 1, 1)
    assert f.do("advance").state.vp == [2, 0], "an advance ends there"


@pytest.mark.rule("HTL-10f")
def test_the_last_turn_is_played_to_its_end():
    f = Field(turns=2, time_out="csa")
    for turn in (1, 2):
        for side in (U, C):
            assert f.state.turn == turn and f.question.side == side
            f.end()
    assert f.state.outcome == (C, "HTL-10f", "time")
