"""Battles that are kept and shared: under a link, in a gallery, as copies that name their ancestors."""

from __future__ import annotations

from functools import lru_cache, partial

from litestar import Response, get, post

from bivouac.core.text import Both
from bivouac.i18n import scenario_name
from bivouac.lab.picture import board_svg
from bivouac.lab.simulate import interval
from bivouac.server import protocol
from bivouac.server.battles import TITLE, tried
from bivouac.server.errors import Refused
from bivouac.server.files import File, page, send_file
from bivouac.server.foreign import Wrong, read_scenario, words_of
from bivouac.server.home import begun
from bivouac.server.requests import Req, hub_of, language, objection, who, wish_in, wish_is
from bivouac.server.seats import seated
from bivouac.server.shelf import Kept, Shelf
from bivouac.titles import load


def shelf_of(request: Req) -> Shelf:
    return Shelf(hub_of(request).store)


@get("/battles", include_in_schema=False)
async def battles_page(request: Req) -> Response[bytes]:
    return page(request, "battles")


@post("/api/battles", status_code=201, opt=wish_is(protocol.Keep))
async def keep(request: Req) -> protocol.Kept:
    """Keep a battle under a link of its own."""
    wish = await wish_in(request, protocol.Keep)
    hub = hub_of(request)
    found = await hub.players.stranger.read(words_of, TITLE, wish.text)
    if isinstance(found, Wrong):
        raise objection(found)
    name, about = found
    battle = Kept(wish.id or "", TITLE, name, about, wish.text, wish.ancestor[:100], wish.listed, 0.0, 0, 0, 0, 0)
    mine = wish.key if wish.id is not None else None
    made, key = await hub.writing(shelf_of(request).keep, battle, mine, who(request))
    return protocol.Kept(made, key, f"/editor?battle={made}")


@get("/api/battles")
async def gallery(request: Req) -> list[protocol.KeptBattle]:
    """The battles that their makers show to all, the latest first."""
    shelf, lang = shelf_of(request), language(request)
    return await hub_of(request).looking(lambda: [told(shelf, battle, lang, text="") for battle in shelf.gallery()])


@get("/api/battles/{token:str}")
async def battle(request: Req, token: str) -> protocol.KeptBattle:
    """A battle that is kept, with its file."""
    found = await kept(request, token)
    return await hub_of(request).looking(partial(told, shelf_of(request), found, language(request), text=found.text))


@get("/api/battles/{token:str}/picture.svg")
async def picture(request: Req, token: str) -> Response[bytes]:
    """The table of a kept battle at its start."""
    found = await kept(request, token)
    return send_file(request, await hub_of(request).looking(picture_file, found.title, found.text, language(request)), cache_seconds=3600)


@lru_cache(maxsize=200)
def picture_file(name: str, text: str, lang: str) -> File:
    title = load(name)
    assert title.read_scenario is not None
    return File("picture.svg", board_svg(title, title.read_scenario(text, "scenario"), lang, pieces=True).encode())


@post("/api/battles/{token:str}/play", status_code=201, opt=wish_is(protocol.PlayKept))
async def play(request: Req, token: str) -> protocol.Created | protocol.SetupGood:
    """Begin a match of a kept battle."""
    wish = await wish_in(request, protocol.PlayKept)
    hub, found = hub_of(request), await kept(request, token)
    seating = seated(wish.seats, {}, hub.seconds)
    made = await hub.players.stranger.read(partial(read_scenario, found.title, found.text, [], seating, check=False))
    created = await begun(request, made)
    await hub.writing(partial(shelf_of(request).count, found.id, played=1))
    return created


@post("/api/battles/{token:str}/try", status_code=200)
async def try_kept(request: Req, token: str) -> protocol.Tried:
    """Let two veterans play a kept battle; its balance is told with it from now on."""
    found = await kept(request, token)
    result = await tried(request, load(found.title), found.text)
    more = {"tried": 1, "union_won": int(result.winner == 0), "drawn": int(result.winner is None)}
    await hub_of(request).writing(partial(shelf_of(request).count, found.id, **more))
    return result


@post("/api/battles/{token:str}/drop", status_code=200, opt=wish_is(protocol.Drop))
async def drop(request: Req, token: str) -> protocol.SetupGood:
    """Take one's own battle off the server."""
    wish = await wish_in(request, protocol.Drop)
    if not await hub_of(request).writing(shelf_of(request).drop, token, wish.key):
        raise Refused(403, "errors.not_your_battle")
    return protocol.SetupGood()


async def kept(request: Req, token: str) -> Kept:
    found = await hub_of(request).looking(shelf_of(request).battle, token[:32])
    if found is None:
        raise Refused(404, "errors.no_battle")
    return found


def told(shelf: Shelf, battle: Kept, lang: str, *, text: str) -> protocol.KeptBattle:
    ancestor, where = ancestor_of(shelf, battle, lang)
    low, high = interval(battle.union_won, battle.tried)
    return protocol.KeptBattle(
        id=battle.id,
        name=said(battle.name, lang),
        about=said(battle.about, lang),
        text=text,
        ancestor=ancestor,
        ancestor_url=where,
        created=battle.created,
        played=battle.played,
        balance=protocol.Balance(battle.tried, battle.union_won, battle.drawn, low, high),
    )


def said(words: Both, lang: str) -> str:
    return words.in_language(lang) or words.en or words.it


def ancestor_of(shelf: Shelf, battle: Kept, lang: str) -> tuple[str, str]:
    """What a battle is a copy of: its name, and where it is; nothing where there is none any more."""
    title = load(battle.title)
    if battle.ancestor in title.scenarios:
        return scenario_name(title, title.scenarios[battle.ancestor], lang), f"/editor?from={battle.ancestor}"
    found = shelf.battle(battle.ancestor) if battle.ancestor else None
    return (said(found.name, lang), f"/editor?battle={found.id}") if found else ("", "")


HANDLERS = (battles_page, keep, gallery, battle, picture, play, try_kept, drop)
