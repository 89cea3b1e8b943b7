"""Scenarios and options: from files to a state before its first question."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from bivouac.core.text import Name, Text
from bivouac.core.title import RuleOption, Scenario
from bivouac.titles.hold_the_line.frames import At, Box
from bivouac.titles.hold_the_line.printed.field import field_of
from bivouac.titles.hold_the_line.printed.scenarios import DIE_OF_MORALE, KIND_ROWS, NEEDS, SIDE_KEYS, TABLES, ScenarioFile, parse
from bivouac.titles.hold_the_line.state import State, fresh

# The handicaps of 11.5: how many CAP each option gives or takes, for each side.
HANDICAPS = {
    f"{side}_{word}_{n}": (i, n if word == "plus" else -n)
    for i, side in enumerate(("union", "csa"))
    for word in ("plus", "minus")
    for n in (1, 2)
}


def options() -> dict[str, RuleOption]:
    found = {
        "attacker_morale": RuleOption("attacker_morale", "HTL-11.1a"),
        "no_rally_when_hit": RuleOption("no_rally_when_hit", "HTL-11.2a"),
        "hill_artillery": RuleOption("hill_artillery", "HTL-11.3a"),
        "advance_after_fire": RuleOption("advance_after_fire", "HTL-11.4a"),
    }
    for name, (side, _) in HANDICAPS.items():
        others = tuple(other for other, (i, _) in HANDICAPS.items() if i == side and other != name)
        found[name] = RuleOption(name, "HTL-11.5a", "handicap", excludes=others)
    return found


def scenarios() -> dict[str, Scenario]:
    folder = resources.files(__package__).joinpath("data", "scenarios")
    files = [(f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")]
    found = [(parse(text, name), text) for name, text in files]
    found.sort(key=lambda pair: pair[0].number)
    return {file.id: Scenario(file.id, file.source, data=text) for file, text in found}


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from a player's own file; raises BadData with the line of what is wrong."""
    file = parse(text, name)
    return Scenario(file.id, file.source, data=text, text=text, name=file.name)


def file_of(scenario: Scenario) -> ScenarioFile:
    return field_of(scenario.data, scenario.id).file


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """The set-up, before the first question."""
    caps = [0, 0]
    for name in options:
        if name in HANDICAPS:
            side, change = HANDICAPS[name]
            caps[side] += change
    flags = [int(name in options) for name in ("attacker_morale", "no_rally_when_hit", "hill_artillery", "advance_after_fire")]
    s = fresh(field_of(scenario.data, scenario.id), (*flags, *caps))
    s.stack = (At(Box.OPENING, 0),)
    return s


def check() -> list[Text]:
    """What does not add up in the tables; the scenarios are checked as they are read."""
    found = []
    if sum(DIE_OF_MORALE) != 6 or min(DIE_OF_MORALE) < 1:
        found.append(Text("labels.check_die", {"n": sum(DIE_OF_MORALE)}))
    if len(TABLES.action_die.points) != 6:
        found.append(Text("labels.check_points", {"n": len(TABLES.action_die.points)}))
    for kind, row in enumerate(KIND_ROWS):
        for reach in range(1, row.range + 1):
            if not 2 <= NEEDS[kind][reach] <= 6:
                found.append(Text("labels.check_fire", {"kind": Name("kind", kind), "n": reach}))
    return found


def scenario_page(scenario: Scenario) -> Sequence[Text]:
    """What is known of a scenario, what is reconstructed, and its special rules."""
    file = file_of(scenario)
    page = [
        Text("labels.date", {"words": file.date}),
        Text(
            "labels.setting",
            {
                "first": Name("side", SIDE_KEYS.index(file.first)),
                "turns": file.turns,
                "union": file.union.vp_to_win,
                "csa": file.confederate.vp_to_win,
            },
        ),
    ]
    page += [Text("labels.special", {"words": words}) for words in file.special]
    if file.source == "player":
        page.append(Text("labels.by_player"))
    if file.known.en:
        page.append(Text("labels.known", {"words": file.known}))
    if file.reconstructed.en:
        page.append(Text("labels.made_up", {"words": file.reconstructed}))
    return page
