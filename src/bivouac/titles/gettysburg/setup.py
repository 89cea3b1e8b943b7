"""The battle at its beginning (chapter setup)."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.frames import Box, Step
from bivouac.titles.gettysburg.printed.units import Battle
from bivouac.titles.gettysburg.state import State, empty_field


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """GET-setup-a to GET-setup-i: start pieces in their places, everything else in the reserve or on the chart."""
    battle: Battle = scenario.data
    s = empty_field(battle)
    for group in battle.start:
        for p in group.pieces:
            s.put(p, group.places[0])
    s.stack = (Step(Box.ARRIVE),)
    return s


def scenario_page(scenario: Scenario) -> Sequence[Text]:
    """The history in two sentences, what is known and what is reconstructed."""
    keys = ("history", "known", "guessed") if scenario.text is None else ("history",)
    return tuple(Text(f"page.{key}") for key in keys)
