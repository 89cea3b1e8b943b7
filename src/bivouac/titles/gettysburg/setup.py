"""The battle at its beginning (chapter setup)."""

from __future__ import annotations

from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.frames import AT, Box
from bivouac.titles.gettysburg.printed.scenarios import Battle
from bivouac.titles.gettysburg.state import State, empty_field


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """GET-setup-a to GET-setup-i: start pieces in their places, everything else in the reserve or on the chart."""
    battle: Battle = scenario.data
    s = empty_field(battle)
    for group in battle.start:
        for p in group.pieces:
            s.put(p, group.places[0])
    s.stack = (AT[Box.ARRIVE],)
    return s
