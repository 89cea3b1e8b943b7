"""What a match leaves for those who study it, see `core.chronicle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.chronicle import Chronicle, Fall, Fight
from bivouac.core.events import Event
from bivouac.core.text import Name
from bivouac.titles.gettysburg.events import ASSAULT, ELIMINATED_PIECE
from bivouac.titles.gettysburg.printed.units import SIDE
from bivouac.titles.gettysburg.state import State


def fight(before: State, event: Event) -> Fight | None:
    if event.kind is not ASSAULT:
        return None
    side, place = event.values
    return Fight(side, Name("place", place))


def falls(before: State, after: State, events: Sequence[Event]) -> Sequence[Fall]:
    return [
        Fall(SIDE[piece], Name("place", place))
        for kind, (piece, place) in ((e.kind, e.values[:2]) for e in events if e.kind is ELIMINATED_PIECE)
    ]


CHRONICLE: Final = Chronicle(fight, falls)
