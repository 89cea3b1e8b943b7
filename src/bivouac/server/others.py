"""Several processes on one database: each hears what the others have stored, and who is connected there.

PostgreSQL carries the words (LISTEN and NOTIFY). `rev` comes with the change itself, so that it is heard if and only if that was stored,
and brings the answers where they are all that is new, so that nobody needs to read them; should a word be lost, the revisions of what has
changed lately are read every few seconds all the same (operating.py).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

from bivouac.server.breath import next_look
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.store import Store

LOG = logging.getLogger("bivouac.server")
AGAIN = 0.5  # seconds after which one listens again
SILENT = 7.0  # seconds after which a process that gives no sign of life is no more


class Ear:
    """Hears what is said on the channel."""

    def __init__(self, store: Store, hear: Callable[[str], None]) -> None:
        self.store, self.hear = store, hear
        self._task = asyncio.get_running_loop().create_task(self._listen())

    def close(self) -> None:
        self._task.cancel()

    async def _listen(self) -> None:
        while True:
            why = "the connection was lost"
            try:
                await self.store.listen(self.hear)
            except Exception as e:  # the database went away: try again
                why = type(e).__name__
            LOG.warning("the other processes cannot be heard: %s", why)
            await asyncio.sleep(AGAIN)


class Others:
    """What is heard, and what is said."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.name = hub, hub.store.name
        self._heard: dict[str, float] = {}  # when a process was last heard
        self._said: dict[str, str] = {}  # by match: who we last said is connected here
        self._tasks: set[asyncio.Task[None]] = set()
        self._ear = Ear(hub.store, self.hear)
        self.thought_wanted = asyncio.Event()
        hub.others = self.say_who_is_here

    def close(self) -> None:
        self._ear.close()

    async def go_on(self) -> None:
        while True:
            self._say(f"alive {self.name}")
            self._let_go(time.monotonic() - SILENT)
            await next_look()

    # --- hearing --------------------------------------------------------------------------------------

    def hear(self, words: str) -> None:
        match words.split(" ", 4):
            case ["rev", match, revision, name, *rows] if name != self.name:
                self.hub.breath.do(partial(self._refresh, match, int(revision), *rows))
            case ["gone", match]:
                self._refresh(match, 0)
            case ["here", name, match, sides] if name != self.name:
                self._is_there(name, match, sides)
            case ["who", name, match, sides] if name != self.name:
                self._is_there(name, match, sides)
                if match in self._said:
                    self._say(f"here {self.name} {match} {self._said[match]}")
            case ["said", match, room, name] if name != self.name:
                self._said_there(match, room)
            case ["begun", match]:
                self._begun(match)
            case ["think"]:
                self.thought_wanted.set()
            case ["alive", name]:
                self._heard[name] = time.monotonic()

    def _refresh(self, match: str, revision: int, rows: str = "") -> None:
        live = self.hub.table(match)
        if live is None or 0 < revision <= live.revision or self.hub.follows(live, revision, rows):
            return
        self._do(self.hub.refresh(live, revision, rows))

    def _is_there(self, name: str, match: str, sides: str) -> None:
        self._heard[name] = time.monotonic()
        live, now = self.hub.table(match), tuple(int(s) for s in sides if s.isdigit())
        if live is not None and live.elsewhere.get(name) != now:
            live.elsewhere[name] = now
            live.notice()

    def _said_there(self, match: str, room: str) -> None:
        live = self.hub.table(match)
        if live is not None:
            live.said[room] += 1
            live.notice()

    def _begun(self, match: str) -> None:
        """A worker has begun to think."""
        live = self.hub.table(match)
        if live is not None and live.asked is not None:
            live.glass.is_new((int(live.asked), live.turn()))
            live.glass.begin()
            live.notice()

    def _let_go(self, then: float) -> None:
        """Of processes that are no more, nobody is connected any more."""
        gone = {name for name, heard in self._heard.items() if heard < then}
        for name in gone:
            del self._heard[name]
        for live in self.hub.tables:
            lost = [name for name in live.elsewhere if name in gone]
            for name in lost:
                del live.elsewhere[name]
            if lost:
                live.notice()

    # --- saying ---------------------------------------------------------------------------------------

    def say_who_is_here(self, live: Live) -> None:
        """`who` asks the others for the same."""
        sides = "".join(str(s) for s in sorted({s for o in live.onlookers for s in o.key.sides})) or "-"
        before = self._said.get(live.id)
        if before != sides:
            self._said[live.id] = sides
            self._say(f"{'who' if before is None else 'here'} {self.name} {live.id} {sides}")
        if not live.onlookers:
            self._said.pop(live.id, None)

    def _say(self, words: str) -> None:
        self._do(self.hub.store.announce(words))

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _tried(work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as e:  # the database is away, or the match is gone: what was missed is read later
            LOG.info("not told: %s", type(e).__name__)
