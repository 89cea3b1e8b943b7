"""The scenarios: who stands where, what is in the pools, how long it lasts and how it is judged."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bivouac.core.data import BadData, fail, read
from bivouac.core.text import Arg, Both, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.house_divided.printed.tables import CSA, KINDS, LEADER_NAMES, MAP, OFF, PACKAGE, PIECES, TURNS, UNION, Source

ORDER: Final = ("1861", "1861-short", "1861-march", "1862", "1863", "1864")
GROUP: Final = re.compile(r"(\d+) ([A-Z]{2})$")


class Militia(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    MF: int
    MC: int


class PoolRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: Militia
    csa: Militia
    union_locked: int
    drafts_held: int


class Flags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: list[str]
    csa: list[str]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: dict[str, str]
    csa: dict[str, str]


class Maximum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: int
    csa: int


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: Both
    summary: Both
    source: Source
    first_turn: int
    last_turn: int
    first_turn_marches: int
    victory: Literal["campaign", "short", "table"]
    maximum: Maximum
    pool: PoolRow
    flags: Flags
    pieces: Pieces
    leaders: dict[str, str]
    row: int = 0


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
    groups: tuple[Group, ...]
    leaders: tuple[tuple[int, int], ...]  # (leader, box); box OFF: the owner chooses
    pool: tuple[int, int, int, int]  # Union MF, Union MC, Confederate MF, Confederate MC
    locked: int
    drafts: int


def parse_groups(text: str, file: str, raw: Pieces) -> list[Group]:
    """'3 FV, 2 MF *' in a box -> groups of pieces."""
    groups = []
    for side, word, places in ((UNION, "union", raw.union), (CSA, "csa", raw.csa)):
        for name, line in places.items():
            path = ("pieces", word, name)
            if name not in MAP.index:
                raise fail(text, file, path, Both(f"no box is called {name!r}", f"nessun riquadro si chiama {name!r}"))
            works = line.endswith("*")
            for part in line.rstrip("* ").split(", "):
                found = GROUP.match(part)
                if not found or found[2] not in KINDS:
                    raise fail(
                        text,
                        file,
                        path,
                        Both(
                            f"{part!r} is not a number and one of {', '.join(KINDS)}",
                            f"{part!r} non è un numero e uno fra {', '.join(KINDS)}",
                        ),
                    )
                groups.append(Group(side, KINDS.index(found[2]), int(found[1]), MAP.index[name], works))
    return groups


def owners(text: str, file: str, raw: ScenarioFile, groups: list[Group]) -> list[int]:
    """The printed colours, the flags, and everybody owns the box he stands in (AHD-O5.0o)."""
    owner = list(MAP.owner)
    for side, names in ((UNION, raw.flags.union), (CSA, raw.flags.csa)):
        for name in names:
            if name not in MAP.index:
                raise fail(
                    text, file, ("flags", ("union", "csa")[side]), Both(f"no box is called {name!r}", f"nessun riquadro si chiama {name!r}")
                )
            owner[MAP.index[name]] = side
    for group in groups:
        owner[group.box] = group.side
    return owner


def parse_setup(text: str, file: str) -> Setup:
    """A scenario file, every name resolved and the printed maxima compared with the map."""
    raw = read(ScenarioFile, text, file)
    groups = parse_groups(text, file, raw.pieces)
    owner = owners(text, file, raw, groups)
    for side, printed in ((UNION, raw.maximum.union), (CSA, raw.maximum.csa)):
        total = sum(v for v, o in zip(MAP.value[side], owner) if o == side)
        if total != printed:
            raise BadData(
                file,
                None,
                Both(
                    f"the map gives an army maximum of {total}, the scenario says {printed}",
                    f"la mappa dà un massimo dell'esercito di {total}, lo scenario dice {printed}",
                ),
            )
    if not 1 <= raw.first_turn <= raw.last_turn <= TURNS:
        raise fail(text, file, ("last_turn",), Both("the turns are out of order", "i turni non sono in ordine"))
    pool = raw.pool
    return Setup(
        raw.id,
        raw.name,
        raw.summary,
        raw.first_turn,
        raw.last_turn,
        raw.first_turn_marches,
        raw.victory,
        raw.row,
        tuple(owner),
        tuple(groups),
        parse_leaders(text, file, raw.leaders),
        (pool.union.MF, pool.union.MC, pool.csa.MF, pool.csa.MC),
        pool.union_locked,
        pool.drafts_held,
    )


def parse_leaders(text: str, file: str, raw: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """Leaders that are on the map from the start."""
    found = []
    for name, place in raw.items():
        if name not in LEADER_NAMES or (place != "choose" and place not in MAP.index):
            raise fail(text, file, ("leaders", name), Both(f"{name} cannot be placed at {place}", f"{name} non può stare a {place}"))
        found.append((PIECES + LEADER_NAMES.index(name), OFF if place == "choose" else MAP.index[place]))
    return tuple(found)


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
    folder: Any = resources.files(PACKAGE).joinpath("data", "scenarios")
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda e: str(e.name)):
        if entry.name.endswith(".toml"):
            setup = parse_setup(entry.read_text("utf-8"), f"scenarios/{entry.name}")
            found[setup.id] = Scenario(setup.id, "rulebook", setup)
    return {name: found[name] for name in sorted(found, key=lambda n: (n not in ORDER, ORDER.index(n) if n in ORDER else 0, n))}
