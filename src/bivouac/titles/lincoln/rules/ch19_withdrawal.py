"""Withdrawal: the defender's way out of a combat, to the other half, to neighbours or by sea."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import CARD_RETURNED, DISCARDED, WITHDREW, WITHDREW_BY_SEA
from bivouac.titles.lincoln.frames import AT, BY_SEA, FIGHT, INSIDE, TO_NEIGHBOURS, TO_OTHER_HALF, At, Box, Leaving
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF, PORT_HALF, WAY_TO, WAY_TO_LOC
from bivouac.titles.lincoln.printed.units import CAPITAL, NAVAL
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch16_retreat import is_refuge, ways_from_combat
from bivouac.titles.lincoln.rules.ch20_decks import discard, in_hand, to_pile
from bivouac.titles.lincoln.state import ARMIES, CARD_BACK, CSA, NOBODY, UNION, State, each, kinds_in


def can_leave_by_sea(s: State) -> bool:
    """LIN-wd-g: Union troops in a port (in its half if it was contested before), and Washington safe and not the place attacked."""
    c, port = s.fight, PORT_HALF[s.fight.loc]
    if s.active != CSA or port < 0 or c.loc == CAPITAL or (c.before == NOBODY and port != c.half):
        return False
    return s.control[CAPITAL] == UNION or bool(s.troops[UNION * HALVES + PORT_HALF[CAPITAL]])


def withdrawal_ways(s: State) -> list[int]:
    """LIN-wd-d: not to the place the attack came from."""
    c, side = s.fight, 1 - s.active
    came_from = LOC_OF[c.origin] if c.origin >= 0 else -1
    return [w for w in ways_from_combat(s, side) if WAY_TO_LOC[w] != came_from and is_refuge(s, side, w)]


# --- fight or withdraw? ---------------------------------------------------------------------------------------------


def decisions(s: State, f: At) -> Sequence[int]:
    return [FIGHT, TO_OTHER_HALF, TO_NEIGHBOURS, *(BY_SEA + k for k in in_hand(s, 1 - s.active))]


@clause("LIN-wd-f")
def controlled_the_place(s: State, f: At, a: int) -> Verdict:
    """The other half is open only to one who controlled the location before the attack (LIN-wd-c)."""
    return a != TO_OTHER_HALF or s.fight.before == 1 - s.active or refuse(location=Name("location", s.fight.loc))


@clause("LIN-wd-j")
def has_a_refuge(s: State, f: At, a: int) -> Verdict:
    """A withdrawal needs a place to go to."""
    return a != TO_NEIGHBOURS or bool(withdrawal_ways(s)) or refuse(location=Name("location", s.fight.loc))


@clause("LIN-map-e")
def is_the_union(s: State, f: At, a: int) -> Verdict:
    """Only the Union uses ports."""
    return a < BY_SEA or s.active == CSA or refuse()


@clause("LIN-wd-g")
def has_a_naval_card(s: State, f: At, a: int) -> Verdict:
    """A withdrawal by sea costs a card with the naval symbol."""
    return a < BY_SEA or NAVAL[a - BY_SEA] or refuse(card=Name("card", a - BY_SEA))


@clause("LIN-wd-g")
def ships_can_come_and_go(s: State, f: At, a: int) -> Verdict:
    """From a port, to a safe Washington."""
    return a < BY_SEA or can_leave_by_sea(s) or refuse(location=Name("location", s.fight.loc))


MAY_DECIDE = (controlled_the_place, has_a_refuge, is_the_union, has_a_naval_card, ships_can_come_and_go)


def decide(s: State, f: At, a: int) -> None:
    if a == FIGHT:
        s.goto(AT[Box.DEFEND])
        return
    s.pop()
    if a == TO_NEIGHBOURS:
        _withdraw_on(s)
        return
    side, loc = 1 - s.active, s.fight.loc
    if a >= BY_SEA:
        discard(s, side, a - BY_SEA)
        s.tell(WITHDREW_BY_SEA, side, loc)
    _evacuate(s, side, s.fight.half ^ 1 if a == TO_OTHER_HALF else PORT_HALF[CAPITAL])


def _evacuate(s: State, side: int, to: int) -> None:
    """LIN-wd-c: all armies into the other half; LIN-wd-g: or all to Washington for one naval card."""
    half = s.fight.half
    for kind in each(s.troops[side * HALVES + half] & ARMIES):
        s.shift(side, half, to, kind)
        s.tell(WITHDREW, side, kind, to)
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


@clause("LIN-wd-e")
def goes_to_a_neighbour(s: State, f: Leaving, a: int) -> Verdict:
    """Neighbours and the other half are not mixed: the other half takes all armies or none."""
    return a < INSIDE or refuse(location=Name("location", s.fight.loc))


@clause("LIN-wd-d")
def is_open_to_withdrawal(s: State, f: Leaving, a: int) -> Verdict:
    """Adjacent and controlled, or contested with the link leading into the half of one's own troops; not where the attack came from."""
    return a in withdrawal_ways(s) or refuse(to=Name("location", WAY_TO_LOC[a]))


MAY_WITHDRAW = (goes_to_a_neighbour, is_open_to_withdrawal)


def withdraw(s: State, f: Leaving, a: int) -> None:
    s.pop()
    s.shift(f.side, s.fight.half, WAY_TO[a], f.kind)
    s.tell(WITHDREW, f.side, f.kind, WAY_TO[a])
    _withdraw_on(s)


def _after_withdrawal(s: State) -> None:
    """LIN-wd-b: forts fight alone. LIN-wd-h, LIN-wd-i: without them there is no combat and the attacker's card is spent."""
    c, side = s.fight, s.active
    if s.troops[(1 - side) * HALVES + c.half]:
        s.push(AT[Box.DEFEND])
        return
    if s.switches & CARD_BACK:
        s.hand[c.card] += 1
        s.held[side] += 1
        s.tell(CARD_RETURNED, side)
    else:
        to_pile(s, side, c.card)
        s.tell(DISCARDED, side, c.card)
    s.combat = None
    settle(s, c.loc)
