"""Positions of players' own: the editor of positions, and matches that begin from a position of another one."""

from __future__ import annotations

from functools import cache, partial

import msgspec
from litestar import Response, get, post

from bivouac.core.ids import SIDES
from bivouac.core.position import positions_of
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.i18n import catalogue, scenario_name
from bivouac.match import format_save
from bivouac.server import protocol
from bivouac.server.arranging import arranged, arranged_save, begun_from, position_of
from bivouac.server.dice import seal
from bivouac.server.errors import Refused
from bivouac.server.files import File, board_file, send_file
from bivouac.server.foreign import Wrong
from bivouac.server.home import begun
from bivouac.server.requests import Req, hub_of, language, objection, query_is, reply_is, seat, title_of, wish_in, wish_is
from bivouac.server.seats import seated
from bivouac.server.study import may_be_studied
from bivouac.server.words import side_name, speaker
from bivouac.titles import load


def edited(name: str) -> Title[State]:
    title = title_of(name)
    if title.positions is None:
        raise Refused(404, "errors.no_page")
    return title


@get("/api/titles/{name:str}/slots", opt=reply_is(protocol.Slots, "scenario"))
async def slots(request: Req, name: str) -> Response[bytes]:
    """All that can be set in a position of a scenario."""
    title = edited(name)
    scenario = title.scenario(request.query_params.get("scenario") or None)
    return send_file(request, await hub_of(request).looking(slots_file, title.id, scenario.id, language(request)))


@cache
def slots_file(name: str, scenario: str, lang: str) -> File:
    title, say = load(name), speaker(load(name), lang)
    base = title.scenario(scenario)
    found = positions_of(title).slots(base)
    lists = list({id(slot.values): slot.values for slot in found}.values())
    number = {id(values): n for n, values in enumerate(lists)}
    told = protocol.Slots(
        title=name,
        name=catalogue(lang, title).sentence("title.name"),
        sides=[side_name(title, lang, side) for side in SIDES],
        scenario=scenario,
        scenarios={s.id: scenario_name(title, s, lang) for s in title.scenarios.values()},
        places=[protocol.Place(p.id, say(p.name), p.x, p.y, p.size, p.wide, p.high) for p in title.table.places(base)],
        slots=[protocol.SlotRow(slot.id, slot.of, say(slot.name), number[id(slot.values)]) for slot in found],
        lists=[{value: say(words) for value, words in values.items()} for values in lists],
    )
    return File("slots.json", msgspec.json.encode(told))


@get("/api/titles/{name:str}/board.svg", opt=query_is("scenario"))
async def board(request: Req, name: str) -> Response[bytes]:
    """The bare board of a scenario."""
    title = title_of(name)
    scenario = title.scenario(request.query_params.get("scenario") or None)
    return send_file(request, await hub_of(request).looking(board_file, title, scenario, language(request)), cache_seconds=3600)


@post("/api/titles/{name:str}/arrange", status_code=200, opt=wish_is(protocol.Arrange))
async def arrange(request: Req, name: str) -> protocol.Arranged:
    """What is wrong with a position, what is only strange, and what it looks like. Nothing is kept."""
    wish = await wish_in(request, protocol.Arrange)
    title, hub, lang = edited(name), hub_of(request), language(request)
    found: protocol.Arranged | Wrong
    if wish.token:
        found = await of_a_match(request, title.id, wish)
    elif wish.save:
        read = await hub.players.stranger.read(arranged_save, wish.save, wish.at, hub.secret, lang)
        found = read if isinstance(read, Wrong) else read[1] if read[0] == title.id else Wrong(Text("errors.other_title"), None)
    else:
        found = await hub.players.stranger.read(arranged, title.id, wish, lang)
    if isinstance(found, Wrong):
        raise objection(found)
    return found


async def of_a_match(request: Req, title: str, wish: protocol.Arrange) -> protocol.Arranged | Wrong:
    """A position of a match that is over, of an analysis, or where both sides have agreed: what was secret stays so until the end."""
    live, reader = await seat(request, wish.token)
    if not may_be_studied(live, reader):
        raise Refused(403, "errors.no_study")
    if live.title.id != title:
        return Wrong(Text("errors.other_title"), None)
    hub = hub_of(request)
    async with hub.at(live):
        at = live.serial if wish.at is None else min(max(wish.at, 0), live.serial)
        return await hub.looking(lambda: position_of(hub.keeper.branch(live, at), language(request)))


@post("/api/positions", status_code=201, opt=wish_is(protocol.PlayFrom))
async def play_from(request: Req) -> protocol.Created | protocol.SetupGood:
    """Begin a match from a position of another one, or of a save: exactly as it stood, with new dice. It is marked, and never rated."""
    wish = await wish_in(request, protocol.PlayFrom)
    hub, save = hub_of(request), wish.save
    if wish.token:
        live, reader = await seat(request, wish.token)
        if not may_be_studied(live, reader):
            raise Refused(403, "errors.no_study")
        async with hub.at(live):
            save = await hub.looking(lambda: format_save(seal(hub.secret, live.match.save(reveal=True))))
    seating = seated(wish.seats, wish.seconds, hub.seconds)
    return await begun(request, await hub.players.stranger.read(partial(begun_from, save, wish.at, seating, hub.secret)))


HANDLERS = (slots, board, arrange, play_from)
