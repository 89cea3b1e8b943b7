"""A2.0: support."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.printed.map import CSA, MAP, UNION, N
from bivouac.titles.house_divided.printed.units import TURN_OF
from bivouac.titles.house_divided.rules.chA2_support import unsupported
from titles.house_divided.kit import Field, box, names


@pytest.mark.rule("AHD-A2.0a")
def test_support_is_checked_before_anything_else():
    field = Field("support", "leaders", turn=TURN_OF["1862-05"])
    for _ in range(2):
        field.unit("MF", "Camden")
    field.unit("MF", "Chicago")
    field.player_turn()
    assert field.asked == (Side.UNION, "support_loss")
    field.answer(field.options[0])
    assert field.question.box == "place_leader"


@pytest.mark.rule("AHD-A2.0b", "AHD-A2.0c")
def test_one_piece_needs_no_support_a_stack_does():
    field = Field("support", "leaders")
    field.unit("MF", "Camden")
    field.leader("Grant", "Camden")
    assert unsupported(field.state) == ()
    field.unit("MF", "Camden")
    assert names(unsupported(field.state)) == {"Camden"}


@pytest.mark.rule("AHD-A2.1a")
def test_a_city_needs_another_city():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Little Rock")
    assert unsupported(field.state) == ()
    field.owns(UNION, "Arkansas Post")  # the only way out by rail or river on own boxes
    assert names(unsupported(field.state)) == {"Little Rock"}


@pytest.mark.rule("AHD-A2.1b")
def test_elsewhere_a_supported_city_is_needed():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Newport")
    assert unsupported(field.state) == ()
    field.owns(UNION, "Vicksburg", "Memphis")  # Little Rock is left alone: it has no other city
    assert names(unsupported(field.state)) == {"Newport"}


@pytest.mark.rule("AHD-A2.1c")
def test_lines_run_over_own_boxes_by_rail_and_river_not_by_road():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Camden")
    assert names(unsupported(field.state)) == {"Camden"}  # only roads lead there
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Fredericksburg")
    field.owns(UNION, "Richmond")
    field.owns(CSA, "Washington")
    assert names(unsupported(field.state)) == {"Fredericksburg"}  # the Potomac is no line for the South
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Fredericksburg")
    field.unit("MF", "Richmond")
    assert names(unsupported(field.state)) == {"Fredericksburg"}


@pytest.mark.rule("AHD-A2.1d")
def test_union_ports_support():
    field = Field("support")
    field.owns(UNION, "Port Royal", "Savannah", "Millen")
    for place in ("Port Royal", "Millen"):
        for _ in range(2):
            field.unit("MF", place)
    assert unsupported(field.state) == ()
    field.owns(CSA, "Savannah")
    assert names(unsupported(field.state)) == {"Millen"}


@pytest.mark.rule("AHD-A2.1d")
def test_union_pieces_in_any_port_have_support():
    field = Field("support")
    for _ in range(2):
        field.unit("MF", "Brunswick")
    assert field.state.owner[box("Brunswick")] == CSA and unsupported(field.state) == ()


@pytest.mark.rule("AHD-A2.1a")
def test_a_recruitment_city_of_either_colour_gives_support():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Chattanooga")
    near = {"Chattanooga", "Knoxville"}
    field.owns(UNION, *[name for b, name in enumerate(MAP.name) if field.state.owner[b] == CSA and name not in near])
    assert unsupported(field.state) == ()
    field.owns(UNION, "Knoxville")
    assert names(unsupported(field.state)) == {"Chattanooga"}


@pytest.mark.rule("AHD-A2.2a")
def test_each_unsupported_box_loses_a_piece_of_the_owners_choice():
    field = Field("support")
    a, b = field.unit("MF", "Camden"), field.unit("FV", "Camden")
    field.unit("MF", "Okolona")
    field.unit("MF", "Okolona")
    field.player_turn()
    assert field.options == [a, b]
    field.answer(a).answer(field.options[0])
    assert len(field.at("Camden")) == len(field.at("Okolona")) == 1 and field.where(b) == "Camden"
    assert len(field.told("unsupported")) == 2


@pytest.mark.rule("AHD-A2.1a")
def test_two_cities_support_each_other():
    field = Field("support", side=CSA)
    for b in range(N):
        field.state.set_owner(b, UNION)
    field.owns(CSA, "Richmond")
    for _ in range(2):
        field.rebel("MF", "Richmond")
    alone = names(unsupported(field.state))
    field.owns(CSA, "Petersburg")
    assert alone == {"Richmond"} and unsupported(field.state) == ()


@pytest.mark.rule("AHD-A2.1d")
def test_a_union_port_supports_even_beside_the_enemy():
    field = Field("support")
    field.owns(UNION, "Port Royal")
    for _ in range(2):
        field.unit("MF", "Port Royal")
    field.rebel("MF", "Port Royal")
    assert unsupported(field.state) == ()


@pytest.mark.rule("AHD-A2.1c")
def test_from_a_box_that_is_not_its_own_a_stack_is_supported_by_river_alone():
    field = Field("support")
    for _ in range(2):
        field.unit("MF", "Island No. 10")
        field.unit("MF", "Corinth")
    assert names(unsupported(field.state)) == {"Corinth"}, "Cairo lies up the river; no railroad at Corinth is friendly"
    field.rebel("MF", "Cairo")
    assert names(unsupported(field.state)) == {"Island No. 10", "Corinth"}


@pytest.mark.rule("AHD-A2.1c", refuses=True)
def test_a_river_to_a_box_without_support_is_none():
    field = Field("support")
    for b in range(N):
        field.state.set_owner(b, CSA)
    field.owns(UNION, "Cairo")
    for _ in range(2):
        field.unit("MF", "Island No. 10")
    assert names(unsupported(field.state)) == {"Island No. 10"}
