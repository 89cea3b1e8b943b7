"""The socket by which a signed-in person's open pages hear what waits for them."""

from __future__ import annotations

import asyncio
import contextlib

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from bivouac.i18n import catalogue
from bivouac.server import protocol
from bivouac.server.connections import ENCODER
from bivouac.server.home import scenario_of_row
from bivouac.server.people.place import place_of, visitor
from bivouac.server.people.updates import Begun, Standing, Subscription
from bivouac.server.requests import Socket, language
from bivouac.server.words import say_web
from bivouac.titles import load

LONGEST = 1800.0  # seconds after which a page has to connect again, and to show that it is still signed in
UNKNOWN = 4401


def standing_message(standing: Standing, lang: str) -> protocol.Standing:
    return protocol.Standing(standing.waiting, standing.invited, standing.changed, begun_message(standing.begun, lang))


def begun_message(begun: Begun | None, lang: str) -> protocol.Begun | None:
    if begun is None:
        return None
    name = catalogue(lang, load(begun.title)).sentence("title.name")
    other = begun.other or say_web(lang, "lobby.guest")
    return protocol.Begun(begun.match, name, scenario_of_row(begun.title, begun.scenario, lang), other, begun.is_challenge)


@websocket("/ws/me")
async def mine(socket: Socket) -> None:
    """For a signed-in person's open pages: what waits for them, now and whenever it changes."""
    found = await visitor(socket)
    if found is None:
        await socket.close(code=UNKNOWN)
        return
    await socket.accept()
    async with place_of(socket).updates.subscribed(found.person.id) as page:
        telling = asyncio.create_task(_tell(socket, page, language(socket)))
        try:
            with contextlib.suppress(WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(socket.receive_text(), LONGEST)
        finally:
            telling.cancel()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close()  # it has been open long enough, or has said something although nothing is asked


async def _tell(socket: Socket, page: Subscription, lang: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            message = standing_message(await page.queue.get(), lang)
            await socket.send_text(ENCODER.encode(message).decode())


HANDLERS = (mine,)
