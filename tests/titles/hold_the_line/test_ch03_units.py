"""3: strength, morale, and what each kind of unit can do."""

import re

import pytest

from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.draw.faces import face
from bivouac.titles.hold_the_line.printed.map import HEX_NAMES, HEX_NUMBERS
from bivouac.titles.hold_the_line.printed.scenarios import field_for
from bivouac.titles.hold_the_line.printed.units import (
    ARTILLERY,
    BLACK,
    CAVALRY,
    GOLD,
    GREEN,
    GUNBOAT,
    INFANTRY,
    KIND_ROWS,
    LEADER,
    MOVES,
    NEEDS,
    STRENGTH,
    TABLES,
)
from titles.hold_the_line.kit import Field

RIVER = {"G1": "~", "G2": "~", "G3": "~", "G4": "=", "G5": "~", "G6": "~"}


def boat(union="gunboat G1", csa="", **keys):
    """A river down the board, with a bridge in G4."""
    return Field(union, csa, ground=RIVER, **keys)


# --- 3.0 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.0a")
def test_a_unit_has_a_type_strength_morale_and_allowance():
    f = Field("cavalry E5 gold")
    row = f.state.field.pieces[f.at("E5")]
    assert (row.kind, row.strength, row.morale, MOVES[row.kind]) == (CAVALRY, 2, GOLD, 3)


@pytest.mark.rule("HTL-3.0.1a")
def test_union_pieces_are_blue_and_confederate_ones_are_not():
    """The largest shape of a piece, its frame: blue, more blue than red, for the Union; the butternut grey of the other side is not."""
    for side, words in enumerate(("infantry E5 black", "infantry F5 black")):
        f = Field(words) if side == 0 else Field("", words)
        token = next(t for t in TITLE.table.layout(TITLE.view(f.state, None)).tokens if t.id == f"piece:{f.at(words.split()[1])}")
        red, _, blue = (int(re.search(r'fill="#(\w{6})"', face(token.face)).group(1)[i : i + 2], 16) for i in (0, 2, 4))
        assert (blue > red) == (side == 0)


@pytest.mark.rule("HTL-3.0.1b", "HTL-3.0.2a")
def test_strength_is_the_number_of_blocks():
    assert STRENGTH == (4, 2, 2, 1, 1) and all(1 <= n <= 4 for n in STRENGTH)


@pytest.mark.rule("HTL-3.0.2b")
def test_a_unit_that_is_hit_loses_blocks():
    f = Field("infantry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(5, 6, 1)
    assert f.sp("F5") == 2 and f.told("lost_strength") == [{**f.told("lost_strength")[0], "n": 2, "left": 2}]


@pytest.mark.rule("HTL-3.0.2c")
def test_reinforcing_adds_a_block_and_leaves_morale_alone():
    f = Field("infantry E5 black 4 Porter, leader E5 Hooker")
    f.state.sp[f.at("Porter")] = 2
    f.order("Hooker", "rally").rolls(GREEN)
    assert f.sp("Porter") == 3 and f.state.field.morale_of[f.at("Porter")] == BLACK


@pytest.mark.rule("HTL-3.0.2d")
def test_blocks_never_pass_between_units():
    f = Field("infantry E5 black 1 A, artillery E5 black B")
    f.order("B", "move E6").order("A", "move E6")
    assert f.sp("A") == 1 and f.sp("B") == 2


@pytest.mark.rule("HTL-3.0.3a", "HTL-3.1a")
def test_every_unit_but_leaders_and_gunboats_has_one_morale_colour():
    for scenario in TITLE.scenarios.values():
        for side in (0, 1):
            for unit in field_for(scenario).file.side(side).units:
                assert (unit.morale is None) == (unit.kind in ("leader", "gunboat")), unit


@pytest.mark.rule("HTL-3.0.3b")
def test_morale_decides_who_retreats():
    f = Field("infantry E5 black", "infantry F5 green").order("E5", "assault F5").rolls(4, 1, 1)
    assert f.rolls(GREEN).box == "retreat" and f.do("G5").where("c1") == "G5"
    f = Field("infantry E5 black", "infantry F5 green").order("E5", "assault F5").rolls(4, 1, 1)
    assert f.rolls(BLACK).where("c1") == "F5"


@pytest.mark.rule("HTL-3.0.3c", "HTL-3.0.4a")
def test_morale_and_allowance_never_change():
    f = Field("infantry E5 green", "infantry F5 black").order("E5", "fire F5").rolls(6, 6, 6).end()
    field = f.state.field
    assert field.morale_of[f.at("F5")] == BLACK and field.morale_of[f.at("E5")] == GREEN
    assert isinstance(field.morale_of, tuple) and isinstance(MOVES, tuple)


# --- 3.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1b")
def test_the_scenario_gives_type_and_morale():
    f = Field("infantry E5 gold 3")
    row = f.state.field.pieces[f.at("E5")]
    assert (row.kind, row.morale, row.strength) == (INFANTRY, GOLD, 3)


@pytest.mark.rule("HTL-3.1c")
def test_the_standard_bearer_is_the_last_block():
    """A unit keeps its colour down to its last block."""
    f = Field("infantry E5 black", "infantry F5 gold").order("E5", "fire F5").rolls(6, 6, 6)
    assert f.sp("F5") == 1
    token = next(t for t in TITLE.table.layout(TITLE.view(f.state, None)).tokens if t.id == f"piece:{f.at('F5')}")
    assert "-gold-1-4" in token.face


@pytest.mark.rule("HTL-3.1d")
def test_the_combat_table():
    assert NEEDS[INFANTRY][1:3] == (5, 6) and NEEDS[CAVALRY][1] == 5
    assert NEEDS[ARTILLERY][1:4] == (4, 5, 6) and NEEDS[GUNBOAT][1:4] == (4, 5, 6)
    assert (TABLES.close_assault.needs, TABLES.hill_fire.needs) == (4, 6)
    certain = {(r.kind, r.range) for r in TABLES.fire if r.confidence == "certain"}
    assert certain == {("infantry", 1), ("artillery", 2)}
    for kind, far, roll in (("infantry", "G5", 5), ("artillery", "H5", 5), ("artillery", "G5", 4)):
        f = Field(f"{kind} E5 black", f"infantry {far} black").order("E5", f"fire {far}")
        assert f.rolls(roll, roll, roll + 1).sp(far) == 3, (kind, far)


# --- infantry -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1.1a", "HTL-4.2b")
def test_infantry_has_four_blocks():
    assert Field("infantry E5 black").sp("E5") == 4


@pytest.mark.rule("HTL-3.1.1b")
@pytest.mark.rule("HTL-3.1.1b", refuses=True)
def test_infantry_moves_one_hex_or_fires_for_one_point():
    f = Field("infantry E5 black", "infantry G5 black")
    f.activate("E5")
    assert f.no("move E7").rule == "HTL-7.1a"
    assert f.do("fire G5").rolls(1, 1, 1).ap == 9
    f = Field("infantry E5 black", "infantry G5 black").order("E5", "move F5")
    assert f.ap == 9 and f.box == "activate" and f.not_active("F5").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-3.1.1c")
def test_infantry_assaults_for_two_points():
    assert Field("infantry E5 black", "infantry F5 black").order("E5", "assault F5").rolls(1, 1, 1).ap == 8


@pytest.mark.rule("HTL-3.1.1d", "HTL-8.1.3d")
@pytest.mark.rule("HTL-3.1.1d", refuses=True)
def test_infantry_fires_three_dice_two_hexes_far():
    f = Field("infantry E5 black", "infantry G5 black, infantry E8 black").activate("E5")
    assert f.no("fire E8").rule == "HTL-8.1.3a"
    f.do("fire G5").rolls(1, 1)
    assert f.box == "dice" and f.rolls(1).box == "activate"


# --- cavalry --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1.2a", "HTL-4.2c")
def test_cavalry_has_two_blocks():
    assert Field("cavalry E5 black").sp("E5") == 2


@pytest.mark.rule("HTL-3.1.2b")
@pytest.mark.rule("HTL-3.1.2b", refuses=True)
def test_cavalry_moves_one_to_three_hexes():
    f = Field("cavalry E5 black").order("E5", "move F5", "move G5", "move H5")
    assert f.where("u1") == "H5" and f.box == "activate" and f.not_active("H5").rule == "HTL-6.1.4a"
    assert Field("cavalry E5 black").order("E5", "move F5", "halt").where("u1") == "F5"


@pytest.mark.rule("HTL-3.1.2c")
def test_cavalry_moves_or_fires_for_one_point():
    assert Field("cavalry E5 black").order("E5", "move F5", "halt").ap == 9
    assert Field("cavalry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(1, 1, 1).ap == 9


@pytest.mark.rule("HTL-3.1.2d")
@pytest.mark.rule("HTL-3.1.2d", refuses=True)
def test_cavalry_moves_and_then_fires_but_never_the_other_way():
    f = Field("cavalry D5 black", "infantry F5 black").order("D5", "move E5", "halt")
    assert f.box == "mounted" and f.ap == 9
    assert f.do("fire F5").rolls(5, 1, 1).ap == 8 and f.sp("F5") == 3
    f = Field("cavalry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(1, 1, 1)
    assert f.not_active("E5").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-3.1.2e")
@pytest.mark.rule("HTL-3.1.2e", refuses=True)
def test_cavalry_assaults_from_where_it_stands_not_after_a_move():
    assert Field("cavalry E5 black", "infantry F5 black").order("E5", "assault F5").rolls(4, 1, 1).ap == 8
    f = Field("cavalry D5 black", "infantry F5 black").order("D5", "move E5", "halt")
    assert f.no("assault F5").rule == "HTL-6.2.3a"


@pytest.mark.rule("HTL-3.1.2f", "HTL-8.1.3e")
@pytest.mark.rule("HTL-3.1.2f", refuses=True)
def test_cavalry_attacks_only_neighbours():
    f = Field("cavalry E5 black", "infantry G5 black").activate("E5")
    assert f.no("fire G5").rule == "HTL-8.1.3a" and f.no("assault G5").rule == "HTL-8.3.1b"
    f = Field("cavalry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(5, 5, 5)
    assert f.sp("F5") == 1 and f.box == "activate"


# --- artillery ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1.3a", "HTL-4.2d")
def test_artillery_has_two_blocks():
    assert Field("artillery E5 black").sp("E5") == 2


@pytest.mark.rule("HTL-3.1.3b")
@pytest.mark.rule("HTL-3.1.3b", refuses=True)
def test_artillery_moves_one_hex_or_fires():
    f = Field("artillery E5 black", "infantry H5 black").activate("E5")
    assert f.no("move G5").rule == "HTL-7.1a"
    assert f.do("fire H5").rolls(1, 1, 1).ap == 9
    f = Field("artillery E5 black", "infantry H5 black").order("E5", "move F5")
    assert f.ap == 9 and f.not_active("F5").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-3.1.3c")
@pytest.mark.rule("HTL-3.1.3c", refuses=True)
def test_artillery_does_not_assault():
    f = Field("artillery E5 black", "infantry F5 black").activate("E5")
    assert f.no("assault F5").rule == "HTL-8.3.1a" and f.can("fire F5")


@pytest.mark.rule("HTL-3.1.3d", "HTL-8.1.3c", "HTL-8.1.3f")
@pytest.mark.rule("HTL-3.1.3d", refuses=True)
def test_artillery_fires_three_hexes_far_with_a_fourth_die_next_to_it():
    f = Field("artillery E5 black", "infantry H5 black, infantry E9 black").activate("E5")
    assert f.no("fire E9").rule == "HTL-8.1.3a"
    assert f.do("fire H5").rolls(6, 6, 6).box == "activate" and f.sp("H5") == 1
    f = Field("artillery E5 black", "infantry F5 black").order("E5", "fire F5").rolls(4, 1, 1)
    assert f.box == "dice" and f.rolls(4).sp("F5") == 2


# --- gunboats -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1.4a", "HTL-4.2e")
def test_a_gunboat_and_a_leader_are_single_blocks():
    f = boat("gunboat G1, infantry A2 black, leader A2 Foote")
    assert f.sp("G1") == 1 and f.sp("Foote") == 1


@pytest.mark.rule("HTL-3.1.4b")
@pytest.mark.rule("HTL-3.1.4b", refuses=True)
def test_a_gunboat_goes_as_far_as_the_river_under_bridges_but_not_onto_land():
    f = boat().activate("G1")
    assert f.hexes == ["G2", "G3", "G5", "G6"]
    assert f.no("move G4").rule == "HTL-3.1.4b", "it does not stop under a bridge"
    assert f.no("move H1").rule == "HTL-3.1.4b" and f.no("move H1").name == "boats_stay_on_the_river"
    assert f.do("move G6").where("u1") == "G6" and f.ap == 9
    blocked = boat(csa="infantry G4 black").activate("G1")
    assert blocked.hexes == ["G2", "G3"] and blocked.no("move G5").rule == "HTL-3.1.4b"


@pytest.mark.rule("HTL-3.1.4c")
@pytest.mark.rule("HTL-3.1.4c", refuses=True)
def test_a_gunboat_cannot_be_attacked_and_does_not_assault():
    f = boat(csa="infantry H2 black", union="gunboat G2").end()
    f.activate("H2")
    assert f.no("fire G2").rule == "HTL-3.1.4c" and f.no("assault G2").rule == "HTL-3.1.4c"
    f = boat(csa="infantry H2 black", union="gunboat G2").activate("G2")
    assert f.no("assault H2").rule == "HTL-8.3.1a" and f.can("fire H2")


@pytest.mark.rule("HTL-3.1.4d")
@pytest.mark.rule("HTL-3.1.4d", refuses=True)
def test_a_leader_does_not_join_a_gunboat():
    ford = '[ford]\nhexes = "G2"\nkinds = ["leader", "infantry"]'
    f = boat("gunboat G2, infantry H2 black, leader H2 Foote", more=ford).activate("Foote")
    assert f.no("move G2").rule == "HTL-3.1.4d"
    assert boat("gunboat G3, infantry H2 black, leader H2 Foote", more=ford).activate("Foote").can("move G2")


@pytest.mark.rule("HTL-3.1.4e")
def test_a_gunboat_moves_or_fires_for_one_point():
    f = boat(csa="infantry H2 black").order("G1", "move G2")
    assert f.ap == 9 and f.not_active("G2").rule == "HTL-6.1.4a"
    assert boat(csa="infantry H2 black").order("G1", "fire H2").rolls(1, 1, 1).ap == 9


@pytest.mark.rule("HTL-3.1.4f", "HTL-8.1.3g")
@pytest.mark.rule("HTL-3.1.4f", refuses=True)
def test_a_gunboat_fires_three_dice_three_hexes_far_and_no_fourth():
    f = boat(csa="infantry H1 black, infantry K1 black").activate("G1")
    assert f.no("fire K1").rule == "HTL-8.1.3a"
    assert f.do("fire H1").rolls(4, 4, 4).box == "activate" and f.sp("H1") == 1
    assert boat(csa="infantry J1 black").order("G1", "fire J1").rolls(6, 5, 5).sp("J1") == 3


# --- leaders --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-3.1.5a")
@pytest.mark.rule("HTL-3.1.5a", refuses=True)
def test_a_leader_moves_one_to_three_hexes_for_one_point():
    f = Field("leader E5 Lyon").activate("Lyon")
    assert {"F5", "G5", "H5"} <= set(f.hexes)
    assert f.no("move I5").rule == "HTL-9.1a"
    assert f.do("move H5").ap == 9 and f.where("Lyon") == "H5"
    assert [f.told("moved")[-1][word].id for word in ("frm", "to")] == [HEX_NUMBERS["E5"], HEX_NUMBERS["H5"]]


@pytest.mark.rule("HTL-3.1.5b")
@pytest.mark.rule("HTL-3.1.5b", refuses=True)
def test_leaders_do_not_fight():
    f = Field("leader E5 Lyon", "infantry F5 black").activate("Lyon")
    assert f.no("fire F5").rule == "HTL-3.1.5b" and f.no("assault F5").rule == "HTL-3.1.5b"
    assert KIND_ROWS[LEADER].dice == 0


@pytest.mark.rule("HTL-3.1.5c")
def test_a_leader_rides_with_his_unit_free():
    f = Field("infantry E5 black, leader E5 Lyon").order("u1", "ride F5", "halt")
    assert f.where("Lyon") == f.where("u1") == "F5" and f.ap == 9


@pytest.mark.rule("HTL-3.1.5d")
def test_only_a_leader_reinforces():
    f = Field("infantry E5 black Porter, leader E5 Lyon")
    f.state.sp[f.at("Porter")] = 1
    f.activate("Porter")
    assert not f.can("rally")
    f = Field("infantry E5 black Porter, leader E5 Lyon")
    f.state.sp[f.at("Porter")] = 1
    assert f.order("Lyon", "rally").rolls(GOLD).sp("Porter") == 2 and f.ap == 9


@pytest.mark.rule("HTL-3.1.5e")
def test_a_leader_drives_his_unit_one_hex_farther_for_one_more_point():
    f = Field("infantry E5 black, leader E5 Lyon", "infantry H5 black").order("u1", "ride F5", "move G5")
    assert f.where("u1") == f.where("Lyon") == "G5" and f.ap == 8


# --- VP blocks and markers ------------------------------------------------------------------------------------------

BLOCK = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }]'


@pytest.mark.rule("HTL-3.1.6a", "HTL-3.1.6c", "HTL-10c")
def test_a_captured_block_is_worth_one_point_and_removed():
    f = Field("infantry E5 black", top=BLOCK)
    assert any(t.id == "block:0" for t in TITLE.table.layout(TITLE.view(f.state, None)).tokens)
    f.order("E5", "move F5", "halt")
    assert f.state.vp == [1, 0] and f.told("block_taken")
    assert not any(t.id == "block:0" for t in TITLE.table.layout(TITLE.view(f.state, None)).tokens)
    f.end().end().order("F5", "move E5", "halt").end().end().order("E5", "move F5", "halt")
    assert f.state.vp == [1, 0], "it counts once"


@pytest.mark.rule("HTL-3.1.6b")
def test_blocks_do_not_move():
    f = Field("infantry F5 black", top='blocks = [{ hex = "F5", scores = "csa", kind = "capture" }]').order("F5", "move G5", "halt")
    assert [HEX_NAMES[b.hex] for b in f.state.field.blocks] == ["F5"] and isinstance(f.state.field.blocks, tuple)


@pytest.mark.rule("HTL-3.1.6d")
def test_a_players_own_block_never_counts_for_him():
    f = Field("infantry E5 black", "infantry G5 black", top='blocks = [{ hex = "F5", scores = "csa", kind = "capture" }]')
    f.order("E5", "move F5")
    assert f.state.vp == [0, 0]


@pytest.mark.rule("HTL-3.2a")
def test_turn_and_points_are_on_the_table():
    f = Field()
    layout = TITLE.table.layout(TITLE.view(f.state, None))
    marker = next(t for t in layout.tokens if t.id == "turn")
    assert marker.at == "turn:1" and layout.status[0].args["ap"] == 10
    f.end(None)
    assert TITLE.table.layout(TITLE.view(f.state, None)).status[0].args["ap"] == 0
