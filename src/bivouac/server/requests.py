"""What requests ask for, and who sends them."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import State as AppState

from bivouac.core.data import in_both
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.title import BadSetup, Title
from bivouac.server.errors import Refused
from bivouac.server.foreign import Wrong
from bivouac.server.guard import WHO
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.protocol import Wish
from bivouac.server.render import Reader
from bivouac.server.settings import playable
from bivouac.server.words import language_of
from bivouac.titles import load

Req = Request[None, None, AppState]
Json = Response[bytes]
Socket = WebSocket[None, None, AppState]
W = TypeVar("W", bound=Wish)
MOST_ANSWERS = 400


class BadSetupOf(BadSetup):
    """A set-up that a title objects to, in the title's words."""

    def __init__(self, title: Title[State], error: BadSetup) -> None:
        super().__init__(error.text)
        self.title = title


async def wish_in(request: Req, kind: type[W]) -> W:
    """What a request asks for."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at ")
        where = place.strip("`").removeprefix("$").removeprefix(".")
        raise Refused(400, "errors.wrong_wish", where=where or "{}", problem=in_both(problem)) from None
    except msgspec.DecodeError:
        raise Refused(400, "errors.no_json") from None


def objection(wrong: Wrong) -> BadSetup:
    """What is wrong with a file that somebody brought, to be raised."""
    said = BadSetup(wrong.text)
    return said if wrong.title is None else BadSetupOf(load(wrong.title), said)


# --- what openapi.py tells of a request ---------------------------------------------------------------


def wish_is(kind: type[Wish]) -> dict[str, object]:
    """The body that a request takes."""
    return {"wish": kind}


def query_is(*names: str) -> dict[str, object]:
    """What may stand after the question mark, beside the language."""
    return {"query": names}


def reply_is(kind: object, *names: str, lines: bool = False) -> dict[str, object]:
    """What comes back, where the handler sends it ready-made; `lines`: one after the other."""
    return {"reply": kind, "query": names, "lines": lines}


def as_json(data: bytes) -> Json:
    """JSON that is ready to be sent."""
    return Response(data, media_type=MediaType.JSON)


# --- who asks for what ---------------------------------------------------------------------------------


def language(request: Req | Socket) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def who(request: Req) -> str:
    """The address that asks, as guard.py sees it."""
    return str(request.scope.get(WHO, ""))


def hub_of(request: Req | Socket) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def title_of(name: str) -> Title[State]:
    if name not in playable():
        raise Refused(404, "errors.no_title", known=playable())
    return load(name)


def wanted_side(request: Req | Socket) -> int | None:
    asked = request.query_params.get("as", "")
    return int(asked) if asked in ("0", "1") else None


async def seat(request: Req, token: str, wanted: int | None = None) -> tuple[Live, Reader]:
    """The match a link opens, and who reads it."""
    hub = hub_of(request)
    key = await hub.key(token)
    if key is None:
        ended = await hub.looking(hub.store.has_ended, token)
        raise Refused(410, "errors.seat_ended") if ended else Refused(404, "errors.no_match")
    return await hub.get(key.match), Reader(key, language(request), wanted_side(request) if wanted is None else wanted)


def player(live: Live, reader: Reader, wanted: int | None = None) -> Side:
    """The side a seat acts for."""
    sides = reader.key.sides
    if not sides:
        raise Refused(403, "errors.spectator")
    if wanted is None:
        asked = live.asked
        return asked if asked in SIDES and int(asked) in sides else Side(sides[0])
    if wanted not in sides:
        raise Refused(403, "errors.not_your_seat")
    return Side(wanted)


def number_of(request: Req | Socket, name: str, default: int) -> int:
    value = request.query_params.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else default


def answers_of(request: Req) -> list[int]:
    """The answers that a request is about, commas between them; buttons may have numbers below nought. Nonsense is no answer."""
    parts = request.query_params.get("answer", "").split(",")[:MOST_ANSWERS]
    good = all(part.removeprefix("-").isdecimal() and part.isascii() and len(part) < 9 for part in parts)
    return [int(part) for part in parts] if good else []
