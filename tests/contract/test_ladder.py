"""A short ladder with a fixed seed: the levels stand in their order. The long one is a benchmark (docs/agents.md)."""

from __future__ import annotations

import pytest

import toy
from bivouac.lab.ladder import Pairing, elo, elo_margin, run_ladder

SHORT = {"house-divided": "1862", "yankees-rebels": "july-2"}


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_the_levels_beat_chance(title, level):
    if title is toy.TITLE:
        pytest.skip("the example is a game of luck")
    ladder = run_ladder(title.id, SHORT.get(title.id), (), (level, "random"), 6, "smoke", None)
    assert ladder.pairings[0].rate >= (0.8 if level == "veteran" else 0.6)


def test_ratings_have_margins_on_one_scale():
    """Two to one is 120 points; of 100 matches it is known to about 70, and twice as well with four times as many. Whoever met only
    somebody between is known less well."""
    pairs = [Pairing("recruit", "veteran", 33, 1, 100), Pairing("crack", "veteran", 66, 1, 100), Pairing("random", "recruit", 5, 0, 100)]
    names = ("random", "recruit", "veteran", "crack")
    ratings, margins = elo(pairs, names), elo_margin(pairs, names)
    assert ratings["veteran"] == 1500 and margins["veteran"] == 0
    assert ratings["crack"] - 1500 == pytest.approx(118, abs=4) == 1500 - ratings["recruit"]
    assert margins["crack"] == pytest.approx(margins["recruit"]) == pytest.approx(71.5, abs=2)
    assert margins["random"] > margins["recruit"]
    many = [Pairing(p.first, p.second, 4 * p.wins, 4 * p.draws, 4 * p.matches) for p in pairs]
    assert elo_margin(many, names)["crack"] == pytest.approx(margins["crack"] / 2, rel=0.02)
