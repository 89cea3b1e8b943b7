"""A2.0: support."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import TURN_OF
from bivouac.titles.house_divided.rules.chA2_support import unsupported
from titles.house_divided.kit import Field, names


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
