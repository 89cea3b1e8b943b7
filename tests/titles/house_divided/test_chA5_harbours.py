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
    asked = []
    field.until(lambda q: field.state.rnd == 3, lambda q: asked.append((q.side, q.box)) or missing(q))
    assert (Side.UNION, "retreat") in asked and (Side.CSA, "retreat") not in asked
    assert field.judged(Box.RETREAT, box("Selma")) == "AHD-A5.0d"


@pytest.mark.rule("AHD-A5.0e")
def test_the_garrison_is_in_works_and_others_must_dig():
    field, yanks, rebels = invade("Mobile", rebels=("MF",))
    assert value_against(field.state, yanks[0], GARRISON) == 2 and value_against(field.state, yanks[0], rebels[0]) == 3
    field = Field("coastal-defence", side=CSA)
    rebel = field.rebel("MF", "Mobile")
    field.marching(1).take(rebel).answer(ENTRENCH)
    assert entrenched(field, rebel)


@pytest.mark.rule("AHD-A6.0b")
@pytest.mark.parametrize(("die", "left"), [(1, 31), (4, 29)])
def test_by_the_other_reading_the_city_is_lost_besides_the_die(die, left):
    field = Field("washington", "washington-costs-more", side=CSA)
    field.rebel("MF", "Washington")
    field.owns(UNION, "Richmond", "Memphis").ending()
    field.rolls(die)
    assert field.state.maximum[UNION] == left and field.told("washington_fell")[0]["n"] == 34 - left


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


def forsaken(*options):
    """The one militia beside the garrison of Mobile has retreated to Selma."""
    field, yanks, rebels = invade("Mobile", units=2, rebels=("MF",), options=("coastal-defence", *options))
    field.until(lambda q: field.asked == (Side.CSA, "retreat"), missing)
    return field, yanks, rebels


@pytest.mark.rule("AHD-A5.0b", "AHD-A5.0d")
def test_the_garrison_fights_on_when_the_units_beside_it_retreat():
    field, _, rebels = forsaken()
    field.answer(box("Selma"))
    assert field.where(rebels[0]) == "Selma" and field.state.place == box("Mobile")
    assert field.state.garrison == 2 and field.state.firers == (GARRISON,) and not field.told("won")
    field.until(lambda q: q.box == "shot" and field.state.firing == UNION, missing)
    field.rolls(1, 1)
    assert field.told("garrison_fell") and field.told("won")[0]["side"].id == UNION
    assert field.asked == (Side.UNION, "victor")  # units had fought there, too (A5.0f)


@pytest.mark.rule("AHD-A5.0d")
def test_the_garrison_alone_may_still_hold_the_harbour():
    field, yanks, _ = forsaken("naval-retreat")
    field.answer(box("Selma"))
    field.until(lambda q: field.asked == (Side.UNION, "retreat"), missing)
    field.answer(box("Washington"))
    assert field.state.place == OFF and all(field.where(yank) == "Washington" for yank in yanks)
    assert field.told("won")[0]["side"].id == CSA and field.state.owner[box("Mobile")] == CSA


@pytest.mark.rule("AHD-A8.12a")
def test_who_leaves_the_garrison_tests_for_desertion_alone():
    field, yanks, rebels = forsaken("desertion")
    field.state.reduced |= 1 << rebels[0] | 1 << yanks[0]
    field.answer(box("Selma"))
    assert field.question.box == "desert" and field.state.queue == (rebels[0],)
    field.rolls(6)
    assert field.where(rebels[0]) == "" and field.state.garrison == 2 and field.state.firers == (GARRISON,)


@pytest.mark.rule("AHD-A5.0b")
def test_who_came_by_land_is_free_to_fire_at_others():
    field = Field("coastal-defence")
    sailor, walker = field.unit("FV", "Washington"), field.unit("FV", "Montgomery")
    field.unit("FV", "Washington")
    rebels = [field.rebel("MF", "Mobile") for _ in range(2)]
    field.marching(6, 6).answer(SAIL + box("Washington"), sailor, box("Mobile"))
    field.go(walker, "Selma", by="rail").go(walker, "Mobile").answer(DONE)
    field.until(lambda q: field.state.firing == UNION and q.box == "aim", missing)
    assert field.state.firers == (sailor, walker) and field.state.aims == (GARRISON,)  # the sailor had no choice
    assert set(field.options) == set(rebels)  # the garrison is covered


@pytest.mark.rule("AHD-A5.0b", "AHD-5.1d")
def test_who_came_by_land_may_fire_twice_at_the_field_army_while_the_invaders_fire_at_the_garrison():
    field = Field("coastal-defence")
    walkers = [field.unit("FV", "Mobile") for _ in range(2)]
    invader, _ = field.unit("FV", "Washington"), field.unit("FV", "Washington")
    rebel = field.rebel("FV", "Mobile")
    field.marching(6, 6).answer(SAIL + box("Washington"), invader, box("Mobile"), DONE)
    field.until(lambda q: field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    field.state.aims = ()
    field.state.firers = (invader, *walkers)
    for target in (GARRISON, rebel, rebel):
        assert field.judged(Box.AIM, target) is None
        field.state.aims = (*field.state.aims, target)
