"""8.3-8.5, 9.3. What follows the dice, in this order, each step once:

the leader's own dice, if an attack die showed 1
a leader left alone escapes, or is lost
after a close assault: a coloured die for each hit; units whose colour comes up retreat, infantry or cavalry first
a retreat takes the best hexes there are, or moves one friend aside, or is elimination
the attacker may advance into an emptied hex
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report, who
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, AT, HALT, At, Box, Displace, Opening
from bivouac.titles.hold_the_line.printed.map import ADJACENT, BIT, NEAR, NOBODY, TO_EDGE, WITHIN, bits_of
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, DIE_OF_MORALE, GUNBOAT, LEADER
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.rules.ch02_terrain import shifted
from bivouac.titles.hold_the_line.rules.ch04_stacking import closed_to
from bivouac.titles.hold_the_line.rules.ch07_movement import shift, take_along
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import ASSAULTING, BOMBARDING, FIRING, GUNS_FALL, LINE_FALLS, State


def aftermath(s: State, f: At) -> None:
    """The next thing that follows from the attack at hand."""
    h = s.target
    if s.ones:
        s.goto(AT[Box.LEADER_DIE])
        return
    line, guns = s.line_in(h), s.guns_in(h)
    empty = line == NOBODY and guns == NOBODY
    if empty and s.lead_in(h) != NOBODY:
        leave_or_fall(s, h)
    elif s.tests and not empty:
        s.goto(AT[Box.MORALE_DIE])
    elif s.falling:
        fall_back(s, h)
    elif empty and can_advance(s, h):
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
        eliminate(s, leader)
    else:
        report(s, tell.LEADER_UNHURT, leader, a)
    s.goto(AT[Box.AFTERMATH])


def leave_or_fall(s: State, h: int) -> None:
    """A leader whose unit is gone escapes up to three hexes; if he cannot he is lost."""
    if lead.reach_of(s, h, 1 - s.active):
        s.goto(AT[Box.ESCAPE])
        return
    leader = s.lead_in(h)
    report(s, tell.NO_ESCAPE, leader)
    s.fallen += 1
    eliminate(s, leader)


def thinkable_escapes(s: State, f: At) -> Iterable[int]:
    return bits_of(WITHIN[lead.LEADER_MOVES][s.target])


@clause("HTL-8.5.2a")
def escapes_three_hexes(s: State, f: At, a: int) -> Verdict:
    """A leader escapes up to three hexes, not through enemies or closed ground, not into another leader's hex."""
    return bool(lead.reach_of(s, s.target, 1 - s.active) & BIT[a]) or refuse(hex=Name("hex", a))


def escape_options(s: State, f: At) -> Sequence[int]:
    return bits_of(lead.reach_of(s, s.target, 1 - s.active))


def escape(s: State, f: At, a: int) -> None:
    leader = s.lead_in(s.target)
    report(s, tell.ESCAPED, leader, a)
    take_along(s, leader, a)
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
    s.tell(tell.COLOUR, a)
    if not s.tests:
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


# --- retreat (8.4) and displacement (8.5) ---------------------------------------------------------------------------


def fall_back(s: State, h: int) -> None:
    """The next unit that fell back: it is asked where to, or lost."""
    p = retreater(s, h)
    if refuges(s, p, h):
        s.goto(AT[Box.RETREAT])
        return
    s.falling &= s.falling - 1
    report(s, tell.NO_WAY_OUT, p)
    s.killed += 1
    eliminate(s, p)


def retreater(s: State, h: int) -> int:
    """The unit that retreats now: infantry or cavalry first."""
    return s.line_in(h) if s.falling & LINE_FALLS else s.guns_in(h)


def follower(s: State, h: int) -> int:
    """The leader goes with the unit that retreats unless another unit of the hex stands (8.5.2 ruling)."""
    line_stays = s.line_in(h) != NOBODY and not s.falling & LINE_FALLS
    guns_stay = s.guns_in(h) != NOBODY and not s.falling & GUNS_FALL
    return NOBODY if line_stays or guns_stay else s.lead_in(h)


def refuges(s: State, p: int, h: int) -> list[int]:
    """The hexes a retreating unit may choose from; with its leader if that is possible at all, else without."""
    leader = follower(s, h)
    found = best_refuges(s, p, h, leader)
    return found if found or leader == NOBODY else best_refuges(s, p, h, NOBODY)


def best_refuges(s: State, p: int, h: int, leader: int) -> list[int]:
    """The ranking of 8.4.1 and 8.5: free hexes away from the attacker, then with a friend displaced, then next to the attacker."""
    kind, side = s.field.kind_of[p], s.field.side_of[p]
    free = free_around(s, kind, side, h, leader)
    contact = NEAR[s.pos[s.unit]]
    clear = free & ~contact
    if clear:
        return nearest(s, p, h, quiet(s, side, clear) or clear)
    crowded = crowded_around(s, kind, side, h, leader)
    clear = crowded & ~contact
    if clear:
        return nearest(s, p, h, quiet(s, side, clear) or clear)
    rest = free or crowded
    return nearest(s, p, h, rest) if rest else []


def free_around(s: State, kind: int, side: int, h: int, leader: int) -> int:
    """The neighbouring hexes with room for a unit and for the leader who goes with it."""
    free = NEAR[h] & s.field.open_to[kind] & ~closed_to(s, kind, side)
    if leader != NOBODY:
        free &= s.field.open_to[LEADER] & ~s.leads[side]
    return free


def crowded_around(s: State, kind: int, side: int, h: int, leader: int) -> int:
    """The neighbouring hexes whose unit of the same layer could itself make room, without pushing a third (8.5c)."""
    layer = s.guns[side] if kind == ARTILLERY else s.lines[side]
    found = 0
    for n in bits_of(NEAR[h] & s.field.open_to[kind] & layer & ~s.boats):
        if leader != NOBODY and s.lead_in(n) != NOBODY and companion(s, n, kind) == NOBODY:
            continue
        if free_around(s, occupant_kind(s, n, kind), side, n, companion(s, n, kind)):
            found |= BIT[n]
    return found


def occupant(s: State, n: int, kind: int) -> int:
    """The unit in the layer of `kind`."""
    return s.guns_in(n) if kind == ARTILLERY else s.line_in(n)


def occupant_kind(s: State, n: int, kind: int) -> int:
    return s.field.kind_of[occupant(s, n, kind)]


def companion(s: State, n: int, kind: int) -> int:
    """The leader who goes with a displaced unit: always with infantry or cavalry, with artillery only if it stands alone."""
    return NOBODY if kind == ARTILLERY and s.line_in(n) != NOBODY else s.lead_in(n)


def quiet(s: State, side: int, hexes: int) -> int:
    """Those of the hexes that no enemy touches."""
    enemy = s.lines[1 - side] | s.guns[1 - side]
    found = 0
    for n in bits_of(hexes):
        if not NEAR[n] & enemy:
            found |= BIT[n]
    return found


def nearest(s: State, p: int, h: int, hexes: int) -> list[int]:
    """Of equally good hexes those nearest to the own edge, then to friends who do not touch the attacker."""
    found = bits_of(hexes)
    if len(found) == 1:
        return found
    way = TO_EDGE[s.field.pieces[p].home]
    best = min([way[n] for n in found])
    found = [n for n in found if way[n] == best]
    if len(found) == 1:
        return found
    side = s.field.side_of[p]
    friends = (s.lines[side] | s.guns[side]) & ~BIT[h] & ~NEAR[s.pos[s.unit]]
    gaps = [gap(n, friends) for n in found]
    least = min(gaps)
    return [n for n, g in zip(found, gaps) if g == least]


def gap(n: int, friends: int) -> int:
    """How far the nearest friend is from a hex (0: in it)."""
    if friends & BIT[n]:
        return 0
    for reach in range(1, len(WITHIN)):
        if friends & WITHIN[reach][n]:
            return reach
    return len(WITHIN)


def neighbours_of_target(s: State, f: At) -> Iterable[int]:
    return sorted(ADJACENT[s.target])


@clause("HTL-8.4.1a")
def is_the_best_way_back(s: State, f: At, a: int) -> Verdict:
    """Away from the attacker, clear of other enemies, toward the own edge and friends, in this order."""
    return a in refuges(s, retreater(s, s.target), s.target) or refuse(hex=Name("hex", a))


def refuge_options(s: State, f: At) -> Sequence[int]:
    return refuges(s, retreater(s, s.target), s.target)


def retreat(s: State, f: At, a: int) -> None:
    """Go back one hex; a friend in the way makes room first."""
    p = retreater(s, s.target)
    if occupant(s, a, s.field.kind_of[p]) != NOBODY:
        s.goto(Displace(Box.DISPLACE, a))
        return
    withdraw(s, p, a)


def withdraw(s: State, p: int, a: int) -> None:
    h = s.target
    leader = follower(s, h)
    if leader != NOBODY and (s.leads[s.field.side_of[p]] & BIT[a] or not s.field.open_to[LEADER] & BIT[a]):
        leader = NOBODY
    report(s, tell.RETREATED, p, h, a)
    s.falling &= s.falling - 1
    s.fled += 1
    shift(s, p, a)
    if leader != NOBODY:
        take_along(s, leader, a)
    s.goto(AT[Box.AFTERMATH])


def neighbours_of_refuge(s: State, f: Displace) -> Iterable[int]:
    return sorted(ADJACENT[f.to])


def room_made(s: State, f: Displace) -> Sequence[int]:
    """Where the friend who stands in the way may go: a free hex, by the same ranking."""
    kind = s.field.kind_of[retreater(s, s.target)]
    p, n = occupant(s, f.to, kind), f.to
    side = s.field.side_of[p]
    free = free_around(s, s.field.kind_of[p], side, n, companion(s, n, kind))
    clear = free & ~NEAR[s.pos[s.unit]]
    return nearest(s, p, n, (quiet(s, side, clear) or clear) if clear else free)


@clause("HTL-8.5a")
def makes_room_the_best_way(s: State, f: Displace, a: int) -> Verdict:
    """A displaced unit moves one hex by the rules of retreat, and displaces nobody."""
    return a in room_made(s, f) or refuse(hex=Name("hex", a))


def displace(s: State, f: Displace, a: int) -> None:
    p = retreater(s, s.target)
    kind, n = s.field.kind_of[p], f.to
    friend, leader = occupant(s, n, kind), companion(s, n, kind)
    report(s, tell.DISPLACED, friend, n, a)
    shift(s, friend, a)
    if leader != NOBODY:
        take_along(s, leader, a)
    withdraw(s, p, n)


# --- advance (8.3.4, 11.4) ------------------------------------------------------------------------------------------


def can_advance(s: State, h: int) -> bool:
    """After an assault that emptied the hex; under 11.4 also after fire from next to it that eliminated a unit."""
    kind = s.field.kind_of[s.unit]
    ground = s.field.harbour if kind == GUNBOAT else s.field.open_to[kind]
    if not ground & BIT[h]:
        return False
    if s.mode == ASSAULTING:
        return True
    return bool(s.mode == FIRING and s.rules.advance_after_fire and s.killed and NEAR[s.pos[s.unit]] & BIT[h])


def thinkable_advances(s: State, f: At) -> Iterable[int]:
    return (ADVANCE, ADVANCE_LED, HALT) if s.lead_in(s.pos[s.unit]) != NOBODY else (ADVANCE, HALT)


@clause("HTL-8.3.4a")
def leader_may_advance(s: State, f: At, a: int) -> Verdict:
    """The leader goes along if he has not acted and may be in that hex."""
    if a != ADVANCE_LED:
        return True
    leader = s.lead_in(s.pos[s.unit])
    free = not s.done >> leader & 1 and bool(s.field.open_to[LEADER] & BIT[s.target]) and s.field.kind_of[s.unit] != GUNBOAT
    return free or refuse(leader=who(s, leader))


def advance(s: State, f: At, a: int) -> None:
    if a != HALT:
        p, h = s.unit, s.target
        leader = s.lead_in(s.pos[p]) if a == ADVANCE_LED else NOBODY
        report(s, tell.ADVANCED, p, h)
        shift(s, p, h)
        if leader != NOBODY:
            take_along(s, leader, h)
            s.done |= 1 << leader
    end_attack(s)
