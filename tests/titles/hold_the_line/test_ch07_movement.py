"""7: movement."""

import pytest

from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import Box
from bivouac.titles.hold_the_line.printed.map import BIT, HEX_NUMBERS
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, CAVALRY, GREEN, INFANTRY, LEADER
from kit import Position
from titles.hold_the_line.kit import Field


def led(kind="infantry", enemy="infantry H5 black", **keys):
    return Field(f"{kind} E5 black A, leader E5 L", enemy, **keys)


# --- 7 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-7.1a")
@pytest.mark.rule("HTL-7.1a", refuses=True)
def test_hex_by_hex():
    f = Field("cavalry E5 black A").activate("A")
    assert f.no("move G5").rule == "HTL-7.1a" and sorted(f.hexes) == ["D4", "D5", "D6", "E4", "E6", "F5"]
    f = Field("cavalry E6 black A").activate("A")
    assert sorted(f.hexes) == ["D6", "E5", "E7", "F5", "F6", "F7"], "rows 2, 4, 6 and 8 stand half a hex to the right"


@pytest.mark.rule("HTL-7.1b", "HTL-9.1.2b")
@pytest.mark.rule("HTL-7.1b", "HTL-9.1.2b", refuses=True)
def test_never_above_the_allowance_without_a_leader_or_a_march():
    f = Field("cavalry E5 black A").order("A", "move F5", "move G5", "move H5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("artillery E5 black A").order("A", "move F5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("infantry E5 black A", "infantry G5 black").order("A", "move F5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("infantry E5 black A").order("A", "move F5", "move G5")
    assert f.box == "activate" and f.where("A") == "G5", "a march is two hexes, not three"


@pytest.mark.rule("HTL-7.1.1a")
@pytest.mark.rule("HTL-7.1.1a", refuses=True)
def test_one_move_a_turn():
    f = Field("infantry E5 black A").order("A", "move F5", "halt")
    assert f.not_active("A").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-7.2x1")
def test_example_infantry_with_artillery_next_to_infantry():
    f = Field("infantry E5 black A, artillery E5 black G, infantry F5 black B").activate("A")
    assert not f.can("move F5")
    f = Field("infantry E5 black A, artillery E5 black G, infantry F5 black B").order("G", "move F5")
    assert f.where("G") == f.where("B") == "F5"


@pytest.mark.rule("HTL-7.2.1a")
def test_leaders_block_nobody():
    f = Field("cavalry E5 black A, leader F5 L", "leader G5 Lee").order("A", "move F5", "move G5", "move H5")
    assert f.where("A") == "H5" and f.where("L") == "F5"


@pytest.mark.rule("HTL-7.2.1b", "HTL-7.2.1c")
def test_a_lone_enemy_leader_is_lost_and_the_unit_goes_on():
    f = Field("cavalry E5 black A", "leader F5 Lee").order("A", "move F5")
    assert f.where("Lee") == "gone" and f.state.vp == [1, 0] and f.state.lost == [0, 1] and f.told("overrun")
    assert f.box == "step" and f.do("move G5").where("A") == "G5"
    f = Field("cavalry E5 black A", "leader F5 Lee, artillery F5 black").activate("A")
    assert f.no("move F5").rule == "HTL-7.2.1c", "not while a unit is with him"


@pytest.mark.rule("HTL-7.3a")
@pytest.mark.rule("HTL-7.3a", refuses=True)
def test_a_forced_march_of_two_hexes_away_from_the_enemy():
    f = Field("infantry E5 black A").order("A", "move F5", "move G5")
    assert f.where("A") == "G5" and f.ap == 9 and f.told("forced_march")
    f = Field("infantry E5 black A", "infantry D5 black").order("A", "move F5")
    assert f.box == "activate", "it began next to an enemy"
    f = Field("infantry E5 black A", "infantry F4 black").order("A", "move F5")
    assert f.box == "activate", "it passes an enemy"
    f = Field("infantry E5 black A", "infantry H5 black").order("A", "move F5")
    assert f.box == "step" and f.no("move G5").rule == "HTL-7.3a", "it would end next to one"


@pytest.mark.rule("HTL-7.3a")
def test_gunboats_count_as_enemies_for_a_march_lone_leaders_and_blocks_do_not():
    top = 'blocks = [{ hex = "G6", scores = "csa", kind = "capture" }]'
    f = Field("infantry E5 black A", "leader H5 Lee", top=top).order("A", "move F5", "move G5")
    assert f.where("A") == "G5"
    f = Field("infantry E5 black A", "gunboat F4", ground={"F4": "~"}).order("A", "move F5")
    assert f.box == "activate"


@pytest.mark.rule("HTL-7.3b")
@pytest.mark.rule("HTL-7.3b", refuses=True)
def test_terrain_ends_a_march():
    f = Field("infantry E5 black A", ground={"F5": "h"}).order("A", "move F5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("infantry E5 black A", ground={"G5": "s"}).order("A", "move F5")
    assert f.no("move G5").rule == "HTL-2.2.2b"


@pytest.mark.rule("HTL-7.3c")
@pytest.mark.rule("HTL-7.3c", refuses=True)
def test_a_march_and_the_leaders_hex_do_not_add_up():
    f = led(enemy="").order("A", "ride F5", "move G5")
    assert f.where("A") == "G5" and f.ap == 9, "away from the enemy the second hex is a march, without an extra point"
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a", "and there is no third"


def test_hex_names_and_numbers_agree():
    assert HEX_NUMBERS["A1"] == 0 and HEX_NUMBERS["M9"] == 116 and HEX_NUMBERS["B2"] == 14


FORD = '[ford]\nhexes = "F5 G5"\nkinds = ["infantry", "cavalry", "leader"]'
WET = {"F5": "~", "G5": "~"}


@pytest.mark.rule("HTL-2.2.3b")
def test_whoever_enters_a_ford_stops_there_and_does_nothing_else():
    f = Field("cavalry E5 black A", "infantry F4 black", ground=WET, more=FORD).order("A", "move F5")
    assert f.where("A") == "F5" and f.box == "activate", "no second hex, and cavalry in the water does not fire"
    assert f.not_active("A").rule == "HTL-6.1.4a"
    f = Field("cavalry E5 black A", "infantry F4 black", ground={"G5": "~"}, more='[ford]\nhexes = "G5"\nkinds = ["cavalry"]')
    assert f.order("A", "move F5", "halt").box == "mounted", "on the bank it does"
    f = Field("leader E5 L", ground={**WET, "F4": "s", "F6": "s"}, more=FORD).activate("L")
    assert f.can("move F5") and f.no("move G5").rule == "HTL-9.1a", "a leader stops, too"


@pytest.mark.rule("HTL-2.2.3b")
def test_the_creek_at_petersburg_can_be_waded_the_appomattox_cannot():
    f = Position(TITLE, "petersburg").state
    creek, river = HEX_NUMBERS["F5"], HEX_NUMBERS["F1"]
    assert all(f.field.open_to[kind] & BIT[creek] for kind in (INFANTRY, CAVALRY, LEADER)) and not f.field.open_to[ARTILLERY] & BIT[creek]
    assert not any(f.field.open_to[kind] & BIT[river] for kind in (INFANTRY, CAVALRY, ARTILLERY, LEADER))
    assert f.field.stop_from[creek] & BIT[HEX_NUMBERS["G5"]], "entering ends the move"


@pytest.mark.rule("HTL-7.3a")
def test_infantry_that_starts_next_to_a_gunboat_does_not_march():
    f = Field("infantry E5 black A", "gunboat D5", ground={"D5": "~"}).order("A", "move F5")
    assert f.box == "activate" and f.where("A") == "F5"


@pytest.mark.rule("HTL-6.2.4a", "HTL-6.2.4f")
def test_cavalry_that_starts_next_to_an_enemy_may_still_be_driven_on():
    f = Field("cavalry E5 black A, leader E5 L", "infantry D5 black").order("A", "ride F5", "move G5", "move H5", "move I5")
    assert f.where("A") == f.where("L") == "I5" and f.ap == 8


@pytest.mark.rule("HTL-7.1a", "HTL-8.0a")
def test_the_corner_of_the_map_is_a_hex_like_any_other():
    """A1 is hex number nought: one moves, rides, fires, assaults and falls back there as anywhere."""
    f = Field("infantry B1 black A, leader B1 L, infantry L9 black", "infantry K9 black", bystanders=False).activate("A")
    assert f.can("move A1") and f.can("ride A1")
    f = Field("infantry A1 black A, infantry L9 black", "infantry K9 black", bystanders=False)
    assert f.can_activate("A") and f.activate("A").can("move B1")
    f = Field("infantry B1 black A, leader B1 L, infantry L9 black", "infantry K9 black", bystanders=False).activate("L")
    assert f.can("move A1")
    f = Field("infantry B1 black A, infantry L9 black", "infantry A1 black B, infantry K9 black", bystanders=False)
    assert f.activate("A").can("fire A1") and f.can("assault A1") and f.no("move A1").rule == "HTL-7.2.1c"
    marsh = {"first": "csa", "ground": {"A2": "s", "B2": "s"}}
    f = Field("infantry B1 green B, infantry L9 black", "infantry C1 black A, infantry K9 black", bystanders=False, **marsh)
    assert f.order("A", "assault B1").rolls(6, 1, 1).rolls(GREEN).where("B") == "A1"
    f = Field("gunboat B1 G, infantry L9 black", "infantry K9 black", bystanders=False, ground=dict.fromkeys(("A1", "B1", "C1"), "~"))
    assert f.activate("G").hexes == ["A1", "C1"]
    shut = Field("gunboat B1 G, infantry L9 black", "infantry K9 black", bystanders=False, ground={"B1": "~"})
    assert not shut.can_activate("G"), "there is no water in the corner, and nobody in reach"
    shut = Field(
        "leader B1 L, infantry L9 black", "infantry K9 black", bystanders=False, ground=dict.fromkeys(("A1", "C1", "A2", "B2"), "s")
    )
    assert not shut.can_activate("L")


@pytest.mark.rule("HTL-7.1a", "HTL-10c")
def test_a_step_is_told_before_what_it_wins():
    top = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }, { hex = "G5", scores = "union", kind = "control" }]'
    f = Field("cavalry E5 black A", top=top).order("A", "move F5", "move G5")
    assert [e.kind.name for e in f.state.log if not e.kind.effect][-4:] == ["moved", "block_taken", "stepped", "block_held"]


@pytest.mark.rule("HTL-7.3a")
def test_a_forced_march_may_end_in_the_corner():
    f = Field("infantry C1 black A, infantry L9 black", "infantry K9 black", bystanders=False).order("A", "move B1")
    assert f.can("move A1")


@pytest.mark.rule("HTL-6.2.4a")
def test_the_last_point_pays_the_leaders_extra_hex():
    for points, driven in ((2, True), (1, False)):
        f = Field("infantry E5 black A, leader E5 L", "infantry D5 black", cap=(points - 1, 9)).order("A", "ride F5")
        assert (f.state.stack[-1].box == Box.STEP and f.can("move G5")) == driven
