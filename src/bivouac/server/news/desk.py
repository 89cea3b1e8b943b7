"""Where somebody says how they want to be told; and where a mail's link stops more of them, without signing in."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from litestar import Response, get, post

from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.live import Live
from bivouac.server.news.book import CHANNELS, EVERYWHERE, HOOK, PUSH, Hours, Way, is_zone
from bivouac.server.news.hooks import Hook
from bivouac.server.news.outward import is_postable
from bivouac.server.news.push import Subscription, is_subscription
from bivouac.server.people.letters import MAIL
from bivouac.server.people.people import Person
from bivouac.server.people.place import Place, Visitor, address, device, knock, known, place_of
from bivouac.server.protocol import news as wire
from bivouac.server.requests import Req, language, seat, wish_in, wish_is
from bivouac.server.words import has_web, say_web

TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
LONGEST = 200  # characters of a key, or of the name of a chat


@get("/api/me/news")
async def news(request: Req) -> wire.News:
    """How one is told, and what one was told."""
    return await _told(request, (await known(request)).person)


async def _told(request: Req, person: Person) -> wire.News:
    place = place_of(request)
    return await place.hub.looking(_news, place, person, language(request))


def _news(place: Place, person: Person, lang: str) -> wire.News:
    book = place.book
    hours = book.hours(person.id) or Hours("")
    return wire.News(
        mail=person.mail,
        usual=_channels(book.channels(person.id, None)),
        ways=[_way(way) for way in book.ways(person.id)],
        quiet_from=_time(hours.quiet_from),
        quiet_until=_time(hours.quiet_until),
        zone=hours.zone,
        key=place.signer.public,
        sent=[
            wire.Delivery(x["channel"], x["subject"], x["state"], x["created"], x["tries"], _problem(lang, x["problem"]))
            for x in place.letters.of(person.id)
        ],
    )


def _channels(on: set[str]) -> wire.Channels:
    return wire.Channels(MAIL in on, PUSH in on, HOOK in on)


def _way(way: Way) -> wire.WayRow:
    url = way.subscription.endpoint if way.channel == PUSH else way.hook.url
    return wire.WayRow(way.id, way.channel, way.name, urlsplit(url).hostname or "", way.created)


def _problem(lang: str, problem: str | None) -> str:
    if not problem:
        return ""
    key = f"news.problem_{problem}"
    return say_web(lang, key) if has_web(lang, key) else say_web(lang, "news.problem_status", status=problem)


def _time(minute: int | None) -> str | None:
    return None if minute is None else f"{minute // 60:02d}:{minute % 60:02d}"


def _minute(text: str | None) -> int | None:
    found = TIME.fullmatch(text or "")
    if text and found is None:
        raise Refused(400, "errors.bad_time")
    return int(found[1]) * 60 + int(found[2]) if found else None


# --- changing -----------------------------------------------------------------------------------------


@post("/api/me/news", status_code=200, opt=wish_is(wire.ChangeNews))
async def change(request: Req) -> wire.News:
    """What holds for every match against somebody, and quiet hours."""
    wish, me = await wish_in(request, wire.ChangeNews), await known(request)
    if not is_zone(wish.zone):
        raise Refused(400, "errors.bad_zone")
    hours = Hours(address(request), _minute(wish.quiet_from), _minute(wish.quiet_until), wish.zone)
    place = place_of(request)

    def changed() -> None:
        place.book.keep_hours(me.person.id, hours)
        place.book.switch(me.person.id, EVERYWHERE, {name: getattr(wish, name) for name in CHANNELS})

    await place.hub.writing(changed)
    return await _told(request, me.person)


@post("/api/me/news/push", status_code=200, opt=wish_is(wire.ListenHere))
async def listen_here(request: Req) -> wire.News:
    """This browser wants to be told."""
    wish, me = await wish_in(request, wire.ListenHere), await known(request)
    to = Subscription(wish.endpoint, wish.p256dh, wish.auth)
    good = is_postable(to.endpoint, inner=place_of(request).settings.inner) and max(len(to.p256dh), len(to.auth)) <= LONGEST
    if not good or not is_subscription(to):
        raise Refused(400, "errors.bad_push")
    return await _added(request, me, PUSH, device(request), to)


@post("/api/me/news/hook", status_code=200, opt=wish_is(wire.NewHook))
async def new_hook(request: Req) -> wire.News:
    """A webhook of one's own."""
    wish, me = await wish_in(request, wire.NewHook), await known(request)
    place = place_of(request)
    if not is_postable(wish.url, inner=place.settings.inner) or len(wish.chat) > LONGEST:
        raise Refused(400, "errors.bad_hook_inner" if place.settings.inner else "errors.bad_hook")
    return await _added(request, me, HOOK, wish.kind, Hook(wish.kind, wish.url, wish.chat))


async def _added(request: Req, me: Visitor, channel: str, name: str, to: Subscription | Hook) -> wire.News:
    """The first way of a channel switches it on."""
    place, person = place_of(request), me.person.id

    def added() -> bool:
        is_first = not any(way.channel == channel for way in place.book.ways(person))
        if place.book.hours(person) is None:
            place.book.keep_hours(person, Hours(address(request)))
        if is_first:
            place.book.switch(person, EVERYWHERE, {channel: True})
        return place.book.add_way(person, channel, name, to)

    if not await place.hub.writing(added):
        raise Refused(409, "errors.many_ways")
    return await _told(request, me.person)


@post("/api/me/news/drop", status_code=200, opt=wish_is(wire.OneWay))
async def drop(request: Req) -> wire.News:
    """Let go of a browser or a webhook."""
    wish, me = await wish_in(request, wire.OneWay), await known(request)
    place = place_of(request)
    await place.hub.writing(place.book.drop_way, me.person.id, wish.id)
    return await _told(request, me.person)


@post("/api/me/news/try", status_code=200, opt=wish_is(wire.TryNews))
async def try_it(request: Req) -> wire.News:
    """Send something, to see whether it arrives."""
    wish, me = await wish_in(request, wire.TryNews), await known(request)
    knock(request)
    place = place_of(request)
    if await place.hub.looking(place.book.hours, me.person.id) is None:
        await place.hub.writing(place.book.keep_hours, me.person.id, Hours(address(request)))
    await place.hub.writing(place.crier.test, me.person, wish.channel, wish.way)
    return await _told(request, me.person)


# --- for one match --------------------------------------------------------------------------------------


@get("/api/table/{token:str}/news")
async def of_match(request: Req, token: str) -> wire.MatchNews:
    """How one is told of this match."""
    live, me = await _held(request, token)
    place = place_of(request)
    return await place.hub.looking(_of_match, place, live, me.person.id)


def _of_match(place: Place, live: Live, person: str) -> wire.MatchNews:
    said = place.book.switches(person, live.id)
    alone = any(seat.agent is not None for seat in live.seats)
    on = place.book.channels(person, live.id, alone=alone)
    return wire.MatchNews(said.get(MAIL), said.get(PUSH), said.get(HOOK), _channels(on))


async def _held(request: Req, token: str) -> tuple[Live, Visitor]:
    """A match at which who asks holds a seat."""
    (live, reader), me = await seat(request, token), await known(request)
    holds = await place_of(request).hub.looking(place_of(request).holds.of_match, live.id)
    if not reader.key.sides or not any(hold.person == me.person.id for hold in holds):
        raise Refused(403, "errors.not_held")
    return live, me


@post("/api/table/{token:str}/news", status_code=200, opt=wish_is(wire.SwitchNews))
async def switch(request: Req, token: str) -> wire.MatchNews:
    """Switch what one is told of this match."""
    wish = await wish_in(request, wire.SwitchNews)
    live, me = await _held(request, token)
    place = place_of(request)

    def switched() -> None:
        if place.book.hours(me.person.id) is None:
            place.book.keep_hours(me.person.id, Hours(address(request)))
        place.book.switch(me.person.id, live.id, {name: getattr(wish, name) for name in CHANNELS})

    await place.hub.writing(switched)
    return await place.hub.looking(_of_match, place, live, me.person.id)


# --- stopping mails -------------------------------------------------------------------------------------


@get("/stop/{token:str}", include_in_schema=False)
async def stop_page(request: Req, token: str) -> Response[bytes]:
    """Only shows a page: programs that look at the links of mails stop nothing."""
    return page(request, "stop")


@post("/stop/{token:str}", status_code=200, include_in_schema=False)
async def stop(request: Req, token: str) -> wire.Stopped:
    """No more mails: by the page, or by the mail program itself (RFC 8058), which sends a form."""
    place = place_of(request)
    is_ours = request.headers.get("content-type", "").startswith("application/json")
    again = is_ours and (await wish_in(request, wire.StopMail)).again
    found = place.book.stopped(token)
    if found is None:
        knock(request)
        raise Refused(404, "errors.bad_stop")
    person, match = found
    if await place.hub.looking(place.people.find, person) is None:
        return wire.Stopped(match == EVERYWHERE, on=False)
    if again:
        await place.hub.writing(place.book.switch, person, match, {MAIL: True if match == EVERYWHERE else None})
    else:
        await place.hub.writing(place.book.stop_mail, person, match)
    return wire.Stopped(match == EVERYWHERE, again)


HANDLERS = (news, change, listen_here, new_hook, drop, try_it, of_match, switch, stop_page, stop)
