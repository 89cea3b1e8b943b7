"""The turn: two actions, free cards on top, the draw at the end."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import PASSED, TURN_BEGINS
from bivouac.titles.lincoln.frames import AT, ATTACK, DEPLOY, DISCARD, MOVE, NAVAL_MOVE, PASS, PLAY, At, Box, Moving
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import LOCS
from bivouac.titles.lincoln.rules import ch08_deploying as ch08
from bivouac.titles.lincoln.rules import ch09_rail as ch09
from bivouac.titles.lincoln.rules import ch10_naval as ch10
from bivouac.titles.lincoln.rules import ch11_attack as ch11
from bivouac.titles.lincoln.rules import ch12_cards as ch12
from bivouac.titles.lincoln.rules.ch20_decks import discard, draw_cards, in_hand
from bivouac.titles.lincoln.rules.ch21_victory import judge_turn
from bivouac.titles.lincoln.state import NOBODY, UNION, State


def begin_turn(s: State, f: At) -> None:
    """LIN-setup-g, LIN-act-b: the sides take turns, the Union first; two actions each."""
    s.turn += s.active == UNION
    s.actions, s.benefits, s.frees = units.ACTIONS, 0, 0
    s.tell(TURN_BEGINS, s.active, s.turn)
    s.goto(AT[Box.NEXT])


def next_action(s: State, f: At) -> None:
    s.goto(AT[Box.ACTION if s.actions else Box.CLOSING])


# --- the menu of actions --------------------------------------------------------------------------------------------


def actions(s: State, f: At) -> Sequence[int]:
    """Everything a player might think of: each use of each card in hand, an attack in each location, to pass."""
    hand = in_hand(s, s.active)
    found = [PASS]
    for verb in (DEPLOY, MOVE, NAVAL_MOVE):
        found += [verb + k for k in hand]
    found += [ATTACK + loc for loc in range(LOCS)]
    for verb in (PLAY, DISCARD):
        found += [verb + k for k in hand]
    return found


MAY_PLAY = (ch12.has_a_text, ch12.is_no_defence, ch12.is_not_the_same_copy, ch09.rails_lead_somewhere)
MAY_ACT = (*ch08.MAY_DEPLOY, *ch09.MAY_MOVE, *ch10.MAY_MOVE_BY_SEA, *ch11.MAY_ATTACK, *MAY_PLAY)


def legal_actions(s: State, f: At) -> Sequence[int]:
    """`MAY_ACT` over all actions, quickly."""
    side = s.active
    hand, held = in_hand(s, side), s.held[side]
    found = [PASS]
    if hand:
        source = ch08.has_source(s, side)
        found += [DEPLOY + k for k in hand if ch08.is_deployable(s, k, held, source=source)]
        rail = [MOVE + k for k in hand if units.RAIL[k]]
        if rail and ch09.can_move_by_rail(s, by_card=False):
            found += rail
        if side == UNION:
            naval = [NAVAL_MOVE + k for k in hand if units.NAVAL[k]]
            if naval and ch10.can_sail(s):
                found += naval
        if NOBODY in s.control:
            found += [ATTACK + loc for loc in range(LOCS) if s.control[loc] == NOBODY and ch11.has_armies(s, loc)]
        found += [PLAY + k for k in hand if units.TEXT[k] >= 0 and _is_playable(s, k)]
        found += [DISCARD + k for k in hand]
    return found


def _is_playable(s: State, card: int) -> bool:
    if units.IS_ACTION[card]:
        return units.TEXT[card] != units.RAIL_CARD or ch09.can_move_by_rail(s, by_card=True)
    return units.IS_FREE[card] and s.frees < units.FREE_COPIES[s.active]


def act(s: State, f: At, a: int) -> None:
    """LIN-act-a, LIN-act-b, LIN-act-c: an action is counted, whatever its kind; free cards are not (LIN-card-c)."""
    s.goto(AT[Box.NEXT])
    verb, thing = a - a % 100, a % 100
    if verb != PLAY or not units.IS_FREE[thing]:
        s.actions -= 1
    if verb == PASS:
        s.tell(PASSED, s.active)
    elif verb == DEPLOY:
        ch08.begin_deploying(s, thing, units.PRICE[thing])
    elif verb == ATTACK:
        ch11.declare(s, thing)
    elif verb == PLAY:
        ch12.play_text(s, thing)
    elif verb == DISCARD:
        ch12.discard_on(s, thing)
    else:
        discard(s, s.active, thing)
        s.push(Moving(Box.LIFT if verb == MOVE else Box.EMBARK, -1, 0, 0, -1))


# --- the end of the turn --------------------------------------------------------------------------------------------


def last_words(s: State, f: At) -> Sequence[int]:
    return [PASS, *(PLAY + k for k in in_hand(s, s.active))]


@clause("LIN-act-b")
def costs_no_action(s: State, f: At, a: int) -> Verdict:
    """After two actions only free cards are left."""
    return a == PASS or units.IS_FREE[a - PLAY] or refuse(card=Name("card", a - PLAY))


MAY_CLOSE = (costs_no_action, ch12.is_not_the_same_copy)


def close_or_play(s: State, f: At, a: int) -> None:
    """LIN-act-e, LIN-hand-a: a free card, or draw up to the hand limit; LIN-act-i: a hand above it is kept."""
    side = s.active
    if a == PASS:
        s.goto(AT[Box.CLOSE])
        draw_cards(s, side, s.hand_limit(side) - s.held[side])
    else:
        ch12.play_text(s, a - PLAY)


def close_turn(s: State, f: At) -> None:
    """LIN-vic-h: after the draw, the cities; then it is the other side's turn."""
    judge_turn(s)
    if s.outcome is None:
        s.active = 1 - s.active
        s.goto(AT[Box.BEGIN])
