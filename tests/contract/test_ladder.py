"""A short ladder with a fixed seed: the levels stand in their order. The long one is a benchmark (docs/agents.md)."""

from __future__ import annotations

import pytest

import toy
from bivouac.lab.ladder import run_ladder

SHORT = {"house-divided": "1862", "yankees-rebels": "july-2"}


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_the_levels_beat_chance(title, level):
    if title is toy.TITLE:
        pytest.skip("the example is a game of luck")
    ladder = run_ladder(title.id, SHORT.get(title.id), (), (level, "random"), 6, "smoke", None)
    assert ladder.pairings[0].rate >= (0.8 if level == "veteran" else 0.6)
