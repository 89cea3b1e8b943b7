"""The words of the web pages, and everything that is said to one reader."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources

import msgspec

from bivouac.core.state import State
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.i18n.catalogue import HOUSE_NAMES, Catalogue
from bivouac.server.protocol import Sentences

KEPT = 20_000
FILES = ("web", "place", "news", "club")


@cache
def web_sentences(language: str) -> Sentences:
    """Those of the table, and those of the place around it; what may be refused stands in each."""
    folder = resources.files("bivouac.i18n").joinpath("locale")
    found: Sentences = {}
    for name in FILES:
        part = msgspec.convert(tomllib.loads(folder.joinpath(f"{name}.{language}.toml").read_text("utf-8")), Sentences)
        found |= {**part, "errors": {**found.get("errors", {}), **part.get("errors", {})}}
    return found


@cache
def _web(language: str) -> Catalogue:
    return Catalogue(language, web_sentences(language), HOUSE_NAMES)


def say_web(language: str, key: str, **facts: Arg) -> str:
    """A sentence of web.<language>.toml."""
    return _web(language).say(Text(key, facts))


def has_web(language: str, key: str) -> bool:
    return _web(language).has(key)


def language_of(wanted: str | None, header: str = "") -> str:
    """The language asked for, or else the first one of an Accept-Language header that we speak."""
    if wanted in LANGUAGES:
        return wanted
    for part in header.split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]


_SPEAKERS: dict[tuple[str, str], Callable[[Text], str]] = {}
_SAID: list[dict[tuple[object, ...], str]] = []


def forget_said() -> None:
    """Nobody is at a table any more to whom it would be said again."""
    for said in _SAID:
        said.clear()


def speaker(title: Title[State], language: str) -> Callable[[Text], str]:
    """`catalogue(...).say`, remembering what was said: the same names come again with every message."""
    known = _SPEAKERS.get((title.id, language))
    if known is None:
        known = _SPEAKERS[title.id, language] = _speaker(title, language)
    return known


def _speaker(title: Title[State], language: str) -> Callable[[Text], str]:
    words = catalogue(language, title)
    said: dict[tuple[object, ...], str] = {}
    _SAID.append(said)

    def say(text: Text) -> str:
        try:
            key = (text.key, *text.args.items())
            found = said.get(key)
        except TypeError:
            return words.say(text)
        if found is None:
            if len(said) > KEPT:
                said.clear()
            found = said[key] = words.say(text)
        return found

    return say


_SIDES: dict[tuple[str, str, int], str] = {}


def side_name(title: Title[State], language: str, side: int) -> str:
    key = (title.id, language, side)
    if key not in _SIDES:
        _SIDES[key] = catalogue(language, title).word(Name("side", side), "")
    return _SIDES[key]


def speak(title: Title[State] | None, language: str, text: Text) -> str:
    return catalogue(language, title).say(text)
