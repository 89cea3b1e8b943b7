"""The Europe track."""

from __future__ import annotations

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.titles.lincoln.events import EUROPE, EUROPE_MOVED
from bivouac.titles.lincoln.printed.map import COLOUR
from bivouac.titles.lincoln.printed.units import EUROPE_CSA, EUROPE_MARKER, EUROPE_UNION
from bivouac.titles.lincoln.state import CSA, UNION, State


def move_europe(s: State, side: int, steps: int) -> None:
    """LIN-europe-e: the marker stops at the Union's end. LIN-vic-d: at the other end the Confederate wins at once."""
    if steps == 0 or s.outcome is not None:
        return
    was = s.europe
    s.europe = max(s.europe - steps, EUROPE_UNION) if side == UNION else min(s.europe + steps, EUROPE_CSA)
    s.tell(EUROPE, side, steps, s.europe)
    if was != s.europe:
        s.tell(EUROPE_MOVED, EUROPE_MARKER, was - EUROPE_UNION, s.europe - EUROPE_UNION)
    if s.europe == EUROPE_CSA:
        s.finish(Outcome(Side.CSA, "LIN-vic-d", "europe"))


def pay(s: State, loc: int, before: int) -> None:
    """LIN-europe-c: a blue location that the Confederate has come to control by a combat is worth one step more, each time."""
    if s.control[loc] == CSA != before and COLOUR[loc] == UNION:
        move_europe(s, CSA, 1)


def pay_back(s: State) -> None:
    """LIN-europe-d: the Union regains control of a blue location that the Confederate had come to control."""
    move_europe(s, UNION, 1)
