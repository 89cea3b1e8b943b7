"""Where ratings are read, and rated matches against the computer begun."""

from __future__ import annotations

import secrets
from functools import partial

from litestar import Response, get, post

from bivouac.agents import LEVELS
from bivouac.core.ids import SIDES
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.match import Match
from bivouac.server import protocol
from bivouac.server.club.ratings import Rating, Standing
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.keeping import beginning_of
from bivouac.server.people.place import Place, known, place_of, visitor
from bivouac.server.render import level_name
from bivouac.server.requests import BadSetupOf, Req, language, title_of, wish_in, wish_is
from bivouac.server.seats import COMPUTER, EARNEST, HERE, expected, seated
from bivouac.server.settings import playable
from bivouac.server.words import side_name
from bivouac.titles import load

SHOWN = 50


@get("/ratings", include_in_schema=False)
async def ratings_page(request: Req) -> Response[bytes]:
    return page(request, "ratings")


@get("/api/ratings")
async def leaders(request: Req) -> list[protocol.Leaders]:
    """The leaderboards: who wants to be seen, and the computers."""
    place, lang, found = place_of(request), language(request), await visitor(request)
    asking = found.person.id if found else None
    return await place.hub.looking(lambda: [_leaders(place, name, asking, lang) for name in playable()])


def _leaders(place: Place, name: str, asking: str | None, lang: str) -> protocol.Leaders:
    title, board = load(name), place.ratings.board(name, asking)
    names = place.people.names([s.person for s in board])
    ranked = [[_ranked(s, names, asking, lang) for s in board if s.side == side][:SHOWN] for side in SIDES]
    return protocol.Leaders(name, catalogue(lang, title).sentence("title.name"), [side_name(title, lang, s) for s in SIDES], ranked)


def _ranked(one: Standing, names: dict[str, str], asking: str | None, lang: str) -> protocol.Ranked:
    computer = one.person.startswith(COMPUTER)
    name = computer_name(one.person, lang) if computer else names.get(one.person, "")
    rating, margin = shown(one.rating)
    return protocol.Ranked(name, computer, one.person == asking, rating, margin, one.rating.matches)


def computer_name(person: str, lang: str) -> str:
    """A level's name."""
    return level_name(person.removeprefix(COMPUTER), lang)


def shown(rating: Rating) -> tuple[int, int]:
    """A rating and its margin as they are told."""
    return round(rating.rating), round(2 * rating.deviation)


def rating_rows(place: Place, person: str, lang: str) -> list[protocol.RatingRow]:
    """What somebody's page tells of their ratings."""
    rows = []
    for one in place.ratings.of(person):
        if one.title in playable():
            title = load(one.title)
            rating, margin = shown(one.rating)
            name = catalogue(lang, title).sentence("title.name")
            rows.append(protocol.RatingRow(one.title, name, one.side, side_name(title, lang, one.side), rating, margin, one.rating.matches))
    return rows


def side_ratings(place: Place, match: str, title: str) -> list[protocol.SideRating | None]:
    """Both sides of a rated match: as they are, or, when it is over, as it left them."""
    done, sides = place.ratings.rated(match), place.ratings.sides(match)
    found: list[protocol.SideRating | None] = []
    for side, person in enumerate(sides):
        rating, margin = shown(place.ratings.one(person, title, side)) if person else (0, 0)
        change = round(done.after[side]) - round(done.before[side]) if done else None
        told = round(done.after[side]) if done else rating
        found.append(protocol.SideRating(told, margin, change) if person else None)
    return found


@post("/api/club/computer", status_code=201, opt=wish_is(protocol.PlayComputer))
async def play_computer(request: Req) -> protocol.Seated:
    """Begin a rated match against a computer player: in earnest, on a scenario of ours, without hints."""
    wish, me = await wish_in(request, protocol.PlayComputer), await known(request)
    title, place = title_of(wish.title), place_of(request)
    if wish.level not in LEVELS:
        raise Refused(400, "errors.no_level", name=wish.level, known=LEVELS)
    if wish.side not in (None, *map(int, SIDES)):
        raise Refused(400, "errors.bad_request")
    try:
        scenario = title.scenario(wish.scenario)
        title.option_set(scenario, wish.options)
    except BadSetup as e:
        raise BadSetupOf(title, e) from None
    mine = secrets.randbelow(2) if wish.side is None else wish.side
    seating = seated({str(mine): HERE[0], str(1 - mine): f"{COMPUTER}{wish.level}{EARNEST}"}, {}, place.hub.seconds)
    fresh = partial(Match.new, title, scenario=scenario, options=wish.options, nonces=expected(seating.seats))
    new = await place.hub.looking(lambda: beginning_of(fresh(), seating))
    live, token, _ = await place.hub.begin(new)
    await place.hub.writing(place.holds.take, me.person.id, new.key[1])
    await place.hub.writing(lambda: place.agreements.add(live.id, protocol.Pace(), rated=True, public=False))
    return protocol.Seated(f"/t/{token}", token)


HANDLERS = (ratings_page, leaders, play_computer)
