"""9, 10, 11: leaders, victory, the optional rules."""

import pytest

from bivouac.core.title import BadSetup
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.units import BLACK, GOLD, GREEN
from bivouac.titles.hold_the_line.rules.ch05_sequence import command_points
from titles.hold_the_line.kit import C, Field, U


def wounded(*options, union="infantry E5 black A, leader E5 L", sp=1, **keys):
    """A unit that has lost blocks, with its leader."""
    f = Field(union, keys.pop("csa", ""), *options, **keys)
    f.state.sp[f.at("A")] = sp
    return f


# --- moving (9.1) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-9.0a", "HTL-9.1a")
@pytest.mark.rule("HTL-9.1a", refuses=True)
def test_a_leader_moves_three_hexes_and_terrain_stops_him():
    assert TITLE.rulebook["HTL-9.0a"].chapter == "9"
    f = Field("leader E5 L", ground={"F4": "f", "F5": "f", "F6": "f", "E4": "f", "E6": "f"}).activate("L")
    assert f.can("move F5") and f.no("move G5").rule == "HTL-9.1a"
    assert f.do("move F5").ap == 9
    f = Field("leader E5 L").activate("L")
    assert f.can("move H5") and f.no("move I5").rule == "HTL-9.1a"


@pytest.mark.rule("HTL-9.1b")
def test_a_leader_passes_through_friends_and_other_leaders():
    ring = "infantry F5 black, infantry E4 black, infantry E6 black, infantry D5 black, infantry D4 black, infantry D6 black"
    f = Field(f"leader E5 L, leader F5 M, {ring}").activate("L")
    assert f.can("move G5") and f.can("move E4") and not f.can("move F5")
    f = Field("leader E5 L", "infantry F5 black").activate("L")
    assert not f.can("move F5"), "not through enemies"


@pytest.mark.rule("HTL-9.1.2a")
def test_the_extra_hex_costs_two_points_in_all_and_ends_next_to_an_enemy():
    f = Field("infantry E5 black A, leader E5 L", "infantry H5 black").order("A", "ride F5", "move G5")
    assert f.ap == 8 and f.where("A") == f.where("L") == "G5" and f.told("driven_on") and f.box == "activate"
    f = Field("infantry E5 black A, leader E5 L", "infantry H5 black", cap=(0, 0)).order("A", "ride F5")
    assert "G5" not in f.hexes, "with one point there is only the march"


@pytest.mark.rule("HTL-9.1.2c")
@pytest.mark.rule("HTL-9.1.2c", refuses=True)
def test_no_extra_hex_for_artillery_nor_for_cavalry_that_fires():
    f = Field("artillery E5 black A, leader E5 L").order("A", "ride F5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("cavalry E5 black A, leader E5 L", "infantry J5 black").order("A", "ride F5", "move G5", "move H5", "move I5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a", "driven on, it does not fire"
    f = Field("cavalry E5 black A, leader E5 L", ground={"F5": "f"}).order("A", "ride F5")
    assert f.box == "activate"


# --- in combat (9.2, 9.3) -------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-9.2a")
def test_a_leader_steadies_every_unit_in_his_hex():
    f = Field("infantry E5 black", "infantry F5 green A, artillery F5 black G, leader F5 L")
    f.order("E5", "assault F5").rolls(6, 2, 2).rolls(BLACK)
    assert {e["unit"].args["name"]: e["colour"].id for e in f.told("breaks") + f.told("stands")} == {"A": BLACK, "G": GOLD}


@pytest.mark.rule("HTL-9.2a")
def test_a_leader_who_falls_no_longer_helps():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "assault F5").rolls(6, 1, 2).rolls(1).rolls(GREEN)
    assert f.where("L") == "gone" and f.told("breaks")[0]["colour"].id == GREEN


@pytest.mark.rule("HTL-9.3a", "HTL-9.3.1a")
def test_a_natural_one_threatens_the_leader():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L", ground={"F5": "f"}).order("E5", "fire F5").rolls(1, 2, 2)
    assert f.box == "leader_die"
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L", ground={"F5": "f"}).order("E5", "fire F5").rolls(2, 2, 2)
    assert f.box == "activate", "a 2 lowered to 1 by the forest is no threat"
    assert Field("infantry E5 black", "infantry F5 green A").order("E5", "fire F5").rolls(1, 1, 1).box == "activate"


@pytest.mark.rule("HTL-9.3.1b")
def test_in_fire_one_die_however_many_ones():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "fire F5").rolls(1, 1, 1)
    assert f.rolls(2).box == "activate" and f.where("L") == "F5"
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "fire F5").rolls(1, 1, 1).rolls(1)
    assert f.where("L") == "gone" and f.state.vp == [1, 0]


@pytest.mark.rule("HTL-9.3.1c")
def test_in_an_assault_one_die_for_each_one():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "assault F5").rolls(1, 1, 1)
    f.rolls(6, 5)
    assert f.box == "leader_die" and f.rolls(1).where("L") == "gone"
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "assault F5").rolls(1, 1, 2).rolls(1)
    assert f.where("L") == "gone" and f.box == "activate", "the first 1 is enough"


@pytest.mark.rule("HTL-9.3.1d")
def test_a_lost_leader_costs_a_command_point_from_then_on():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L", cap=(4, 4)).order("E5", "fire F5").rolls(1, 1, 1).rolls(1)
    assert f.end(1).ap == 4 and f.end(1).ap == 5 and f.end(1).ap == 4


@pytest.mark.rule("HTL-9.3.1e")
@pytest.mark.rule("HTL-9.3.1e", refuses=True)
def test_a_lone_leader_is_no_target():
    f = Field("infantry E5 black", "leader F5 L").activate("E5")
    assert f.no("fire F5").rule == "HTL-9.3.1e" and f.no("assault F5").rule == "HTL-9.3.1e" and f.can("move F5")


@pytest.mark.rule("HTL-9.3.1x1")
def test_example_a_leader_dies_in_an_assault():
    f = Field("infantry E5 black", "infantry F5 black A, leader F5 L", cap=(4, 4)).order("E5", "assault F5").rolls(6, 1, 1)
    assert f.sp("A") == 3 and f.box == "leader_die"
    f.rolls(4, 1)
    assert f.where("L") == "gone" and command_points(f.state, C) == 3


@pytest.mark.rule("HTL-9.3.2a", "HTL-9.3.2b")
def test_losses_of_leaders_add_up_but_never_below_zero():
    f = Field(cap=(4, 2))
    for lost, cap in ((1, 1), (2, 0), (3, 0)):
        f.state.lost[C] = lost
        assert command_points(f.state, C) == cap
    assert f.end(1).ap == 1


# --- reinforcing (9.4) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-9.4a")
@pytest.mark.rule("HTL-9.4a", refuses=True)
def test_infantry_and_cavalry_are_reinforced_artillery_is_not():
    for kind in ("infantry", "cavalry"):
        assert wounded(union=f"{kind} E5 black A, leader E5 L").activate("L").can("rally")
    assert wounded(union="artillery E5 black A, leader E5 L").activate("L").no("rally").rule == "HTL-9.4a"
    assert Field("leader E5 L").activate("L").no("rally").rule == "HTL-9.4a"


@pytest.mark.rule("HTL-9.4b")
@pytest.mark.rule("HTL-9.4b", refuses=True)
def test_neither_may_have_moved():
    f = wounded(union="infantry E5 black A, leader D5 L").order("A", "move D5", "halt").activate("L")
    assert f.no("rally").rule == "HTL-9.4b"
    f = wounded(union="infantry E5 black A, leader D5 L").order("L", "move E5")
    assert f.not_active("L").rule == "HTL-6.1.4a"
    f = wounded(csa="infantry F5 black").order("A", "fire F5").rolls(1, 1, 1).activate("L")
    assert f.no("rally").rule == "HTL-9.4b", "it has fought"


@pytest.mark.rule("HTL-9.4c")
@pytest.mark.rule("HTL-9.4c", refuses=True)
def test_one_unit_one_point_one_block_for_each_leader():
    f = wounded(union="infantry E5 black A, leader E5 L, infantry G5 black B, leader G5 M")
    f.state.sp[f.at("B")] = 1
    f.order("L", "rally").rolls(GREEN)
    assert f.ap == 9 and f.sp("A") == 2 and f.not_active("L").rule == "HTL-6.1.4a"
    assert f.order("M", "rally").rolls(GREEN).sp("B") == 2


@pytest.mark.rule("HTL-9.4d")
@pytest.mark.rule("HTL-9.4d", refuses=True)
def test_never_above_the_first_strength():
    assert wounded(sp=4).activate("L").no("rally").rule == "HTL-9.4d"
    f = Field("infantry E5 black 2 A, leader E5 L").activate("L")
    assert f.no("rally").rule == "HTL-9.4d", "it began the scenario with two"


@pytest.mark.rule("HTL-9.4e")
def test_the_units_own_colour_is_failure_whatever_the_ground():
    for morale, colours in (("green", (1, 2, 2)), ("black", (2, 1, 2)), ("gold", (2, 2, 1))):
        union = f"infantry E5 {morale} A, leader E5 L"
        found = [wounded(union=union, ground={"E5": "f"}).order("L", "rally").rolls(c).sp("A") for c in (GREEN, BLACK, GOLD)]
        assert tuple(found) == colours


@pytest.mark.rule("HTL-9.4f")
def test_the_point_is_spent_anyway():
    assert wounded().order("L", "rally").rolls(BLACK).ap == 9 == wounded().order("L", "rally").rolls(GREEN).ap


@pytest.mark.rule("HTL-9.4g")
@pytest.mark.rule("HTL-9.4g", refuses=True)
def test_a_reinforced_unit_does_nothing_else():
    for colour in (GREEN, BLACK):
        f = wounded().order("L", "rally").rolls(colour)
        assert f.not_active("A").rule == "HTL-6.1.4a" and f.not_active("L").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-9.4x1")
def test_example_of_reinforcing():
    f = wounded(sp=1).order("L", "rally").rolls(GOLD)
    assert f.sp("A") == 2 and f.ap == 9 and not f.can_activate("A")


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


# --- optional rules (11) --------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-11a")
def test_every_optional_rule_can_be_switched_by_itself():
    for option in TITLE.options:
        assert TITLE.setup("bull-run-1", [option]).stack
    both = ["attacker_morale", "no_rally_when_hit", "hill_artillery", "advance_after_fire", "union_plus_1", "csa_minus_2"]
    assert set(TITLE.options) >= set(both) and TITLE.setup("bull-run-1", both).stack


@pytest.mark.rule("HTL-11.1a", "HTL-11.1b")
def test_attackers_test_their_nerve():
    f = Field("infantry E5 black A", "infantry F5 black", "attacker_morale").order("A", "assault F5")
    assert f.box == "nerve" and f.ap == 8
    assert f.rolls(GREEN).box == "dice", "it charges"
    f = Field("infantry E5 black A", "infantry F5 black B", "attacker_morale", ground={"E5": "f"}).order("A", "assault F5").rolls(BLACK)
    assert f.box == "nerve_fire" and f.ap == 8, "its own colour, its terrain does not count: it may only fire"
    assert not f.can("assault F5") and f.do("fire F5").rolls(5, 4, 4).sp("B") == 3 and f.ap == 8
    f = Field("infantry E5 black A", "infantry F5 black", "attacker_morale").order("A", "assault F5").rolls(BLACK).do("hold")
    assert f.not_active("A").rule == "HTL-6.1.4a" and f.ap == 8


@pytest.mark.rule("HTL-11.1c")
def test_a_leader_steadies_the_attacker():
    f = Field("infantry E5 black A, leader E5 L", "infantry F5 black", "attacker_morale").order("A", "assault F5")
    assert f.rolls(BLACK).box == "dice"
    f = Field("infantry E5 black A, leader E5 L", "infantry F5 black", "attacker_morale").order("A", "assault F5")
    assert f.rolls(GOLD).box == "nerve_fire"


@pytest.mark.rule("HTL-11.2a")
@pytest.mark.rule("HTL-11.2a", refuses=True)
def test_units_that_were_hit_are_not_reinforced():
    for option, hit, can in (("no_rally_when_hit", True, False), ("no_rally_when_hit", False, True), ("", True, True)):
        f = wounded(*filter(None, [option]), sp=3, csa="infantry F5 black B").end().order("B", "fire E5").rolls(5 if hit else 1, 2, 2)
        if f.box == "leader_die":
            f.rolls(6)
        f.end().activate("L")
        assert f.can("rally") == can
        if not can:
            assert f.no("rally").rule == "HTL-11.2a"
    f = wounded("no_rally_when_hit", sp=3, csa="infantry F5 black B").end().order("B", "fire E5").rolls(5, 2, 2).end().end().end()
    assert f.activate("L").can("rally"), "a turn later it may"


@pytest.mark.rule("HTL-11.3a")
def test_artillery_on_a_hill_fires_four_hexes_far():
    f = Field("artillery E5 black", "infantry I5 black B", "hill_artillery", ground={"E5": "h"}).order("E5", "fire I5").rolls(6, 5, 5)
    assert f.sp("B") == 3
    f = Field("artillery E5 black", "infantry I5 black B", "hill_artillery").activate("E5")
    assert f.no("fire I5").rule == "HTL-8.1.3a", "not from the plain"
    f = Field("artillery E5 black", "infantry I5 black B", ground={"E5": "h"}).activate("E5")
    assert f.no("fire I5").rule == "HTL-8.1.3a", "not without the rule"
    f = Field("infantry E5 black", "infantry H5 black B", "hill_artillery", ground={"E5": "h"}).activate("E5")
    assert not f.can("fire H5"), "not for infantry"


@pytest.mark.rule("HTL-11.4a")
def test_advance_after_fire():
    f = Field("infantry E5 black A", "infantry F5 black 1", "advance_after_fire").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "advance" and f.do("advance").where("A") == "F5"
    f = Field("artillery E5 black A", "infantry F5 black 1", "advance_after_fire").order("A", "fire F5").rolls(6, 1, 1, 1)
    assert f.do("advance").where("A") == "F5", "artillery too"
    f = Field("infantry E5 black A", "infantry G5 black 1", "advance_after_fire").order("A", "fire G5").rolls(6, 1, 1)
    assert f.box == "activate", "not from afar"
    f = Field("infantry E5 black A", "infantry F5 black 1, artillery F5 black", "advance_after_fire").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "activate", "the hex is not empty"
    f = Field("infantry E5 black A", "infantry F5 black 1").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "activate", "not without the rule"


@pytest.mark.rule("HTL-11.5a")
def test_handicaps_change_the_command_points():
    assert Field("", "", "union_plus_2", cap=(4, 4)).ap == 7
    f = Field("", "", "union_minus_1", "csa_minus_2", cap=(4, 4))
    assert f.ap == 4 and f.end(1).ap == 3
    with pytest.raises(BadSetup):
        TITLE.setup("bull-run-1", ["union_plus_1", "union_minus_1"])
