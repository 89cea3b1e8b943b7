"""Effects add up in short wars with the options, and say what kind of change it was."""

from __future__ import annotations

import pytest

from bivouac.core.events import EVENT_KINDS
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, GO, LEAD, SAIL
from bivouac.titles.house_divided.printed.map import CSA, MAP, NOBODY, TO, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, TURN_OF
from effects import add_effects, differences
from titles.house_divided.kit import Field, box, lazily, missing, things
from titles.house_divided.test_oracle import game

GAMES = 12
MOST = 500  # answers of a game
ALL = {kind for (prefix, _), kind in EVENT_KINDS.items() if prefix == "AHD" and kind.effect}


def lively(s, rng):
    """An answer at random, with a liking for marches and landings, for works, and for boxes where there is an enemy."""
    q = TITLE.question(s)
    liked = [a for a in q.options if a != DONE]
    if q.box == "march" and rng.random() < 0.3:
        liked = [a for a in q.options if SAIL <= a < LEAD]
    elif q.box == "march_die":
        liked = [6]
    elif q.box == "sail_to":
        liked = [a for a in q.options if s.owner[a] != s.active]
    elif q.box in ("step", "onward"):
        liked = [a for a in q.options if a == ENTRENCH or (a >= GO and s.here[1 - s.active] >> TO[a - GO] & 1)]
    return rng.choice(liked if liked and rng.random() < 0.65 else q.options)


def played(number):
    """Play a game of the oracle's; check the effects of each answer; return the kinds that were told."""
    scenario, _, options, rng = game(number)
    s, found, answers = TITLE.setup(scenario, options, log=True), set(), 0
    while s.stack and answers < MOST:
        before, first, answers = things(s), len(s.log), answers + 1
        TITLE.play(s, lively(s, rng))
        events = s.log[first:]
        wrong = differences(add_effects(before, events), things(s))
        assert wrong == [], (number, sorted(options), wrong, events)
        found |= {event.kind for event in events if event.kind.effect}
    return found


def test_effects_add_up_and_every_kind_of_them_is_told():
    assert set.union(*map(played, range(GAMES))) == ALL


def effects_of(field):
    """The effects that were told: kind, thing, and what else they say."""
    return [(e.kind.effect, *e.values) for e in field.state.log if e.kind.effect]


@pytest.mark.parametrize(("reduced", "die", "effect"), [(False, 4, "miss"), (False, 1, "loss"), (True, 1, "destroyed")])
def test_a_shot_tells_what_it_does(reduced, die, effect):
    field = Field()
    field.rebel("FV", "Camden")
    yank = field.unit("FV", "Camden", reduced=reduced)
    field.unit("FV", "Camden")
    field.fighting().aims((field.state.firers[0], yank)).rolls(die)
    assert effects_of(field) == [(effect, yank, *([1] if effect == "loss" else []), box("Camden"))]


def test_an_army_in_rout_flees_and_its_rout_is_over():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yank, rebel = field.unit("MF", "Camden"), field.rebel("FV", "Camden")
    field.fighting().rolls(1, 6).answer(rebel)
    camden, monroe = box("Camden"), box("Monroe")
    fled = [("loss", yank, 1, camden), ("disrupted", yank, camden), ("rout", yank, camden, monroe), ("restored", yank, monroe)]
    assert effects_of(field) == [*fled, ("promotion", rebel, 1, camden), ("rally", yank, 1, monroe)]


def test_an_army_that_leaves_in_order_retreats_with_its_leader_and_out_of_its_works():
    field = Field("leaders", turn=TURN_OF["1863-07"])
    rebel = field.rebel("FV", "Camden", works=True)
    lee = field.leader("Lee", "Camden")
    field.unit("FV", "Camden")
    field.fighting().until(lambda q: q.box == "retreat", missing)
    before = len(effects_of(field))
    field.answer(box("Monroe"))
    camden, monroe = box("Camden"), box("Monroe")
    went = [("retreat", rebel, camden, monroe), ("unentrenched", rebel, camden), ("retreat", lee, camden, monroe)]
    assert effects_of(field)[before:] == went


def test_a_garrison_comes_to_its_guns_and_falls():
    field = Field("coastal-defence")
    yanks = [field.unit("FV", "Washington") for _ in range(3)]
    field.marching(6, 6)
    for yank in yanks[:2]:
        field.answer(SAIL + box("Washington"), yank, box("Mobile"))
    field.answer(DONE, yanks[0]).rolls(6, 2, 2)
    washington, mobile = box("Washington"), box("Mobile")
    came = [("move", yank, washington, mobile) for yank in yanks[:2]] + [("arrival", GARRISON, mobile, 2)]
    fell = [("miss", yanks[0], mobile), ("loss", GARRISON, 1, mobile), ("destroyed", GARRISON, mobile)]
    assert effects_of(field)[: len(came + fell)] == came + fell


def test_a_box_that_lone_cavalry_leaves_changes_hands_again():
    field = Field(side=CSA)
    rider = field.rebel("MC", "Cairo")
    lazily(field.ending())
    assert effects_of(field)[-1] == ("capture", CSA, box("Cairo"))
    field.state.active = CSA
    field.marching(1).go(rider, "Paducah")
    assert effects_of(field)[-2:] == [("move", rider, box("Cairo"), box("Paducah")), ("capture", UNION, box("Cairo"))]
    white = next(b for b, owner in enumerate(MAP.owner) if owner == NOBODY)
    field.state.set_owner(white, CSA)
    field.state.fall_back(white)
    assert effects_of(field)[-1] == ("capture", NOBODY, white)


def test_deserters_are_destroyed():
    field = Field("desertion", turn=TURN_OF["1862-07"])
    yank = field.unit("MF", "Camden", reduced=True)
    rebel = field.rebel("MF", "Camden", reduced=True)
    field.fighting().until(lambda q: q.box == "shot", missing).rolls(1)
    assert field.question.box == "desert"
    field.rolls(6)
    assert effects_of(field) == [("destroyed", yank, box("Camden")), ("destroyed", rebel, box("Camden"))]
