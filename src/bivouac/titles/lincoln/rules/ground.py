"""Who holds what: occupied, contested, controlled, flags; what entering a half leads to; ways that are open; supply."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.titles.lincoln.events import CONTESTED, CONTROLLED, EUROPE
from bivouac.titles.lincoln.printed.tables import (
    CLOSED,
    COLOUR,
    EUROPE_CSA,
    EUROPE_UNION,
    HALVES,
    LOC_OF,
    SUPPLY,
    WAY_TO,
    WAY_TO_LOC,
    WAYS_OF_HALF,
    WAYS_OF_LOC,
)
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, UNION, State

FRIENDLY: Final = 0  # what entering a half leads to
TAKEN: Final = 1
AUTOMATIC: Final = 2
OPTIONAL: Final = 3


def settle(s: State, loc: int) -> None:
    """LIN-def-g to LIN-def-k: who controls a location after its units have changed, and its flag.

    LIN-europe-d: a blue location that comes back to the Union gives back the step that was paid for it.
    """
    first = 2 * loc
    union = s.troops[first] or s.troops[first + 1]
    csa = s.troops[HALVES + first] or s.troops[HALVES + first + 1]
    owner, before = COLOUR[loc], s.control[loc]
    if union and csa:
        holder = NOBODY
    elif union or csa:
        holder = UNION if union else CSA
        s.flags[loc] = int(holder != owner)
    else:
        holder = 1 - owner if s.flags[loc] else owner
    if holder != before:
        s.control[loc] = holder
        _tell_control(s, loc, holder)
        if holder == UNION and s.paid >> loc & 1:
            s.paid &= ~(1 << loc)
            move_europe(s, UNION, 1)


def _tell_control(s: State, loc: int, holder: int) -> None:
    if holder == NOBODY:
        s.tell(CONTESTED, loc)
    else:
        s.tell(CONTROLLED, holder, loc)


def move_europe(s: State, side: int, steps: int) -> None:
    """LIN-europe-e: the marker stops at the Union's end. LIN-vic-d: at the other end the Confederate wins at once."""
    if steps == 0 or s.outcome is not None:
        return
    s.europe = max(s.europe - steps, EUROPE_UNION) if side == UNION else min(s.europe + steps, EUROPE_CSA)
    s.tell(EUROPE, side, steps, s.europe)
    if s.europe == EUROPE_CSA:
        s.finish(Outcome(Side.CSA, "LIN-vic-d", "europe"))


def meeting(s: State, side: int, half: int) -> int:
    """What moving into a half leads to: LIN-enter-a to LIN-enter-h."""
    loc = LOC_OF[half]
    holder = s.control[loc]
    if holder == side:
        return FRIENDLY
    troops, enemy = s.troops, (1 - side) * HALVES
    if holder != NOBODY:
        units = troops[enemy + 2 * loc] | troops[enemy + 2 * loc + 1]
        if not units:
            return TAKEN
        if units & ARMIES:
            return AUTOMATIC
    return AUTOMATIC if troops[enemy + half] else OPTIONAL


def ways_out(s: State, side: int, loc: int) -> tuple[int, ...]:
    """LIN-rail-i: from a contested location only over the links of the own half, otherwise over all of them."""
    if s.control[loc] == side:
        return WAYS_OF_LOC[loc]
    first = side * HALVES + 2 * loc
    return WAYS_OF_HALF[2 * loc if s.troops[first] else 2 * loc + 1]


def open_ways(s: State, side: int, loc: int) -> list[int]:
    """LIN-rail-c to LIN-rail-g: every way over which one counter from `loc` may come to the end of its move, nearest first.

    It may go on from a location it controls, or from the half of a contested one that its own troops hold.
    """
    control, troops, own = s.control, s.troops, side * HALVES
    found: list[int] = []
    seen = 1 << loc
    frontier: list[int] = list(ways_out(s, side, loc))
    for way in frontier:
        place = WAY_TO_LOC[way]
        if place == loc or (side == CSA and CLOSED[place]):
            continue
        found.append(way)
        if seen >> place & 1:
            continue
        if control[place] == side:
            seen |= 1 << place
            frontier.extend(WAYS_OF_LOC[place])
        elif control[place] == NOBODY and troops[own + WAY_TO[way]]:
            seen |= 1 << place
            frontier.extend(WAYS_OF_HALF[WAY_TO[way]])
    return found


def supplied(s: State, side: int) -> int:
    """LIN-deploy-e, LIN-deploy-f, LIN-deploy-g: the locations a side controls and can supply by rail, as bits."""
    control = s.control
    found = 0
    for source in SUPPLY[side]:
        if control[source] == side and not found >> source & 1:
            found |= 1 << source
            for way in open_ways(s, side, source):
                if control[WAY_TO_LOC[way]] == side:
                    found |= 1 << WAY_TO_LOC[way]
    return found


def has_source(s: State, side: int) -> bool:
    """LIN-deploy-f: whether a source of supply is controlled at all."""
    return any(s.control[source] == side for source in SUPPLY[side])
