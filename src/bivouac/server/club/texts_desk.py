"""Pages to be read: the code of conduct, what is stored and for how long."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec
from litestar import Response, get

from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.requests import Req, language


@cache
def texts(lang: str) -> dict[str, protocol.Reading]:
    file = resources.files("bivouac.i18n").joinpath("locale").joinpath(f"texts.{lang}.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, protocol.Reading])


@get(["/conduct", "/kept"], include_in_schema=False)
async def text_page(request: Req) -> Response[bytes]:
    return page(request, "text")


@get("/api/texts/{text:str}")
async def text(request: Req, text: str) -> protocol.Reading:
    """A page to be read."""
    found = texts(language(request)).get(text)
    if found is None:
        raise Refused(404, "errors.no_page")
    return found


HANDLERS = (text_page, text)
