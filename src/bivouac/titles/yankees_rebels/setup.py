"""How a match begins: the options of the rules, and the first position."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.title import BadSetup, RuleOption, Scenario
from bivouac.titles.yankees_rebels.frames import AT, Box
from bivouac.titles.yankees_rebels.printed.check import check_setup
from bivouac.titles.yankees_rebels.printed.map import MINOR_ROAD_STEPS, ROAD_STEPS, WORKS
from bivouac.titles.yankees_rebels.printed.scenarios import DOUBTS, Setup, read_setups, with_options
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.state import Rules, State

OPTIONS: Final = {
    option.id: option
    for option in (
        RuleOption("corps_integrity", "YR-6.0a"),
        RuleOption("min_one_die", "YR-5.3f"),
        RuleOption("vp_every_day", "YR-8.0a"),
        RuleOption("control_last_occupied", "YR-8.0d"),
        RuleOption("minor_roads", "YR-4.0h"),
        RuleOption("breastworks", "YR-5.3.1g"),
        RuleOption("stone_wall", "YR-5.3.1g"),
        *(RuleOption(option, clause, "doubts") for option, clause in DOUBTS.items()),
    )
}


@cache
def rules_of(setup: Setup, options: frozenset[str]) -> Rules:
    """The options as plain values; the same ones for the same choice."""
    return Rules(
        setup=with_options(setup, options),
        road_steps=MINOR_ROAD_STEPS if "minor_roads" in options else ROAD_STEPS,
        works=tuple((h, day) for h, day, option in WORKS if option in options),
        corps_integrity="corps_integrity" in options,
        min_one_die="min_one_die" in options,
        vp_every_day="vp_every_day" in options,
        control_last_occupied="control_last_occupied" in options,
    )


def read_scenario(text: str, file: str) -> Scenario:
    """A player's own scenario file, of the same form as those in data/scenarios; its first way to play."""
    setup = next(iter(read_setups(text, file).values()))
    for problem in check_setup(setup):
        raise BadSetup(problem)
    return Scenario(setup.id, "player", data=setup, text=text, name=setup.name)


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """Units in their hexes, nobody activated, the first turn about to begin."""
    rules = rules_of(scenario.data, options)
    s = State(stack=(AT[Box.TURN],), rules=rules, where=list(rules.setup.where), force=list(rules.setup.strength))
    for u, h in enumerate(rules.setup.where):
        if h >= 0:
            s.on_map |= UNIT[u]
            s.stand(u, h)
    return s
