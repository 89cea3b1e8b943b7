"""Matches of earlier days replay word for word (see tests/goldens)."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from bivouac import Match
from goldens import names, read_golden, transcript


@pytest.mark.parametrize("name", names())
def test_a_golden_match_replays_word_for_word(name: str) -> None:
    save, recorded = read_golden(name)
    match = Match.load(save)
    assert match.check_dice() is None
    for line, (today, then) in enumerate(zip_longest(transcript(match), recorded)):
        assert today == then, f"{name}, line {line}"
