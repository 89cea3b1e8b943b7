"""One word for one thing: what docs/glossary.md calls wrong is not written in any catalogue, lesson or aid."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

from bivouac.i18n import LANGUAGES
from bivouac.i18n.catalogue import house_sentences

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
EVERYWHERE = "Everywhere"
ANY_ENDING = "…"


@cache
def glossary() -> dict[str, dict[str, list[str]]]:
    """By the name of the section and the language: the words that are never used."""
    found: dict[str, dict[str, list[str]]] = {}
    section = ""
    for line in GLOSSARY.read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
            found[section] = {language: [] for language in LANGUAGES}
        elif line.startswith("|") and not line.startswith(("| English", "| ---")):
            *_, english, italian = (cell.strip() for cell in line.strip("|").split("|"))
            found[section]["en"] += filter(None, english.split(", "))
            found[section]["it"] += filter(None, italian.split(", "))
    return found


def words(found, language, *, inside=False):
    """Every sentence of a language: what stands under its key, and all of a catalogue."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from words(value, language, inside=inside or key == language)
    elif isinstance(found, list):
        for value in found:
            yield from words(value, language, inside=inside)
    elif isinstance(found, str) and inside:
        yield found


def written(title, language):
    """The catalogue, and whatever else of a title is read in two languages; the rules themselves speak as their books do."""
    yield from words(title.locale(language), language, inside=True)
    home = Path(str(resources.files(title.package)))
    for path in sorted([*home.glob("data/*.toml"), *home.glob("lessons/*.toml")]):
        yield from words(tomllib.loads(path.read_text("utf-8")), language)


def pattern(word):
    stem, *ending = word.split(ANY_ENDING)
    return re.compile(rf"\b{re.escape(stem)}" + (r"\w*\b" if ending else r"\b"), re.IGNORECASE)


def faults(sentences, never):
    patterns = [pattern(word) for word in never]
    return [(p.pattern, sentence) for sentence in sentences for p in patterns if p.search(sentence)]


def test_the_glossary_has_a_section_for_everything(title):
    assert EVERYWHERE in glossary() and any(title.locale("en")["title"]["name"].startswith(name) for name in [*glossary(), "Pickets"])


def test_the_house_keeps_to_the_glossary():
    for language in LANGUAGES:
        assert faults(words(house_sentences(language), language, inside=True), glossary()[EVERYWHERE][language]) == []


def test_the_title_keeps_to_the_glossary(title):
    name = title.locale("en")["title"]["name"]
    sections = [EVERYWHERE, *(section for section in glossary() if name.startswith(section))]
    for language in LANGUAGES:
        never = [word for section in sections for word in glossary()[section][language]]
        assert faults(written(title, language), never) == []
