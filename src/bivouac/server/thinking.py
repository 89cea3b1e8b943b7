"""Computer players at the table: whoever is asked thinks, and its answers are played as anybody's are."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from bivouac.core.ids import Side
from bivouac.server.hourglass import Hourglass
from bivouac.server.live import Live
from bivouac.server.players import Players, Position

STAND_IN = "veteran"  # answers where another computer player fails
LOG = logging.getLogger("bivouac.server")
A_WHILE = 0.3


class Thinking:
    """`play` plays one answer of a side at a table."""

    def __init__(self, players: Players, play: Callable[[Live, Side, int], None]) -> None:
        self.players = players
        self._play = play
        self._tasks: set[asyncio.Task[None]] = set()

    def poke(self, live: Live) -> None:
        """If a computer player is asked, let it think."""
        if live.thinking is None and not live.gone and live.agent_of(live.asked) is not None:
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

    async def _think(self, live: Live) -> None:
        live.notice()
        try:
            while not live.gone and (side := live.asked) is not None and (agent := live.agent_of(side)) is not None:
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

    async def _decided_or_stood_in_for(self, live: Live, side: Side, agent: str) -> list[int]:
        try:
            return await self._decided(live, side, agent)
        except Exception:
            LOG.exception("%s failed in match %s; %s answers for it", agent, live.id, STAND_IN)
            return await self._decided(live, side, STAND_IN)

    async def _decided(self, live: Live, side: Side, agent: str) -> list[int]:
        """What a computer player answers next; who looks on is told when that takes a while."""
        loop, soon = asyncio.get_running_loop(), None
        glass = live.glass
        new_turn = glass.is_new((int(side), live.turn()))

        def begun() -> None:
            nonlocal soon
            glass.begin()
            soon = loop.call_later(A_WHILE, live.notice)

        seat = f"{live.id} {int(side)} {live.undo_revision}"
        try:
            decided = await self.players.decide(Position.of(live.match), seat, agent, live.seconds_of(side), begun, new_turn=new_turn)
            live.plans[side] = decided.plan
            return decided.answers
        finally:
            glass.rest()
            if soon is not None:
                soon.cancel()

    async def _play_all(self, live: Live, side: Side, answers: Iterable[int], revision: int) -> None:
        """As long as nobody has changed anything since the thought began."""
        for answer in answers:
            if live.gone or live.revision != revision or live.asked != side or live.agent_of(side) is None:
                return
            self._play(live, side, answer)
            revision = live.revision
            await asyncio.sleep(0)
