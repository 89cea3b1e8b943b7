"""Words that know their articles.

A noun in a catalogue is written with its article, as a speaker would: "la cavalleria", "l'Unione", "gli esploratori", or bare for a
proper name: "Atlanta". Where the article does not tell the gender, or lists count several of a kind ("3 carte"), the long form is a table:

    union = { n = "l'Unione", g = "f" }
    card  = { n = "la carta", pl = "carte" }

Blanks of a sentence ask for a form: `{piece}` the bare word, `{piece:il}` with its article, `{piece:un}`, `{box:di}` "dell'armata",
`{piece:o}` the ending that agrees ("eliminat{piece:o}"), `{n:carta|carte}` the word that fits the number. English has `the`, `a`, `s`.
"""

from __future__ import annotations

from typing import NamedTuple

ARTICLES_IT = ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'")
JOINED = {
    "di": {"il": "del", "lo": "dello", "la": "della", "l'": "dell'", "i": "dei", "gli": "degli", "le": "delle"},
    "a": {"il": "al", "lo": "allo", "la": "alla", "l'": "all'", "i": "ai", "gli": "agli", "le": "alle"},
    "da": {"il": "dal", "lo": "dallo", "la": "dalla", "l'": "dall'", "i": "dai", "gli": "dagli", "le": "dalle"},
    "in": {"il": "nel", "lo": "nello", "la": "nella", "l'": "nell'", "i": "nei", "gli": "negli", "le": "nelle"},
    "su": {"il": "sul", "lo": "sullo", "la": "sulla", "l'": "sull'", "i": "sui", "gli": "sugli", "le": "sulle"},
    "con": {"il": "con il", "lo": "con lo", "la": "con la", "l'": "con l'", "i": "con i", "gli": "con gli", "le": "con le"},
    "per": {"il": "per il", "lo": "per lo", "la": "per la", "l'": "per l'", "i": "per i", "gli": "per gli", "le": "per le"},
}
ENDINGS = {("m", False): "o", ("f", False): "a", ("m", True): "i", ("f", True): "e"}
VOWELS = "aeiouAEIOU"


class Noun(NamedTuple):
    word: str
    article: str = ""
    gender: str = "m"
    plural: bool = False
    many: str = ""


def parse_noun_it(text: str, gender: str | None = None) -> Noun:
    for article in ARTICLES_IT:
        if text.startswith(article):
            bare = article.strip()
            plural = bare in ("i", "gli", "le")
            told = "f" if bare in ("la", "le") else "m"
            return Noun(text[len(article) :], bare, gender or told, plural)
    return Noun(text, "", gender or "m")


def parse_noun_en(text: str) -> Noun:
    """English nouns: "the Union" takes its article, "Atlanta" does not."""
    return Noun(text[4:], "the") if text.startswith("the ") else Noun(text)


def form_it(noun: Noun, form: str) -> str:
    if form == "":
        return noun.word
    if form == "il":
        return _join(noun.article, noun.word)
    if form == "un":
        return _join(_indefinite(noun), noun.word)
    if form == "o":
        return ENDINGS[noun.gender, noun.plural]
    if form in JOINED:
        if noun.article:
            return _join(JOINED[form][noun.article], noun.word)
        preposition = form + "d" if form == "a" and noun.word[:1] in "aA" else form
        return f"{preposition} {noun.word}"
    raise ValueError(f"Italian has no form {form!r}")


def form_en(noun: Noun, form: str) -> str:
    if form == "":
        return noun.word
    if form == "the":
        return f"the {noun.word}" if noun.article else noun.word
    if form == "a":
        return ("an " if noun.word[:1] in VOWELS else "a ") + noun.word
    if form == "s":
        return f"{form_en(noun, 'the')}'" if noun.word.endswith("s") else f"{form_en(noun, 'the')}'s"
    raise ValueError(f"English has no form {form!r}")


def _join(article: str, word: str) -> str:
    return article + word if article.endswith("'") else f"{article} {word}".strip()


def _indefinite(noun: Noun) -> str:
    if noun.plural:
        return {"i": "dei", "gli": "degli", "le": "delle"}[noun.article]
    first = noun.word[:1]
    if noun.gender == "f":
        return "un'" if first in VOWELS else "una"
    word = noun.word.lower()
    impure = word[:1] == "s" and word[1:2] not in "aeiou"
    return "uno" if impure or word[:1] in "zxy" or word[:2] in ("gn", "ps", "pn") else "un"
