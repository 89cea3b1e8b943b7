"""Hands, discards, draw piles; reshuffling with piles I and II."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.titles.lincoln.events import DISCARDED, DREW, DREW_CARD, RESHUFFLED
from bivouac.titles.lincoln.frames import Box, Counting
from bivouac.titles.lincoln.printed.units import COPIES, KINDS_OF, SET
from bivouac.titles.lincoln.rules.ch21_victory import judge_deck
from bivouac.titles.lincoln.state import NO_CARD, UNION, State


def in_hand(s: State, side: int) -> list[int]:
    """The kinds of card a side holds."""
    hand = s.hand
    return [k for k in KINDS_OF[side] if hand[k]]


def leave_hand(s: State, side: int, card: int) -> None:
    s.hand[card] -= 1
    s.held[side] -= 1


def to_pile(s: State, side: int, card: int) -> None:
    """LIN-comp-e: a discarded card is shown; it then lies on top of the discards."""
    s.pile[card] += 1
    s.top[side] = card


def spend(s: State, side: int, card: int) -> None:
    """From the hand to the discards; who tells it says why."""
    leave_hand(s, side, card)
    to_pile(s, side, card)


def discard(s: State, side: int, card: int) -> None:
    """LIN-deploy-o: a card used for anything but its top part is merely discarded."""
    spend(s, side, card)
    s.tell(DISCARDED, side, card)


# --- drawing --------------------------------------------------------------------------------------------------------


def draw_cards(s: State, side: int, left: int) -> None:
    """LIN-act-e: a side draws `left` cards before anything else goes on, as far as there are any."""
    if left > 0 and not s.left[side]:
        reshuffle(s, side)
    if left > 0 and s.left[side]:
        s.push(Counting(Box.DRAW, side, left))


def in_deck(s: State, f: Counting) -> Sequence[int]:
    deck = s.deck
    return [k for k in KINDS_OF[f.side] if deck[k]]


def weights_in_deck(s: State, f: Counting) -> Sequence[int]:
    deck = s.deck
    return [deck[k] for k in s.options]


def draw(s: State, f: Counting, a: int) -> None:
    """LIN-act-e: one card from the draw pile to the hand."""
    side = f.side
    s.deck[a] -= 1
    s.left[side] -= 1
    s.hand[a] += 1
    s.held[side] += 1
    if side == UNION:
        s.drew = 1
    s.tell(DREW, side)
    s.tell(DREW_CARD, side, a)
    s.pop()
    draw_cards(s, side, f.left - 1)


def reshuffle(s: State, side: int) -> None:
    """LIN-deck-a to LIN-deck-e: a card must be drawn and the pile is empty. First the Union's test, then the discards become the draw pile,
    with pile I at the first reshuffle and pile II at the second."""
    number = s.shuffles[side] + 1
    if side == UNION and judge_deck(s, number):
        return
    cards = 0
    for card in KINDS_OF[side]:
        joining = s.pile[card] + (COPIES[card] if SET[card] == number else 0)
        s.deck[card] += joining
        s.pile[card] = 0
        cards += joining
    s.left[side] += cards
    s.top[side] = NO_CARD
    if cards or side == UNION:
        s.shuffles[side] = number
        s.tell(RESHUFFLED, side, number, cards)
