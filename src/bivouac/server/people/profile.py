"""What somebody is and has: name, languages, sessions, passkeys, matches and results; all of it to take away, or to delete."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post

from bivouac.core.ids import SIDES
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.server import protocol
from bivouac.server.club.ratings_desk import rating_rows
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.home import status_of_row
from bivouac.server.news.book import exported
from bivouac.server.people.holds import Hold, results
from bivouac.server.people.people import Person, clean_name
from bivouac.server.people.place import Place, Visitor, cookie, fresh, known, place_of, visitor
from bivouac.server.requests import Req, language, reply_is, wish_in, wish_is
from bivouac.server.settings import playable
from bivouac.server.store import Row
from bivouac.server.words import side_name
from bivouac.titles import load

MOST_TOKENS = 60
SHOWN = 200
Rows = list[tuple[Hold, Row]]


@get("/me", include_in_schema=False)
async def me_page(request: Req) -> Response[bytes]:
    return page(request, "me")


@get("/people/{person:str}", include_in_schema=False)
async def person_page(request: Req, person: str) -> Response[bytes]:
    return page(request, "person")


@get("/api/here")
async def here(request: Req) -> protocol.Greeting:
    """Who is asking, and what waits for them."""
    found = await visitor(request)
    if found is None:
        return protocol.Greeting(None, 0, 0, [])
    place, lang = place_of(request), language(request)
    rows = await place.hub.looking(place.holds.rows, found.person.id)
    held = await place.hub.looking(held_rows, rows, lang)
    invited = await place.hub.looking(place.challenges.invitations, found.person.id)
    return protocol.Greeting(found.person.name, invited + sum(h.yours and h.outcome is None for h in held), invited, held)


@get("/api/me")
async def me(request: Req) -> protocol.Me:
    """Everything about oneself."""
    return await _told(request)


async def _told(request: Req) -> protocol.Me:
    found, place = await known(request), place_of(request)
    return await place.hub.looking(_me, place, found, language(request))


def _me(place: Place, found: Visitor, lang: str) -> protocol.Me:
    person, here = found
    rows = place.holds.rows(person.id)
    return protocol.Me(
        name=person.name,
        mail=person.mail,
        languages=list(person.languages),
        listed=person.listed,
        created=person.created,
        passkeys=[protocol.PasskeyRow(key.id, key.created, key.used) for key in place.people.passkeys(person.id)],
        sessions=[protocol.SessionRow(s.mark, s.device, s.created, s.used, s.hash == here.hash) for s in place.people.sessions(person.id)],
        matches=held_rows(rows, lang),
        results=result_rows(rows, lang),
        ratings=rating_rows(place, person.id, lang),
    )


def held_rows(rows: Rows, lang: str) -> list[protocol.Status]:
    known_titles = playable()
    return [status_of_row(row, hold.sides, lang) for hold, row in rows[:SHOWN] if row.title in known_titles]


def result_rows(rows: Rows, lang: str) -> list[protocol.Result]:
    """Only against others: what one plays with both sides does not count."""
    found = results(rows)
    return [
        protocol.Result(
            title=name,
            name=catalogue(lang, load(name)).sentence("title.name"),
            side=int(side),
            side_name=side_name(load(name), lang, side),
            **{ending: found[name, int(side), ending] for ending in ("won", "lost", "drawn")},
        )
        for name in playable()
        for side in SIDES
        if any(found[name, int(side), ending] for ending in ("won", "lost", "drawn"))
    ]


@get("/api/people/{person:str}")
async def profile(request: Req, person: str) -> protocol.Profile:
    """Who wants to be seen. Whether anybody else exists is not told."""
    place, lang = place_of(request), language(request)
    found, asking = await place.hub.looking(place.people.by_name, person), await visitor(request)
    if found is None or not (found.listed or (asking is not None and asking.person.id == found.id)):
        raise Refused(404, "errors.no_person")
    return await place.hub.looking(_profile, place, found, lang)


def _profile(place: Place, person: Person, lang: str) -> protocol.Profile:
    rows = place.holds.rows(person.id)
    rated = rating_rows(place, person.id, lang)
    return protocol.Profile(person.name, list(person.languages), person.created, result_rows(rows, lang), rated)


# --- changing -----------------------------------------------------------------------------------------


@post("/api/me", status_code=200, opt=wish_is(protocol.ChangeMe))
async def change(request: Req) -> protocol.Me:
    """Another name, other languages, to be seen or not."""
    wish, found = await wish_in(request, protocol.ChangeMe), await known(request)
    name, place = clean_name(wish.name), place_of(request)
    languages = [x for x in dict.fromkeys(wish.languages) if x in LANGUAGES]
    if name is None:
        raise Refused(400, "errors.bad_name")
    if not languages:
        raise Refused(400, "errors.no_language")
    await place.hub.writing(lambda: place.people.change(found.person, name=name, languages=languages, listed=wish.listed))
    return await _told(request)


@post("/api/me/seats", status_code=200, opt=wish_is(protocol.Tokens))
async def take_along(request: Req) -> protocol.TakenAlong:
    """The seats of this browser become one's own."""
    wish, found = await wish_in(request, protocol.Tokens), await known(request)
    place = place_of(request)
    taken = 0
    for token in wish.tokens[:MOST_TOKENS]:
        key = await place.hub.key(token)
        taken += key is not None and await place.hub.writing(place.holds.take, found.person.id, key)
    return protocol.TakenAlong(taken)


@post("/api/me/open", status_code=200, opt=wish_is(protocol.OpenMatch))
async def open_match(request: Req) -> protocol.Seated:
    """A link for this browser to a seat that one holds."""
    wish, found = await wish_in(request, protocol.OpenMatch), await known(request)
    place = place_of(request)
    token = await place.hub.writing(place.holds.open, found.person.id, wish.match)
    if token is None:
        raise Refused(404, "errors.no_match")
    return protocol.Seated(f"/t/{token}", token)


@post("/api/me/sessions/end", status_code=200, opt=wish_is(protocol.EndSession))
async def end_session(request: Req) -> protocol.Me:
    """End a session, or all but this one."""
    wish, found = await wish_in(request, protocol.EndSession), await known(request)
    place = place_of(request)
    if wish.mark is not None and len(wish.mark) < len(found.session.mark):
        raise Refused(400, "errors.bad_request")
    await place.hub.writing(lambda: place.people.end(found.person.id, wish.mark, but=found.session.hash))
    return await _told(request)


@post("/api/me/passkeys/drop", status_code=200, opt=wish_is(protocol.DropPasskey))
async def drop_passkey(request: Req) -> protocol.Me:
    """Let go of a passkey; the last way to come in stays."""
    wish, found = await wish_in(request, protocol.DropPasskey), await fresh(request)
    place = place_of(request)
    held = await place.hub.looking(place.people.passkeys, found.person.id)
    if found.person.mail is None and len(held) < 2:
        raise Refused(409, "errors.last_passkey")
    await place.hub.writing(place.people.drop_passkey, found.person.id, wish.id)
    return await _told(request)


# --- all of it ----------------------------------------------------------------------------------------


@get("/api/me/export", opt=reply_is(dict[str, object]))
async def export(request: Req) -> Response[dict[str, object]]:
    """Everything that is kept of somebody."""
    found, place = await known(request), place_of(request)
    told = await place.hub.looking(_exported, place, found)
    return Response(told, headers={"content-disposition": 'attachment; filename="bivouac-me.json"'})


def _exported(place: Place, found: Visitor) -> dict[str, object]:
    person = found.person
    return {
        "person": vars(person),
        "passkeys": [{"id": key.id, "created": key.created, "used": key.used} for key in place.people.passkeys(person.id)],
        "sessions": [{"device": s.device, "created": s.created, "used": s.used} for s in place.people.sessions(person.id)],
        "news": exported(place.book, person.id),
        "letters": [dict(row) for row in place.letters.of(person.id, 10_000)],
        "ratings": [{**vars(one), "rating": vars(one.rating)} for one in place.ratings.of(person.id)],
        **place.words.of(person.id),
        "tournaments": place.tournaments.of(person.id),
        "matches": [_match(place, hold, row) for hold, row in place.holds.rows(person.id)],
    }


def _match(place: Place, hold: Hold, row: Row) -> dict[str, object]:
    """While it goes on, the answers are the match's secret; afterwards they are everybody's who played it."""
    facts = {name: getattr(row, name) for name in ("id", "title", "rules", "scenario", "options", "created", "updated", "outcome")}
    own = [(place.orders.of(row.id, side), place.plans.of(row.id, side)) for side in hold.sides]
    left = {"orders": [msgspec.to_builtins(orders) for orders, _ in own], "planned": [msgspec.to_builtins(p.plan) for _, p in own if p]}
    return {**facts, **left, "sides": hold.sides, "answers": place.hub.store.answers(row.id) if row.outcome is not None else None}


@post("/api/me/delete", status_code=200, opt=wish_is(protocol.DeleteMe))
async def delete(request: Req) -> Response[protocol.Sent]:
    """Delete everything that is kept of somebody, and the matches that nobody else sits at."""
    wish, found = await wish_in(request, protocol.DeleteMe), await fresh(request)
    if clean_name(wish.name) != found.person.name:
        raise Refused(400, "errors.other_name")
    place = place_of(request)
    await place.hub.writing(place.words.forget, found.person.id)
    await place.hub.writing(place.tournaments.forget, found.person.id)
    for hold, _ in await place.hub.looking(place.holds.rows, found.person.id):
        for side in hold.sides:
            await place.plans.forget(hold.match, side)
            await place.hub.writing(place.orders.keep, hold.match, side, ())
    await place.hub.writing(place.holds.let_go, found.person.id)
    await place.hub.look_at_links()  # what is open of these matches is closed now, not a moment later
    await place.hub.writing(place.challenges.forget, found.person.id)
    await place.hub.writing(place.people.delete, found.person.id)
    return Response(protocol.Sent(), headers=cookie(request, ""))


HANDLERS = (me_page, person_page, here, me, profile, change, take_along, open_match, end_session, drop_passkey, export, delete)
