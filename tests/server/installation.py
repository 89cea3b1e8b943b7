"""A whole installation inside the test's own process: every request passes the real application, and no process thinks elsewhere."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from bivouac.agents import Effort
from bivouac.server import app as application
from bivouac.server import players
from bivouac.server.club.ratings import Rater
from bivouac.server.club.tournaments import Runner
from bivouac.server.guard import Asgi
from bivouac.server.hub import Hub
from bivouac.server.lobby import ahead
from bivouac.server.lobby.agreements import Timekeeper
from bivouac.server.lobby.orders import Adjutant
from bivouac.server.news.crier import Crier
from bivouac.server.operating import Housekeeping
from bivouac.server.people.letters import Sender
from bivouac.server.people.place import COOKIE, Place
from bivouac.server.settings import Settings
from bivouac.server.store import Store

NOW = 1_800_000_000.0
HOST = (b"host", b"127.0.0.1")


class Reply(NamedTuple):
    """What came back: the status (0: a message of a socket) and the body."""

    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ThinkingHere(players.Players):
    """Everything that processes do elsewhere is done here, at once; effort is a matter of counts, so that it gives the same each time."""

    async def _clerk(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    async def decide(self, position: Any, seat: str, agent: str, seconds: float, begun: Any, *, new_turn: bool, rank: int = 1) -> Any:
        begun()
        return players.decide(position, "a seat", agent, "seed", seconds)

    async def course(self, position: Any, answers: list[int], level: str) -> Any:
        return players.course(position, answers, level)


class ReadHere:
    """In place of the process that reads files of strangers."""

    async def read(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    def close(self) -> None:
        """There is none."""


class Chance:
    """The random numbers of the installations: seeded before each request, so that both of a pair draw the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng = Random(0)
        monkeypatch.setattr(secrets, "token_bytes", lambda n=32: self.rng.randbytes(n))
        monkeypatch.setattr(secrets, "token_hex", lambda n=32: self.rng.randbytes(n).hex())
        monkeypatch.setattr(secrets, "token_urlsafe", lambda n=32: base64.urlsafe_b64encode(self.rng.randbytes(n)).rstrip(b"=").decode())
        monkeypatch.setattr(secrets, "randbelow", self.rng.randrange)
        monkeypatch.setattr(ahead, "SystemRandom", lambda: Random(self.rng.random()))

    def seed(self, *what: object) -> None:
        self.rng.seed(repr(what))


LOOPS = (Adjutant, Crier, Housekeeping, Rater, Runner, Sender, Timekeeper)  # what an installation does by itself, now and then


async def idle(*_: object) -> None:
    """Nothing happens but what is asked for."""


async def look_here(hub: Hub, work: Callable[..., Any], *args: object) -> Any:
    """In place of a thread that reads and draws."""
    return work(*args)


def write_here(hub: Hub, work: Callable[..., Any], *args: object) -> asyncio.Future[Any]:
    """In place of the thread that writes: done when this returns."""
    written = asyncio.get_running_loop().create_future()
    try:
        written.set_result(work(*args))
    except Exception as problem:
        written.set_exception(problem)
    return written


def make_repeatable(monkeypatch: pytest.MonkeyPatch) -> Chance:
    """Time stands still, nothing happens by itself or in another thread, thoughts are counted, and chance is seeded."""
    for loop in LOOPS:
        monkeypatch.setattr(loop, "begin" if loop is Adjutant else "go_on", idle)
    monkeypatch.setattr(Hub, "looking", look_here)
    monkeypatch.setattr(Hub, "writing", write_here)
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(application, "Players", ThinkingHere)
    monkeypatch.setattr(players, "HINT", Effort(lines=3, samples=2, worlds=2))
    monkeypatch.setattr(players, "COACH_SECONDS", None)
    monkeypatch.setattr(players, "PATIENCE", 1e6)
    return Chance(monkeypatch)


class Installation:
    """The application with a database of its own."""

    def __init__(self, app: Asgi, hub: Hub, place: Place) -> None:
        self.app, self.hub, self.place = app, hub, place

    async def ask(self, method: str, path: str, query: dict[str, str], body: object = None, cookie: str = "") -> Reply:
        """One request, as the server's program hands it over; of a stream the first message."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = [HOST, (b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
        headers += [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else []
        scope = {"type": "http", "method": method, **_where(path, query), "headers": headers}
        told, heard = asyncio.Queue[Any](), asyncio.Queue[Any]()
        heard.put_nowait({"type": "http.request", "body": data, "more_body": False})
        task = asyncio.create_task(self.app(scope, heard.get, told.put))  # type: ignore[arg-type]
        try:
            start, found = await _next(task, told), b""
            while True:
                part = await _next(task, told)
                found += part.get("body", b"")
                if not part.get("more_body") or path.endswith("/stream"):
                    return Reply(start["status"], found)
        finally:
            await _ended(task)

    async def hear(self, path: str, query: dict[str, str]) -> Reply:
        """The first message of a socket; what closes it, if there is none."""
        scope = {"type": "websocket", **_where(path, query), "headers": [HOST], "subprotocols": []}
        told, heard = asyncio.Queue[Any](), asyncio.Queue[Any]()
        heard.put_nowait({"type": "websocket.connect"})
        task = asyncio.create_task(self.app(scope, heard.get, told.put))  # type: ignore[arg-type]
        try:
            while True:
                message = await _next(task, told)
                if message["type"] != "websocket.accept":
                    return Reply(0, (message.get("text") or str(message.get("code"))).encode())
        finally:
            heard.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await _ended(task)


def _where(path: str, query: dict[str, str]) -> dict[str, Any]:
    where = {"path": path, "raw_path": path.encode(), "root_path": "", "query_string": urlencode(query).encode(), "scheme": "http"}
    return {**where, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "http_version": "1.1", "asgi": {"version": "3.0"}}


async def _next(task: asyncio.Task[None], told: asyncio.Queue[Any]) -> Any:
    """What the application says next; its own failure, if it fails."""
    got = asyncio.create_task(told.get())
    await asyncio.wait([got, task], return_when=asyncio.FIRST_COMPLETED)
    if not got.done():
        await asyncio.sleep(0)
    if not got.done():
        got.cancel()
        task.result()
        raise AssertionError("the application says nothing")
    return got.result()


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@contextlib.asynccontextmanager
async def installed(folder: Path) -> AsyncIterator[Installation]:
    """An installation that runs, and is taken down afterwards."""
    folder.mkdir()
    database = f"sqlite:///{folder / 'bivouac.db'}"
    settings = Settings(database, rate=0, creations=0, sockets=0, warm=False, mail=str(folder / "mail.txt"))
    app = application.create_app(settings, Store(database, alone=True))
    inner: Any = app.app  # type: ignore[attr-defined]
    async with inner.lifespan():
        hub: Hub = inner.state.hub
        hub.players.stranger = hub.players.trials = ReadHere()  # type: ignore[assignment]
        yield Installation(app, hub, inner.state.place)
