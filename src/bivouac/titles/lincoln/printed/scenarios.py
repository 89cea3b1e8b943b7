"""Set-ups: read, checked, and what a player reads about them."""

from __future__ import annotations

import re
from typing import Final

from bivouac.core.data import fail, read
from bivouac.core.text import Both, Text
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.printed.map import CLOSED, FILES, LOC_BY_ID, no_location
from bivouac.titles.lincoln.printed.schema import SIDE_WORDS, ScenarioFile, SideSetup
from bivouac.titles.lincoln.printed.units import COUNTERS


def parse_file(text: str, name: str) -> ScenarioFile:
    """A set-up that can be played: every place exists, no side stands where it may not, and there are counters enough."""
    text = _with_todays_words(text)
    file = read(ScenarioFile, text, name)
    for side, (word, setup) in enumerate(zip(SIDE_WORDS, file.sides, strict=True)):
        problem = _problem(side, setup)
        if problem is not None:
            raise fail(text, name, (word, "armies"), problem)
    both = set(file.union.armies) & set(file.csa.armies)
    if both:
        problem = Both(f"both sides stand at {min(both)}", f"a {min(both)} stanno tutte e due le parti")
        raise fail(text, name, ("csa", "armies"), problem)
    return file


def _with_todays_words(text: str) -> str:
    """Set-ups that came with older saves call the Confederacy by another word."""
    return re.sub(r"^\[confederate\]", "[csa]", text, flags=re.MULTILINE)


def _problem(side: int, setup: SideSetup) -> Both | None:
    used = [0, 0, 0]
    for place, armies in setup.armies.items():
        if place not in LOC_BY_ID:
            return no_location(place)
        if SIDE_WORDS[side] == "csa" and CLOSED[LOC_BY_ID[place]]:
            return Both(f"{place} is closed to the Confederate", f"{place} è chiusa al Confederato")
        for strength in armies:
            if strength not in (1, 2, 3):
                return Both(
                    f"an army at {place} has a strength other than 1, 2 or 3", f"un'armata a {place} ha una forza diversa da 1, 2 o 3"
                )
            used[strength - 1] += 1
    if any(n > COUNTERS[side * 4 + kind] for kind, n in enumerate(used)):
        return Both(f"there are not so many counters: {used} of strength 1, 2 and 3", f"non ci sono tante pedine: {used} di forza 1, 2 e 3")
    return None


def read_scenario(text: str, name: str) -> Scenario:
    """A player's own set-up; its text travels with the save."""
    file = parse_file(text, name)
    return Scenario(file.id, file.source, file, text, file.name or Both(file.id, file.id))


def scenario_page(scenario: Scenario) -> list[Text]:
    """What a player reads about a set-up before the match."""
    own = [Text("pages.own")] if scenario.text is not None else [Text("pages.war"), Text("pages.winning")]
    return [*own, Text("about.original"), Text("about.reconstructed")]


def _of_the_house(text: str, name: str) -> Scenario:
    file = parse_file(text, name)
    return Scenario(file.id, file.source, file)


SCENARIOS: Final = {s.id: s for s in (_of_the_house(text, f"{name}.toml") for name, text in FILES.scenarios().items())}
