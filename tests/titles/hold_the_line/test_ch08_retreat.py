"""8.4, 8.5: retreat and displacement."""

import pytest

from bivouac.titles.hold_the_line.printed.units import BLACK, GOLD, GREEN
from titles.hold_the_line.kit import C, Field, U

SWAMP = "s"


def assault(csa="infantry F5 green A", *dice, union="infantry E5 black X", spare="M5", frm="E5", at="F5", **keys):
    """Infantry in E5 assaults F5; the dice are rolled. A friend of the defenders stands in M5, straight behind them, so that their edge
    and their friends lie the same way."""
    f = Field(f"{union}, infantry A1 black", f"{csa}, infantry {spare} black spare", bystanders=False, **keys)
    return f.order(frm, f"assault {at}").rolls(*(dice or (6, 1, 1)))


def walls(*hexes):
    return dict.fromkeys(hexes, SWAMP)


# --- retreat (8.4) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.4a")
def test_whoever_passes_the_test_stays():
    assert assault().rolls(GOLD).where("A") == "F5" and assault().rolls(GREEN).where("A") == "G5"


@pytest.mark.rule("HTL-8.4.1a")
def test_away_from_the_attacker_and_toward_the_own_edge():
    """F5 is assaulted from E5. Toward the right edge G5 is nearest, toward the top F4, toward the bottom F6."""
    for edge, spare, hex_name in (("right", "M5", "G5"), ("top", "F1", "F4"), ("bottom", "F9", "F6")):
        assert assault(spare=spare, home=("left", edge)).rolls(GREEN).where("A") == hex_name


@pytest.mark.rule("HTL-8.4.1a")
def test_an_edge_is_as_far_on_even_rows_as_on_odd_ones():
    """Straight ahead is nearest to a left or right edge, whether the row stands half a hex to the right or not."""
    assert assault().rolls(GREEN).where("A") == "G5"
    f = assault("infantry F4 green A", union="infantry E4 black X", frm="E4", at="F4", spare="M4").rolls(GREEN)
    assert f.where("A") == "G4"
    for row, way in ((5, "D5"), (4, "D4")):
        f = Field(f"infantry E{row} green A, infantry A{row} black", f"infantry F{row} black X, infantry M9 black", bystanders=False)
        f.end().order("X", f"assault E{row}").rolls(6, 1, 1).rolls(GREEN)
        assert f.where("A") == way


@pytest.mark.rule("HTL-8.4.1a")
def test_toward_the_own_edge_or_toward_friends_as_the_owner_likes():
    """Friends stand in E3, F3 and G3, the own edge is the right one: G5 leads to the edge, F4 to the friends."""
    f = assault("infantry F5 green A, infantry E3 black, infantry F3 black", spare="G3").rolls(GREEN)
    assert f.asked == (C, "retreat") and f.hexes == ["F4", "G5"]
    assert f.do("F4").where("A") == "F4"


@pytest.mark.rule("HTL-8.4.1a")
@pytest.mark.rule("HTL-8.4.1a", refuses=True)
def test_of_two_groups_never_toward_the_one_nearest_to_the_attacker():
    """G5 is swamp. F4 and F6 are as near to the right edge; F3 is nearer to the attacker in E5 than G8 is."""
    f = assault("infantry F5 green A, infantry F3 black", spare="G8", ground=walls("G5"), home=("left", "bottom")).rolls(GREEN)
    assert f.where("A") == "F6", "neither edge nor friends lead to F4"
    f = assault("infantry F5 green A, infantry F3 black", spare="G8", ground=walls("G5")).rolls(GREEN)
    assert f.hexes == ["F4", "F6"], "F4 is as near to the edge"
    f = assault("infantry F5 green A", spare="F3", ground=walls("G5"), home=("left", "bottom")).rolls(GREEN)
    assert f.hexes == ["F4", "F6"], "a single group draws even if it is near"
    f = assault("infantry F5 green A, infantry F3 black, infantry I1 black", spare="I9", ground=walls("F6"), home=("left", "top"))
    f.rolls(GREEN)
    assert f.hexes == ["F4", "G5"] and f.no("F6").rule == "HTL-8.4.2a"
    f = assault("infantry F5 green A, infantry F3 black", spare="J7", home=("left", "right")).rolls(GREEN)
    assert f.hexes == ["G5", "F6"] and f.no("F4").name == "toward_the_edge_or_friends" and f.no("F4").rule == "HTL-8.4.1a"


@pytest.mark.rule("HTL-8.4.1a")
def test_friends_whose_hexes_touch_are_one_group():
    """F3 and F2 touch, so that F1 to F3 are one group, the only one: it draws although F3 is near the attacker."""
    f = assault("infantry F5 green A, infantry F3 black, infantry F2 black", spare="F1", ground=walls("G5"), home=("left", "bottom"))
    assert f.rolls(GREEN).hexes == ["F4", "F6"]


@pytest.mark.rule("HTL-8.4.1a")
def test_groups_next_to_the_attacker_do_not_draw():
    f = assault("infantry F5 green A, infantry D5 black", spare="E6", ground=walls("G5"), home=("left", "top")).rolls(GREEN)
    assert f.where("A") == "F4", "two groups, both next to the attacker: only the edge is left"


@pytest.mark.rule("HTL-8.4.1b")
@pytest.mark.rule("HTL-8.4.1b", refuses=True)
def test_next_to_another_enemy_if_there_is_no_other_way():
    f = assault("infantry F5 green A", union="infantry E5 black X, infantry H5 black Y", spare="F9").rolls(GREEN)
    assert f.hexes == ["F4", "F6"] and f.no("G5").rule == "HTL-8.4.1b", "G5 touches H5, the others touch nobody"
    f = assault("infantry F5 green A", union="infantry E5 black X, infantry H5 black Y", ground=walls("F4", "F6")).rolls(GREEN)
    assert f.where("A") == "G5"


@pytest.mark.rule("HTL-8.4.1b")
def test_gunboats_are_enemies_too():
    f = assault("infantry F5 green A", union="infantry E5 black X, gunboat H5", ground={"H5": "~"}, spare="F9").rolls(GREEN)
    assert f.hexes == ["F4", "F6"], "G5 is next to the gunboat"


@pytest.mark.rule("HTL-8.4.1c")
@pytest.mark.rule("HTL-8.4.1c", refuses=True)
def test_next_to_the_attacker_as_the_last_way():
    f = assault("infantry F5 green A", ground=walls("F4", "G5", "F6", "E4")).rolls(GREEN)
    assert f.where("A") == "E6"
    f = assault("infantry F5 green A", spare="F9").rolls(GREEN)
    assert f.no("E4").rule == "HTL-8.4.1c"


@pytest.mark.rule("HTL-8.4.2a")
@pytest.mark.rule("HTL-8.4.2a", refuses=True)
def test_no_way_is_elimination():
    f = assault("infantry F5 green A", ground=walls("F4", "G5", "F6", "E4", "E6")).rolls(GREEN)
    assert f.where("A") == "gone" and f.state.vp == [1, 0] and f.told("no_way_out") and f.box == "advance"
    edge = Field("infantry L5 black X", "infantry M5 green A", ground=walls("L4", "M4", "L6", "M6"))
    assert edge.order("L5", "assault M5").rolls(6, 1, 1).rolls(GREEN).where("A") == "gone", "the edge of the board is no way out"
    ring = "infantry E5 black X, infantry F4 black, infantry G5 black, infantry F6 black, infantry E4 black, infantry E6 black"
    assert assault("infantry F5 green A", union=ring).rolls(GREEN).where("A") == "gone"
    f = assault("infantry F5 green A", spare="F9", ground=walls("G5")).rolls(GREEN)
    assert f.no("G5").rule == "HTL-8.4.2a" and f.no("E5").rule == "HTL-8.4.2a"


def test_a_retreat_can_use_a_bridge_but_not_the_river():
    f = assault("infantry F5 green A", ground={"F4": "~", "G5": "=", "F6": "~"}).rolls(GREEN)
    assert f.where("A") == "G5"


def test_a_retreat_is_one_hex():
    f = assault("infantry F5 green A", spare="F9").rolls(GREEN)
    assert f.no("H5").rule == "HTL-8.4.1a" and f.no("H5").name == "one_hex_back"


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
    assert f.no("G5").rule == "HTL-8.5a"


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
    crowd = "infantry F5 green A, infantry G5 black B, infantry I1 black"
    f = assault(crowd, spare="I9", ground=walls(*NARROW, "H5")).rolls(GREEN)
    assert f.asked == (C, "displace") and f.hexes == ["G4", "G6"]
    assert f.no("H5").rule == "HTL-8.4.2a" and f.do("G4").where("B") == "G4" and f.where("A") == "G5"


@pytest.mark.rule("HTL-8.5c")
def test_a_displaced_unit_keeps_away_from_enemies_like_any_that_retreats():
    """B in G5 makes room: H5 is nearest to its edge but next to an enemy in I5; G4 and G6 touch nobody."""
    union = "infantry E5 black X, infantry I5 black Y"
    f = assault("infantry F5 green A, infantry G5 black B", union=union, ground=walls(*NARROW)).rolls(GREEN)
    assert f.asked == (C, "displace") and f.hexes == ["G4", "G6"] and f.no("H5").rule == "HTL-8.4.1b"


@pytest.mark.rule("HTL-8.5c")
def test_a_displaced_unit_goes_toward_its_own_edge_too():
    f = assault("infantry F5 green A, infantry G5 black B", spare="M1", home=("left", "top"), ground=walls(*NARROW, "H5")).rolls(GREEN)
    assert f.where("B") == "G4" and f.where("A") == "G5"


@pytest.mark.rule("HTL-8.4a")
def test_a_leader_stays_with_the_unit_that_stands():
    f = assault("infantry F5 gold A, artillery F5 green G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("G") == "G5" and f.where("A") == f.where("L") == "F5" and not f.told("went_along")
    f = assault("infantry F5 green A, artillery F5 gold G, leader F5 L", 6, 2, 2).rolls(BLACK)
    assert f.where("A") == "G5" and f.where("G") == f.where("L") == "F5"


@pytest.mark.rule("HTL-8.5c")
def test_the_leader_of_the_displaced_unit_goes_with_it():
    f = assault("infantry F5 green A, infantry G5 black B, leader G5 L", ground=walls(*NARROW, "G4", "G6")).rolls(GREEN)
    assert f.where("A") == "G5" and f.where("B") == f.where("L") == "H5"
    crowd = "artillery F5 green A, artillery G5 black B, infantry G5 black D, leader G5 L"
    f = assault(crowd, ground=walls(*NARROW)).rolls(GREEN)
    assert f.where("B") == "H5" and f.where("D") == f.where("L") == "G5", "he stays with the infantry"


def test_a_leader_stays_behind_where_only_his_unit_finds_room():
    f = assault("infantry F5 green A, leader F5 L, leader G5 M", 6, 2, 2, ground=walls(*NARROW)).rolls(BLACK)
    assert f.where("A") == f.where("M") == "G5" and f.where("L") == "F5"


@pytest.mark.rule("HTL-7.2.1b", "HTL-8.4.1a")
def test_a_retreat_onto_a_lone_enemy_leader_takes_him():
    f = assault("infantry F5 green A", union="infantry E5 black X, leader G5 L").rolls(GREEN)
    assert f.where("A") == "G5" and f.where("L") == "gone" and f.state.vp == [0, 1]


def test_the_owner_of_the_broken_unit_is_asked():
    f = assault("infantry F5 green A", spare="F9").rolls(GREEN)
    assert f.question.side == C and f.state.active == U


@pytest.mark.rule("HTL-8.4.1b", "HTL-8.5a")
@pytest.mark.rule("HTL-8.5a", refuses=True)
def test_a_friend_makes_room_before_a_unit_retreats_next_to_another_enemy():
    """G5 touches the enemy in H5; in F4 a friend can make room, and F4 touches nobody but the empty hexes around it."""
    f = assault("infantry F5 green A, infantry F4 black B", union="infantry E5 black X, infantry H5 black Y", ground=walls("F6"))
    f.rolls(GREEN).until(lambda q: q.box not in ("retreat", "displace"))
    assert f.where("A") == "F4" and f.where("B") != "F4" and f.told("displaced")
    f = assault("infantry F5 green A, infantry F4 black B", union="infantry E5 black X, infantry I5 black Y", ground=walls("F6"))
    assert f.rolls(GREEN).where("A") == "G5" and not f.told("displaced"), "G5 is as safe, and free"


@pytest.mark.rule("HTL-8.4.1c")
def test_a_leader_without_room_does_not_hold_his_unit_next_to_the_attacker():
    """The hexes behind E5 hold leaders: the unit goes there and its own leader may not."""
    f = Field("infantry F5 black", "infantry E5 green A, leader E5 L, leader D4, leader D5, leader D6", home=("right", "left"))
    f.order("F5", "assault E5").rolls(6, 3, 3).rolls(BLACK).until(lambda q: q.box != "retreat")
    assert f.where("A") in ("D4", "D5", "D6") and f.asked == (C, "escape") and f.where("L") == "E5"


@pytest.mark.rule("HTL-8.5a", "HTL-8.5c")
def test_a_leader_without_room_does_not_keep_his_unit_from_making_room():
    """A5 can only go to A6, whose infantry can only go to A7, where a leader stands already."""
    csa = "infantry A5 green A, infantry A6 black B, leader A6 L, leader A7 M"
    f = Field("infantry B5 black", csa, ground=walls("A4", "B6", "B7"), home=("right", "left"))
    f.order("B5", "assault A5").rolls(6, 3, 3).rolls(GREEN)
    assert (f.where("A"), f.where("B"), f.where("L"), f.where("M")) == ("A6", "A7", "A6", "A7")


@pytest.mark.rule("HTL-8.4.1a", "HTL-8.5.2a")
def test_a_leader_goes_with_his_retreating_unit_where_there_is_room():
    f = assault("infantry F5 green A, leader F5 L, leader G5 M", 6, 2, 2, spare="F1", ground=walls("F6")).rolls(BLACK)
    assert f.hexes == ["F4", "G5"] and f.do("F4").where("A") == f.where("L") == "F4"


@pytest.mark.rule("HTL-8.5c", "HTL-8.4.1c")
def test_a_displaced_unit_stays_next_to_the_attacker_where_there_is_no_other_way():
    """A can only go to E4, B in E4 only to D4; both are next to E5."""
    f = assault("infantry F5 green A, infantry E4 black B", ground=walls("F4", "G5", "E6", "F6", "E3", "F3")).rolls(GREEN)
    assert f.where("A") == "E4" and f.where("B") == "D4"


@pytest.mark.rule("HTL-8.4.1a")
def test_two_groups_as_near_to_the_attacker_both_draw():
    """F3 and F7 are two hexes from E5: neither is the nearer one."""
    f = assault("infantry F5 green A, infantry F3 black", spare="F7").rolls(GREEN)
    assert f.hexes == ["F4", "G5", "F6"]


@pytest.mark.rule("HTL-8.4.1a")
def test_a_single_group_draws_even_next_to_the_attacker():
    """The friend in E4 stands next to the attacker in E5; the own edge is the lower one."""
    f = assault("infantry F5 green A", spare="E4", home=("left", "bottom")).rolls(GREEN)
    assert f.hexes == ["F4", "F6"]


@pytest.mark.rule("HTL-8.4.1a")
def test_an_empty_corner_is_no_friend():
    """C3 falls back from D3: the edge and the friend in C9 both lie below."""
    f = assault("infantry C3 green A", union="infantry D3 black X", frm="D3", at="C3", spare="C9", home=("left", "bottom")).rolls(GREEN)
    assert f.where("A") == "B4"


@pytest.mark.rule("HTL-8.4.1c", "HTL-8.5a")
def test_a_unit_with_its_leader_pushes_a_friend_aside_rather_than_stay_next_to_the_attacker():
    """E4 is free but next to E5; in G5 stands a friend without a leader, who makes room."""
    f = assault("infantry F5 green A, leader F5 L, infantry G5 black B", 6, 2, 2, ground=walls("F4", "E6", "F6")).rolls(BLACK)
    f.until(lambda q: q.box not in ("displace", "retreat"))
    assert f.where("A") == f.where("L") == "G5" and f.where("B") != "G5"


@pytest.mark.rule("HTL-8.5.2a")
def test_a_leader_does_not_follow_into_a_ford_that_is_closed_to_him():
    ford = '[ford]\nhexes = "G5"\nkinds = ["infantry"]'
    f = assault("infantry F5 green A, leader F5 L", 6, 2, 2, ground=walls(*NARROW) | {"G5": "~"}, more=ford).rolls(BLACK)
    assert f.where("A") == "G5" and f.where("L") == "gone", "left alone, with no way out"
