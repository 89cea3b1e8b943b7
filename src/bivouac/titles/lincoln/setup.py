"""How a match of Lincoln begins, and the options of its rules."""

from __future__ import annotations

from typing import Final

from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.lincoln.frames import AT, Box, Counting
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import LOC_BY_ID
from bivouac.titles.lincoln.printed.schema import ScenarioFile
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.state import CARD_BACK, CSA, DISCARDING, FROM_PORTS, UNION, State

OPTIONS: Final = {
    option.id: option
    for option in (
        RuleOption("discard-action", "LIN-act-d", "rulings"),
        RuleOption("withdrawal-from-ports", "LIN-wd-g", "rulings"),
        RuleOption("card-back-on-withdrawal", "LIN-wd-h", "rulings", formerly="card_back_on_withdrawal"),
    )
}
SWITCHES: Final = {"discard-action": DISCARDING, "withdrawal-from-ports": FROM_PORTS, "card-back-on-withdrawal": CARD_BACK}


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """LIN-setup-a to LIN-setup-g: armies, tracks on S, base decks; the hands are drawn first, then the Union begins."""
    file: ScenarioFile = scenario.data
    s = State()
    for side, setup in enumerate(file.sides):
        for place, armies in setup.armies.items():
            for strength in armies:
                s.put(side, 2 * LOC_BY_ID[place], strength - 1)
            settle(s, LOC_BY_ID[place])
    for card in range(units.KINDS):
        if units.SET[card] == 0:
            s.deck[card] = units.COPIES[card]
            s.left[units.OWNER[card]] += units.COPIES[card]
    s.switches = sum(bit for name, bit in SWITCHES.items() if name in options)
    s.stack = (AT[Box.BEGIN], Counting(Box.DRAW, CSA, file.csa.hand), Counting(Box.DRAW, UNION, file.union.hand))
    return s
