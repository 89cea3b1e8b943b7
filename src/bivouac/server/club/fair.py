"""What may not be done in a rated match: nobody but its player decides."""

from __future__ import annotations

from bivouac.server.errors import Refused
from bivouac.server.live import Live
from bivouac.server.people.place import place_of
from bivouac.server.requests import Req, Socket


async def is_rated(request: Req | Socket, live: Live) -> bool:
    """Whether a match that is going on will be rated; a private copy of it counts like it."""
    if live.study is not None and live.study.ahead is not None:
        return live.study.ahead.rated
    place = place_of(request)
    found = await place.hub.looking(place.agreements.of, live.id) if live.match.outcome is None else None
    return found is not None and found.rated


async def unaided(request: Req, live: Live) -> None:
    """Refuses the computer's help where the match is rated."""
    if await is_rated(request, live):
        raise Refused(403, "errors.rated_help")
