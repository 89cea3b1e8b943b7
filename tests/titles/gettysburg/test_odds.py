"""Odds before committing: fire and assaults, in cubes."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.title import Ahead, die_by_die, not_reckoned
from bivouac.i18n import catalogue
from bivouac.lab.odds import Expectation, Relative, distribution, forecast
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT_GUNS, DONE, FIRE, GIVE_ORDER, HOLD_FIRE, LEAVE_BOX, MOVE, Box, Stake
from bivouac.titles.gettysburg.odds import remember
from bivouac.titles.gettysburg.printed.map import BIT, BORDERS
from bivouac.titles.gettysburg.printed.units import BEARS, PIECES, SIDE
from bivouac.titles.gettysburg.reckon import assault_of, life_of
from bivouac.titles.gettysburg.state import AREA
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
    "elite vs regular:3 cavalry artillery disrupted",
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


MIXED = (
    "elite:1 regular:2 regular vs cavalry:1 inferior regular:1",
    "union regular:1 cavalry vs elite:2 regular town",
    "regular elite:1 vs regular:2 cavalry:1 artillery disrupted",
    "regular:1 regular vs cavalry cavalry:2 artillery artillery:1",
)


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


def crowded(words, rng):
    """An assault among friends: beside the area, where the attackers came from and beside that, with few cubes left and some markers."""
    s = TITLE.odds.parse(words.split())
    area, origin = s.fight[AREA], s.attack[0][2]
    used = {p for here in s.at for p in here} | {attacker[0] for attacker in s.attack}
    hands = [[p for p in range(PIECES) if SIDE[p] == side and p not in used] for side in (0, 1)]
    rng.shuffle(hands[0])
    rng.shuffle(hands[1])
    for place in sorted({*BORDERS[area], *BORDERS[origin], origin} - {area}):
        side = s.active if place not in BORDERS[area] or place == origin else 1 - s.active
        for _ in range(rng.choice((0, 2, 3, 4, 4))):
            p = hands[side].pop()
            s.cubes[p] = rng.randrange(BEARS[p] + 1) if rng.random() < 0.5 else 0
            s.put(p, place)
        s.disrupted |= BIT[place] if s.at[place] and rng.random() < 0.3 else 0
    s.stock = [min(n, rng.choice((0, 2, 30))) for n in s.stock]
    s.stack = (Stake(Box.ACT, area, s.disrupted.bit_count(), life_of(s)), *s.stack[1:])
    remember(s)
    return s


SMALL = (
    "regular elite:2 vs regular:1 cavalry:1",
    "elite regular:1 vs inferior:1 artillery",
    "union cavalry:2 regular vs elite:2",
    "elite vs regular:3 cavalry:2",
    "elite:1 vs regular:2 cavalry:3 artillery",
)


def test_who_finds_no_room_and_no_cubes_is_reckoned_with():
    """As the dice one by one give it; mostly without looking at many positions."""
    rng, one_by_one = Random(3), TITLE.odds._replace(branches=die_by_die, alike=lambda s: s.key(), expected=not_reckoned)
    seen, quickly = set(), 0
    for words in SMALL * 7:
        fight = crowded(words, rng)
        quick = Expectation(TITLE, TITLE.odds)
        found = quick.of(fight.clone())[:4]
        assert found == pytest.approx(Expectation(TITLE, one_by_one).of(fight.clone())[:4], abs=1e-12)
        assert found != Expectation(TITLE, TITLE.odds).of(TITLE.odds.parse(words.split()))[:4]
        quickly += quick.looked < 20
        assault = assault_of(fight)
        seen |= {("roomy", assault.roomy), ("plenty", assault.plenty[0]), ("enough", assault.plenty[1]), ("past", bool(assault.past))}
    assert quickly >= 24 and len(seen) == 8, "each of them has mattered, and not mattered"
