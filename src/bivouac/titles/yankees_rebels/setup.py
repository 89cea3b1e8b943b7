"""How a match begins: the options of the rules, and the first position."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, RuleOption, Scenario
from bivouac.titles.yankees_rebels.frames import AT, Box
from bivouac.titles.yankees_rebels.printed.check import check_setup
from bivouac.titles.yankees_rebels.printed.map import MINOR_ROAD_STEPS, ROAD_STEPS, WORKS
from bivouac.titles.yankees_rebels.printed.scenarios import DOUBTS, Setup, changed_units, read_setups, with_options
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.state import Rules, State

RULINGS: Final = {
    "retreat-activates": "YR-3.0j",
    "retreat-farther": "YR-5.4.2a",
    "blocked-entry": "YR-7.0e",
    "faq-shifts": "YR-2.0g",
    "vp-every-day": "YR-8.0a",
    "control-last-occupied": "YR-8.0d",
}
"""Where the text has two honest readings, or the publisher's FAQ differs from it: ours is the plainer one, these are the others."""

HANDICAPS: Final = {f"{side}-plus-{n}": (i, n) for i, side in enumerate(("union", "csa")) for n in (2, 4)}
"""With how many victory points which side begins, between players of unequal strength or in an uneven scenario."""


def option(id: str, rule: str, group: str = "optional") -> RuleOption:
    return RuleOption(id, rule, group, formerly=id.replace("-", "_") if "-" in id else "")


OPTIONS: Final = {
    o.id: o
    for o in (
        option("corps-integrity", "YR-6.0a"),
        option("min-one-die", "YR-5.3f"),
        option("minor-roads", "YR-4.0h"),
        option("breastworks", "YR-5.3.1g"),
        option("stone-wall", "YR-5.3.1g"),
        *(option(id, rule, "doubts") for id, rule in DOUBTS.items()),
        *(option(id, rule, "rulings") for id, rule in RULINGS.items()),
        *(RuleOption(id, "YR-8.0c", "handicap", excludes=tuple(other for other in HANDICAPS if other != id)) for id in HANDICAPS),
    )
}


@cache
def rules_of(setup: Setup, options: frozenset[str]) -> Rules:
    """The options as plain values; the same ones for the same choice."""
    return Rules(
        setup=with_options(setup, options),
        road_steps=MINOR_ROAD_STEPS if "minor-roads" in options else ROAD_STEPS,
        works=tuple((h, day) for h, day, option in WORKS if option in options),
        corps_integrity="corps-integrity" in options,
        min_one_die="min-one-die" in options,
        vp_every_day="vp-every-day" in options,
        control_last_occupied="control-last-occupied" in options,
        retreat_activates="retreat-activates" in options,
        retreat_farther="retreat-farther" in options,
        blocked_entry="blocked-entry" in options,
        faq_shifts="faq-shifts" in options,
    )


def objection(scenario: Scenario, options: frozenset[str]) -> Text | None:
    """An option that can change nothing in a scenario is refused there."""
    reasons = ((id, idle(scenario.data, id)) for id in OPTIONS if id in options)
    return next((Text(f"errors.{reason}", {"option": Text(f"options.{id}")}) for id, reason in reasons if reason), None)


def idle(setup: Setup, id: str) -> str:
    """Why an option can change nothing: a doubt about units that take no part, points of every day where there is one, works that are not
    dug yet."""
    last_day = setup.turns[-1].day
    taking_part = set_of(u for u, h in enumerate(setup.where) if h >= 0) | sum(setup.arrivals)
    if id in DOUBTS and not any(taking_part & UNIT[u] for u in changed_units(setup, id)):
        return "idle_doubt"
    if id == "vp-every-day" and last_day == setup.turns[0].day:
        return "idle_points"
    return "idle_works" if any(day > last_day for _, day, option in WORKS if option == id) else ""


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
    for side, points in (HANDICAPS[id] for id in HANDICAPS if id in options):
        s.points[side] = points
    return s
