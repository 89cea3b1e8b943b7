"""Positions of players' own: what can be set, what came of it, and matches that begin from a position."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire, Wish
from bivouac.server.protocol.battles import Remark
from bivouac.server.protocol.scene import Place, Scene


class SlotRow(Wire):
    """Something that can be set: whose it is on the table ("": of the whole position), what it is called, and the number of the list of
    its values."""

    id: str
    of: str
    name: str
    values: int


class Slots(Wire):
    """All that can be set in a position of a scenario. `lists`: values with their words."""

    title: str
    name: str
    sides: list[str]
    scenario: str
    scenarios: dict[str, str]
    places: list[Place]
    slots: list[SlotRow]
    lists: list[dict[str, str]]


class Arrange(Wish):
    """A position to be looked at: a scenario's start, values for its slots, a file (`text`), the match that a link opens (`token`) or a
    save after `at` answers."""

    scenario: str | None = None
    values: dict[str, str] | None = None
    text: str | None = None
    token: str = ""
    save: str = ""
    at: int | None = None
    options: list[str] = []


class Arranged(Wire):
    """What came of it: the values of all slots, the file (empty where something is wrong), and the table as whoever knows all sees it."""

    scenario: str
    options: list[str]
    values: dict[str, str]
    mistakes: list[Remark]
    warnings: list[Remark]
    text: str
    scene: Scene | None


class PlayFrom(Wish):
    """Begin a match from the position of a match that a link opens (`token`), or of a save, after `at` answers (None: the last)."""

    seats: dict[str, str]
    token: str = ""
    save: str = ""
    at: int | None = None
    seconds: dict[str, float] = {}
