"""8.3, 8.5.2, 9.3. What follows the dice, in this order, each step once:

the leader's own dice, if an attack die showed 1
a leader whose unit is eliminated may escape; with no way out he is lost
after a close assault: a coloured die for each hit; units whose colour comes up retreat, infantry or cavalry first
the attacker may advance into an emptied hex
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.kit.bits import bits
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name, Text
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report, who
from bivouac.titles.hold_the_line.frames import AT, At, Box, Opening
from bivouac.titles.hold_the_line.printed.map import BIT, NEAR, NOBODY, WITHIN
from bivouac.titles.hold_the_line.printed.units import DIE_OF_MORALE, GUNBOAT, LEADER
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.rules.ch02_terrain import shifted
from bivouac.titles.hold_the_line.rules.ch07_movement import shift
from bivouac.titles.hold_the_line.rules.ch08_retreat import fall_back
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import ASSAULTING, BEREFT, BOMBARDING, FIRING, GUNS_FALL, LINE_FALLS, State


def aftermath(s: State, f: At) -> None:
    """The next thing that follows from the attack at hand."""
    h = s.target
    if s.ones:
        s.goto(AT[Box.LEADER_DIE])
        return
    line, guns = s.line_in(h), s.guns_in(h)
    empty = line == NOBODY and guns == NOBODY
    if s.falling & BEREFT:
        s.falling ^= BEREFT
        leave_or_fall(s, h)
    elif s.tests and not empty:
        s.goto(AT[Box.MORALE_DIE])
    elif s.falling:
        fall_back(s, h)
    else:
        conclude(s)


def conclude(s: State) -> None:
    """Nothing is left but the attacker's advance."""
    if not s.army(1 - s.active) & BIT[s.target] and can_advance(s, s.target):
        s.goto(AT[Box.ADVANCE])
    else:
        end_attack(s)


def end_attack(s: State) -> None:
    s.tests = s.colours = s.hits = 0
    if s.mode == BOMBARDING:
        s.goto(Opening(Box.OPENING, s.field.gunners.index(s.unit) + 1))
        return
    s.goto(AT[Box.ACTIVATE])


# --- leaders under attack (9.3, 8.5.2) ------------------------------------------------------------------------------


def leader_die(s: State, f: At, a: int) -> None:
    """One die in fire, one for each 1 in an assault: a 1 kills."""
    leader = s.lead_in(s.target)
    s.ones -= 1
    if a == 1:
        s.ones = 0
        s.fallen += 1
        report(s, tell.LEADER_HIT, leader, a)
        eliminate(s, leader)
    else:
        report(s, tell.LEADER_UNHURT, leader, a)
        s.tell(tell.MISSED, leader, s.target)
    s.goto(AT[Box.AFTERMATH])


def leave_or_fall(s: State, h: int) -> None:
    """A leader whose unit is gone may escape up to three hexes; where enemies and ground leave no way out he is lost (8.5.2)."""
    leader = s.lead_in(h)
    if leader == NOBODY:
        return
    ways = lead.ways_from(s, h, 1 - s.active)
    if ways:
        s.goto(AT[Box.ESCAPE])
        return
    report(s, tell.NO_ESCAPE, leader)
    s.fallen += 1
    eliminate(s, leader)


@offers("HTL-8.5.2a")
def hexes_to_flee_to(s: State, f: At) -> int:
    """A leader escapes up to three hexes."""
    return WITHIN[lead.LEADER_MOVES][s.target]


@closes("HTL-8.5.2a")
def escapes_three_hexes(s: State, f: At) -> int:
    """Not through enemies or closed ground, not into another leader's hex."""
    return ~lead.reach_of(s, s.target, 1 - s.active)


def escape(s: State, f: At, h: int) -> None:
    leader = s.lead_in(s.target)
    report(s, tell.ESCAPED, leader, h)
    lead.relocate(s, leader, h, tell.WENT_BACK)
    s.goto(AT[Box.AFTERMATH])


def stay_behind(s: State, f: At, a: int) -> None:
    """He may also stay where he is."""
    report(s, tell.STAYED, s.lead_in(s.target))
    s.goto(AT[Box.AFTERMATH])


# --- the morale test (8.3.3) ----------------------------------------------------------------------------------------


def coloured_die(s: State, f: At) -> Sequence[int]:
    return (0, 1, 2)


def coloured_weights(s: State, f: At) -> Sequence[int]:
    return DIE_OF_MORALE


def test_morale(s: State, f: At, a: int) -> None:
    """One coloured die; after the last, every unit whose colour came up falls back."""
    s.colours |= 1 << a
    s.tests -= 1
    if not s.tests:
        s.tell(tell.COLOURS, bits(s.colours))
        h = s.target
        s.falling = falls(s, s.line_in(h), LINE_FALLS) | falls(s, s.guns_in(h), GUNS_FALL)
    s.goto(AT[Box.AFTERMATH])


def morale_in(s: State, p: int) -> int:
    """The colour of a defender as it stands: terrain and leader move it (8.3.3d)."""
    h = s.target
    steps = s.field.morale_shift[s.pos[s.unit]][h] + (1 if s.lead_in(h) != NOBODY else 0)
    return shifted(s.field.morale_of[p], steps)


def falls(s: State, p: int, bit: int) -> int:
    if p == NOBODY:
        return 0
    colour = morale_in(s, p)
    breaks = s.colours >> colour & 1
    report(s, tell.BREAKS if breaks else tell.STANDS, p, colour)
    return bit if breaks else 0


# --- advance (8.3.4, 11.4) ------------------------------------------------------------------------------------------


def can_advance(s: State, h: int) -> bool:
    """After an assault that emptied the hex; under 11.4 also after fire from next to it that eliminated a unit."""
    ground = s.field.harbour if s.kind == GUNBOAT else s.field.open_to[s.kind]
    if not ground & BIT[h]:
        return False
    if s.mode == ASSAULTING:
        return True
    return bool(s.mode == FIRING and s.rules.advance_after_fire and s.killed and NEAR[s.pos[s.unit]] & BIT[h])


@clause("HTL-8.3.4a")
def leader_may_advance(s: State, f: At, a: int) -> Verdict:
    """The leader goes along if he has been with the unit since the turn began, has done nothing else and may be in that hex."""
    leader = s.lead_in(s.pos[s.unit])
    if leader == NOBODY:
        return refuse(why=Text("labels.no_leader_here", {"unit": who(s, s.unit)}))
    if leader != s.leader and s.done >> leader & 1:
        return refuse(why=Text("labels.leader_has_acted", {"leader": who(s, leader)}))
    if leader != s.leader and s.steps:
        return refuse(why=Text("labels.leader_met_later", {"leader": who(s, leader), "unit": who(s, s.unit)}))
    can_go = bool(s.field.open_to[LEADER] & BIT[s.target]) and s.kind != GUNBOAT
    return can_go or refuse(why=Text("labels.leader_cannot_go", {"leader": who(s, leader), "hex": Name("hex", s.target)}))


def advance(s: State, f: At, a: int) -> None:
    report(s, tell.ADVANCED, s.unit, s.target)
    shift(s, s.unit, s.target)
    end_attack(s)


def advance_led(s: State, f: At, a: int) -> None:
    leader = s.lead_in(s.pos[s.unit])
    s.done |= 1 << leader
    report(s, tell.ADVANCED, s.unit, s.target)
    shift(s, s.unit, s.target, leader)
    end_attack(s)


def stay(s: State, f: At, a: int) -> None:
    end_attack(s)
