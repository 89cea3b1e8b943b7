"""4.0, 4.1 and A3.0: marches, lines and distances."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, GO, SAIL, STOP, Box
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import COMMAND, MARCHES, TABLES, TURN_OF
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import UNDER_WAY, Field, box, line


def marches_of(field, piece):
    return (field.state.once >> piece & 1) + (field.state.twice >> piece & 1)


@pytest.mark.rule("AHD-4.0b")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_the_die_is_the_number_of_marches(die):
    field = Field()
    field.unit("MF", "Chicago")
    field.rolling_marches().rolls(die)
    assert field.state.marches == die == MARCHES[die]


@pytest.mark.rule("AHD-4.0c")
def test_a_one_gives_two_marches():
    field = Field()
    field.unit("MF", "Chicago")
    field.rolling_marches().rolls(1)
    assert field.state.marches == 2


@pytest.mark.rule("AHD-4.0b", refuses=True)
def test_without_a_march_nobody_marches():
    field = Field()
    unit = field.unit("MF", "Chicago")
    field.marching(1).go(unit, "Lafayette")
    assert field.question.box != "march"
    assert field.judged(Box.MARCH, box("Lafayette")) == "AHD-4.0b"


@pytest.mark.rule("AHD-4.0d", refuses=True)
def test_a_march_moves_pieces_of_one_box_and_at_least_one():
    field = Field()
    a, b = field.unit("MF", "Chicago"), field.unit("MF", "Chicago")
    other = field.unit("MF", "Canton")
    field.marching(2).answer(box("Chicago"))
    assert field.options == [a, b]
    assert field.rule(DONE) == "AHD-4.0d"
    assert field.rule(other) == "AHD-4.0d"
    field.answer(a)
    assert field.rule(STOP) == "AHD-4.0d"


@pytest.mark.rule("AHD-4.0e")
def test_pieces_of_one_march_go_different_ways():
    field = Field()
    a, b = field.unit("MF", "Chicago"), field.unit("MF", "Chicago")
    field.marching(1).go(a, "Lafayette", done=False).go(b, "Bloomington (IL)")
    assert field.where(a) == "Lafayette" and field.where(b) == "Bloomington (IL)" and field.state.marches == 0


@pytest.mark.rule("AHD-4.0f")
def test_infantry_goes_one_box_by_road():
    field = Field()
    unit = field.unit("FV", "Franklin")
    field.marching(1).take(unit).answer(line("Franklin", "Grafton"))
    assert field.where(unit) == "Grafton" and field.question.box not in UNDER_WAY


@pytest.mark.rule("AHD-4.0f", refuses=True)
def test_infantry_gets_no_second_box_by_road():
    field = Field()
    unit = field.unit("FV", "Grafton")
    field.marching(1).take(unit)
    frame = field.state.stack[-1]._replace(box=Box.ONWARD, steps=1, kind=0)
    assert field.judged(frame.box, line("Grafton", "Franklin"), frame) == "AHD-4.0f"


@pytest.mark.rule("AHD-4.0g", refuses=True)
def test_infantry_goes_one_box_on_a_railroad_that_is_not_friendly():
    field = Field()
    unit = field.unit("MF", "Bloomington (IN)")
    field.owns(CSA, "Cincinnati")
    field.marching(1).take(unit).answer(line("Bloomington (IN)", "Louisville"))
    assert field.where(unit) == "Louisville" and field.question.box not in UNDER_WAY
    other = field.unit("MF", "Indianapolis")
    field.marching(1).take(other).answer(line("Indianapolis", "Bloomington (IN)"))
    assert field.rule(line("Bloomington (IN)", "Cincinnati")) == "AHD-4.0g"
    assert field.rule(line("Bloomington (IN)", "Evansville")) is None


@pytest.mark.rule("AHD-4.0h")
def test_infantry_goes_two_boxes_by_river_either_way():
    field = Field()
    unit = field.unit("MF", "Cairo")
    field.marching(2).go(unit, "Paducah", "Evansville")
    assert field.where(unit) == "Evansville"
    field.go(unit, "Paducah", "Cairo")
    assert field.where(unit) == "Cairo" and marches_of(field, unit) == 2


@pytest.mark.rule("AHD-4.0i", "AHD-4.0j")
def test_infantry_goes_two_boxes_on_friendly_railroads():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.marching(1).take(unit).answer(line("Evansville", "Bloomington (IN)"))
    assert field.lines() == {"Evansville", "Indianapolis", "Vandalia", "Cincinnati"}
    field.answer(line("Bloomington (IN)", "Indianapolis"))
    assert field.where(unit) == "Indianapolis"


@pytest.mark.rule("AHD-4.0k", refuses=True)
def test_infantry_does_not_mix_lines():
    field = Field()
    unit = field.unit("MF", "Paducah")
    field.owns(UNION, "Humboldt", "Paducah")
    field.marching(1).take(unit).answer(line("Paducah", "Cairo"))
    assert field.rule(line("Cairo", "Vandalia")) == "AHD-4.0k"
    assert field.rule(line("Cairo", "Island No. 10")) is None


@pytest.mark.rule("AHD-4.0l")
def test_cavalry_goes_two_boxes_by_any_line():
    for places in (("Front Royal", "Staunton"), ("Front Royal", "Manassas Junction"), ("Front Royal",)):
        field = Field()
        rider = field.unit("MC", "Franklin")
        field.marching(1).go(rider, *places)
        assert field.where(rider) == places[-1]
    field = Field()
    rider = field.unit("CV", "Cairo")
    field.marching(1).go(rider, "Paducah", "Forts Henry & Donelson")
    assert field.where(rider) == "Forts Henry & Donelson"


@pytest.mark.rule("AHD-4.0l", refuses=True)
def test_nobody_goes_three_boxes():
    field = Field()
    rider = field.unit("CV", "Franklin")
    field.marching(1).take(rider)
    frame = field.state.stack[-1]._replace(box=Box.ONWARD, steps=2, kind=0, fast=True)
    assert field.judged(frame.box, line("Franklin", "Grafton"), frame) == "AHD-4.0l"


@pytest.mark.rule("AHD-4.0m", refuses=True)
def test_cavalry_mixes_road_and_rail_but_not_rivers():
    field = Field()
    rider = field.unit("MC", "Shreveport", CSA)
    field.state.active = CSA
    field.marching(1).take(rider).answer(line("Shreveport", "Monroe"))
    assert field.rule(line("Monroe", "Vicksburg")) is None
    field.answer(line("Monroe", "Vicksburg"))
    field.answer(DONE)
    other = field.unit("MC", "Monroe", CSA)
    field.state.active = CSA
    field.marching(1).take(other).answer(line("Monroe", "Vicksburg"))
    assert field.rule(line("Vicksburg", "Natchez")) == "AHD-4.0m"


@pytest.mark.rule("AHD-4.0n")
def test_marches_go_where_the_player_likes_and_are_lost_if_unused():
    field = Field()
    a, b = field.unit("MF", "Chicago"), field.unit("MF", "Canton")
    field.marching(5)
    assert set(field.options) >= {box("Chicago"), box("Canton"), DONE}
    field.go(a, "Lafayette").answer(DONE)
    assert field.question.box != "march" and field.where(b) == "Canton"
    field.player_turn()
    field.rolls(2)
    assert field.state.marches == 2


@pytest.mark.rule("AHD-4.0o", refuses=True)
def test_two_marches_a_piece():
    field = Field()
    unit = field.unit("MF", "Chicago")
    other, third = field.unit("MF", "Terre Haute"), field.unit("MF", "Terre Haute")
    field.marching(5).go(unit, "Lafayette").go(unit, "Terre Haute")
    assert marches_of(field, unit) == 2
    field.answer(box("Terre Haute"))
    assert field.rule(unit) == "AHD-4.0o" and field.rule(other) is None
    field.go(other, "Vandalia", done=False).go(third, "Vandalia")
    assert field.rule(box("Terre Haute")) == "AHD-4.0o"


@pytest.mark.rule("AHD-4.0p", "AHD-4.0q", refuses=True)
def test_who_meets_the_enemy_stops_and_fights():
    field = Field()
    unit = field.unit("MF", "Washington")
    field.rebel("MF", "Manassas Junction")
    field.unit("MF", "Chicago")
    field.marching(5).go(unit, "Manassas Junction")
    assert marches_of(field, unit) == 1
    assert field.rule(box("Manassas Junction")) == "AHD-4.0p"
    field.answer(DONE)
    assert field.question.box == "shot" and field.state.place == box("Manassas Junction")


def test_infantry_does_not_pass_through_the_enemy():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.rebel("MF", "Paducah")
    field.owns(UNION, "Paducah")
    field.marching(1).take(unit).answer(line("Evansville", "Paducah"))
    frame = field.state.stack[-1]
    assert frame.piece == unit  # the Union may jump downstream
    assert field.rule(line("Paducah", "Humboldt")) == "AHD-4.0k"
    field = Field()
    unit = field.unit("MF", "Canton")
    field.marching(1).take(unit).answer(line("Canton", "Cleveland"))
    field.rebel("MF", "Cleveland")
    on = next(a for a in field.options if a >= GO)
    assert field.judged(Box.JUMP, on, field.state.stack[-1]._replace(box=Box.JUMP)) == "AHD-4.0p"


@pytest.mark.rule("AHD-4.0r", "AHD-H1a")
def test_the_movement_table():
    table = TABLES.movement
    assert (table.infantry.road, table.infantry.rail, table.infantry.river, table.infantry.friendly_rail) == (1, 1, 2, 2)
    assert {table.cavalry.road, table.cavalry.rail, table.cavalry.river, table.cavalry.friendly_rail} == {2}
    for kind, places, stops in (
        ("MF", ("Franklin", "Grafton"), True),
        ("MF", ("Cairo", "Paducah"), False),
        ("MF", ("Canton", "Cleveland"), False),
        ("MC", ("Franklin", "Grafton"), False),
    ):
        field = Field()
        unit = field.unit(kind, places[0])
        field.marching(1).take(unit).answer(line(*places))
        assert (field.question.box not in UNDER_WAY) == stops


@pytest.mark.rule("AHD-4.0x1")
def test_example_one_march_three_destinations():
    field = Field()
    a, b, c = (field.unit("MF", "Evansville") for _ in range(3))
    field.owns(UNION, "Louisville")
    field.marching(1).go(a, "Paducah", "Cairo", done=False)
    field.go(b, "Bloomington (IN)", "Indianapolis", done=False)
    field.go(c, "Bloomington (IN)", "Louisville")
    assert [field.where(p) for p in (a, b, c)] == ["Cairo", "Indianapolis", "Louisville"] and field.state.marches == 0
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.marching(1).take(unit).answer(line("Evansville", "Bloomington (IN)"))
    assert field.rule(line("Bloomington (IN)", "Louisville")) == "AHD-4.0g"


@pytest.mark.rule("AHD-4.1a")
def test_two_marches_on_the_first_turn():
    state = TITLE.setup("1861")
    assert state.marches == 2 and TITLE.question(state).box == "march" and state.die == 0


@pytest.mark.rule("AHD-4.1b")
def test_no_invasion_on_the_first_turn():
    field = Field(empty=False, turn=1)
    field.state = TITLE.setup("1861", log=True)
    field.answer(SAIL + box("Washington"))
    field.answer(field.options[0])
    assert field.rule(box("Charleston (SC)")) == "AHD-4.2.4a" and field.rule(box("New York")) is None


@pytest.mark.rule("AHD-O5.0d")
def test_one_march_on_the_first_turn_of_a_scenario():
    for scenario in ("1862", "1863", "1864"):
        state = TITLE.setup(scenario)
        assert state.marches == 1 and TITLE.question(state).side == Side.UNION and state.die == 0


@pytest.mark.rule("AHD-A3.0a", "AHD-A7.0f", "AHD-H1b")
def test_the_command_table_gives_the_marches():
    for side, die, marches in ((UNION, 1, 2), (UNION, 6, 4), (CSA, 1, 3), (CSA, 6, 5)):
        field = Field("command-marches", side=side, turn=TURN_OF["1862-07"])
        field.unit("MF", "Chicago")
        field.rebel("MF", "Atlanta")
        field.rolling_marches().rolls(die)
        assert field.state.marches == marches == COMMAND[1862][die - 1][side]
    assert COMMAND[1863][5] == (5, 6) and COMMAND[1865] == ((3, 2), (4, 3), (4, 3), (5, 4), (5, 4), (6, 5))


def test_a_natural_six_still_permits_an_invasion_with_the_command_table():
    field = Field("command-marches", turn=TURN_OF["1862-07"])
    field.unit("FV", "Washington")
    field.rolling_marches().rolls(6)
    field.answer(SAIL + box("Washington"))
    assert field.state.marches == 3 and box("Mobile") in field.options


# --- 4.2.5 entrenching ------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-4.2.5a", "AHD-4.2.5b")
def test_one_march_entrenches_pieces_of_a_numbered_box():
    field = Field()
    a, b = field.unit("MF", "Nashville"), field.unit("MF", "Nashville")
    field.owns(UNION, "Nashville")
    field.marching(1).take(a).answer(ENTRENCH).answer(b, ENTRENCH)
    assert field.state.in_works(a) and field.state.in_works(b) and field.state.marches == 0


@pytest.mark.rule("AHD-4.2.5a", refuses=True)
def test_who_is_entrenched_does_not_entrench_again():
    field = Field()
    unit = field.unit("MF", "Chicago", works=True)
    field.marching(1).take(unit)
    assert field.rule(ENTRENCH) == "AHD-4.2.5a"


@pytest.mark.rule("AHD-4.2.5c", refuses=True)
def test_two_marches_entrench_elsewhere():
    field = Field()
    unit = field.unit("MF", "Ebensburg")
    field.marching(1).take(unit)
    assert field.rule(ENTRENCH) == "AHD-4.2.5c"
    field = Field()
    unit = field.unit("MF", "Ebensburg")
    field.marching(2).take(unit).answer(ENTRENCH)
    assert not field.state.in_works(unit)
    field.answer(box("Ebensburg"), ENTRENCH)
    assert field.state.in_works(unit) and marches_of(field, unit) == 2
    field = Field()
    unit = field.unit("MF", "Harrisburg")
    field.marching(3).go(unit, "Ebensburg").take(unit)
    assert field.rule(ENTRENCH) == "AHD-4.2.5c"


@pytest.mark.rule("AHD-4.2.5d", refuses=True)
def test_no_works_beside_the_enemy():
    field = Field("containment", side=CSA)
    unit = field.rebel("MF", "Port Royal")
    field.unit("MF", "Port Royal")
    field.owns(UNION, "Port Royal")
    field.state.invaded |= 1 << box("Port Royal")
    field.state.contained |= 1 << box("Port Royal")
    field.marching(2).take(unit)
    assert field.rule(ENTRENCH) is None
    field.state.contained = 0
    assert field.judged(field.state.stack[-1].box, ENTRENCH, field.state.stack[-1]) == "AHD-4.2.5d"


@pytest.mark.rule("AHD-4.2.5e")
def test_one_march_moves_some_and_entrenches_others():
    field = Field()
    a, b = field.unit("MF", "Chicago"), field.unit("MF", "Chicago")
    field.marching(1).go(a, "Lafayette", done=False).answer(b, ENTRENCH)
    assert field.where(a) == "Lafayette" and field.state.in_works(b) and field.state.marches == 0


@pytest.mark.rule("AHD-4.2.5f", "AHD-4.2.5g")
def test_works_belong_to_single_pieces():
    field = Field()
    old = field.unit("MF", "Lafayette", works=True)
    new = field.unit("MF", "Chicago")
    field.marching(1).go(new, "Lafayette")
    seen = {p.id: p.entrenched for p in TITLE.view(field.state, None).pieces}
    assert seen == {old: True, new: False}


@pytest.mark.rule("AHD-4.2.5h")
def test_who_moves_leaves_his_works():
    field = Field()
    unit = field.unit("MF", "Lafayette", works=True)
    field.marching(2).go(unit, "Chicago").go(unit, "Lafayette")
    assert not field.state.in_works(unit)


@pytest.mark.rule("AHD-4.2.5i", "AHD-4.2.5j")
def test_permanent_entrenchments_serve_their_owner():
    field = Field()
    guest = field.unit("MF", "Baltimore")
    field.marching(1).go(guest, "Washington")
    assert field.state.in_works(guest)
    for place in ("Richmond", "Vicksburg"):
        assert field.state.in_works(field.rebel("MF", place))
        assert not field.state.in_works(field.unit("MF", place))
    assert field.state.in_works(field.unit("MF", "Fort Monroe"))
    field.owns(CSA, "Fort Monroe").owns(UNION, "Vicksburg")
    assert not field.state.in_works(field.unit("MF", "Fort Monroe")) and field.state.in_works(field.rebel("MF", "Fort Monroe"))
    assert field.state.in_works(field.unit("MF", "Vicksburg")) and not field.state.in_works(field.rebel("MF", "Vicksburg"))
    defender, attacker = field.rebel("MF", "Washington"), field.unit("MF", "Washington")
    field.owns(CSA, "Washington")
    field.state.place, field.state.attacker = box("Washington"), UNION
    assert value_against(field.state, attacker, defender) == 1 and value_against(field.state, defender, attacker) == 2
    field.owns(UNION, "Washington")  # who attacks in his own fort
    assert value_against(field.state, attacker, defender) == 2 and value_against(field.state, defender, attacker) == 2


@pytest.mark.rule("AHD-4.0d", refuses=True)
def test_a_piece_that_comes_back_has_taken_part_in_the_march():
    field = Field()
    unit, other = field.unit("MF", "Lafayette"), field.unit("MF", "Lafayette")
    field.marching(2).go(unit, "Chicago", "Lafayette", done=False)
    assert field.where(unit) == "Lafayette" and field.question.box == "piece"
    assert field.rule(unit) == "AHD-4.0d" and field.rule(other) is None
    field.answer(DONE).take(unit)  # in the next march it may set out again


@pytest.mark.rule("AHD-4.1a", "AHD-O5.0d")
def test_the_marches_of_the_first_turn_are_told_under_their_clause():
    for scenario, turn, rule, marches in (("1861", 1, "AHD-4.1a", 2), ("1862", 8, "AHD-O5.0d", 1)):
        field = Field(scenario=scenario, turn=turn)
        field.unit("MF", "Chicago")
        field.rolling_marches()
        (given,) = [e for e in field.state.log if "marches" in e.kind.name]
        assert given.kind.rule == rule and given.facts["n"] == field.state.marches == marches
