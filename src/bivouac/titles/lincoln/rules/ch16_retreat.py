"""Retreat of the loser; then control, the Europe track, hands."""

from __future__ import annotations

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.lincoln.events import FELL_BACK, NO_RETREAT, RETREATED
from bivouac.titles.lincoln.frames import Box, Leaving
from bivouac.titles.lincoln.printed.map import CLOSED, HALVES, LOC_OF, WAY_TO, WAY_TO_LOC, WAYS_INTO, WAYS_OF_LOC
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch17_europe import move_europe, pay
from bivouac.titles.lincoln.rules.ch20_decks import draw_cards
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, State, counters, each, kinds_in

# --- where to -------------------------------------------------------------------------------------------------------


def half_of(s: State, side: int) -> int:
    """The half a side fights in."""
    return s.fight.base if side == s.active else s.fight.half


def is_refuge(s: State, side: int, way: int) -> bool:
    """LIN-retreat-b, LIN-retreat-c, LIN-wd-d, LIN-map-d: a place the side controls, or its own half of a contested one."""
    loc = WAY_TO_LOC[way]
    if side == CSA and CLOSED[loc]:
        return False
    return s.control[loc] == side or (s.control[loc] == NOBODY and s.troops[side * HALVES + WAY_TO[way]] > 0)


def refuges(s: State, side: int) -> int:
    """The links of the location fought over that lead to a refuge (LIN-retreat-i, LIN-wd-d, LIN-wd-f), as a set of ways."""
    return set_of([way for way in bits(WAYS_OF_LOC[s.fight.loc]) if is_refuge(s, side, way)])


# --- the retreat ----------------------------------------------------------------------------------------------------


def retreats(s: State) -> None:
    """LIN-retreat-a, LIN-retreat-d, LIN-retreat-e: attackers who came with a move return; all others of the loser seek a refuge."""
    if s.fight.loser == s.active and s.fight.origin >= 0:
        _go_back(s)
    _retreat_on(s)


def _go_back(s: State) -> None:
    """LIN-retreat-d: those who came with the move return to the place they started from, each to the half it left."""
    c = s.fight
    for half, stack in ((c.origin, c.arrived - c.second), (c.origin ^ 1, c.second)):
        left = s.troops[s.active * HALVES + c.base]
        back = tuple(kind for kind in (0, 1, 2) for _ in range(min(left >> 8 * kind & 255, stack >> 8 * kind & 255)))
        if back:
            _return(s, back, half)
    settle(s, LOC_OF[c.origin])


def _return(s: State, kinds: tuple[int, ...], half: int) -> None:
    """LIN-retreat-d: to this half, or to the other one where the enemy has come into it; LIN-retreat-h: if he holds both, they are lost."""
    c, side = s.fight, s.active
    enemy = (1 - side) * HALVES
    to = half ^ 1 if s.troops[enemy + half] else half
    if s.troops[enemy + to]:
        _lose_all(s, side, kinds, c.base)
        s.combat = c._replace(toll=c.toll + len(kinds))
        return
    s.tell(RETREATED, side, kinds, to)
    for kind in kinds:
        s.shift(side, c.base, to, kind, FELL_BACK)


def _lose_all(s: State, side: int, kinds: tuple[int, ...], half: int) -> None:
    if kinds:
        s.tell(NO_RETREAT, side, kinds, half)
    for kind in kinds:
        s.take(side, half, kind)


def _retreat_on(s: State) -> None:
    """LIN-retreat-f, LIN-retreat-h: army by army, the strongest first; without a refuge all are lost."""
    side, toll = s.fight.loser, s.fight.toll
    half = half_of(s, side)
    stack = s.troops[side * HALVES + half] & ARMIES
    if stack and refuges(s, side):
        s.push(Leaving(Box.RETREAT, side, max(kinds_in(stack))))
        return
    _lose_all(s, side, tuple(each(stack)), half)
    _settle(s, toll + counters(stack))


def to_where(s: State, f: Leaving, way: int) -> dict[str, Arg]:
    return {"half": Name("half", WAY_TO[way]), "location": Name("location", s.fight.loc)}


@offers("LIN-retreat-i", to_where)
def is_adjacent(s: State, f: Leaving) -> int:
    """Over any link of the location fought over, whichever half it leaves."""
    return WAYS_OF_LOC[s.fight.loc] | WAYS_INTO[s.fight.loc]


@closes("LIN-retreat-g", to_where)
def is_outside(s: State, f: Leaving) -> int:
    """Never into either half of the location fought over."""
    return WAYS_INTO[s.fight.loc]


@clause("LIN-retreat-c")
def leads_to_its_own_half(s: State, f: Leaving, way: int) -> Verdict:
    """A contested place only if the link leads into the half of one's own troops."""
    half = WAY_TO[way]
    return s.control[half // 2] != NOBODY or s.troops[f.side * HALVES + half] > 0 or refuse(half=Name("half", half))


@clause("LIN-retreat-b")
def is_a_refuge(s: State, f: Leaving, way: int) -> Verdict:
    """An adjacent location that the loser controls (and may enter)."""
    return is_refuge(s, f.side, way) or refuse(half=Name("half", WAY_TO[way]))


MAY_RETREAT = (is_outside, leads_to_its_own_half, is_a_refuge)


def retreat(s: State, f: Leaving, way: int) -> None:
    s.pop()
    s.tell(RETREATED, f.side, (f.kind,), WAY_TO[way])
    s.shift(f.side, half_of(s, f.side), WAY_TO[way], f.kind, FELL_BACK)
    _retreat_on(s)


# --- control, Europe, hands -----------------------------------------------------------------------------------------


def _settle(s: State, toll: int) -> None:
    """LIN-combat-q: retreat is over; the Europe track moves; LIN-hand-a, LIN-hand-b: the attacker refills his hand, the defender not."""
    c, attacker = s.fight, s.active
    s.combat = None
    settle(s, c.loc)
    move_europe(s, 1 - c.loser, toll)
    pay(s, c.loc, c.before)
    if s.outcome is None:
        draw_cards(s, attacker, s.hand_limit(attacker) - s.held[attacker])
