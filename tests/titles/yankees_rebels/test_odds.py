"""Exact odds of an attack, against sums done by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest

from bivouac.core.build import build
from bivouac.core.title import BadSetup, die_by_die
from bivouac.lab.odds import Expectation, distribution, forecast, marginals
from bivouac.titles.yankees_rebels.frames import ALONE, PASS, Box, Shot
from bivouac.titles.yankees_rebels.odds import ODDS, about_to_attack, shelters, unit_called
from bivouac.titles.yankees_rebels.odds import tests as reaction_tests
from bivouac.titles.yankees_rebels.printed.map import AROUND, NUMBER, SIZE
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE, UNIT
from bivouac.titles.yankees_rebels.reckon import Drive
from bivouac.titles.yankees_rebels.rules.ch05_combat import protection
from bivouac.titles.yankees_rebels.setup import rules_of as rules_with
from bivouac.titles.yankees_rebels.state import State
from titles.yankees_rebels.kit import BIT, CSA_FLAG, TITLE, UNION_FLAG, aiming, battle, h, marching, u

HALF = Fraction(1, 2)


def shares(*words):
    return distribution(TITLE, ODDS, ODDS.parse(list(words)))


def losses(dice, strength):
    """The chance of each number of losses: every die hits with 1/2, every hit is a loss with 1/2 (on open ground, retreats have room)."""
    chance = [comb(dice, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (dice - k) for k in range(dice + 1)]
    return [*chance[:strength], sum(chance[strength:], Fraction(0))]


@pytest.mark.rule("YR-5.3a", "YR-5.3c", "YR-5.4a")
@pytest.mark.parametrize(
    ("words", "dice", "strength"), [(("hood:4", "hays"), 4, 4), (("hood", "gibbon"), 6, 3), (("taft@E1", "heth@E3"), 2, 6)]
)
def test_losses_follow_the_binomial_law(words, dice, strength):
    found = shares(*words)
    assert sum(found.values()) == 1
    lost = marginals(found)["enemy_lost"]
    assert [lost.get(f"enemy_lost:{n}", 0) for n in range(strength + 1)][: dice + 1] == losses(dice, strength)[: dice + 1]
    assert marginals(found)["own_lost"] == {"own_lost:0": 1}, "nobody reacts to a standing attacker"


@pytest.mark.rule("YR-4.3b", "YR-4.3c")
def test_reaction_puts_the_attacker_at_risk():
    """Gibbon, elite, reacts with 15/16 and then fires three dice at Hood in the open."""
    found = shares("hood", "gibbon", "moved")
    own = marginals(found)["own_lost"]
    silent = Fraction(1, 16)
    expected = [Fraction(15, 16) * share for share in losses(3, 6)[:4]]
    expected[0] += silent
    assert [own.get(f"own_lost:{n}", 0) for n in range(4)] == expected
    assert marginals(found)["enemy_lost"] == marginals(shares("hood", "gibbon"))["enemy_lost"], "both fire before any effect"


@pytest.mark.rule("YR-5.3d", "YR-5.3.1d")
def test_combined_fire_and_terrain_change_the_odds():
    plain = marginals(shares("hood+alexander@I10:2", "hays@K10"))["enemy_lost"]
    assert [plain.get(f"enemy_lost:{n}", 0) for n in range(5)] == losses(4, 4), "2 + 3 - 1 dice"


def test_odds_of_the_fight_a_match_stands_in():
    p = aiming(("cs_hood",), "cs_hood@C3", "us_gibbon@C4")
    state = ODDS.ask(p.state, [])
    found = distribution(TITLE, ODDS, state)
    assert sum(found.values()) == 1 and marginals(found)["enemy_lost"]["enemy_lost:0"] == losses(6, 3)[0]
    p.answer(u("us_gibbon")).rolls(0)
    later = distribution(TITLE, ODDS, ODDS.ask(p.state, []))
    assert marginals(later)["enemy_lost"]["enemy_lost:0"] == HALF * Fraction(3, 4) ** 5, "one hit is certain already"
    assert ODDS.ask(marching("cs_hood", "cs_hood@C3", "us_gibbon@C7").state, []) is None


@pytest.mark.rule("YR-4.0c")
def test_guns_that_have_moved_do_not_fire():
    moved = marginals(shares("early+dance@N10:4", "gibbon@N9:2", "moved"))["enemy_lost"]
    assert [moved.get(f"enemy_lost:{n}", 0) for n in range(3)] == losses(4, 2), "four dice of Early, none of Dance"
    standing = marginals(shares("early+dance@N10:4", "gibbon@N9:2"))["enemy_lost"]
    assert [standing.get(f"enemy_lost:{n}", 0) for n in range(3)] == losses(7, 2)
    horse = marginals(shares("hampton+beckham", "hays", "moved"))["enemy_lost"]
    assert [horse.get(f"enemy_lost:{n}", 0) for n in range(5)] == losses(5, 4), "horse artillery moves and fires"
    assert ODDS.parse(["dance", "hays", "moved"]) is None


@pytest.mark.rule("YR-5.4.1b")
def test_an_attacker_that_advances_is_not_thrown_back():
    found = shares("hampton@C3", "taft@C4:1")
    assert sum(found.values()) == 1 and not any("own_back" in what for what in found), "Hampton occupies the hex of the guns"
    assert any("enemy_back" in what for what in found)
    moved = marginals(shares("hampton@C3", "gibbon@C4:1", "moved"))
    assert moved["own_back"] == {"own_back:1": marginals(shares("hampton@C3", "gibbon@C4:1", "moved"))["own_back"]["own_back:1"]}
    assert 0 < moved["own_back"]["own_back:1"] < Fraction(15, 16) * HALF, "only where Gibbon's one die is a flag and an arrow"


def test_words_that_make_no_attack():
    assert ODDS.parse(["hood"]) is None and ODDS.parse(["hood", "mclaws"]) is None
    with pytest.raises(BadSetup):
        ODDS.parse(["hood", "napoleon"])
    assert ODDS.parse(["hood@A1", "hays@V13"]) is None, "too far away"


def test_odds_of_an_attack_named_within_a_match():
    p = marching("cs_hood", "cs_hood@C2:4", "us_gibbon@C4", "us_hays@C7")
    assert ODDS.ask(p.state, ["hood", "gibbon"]) is None, "not next to each other"
    found = distribution(TITLE, ODDS, ODDS.ask(p.state, ["hood@C3", "gibbon"]))
    assert marginals(found)["enemy_lost"]["enemy_lost:0"] == losses(4, 3)[0]
    assert "own_lost:1" in marginals(found)["own_lost"], "Gibbon may react to the march"
    assert p.state.where[u("cs_hood")] == h("C2"), "the match itself is untouched"
    two = marching("cs_hood", "cs_hood@C3", "us_gibbon@C4", "us_taft@D4")
    for name, full in (("gibbon", 3), ("taft", 2)):
        found = distribution(TITLE, ODDS, ODDS.ask(two.state, ["hood", name]))
        assert marginals(found)["enemy_lost"][f"enemy_lost:{full}"] == losses(6, full)[full], "the unit that was named"


def test_the_march_to_an_attack_must_be_legal():
    p = marching("cs_hood", "cs_hood@C2", "cs_alexander@C2", "cs_hampton@A1", "us_gibbon@C4", "us_hays@I5")
    assert ODDS.ask(p.state, ["hood@C3", "gibbon"]) is not None
    assert ODDS.ask(p.state, ["hood@H5", "hays"]) is None, "too far to march"
    assert ODDS.ask(p.state, ["hood@C3", "hays"]) is None, "Hays is not there, and Gibbon was not named"
    assert ODDS.ask(p.state, ["alexander@C3", "gibbon"]) is None, "guns march or fire"
    assert ODDS.ask(p.state, ["alexander", "gibbon"]) is not None and ODDS.ask(p.state, ["alexander", "gibbon", "moved"]) is None
    together = distribution(TITLE, ODDS, ODDS.ask(p.state, ["hood+alexander@C3", "gibbon"]))
    assert marginals(together)["enemy_lost"]["enemy_lost:0"] == losses(6, 3)[0], "Hood's dice alone"
    assert ODDS.ask(p.state, ["hood+hampton@C3", "gibbon"]) is None, "not from one hex"


# --- before an answer is given ----------------------------------------------------------------------------------------


def told(p, answer):
    return forecast(TITLE, p.state, answer, Random(1))


def rules_of(found):
    return [term.rule for term in found.terms]


def test_an_attack_is_forecast_in_strength_points():
    """Hood's six dice: each takes a strength point from Gibbon with 1/4 and throws him back with 1/6; then Hood may go in."""
    p = aiming(("cs_hood",), "cs_hood@C3", "us_gibbon@C4")
    found = told(p, u("us_gibbon"))
    lost = losses(6, 3)
    assert found.exact and found.enemy == pytest.approx(float(sum(n * share for n, share in enumerate(lost))))
    stays = sum(comb(6, n) * Fraction(1, 4) ** n * Fraction(7, 12) ** (6 - n) for n in range(3))
    assert found.own == 0 and found.won == found.taken == pytest.approx(float(1 - stays))
    assert rules_of(found) == ["YR-5.3a", "YR-5.3c"] and told(p, PASS) is None


def test_a_march_that_ends_in_a_fight_is_forecast_with_the_reaction():
    """Gibbon, elite, reacts first with four dice; then both fire before any effect."""
    p = marching("cs_hood", "cs_hood@C2", "us_gibbon@C4")
    found = told(p, h("C3"))
    standing = told(aiming(("cs_hood",), "cs_hood@C3", "us_gibbon@C4"), u("us_gibbon"))
    assert found.enemy == pytest.approx(standing.enemy) and found.own == pytest.approx(15 / 16 * 3 / 4)
    assert rules_of(found) == ["YR-4.3b", "YR-5.3a", "YR-5.3c"]
    assert told(p, h("B2")) is None, "nobody is there"


def test_a_reaction_is_forecast_for_who_reacts_with_what_it_costs():
    p = marching("cs_hood", "cs_hood@C2", "us_gibbon@C4").answer(h("C3")).rolls(UNION_FLAG)
    assert p.question.box == "react"
    fires, holds = told(p, u("cs_hood")), told(p, PASS)
    assert fires.enemy == pytest.approx(3 / 4) and holds.enemy == 0, "three dice at Hood"
    assert fires.own == pytest.approx(holds.own) and holds.own > 1 and fires.taken is None
    assert "YR-4.3f" in rules_of(fires) and "YR-4.3f" not in rules_of(holds)


@pytest.mark.parametrize(
    "words", ["hood gibbon moved", "early+dance@N10:4 gibbon@N9:2 moved", "hampton@C3 taft@C4:1", "heth@N10 hays+schurz@N9:2 moved"]
)
def test_all_dice_at_once_are_as_good_as_die_by_die(words):
    fight = ODDS.parse(words.split())
    assert fight is not None
    assert distribution(TITLE, ODDS, fight) == distribution(TITLE, ODDS._replace(branches=die_by_die), fight)


def test_guns_win_no_hex():
    p = aiming(("us_taft",), "us_taft@E1", "cs_heth@E3")
    assert told(p, u("cs_heth")).taken is None


@pytest.mark.rule("YR-5.2c", "YR-5.3.1k", "YR-5.2.1a", "YR-5.3.1g")
def test_what_protects_a_target_adds_up_to_the_rule():
    """Named one by one, every feature of every hex, from every hex around it, with and without works, by guns and by infantry."""
    s = battle("cs_hood@C3", "us_gibbon@C4")
    for works in (0, BIT[h("L6")] | BIT[h("N3")]):
        s.works = works
        for there in range(SIZE):
            for here in AROUND[there]:
                for firer in ("cs_hood", "cs_dance"):
                    named = shelters(s, Shot((u(firer),), here, 0, there, 5, is_reaction=False))
                    assert sum(n for _, n, _ in named) == protection(s, here, there, by_guns=firer == "cs_dance")


@pytest.mark.parametrize(("words", "most"), [("hood gibbon moved", 300), ("early+dance@N10 gibbon@N9", 40)])
def test_all_fires_of_a_fight_are_no_great_work(words, most):
    ways = Expectation(TITLE, ODDS)
    mean = ways.of(ODDS.parse(words.split()))
    assert 0 < mean.won < 1 and ways.looked < most


FIELD = "us_birney M7 5, us_gregg M7 2, cs_hood M8 6, cs_jenkins M8 2, cs_early N7 6, cs_dance N8 2"


def field_of(places):
    s = State(rules=rules_with(SETUPS["july-3"], frozenset()), where=[GONE] * COUNT)
    for words in places.split(", "):
        name, place, force = words.split()
        unit = unit_called(name)
        s.force[unit] = int(force)
        s.on_map |= UNIT[unit]
        s.stand(unit, NUMBER[place])
    stack = [unit_called("us_birney"), unit_called("us_gregg")]
    return about_to_attack(s, stack, stack, unit_called("cs_early"), moved=True)


def test_all_reactions_at_once_give_what_the_tests_give_one_by_one():
    """Who stands in one hex reacts at different times, and who is driven back has nowhere to go."""
    fight = field_of(FIELD)

    def one_by_one(s):
        return reaction_tests(s) if s.stack[-1].box == Box.REACTION else TITLE.odds.branches(s)

    at_once = Expectation(TITLE, TITLE.odds).of(fight.clone())
    in_turn = Expectation(TITLE, TITLE.odds._replace(branches=one_by_one)).of(fight.clone())
    assert at_once[:4] == pytest.approx(in_turn[:4], abs=1e-12) and at_once.own > 1


CORNER = (
    "us_birney M7 2, us_gregg M7 1, cs_hood M8 1, cs_early N7 2, cs_johnson N6 6, cs_dance N8 2, cs_nelson N8 2, cs_anderson O7 4, "
    "cs_heth O8 4, cs_rodes O6 4"
)


@pytest.mark.rule("YR-5.4.2c")
def test_a_target_with_nowhere_to_go_that_is_fired_at_twice(monkeypatch):
    """One attacker after the other, then the reaction: what the target still has must be known before anybody else is driven back."""
    s = field_of(CORNER)
    while s.stack[-1].box != Box.AIM:
        reacts = s.unit in (u("cs_hood"), u("cs_early"))
        TITLE.play(s, (CSA_FLAG if reacts else UNION_FLAG) if s.stack[-1].box == Box.REACTION else ODDS.policy(s))
    fight = ODDS.attack(s, u("cs_early") + ALONE)
    known = []
    ends = Drive.ends
    monkeypatch.setattr(Drive, "ends", lambda self, given: known.append(given) or ends(self, given))
    at_once = Expectation(TITLE, ODDS).of(fight.clone())
    assert any(known) or build() == "compiled", "its losses were given (a compiled class does not let itself be watched)"

    def in_dice(s):
        return None if any(not shot.is_reaction for shot in s.shots) else ODDS.branches(s)

    die_for_die = Expectation(TITLE, ODDS._replace(branches=in_dice)).of(fight.clone())
    assert [shot.target for shot in fight.shots][:2] == [u("cs_early")] * 2
    assert at_once[:4] == pytest.approx(die_for_die[:4], abs=1e-12) and at_once.enemy > 0
