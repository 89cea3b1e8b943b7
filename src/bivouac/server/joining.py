"""Invitations, and whose seat a link is."""

from __future__ import annotations

from litestar import get, post

from bivouac.core.ids import SIDES, Side
from bivouac.i18n import catalogue
from bivouac.server import protocol, render
from bivouac.server.errors import Refused
from bivouac.server.live import Live
from bivouac.server.people.place import hold, place_of, visitor
from bivouac.server.render import Reader
from bivouac.server.requests import Req, hub_of, language, seat, wish_in, wish_is
from bivouac.server.store import Key
from bivouac.server.words import side_name


async def held_sides(request: Req, match: str) -> list[int]:
    """The sides that the visitor, if signed in, holds in a match."""
    found, place = await visitor(request), place_of(request)
    if found is None:
        return []
    holds = await place.hub.looking(place.holds.of_match, match)
    return [side for one in holds if one.person == found.person.id for side in one.sides]


# --- by an invitation ---------------------------------------------------------------------------------------


@get("/api/join/{token:str}")
async def invitation(request: Req, token: str) -> protocol.Invitation:
    """What an invitation leads to."""
    hub = hub_of(request)
    found = await hub.looking(hub.store.invite, token)
    if found is None:
        raise Refused(404, "errors.no_match")
    live, lang = await hub.get(found[0]), language(request)
    c = catalogue(lang, live.title)
    return protocol.Invitation(
        match=live.id,
        held=await held_sides(request, live.id),
        name=c.sentence("title.name"),
        blurb=c.sentence("title.blurb"),
        title=live.title.id,
        scenario=render.scenario_words(live, lang),
        side=found[1],
        side_name=side_name(live.title, lang, found[1]),
        taken=found[2],
        watch=f"/t/{live.watch}",
    )


@post("/api/join/{token:str}", status_code=200)
async def join(request: Req, token: str) -> protocol.Seated:
    """Sit down: the invitation is used up, the seat's own link is told to this browser alone."""
    hub = hub_of(request)
    found = await hub.looking(hub.store.invite, token)
    if found is None:
        raise Refused(404, "errors.no_match")
    key = await hub.writing(hub.store.take, token)
    if key is None:
        raise Refused(409, "errors.taken")
    await hold(request, Key(found[0], (found[1],)))
    live = await hub.get(found[0])
    async with hub.at(live):
        await hub.let_sit(live, Side(found[1]), vacant=False)
    return protocol.Seated(f"/t/{key}", key)


@post("/api/table/{token:str}/invite", status_code=200, opt=wish_is(protocol.InviteAgain))
async def invite_again(request: Req, token: str) -> protocol.Invite:
    """A new invitation to a seat, for who made the match. The link that the seat's player had ends, and says so."""
    wish = await wish_in(request, protocol.InviteAgain)
    live, reader = await seat(request, token)
    hub = hub_of(request)
    if not can_invite(live, reader, wish.side) or not await hub.looking(hub.store.was_invited, live.id, wish.side):
        raise Refused(403, "errors.cannot_invite")
    fresh = await hub.writing(hub.store.invite_again, live.id, wish.side)
    async with hub.at(live):
        await hub.let_sit(live, Side(wish.side), vacant=True)
    await hub.look_at_links()
    return render.invite(live, reader.language, fresh, wish.side)


def can_invite(live: Live, reader: Reader, side: int) -> bool:
    """Whether who reads made the match, and the seat is another person's."""
    is_others = side in SIDES and side not in reader.key.sides and not live.seats[side].computer
    return reader.key.owner and is_others and live.match.outcome is None


@get("/api/table/{token:str}/links")
async def links(request: Req, token: str) -> protocol.Links:
    """The spectators' link for everyone; open invitations, and seats to invite to again, for who made the match."""
    live, reader = await seat(request, token)
    store, looking = hub_of(request).store, hub_of(request).looking
    invites = await looking(store.invites, live.id) if reader.key.owner else []
    closed = [int(s) for s in SIDES if can_invite(live, reader, s) and all(side != s for _, side in invites)]
    again = [side for side in closed if await looking(store.was_invited, live.id, side)]
    return protocol.Links(f"/t/{live.watch}", [render.invite(live, reader.language, t, side) for t, side in invites], again)


# --- by the address of a seat -------------------------------------------------------------------------------


@get("/api/table/{token:str}/seat")
async def seat_info(request: Req, token: str) -> protocol.SeatInfo:
    """Whose seat a link is. A browser that does not know the link asks for this first, and shows nothing else before its reader has said
    that the seat is theirs."""
    live, reader = await seat(request, token)
    sides, lang = reader.key.sides, reader.language
    is_game = bool(sides) and live.course is None and live.study is None
    held = await held_sides(request, live.id) if is_game else []
    return protocol.SeatInfo(
        match=live.id,
        name=catalogue(lang, live.title).sentence("title.name"),
        scenario=render.scenario_words(live, lang),
        sides=[side_name(live.title, lang, side) for side in sides],
        watch=f"/t/{live.watch}",
        asks=is_game and not set(sides) <= set(held),
    )


HANDLERS = (invitation, join, invite_again, links, seat_info)
