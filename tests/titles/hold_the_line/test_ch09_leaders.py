"""9: leaders."""

import pytest

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


@pytest.mark.rule("HTL-9.0a")
def test_leaders_command_lead_and_reinforce():
    """What the chapter promises of them: command points, an extra hex, steadier morale, blocks brought back."""
    f = wounded(cap=(4, 4), csa="infantry H5 black").activate("L")
    assert f.can("rally") and f.can("move F5")
    f = wounded(cap=(4, 4), csa="infantry H5 black").order("A", "ride F5", "move G5")
    assert f.where("A") == f.where("L") == "G5"
    f.state.lost[U] = 1
    assert command_points(f.state, U) == 3


@pytest.mark.rule("HTL-9.1a")
@pytest.mark.rule("HTL-9.1a", refuses=True)
def test_a_leader_moves_three_hexes_and_terrain_stops_him():
    f = Field("leader E5 L", ground={"F4": "f", "F5": "f", "F6": "f", "E4": "f", "E6": "f"}).activate("L")
    assert f.can("move F5") and f.no("move G5").rule == "HTL-9.1a"
    assert f.do("move F5").ap == 9
    f = Field("leader E5 L").activate("L")
    assert f.can("move H5") and f.no("move I5").rule == "HTL-9.1a"


@pytest.mark.rule("HTL-9.1a")
def test_a_trench_stops_a_leader_only_through_its_protected_sides():
    """E5 is walled in but for D5, which leads nowhere, and F5, a trench whose west side is protected: he cannot ride on from there.
    Protected to the east he can."""
    walls = dict.fromkeys(("E4", "E6", "D4", "D6", "C4", "C5", "C6"), "s")
    for sides, on in (("W", False), ("E NE SE", True)):
        cover = f'cover = [{{ kind = "trench", sides = "{sides}", hexes = "F5" }}]'
        f = Field("leader E5 L", ground={**walls, "F5": "x"}, top=cover).activate("L")
        assert f.can("move F5") and f.can("move G5") == on, sides


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


def two_leaders(*options):
    f = wounded(*options, union="infantry E5 black A, leader E5 L, infantry G5 black B, leader G5 M")
    f.state.sp[f.at("B")] = 1
    return f


@pytest.mark.rule("HTL-9.4c")
@pytest.mark.rule("HTL-9.4c", refuses=True)
def test_one_unit_a_turn_for_one_point_and_one_block():
    f = two_leaders().order("L", "rally").rolls(GREEN)
    assert f.ap == 9 and f.sp("A") == 2 and f.not_active("L").rule == "HTL-6.1.4a"
    assert f.activate("M").no("rally").rule == "HTL-9.4c"
    f = two_leaders().order("L", "rally").rolls(BLACK).activate("M")
    assert f.no("rally").rule == "HTL-9.4c", "an attempt that fails counts, too"
    f = two_leaders().order("L", "rally").rolls(GREEN).end().end()
    assert f.order("M", "rally").rolls(GREEN).sp("B") == 2, "a turn later it may"


@pytest.mark.rule("HTL-9.4c")
def test_by_the_other_reading_every_leader_may_reinforce():
    f = two_leaders("rally-by-each-leader").order("L", "rally").rolls(GREEN).order("M", "rally").rolls(GREEN)
    assert f.sp("A") == f.sp("B") == 2


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


@pytest.mark.rule("HTL-9.3.1a")
def test_in_an_assault_every_1_is_a_die_until_one_kills():
    f = Field("infantry E5 black", "infantry F5 gold A, leader F5 L").order("E5", "assault F5").rolls(1, 1, 2)
    assert f.box == "leader_die" and f.rolls(2).box == "leader_die" and f.rolls(6).box == "activate" and f.where("L") == "F5"
    f = Field("infantry E5 black", "infantry F5 gold A, leader F5 L").order("E5", "assault F5").rolls(1, 1, 2).rolls(2, 1)
    assert f.where("L") == "gone" and f.state.lost == [0, 1], "the second die kills, too"
    f = Field("infantry E5 black", "infantry F5 gold A, leader F5 L").order("E5", "assault F5").rolls(1, 1, 1).rolls(1)
    assert f.where("L") == "gone" and f.box == "activate", "nobody is left to roll for"


@pytest.mark.rule("HTL-2.1.2b", refuses=True)
def test_a_leader_does_not_ride_where_only_his_men_can_go():
    f = Field("infantry E5 black, leader E5 L", ground={"F5": "~"}, more='[ford]\nhexes = "F5"\nkinds = ["infantry"]').activate("E5")
    assert f.can("move F5") and f.no("ride F5").name == "the_leader_can_come"


@pytest.mark.rule("HTL-9.4a")
def test_a_leader_who_is_closed_in_may_still_reinforce():
    around = dict.fromkeys(("D4", "E4", "D5", "F5", "D6", "E6"), "s")
    f = Field("infantry E5 black A, leader E5 L", ground=around)
    assert not f.can_activate("L")
    f.state.sp[f.at("A")] -= 1
    TITLE.flow.run(f.state)
    assert f.can_activate("L")
