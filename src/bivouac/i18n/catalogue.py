"""The catalogue of one language: the house's own sentences and a title's, and how a Text becomes one of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any, TypeGuard

from bivouac.core.legality import Refusal
from bivouac.core.text import Arg, Both, Name, Text
from bivouac.core.title import Scenario, Title
from bivouac.i18n.grammar import Noun, form_en, form_it, parse_noun_en, parse_noun_it

LANGUAGES = ("en", "it")
BLANK = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
CUT = 20_000  # sentences that are kept cut at their blanks
AND = {"en": " and ", "it": " e "}


class MissingText(KeyError):
    """A key that a catalogue does not have."""


class Catalogue:
    def __init__(self, language: str, sentences: Mapping[str, Any], names: Mapping[str, Sequence[str]]) -> None:
        self.language = language
        self._sentences = sentences
        self._names = names
        self._parse: Callable[..., Noun] = parse_noun_it if language == "it" else parse_noun_en
        self._form = form_it if language == "it" else form_en
        self.noun = cache(self._noun)
        self.sentence = cache(self._sentence)
        self.name = cache(self._name)

    def say(self, text: Text) -> str:
        """The sentence, its blanks filled, its first letter raised."""
        sentence = self.fill(self.sentence(text.key), text.args)
        return sentence[:1].upper() + sentence[1:]

    def refusal(self, refusal: Refusal) -> str:
        return self.say(refusal.text)

    def _sentence(self, key: str) -> str:
        found = self._find(key)
        if not isinstance(found, str):
            raise MissingText(f"{self.language}: there is no text {key}")
        return found

    def has(self, key: str) -> bool:
        return isinstance(self._find(key), str)

    def _find(self, key: str) -> Any:
        node: Any = self._sentences
        for part in key.split("."):
            node = node.get(part) if isinstance(node, Mapping) else None
        return node

    def fill(self, sentence: str, args: Mapping[str, Arg]) -> str:
        words, blanks = _cut(sentence)
        told = [words]
        for name, form, after in blanks:
            if name not in args:
                raise MissingText(f"{self.language}: nothing fills {{{name}}} in {sentence!r}")
            told += (self.word(args[name], form), after)
        return "".join(told)

    def word(self, arg: Arg, form: str) -> str:
        if isinstance(arg, Name):
            return self.name(arg.kind, arg.id, form)
        if isinstance(arg, Both):
            return self._form(self._parse(arg.in_language(self.language)), form) if form else arg.in_language(self.language)
        if isinstance(arg, Text):
            return self.fill(self.sentence(arg.key), arg.args)
        if isinstance(arg, tuple):
            alike = dict.fromkeys(arg) if _are_names(arg) else ()
            words = [self._counted(a, form, arg.count(a)) for a in alike] or [self.word(a, form) for a in arg]
            return AND[self.language].join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        if isinstance(arg, int) and "|" in form:
            one, many = form.split("|")
            return one if arg == 1 else many
        if isinstance(arg, int) and form == "+":
            return f"{arg:+d}".replace("-", "−") if arg else "0"
        return str(arg) if not form or isinstance(arg, int) else self._form(self._parse(arg), form)

    def _counted(self, name: Name, form: str, times: int) -> str:
        """A thing of a list; things that are named alike are counted: "three armies of strength 1"."""
        return self.word(name, form) if times == 1 else f"{times} {self.noun(name.kind, name.id).many or self.word(name, '')}"

    def _name(self, kind: str, number: int, form: str) -> str:
        return self._form(self.noun(kind, number), form)

    def _noun(self, kind: str, number: int) -> Noun:
        """A thing's word: from the catalogue by its key, or else its printed name as it is."""
        key = self._names[kind][number] if kind in self._names else str(number)
        found = self._sentences.get("names", {}).get(kind, {}).get(key)
        if found is None and kind not in self._names:
            raise MissingText(f"{self.language}: there is no name for {kind} {number}")
        if isinstance(found, Mapping):
            noun = self._parse(found["n"], found["g"]) if self.language == "it" and "g" in found else self._parse(found["n"])
            return noun._replace(many=found.get("pl", ""))
        return self._parse(key if found is None else found)


@lru_cache(CUT)
def _cut(sentence: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """The words before the first blank; and of every blank its name, its form and the words after it."""
    words, *rest = BLANK.split(sentence)
    return words, tuple((rest[n], rest[n + 1] or "", rest[n + 2]) for n in range(0, len(rest), 3))


def _are_names(args: tuple[object, ...]) -> TypeGuard[tuple[Name, ...]]:
    return all(isinstance(a, Name) for a in args)


def _merge(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in more.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


@cache
def house_sentences(language: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("locale", f"{language}.toml").read_text("utf-8"))


HOUSE_NAMES: Mapping[str, Sequence[str]] = {"side": ("union", "csa", "chance")}
_KNOWN: dict[tuple[str, str], Catalogue] = {}


def catalogue(language: str, title: Title[Any] | None = None) -> Catalogue:
    """The house's catalogue, with a title's words in it."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    key = (language, title.id if title else "")
    if key not in _KNOWN:
        sentences: Mapping[str, Any] = house_sentences(language)
        names = HOUSE_NAMES
        if title is not None:
            sentences = _merge(sentences, title.locale(language))
            names = {**HOUSE_NAMES, **title.names}
        _KNOWN[key] = Catalogue(language, sentences, names)
    return _KNOWN[key]


def scenario_name(title: Title[Any], scenario: Scenario, language: str) -> str:
    """A scenario's name: its own words, or the catalogue's; a player's own without a name is called by its id."""
    if scenario.base:
        return catalogue(language).say(Text("positions.name", {"scenario": scenario_name(title, title.scenarios[scenario.base], language)}))
    if scenario.name is not None:
        return scenario.name.in_language(language)
    words, key = catalogue(language, title), f"scenarios.{scenario.id}"
    return scenario.id if scenario.text is not None and not words.has(key) else words.sentence(key)


def say(text: Text, language: str, title: Title[Any] | None = None) -> str:
    return catalogue(language, title).say(text)
