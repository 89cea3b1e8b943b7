"""A match in play: the match itself, who sits at it, who looks on, and what they have been told."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Protocol

from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.table import Layout
from bivouac.core.title import Title
from bivouac.match import Match
from bivouac.match.gestures import Reach
from bivouac.server.hourglass import Hourglass
from bivouac.server.seats import parse_seats
from bivouac.server.store import Key, Row

SHOWN = 160

Log = list[tuple[int, list[Event]]]  # the number of an answer (-1: setting up), and what followed from it


class Onlooker(Protocol):
    """Somebody connected to a match. `offer` must not wait."""

    key: Key
    serial: int

    def offer(self, live: Live, *, by: int | None) -> None: ...

    def notice(self, live: Live) -> None:
        """Nothing happened on the table, but who is there or thinking has changed."""
        ...


class Live:
    def __init__(self, row: Row, match: Match, log: Log, most_seconds: float) -> None:
        self.id = row.id
        self.match = match
        self.seats = parse_seats(row.seats)
        self.most_seconds = most_seconds
        self.watch = row.watch
        self.revision = row.revision
        self.log = log
        self.request: int | None = None
        self.thinking: int | None = None
        self.thought: asyncio.Task[None] | None = None
        self.glass = Hourglass()
        self.onlookers: set[Onlooker] = set()
        self.lock = asyncio.Lock()
        self.course_lock = asyncio.Lock()
        self.undo_revision = self.revision
        self.gone = False
        self._layouts: dict[int | None, tuple[int, Layout]] = {}
        self._reach: tuple[int, Reach] | None = None

    @property
    def title(self) -> Title[State]:
        return self.match.title

    @property
    def serial(self) -> int:
        return len(self.match.answers)

    @property
    def asked(self) -> Side | None:
        state = self.match.state
        return self.title.flow.side(state) if state.stack else None

    def layout(self, side: Side | None) -> Layout:
        known = self._layouts.get(side)
        if known is None or known[0] != self.revision:
            known = (self.revision, self.title.table.layout(self.title.view(self.match.state, side)))
            self._layouts[side] = known
        return known[1]

    def reach(self) -> Reach:
        """The gestures of the side that is asked now."""
        if self._reach is None or self._reach[0] != self.revision:
            self._reach = (self.revision, Reach(self.title, self.match.state.clone()))
        return self._reach[1]

    def agent_of(self, side: int | None) -> str | None:
        """Which computer player answers for a side, if one does."""
        return self.seats[side].agent if side in SIDES else None

    def seconds_of(self, side: int) -> float:
        """How long a computer player may think about a turn of this side."""
        return min(self.seats[side].seconds, self.most_seconds)

    def turn(self) -> int:
        """Changes whenever the move passes on."""
        return self.title.advice.turn(self.match.state) if self.title.advice is not None and self.match.state.stack else 0

    def is_here(self, side: int) -> bool:
        return any(side in o.key.sides for o in self.onlookers)

    def publish(self, by: int | None) -> None:
        for onlooker in tuple(self.onlookers):
            onlooker.offer(self, by=by)

    def notice(self) -> None:
        for onlooker in tuple(self.onlookers):
            onlooker.notice(self)


def forgets(live: Live, side: Side, answer: int) -> int:
    """How many things on the table could still be used that this answer, a button, would leave behind for good; 0 if nothing is lost.

    It is tried in a world that this side cannot tell from the true one, so that asking betrays nothing.
    """
    title, match = live.title, live.match
    if answer not in match.state.options or title.choice(match.state, answer).targets:
        return 0
    others = [c for c in match.choices() if c.targets]
    if not others:
        return 0
    world = title.determinize(match.state, side, Random(live.revision))
    world.log = []
    title.play(world, answer)
    passed = not world.stack or title.flow.side(world) != side or any(e.kind.heading for e in world.log)
    return len({c.targets[0] for c in others}) if passed else 0
