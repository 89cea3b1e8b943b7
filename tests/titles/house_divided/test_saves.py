"""Saves of earlier versions of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from bivouac import Match

FOLDER = Path(__file__).resolve().parents[2] / "saves" / "house-divided" / "2"


@pytest.mark.parametrize("name", ["1861-random", "1862-options", "1863-random"])
def test_a_position_of_version_2_stands_though_its_state_had_other_slots(name):
    text = (FOLDER / f"{name}-middle.json").read_text("utf-8")
    match = Match.load(text)
    assert match.was == 2 and match.question is not None
    assert [moved.lost for moved in match.moved] == [0] and match.moved[0].state is not None
