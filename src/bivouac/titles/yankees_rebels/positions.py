"""Positions of players' own: units in hexes, to come or gone, their strength, who has acted, the cup, the hour, the points.

A position stands between two rounds of a turn, or at the beginning of a night.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.text import Both, Name, Text
from bivouac.core.title import Positions, Scenario, Slot
from bivouac.titles.yankees_rebels.frames import AT, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, HEX, NO_ARTILLERY, NO_CAVALRY, SIZE, VICTORY_HEXES
from bivouac.titles.yankees_rebels.printed.scenarios import Setup
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE, IS_FOOT, IS_GUN, IS_HORSE, MARKERS, NAME, OFF_MAP, SIDE, STRENGTH, UNIT
from bivouac.titles.yankees_rebels.rules.ch02_sequence import works_of
from bivouac.titles.yankees_rebels.rules.ch06_integrity import find_strays
from bivouac.titles.yankees_rebels.state import Rules, State
from bivouac.titles.yankees_rebels.table import PLACES, moment

Values = Mapping[str, str]
Found = Iterator[tuple[Both, tuple[str, ...]]]

MOST_POINTS: Final = 60
SIDE_WORDS: Final = ("union", "csa")
NO_YES: Final = {"no": Text("positions.no"), "yes": Text("positions.yes")}
HEXES: Final = {place.id: place.name for place in PLACES}
CUP: Final = {"cup": Text("positions.in_cup"), "drawn": Text("positions.drawn")}
POINTS: Final = {str(n): Text("positions.n", {"n": n}) for n in range(MOST_POINTS + 1)}
SIDES: Final = {word: Text("positions.thing", {"thing": Name("side", side)}) for side, word in enumerate(SIDE_WORDS)}
STRENGTHS: Final = tuple({str(n): Text("positions.n", {"n": n}) for n in range(1, most + 1)} for most in range(max(STRENGTH) + 1))


@cache
def slots_of(setup: Setup) -> tuple[Slot, ...]:
    turns = {str(n): moment(turn.day, turn.hour) for n, turn in enumerate(setup.turns)}
    found = [Slot("turn", "turn", Text("positions.turn"), turns)]
    for side, word in enumerate(SIDE_WORDS):
        found.append(Slot(f"points {word}", "", Text("positions.points", {"side": Name("side", side)}), POINTS))
    for u in range(COUNT):
        found.append(Slot(f"unit:{u}", f"unit:{u}", Text("positions.thing", {"thing": Name("unit", u)}), where_of(setup, u)))
        found.append(Slot(f"unit:{u} strength", f"unit:{u}", Text("positions.strength"), STRENGTHS[STRENGTH[u]]))
        found.append(Slot(f"unit:{u} acted", f"unit:{u}", Text("positions.acted"), NO_YES))
    for m in range(len(MARKERS)):
        found.append(Slot(f"marker:{m}", f"marker:{m}", Text("positions.thing", {"thing": Name("marker", m)}), CUP))
    for h in bits(VICTORY_HEXES):
        found.append(Slot(f"hex:{h} holder", f"hex:{h}", Text("positions.last_held"), SIDES))
    return tuple(found)


@cache
def where_of(setup: Setup, u: int) -> dict[str, Text]:
    """The hexes; what comes in this battle may also wait at its entry hex, or be still to come."""
    if setup.entry[u] < 0:
        return {**HEXES, "gone": Text("positions.gone")}
    waiting = {f"entry:{setup.entry[u]}": Text("positions.waits"), "later": Text("positions.later")}
    return {**HEXES, **waiting, "gone": Text("positions.gone")}


def slots(scenario: Scenario) -> tuple[Slot, ...]:
    return slots_of(scenario.data)


# --- from a state -----------------------------------------------------------------------------------------


def read(s: State) -> Values:
    setup = s.rules.setup
    found = {"turn": str(min(s.turn, len(setup.turns) - 1))}
    found |= {f"points {word}": str(min(s.points[side], MOST_POINTS)) for side, word in enumerate(SIDE_WORDS)}
    for u in range(COUNT):
        found[f"unit:{u}"] = where_now(s, u)
        found[f"unit:{u} strength"] = str(max(s.force[u], 1))
        found[f"unit:{u} acted"] = "yes" if s.done & UNIT[u] else "no"
    found |= {f"marker:{m}": "cup" if s.cup >> m & 1 else "drawn" for m in range(len(MARKERS))}
    return found | {f"hex:{h} holder": SIDE_WORDS[s.held >> h & 1] for h in bits(VICTORY_HEXES)}


def where_now(s: State, u: int) -> str:
    setup = s.rules.setup
    if s.where[u] >= 0:
        return f"hex:{s.where[u]}"
    if s.where[u] == OFF_MAP and setup.entry[u] >= 0:
        if s.due & UNIT[u]:
            return f"entry:{setup.entry[u]}"
        if any(units & UNIT[u] for units in setup.arrivals[s.turn + 1 :]):
            return "later"
    return "gone"


# --- to a state -------------------------------------------------------------------------------------------


def make(fresh: State, v: Values) -> State:
    later = sum(UNIT[u] for u in range(COUNT) if v[f"unit:{u}"] == "later")
    s = State(rules=with_arrivals(fresh.rules, later), turn=int(v["turn"]))
    for side, word in enumerate(SIDE_WORDS):
        s.points[side] = int(v[f"points {word}"])
    for u in range(COUNT):
        set_unit(s, u, v)
    s.held = sum(BIT[h] for h in bits(VICTORY_HEXES) if v[f"hex:{h} holder"] == "csa")
    s.works = works_of(s)
    if s.rules.corps_integrity:
        find_strays(s)
    if s.rules.setup.turns[s.turn].is_night:
        s.stack = (AT[Box.NIGHT],)
    else:
        s.cup = sum(1 << m for m in range(len(MARKERS)) if v[f"marker:{m}"] == "cup")
        s.stack = (AT[Box.ROUND],)
    return s


@cache
def with_arrivals(rules: Rules, later: int) -> Rules:
    """Of the units that are to come, these still come."""
    return rules._replace(setup=rules.setup._replace(arrivals=tuple(units & later for units in rules.setup.arrivals)))


def set_unit(s: State, u: int, v: Values) -> None:
    s.force[u] = int(v[f"unit:{u} strength"])
    kind, _, number = v[f"unit:{u}"].partition(":")
    if kind == "hex":
        s.on_map |= UNIT[u]
        s.stand(u, int(number))
    elif kind == "entry":
        s.due |= UNIT[u]
    elif kind == "gone":
        s.where[u] = GONE
    if v[f"unit:{u} acted"] == "yes":
        s.done |= UNIT[u]


# --- what cannot be ---------------------------------------------------------------------------------------


def wrong(scenario: Scenario, v: Values) -> Found:
    standing: dict[int, list[int]] = {}
    for u in range(COUNT):
        if v[f"unit:{u}"].startswith("hex:"):
            standing.setdefault(int(v[f"unit:{u}"][4:]), []).append(u)
    for h in range(SIZE):
        yield from wrong_stack(h, standing.get(h, []))
    yield from wrong_arrivals(scenario.data, v)


def wrong_stack(h: int, here: list[int]) -> Found:
    """4.1: two units in a hex, one of them infantry at most; nobody among enemies; guns and cavalry not everywhere."""
    name, slots = HEX[h], tuple(f"unit:{u}" for u in here)
    if len({SIDE[u] for u in here}) > 1:
        yield Both(f"both sides stand in {name}: one of them must go", f"in {name} stanno tutte e due le parti: una deve andare via"), slots
    elif len(here) > 2:
        yield Both(f"{len(here)} units stand in {name}: two at most", f"in {name} ci sono {len(here)} unità: al massimo due"), slots
    elif sum(IS_FOOT[u] for u in here) > 1:
        yield Both(f"two infantry units stand in {name}: one at most", f"in {name} ci sono due unità di fanteria: al massimo una"), slots
    for u in here:
        if (IS_HORSE[u] and BIT[h] & NO_CAVALRY) or (IS_GUN[u] and BIT[h] & NO_ARTILLERY):
            problem = Both(
                f"{NAME[u]} cannot stand in {name}: that ground is closed to its arm",
                f"{NAME[u]} non può stare in {name}: quel terreno è chiuso alla sua arma",
            )
            yield problem, (f"unit:{u}",)


def wrong_arrivals(setup: Setup, v: Values) -> Found:
    """Who is still to come must have a turn to come in."""
    coming = 0
    for units in setup.arrivals[int(v["turn"]) + 1 :]:
        coming |= units
    for u in range(COUNT):
        if v[f"unit:{u}"] == "later" and not coming & UNIT[u]:
            problem = Both(
                f"{NAME[u]} would have come by now: it stands on the map, waits at its entry hex or is gone",
                f"{NAME[u]} sarebbe già arrivata: sta sulla mappa, aspetta al suo esagono di entrata o non c'è più",
            )
            yield problem, (f"unit:{u}",)


POSITIONS: Final = Positions(slots, read, make, wrong)
