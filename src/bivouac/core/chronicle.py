"""What a student of matches reads out of a title's log and positions: where was fought, and where pieces fell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bivouac.core.events import Event
from bivouac.core.text import Name


class Fight(NamedTuple):
    """A battle, an assault or a fire begins: by whom, for which place."""

    attacker: int
    place: Name


class Fall(NamedTuple):
    """A piece is lost for good: whose it was, and where it stood. The place is one of the board's (`Place.id`)."""

    side: int
    place: Name


class Chronicle(NamedTuple):
    """
    fight  the fight that an event begins, if it does; the position is the one before the answer that led to it
    falls  the pieces that an answer cost, from the positions before and after it and the events in between
    """

    fight: Callable[[Any, Event], Fight | None]
    falls: Callable[[Any, Any, Sequence[Event]], Sequence[Fall]]
