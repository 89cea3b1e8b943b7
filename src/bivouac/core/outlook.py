"""Before somebody chooses: what a thing on the table could do and suffer where it lies, and what can be seen from where."""

from __future__ import annotations

from typing import NamedTuple

from bivouac.core.text import Name, Text


class Sight(NamedTuple):
    """The line between two places: whether it is free, the places that close it, all of it in words, and by which clause."""

    free: bool
    blocks: tuple[Name, ...]
    text: Text
    rule: str


class Outlook(NamedTuple):
    """
    reach    where it could go from here in its next move, each place with what that costs; nothing where the gestures of the moment tell
    fire     the places it could fire at
    retreat  where it could go if it were beaten here; None: its kind does not retreat, or no enemy is near
    cornered what becomes of it if it has to retreat and cannot, and the clause that says so
    helps    the things of its side that could still come to its aid here in this turn; None: nobody ever does in this title
    """

    reach: tuple[tuple[Name, Text], ...] = ()
    fire: tuple[Name, ...] = ()
    retreat: tuple[Name, ...] | None = None
    cornered: Text = Text("outlook.cornered")
    rule: str = ""
    helps: tuple[Name, ...] | None = None
