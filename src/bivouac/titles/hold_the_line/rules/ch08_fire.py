"""8.0-8.3. Attacks: range, line of sight, who may be attacked, the dice."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.kit.bits import EVERYTHING, bits
from bivouac.core.legality import closes, offers
from bivouac.core.text import Arg, Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import ALL_DICE, AT, At, Box, Volley
from bivouac.titles.hold_the_line.printed import units as printed
from bivouac.titles.hold_the_line.printed.map import APART, BEYOND, BIT, DISTANCE, NEAR, NOBODY
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, FIRE_PRICE, REACH
from bivouac.titles.hold_the_line.rules.ch02_terrain import needed, shifted
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import ASSAULTING, BEREFT, BOMBARDING, FIRING, State

# --- range and line of sight (8.1.3, 8.2) ---------------------------------------------------------------------------


def reach_of(s: State, kind: int, h: int) -> int:
    """How far a unit fires from a hex; artillery on a hill one hex farther under 11.3."""
    if kind == ARTILLERY and s.rules.hill_artillery and s.field.hill & BIT[h]:
        return printed.HILL_REACH
    return REACH[kind]


def screened(s: State, h: int, hexes: int) -> int:
    """Those of some hexes in the open to which a unit closes the line from hex h: one on the line, or one on each side of a hex side it
    follows."""
    occupied = s.lines[0] | s.lines[1] | s.guns[0] | s.guns[1]
    sights, found = s.field.sight[h], 0
    for b in bits(hexes & ~NEAR[h]):
        line = sights[b]
        if line is not None and (occupied & line[0] or (line[1] and any(occupied & pair == pair for pair in line[1]))):
            found |= BIT[b]
    return found


def in_sight(s: State, kind: int, h: int, targets: int) -> int:
    """The targets a unit can fire at from a hex."""
    near = targets & s.field.seen[reach_of(s, kind, h) if kind == ARTILLERY else REACH[kind]][h]
    return near & ~screened(s, h, near) if near and near & APART[h] else near


# --- who may be attacked --------------------------------------------------------------------------------------------


@offers("HTL-8.0.1a")
def enemies(s: State, f: At) -> int:
    """An attack is made on a hex where the enemy is."""
    foe = 1 - s.active
    return s.lines[foe] | s.guns[foe] | s.leads[foe]


@closes("HTL-3.1.4c")
def not_at_a_gunboat(s: State, f: At) -> int:
    """Gunboats cannot be attacked."""
    return s.boats


@closes("HTL-9.3.1e")
def not_at_a_lone_leader(s: State, f: At) -> int:
    """A leader alone in a hex is no target."""
    foe = 1 - s.active
    return s.leads[foe] & ~(s.lines[foe] | s.guns[foe])


def how_far(s: State, f: At, h: int) -> dict[str, Arg]:
    here = s.pos[s.unit]
    return {"range": reach_of(s, s.kind, here), "distance": DISTANCE[here][h]}


@closes("HTL-8.1.3a", how_far)
def in_range(s: State, f: At) -> int:
    """A unit fires no farther than its range."""
    h = s.pos[s.unit]
    return BEYOND[reach_of(s, s.kind, h)][h]


@closes("HTL-8.2c")
def no_terrain_in_the_way(s: State, f: At) -> int:
    """Forest, orchard, hill and town block the line of sight."""
    return s.field.hidden[s.pos[s.unit]]


@closes("HTL-8.2d")
def no_unit_in_the_way(s: State, f: At) -> int:
    """Units of either side block the line of sight."""
    h = s.pos[s.unit]
    return screened(s, h, s.army(1 - s.active) & s.field.seen[reach_of(s, s.kind, h)][h])


def seen_targets(s: State, f: At) -> Sequence[int]:
    """The same targets at once, for most units have nobody in range: 1.8 microseconds instead of 3.5 to 5.8, at every third question."""
    if s.ap < FIRE_PRICE:
        return ()
    foe = 1 - s.active
    found = in_sight(s, s.kind, s.pos[s.unit], (s.lines[foe] | s.guns[foe]) & ~s.boats)
    return bits(found) if found else ()


TARGETS = (not_at_a_gunboat, not_at_a_lone_leader)
MAY_FIRE = (*TARGETS, in_range, no_terrain_in_the_way, no_unit_in_the_way)


def the_kind(s: State, f: At, h: int) -> dict[str, Arg]:
    return {"kind": Name("kind", s.kind)}


@closes("HTL-8.3.1a", the_kind)
def artillery_does_not_assault(s: State, f: At) -> int:
    """Only infantry and cavalry close assault."""
    return 0 if s.kind in printed.ASSAULT_KINDS else EVERYTHING


@closes("HTL-8.3.1b")
def assaults_a_neighbour(s: State, f: At) -> int:
    """The attacker must be adjacent to the hex it assaults."""
    return APART[s.pos[s.unit]]


MAY_ASSAULT = (artillery_does_not_assault, *TARGETS, assaults_a_neighbour)


# --- beginning an attack --------------------------------------------------------------------------------------------


def aim(s: State, h: int, mode: int, dice: int, need: int) -> None:
    """Set out the attack at hand, and let go whoever waited until attacked."""
    s.target, s.mode, s.dice, s.need = h, mode, dice, need
    s.hits = s.ones = s.tests = s.colours = s.falling = 0
    s.taken = s.killed = s.fled = s.fallen = 0
    s.done |= 1 << s.unit
    if s.field.holds:
        release(s, h)


def number_for_fire(s: State, h: int) -> int:
    """The die that hits when the unit at hand fires at a hex: the table's number for the range (8.1.1), terrain counted."""
    frm = s.pos[s.unit]
    far = min(DISTANCE[frm][h], printed.HILL_REACH)
    return needed(s.rules.needs[s.kind][far], s.field.dice_shift[frm][h])


def number_for_assault(s: State, h: int) -> int:
    """The die that hits in a close assault on a hex (8.3.2), terrain counted."""
    return needed(printed.ASSAULT_NEEDS, s.field.dice_shift[s.pos[s.unit]][h])


def open_fire(s: State, h: int) -> None:
    """Fire: the unit's dice, one more for artillery next to its target (8.1.1, 8.1.3)."""
    near = NEAR[s.pos[s.unit]] & BIT[h]
    aim(s, h, FIRING, (printed.DICE_NEAR if near else printed.DICE_FAR)[s.kind], number_for_fire(s, h))
    s.goto(ALL_DICE)


def begin_assault(s: State, h: int) -> None:
    """Close assault; under 11.1 the attacker first tests its nerve."""
    s.target = h
    if s.rules.attacker_morale:
        s.goto(AT[Box.NERVE])
        return
    charge(s, h)


def charge(s: State, h: int) -> None:
    aim(s, h, ASSAULTING, printed.ASSAULT_DICE, number_for_assault(s, h))
    s.goto(ALL_DICE)


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


def bombard(s: State, f: At, a: int) -> None:
    """A free attack before the first turn: no limit of range or sight, no terrain."""
    fire = s.field.bombard
    assert fire is not None
    aim(s, a, BOMBARDING, fire.dice, fire.needs)
    s.goto(ALL_DICE)


def release(s: State, h: int) -> None:
    """An attack frees a whole group that was told to wait."""
    here = s.all_in(h)
    for i, hold in enumerate(s.field.holds):
        if hold.released_by_attack and not s.released >> i & 1 and any(hold.pieces >> p & 1 for p in here):
            s.released |= 1 << i
            if s.turn < hold.until:
                s.tell(tell.RELEASED, hold.name)


# --- the dice -------------------------------------------------------------------------------------------------------


def roll(s: State, f: Volley, a: int) -> None:
    """One die of the attack: it hits, or misses; a 1 threatens a leader in the hex (9.3.1)."""
    if a >= s.need:
        s.hits += 1
    elif a == 1:
        s.ones += 1
    s.dice -= 1
    if s.dice:
        s.goto(Volley(Box.DICE, (*f.rolled, a)))
        return
    tell_of_the_volley(s, (*f.rolled, a))
    strike(s)


def tell_of_the_volley(s: State, rolled: tuple[int, ...]) -> None:
    """One line: who attacks whom, the dice, and how many of them hit."""
    if s.log is None:
        return
    frm, to, foe, dice = s.pos[s.unit], s.target, s.unit_in(s.target), (rolled, s.need, s.hits)
    if s.mode == BOMBARDING:
        report(s, tell.BOMBARDED, s.unit, foe, to, *dice)
        return
    ground = tell.ground(s.field.dice_shift[frm][to])
    if s.mode == ASSAULTING:
        report(s, tell.ASSAULTED, s.unit, foe, frm, to, ground, *dice)
    else:
        report(s, tell.FIRED, s.unit, foe, frm, to, DISTANCE[frm][to], ground, *dice)


def strike(s: State) -> None:
    """All dice are down: hits take strength points; then everything that follows."""
    h = s.target
    if s.lead_in(h) == NOBODY:
        s.ones = 0
    elif s.ones and s.mode != ASSAULTING:
        s.ones = 1
    if s.hits:
        take_hits(s, h)
    elif s.log is not None:
        s.tell(tell.MISSED, s.unit_in(h), h)
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
    report(s, tell.LOST_STRENGTH, p, n, s.sp[p])
    s.tell(tell.BLOCKS_GONE, p, n, s.pos[p])
    if not s.sp[p]:
        s.killed += 1
        s.falling |= BEREFT
        eliminate(s, p)
