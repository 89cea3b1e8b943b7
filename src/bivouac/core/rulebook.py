"""The clause index of a title: every rule by its number, in both languages, with its status and its ruling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Literal

import msgspec

from bivouac.core.data import read
from bivouac.core.text import Both


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: Both


class Ruling(Both, frozen=True, forbid_unknown_fields=True):
    """How we play a passage of the rulebook.

    kind   fills: the book is silent; reads: the book can be read in two ways; departs: we play something else than the sentence
    why    the reason for a departure: why the printed sentence cannot be played, or which public clarification replaces it
    """

    kind: Literal["fills", "reads", "departs"]
    why: Both | None = None


class ClauseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule by its number, in both languages.

    source   rulebook: the Italian rulebook has the sentence; public: errata, designer's answers, the game's components; inferred: ours
    place    the heading of the rulebook under which the sentence stands, for `rulebook` only
    """

    id: str
    chapter: str
    topic: Both
    text: Both
    status: Literal["enforced", "automatic", "not_applicable"]
    source: Literal["rulebook", "public", "inferred"]
    place: str | None = None
    forbids: bool = False
    ruling: Ruling | None = None
    reason: Both | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    prefix: str
    chapter: list[Chapter]
    clause: list[ClauseText]
    headings: list[str]


class Rulebook:
    """The chapters and clauses of a title, and the headings of the rulebook that the clauses come from."""

    def __init__(self, chapters: list[Chapter], clauses: list[ClauseText], headings: list[str]) -> None:
        self.chapters = chapters
        self.headings = headings
        self.clauses = {c.id: c for c in clauses}
        known = {c.id for c in chapters}
        if len(self.clauses) != len(clauses):
            raise ValueError("a clause number stands twice in the index")
        for c in clauses:
            if c.chapter not in known:
                raise ValueError(f"{c.id}: there is no chapter {c.chapter}")
            if (c.status == "not_applicable") != (c.reason is not None):
                raise ValueError(f"{c.id}: a reason belongs to every clause that is not applicable, and to no other")
            self._check_source(c)

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        file = read(_File, text, "rulebook.toml")
        return cls(file.chapter, file.clause, file.headings)

    def _check_source(self, c: ClauseText) -> None:
        if (c.place is not None) != (c.source == "rulebook"):
            raise ValueError(f"{c.id}: a clause from the rulebook has a place in it, and no other clause has one")
        if c.place is not None and c.place not in self.headings:
            raise ValueError(f"{c.id}: the rulebook has no heading {c.place!r}; add it to `headings` or correct the place")
        if c.ruling is not None and (c.ruling.kind == "departs") != (c.ruling.why is not None):
            raise ValueError(f"{c.id}: a ruling that departs from the printed sentence states why, and no other ruling does")

    def find(self, words: str) -> list[ClauseText]:
        """The clauses in which all these words stand, in one of the languages; accents and capitals do not count."""
        wanted = plain(words).split()
        return [c for c in self if any(all(word in text for word in wanted) for text in _said(c))]

    @property
    def departures(self) -> list[ClauseText]:
        """The clauses where the program plays something else than the printed sentence."""
        return [c for c in self if c.ruling is not None and c.ruling.kind == "departs"]

    def __iter__(self) -> Iterator[ClauseText]:
        return iter(self.clauses.values())

    def __contains__(self, rule: object) -> bool:
        return rule in self.clauses

    def __getitem__(self, rule: str) -> ClauseText:
        return self.clauses[rule]

    def __len__(self) -> int:
        return len(self.clauses)


def plain(text: str) -> str:
    """Small letters without accents."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(ch))


def _said(clause: ClauseText) -> list[str]:
    """All that a clause says, in each language."""
    why = clause.ruling.why if clause.ruling else None
    parts = [both for both in (clause.topic, clause.text, clause.ruling, why, clause.reason) if both is not None]
    return [plain(" ".join([clause.id, *(both.in_language(language) for both in parts)])) for language in ("en", "it")]
