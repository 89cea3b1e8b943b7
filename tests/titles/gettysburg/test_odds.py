"""Odds before committing: fire and assaults, in cubes."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.title import Ahead, not_reckoned
from bivouac.i18n import catalogue
from bivouac.lab.odds import Expectation, Relative, distribution, forecast
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT_GUNS, DONE, FIRE, GIVE_ORDER, HOLD_FIRE, LEAVE_BOX, MOVE
from titles.gettysburg.kit import P, Scene

U, C = Side.UNION, Side.CSA


def said(found, language="en"):
    return [catalogue(language, TITLE).say(term.text) for term in found.terms]


def expect(p, answer):
    return forecast(TITLE, p.state, answer, Random(1))


@pytest.mark.rule("GET-assault-2b", "GET-assault-4a", "GET-assault-5b")
def test_a_march_that_ends_in_an_assault_tells_what_may_come_of_it():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    (defender,) = p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().tell(act=[GIVE_ORDER], kind=[MOVE], pick=[one])
    alone = expect(p, P["MCP"])
    assert said(alone) == [
        "Then 1 defender fires, with one die",
        "Of your 1 attacker, if it stands, one die",
        "The ground: the defenders' morale −1",
    ]
    assert expect(p, P["FOR"]) is None, "nobody is there"
    p.tell(to=["MCP"], pick=[two])
    both = expect(p, P["MCP"])
    assert both.taken > alone.taken > 0 and both.enemy > alone.enemy and both.won == both.taken
    assert p.at("MCP") == [defender] and p.asked == (C, "to"), "nothing has happened yet"


@pytest.mark.rule("GET-fire-i", "GET-fire-j")
@pytest.mark.parametrize(("sticks", "hurt", "hits", "shakes"), [(0, 0, 2, 1), (2, 0, 1, 1), (0, 1, 1, 1), (2, 1, 0, 1)])
def test_a_shot_counts_its_faces(sticks, hurt, hits, shakes):
    p = Scene(side=U)
    (gun,) = p.put("CEM", U, artillery=1)
    p.put("LON", C, regular=1)
    p.block("CEM", U, 4)
    p.state.cubes[gun] = hurt
    p.sticks("LON", *["CEM"] * sticks)
    p.go().tell(act=[GIVE_ORDER], kind=[FIRE])
    found = expect(p, P["LON"])
    assert said(found)[0].startswith(f"One die: {hits} of its six faces hit, {shakes}")
    assert found.won == pytest.approx((hits + shakes) / 6) and found.enemy == pytest.approx(hits / 6) and found.own == 0
    assert found.taken is None and expect(p, HOLD_FIRE) is None and AT_GUNS + P["LON"] not in p.options


@pytest.mark.rule("GET-entry-d")
def test_pieces_that_leave_a_box_against_an_enemy_see_their_odds():
    p = Scene(side=C)
    p.put("CHAMBERSBURG", C, regular=2)
    p.put("KNX", U, regular=1)
    p.block("HER", C, 4)
    p.go()
    leave = LEAVE_BOX + P["CHAMBERSBURG"]
    first = expect(p, leave)
    p.answer(leave)
    second = expect(p, max(p.options))
    assert 0 < first.taken < second.taken < 1 and expect(p, DONE) is None


FIGHTS = (
    "regular regular vs regular hill entrenched",
    "elite:4 regular:1 vs cavalry:2 town",
    "union cavalry:3 inferior vs elite artillery flank",
    "regular vs artillery artillery:1 regular:4 disrupted",
)


@pytest.mark.parametrize("words", FIGHTS)
def test_volleys_and_tests_at_once_give_what_the_dice_give_one_by_one(words):
    one_by_one = TITLE.odds._replace(branches=lambda s: None, alike=lambda s: s.key())
    fight = TITLE.odds.parse(words.split())
    assert distribution(TITLE, TITLE.odds, fight) == distribution(TITLE, one_by_one, fight)


def test_a_forecast_knows_all_losses():
    p = Scene(side=C)
    one, _ = p.put("HER", C, regular=2)
    p.put("MCP", U, regular=2)
    p.block("HER", C, 4)
    p.block("SMN", U, 4)
    p.go().tell(act=[GIVE_ORDER], kind=[MOVE], pick=[one])
    fight = TITLE.odds.attack(p.state, P["MCP"])
    at_once = TITLE.odds._replace(measure=lambda s: str(TITLE.odds.result(s)))
    one_by_one = at_once._replace(branches=lambda s: None, alike=lambda s: s.key())
    assert distribution(TITLE, at_once, fight) == distribution(TITLE, one_by_one, fight)


@pytest.mark.parametrize("words", FIGHTS)
def test_a_position_that_is_only_ahead_has_the_key_and_the_losses_it_was_said_to_have(words):
    odds, found = TITLE.odds, 0

    def branches(s):
        nonlocal found
        for weight, child in odds.branches(s) or ():
            if isinstance(child, Ahead):
                made = child.make()
                found += 1
                assert (child.own, child.enemy) == odds.tally(made)
                assert child.key == (("over", odds.result(made).won) if odds.done(made) else odds.alike(made))
            yield weight, child

    distribution(TITLE, odds._replace(branches=lambda s: list(branches(s)) or None), odds.parse(words.split()))
    assert found


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("regular regular regular regular vs regular regular regular regular hill entrenched", 4_000),
        ("regular regular regular elite vs regular regular inferior regular", 9_000),
    ],
)
def test_four_against_four_is_no_great_work(words, most):
    """So many positions are looked at, where die by die there were 190,000."""
    ways = Relative(TITLE, TITLE.odds, TITLE.odds.result)
    found = ways.ways(TITLE.odds.parse(words.split()))
    assert sum(found.to.values()) == found.of and ways.looked < most


BY_POSITIONS = TITLE.odds._replace(expected=not_reckoned)


MIXED = ("elite:1 regular:2 regular vs cavalry:1 inferior regular:1", "union regular:1 cavalry vs elite:2 regular town")


@pytest.mark.parametrize("words", [*FIGHTS, *MIXED])
def test_both_rounds_together_give_what_the_positions_give(words):
    fight = TITLE.odds.parse(words.split())
    together, one_by_one = Expectation(TITLE, TITLE.odds), Expectation(TITLE, BY_POSITIONS)
    assert together.of(fight.clone())[:4] == pytest.approx(one_by_one.of(fight.clone())[:4], abs=1e-12)
    assert together.looked < one_by_one.looked


def test_attackers_from_two_places_are_told_apart_where_one_is_sent_back():
    p = Scene(side=C)
    one, _ = p.put("HER", C, regular=2)
    p.put("FOR", C, elite=1)
    p.put("MCP", U, regular=2, inferior=1)
    p.block("HER", C, 4)
    p.block("SMN", U, 4)
    p.go().tell(act=[GIVE_ORDER], kind=[MOVE], from_=["HER"], pick=[one])
    fight = TITLE.odds.attack(p.state, P["MCP"])
    attackers = (*fight.attack, *((q, P["MCP"], P["FOR"], P["FOR"]) for q in fight.at[P["FOR"]]))
    fight.attack, fight.at[P["FOR"]] = attackers, ()
    quick, slow = Expectation(TITLE, TITLE.odds).of(fight.clone()), Expectation(TITLE, BY_POSITIONS).of(fight.clone())
    assert quick[:4] == pytest.approx(slow[:4], abs=1e-12)
