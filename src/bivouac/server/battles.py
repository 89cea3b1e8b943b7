"""Battles of players' own: what the editor needs, and what the checker says."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get

from bivouac.core.form import schema_of
from bivouac.core.state import State
from bivouac.core.title import Title, Workshop
from bivouac.i18n import catalogue
from bivouac.server.errors import Refused
from bivouac.server.files import File, send_file
from bivouac.server.requests import Req, title_of
from bivouac.titles import load


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


HANDLERS = (schema,)
