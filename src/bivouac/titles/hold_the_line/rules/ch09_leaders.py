"""9. Leaders: their moves, riding along, reinforcing. Their loss in combat is in ch08_assault.py."""

from __future__ import annotations

from bivouac.core.events import EventKind
from bivouac.core.kit.bits import EVERYTHING, bits
from bivouac.core.legality import Verdict, clause, closes, refuse
from bivouac.core.text import Arg
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report, who
from bivouac.titles.hold_the_line.frames import AT, At, Box
from bivouac.titles.hold_the_line.printed.map import ALL, BIT, NEAR, NOBODY, around
from bivouac.titles.hold_the_line.printed.units import CAVALRY, LEADER, MOVES
from bivouac.titles.hold_the_line.rules import ch02_terrain as ground
from bivouac.titles.hold_the_line.rules import ch04_stacking as stack
from bivouac.titles.hold_the_line.state import State

LEADER_MOVES = MOVES[LEADER]


# --- moving (9.1) ---------------------------------------------------------------------------------------------------


def reach_of(s: State, h: int, side: int) -> int:
    """Where a leader in a hex can go: not into the hex of another leader, though he may pass through it."""
    return ways_from(s, h, side) & ~(s.leads[0] | s.leads[1])


def ways_from(s: State, h: int, side: int) -> int:
    """The hexes that enemies and ground leave open to a leader: up to three hexes away, through friends, stopped by terrain."""
    field = s.field
    passable = field.open_to[LEADER] & ~(s.army(1 - side) | s.boats)
    gone_on, reach, edge = BIT[h], 0, BIT[h]
    for _ in range(LEADER_MOVES):
        fresh = around(edge) & passable & ~gone_on
        reach |= fresh
        onward = fresh & ~field.stopping
        for n in bits(onward & field.half_stopping):
            if not NEAR[n] & ~field.stop_from[n] & edge:
                onward ^= BIT[n]
        gone_on |= onward
        edge = onward
    return reach & ~BIT[h]


def can_ride_off(s: State, h: int) -> bool:
    """Whether a leader of the active side can go anywhere at all: mostly a look at the neighbours is enough."""
    near = NEAR[h] & s.field.open_to[LEADER] & ~(s.army(1 - s.active) | s.boats)
    return bool(near & ~(s.leads[0] | s.leads[1])) or (near != 0 and reach_of(s, h, s.active) != 0)


@closes("HTL-9.1a")
def within_a_leaders_reach(s: State, f: At) -> int:
    """A leader moves one to three hexes, subject to terrain."""
    return ALL & ~reach_of(s, s.pos[s.unit], s.active)


MAY_GO = (*ground.GROUND, stack.not_into_the_enemy, stack.not_aboard_a_gunboat, stack.one_leader_in_a_hex, within_a_leaders_reach)


def the_leader_here(s: State, f: At, h: int) -> dict[str, Arg]:
    return {"leader": who(s, s.lead_in(s.pos[s.unit]))}


@closes("HTL-6.2.5a", the_leader_here)
def leader_can_ride(s: State, f: At) -> int:
    """A leader goes along with a unit of his hex if he has not acted yet."""
    return EVERYTHING if s.done >> s.lead_in(s.pos[s.unit]) & 1 else 0


@closes("HTL-3.1.5b")
def does_not_fight(s: State, f: At) -> int:
    """Leaders do not fight."""
    return EVERYTHING


def relocate(s: State, p: int, h: int, word: EventKind) -> None:
    """Take a leader to another hex and tell by which effect."""
    s.tell(word, p, s.pos[p], h)
    s.lift(p)
    s.put(p, h)


def go(s: State, h: int) -> None:
    """A leader moves by himself."""
    p = s.unit
    report(s, tell.MOVED, p, s.pos[p], h)
    relocate(s, p, h, tell.WENT)
    s.done |= 1 << p
    s.goto(AT[Box.ACTIVATE])


# --- reinforcing (9.4) ----------------------------------------------------------------------------------------------


def unit_to_rally(s: State) -> int:
    return s.line_in(s.pos[s.unit])


@clause("HTL-9.4a")
def rallies_a_unit(s: State, f: At, a: int) -> Verdict:
    """Leaders reinforce infantry or cavalry in their hex, not artillery."""
    unit = unit_to_rally(s)
    return (unit != NOBODY and s.field.kind_of[unit] <= CAVALRY) or refuse()


@clause("HTL-9.4d")
def rallies_losses(s: State, f: At, a: int) -> Verdict:
    """A unit never exceeds the strength it began with."""
    unit = unit_to_rally(s)
    return s.sp[unit] < s.field.strength_of[unit] or refuse(unit=who(s, unit))


@clause("HTL-9.4b")
def neither_has_acted(s: State, f: At, a: int) -> Verdict:
    """Neither the unit nor the leader may do anything else in the turn."""
    unit = unit_to_rally(s)
    return not s.done >> unit & 1 or refuse(unit=who(s, unit))


@clause("HTL-11.2a")
def was_not_hit(s: State, f: At, a: int) -> Verdict:
    """Optional: a unit hit in the enemy's last turn is not reinforced."""
    unit = unit_to_rally(s)
    return not (s.rules.no_rally_when_hit and s.hit >> unit & 1) or refuse(unit=who(s, unit))


@clause("HTL-9.4c")
def one_rally_a_turn(s: State, f: At, a: int) -> Verdict:
    """One unit is reinforced in a turn; by the other reading one for each leader."""
    return not s.rallied or s.rules.rally_by_each_leader or refuse()


MAY_RALLY = (rallies_a_unit, rallies_losses, neither_has_acted, was_not_hit, one_rally_a_turn)


def begin_rally(s: State) -> None:
    s.done |= 1 << s.unit | 1 << unit_to_rally(s)
    s.rallied = 1
    s.goto(AT[Box.RALLY_DIE])


def rally(s: State, f: At, a: int) -> None:
    """The coloured die: the unit's own colour is failure, any other gives back a block."""
    unit = unit_to_rally(s)
    if a != s.field.morale_of[unit]:
        s.sp[unit] += 1
        report(s, tell.RALLIED, unit, s.unit, a, s.sp[unit])
        s.tell(tell.BLOCK_REGAINED, unit, 1, s.pos[unit])
    else:
        report(s, tell.NOT_RALLIED, unit, s.unit, a)
    s.goto(AT[Box.ACTIVATE])
