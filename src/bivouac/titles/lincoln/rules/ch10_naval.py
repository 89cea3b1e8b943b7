"""Moving by sea: one army for each naval card, from a port to another port.

EMBARK       which army goes aboard first, or another naval card for another army
SAIL         which port, or another army of the same place comes along
EMBARK_MORE  cards are left: which army goes next, from any port to any other
"""

from __future__ import annotations

from bivouac.core.kit.bits import set_of
from bivouac.core.legality import closes, offers
from bivouac.titles.lincoln.events import SAILED
from bivouac.titles.lincoln.frames import At, Box, Moving
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.map import ALL_LOCS, COLOUR, HALVES, LOCS, PORT_BONUS, PORT_HALF, PORT_SET, PORTS
from bivouac.titles.lincoln.printed.units import ALL_CARDS, WITH_NAVAL
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, enter, meeting
from bivouac.titles.lincoln.rules.ch09_rail import arrivals, counter_facts, is_an_army, is_of_the_same_place, moved_already, one_more
from bivouac.titles.lincoln.rules.ch20_decks import discard
from bivouac.titles.lincoln.state import ARMIES, CSA, UNION, State, counters, each


def _aboard(s: State, port: int) -> int:
    """LIN-naval-c: the armies that can go aboard; in a contested location, those in the port's half."""
    if s.control[port] == s.active:
        return s.here(s.active, port) & ARMIES
    return s.troops[s.active * HALVES + PORT_HALF[port]] & ARMIES


def _has_port_to_sail_to(s: State, port: int, cards: int) -> bool:
    """Another port is open: an attack needs a card left to play."""
    return cards > 0 or any(p != port and meeting(s, s.active, PORT_HALF[p]) != AUTOMATIC for p in PORTS)


@closes("LIN-naval-a")
def has_a_navy(s: State, f: At) -> int:
    """Naval movement is for the Union only."""
    return 0 if s.active == UNION else ALL_CARDS


@closes("LIN-naval-b")
def has_the_naval_symbol(s: State, f: At) -> int:
    """A naval move costs a card with the naval symbol for each army."""
    return ALL_CARDS & ~WITH_NAVAL


@closes("LIN-naval-c")
def something_can_sail(s: State, f: At) -> int:
    """There must be an army in a port, and a port to sail to once the card is paid."""
    if s.active == CSA or not s.kinds[UNION] & WITH_NAVAL:
        return 0
    if any(_aboard(s, port) and _has_port_to_sail_to(s, port, s.held[UNION] - 1) for port in PORTS):
        return 0
    return ALL_CARDS


MAY_MOVE_BY_SEA = (has_a_navy, has_the_naval_symbol, something_can_sail)

# --- EMBARK ---------------------------------------------------------------------------------------------------------

ASHORE = sum(255 << 8 * loc for loc in range(LOCS) if PORT_HALF[loc] < 0)


@offers("LIN-naval-b", counter_facts)
def is_not_aboard(s: State, f: Moving) -> int:
    """Armies go aboard one by one; those that sail together come from one port."""
    return s.standing[s.active] if f.loc < 0 else is_of_the_same_place(s, f)


@closes("LIN-naval-b", counter_facts)
def has_not_sailed(s: State, f: Moving) -> int:
    """Each card is for an army of its own: what has landed does not sail on."""
    return moved_already(s, f)


@closes("LIN-naval-b")
def has_a_ship(s: State, f: Moving) -> int:
    """Another army comes along only for another card."""
    return 0 if f.by_card > 0 else atlas.ALL_COUNTERS


@closes("LIN-naval-c", counter_facts)
def is_in_a_port(s: State, f: Moving) -> int:
    """Armies go aboard in a port, in a contested location only from the port's half."""
    return ASHORE | sum(15 << 4 * (PORT_HALF[port] ^ 1) for port in PORTS if s.control[port] != s.active)


@closes("LIN-naval-c")
def has_a_port_to_sail_to(s: State, f: Moving) -> int:
    """Another port must be open: an attack needs a card left to play."""
    return sum(255 << 8 * port for port in PORTS if not _has_port_to_sail_to(s, port, s.held[s.active]))


@closes("LIN-naval-b")
def takes_a_naval_card(s: State, f: Moving) -> int:
    """Each further army needs a card with the naval symbol."""
    return ALL_CARDS & ~WITH_NAVAL


@closes("LIN-naval-b")
def has_another_army(s: State, f: Moving) -> int:
    """A further card needs a further army that can go aboard."""
    return 0 if sum([counters(_aboard(s, port)) for port in PORTS]) > f.by_card + 1 else ALL_CARDS


@closes("LIN-combat-d")
def keeps_a_card_to_fight_with(s: State, f: Moving) -> int:
    """The last card is not spent on ships where it will be needed to fight."""
    return 0 if any(_aboard(s, port) and _has_port_to_sail_to(s, port, s.held[UNION] - 1) for port in PORTS) else ALL_CARDS


MAY_EMBARK = (is_an_army, is_in_a_port, has_not_sailed, has_a_port_to_sail_to)
MAY_TAKE_MORE = (takes_a_naval_card, has_another_army, keeps_a_card_to_fight_with)


def take_one_more(s: State, f: Moving, card: int) -> None:
    """LIN-naval-b: another naval card, for another army."""
    discard(s, s.active, card)
    s.goto(f._replace(by_card=f.by_card + 1))


def embark(s: State, f: Moving, n: int) -> None:
    """LIN-naval-b: one army for each naval card."""
    s.goto(Moving(Box.SAIL, n // 8, *one_more(f, n), by_card=f.by_card, moved=f.moved))


def embark_too(s: State, f: Moving, n: int) -> None:
    """LIN-naval-b: another army from the same port comes along, for one of the cards."""
    embark(s, f._replace(by_card=f.by_card - 1), n)


# --- SAIL -----------------------------------------------------------------------------------------------------------


@offers("LIN-naval-b")
def is_another_place(s: State, f: Moving) -> int:
    """From one port to another."""
    return ALL_LOCS & ~(1 << f.loc)


@closes("LIN-naval-c")
def is_a_port(s: State, f: Moving) -> int:
    """Ships sail to ports, and land in the port's half."""
    return ALL_LOCS & ~PORT_SET


@closes("LIN-combat-d")
def leaves_a_card_to_fight_with(s: State, f: Moving) -> int:
    """No combat is started where no card is left to fight with."""
    return 0 if s.held[s.active] else set_of(p for p in PORTS if meeting(s, s.active, PORT_HALF[p]) == AUTOMATIC)


MAY_SAIL = (is_a_port, leaves_a_card_to_fight_with)
MAY_COME_ALONG = (has_a_ship, is_an_army, is_in_a_port, has_not_sailed)


def sail(s: State, f: Moving, port: int) -> None:
    """LIN-naval-b: from a port to another port; an attack comes over the port (LIN-map-f). Then the other cards of the action."""
    half = PORT_HALF[port]
    s.tell(SAILED, s.active, tuple(each(f.first + f.second)), f.loc, half)
    s.pop()
    if f.by_card > 0:
        s.push(Moving(Box.EMBARK_MORE, by_card=f.by_card - 1, moved=arrivals(f, half)))
    enter(s, half, (f.first, f.second), f.loc, PORT_BONUS[port] if COLOUR[port] == CSA else 0)
