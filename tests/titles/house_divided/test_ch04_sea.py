"""4.2.3 and 4.2.4: the sea."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, SAIL, Box, Step
from bivouac.titles.house_divided.printed.map import CSA, MAP, PORT_SET, UNION
from titles.house_divided.kit import Field, box, entrenched, line

# --- 4.2.3 and 4.2.4 the sea ------------------------------------------------------------------------------


def sail(field, piece, port):
    return field.answer(SAIL + field.state.box[piece], piece, box(port))


@pytest.mark.rule("AHD-4.2.3a", refuses=True)
def test_only_the_union_sails():
    field = Field(side=CSA)
    field.rebel("MF", "Mobile")
    field.marching(3)
    assert field.rule(SAIL + box("Mobile")) == "AHD-4.2.3a"


@pytest.mark.rule("AHD-4.2.3b", "AHD-4.2.3x1", refuses=True)
def test_each_piece_at_sea_costs_a_march():
    field = Field()
    units = [field.unit("MF", "New York") for _ in range(4)]
    field.marching(3)
    for unit in units[:3]:
        sail(field, unit, "Fort Monroe")
    assert [field.where(u) for u in units] == ["Fort Monroe"] * 3 + ["New York"] and field.state.marches == 0
    assert field.judged(Box.MARCH, SAIL + box("New York")) == "AHD-4.0b"


@pytest.mark.rule("AHD-4.2.3c", refuses=True)
def test_who_sails_began_the_turn_in_port():
    field = Field()
    walker, sailor = field.unit("MF", "Philadelphia"), field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.marching(4).go(walker, "New York").answer(SAIL + box("New York"))
    assert field.rule(walker) == "AHD-4.2.3c" and field.rule(sailor) is None
    field = Field()
    walker = field.unit("MF", "Philadelphia")
    field.marching(4).go(walker, "New York")
    assert field.rule(SAIL + box("New York")) == "AHD-4.2.3c"


@pytest.mark.rule("AHD-4.2.3d", refuses=True)
def test_sea_moves_join_own_ports_at_any_distance():
    field = Field()
    unit = field.unit("MF", "New York")
    field.unit("MF", "Norfolk")
    field.marching(4)
    assert field.rule(SAIL + box("Norfolk")) == "AHD-4.2.3d"
    field.answer(SAIL + box("New York"))
    if field.question.box == "sail_piece":
        field.answer(unit)
    assert box("Pensacola") in field.options and field.rule(box("New York")) == "AHD-4.2.3d"
    assert field.rule(box("Mobile")) == "AHD-4.2.4a" and field.rule(box("Atlanta")) is not None


@pytest.mark.rule("AHD-4.2.3e", refuses=True)
def test_who_sailed_does_nothing_else():
    field = Field()
    unit, other = field.unit("MF", "New York"), field.unit("MF", "Fort Monroe")
    field.unit("MF", "Fort Monroe")
    field.marching(4).answer(SAIL + box("New York"))
    if field.question.box == "sail_piece":
        field.answer(unit)
    field.answer(box("Fort Monroe"), box("Fort Monroe"))
    assert field.rule(unit) == "AHD-4.2.3e" and field.rule(other) is None


@pytest.mark.rule("AHD-4.2.4a", refuses=True)
def test_an_invasion_needs_a_six():
    for die, allowed in ((5, False), (6, True)):
        field = Field()
        field.unit("MF", "Washington")
        field.rolling_marches().rolls(die).answer(SAIL + box("Washington"))
        assert (box("Mobile") in field.options) == allowed
        if not allowed:
            assert field.rule(box("Mobile")) == "AHD-4.2.4a"


@pytest.mark.rule("AHD-4.2.4b", refuses=True)
def test_invasions_start_from_washington():
    field = Field()
    unit = field.unit("MF", "New York")
    field.marching(6, 6).answer(SAIL + box("New York"))
    if field.question.box == "sail_piece":
        field.answer(unit)
    assert field.rule(box("Mobile")) == "AHD-4.2.4b"


@pytest.mark.rule("AHD-4.2.4c", refuses=True)
def test_one_target_port_a_turn():
    field = Field()
    a = field.unit("MF", "Washington")
    field.unit("MF", "Washington")
    field.marching(6, 6)
    sail(field, a, "Mobile")
    field.answer(SAIL + box("Washington"))
    assert field.rule(box("Savannah")) == "AHD-4.2.4c" and field.rule(box("Mobile")) is None
    assert field.rule(box("Baltimore")) is None


@pytest.mark.rule("AHD-4.2.4d")
def test_an_empty_port_is_taken_at_the_end_of_the_turn():
    field = Field()
    unit = field.unit("MF", "Washington")
    field.unit("MF", "Washington")
    field.marching(6, 6)
    sail(field, unit, "New Bern")
    assert field.state.owner[box("New Bern")] == CSA
    field.answer(DONE)
    field.until(lambda q: q.side == Side.CSA or field.state.active == CSA, lambda q: DONE if DONE in q.options else q.options[0])
    assert field.state.owner[box("New Bern")] == UNION and field.state.invaded >> box("New Bern") & 1


@pytest.mark.rule("AHD-4.2.4e", "AHD-5.2.3e")
def test_a_defended_port_is_fought_for_across_the_water():
    field = Field()
    unit = field.unit("MF", "Washington")
    field.unit("MF", "Washington")
    field.rebel("MF", "Mobile")
    field.marching(6, 6)
    sail(field, unit, "Mobile")
    field.answer(DONE)
    assert field.state.place == box("Mobile") and field.state.crossed >> unit & 1
    field.rolls(3)  # militia 2, +1 for the crossing
    assert field.told("hit")[-1]["need"] == 3


@pytest.mark.rule("AHD-4.2.4f")
def test_each_invader_costs_a_march():
    field = Field()
    units = [field.unit("MF", "Washington") for _ in range(7)]
    field.marching(6, 6)
    for unit in units[:6]:
        sail(field, unit, "Mobile")
    assert field.state.marches == 0 and len(field.at("Mobile")) == 6 and field.where(units[6]) == "Washington"
    assert all(field.state.moved >> u & 1 for u in units[:6])


@pytest.mark.rule("AHD-4.2.4g", "AHD-4.2.4h", refuses=True)
def test_an_invasion_is_optional_and_cannot_be_saved():
    field = Field()
    field.unit("MF", "Washington")
    field.rolling_marches().rolls(6).answer(DONE)
    assert field.question.box != "march"
    field.player_turn()
    field.rolls(5).answer(SAIL + box("Washington"))
    assert field.rule(box("Mobile")) == "AHD-4.2.4a"


@pytest.mark.rule("AHD-4.2.5h")
def test_who_sails_leaves_his_works():
    field = Field()
    unit = field.unit("MF", "New York", works=True)
    field.unit("MF", "New York")
    sail(field.marching(2), unit, "Baltimore")
    assert field.where(unit) == "Baltimore" and not entrenched(field, unit)


@pytest.mark.rule("AHD-4.2.4c")
def test_by_the_other_reading_each_invader_chooses_his_port():
    field = Field("several-landings", "coastal-defence")
    units = [field.unit("MF", "Washington") for _ in range(3)]
    sail(field.marching(6, 6), units[0], "Mobile")
    sail(field, units[1], "Savannah")
    field.answer(DONE)
    assert set(field.options) == {box("Mobile"), box("Savannah")}  # both garrisons fight
    for place in ("Mobile", "Savannah"):
        other = field.state.clone()
        other.log = []
        TITLE.play(other, box(place))
        assert other.garrison == 2


@pytest.mark.rule("AHD-4.2.3e", refuses=True)
def test_a_box_with_nobody_but_sailors_begins_no_march():
    field = Field()
    unit = field.unit("MF", "New York")
    field.unit("MF", "Chicago")
    field.marching(3).answer(SAIL + box("New York"), box("Fort Monroe"))
    assert field.where(unit) == "Fort Monroe" and field.rule(box("Fort Monroe")) == "AHD-4.2.3e"


@pytest.mark.rule("AHD-4.2.3b", "AHD-4.2.3e", "AHD-4.2.5a", refuses=True)
def test_a_move_by_sea_is_one_march_and_leaves_one_for_works():
    field = Field()
    unit = field.unit("MF", "Washington")
    field.unit("MF", "Washington")
    field.unit("MF", "Chicago")
    sail(field.marching(6, 6), unit, "New Orleans")
    assert field.state.once >> unit & 1 and not field.state.twice >> unit & 1 and field.state.marches == 5
    on = Step(Box.STEP, unit)
    assert field.judged(Box.STEP, line("New Orleans", "McComb"), on) == "AHD-4.2.3e" and field.judged(Box.STEP, ENTRENCH, on) is None
    field.answer(box("New Orleans"))  # the rest follows: it can do nothing else
    assert entrenched(field, unit) and field.state.marches == 4 and field.rule(box("New Orleans")) == "AHD-4.0o"


@pytest.mark.rule("AHD-4.2.3e", "AHD-4.2.5h")
def test_a_piece_may_entrench_and_then_sail():
    field = Field()
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.unit("MF", "Chicago")
    field.marching(3).take(unit).answer(ENTRENCH, DONE)
    sail(field, unit, "Baltimore")
    assert field.where(unit) == "Baltimore" and not entrenched(field, unit) and field.rule(box("Baltimore")) == "AHD-4.0o"


@pytest.mark.rule("AHD-4.2.3e", "AHD-4.2.5c", refuses=True)
@pytest.mark.parametrize("port", ["Fort Monroe", "Washington", "Pensacola"])
def test_a_sailor_begins_no_march_where_works_cost_two_or_stand_already(port):
    field = Field()
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    sail(field.marching(3), unit, port)
    assert field.rule(box(port)) == "AHD-4.2.3e"


@pytest.mark.rule("AHD-4.2.3e")
def test_others_march_from_the_port_where_a_sailor_came():
    field = Field()
    unit, other = field.unit("MF", "New York"), field.unit("MF", "Fort Monroe")
    field.unit("MF", "New York")
    sail(field.marching(3), unit, "Fort Monroe")
    field.answer(box("Fort Monroe"))
    assert field.state.stack[-1].piece == other  # nobody else could be chosen, and there is one way to go
    assert field.where(other) == "Yorktown" and field.judged(Box.MARCH, box("Fort Monroe")) == "AHD-4.2.3e"


PORTS = [name for b, name in enumerate(MAP.name) if PORT_SET >> b & 1]


@pytest.mark.rule("AHD-4.2.3d", "AHD-4.2.4b")
@pytest.mark.parametrize(("port", "die", "sails"), [("Washington", 6, True), ("Washington", 5, False), ("New York", 6, False)])
def test_from_the_only_own_port_nobody_sails_but_into_an_invasion_from_washington(port, die, sails):
    field = Field()
    field.owns(CSA, *PORTS).owns(UNION, port)
    field.unit("MF", port)
    field.unit("MF", "Chicago")
    field.marching(2, die)
    assert (SAIL + box(port) in field.options) == sails
    assert sails or field.rule(SAIL + box(port)) == "AHD-4.2.3d"


@pytest.mark.rule("AHD-O4.2a")
def test_yorktown_is_invaded_without_the_rule_or_while_the_union_has_fort_monroe():
    for options, owner in (((), CSA), (("fort-monroe",), UNION)):
        field = Field(*options)
        field.unit("MF", "Washington")
        field.owns(owner, "Fort Monroe")
        field.marching(6, 6).answer(SAIL + box("Washington"))
        assert box("Yorktown") in field.options and box("Norfolk") in field.options


@pytest.mark.rule("AHD-4.2.4a")
@pytest.mark.parametrize(("side", "die", "told"), [(UNION, 6, 1), (UNION, 5, 0), (CSA, 6, 0)])
def test_a_six_of_the_union_is_told_as_a_chance_to_invade(side, die, told):
    field = Field(side=side, turn=3)
    field.unit("MF", "Chicago")
    field.rebel("MF", "Atlanta")
    field.rolling_marches().rolls(die)
    assert len(field.told("invasion_possible")) == told


@pytest.mark.rule("AHD-A4.0a", "AHD-9.0b")
def test_a_port_taken_by_land_was_not_invaded():
    field = Field()
    field.unit("MF", "Savannah")
    field.ending()
    assert field.state.owner[box("Savannah")] == UNION and not field.state.invaded >> box("Savannah") & 1
