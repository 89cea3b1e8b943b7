"""8.3, 8.5.2: close assault, morale, advance, leaders of broken units."""

import pytest

from bivouac.titles.hold_the_line.printed.units import BLACK, DIE_OF_MORALE, GOLD, GREEN
from titles.hold_the_line.kit import C, Field, U

SWAMP = "s"


def assault(csa="infantry F5 green A", *dice, union="infantry E5 black X", spare="M5", frm="E5", at="F5", **keys):
    """Infantry in E5 assaults F5; the dice are rolled. A friend of the defenders stands in M5, straight behind them, so that their edge
    and their friends lie the same way."""
    f = Field(f"{union}, infantry A1 black", f"{csa}, infantry {spare} black spare", bystanders=False, **keys)
    return f.order(frm, f"assault {at}").rolls(*(dice or (6, 1, 1)))


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
    assert Field("gunboat E5", "infantry F5 black", ground={"E5": "~", "D5": "~"}).activate("E5").no("assault F5").rule == "HTL-8.3.1a"


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
    block = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }]'
    f = assault("cavalry F5 green 1 A, artillery F5 black G, leader F5 L", 6, 2, 2, top=block).do("stay").rolls(GREEN)
    assert [e["unit"].args["name"] for e in f.told("stands") + f.told("breaks")] == ["G"], "neither the leader nor the block"
    assert f.where("L") == "F5" and f.state.blocks == [-1]


@pytest.mark.rule("HTL-8.5.2a")
@pytest.mark.parametrize("order", ["fire", "assault"])
def test_the_leader_of_an_eliminated_unit_may_leave_artillery_behind(order):
    f = Field("infantry E5 black", "infantry F5 green 1 A, artillery F5 gold G, leader F5 L").order("E5", f"{order} F5").rolls(6, 2, 2)
    assert f.asked == (C, "escape") and f.can("stay") and f.can("G5") and not f.can("E5")
    f.do("H5")
    assert f.where("L") == "H5" and f.where("G") == "F5"
    assert f.box == ("morale_die" if order == "assault" else "activate"), "the artillery tests without him"
    f = Field("infantry E5 black", "infantry F5 green 1 A, artillery F5 green G, leader F5 L").order("E5", "assault F5").rolls(6, 2, 2)
    f.do("stay").rolls(GREEN)
    assert f.told("stands")[0]["colour"].id == BLACK and f.where("L") == f.where("G") == "F5", "he stays and steadies it"


@pytest.mark.rule("HTL-8.5.2a")
def test_a_leader_with_no_way_out_is_lost_with_his_unit():
    ground = dict.fromkeys(("F4", "E4", "E6", "F6", "G5"), "s")
    f = Field("infantry E5 black", "infantry F5 green 1 A, artillery F5 gold G, leader F5 L", ground=ground)
    assert f.order("E5", "fire F5").rolls(6, 2, 2).where("L") == "gone" and f.where("G") == "F5" and f.state.vp == [2, 0]
    leaders = "infantry F5 green 1 A, leader F5 L, leader G5 M"
    f = (
        Field("infantry E5 black", leaders, ground=ground | {"G5": ".", "G4": "s", "H5": "s", "G6": "s"})
        .order("E5", "fire F5")
        .rolls(6, 2, 2)
    )
    assert f.where("L") == "F5" and f.told("stayed"), "only another leader is in his way: he stays"


@pytest.mark.rule("HTL-8.5.2a")
def test_a_leader_whose_artillery_is_lost_too_is_asked_again():
    f = Field("infantry E5 black", "infantry F5 green 1 A, artillery F5 green G, leader F5 L", ground=dict.fromkeys(("E4", "E6"), "s"))
    f.order("E5", "assault F5").rolls(6, 6, 2)
    assert f.do("stay").rolls(GREEN, BLACK).box in ("retreat", "advance")
    ring = "infantry E5 black, infantry F4 black, infantry E4 black, infantry E6 black, infantry F6 black, infantry A9 black"
    f = (
        Field(
            ring,
            "infantry F5 green 1 A, artillery F5 green G, leader F5 L, artillery G5 black H, artillery H5 black, artillery G4 black, "
            "artillery G6 black",
        )
        .order("E5", "assault F5")
        .rolls(6, 6, 2)
    )
    assert f.where("A") == "gone" and f.do("stay").rolls(BLACK, BLACK).where("G") == "gone", "no friend can make room"
    assert f.asked == (C, "escape") and f.do("stay").box == "advance"


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
    f = Field("infantry E5 black X, leader D5 L", "infantry F5 green 1 A").order("L", "move E5")
    f.order("E5", "assault F5").rolls(6, 1, 1)
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


# --- leaders of broken units (8.5.2) --------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.5.2a")
def test_the_leader_of_an_eliminated_unit_rides_up_to_three_hexes():
    f = Field("infantry E5 black", "infantry F5 green 1 A, leader F5 L").order("E5", "fire F5").rolls(6, 2, 2)
    assert f.asked == (C, "escape") and {"G5", "H5", "I5"} <= set(f.hexes) and "J5" not in f.hexes and "E5" not in f.hexes
    assert f.refusal(f.number("E5")).rule == "HTL-8.5.2a" and f.refusal(f.number("J5")).name == "hexes_to_flee_to"
    assert f.do("I5").where("L") == "I5" and f.box == "activate"
    f = assault("infantry F5 green 1 A, leader F5 L", 6, 2, 2)
    assert f.box == "escape" and f.do("G5").box == "advance"


@pytest.mark.rule("HTL-8.5.2a")
def test_he_may_also_stay_alone():
    """Artillery in D5 eliminates the infantry in G5 from three hexes away: its leader need not leave."""
    f = Field("artillery D5 black", "infantry G5 green 1 A, leader G5 L").order("D5", "fire G5").rolls(6, 2, 2)
    assert f.asked == (C, "escape") and f.can("stay")
    assert f.do("stay").where("L") == "G5" and f.box == "activate" and f.told("stayed")


@pytest.mark.rule("HTL-8.5.2a", "HTL-7.2.1b")
def test_a_leader_who_stays_is_lost_if_the_attacker_comes_in():
    f = assault("infantry F5 green 1 A, leader F5 L", 6, 2, 2).do("stay")
    assert f.box == "advance" and f.do("advance").where("L") == "gone" and f.state.vp == [2, 0]
    f = assault("infantry F5 green 1 A, leader F5 L", 6, 2, 2).do("stay", "stay")
    assert f.where("L") == "F5" and f.state.vp == [1, 0]


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
    f = assault("artillery F5 green G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("G") == f.where("L") == "G5", "guns alone"
    f = assault("infantry F5 gold A, artillery F5 green G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("A") == f.where("L") == "F5" and f.where("G") == "G5", "the infantry stands, and he with it"


@pytest.mark.rule("HTL-8.3.4a")
def test_an_advance_uses_up_the_leaders_turn():
    f = assault(union="infantry E5 black X, leader E5 L").rolls(GREEN).do("advance led")
    assert f.not_active("L").rule == "HTL-6.1.4a"
    f = assault(union="infantry E5 black X, leader E5 L").rolls(GREEN).do("advance")
    assert f.can_activate("L")


@pytest.mark.rule("HTL-8.3.4a")
def test_the_log_says_whether_the_leader_went_along():
    for word, n in (("advance", 0), ("advance led", 1)):
        f = Field("infantry E5 black A, leader E5 L", "infantry F5 black 1").order("A", "assault F5").rolls(6, 1, 1).do(word)
        assert len(f.told("went_along")) == n and f.where("L") == ("F5" if n else "E5")


@pytest.mark.rule("HTL-8.1.2a")
def test_the_dice_are_told_before_the_losses():
    f = Field("infantry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(6, 1, 1)
    assert [e.kind.name for e in f.state.log if not e.kind.effect][-2:] == ["fired", "lost_strength"]
