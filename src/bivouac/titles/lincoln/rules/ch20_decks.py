"""Hands, discards, draw piles; reshuffling with piles I and II."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from bivouac.core.legality import offers
from bivouac.titles.lincoln.events import DISCARDED, DREW, DREW_CARDS, RESHUFFLED
from bivouac.titles.lincoln.frames import Box, Counting
from bivouac.titles.lincoln.printed.units import COPIES, KINDS_OF, SET, SPAN_OF
from bivouac.titles.lincoln.rules.ch21_victory import LAST_PASS, judge_deck
from bivouac.titles.lincoln.state import NO_CARD, UNION, State


@offers("LIN-card-k")
def is_in_your_hand(s: State, f: object) -> int:
    """A card is used from the own hand, in one way at a time."""
    return s.kinds[s.active]


@offers("LIN-combat-f")
def is_in_the_defenders_hand(s: State, f: object) -> int:
    """So does the other side in the active side's turn."""
    return s.kinds[1 - s.active]


def to_pile(s: State, side: int, card: int) -> None:
    """LIN-comp-e: a discarded card is shown; it then lies on top of the discards."""
    s.pile[card] += 1
    s.top[side] = card


def spend(s: State, side: int, card: int) -> None:
    """From the hand to the discards; who tells it says why."""
    s.leave_card(side, card)
    s.pile[card] += 1
    s.top[side] = card


def discard(s: State, side: int, card: int) -> None:
    """LIN-deploy-o: a card used for anything but its top part is merely discarded."""
    spend(s, side, card)
    s.tell(DISCARDED, side, card)


def has_cards_to_draw(s: State, side: int) -> bool:
    """Whether a side whose draw pile is empty would get any cards by a reshuffle. Of the Union each reshuffle is also a test."""
    number = s.shuffles[side] + 1
    return side == UNION or any(s.pile[card] or SET[card] == number for card in KINDS_OF[side])


# --- drawing --------------------------------------------------------------------------------------------------------


def draw_cards(s: State, side: int, left: int) -> None:
    """LIN-act-e: a side draws `left` cards before anything else goes on, as far as there are any."""
    if left > 0 and not s.left[side]:
        reshuffle(s, side)
    if left > 0 and s.left[side]:
        s.push(Counting(Box.DRAW, side, left))


def in_deck(s: State, f: Counting) -> Sequence[int]:
    return list(compress(KINDS_OF[f.side], s.deck[SPAN_OF[f.side]]))


def weights_in_deck(s: State, f: Counting) -> Sequence[int]:
    return [n for n in s.deck[SPAN_OF[f.side]] if n]


def draw(s: State, f: Counting, a: int) -> None:
    """LIN-act-e: one card from the draw pile to the hand. LIN-deck-d: the Union's last card of its third deck ends the game at once."""
    side = f.side
    s.deck[a] -= 1
    s.left[side] -= 1
    s.take_card(side, a)
    if side == UNION:
        s.drew = 1
    cards = (*f.cards, a)
    if f.left > 1 and s.left[side]:
        s.goto(Counting(Box.DRAW, side, f.left - 1, cards))
    else:
        s.pop()
        s.tell(DREW, side, len(cards))
        s.tell(DREW_CARDS, side, tuple(sorted(cards)))
        if side == UNION and not s.left[side] and s.shuffles[side] == LAST_PASS:
            judge_deck(s, LAST_PASS + 1)
        else:
            draw_cards(s, side, f.left - 1)


def reshuffle(s: State, side: int) -> None:
    """LIN-deck-a to LIN-deck-e: a card must be drawn and the pile is empty. First the Union's test, then the discards become the draw pile,
    with pile I at the first reshuffle and pile II at the second. The Union's idle turns are counted anew (LIN-vic-c)."""
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
    if side == UNION:
        s.idle = 0
    if cards or side == UNION:
        s.shuffles[side] = number
        s.tell(RESHUFFLED, side, number, cards)
