"""9.0: whose box it is."""

from __future__ import annotations

import pytest

from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, NO
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION
from titles.house_divided.kit import Field, box, lazily, missing


@pytest.mark.rule("AHD-9.0b")
def test_capture_comes_at_the_end_of_the_turn():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.state.pool = [1, 0, 0, 0]
    field.marching(2).go(unit, "Louisville").answer(DONE)
    assert field.state.owner[box("Louisville")] == NOBODY
    field.answer(DONE)
    assert field.question.box == "recruit_die"
    field.rolls(3)
    assert field.rule(box("Louisville")) == "AHD-7.0g"
    lazily(field)
    assert field.state.owner[box("Louisville")] == UNION
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.marching(2).go(unit, "Louisville").go(unit, "Evansville")
    while field.state.active == UNION:
        field.answer(DONE if DONE in field.options else field.options[0])
    assert field.state.owner[box("Louisville")] == NOBODY


@pytest.mark.rule("AHD-9.0c")
def test_a_captured_box_stays_owned_when_empty():
    field = Field()
    unit = field.unit("MF", "Glasgow")
    lazily(field.ending())
    assert field.state.owner[box("Glasgow")] == UNION
    field.state.active = UNION
    field.marching(1).go(unit, "Sparta")
    assert field.state.owner[box("Glasgow")] == UNION


@pytest.mark.rule("AHD-9.0f", "AHD-9.0g")
def test_lone_cavalry_holds_a_box_only_while_it_is_there():
    field = Field()
    rider = field.unit("MC", "Nashville")
    lazily(field.ending())
    assert field.state.owner[box("Nashville")] == UNION and field.state.maximum == (34, 28)
    assert TITLE.view(field.state, None).held == (box("Nashville"),)
    field.state.active = UNION
    field.marching(1).go(rider, "Sparta")
    assert field.state.owner[box("Nashville")] == CSA and field.state.maximum == (34, 29)


@pytest.mark.rule("AHD-9.0g")
@pytest.mark.parametrize(("place", "before", "after"), [("Nashville", UNION, CSA), ("Louisville", UNION, NOBODY), ("Cairo", UNION, UNION)])
def test_the_box_goes_back_to_the_side_of_its_colour(place, before, after):
    field = Field(side=CSA)
    field.owns(before, place)
    rider = field.rebel("MC", place)
    lazily(field.ending())
    assert field.state.owner[box(place)] == CSA
    field.state.lose(rider)
    assert field.state.owner[box(place)] == after


@pytest.mark.rule("AHD-9.0f", "AHD-9.0g")
def test_lone_cavalry_keeps_a_box_of_its_own_colour():
    field = Field()
    field.owns(CSA, "Cairo")
    rider = field.unit("MC", "Cairo")
    lazily(field.ending())
    assert field.state.owner[box("Cairo")] == UNION and not field.state.held and not field.told("held_by_cavalry")
    field.state.active = UNION
    field.marching(1).go(rider, "Paducah", by="river")
    assert field.state.owner[box("Cairo")] == UNION and not field.told("reverted")


@pytest.mark.rule("AHD-9.0h", "AHD-9.0b")
def test_infantry_that_only_passes_makes_no_lasting_possession():
    field = Field()
    rider, foot = field.unit("MC", "Island No. 10"), field.unit("MF", "Cairo")
    field.unit("MF", "Chicago")
    lazily(field.ending())
    field.state.active = UNION
    field.marching(4).go(foot, "Island No. 10", by="river").go(rider, "Memphis", by="river")
    assert field.state.owner[box("Island No. 10")] == UNION  # the infantry still stands there
    field.go(foot, "Cairo", by="river")
    assert field.state.owner[box("Island No. 10")] == CSA and len(field.told("reverted")) == 1


@pytest.mark.rule("AHD-9.0h")
def test_infantry_that_marches_on_before_the_cavalry_leaves_the_box_to_it():
    field = Field()
    rider = field.unit("MC", "Corinth")
    foot = field.unit("MF", "Decatur")
    lazily(field.ending())
    field.state.active = UNION
    field.marching(4).go(foot, "Corinth").go(foot, "Grand Junction").go(rider, "Okolona")
    assert field.state.owner[box("Corinth")] == CSA


@pytest.mark.rule("AHD-9.0h")
def test_infantry_that_retreats_to_the_cavalry_makes_the_box_lasting_when_the_turn_ends():
    field = Field(side=CSA)
    rider = field.rebel("MC", "Cairo")
    lazily(field.ending())
    field.state.active = UNION
    foot = field.rebel("MF", "Cairo")
    field.unit("MF", "Chicago")
    assert field.state.held >> box("Cairo") & 1
    lazily(field.ending())
    field.state.lose(rider)
    assert field.where(foot) == "Cairo" and field.state.owner[box("Cairo")] == CSA and not field.state.held


@pytest.mark.rule("AHD-9.0h")
def test_infantry_makes_the_capture_last():
    field = Field()
    rider = field.unit("MC", "Louisville")
    lazily(field.ending())
    field.state.active = UNION
    foot = field.unit("MF", "Evansville")
    field.unit("MF", "Chicago")
    field.marching(3).go(foot, "Louisville").go(rider, "Lexington")
    lazily(field)
    assert field.state.owner[box("Louisville")] == UNION and not field.state.held >> box("Louisville") & 1
    field = Field()
    rider = field.unit("MC", "Louisville")
    lazily(field.ending())
    field.state.active, field.state.pool = UNION, [1, 0, 0, 0]
    field.recruiting().rolls(2).answer(box("Louisville"))
    lazily(field)
    assert field.state.held == 0 and field.state.owner[box("Louisville")] == UNION


def held_cairo():
    """Confederate cavalry has taken Cairo; it is the Union's turn."""
    field = Field(side=CSA)
    rider = field.rebel("MC", "Cairo")
    lazily(field.ending())
    assert TITLE.view(field.state, None).held == (box("Cairo"),) and field.state.maximum == (33, 30)
    field.state.active = UNION
    return field, rider


@pytest.mark.rule("AHD-9.0f")
def test_lone_cavalry_keeps_the_box_from_which_an_attacker_retreats():
    field, rider = held_cairo()
    yank = field.owns(UNION, "Paducah").unit("MF", "Paducah")
    field.marching(1).go(yank, "Cairo").answer(NO)
    field.until(lambda q: field.state.firing == UNION and q.box == "retreat", missing)
    field.answer(box("Paducah"))
    assert field.where(yank) == "Paducah" and field.where(rider) == "Cairo"
    assert field.state.owner[box("Cairo")] == CSA and field.state.maximum == (33, 30) and not field.told("reverted")


@pytest.mark.rule("AHD-9.0f")
def test_lone_cavalry_keeps_the_box_in_which_an_attacker_dies():
    field, rider = held_cairo()
    yank = field.unit("MF", "Cairo", reduced=True)
    field.fighting().answer(NO).rolls(1)
    assert field.where(yank) == "" and field.where(rider) == "Cairo"
    assert field.state.owner[box("Cairo")] == CSA and not field.told("reverted")


@pytest.mark.rule("AHD-9.0f")
def test_lone_cavalry_keeps_the_box_that_the_enemy_jumps():
    field, _ = held_cairo()
    boat = field.unit("MF", "Paducah")
    field.marching(1).go(boat, "Cairo", "Island No. 10", by="river")
    assert field.where(boat) == "Island No. 10" and field.state.owner[box("Cairo")] == CSA and not field.told("reverted")


@pytest.mark.rule("AHD-9.0g")
def test_the_box_falls_back_after_the_shot_that_kills_the_cavalry():
    field, rider = held_cairo()
    field.state.reduced |= 1 << rider
    field.unit("FV", "Cairo")
    field.fighting().answer(NO).rolls(6, 1)
    assert field.state.owner[box("Cairo")] == UNION and field.state.maximum == (34, 29)
    told = [e.kind.name for e in field.state.log]
    assert told.index("killed") < told.index("reverted")


@pytest.mark.rule("AHD-9.0f", "AHD-9.0g")
def test_cavalry_that_stands_alone_at_set_up_only_holds_its_box():
    field = Field(scenario="1864", turn=29, empty=False)
    place = box("Jacksonville (FL)")
    assert TITLE.view(field.state, None).held == (place,) and field.state.maximum == (36, 20)
    (rider,) = field.state.pieces_at(UNION, place)
    field.marching(1).go(rider, "Gainesville")
    assert field.state.owner[place] == CSA and field.state.maximum == (36, 21)
    assert all(TITLE.setup(scenario).held == 0 for scenario in ("1861", "1862", "1863"))
