"""How a match begins: the options of the rules, and the first position."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.title import BadSetup, RuleOption, Scenario
from bivouac.titles.yankees_rebels.frames import AT, Box
from bivouac.titles.yankees_rebels.printed.check import check_setup
from bivouac.titles.yankees_rebels.printed.map import MINOR_ROAD_STEPS, ROAD_STEPS, SIZE, WORKS
from bivouac.titles.yankees_rebels.printed.scenarios import DOUBTS, SETUPS, Setup, read_setups, with_options
from bivouac.titles.yankees_rebels.printed.units import COUNT, UNIT
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


def rules_of(setup: Setup, options: frozenset[str]) -> Rules:
    """The options as plain values."""
    code = list(SETUPS).index(setup.id) if setup.id in SETUPS else len(SETUPS)
    for i, option in enumerate(OPTIONS):
        code |= (option in options) << (4 + i)
    return Rules(
        setup=with_options(setup, options),
        code=code,
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
    s = empty(rules_of(scenario.data, options))
    setup = s.rules.setup
    for u in range(COUNT):
        s.force[u] = setup.strength[u]
        s.where[u] = setup.where[u]
        if setup.where[u] >= 0:
            s.on_map |= UNIT[u]
            s.stand(u, setup.where[u])
    return s


def empty(rules: Rules) -> State:
    s = State()
    s.stack, s.options, s.outcome, s.log = (AT[Box.TURN],), (), None, None
    s.rules = rules
    s.at, s.where, s.force = [0] * SIZE, [-1] * COUNT, [0] * COUNT
    s.ground, s.points = [0, 0], [0, 0]
    s.acting, s.reactors, s.shots, s.gains, s.partings = (), (), (), (), ()
    s.full = s.foot = s.on_map = s.due = s.done = s.held = s.strays = s.works = 0
    s.turn = s.cup = s.flags = s.hats = s.trumpets = s.calls = s.dice = s.score = s.shifted = s.steps = s.ready = s.shot = s.unit = 0
    s.marker = s.mate = s.origin = -1
    s.side = int(Side.UNION)
    return s
