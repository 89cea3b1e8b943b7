"""Exact odds of a battle, against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bivouac.core.title import BadSetup
from bivouac.lab.odds import distribution, marginals
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.odds import ODDS
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
