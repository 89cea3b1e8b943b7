"""The club: ratings, words, pages to be read, tournaments."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire, Wish


class PlayComputer(Wish):
    """A rated match in earnest against a computer player, begun at once. `side`: one's own; by lot where none is given."""

    title: str
    level: str
    scenario: str | None = None
    options: list[str] = []
    side: int | None = None


class SideRating(Wire):
    """Who plays a side is rated so, give or take `margin` (nineteen times of twenty); `change`: what the match
    added, when it is over."""

    rating: int
    margin: int
    change: int | None


class RatingRow(Wire):
    """How somebody is rated at one side of a title."""

    title: str
    name: str
    side: int
    side_name: str
    rating: int
    margin: int
    matches: int


class Ranked(Wire):
    """One of a leaderboard; `computer`: a level, not a person; `me`: who is asking."""

    name: str
    computer: bool
    me: bool
    rating: int
    margin: int
    matches: int


class Leaders(Wire):
    """The leaderboards of a title, one for each side; the surest to be good first."""

    title: str
    name: str
    sides: list[str]
    ranked: list[list[Ranked]]


# --- words --------------------------------------------------------------------------------------------------


class Speak(Wish):
    """Something to say: words of one's own, or (`ready`) one of the ready sentences. `room`: at the seats, among spectators, or after the
    end; `at`: after how many answers the position stood that it is about."""

    room: Literal["players", "watchers", "after"]
    text: str = ""
    ready: str | None = None
    at: int | None = None
    side: int | None = None


class OneWord(Wish):
    """Somebody's words: do not hear their author any more (`on`), or do again."""

    word: str
    on: bool = True


class ReportWord(Wish):
    word: str
    why: str = ""


class WriteNote(Wish):
    """A note for oneself about a position, or (-1) about the match; an empty one is let go."""

    text: str
    at: int = -1
    side: int | None = None


class Said(Wire):
    """Words of somebody. `side`: at which seat they sit; `mine`: one's own; `muted`: of somebody the reader does not want to hear."""

    id: str
    room: str
    name: str
    side: int | None
    mine: bool
    muted: bool
    ready: str | None
    text: str
    at: int | None
    created: float


class NoteRow(Wire):
    at: int
    text: str
    updated: float


class Talk(Wire):
    """What the reader can hear, where they can speak, and their own notes; `known`: they have a name or a seat, and can mute and report."""

    words: list[Said]
    rooms: list[str]
    notes: list[NoteRow]
    known: bool


# --- pages to be read ---------------------------------------------------------------------------------------


class ReadingPart(Wire):
    heading: str
    lines: list[str]


class Reading(Wire):
    """A page of words."""

    title: str
    lead: str
    parts: list[ReadingPart]
