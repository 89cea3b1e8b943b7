"""6. Actions: which unit acts, and what it does. One unit finishes before the next begins."""

from __future__ import annotations

from functools import cache

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import Facts, Verdict, clause, closes, offers, refuse
from bivouac.core.table import Choice
from bivouac.core.text import Arg
from bivouac.core.ways import Options, Way, options_of
from bivouac.titles.hold_the_line import show
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.frames import ASSAULT, AT, FIRE, MOVE, RALLY, RIDE, At, Box
from bivouac.titles.hold_the_line.printed.map import ALL, BIT, GONE, NEAR, NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.printed.units import (
    ASSAULT_PRICE,
    ENTRY_PRICE,
    FIRE_PRICE,
    GUNBOAT,
    LEADER,
    LEADER_PRICE,
    MOVE_PRICE,
    RALLY_PRICE,
)
from bivouac.titles.hold_the_line.rules import ch04_stacking as stack
from bivouac.titles.hold_the_line.rules import ch07_movement as move
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.rules.ch05_sequence import waiting
from bivouac.titles.hold_the_line.state import State

CHEAPEST = min(MOVE_PRICE, FIRE_PRICE, RALLY_PRICE, ENTRY_PRICE, LEADER_PRICE)


# --- what it does (6.2) ---------------------------------------------------------------------------------------------


@offers("HTL-6.2a")
def anywhere(s: State, f: At) -> int:
    """A move may be thought of to any hex; the rules say how far it goes."""
    return ALL


def price_and_points(price: int) -> Facts:
    """What the refusal of an action tells that is too dear."""
    return lambda s, f, h: {"price": price, "left": s.ap}


@closes("HTL-6.2.7a", price_and_points(MOVE_PRICE))
def can_pay_the_move(s: State, f: At) -> int:
    """A move has its price in action points."""
    return 0 if s.ap >= MOVE_PRICE else EVERYTHING


@closes("HTL-6.2.7a", price_and_points(FIRE_PRICE))
def can_pay_the_fire(s: State, f: At) -> int:
    """Fire has its price in action points."""
    return 0 if s.ap >= FIRE_PRICE else EVERYTHING


@closes("HTL-6.2.7a", price_and_points(LEADER_PRICE))
def can_pay_the_leader(s: State, f: At) -> int:
    """A leader's move has its price in action points."""
    return 0 if s.ap >= LEADER_PRICE else EVERYTHING


@closes("HTL-6.2.7a", price_and_points(RALLY_PRICE))
def can_pay_a_rally(s: State, f: At) -> int:
    """A rally has its price in action points."""
    return 0 if s.ap >= RALLY_PRICE else EVERYTHING


@closes("HTL-8.3.1c", price_and_points(ASSAULT_PRICE))
def can_pay_an_assault(s: State, f: At) -> int:
    """A close assault costs two action points."""
    return 0 if s.ap >= ASSAULT_PRICE else EVERYTHING


def order_fire(s: State, f: At, h: int) -> None:
    s.ap -= FIRE_PRICE
    fire.open_fire(s, h)


def order_assault(s: State, f: At, h: int) -> None:
    s.ap -= ASSAULT_PRICE
    fire.begin_assault(s, h)


def order_move(s: State, f: At, h: int) -> None:
    s.ap -= MOVE_PRICE
    move.set_out(s, h, NOBODY)


def order_leader(s: State, f: At, h: int) -> None:
    s.ap -= LEADER_PRICE
    lead.go(s, h)


def order_ride(s: State, f: At, h: int) -> None:
    s.ap -= MOVE_PRICE
    move.set_out(s, h, s.lead_in(s.pos[s.unit]))


def order_rally(s: State, f: At, a: int) -> None:
    s.ap -= RALLY_PRICE
    lead.begin_rally(s)


# What each kind of piece may be told to do, and which of it the rules forbid.
FIRES: Way[State] = Way(FIRE, fire.enemies, (*fire.MAY_FIRE, can_pay_the_fire), order_fire, show.fire, options=fire.seen_targets)
ASSAULTS: Way[State] = Way(ASSAULT, fire.enemies, (*fire.MAY_ASSAULT, can_pay_an_assault), order_assault, show.assault)
MOVES: Way[State] = Way(MOVE, move.the_next_hex, (*move.MAY_MOVE, can_pay_the_move), order_move, show.move)
RIDES: Way[State] = Way(RIDE, move.the_next_hex, (*move.MAY_RIDE, can_pay_the_move), order_ride, show.ride)
SAILS: Way[State] = Way(MOVE, anywhere, (*move.BOATS, can_pay_the_move), order_move, show.move)
ORDERS: dict[Box, tuple[Way[State], ...]] = {
    Box.ORDER: (MOVES, FIRES, ASSAULTS),
    Box.ORDER_LED: (MOVES, RIDES, FIRES, ASSAULTS),
    Box.ORDER_BOAT: (FIRES, ASSAULTS, SAILS),
    Box.ORDER_LEADER: (
        Way(FIRE, fire.enemies, (lead.does_not_fight,), order_fire, show.fire),
        Way(ASSAULT, fire.enemies, (lead.does_not_fight,), order_assault, show.assault),
        Way(MOVE, anywhere, (*lead.MAY_GO, can_pay_the_leader), order_leader, show.leader_move),
        Way(RALLY, None, (*lead.MAY_RALLY, can_pay_a_rally), order_rally, show.rally),
    ),
}


@cache
def options_in(box: Box) -> Options:
    """The options of a piece that is asked what it does."""
    return options_of(ORDERS[box])


def order_box(s: State, p: int) -> Box:
    """Where a piece is asked what it does."""
    kind = s.field.kind_of[p]
    if kind >= GUNBOAT:
        return Box.ORDER_LEADER if kind == LEADER else Box.ORDER_BOAT
    return Box.ORDER_LED if s.leads[s.active] & BIT[s.pos[p]] else Box.ORDER


def orders_of(s: State, p: int) -> list[int]:
    """Everything a piece could be told to do now."""
    asked, box = s.clone(), order_box(s, p)
    asked.take_up(p)
    return list(options_in(box)(asked, AT[box]))


# --- which unit (6.1.3, 6.1.4) --------------------------------------------------------------------------------------


def the_unit(s: State, f: At, p: int) -> dict[str, Arg]:
    return {"unit": who(s, p)} if p < len(s.pos) else {}


def its_turn(s: State, f: At, p: int) -> dict[str, Arg]:
    return {"unit": who(s, p), "turn": s.field.turn_of[p]}


@offers("HTL-5.1a", the_unit)
def own_pieces(s: State, f: At) -> int:
    """The active side acts, with its own units."""
    return s.field.own_set[s.active]


@closes("HTL-10b", the_unit)
def is_in_play(s: State, f: At) -> int:
    """An eliminated unit is out of play."""
    return set_of(p for p in s.field.own[s.active] if s.pos[p] == GONE)


@closes("HTL-6.2.7b", the_unit)
def points_are_left(s: State, f: At) -> int:
    """Without action points nobody acts."""
    return 0 if s.ap >= CHEAPEST else EVERYTHING


@closes("HTL-4.1b", the_unit)
def does_not_wait(s: State, f: At) -> int:
    """A group that a special rule holds back is not activated."""
    return waiting(s)


@closes("HTL-6.1.4a", the_unit)
def has_not_acted(s: State, f: At) -> int:
    """A unit that has completed its action is not activated again this turn."""
    return s.done


@closes("HTL-4.1c", its_turn)
def has_arrived(s: State, f: At) -> int:
    """A reinforcement enters from the turn the scenario names."""
    return set_of(p for p in off_map(s) if s.field.turn_of[p] > s.turn)


@closes("HTL-4.1d", the_unit)
def enters_with_a_unit(s: State, f: At) -> int:
    """A leader enters with a unit of his group while one is left, and later where a friendly unit stands."""
    found = [p for p in off_map(s) if s.field.kind_of[p] == LEADER]
    return set_of(p for p in found if mates_off_map(s, p) or not s.field.pieces[p].entry & s.army(s.active))


@clause("HTL-6.2a")
def can_enter_somewhere(s: State, f: At, p: int) -> Verdict:
    """A reinforcement waits while its entry hexes are closed."""
    return s.pos[p] != OFF_MAP or (s.ap >= ENTRY_PRICE and open_entries(s, p) != 0) or refuse(unit=who(s, p))


@clause("HTL-5.1b")
def can_do_something(s: State, f: At, p: int) -> Verdict:
    """A unit is activated for an action it can afford and carry out."""
    return s.pos[p] == OFF_MAP or bool(orders_of(s, p)) or refuse(unit=who(s, p))


MAY_ACTIVATE = (
    points_are_left,
    is_in_play,
    does_not_wait,
    has_not_acted,
    has_arrived,
    enters_with_a_unit,
    can_enter_somewhere,
    can_do_something,
)


def off_map(s: State) -> list[int]:
    return [p for p in s.field.own[s.active] if s.pos[p] == OFF_MAP]


def mates_off_map(s: State, leader: int) -> bool:
    return any(s.pos[p] == OFF_MAP and s.field.kind_of[p] != LEADER for p in s.field.groups[s.field.pieces[leader].group])


def open_entries(s: State, p: int) -> int:
    """The entry hexes that are open to a reinforcement now."""
    kind = s.field.kind_of[p]
    closed = stack.closed_to(s, kind, s.active)
    if kind == LEADER:
        closed |= s.leads[0] | s.leads[1] | ~s.army(s.active)
    return s.field.pieces[p].entry & s.field.open_to[kind] & ~closed


def show_piece(s: State, f: At, p: int) -> Choice:
    """A piece to activate; where it could do only one thing, what it does."""
    if s.pos[p] == OFF_MAP:
        found = bits(open_entries(s, p))
        return show.bring(s, p, found[0] if len(found) == 1 else NOBODY)
    orders = orders_of(s, p) if p in s.options else []
    if len(orders) != 1:
        return show.piece(s, f, p)
    asked, box = s.clone(), order_box(s, p)
    asked.take_up(p)
    way = next(way for way in ORDERS[box] if way.verb.takes(orders[0]))
    return show.piece_at_once(s, p, way.show(asked, AT[box], orders[0] - way.verb).label)


def activate(s: State, f: At, p: int) -> None:
    s.take_up(p)
    s.goto(AT[Box.ENTER if s.pos[p] == OFF_MAP else order_box(s, p)])


def end_turn(s: State, f: At, a: int) -> None:
    s.leader = NOBODY
    s.goto(AT[Box.END_OF_ACTIONS])


# The same pieces, found by looking at the neighbours of each before anything else: nearly always one of them is free. Filtering by
# the clauses alone asks for every order of every piece: 500 microseconds for a question instead of 10 (Shiloh, Antietam, Petersburg).


def ready_pieces(s: State, f: At) -> list[int]:
    found: list[int] = []
    if s.ap < CHEAPEST:
        return found
    me, field, pos, done = s.active, s.field, s.pos, s.done
    kinds, shut = field.kind_of, s.lines[1 - me] | s.guns[1 - me] | s.boats
    targets = shut & ~s.boats
    goals = targets if s.ap >= FIRE_PRICE else 0
    line = shut | s.lines[me] if s.ap >= MOVE_PRICE else ALL
    guns = shut | s.guns[me] if s.ap >= MOVE_PRICE else ALL
    leads = shut | s.leads[0] | s.leads[1] if s.ap >= LEADER_PRICE else ALL
    foot, horse, wheels, _, staff = field.open_to
    # what a piece of each kind looks for beside it: room to move, or a target
    wanted = [foot & ~line | goals, horse & ~line | goals, wheels & ~guns | goals, 0, staff & ~leads]
    for p in field.own[me]:
        h = pos[p]
        if h >= 0:
            if not done >> p & 1 and (NEAR[h] & wanted[kinds[p]] or can_act(s, p, kinds[p], h, targets)):
                found.append(p)
        elif h == OFF_MAP and field.turn_of[p] <= s.turn and not done >> p & 1 and may_enter(s, p):
            found.append(p)
    return found


def may_enter(s: State, p: int) -> bool:
    if s.ap < ENTRY_PRICE or (s.field.kind_of[p] == LEADER and mates_off_map(s, p)):
        return False
    return open_entries(s, p) != 0


def can_act(s: State, p: int, kind: int, h: int, targets: int) -> bool:
    """The slower ways of being able to act: a target, a leader, a gunboat."""
    if kind == LEADER:
        return (s.ap >= LEADER_PRICE and lead.can_ride_off(s, h)) or bool(orders_of(s, p))
    if s.ap >= FIRE_PRICE and fire.in_sight(s, kind, h, targets):
        return True
    return kind == GUNBOAT and s.ap >= MOVE_PRICE and move.can_sail(s, h)
