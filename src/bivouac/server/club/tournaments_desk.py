"""Where tournaments are made, entered and read."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post

from bivouac.agents import LEVELS, agents, level_of
from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue, scenario_name
from bivouac.match.dice import NONCE
from bivouac.match.errors import Malformed
from bivouac.server import protocol
from bivouac.server.club.pairing import Line, rounds_of
from bivouac.server.club.ratings_desk import computer_name
from bivouac.server.club.tournaments import OPEN, OVER, Pairing, Tournament
from bivouac.server.club.words import plain
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.lobby.clocks import checked
from bivouac.server.people.place import Place, known, place_of, visitor
from bivouac.server.render import level_name
from bivouac.server.requests import BadSetupOf, Req, language, title_of, wish_in, wish_is
from bivouac.server.seats import COMPUTER
from bivouac.server.settings import playable
from bivouac.server.words import say_web
from bivouac.titles import load

LONGEST, DAYS, MOST_ROUNDS = 60, (1.0, 365.0), 31


@get(["/tournaments", "/tournaments/{tournament:str}"], include_in_schema=False)
async def tournaments_page(request: Req) -> Response[bytes]:
    return page(request, "tournaments")


@get("/api/tournaments")
async def listed(request: Req) -> list[protocol.TournamentRow]:
    """The tournaments, the latest first."""
    place, lang, found = place_of(request), language(request), await visitor(request)
    me = found.person.id if found else None
    return await place.hub.looking(lambda: [_row(place, x, me, lang) for x in place.tournaments.all() if x.title in playable()])


def _row(place: Place, one: Tournament, me: str | None, lang: str) -> protocol.TournamentRow:
    title, players = load(one.title), place.tournaments.players(one.id)
    return protocol.TournamentRow(
        id=one.id,
        name=one.name,
        kind=one.kind,
        title=one.title,
        title_name=catalogue(lang, title).sentence("title.name"),
        scenario=scenario_name(title, title.scenarios[one.scenario], lang) if one.scenario in title.scenarios else one.scenario,
        state=one.state,
        players=len(players),
        round=one.round,
        rounds=rounds_of(one.kind, len(players), one.rounds) if players else 0,
        mine=me in players,
        created=one.created,
    )


@get("/api/tournaments/{tournament:str}")
async def shown(request: Req, tournament: str) -> protocol.TournamentPage:
    """A tournament: its table, and who meets whom."""
    return await _shown(request, tournament)


async def _shown(request: Req, identity: str) -> protocol.TournamentPage:
    place, found = place_of(request), await visitor(request)
    one = await place.hub.looking(place.tournaments.find, identity)
    if one is None or one.title not in playable():
        raise Refused(404, "errors.no_tournament")
    return await place.hub.looking(_page, place, one, found.person.id if found else None, language(request))


def _page(place: Place, one: Tournament, me: str | None, lang: str) -> protocol.TournamentPage:
    players, pairings = place.tournaments.players(one.id), place.tournaments.pairings(one.id)
    names = place.people.names([*players, one.maker])
    called = {player: _called(player, names, lang) for player in {*players, *(p for x in pairings for p in (x.union, x.csa) if p)}}
    watch = place.tournaments.watched([x.match for x in pairings if x.match is not None])
    rounds = [[_encounter(x, called, watch, me) for x in pairings if x.round == number + 1] for number in range(one.round)]
    c, is_open, mine = catalogue(lang, load(one.title)), one.state == OPEN, me in players and not players.get(me or "", True)
    return protocol.TournamentPage(
        about=_row(place, one, me, lang),
        options=[c.sentence(f"options.{name}") for name in one.options],
        pace=one.pace,
        rated=one.rated,
        days=one.days,
        due=one.due,
        maker=names.get(one.maker, say_web(lang, "talk.somebody")),
        table=[_line(line, called, players, me) for line in place.tournaments.table(one.id)],
        encounters=rounds,
        enter=is_open and me is not None and me not in players,
        leave=one.state != OVER and mine,
        begin=is_open and me == one.maker,
        promises=place.tournaments.promises(one, me) if mine and me is not None else [],
        levels={a: level_name(a, lang) for a in agents() if level_of(a) in LEVELS and f"{COMPUTER}{a}" not in players},
    )


def _called(player: str, names: dict[str, str], lang: str) -> str:
    if player.startswith(COMPUTER):
        return computer_name(player, lang)
    return names.get(player, say_web(lang, "tournaments.gone"))


def _line(line: Line, called: dict[str, str], players: dict[str, bool], me: str | None) -> protocol.TableLine:
    facts = {name: getattr(line, name) for name in ("points", "buchholz", "berger", "won", "drawn", "lost")}
    return protocol.TableLine(called[line.player], line.player == me, players[line.player], **facts)


def _encounter(x: Pairing, called: dict[str, str], watch: dict[str, str], me: str | None) -> protocol.Encounter:
    return protocol.Encounter(
        number=x.number,
        leg=x.leg,
        union=called[x.union],
        csa=called[x.csa] if x.csa else None,
        scores=None if x.result.scores is None else list(x.result.scores),
        watch=f"/t/{watch[x.match]}" if x.match in watch else None,
        match=x.match if me in (x.union, x.csa) and x.match in watch else None,
    )


# --- making, entering, beginning --------------------------------------------------------------------------


@post("/api/tournaments", status_code=201, opt=wish_is(protocol.NewTournament))
async def make(request: Req) -> protocol.Made:
    """Make a tournament. Who makes it begins it when enough have entered, and does not have to play."""
    wish, me = await wish_in(request, protocol.NewTournament), await known(request)
    title, place, name = title_of(wish.title), place_of(request), plain(wish.name, LONGEST)
    try:
        scenario = title.scenario(wish.scenario)
        title.option_set(scenario, wish.options)
    except BadSetup as e:
        raise BadSetupOf(title, e) from None
    if not name or not DAYS[0] <= wish.days <= DAYS[1] or not 0 <= wish.rounds <= MOST_ROUNDS:
        raise Refused(400, "errors.bad_tournament")
    pace = msgspec.structs.replace(checked(wish.pace), late="claim")
    options = tuple(sorted(set(wish.options)))
    new = Tournament(name, wish.kind, title.id, scenario.id, options, pace, wish.days, wish.rounds, wish.rated, me.person.id)
    return protocol.Made(await place.hub.writing(place.tournaments.add, new))


@post("/api/tournaments/{tournament:str}/enter", status_code=200)
async def enter(request: Req, tournament: str) -> protocol.TournamentPage:
    """Take part; everybody sees who does."""
    me, place = await known(request), place_of(request)
    await place.hub.writing(place.tournaments.enter, tournament, me.person.id)
    return await _shown(request, tournament)


@post("/api/tournaments/{tournament:str}/nonce", status_code=200, opt=wish_is(protocol.EntryNonce))
async def give_nonce(request: Req, tournament: str) -> protocol.Sent:
    """What a player's browser gives to the dice of all their games here, when it has kept the promises."""
    wish, me = await wish_in(request, protocol.EntryNonce), await known(request)
    if not NONCE.fullmatch(wish.nonce):
        raise Malformed(Text("errors.bad_nonce"))
    await place_of(request).hub.writing(place_of(request).tournaments.give_nonce, tournament, me.person.id, wish.nonce)
    return protocol.Sent()


@post("/api/tournaments/{tournament:str}/leave", status_code=200)
async def leave(request: Req, tournament: str) -> protocol.TournamentPage:
    """Take part no more."""
    me, place = await known(request), place_of(request)
    await place.hub.writing(place.tournaments.leave, tournament, me.person.id)
    return await _shown(request, tournament)


@post("/api/tournaments/{tournament:str}/computer", status_code=200, opt=wish_is(protocol.EnterComputer))
async def enter_computer(request: Req, tournament: str) -> protocol.TournamentPage:
    """Who makes a tournament lets a computer player take part."""
    wish, me = await wish_in(request, protocol.EnterComputer), await known(request)
    place = place_of(request)
    if wish.level not in agents() or level_of(wish.level) not in LEVELS:
        raise Refused(400, "errors.no_level", name=wish.level, known=LEVELS)
    one = await place.hub.looking(place.tournaments.find, tournament)
    if one is None or one.maker != me.person.id:
        raise Refused(404, "errors.no_tournament")
    await place.hub.writing(place.tournaments.enter, tournament, f"{COMPUTER}{wish.level}")
    return await _shown(request, tournament)


@post("/api/tournaments/{tournament:str}/begin", status_code=200)
async def begin(request: Req, tournament: str) -> protocol.TournamentPage:
    """Begin: the first round is drawn, its matches are made."""
    me, place = await known(request), place_of(request)
    await place.hub.writing(place.tournaments.begin, tournament, me.person.id)
    place.runner.stirred.set()
    return await _shown(request, tournament)


@post("/api/tournaments/{tournament:str}/drop", status_code=200)
async def drop(request: Req, tournament: str) -> protocol.Sent:
    """Give up a tournament that has not begun."""
    me, place = await known(request), place_of(request)
    await place.hub.writing(place.tournaments.drop, tournament, me.person.id)
    return protocol.Sent()


HANDLERS = (tournaments_page, listed, shown, make, enter, leave, give_nonce, enter_computer, begin, drop)
