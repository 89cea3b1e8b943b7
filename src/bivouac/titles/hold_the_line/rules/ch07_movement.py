"""7. Movement: hex by hex; forced march; the leader's extra hex; gunboats; what happens on entering a hex."""

from __future__ import annotations

from bivouac.core.events import EventKind
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import AT, At, Box
from bivouac.titles.hold_the_line.printed.map import BIT, NEAR, NOBODY, OFF_MAP, around
from bivouac.titles.hold_the_line.printed.units import (
    ARTILLERY,
    BONUS_PRICE,
    CAVALRY,
    ENTRY_PRICE,
    FIRE_PRICE,
    GUNBOAT,
    INFANTRY,
    LEADER,
    MOVE_PRICE,
    MOVES,
)
from bivouac.titles.hold_the_line.rules import ch02_terrain as ground
from bivouac.titles.hold_the_line.rules import ch04_stacking as stack
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules.ch09_leaders import leader_can_ride, relocate
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate, occupy
from bivouac.titles.hold_the_line.state import State

# --- entering a hex -------------------------------------------------------------------------------------------------


def enter_hex(s: State, p: int, h: int) -> None:
    """A unit comes into a hex: a lone enemy leader there is lost (7.2.1)."""
    side = s.field.side_of[p]
    if s.leads[1 - side] & BIT[h]:
        leader = s.lead_in(h)
        report(s, tell.OVERRUN, leader, p, h)
        eliminate(s, leader)
    s.put(p, h)


def settle(s: State, p: int, h: int) -> None:
    """A unit has come to stand in a hex: a VP block there may change hands (10)."""
    if s.field.block_at[h] != NOBODY:
        occupy(s, s.field.side_of[p], h)


def pass_to(s: State, p: int, h: int, leader: int, word: EventKind = tell.WENT) -> None:
    """Take a unit from where it stands to another hex, and a leader with it; `word` is the effect by which they go."""
    frm = s.pos[p]
    s.lift(p)
    enter_hex(s, p, h)
    s.tell(word, p, frm, h)
    if leader != NOBODY:
        relocate(s, leader, h, word)
        stay_behind(s, s.field.side_of[p], frm)


def stay_behind(s: State, side: int, h: int) -> None:
    """A leader whom another one has just passed is still in his hex."""
    first, beyond = s.field.lead_span[side]
    if h in s.pos[first:beyond]:
        s.leads[side] |= BIT[h]


def shift(s: State, p: int, h: int, leader: int = NOBODY, word: EventKind = tell.WENT) -> None:
    """The same, and there it stays."""
    pass_to(s, p, h, leader, word)
    if leader != NOBODY:
        report(s, tell.WENT_ALONG, leader, h)
    settle(s, p, h)


# --- gunboats (3.1.4) -----------------------------------------------------------------------------------------------


def river_reach(s: State, h: int) -> int:
    """Where a gunboat can stop: along the river, not through other units, not under a bridge, not past a battery."""
    field = s.field
    passable = field.water & ~(s.army(0) | s.army(1)) & ~barred(s, GUNBOAT)
    seen = edge = BIT[h]
    while edge:
        edge = around(edge) & passable & ~seen
        seen |= edge
    return seen & field.harbour & ~BIT[h]


def can_sail(s: State, h: int) -> bool:
    """Whether a gunboat can go anywhere at all: mostly a look at the next hexes is enough."""
    near = NEAR[h] & s.field.water & ~(s.army(0) | s.army(1) | barred(s, GUNBOAT))
    return bool(near & s.field.harbour) or (near != 0 and river_reach(s, h) != 0)


def barred(s: State, kind: int) -> int:
    """The hexes that a special rule of the scenario closes to a kind of unit now."""
    closed = 0
    for wall in s.field.barriers:
        if wall.kind == kind:
            guard = s.guns_in(wall.at) if wall.guard == ARTILLERY else s.line_in(wall.at)
            if guard != NOBODY and s.field.kind_of[guard] == wall.guard and s.field.side_of[guard] == wall.side:
                closed |= wall.hexes
    return closed


@closes("HTL-3.1.4b")
def boats_do_not_stop_under_bridges(s: State, f: At) -> int:
    """A gunboat passes under a bridge but does not stop there."""
    return s.field.water & ~s.field.harbour


@closes("HTL-4.1b")
def not_past_the_battery(s: State, f: At) -> int:
    """A special rule closes some hexes of the river while a battery stands."""
    return barred(s, GUNBOAT)


@closes("HTL-3.1.4b")
def boats_stay_on_the_river(s: State, f: At) -> int:
    """Gunboats go as far as the river leads, not through other units."""
    return ~river_reach(s, s.pos[s.unit])


BOATS = (boats_do_not_stop_under_bridges, not_past_the_battery, boats_stay_on_the_river)


# --- the first step -------------------------------------------------------------------------------------------------


@offers("HTL-7.1a")
def the_next_hex(s: State, f: At) -> int:
    """Units move from a hex to a neighbouring hex."""
    return NEAR[s.pos[s.unit]]


MAY_MOVE = (*ground.GROUND, *stack.STACKING)


@closes("HTL-4.4d")
def sets_out_past_a_leader(s: State, f: At) -> int:
    """A unit with a leader may pass another leader of its side (7.2.1, 9.1): it enters his hex only if it can go on from there."""
    taken = s.leads[s.active] & NEAR[s.pos[s.unit]]
    return set_of(h for h in bits(taken) if not leads_on(s, h, s.lead_in(s.pos[s.unit]))) if taken else 0


def leads_on(s: State, h: int, leader: int) -> bool:
    """Whether the unit at hand, with a leader, could leave a hex again in the same move."""
    tried = s.clone()
    if tried.leader == NOBODY:
        tried.ap -= MOVE_PRICE
        set_out(tried, h, leader)
    else:
        go_to(tried, h)
    return tried.stack[-1] == AT[Box.STEP] and bool(next_hexes(tried))


MAY_RIDE = (*ground.GROUND, ground.the_leader_can_come, *stack.STACKING, sets_out_past_a_leader, leader_can_ride)


def set_out(s: State, h: int, leader: int) -> None:
    """Begin the move of the unit at hand; `leader` rides along unless NOBODY."""
    p = s.unit
    frm = s.pos[p]
    s.leader, s.steps, s.touched, s.bonus = leader, 0, 0, 0
    s.start = 1 if NEAR[frm] & (s.lines[1 - s.active] | s.guns[1 - s.active]) else 0
    s.done |= 1 << p
    if leader == NOBODY:
        report(s, tell.MOVED, p, frm, h)
    else:
        s.done |= 1 << leader
        report(s, tell.MOVED_LED, p, leader, frm, h)
    go_to(s, h)


def go_to(s: State, h: int) -> None:
    """One step of the unit at hand, and what may follow it."""
    frm = s.pos[s.unit]
    pass_to(s, s.unit, h, s.leader)
    if s.field.block_at[h] != NOBODY and not s.rules.blocks_need_a_halt:
        occupy(s, s.active, h)
    s.steps += 1
    if NEAR[h] & (s.lines[1 - s.active] | s.guns[1 - s.active]):
        s.touched = 1
    if s.field.stop_from[h] & BIT[frm] or not may_go_on(s):
        end_move(s)
    else:
        s.goto(AT[Box.STEP])


def may_go_on(s: State) -> bool:
    """Whether another step could be made at all: by allowance, by forced march, or driven on by the leader."""
    return s.steps < MOVES[s.kind] or can_march(s) or can_be_driven(s)


def can_march(s: State) -> bool:
    """Forced march (7.3): infantry that has not been next to an enemy makes a second hex for the same AP."""
    return s.kind == INFANTRY and s.steps == MOVES[INFANTRY] and not s.start and not s.touched


def can_be_driven(s: State) -> bool:
    """The leader's extra hex (6.2.4): one more AP, and not once the unit has come next to an enemy."""
    return s.leader != NOBODY and s.kind <= CAVALRY and s.steps == MOVES[s.kind] and not s.touched and s.ap >= BONUS_PRICE


# --- the next steps -------------------------------------------------------------------------------------------------


@closes("HTL-7.3a")
def marches_away_from_the_enemy(s: State, f: At) -> int:
    """The second hex of infantry is a forced march, away from every enemy, unless a leader drives it on."""
    if s.steps < MOVES[s.kind] or can_be_driven(s):
        return 0
    return around(s.army(1 - s.active))


@closes("HTL-4.4d")
def goes_on_past_a_leader(s: State, f: At) -> int:
    """On its way a unit with a leader passes another leader of its side only if it can go on from there."""
    taken = s.leads[s.active] & NEAR[s.pos[s.unit]] if s.leader != NOBODY else 0
    return set_of(h for h in bits(taken) if not leads_on(s, h, s.leader)) if taken else 0


@clause("HTL-4.4d")
def two_leaders_part(s: State, f: At, a: int) -> Verdict:
    """A move does not end in a hex where the unit's leader would be together with another."""
    return s.leader == NOBODY or s.pos[slice(*s.field.lead_span[s.active])].count(s.pos[s.leader]) == 1 or refuse()


MAY_STEP = (*ground.GROUND, ground.the_leader_can_follow, *stack.STACKING, marches_away_from_the_enemy, goes_on_past_a_leader)


def next_hexes(s: State) -> int:
    """The hexes where the unit at hand may go on to."""
    closed = 0
    for closes_hexes in MAY_STEP:
        closed |= closes_hexes(s, AT[Box.STEP])
    return NEAR[s.pos[s.unit]] & ~closed


def step(s: State, f: At, h: int) -> None:
    """Go on. Beyond the allowance a march is free and the leader's extra hex costs one AP."""
    word = tell.STEPPED
    if s.steps >= MOVES[s.kind]:
        if can_march(s) and not NEAR[h] & s.army(1 - s.active):
            word = tell.FORCED_MARCH
        else:
            word = tell.DRIVEN_ON
            s.ap -= BONUS_PRICE
            s.bonus = 1
    report(s, word, s.unit, h)
    go_to(s, h)


def halt(s: State, f: At, a: int) -> None:
    end_move(s)


def end_move(s: State) -> None:
    """Cavalry may fire after its move (6.2.3), unless the leader drove it on (6.2.4) or it stands in a ford."""
    h = s.pos[s.unit]
    if s.rules.blocks_need_a_halt:
        settle(s, s.unit, h)
    fires = s.kind == CAVALRY and not s.bonus and s.ap >= FIRE_PRICE and not s.field.ford & BIT[h]
    s.goto(AT[Box.MOUNTED if fires and fire.in_sight(s, CAVALRY, h, s.targets(1 - s.active)) else Box.ACTIVATE])


# --- fire after a move (3.1.2) or a failed test of nerve (11.1) -----------------------------------------------------


def mounted_fire(s: State, f: At, h: int) -> None:
    s.ap -= FIRE_PRICE
    fire.open_fire(s, h)


def nerve_fire(s: State, f: At, h: int) -> None:
    """After a failed test of nerve the unit may still fire: its AP are spent."""
    fire.open_fire(s, h)


def hold_fire(s: State, f: At, a: int) -> None:
    s.goto(AT[Box.ACTIVATE])


# --- reinforcements (4.1) -------------------------------------------------------------------------------------------


@offers("HTL-4.1b")
def entry_hexes(s: State, f: At) -> int:
    """A reinforcement enters at the hexes that the scenario names."""
    return s.field.pieces[s.unit].entry


@closes("HTL-4.1d")
def leader_joins_a_unit(s: State, f: At) -> int:
    """A leader enters the map with a friendly unit: on his own only where one stands."""
    return ~s.army(s.active) if s.kind == LEADER else 0


MAY_ENTER = (*ground.GROUND, *stack.STACKING, stack.one_leader_in_a_hex, leader_joins_a_unit)


def enter(s: State, f: At, h: int) -> None:
    """A reinforcement pays, enters and stops; a leader of its group comes with it where he finds room."""
    p = s.unit
    s.ap -= ENTRY_PRICE
    s.done |= 1 << p
    report(s, tell.ENTERED, p, h)
    s.tell(tell.CAME, p, h, s.sp[p])
    if s.field.kind_of[p] == LEADER:
        s.put(p, h)
    else:
        enter_hex(s, p, h)
        settle(s, p, h)
        for q in s.field.groups[s.field.pieces[p].group]:
            if s.field.kind_of[q] == LEADER and s.pos[q] == OFF_MAP and s.lead_in(h) == NOBODY:
                s.put(q, h)
                s.done |= 1 << q
                report(s, tell.ENTERED_WITH, q, h)
                s.tell(tell.CAME, q, h, s.sp[q])
    s.goto(AT[Box.ACTIVATE])
