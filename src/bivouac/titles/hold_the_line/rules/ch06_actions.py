"""6. Actions: which unit acts, and what it does. One unit finishes before the next begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.hold_the_line.frames import ASSAULT, AT, END, FIRE, RALLY, RIDE, At, Box, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import ADJACENT, BIT, GONE, NEAR, NOBODY, OFF_MAP, WITHIN, bits_of, neighbours_in
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER, PRICES
from bivouac.titles.hold_the_line.rules import ch02_terrain as ground
from bivouac.titles.hold_the_line.rules import ch04_stacking as stack
from bivouac.titles.hold_the_line.rules import ch07_movement as move
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.rules.ch05_sequence import waiting
from bivouac.titles.hold_the_line.state import State

MOVE_PRICE, FIRE_PRICE, ASSAULT_PRICE, RALLY_PRICE, ENTER_PRICE = (
    PRICES.move,
    PRICES.fire,
    PRICES.close_assault,
    PRICES.reinforce,
    PRICES.enter,
)
LEADER_PRICE = PRICES.leader_move
CHEAPEST = min(MOVE_PRICE, FIRE_PRICE, RALLY_PRICE, ENTER_PRICE, LEADER_PRICE)


# --- which unit (6.1.3, 6.1.4) --------------------------------------------------------------------------------------


def own_pieces(s: State, f: At) -> Iterable[int]:
    """Every piece of the active side that is not out of play, and the end of the turn."""
    return [*(p for p in s.field.own[s.active] if s.pos[p] != GONE), END]


@clause("HTL-4.1b")
def does_not_wait(s: State, f: At, a: int) -> Verdict:
    """A group that a special rule holds back is not activated."""
    return a == END or not waiting(s) >> a & 1 or refuse()


@clause("HTL-6.1.4a")
def has_not_acted(s: State, f: At, a: int) -> Verdict:
    """A unit that has completed its action is not activated again this turn."""
    return a == END or not s.done >> a & 1 or refuse()


@clause("HTL-6.2.7b")
def points_are_left(s: State, f: At, a: int) -> Verdict:
    """Without action points nobody acts."""
    return a == END or s.ap >= CHEAPEST or refuse()


@clause("HTL-4.1c")
def has_arrived(s: State, f: At, a: int) -> Verdict:
    """A reinforcement enters from the turn the scenario names."""
    return a == END or s.pos[a] != OFF_MAP or s.field.pieces[a].turn <= s.turn or refuse(turn=s.field.pieces[a].turn)


@clause("HTL-4.1d")
def enters_with_a_unit(s: State, f: At, a: int) -> Verdict:
    """A leader off the map enters with a unit of his group while one is left."""
    return a == END or s.pos[a] != OFF_MAP or s.field.kind_of[a] != LEADER or not mates_off_map(s, a) or refuse()


@clause("HTL-6.2a")
def can_enter_somewhere(s: State, f: At, a: int) -> Verdict:
    """A reinforcement waits while its entry hexes are closed."""
    return a == END or s.pos[a] != OFF_MAP or (s.ap >= ENTER_PRICE and entry_mask(s, a) != 0) or refuse()


@clause("HTL-5.1b")
def can_do_something(s: State, f: At, a: int) -> Verdict:
    """A unit is activated for an action it can afford and carry out."""
    return a == END or s.pos[a] == OFF_MAP or bool(orders_of(s, a)) or refuse()


MAY_ACTIVATE = (points_are_left, does_not_wait, has_not_acted, has_arrived, enters_with_a_unit, can_enter_somewhere, can_do_something)


def mates_off_map(s: State, leader: int) -> bool:
    return any(s.pos[p] == OFF_MAP and s.field.kind_of[p] != LEADER for p in s.field.groups[s.field.pieces[leader].group])


def entry_mask(s: State, piece: int) -> int:
    """The entry hexes that are open to a reinforcement now."""
    field, kind = s.field, s.field.kind_of[piece]
    closed = stack.closed_to(s, kind, s.active) | (s.leads[0] | s.leads[1] if kind == LEADER else 0)
    mask = 0
    for h in field.pieces[piece].entry:
        mask |= BIT[h]
    return mask & field.open_to[kind] & ~closed


def activation_options(s: State, f: At) -> Sequence[int]:
    """The same list as the clauses give, made from sets of hexes."""
    ap = s.ap
    if ap < CHEAPEST:
        return (END,)
    field, me, pos, done = s.field, s.active, s.pos, s.done
    kinds, near, open_to = field.kind_of, NEAR, field.open_to
    enemy = s.lines[1 - me] | s.guns[1 - me]
    targets = enemy & ~s.boats
    can_move, can_fire = ap >= MOVE_PRICE, ap >= FIRE_PRICE
    room = (~(enemy | s.boats | s.lines[me])) if can_move else 0
    room_for_guns = (~(enemy | s.boats | s.guns[me])) if can_move else 0
    found = []
    for p in field.own[me]:
        h = pos[p]
        if h < 0 or done >> p & 1:
            if h == OFF_MAP and reserve_may_enter(s, p):
                found.append(p)
            continue
        kind = kinds[p]
        if kind < 2:
            if near[h] & room & open_to[kind] or (can_fire and near[h] & targets) or could_act(s, p, kind, h, targets):
                found.append(p)
        elif kind == ARTILLERY:
            if near[h] & room_for_guns & open_to[kind] or (can_fire and near[h] & targets) or could_act(s, p, kind, h, targets):
                found.append(p)
        elif could_act(s, p, kind, h, targets):
            found.append(p)
    found.append(END)
    return found


def reserve_may_enter(s: State, p: int) -> bool:
    row = s.field.pieces[p]
    if row.turn > s.turn or s.ap < ENTER_PRICE or s.done >> p & 1 or (row.kind == LEADER and mates_off_map(s, p)):
        return False
    return entry_mask(s, p) != 0


def could_act(s: State, p: int, kind: int, h: int, targets: int) -> bool:
    """The slower ways of being able to act: a leader, a gunboat, a far target, an assault."""
    if kind == LEADER:
        return (s.ap >= LEADER_PRICE and lead.can_ride_off(s, h, s.active)) or (s.ap >= RALLY_PRICE and lead.can_rally(s, p, h))
    if s.ap >= FIRE_PRICE and fire.sees_any(s, kind, h, targets):
        return True
    if kind < 2 and s.ap >= ASSAULT_PRICE and NEAR[h] & targets:
        return True
    return kind == GUNBOAT and s.ap >= MOVE_PRICE and move.river_reach(s, h) != 0


def activate(s: State, f: At, a: int) -> None:
    s.leader = NOBODY
    if a == END:
        s.goto(AT[Box.END_OF_ACTIONS])
        return
    s.unit = a
    s.goto(AT[Box.ENTER if s.pos[a] == OFF_MAP else Box.ORDER])


# --- what it does (6.2) ---------------------------------------------------------------------------------------------


def thinkable_orders(s: State, f: At) -> Iterable[int]:
    """Steps to near hexes, alone or with the leader, attacks on every enemy hex, and a rally."""
    h, kind = s.pos[s.unit], s.field.kind_of[s.unit]
    foes = bits_of(s.army(1 - s.active) | s.leads[1 - s.active])
    if kind == GUNBOAT:
        goals = bits_of((s.field.water | NEAR[h]) & ~BIT[h])
    else:
        goals = bits_of(WITHIN[4 if kind == LEADER else 2][h])
    yield from goals
    if kind not in (LEADER, GUNBOAT) and s.lead_in(h) != NOBODY:
        yield from (RIDE + n for n in sorted(ADJACENT[h]))
    yield from (FIRE + n for n in foes)
    yield from (ASSAULT + n for n in foes)
    if kind == LEADER:
        yield RALLY


@clause("HTL-6.2.7a")
def can_pay(s: State, f: At, a: int) -> Verdict:
    """Every action has its price."""
    price = price_of(s, a)
    return s.ap >= price or refuse(price=price, left=s.ap)


@clause("HTL-8.3.1c")
def can_pay_an_assault(s: State, f: At, a: int) -> Verdict:
    """A close assault costs two action points."""
    return verb_of(a) != ASSAULT or s.ap >= ASSAULT_PRICE or refuse(price=ASSAULT_PRICE, left=s.ap)


def price_of(s: State, a: int) -> int:
    if a == RALLY:
        return RALLY_PRICE
    verb = verb_of(a)
    if verb == FIRE:
        return FIRE_PRICE
    if verb == ASSAULT:
        return ASSAULT_PRICE
    return LEADER_PRICE if s.field.kind_of[s.unit] == LEADER else MOVE_PRICE


MAY_ORDER = (
    lead.does_not_fight,
    fire.artillery_does_not_assault,
    fire.not_at_a_gunboat,
    fire.not_at_a_lone_leader,
    fire.assaults_a_neighbour,
    fire.in_range,
    fire.no_terrain_in_the_way,
    fire.no_unit_in_the_way,
    can_pay_an_assault,
    move.one_hex_at_a_time,
    move.boats_stay_on_the_river,
    move.boats_do_not_stop_under_bridges,
    move.not_past_the_battery,
    ground.not_into_the_swamp,
    ground.not_into_the_river,
    ground.the_ground_can_be_entered,
    stack.not_into_the_enemy,
    stack.not_aboard_a_gunboat,
    stack.there_is_room,
    stack.one_leader_in_a_hex,
    lead.leader_can_ride,
    lead.within_a_leaders_reach,
    lead.rallies_a_unit,
    lead.rallies_losses,
    lead.neither_has_acted,
    lead.was_not_hit,
    can_pay,
)


def orders_of(s: State, p: int) -> list[int]:
    """Everything a piece may do now, in the order of `thinkable_orders`."""
    field, h, me = s.field, s.pos[p], s.active
    kind = field.kind_of[p]
    if kind == LEADER:
        found = bits_of(lead.reach_of(s, h, me)) if s.ap >= LEADER_PRICE else []
        if s.ap >= RALLY_PRICE and lead.can_rally(s, p, h):
            found.append(RALLY)
        return found
    found = []
    if s.ap >= MOVE_PRICE:
        if kind == GUNBOAT:
            found = bits_of(move.river_reach(s, h))
        else:
            enemy = s.lines[1 - me] | s.guns[1 - me] | s.boats
            goals = field.open_to[kind] & ~(enemy | (s.guns[me] if kind == ARTILLERY else s.lines[me]))
            found = neighbours_in(h, goals)
            if s.leads[me] & BIT[h] and not s.done >> s.lead_in(h) & 1:
                found += [RIDE + n for n in neighbours_in(h, goals & field.open_to[LEADER] & ~s.leads[me])]
    targets = (s.lines[1 - me] | s.guns[1 - me]) & ~s.boats
    if s.ap >= FIRE_PRICE:
        found += [FIRE + n for n in fire.in_sight(s, kind, h, targets)]
    if kind < 2 and s.ap >= ASSAULT_PRICE and NEAR[h] & targets:
        found += [ASSAULT + n for n in neighbours_in(h, targets)]
    return found


def order_options(s: State, f: At) -> Sequence[int]:
    return orders_of(s, s.unit)


def obey(s: State, f: At, a: int) -> None:
    """Pay and begin."""
    if a == RALLY:
        s.ap -= RALLY_PRICE
        lead.begin_rally(s)
        return
    verb, h = verb_of(a), hex_of(a)
    if verb == FIRE:
        s.ap -= FIRE_PRICE
        fire.open_fire(s, h)
    elif verb == ASSAULT:
        s.ap -= ASSAULT_PRICE
        fire.begin_assault(s, h)
    elif s.field.kind_of[s.unit] == LEADER:
        s.ap -= LEADER_PRICE
        lead.go(s, h)
    else:
        s.ap -= MOVE_PRICE
        move.set_out(s, h, s.lead_in(s.pos[s.unit]) if verb == RIDE else NOBODY)


# --- reinforcements (4.1) -------------------------------------------------------------------------------------------


def entry_hexes(s: State, f: At) -> Iterable[int]:
    return s.field.pieces[s.unit].entry


MAY_ENTER = (
    ground.not_into_the_swamp,
    ground.not_into_the_river,
    ground.the_ground_can_be_entered,
    stack.not_into_the_enemy,
    stack.not_aboard_a_gunboat,
    stack.there_is_room,
    stack.one_leader_in_a_hex,
)


def enter(s: State, f: At, a: int) -> None:
    """A reinforcement pays, enters and stops; a leader of its group comes along free."""
    s.ap -= ENTER_PRICE
    move.bring_in(s, s.unit, a)
