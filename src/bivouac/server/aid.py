"""The player's aid: a page to print, and one that follows a match."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get

from bivouac.core.ids import SIDES, Side
from bivouac.i18n import catalogue
from bivouac.lab.aid import aid_of, has_aid
from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import File, page, send_file
from bivouac.server.live import Live
from bivouac.server.render import Reader
from bivouac.server.requests import Req, hub_of, language, query_is, reply_is, seat, title_of
from bivouac.server.words import speaker
from bivouac.titles import load


@get("/aid/{title:str}", include_in_schema=False)
async def aid_page(request: Req, title: str) -> Response[bytes]:
    return page(request, "aid")


@get("/api/titles/{name:str}/aid", opt=reply_is(protocol.Aid))
async def aid(request: Req, name: str) -> Response[bytes]:
    """The sequence of play, how one wins, and every sign of the board."""
    title = title_of(name)
    if not has_aid(title):
        raise Refused(404, "errors.no_page")
    return send_file(request, await hub_of(request).looking(aid_file, title.id, language(request)))


@cache
def aid_file(name: str, lang: str) -> File:
    title, found = load(name), aid_of(name)
    say = speaker(title, lang)
    told = protocol.Aid(
        name=catalogue(lang, title).sentence("title.name"),
        phases=[protocol.Phase(p.name.in_language(lang), p.does.in_language(lang)) for p in found.phase],
        victory=[words.in_language(lang) for words in found.victory],
        signs=[protocol.Sign(s.group, s.drawing, say(s.meaning), s.half) for s in title.table.legend(title.scenario(None))],
    )
    return File("aid.json", msgspec.json.encode(told))


@get("/api/table/{token:str}/aid", opt=query_is("as"))
async def here(request: Req, token: str) -> protocol.Here:
    """Where a match stands in the sequence of play, and what this seat can do now."""
    live, reader = await seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        return await hub.looking(here_of, live, reader)


def here_of(live: Live, reader: Reader) -> protocol.Here:
    question, side = live.match.question, reader.side(live)
    if question is None or not has_aid(live.title):
        return protocol.Here(None, "", [])
    if side != question.side or live.agent_of(side) is not None:
        return protocol.Here(_phase_seen(live, side), "", [])
    phase, say = aid_of(live.title.id).here(question.box), speaker(live.title, reader.language)
    labels = dict.fromkeys(say(choice.label) for choice in live.match.choices())
    return protocol.Here(phase, say(question.prompt), list(labels))


def _phase_seen(live: Live, side: Side | None) -> int | None:
    """The phase of the last position that the reader has seen. A spectator has seen no more than the side that waits."""
    asked = live.asked
    viewer = asked.other if side is None and asked is not None and asked in SIDES else side
    if viewer is None and live.title.secrets:
        return None
    state = live.match.state if viewer is None else live.seen(viewer)
    return aid_of(live.title.id).here(live.title.flow.name_of(state.stack[-1][0]))


HANDLERS = (aid_page, aid, here)
