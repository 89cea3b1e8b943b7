"""What a match leaves for those who study it, see `core.chronicle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.chronicle import Chronicle, Fall, Fight
from bivouac.core.events import Event
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import BATTLE_BEGINS
from bivouac.titles.house_divided.printed.units import PIECES, SIDE_OF
from bivouac.titles.house_divided.state import State


def fight(before: State, event: Event) -> Fight | None:
    if event.kind is not BATTLE_BEGINS:
        return None
    box, side = event.values
    return Fight(side, Name("box", box))


def falls(before: State, after: State, events: Sequence[Event]) -> Sequence[Fall]:
    """Units that have left the map; a leader is only driven off."""
    if before.box == after.box:
        return ()
    return [Fall(SIDE_OF[p], Name("box", before.box[p])) for p in range(PIECES) if before.box[p] >= 0 > after.box[p]]


CHRONICLE: Final = Chronicle(fight, falls)
