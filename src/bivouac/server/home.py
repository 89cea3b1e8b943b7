"""Pages, titles, new matches, invitations."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from litestar import Response, get, post

from bivouac.core.ids import SIDES
from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.lab.picture import board_svg
from bivouac.match import Match
from bivouac.server import render
from bivouac.server.dice import our_seal
from bivouac.server.errors import Refused
from bivouac.server.files import File, board_file, files, page, send_file
from bivouac.server.hub import Hub
from bivouac.server.render import Json
from bivouac.server.requests import BadSetupOf, NewMatch, Req, Tokens, Upload, body, hub_of, language, title_of
from bivouac.server.seats import expected, seated
from bivouac.server.settings import playable
from bivouac.server.words import has_web, say_web, speaker, web_sentences
from bivouac.titles import load


@get("/", include_in_schema=False)
async def home(request: Req) -> Response[bytes]:
    return page(request, "home")


@get("/t/{token:str}", include_in_schema=False)
async def table(request: Req, token: str) -> Response[bytes]:
    return page(request, "table")


@get("/join/{token:str}", include_in_schema=False)
async def join_page(request: Req, token: str) -> Response[bytes]:
    return page(request, "join")


@get("/rules/{title:str}", include_in_schema=False)
async def rules_page(request: Req, title: str) -> Response[bytes]:
    return page(request, "rules")


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Req, path: str) -> Response[bytes]:
    file = files().get(str(path).lstrip("/"))
    if file is None:
        raise Refused(404, "errors.no_page")
    return send_file(request, file, cache_seconds=86_400 if str(path).endswith("woff2") else 0)


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: Req) -> Response[bytes]:
    return send_file(request, files()["mark.svg"], cache_seconds=86_400)


# --- titles and matches ------------------------------------------------------------


@get("/api/words")
async def words(request: Req) -> Json:
    return web_sentences(language(request))


@get("/api/titles")
async def titles(request: Req) -> list[Json]:
    return [title_row(load(t), language(request), hub_of(request).seconds) for t in playable()]


def title_row(title: Title[Any], lang: str, most_seconds: float) -> Json:
    c = catalogue(lang, title)
    keys = {
        "name": "title.name",
        "blurb": "title.blurb",
        "length": "title.length",
        "weight": "title.weight",
        "howto": "title.howto",
        "original": "about.original",
        "reconstructed": "about.reconstructed",
    }
    row: Json = {name: c.sentence(key) for name, key in keys.items() if c.has(key)}
    return row | {
        "id": title.id,
        "secrets": title.secrets,
        "clauses": len(title.rulebook),
        "own_scenario": title.read_scenario is not None,
        "scenarios": [
            {"id": s.id, "name": scenario_name(title, s, lang), "source": s.source, "page": scenario_page(title, s.id, lang)}
            for s in title.scenarios.values()
        ],
        "options": [
            {
                "id": o.id,
                "name": c.sentence(f"options.{o.id}"),
                "help": c.sentence(f"options_help.{o.id}"),
                "rule": o.rule,
                "group": group_name(title, o.group, lang),
                "needs": list(o.needs),
                "excludes": list(o.excludes),
            }
            for o in title.options.values()
        ],
        "levels": render.levels(lang),
        "seconds": render.seconds_to_choose(most_seconds),
        "credits": dict(title.credits),
        "sides": [c.word(Name("side", s), "") for s in SIDES],
    }


def group_name(title: Title[Any], group: str, lang: str) -> str:
    """A group of options: the title's word, or the house's, or the id made readable."""
    c, key = catalogue(lang, title), f"groups.{group.replace('-', '_')}"
    if c.has(f"groups.{group}"):
        return c.sentence(f"groups.{group}")
    return say_web(lang, key) if has_web(lang, key) else group.replace("_", " ").replace("-", " ").capitalize()


def scenario_page(title: Title[Any], scenario: str, lang: str) -> list[str]:
    if title.scenario_page is None:
        return []
    say = speaker(title, lang)
    return [say(t) for t in title.scenario_page(title.scenarios[scenario])]


_PICTURES: dict[tuple[str, str, str], File] = {}


@get("/api/titles/{name:str}/picture.svg")
async def picture(request: Req, name: str) -> Response[bytes]:
    """The table of a scenario at its start."""
    title, lang = title_of(name), language(request)
    scenario = title.scenario(request.query_params.get("scenario") or None)
    file = await asyncio.to_thread(picture_file, title, scenario, lang)
    return send_file(request, file, cache_seconds=3600)


def picture_file(title: Title[Any], scenario: Scenario, lang: str) -> File:
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


@get("/api/titles/{name:str}/rules")
async def rules(request: Req, name: str) -> Json:
    title, lang = title_of(name), language(request)
    c = catalogue(lang, title)
    book = title.rulebook
    clauses = [
        {
            "id": r.id,
            "chapter": r.chapter,
            "topic": r.topic.in_language(lang),
            "text": r.text.in_language(lang),
            "status": r.status,
            **({"ruling": r.ruling.in_language(lang)} if r.ruling else {}),
            **({"reason": r.reason.in_language(lang)} if r.reason else {}),
        }
        for r in book
    ]
    return {
        "title": name,
        "name": c.sentence("title.name"),
        "howto": c.sentence("title.howto") if c.has("title.howto") else "",
        "chapters": [{"id": ch.id, "name": ch.name.in_language(lang)} for ch in book.chapters],
        "clauses": clauses,
    }


@post("/api/matches", status_code=201)
async def new_match(request: Req) -> Json:
    wish: NewMatch = body(request, await request.body(), NewMatch)
    title = title_of(wish.title)
    scenario: Any = wish.scenario
    if wish.scenario_text is not None:
        if title.read_scenario is None:
            raise BadSetup(Text("errors.no_scenario_file", {"title": title.id}))
        scenario = await asyncio.to_thread(title.read_scenario, wish.scenario_text, "scenario")
    try:
        chosen = title.scenario(scenario)
        title.option_set(chosen, wish.options)
    except BadSetup as e:
        raise BadSetupOf(title, e) from None
    if wish.check:
        return {"ok": True}
    hub = hub_of(request)
    nonces = expected(seated(wish.seats, wish.seconds, hub.seconds).seats)
    return created(hub, Match.new(title, scenario=chosen, options=wish.options, nonces=nonces), wish)


@post("/api/saves", status_code=201)
async def upload(request: Req) -> Json:
    """Go on with a save: every answer in it is checked again, and from here on the dice are new."""
    wish: Upload = body(request, await request.body(), Upload)
    playable()
    hub = hub_of(request)
    nonces = expected(seated(wish.seats, wish.seconds, hub.seconds).seats)
    match = await asyncio.to_thread(Match.load, wish.save, nonces=nonces, brought=True, trust=our_seal(hub.secret))
    return created(hub, match, wish)


def created(hub: Hub, match: Match, wish: NewMatch | Upload) -> Json:
    live, token, invites = hub.create(match, wish.seats, wish.seconds)
    return {
        "token": token,
        "url": f"/t/{token}",
        "watch": f"/t/{live.watch}",
        "invites": [{"side": s, "url": f"/join/{t}"} for t, s in invites],
    }


@post("/api/matches/status", status_code=200)
async def status(request: Req) -> list[Json | None]:
    """How the matches stand that a browser remembers."""
    wish: Tokens = body(request, await request.body(), Tokens)
    return [status_of(hub_of(request), token, language(request)) for token in wish.tokens[:60]]


def status_of(hub: Hub, token: str, lang: str) -> Json | None:
    key = hub.store.key(token)
    row = hub.store.match(key.match) if key else None
    if key is None or row is None or row.title not in playable():
        return None
    title = load(row.title)
    c = catalogue(lang, title)
    asked, outcome = row.asked, json.loads(row.outcome) if row.outcome else None
    winner = {} if outcome is None or outcome[0] is None else {"winner": Name("side", outcome[0])}
    scenario = row.scenario
    named = title.scenarios.get(scenario)
    return {
        "title": title.id,
        "name": c.sentence("title.name"),
        "scenario": scenario_name(title, named, lang) if named else scenario,
        "updated": row.updated,
        "serial": row.serial,
        "yours": asked in key.sides,
        "sides": list(key.sides),
        "asked": None if asked is None else c.word(Name("side", asked), ""),
        "outcome": None if outcome is None else c.say(Text(f"endings.{outcome[2]}", winner)),
    }


# --- joining ------------------------------------------------------------


@get("/api/join/{token:str}")
async def invitation(request: Req, token: str) -> Json:
    hub = hub_of(request)
    found = hub.store.invite(token)
    if found is None:
        raise Refused(404, "errors.no_match")
    live, lang = hub.get(found[0]), language(request)
    c = catalogue(lang, live.title)
    return {
        "name": c.sentence("title.name"),
        "blurb": c.sentence("title.blurb"),
        "title": live.title.id,
        "scenario": render.scenario_words(live, lang),
        "side": found[1],
        "side_name": c.word(Name("side", found[1]), ""),
        "taken": found[2],
        "watch": f"/t/{live.watch}",
    }


@post("/api/join/{token:str}", status_code=200)
async def join(request: Req, token: str) -> Json:
    """Sit down: the invitation is used up, the seat's own link is told to this browser alone."""
    hub = hub_of(request)
    key = hub.store.take(token)
    if key is None:
        raise Refused(409, "errors.taken")
    found = hub.store.invite(token)
    assert found is not None
    hub.get(found[0]).notice()
    return {"url": f"/t/{key}", "token": key}


HANDLERS = (home, table, join_page, rules_page, static, favicon, words, titles, picture, rules, new_match, upload, status, invitation, join)
