"""Exact odds of a battle, against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from statistics import fmean, pstdev

import pytest

from bivouac.core.flow import DIE
from bivouac.core.title import BadSetup, die_by_die, not_reckoned
from bivouac.lab.odds import Expectation, Mean, _played_out, _without_return, distribution, marginals
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import FIGHT_ON, Box
from bivouac.titles.house_divided.odds import ODDS, TO_THE_END, attack, muster, ready
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.scenarios import SCENARIOS
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, BATTLEFIELD_TARGETS, DESERTION, MORALE_RULE, blank
from titles.house_divided.kit import Field, box


def odds(*words):
    return distribution(TITLE, ODDS, ODDS.parse(words))


def test_one_militia_against_one():
    shares = odds("MF", "vs", "MF")
    third = Fraction(1, 3)
    assert sum(shares.values()) == 1
    assert shares["attacker_lost:0 attacker_hurt:1 defender_lost:0 defender_hurt:1"] == third * third
    assert shares["attacker_lost:0 attacker_hurt:0 defender_lost:0 defender_hurt:0"] == (1 - third) ** 2


def test_works_and_crossing_change_the_odds():
    parts = marginals(odds("FV", "vs", "FV*", "crossing"))
    assert parts["attacker_hurt"]["attacker_hurt:1"] == Fraction(4, 6)
    assert parts["defender_hurt"]["defender_hurt:1"] == Fraction(2, 6)


def test_a_dead_attacker_does_not_answer():
    shares = odds("MF-", "vs", "2FV")
    assert marginals(shares)["attacker_lost"]["attacker_lost:1"] == Fraction(3, 4)
    assert sum(shares.values()) == 1


def test_the_battle_at_hand_and_the_one_in_a_named_box():
    field = Field()
    field.unit("MF", "Camden")
    field.rebel("MF", "Camden")
    before = field.state.key()
    named = ODDS.ask(field.state, ["Camden"])
    assert named is not None and field.state.key() == before
    field.fighting()
    at_hand = ODDS.ask(field.state, [])
    assert at_hand is not None and at_hand.study.field == box("Camden")
    assert distribution(TITLE, ODDS, named) == distribution(TITLE, ODDS, at_hand)
    assert ODDS.ask(Field().state, []) is None


def test_two_rounds_and_mistakes_in_the_words():
    assert sum(odds("2FV", "MC", "vs", "3MF*", "rounds=2", "at=Richmond").values()) == 1
    for words in (("XX", "vs", "MF"), ("MF", "vs", "MF", "at=Atlantis"), ("MF", "vs", "MF", "rounds=9")):
        with pytest.raises(BadSetup):
            ODDS.parse(words)
    assert ODDS.parse(("MF",)) is None


FIGHTS = (
    "2FV MC vs 3MF*",
    "FV MC FV- vs MF FV MF-",
    "2FV 2MC vs 3MF* crossing",
    "csa 3FV vs FS 2MF",
    "2FV vs 2MF rounds=2",
    "3FV vs MC 2MF at=Richmond",
)


@pytest.mark.parametrize("words", FIGHTS)
def test_equal_pieces_that_are_not_told_apart_change_no_odds(words):
    fight = ODDS.parse(words.split())
    assert distribution(TITLE, ODDS, fight) == distribution(TITLE, ODDS._replace(alike=lambda s: s.key()), fight)


@pytest.mark.parametrize("words", FIGHTS)
def test_volleys_at_once_give_what_the_dice_give_one_by_one(words):
    fight = ODDS.parse(words.split())
    one_by_one = ODDS._replace(branches=die_by_die, alike=lambda s: s.key())
    assert distribution(TITLE, ODDS, fight) == distribution(TITLE, one_by_one, fight)


def to_the_end(words):
    fight = ODDS.parse(words.split())
    fight.study = fight.study._replace(until=fight.study.until + TO_THE_END)
    return fight


@pytest.mark.parametrize("words", ["MF vs MF", "FV vs MF*", "2MF vs FV", "FV- vs MC crossing", "MF vs MF*"])
def test_rounds_without_a_hit_are_as_if_they_had_not_been(words):
    """Round after round, so long that hardly anything is left to come, gives the same."""
    quick = Expectation(TITLE, ODDS).of(to_the_end(words))
    fight = ODDS.parse(words.split())
    fight.study = fight.study._replace(until=60)
    slow = Expectation(TITLE, ODDS).of(fight)
    assert quick[:4] == pytest.approx(slow[:4], abs=1e-12) and not quick.back


def test_a_battle_in_which_nobody_can_hit_is_won_by_nobody():
    mean = Mean(0.0, None, 0.0, 0.0, 1.0, "here")
    assert _without_return(mean, "here") == Mean(0.0, None, 0.0, 0.0)
    assert _without_return(mean, "there") == mean


@pytest.mark.parametrize(("words", "most"), [("4FV vs 4FV*", 700), ("3FV MC vs 2FV MF*", 600), ("6FV vs 6MF", 2_400)])
def test_a_battle_to_its_end_is_no_great_work(words, most):
    ways = Expectation(TITLE, ODDS)
    mean = ways.of(to_the_end(words))
    assert 0 < mean.won < 1 and ways.looked < most


def test_the_order_of_the_counters_does_not_matter():
    one, other = (Expectation(TITLE, ODDS).of(to_the_end(words)) for words in ("FV MC FV vs MF FV MF", "2FV MC vs FV 2MF"))
    assert one[:4] == pytest.approx(other[:4], abs=1e-12)


def test_a_great_battle_is_no_great_work():
    """Six against six: a few dozen positions, where there were 25,000 while every piece was told apart."""
    looked = 0

    def alike(s):
        nonlocal looked
        looked += 1
        return ODDS.alike(s)

    shares = distribution(TITLE, ODDS._replace(alike=alike), ODDS.parse(["6FV", "vs", "6MF"]))
    assert sum(shares.values()) == 1 and looked < 100


# --- by counts ----------------------------------------------------------------------------------------------------

POSITION_BY_POSITION = ODDS._replace(expected=not_reckoned)
MIXED = (
    "FV MC FV- vs MF FV MF-",
    "MF FV MF vs FV FV- MC",
    "FS FV- CV vs CS MF MF*",
    "2FV 2MC vs 3MF* crossing",
    "csa 3FV vs FS 2MF",
    "3FV vs MC 2MF at=Richmond",
    "MC vs 2FS*",
)


@pytest.mark.parametrize("words", MIXED)
def test_counts_give_what_the_positions_give(words):
    by_counts, by_positions = Expectation(TITLE, ODDS), Expectation(TITLE, POSITION_BY_POSITION)
    assert by_counts.of(to_the_end(words))[:4] == pytest.approx(by_positions.of(to_the_end(words))[:4], abs=1e-12)
    assert by_counts.looked == 0 and by_counts.exact


@pytest.mark.parametrize("words", ["FV MC FV- vs MF FV MF-", "MC FV vs FV MF"])
def test_targets_do_not_depend_on_the_order_of_the_counters(words):
    """Die by die and by the rules, as the counters lie: three rounds."""
    fights = []
    for said in (words, " vs ".join(" ".join(reversed(side.split())) for side in words.split(" vs "))):
        fight = ODDS.parse(said.split())
        fight.study = fight.study._replace(until=3)
        fights.append(fight)
    one_by_one = ODDS._replace(branches=die_by_die, alike=lambda s: s.key())
    given, turned, at_once = (
        Expectation(TITLE, odds).of(fight.clone())[:4] for fight, odds in zip((*fights, fights[0]), (one_by_one, one_by_one, ODDS))
    )
    assert given == pytest.approx(turned, abs=1e-12) and given == pytest.approx(at_once, abs=1e-12)


ADVANCED = (
    ("5FV 2MF CV vs 4FV CV MF", BATTLEFIELD_TARGETS, "Camden"),
    ("4FV MC vs 3FV 2MF", MORALE_RULE, "Camden"),
    ("4FV MC vs 3FV 2MF", MORALE_RULE | DESERTION, "Camden"),
    ("6FV vs 5FV MF", BATTLE_COMMAND, "Camden"),
    ("5FV 2CV vs 4FV MC*", BATTLE_COMMAND | MORALE_RULE | BATTLEFIELD_TARGETS, "Camden"),
)


@pytest.mark.parametrize(("words", "rules", "place"), ADVANCED)
def test_the_advanced_rules_by_counts_and_played_out(words, rules, place):
    """Three hundred plays by the rules come as near as chance lets them: four times the usual distance at most."""
    s = blank(SCENARIOS["1863"].data, rules=rules)
    for side, said in zip((UNION, CSA), words.split(" vs ")):
        muster(s, said.split(), side, box(place))
    fight = ready(s, UNION, box(place), crossing=False, rounds=TO_THE_END)
    found = ODDS.expected(fight)
    assert found is not None
    rng, n = Random(7), 300
    results = [_played_out(TITLE, ODDS, fight.clone(), rng) for _ in range(n)]
    for expected, values in (
        (found.won, [r.won for r in results]),
        (found.own, [r.own for r in results]),
        (found.enemy, [r.enemy for r in results]),
    ):
        assert abs(fmean(values) - expected) < 4 * (pstdev(values) + 0.05) / n**0.5


def test_the_command_of_a_day_is_rolled_once():
    """What is expected before the dice is the mean of what is expected after them."""
    s = blank(SCENARIOS["1863"].data, rules=BATTLE_COMMAND)
    for side, said in zip((UNION, CSA), ("5FV", "4FV")):
        muster(s, said.split(), side, box("Camden"))
    fight, won = ready(s, UNION, box("Camden"), crossing=False, rounds=TO_THE_END), []
    assert fight.stack[-1][0] == Box.COMMAND_DIE
    for dice in product(DIE, DIE):
        after = fight.clone()
        for die in dice:
            TITLE.play(after, die)
        won.append(ODDS.expected(after).won)
    assert len(set(won)) > 6 and fmean(won) == pytest.approx(ODDS.expected(fight).won, abs=1e-8)


def test_what_was_announced_already_is_not_reckoned_by_counts():
    fight = to_the_end("2FV vs 2MF")
    TITLE.play(fight, fight.options[0])
    assert fight.aims and ODDS.expected(fight) is None


def test_whether_to_fight_on_is_reckoned_by_counts_too():
    """What was announced for the fire before does not count any more."""
    state, rng, compared = TITLE.setup("1862"), Random(5), 0
    while compared < 4:
        answer = rng.choices(state.options, TITLE.flow.weights(state))[0]
        if not TITLE.flow.is_chance(state):
            answer = TITLE.advice.order(state)[0]
            if state.stack[-1][0] == Box.RETREAT and state.aims and state.at[state.place].bit_count() < 6:
                by_counts, by_positions = Expectation(TITLE, ODDS), Expectation(TITLE, POSITION_BY_POSITION)
                fight = attack(state, FIGHT_ON)
                assert by_counts.of(fight.clone())[:4] == pytest.approx(by_positions.of(fight)[:4], abs=1e-9) and by_counts.looked == 0
                compared += 1
        TITLE.play(state, answer)


def test_some_that_crossed_water_are_counted_apart_as_long_as_it_matters():
    fights = []
    for _ in range(2):
        fight = to_the_end("2FV 2MC vs 2MF FV crossing")
        fight.crossed &= ~(1 << fight.pieces_at(fight.attacker, fight.place)[0])
        fights.append(fight)
    by_counts, by_positions = Expectation(TITLE, ODDS), Expectation(TITLE, POSITION_BY_POSITION)
    found = by_counts.of(fights[0])[:4]
    assert found == pytest.approx(by_positions.of(fights[1])[:4], abs=1e-12) and by_counts.looked == 0
    assert by_counts.of(to_the_end("2FV 2MC vs 2MF FV crossing")).won < found[0] < by_counts.of(to_the_end("2FV 2MC vs 2MF FV")).won


def test_a_battle_of_three_kinds_against_three_is_reckoned_in_full():
    """The chance to win as it was before anything was left aside."""
    found = ODDS.expected(to_the_end("2FS 7FV MF vs 5FV CV MC"))
    assert found.exact and found.won == pytest.approx(0.9945552759114761, abs=1e-8)


def test_the_greatest_mixed_battles_are_drawn_and_come_near():
    """Thirteen against eleven, three kinds on each side: reckoned in full, which takes too long, the chance to win is 0.8007."""
    found = ODDS.expected(to_the_end("3FS 9FV MF vs 2FS 8FV MC"))
    assert not found.exact and found.won == pytest.approx(0.8007, abs=0.01)
