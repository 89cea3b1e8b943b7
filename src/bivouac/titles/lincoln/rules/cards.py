"""Cards: drawing, reshuffling with piles I and II, discarding, the text actions, the discard action."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.state import Outcome
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import DISCARDED, DREW, DREW_CARD, GATE, PLAYED, RAID_CANCELLED, RAIDED, RESHUFFLED
from bivouac.titles.lincoln.frames import CANCEL, DISCARD_MORE, NO, PLAY, STOP, Box, Counting, Deploying, Drawing, Moving, Step
from bivouac.titles.lincoln.printed.tables import (
    COPIES,
    FREE_COPIES,
    GATES,
    IS_BENEFIT,
    IS_FREE,
    KINDS_OF,
    RAID,
    RAIL_CARD,
    SET,
    TABLES,
    TEXT,
    TEXT_KIND,
)
from bivouac.titles.lincoln.state import NO_CARD, UNION, State

FREE_DRAW = TABLES.effects.free_draw
RAID_DISCARDS = TABLES.effects.raid_discards

# --- hand, discards, draw pile --------------------------------------------------------------------------------------


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


def discard(s: State, side: int, card: int) -> None:
    """LIN-deploy-o: a card used for anything but its top part is merely discarded."""
    s.hand[card] -= 1
    s.held[side] -= 1
    s.pile[card] += 1
    s.top[side] = card
    s.tell(DISCARDED, side, card)


def draw_cards(s: State, side: int, left: int) -> None:
    """Ask the draw pile for `left` more cards of a side; the frame on top is replaced, and gone when there is nothing to draw."""
    if left > 0 and s.left[side] == 0:
        reshuffle(s, side)
        if s.outcome is not None:
            return
    if left > 0 and s.left[side]:
        s.stack = (*s.stack[:-1], Drawing(Box.DRAW, side, left))
    else:
        s.stack = s.stack[:-1]


def in_deck(s: State, f: Drawing) -> Sequence[int]:
    deck = s.deck
    return [k for k in KINDS_OF[f.side] if deck[k]]


def weights_in_deck(s: State, f: Drawing) -> Sequence[int]:
    deck = s.deck
    return [deck[k] for k in s.options]


def draw(s: State, f: Drawing, a: int) -> None:
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
    draw_cards(s, side, f.left - 1)


def reshuffle(s: State, side: int) -> None:
    """LIN-deck-a to LIN-deck-e: a card must be drawn and the pile is empty. First the Union's test, then the discards become the draw pile,
    with pile I at the first reshuffle and pile II at the second."""
    number = s.shuffles[side] + 1
    if side == UNION and _test_union(s, number):
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


def _test_union(s: State, number: int) -> bool:
    """LIN-vic-a, LIN-vic-b, LIN-vic-c, LIN-vic-f: the gates; the third exhaustion ends the game at once (LIN-deck-d)."""
    points, gate = s.points(), GATES[number - 1]
    s.tell(GATE, points, gate, number)
    if points < gate:
        s.finish(
            Outcome(Side.CSA, ("LIN-vic-a", "LIN-vic-b", "LIN-vic-c")[number - 1], ("first_gate", "second_gate", "last_gate")[number - 1])
        )
    elif number == len(GATES):
        s.finish(Outcome(Side.UNION, "LIN-vic-f", "points"))
    return s.outcome is not None


# --- the discard action ---------------------------------------------------------------------------------------------


def more_to_discard(s: State, f: Step) -> Sequence[int]:
    return [STOP, *in_hand(s, s.active)]


def discard_more(s: State, f: Step, a: int) -> None:
    """LIN-act-d: any number of cards for one action."""
    if a != STOP:
        discard(s, s.active, a)
    if a == STOP or not s.held[s.active]:
        s.stack = s.stack[:-1]


def begin_discarding(s: State, card: int) -> None:
    discard(s, s.active, card)
    if s.held[s.active]:
        s.push(DISCARD_MORE)


# --- text actions ---------------------------------------------------------------------------------------------------


@clause("LIN-card-a")
def has_a_text(s: State, f: object, a: int) -> Verdict:
    """A card action needs a card with a text."""
    return not PLAY <= a < PLAY + 100 or TEXT[a - PLAY] >= 0 or refuse(card=Name("card", a - PLAY))


@clause("LIN-card-g")
def is_no_defence(s: State, f: object, a: int) -> Verdict:
    """Benefit cards are for the defender in a combat."""
    return not PLAY <= a < PLAY + 100 or not IS_BENEFIT[a - PLAY] or refuse(card=Name("card", a - PLAY))


@clause("LIN-card-c")
def is_not_the_same_copy(s: State, f: object, a: int) -> Verdict:
    """A free card is not played more often in a turn than it has copies, even when it comes back through a reshuffle."""
    return not PLAY <= a < PLAY + 100 or not IS_FREE[a - PLAY] or s.frees < FREE_COPIES[s.active] or refuse(n=FREE_COPIES[s.active])


def play_text(s: State, card: int) -> None:
    """LIN-card-a: the text of a card is carried out by discarding it. The action, if it costs one, is already counted."""
    side, text = s.active, TEXT[card]
    leave_hand(s, side, card)
    to_pile(s, side, card)
    s.tell(PLAYED, side, card, text)
    if TEXT_KIND[text] == "free":
        s.frees += 1
        s.push(None)
        draw_cards(s, side, FREE_DRAW)
    elif text == RAID:
        s.push(Step(Box.COUNTER_RAID))
    elif text == RAIL_CARD:
        s.push(Moving(Box.LIFT, -1, 0, 0, TABLES.effects.rail_counters - 1))
    else:
        s.push(Deploying(Box.BONDS, NO_CARD, TABLES.effects.bond_units, 0))


# --- Cavalry Raid ---------------------------------------------------------------------------------------------------


def raid_answers(s: State, f: Step) -> Sequence[int]:
    return [NO, *(CANCEL + k for k in in_hand(s, 1 - s.active))]


@clause("LIN-card-f")
def is_a_raid_too(s: State, f: object, a: int) -> Verdict:
    """A raid is cancelled only by a Cavalry Raid of one's own."""
    return a == NO or TEXT[a - CANCEL] == RAID or refuse(card=Name("card", a - CANCEL))


def answer_raid(s: State, f: Step, a: int) -> None:
    """LIN-card-f: cancelled by the victim's own raid, for which he draws a card; or two cards of his hand are lost at random."""
    victim = 1 - s.active
    if a == NO:
        lost = min(RAID_DISCARDS, s.held[victim])
        s.stack = (*s.stack[:-1], Counting(Box.RAID, victim, lost)) if lost else s.stack[:-1]
        return
    card = a - CANCEL
    leave_hand(s, victim, card)
    to_pile(s, victim, card)
    s.tell(RAID_CANCELLED, victim, card)
    draw_cards(s, victim, 1)


def in_victims_hand(s: State, f: Counting) -> Sequence[int]:
    return in_hand(s, f.side)


def weights_in_hand(s: State, f: Counting) -> Sequence[int]:
    hand = s.hand
    return [hand[k] for k in s.options]


def lose_to_raid(s: State, f: Counting, a: int) -> None:
    leave_hand(s, f.side, a)
    to_pile(s, f.side, a)
    s.tell(RAIDED, f.side, a)
    s.stack = (*s.stack[:-1], Counting(Box.RAID, f.side, f.left - 1)) if f.left > 1 else s.stack[:-1]
