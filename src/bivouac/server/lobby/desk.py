"""The desk of the lobby: challenges are left here and taken; and what a table knows of what was agreed for it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial

from litestar import Response, get, post

from bivouac.core.ids import SIDES, Side
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue, scenario_name
from bivouac.match import Match
from bivouac.server import protocol
from bivouac.server.club.ratings_desk import side_ratings
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.keeping import beginning_of
from bivouac.server.live import Live
from bivouac.server.lobby.challenges import Offer
from bivouac.server.lobby.clocks import checked, left
from bivouac.server.people.clock import DAY
from bivouac.server.people.place import Place, Visitor, known, place_of, visitor
from bivouac.server.render import Reader
from bivouac.server.requests import BadSetupOf, Req, language, player, query_is, seat, title_of, wish_in, wish_is
from bivouac.server.seats import LINK, expected, seated
from bivouac.server.settings import playable
from bivouac.server.store import Key
from bivouac.server.words import say_web, side_name
from bivouac.titles import load


@get("/lobby", include_in_schema=False)
async def lobby_page(request: Req) -> Response[bytes]:
    return page(request, "lobby")


@get("/api/lobby")
async def lobby(request: Req) -> protocol.Lobby:
    """Open challenges, and matches to watch."""
    place, lang, found = place_of(request), language(request), await visitor(request)
    person = found.person.id if found else None

    def told() -> protocol.Lobby:
        offers = [o for o in place.challenges.for_(person) if o.title in playable()]
        names = place.people.names([o.maker for o in offers])
        return protocol.Lobby([challenge_row(o, names, person, lang) for o in offers if o.maker in names], running_rows(place, lang))

    return await place.hub.looking(told)


def challenge_row(offer: Offer, names: dict[str, str], person: str | None, lang: str) -> protocol.Challenge:
    title = load(offer.title)
    c, mine = catalogue(lang, title), offer.maker == person
    other = None if offer.side is None else offer.side if mine else 1 - offer.side
    return protocol.Challenge(
        id=offer.id,
        maker=names[offer.maker],
        mine=mine,
        for_me=person is not None and offer.whom == person,
        whom=offer.whom is not None,
        title=title.id,
        name=c.sentence("title.name"),
        scenario=scenario_name(title, title.scenarios[offer.scenario], lang) if offer.scenario in title.scenarios else offer.scenario,
        options=[c.sentence(f"options.{name}") for name in offer.options],
        side=other,
        side_name=None if other is None else side_name(title, lang, other),
        pace=offer.pace,
        rated=offer.rated,
        rematch=offer.after is not None,
        created=offer.created,
    )


def running_rows(place: Place, lang: str) -> list[protocol.Running]:
    rows = []
    for row in place.challenges.running():
        if row["title"] in playable():
            title = load(row["title"])
            named = title.scenarios.get(row["scenario"])
            rows.append(
                protocol.Running(
                    watch=f"/t/{row['watch']}",
                    title=title.id,
                    name=catalogue(lang, title).sentence("title.name"),
                    scenario=scenario_name(title, named, lang) if named else row["scenario"],
                    players=[name or say_web(lang, "lobby.guest") for name in place.challenges.players(row["id"])],
                    updated=row["updated"],
                    serial=row["serial"],
                )
            )
    return rows


# --- leaving and taking ---------------------------------------------------------------------------------


@post("/api/challenges", status_code=201, opt=wish_is(protocol.NewChallenge))
async def new_challenge(request: Req) -> protocol.Sent:
    """Post a challenge. One for somebody by name says the same whether they exist or not."""
    wish, me = await wish_in(request, protocol.NewChallenge), await known(request)
    title, place = title_of(wish.title), place_of(request)
    try:
        scenario = title.scenario(wish.scenario)
        title.option_set(scenario, wish.options)
    except BadSetup as e:
        raise BadSetupOf(title, e) from None
    if wish.side not in (None, *map(int, SIDES)):
        raise Refused(400, "errors.bad_request")
    if wish.rated and wish.pace.late == "veteran" and wish.pace.kind != "none":
        raise Refused(400, "errors.rated_veteran")
    offer = Offer(me.person.id, title.id, scenario.id, tuple(sorted(set(wish.options))), wish.side, checked(wish.pace), wish.rated)
    if wish.whom is not None:
        found = await place.hub.looking(place.people.by_name, wish.whom)
        if found is None or found.id == me.person.id:
            return protocol.Sent()
        offer = replace(offer, whom=found.id)
    if not await place.hub.writing(place.challenges.add, offer):
        raise Refused(409, "errors.many_challenges")
    await place.hub.writing(place.crier.challenged, offer)
    return protocol.Sent()


@post("/api/challenges/take", status_code=201, opt=wish_is(protocol.OneChallenge))
async def take(request: Req) -> protocol.Seated:
    """Take a challenge: the match begins. Who has no name can take one that is open and not rated."""
    wish, found = await wish_in(request, protocol.OneChallenge), await visitor(request)
    place = place_of(request)
    offer = await place.hub.looking(place.challenges.find, wish.id)
    taker = found.person.id if found else None
    if offer is None or offer.title not in playable() or (offer.whom is not None and offer.whom != taker):
        raise Refused(404, "errors.no_challenge")
    if offer.maker == taker:
        raise Refused(409, "errors.own_challenge")
    if taker is None and offer.rated:
        raise Refused(401, "errors.enter_first")
    if not await place.hub.writing(place.challenges.remove, offer.id):
        raise Refused(409, "errors.taken")
    return await begin(place, offer, taker)


async def begin(place: Place, offer: Offer, taker: str | None) -> protocol.Seated:
    """The match of a challenge, and a link for who took it; its maker finds it among their own."""
    title, hub = load(offer.title), place.hub
    seating = seated({str(int(side)): LINK for side in SIDES}, {}, hub.seconds)
    seating.invites = []
    fresh = partial(Match.new, title, scenario=offer.scenario, options=offer.options, nonces=expected(seating.seats))
    new = await hub.looking(lambda: beginning_of(fresh(), seating))
    live, _, _ = await hub.begin(new)
    makers = secrets.randbelow(2) if offer.side is None else offer.side
    await hub.writing(place.holds.take, offer.maker, Key(live.id, (makers,), owner=True))
    if taker is not None:
        await hub.writing(place.holds.take, taker, Key(live.id, (1 - makers,)))
    await hub.writing(lambda: place.agreements.add(live.id, offer.pace, rated=offer.rated, public=offer.whom is None))
    token = await hub.writing(place.challenges.key, live.id, 1 - makers)
    place.times.changed(live)
    if not place.updates.has_page_open(offer.maker):
        await hub.writing(place.crier.accepted, live, offer, taker)
    return protocol.Seated(f"/t/{token}", token)


@post("/api/challenges/drop", status_code=200, opt=wish_is(protocol.OneChallenge))
async def drop(request: Req) -> protocol.Sent:
    """Take a challenge back, or decline it."""
    wish, me = await wish_in(request, protocol.OneChallenge), await known(request)
    place = place_of(request)
    offer = await place.hub.looking(place.challenges.find, wish.id)
    if offer is None or me.person.id not in (offer.maker, offer.whom):
        raise Refused(404, "errors.no_challenge")
    await place.hub.writing(place.challenges.remove, offer.id)
    return protocol.Sent()


# --- at the table -----------------------------------------------------------------------------------------


@get("/api/table/{token:str}/agreed", opt=query_is("as"))
async def agreed(request: Req, token: str) -> protocol.Agreed:
    """Who plays, how fast, and how much time is left."""
    live, reader = await seat(request, token)
    place = place_of(request)
    return await place.hub.looking(_agreed, place, live, reader)


def _agreed(place: Place, live: Live, reader: Reader) -> protocol.Agreed:
    players, found = place.challenges.players(live.id), place.agreements.of(live.id)
    over = live.match.outcome is not None
    again = over and len(reader.key.sides) == 1 and None not in players and live.match.scenario.text is None
    if found is None:
        return protocol.Agreed(list(players), False, None, None, [], None, [False, False], False, again, [])
    work, now = found.clock, place.clock.now()
    spans = [place.agreements.away(live.id, int(side)) for side in SIDES]
    away = [any(start <= now < until for start, until in span) for span in spans]
    banks = left(work, now, spans[work.side or 0])
    shown = [_shown(work.pace, bank, side, work.side, now - work.since) for side, bank in enumerate(banks)]
    claim = not over and work.late is not None and work.pace.late == "claim" and 1 - work.late in reader.key.sides
    asked, rated = None if over else work.side, side_ratings(place, live.id, live.title.id) if found.rated else []
    return protocol.Agreed(list(players), found.rated, work.pace, asked, shown, work.late, away, claim, again, rated)


def _shown(pace: protocol.Pace, bank: float, side: int, running: int | None, passed: float) -> float:
    """What a side has left: of its bank and, where its turn runs by days, of this turn."""
    turn = max(0.0, pace.turn - passed) if pace.kind == "days" and side == running else 0.0
    return max(0.0, bank) + turn


@post("/api/table/{token:str}/claim", status_code=200)
async def claim(request: Req, token: str) -> protocol.Revision:
    """The other side has run out of time, and it was agreed that the match may then be claimed."""
    live, reader = await seat(request, token)
    place = place_of(request)
    side = player(live, reader)
    found = await place.hub.looking(place.agreements.of, live.id)
    late = found.clock.late if found is not None and found.clock.pace.late == "claim" else None
    async with place.hub.at(live):
        if late is None or late == side or live.asked != late:
            raise Refused(409, "errors.no_claim")
        await place.hub.concede(live, Side(late))
        return protocol.Revision(live.revision)


@post("/api/table/{token:str}/rematch", status_code=200)
async def rematch(request: Req, token: str) -> protocol.Rematch:
    """The same again with the sides swapped: begun if the other side has asked for it, otherwise asked for."""
    (live, reader), me = await seat(request, token), await known(request)
    place = place_of(request)
    holds = await place.hub.looking(place.holds.of_match, live.id)
    other = [hold.person for hold in holds if hold.person != me.person.id]
    if live.match.outcome is None or len(other) != 1 or not any(hold.person == me.person.id for hold in holds) or not reader.key.sides:
        raise Refused(409, "errors.no_rematch")
    for offer in await place.hub.looking(place.challenges.rematch, live.id):
        if offer.whom == me.person.id and await place.hub.writing(place.challenges.remove, offer.id):
            seated_at = await begin(place, offer, me.person.id)
            return protocol.Rematch(seated_at.url, seated_at.token)
        if offer.maker == me.person.id:
            return protocol.Rematch(None, None)
    await _ask_for_rematch(place, live, me, reader.key.sides[0], other[0])
    return protocol.Rematch(None, None)


async def _ask_for_rematch(place: Place, live: Live, me: Visitor, side: int, other: str) -> None:
    found = await place.hub.looking(place.agreements.of, live.id)
    pace, rated = (found.clock.pace, found.rated) if found else (protocol.Pace(), False)
    if live.match.scenario.text is not None:
        raise Refused(409, "errors.no_rematch")
    options = tuple(sorted(live.match.options))
    offer = Offer(me.person.id, live.title.id, live.match.scenario.id, options, 1 - side, pace, rated, other, live.id)
    if not await place.hub.writing(place.challenges.add, offer):
        raise Refused(409, "errors.many_challenges")
    await place.hub.writing(place.crier.challenged, offer)


# --- vacations --------------------------------------------------------------------------------------------


@get("/api/me/vacation")
async def away(request: Req) -> protocol.Away:
    """Until when one is away, and what is left of this year's days."""
    return await _away(request, await known(request))


@post("/api/me/vacation", status_code=200, opt=wish_is(protocol.Vacation))
async def go_away(request: Req) -> protocol.Away:
    """Be away for so many days from now on, or come back."""
    wish, me = await wish_in(request, protocol.Vacation), await known(request)
    if not 0 <= wish.days <= 366:
        raise Refused(400, "errors.bad_request")
    await place_of(request).hub.writing(place_of(request).agreements.go_away, me.person.id, wish.days)
    return await _away(request, me)


async def _away(request: Req, me: Visitor) -> protocol.Away:
    place = place_of(request)
    until, seconds = await place.hub.looking(place.agreements.vacation, me.person.id)
    return protocol.Away(until, seconds / DAY)


HANDLERS = (lobby_page, lobby, new_challenge, take, drop, agreed, claim, rematch, away, go_away)
