"""The scenarios: who stands where, what is in the pools, how long it lasts and how it is judged."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bivouac.core.data import BadData, fail, read
from bivouac.core.text import Arg, Both, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.house_divided.printed.map import CSA, FILES, MAP, OFF, UNION, no_box
from bivouac.titles.house_divided.printed.schema import BySide, ScenarioFile
from bivouac.titles.house_divided.printed.units import CAVALRY, KINDS, LEADER_NAMES, PIECES, TURNS

ORDER: Final = ("1861", "1861-short", "1861-march", "1862", "1863", "1864")
GROUP: Final = re.compile(r"(\d+) ([A-Z]{2})$")


class Group(NamedTuple):
    """Some like pieces in one box at the start."""

    side: int
    kind: int
    number: int
    box: int
    entrenched: bool


class Setup(NamedTuple):
    """A scenario, checked and numbered."""

    id: str
    name: Both
    summary: Both
    first_turn: int
    last_turn: int
    first_turn_marches: int
    victory: str
    row: int
    owner: tuple[int, ...]
    held: tuple[int, ...]  # boxes of another colour, not flagged, where only cavalry stands
    groups: tuple[Group, ...]
    leaders: tuple[tuple[int, int], ...]  # (leader, box); box OFF: the owner chooses
    pool: tuple[int, int, int, int]  # Union MF, Union MC, Confederate MF, Confederate MC
    locked: int
    drafts: int


def parse_groups(text: str, file: str, raw: BySide[dict[str, str]]) -> tuple[Group, ...]:
    """'3 FV, 2 MF *' in a box -> groups of pieces."""
    groups = []
    for side, word, places in ((UNION, "union", raw.union), (CSA, "csa", raw.csa)):
        for name, line in places.items():
            path = ("pieces", word, name)
            if name not in MAP.index:
                raise fail(text, file, path, no_box(name))
            for part in line.rstrip("* ").split(", "):
                found = GROUP.match(part)
                if not found or found[2] not in KINDS:
                    known = ", ".join(KINDS)
                    wrong = Both(f"{part!r} is not a number and one of {known}", f"{part!r} non è un numero e uno fra {known}")
                    raise fail(text, file, path, wrong)
                groups.append(Group(side, KINDS.index(found[2]), int(found[1]), MAP.index[name], line.endswith("*")))
    return tuple(groups)


def owners(text: str, file: str, raw: ScenarioFile, groups: tuple[Group, ...]) -> tuple[int, ...]:
    """The printed colours, the flags, and everybody owns the box he stands in (AHD-O5.0o)."""
    owner = list(MAP.owner)
    for side, word, names in ((UNION, "union", raw.flags.union), (CSA, "csa", raw.flags.csa)):
        for name in names:
            if name not in MAP.index:
                raise fail(text, file, ("flags", word), no_box(name))
            owner[MAP.index[name]] = side
    for group in groups:
        owner[group.box] = group.side
    for side, printed in ((UNION, raw.maximum.union), (CSA, raw.maximum.csa)):
        total = sum(v for v, o in zip(MAP.value[side], owner) if o == side)
        if total != printed:
            wrong = f"la mappa dà una forza massima di {total}, lo scenario dice {printed}"
            raise BadData(file, None, Both(f"the map gives an army maximum of {total}, the scenario says {printed}", wrong))
    return tuple(owner)


def held_boxes(raw: ScenarioFile, groups: tuple[Group, ...]) -> tuple[int, ...]:
    """Lone cavalry holds a box of another colour only while it is there (AHD-9.0f)."""
    flagged = {MAP.index[name] for name in (*raw.flags.union, *raw.flags.csa)}
    infantry = {group.box for group in groups if not CAVALRY[group.kind]}
    return tuple(sorted({g.box for g in groups if MAP.owner[g.box] != g.side} - flagged - infantry))


def parse_leaders(text: str, file: str, raw: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """Leaders that are on the map from the start."""
    found = []
    for name, place in raw.items():
        if name not in LEADER_NAMES or (place != "choose" and place not in MAP.index):
            raise fail(text, file, ("leaders", name), Both(f"{name} cannot be placed at {place}", f"{name} non può stare a {place}"))
        found.append((PIECES + LEADER_NAMES.index(name), OFF if place == "choose" else MAP.index[place]))
    return tuple(found)


def parse_setup(text: str, file: str) -> Setup:
    """A scenario file, every name resolved and the printed maxima compared with the map."""
    raw = read(ScenarioFile, text, file)
    groups, pool = parse_groups(text, file, raw.pieces), raw.pool
    if not 1 <= raw.first_turn <= raw.last_turn <= TURNS:
        raise fail(text, file, ("last_turn",), Both("the turns are out of order", "i turni non sono in ordine"))
    return Setup(
        id=raw.id,
        name=raw.name,
        summary=raw.summary,
        first_turn=raw.first_turn,
        last_turn=raw.last_turn,
        first_turn_marches=raw.first_turn_marches,
        victory=raw.victory,
        row=raw.row,
        owner=owners(text, file, raw, groups),
        held=held_boxes(raw, groups),
        groups=groups,
        leaders=parse_leaders(text, file, raw.leaders),
        pool=(pool.union.MF, pool.union.MC, pool.csa.MF, pool.csa.MC),
        locked=pool.union_locked,
        drafts=pool.drafts_held,
    )


def read_scenario(text: str, file: str) -> Scenario:
    """A player's own scenario."""
    setup = parse_setup(text, file)
    return Scenario(setup.id, "player", setup, text)


def scenario_page(scenario: Scenario) -> list[Text]:
    """What a scenario is, from when to when, and with which armies."""
    setup: Setup = scenario.data
    pieces = [sum(g.number for g in setup.groups if g.side == side) for side in (UNION, CSA)]
    first, last = setup.first_turn, setup.last_turn
    span: dict[str, Arg] = {"first": Name("month", first), "last": Name("month", last), "n": last - first + 1}
    return [
        Text("labels.scenario_summary", {"text": setup.summary}),
        Text("labels.scenario_span", span),
        Text("labels.scenario_armies", {"union": pieces[UNION], "csa": pieces[CSA]}),
    ]


def load_scenarios() -> dict[str, Scenario]:
    """All scenarios of this title, in the order they are offered."""
    setups = [parse_setup(text, f"scenarios/{name}.toml") for name, text in FILES.scenarios().items()]
    setups.sort(key=lambda setup: ORDER.index(setup.id) if setup.id in ORDER else len(ORDER))
    return {setup.id: Scenario(setup.id, "rulebook", setup) for setup in setups}


SCENARIOS: Final = load_scenarios()
