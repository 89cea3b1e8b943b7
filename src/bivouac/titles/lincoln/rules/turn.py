"""The turn: two actions, free cards on top, the draw at the end, and the tests of victory that belong to the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.state import Outcome
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import PASSED, TURN_BEGINS
from bivouac.titles.lincoln.frames import (
    ACTION,
    ATTACK,
    BEGIN,
    CLOSE,
    CLOSING,
    DEPLOY,
    DISCARD,
    MOVE,
    NAVAL_MOVE,
    NEXT,
    PASS,
    PLAY,
    Box,
    Moving,
    Step,
)
from bivouac.titles.lincoln.printed.tables import (
    ACTIONS,
    CAPITAL,
    FREE_COPIES,
    HALVES,
    IS_ACTION,
    IS_FREE,
    LOCS,
    NAVAL,
    PAIR,
    RAIL,
    RAIL_CARD,
    TABLES,
    TEXT,
)
from bivouac.titles.lincoln.rules.cards import (
    begin_discarding,
    discard,
    draw_cards,
    has_a_text,
    in_hand,
    is_no_defence,
    is_not_the_same_copy,
    play_text,
)
from bivouac.titles.lincoln.rules.combat import declare, own_half
from bivouac.titles.lincoln.rules.deploy import MAY_DEPLOY, begin_deploying, is_deployable
from bivouac.titles.lincoln.rules.ground import has_source
from bivouac.titles.lincoln.rules.move import can_move_by_rail, can_sail
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, UNION, State

IDLE_TURNS = TABLES.patience.idle_turns


def begin_turn(s: State, f: Step) -> None:
    """LIN-setup-g, LIN-act-b: the sides take turns, the Union first; two actions each."""
    s.turn += s.active == UNION
    s.actions, s.benefits, s.frees = ACTIONS, 0, 0
    s.tell(TURN_BEGINS, s.active, s.turn)
    s.goto(NEXT)


def next_action(s: State, f: Step) -> None:
    s.stack = (ACTION,) if s.actions else (CLOSING,)


# --- the menu of actions --------------------------------------------------------------------------------------------


def actions(s: State, f: Step) -> Sequence[int]:
    """Everything a player might think of: each use of each card in hand, an attack in each location, to pass."""
    hand = in_hand(s, s.active)
    found = [PASS]
    for verb in (DEPLOY, MOVE, NAVAL_MOVE):
        found += [verb + k for k in hand]
    found += [ATTACK + loc for loc in range(LOCS)]
    for verb in (PLAY, DISCARD):
        found += [verb + k for k in hand]
    return found


@clause("LIN-rail-a")
def has_the_rail_symbol(s: State, f: Step, a: int) -> Verdict:
    """A rail move costs a card with the rail symbol."""
    return not MOVE <= a < MOVE + 100 or RAIL[a - MOVE] or refuse(card=Name("card", a - MOVE))


@clause("LIN-rail-a")
def something_can_move(s: State, f: Step, a: int) -> Verdict:
    """There must be an army that can move once the card is paid."""
    return not MOVE <= a < MOVE + 100 or can_move_by_rail(s, s.active, 1, by_card=False) or refuse()


@clause("LIN-naval-a")
def has_a_navy(s: State, f: Step, a: int) -> Verdict:
    """Naval movement is for the Union only."""
    return not NAVAL_MOVE <= a < NAVAL_MOVE + 100 or s.active == UNION or refuse()


@clause("LIN-naval-b")
def has_the_naval_symbol(s: State, f: Step, a: int) -> Verdict:
    """A naval move costs a card with the naval symbol for each army."""
    return not NAVAL_MOVE <= a < NAVAL_MOVE + 100 or NAVAL[a - NAVAL_MOVE] or refuse(card=Name("card", a - NAVAL_MOVE))


@clause("LIN-naval-c")
def something_can_sail(s: State, f: Step, a: int) -> Verdict:
    """There must be an army in a port, and a port to sail to."""
    return not NAVAL_MOVE <= a < NAVAL_MOVE + 100 or can_sail(s) or refuse()


@clause("LIN-attack-a")
def place_is_contested(s: State, f: Step, a: int) -> Verdict:
    """An attack is declared in a contested location."""
    return not ATTACK <= a < ATTACK + 100 or s.control[a - ATTACK] == NOBODY or refuse(location=Name("location", a - ATTACK))


@clause("LIN-combat-h")
def has_armies_to_attack(s: State, f: Step, a: int) -> Verdict:
    """Forts fight only in defence."""
    return not ATTACK <= a < ATTACK + 100 or _has_armies(s, a - ATTACK) or refuse(location=Name("location", a - ATTACK))


@clause("LIN-attack-c")
def has_a_card_to_attack(s: State, f: Step, a: int) -> Verdict:
    """The declaration is free, the card face down is not."""
    return not ATTACK <= a < ATTACK + 100 or s.held[s.active] > 0 or refuse()


@clause("LIN-card-i")
def rails_lead_somewhere(s: State, f: Step, a: int) -> Verdict:
    """The Rail Movement card needs an army that can move without meeting the enemy."""
    if not PLAY <= a < PLAY + 100 or TEXT[a - PLAY] != RAIL_CARD:
        return True
    return can_move_by_rail(s, s.active, 1, by_card=True) or refuse()


def _has_armies(s: State, loc: int) -> bool:
    return bool(s.troops[s.active * HALVES + own_half(s, s.active, loc)] & ARMIES)


MAY_ACT = (
    *MAY_DEPLOY, has_the_rail_symbol, something_can_move, has_a_navy, has_the_naval_symbol, something_can_sail, place_is_contested,
    has_armies_to_attack, has_a_card_to_attack, has_a_text, is_no_defence, is_not_the_same_copy, rails_lead_somewhere,
)  # fmt: skip


def legal_actions(s: State, f: Step) -> Sequence[int]:
    """`MAY_ACT` over all actions, quickly."""
    side = s.active
    hand, held = in_hand(s, side), s.held[side]
    found = [PASS]
    if hand:
        source = has_source(s, side)
        found += [DEPLOY + k for k in hand if is_deployable(s, k, held, source)]
        rail = [MOVE + k for k in hand if RAIL[k]]
        if rail and can_move_by_rail(s, side, 1, by_card=False):
            found += rail
        if side == UNION:
            naval = [NAVAL_MOVE + k for k in hand if NAVAL[k]]
            if naval and can_sail(s):
                found += naval
        if NOBODY in s.control:
            found += [ATTACK + loc for loc in range(LOCS) if s.control[loc] == NOBODY and _has_armies(s, loc)]
        found += [PLAY + k for k in hand if TEXT[k] >= 0 and _is_playable(s, k)]
        found += [DISCARD + k for k in hand]
    return found


def _is_playable(s: State, card: int) -> bool:
    if IS_ACTION[card]:
        return TEXT[card] != RAIL_CARD or can_move_by_rail(s, s.active, 1, by_card=True)
    return IS_FREE[card] and s.frees < FREE_COPIES[s.active]


def act(s: State, f: Step, a: int) -> None:
    """LIN-act-a, LIN-act-b, LIN-act-c: an action is counted, whatever its kind; free cards are not (LIN-card-c)."""
    s.stack = (NEXT,)
    if not (PLAY <= a < PLAY + 100 and IS_FREE[a - PLAY]):
        s.actions -= 1
    if a == PASS:
        s.tell(PASSED, s.active)
    elif a < MOVE:
        begin_deploying(s, a - DEPLOY, -1)
    elif a < NAVAL_MOVE:
        discard(s, s.active, a - MOVE)
        s.push(Moving(Box.LIFT, -1, 0, 0, -1))
    elif a < ATTACK:
        discard(s, s.active, a - NAVAL_MOVE)
        s.push(Moving(Box.EMBARK, -1, 0, 0, -1))
    elif a < PLAY:
        declare(s, a - ATTACK)
    elif a < DISCARD:
        play_text(s, a - PLAY)
    else:
        begin_discarding(s, a - DISCARD)


# --- the end of the turn --------------------------------------------------------------------------------------------


def last_words(s: State, f: Step) -> Sequence[int]:
    return [PASS, *(PLAY + k for k in in_hand(s, s.active))]


@clause("LIN-act-b")
def costs_no_action(s: State, f: Step, a: int) -> Verdict:
    """After two actions only free cards are left."""
    return a == PASS or IS_FREE[a - PLAY] or refuse(card=Name("card", a - PLAY))


MAY_CLOSE = (costs_no_action, is_not_the_same_copy)


def close_or_play(s: State, f: Step, a: int) -> None:
    """LIN-act-e, LIN-hand-a: a free card, or draw up to the hand limit; LIN-act-i: a hand above it is kept."""
    side = s.active
    if a == PASS:
        s.stack = (CLOSE, CLOSE)
        draw_cards(s, side, s.hand_limit(side) - s.held[side])
    else:
        s.stack = (CLOSING,)
        play_text(s, a - PLAY)


def close_turn(s: State, f: Step) -> None:
    """LIN-vic-e, LIN-vic-g, LIN-vic-h: after the draw, the cities; then it is the other side's turn."""
    if s.active == UNION:
        s.idle = 0 if s.drew else s.idle + 1
        s.drew = 0
        if s.control[CAPITAL] == CSA:
            s.finish(Outcome(Side.CSA, "LIN-vic-e", "washington"))
            return
        if s.idle >= IDLE_TURNS:
            s.finish(Outcome(Side.CSA, "LIN-vic-c", "given_up"))
            return
    elif all(s.control[city] == UNION for city in PAIR):
        s.finish(Outcome(Side.UNION, "LIN-vic-g", "cities"))
        return
    s.active = 1 - s.active
    s.stack = (BEGIN,)
