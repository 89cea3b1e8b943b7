"""Everything as it happens: a socket for pages, lines of JSON for bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import cast

import msgspec
from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from bivouac.server import protocol
from bivouac.server.connections import Connection, Line
from bivouac.server.errors import Refused
from bivouac.server.guard import HEARD, LINE, RUDE, Bucket
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.render import Reader
from bivouac.server.requests import Req, Socket, hub_of, language, reply_is, seat, wanted_side

CROWD = 200  # spectators at one table
TALK, BREATH = 2.0, 20.0  # messages a second that a page may send, and how many at once
QUIET = 7.0  # seconds after which a bot is sent an empty line
UNKNOWN, FULL, POLICY = 4404, 4429, 1008
PINGS = (b'{"kind":"ping"}', b'{"kind": "ping"}')  # as pages write it


@contextlib.asynccontextmanager
async def looking_on(hub: Hub, live: Live, connection: Connection) -> AsyncIterator[None]:
    """Somebody is at a table from now on, and is told everything first."""
    async with hub.at(live):
        connection.offer(await hub.looking(lambda: connection.drawn(live, by=None, told={})))  # a large thing that nobody is to hold on to
        live.onlookers.add(connection)
    hub.tell_who_is_here(live)
    try:
        yield
    finally:
        live.onlookers.discard(connection)
        hub.tell_who_is_here(live)


@websocket("/ws/{token:str}")
async def socket(socket: Socket, token: str) -> None:
    hub = hub_of(socket)
    key = await hub.key(token)
    if key is None:
        await socket.close(code=UNKNOWN)
        return
    try:
        live = await hub.get(key.match)
    except Refused:
        await socket.close(code=UNKNOWN)
        return
    await socket.accept()
    if len(live.onlookers) >= CROWD and not key.sides:
        await socket.close(code=FULL)
        return
    connection = Connection(Reader(key, language(socket), wanted_side(socket)), token, cast(Line | None, socket.scope.get(LINE)))
    with contextlib.suppress(WebSocketDisconnect, Refused):
        async with looking_on(hub, live, connection):
            await _talk(socket, live, connection)


async def _talk(socket: Socket, live: Live, connection: Connection) -> None:
    sender = asyncio.create_task(_send_all(socket, connection))
    patience = Bucket(TALK, BREATH)

    def heard(data: bytes) -> bool:
        """Whether it is what nearly all messages are, and is answered."""
        if data not in PINGS or not patience.allows():
            return False
        connection.pong(live)
        return True

    socket.scope[HEARD] = heard  # type: ignore[literal-required]
    try:
        while True:
            text = await socket.receive_text()
            if not patience.allows():
                socket.scope[RUDE] = True  # type: ignore[literal-required]
                await socket.close(code=POLICY)
                return
            if _is_ping(text):
                connection.pong(live)
    finally:
        sender.cancel()


def _is_ping(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=protocol.ToServer)
    except msgspec.DecodeError:
        return False
    return True


async def _send_all(socket: Socket, connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            data = await connection.queue.get()
            connection.waits = True
            if data is None:
                await socket.close(code=UNKNOWN)
                return
            await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
            connection.waits = False
            del data


@get("/api/table/{token:str}/stream", opt=reply_is(protocol.TableMessage | protocol.SeatsMessage, "as", lines=True))
async def stream(request: Req, token: str) -> Stream:
    """The messages of the socket as lines of JSON, one after the other; an empty line now and then says that all is well."""
    live, reader = await seat(request, token)
    if len(live.onlookers) >= CROWD and not reader.key.sides:
        raise Refused(429, "errors.too_fast")
    return Stream(_lines(hub_of(request), live, Connection(reader, token)), media_type="application/x-ndjson")


async def _lines(hub: Hub, live: Live, connection: Connection) -> AsyncIterator[bytes]:
    async with looking_on(hub, live, connection):
        while True:
            try:
                message = await asyncio.wait_for(connection.queue.get(), QUIET)
            except TimeoutError:
                message = b""
            if message is None:
                return
            yield message + b"\n"


HANDLERS = (socket, stream)
