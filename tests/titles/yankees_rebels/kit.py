"""Positions of Yankees & Rebels in one line: `battle("cs_hood@C3:4", "us_gibbon@C1")`."""

from __future__ import annotations

from bivouac.titles.yankees_rebels import TITLE
from bivouac.titles.yankees_rebels.frames import AT, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, HEX, NUMBER, SIZE, VICTORY
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import (
    COUNT,
    CSA_FLAG,
    DOUBLE,
    GONE,
    HAT,
    LOSS,
    MARKERS,
    RETREAT,
    SAVE,
    SIDE,
    STRENGTH,
    TRUMPET,
    UNION_FLAG,
    UNIT,
    UNIT_NUMBER,
)
from bivouac.titles.yankees_rebels.rules.ch02_sequence import next_result
from bivouac.titles.yankees_rebels.setup import rules_of
from bivouac.titles.yankees_rebels.state import State
from kit import Position

__all__ = [
    "BIT",
    "CSA_FLAG",
    "DOUBLE",
    "HAT",
    "HEX",
    "LOSS",
    "RETREAT",
    "SAVE",
    "TITLE",
    "TRUMPET",
    "UNION_FLAG",
    "Box",
    "Position",
    "acting",
    "aiming",
    "at_box",
    "battle",
    "h",
    "hexes",
    "m",
    "marching",
    "names",
    "round_of",
    "things",
    "u",
]


def u(name: str) -> int:
    """A unit's number."""
    return UNIT_NUMBER[name]


def h(name: str) -> int:
    """A hex's number."""
    return NUMBER[name]


def m(side: str, corps: str) -> int:
    """A marker's number."""
    return MARKERS.index((side, corps))


def hexes(numbers) -> set[str]:
    """Hex numbers as printed names (answers that are no hexes are left out)."""
    return {HEX[n] for n in numbers if n >= 0}


def names(numbers) -> set[str]:
    by_number = {n: name for name, n in UNIT_NUMBER.items()}
    return {by_number[n] for n in numbers if n >= 0}


def battle(*pieces: str, scenario: str = "july-3", options: tuple[str, ...] = (), turn: int = 0) -> State:
    """Only these units, "name@hex" or "name@hex:strength" (or "name@off" for one that waits to enter)."""
    s = State(rules=rules_of(SETUPS[scenario], frozenset(options)), where=[GONE] * COUNT, turn=turn, cup=0b11, log=[])
    for piece in pieces:
        name, _, rest = piece.partition("@")
        place, _, force = rest.partition(":")
        unit = u(name)
        s.force[unit] = int(force) if force else STRENGTH[unit]
        if place == "off":
            s.where[unit] = -1
            s.due |= UNIT[unit]
        else:
            s.on_map |= UNIT[unit]
            s.stand(unit, h(place))
    return s


def at_box(s: State, box: Box) -> Position:
    s.stack = (AT[box],)
    return Position.of(TITLE, s)


def round_of(s: State, marker: int, *, flags: int = 0, hats: int = 0, trumpets: int = 0, calls: int = 0) -> Position:
    """A round whose activation dice have been rolled."""
    s.marker, s.flags, s.hats, s.trumpets, s.calls = marker, flags, hats, trumpets, calls
    s.side = 0 if MARKERS[marker][0] == "union" else 1
    s.stack = (AT[Box.ACTIVATION],)
    next_result(s)
    return Position.of(TITLE, s)


def acting(s: State, *units: str) -> State:
    """These units have been chosen to act."""
    s.acting = tuple(u(name) for name in units)
    s.unit = s.acting[0]
    s.side = int(SIDE[s.unit])
    return s


def marching(unit: str, *pieces: str, **setup) -> Position:
    """The unit (the first of the pieces unless named otherwise) is asked where it marches."""
    return at_box(acting(battle(*pieces, **setup), unit), Box.MARCH)


def aiming(units: tuple[str, ...], *pieces: str, **setup) -> Position:
    """The units are asked whom they attack, without having moved."""
    s = acting(battle(*pieces, **setup), *units)
    s.ready = sum(UNIT[x] for x in s.acting)
    return at_box(s, Box.AIM)


def things(s):
    """The units on the map, the hexes that are entrenched, and which side was the last to stand in each victory hex."""
    from effects import Thing  # which imports this module

    def marks(is_marked, mark):
        return frozenset({mark} if is_marked else ())

    units = {
        f"unit:{x}": Thing(f"hex:{n}", s.force[x], status=marks(s.done & UNIT[x], "exhausted")) for x, n in enumerate(s.where) if n >= 0
    }
    holders = {n: int(bool(s.held & BIT[n])) for n in VICTORY}
    grounds = {f"hex:{n}": Thing(owner=holders.get(n), status=marks(s.works & BIT[n], "entrenched")) for n in range(SIZE)}
    return {**units, **grounds}
