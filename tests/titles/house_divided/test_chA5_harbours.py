"""A5.0 and A6.0: harbour garrisons, and the fall of Washington."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, SAIL, Box
from bivouac.titles.house_divided.printed.map import CSA, GARRISON_VALUE, MAP, OFF, UNION
from bivouac.titles.house_divided.printed.units import GARRISON
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import Field, box, entrenched, missing, reduced


def invade(place, *, units=1, rebels=(), options=("coastal-defence",)):
    field = Field(*options)
    yanks = [field.unit("FV", "Washington") for _ in range(units + 1)]
    defenders = [field.rebel(kind, place) for kind in rebels]
    field.marching(6, 6)
    for yank in yanks[:units]:
        field.answer(SAIL + box("Washington"), yank, box(place))
    field.answer(DONE)
    return field, yanks[:units], defenders


@pytest.mark.rule("AHD-A5.0a")
def test_garrisons_of_confederate_harbour_cities():
    assert {MAP.name[b]: v for b, v in enumerate(GARRISON_VALUE) if v} == {
        "Charleston (SC)": 2,
        "Jacksonville (FL)": 1,
        "Mobile": 2,
        "New Orleans": 2,
        "Savannah": 1,
        "Wilmington": 2,
    }
    field, yanks, _ = invade("Mobile")
    assert field.state.place == box("Mobile") and field.state.firers == (GARRISON,)
    field.rolls(3)  # 2, +1 for the crossing
    assert reduced(field, yanks[0])
    field, _, _ = invade("New Bern")
    assert field.told("battle_begins") == []


@pytest.mark.rule("AHD-A5.0b", refuses=True)
def test_the_garrison_is_the_first_target():
    field, _, rebels = invade("Mobile", units=2, rebels=("MF", "MF"))
    field.until(lambda q: field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.state.aims == (GARRISON, GARRISON)
    field.state.aims = ()
    assert field.judged(Box.AIM, rebels[0]) == "AHD-A5.0b" and field.judged(Box.AIM, GARRISON) is None


@pytest.mark.rule("AHD-A5.0c", "AHD-A5.0f")
def test_two_hits_destroy_a_garrison_and_earn_nothing():
    field, yanks, _ = invade("Mobile", units=2)
    field.answer(yanks[0]).rolls(6, 2, 2)
    assert field.told("garrison_fell") and field.told("won")[0]["side"].id == UNION
    assert field.question.box != "victor"
    field, yanks, rebels = invade("Mobile", units=2, rebels=("MF",))
    field.until(lambda q: field.state.firing == UNION and q.side == Side.CHANCE, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    field.rolls(1, 1)
    assert field.state.garrison == 0 and field.told("won") == []
    field.until(
        lambda q: field.state.place == OFF or q.box == "victor",
        lambda q: (1 if field.state.firing == UNION else 6) if q.side == Side.CHANCE else missing(q),
    )
    assert field.asked == (Side.UNION, "victor") and field.where(rebels[0]) == ""


@pytest.mark.rule("AHD-A5.0d")
def test_a_garrison_does_not_move_and_fights_invasions_only():
    field = Field("coastal-defence")
    field.unit("FV", "Mobile")  # came by land
    field.rebel("FV", "Mobile")
    field.fighting()
    assert field.state.garrison == 0
    field, _, _ = invade("Mobile")
    field.until(lambda q: field.state.rnd == 2, missing)
    assert field.asked[1] != "retreat" or field.asked[0] == Side.UNION


@pytest.mark.rule("AHD-A5.0e")
def test_the_garrison_is_in_works_and_others_must_dig():
    field, yanks, rebels = invade("Mobile", rebels=("MF",))
    assert value_against(field.state, yanks[0], GARRISON) == 2 and value_against(field.state, yanks[0], rebels[0]) == 3
    field = Field("coastal-defence", side=CSA)
    rebel = field.rebel("MF", "Mobile")
    field.marching(1).take(rebel).answer(ENTRENCH)
    assert entrenched(field, rebel)


@pytest.mark.rule("AHD-A6.0a", "AHD-A6.0b", "AHD-A6.0c")
def test_the_fall_of_washington_costs_the_die():
    for die, left in ((1, 32), (2, 32), (4, 30), (6, 28)):
        field = Field("washington", side=CSA)
        rebel = field.rebel("MF", "Washington")
        field.owns(UNION, "Richmond", "Memphis")
        field.ending()
        assert field.question.box == "washington_die"
        field.rolls(die)
        assert field.state.outcome is None and field.state.maximum[UNION] == left
    field.state.take_off(rebel)
    field.state.active = UNION
    field.unit("MF", "Washington")
    field.ending()
    assert field.state.maximum[UNION] == 29
