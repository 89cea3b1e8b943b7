"""What is said to people, before it is put into a language.

A rule never holds a sentence. It names one (`Text`) and gives the facts for its blanks; `bivouac.i18n` finds the sentence in
the catalogue of the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

import msgspec


class Name(NamedTuple):
    """One thing of a title by its kind and number: `Name("box", 12)`. `str(name)` is also the id of that thing on the table."""

    kind: str
    id: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, words: str) -> Name | None:
        """The name of a thing from its id on the table; None where that names no thing of the rules (a panel's own cell)."""
        kind, _, number = words.partition(":")
        return cls(kind, int(number)) if kind and number.isascii() and number.isdigit() and len(number) < 6 else None


class Both(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that come with the data, in both languages: a clause, the name of a player's own scenario."""

    en: str
    it: str

    def in_language(self, language: str) -> str:
        return self.it if language == "it" else self.en


class Facts(dict[str, "Arg"]):
    """The facts of a text: a dict that cannot be changed, since the same text is told to many."""

    __slots__ = ()

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("the facts of a text cannot be changed")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Facts], tuple[dict[str, Arg]]]:
        return Facts, (dict(self),)


NOTHING = Facts()


class _Text(NamedTuple):
    key: str
    args: Mapping[str, Arg]


class Text(_Text):
    """A sentence of the catalogue by its key, and the facts that fill its blanks."""

    __slots__ = ()

    def __new__(cls, key: str, args: Mapping[str, Arg] = NOTHING) -> Text:
        return tuple.__new__(cls, (key, args if type(args) is Facts else Facts(args)))


Arg = int | str | Name | Both | Text | tuple["Arg", ...]
