"""The battle at its beginning (chapter setup)."""

from __future__ import annotations

from typing import Final

from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.gettysburg.frames import AT, Box
from bivouac.titles.gettysburg.printed.scenarios import FILL_TO_TWELVE, FLANK_BY_STICKS, Battle, by_rulings
from bivouac.titles.gettysburg.state import State

GUNS_FIRST: Final = "guns-leave-first"
RULINGS: Final = {GUNS_FIRST: "GET-art-c", FILL_TO_TWELVE: "GET-disc-e", FLANK_BY_STICKS: "GET-flank-b"}
OPTIONS: Final = {name: RuleOption(name, rule, "rulings") for name, rule in RULINGS.items()}


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """GET-setup-a to GET-setup-i: start pieces in their places, everything else in the reserve or on the chart."""
    battle: Battle = by_rulings(scenario.data, options & {FILL_TO_TWELVE, FLANK_BY_STICKS})
    s = State(battle=battle, stack=(AT[Box.ARRIVE],), guns_first=int(GUNS_FIRST in options))
    for group in battle.start:
        for p in group.pieces:
            s.put(p, group.places[0])
    return s
