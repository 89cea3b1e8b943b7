"""Battles of players' own: what the editor needs, what the checker says, who wins."""

from __future__ import annotations

import secrets
from functools import cache

import msgspec
from litestar import Response, get, post

from bivouac.core.form import schema_of
from bivouac.core.ids import Side
from bivouac.core.state import Outcome, State
from bivouac.core.text import Name, Text
from bivouac.core.title import Title, Workshop
from bivouac.i18n import catalogue, scenario_name
from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import File, page, send_file
from bivouac.server.foreign import Wrong, look_at, try_out
from bivouac.server.requests import Req, hub_of, language, objection, reply_is, title_of, wish_in, wish_is
from bivouac.server.words import speak, speaker
from bivouac.titles import load

TITLE = "hold-the-line"  # whose battles are edited


@get("/editor", include_in_schema=False)
async def editor(request: Req) -> Response[bytes]:
    return page(request, "editor")


def workshop_of(name: str) -> tuple[Title[State], Workshop]:
    title = title_of(name)
    if title.workshop is None:
        raise Refused(404, "errors.no_page")
    return title, title.workshop


@get("/api/titles/{name:str}/schema.json", opt={"reply": dict[str, object]})
async def schema(request: Req, name: str) -> Response[bytes]:
    """The JSON schema of a scenario's file, for editors of text."""
    return send_file(request, schema_file(workshop_of(name)[0].id), cache_seconds=3600)


@cache
def schema_file(name: str) -> File:
    title = load(name)
    assert title.workshop is not None
    return File("schema.json", msgspec.json.encode(schema_of(title.workshop.form, catalogue("en", title).sentence("title.name"))))


@get("/api/titles/{name:str}/bench", opt=reply_is(protocol.Bench))
async def bench(request: Req, name: str) -> Response[bytes]:
    """All that the editor of battles needs before anything is made."""
    title, _ = workshop_of(name)
    return send_file(request, await hub_of(request).looking(bench_file, title.id, language(request)))


@cache
def bench_file(name: str, lang: str) -> File:
    title = load(name)
    workshop, say = title.workshop, speaker(title, lang)
    assert workshop is not None
    told = protocol.Bench(
        title=name,
        blank=dict(workshop.blank),
        faces={face: title.table.face(face, say) for face in workshop.faces},
        spots=[protocol.Spot(p.id, p.x, p.y) for p in title.table.places(title.scenario(None))],
        words={group: {key: words.in_language(lang) for key, words in found.items()} for group, found in workshop.words.items()},
        battles={s.id: scenario_name(title, s, lang) for s in title.scenarios.values()},
    )
    return File("bench.json", msgspec.json.encode(told))


@post("/api/titles/{name:str}/look", status_code=200, opt=wish_is(protocol.Look))
async def look(request: Req, name: str) -> protocol.Seen:
    """What is wrong with a battle, what is only strange, and what it looks like so far. Nothing is kept."""
    wish = await wish_in(request, protocol.Look)
    title, workshop = workshop_of(name)
    battle = wish.battle if wish.battle is not None else wish.text
    if wish.scenario is not None:
        battle = workshop.text(title.scenario(wish.scenario))
    if battle is None:
        raise Refused(400, "errors.bad_request")
    return await hub_of(request).players.stranger.read(look_at, title.id, battle, language(request))


@post("/api/titles/{name:str}/try", status_code=200, opt=wish_is(protocol.Try))
async def try_battle(request: Req, name: str) -> protocol.Tried:
    """Let two veterans play a battle to its end."""
    wish = await wish_in(request, protocol.Try)
    title, _ = workshop_of(name)
    return await tried(request, title, wish.text or "")


async def tried(request: Req, title: Title[State], text: str) -> protocol.Tried:
    found = await hub_of(request).players.trials.read(try_out, title.id, text, secrets.token_hex(8))
    if isinstance(found, Wrong):
        raise objection(found)
    winner, ending, answers, turns = found
    outcome = Outcome(None if winner is None else Side(winner), "", ending)
    return protocol.Tried(winner, ending_words(title, outcome, language(request)), answers, turns)


def ending_words(title: Title[State], outcome: Outcome, lang: str) -> str:
    facts = {} if outcome.winner is None else {"winner": Name("side", outcome.winner)}
    return speak(title, lang, Text(f"endings.{outcome.ending}", facts))


HANDLERS = (editor, schema, bench, look, try_battle)
