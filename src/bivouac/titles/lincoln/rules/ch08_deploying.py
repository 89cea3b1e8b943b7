"""Deploying: units with their price, supply, ports with a naval card; ships and politicians; Paper Money and Cotton Bonds."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import BLOCKADE, DEPLOYED, DISCARDED, PAID, REMOVED_CARD
from bivouac.titles.lincoln.frames import BY_PORT, DEPLOY, STOP, At, Box, Counting, Deploying, by_port, does, port_and_card
from bivouac.titles.lincoln.printed.map import HALVES, PORT_HALF, PORTS, SUPPLY, WAY_TO_LOC
from bivouac.titles.lincoln.printed.units import BLOCKADE_END, FORT, HAND_LIMIT_CSA, NAVAL, NO_TOP, PRICE, SHIP, TOP
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch09_rail import open_ways
from bivouac.titles.lincoln.rules.ch17_europe import move_europe
from bivouac.titles.lincoln.rules.ch20_decks import discard, in_hand, leave_hand, spend, to_pile
from bivouac.titles.lincoln.state import NOBODY, UNION, State

# --- supply ---------------------------------------------------------------------------------------------------------


def supplied(s: State, side: int) -> int:
    """LIN-deploy-e, LIN-deploy-f, LIN-deploy-g: the locations a side controls and can supply by rail, as bits."""
    control = s.control
    found = 0
    for source in SUPPLY[side]:
        if control[source] == side and not found >> source & 1:
            found |= 1 << source
            for way in open_ways(s, side, source):
                if control[WAY_TO_LOC[way]] == side:
                    found |= 1 << WAY_TO_LOC[way]
    return found


def has_source(s: State, side: int) -> bool:
    """LIN-deploy-f: whether a source of supply is controlled at all."""
    return any(s.control[source] == side for source in SUPPLY[side])


# --- may this card be deployed? -------------------------------------------------------------------------------------


def _price(f: At | Counting, card: int) -> int:
    """LIN-card-h: no payment for units that come by Paper Money or Cotton Bonds."""
    return 0 if f.box == Box.BONDS else PRICE[card]


@clause("LIN-deploy-a")
def shows_a_unit(s: State, f: At | Counting, a: int) -> Verdict:
    """Only a card with something in its top part can be deployed."""
    return not does(a, DEPLOY) or TOP[a - DEPLOY] != NO_TOP or refuse(card=Name("card", a - DEPLOY))


@clause("LIN-card-h")
def is_a_unit(s: State, f: At | Counting, a: int) -> Verdict:
    """Paper Money and Cotton Bonds bring armies and forts, not ships or politicians."""
    return not does(a, DEPLOY) or TOP[a - DEPLOY] <= FORT or refuse(card=Name("card", a - DEPLOY))


@clause("LIN-deploy-b")
def can_be_paid(s: State, f: At | Counting, a: int) -> Verdict:
    """The price in other cards must be in the hand."""
    if not does(a, DEPLOY):
        return True
    price = _price(f, a - DEPLOY)
    return s.held[s.active] > price or refuse(price=price, cards=s.held[s.active] - 1)


@clause("LIN-comp-c")
def counter_is_in_stock(s: State, f: At | Counting, a: int) -> Verdict:
    """A unit needs a counter of its kind in the stock."""
    if not does(a, DEPLOY):
        return True
    top = TOP[a - DEPLOY]
    return top > FORT or s.stock[s.active * 4 + top] > 0 or refuse(unit=Name("unit", top))


@clause("LIN-deploy-f")
def has_somewhere_to_stand(s: State, f: At | Counting, a: int) -> Verdict:
    """A unit needs a controlled source of supply, or a controlled port and a naval card on top of the price."""
    if not does(a, DEPLOY):
        return True
    card = a - DEPLOY
    return TOP[card] > FORT or has_source(s, s.active) or _can_land(s, card, _price(f, card)) or refuse()


def _can_land(s: State, card: int, price: int) -> bool:
    side = s.active
    if side != UNION or s.held[side] < price + 2:
        return False
    if not any(s.control[port] == side for port in PORTS):
        return False
    return any(NAVAL[k] and s.hand[k] > (k == card) for k in in_hand(s, side))


MAY_DEPLOY = (shows_a_unit, can_be_paid, counter_is_in_stock, has_somewhere_to_stand)


def is_deployable(s: State, card: int, held: int, *, source: bool) -> bool:
    """`MAY_DEPLOY` in one go, for the menu of actions."""
    top = TOP[card]
    if top == NO_TOP or held <= PRICE[card]:
        return False
    if top > FORT:
        return True
    return s.stock[s.active * 4 + top] > 0 and (source or _can_land(s, card, PRICE[card]))


def begin_deploying(s: State, card: int, price: int) -> None:
    """LIN-deploy-c, LIN-deploy-d: the card is removed from the game; that of an army of strength 1 is discarded."""
    side, top = s.active, TOP[card]
    leave_hand(s, side, card)
    if top == 0:
        to_pile(s, side, card)
        s.tell(DISCARDED, side, card)
    else:
        s.gone[card] += 1
        s.tell(REMOVED_CARD, side, card)
    if top <= FORT:
        s.push(Deploying(Box.PLACE, card, price))
    else:
        _pay_on(s, card, price)


# --- where? ---------------------------------------------------------------------------------------------------------


def places(s: State, f: Deploying) -> Sequence[int]:
    naval = [k for k in in_hand(s, s.active) if NAVAL[k]]
    return [*range(HALVES), *(by_port(port, card) for port in PORTS for card in naval)]


def _loc_of(a: int) -> int:
    return a // 2 if a < HALVES else port_and_card(a)[0]


@clause("LIN-deploy-h")
def is_not_contested(s: State, f: Deploying, a: int) -> Verdict:
    """No deployment into a contested location."""
    return s.control[_loc_of(a)] != NOBODY or refuse(location=Name("location", _loc_of(a)))


@clause("LIN-deploy-e")
def is_controlled(s: State, f: Deploying, a: int) -> Verdict:
    """A unit is deployed in a location its side controls."""
    return s.control[_loc_of(a)] == s.active or refuse(location=Name("location", _loc_of(a)))


@clause("LIN-deploy-e")
def is_supplied(s: State, f: Deploying, a: int) -> Verdict:
    """Without ships the location must be connected by rail to a source of supply."""
    return a >= BY_PORT or bool(supplied(s, s.active) >> _loc_of(a) & 1) or refuse(location=Name("location", _loc_of(a)))


@clause("LIN-deploy-j")
def is_cut_off_and_paid(s: State, f: Deploying, a: int) -> Verdict:
    """By ship only where the rails do not reach, and only if the naval card leaves enough cards for the price."""
    if a < BY_PORT:
        return True
    return (not supplied(s, s.active) >> _loc_of(a) & 1 and s.held[s.active] > f.left) or refuse(location=Name("location", _loc_of(a)))


MAY_PLACE = (is_not_contested, is_controlled, is_supplied, is_cut_off_and_paid)


def legal_places(s: State, f: Deploying) -> Sequence[int]:
    """`MAY_PLACE` over all places, quickly."""
    side = s.active
    reached = supplied(s, side)
    found = [half for half in range(HALVES) if reached >> (half >> 1) & 1]
    if side == UNION and s.held[side] > f.left:
        naval = [k for k in in_hand(s, side) if NAVAL[k]]
        if naval:
            control = s.control
            found += [by_port(p, k) for p in PORTS if control[p] == side and not reached >> p & 1 for k in naval]
    return found


def place(s: State, f: Deploying, a: int) -> None:
    """LIN-deploy-e, LIN-deploy-i: into either half; LIN-deploy-j, LIN-map-e: by ship into the half of the port."""
    side, half, unit = s.active, a, TOP[f.card]
    if a >= BY_PORT:
        port, card = port_and_card(a)
        half = PORT_HALF[port]
        discard(s, side, card)
    s.put(side, half, unit)
    s.tell(DEPLOYED, side, unit, half)
    settle(s, half // 2)
    s.pop()
    _pay_on(s, f.card, f.left)


# --- the price ------------------------------------------------------------------------------------------------------


def _pay_on(s: State, card: int, left: int) -> None:
    """LIN-deploy-b: go on paying; a hand that is just enough is paid whole."""
    side = s.active
    if left and s.held[side] == left:
        for other in in_hand(s, side):
            for _ in range(s.hand[other]):
                _pay_one(s, side, other)
    elif left:
        s.push(Deploying(Box.PAY, card, left))
        return
    _move_marker(s, TOP[card])


def _pay_one(s: State, side: int, card: int) -> None:
    spend(s, side, card)
    s.tell(PAID, side, card)


def payments(s: State, f: Deploying) -> Sequence[int]:
    return in_hand(s, s.active)


def pay(s: State, f: Deploying, a: int) -> None:
    s.pop()
    _pay_one(s, s.active, a)
    _pay_on(s, f.card, f.left - 1)


def _move_marker(s: State, top: int) -> None:
    """LIN-deploy-l, LIN-deploy-m: a ship or politician that is paid for moves its marker."""
    if top == SHIP:
        s.blockade = min(s.blockade + 1, BLOCKADE_END)
        s.tell(BLOCKADE, s.blockade, HAND_LIMIT_CSA[s.blockade])
    elif top > SHIP:
        move_europe(s, s.active, 1)


# --- Paper Money and Cotton Bonds -----------------------------------------------------------------------------------


def bond_cards(s: State, f: Counting) -> Sequence[int]:
    return [*(DEPLOY + k for k in in_hand(s, s.active)), STOP]


MAY_BOND = (shows_a_unit, is_a_unit, counter_is_in_stock, has_somewhere_to_stand)


def use_bonds(s: State, f: Counting, a: int) -> None:
    """LIN-card-h: one of two units from the hand, without payment."""
    s.pop()
    if a != STOP:
        if f.left > 1:
            s.push(Counting(Box.BONDS, f.side, f.left - 1))
        begin_deploying(s, a - DEPLOY, 0)
