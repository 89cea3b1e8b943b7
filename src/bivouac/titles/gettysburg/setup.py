"""The battle at its beginning (chapter setup)."""

from __future__ import annotations

from typing import Final

from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.gettysburg.frames import AT, Box
from bivouac.titles.gettysburg.printed.scenarios import Battle
from bivouac.titles.gettysburg.state import State

GUNS_FIRST: Final = "guns-leave-first"
OPTIONS: Final = {GUNS_FIRST: RuleOption(GUNS_FIRST, "GET-art-c", "rulings")}


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """GET-setup-a to GET-setup-i: start pieces in their places, everything else in the reserve or on the chart."""
    battle: Battle = scenario.data
    s = State(battle=battle, stack=(AT[Box.ARRIVE],), guns_first=int(GUNS_FIRST in options))
    for group in battle.start:
        for p in group.pieces:
            s.put(p, group.places[0])
    return s
