"""10: victory."""

import pytest

from bivouac.titles.hold_the_line.printed.units import GREEN
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
    f = Field("infantry E5 black A", "infantry F5 black 1 B", top=CONTROL)
    assert f.state.vp == [0, 0] and f.state.blocks == [C], "it counts for the Union alone"
    assert f.order("A", "assault F5").rolls(6, 1, 1).do("advance").state.vp == [2, 0]


@pytest.mark.rule("HTL-3.1.6d", "HTL-10e")
def test_a_block_held_by_its_own_side_from_the_start_counts_only_after_the_enemy_has_had_it():
    f = Field("infantry F5 black A", "cavalry H5 black B", top=CONTROL)
    assert f.state.vp == [0, 0] and f.title.view(f.state, U).blocks[0][3] == U
    f.order("A", "move E5", "halt").end().end().order("A", "move F5", "halt")
    assert f.state.vp == [0, 0], "to leave and come back is no conquest"
    f.end().end().order("A", "move E5", "halt").end().order("B", "move G5", "move F5", "move F4")
    assert f.state.vp == [0, 0] and f.state.blocks == [C], "the enemy takes no point away that was never scored"
    assert f.end().order("A", "move F5").state.vp == [1, 0], "now it is retaken"


@pytest.mark.rule("HTL-10b", "HTL-3.1.6a", "HTL-10c")
def test_a_scenario_gives_units_and_blocks_other_values():
    top = (
        'blocks = [{ hex = "F5", scores = "union", kind = "capture", vp = 3 }, { hex = "G5", scores = "union", kind = "control", vp = 2 }]'
    )
    f = Field("infantry E5 black", "infantry F5 black 1 vp=2, leader F5 L vp=0", top=top).order("E5", "fire F5").rolls(6, 1, 2).rolls(1)
    assert f.state.vp == [2, 0], "two for the unit, nothing for the leader"
    f = Field("infantry E5 black A, infantry G6 black B", "cavalry H5 black K", top=top).order("A", "move F5", "halt")
    assert f.order("B", "move G5").state.vp == [5, 0]
    f.end().end().order("B", "move G6").end().order("K", "move G5", "halt", "hold")
    assert f.state.vp == [3, 0], "control of G5 is lost"
    assert f.title.view(f.state, U).blocks[1][4] == 2


@pytest.mark.rule("HTL-7.2.1b", "HTL-10e")
def test_a_unit_that_retreats_onto_a_block_occupies_it():
    top = 'blocks = [{ hex = "G5", scores = "csa", kind = "capture" }]'
    f = Field("infantry E5 black, infantry A1 black", "infantry F5 green A, infantry M5 black", bystanders=False, top=top)
    f.order("E5", "assault F5").rolls(6, 1, 1).rolls(GREEN)
    assert f.where("A") == "G5" and f.state.vp == [0, 1] and f.told("block_taken")


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
