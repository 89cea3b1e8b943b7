"""Withdrawal: the defender's way out of a combat, to the other half, to neighbours or by sea."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, closes, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import CARD_RETURNED, DISCARDED, FELL_BACK, WITHDREW, WITHDREW_BY_SEA
from bivouac.titles.lincoln.frames import AT, At, Box, Leaving
from bivouac.titles.lincoln.printed.map import ALL_WAYS, HALVES, PORT_HALF, WAY_TO, WAYS_INTO
from bivouac.titles.lincoln.printed.units import ALL_CARDS, CAPITAL, WITH_NAVAL
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch16_retreat import refuges, to_where
from bivouac.titles.lincoln.rules.ch20_decks import discard, to_pile
from bivouac.titles.lincoln.state import ARMIES, CARD_BACK, CSA, FROM_PORTS, NOBODY, UNION, State, each, kinds_in


def can_leave_by_sea(s: State) -> bool:
    """LIN-wd-g: Union troops outside Washington, and its port free of the enemy."""
    return s.active == CSA and has_ships_at_hand(s) and is_capital_open(s)


def has_ships_at_hand(s: State) -> bool:
    """Whether ships can take troops off: not at Washington itself. With the option only in a port (in its half, if it was contested)."""
    c, port = s.fight, PORT_HALF[s.fight.loc]
    if c.loc == CAPITAL or not s.switches & FROM_PORTS:
        return c.loc != CAPITAL
    return port >= 0 and (c.before != NOBODY or port == c.half)


def is_capital_open(s: State) -> bool:
    return not s.troops[CSA * HALVES + PORT_HALF[CAPITAL]]


# --- fight or withdraw? ---------------------------------------------------------------------------------------------


@clause("LIN-wd-f")
def controlled_the_place(s: State, f: At, n: int) -> Verdict:
    """The other half is open only to one who controlled the location before the attack (LIN-wd-c)."""
    return s.fight.before == 1 - s.active or refuse(location=Name("location", s.fight.loc))


@clause("LIN-wd-j")
def has_a_refuge(s: State, f: At, n: int) -> Verdict:
    """A withdrawal needs a place to go to."""
    return refuges(s, 1 - s.active) > 0 or refuse(location=Name("location", s.fight.loc))


@closes("LIN-map-e")
def is_the_union(s: State, f: At) -> int:
    """Only the Union uses ports."""
    return 0 if s.active == CSA else ALL_CARDS


@closes("LIN-wd-g")
def has_a_naval_card(s: State, f: At) -> int:
    """A withdrawal by sea costs a card with the naval symbol."""
    return ALL_CARDS & ~WITH_NAVAL


@closes("LIN-wd-g", lambda s, f, card: {"location": Name("location", s.fight.loc)})
def stands_by_the_sea(s: State, f: At) -> int:
    """Ships take no troops off at Washington itself, and with the option only in ports."""
    return 0 if has_ships_at_hand(s) else ALL_CARDS


@closes("LIN-wd-g", lambda s, f, card: {"location": Name("location", CAPITAL)})
def capital_is_safe(s: State, f: At) -> int:
    """They bring them to Washington, where no enemy may stand in the half of the port."""
    return 0 if is_capital_open(s) else ALL_CARDS


MAY_LEAVE_BY_SEA = (is_the_union, has_a_naval_card, stands_by_the_sea, capital_is_safe)


def stand(s: State, f: At, n: int) -> None:
    s.goto(AT[Box.DEFEND])


def to_other_half(s: State, f: At, n: int) -> None:
    """LIN-wd-c: all armies into the other half."""
    s.pop()
    _evacuate(s, s.fight.half ^ 1)


def to_neighbours(s: State, f: At, n: int) -> None:
    s.pop()
    _withdraw_on(s)


def by_sea(s: State, f: At, card: int) -> None:
    """LIN-wd-g: all to Washington for one naval card."""
    s.pop()
    discard(s, UNION, card)
    s.tell(WITHDREW_BY_SEA, UNION, s.fight.loc)
    _evacuate(s, PORT_HALF[CAPITAL])


def _evacuate(s: State, to: int) -> None:
    half, side = s.fight.half, 1 - s.active
    stack = s.troops[side * HALVES + half] & ARMIES
    s.tell(WITHDREW, side, tuple(each(stack)), to)
    s.shift_stack(side, half, to, stack, FELL_BACK)
    if to // 2 != s.fight.loc:
        settle(s, to // 2)
    _after_withdrawal(s)


# --- to neighbours --------------------------------------------------------------------------------------------------


def _withdraw_on(s: State) -> None:
    """LIN-wd-a, LIN-wd-e: the strongest army still there is next; when all have gone, on."""
    side = 1 - s.active
    stack = s.troops[side * HALVES + s.fight.half] & ARMIES
    if stack:
        s.push(Leaving(Box.WITHDRAW, side, max(kinds_in(stack))))
    else:
        _after_withdrawal(s)


@closes("LIN-wd-e", to_where)
def goes_to_a_neighbour(s: State, f: Leaving) -> int:
    """Neighbours and the other half are not mixed: the other half takes all armies or none."""
    return WAYS_INTO[s.fight.loc]


@closes("LIN-wd-d", to_where)
def is_open_to_withdrawal(s: State, f: Leaving) -> int:
    """Adjacent and controlled, or contested with the link leading into the half of one's own troops."""
    return ALL_WAYS & ~refuges(s, f.side)


MAY_WITHDRAW = (goes_to_a_neighbour, is_open_to_withdrawal)


def withdraw(s: State, f: Leaving, way: int) -> None:
    s.pop()
    s.tell(WITHDREW, f.side, (f.kind,), WAY_TO[way])
    s.shift(f.side, s.fight.half, WAY_TO[way], f.kind, FELL_BACK)
    _withdraw_on(s)


def _after_withdrawal(s: State) -> None:
    """LIN-wd-b: forts fight alone. LIN-wd-h, LIN-wd-i: without them there is no combat and the attacker's card is spent."""
    c, side = s.fight, s.active
    if s.troops[(1 - side) * HALVES + c.half]:
        s.push(AT[Box.DEFEND])
        return
    if s.switches & CARD_BACK:
        s.take_card(side, c.card)
        s.tell(CARD_RETURNED, side)
    else:
        to_pile(s, side, c.card)
        s.tell(DISCARDED, side, c.card)
    s.combat = None
    settle(s, c.loc)
