"""The lobby: challenges, matches to watch, what is agreed for a match."""

from __future__ import annotations

from typing import Literal

import msgspec

from bivouac.server.protocol.base import Wire, Wish
from bivouac.server.protocol.club import SideRating


class Pace(Wish):
    """How fast a match is played. `days`: so many seconds (`turn`) whenever one is asked, and what is more from a `bank`. `live`: a `bank`
    for the whole match that grows by `increment` whenever the move passes on. When it runs out (`late`) the other side may claim the match,
    or both wait, or veteran plays on."""

    kind: Literal["none", "days", "live"] = "none"
    turn: float = 0.0
    bank: float = 0.0
    increment: float = 0.0
    late: Literal["claim", "wait", "veteran"] = "wait"


class NewChallenge(Wish):
    """`side`: which one its maker plays; by lot where none is given. `whom`: somebody's name; open to everybody where none is given."""

    title: str
    scenario: str | None = None
    options: list[str] = []
    side: int | None = None
    pace: Pace = msgspec.field(default_factory=Pace)
    rated: bool = False
    whom: str | None = None


class OneChallenge(Wish):
    id: str


class Vacation(Wish):
    """So many days from now on; none: back already."""

    days: float = 0.0


class Challenge(Wire):
    """`mine`: one made it; `for_me`: it is for nobody else. `side`: the one that is left for who takes it."""

    id: str
    maker: str
    mine: bool
    for_me: bool
    whom: bool
    title: str
    name: str
    scenario: str
    options: list[str]
    side: int | None
    side_name: str | None
    pace: Pace
    rated: bool
    rematch: bool
    created: float


class Running(Wire):
    """A match that everybody may watch."""

    watch: str
    title: str
    name: str
    scenario: str
    players: list[str]
    updated: float
    serial: int


class Lobby(Wire):
    challenges: list[Challenge]
    running: list[Running]


class Agreed(Wire):
    """What was agreed for a match: who plays it, how fast, and how much time is left. `side` is the one whose time runs, `left` what each
    has, `late` the side that has run out of it; `claim`: the reader may claim the match, `again`: a rematch can be asked for; `ratings` of
    both sides where it is rated."""

    players: list[str | None]
    rated: bool
    pace: Pace | None
    side: int | None
    left: list[float]
    late: int | None
    away: list[bool]
    claim: bool
    again: bool
    ratings: list[SideRating | None]


class Rematch(Wire):
    """Asked for; or, if the other side had asked already, begun."""

    url: str | None
    token: str | None


class Away(Wire):
    """Until when one is away, and how many days one has left this year."""

    until: float | None
    days: float


class Order(Wish):
    """What is answered to one kind of question in the other side's turn: one is asked, the adjutant answers, or it is declined. `least`:
    only options whose number is at least that; `words`: options that speak of it come first."""

    box: str
    how: Literal["ask", "computer", "decline"] = "ask"
    least: int | None = None
    words: str = ""


class LeaveOrders(Wish):
    orders: list[Order]
    side: int | None = None


class OrderKind(Wire):
    """A kind of question of the other side's turn; or a formation of one's `own`, which the adjutant may lead."""

    box: str
    name: str
    own: bool


class StandingOrders(Wire):
    kinds: list[OrderKind]
    orders: list[Order]
