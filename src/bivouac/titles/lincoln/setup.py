"""How a match of Lincoln begins."""

from __future__ import annotations

from bivouac.core.data import fail, read
from bivouac.core.text import Both, Text
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.frames import BEGIN, Box, Drawing
from bivouac.titles.lincoln.printed.tables import (
    CLOSED,
    COPIES,
    COUNTERS,
    KINDS,
    LOC_BY_ID,
    OWNER,
    SET,
    SIDE_WORDS,
    ScenarioFile,
    SideSetup,
    text_of,
)
from bivouac.titles.lincoln.rules.ground import settle
from bivouac.titles.lincoln.state import CARD_BACK, CSA, REFILL_AFTER_COMBAT, UNION, State, empty_state

SWITCHES = {"refill_after_combat": REFILL_AFTER_COMBAT, "card_back_on_withdrawal": CARD_BACK}


def _check(file: ScenarioFile, text: str, name: str) -> None:
    """Every place exists, no side stands where it may not, and there are counters enough."""
    for side, word in enumerate(SIDE_WORDS):
        setup = file.union if side == UNION else file.confederate
        used = [0, 0, 0]
        for place, armies in setup.armies.items():
            if place not in LOC_BY_ID:
                raise fail(text, name, (word, "armies"), Both(f"there is no location {place}", f"non c'è una località {place}"))
            if side == CSA and CLOSED[LOC_BY_ID[place]]:
                raise fail(text, name, (word, "armies"), Both(f"{place} is closed to the Confederate", f"{place} è chiusa al Confederato"))
            for strength in armies:
                if strength not in (1, 2, 3):
                    raise fail(
                        text,
                        name,
                        (word, "armies"),
                        Both(
                            f"an army at {place} has a strength other than 1, 2 or 3",
                            f"un'armata a {place} ha una forza diversa da 1, 2 o 3",
                        ),
                    )
                used[strength - 1] += 1
        if any(n > COUNTERS[side * 4 + kind] for kind, n in enumerate(used)):
            raise fail(
                text,
                name,
                (word, "armies"),
                Both(
                    f"there are not so many counters: {used} of strength 1, 2 and 3", f"non ci sono tante pedine: {used} di forza 1, 2 e 3"
                ),
            )
    both = set(file.union.armies) & set(file.confederate.armies)
    if both:
        raise fail(
            text, name, ("confederate", "armies"), Both(f"both sides stand at {min(both)}", f"a {min(both)} stanno tutte e due le parti")
        )


def read_scenario(text: str, name: str) -> Scenario:
    """A player's own set-up; its text travels with the save."""
    file = read(ScenarioFile, text, name)
    _check(file, text, name)
    return Scenario(file.id, file.source, file, text, file.name or Both(file.id, file.id))


def scenario_page(scenario: Scenario) -> list[Text]:
    """What a player reads about a set-up before the match."""
    own = [Text("pages.own")] if scenario.text is not None else [Text("pages.war"), Text("pages.winning")]
    return [*own, Text("about.original"), Text("about.reconstructed")]


def _scenario(name: str) -> Scenario:
    text = text_of("scenarios", name)
    file = read(ScenarioFile, text, name)
    _check(file, text, name)
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
        loc = LOC_BY_ID[place]
        for strength in armies:
            s.put(side, 2 * loc, strength - 1)
        settle(s, loc)
