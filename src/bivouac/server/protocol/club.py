"""The club: ratings."""

from __future__ import annotations

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
