"""What a side holds, by what it has done: it keeps the cards that help in combat and plays recruits and drafts at once, and whatever lies
face down was chosen to win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bivouac.core.beliefs import Beliefs, Odds
from bivouac.titles.lincoln.printed.map import FILES
from bivouac.titles.lincoln.printed.units import KINDS, KINDS_DATA, KINDS_OF
from bivouac.titles.lincoln.state import NO_CARD, State
from bivouac.titles.lincoln.view import sample

IN_HAND: Final = "hand"
FACE_DOWN: Final = "face_down"
CARD: Final = tuple(card.id for card in KINDS_DATA)


def clues(s: State, side: int) -> Iterator[tuple[str, str]]:
    """The cards in a side's hand, and the one that it has laid face down."""
    for k in KINDS_OF[side]:
        for _ in range(s.hand[k]):
            yield IN_HAND, CARD[k]
    if s.combat is not None and s.active == side and s.combat.card != NO_CARD:
        yield FACE_DOWN, CARD[s.combat.card]


def odds_of_cards(odds: Odds) -> tuple[tuple[float, ...], tuple[float, ...]]:
    in_hand, face_down = odds.get(IN_HAND, {}), odds.get(FACE_DOWN, {})
    return tuple([in_hand.get(CARD[k], 1.0) for k in range(KINDS)]), tuple([face_down.get(CARD[k], 1.0) for k in range(KINDS)])


BELIEFS: Final = Beliefs(FILES.package, clues, odds_of_cards, sample)
