"""Coming in: by a passkey, or by a link in a mail. There are no passwords, and nobody is told who has a name here."""

from __future__ import annotations

from litestar import Response, get, post

from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.people import passkeys
from bivouac.server.people.letters import MAIL, Letter
from bivouac.server.people.people import Door, Passkey, Person, clean_mail, clean_name
from bivouac.server.people.place import address, cookie, device, fresh, knock, known, origin, place_of, site, visitor, welcome
from bivouac.server.requests import Req, language, wish_in, wish_is
from bivouac.server.store import hashed, new_token
from bivouac.server.words import say_web

A_QUARTER, FIVE = 900.0, 300.0  # seconds that a link, and a passkey's challenge, are good for
MOST_LINKS = 3  # to one mail at a time
TO_ENTER, TO_CHANGE, MAKE, USE = "mail", "mail-change", "passkey-new", "passkey"


@get("/enter", include_in_schema=False)
async def enter_page(request: Req) -> Response[bytes]:
    return page(request, "enter")


@post("/api/enter/mail", status_code=200, opt=wish_is(protocol.ByMail))
async def by_mail(request: Req) -> protocol.Sent:
    """Send a link to come in by. The answer is the same whether anybody has that mail or not."""
    wish = await wish_in(request, protocol.ByMail)
    knock(request)
    mail = clean_mail(wish.mail)
    if mail is None:
        raise Refused(400, "errors.bad_mail")
    place = place_of(request)
    await place.hub.writing(lambda: _send_link(request, mail, Door(TO_ENTER, None, mail)))
    return protocol.Sent()


@post("/api/me/mail", status_code=200, opt=wish_is(protocol.ByMail))
async def change_mail(request: Req) -> protocol.Sent:
    """Another mail for who is in: it counts when the link in it has been followed."""
    wish, me = await wish_in(request, protocol.ByMail), await fresh(request)
    mail = clean_mail(wish.mail)
    if mail is None:
        raise Refused(400, "errors.bad_mail")
    knock(request)
    await place_of(request).hub.writing(lambda: _send_link(request, mail, Door(TO_CHANGE, me.person.id, mail)))
    return protocol.Sent()


def _send_link(request: Req, mail: str, door: Door) -> None:
    place, token, lang = place_of(request), new_token(), language(request)
    if place.people.doors_of(mail) >= MOST_LINKS:
        return
    place.people.make_door(token, door, A_QUARTER)
    link = f"{address(request)}/enter#{token}"
    body = say_web(lang, "mail.enter" if door.kind == TO_ENTER else "mail.change", link=link)
    letter = Letter(f"door {hashed(token)}", door.person, MAIL, mail, say_web(lang, "mail.enter_subject"), body)
    place.letters.write(letter)


@post("/api/enter/link", status_code=200, opt=wish_is(protocol.ByLink))
async def by_link(request: Req) -> Response[protocol.Entered]:
    """Come in by the link of a mail, which then opens nothing any more."""
    wish = await wish_in(request, protocol.ByLink)
    knock(request)
    place = place_of(request)
    door = await place.hub.writing(place.people.open_door, wish.token, TO_ENTER, TO_CHANGE)
    if door is None:
        raise Refused(403, "errors.link_used")
    if door.kind == TO_CHANGE:
        return await _changed_mail(request, door)
    person = await place.hub.looking(place.people.by_mail, door.detail)
    is_new = person is None
    if person is None:
        person = await place.hub.writing(place.people.add, None, language(request), door.detail)
    return await _come_in(request, person, is_new=is_new)


async def _changed_mail(request: Req, door: Door) -> Response[protocol.Entered]:
    place = place_of(request)
    person = await place.hub.looking(place.people.find, door.person or "")
    if person is None or not await place.hub.writing(place.people.set_mail, person.id, door.detail):
        raise Refused(409, "errors.mail_taken")
    return await _come_in(request, person, is_new=False)


async def _come_in(request: Req, person: Person, *, is_new: bool) -> Response[protocol.Entered]:
    """A session of its own each time: what a browser had before opens nothing any more."""
    await welcome(request, person)
    place, before = place_of(request), await visitor(request)
    if before is not None:
        await place.hub.writing(place.people.end, before.person.id, before.session.hash)
    token = await place.hub.writing(place.people.enter, person.id, device(request))
    return Response(protocol.Entered(person.name, is_new), headers=cookie(request, token))


# --- passkeys --------------------------------------------------------------------------------------------


@post("/api/enter/passkey", status_code=200, opt=wish_is(protocol.BeginPasskey))
async def begin_passkey(request: Req) -> protocol.Ceremony:
    """What the browser needs to make a passkey, or to use one."""
    wish = await wish_in(request, protocol.BeginPasskey)
    knock(request)
    place, here = place_of(request), site(request)
    if not wish.new:
        options, challenge = passkeys.options_to_use(here)
        door = Door(USE, None, "")
    else:
        options, challenge, door = await _options_to_make(request, wish.name, here)
    await place.hub.writing(place.people.make_door, challenge, door, FIVE)
    return protocol.Ceremony(options)


async def _options_to_make(request: Req, wanted: str | None, here: str) -> tuple[str, str, Door]:
    place = place_of(request)
    if wanted is None:
        me = (await fresh(request)).person
        held = await place.hub.looking(place.people.passkeys, me.id)
        return *passkeys.options_to_make(here, me.id, me.name, held), Door(MAKE, me.id, "")
    name = clean_name(wanted)
    if name is None:
        raise Refused(400, "errors.bad_name")
    return *passkeys.options_to_make(here, new_token(), name, []), Door(MAKE, None, name)


@post("/api/enter/passkey/finish", status_code=200, opt=wish_is(protocol.FinishPasskey))
async def finish_passkey(request: Req) -> Response[protocol.Entered]:
    """Come in by a passkey, or keep a new one."""
    wish = await wish_in(request, protocol.FinishPasskey)
    knock(request)
    place, challenge = place_of(request), passkeys.challenge_in(wish.credential)
    door = await place.hub.writing(place.people.open_door, challenge, MAKE if wish.new else USE)
    if door is None:
        raise Refused(403, "errors.passkey")
    if not wish.new:
        return await _use(request, wish.credential, challenge)
    if door.person is not None and (await known(request)).person.id != door.person:
        raise Refused(403, "errors.passkey")
    return await _make(request, wish.credential, challenge, door)


async def _make(request: Req, credential: str, challenge: str, door: Door) -> Response[protocol.Entered]:
    place = place_of(request)
    key = passkeys.made(credential, challenge, site(request), origin(request), door.person or "", place.clock.now())
    if door.person is None:
        person = await place.hub.writing(place.people.add, door.detail, language(request))
    else:
        person = (await known(request)).person
    fitting = Passkey(**{**vars(key), "person": person.id})
    if not await place.hub.writing(place.people.add_passkey, fitting):
        raise Refused(409, "errors.passkey")
    return await _come_in(request, person, is_new=False)


async def _use(request: Req, credential: str, challenge: str) -> Response[protocol.Entered]:
    place = place_of(request)
    key = await place.hub.looking(place.people.passkey, passkeys.identity_in(credential))
    person = await place.hub.looking(place.people.find, key.person) if key else None
    if key is None or person is None:
        raise Refused(400, "errors.passkey")
    count = passkeys.used(credential, challenge, site(request), origin(request), key)
    await place.hub.writing(place.people.used_passkey, key.id, count)
    return await _come_in(request, person, is_new=False)


@post("/api/me/leave", status_code=200)
async def leave(request: Req) -> Response[protocol.Sent]:
    """End this session."""
    me, place = await known(request), place_of(request)
    await place.hub.writing(place.people.end, me.person.id, me.session.hash)
    return Response(protocol.Sent(), headers=cookie(request, ""))


HANDLERS = (enter_page, by_mail, change_mail, by_link, begin_passkey, finish_passkey, leave)
