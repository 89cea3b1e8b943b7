"""The turn: two actions, free cards on top, the draw at the end."""

from __future__ import annotations

from bivouac.core.legality import closes
from bivouac.titles.lincoln.events import PASSED, TURN_BEGINS
from bivouac.titles.lincoln.frames import AT, At, Box, Moving
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.rules import ch11_attack as ch11
from bivouac.titles.lincoln.rules import ch12_cards as ch12
from bivouac.titles.lincoln.rules.ch08_deploying import begin_deploying
from bivouac.titles.lincoln.rules.ch20_decks import discard, draw_cards
from bivouac.titles.lincoln.rules.ch21_victory import judge_turn
from bivouac.titles.lincoln.state import UNION, State


def begin_turn(s: State, f: At) -> None:
    """LIN-setup-g, LIN-act-b: the sides take turns, the Union first; two actions each."""
    s.turn += s.active == UNION
    s.actions, s.benefits = units.ACTIONS, 0
    s.tell(TURN_BEGINS, s.active, s.turn)
    s.goto(AT[Box.NEXT])


def next_action(s: State, f: At) -> None:
    s.goto(AT[Box.ACTION if s.actions else Box.CLOSING])


# --- the actions: LIN-act-a; LIN-act-b, LIN-act-c: each is counted, whatever its kind --------------------------------


def _act(s: State) -> None:
    s.actions -= 1
    s.goto(AT[Box.NEXT])


def pass_turn(s: State, f: At, n: int) -> None:
    """LIN-pass-a: nothing more is done in this turn."""
    s.tell(PASSED, s.active)
    end_turn(s, f, n)


def deploy(s: State, f: At, card: int) -> None:
    _act(s)
    begin_deploying(s, card, units.PRICE[card])


def move(s: State, f: At, card: int) -> None:
    """LIN-rail-a: for a card with the rail symbol."""
    _act(s)
    discard(s, s.active, card)
    s.push(Moving(Box.LIFT))


def move_by_sea(s: State, f: At, card: int) -> None:
    """LIN-naval-b: for cards with the naval symbol."""
    _act(s)
    discard(s, s.active, card)
    s.push(Moving(Box.EMBARK, by_card=0))


def attack(s: State, f: At, loc: int) -> None:
    _act(s)
    ch11.declare(s, loc)


def play(s: State, f: At, card: int) -> None:
    """LIN-card-b; a free card is no action (LIN-card-c)."""
    if not units.IS_FREE[card]:
        _act(s)
    ch12.play_text(s, card)


def discard_cards(s: State, f: At, card: int) -> None:
    """LIN-act-d."""
    _act(s)
    discard(s, s.active, card)
    if s.held[s.active]:
        s.push(AT[Box.DISCARD_MORE])


# --- the end of the turn --------------------------------------------------------------------------------------------


@closes("LIN-act-b")
def costs_no_action(s: State, f: At) -> int:
    """After two actions only free cards are left."""
    return units.ALL_CARDS & ~units.FREE_CARDS


def end_turn(s: State, f: At, n: int) -> None:
    """LIN-act-e, LIN-hand-a: draw up to the hand limit; LIN-act-i: a hand above it is kept."""
    s.goto(AT[Box.CLOSE])
    draw_cards(s, s.active, s.hand_limit(s.active) - s.held[s.active])


def close_turn(s: State, f: At) -> None:
    """LIN-vic-h: after the draw, the cities; then it is the other side's turn."""
    judge_turn(s)
    if s.outcome is None:
        s.active = 1 - s.active
        s.goto(AT[Box.BEGIN])
