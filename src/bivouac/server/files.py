"""The client's own files and the page around them, kept in memory and sent compressed."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from litestar import Request, Response
from litestar.datastructures import State as AppState

from bivouac.core.state import State
from bivouac.core.title import Scenario, Title
from bivouac.i18n import LANGUAGES
from bivouac.server.words import language_of, say_web, speaker

TYPES = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "html": "text/html",
    "json": "application/json",
}
PAGES = (
    "home",
    "lost",
    "table",
    "join",
    "rules",
    "dice",
    "study",
    "learn",
    "aid",
    "enter",
    "me",
    "person",
    "lobby",
    "editor",
    "battles",
    "ratings",
    "text",
    "tournaments",
    "stop",
)


STYLES = {"editor": ("battles",), "battles": ("battles",)}  # what is only for some pages


class File:
    def __init__(self, name: str, body: bytes) -> None:
        self.type = TYPES[name.rsplit(".", 1)[-1]]
        self.body = body
        small = gzip.compress(body, 9) if not name.endswith("woff2") else body
        self.packed = small if len(small) < len(body) else None
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _walk(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.rsplit(".", 1)[-1] in TYPES:
            found[prefix + entry.name] = entry.read_bytes()
    return found


COMMENTS = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.DOTALL | re.MULTILINE)


def _lean(name: str, body: bytes) -> bytes:
    """A module without the comments that stand on lines of their own: a third of what would be sent."""
    return COMMENTS.sub(b"", body) if name.endswith(".js") else body


@cache
def files() -> dict[str, File]:
    return {name: File(name, _lean(name, body)) for name, body in _walk(resources.files("bivouac.web")).items()}


def send_file(request: Request[None, None, AppState], file: File, *, cache_seconds: int = 0) -> Response[bytes]:
    """`cache_seconds` 0: the browser asks each time whether it still has the right one."""
    kept = f"public, max-age={cache_seconds}" if cache_seconds else "no-cache"
    headers = {"etag": file.tag, "vary": "accept-encoding", "cache-control": kept}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, headers=headers, media_type=file.type)


def page(request: Request[None, None, AppState], kind: str) -> Response[bytes]:
    """The one page there is, for a kind of content; everything else is drawn by the client."""
    language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    return send_file(request, _page(kind, language))


def lost_page(request: Request[None, None, AppState], status: int) -> Response[bytes]:
    """What a visitor sees where there is nothing, or nothing for them."""
    language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    file = _page("lost", language)
    return Response(file.body, status_code=status, headers={"cache-control": "no-store"}, media_type=file.type)


IMPORTS = re.compile(r"""^(?:import|export)\b[^;'"]*?['"](\.{1,2}/[^'"]+\.js)['"]""", re.MULTILINE)  # not `import('…')`: loaded on demand


def preloaded_modules(entry: str) -> list[str]:
    """Return the paths of a module and of everything it imports, below `js/`, so that the browser fetches them at once."""
    found = [entry]
    for module in found:  # grows while it is read
        imports = IMPORTS.findall(files()[f"js/{module}"].body.decode())
        paths = (posixpath.normpath(posixpath.join(posixpath.dirname(module), path)) for path in imports)
        found += [path for path in dict.fromkeys(paths) if path not in found]
    return found


@cache
def _page(kind: str, language: str) -> File:
    assert kind in PAGES
    shell = files()["shell.html"].body.decode()
    modules = "\n".join(f'<link rel="modulepreload" href="/static/js/{name}">' for name in preloaded_modules(f"page-{kind}.js"))
    styles = "\n".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in STYLES.get(kind, ()))
    noscript = say_web(language, "house.noscript")
    told = {"lang": language, "page": kind, "noscript": noscript, "modules": modules, "styles": styles, "stalled": _stalled()}
    for name, value in told.items():
        shell = shell.replace(f"%{name}%", value)
    return File("page.html", shell.encode())


def _stalled() -> str:
    """What the page says while its modules are missing; house.css shows it after some seconds, main.js at once if one fails to load."""
    return _in_all_languages("house.stalled", "house.reload")


def _in_all_languages(sentence: str, link: str) -> str:
    """A sentence in every language, each with a link to the page itself."""
    return "".join(f'<p lang="{lang}">{say_web(lang, sentence)} <a href="">{say_web(lang, link)}</a></p>' for lang in LANGUAGES)


@cache
def offline_page() -> File:
    """Words in every language, and the way back to the page that was wanted; the browser has kept the style with it."""
    told = _in_all_languages("house.offline", "house.try_again")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bivouac</title>'
    style = '<link rel="stylesheet" href="/static/css/house.css"><link rel="icon" href="/static/mark.svg" type="image/svg+xml">'
    mark = '<img src="/static/mark.svg" alt="" width="72" height="72">'
    return File("offline.html", f'{head}{style}<main class="leaf narrow">{mark}<h1>Bivouac</h1>{told}</main></html>'.encode())


_BOARDS: dict[tuple[str, str, str], File] = {}


def board_file(title: Title[State], scenario: Scenario, language: str) -> File:
    """The bare board of a scenario; a player's own scenario is drawn each time."""
    if scenario.text is not None:
        return File("board.svg", title.table.board(scenario, speaker(title, language)).encode())
    key = (title.id, scenario.id, language)
    if key not in _BOARDS:
        _BOARDS[key] = File("board.svg", title.table.board(scenario, speaker(title, language)).encode())
    return _BOARDS[key]
