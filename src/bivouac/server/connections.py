"""Who looks on: what an open page is told waits in a queue, so that a slow one holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from bivouac.core.ids import Side
from bivouac.server import protocol, render
from bivouac.server.live import Live, Onlooker, Told
from bivouac.server.render import Reader

QUEUE = 400
Line = Callable[[bytes], bool]  # writes a message at once; whether it could
ENCODER = msgspec.json.Encoder()


class Connection(Onlooker):
    """One open page, or one bot that listens."""

    def __init__(self, reader: Reader, token: str = "", line: Line | None = None) -> None:
        self.reader, self.token = reader, token
        self.line = line
        self.waits = False  # whether what was taken from the queue is not yet written
        self.key = reader.key
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: the end
        self.shown: Side | None = None
        self._anew = True

    @property
    def serial(self) -> int:
        return self.reader.serial

    @serial.setter
    def serial(self, value: int) -> None:
        self.reader.serial = value

    def greeting(self, live: Live, known: int) -> bytes:
        """What is told first: everything, or who is here to somebody who has the table at this revision."""
        if known != live.revision:
            return self.drawn(live, by=None)
        self.shown, self._anew = self.reader.side(live), False
        render.known(live, self.reader)
        return ENCODER.encode(render.seats_message(live, self.reader))

    def drawn(self, live: Live, *, by: int | None, told: Told | None = None) -> bytes:
        side = self.reader.side(live)
        self._anew = self.queue.qsize() > QUEUE
        if side != self.shown or self._anew:
            self.reader.forget()
        self.shown = side
        if told is None:
            return ENCODER.encode(render.message(live, self.reader, by))
        alike = render.likeness(live, self.reader, side)
        if alike in told:
            render.told(live, self.reader, side)
        else:
            told[alike] = ENCODER.encode(render.message(live, self.reader, by))
        return told[alike]

    def forget(self) -> None:
        self.reader.forget()
        self.reader.faces.clear()

    def offer(self, message: bytes) -> None:
        if self._anew:
            while not self.queue.empty():
                self.queue.get_nowait()
        self._anew = False
        self._say(message)

    def _say(self, message: bytes) -> None:
        """At once, if nothing is to be said before it."""
        if self.line is None or self.waits or not self.queue.empty() or not self.line(message):
            self.queue.put_nowait(message)

    def notice(self, live: Live) -> None:
        self.say(render.seats_message(live, self.reader))

    def pong(self, live: Live) -> None:
        self.say(protocol.Pong(live.revision))

    def say(self, word: protocol.ToClient) -> None:
        if self.queue.qsize() <= QUEUE:
            self._say(ENCODER.encode(word))

    def end(self) -> None:
        self.queue.put_nowait(None)
