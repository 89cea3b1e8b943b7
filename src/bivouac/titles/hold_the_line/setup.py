"""The options of the rules, and a state before its first question."""

from __future__ import annotations

from functools import lru_cache

from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.hold_the_line.frames import Box, Opening
from bivouac.titles.hold_the_line.printed.scenarios import field_for
from bivouac.titles.hold_the_line.printed.units import SIDE_KEYS
from bivouac.titles.hold_the_line.state import Rules, State, fresh

OPTIONAL = {
    "attacker_morale": "HTL-11.1a",
    "no_rally_when_hit": "HTL-11.2a",
    "hill_artillery": "HTL-11.3a",
    "advance_after_fire": "HTL-11.4a",
}
HANDICAPS = {
    f"{side}_{word}_{n}": (i, sign * n) for i, side in enumerate(SIDE_KEYS) for word, sign in (("plus", 1), ("minus", -1)) for n in (1, 2)
}
"""How many CAP each handicap of 11.5 gives or takes, and to which side."""


def options() -> dict[str, RuleOption]:
    found = {name: RuleOption(name, rule) for name, rule in OPTIONAL.items()}
    for name, (side, _) in HANDICAPS.items():
        others = tuple(other for other, (i, _) in HANDICAPS.items() if i == side and other != name)
        found[name] = RuleOption(name, "HTL-11.5a", "handicap", excludes=others)
    return found


@lru_cache(maxsize=1024)
def rules_of(options: frozenset[str]) -> Rules:
    """The same options give the same rules, so that states can share them."""
    caps = [sum(n for name, (i, n) in HANDICAPS.items() if i == side and name in options) for side in (0, 1)]
    return Rules(**{name: name in options for name in OPTIONAL}, caps=(caps[0], caps[1]))


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """The set-up, before the first question."""
    s = fresh(field_for(scenario), rules_of(options))
    s.stack = (Opening(Box.OPENING, 0),)
    return s
