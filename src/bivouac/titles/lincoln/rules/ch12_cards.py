"""The text actions of cards, and the discard action."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import PLAYED, RAID_CANCELLED, RAIDED
from bivouac.titles.lincoln.frames import AT, CANCEL, NO, PLAY, STOP, At, Box, Counting, Moving, does
from bivouac.titles.lincoln.printed.units import FREE_COPIES, IS_BENEFIT, IS_FREE, NO_TEXT, RAID, RAIL_CARD, TABLES, TEXT
from bivouac.titles.lincoln.rules.ch20_decks import discard, draw_cards, in_hand, spend
from bivouac.titles.lincoln.state import State

EFFECTS = TABLES.effects

# --- the discard action ---------------------------------------------------------------------------------------------


def more_to_discard(s: State, f: At) -> Sequence[int]:
    return [STOP, *in_hand(s, s.active)]


def discard_more(s: State, f: At, a: int) -> None:
    """LIN-act-d: any number of cards for one action."""
    s.pop()
    if a != STOP:
        discard_on(s, a)


def discard_on(s: State, card: int) -> None:
    discard(s, s.active, card)
    if s.held[s.active]:
        s.push(AT[Box.DISCARD_MORE])


# --- text actions ---------------------------------------------------------------------------------------------------


@clause("LIN-card-a")
def has_a_text(s: State, f: object, a: int) -> Verdict:
    """A card action needs a card with a text."""
    return not does(a, PLAY) or TEXT[a - PLAY] != NO_TEXT or refuse(card=Name("card", a - PLAY))


@clause("LIN-card-g")
def is_no_defence(s: State, f: object, a: int) -> Verdict:
    """Benefit cards are for the defender in a combat."""
    return not does(a, PLAY) or not IS_BENEFIT[a - PLAY] or refuse(card=Name("card", a - PLAY))


@clause("LIN-card-c")
def is_not_the_same_copy(s: State, f: object, a: int) -> Verdict:
    """A free card is not played more often in a turn than it has copies, even when it comes back through a reshuffle."""
    return not does(a, PLAY) or not IS_FREE[a - PLAY] or s.frees < FREE_COPIES[s.active] or refuse(n=FREE_COPIES[s.active])


def play_text(s: State, card: int) -> None:
    """LIN-card-a: the text of a card is carried out by discarding it. The action, if it costs one, is already counted."""
    side, text = s.active, TEXT[card]
    spend(s, side, card)
    s.tell(PLAYED, side, card, text)
    if IS_FREE[card]:
        s.frees += 1
        draw_cards(s, side, EFFECTS.free_draw)
    elif text == RAID:
        s.push(AT[Box.COUNTER_RAID])
    elif text == RAIL_CARD:
        s.push(Moving(Box.LIFT, -1, 0, 0, EFFECTS.rail_counters - 1))
    else:
        s.push(Counting(Box.BONDS, side, EFFECTS.bond_units))


# --- Cavalry Raid ---------------------------------------------------------------------------------------------------


def raid_answers(s: State, f: At) -> Sequence[int]:
    return [NO, *(CANCEL + k for k in in_hand(s, 1 - s.active))]


@clause("LIN-card-f")
def is_a_raid_too(s: State, f: At, a: int) -> Verdict:
    """A raid is cancelled only by a Cavalry Raid of one's own."""
    return a == NO or TEXT[a - CANCEL] == RAID or refuse(card=Name("card", a - CANCEL))


def answer_raid(s: State, f: At, a: int) -> None:
    """LIN-card-f: cancelled by the victim's own raid, for which he draws a card; or two cards of his hand are lost at random."""
    victim = 1 - s.active
    s.pop()
    if a == NO:
        _raid_on(s, victim, min(EFFECTS.raid_discards, s.held[victim]))
        return
    spend(s, victim, a - CANCEL)
    s.tell(RAID_CANCELLED, victim, a - CANCEL)
    draw_cards(s, victim, 1)


def _raid_on(s: State, victim: int, left: int) -> None:
    if left:
        s.push(Counting(Box.RAID, victim, left))


def in_victims_hand(s: State, f: Counting) -> Sequence[int]:
    return in_hand(s, f.side)


def weights_in_hand(s: State, f: Counting) -> Sequence[int]:
    hand = s.hand
    return [hand[k] for k in s.options]


def lose_to_raid(s: State, f: Counting, a: int) -> None:
    spend(s, f.side, a)
    s.tell(RAIDED, f.side, a)
    s.pop()
    _raid_on(s, f.side, f.left - 1)
