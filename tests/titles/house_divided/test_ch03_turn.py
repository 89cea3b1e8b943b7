"""3.0 and 8.0: the order of play and the drafts."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, STOP, Box
from bivouac.titles.house_divided.printed.map import CSA, OFF, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, LAST, MF, TURN_OF
from bivouac.titles.house_divided.rules.ch03_turn import MOST_CHOICES
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import UNDER_WAY, Field, box


def pass_turn(field, boxes=None):
    """Do nothing until the side or the month changes; note the boxes asked on the way."""
    s = field.state
    turn, active = s.turn, s.active
    while s.stack and (s.turn, s.active) == (turn, active):
        if boxes is not None:
            boxes.append(field.question.box)
        field.answer(DONE if DONE in field.options else field.options[0])


@pytest.mark.rule("AHD-3.0b", "AHD-3.0d", "AHD-3.0e", "AHD-3.0x1", "AHD-10.0b")
def test_the_union_then_the_confederacy_then_the_next_month():
    field = Field(empty=False, turn=1)
    field.state = TITLE.setup("1861", log=True)
    asked = []
    pass_turn(field, asked)
    assert asked == ["march", "promote", "recruit_die", "city"]
    assert (field.state.turn, field.state.active) == (1, CSA)
    asked = []
    pass_turn(field, asked)
    assert asked == ["march", "promote", "recruit_die", "city"]
    assert (field.state.turn, field.state.active) == (2, UNION)
    headings = [e.kind.name for e in field.state.log if e.kind.heading]
    assert headings == ["turn_begins", "player_begins", "player_begins", "turn_begins", "player_begins"]


@pytest.mark.rule("AHD-3.0c", "AHD-4.0a")
def test_nobody_marches_once_a_battle_has_begun():
    field = Field()
    attacker = field.unit("FV", "Washington")
    field.unit("MF", "Chicago")
    field.rebel("FV", "Manassas Junction")
    field.marching(3).go(attacker, "Manassas Junction").answer(DONE)
    boxes = set()
    while field.state.active == UNION and field.state.stack:
        boxes.add(field.question.box)
        field.answer(field.options[0])
    assert "shot" in boxes and not boxes & {"march", "piece", *UNDER_WAY}


@pytest.mark.rule("AHD-8.0a", "AHD-8.0b", "AHD-8.0c", "AHD-8.0d", "AHD-2.0j")
def test_drafts_in_april_unlock_four_militia_each():
    field = Field(empty=False, turn=1)
    field.state = TITLE.setup("1861", log=True)
    s = field.state
    stock = {}
    while s.stack and s.turn <= 29:
        stock[s.turn] = 24 - s.locked
        field.answer(DONE if DONE in field.options else field.options[0])
    assert [stock[t] for t in (7, 8, 17, 18, 27, 28, 29)] == [12, 16, 16, 20, 20, 24, 24]
    total = sum(1 for p in bits(s.in_play(UNION)) if s.kind[p] == MF) + s.pool[0]
    assert total == 24
    assert field.told("drafted") == [{"n": 4, "left": 8}, {"n": 4, "left": 4}, {"n": 4, "left": 0}]


@pytest.mark.rule("AHD-O4.4a")
def test_the_riots_of_1863_spread_the_draft():
    field = Field("draft-riots", empty=False, turn=1)
    field.state = TITLE.setup("1861", ["draft-riots"], log=True)
    s = field.state
    locked = {}
    while s.stack and s.turn <= 28:
        locked[s.turn] = s.locked
        field.answer(DONE if DONE in field.options else field.options[0])
    assert [locked[t] for t in (7, 8, 17, 18, 19, 20, 21, 22, 27, 28)] == [12, 8, 8, 7, 6, 5, 4, 4, 4, 0]


def test_marches_and_jumps_are_forgotten_in_the_next_turn():
    field = Field()
    unit = field.unit("MF", "Chicago")
    field.marching(3).go(unit, "Lafayette")
    field.answer(DONE)
    while field.state.active == UNION:
        field.answer(DONE if DONE in field.options else field.options[0])
    assert not (field.state.once | field.state.moved) >> unit & 1 and field.state.box[unit] == box("Lafayette")


def test_the_turn_is_the_unions_first():
    state = TITLE.setup("1861")
    assert TITLE.question(state).side == Side.UNION


@pytest.mark.rule("AHD-3.0d", "AHD-8.0a")
def test_the_log_names_the_month_before_what_it_brings():
    told = [e.kind.name for e in TITLE.setup("1863", ["draft-riots"], log=True).log]
    assert told[:3] == ["turn_begins", "rioted", "maxima"]


@pytest.mark.rule("AHD-O4.4a")
def test_the_log_tells_how_many_are_left_after_a_riots_draft():
    field = Field("draft-riots", turn=TURN_OF["1863-05"])
    before = field.state.locked
    field._at(0, Box.GAME_TURN)
    told = field.told("rioted")[0]
    assert before - told["n"] == field.state.locked == told["left"]


# --- no side can prolong a match --------------------------------------------------------------------------------


def busy(q, rng):
    """Anything but an end: the answer of somebody who wants the turn to last."""
    going_on = [a for a in q.options if a not in (DONE, STOP)]
    return rng.choice(going_on or q.options)


@pytest.mark.parametrize("options", [(), ("rail-bonus", "containment", "leaders", "support", "historical-recruitment")])
def test_a_turn_has_a_bounded_number_of_choices_whatever_a_side_does(options):
    field, rng, choices = Field(*options), Random(7), 0
    for _ in range(LAST[UNION]):
        field.unit("MF", "Chicago")
    if "leaders" in options:
        field.leader("Grant", "Chicago")
        field.leader("Sherman", "Chicago")
    s = field.marching(6).state
    while s.stack and s.active == UNION:
        q = field.question
        choices += q.side == Side.UNION and s.place == OFF
        field.answer(busy(q, rng))
    assert 150 < choices <= MOST_CHOICES


@pytest.mark.rule("AHD-5.0g")
@pytest.mark.parametrize("works", [False, True])
@pytest.mark.parametrize(("attacker", "defender"), [*product(("MF", "FV", "FS", "MC", "CV", "CS"), repeat=2)])
def test_whoever_cannot_be_hit_can_hit(attacker, defender, works):
    field = Field()
    yank, rebel = field.unit(attacker, "Camden"), field.rebel(defender, "Camden", works=works)
    field.state.place, field.state.attacker, field.state.rnd = box("Camden"), UNION, 5
    assert value_against(field.state, yank, rebel) > 0 or value_against(field.state, rebel, yank) > 0


@pytest.mark.rule("AHD-5.0g")
@pytest.mark.parametrize("kind", ["MF", "FV", "FS", "MC", "CV", "CS"])
@pytest.mark.parametrize("port", ["Savannah", "Mobile"])
def test_a_garrison_that_cannot_be_hit_can_hit(kind, port):
    field = Field("coastal-defence")
    yank = field.unit(kind, port)
    field.state.place, field.state.attacker, field.state.rnd, field.state.garrison = box(port), UNION, 5, 2
    assert value_against(field.state, yank, GARRISON) > 0 or value_against(field.state, GARRISON, yank) > 0
