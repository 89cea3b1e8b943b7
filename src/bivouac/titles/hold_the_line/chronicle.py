"""What a match leaves for those who study it, see `core.chronicle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.chronicle import Chronicle, Fall, Fight
from bivouac.core.events import Event
from bivouac.core.text import Name
from bivouac.titles.hold_the_line.events import ASSAULTED, BOMBARDED, FIRED
from bivouac.titles.hold_the_line.printed.map import GONE
from bivouac.titles.hold_the_line.state import State

SHOTS: Final = (FIRED, ASSAULTED, BOMBARDED)


def fight(before: State, event: Event) -> Fight | None:
    return Fight(before.active, Name("hex", event.facts["to"].id)) if event.kind in SHOTS else None  # type: ignore[union-attr]


def falls(before: State, after: State, events: Sequence[Event]) -> Sequence[Fall]:
    """Units and leaders out of play."""
    if before.pos == after.pos:
        return ()
    side = before.field.side_of
    return [Fall(side[p], Name("hex", frm)) for p, (frm, to) in enumerate(zip(before.pos, after.pos)) if frm >= 0 and to == GONE]


CHRONICLE: Final = Chronicle(fight, falls)
