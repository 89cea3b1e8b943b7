"""4.2.1, 4.2.2, 4.2.6, O2.1, O3.2 and O4.1: jumps, the Potomac, the example, the optional rules of movement."""

from __future__ import annotations

import pytest

from bivouac.titles.house_divided.frames import GO, SAIL, STOP, Box, Sail
from bivouac.titles.house_divided.printed.map import CSA, FROM, POTOMAC
from titles.house_divided.kit import UNDER_WAY, Field, box, line

# --- 4.2.1 cavalry jumps ----------------------------------------------------------------------------------


@pytest.mark.rule("AHD-4.2a", "AHD-4.2.1a")
def test_cavalry_jumps_over_the_enemy():
    field = Field()
    rider = field.unit("MC", "Harper's Ferry")
    field.rebel("FV", "Front Royal")
    field.marching(1).go(rider, "Front Royal", "Staunton")
    assert field.where(rider) == "Staunton" and field.state.jumped >> rider & 1


@pytest.mark.rule("AHD-4.2.1b", refuses=True)
def test_one_jump_a_turn():
    field = Field()
    rider = field.unit("MC", "Harper's Ferry")
    field.rebel("FV", "Front Royal")
    field.marching(2).go(rider, "Front Royal", "Staunton").take(rider).answer(line("Staunton", "Gordonsville"))
    field.rebel("FV", "Gordonsville")
    frame = field.state.stack[-1]._replace(box=Box.JUMP)
    assert field.judged(Box.JUMP, line("Gordonsville", "Richmond"), frame) == "AHD-4.2.1b"
    assert field.judged(Box.JUMP, STOP, frame) is None


@pytest.mark.rule("AHD-4.2.1c", refuses=True)
def test_a_jump_does_not_end_among_enemies():
    field = Field()
    rider = field.unit("MC", "Harper's Ferry")
    field.rebel("FV", "Front Royal")
    field.rebel("FV", "Staunton")
    field.marching(1).take(rider).answer(line("Harper's Ferry", "Front Royal"))
    assert field.rule(line("Front Royal", "Staunton")) == "AHD-4.2.1c"
    assert field.rule(line("Front Royal", "Grafton")) is None


@pytest.mark.rule("AHD-4.2.1d", refuses=True)
def test_no_jump_over_enemy_cavalry():
    field = Field()
    rider = field.unit("MC", "Harper's Ferry")
    field.rebel("FV", "Front Royal")
    field.rebel("MC", "Front Royal")
    field.marching(1).take(rider).answer(line("Harper's Ferry", "Front Royal"))
    assert field.question.box not in UNDER_WAY
    field = Field()
    rider = field.unit("MC", "Harper's Ferry")
    field.rebel("FV", "Front Royal")
    field.marching(1).take(rider).answer(line("Harper's Ferry", "Front Royal"))
    field.rebel("MC", "Front Royal")
    assert field.judged(Box.JUMP, line("Front Royal", "Staunton"), field.state.stack[-1]) == "AHD-4.2.1d"


@pytest.mark.rule("AHD-4.2.1e", refuses=True)
def test_no_cavalry_jump_by_river():
    field = Field(side=CSA)
    rider = field.rebel("CV", "Memphis")
    field.unit("MF", "Arkansas Post")
    field.marching(1).take(rider).answer(line("Memphis", "Arkansas Post"))
    assert field.where(rider) == "Arkansas Post" and field.question.box not in UNDER_WAY


# --- 4.2.2 river jumps ------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-4.2.2a")
def test_any_union_piece_jumps_downstream():
    for kind in ("MF", "FS", "MC"):
        field = Field()
        unit = field.unit(kind, "Cairo")
        field.rebel("MF", "Island No. 10")
        field.marching(1).go(unit, "Island No. 10", "Memphis")
        assert field.where(unit) == "Memphis"


@pytest.mark.rule("AHD-4.2.1a", "AHD-4.2.2a")
def test_each_jump_is_told_under_its_own_clause():
    field = Field()
    boat, rider = field.unit("MF", "Evansville"), field.unit("MC", "Harper's Ferry")
    field.rebel("MF", "Paducah")
    field.rebel("FV", "Front Royal")
    field.marching(2).go(boat, "Paducah", "Cairo", by="river").go(rider, "Front Royal", "Staunton")
    assert [e.kind.rule for e in field.state.log if e.kind.name in ("ran_past", "jumped_over")] == ["AHD-4.2.2a", "AHD-4.2.1a"]


@pytest.mark.rule("AHD-4.2.2c", refuses=True)
def test_confederates_never_jump_by_river():
    field = Field(side=CSA)
    unit = field.rebel("MF", "Island No. 10")
    field.unit("MF", "Memphis")
    field.marching(1).take(unit).answer(line("Island No. 10", "Memphis"))
    assert field.where(unit) == "Memphis" and field.question.box not in UNDER_WAY
    field = Field(side=CSA)
    unit = field.rebel("MF", "Island No. 10")
    field.marching(1).take(unit).answer(line("Island No. 10", "Memphis"))
    field.unit("MF", "Memphis")
    assert field.judged(Box.JUMP, line("Memphis", "Arkansas Post"), field.state.stack[-1]) == "AHD-4.2.2c"


@pytest.mark.rule("AHD-4.2.2d", refuses=True)
def test_the_union_does_not_jump_upstream():
    field = Field()
    unit = field.unit("MF", "Memphis")
    field.marching(1).take(unit).answer(line("Memphis", "Island No. 10"))
    field.rebel("MF", "Island No. 10")
    assert field.judged(Box.JUMP, line("Island No. 10", "Cairo"), field.state.stack[-1]) == "AHD-4.2.2d"
    field = Field()
    unit = field.unit("MF", "Louisville")
    field.rebel("MF", "Evansville")
    field.marching(1).take(unit).answer(line("Louisville", "Evansville"))
    assert field.rule(line("Evansville", "Louisville")) == "AHD-4.2.2d" and field.rule(line("Evansville", "Paducah")) is None


@pytest.mark.rule("AHD-4.2.2e", refuses=True)
def test_a_river_jump_has_the_limits_of_a_jump():
    field = Field()
    unit = field.unit("MF", "Cairo")
    field.rebel("MF", "Island No. 10")
    field.rebel("MF", "Memphis")
    field.marching(1).take(unit).answer(line("Cairo", "Island No. 10"))
    assert field.question.box not in UNDER_WAY
    field = Field()
    unit = field.unit("MF", "Cairo")
    field.rebel("MF", "Island No. 10")
    field.marching(2).go(unit, "Island No. 10", "Memphis")
    field.rebel("MF", "Arkansas Post")
    field.take(unit).answer(line("Memphis", "Arkansas Post"))
    assert field.question.box not in UNDER_WAY  # its one jump is used


@pytest.mark.rule("AHD-4.2.2f")
def test_a_river_jump_passes_enemy_cavalry():
    field = Field()
    unit = field.unit("MF", "Cairo")
    field.rebel("MC", "Island No. 10")
    field.marching(1).go(unit, "Island No. 10", "Memphis")
    assert field.where(unit) == "Memphis"


# --- 4.2.6 the Potomac ------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-4.2.6a", refuses=True)
def test_confederates_never_use_the_potomac():
    field = Field(side=CSA)
    unit = field.rebel("MF", "Fredericksburg")
    field.marching(1).take(unit)
    assert field.rule(line("Fredericksburg", "Washington")) == "AHD-4.2.6a"
    field = Field()
    yank = field.unit("MF", "Washington")
    field.marching(1).go(yank, "Fredericksburg")
    assert field.where(yank) == "Fredericksburg"


def test_the_potomac_is_closed_to_retreat_and_reinforcement():
    field = Field()
    field.unit("FV", "Washington")
    field.rebel("MF", "Washington")
    helper = field.rebel("MF", "Fredericksburg")
    s = field.state
    s.active = CSA
    field.fighting()
    field.rolls(6).rolls(6)
    s.firing, s.rnd = CSA, 2
    assert field.judged(Box.REINFORCE, helper) == "AHD-4.2.6a"
    assert field.judged(Box.RETREAT, box("Fredericksburg")) == "AHD-4.2.6a"


# --- the movement example ---------------------------------------------------------------------------------


def example():
    field = Field(side=CSA)
    a, horse, b = field.rebel("MF", "Shreveport"), field.rebel("MC", "Shreveport"), field.rebel("MF", "Vicksburg")
    return field.marching(3), a, horse, b


@pytest.mark.rule("AHD-4.2x1")
def test_example_first_march():
    field, a, horse, _ = example()
    field.go(horse, "Monroe", "Vicksburg", done=False).go(a, "Monroe")
    assert field.where(horse) == "Vicksburg" and field.where(a) == "Monroe" and field.state.marches == 2


@pytest.mark.rule("AHD-4.2x2")
def test_example_second_march():
    field, a, horse, _ = example()
    field.go(horse, "Monroe", "Vicksburg", done=False).go(a, "Monroe").go(a, "Vicksburg")
    assert field.where(a) == "Vicksburg" and field.state.marches == 1


@pytest.mark.rule("AHD-4.2x3", refuses=True)
def test_example_third_march():
    field, a, horse, b = example()
    field.go(horse, "Monroe", "Vicksburg", done=False).go(a, "Monroe").go(a, "Vicksburg")
    field.answer(box("Vicksburg"))
    assert field.rule(a) == "AHD-4.0o"
    field.go(b, "Natchez", "Alexandria", done=False).go(horse, "Jackson", "McComb")
    assert field.where(b) == "Alexandria" and field.where(horse) == "McComb" and field.state.marches == 0


# --- optional rules ---------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-O2.1a")
def test_fast_crack_infantry():
    field = Field("crack-movement")
    unit = field.unit("FS", "Franklin")
    field.marching(1).go(unit, "Front Royal", "Manassas Junction")
    assert field.where(unit) == "Manassas Junction"
    field = Field()
    unit = field.unit("FS", "Franklin")
    field.marching(1).take(unit).answer(line("Franklin", "Front Royal"))
    assert field.question.box not in UNDER_WAY


@pytest.mark.rule("AHD-O2.1b", refuses=True)
def test_crack_infantry_does_not_jump_except_by_river():
    field = Field("crack-movement")
    unit = field.unit("FS", "Franklin")
    field.marching(1).take(unit).answer(line("Franklin", "Front Royal"))
    field.rebel("MF", "Front Royal")
    assert field.judged(Box.JUMP, line("Front Royal", "Staunton"), field.state.stack[-1]) == "AHD-O2.1b"
    field = Field("crack-movement")
    unit = field.unit("FS", "Cairo")
    field.rebel("MF", "Island No. 10")
    field.marching(1).go(unit, "Island No. 10", "Memphis")
    assert field.where(unit) == "Memphis"


@pytest.mark.rule("AHD-O3.2a")
def test_the_rail_bonus():
    for options, end in ((("rail-bonus",), "Fort Wayne"), ((), "Indianapolis")):
        field = Field(*options)
        unit = field.unit("MF", "Evansville")
        field.marching(1).take(unit).answer(line("Evansville", "Bloomington (IN)"), line("Bloomington (IN)", "Indianapolis"))
        if options:
            field.answer(line("Indianapolis", "Fort Wayne"))
        assert field.where(unit) == end
    field = Field("rail-bonus", side=CSA)
    unit = field.rebel("MF", "Atlanta")
    field.marching(1).take(unit).answer(line("Atlanta", "Augusta"), line("Augusta", "Millen"))
    assert field.where(unit) == "Millen" and field.question.box not in UNDER_WAY


@pytest.mark.rule("AHD-O4.1a", refuses=True)
def test_kentucky_is_closed_on_turn_one():
    field = Field("first-turn-limits", turn=1)
    unit = field.unit("MF", "Cincinnati")
    field.marching(2).take(unit)
    assert field.rule(line("Cincinnati", "Louisville")) == "AHD-O4.1a" and field.rule(line("Cincinnati", "Dayton")) is None
    field = Field("first-turn-limits", turn=2)
    unit = field.unit("MF", "Cincinnati")
    field.marching(2).take(unit)
    assert field.rule(line("Cincinnati", "Louisville")) is None


@pytest.mark.rule("AHD-O4.1b", refuses=True)
def test_rivers_are_slow_on_turn_one():
    field = Field("first-turn-limits", turn=1)
    unit = field.unit("MF", "Cairo")
    field.marching(2).take(unit).answer(line("Cairo", "Island No. 10"))
    assert field.question.box not in UNDER_WAY
    field = Field("first-turn-limits", turn=1)
    unit = field.unit("MF", "Cairo")
    field.marching(2).take(unit)
    frame = field.state.stack[-1]._replace(box=Box.ONWARD, steps=1, kind=2)
    assert field.judged(Box.ONWARD, line("Cairo", "Island No. 10"), frame) == "AHD-O4.1b"


@pytest.mark.rule("AHD-O4.1c", refuses=True)
def test_nobody_sails_on_turn_one():
    field = Field("first-turn-limits", turn=1)
    field.unit("MF", "New York")
    field.marching(2)
    assert field.rule(SAIL + box("New York")) == "AHD-O4.1c"
    field = Field(turn=1)
    field.unit("MF", "New York")
    assert SAIL + box("New York") in field.marching(2).options


@pytest.mark.rule("AHD-O4.2a", refuses=True)
def test_fort_monroe_protects_yorktown_and_norfolk():
    field = Field("fort-monroe")
    field.unit("MF", "Washington")
    field.owns(CSA, "Fort Monroe")
    field.marching(6, 6).answer(SAIL + box("Washington"))
    assert field.rule(box("Yorktown")) == field.rule(box("Norfolk")) == "AHD-O4.2a"


@pytest.mark.rule("AHD-O4.2b")
def test_fort_monroe_itself_may_be_invaded():
    field = Field("fort-monroe")
    unit = field.unit("MF", "Washington")
    field.owns(CSA, "Fort Monroe")
    field.marching(6, 6).answer(SAIL + box("Washington"))
    field.answer(box("Fort Monroe"))
    assert field.where(unit) == "Fort Monroe"
    assert field.judged(Box.SAIL_TO, box("Yorktown"), Sail(Box.SAIL_TO, box("Washington"), unit)) == "AHD-4.2.4c"


@pytest.mark.rule("AHD-4.2.2d", refuses=True)
def test_who_came_upstream_does_not_jump_back_downstream():
    field = Field()
    unit = field.unit("MF", "Cairo")
    field.unit("MF", "Chicago")
    field.rebel("MF", "Paducah")
    field.marching(2).take(unit).answer(line("Cairo", "Paducah"))
    assert field.where(unit) == "Paducah" and field.question.box == "march", "its march is over"


@pytest.mark.rule("AHD-4.0l", refuses=True)
def test_without_the_rail_bonus_nobody_goes_three_boxes():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.marching(1).take(unit)
    frame = field.state.stack[-1]._replace(box=Box.ONWARD, steps=2, kind=1, friendly=True)
    field.state.put(unit, box("Indianapolis"))
    assert field.judged(Box.ONWARD, line("Indianapolis", "Fort Wayne"), frame) == "AHD-4.0l"


@pytest.mark.rule("AHD-O4.1b")
@pytest.mark.parametrize(("options", "turn"), [(("first-turn-limits",), 2), ((), 1)])
def test_rivers_are_slow_on_turn_one_and_with_the_limits_only(options, turn):
    field = Field(*options, turn=turn)
    unit = field.unit("MF", "Cairo")
    field.marching(2).take(unit).answer(line("Cairo", "Island No. 10"))
    assert field.question.box == "onward" and field.options != [STOP]


@pytest.mark.rule("AHD-4.0g", refuses=True)
def test_the_second_box_by_rail_needs_own_railroads_from_the_first_on():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.owns(CSA, "Evansville")
    field.marching(1).take(unit).answer(line("Evansville", "Bloomington (IN)"))
    assert field.where(unit) == "Bloomington (IN)" and field.question.box not in UNDER_WAY, "Evansville was not its own"


@pytest.mark.rule("AHD-4.0d")
def test_every_line_of_the_map_can_be_gone_both_ways():
    """By road one box, by rail and river on; the Confederacy not over the Potomac."""
    field = Field()
    unit = field.unit("MF", "Chicago")
    field.marching(2).take(unit)
    frame, rebel = field.state.stack[-1], field.rebel("MF", "Albany")
    for e in range(len(FROM)):
        field.state.put(unit, FROM[e])
        assert field.judged(Box.STEP, GO + e, frame) is None, e
    field.state.active = CSA
    for e in range(len(FROM)):
        field.state.put(rebel, FROM[e])
        assert (field.judged(Box.STEP, GO + e, frame._replace(piece=rebel)) is None) == (not POTOMAC >> e & 1), e


@pytest.mark.rule("AHD-4.0k", "AHD-4.2.1a")
def test_cavalry_goes_on_and_jumps_from_albany_as_from_anywhere():
    """The road from Albany to Columbus is the first line of the list."""
    field = Field(side=CSA)
    rider = field.rebel("CV", "Tallahassee")
    field.marching(1).take(rider).answer(line("Tallahassee", "Albany"))
    assert line("Albany", "Columbus (GA)") in field.options
    field = Field(side=CSA)
    rider = field.rebel("CV", "Tallahassee")
    field.unit("MF", "Albany")
    field.marching(1).take(rider).answer(line("Tallahassee", "Albany"))
    assert field.question.box == "jump" and line("Albany", "Columbus (GA)") in field.options
