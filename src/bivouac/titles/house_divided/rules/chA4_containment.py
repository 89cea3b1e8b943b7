"""A4.0: the Confederacy may contain a landed Union force instead of fighting it, and the Union may break out."""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.legality import closes, offers
from bivouac.titles.house_divided.events import BREAK_OUT, CONTAINS
from bivouac.titles.house_divided.frames import AT, At, Box, Items
from bivouac.titles.house_divided.printed.map import CSA, PORT, UNION
from bivouac.titles.house_divided.printed.units import SOUTHERN_GARRISONS
from bivouac.titles.house_divided.rules import ALL, ch05_battle
from bivouac.titles.house_divided.state import MASK, State


def can_be_contained(s: State, box: int) -> bool:
    """A port the Union took by invasion, or Fort Monroe or Pensacola (A4.0a)."""
    return PORT[box] and s.owner[box] == UNION and bool((s.invaded | SOUTHERN_GARRISONS) >> box & 1)


def sort_out_contained(s: State) -> None:
    """In its own turn the Confederacy is asked about each port; the Union fights in a contained port only where help came by land."""
    if s.active == CSA:
        ports = tuple([b for b in bits(s.fights) if can_be_contained(s, b)])
        if ports:
            s.push(Items(Box.CONTAIN, ports))
        return
    came_to_fight = MASK[UNION] & s.moved & (~s.sailed | s.crossed)  # entered the box this turn, and not by an ordinary sea move
    for box in bits(s.fights & s.contained):
        if not s.at[box] & came_to_fight:
            s.fights &= ~(1 << box)


def contain(s: State, f: Items, _: int) -> None:
    """The port is contained, and nobody fights for it."""
    box = f.items[0]
    s.contained |= 1 << box
    s.fights &= ~(1 << box)
    s.tell(CONTAINS, box)
    next_port(s, f, 0)


def next_port(s: State, f: Items, _: int) -> None:
    """The port is fought for; on to the next one."""
    if len(f.items) > 1:
        s.goto(Items(Box.CONTAIN, f.items[1:]))
    else:
        s.pop()


# --- breaking out -----------------------------------------------------------------------------------------


@offers("AHD-A4.0d")
def union_is_contained_there(s: State, f: At) -> int:
    """Only from a contained port must the Union break out."""
    return s.contained & s.here[UNION]


@closes("AHD-A4.0e")
def has_a_march_to_break_out(s: State, f: At) -> int:
    """Breaking out costs a march."""
    return 0 if s.marches > 0 else ALL


@closes("AHD-A4.0d")
def is_still_contained(s: State, f: At) -> int:
    """There is somebody to break out from."""
    return ~s.here[CSA]


MAY_BREAK_OUT: Final = (has_a_march_to_break_out, is_still_contained)


def break_out(s: State, f: At, port: int) -> None:
    """The battle is fought at once and costs everybody there one of his marches (A4.0e, A4.0f)."""
    s.marches -= 1
    for p in s.pieces_at(UNION, port):
        s.spend_march(p)
    s.tell(BREAK_OUT, port)
    ch05_battle.begin_battle(s, port)


def stay_in(s: State, f: At, _: int) -> None:
    s.goto(AT[Box.MARCH])
