"""For who runs it: is the process alive, can it serve, what has it done; and what it does now and then by itself."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import time
from collections.abc import Callable, Iterable

from litestar import MediaType, Response, get

from bivouac.server import protocol
from bivouac.server.admin import banned_now, expire
from bivouac.server.breath import next_look
from bivouac.server.hub import Hub
from bivouac.server.metrics import METRICS
from bivouac.server.requests import Req, hub_of

LOG = logging.getLogger("bivouac.server")
RARELY = 3600.0  # seconds
GIVEN_BACK = 10.0  # seconds between two times that memory is given back
SLACK = 5.0  # seconds that are looked back for changes: the time between two looks, and by how much clocks may differ


@get("/health", sync_to_thread=False)
def health() -> protocol.Health:
    """The process is alive."""
    return protocol.Health("alive")


@get("/ready")
async def ready(request: Req) -> Response[protocol.Health]:
    """Matches can be played: the database answers."""
    hub = hub_of(request)
    try:
        well = await asyncio.wait_for(asyncio.to_thread(hub.store.is_well), 2)  # not behind those who wait for their tables
    except TimeoutError:
        well = False
    return Response(protocol.Health("ready" if well else "waiting"), status_code=200 if well else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Req) -> str:
    """Counters in the form of Prometheus."""
    hub = hub_of(request)
    return METRICS.shown(len(hub.tables), hub.players.waiting)


HANDLERS = (health, ready, metrics)


class Housekeeping:
    """What is done now and then: tables that nobody uses are let go, bans are read, what has expired is deleted."""

    def __init__(self, hub: Hub, days: float) -> None:
        self.hub, self.days = hub, days
        self.bans: frozenset[str] = frozenset()

    def is_banned(self, who: str) -> bool:
        return who in self.bans

    async def go_on(self) -> None:
        expired, given_back, most = 0.0, 0.0, 0
        while True:
            with contextlib.suppress(Exception):  # the database may be away; requests say so
                await self._look()
                if self.days and time.monotonic() - expired > RARELY:
                    expired = time.monotonic()
                    await self.hub.writing(expire, self.hub.store, self.days)
            left = self.hub.tidy()
            most = max(most, left)
            if left <= most / 2 and most and time.monotonic() - given_back > GIVEN_BACK:
                given_back, most = time.monotonic(), left
                await self.hub.looking(give_back, self.hub.forgetting)
            await next_look()

    async def _look(self) -> None:
        """What others may have done: bans, links that were taken away, and changes, should a word of another process have been lost or
        somebody have changed the database by hand. One look for all of it."""
        store = self.hub.store
        self.bans, changed, were_taken_away = await self.hub.looking(
            lambda: (banned_now(store), store.revisions(time.time() - SLACK), store.were_taken_away())
        )
        if were_taken_away:
            await self.hub.send_away()
        for match, revision in changed.items():
            live = self.hub.table(match)
            if live is not None and live.revision < revision:
                await self.hub.refresh(live)


def give_back(forgetting: Iterable[Callable[[], None]]) -> None:
    """The memory of tables that were let go, to the machine. The little that is remembered of each, addresses, names and what was said,
    lies between what was theirs, and would hold on to all of it. To look for it takes long where many are left, so that this is done when
    half of all have gone."""
    for forget in forgetting:
        forget()
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):  # there is no such call but with glibc
        ctypes.CDLL(None).malloc_trim(0)
