"""The text actions of cards, and the discard action."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.kit.bits import bits
from bivouac.core.legality import closes
from bivouac.titles.lincoln.events import PLAYED, RAID_CANCELLED, RAIDED
from bivouac.titles.lincoln.frames import AT, At, Box, Counting, Moving
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.rules.ch20_decks import discard, draw_cards, has_cards_to_draw, spend
from bivouac.titles.lincoln.state import DISCARDING, State

EFFECTS = units.TABLES.effects

# --- the discard action ---------------------------------------------------------------------------------------------


@closes("LIN-act-d")
def is_an_action(s: State, f: At) -> int:
    """Discarding is an action only where the match is played so."""
    return 0 if s.switches & DISCARDING else units.ALL_CARDS


def discard_one(s: State, f: At, card: int) -> None:
    """LIN-act-d: any number of cards for one action."""
    discard(s, s.active, card)
    if not s.held[s.active]:
        s.pop()


def stop(s: State, f: object, n: int) -> None:
    """No more of what may be done several times."""
    s.pop()


# --- text actions ---------------------------------------------------------------------------------------------------


@closes("LIN-card-a")
def has_a_text(s: State, f: At) -> int:
    """A card action needs a card with a text."""
    return units.NO_TEXT_CARDS


@closes("LIN-card-g")
def is_no_defence(s: State, f: At) -> int:
    """Benefit cards are for the defender in a combat."""
    return units.BENEFITS


@closes("LIN-card-c")
def draws_more_than_itself(s: State, f: At) -> int:
    """A free card is not played where it would only come back to the hand: its side has no other card to draw."""
    return 0 if s.left[s.active] or has_cards_to_draw(s, s.active) else units.FREE_CARDS


def play_text(s: State, card: int) -> None:
    """LIN-card-a: the text of a card is carried out by discarding it. The action, if it costs one, is already counted."""
    side, text = s.active, units.TEXT[card]
    spend(s, side, card)
    s.tell(PLAYED, side, card, text)
    if units.IS_FREE[card]:
        draw_cards(s, side, EFFECTS.free_draw)
    elif text == units.RAID:
        s.push(AT[Box.COUNTER_RAID])
    elif text == units.RAIL_CARD:
        s.push(Moving(Box.LIFT, by_card=EFFECTS.rail_counters - 1))
    else:
        s.push(Counting(Box.BONDS, side, EFFECTS.bond_units))


# --- Cavalry Raid ---------------------------------------------------------------------------------------------------


@closes("LIN-card-f")
def is_a_raid_too(s: State, f: At) -> int:
    """A raid is cancelled only by a Cavalry Raid of one's own."""
    return units.ALL_CARDS & ~units.WITH_TEXT[units.RAID]


def suffer_raid(s: State, f: At, n: int) -> None:
    """LIN-card-f: two cards of the victim's hand are lost at random."""
    s.pop()
    _raid_on(s, 1 - s.active, min(EFFECTS.raid_discards, s.held[1 - s.active]))


def cancel_raid(s: State, f: At, card: int) -> None:
    """LIN-card-f: or the victim cancels it with his own raid, for which he draws a card."""
    victim = 1 - s.active
    s.pop()
    spend(s, victim, card)
    s.tell(RAID_CANCELLED, victim, card)
    draw_cards(s, victim, 1)


def _raid_on(s: State, victim: int, left: int) -> None:
    if left:
        s.push(Counting(Box.RAID, victim, left))


def in_victims_hand(s: State, f: Counting) -> Sequence[int]:
    return bits(s.kinds[f.side])


def weights_in_hand(s: State, f: Counting) -> Sequence[int]:
    hand = s.hand
    return [hand[k] for k in s.options]


def lose_to_raid(s: State, f: Counting, a: int) -> None:
    spend(s, f.side, a)
    s.tell(RAIDED, f.side, a)
    s.pop()
    _raid_on(s, f.side, f.left - 1)
