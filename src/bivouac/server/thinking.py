"""Computer players at the table: whoever is asked thinks, and its answers are played as anybody's are."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from bivouac.core.ids import Side
from bivouac.server.hourglass import Hourglass
from bivouac.server.live import Live
from bivouac.server.metrics import METRICS
from bivouac.server.players import Players, Position
from bivouac.server.seats import LESSON, rank_of

STAND_IN = "veteran"  # answers where another computer player fails
LOG = logging.getLogger("bivouac.server")
A_WHILE = 0.3
ALONE = 900.0  # seconds for which computers play on where nobody looks
UNATTENDED = 3.0  # seconds for a turn there


class Thinking:
    """`play` plays one answer of a side at a table."""

    def __init__(self, players: Players, play: Callable[[Live, Side, int], Awaitable[None]]) -> None:
        self.players = players
        self._play = play
        self.is_elsewhere = False  # workers of their own take the thoughts from the database
        self._tasks: set[asyncio.Task[None]] = set()

    def poke(self, live: Live) -> None:
        """If a computer player is asked, let it think."""
        if self.is_elsewhere or live.is_gone or live.is_broken:
            return
        if live.thinking is None and live.agent_of(live.asked) is not None:
            live.thinking = int(live.asked or 0)
            live.thought = task = asyncio.get_running_loop().create_task(self._think(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def break_off(self, live: Live) -> None:
        """Nobody waits any more for what a computer player is thinking about."""
        if live.thought is not None:
            live.thought.cancel()
            live.thinking = live.thought = None
            live.glass = Hourglass()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def think_once(self, live: Live) -> None:
        """Think and answer for as long as the side that is asked now is asked; when this returns, that is over or broken off."""
        side = live.asked
        if live.thinking is None and live.agent_of(side) is not None:
            live.thinking = int(side or 0)
            live.thought = task = asyncio.get_running_loop().create_task(self._think(live, only=side))
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])

    async def _think(self, live: Live, only: Side | None = None) -> None:
        live.notice()
        try:
            while self._goes_on(live) and (side := live.asked) is not None and (agent := live.agent_of(side)) is not None:
                if only not in (None, side):
                    return
                live.thinking = int(side)
                revision = live.revision
                answers = await self._decided_or_stood_in_for(live, side, agent)
                async with live.lock:
                    await self._play_all(live, side, answers, revision)
        except Exception:
            LOG.exception("a computer player failed in match %s", live.id)
        finally:
            if live.thought is asyncio.current_task():
                live.thinking = live.thought = None
                live.notice()

    @staticmethod
    def _goes_on(live: Live) -> bool:
        """A match that nobody has looked at for a while waits until somebody does."""
        return not live.is_gone and (live.is_attended or time.monotonic() - live.used < ALONE)

    async def _decided_or_stood_in_for(self, live: Live, side: Side, agent: str) -> list[int]:
        try:
            return await self._decided(live, side, agent)
        except Exception:
            LOG.exception("%s failed in match %s; %s answers for it", agent, live.id, STAND_IN)
            return await self._decided(live, side, STAND_IN)

    async def _decided(self, live: Live, side: Side, agent: str) -> list[int]:
        """What a computer player answers next; who looks on is told when that takes a while."""
        if live.course is not None and agent == LESSON:
            return [live.course.reply(live.match)]
        loop, soon = asyncio.get_running_loop(), None
        glass = live.glass
        new_turn = glass.is_new((int(side), live.turn()))

        def begun() -> None:
            nonlocal soon
            glass.begin()
            soon = loop.call_later(A_WHILE, live.notice)

        seat = f"{live.id} {int(side)} {live.rewound}"
        seconds = live.seconds_of(side) if live.is_attended else min(live.seconds_of(side), UNATTENDED)
        rank = rank_of(agent, attended=live.is_attended)
        try:
            METRICS.thoughts += 1
            decided = await self.players.decide(Position.of(live.match), seat, agent, seconds, begun, new_turn=new_turn, rank=rank)
            live.plans[side] = decided.plan
            return decided.answers
        finally:
            glass.rest()
            if soon is not None:
                soon.cancel()

    async def _play_all(self, live: Live, side: Side, answers: Iterable[int], revision: int) -> None:
        """As long as nobody has changed anything since the thought began."""
        for answer in answers:
            if live.is_gone or live.revision != revision or live.asked != side or live.agent_of(side) is None:
                return
            await self._play(live, side, answer)
            revision = live.revision
