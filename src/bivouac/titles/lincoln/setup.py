"""How a match of Lincoln begins."""

from __future__ import annotations

from bivouac.core.data import BadData, read
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.atlas import COPIES, KINDS, OWNER, SET, ScenarioFile, SideSetup, loc_named, text_of
from bivouac.titles.lincoln.frames import BEGIN, Box, Drawing
from bivouac.titles.lincoln.rules.ground import settle
from bivouac.titles.lincoln.state import CARD_BACK, CSA, REFILL_AFTER_COMBAT, UNION, State, empty_state

SWITCHES = {"refill_after_combat": REFILL_AFTER_COMBAT, "card_back_on_withdrawal": CARD_BACK}


def _checked(file: ScenarioFile, name: str) -> ScenarioFile:
    for side in (file.union, file.confederate):
        for place, armies in side.armies.items():
            loc_named(place, name)
            if not all(1 <= n <= 3 for n in armies):
                raise BadData(name, None, f"an army at {place} has a strength other than 1, 2 or 3")
    return file


def _scenario(name: str) -> Scenario:
    file = _checked(read(ScenarioFile, text_of("scenarios", name), name), name)
    return Scenario(file.id, file.source, file)


SCENARIOS = {s.id: s for s in (_scenario("war.toml"),)}


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """LIN-setup-a to LIN-setup-g: armies, tracks on S, base decks; the hands are drawn first, then the Union begins."""
    file: ScenarioFile = scenario.data
    s = empty_state()
    for side, setup in ((UNION, file.union), (CSA, file.confederate)):
        _muster(s, side, setup)
    for card in range(KINDS):
        if SET[card] == 0:
            s.deck[card] = COPIES[card]
            s.left[OWNER[card]] += COPIES[card]
    s.switches = sum(bit for name, bit in SWITCHES.items() if name in options)
    s.stack = (BEGIN, Drawing(Box.DRAW, CSA, file.confederate.hand), Drawing(Box.DRAW, UNION, file.union.hand))
    return s


def _muster(s: State, side: int, setup: SideSetup) -> None:
    for place, armies in setup.armies.items():
        loc = loc_named(place, "scenario")
        for strength in armies:
            s.put(side, 2 * loc, strength - 1)
        settle(s, loc)
