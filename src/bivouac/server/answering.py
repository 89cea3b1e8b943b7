"""Answers of people, however they come: as a request, or over the socket of an open page."""

from __future__ import annotations

import logging

from sqlalchemy.exc import SQLAlchemyError

from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match import Illegal, MatchError, NotAsked, Stale
from bivouac.server import protocol
from bivouac.server.club.fair import is_rated
from bivouac.server.coaching import feared, in_words
from bivouac.server.errors import Refused
from bivouac.server.live import Live, forgets, would_end
from bivouac.server.render import Reader
from bivouac.server.requests import Req, Socket, hub_of, player
from bivouac.server.words import say_web, speak

LOG = logging.getLogger("bivouac.server")


async def answered(
    request: Req | Socket, live: Live, reader: Reader, wish: protocol.Answer
) -> protocol.Taken | protocol.Warned | protocol.Ends:
    """One answer, or a list of them as one gesture: all are taken, or none."""
    answers = wish.answers if wish.answer is None else [wish.answer]
    if not answers:
        raise Refused(400, "errors.bad_request")
    side, hub = player(live, reader, wish.side), hub_of(request)
    if wish.coach and not await is_rated(request, live) and (fear := await feared(hub, live, side, answers, wish.serial)) is not None:
        return protocol.Warned(in_words(live, reader, fear))
    async with hub.at(live):
        if live.agent_of(side) is not None:
            raise Refused(409, "errors.computer_plays")
        if not wish.sure and live.course is None and live.asked == side and wish.serial == live.stamp and len(answers) == 1:
            left = await hub.looking(forgets, live, side, answers[0])
            if left:
                return protocol.Warned(say_web(reader.language, "table.forgotten", n=left))
        if wish.hold and live.course is None and wish.serial == live.stamp and await hub.looking(would_end, live, side, answers):
            return protocol.Ends()
        await hub.play(live, side, answers, wish.serial)
        return protocol.Taken(live.revision, live.stamp)


async def replied(socket: Socket, live: Live, reader: Reader, given: protocol.Give) -> protocol.Reply:
    """The same over the socket: whatever comes of it is a reply."""
    try:
        return protocol.Reply(given.id, 200, await answered(socket, await hub_of(socket).get(live.id), reader, given.wish))
    except Exception as error:
        status, fault = failure(error, reader.language, live.title)
        if status >= 500:
            LOG.error("an answer in match %s: %s", live.id, error, exc_info=status == 500)
        return protocol.Reply(given.id, status, error=fault)


def failure(error: Exception, language: str, title: Title[State] | None) -> tuple[int, protocol.Fault]:
    """What is told of an answer that was not taken: the status, and why not."""
    if isinstance(error, Refused):
        return error.status, protocol.Fault(say_web(language, error.key, **error.facts))
    if isinstance(error, MatchError):
        rule = error.refusal.rule if isinstance(error, Illegal) else None
        overtaken = isinstance(error, Stale | NotAsked)  # the match has moved on, or is over
        return 409 if overtaken else 400, protocol.Fault(speak(title, language, error.text), rule, isinstance(error, Stale))
    if isinstance(error, SQLAlchemyError):  # the database is locked, full, or away: nothing was changed, and everybody is told what it has
        return 503, protocol.Fault(say_web(language, "errors.store"))
    return 500, protocol.Fault(say_web(language, "errors.house"))
