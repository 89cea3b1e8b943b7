"""Recorded games replay with the same facts, and in the same words (see tests/goldens)."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from bivouac import Match, titles
from goldens import names, read_golden, read_wording, transcript, wording


@pytest.mark.parametrize("name", names())
def test_a_golden_match_replays_with_the_same_questions_options_and_events(name: str) -> None:
    save, recorded = read_golden(name)
    match = Match.load(save)
    assert match.check_dice() is None
    for line, (today, then) in enumerate(zip_longest(transcript(match), recorded)):
        assert today == then, f"{name}, line {line}"


@pytest.mark.parametrize("title_id", titles())
def test_a_title_says_what_happens_in_the_recorded_words(title_id: str) -> None:
    """A change of words is meant to be seen: `python -m goldens wording` records it, and the diff of wording.txt shows it."""
    assert wording(title_id) == read_wording(title_id)
