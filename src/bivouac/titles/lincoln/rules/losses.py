"""After the result: losses, forts, retreat, the Europe track, hands."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import FORT_RAZED, HELD, LOST, NO_CARD_PLAYED, NO_RETREAT, POWER, RETREATED, REVEALED, WON
from bivouac.titles.lincoln.frames import FORT_CODE, INSIDE, Box, Counting, Step
from bivouac.titles.lincoln.printed.tables import COLOUR, HALVES, LOC_OF, WAY_TO, WAY_TO_LOC, WAYS_OF_LOC
from bivouac.titles.lincoln.rules.cards import draw_cards, to_pile
from bivouac.titles.lincoln.rules.combat import (
    arrivals,
    defence_bonus,
    end_battle,
    engaged,
    forts_at,
    is_refuge,
    leadership,
    ways_from_battle,
)
from bivouac.titles.lincoln.rules.ground import move_europe, settle
from bivouac.titles.lincoln.state import (
    ARMIES,
    ATTACKER,
    BASE,
    BEFORE,
    CARD_A,
    CARD_D,
    CSA,
    HALF,
    LOC,
    LOSER,
    NO_CARD,
    NOBODY,
    ORIGIN,
    QUOTA,
    REFILL_AFTER_COMBAT,
    TOLL,
    UNION,
    State,
    counters,
    kinds_in,
    strength,
)

# --- the result -----------------------------------------------------------------------------------------------------


def result(s: State, f: Step) -> None:
    """LIN-combat-n, LIN-combat-o: the higher total wins, a tie is the defender's; LIN-combat-p: the cards are discarded."""
    b = s.battle
    attacker = b[ATTACKER]
    own, enemy = _total(s, attacker, b[CARD_A], 0), _total(s, 1 - attacker, b[CARD_D], defence_bonus(s))
    b[LOSER] = 1 - attacker if own > enemy else attacker
    s.tell(WON if own > enemy else HELD, 1 - b[LOSER], max(own, enemy), min(own, enemy))
    b[CARD_A] = b[CARD_D] = NO_CARD
    loser = b[LOSER]
    quota = (counters(engaged(s, loser)) + 1) // 2
    b[QUOTA] = min(counters(engaged(s, 1 - loser)) // 2, quota)
    lose_on(s, loser, quota)


def _total(s: State, side: int, card: int, bonus: int) -> int:
    stack, leader = strength(engaged(s, side)), leadership(card)
    if card >= 0:
        to_pile(s, side, card)
        s.tell(REVEALED, side, card, leader)
    else:
        s.tell(NO_CARD_PLAYED, side)
    s.tell(POWER, side, stack, leader, bonus, stack + leader + bonus)
    return stack + leader + bonus


# --- losses ---------------------------------------------------------------------------------------------------------


def lose_on(s: State, side: int, left: int) -> None:
    """LIN-loss-b, LIN-loss-c: the loser first, then the winner; whoever loses all he has is not asked which."""
    stack = engaged(s, side)
    if left and left >= counters(stack):
        for kind in kinds_in(stack):
            for _ in range(stack >> 8 * kind & 255):
                _lose(s, side, kind)
        left = 0
    if left:
        s.stack = (*s.stack[:-1], Counting(Box.LOSSES, side, left))
    elif side == s.battle[LOSER]:
        lose_on(s, 1 - side, s.battle[QUOTA])
    else:
        s.stack = (*s.stack[:-1], Step(Box.AFTERMATH))


def _lose(s: State, side: int, kind: int) -> None:
    b = s.battle
    half = b[BASE] if side == b[ATTACKER] else b[HALF]
    s.take(side, half, kind)
    s.tell(LOST, side, kind, half)
    if side == b[LOSER]:
        b[TOLL] += 1


def kinds_of_loss(s: State, f: Counting) -> Sequence[int]:
    return (0, 1, 2, 3)


@clause("LIN-loss-d")
def was_engaged(s: State, f: Counting, a: int) -> Verdict:
    """Only counters that were engaged are lost."""
    return bool(engaged(s, f.side) >> 8 * a & 255) or refuse(unit=Name("unit", a))


def legal_losses(s: State, f: Counting) -> Sequence[int]:
    return kinds_in(engaged(s, f.side))


def lose(s: State, f: Counting, a: int) -> None:
    """LIN-loss-a, LIN-loss-d: one counter, whatever its strength, of the owner's choice."""
    _lose(s, f.side, a)
    lose_on(s, f.side, f.left - 1)


# --- forts and retreat ----------------------------------------------------------------------------------------------


def aftermath(s: State, f: Step) -> None:
    """LIN-loss-e, LIN-loss-f: a beaten Confederate loses his forts in both halves; then the loser's armies retreat."""
    b = s.battle
    if b[LOSER] == CSA:
        for half in (b[HALF], b[HALF] ^ 1):
            for _ in range(forts_at(s, half)):
                s.take(CSA, half, FORT_CODE)
                s.tell(FORT_RAZED, CSA, half)
                b[TOLL] += half == b[HALF] and b[ATTACKER] == UNION
    if b[LOSER] == b[ATTACKER] and b[ORIGIN] >= 0:
        _go_back(s)
    retreat_on(s)


def _go_back(s: State) -> None:
    """LIN-retreat-d: those who came with the move return to the place they started from."""
    b = s.battle
    side, stack = b[ATTACKER], arrivals(s)
    for kind in kinds_in(stack):
        for _ in range(stack >> 8 * kind & 255):
            s.shift(side, b[BASE], b[ORIGIN], kind)
            s.tell(RETREATED, side, kind, b[ORIGIN])
    settle(s, LOC_OF[b[ORIGIN]])


def retreat_ways(s: State) -> list[int]:
    """LIN-retreat-b, LIN-retreat-c, LIN-retreat-i: refuges over links open to the loser; the attacker's start only if he controls it."""
    b = s.battle
    side = b[LOSER]
    return [w for w in ways_from_battle(s, side) if is_refuge(s, side, w) and not _is_where_it_came_from(s, side, w)]


def _is_where_it_came_from(s: State, side: int, way: int) -> bool:
    """A beaten defender goes to the attacker's start only if he controls it."""
    b, loc = s.battle, WAY_TO_LOC[way]
    return side != b[ATTACKER] and b[ORIGIN] >= 0 and loc == LOC_OF[b[ORIGIN]] and s.control[loc] != side


def retreat_on(s: State) -> None:
    """LIN-retreat-a, LIN-retreat-f, LIN-retreat-h: army by army, the strongest first; without a refuge all are lost."""
    b = s.battle
    side = b[LOSER]
    half = b[BASE] if side == b[ATTACKER] else b[HALF]
    stack = s.troops[side * HALVES + half] & ARMIES
    if stack and retreat_ways(s):
        s.stack = (*s.stack[:-1], Counting(Box.RETREAT, side, max(kinds_in(stack))))
        return
    for kind in kinds_in(stack):
        for _ in range(stack >> 8 * kind & 255):
            s.take(side, half, kind)
            s.tell(NO_RETREAT, side, kind, half)
            b[TOLL] += 1
    s.stack = (*s.stack[:-1], Step(Box.SETTLE))


def ways_to_retreat(s: State, f: Counting) -> Sequence[int]:
    """Every link of the place, and both of its halves."""
    loc = s.battle[LOC]
    return [*WAYS_OF_LOC[loc], INSIDE, INSIDE + 1]


@clause("LIN-retreat-g")
def is_outside(s: State, f: Counting, a: int) -> Verdict:
    """Never into either half of the location fought over."""
    return a < INSIDE or refuse(location=Name("location", s.battle[LOC]))


@clause("LIN-retreat-i")
def is_a_link_of_its_own(s: State, f: Counting, a: int) -> Verdict:
    """Out of a place contested before, only over the own half's links; to where the attacker came from, only if it is controlled."""
    own = a in ways_from_battle(s, f.side) and not _is_where_it_came_from(s, f.side, a)
    return own or refuse(to=Name("location", WAY_TO_LOC[a]))


@clause("LIN-retreat-c")
def leads_to_its_own_half(s: State, f: Counting, a: int) -> Verdict:
    """A contested place only if the link leads into the half of one's own troops."""
    loc = WAY_TO_LOC[a]
    return s.control[loc] != NOBODY or s.troops[f.side * HALVES + WAY_TO[a]] > 0 or refuse(to=Name("location", loc))


@clause("LIN-retreat-b")
def is_a_refuge(s: State, f: Counting, a: int) -> Verdict:
    """An adjacent location that the loser controls (and may enter)."""
    return is_refuge(s, f.side, a) or refuse(to=Name("location", WAY_TO_LOC[a]))


MAY_RETREAT = (is_outside, is_a_link_of_its_own, leads_to_its_own_half, is_a_refuge)


def retreat(s: State, f: Counting, a: int) -> None:
    b = s.battle
    half = b[BASE] if f.side == b[ATTACKER] else b[HALF]
    s.shift(f.side, half, WAY_TO[a], f.left)
    s.tell(RETREATED, f.side, f.left, WAY_TO[a])
    retreat_on(s)


# --- control, Europe, hands -----------------------------------------------------------------------------------------


def settle_battle(s: State, f: Step) -> None:
    """LIN-combat-q: retreat is over; the Europe track moves; the attacker may refill his hand at once if the match is played so."""
    b = s.battle
    loc, loser, toll, before, attacker = b[LOC], b[LOSER], b[TOLL], b[BEFORE], b[ATTACKER]
    end_battle(s)
    settle(s, loc)
    move_europe(s, 1 - loser, toll)
    if s.control[loc] == CSA != before and COLOUR[loc] == UNION and not s.paid >> loc & 1:
        s.paid |= 1 << loc
        move_europe(s, CSA, 1)
    if s.outcome is not None:
        return
    if s.switches & REFILL_AFTER_COMBAT:
        draw_cards(s, attacker, s.hand_limit(attacker) - s.held[attacker])
    else:
        s.stack = s.stack[:-1]
