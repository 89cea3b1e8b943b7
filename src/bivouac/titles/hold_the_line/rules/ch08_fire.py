"""8.0-8.3. Attacks: range, line of sight, who may be attacked, the dice."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import ASSAULT, AT, FIRE, At, Box, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import BIT, DISTANCE, NEAR, NOBODY, WITHIN, bits_of
from bivouac.titles.hold_the_line.printed.units import (
    ARTILLERY,
    ASSAULT_DICE,
    ASSAULT_KINDS,
    ASSAULT_NEEDS,
    DICE_FAR,
    DICE_NEAR,
    HILL_NEEDS,
    HILL_REACH,
    LEADER,
    NEEDS,
    REACH,
)
from bivouac.titles.hold_the_line.rules.ch02_terrain import needed, shifted
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import ASSAULTING, BOMBARDING, FIRING, State

# --- range and line of sight (8.1.3, 8.2) ---------------------------------------------------------------------------


def reach_of(s: State, kind: int, h: int) -> int:
    """How far a unit fires from a hex; artillery on a hill one hex farther under 11.3."""
    if kind == ARTILLERY and s.rules.hill_artillery and s.field.hill & BIT[h]:
        return HILL_REACH
    return REACH[kind]


def has_sight(s: State, a: int, b: int) -> bool:
    """A clear line from centre to centre: no blocking terrain or unit on it, nor on both sides of a hex side it follows."""
    line = s.field.sight[a][b]
    if line is None:
        return False
    occupied = s.lines[0] | s.lines[1] | s.guns[0] | s.guns[1]
    return not occupied & line[0] and all(occupied & pair != pair for pair in line[1])


def in_sight(s: State, kind: int, h: int, targets: int) -> list[int]:
    """The targets a unit can fire at from a hex, in number order."""
    near = targets & WITHIN[reach_of(s, kind, h)][h]
    if not near:
        return []
    occupied = s.lines[0] | s.lines[1] | s.guns[0] | s.guns[1]
    sights = s.field.sight[h]
    found = []
    while near:
        low = near & -near
        near ^= low
        b = low.bit_length() - 1
        line = sights[b]
        if line is None or occupied & line[0]:
            continue
        for pair in line[1]:
            if occupied & pair == pair:
                break
        else:
            found.append(b)
    return found


def sees_any(s: State, kind: int, h: int, targets: int) -> bool:
    near = targets & WITHIN[reach_of(s, kind, h)][h]
    return bool(near) and (bool(near & NEAR[h]) or bool(in_sight(s, kind, h, near)))


# --- who may be attacked --------------------------------------------------------------------------------------------


@clause("HTL-3.1.4c")
def not_at_a_gunboat(s: State, f: At, a: int) -> Verdict:
    """Gunboats cannot be attacked."""
    return not FIRE <= verb_of(a) <= ASSAULT or not s.boats & BIT[hex_of(a)] or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-9.3.1e")
def not_at_a_lone_leader(s: State, f: At, a: int) -> Verdict:
    """A leader alone in a hex is no target."""
    return not FIRE <= verb_of(a) <= ASSAULT or bool(s.army(1 - s.active) & BIT[hex_of(a)]) or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-8.1.3a")
def in_range(s: State, f: At, a: int) -> Verdict:
    """A unit fires no farther than its range."""
    if verb_of(a) != FIRE:
        return True
    h, p = s.pos[s.unit], s.unit
    reach, far = reach_of(s, s.field.kind_of[p], h), DISTANCE[h][hex_of(a)]
    return far <= reach or refuse(range=reach, distance=far)


@clause("HTL-8.2c")
def no_terrain_in_the_way(s: State, f: At, a: int) -> Verdict:
    """Forest, orchard, hill and town block the line of sight."""
    return verb_of(a) != FIRE or s.field.sight[s.pos[s.unit]][hex_of(a)] is not None or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-8.2d")
def no_unit_in_the_way(s: State, f: At, a: int) -> Verdict:
    """Units of either side block the line of sight."""
    return verb_of(a) != FIRE or has_sight(s, s.pos[s.unit], hex_of(a)) or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-8.3.1a")
def artillery_does_not_assault(s: State, f: At, a: int) -> Verdict:
    """Only infantry and cavalry close assault."""
    kind = s.field.kind_of[s.unit]
    return verb_of(a) != ASSAULT or kind in ASSAULT_KINDS or kind == LEADER or refuse(kind=Name("kind", kind))


@clause("HTL-8.3.1b")
def assaults_a_neighbour(s: State, f: At, a: int) -> Verdict:
    """The attacker must be adjacent to the hex it assaults."""
    return verb_of(a) != ASSAULT or bool(NEAR[s.pos[s.unit]] & BIT[hex_of(a)]) or refuse(hex=Name("hex", hex_of(a)))


# --- beginning an attack --------------------------------------------------------------------------------------------


def aim(s: State, h: int, mode: int, dice: int, need: int) -> None:
    """Set out the attack at hand, and let go whoever waited until attacked."""
    s.target, s.mode, s.dice, s.need = h, mode, dice, need
    s.hits = s.ones = s.tests = s.colours = s.falling = 0
    s.taken = s.killed = s.fled = s.fallen = 0
    s.done |= 1 << s.unit
    if s.field.holds:
        release(s, h)


def open_fire(s: State, h: int) -> None:
    """Fire: the unit's dice at the number the table gives for the range (8.1.1)."""
    p = s.unit
    frm, kind = s.pos[p], s.field.kind_of[p]
    far = DISTANCE[frm][h]
    needs = NEEDS[kind][far] if far <= REACH[kind] else HILL_NEEDS
    change = s.field.dice_shift[frm][h]
    report(s, tell.FIRED, p, s.unit_in(h), frm, h, far, change, needs)
    aim(s, h, FIRING, DICE_NEAR[kind] if far == 1 else DICE_FAR[kind], needed(needs, change))
    s.goto(AT[Box.DICE])


def begin_assault(s: State, h: int) -> None:
    """Close assault; under 11.1 the attacker first tests its nerve."""
    s.target = h
    if s.rules.attacker_morale:
        s.goto(AT[Box.NERVE])
        return
    charge(s, h)


def charge(s: State, h: int) -> None:
    p = s.unit
    frm = s.pos[p]
    change = s.field.dice_shift[frm][h]
    report(s, tell.ASSAULTED, p, s.unit_in(h), frm, h, change, ASSAULT_NEEDS)
    aim(s, h, ASSAULTING, ASSAULT_DICE, needed(ASSAULT_NEEDS, change))
    s.goto(AT[Box.DICE])


def test_nerve(s: State, f: At, a: int) -> None:
    """Optional 11.1: the attacker's own colour, one step up with a leader, means it only fires."""
    p = s.unit
    steps = 1 if s.lead_in(s.pos[p]) != NOBODY else 0
    if a == shifted(s.field.morale_of[p], steps):
        report(s, tell.NERVE_FAILS, p, a)
        s.done |= 1 << p
        s.goto(AT[Box.NERVE_FIRE])
        return
    report(s, tell.NERVE_HOLDS, p, a)
    charge(s, s.target)


def bombard_targets(s: State, f: At) -> Sequence[int]:
    return bits_of(s.targets(1 - s.active))


def bombard(s: State, f: At, a: int) -> None:
    """A free attack before the first turn: no limit of range or sight, no terrain."""
    fire = s.field.bombard
    assert fire is not None
    report(s, tell.BOMBARDED, s.unit, s.unit_in(a), a, fire.needs)
    aim(s, a, BOMBARDING, fire.dice, fire.needs)
    s.goto(AT[Box.DICE])


def release(s: State, h: int) -> None:
    """An attack frees a whole group that was told to wait."""
    here = [p for p in (s.line_in(h), s.guns_in(h), s.lead_in(h)) if p != NOBODY]
    for i, hold in enumerate(s.field.holds):
        if hold.released_by_attack and not s.released >> i & 1 and any(hold.pieces >> p & 1 for p in here):
            s.released |= 1 << i
            if s.turn < hold.until:
                s.tell(tell.RELEASED, hold.name)


# --- the dice -------------------------------------------------------------------------------------------------------


def roll(s: State, f: At, a: int) -> None:
    """One die of the attack: it hits, or misses; a 1 threatens a leader in the hex (9.3.1)."""
    if a >= s.need:
        s.hits += 1
        s.tell(tell.DIE_HITS, a)
    else:
        s.tell(tell.DIE_MISSES, a)
        if a == 1:
            s.ones += 1
    s.dice -= 1
    if not s.dice:
        strike(s)


def strike(s: State) -> None:
    """All dice are down: hits take blocks; then everything that follows."""
    h = s.target
    if s.lead_in(h) == NOBODY:
        s.ones = 0
    elif s.ones and s.mode != ASSAULTING:
        s.ones = 1
    if s.hits:
        take_hits(s, h)
    if s.mode == ASSAULTING:
        s.tests = s.hits
    s.goto(AT[Box.AFTERMATH])


def take_hits(s: State, h: int) -> None:
    """Infantry or cavalry first, what is left over on the artillery (8.1.2)."""
    left = s.hits
    for p in (s.line_in(h), s.guns_in(h)):
        if p != NOBODY and left:
            n = min(left, s.sp[p])
            left -= n
            lose(s, p, n)


def lose(s: State, p: int, n: int) -> None:
    s.sp[p] -= n
    s.taken += n
    s.hit |= 1 << p
    report(s, tell.LOST_BLOCKS, p, n, s.sp[p])
    if not s.sp[p]:
        s.killed += 1
        eliminate(s, p)
