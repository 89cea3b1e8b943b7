"""Where standing orders are left: by who sits at a side, for that side, at any time."""

from __future__ import annotations

from litestar import get, post

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.text import Name
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.server import protocol
from bivouac.server.club.fair import is_rated
from bivouac.server.errors import Refused
from bivouac.server.live import Live
from bivouac.server.lobby.orders import formations, kinds
from bivouac.server.people.place import place_of
from bivouac.server.requests import Req, language, player, query_is, seat, wish_in, wish_is

LONGEST = 60


@get("/api/table/{token:str}/orders", opt=query_is("as"))
async def orders(request: Req, token: str) -> protocol.StandingOrders:
    """The kinds of question that may fall in the other side's turn, and what was ordered for them."""
    live, reader = await seat(request, token)
    side, place = player(live, reader), place_of(request)
    kept = await place.hub.looking(place.orders.of, live.id, int(side))
    return protocol.StandingOrders(_kinds(live.title, await _led(request, live, side), language(request)), kept)


async def _led(request: Req, live: Live, side: Side) -> dict[str, Name]:
    """The formations that may be left to the adjutant; in a rated match everybody leads their own."""
    return {} if await is_rated(request, live) else formations(live.title, side)


def _kinds(title: Title[State], led: dict[str, Name], lang: str) -> list[protocol.OrderKind]:
    book = {clause.id: clause for clause in title.rulebook}
    of_other = [(box, book[rule].topic.in_language(lang)) for box, rule in kinds(title).items() if rule in book]
    mine = [(box, catalogue(lang, title).word(name, "")) for box, name in led.items()]
    return [protocol.OrderKind(box, name, own) for own, rows in ((False, of_other), (True, mine)) for box, name in rows]


@post("/api/table/{token:str}/orders", status_code=200, opt=wish_is(protocol.LeaveOrders))
async def leave(request: Req, token: str) -> protocol.StandingOrders:
    """Leave orders for one's own side, in place of those before; they count at once."""
    wish = await wish_in(request, protocol.LeaveOrders)
    live, reader = await seat(request, token, wish.side)
    side, place = player(live, reader, wish.side), place_of(request)
    led = await _led(request, live, side)
    known = {*kinds(live.title), *led}
    boxes = [order.box for order in wish.orders]
    if len(set(boxes)) != len(boxes) or any(box not in known for box in boxes) or any(len(o.words) > LONGEST for o in wish.orders):
        raise Refused(400, "errors.bad_request")
    kept = [order for order in wish.orders if order.how != "ask"]
    await place.hub.writing(place.orders.keep, live.id, int(side), kept)
    place.adjutant.changed(live)
    return protocol.StandingOrders(_kinds(live.title, led, language(request)), kept)


HANDLERS = (orders, leave)
