"""8.3-8.5: close assault, morale, retreat, displacement, advance."""

import pytest

from bivouac.titles.hold_the_line.printed.units import BLACK, DIE_OF_MORALE, GOLD, GREEN
from titles.hold_the_line.kit import C, Field, U

SWAMP = "s"


def assault(csa="infantry F5 green A", *dice, union="infantry E5 black X", **keys):
    """Infantry in E5 assaults F5; the dice are rolled."""
    return Field(union, csa, **keys).order("E5", "assault F5").rolls(*(dice or (6, 1, 1)))


def walls(*hexes):
    return dict.fromkeys(hexes, SWAMP)


# --- the assault (8.3) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.3a")
def test_only_an_assault_leads_to_a_test_and_a_retreat():
    f = Field("infantry E5 black", "infantry F5 green A").order("E5", "fire F5").rolls(5, 5, 5)
    assert f.box == "activate" and not f.told("colour") and f.where("A") == "F5"
    assert assault().box == "morale_die"


@pytest.mark.rule("HTL-8.3.1a")
@pytest.mark.rule("HTL-8.3.1a", refuses=True)
def test_infantry_and_cavalry_assault_artillery_and_gunboats_do_not():
    for kind in ("infantry", "cavalry"):
        assert Field(f"{kind} E5 black", "infantry F5 black").activate("E5").can("assault F5")
    assert Field("artillery E5 black", "infantry F5 black").activate("E5").no("assault F5").rule == "HTL-8.3.1a"
    assert Field("gunboat E5", "infantry F5 black", ground={"E5": "~"}).activate("E5").no("assault F5").rule == "HTL-8.3.1a"


@pytest.mark.rule("HTL-8.3.1b")
@pytest.mark.rule("HTL-8.3.1b", refuses=True)
def test_the_attacker_must_be_adjacent():
    f = Field("infantry E5 black", "infantry F5 black, infantry G6 black").activate("E5")
    assert f.can("assault F5") and f.no("assault G6").rule == "HTL-8.3.1b"


@pytest.mark.rule("HTL-8.3.1c")
@pytest.mark.rule("HTL-8.3.1c", refuses=True)
def test_an_assault_costs_two_points():
    assert assault("infantry F5 green", 1, 1, 1).ap == 8
    assert Field("infantry E5 black", "infantry F5 black", cap=(0, 0)).activate("E5").no("assault F5").rule == "HTL-8.3.1c"


@pytest.mark.rule("HTL-8.3.2a")
def test_three_dice_and_a_four_hits():
    for dice, hits in (((3, 3, 3), 0), ((4, 3, 3), 1), ((4, 5, 6), 3)):
        assert 4 - assault("infantry F5 green A", *dice).sp("A") == hits
    f = assault("infantry F5 green A", 1, 1, 1)
    assert f.box == "activate" and f.sp("X") == 4, "the defender does not strike back"


@pytest.mark.rule("HTL-8.3.2x1")
def test_example_into_the_forest_only_five_and_six_hit():
    assert assault("infantry F5 green A", 4, 5, 6, ground={"F5": "f"}).sp("A") == 2


# --- morale (8.3.3) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.3.3a")
def test_survivors_test_leaders_and_blocks_do_not():
    assert assault("infantry F5 green A", 1, 1, 1).box == "activate", "no hit, no test"
    assert assault("infantry F5 green 1 A", 6, 1, 2).box == "advance", "nobody is left to test"
    f = assault("cavalry F5 green 1 A, artillery F5 black G", 6, 2, 2).rolls(GREEN)
    assert [e["unit"].args["name"] for e in f.told("stands")] == ["G"]


@pytest.mark.rule("HTL-8.3.3b")
def test_one_coloured_die_for_each_hit():
    for dice, tests in (((4, 1, 1), 1), ((4, 4, 1), 2), ((4, 4, 4), 3)):
        f = assault("infantry F5 gold A", *dice)
        for _ in range(tests):
            assert f.box == "morale_die" and f.question.weights == (3, 2, 1)
            f.rolls(GREEN)
        assert f.box == "activate" and f.where("A") == "F5"
    assert DIE_OF_MORALE == (3, 2, 1)


@pytest.mark.rule("HTL-8.3.3c")
def test_every_unit_in_the_hex_takes_the_same_test_with_its_own_colour():
    f = assault("infantry F5 green A, artillery F5 black G").rolls(GREEN)
    assert f.where("A") != "F5" and f.where("G") == "F5"
    f = assault("infantry F5 green A, artillery F5 black G").rolls(BLACK)
    assert f.where("A") == "F5" and f.where("G") != "F5"


@pytest.mark.rule("HTL-8.3.3d")
def test_terrain_and_leader_add_up():
    def colour(morale, ground, leader):
        csa = f"infantry F5 {morale} A" + (", leader F5" if leader else "")
        f = assault(csa, 6, 2, 2, ground={"F5": ground}).rolls(GREEN)
        return (f.told("stands") + f.told("breaks"))[0]["colour"].id

    assert colour("green", "f", False) == BLACK and colour("green", ".", True) == BLACK
    assert colour("black", "f", False) == GOLD
    assert colour("green", "f", True) == GOLD and colour("black", "f", True) == GOLD
    assert colour("black", "=", True) == BLACK, "bridge and leader cancel each other"


@pytest.mark.rule("HTL-8.3.3e", "HTL-8.3.3f", "HTL-8.3.3g")
def test_exactly_the_colour_that_comes_up_retreats():
    for morale in ("green", "black", "gold"):
        for result, name in ((GREEN, "green"), (BLACK, "black"), (GOLD, "gold")):
            f = assault(f"infantry F5 {morale} A").rolls(result)
            assert (f.where("A") == "F5") == (morale != name), (morale, name)


@pytest.mark.rule("HTL-8.3.3h")
def test_one_matching_die_is_enough_and_the_retreat_is_one_hex():
    f = assault("infantry F5 green A", 4, 4, 1).rolls(BLACK, GREEN)
    assert f.where("A") == "G5"
    f = assault("infantry F5 green A", 4, 4, 4).rolls(GREEN, GREEN, GREEN)
    assert f.where("A") == "G5"


# --- advance (8.3.4) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.3.4a")
def test_the_attacker_may_advance_into_the_empty_hex():
    f = assault().rolls(GREEN)
    assert f.asked == (U, "advance") and f.do("advance").where("X") == "F5"
    assert assault().rolls(GREEN).do("stay").where("X") == "E5"
    assert assault("infantry F5 green 1 A").do("advance").where("X") == "F5"
    f = assault("infantry F5 green A, artillery F5 black G").rolls(GREEN)
    assert f.box == "activate", "the artillery still stands"


@pytest.mark.rule("HTL-8.3.4a")
def test_the_leader_may_go_along_if_he_has_not_acted_and_artillery_stays():
    union = "infantry E5 black X, artillery E5 black G, leader E5 L"
    f = assault(union=union).rolls(GREEN).do("advance led")
    assert f.where("X") == f.where("L") == "F5" and f.where("G") == "E5"
    f = assault(union=union).rolls(GREEN).do("advance")
    assert f.where("L") == "E5"
    f = Field("infantry E5 black X, leader D5 L", "infantry F5 green A").order("L", "move E5")
    f.order("E5", "assault F5").rolls(6, 1, 1).rolls(GREEN)
    assert f.no("advance led").rule == "HTL-8.3.4a"


@pytest.mark.rule("HTL-8.3.4x1")
def test_example_green_infantry_on_a_hill():
    f = assault("infantry F5 green A", 5, 1, 1, ground={"F5": "h"})
    assert f.sp("A") == 3 and f.rolls(BLACK).where("A") == "G5"
    assert assault("infantry F5 green A", 5, 1, 1, ground={"F5": "h"}).rolls(GREEN).where("A") == "F5"


@pytest.mark.rule("HTL-8.3.4x2")
def test_example_green_infantry_on_a_hill_with_a_leader():
    for result, stands in ((GREEN, True), (BLACK, True), (GOLD, False)):
        f = assault("infantry F5 green A, leader F5 L", 5, 2, 2, ground={"F5": "h"}).rolls(result)
        assert (f.where("A") == "F5") == stands


# --- retreat (8.4) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.4a")
def test_whoever_passes_the_test_stays():
    assert assault().rolls(GOLD).where("A") == "F5" and assault().rolls(GREEN).where("A") == "G5"


@pytest.mark.rule("HTL-8.4.1a")
@pytest.mark.rule("HTL-8.4.1a", refuses=True)
def test_away_from_the_attacker_and_toward_the_own_edge():
    """F5 is assaulted from E5. Toward the right edge G5 is nearest, toward the top F4, toward the bottom F6."""
    for edge, hex_name in (("right", "G5"), ("top", "F4"), ("bottom", "F6")):
        assert assault(home=("left", edge)).rolls(GREEN).where("A") == hex_name
    f = assault("infantry F5 green A, infantry I1 black, infantry I9 black", ground=walls("G5")).rolls(GREEN)
    assert f.asked == (C, "retreat") and f.hexes == ["F4", "F6"], "equally good: the owner chooses"
    assert f.no("E4").rule == "HTL-8.4.1a" and f.no("G5").rule == "HTL-8.4.1a"
    assert f.do("F6").where("A") == "F6"


@pytest.mark.rule("HTL-8.4.1a")
def test_of_hexes_equally_near_the_edge_the_one_nearer_to_friends():
    f = assault("infantry F5 green A, infantry G2 black", ground=walls("G5")).rolls(GREEN)
    assert f.where("A") == "F4"
    f = assault("infantry F5 green A, infantry G8 black", ground=walls("G5")).rolls(GREEN)
    assert f.where("A") == "F6"
    f = assault("infantry F5 green A, infantry E4 black, infantry G8 black", ground=walls("G5")).rolls(GREEN)
    assert f.where("A") == "F6", "friends who touch the attacker do not draw"


@pytest.mark.rule("HTL-8.4.1a")
def test_a_hex_clear_of_other_enemies_comes_before_the_nearest_one():
    f = assault("infantry F5 green A", union="infantry E5 black X, infantry H5 black Y").rolls(GREEN)
    assert f.where("A") == "F6", "G5 touches H5; F6 is nearer to the bystander than F4"


@pytest.mark.rule("HTL-8.4.1b")
def test_next_to_another_enemy_if_there_is_no_other_way():
    f = assault("infantry F5 green A", union="infantry E5 black X, infantry H5 black Y", ground=walls("F4", "F6")).rolls(GREEN)
    assert f.where("A") == "G5"


@pytest.mark.rule("HTL-8.4.1c")
def test_next_to_the_attacker_as_the_last_way():
    f = assault("infantry F5 green A", ground=walls("F4", "G5", "F6", "E4")).rolls(GREEN)
    assert f.where("A") == "E6"


@pytest.mark.rule("HTL-8.4.2a")
def test_no_way_is_elimination():
    f = assault("infantry F5 green A", ground=walls("F4", "G5", "F6", "E4", "E6")).rolls(GREEN)
    assert f.where("A") == "gone" and f.state.vp == [1, 0] and f.told("no_way_out") and f.box == "advance"
    edge = Field("infantry L5 black X", "infantry M5 green A", ground=walls("L4", "M4", "L6", "M6"))
    assert edge.order("L5", "assault M5").rolls(6, 1, 1).rolls(GREEN).where("A") == "gone", "the edge of the board is no way out"
    ring = "infantry E5 black X, infantry F4 black, infantry G5 black, infantry F6 black, infantry E4 black, infantry E6 black"
    assert assault("infantry F5 green A", union=ring).rolls(GREEN).where("A") == "gone"


def test_a_retreat_can_use_a_bridge_but_not_the_river():
    f = assault("infantry F5 green A", ground={"F4": "~", "G5": "=", "F6": "~"}).rolls(GREEN)
    assert f.where("A") == "G5"


# --- displacement (8.5) ---------------------------------------------------------------------------------------------

NARROW = ("F4", "E4", "E6", "F6")  # only G5 is open behind F5


@pytest.mark.rule("HTL-8.5a")
def test_a_friend_in_the_way_makes_room():
    f = assault("infantry F5 green A, infantry G5 black B", ground=walls(*NARROW, "G4", "G6")).rolls(GREEN)
    assert f.where("A") == "G5" and f.where("B") == "H5" and f.told("displaced")
    assert not f.told("stands"), "the displaced unit takes no test"
    f = assault("infantry F5 green A, infantry G5 black B", ground=walls("F4", "F6")).rolls(GREEN)
    assert f.where("A") == "G5" and f.where("B") == "H5", "a friend moved aside comes before a hex next to the attacker"
    f = assault("infantry F5 green A, infantry G5 black B").rolls(GREEN)
    assert f.hexes == ["F4", "F6"] and f.where("B") == "G5", "a free hex comes before any displacement"


@pytest.mark.rule("HTL-8.5a")
def test_artillery_displaces_artillery_and_joins_infantry():
    f = assault("artillery F5 green A, artillery G5 black B, infantry G5 black D", ground=walls(*NARROW)).rolls(GREEN)
    assert f.where("A") == "G5" and f.where("D") == "G5" and f.where("B") == "H5"
    f = assault("artillery F5 green A, infantry G5 black D", ground=walls(*NARROW)).rolls(GREEN)
    assert f.where("A") == f.where("D") == "G5" and not f.told("displaced")


@pytest.mark.rule("HTL-8.5b", "HTL-8.5c")
def test_only_one_unit_is_displaced_else_the_retreating_one_is_lost():
    crowd = "infantry F5 green A, infantry G5 black B, infantry H5 black D"
    f = assault(crowd, ground=walls(*NARROW, "G4", "G6")).rolls(GREEN)
    assert f.where("A") == "gone" and f.where("B") == "G5" and f.where("D") == "H5"


@pytest.mark.rule("HTL-8.5c")
def test_the_owner_chooses_where_the_displaced_unit_goes():
    crowd = "infantry F5 green A, infantry G5 black B, infantry I1 black, infantry I9 black"
    f = assault(crowd, ground=walls(*NARROW, "H5")).rolls(GREEN)
    assert f.asked == (C, "displace") and f.hexes == ["G4", "G6"]
    assert f.no("H5").rule == "HTL-8.5a" and f.do("G4").where("B") == "G4" and f.where("A") == "G5"


# --- leaders of broken units (8.5.2) --------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.5.2a")
def test_the_leader_of_an_eliminated_unit_rides_up_to_three_hexes():
    f = Field("infantry E5 black", "infantry F5 green 1 A, leader F5 L").order("E5", "fire F5").rolls(6, 2, 2)
    assert f.asked == (C, "escape") and {"G5", "H5", "I5"} <= set(f.hexes) and "J5" not in f.hexes and "E5" not in f.hexes
    assert f.refusal(f.number("E5")).rule == "HTL-8.5.2a"
    assert f.do("I5").where("L") == "I5" and f.box == "activate"
    f = assault("infantry F5 green 1 A, leader F5 L", 6, 2, 2)
    assert f.box == "escape" and f.do("G5").box == "advance"


@pytest.mark.rule("HTL-8.5.2a")
def test_a_leader_with_no_way_out_is_lost():
    f = assault("infantry F5 green 1 A, leader F5 L", 6, 2, 2, ground=walls("F4", "G5", "F6", "E4", "E6"))
    assert f.where("L") == "gone" and f.state.vp == [2, 0] and f.state.lost == [0, 1] and f.box == "advance"


@pytest.mark.rule("HTL-8.5.2a")
def test_the_leader_goes_with_the_unit_that_retreats_and_stays_with_one_that_stands():
    f = assault("infantry F5 green A, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("A") == f.where("L") == "G5"
    f = assault("infantry F5 green A, artillery F5 black G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("A") == "G5" and f.where("G") == f.where("L") == "F5"
    f = assault("infantry F5 green A, artillery F5 green G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("A") == f.where("L") == "G5" and f.where("G") != "F5", "all break: he goes with the infantry"


def test_a_retreat_onto_a_lone_enemy_leader_takes_him():
    f = assault("infantry F5 green A", union="infantry E5 black X, leader G5 L").rolls(GREEN)
    assert f.where("A") == "G5" and f.where("L") == "gone" and f.state.vp == [0, 1]


def test_the_owner_of_the_broken_unit_is_asked():
    f = assault("infantry F5 green A, infantry I1 black, infantry I9 black", ground=walls("G5")).rolls(GREEN)
    assert f.question.side == C and f.state.active == U
