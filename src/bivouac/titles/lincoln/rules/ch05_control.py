"""Who holds what: occupied, contested, controlled, flags."""

from __future__ import annotations

from bivouac.core.kit.bits import set_of
from bivouac.titles.lincoln.events import CONTESTED, CONTROLLED, NOW_CONTESTED, NOW_DECIDED, NOW_HELD
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES
from bivouac.titles.lincoln.rules.ch17_europe import pay_back
from bivouac.titles.lincoln.state import CSA, NOBODY, UNION, State


def settle(s: State, loc: int) -> None:
    """LIN-def-g to LIN-def-k: who controls a location after its units have changed, and its flag."""
    first = 2 * loc
    union = s.troops[first] or s.troops[first + 1]
    csa = s.troops[HALVES + first] or s.troops[HALVES + first + 1]
    owner, taken = COLOUR[loc], s.flags[loc]
    if union and csa:
        holder = NOBODY
    elif union or csa:
        holder = UNION if union else CSA
        s.flags[loc] = int(holder != owner)
    else:
        holder = 1 - owner if s.flags[loc] else owner
    if holder == s.control[loc]:
        return
    was, s.control[loc] = s.control[loc], holder
    if holder == NOBODY:
        s.tell(CONTESTED, loc)
    else:
        s.tell(CONTROLLED, holder, loc)
    if s.log is not None:
        tell_control(s, loc, was, taken)
    if holder == UNION == owner and taken:
        pay_back(s)


def tell_control(s: State, loc: int, was: int, taken: int) -> None:
    """Tell the effects of a change of control. A contested location keeps the colour of the side that held it last (LIN-def-k)."""
    holder = s.control[loc]
    if s.flags[loc] != taken:
        s.tell(NOW_HELD, holder, loc, own_half(s, holder, loc))
    if NOBODY in (was, holder):
        for half in (2 * loc, 2 * loc + 1):
            s.tell(NOW_CONTESTED if holder == NOBODY else NOW_DECIDED, half)


def own_half(s: State, side: int, loc: int) -> int:
    """LIN-def-f: the half of a contested location that a side holds."""
    return 2 * loc if s.troops[side * HALVES + 2 * loc] else 2 * loc + 1


def places_of(s: State, holder: int) -> int:
    """The locations somebody controls (nobody: the contested ones), as a set."""
    return set_of([loc for loc, who in enumerate(s.control) if who == holder])
