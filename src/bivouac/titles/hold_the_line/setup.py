"""The options of the rules, and a state before its first question."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bivouac.core.text import Text
from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.hold_the_line.frames import Box, Opening
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_for
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER, NEEDS, SIDE_KEYS
from bivouac.titles.hold_the_line.state import Rules, State, fresh

OPTIONAL = {
    "attacker-morale": "HTL-11.1a",
    "no-rally-when-hit": "HTL-11.2a",
    "hill-artillery": "HTL-11.3a",
    "advance-after-fire": "HTL-11.4a",
}
RULINGS = {"guns-need-five": "HTL-3.1d", "rally-by-each-leader": "HTL-9.4c", "blocks-need-a-halt": "HTL-10c"}
HANDICAPS = {
    f"{side}-{word}-{n}": (i, sign * n) for i, side in enumerate(SIDE_KEYS) for word, sign in (("plus", 1), ("minus", -1)) for n in (1, 2)
}
"""How many CAP each handicap of 11.5 gives or takes, and to which side."""


def options() -> dict[str, RuleOption]:
    found = [RuleOption(name, rule, formerly=name.replace("-", "_")) for name, rule in OPTIONAL.items()]
    found += [RuleOption(name, rule, "rulings") for name, rule in RULINGS.items()]
    for name, (side, _) in HANDICAPS.items():
        others = tuple(other for other, (i, _) in HANDICAPS.items() if i == side and other != name)
        found.append(RuleOption(name, "HTL-11.5a", "handicap", excludes=others, formerly=name.replace("-", "_")))
    return {option.id: option for option in found}


OPTIONS: Final = options()


def objection(scenario: Scenario, options: frozenset[str]) -> Text | None:
    """An option that could do nothing in a scenario is refused there."""
    field = field_for(scenario)
    for name in sorted(options):
        if not matters(field, name):
            return Text("labels.idle", {"option": Text(f"options.{name}"), "why": Text(f"labels.idle_{name}")})
    return None


def matters(field: Field, option: str) -> bool:
    kinds = field.kind_of
    if option in HANDICAPS:
        side, change = HANDICAPS[option]
        return change > 0 or max(field.caps[side]) > 0
    return {
        "no-rally-when-hit": LEADER in kinds,
        "hill-artillery": bool(field.hill) and ARTILLERY in kinds,
        "guns-need-five": ARTILLERY in kinds or GUNBOAT in kinds,
        "rally-by-each-leader": any(sum(kinds[p] == LEADER for p in own) > 1 for own in field.own),
        "blocks-need-a-halt": bool(field.blocks),
    }.get(option, True)


@lru_cache(maxsize=1024)
def rules_of(options: frozenset[str]) -> Rules:
    """The same options give the same rules, so that states can share them."""
    caps = [sum(n for name, (i, n) in HANDICAPS.items() if i == side and name in options) for side in (0, 1)]
    switches = {name.replace("-", "_"): name in options for name in (*OPTIONAL, "rally-by-each-leader", "blocks-need-a-halt")}
    return Rules(**switches, needs=five_at_least() if "guns-need-five" in options else NEEDS, caps=(caps[0], caps[1]))


def five_at_least() -> tuple[tuple[int, ...], ...]:
    """The combat table with the other reading of 3.1d: artillery and gunboats need a 5 at every range."""
    return tuple(tuple(max(n, 5) if kind in (ARTILLERY, GUNBOAT) else n for n in row) for kind, row in enumerate(NEEDS))


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """The set-up, before the first question."""
    s = fresh(field_for(scenario), rules_of(options))
    s.stack = (Opening(Box.OPENING, 0),)
    return s
