"""What the rules tell about units and hexes, as facts for the markers on the board."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bivouac import Match
from bivouac.core.events import EVENT_KINDS
from bivouac.titles.yankees_rebels.frames import EVADE, RECOVER
from bivouac.titles.yankees_rebels.setup import DOUBTS, OPTIONS
from effects import add_effects, differences
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    LOSS,
    RETREAT,
    SAVE,
    TITLE,
    TRUMPET,
    UNION_FLAG,
    aiming,
    battle,
    h,
    m,
    marching,
    round_of,
    things,
    u,
)


def effects(p):
    """The effects told so far: the kind, the thing, and the number, hex or side that it names."""
    return [(e.kind.effect, *e.values) for e in p.state.log if e.kind.effect]


def attack(*pieces, hits):
    return aiming(("cs_hood",), "cs_hood@C3", *pieces).answer(u("us_hays")).rolls(*[CSA_FLAG] * hits, *[HAT] * (6 - hits))


@pytest.mark.rule("YR-5.3c")
def test_a_volley_without_a_hit_is_a_miss():
    assert effects(attack("us_hays@C4", hits=0)) == [("miss", u("us_hays"), h("C4"))]


@pytest.mark.rule("YR-5.3b")
def test_a_volley_without_dice_is_a_miss_told_after_its_sentence():
    p = round_of(battle("cs_early@E3", "us_wadsworth@G3:1", "us_hays@G2"), m("csa", "II"), flags=1).answer(u("cs_early"), h("F3"))
    p.rolls(DOUBLE).answer(u("cs_early")).rolls(DOUBLE).answer(u("cs_early"))
    names = [e.kind.name for e in p.state.log]
    assert ("miss", u("cs_early"), h("F3")) in effects(p) and names[names.index("effect_miss") - 1] == "hits"


@pytest.mark.rule("YR-5.4e")
def test_hits_that_change_nothing_are_told_as_hits():
    assert effects(attack("us_hays@C4", hits=2).rolls(SAVE, SAVE)) == [("hit", u("us_hays"), h("C4"))]


@pytest.mark.rule("YR-5.4b", "YR-5.4c")
def test_losses_and_a_retreat_are_told_where_they_happen():
    p = attack("us_hays@C4", hits=3).rolls(LOSS, RETREAT, LOSS).answer(h("D5"))
    assert effects(p) == [("loss", u("us_hays"), 2, h("C4")), ("retreat", u("us_hays"), h("C4"), h("D5"))]


@pytest.mark.rule("YR-5.4f")
def test_an_elimination_tells_no_more_losses_than_there_was_strength():
    p = attack("us_hays@C4:1", hits=3).rolls(LOSS)
    assert effects(p) == [("loss", u("us_hays"), 1, h("C4")), ("destroyed", u("us_hays"), h("C4"))]


@pytest.mark.rule("YR-3.0g", "YR-3.0c")
def test_each_strength_point_regained_is_a_rally_and_ends_the_units_turn():
    p = round_of(battle("us_hays@C4:1", "cs_hood@R13"), m("union", "flag"), trumpets=1, flags=1)
    p.answer(RECOVER + u("us_hays"))
    while p.question.box == "recovery":
        p.rolls(TRUMPET)
    gained = p.state.force[u("us_hays")] - 1
    assert gained > 1
    assert effects(p) == [*[("rally", u("us_hays"), 1, h("C4"))] * gained, ("exhausted", u("us_hays"))]
    assert [e.kind.name for e in p.state.log][-2:] == ["recovered", "effect_exhausted"]


@pytest.mark.rule("YR-3.0c", "YR-4.0e")
def test_a_march_is_a_move_after_which_the_unit_is_done():
    p = marching("us_hays", "us_hays@C2", "cs_hood@R13").answer(h("C3"))
    assert effects(p) == [("move", u("us_hays"), h("C2"), h("C3")), ("exhausted", u("us_hays"))]


@pytest.mark.rule("YR-4.3f")
def test_a_reaction_leaves_the_unit_done():
    p = marching("cs_hood", "cs_hood@C2", "us_hays@C4").answer(h("C3")).rolls(UNION_FLAG).answer(u("cs_hood"))
    told = [(e.kind.name, e.values[0]) for e in p.state.log if e.values[0] == u("us_hays")]
    assert told[:2] == [("reacts", u("us_hays")), ("effect_exhausted", u("us_hays"))]


@pytest.mark.rule("YR-4.3.1a")
def test_an_evasion_is_a_retreat():
    cavalry = u("us_gamble")
    p = marching("cs_hood", "cs_hood@C2", "us_gamble@C4").answer(h("C3")).rolls(UNION_FLAG).answer(EVADE)
    to = p.options[0]
    p.answer(to)
    assert [e for e in effects(p) if e[1] == cavalry][:2] == [("exhausted", cavalry), ("retreat", cavalry, h("C4"), to)]


@pytest.mark.rule("YR-8.0d")
def test_a_victory_hex_is_captured_by_the_side_that_did_not_stand_there_last():
    p = marching("cs_hood", "cs_hood@L5", "us_hays@R13").answer(h("L6"))
    captured = ("capture", 1, h("L6"))
    assert captured in effects(p)
    told = len(effects(p))
    p.state.move(u("cs_hood"), h("L5"))
    p.state.move(u("cs_hood"), h("L6"))
    assert [kind for kind, *_ in effects(p)[told:]] == ["move", "move"]
    p.state.move(u("cs_hood"), h("L5"))
    p.state.move(u("us_hays"), h("L6"))
    assert effects(p)[-1] == ("capture", 0, h("L6"))


def follows(event, told):
    """Whether an effect follows the sentence that tells of it, so that both stand in one line of the log."""
    if event.kind.effect in ("arrival", "move", "retreat"):
        return told is not None and (told.facts["unit"], told.facts["to"]) == (event.facts["thing"], event.facts["to"])
    return event.kind.effect != "readied" or (told is not None and (told.kind.heading or told.kind is event.kind))


@pytest.mark.rule("YR-5.3.1g")
def test_with_all_rules_in_play_effects_add_up_over_a_whole_campaign():
    chosen = [id for id, option in OPTIONS.items() if option.group != "handicap" and id not in DOUBTS]
    rng, match, kinds = Random(5), Match.new(TITLE, scenario="campaign", options=chosen, seed="effects"), set()
    while match.question is not None:
        before, first = things(match.state), len(match.answers)
        match.submit(TITLE.advice.order(match.state)[0] if rng.random() < 0.3 else rng.choice(match.question.options))
        events = [event for number in range(first, len(match.answers)) for event in match.all_events_of(number)]
        assert differences(add_effects(before, events), things(match.state)) == []
        assert all(follows(event, told) for told, event in pairwise((None, *events)))
        kinds |= {event.kind for event in events if event.kind.effect}
    assert kinds == {kind for (prefix, _), kind in EVENT_KINDS.items() if prefix == TITLE.prefix and kind.effect}
