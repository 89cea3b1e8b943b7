"""The rules that can be switched on, each with its bit in `State.rules`."""

from __future__ import annotations

from typing import Final

from bivouac.core.text import Text
from bivouac.core.title import RuleOption, Scenario

_LIST: Final = (
    RuleOption("inexperienced-union", "AHD-12.0a", "basic"),
    RuleOption("campaign-victory", "AHD-O5.0f", "basic"),
    RuleOption("crack-movement", "AHD-O2.1a", "neutral"),
    RuleOption("battlefield-targets", "AHD-O2.2a", "neutral"),
    RuleOption("naval-retreat", "AHD-O3.1a", "pro-union"),
    RuleOption("rail-bonus", "AHD-O3.2a", "pro-union"),
    RuleOption("historical-recruitment", "AHD-O3.3a", "pro-union"),
    RuleOption("more-union-forces", "AHD-O3.4a", "pro-union"),
    RuleOption("first-turn-limits", "AHD-O4.1a", "pro-csa"),
    RuleOption("fort-monroe", "AHD-O4.2a", "pro-csa"),
    RuleOption("replacement-training", "AHD-O4.3a", "pro-csa"),
    RuleOption("draft-riots", "AHD-O4.4a", "pro-csa"),
    RuleOption("support", "AHD-A2.0a", "advanced"),
    RuleOption("command-marches", "AHD-A3.0a", "advanced"),
    RuleOption("containment", "AHD-A4.0a", "advanced"),
    RuleOption("coastal-defence", "AHD-A5.0a", "advanced"),
    RuleOption("washington", "AHD-A6.0a", "advanced"),
    RuleOption("battle-command", "AHD-A7.0a", "advanced"),
    RuleOption("morale", "AHD-A8.1a", "advanced"),
    RuleOption("rally", "AHD-A8.11a", "advanced", needs=("morale",)),
    RuleOption("desertion", "AHD-A8.12a", "advanced"),
    RuleOption("leaders", "AHD-A8.2a", "advanced"),
    RuleOption("border-states", "AHD-A8.3a", "advanced"),
    RuleOption("foreign", "AHD-A8.4a", "advanced"),
)
OPTIONS: Final = {option.id: option for option in _LIST}
BIT: Final = {option.id: 1 << i for i, option in enumerate(_LIST)}

INEXPERIENCED: Final = BIT["inexperienced-union"]
CAMPAIGN_VICTORY: Final = BIT["campaign-victory"]
CRACK_MOVEMENT: Final = BIT["crack-movement"]
BATTLEFIELD_TARGETS: Final = BIT["battlefield-targets"]
NAVAL_RETREAT: Final = BIT["naval-retreat"]
RAIL_BONUS: Final = BIT["rail-bonus"]
HISTORICAL_RECRUITMENT: Final = BIT["historical-recruitment"]
MORE_FORCES: Final = BIT["more-union-forces"]
FIRST_TURN_LIMITS: Final = BIT["first-turn-limits"]
FORT_MONROE_RULE: Final = BIT["fort-monroe"]
TRAINING: Final = BIT["replacement-training"]
RIOTS: Final = BIT["draft-riots"]
SUPPORT: Final = BIT["support"]
COMMAND_MARCHES: Final = BIT["command-marches"]
CONTAINMENT: Final = BIT["containment"]
COASTAL_DEFENCE: Final = BIT["coastal-defence"]
WASHINGTON_RULE: Final = BIT["washington"]
BATTLE_COMMAND: Final = BIT["battle-command"]
MORALE_RULE: Final = BIT["morale"]
RALLY: Final = BIT["rally"]
DESERTION: Final = BIT["desertion"]
LEADERS_RULE: Final = BIT["leaders"]
BORDER_STATES: Final = BIT["border-states"]
FOREIGN: Final = BIT["foreign"]


def objection(scenario: Scenario, options: frozenset[str]) -> Text | None:
    """Why a combination makes no sense, or None."""
    if "foreign" in options and not options & {"washington", "inexperienced-union"}:
        return Text("errors.foreign_needs_washington")
    if "campaign-victory" in options and scenario.data.victory == "campaign":
        return Text("errors.already_campaign", {"name": scenario.id})
    if "campaign-victory" in options and scenario.data.first_turn == 1:
        return Text("errors.campaign_is_1861", {"name": scenario.id})
    return None


def bits_of(options: frozenset[str]) -> int:
    return sum(BIT[name] for name in options)
