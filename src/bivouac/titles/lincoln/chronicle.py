"""What a match leaves for those who study it, see `core.chronicle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.chronicle import Chronicle, Fall, Fight
from bivouac.core.events import Event
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import ATTACKED, FORT_RAZED, LOST, NO_RETREAT
from bivouac.titles.lincoln.state import State


def fight(before: State, event: Event) -> Fight | None:
    if event.kind is not ATTACKED:
        return None
    side, location = event.values
    return Fight(side, Name("location", location))


def falls(before: State, after: State, events: Sequence[Event]) -> Sequence[Fall]:
    """Armies lost in combat or without a retreat, and forts that were razed."""
    found: list[Fall] = []
    for event in events:
        if event.kind in (LOST, NO_RETREAT):
            side, units, half = event.values
            found += [Fall(side, Name("half", half))] * len(units)
        elif event.kind is FORT_RAZED:
            side, half = event.values
            found.append(Fall(side, Name("half", half)))
    return found


CHRONICLE: Final = Chronicle(fight, falls)
