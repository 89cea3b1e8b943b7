"""Serving: uvicorn around the application."""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
from types import FrameType

import uvicorn

from bivouac.server.app import create_app
from bivouac.server.settings import Settings


def serve(host: str, port: int, settings: Settings) -> None:
    """Listen until interrupted; prints the address when it can be opened. Port 0: any free one."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that asyncio switches off Nagle
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OSError as e:
        raise SystemExit(f"{host}:{port}: {e.strerror}. Choose another port with --port.") from None
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=1024,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,
    )
    shown = f"[{host}]" if ":" in host else host
    print(f"Bivouac: http://{shown}:{listener.getsockname()[1]}", flush=True)
    signal.signal(signal.SIGTERM, _end)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _end(number: int, frame: FrameType | None) -> None:
    """uvicorn passes the signals on when it has closed everything: this is the end, and a good one."""
    raise SystemExit(0)
