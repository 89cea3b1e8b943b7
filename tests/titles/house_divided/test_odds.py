"""Exact odds of a battle, against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bivouac.core.title import BadSetup, die_by_die
from bivouac.lab.odds import Expectation, Mean, _without_return, distribution, marginals
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.odds import ODDS, TO_THE_END
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
