"""Odds of a combat: exact in words, a range where cards are hidden."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.lab.odds import Expectation, distribution, forecast, marginals
from bivouac.titles.lincoln.frames import FACE_DOWN, FIGHT, MOVE, OVER
from bivouac.titles.lincoln.odds import ODDS
from bivouac.titles.lincoln.printed.units import COPIES, KINDS_OF, LEADERSHIP, SET
from bivouac.titles.lincoln.state import CSA, UNION
from titles.lincoln.kit import TITLE, card, field, way


def cards_of(side):
    return [LEADERSHIP[k] for k in KINDS_OF[side] for _ in range(COPIES[k]) if SET[k] == 0]


@pytest.mark.rule("LIN-combat-g", "LIN-combat-n")
@pytest.mark.parametrize(("words", "own", "enemy"), [("3 2 vs 3", 5, 3), ("2 vs 1 fort +1", 2, 5), ("1 1 1 vs 3 +2", 3, 5)])
def test_the_odds_of_a_combat_in_words(words, own, enemy):
    """Counted by hand: every card of the one deck against every card of the other, a tie is the defender's."""
    shares = distribution(TITLE, ODDS, ODDS.parse(words.split()))
    pairs = [(a, b) for a in cards_of(UNION) for b in cards_of(CSA)]
    won = sum(own + a > enemy + b for a, b in pairs)
    taken = marginals(shares)["won"].get("won:1", 0)
    assert sum(shares.values()) == 1 and taken == Fraction(won, len(pairs))


@pytest.mark.parametrize("words", ["3 2", "vs 2", "3 vs", "fort vs 2", "3 vs horse"])
def test_words_that_name_no_combat(words):
    if "vs" not in words:
        assert ODDS.parse(words.split()) is None
        return
    with pytest.raises(BadSetup):
        ODDS.parse(words.split())


def kentucky():
    return field(union={"kentucky south": [3]}, csa={"nashville north": [2]}, hand=["UB01", "UB19", "UB02"], other=["CB01", "CB02"])


@pytest.mark.rule("LIN-combat-g", "LIN-comp-e")
def test_an_attack_shows_both_totals_and_the_hidden_one_as_a_range():
    p = kentucky()
    p.answer(MOVE + card("UB01"))
    found = forecast(TITLE, p.state, OVER + way("kentucky", "nashville"), Random(1))
    said = [catalogue("en", TITLE).say(term.text) for term in found.terms]
    assert said[0].startswith("You: 3, and") and "to" in said[0]
    assert "for a card that you do not see" in said[1] and said[1].startswith("The enemy: 2")
    assert 0 < found.won < 1 and found.exact, "two hidden cards of the deck, one by one"
    assert forecast(TITLE, p.state, p.options[0], Random(1)) is None or p.options[0] == OVER + way("kentucky", "nashville")


@pytest.mark.rule("LIN-combat-f")
def test_the_defender_sees_what_a_card_would_bring():
    p = kentucky()
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"))
    assert forecast(TITLE, p.state, FIGHT, Random(1)) is not None
    p.answer(FIGHT)
    best = max((card("CB01"), card("CB02")), key=lambda k: LEADERSHIP[k])
    found = forecast(TITLE, p.state, FACE_DOWN + best, Random(1))
    said = catalogue("it", TITLE).say(found.terms[0].text)
    assert said == f"Tu: 2, e {LEADERSHIP[best]} per la carta: {2 + LEADERSHIP[best]} in tutto"


def test_a_forecast_betrays_nothing():
    """It is the same in every world that the side cannot tell from the true one."""
    p = kentucky()
    p.answer(MOVE + card("UB01"))
    over, side, rng = OVER + way("kentucky", "nashville"), TITLE.flow.side(p.state), Random(4)
    told = set()
    for _ in range(3):
        world = TITLE.determinize(TITLE.determinize(p.state, side, rng), side, Random(0))
        told.add(repr(forecast(TITLE, world, over, Random(0))))
    assert len(told) == 1


def test_a_hidden_hand_is_no_great_work():
    """Five cards that nobody sees, by what they are good for: one by one there are hundreds of thousands of hands."""
    p = field(
        union={"kentucky south": [3]}, csa={"nashville north": [2]}, hand=["UB01", "UB19"], other=["CB01", "CB02", "CB03", "CB04", "CB05"]
    )
    p.answer(MOVE + card("UB01"))
    ways = Expectation(TITLE, ODDS)
    mean = ways.of(ODDS.attack(p.state, OVER + way("kentucky", "nashville")))
    assert 0 < mean.won < 1 and ways.looked < 2_000
