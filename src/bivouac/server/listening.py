"""Everything as it happens: a socket for pages, lines of JSON for bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import cast

import msgspec
from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from bivouac.server import protocol
from bivouac.server.answering import replied
from bivouac.server.connections import Connection, Line
from bivouac.server.errors import Refused
from bivouac.server.guard import ALLOWED, HEARD, LINE, RUDE, Bucket
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.render import Reader
from bivouac.server.requests import Req, Socket, hub_of, language, number_of, reply_is, seat, wanted_side
from bivouac.server.words import say_web

CROWD = 200  # spectators at one table
TALK, BREATH = 2.0, 20.0  # messages a second that a page may send, and how many at once
QUIET = 7.0  # seconds after which a bot is sent an empty line
UNKNOWN, FULL, POLICY = 4404, 4429, 1008
ANSWERS, FLURRY = 10.0, 60.0  # the same for answers
DECODER: msgspec.json.Decoder[protocol.ToServer] = msgspec.json.Decoder(protocol.ToServer)


@contextlib.asynccontextmanager
async def looking_on(
    hub: Hub, live: Live, connection: Connection, known: int = -1, welcome: Callable[[], Awaitable[None]] | None = None
) -> AsyncIterator[None]:
    """Somebody is at a table from now on, and is told everything first, but for who knows it at its revision already. The door opens
    (`welcome`) when all is ready to be told: an open line is never behind."""
    async with hub.at(live):
        first = [await hub.looking(connection.greeting, live, known)]
        if welcome is not None:
            await welcome()
        connection.offer(first.pop())  # a large thing that nobody is to hold on to
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
    if len(live.onlookers) >= CROWD and not key.sides:
        await socket.accept()
        await socket.close(code=FULL)
        return
    connection = Connection(Reader(key, language(socket), wanted_side(socket)), token, cast(Line | None, socket.scope.get(LINE)))
    with contextlib.suppress(WebSocketDisconnect):
        try:
            async with looking_on(hub, live, connection, number_of(socket, "rev", -1), socket.accept):
                await _talk(socket, live, connection)
        except Refused:
            await socket.close(code=UNKNOWN)


class Talk:
    """What an open page says: that it is there, and answers. Both are limited, answers as requests are, too."""

    def __init__(self, socket: Socket, live: Live, connection: Connection) -> None:
        self.socket, self.live, self.connection = socket, live, connection
        self.patience, self.answers = Bucket(TALK, BREATH), Bucket(ANSWERS, FLURRY)

    def heard(self, data: bytes) -> bool:
        """Whether it is understood, not too much, and answered."""
        said = _understood(data)
        if said is None or not self.allows(said):
            return False
        self.reply(said)
        return True

    def allows(self, said: protocol.ToServer | None) -> bool:
        return (self.answers if isinstance(said, protocol.Give) else self.patience).allows()

    def reply(self, said: protocol.ToServer) -> None:
        if isinstance(said, protocol.Ping):
            self.connection.pong(self.live)
        else:
            hub = hub_of(self.socket)
            hub.breath.do(lambda: hub.do(self._answer(said)))

    async def _answer(self, given: protocol.Give) -> None:
        reader, allowed = self.connection.reader, self.socket.scope.get(ALLOWED)
        if allowed is not None and not cast(Callable[[], bool], allowed)():
            reply = protocol.Reply(given.id, 429, error=protocol.Fault(say_web(reader.language, "errors.too_fast")))
        else:
            reply = await replied(self.socket, self.live, reader, given)
        self.connection.say(reply)


async def _talk(socket: Socket, live: Live, connection: Connection) -> None:
    sender = asyncio.create_task(_send_all(socket, connection))
    talk = Talk(socket, live, connection)
    socket.scope[HEARD] = talk.heard  # type: ignore[literal-required]
    try:
        while True:
            said = _understood((await socket.receive_text()).encode())
            if not talk.allows(said):
                socket.scope[RUDE] = True  # type: ignore[literal-required]
                await socket.close(code=POLICY)
                return
            if said is not None:
                talk.reply(said)
    finally:
        sender.cancel()


def _understood(data: bytes) -> protocol.ToServer | None:
    try:
        return DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


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
