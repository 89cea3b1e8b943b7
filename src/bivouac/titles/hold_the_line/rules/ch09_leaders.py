"""9. Leaders: their moves, riding along, reinforcing; escapes. Their loss in combat is in ch08_assault.py."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report, who
from bivouac.titles.hold_the_line.frames import AT, FIRE, RALLY, RIDE, At, Box, verb_of
from bivouac.titles.hold_the_line.printed.map import BIT, NEAR, NOBODY, bits_of
from bivouac.titles.hold_the_line.printed.units import CAVALRY, LEADER, MOVES
from bivouac.titles.hold_the_line.state import State

LEADER_MOVES = MOVES[LEADER]


# --- moving (9.1) ---------------------------------------------------------------------------------------------------


def reach_of(s: State, h: int, side: int) -> int:
    """Where a leader in a hex can go: up to three hexes, through friends, stopped by terrain, not into another leader's hex."""
    field = s.field
    passable = field.open_to[LEADER] & ~(s.lines[1 - side] | s.guns[1 - side] | s.boats)
    gone_on, reach, edge = BIT[h], 0, [h]
    for left in range(LEADER_MOVES - 1, -1, -1):
        fresh = 0
        for x in edge:
            fresh |= NEAR[x]
        fresh &= passable & ~gone_on
        reach |= fresh
        if not left or not fresh:
            break
        onward = fresh & ~field.stopping
        for n in bits_of(onward & field.half_stopping):
            if not goes_on(field.stop_from[n], n, edge):
                onward ^= BIT[n]
        gone_on |= onward
        edge = bits_of(onward)
    return reach & ~(s.leads[0] | s.leads[1]) & ~BIT[h]


def can_ride_off(s: State, h: int, side: int) -> bool:
    """Whether a leader can go anywhere at all: mostly a look at the neighbours is enough."""
    near = NEAR[h] & s.field.open_to[LEADER] & ~(s.lines[1 - side] | s.guns[1 - side] | s.boats)
    return bool(near & ~(s.leads[0] | s.leads[1])) or (near != 0 and reach_of(s, h, side) != 0)


def goes_on(stop_from: int, n: int, edge: list[int]) -> bool:
    """Whether a hex that stops those who come through some of its sides was reached through another."""
    return any(NEAR[n] & BIT[x] and not stop_from & BIT[x] for x in edge)


@clause("HTL-9.1a")
def within_a_leaders_reach(s: State, f: At, a: int) -> Verdict:
    """A leader moves one to three hexes, subject to terrain."""
    if a == RALLY or verb_of(a) > RIDE or s.field.kind_of[s.unit] != LEADER:
        return True
    return bool(reach_of(s, s.pos[s.unit], s.active) & BIT[a]) or refuse(hex=Name("hex", a))


@clause("HTL-6.2.5a")
def leader_can_ride(s: State, f: At, a: int) -> Verdict:
    """A leader goes along with a unit of his hex if he has not acted yet."""
    if verb_of(a) != RIDE:
        return True
    leader = s.lead_in(s.pos[s.unit])
    return not s.done >> leader & 1 or refuse(leader=who(s, leader))


@clause("HTL-3.1.5b")
def does_not_fight(s: State, f: At, a: int) -> Verdict:
    """Leaders do not fight."""
    return verb_of(a) < FIRE or a == RALLY or s.field.kind_of[s.unit] != LEADER or refuse()


def go(s: State, h: int) -> None:
    """A leader moves by himself."""
    p = s.unit
    report(s, tell.MOVED, p, s.pos[p], h)
    s.lift(p)
    s.put(p, h)
    s.done |= 1 << p
    s.goto(AT[Box.ACTIVATE])


# --- reinforcing (9.4) ----------------------------------------------------------------------------------------------


def can_rally(s: State, leader: int, h: int) -> bool:
    unit = s.line_in(h)
    return (
        unit != NOBODY
        and s.field.kind_of[unit] <= CAVALRY
        and s.sp[unit] < s.field.strength_of[unit]
        and not s.done >> unit & 1
        and not (s.rules.no_rally_when_hit and s.hit >> unit & 1)
    )


def unit_to_rally(s: State) -> int:
    return s.line_in(s.pos[s.unit])


@clause("HTL-9.4a")
def rallies_a_unit(s: State, f: At, a: int) -> Verdict:
    """Leaders reinforce infantry or cavalry in their hex, not artillery."""
    return a != RALLY or (unit_to_rally(s) != NOBODY and s.field.kind_of[unit_to_rally(s)] <= CAVALRY) or refuse()


@clause("HTL-9.4d")
def rallies_losses(s: State, f: At, a: int) -> Verdict:
    """A unit never exceeds the strength it began with."""
    return a != RALLY or s.sp[unit_to_rally(s)] < s.field.strength_of[unit_to_rally(s)] or refuse(unit=who(s, unit_to_rally(s)))


@clause("HTL-9.4b")
def neither_has_acted(s: State, f: At, a: int) -> Verdict:
    """Neither the unit nor the leader may do anything else in the turn."""
    return a != RALLY or not s.done >> unit_to_rally(s) & 1 or refuse(unit=who(s, unit_to_rally(s)))


@clause("HTL-11.2a")
def was_not_hit(s: State, f: At, a: int) -> Verdict:
    """Optional: a unit hit in the enemy's last turn is not reinforced."""
    return a != RALLY or not s.rules.no_rally_when_hit or not s.hit >> unit_to_rally(s) & 1 or refuse(unit=who(s, unit_to_rally(s)))


def begin_rally(s: State) -> None:
    s.done |= 1 << s.unit | 1 << unit_to_rally(s)
    s.goto(AT[Box.RALLY_DIE])


def rally(s: State, f: At, a: int) -> None:
    """The coloured die: the unit's own colour is failure, any other gives back a block."""
    unit = unit_to_rally(s)
    if a != s.field.morale_of[unit]:
        s.sp[unit] += 1
        report(s, tell.RALLIED, unit, s.unit, a, s.sp[unit])
    else:
        report(s, tell.NOT_RALLIED, unit, s.unit, a)
    s.goto(AT[Box.ACTIVATE])
