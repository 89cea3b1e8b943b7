"""The start of a match, and the rules that can be switched on, each with its bit in `State.rules`."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.text import Text
from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.house_divided.frames import AT, Box
from bivouac.titles.house_divided.printed.map import CSA, GREY, PORT_SET, UNION, VALUE_OF
from bivouac.titles.house_divided.printed.scenarios import Setup
from bivouac.titles.house_divided.printed.units import DRAFT_TURNS, RIOT_TURNS, TURN_OF, TURNS
from bivouac.titles.house_divided.state import State

OPTIONS: Final[dict[str, RuleOption]] = {}


def switch(id: str, rule: str, group: str, needs: tuple[str, ...] = (), excludes: tuple[str, ...] = ()) -> int:
    """A rule that can be switched on, and its bit."""
    OPTIONS[id] = RuleOption(id, rule, group, needs, excludes)
    return 1 << len(OPTIONS) - 1


INEXPERIENCED: Final = switch("inexperienced-union", "AHD-12.0a", "basic")
CAMPAIGN_VICTORY: Final = switch("campaign-victory", "AHD-O5.0f", "basic")
CRACK_MOVEMENT: Final = switch("crack-movement", "AHD-O2.1a", "neutral")
BATTLEFIELD_TARGETS: Final = switch("battlefield-targets", "AHD-O2.2a", "neutral")
NAVAL_RETREAT: Final = switch("naval-retreat", "AHD-O3.1a", "pro-union")
RAIL_BONUS: Final = switch("rail-bonus", "AHD-O3.2a", "pro-union")
HISTORICAL_RECRUITMENT: Final = switch("historical-recruitment", "AHD-O3.3a", "pro-union")
MORE_FORCES: Final = switch("more-union-forces", "AHD-O3.4a", "pro-union")
FIRST_TURN_LIMITS: Final = switch("first-turn-limits", "AHD-O4.1a", "pro-csa")
FORT_MONROE_RULE: Final = switch("fort-monroe", "AHD-O4.2a", "pro-csa")
TRAINING: Final = switch("replacement-training", "AHD-O4.3a", "pro-csa")
RIOTS: Final = switch("draft-riots", "AHD-O4.4a", "pro-csa")
SUPPORT: Final = switch("support", "AHD-A2.0a", "advanced")
COMMAND_MARCHES: Final = switch("command-marches", "AHD-A3.0a", "advanced")
CONTAINMENT: Final = switch("containment", "AHD-A4.0a", "advanced")
COASTAL_DEFENCE: Final = switch("coastal-defence", "AHD-A5.0a", "advanced")
WASHINGTON_RULE: Final = switch("washington", "AHD-A6.0a", "advanced")
BATTLE_COMMAND: Final = switch("battle-command", "AHD-A7.0a", "advanced")
MORALE_RULE: Final = switch("morale", "AHD-A8.1a", "advanced")
RALLY: Final = switch("rally", "AHD-A8.11a", "advanced", needs=("morale",))
DESERTION: Final = switch("desertion", "AHD-A8.12a", "advanced")
LEADERS_RULE: Final = switch("leaders", "AHD-A8.2a", "advanced")
BORDER_STATES: Final = switch("border-states", "AHD-A8.3a", "advanced")
FOREIGN: Final = switch("foreign", "AHD-A8.4a", "advanced", needs=("washington",))

MARCH_1863: Final = switch("march-1863", "AHD-O5.0g", "basic", excludes=("campaign-victory", "march-1864"))
MARCH_1864: Final = switch("march-1864", "AHD-O5.0g", "basic", excludes=("campaign-victory", "march-1863"))
SEVERAL_LANDINGS: Final = switch("several-landings", "AHD-4.2.4c", "rulings")
DESERTERS_RETURN: Final = switch("deserters-return", "AHD-A8.12b", "rulings", needs=("desertion",))
ANOTHER_PIECE: Final = switch("promote-another-piece", "AHD-6.0e", "rulings")
FIVE_TIMES: Final = switch("five-times-as-large", "AHD-13.0b", "rulings")
COSTLY_WASHINGTON: Final = switch("washington-costs-more", "AHD-A6.0b", "rulings", needs=("washington",))

ENDINGS: Final = CAMPAIGN_VICTORY | MARCH_1863 | MARCH_1864
BIT: Final = {id: 1 << n for n, id in enumerate(OPTIONS)}


def objection(scenario: Scenario, options: frozenset[str]) -> Text | None:
    """Why a combination makes no sense, or None."""
    name = objection_to_ending(scenario.data, options) or objection_to_dates(scenario.data, options)
    return Text(f"errors.{name}", {"name": scenario.id}) if name else None


def objection_to_ending(setup: Setup, options: frozenset[str]) -> str | None:
    """An end that the scenario has anyway, or that lies before its beginning."""
    for option, end in (("campaign-victory", TURNS), ("march-1863", TURN_OF["1863-03"]), ("march-1864", TURN_OF["1864-03"])):
        if option not in options:
            continue
        if setup.last_turn == end:
            return "ends_anyway"
        if setup.first_turn > end:
            return "begins_later"
        if setup.first_turn == 1 and setup.victory != "campaign":
            return "ends_of_1861"
    return None


def objection_to_dates(setup: Setup, options: frozenset[str]) -> str | None:
    """A rule whose time does not come in the scenario."""
    played = range(setup.first_turn, with_ending(setup, bits_of(options) & ENDINGS).last_turn + 1)
    if "first-turn-limits" in options and 1 not in played:
        return "limits_are_of_1861"
    if "draft-riots" in options and not any(turn in played for turn in RIOT_TURNS):
        return "riots_are_of_1863"
    if "five-times-as-large" in options and setup.victory != "short":
        return "five_times_is_short"
    if "more-union-forces" in options and not setup.drafts and not any(turn in played for turn in DRAFT_TURNS):
        return "forces_need_a_draft"
    return None


def with_ending(setup: Setup, endings: int) -> Setup:
    """The scenario with the end that was chosen for it (O5.0f, O5.0g)."""
    return ended(setup, endings) if endings else setup


@cache
def ended(setup: Setup, endings: int) -> Setup:
    if endings & CAMPAIGN_VICTORY:
        return setup._replace(victory="campaign", last_turn=TURNS)
    for rule, year in ((MARCH_1863, 1863), (MARCH_1864, 1864)):
        if endings & rule:
            return setup._replace(victory="table", last_turn=TURN_OF[f"{year}-03"], row=year)
    return setup


def bits_of(options: frozenset[str]) -> int:
    return sum(BIT[name] for name in options)


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """A fresh match: pieces, flags and pools of the scenario."""
    rules = bits_of(options)
    setup = with_ending(scenario.data, rules & ENDINGS)
    s = blank(setup, rules)
    for group in setup.groups:
        for _ in range(group.number):
            piece = s.raise_piece(group.side, group.kind, group.box)
            s.entrenched |= group.entrenched << piece
    if s.rules & LEADERS_RULE:
        for leader, box in setup.leaders:
            s.box[leader] = box
    s.held = set_of(setup.held)
    s.invaded = PORT_SET & GREY & s.own[UNION]
    s.stack = (AT[Box.GAME_TURN],)
    return s


def blank(setup: Setup, rules: int) -> State:
    """The map and the nations of a scenario without a piece."""
    return State(
        setup=setup,
        rules=rules,
        turn=setup.first_turn,
        owner=setup.owner,
        own=(boxes_of(setup, UNION), boxes_of(setup, CSA)),
        maximum=(maximum_of(setup, UNION), maximum_of(setup, CSA)),
        pool=[*setup.pool],
        locked=setup.locked,
        drafts=setup.drafts,
    )


def boxes_of(setup: Setup, side: int) -> int:
    return set_of(b for b, owner in enumerate(setup.owner) if owner == side)


def maximum_of(setup: Setup, side: int) -> int:
    return sum(v for v, owner in zip(VALUE_OF[side], setup.owner) if owner == side)
