"""What a match leaves for those who study it, see `core.chronicle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.chronicle import Chronicle, Fall, Fight
from bivouac.core.events import Event
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ATTACK_TOGETHER, ATTACKS
from bivouac.titles.yankees_rebels.printed.units import GONE, SIDE
from bivouac.titles.yankees_rebels.state import State


def fight(before: State, event: Event) -> Fight | None:
    if event.kind not in (ATTACKS, ATTACK_TOGETHER):
        return None
    named = dict(zip((blank for blank, _ in event.kind.blanks), event.values))
    return Fight(SIDE[named["unit"]], Name("hex", before.where[named["target"]]))


def falls(before: State, after: State, events: Sequence[Event]) -> Sequence[Fall]:
    if before.where == after.where:
        return ()
    return [Fall(SIDE[u], Name("hex", frm)) for u, (frm, to) in enumerate(zip(before.where, after.where)) if frm >= 0 and to == GONE]


CHRONICLE: Final = Chronicle(fight, falls)
