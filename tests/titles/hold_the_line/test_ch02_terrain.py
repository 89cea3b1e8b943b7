"""1 and 2: the board and the ten terrain types."""

import pytest

from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.map import HEXES
from bivouac.titles.hold_the_line.printed.scenarios import field_for
from bivouac.titles.hold_the_line.printed.units import BLACK, GOLD, GREEN, KINDS, LETTERS, TERRAIN, TERRAIN_IDS
from bivouac.titles.hold_the_line.rules.ch02_terrain import needed, shifted
from titles.hold_the_line.kit import Field

FORD = '[ford]\nhexes = "F5"\nkinds = ["infantry", "cavalry", "leader"]'
ALL_SIDES = "E SE SW W NW NE"


def cover(letter, hexes, sides):
    kind = {"r": "fence", "x": "trench"}[letter]
    return f'cover = [{{ kind = "{kind}", sides = "{sides}", hexes = "{hexes}" }}]'


def field(letter, union="infantry E5 black", csa="infantry F5 black", sides=ALL_SIDES, **keys):
    """The defender's hex F5 has the letter's terrain."""
    top = cover(letter, "F5", sides) if letter in "rx" else ""
    return Field(union, csa, ground={"F5": letter}, top=top, more=FORD if letter == "~" else "", **keys)


def hits(letter, *dice, sides=ALL_SIDES):
    """Hits that infantry scores from the hex next to it."""
    return 4 - field(letter, sides=sides).order("E5", "fire F5").rolls(*dice).sp("F5")


def colour(letter, morale, leader=False, sides=ALL_SIDES):
    """The colour with which a unit takes the test of morale after an assault."""
    csa = f"infantry F5 {morale}" + (", leader F5" if leader else "")
    f = field(letter, csa=csa, sides=sides).order("E5", "assault F5").rolls(6, 2, 2).rolls(GREEN)
    return (f.told("stands") + f.told("breaks"))[0]["colour"].id


def stops(letter, sides=ALL_SIDES):
    """Whether cavalry that enters F5 from the west can go no farther."""
    f = field(letter, "cavalry E5 black", "", sides=sides).order("E5", "move F5")
    return f.box != "step"


def sees_over(letter):
    """Whether artillery in E5 sees infantry in G5 over F5."""
    f = field(letter, "artillery E5 black", "infantry G5 black").activate("E5")
    return f.can("fire G5")


# --- 1, 2.0, 2.1 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-1.0a", "HTL-1.0b", "HTL-1.0c")
def test_eleven_battles_of_five_kinds_of_piece_on_a_grid_of_hexes():
    assert len(TITLE.scenarios) == 11 and HEXES == 117
    used = set()
    for scenario in TITLE.scenarios.values():
        file = field_for(scenario).file
        assert file.union.units and file.csa.units
        used |= {u.kind for side in (0, 1) for u in file.side(side).units}
    assert used == set(KINDS)


@pytest.mark.rule("HTL-1.0d", "HTL-1.0e", "HTL-8.1.2c")
def test_what_does_not_apply_says_why():
    for rule in ("HTL-1.0d", "HTL-1.0e", "HTL-8.1.2c"):
        clause = TITLE.rulebook[rule]
        assert clause.status == "not_applicable" and clause.reason.en and clause.reason.it


@pytest.mark.rule("HTL-2.0a", "HTL-2.1a")
def test_a_hex_is_open_unless_the_scenario_lays_terrain():
    f = Field(ground={"C3": "f", "D4": "h"})
    terrain = f.state.field.terrain
    assert [TERRAIN_IDS[t] for t in terrain].count("open") == HEXES - 2
    assert TERRAIN_IDS[terrain[2 * 13 + 2]] == "forest" and TERRAIN_IDS[terrain[3 * 13 + 3]] == "hill"


@pytest.mark.rule("HTL-2.1.1a")
def test_terrain_counts_in_fire_in_assault_and_in_the_morale_test():
    assert hits("f", 5, 5, 5) == 0 and hits(".", 5, 5, 5) == 3
    assert field("f").order("E5", "assault F5").rolls(4, 4, 4).sp("F5") == 4
    assert field(".").order("E5", "assault F5").rolls(4, 4, 4).sp("F5") == 1
    assert colour("f", "green") == BLACK and colour(".", "green") == GREEN


@pytest.mark.rule("HTL-2.1.1b")
def test_the_defenders_hex_counts_not_the_attackers():
    f = Field("infantry E5 black", "infantry F5 black", ground={"E5": "f"})
    assert f.order("E5", "fire F5").rolls(5, 5, 4).sp("F5") == 2


@pytest.mark.rule("HTL-2.1.1c")
def test_one_modifier_only_the_protected_side_if_the_attack_comes_through_it():
    """A forest with a fence: -1 through the fence and -1 elsewhere, never -2; a river with a fence on one side: -1 there, +1 elsewhere."""
    top = 'cover = [{ kind = "fence", sides = "W", hexes = "F5" }]'
    f = Field("infantry E5 black", "infantry F5 black", ground={"F5": "f"}, top=top)
    assert f.order("E5", "fire F5").rolls(6, 6, 5).sp("F5") == 2
    wet = {"ground": {"F5": "~"}, "top": top, "more": FORD}
    assert Field("infantry E5 black", "infantry F5 black", **wet).order("E5", "fire F5").rolls(4, 5, 6).sp("F5") == 3
    assert Field("infantry G5 black", "infantry F5 black", **wet).order("G5", "fire F5").rolls(4, 5, 6).sp("F5") == 1
    f = Field("infantry E5 black", "infantry F5 black", **wet).order("E5", "assault F5").rolls(6, 2, 2).rolls(GREEN)
    assert (f.told("stands") + f.told("breaks"))[0]["colour"].id == GOLD


@pytest.mark.rule("HTL-2.1.1d")
def test_terrain_changes_every_die():
    assert hits("f", 6, 6, 6) == 3 and hits("f", 5, 6, 5) == 1
    assert hits("~", 4, 4, 4) == 3 and hits("~", 3, 4, 3) == 1


@pytest.mark.rule("HTL-2.1.1x1")
def test_example_infantry_fires_into_the_forest():
    assert hits("f", 5, 5, 6) == 1


@pytest.mark.rule("HTL-2.1.2a")
def test_terrain_acts_as_soon_as_a_unit_enters():
    f = Field("cavalry C5 black", ground={"D5": "f"}).order("C5", "move D5")
    assert f.box == "activate" and f.where("u1") == "D5"


@pytest.mark.rule("HTL-2.1.2b", refuses=True)
@pytest.mark.rule("HTL-2.1.2b")
def test_what_costs_more_than_the_allowance_is_not_entered():
    f = Field("artillery E5 black", ground={"F5": "~", "E4": "s"}, more=FORD).activate("E5")
    assert f.no("move E4").rule == "HTL-2.2.2b"
    assert f.no("move F5").rule == "HTL-2.2.3b"
    assert f.can("move D5")


@pytest.mark.rule("HTL-2.1.3a", refuses=True)
@pytest.mark.rule("HTL-2.1.3a")
def test_terrain_decides_whether_one_can_fire():
    assert sees_over(".")
    f = field("f", "artillery E5 black", "infantry G5 black").activate("E5")
    assert f.no("fire G5").rule == "HTL-8.2c"


@pytest.mark.rule("HTL-2.1.4a")
def test_terrain_raises_and_lowers_morale():
    assert colour("h", "black") == GOLD and colour("=", "black") == GREEN


@pytest.mark.rule("HTL-2.2a")
def test_there_are_ten_terrain_types():
    assert len(TERRAIN) == 10 and len(LETTERS) == 10


# --- 2.2.1-2.2.10 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-2.2.1a", "HTL-2.2.1b", "HTL-2.2.1c", "HTL-2.2.1d")
def test_open_ground_has_no_effect():
    assert hits(".", 5, 4, 4) == 1 and not stops(".") and sees_over(".")
    assert [colour(".", c) for c in ("green", "black", "gold")] == [GREEN, BLACK, GOLD]


@pytest.mark.rule("HTL-2.2.2a", "HTL-2.2.2b", "HTL-2.2.2c", "HTL-2.2.2d")
@pytest.mark.rule("HTL-2.2.2b", refuses=True)
def test_swamp_is_closed_but_can_be_seen_over():
    swamp = TERRAIN[LETTERS["s"]]
    assert (swamp.combat, swamp.morale) == (0, 0) and sees_over("s")
    for kind in ("infantry", "cavalry", "artillery"):
        f = Field(f"{kind} E5 black", ground={"F5": "s"}).activate("E5")
        assert f.no("move F5").rule == "HTL-2.2.2b"
    assert Field("leader E5, infantry E5 black", ground={"F5": "s"}).order("u1", "move G5").where("u1") == "G5", "he rides around it"


@pytest.mark.rule("HTL-2.2.3a", "HTL-2.2.3b", "HTL-2.2.3c", "HTL-2.2.3d")
@pytest.mark.rule("HTL-2.2.3b", refuses=True)
def test_a_river_helps_the_attacker_and_is_closed_without_a_special_rule():
    assert hits("~", 4, 3, 3) == 1 and sees_over("~")
    assert [colour("~", c) for c in ("green", "black", "gold")] == [GREEN, GREEN, BLACK]
    f = Field("infantry E5 black", ground={"F5": "~"}).activate("E5")
    assert f.no("move F5").rule == "HTL-2.2.3b"
    assert Field("infantry E5 black", ground={"F5": "~"}, more=FORD).activate("E5").can("move F5")


@pytest.mark.rule("HTL-2.2.4a", "HTL-2.2.4b", "HTL-2.2.4c", "HTL-2.2.4d")
def test_a_bridge_opens_the_river_and_shakes_morale():
    assert hits("=", 5, 4, 4) == 1 and not stops("=") and sees_over("=")
    assert [colour("=", c) for c in ("green", "black", "gold")] == [GREEN, GREEN, BLACK]


@pytest.mark.rule("HTL-2.2.5a", "HTL-2.2.5b", "HTL-2.2.5c", "HTL-2.2.5d", "HTL-2.2.5e")
@pytest.mark.rule("HTL-2.2.5b", "HTL-2.2.5c", refuses=True)
def test_forest():
    shelters_stops_and_blocks("f")
    assert [t.id for t in TERRAIN].count("forest") == 1, "two pictures, one effect"


@pytest.mark.rule("HTL-2.2.6a", "HTL-2.2.6b", "HTL-2.2.6c", "HTL-2.2.6d")
@pytest.mark.rule("HTL-2.2.6b", "HTL-2.2.6c", refuses=True)
def test_orchard():
    shelters_stops_and_blocks("o")


@pytest.mark.rule("HTL-2.2.7a", "HTL-2.2.7b", "HTL-2.2.7c", "HTL-2.2.7d")
@pytest.mark.rule("HTL-2.2.7b", "HTL-2.2.7c", refuses=True)
def test_hill():
    shelters_stops_and_blocks("h")


def shelters_stops_and_blocks(letter):
    assert hits(letter, 6, 5, 5) == 1 and stops(letter) and not sees_over(letter)
    assert [colour(letter, c) for c in ("green", "black", "gold")] == [BLACK, GOLD, GOLD]
    f = Field("cavalry E5 black", ground={"F5": letter}).order("E5", "move F5")
    assert f.not_active("F5").rule == "HTL-6.1.4a", "the move is over"
    f = field(letter, "artillery E5 black", "infantry G5 black").activate("E5")
    assert f.no("fire G5").rule == "HTL-8.2c"


@pytest.mark.rule("HTL-2.2.8a", "HTL-2.2.8b", "HTL-2.2.8c", "HTL-2.2.8d", "HTL-2.2.8e")
@pytest.mark.rule("HTL-2.2.8c", refuses=True)
def test_a_town_shelters_and_blocks_but_does_not_stop():
    assert hits("t", 6, 5, 5) == 1 and not stops("t") and not sees_over("t")
    assert [colour("t", c) for c in ("green", "black", "gold")] == [BLACK, GOLD, GOLD]
    f = field("t", "artillery E5 black", "infantry G5 black").activate("E5")
    assert f.no("fire G5").rule == "HTL-8.2c"
    assert [t.id for t in TERRAIN].count("town") == 1


@pytest.mark.rule("HTL-2.2.9a")
def test_a_fence_protects_only_through_its_sides():
    assert hits("r", 6, 5, 5, sides="W") == 1
    assert hits("r", 6, 5, 5, sides="E NE SE") == 3
    assert colour("r", "green", sides="E") == GREEN


@pytest.mark.rule("HTL-2.2.9a")
def test_at_a_corner_both_sides_must_protect():
    """From E5 the line to E3 comes in at the corner between its sides SE and SW."""
    for sides, hits_left in (("SE SW", 4), ("SE", 3), ("SW", 3)):
        top = cover("r", "E3", sides)
        f = Field("infantry E5 black", "infantry E3 black", ground={"E3": "r"}, top=top)
        assert f.order("E5", "fire E3").rolls(6, 5, 5).sp("E3") == hits_left, sides


@pytest.mark.rule("HTL-2.2.9a")
def test_from_afar_the_side_the_line_crosses_counts():
    """Artillery in C5 fires along the row into F5 by its west side; from E3 (over E4) by its north-west side."""
    for where, sides, left in (("D5", "W", 3), ("D5", "NW SW", 1), ("E3", "NW", 3), ("E3", "W NE", 1)):
        f = field("r", f"artillery {where} black", sides=sides)
        assert f.order(where, "fire F5").rolls(6, 5, 5).sp("F5") == left, (where, sides)


@pytest.mark.rule("HTL-2.2.9b", "HTL-2.2.9c", "HTL-2.2.9d", "HTL-2.2.9e")
def test_sunken_road_and_fence():
    assert hits("r", 6, 5, 5) == 1 and not stops("r") and sees_over("r")
    assert [colour("r", c) for c in ("green", "black", "gold")] == [BLACK, GOLD, GOLD]


@pytest.mark.rule("HTL-2.2.10a", "HTL-2.2.10b", "HTL-2.2.10d", "HTL-2.2.10e")
def test_trench():
    assert hits("x", 6, 5, 5, sides="W") == 1 and hits("x", 6, 5, 5, sides="E") == 3
    assert sees_over("x")
    assert [colour("x", c) for c in ("green", "black", "gold")] == [BLACK, GOLD, GOLD]
    assert colour("x", "green", sides="E") == GREEN


@pytest.mark.rule("HTL-2.2.10c")
@pytest.mark.rule("HTL-2.2.10c", refuses=True)
def test_a_trench_stops_whoever_enters_through_a_protected_side():
    assert stops("x", sides="W") and not stops("x", sides="E SE NE")
    f = field("x", "cavalry E5 black", "", sides="W").order("E5", "move F5")
    assert f.not_active("F5").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-2.2.10f", "HTL-2.2.10g")
def test_colours_move_by_steps_and_stop_at_the_ends():
    assert [shifted(c, -1) for c in (GREEN, BLACK, GOLD)] == [GREEN, GREEN, BLACK]
    assert [shifted(c, 1) for c in (GREEN, BLACK, GOLD)] == [BLACK, GOLD, GOLD]
    assert [colour("~", c) for c in ("gold", "black", "green")] == [BLACK, GREEN, GREEN]


@pytest.mark.rule("HTL-2.2.10h")
def test_minus_one_asks_for_one_more_and_a_six_too_high_never_hits():
    assert needed(5, -1) == 6 and needed(4, 1) == 3
    f = Field("infantry E5 black", "infantry G5 black", ground={"G5": "f"}).order("E5", "fire G5")
    assert f.rolls(6, 6, 6).sp("G5") == 4, "infantry at two hexes needs a 6: nothing hits in cover"


@pytest.mark.rule("HTL-2.2.10x1")
def test_example_a_five_counts_as_four_and_a_six_as_five():
    assert hits("f", 5, 5, 5) == 0 and hits("f", 6, 1, 1) == 1


@pytest.mark.rule("HTL-2.1.2b")
@pytest.mark.rule("HTL-2.1.2b", refuses=True)
def test_a_leader_keeps_his_unit_out_of_a_ford_that_is_closed_to_him():
    brook = {"ground": {"G5": "~"}, "more": '[ford]\nhexes = "G5"\nkinds = ["infantry"]'}
    f = Field("infantry E5 black A, leader E5 L", **brook).order("A", "ride F5")
    assert f.no("move G5").name == "the_leader_can_follow"
    f = Field("infantry E5 black A, leader E5 L", **brook).order("A", "move F5")
    assert f.can("move G5"), "without him it may go on"
