"""How a match of Lincoln begins, and the options of its rules."""

from __future__ import annotations

from typing import Final

from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.lincoln.frames import AT, Box, Counting
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import LOC_BY_ID
from bivouac.titles.lincoln.printed.schema import ScenarioFile
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.state import CAP_ON_LOSSES, CARD_BACK, CSA, REFILL_AT_END, UNION, State

# Neither of the first two: the text's reading, which is also what the first one says (it once was a switch, and older saves name it).
OPTIONS: Final = {
    option.id: option
    for option in (
        RuleOption("refill-in-combat", "LIN-hand-a", "rulings", excludes=("refill-at-end",), formerly="refill_after_combat"),
        RuleOption("refill-at-end", "LIN-hand-a", "rulings", excludes=("refill-in-combat",)),
        RuleOption("cap-on-losses", "LIN-loss-c", "rulings"),
        RuleOption("card-back-on-withdrawal", "LIN-wd-h", "rulings", formerly="card_back_on_withdrawal"),
    )
}
SWITCHES: Final = {"refill-at-end": REFILL_AT_END, "cap-on-losses": CAP_ON_LOSSES, "card-back-on-withdrawal": CARD_BACK}


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
