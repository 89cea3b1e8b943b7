"""Pages, titles, new matches, invitations."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec
from litestar import Response, get, post

from bivouac.core.broken import Broken
from bivouac.core.ids import SIDES, Side
from bivouac.core.position import PREFIX
from bivouac.core.state import State
from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, RuleOption, Scenario, Title
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.lab.picture import board_svg
from bivouac.match import Match
from bivouac.match.lesson import lessons_of
from bivouac.server import protocol, render
from bivouac.server.errors import Refused
from bivouac.server.even import balance, handicaps
from bivouac.server.files import File, board_file, files, offline_page, page, send_file
from bivouac.server.foreign import Wrong, read_save, read_scenario
from bivouac.server.keeping import beginning_of
from bivouac.server.people.place import hold
from bivouac.server.requests import BadSetupOf, Req, hub_of, language, objection, query_is, reply_is, title_of, wish_in, wish_is
from bivouac.server.seats import expected, seated
from bivouac.server.settings import playable, unplayable
from bivouac.server.store import Beginning, Row, Store
from bivouac.server.words import has_web, say_web, side_name, speaker, web_sentences
from bivouac.titles import load

TEXTS = {
    "name": "title.name",
    "blurb": "title.blurb",
    "scale": "title.scale",
    "hidden": "title.hidden",
    "howto": "title.howto",
    "original": "about.original",
    "reconstructed": "about.reconstructed",
}


@get("/", include_in_schema=False)
async def home(request: Req) -> Response[bytes]:
    return page(request, "home")


@get("/t/{token:str}", include_in_schema=False)
async def table(request: Req, token: str) -> Response[bytes]:
    return page(request, "table")


@get("/join/{token:str}", include_in_schema=False)
async def join_page(request: Req, token: str) -> Response[bytes]:
    return page(request, "join")


@get("/dice", include_in_schema=False)
async def dice_page(request: Req) -> Response[bytes]:
    return page(request, "dice")


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Req, path: str) -> Response[bytes]:
    file = files().get(str(path).lstrip("/"))
    if file is None:
        raise Refused(404, "errors.no_page")
    return send_file(request, file, cache_seconds=86_400 if str(path).endswith("woff2") else 0)


@get("/worker.js")
async def worker(request: Req) -> Response[bytes]:
    """It answers for every page, so it comes from the root."""
    return send_file(request, files()["js/worker.js"])


@get("/offline")
async def offline(request: Req) -> Response[bytes]:
    """What a browser keeps to show when this server cannot be reached."""
    return send_file(request, offline_page())


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: Req) -> Response[bytes]:
    return send_file(request, files()["mark.svg"], cache_seconds=86_400)


# --- titles and matches ------------------------------------------------------------


@get("/api/words")
async def words(request: Req) -> protocol.Sentences:
    """The words of the pages."""
    return web_sentences(language(request))


@get("/api/titles", opt=reply_is(list[protocol.Title]))
async def titles(request: Req) -> Response[bytes]:
    """The titles that can be played here; then those that cannot be loaded, with the reason (`broken`)."""
    hub = hub_of(request)
    return send_file(request, await hub.looking(titles_file, playable(), unplayable(), language(request), hub.seconds))


@cache
def titles_file(names: tuple[str, ...], broken: tuple[Broken, ...], lang: str, most_seconds: float) -> File:
    rows = [title_row(load(name), lang, most_seconds) for name in names]
    return File("titles.json", msgspec.json.encode([*rows, *(broken_row(one, lang, most_seconds) for one in broken)]))


def broken_row(broken: Broken, lang: str, most_seconds: float) -> protocol.Title:
    """A title that cannot be loaded, without scenarios."""
    told, reason = catalogue(lang).say(broken.text), broken.reason.in_language(lang)
    texts: dict[str, Any] = {**dict.fromkeys(TEXTS, ""), "name": broken.id}
    return protocol.Title(
        **texts,
        id=broken.id,
        minutes=[0, 0],
        complexity=0,
        secrets=False,
        clauses=0,
        own_scenario=False,
        workshop=False,
        positions=False,
        scenarios=[],
        options=[],
        levels=render.levels(lang),
        seconds=render.seconds_to_choose(most_seconds),
        credits={},
        sides=[],
        lessons=0,
        departures=[],
        broken=protocol.Broken(broken.file, broken.line, reason, told),
    )


def title_row(title: Title[State], lang: str, most_seconds: float) -> protocol.Title:
    c = catalogue(lang, title)
    text: dict[str, Any] = {name: c.sentence(key) if c.has(key) else "" for name, key in TEXTS.items()}
    return protocol.Title(
        **text,
        id=title.id,
        minutes=list(title.minutes),
        complexity=title.complexity,
        secrets=title.secrets,
        clauses=len(title.rulebook),
        own_scenario=title.read_scenario is not None,
        workshop=title.workshop is not None,
        positions=title.positions is not None,
        scenarios=[scenario_row(title, s, lang) for s in title.scenarios.values()],
        options=[option_row(title, o, lang) for o in title.options.values()],
        levels=render.levels(lang),
        seconds=render.seconds_to_choose(most_seconds),
        credits=dict(title.credits),
        sides=[side_name(title, lang, s) for s in SIDES],
        lessons=len(lessons_of(title)),
        departures=[protocol.Departure(clause.id, clause.topic.in_language(lang)) for clause in title.rulebook.departures],
    )


def scenario_row(title: Title[State], scenario: Scenario, lang: str) -> protocol.Scenario:
    say = speaker(title, lang)
    page = [say(text) for text in title.scenario_page(scenario)] if title.scenario_page is not None else []
    name = scenario_name(title, scenario, lang)
    return protocol.Scenario(scenario.id, name, scenario.source, page, balance(title, scenario.id, lang), *handicaps(title, scenario.id))


def option_row(title: Title[State], option: RuleOption, lang: str) -> protocol.Option:
    c = catalogue(lang, title)
    return protocol.Option(
        id=option.id,
        name=c.sentence(f"options.{option.id}"),
        help=c.sentence(f"options_help.{option.id}"),
        rule=option.rule,
        group=group_name(title, option.group, lang),
        needs=list(option.needs),
        excludes=list(option.excludes),
    )


def group_name(title: Title[State], group: str, lang: str) -> str:
    """A group of options: the title's word, or the house's, or the id made readable."""
    c, key = catalogue(lang, title), f"groups.{group.replace('-', '_')}"
    if c.has(f"groups.{group}"):
        return c.sentence(f"groups.{group}")
    return say_web(lang, key) if has_web(lang, key) else group.replace("_", " ").replace("-", " ").capitalize()


_PICTURES: dict[tuple[str, str, str], File] = {}


@get("/api/titles/{name:str}/picture.svg", opt=query_is("scenario"))
async def picture(request: Req, name: str) -> Response[bytes]:
    """The table of a scenario at its start."""
    title, lang = title_of(name), language(request)
    scenario = title.scenario(request.query_params.get("scenario") or None)
    file = await asyncio.to_thread(picture_file, title, scenario, lang)
    return send_file(request, file, cache_seconds=3600)


def picture_file(title: Title[State], scenario: Scenario, lang: str) -> File:
    key = (title.id, scenario.id, lang)
    if key not in _PICTURES:
        _PICTURES[key] = File("picture.svg", board_svg(title, scenario, lang, pieces=True).encode())
    return _PICTURES[key]


def warm() -> None:
    """Read every title and draw its first board in both languages."""
    for name in playable():
        title = load(name)
        scenario = title.scenario(None)
        assert len(title.rulebook)
        for lang in LANGUAGES:
            board_file(title, scenario, lang)
            picture_file(title, scenario, lang)
            time.sleep(0.02)
    gc.freeze()  # what is there by now stays, and need not be looked through again and again


@post("/api/matches", status_code=201, opt=wish_is(protocol.NewMatch))
async def new_match(request: Req) -> protocol.Created | protocol.SetupGood:
    """Begin a match, or see whether it could be begun."""
    wish = await wish_in(request, protocol.NewMatch)
    title, hub = title_of(wish.title), hub_of(request)
    seating = seated(wish.seats, wish.seconds, hub.seconds)
    if wish.scenario_text is not None:
        work = partial(read_scenario, title.id, wish.scenario_text, wish.options, seating, check=wish.check)
        return await begun(request, await hub.players.stranger.read(work))
    try:
        chosen = title.scenario(wish.scenario)
        title.option_set(chosen, wish.options)
    except BadSetup as e:
        raise BadSetupOf(title, e) from None
    if wish.check:
        return protocol.SetupGood()
    fresh = partial(Match.new, title, scenario=chosen, options=wish.options, nonces=expected(seating.seats))
    return await begun(request, await hub.looking(lambda: beginning_of(fresh(), seating)))


@post("/api/saves", status_code=201, opt=wish_is(protocol.Upload))
async def upload(request: Req) -> protocol.Created | protocol.SetupGood:
    """Go on with a save: every answer in it is checked again, and from here on the dice are new."""
    wish = await wish_in(request, protocol.Upload)
    hub = hub_of(request)
    seating = seated(wish.seats, wish.seconds, hub.seconds)
    return await begun(request, await hub.players.stranger.read(read_save, wish.save, seating, hub.secret))


async def begun(request: Req, new: Beginning | Wrong | None) -> protocol.Created | protocol.SetupGood:
    if new is None:
        return protocol.SetupGood()
    if isinstance(new, Wrong):
        raise objection(new)
    live, token, invites = await hub_of(request).begin(new)
    await hold(request, new.key[1])
    invited = [render.invite(live, language(request), t, side) for t, side in invites]
    return protocol.Created(token, f"/t/{token}", f"/t/{live.watch}", invited)


@post("/api/matches/status", status_code=200, opt=wish_is(protocol.Tokens))
async def status(request: Req) -> list[protocol.Status | None]:
    """How the matches stand that a browser remembers."""
    wish = await wish_in(request, protocol.Tokens)
    hub, lang = hub_of(request), language(request)
    return await hub.looking(statuses, hub.store, wish.tokens[:60], lang)


def statuses(store: Store, tokens: list[str], lang: str) -> list[protocol.Status | None]:
    rows = {token: (key, row) for token, (key, row) in store.opened(tokens).items() if row.title in playable()}
    return [status_of_row(rows[token][1], rows[token][0].sides, lang) if token in rows else None for token in tokens]


def status_of_row(row: Row, sides: Sequence[int], lang: str) -> protocol.Status:
    """How a match stands for who sits at these sides."""
    title = load(row.title)
    c = catalogue(lang, title)
    return protocol.Status(
        match=row.id,
        title=title.id,
        name=c.sentence("title.name"),
        scenario=scenario_of_row(row.title, row.scenario, lang),
        updated=row.updated,
        serial=row.serial,
        yours=is_up(row.asked, sides),
        sides=list(sides),
        asked=None if row.asked is None else side_name(title, lang, row.asked),
        outcome=None if row.outcome is None else c.say(ending_of(row.outcome)),
    )


def scenario_of_row(title_id: str, scenario: str, lang: str) -> str:
    """The name of a stored match's scenario."""
    title, base = load(title_id), scenario.removeprefix(PREFIX)
    named = Scenario(scenario, "player", base=base) if base != scenario else title.scenarios.get(scenario)
    return scenario_name(title, named, lang) if named else scenario


def is_up(asked: int | None, sides: Sequence[int]) -> bool:
    """Whether a match waits for who sits at these sides: they are asked, or the dice wait for the first player's browser."""
    return asked in sides or (asked == Side.CHANCE and bool(sides))


def ending_of(outcome: str) -> Text:
    """How a match ended, from the store's column."""
    winner, _, ending = json.loads(outcome)
    return Text(f"endings.{ending}", {} if winner is None else {"winner": Name("side", winner)})


HANDLERS = (home, table, join_page, dice_page, worker, offline, static, favicon, words, titles, picture, new_match, upload, status)
