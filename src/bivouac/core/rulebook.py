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


class ClauseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    chapter: str
    topic: Both
    text: Both
    status: Literal["enforced", "automatic", "not_applicable"]
    forbids: bool = False
    ruling: Both | None = None
    reason: Both | None = None
    source: Literal["rulebook", "public", "inferred"] = "rulebook"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    prefix: str
    chapter: list[Chapter]
    clause: list[ClauseText]


class Rulebook:
    def __init__(self, chapters: list[Chapter], clauses: list[ClauseText]) -> None:
        self.chapters = chapters
        self.clauses = {c.id: c for c in clauses}
        known = {c.id for c in chapters}
        if len(self.clauses) != len(clauses):
            raise ValueError("a clause number stands twice in the index")
        for c in clauses:
            if c.chapter not in known:
                raise ValueError(f"{c.id}: there is no chapter {c.chapter}")
            if (c.status == "not_applicable") != (c.reason is not None):
                raise ValueError(f"{c.id}: a reason belongs to every clause that is not applicable, and to no other")

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        file = read(_File, text, "rulebook.toml")
        return cls(file.chapter, file.clause)

    def find(self, words: str) -> list[ClauseText]:
        """The clauses in which all these words stand, in one of the languages; accents and capitals do not count."""
        wanted = plain(words).split()
        return [c for c in self if any(all(word in text for word in wanted) for text in _said(c))]

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
    parts = [both for both in (clause.topic, clause.text, clause.ruling, clause.reason) if both is not None]
    return [plain(" ".join([clause.id, *(both.in_language(language) for both in parts)])) for language in ("en", "it")]
