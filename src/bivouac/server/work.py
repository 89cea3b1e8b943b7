"""`bivouac work`: a process in which computer players think for all the tables of a shared database.

The thought that a table waits for is a row, written with the answer that led to it. A worker takes the first by rank and age, holds it
for a few seconds at a time, and answers as anybody does. If it dies, its hold runs out and another takes the row; if the match has moved on
meanwhile, the answer is refused. So nothing is lost, and nothing is answered twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

from bivouac.server.hub import Hub
from bivouac.server.others import Others
from bivouac.server.players import Players
from bivouac.server.settings import Settings
from bivouac.server.store import Store

LOG = logging.getLogger("bivouac.worker")
HOLD, RENEW, IDLE = 10.0, 3.0, 2.0


class Worker:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.hub = Hub(store, Players(settings.workers), settings.seconds)
        self.hub.thinking.is_elsewhere = False
        self.size = settings.workers

    async def run(self) -> None:
        """Until it is stopped."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        others = Others(self.hub)
        tasks = [asyncio.create_task(work) for work in (others.go_on(), self._hold(), *(self._think(others) for _ in range(self.size)))]
        print("Bivouac: thinking", flush=True)
        await stop.wait()
        for task in tasks:
            task.cancel()
        others.close()
        self.hub.close()
        self.hub.players.close()
        with contextlib.suppress(Exception):
            self.store.let_go_of_all()
        self.store.close()

    async def _hold(self) -> None:
        """What this worker thinks about stays its own."""
        while True:
            await asyncio.sleep(RENEW)
            with contextlib.suppress(Exception):
                await self.hub.writing(self.store.hold, HOLD)
            self.hub.tidy()

    async def _think(self, others: Others) -> None:
        while True:
            try:
                match = await self.hub.writing(self.store.next_thought, HOLD)
                if match is None:
                    others.thought_wanted.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(others.thought_wanted.wait(), IDLE)
                else:
                    await self._answer(match)
            except Exception as e:
                LOG.warning("a thought failed: %s: %s", type(e).__name__, e)
                await asyncio.sleep(1)

    async def _answer(self, match: str) -> None:
        """Think and answer for as long as the same side is asked."""
        try:
            live = await self.hub.get(match)
            await self.hub.refresh(live)
            if live.agent_of(live.asked) is None:
                await self.hub.writing(self.store.drop_thought, match)
            await self.hub.thinking.think_once(live)
        finally:
            await self.hub.writing(self.store.let_go, match)


def work(settings: Settings, store: Store) -> None:
    asyncio.run(Worker(store, settings).run())
