"""Serving: uvicorn around the application."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from types import FrameType

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from bivouac.server.app import create_app
from bivouac.server.breath import until_next_look
from bivouac.server.guard import HEARD, LINE
from bivouac.server.logs import set_up
from bivouac.server.settings import Settings
from bivouac.server.store import Store

BITE = 2048  # bytes of a socket that are read at once
RUBBISH = (20_000, 20, 20)  # an answer makes thousands of things and hardly a cycle: look for those less often than Python does
SWITCHING = 101  # to a socket
TEXT, MASKED, LONGER, LONGEST = 0x81, 0x80, 126, 127  # of a frame: a whole text, whether it is masked, how its length is written
STOP = 4.0  # seconds from the signal to the end
TICK = 0.5  # seconds between two looks whether there was a signal; uvicorn wakes up five times as often


class Line(WebSocketsSansIOProtocol):
    """A socket that is read in small bites: what somebody shouts is heard, and ended, before much of it has been taken apart. What is short
    goes in and out without a way through the whole application; whatever is not a message in one piece is left to the library."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.max_size = BITE  # type: ignore[attr-defined]
        self.is_even = True  # the library has taken in whole frames only
        self.said: list[bytes] = []  # what goes out when the loop has done what it is about
        self.spoke = self.loop.time()
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope[LINE] = self.write  # type: ignore[literal-required]

    def data_received(self, data: bytes) -> None:
        self.spoke = self.loop.time()
        while self.is_even and self.handshake_complete and not self.disconnected and 0 < (end := end_of_frame(data)) <= len(data):
            frame, data = data[:end], data[end:]
            if not self.heard(frame):
                super().data_received(frame)
        if data:
            self.is_even = self.is_even and not self.handshake_initiated
            super().data_received(data)

    def heard(self, frame: bytes) -> bool:
        """Whether it is a message that is answered at once."""
        hear = self.scope.get(HEARD)
        if hear is None or frame[0] != TEXT or frame[1] < MASKED or self.close_sent or not self.queue.empty():
            return False
        head = 4 if frame[1] == MASKED + LONGER else 2
        return bool(hear(apply_mask(frame[head + 4 :], frame[head : head + 4])))  # type: ignore[operator]

    def write(self, text: bytes) -> bool:
        """Whether it can be written at once: in a moment, together with what is said in the same breath."""
        if not self.is_open:
            return False
        if not self.said:
            self.loop.call_soon(self.let_out)
        self.said += (head_of_frame(len(text)), text)
        return True

    @property
    def is_open(self) -> bool:
        """Whether nothing lies between a word and the wire."""
        return (
            self.writable.is_set() and self.handshake_complete and not self.disconnected and not self.close_sent and self.conn.state is OPEN
        )

    def let_out(self) -> None:
        said, self.said = b"".join(self.said), []
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(said)

    def schedule_ping(self) -> None:
        """Many in a row, not each by itself."""
        assert self.ping_interval is not None
        self.ping_timer = self.loop.call_later(self.ping_interval + until_next_look(), self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Who has just said something is there."""
        if self.ping_interval is not None and self.loop.time() - self.spoke < self.ping_interval / 2:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()


def end_of_frame(data: bytes) -> int:
    """Where the frame ends that begins here (RFC 6455, 5.2); 0 where that cannot be seen yet, or it is a large one."""
    if len(data) < 4:
        return 0
    length, mask = data[1] & 0x7F, 4 if data[1] & MASKED else 0
    if length > LONGER:
        return 0
    return 4 + mask + int.from_bytes(data[2:4], "big") if length == LONGER else 2 + mask + length


def head_of_frame(length: int) -> bytes:
    """Before a whole message in one frame, unmasked, as servers send it."""
    if length < LONGER:
        return bytes((TEXT, length))
    return bytes((TEXT, LONGER)) + length.to_bytes(2, "big") if length < 1 << 16 else bytes((TEXT, LONGEST)) + length.to_bytes(8, "big")


class Server(uvicorn.Server):
    """A stop is a stop: whatever still runs then, the process ends."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        last_word = threading.Timer(STOP, os._exit, (0,))
        last_word.daemon = True
        last_word.start()
        super().handle_exit(sig, frame)

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(TICK)


def serve(host: str, port: int, settings: Settings, store: Store) -> None:
    """Listen until interrupted; prints the address when it can be opened. Port 0: any free one."""
    set_up(settings.log)
    sys.setswitchinterval(0.001)  # the loop gets its turn soon, whatever the threads do
    gc.set_threshold(*RUBBISH)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that asyncio switches off Nagle
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OSError as e:
        raise SystemExit(f"{host}:{port}: {e.strerror}. Choose another port with --port.") from None
    app = create_app(settings, store)
    gc.freeze()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # guard.py looks at them, if at all
        ws=Line,
        loop="asyncio",  # its transports can be told to read little at once
        ws_per_message_deflate=False,
        ws_max_size=1024,
        ws_ping_interval=45,  # a page asks by itself, more often
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,
    )
    shown = f"[{host}]" if ":" in host else host
    print(f"Bivouac: http://{shown}:{listener.getsockname()[1]}", flush=True)
    signal.signal(signal.SIGTERM, _end)
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listener])


def _end(number: int, frame: FrameType | None) -> None:
    """uvicorn passes the signals on when it has closed everything: this is the end, and a good one."""
    raise SystemExit(0)
