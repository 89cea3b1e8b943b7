"""A4.0: the Confederacy may contain a landed Union force instead of fighting it, and the Union may break out."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import BREAK_OUT, CONTAINS
from bivouac.titles.house_divided.frames import AT, DONE, NO, YES, At, Box, Items
from bivouac.titles.house_divided.printed.map import CSA, PORT, UNION
from bivouac.titles.house_divided.printed.units import ALWAYS_CONTAINABLE
from bivouac.titles.house_divided.rules import ch05_battle
from bivouac.titles.house_divided.state import INVADED, MARCHED, MOVED, SAILED, State, bits


def can_be_contained(s: State, box: int) -> bool:
    """A port the Union took by invasion, or Fort Monroe or Pensacola (A4.0a)."""
    return PORT[box] and s.owner[box] == UNION and bool((s.invaded | ALWAYS_CONTAINABLE) >> box & 1)


def sort_out_contained(s: State) -> None:
    """In its own turn the Confederacy is asked about each port; the Union fights in a contained port only where help came by land."""
    if s.active == CSA:
        ports = tuple([b for b in bits(s.fights) if can_be_contained(s, b)])
        if ports:
            s.push(Items(Box.CONTAIN, ports))
        return
    for box in bits(s.fights & s.contained):
        if not any(came_to_fight(s, p) for p in s.pieces_at(UNION, box)):
            s.fights &= ~(1 << box)


def came_to_fight(s: State, piece: int) -> bool:
    """It entered the box this turn, and not by an ordinary sea move."""
    stat = s.stat[piece]
    return bool(stat & MOVED) and (not stat & SAILED or bool(stat & INVADED))


def contain(s: State, f: Items, a: int) -> None:
    """Contain the port, or fight for it."""
    box, rest = f.items[0], f.items[1:]
    if a == YES:
        s.contained |= 1 << box
        s.fights &= ~(1 << box)
        s.tell(CONTAINS, box)
    if rest:
        s.goto(Items(Box.CONTAIN, rest))
    else:
        s.pop()


def contain_candidates(s: State, f: Items) -> tuple[int, int]:
    return (YES, NO)


# --- breaking out -----------------------------------------------------------------------------------------


def break_out_candidates(s: State, f: At) -> list[int]:
    return [*[b for b in bits(s.contained) if s.has_pieces(UNION, b)], DONE]


@clause("AHD-A4.0e")
def has_a_march_to_break_out(s: State, f: At, a: int) -> Verdict:
    """Breaking out costs a march."""
    return a == DONE or s.marches > 0 or refuse(box=Name("box", a))


@clause("AHD-A4.0d")
def is_still_contained(s: State, f: At, a: int) -> Verdict:
    """There is somebody to break out from."""
    return a == DONE or s.has_pieces(CSA, a) or refuse(box=Name("box", a))


MAY_BREAK_OUT = (has_a_march_to_break_out, is_still_contained)


def break_out(s: State, f: At, a: int) -> None:
    """The battle is fought at once and costs everybody there one of his marches (A4.0e, A4.0f)."""
    if a == DONE:
        s.goto(AT[Box.MARCH])
        return
    s.marches -= 1
    for p in s.pieces_at(UNION, a):
        s.stat[p] += MARCHED
    s.tell(BREAK_OUT, a)
    ch05_battle.begin_battle(s, a)
