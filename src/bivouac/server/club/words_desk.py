"""Where people speak at a match, and write down what is for themselves alone."""

from __future__ import annotations

from litestar import get, post

from bivouac.server import protocol
from bivouac.server.club.care import report
from bivouac.server.club.words import NOTE, WHOLE, Ear, Word, plain
from bivouac.server.errors import Refused
from bivouac.server.live import Live
from bivouac.server.people.place import Place, place_of, visitor
from bivouac.server.render import Reader
from bivouac.server.requests import Req, player, query_is, seat, wish_in, wish_is
from bivouac.server.words import has_web, say_web, side_name


@get("/api/table/{token:str}/words", opt=query_is("as"))
async def words(request: Req, token: str) -> protocol.Talk:
    """What was said that the reader may hear, and their own notes."""
    live, reader = await seat(request, token)
    return await _talk(request, live, reader, await _ear(request, live, reader))


async def _ear(request: Req, live: Live, reader: Reader) -> Ear:
    place, found = place_of(request), await visitor(request)
    side = reader.wanted if reader.wanted in reader.key.sides else next(iter(reader.key.sides), None)
    return await place.hub.looking(place.words.ear, live, side, found.person.id if found else None)


async def _talk(request: Req, live: Live, reader: Reader, ear: Ear) -> protocol.Talk:
    place = place_of(request)
    return await place.hub.looking(_heard, place, live, reader, ear)


def _heard(place: Place, live: Live, reader: Reader, ear: Ear) -> protocol.Talk:
    said, muted = place.words.heard(ear), place.words.muted(ear)
    names = place.people.names(list({word.voice for word in said}))
    mine = place.words.notes(live.id, ear.side) if ear.side is not None and reader.key.sides else []
    notes = [protocol.NoteRow(at, text, updated) for at, text, updated in mine]
    rows = [_said(live, reader.language, word, ear, names, muted) for word in said]
    return protocol.Talk(rows, list(ear.speaks), notes, bool(ear.voices))


def _said(live: Live, lang: str, word: Word, ear: Ear, names: dict[str, str], muted: set[str]) -> protocol.Said:
    is_muted = word.voice in muted
    seat_name = side_name(live.title, lang, word.side) if word.side is not None else say_web(lang, "talk.somebody")
    return protocol.Said(
        id=word.id,
        room=word.room,
        name=names.get(word.voice, seat_name),
        side=word.side,
        mine=word.voice in ear.voices,
        muted=is_muted,
        ready=None if is_muted else word.ready,
        text="" if is_muted else word.text,
        at=word.at,
        created=word.created,
    )


@post("/api/table/{token:str}/words", status_code=201, opt=wish_is(protocol.Speak))
async def speak(request: Req, token: str) -> protocol.Talk:
    """Say something, where one may speak."""
    wish = await wish_in(request, protocol.Speak)
    live, reader = await seat(request, token, wish.side)
    place, ear = place_of(request), await _ear(request, live, reader)
    if wish.room not in ear.speaks:
        raise Refused(401 if not ear.voices else 403, "errors.not_here")
    text = plain(wish.text)
    if (wish.ready is None) == (text == "") or (wish.ready is not None and not has_web("en", f"ready.{wish.ready}")):
        raise Refused(400, "errors.bad_request")
    at = None if wish.at is None else min(max(wish.at, 0), live.serial)
    await place.hub.writing(place.words.say, ear, Word(live.id, wish.room, ear.voices[0], text, wish.ready, at, ear.side))
    live.said[wish.room] += 1
    live.notice()
    return await _talk(request, live, reader, ear)


@post("/api/table/{token:str}/mute", status_code=200, opt=wish_is(protocol.OneWord))
async def mute(request: Req, token: str) -> protocol.Talk:
    """Do not hear the author of some words any more, or hear them again."""
    wish = await wish_in(request, protocol.OneWord)
    live, reader = await seat(request, token)
    place, ear = place_of(request), await _ear(request, live, reader)
    word = await place.hub.looking(place.words.one, ear, wish.word)
    await place.hub.writing(lambda: place.words.mute(ear, word.voice, on=wish.on))
    return await _talk(request, live, reader, ear)


@post("/api/table/{token:str}/report", status_code=201, opt=wish_is(protocol.ReportWord))
async def report_word(request: Req, token: str) -> protocol.Sent:
    """Ask whoever runs the house to look at some words."""
    wish = await wish_in(request, protocol.ReportWord)
    live, reader = await seat(request, token)
    place, ear = place_of(request), await _ear(request, live, reader)
    word, why = await place.hub.looking(place.words.one, ear, wish.word), plain(wish.why)
    await place.hub.writing(report, place.hub.store, ear, word, why, place.clock.now())
    return protocol.Sent()


@post("/api/table/{token:str}/notes", status_code=200, opt=wish_is(protocol.WriteNote))
async def note(request: Req, token: str) -> protocol.Talk:
    """Note something for one's own seat; nobody else reads it."""
    wish = await wish_in(request, protocol.WriteNote)
    live, reader = await seat(request, token, wish.side)
    side, place = player(live, reader, wish.side), place_of(request)
    if not WHOLE <= wish.at <= live.serial:
        raise Refused(400, "errors.bad_request")
    await place.hub.writing(place.words.note, live.id, int(side), wish.at, plain(wish.text, NOTE, lines=True))
    return await _talk(request, live, reader, await _ear(request, live, reader))


HANDLERS = (words, speak, mute, report_word, note)
