"""Deploying: units with their price, supply, ports with a naval card; ships and politicians; Paper Money and Cotton Bonds."""

from __future__ import annotations

from functools import lru_cache

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.lincoln.events import BLOCKADE, BLOCKADE_MOVED, DEPLOYED, DISCARDED, PAID, REMOVED_CARD
from bivouac.titles.lincoln.frames import At, Box, Counting, Deploying, landing, port_and_card
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import ALL_HALVES, LOC_OF, PORT_HALF, PORTS, SUPPLY, WAY_TO_LOC, halves_of
from bivouac.titles.lincoln.printed.units import FORT, TOP
from bivouac.titles.lincoln.rules.ch05_control import places_of, settle
from bivouac.titles.lincoln.rules.ch09_rail import own_halves, ways_from
from bivouac.titles.lincoln.rules.ch17_europe import move_europe
from bivouac.titles.lincoln.rules.ch20_decks import discard, spend, to_pile
from bivouac.titles.lincoln.state import NOBODY, UNION, State

# --- supply ---------------------------------------------------------------------------------------------------------


def supplied(s: State, side: int) -> int:
    """LIN-deploy-e, LIN-deploy-f, LIN-deploy-g: the locations a side controls and can supply by rail, as a set."""
    return supplied_by(side, bytes(s.control), own_halves(s, side) if NOBODY in s.control else 0)


@lru_cache(maxsize=1 << 14)
def supplied_by(side: int, control: bytes, held: int) -> int:
    """The same by who controls each location and the halves of contested ones that the side holds."""
    found = 0
    for source in SUPPLY[side]:
        if control[source] == side:
            found |= 1 << source
            for way in bits(ways_from(side, source, control, held)):
                if control[WAY_TO_LOC[way]] == side:
                    found |= 1 << WAY_TO_LOC[way]
    return found


# --- may this card be deployed? -------------------------------------------------------------------------------------


@closes("LIN-deploy-a")
def shows_a_unit(s: State, f: At | Counting) -> int:
    """Only a card with something in its top part can be deployed."""
    return units.NO_TOP_CARDS


@closes("LIN-card-h")
def is_a_unit(s: State, f: Counting) -> int:
    """Paper Money and Cotton Bonds bring armies and forts, not ships or politicians."""
    return units.ALL_CARDS & ~units.WITH_UNIT


def _price(s: State, f: At, card: int) -> dict[str, Arg]:
    return {"price": units.PRICE[card], "cards": s.held[s.active] - 1}


@closes("LIN-deploy-b", _price)
def can_be_paid(s: State, f: At) -> int:
    """The price in other cards must be in the hand."""
    return units.COSTS[min(s.held[s.active], len(units.COSTS) - 1)]


@closes("LIN-comp-c", lambda s, f, card: {"unit": Name("unit", TOP[card])})
def counter_is_in_stock(s: State, f: At | Counting) -> int:
    """A unit needs a counter of its kind in the stock."""
    stock = s.stock[:FORT] if s.active == UNION else s.stock[4:]
    return sum([units.WITH_TOP[kind] for kind, left in enumerate(stock) if not left]) if 0 in stock else 0


@closes("LIN-deploy-f")
def has_somewhere_to_stand(s: State, f: At | Counting) -> int:
    """A unit needs a controlled source of supply, or a controlled port and a naval card on top of the price."""
    side = s.active
    for source in SUPPLY[side]:
        if s.control[source] == side:
            return 0
    if side != UNION or not any(s.control[port] == side for port in PORTS):
        return units.WITH_UNIT
    return set_of(k for k in bits(units.WITH_UNIT) if not _can_land(s, k, 0 if f.box == Box.BONDS else units.PRICE[k]))


def _can_land(s: State, card: int, price: int) -> bool:
    """LIN-deploy-j: a naval card beside the card itself, and the price beside both."""
    naval = any(s.hand[k] > (k == card) for k in bits(s.kinds[UNION] & units.WITH_NAVAL))
    return naval and s.held[UNION] >= price + 2


MAY_DEPLOY = (shows_a_unit, can_be_paid, counter_is_in_stock, has_somewhere_to_stand)


def begin_deploying(s: State, card: int, price: int) -> None:
    """LIN-deploy-c, LIN-deploy-d: the card is removed from the game; that of an army of strength 1 is discarded."""
    side, top = s.active, TOP[card]
    s.leave_card(side, card)
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


def _place(s: State, f: Deploying, half: int) -> dict[str, Arg]:
    return {"location": Name("location", LOC_OF[half])}


@offers("LIN-deploy-e", _place)
def is_controlled(s: State, f: Deploying) -> int:
    """A unit is deployed in a location its side controls."""
    return ALL_HALVES & ~halves_of(places_of(s, 1 - s.active))


@closes("LIN-deploy-h", _place)
def is_not_contested(s: State, f: Deploying) -> int:
    """No deployment into a contested location."""
    return halves_of(places_of(s, NOBODY)) if NOBODY in s.control else 0


@closes("LIN-deploy-e", _place)
def is_supplied(s: State, f: Deploying) -> int:
    """Without ships the location must be connected by rail to a source of supply."""
    return ALL_HALVES & ~halves_of(supplied(s, s.active))


MAY_PLACE = (is_not_contested, is_supplied)


def _port(s: State, f: Deploying, n: int) -> dict[str, Arg]:
    return {"location": Name("location", port_and_card(n)[0])}


@offers("LIN-deploy-j", _port)
def is_a_port_of_its_own(s: State, f: Deploying) -> int:
    """By ship only the Union, for a naval card, into a port it controls."""
    naval = bits(s.kinds[UNION] & units.WITH_NAVAL) if s.active == UNION else ()
    return set_of(landing(port, card) for port in PORTS if s.control[port] == UNION for card in naval) if naval else 0


@clause("LIN-deploy-j")
def is_cut_off(s: State, f: Deploying, n: int) -> Verdict:
    """By ship only where the rails do not reach."""
    port = port_and_card(n)[0]
    return (port not in SUPPLY[UNION] and not supplied(s, UNION) >> port & 1) or refuse(location=Name("location", port))


@clause("LIN-deploy-j")
def leaves_the_price(s: State, f: Deploying, n: int) -> Verdict:
    """The naval card comes on top of the price."""
    return s.held[UNION] > f.left or refuse(n=f.left, cards=s.held[UNION])


MAY_LAND = (is_cut_off, leaves_the_price)


def place(s: State, f: Deploying, half: int) -> None:
    """LIN-deploy-e, LIN-deploy-i: into either half."""
    unit = TOP[f.card]
    s.tell(DEPLOYED, s.active, unit, half)
    s.put(s.active, half, unit)
    settle(s, half // 2)
    s.pop()
    _pay_on(s, f.card, f.left)


def land(s: State, f: Deploying, n: int) -> None:
    """LIN-deploy-j, LIN-map-e: by ship into the half of the port."""
    port, card = port_and_card(n)
    discard(s, s.active, card)
    place(s, f, PORT_HALF[port])


# --- the price ------------------------------------------------------------------------------------------------------


def _pay_on(s: State, card: int, left: int) -> None:
    """LIN-deploy-b: go on paying; a hand that is just enough is paid whole."""
    side = s.active
    if left and s.held[side] == left:
        for other in bits(s.kinds[side]):
            for _ in range(s.hand[other]):
                _pay_one(s, side, other)
    elif left:
        s.push(Deploying(Box.PAY, card, left))
        return
    _move_marker(s, TOP[card])


def _pay_one(s: State, side: int, card: int) -> None:
    spend(s, side, card)
    s.tell(PAID, side, card)


def pay(s: State, f: Deploying, card: int) -> None:
    s.pop()
    _pay_one(s, s.active, card)
    _pay_on(s, f.card, f.left - 1)


def _move_marker(s: State, top: int) -> None:
    """LIN-deploy-l, LIN-deploy-m: a ship or politician that is paid for moves its marker."""
    if top == units.SHIP:
        was, s.blockade = s.blockade, min(s.blockade + 1, units.BLOCKADE_END)
        s.tell(BLOCKADE, s.blockade, units.HAND_LIMIT_CSA[s.blockade])
        if was != s.blockade:
            s.tell(BLOCKADE_MOVED, units.BLOCKADE_MARKER, was, s.blockade)
    elif top == units.POLITICIAN:
        move_europe(s, s.active, 1)


# --- Paper Money and Cotton Bonds -----------------------------------------------------------------------------------

MAY_BOND = (shows_a_unit, is_a_unit, counter_is_in_stock, has_somewhere_to_stand)


def use_bonds(s: State, f: Counting, card: int) -> None:
    """LIN-card-h: one of two units from the hand, without payment."""
    s.pop()
    if f.left > 1:
        s.push(Counting(Box.BONDS, f.side, f.left - 1))
    begin_deploying(s, card, 0)
