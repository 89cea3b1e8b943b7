"""Single statements on PostgreSQL without a thread: libpq's own connections, which the loop writes to and listens to.

A statement is prepared once on each connection. It is sent without waiting for those before it (libpq calls that a pipeline), is a
transaction of its own, and its result comes in its turn. The connection that is used before all others is also the one that hears what is
said on a channel: what a process says itself comes back to it along with the result, and wakes nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

MOST = 4  # connections; one more is opened only when every other has something under way


class Link:
    """One connection. Whatever goes wrong with it ends it, and is told to everybody who waits."""

    def __init__(self, connection: Any, dialect: sa.Dialect, hear: Callable[[str], None] | None = None) -> None:
        self._connection, self._wire, self._dialect, self._hears = connection, connection.pgconn, dialect, hear
        self._number = self._wire.socket
        self._waiting: deque[asyncio.Future[int]] = deque()
        self._unended = 0  # statements whose end has not been read; no word behind it is heard before that
        self._loop = asyncio.get_running_loop()
        self._wire.nonblocking = 1
        self._wire.enter_pipeline_mode()
        self._loop.add_reader(self._number, self._hear)
        self._loop.call_soon(self._hear)  # what came meanwhile
        self.is_open = True
        self.end: asyncio.Future[None] = self._loop.create_future()

    @property
    def load(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def ask(self, name: bytes, values: Sequence[bytes | None]) -> asyncio.Future[int]:
        """How many rows come back."""
        found: asyncio.Future[int] = self._loop.create_future()
        self._waiting.append(found)
        try:
            self._wire.send_query_prepared(name, values)
            self._wire.pipeline_sync()
            self._unended += 1
            self._write()
        except self._faults as e:
            self.close(e)
        return found

    def close(self, why: Exception | None = None) -> None:
        if not self.is_open:
            return
        self.is_open = False
        self._loop.remove_reader(self._number)
        self._loop.remove_writer(self._number)
        self._connection.close()
        if not self.end.done():
            self.end.set_result(None)
        while self._waiting:
            self._fail(self._waiting.popleft(), why or self._dialect.loaded_dbapi.OperationalError("the connection was closed"))

    @property
    def _faults(self) -> Any:
        return self._dialect.loaded_dbapi.Error

    def _fail(self, found: asyncio.Future[int], why: Exception) -> None:
        """Faults are told as the engine does."""
        if not found.done():
            found.set_exception(sa.exc.DBAPIError.instance("", {}, why, self._faults, dialect=self._dialect))

    def _write(self) -> None:
        """What does not go out at once goes when it can."""
        if self._wire.flush():
            self._loop.add_writer(self._number, self._go_on)

    def _go_on(self) -> None:
        try:
            if not self._wire.flush():
                self._loop.remove_writer(self._number)
        except self._faults as e:
            self.close(e)

    def _hear(self) -> None:
        from psycopg import errors, pq

        if not self.is_open:
            return
        try:
            self._wire.consume_input()
            while self._unended and not self._wire.is_busy():
                result = self._wire.get_result()
                if result is None:
                    continue
                if result.status == pq.ExecStatus.PIPELINE_SYNC:
                    self._unended -= 1
                    continue
                found = self._waiting.popleft()
                if result.status == pq.ExecStatus.TUPLES_OK:
                    if not found.done():
                        found.set_result(int(result.ntuples))
                else:
                    self._fail(found, errors.error_from_result(result))
            while self._hears is not None and (word := self._wire.notifies()) is not None:
                self._hears(word.extra.decode())
        except self._faults as e:
            self.close(e)


class Links:
    """The connections of a process; `statements` by their names."""

    def __init__(self, engine: sa.Engine, statements: dict[str, str]) -> None:
        self._engine, self._statements = engine, statements
        self._links: list[Link] = []
        self._opening: asyncio.Task[Link] | None = None

    def ask(self, name: str, values: Sequence[object]) -> Awaitable[int]:
        """How many rows a statement gives; where there is a connection it is on its way when this returns."""
        given = [None if v is None else str(v).encode() for v in values]
        link = self._free()
        return self._ask_later(name.encode(), given) if link is None else link.ask(name.encode(), given)

    async def listen(self, channel: str, hear: Callable[[str], None]) -> None:
        """Hear what is said on a channel, as long as the connection lasts."""
        link = await self._opened(f"LISTEN {channel}", hear)
        self._links.insert(0, link)
        try:
            await link.end
        finally:
            link.close()

    def close(self) -> None:
        for link in self._links:
            link.close()

    def _free(self) -> Link | None:
        """The first that has nothing under way, so that the same is used again and again."""
        if any(not link.is_open for link in self._links):
            self._links = [link for link in self._links if link.is_open]
        best = min(self._links, key=lambda link: link.load, default=None)
        if (best is None or best.load) and len(self._links) < MOST and self._opening is None:
            self._opening = asyncio.create_task(self._opened())
            self._opening.add_done_callback(self._is_there)
        return best

    async def _ask_later(self, name: bytes, given: Sequence[bytes | None]) -> int:
        assert self._opening is not None
        return await (await asyncio.shield(self._opening)).ask(name, given)

    def _is_there(self, task: asyncio.Task[Link]) -> None:
        self._opening = None
        if not task.cancelled() and task.exception() is None:
            self._links.append(task.result())

    async def _opened(self, first: str = "", hear: Callable[[str], None] | None = None) -> Link:
        fault: Any = self._engine.dialect.loaded_dbapi.Error
        try:
            return Link(await asyncio.to_thread(self._prepared, first), self._engine.dialect, hear)
        except fault as e:
            raise sa.exc.DBAPIError.instance("", {}, e, fault, dialect=self._engine.dialect) from e

    def _prepared(self, first: str) -> Any:
        """A connection of the engine's making, out of its hands from now on."""
        from psycopg import errors, pq

        held = self._engine.raw_connection()
        connection: Any = held.driver_connection
        held.detach()
        wire = connection.pgconn
        steps = [partial(wire.prepare, name.encode(), statement.encode()) for name, statement in self._statements.items()]
        for step in (partial(wire.exec_, first.encode()), *steps) if first else steps:
            result = step()
            if result.status != pq.ExecStatus.COMMAND_OK:
                raise errors.error_from_result(result)
        return connection
