"""What each side may know: everything. Units stand in the open, and so do their discs (4.0n)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.titles.yankees_rebels.printed.units import COUNT, OFF_MAP, UNIT
from bivouac.titles.yankees_rebels.rules.ch08_victory import hex_points
from bivouac.titles.yankees_rebels.state import State


class UnitView(NamedTuple):
    unit: int
    where: int
    force: int
    done: bool
    due: bool


class View(NamedTuple):
    side: Side | None
    turn: int
    day: int
    hour: int
    cup: tuple[int, ...]
    marker: int
    results: tuple[int, int, int, int]
    units: tuple[UnitView, ...]
    entries: tuple[int, ...]
    points: tuple[int, ...]
    hex_points: int
    works: int


def view(s: State, side: Side | None) -> View:
    """The table as it stands; the same for both sides and for spectators."""
    turns = s.rules.setup.turns
    day, hour = turns[min(s.turn, len(turns) - 1)]
    done, due = [s.done & unit > 0 for unit in UNIT], [s.due & unit > 0 for unit in UNIT]
    units = tuple(map(UnitView, range(COUNT), s.where, s.force, done, due))
    entries = tuple([entry if where == OFF_MAP else OFF_MAP for entry, where in zip(s.rules.setup.entry, s.where)])
    return View(
        side,
        s.turn,
        day,
        hour,
        tuple(bits(s.cup)),
        s.marker,
        (s.flags, s.hats, s.trumpets, s.calls),
        units,
        entries,
        tuple(s.points),
        hex_points(s),
        s.works,
    )


def sample(s: State, side: Side, rng: Random) -> State:
    """Nothing is hidden."""
    return s.clone()
