"""7. Movement: hex by hex; forced march; the leader's extra hex; gunboats; what happens on entering a hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import AT, FIRE, HALT, RIDE, At, Box, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import ADJACENT, BIT, NEAR, NOBODY, OFF_MAP, bits_of, neighbours_in
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, CAVALRY, GUNBOAT, INFANTRY, LEADER, MOVES, PRICES
from bivouac.titles.hold_the_line.rules import ch02_terrain as ground
from bivouac.titles.hold_the_line.rules import ch04_stacking as stack
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate, occupy
from bivouac.titles.hold_the_line.state import State

BONUS_PRICE = PRICES.leader_bonus
FIRE_PRICE = PRICES.fire


# --- entering a hex -------------------------------------------------------------------------------------------------


def enter_hex(s: State, p: int, h: int) -> None:
    """A unit comes into a hex: a lone enemy leader there is lost (7.2.1), a VP block may change hands (10)."""
    side = s.field.side_of[p]
    if s.leads[1 - side] & BIT[h]:
        leader = s.lead_in(h)
        report(s, tell.OVERRUN, leader, p, h)
        eliminate(s, leader)
    s.put(p, h)
    if s.field.block_at[h] != NOBODY:
        occupy(s, side, h)


def shift(s: State, p: int, h: int) -> None:
    """Take a unit from where it stands to another hex."""
    s.lift(p)
    enter_hex(s, p, h)


def take_along(s: State, leader: int, h: int) -> None:
    s.lift(leader)
    s.put(leader, h)


# --- gunboats (3.1.4) -----------------------------------------------------------------------------------------------


def river_reach(s: State, h: int) -> int:
    """Where a gunboat can stop: along the river, not through other units, not under a bridge, not past a battery."""
    field = s.field
    passable = field.water & ~(s.lines[0] | s.lines[1] | s.guns[0] | s.guns[1]) & ~barred(s, GUNBOAT)
    seen, edge = BIT[h], [h]
    while edge:
        fresh = 0
        for x in edge:
            fresh |= NEAR[x]
        fresh &= passable & ~seen
        seen |= fresh
        edge = bits_of(fresh)
    return seen & field.harbour & ~BIT[h]


def barred(s: State, kind: int) -> int:
    """The hexes that a special rule of the scenario closes to a kind of unit now."""
    closed = 0
    for wall in s.field.barriers:
        if wall.kind == kind:
            guard = s.guns_in(wall.at) if wall.guard == ARTILLERY else s.line_in(wall.at)
            if guard != NOBODY and s.field.kind_of[guard] == wall.guard and s.field.side_of[guard] == wall.side:
                closed |= wall.hexes
    return closed


def moves_a_boat(s: State, a: int) -> bool:
    return verb_of(a) <= RIDE and s.field.kind_of[s.unit] == GUNBOAT


@clause("HTL-3.1.4b")
def boats_stay_on_the_river(s: State, f: At, a: int) -> Verdict:
    """Gunboats go as far as the river leads, not through other units."""
    if not moves_a_boat(s, a):
        return True
    h = hex_of(a)
    told_below = BIT[h] & (barred(s, GUNBOAT) | s.field.water & ~s.field.harbour)
    return bool(told_below) or bool(river_reach(s, s.pos[s.unit]) & BIT[h]) or refuse(hex=Name("hex", h))


@clause("HTL-3.1.4b")
def boats_do_not_stop_under_bridges(s: State, f: At, a: int) -> Verdict:
    """A gunboat passes under a bridge but does not stop there."""
    return not moves_a_boat(s, a) or bool(s.field.harbour & BIT[hex_of(a)]) or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-4.1b")
def not_past_the_battery(s: State, f: At, a: int) -> Verdict:
    """A special rule closes some hexes of the river while a battery stands."""
    return not moves_a_boat(s, a) or not barred(s, GUNBOAT) & BIT[hex_of(a)] or refuse(hex=Name("hex", hex_of(a)))


# --- the first step -------------------------------------------------------------------------------------------------


@clause("HTL-7.1a")
def one_hex_at_a_time(s: State, f: At, a: int) -> Verdict:
    """Units move from a hex to a neighbouring hex."""
    if verb_of(a) > RIDE or s.field.kind_of[s.unit] in (GUNBOAT, LEADER):
        return True
    return hex_of(a) in ADJACENT[s.pos[s.unit]] or refuse(hex=Name("hex", hex_of(a)))


def set_out(s: State, h: int, leader: int) -> None:
    """Begin the move of the unit at hand; `leader` rides along unless NOBODY."""
    p = s.unit
    frm = s.pos[p]
    s.leader, s.steps, s.touched, s.bonus = leader, 0, 0, 0
    enemy = s.lines[1 - s.active] | s.guns[1 - s.active]
    s.start = 1 if NEAR[frm] & enemy else 0
    s.done |= 1 << p
    if leader != NOBODY:
        s.done |= 1 << leader
    if leader == NOBODY:
        report(s, tell.MOVED, p, frm, h)
    else:
        report(s, tell.MOVED_LED, p, leader, frm, h)
    go_to(s, h)


def go_to(s: State, h: int) -> None:
    """One step of the unit at hand, and what may follow it."""
    p, leader = s.unit, s.leader
    frm = s.pos[p]
    s.lift(p)
    if leader != NOBODY:
        s.lift(leader)
    enter_hex(s, p, h)
    if leader != NOBODY:
        s.put(leader, h)
    s.steps += 1
    if NEAR[h] & (s.lines[1 - s.active] | s.guns[1 - s.active]):
        s.touched = 1
    if s.field.stop_from[h] & BIT[frm] or not may_go_on(s):
        end_move(s)
    else:
        s.goto(AT[Box.STEP])


def may_go_on(s: State) -> bool:
    """Whether another step could be made at all: by allowance, by forced march, or driven on by the leader."""
    kind = s.field.kind_of[s.unit]
    return s.steps < MOVES[kind] or can_march(s, kind) or can_be_driven(s, kind)


def can_march(s: State, kind: int) -> bool:
    """Forced march (7.3): infantry that has not been next to an enemy makes a second hex for the same AP."""
    return kind == INFANTRY and s.steps == MOVES[INFANTRY] and not s.start and not s.touched


def can_be_driven(s: State, kind: int) -> bool:
    """The leader's extra hex (6.2.4): one more AP, and not once the unit has come next to an enemy."""
    return s.leader != NOBODY and kind <= CAVALRY and s.steps == MOVES[kind] and not s.touched and s.ap >= BONUS_PRICE


# --- the next steps -------------------------------------------------------------------------------------------------


def thinkable_steps(s: State, f: At) -> Iterable[int]:
    return [*sorted(ADJACENT[s.pos[s.unit]]), HALT]


@clause("HTL-7.3a")
def marches_away_from_the_enemy(s: State, f: At, a: int) -> Verdict:
    """The second hex of infantry is a forced march, away from every enemy, unless a leader drives it on."""
    if a == HALT:
        return True
    kind = s.field.kind_of[s.unit]
    enemy = s.lines[1 - s.active] | s.guns[1 - s.active]
    if s.steps < MOVES[kind] or can_be_driven(s, kind):
        return True
    return (can_march(s, kind) and not NEAR[a] & enemy) or refuse(hex=Name("hex", a))


MAY_STEP = (
    ground.not_into_the_swamp,
    ground.not_into_the_river,
    ground.the_ground_can_be_entered,
    stack.not_into_the_enemy,
    stack.not_aboard_a_gunboat,
    stack.there_is_room,
    stack.one_leader_in_a_hex,
    marches_away_from_the_enemy,
)


def step_options(s: State, f: At) -> Sequence[int]:
    field, p, me = s.field, s.unit, s.active
    kind = field.kind_of[p]
    enemy = s.lines[1 - me] | s.guns[1 - me]
    goals = field.open_to[kind] & ~(enemy | s.boats | s.lines[me])
    if s.leader != NOBODY:
        goals &= field.open_to[LEADER] & ~s.leads[me]
    found = neighbours_in(s.pos[p], goals)
    if s.steps >= MOVES[kind] and not can_be_driven(s, kind):
        found = [n for n in found if not NEAR[n] & enemy]
    found.append(HALT)
    return found


def step(s: State, f: At, a: int) -> None:
    """Go on, or stop. Beyond the allowance a march is free and the leader's extra hex costs one AP."""
    if a == HALT:
        end_move(s)
        return
    p = s.unit
    kind = s.field.kind_of[p]
    word = tell.STEPPED
    if s.steps >= MOVES[kind]:
        if can_march(s, kind) and not NEAR[a] & (s.lines[1 - s.active] | s.guns[1 - s.active]):
            word = tell.FORCED_MARCH
        else:
            word = tell.DRIVEN_ON
            s.ap -= BONUS_PRICE
            s.bonus = 1
    report(s, word, p, a)
    go_to(s, a)


def end_move(s: State) -> None:
    """Cavalry may fire after its move (6.2.3), unless the leader drove it on (6.2.4) or it stands in a ford."""
    p = s.unit
    h = s.pos[p]
    s.goto(AT[Box.ACTIVATE])
    if s.field.kind_of[p] == CAVALRY and not s.bonus and s.ap >= FIRE_PRICE and not s.field.ford & BIT[h]:
        targets = (s.lines[1 - s.active] | s.guns[1 - s.active]) & ~s.boats
        if fire.sees_any(s, CAVALRY, h, targets):
            s.goto(AT[Box.MOUNTED])
    s.leader = NOBODY


# --- fire after a move (3.1.2) --------------------------------------------------------------------------------------


def thinkable_mounted(s: State, f: At) -> Iterable[int]:
    return [*(FIRE + n for n in bits_of(s.army(1 - s.active) | s.leads[1 - s.active])), HALT]


MAY_FIRE = (fire.not_at_a_gunboat, fire.not_at_a_lone_leader, fire.in_range, fire.no_terrain_in_the_way, fire.no_unit_in_the_way)


def mounted_options(s: State, f: At) -> Sequence[int]:
    kind, h = s.field.kind_of[s.unit], s.pos[s.unit]
    targets = (s.lines[1 - s.active] | s.guns[1 - s.active]) & ~s.boats
    return [*(FIRE + n for n in fire.in_sight(s, kind, h, targets)), HALT]


def mounted_fire(s: State, f: At, a: int) -> None:
    if a == HALT:
        s.goto(AT[Box.ACTIVATE])
        return
    s.ap -= FIRE_PRICE
    fire.open_fire(s, hex_of(a))


def nerve_fire(s: State, f: At, a: int) -> None:
    """After a failed test of nerve (11.1) the unit may still fire: its AP are spent."""
    if a == HALT:
        s.done |= 1 << s.unit
        s.goto(AT[Box.ACTIVATE])
        return
    fire.open_fire(s, hex_of(a))


# --- reinforcements -------------------------------------------------------------------------------------------------


def bring_in(s: State, p: int, h: int) -> None:
    """A reinforcement enters and stops; a leader of its group comes with it where he finds room."""
    report(s, tell.ENTERED, p, h)
    s.done |= 1 << p
    if s.field.kind_of[p] == LEADER:
        s.put(p, h)
    else:
        enter_hex(s, p, h)
        for q in s.field.groups[s.field.pieces[p].group]:
            if s.field.kind_of[q] == LEADER and s.pos[q] == OFF_MAP and s.lead_in(h) == NOBODY:
                s.put(q, h)
                s.done |= 1 << q
                report(s, tell.ENTERED_WITH, q, h)
    s.goto(AT[Box.ACTIVATE])
