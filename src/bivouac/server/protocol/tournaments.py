"""Tournaments: what they are, how they stand, who meets whom."""

from __future__ import annotations

from typing import Literal

import msgspec

from bivouac.server.protocol.base import Wire, Wish
from bivouac.server.protocol.lobby import Pace


class NewTournament(Wish):
    """Everybody meets everybody (`robin`), or equals meet for some rounds (`swiss`; 0: as many as the players need). Each encounter is two
    matches with the seats swapped; a round takes at most so many `days`."""

    name: str
    title: str
    kind: Literal["robin", "swiss"] = "robin"
    scenario: str | None = None
    options: list[str] = []
    pace: Pace = msgspec.field(default_factory=Pace)
    days: float = 30.0
    rounds: int = 0
    rated: bool = False


class EnterComputer(Wish):
    level: str


class Made(Wire):
    id: str


class TournamentRow(Wire):
    """One of the list. `state`: open to enter, running, or over; `mine`: one takes part."""

    id: str
    name: str
    kind: str
    title: str
    title_name: str
    scenario: str
    state: str
    players: int
    round: int
    rounds: int
    mine: bool
    created: float


class TableLine(Wire):
    """A line of the table."""

    name: str
    me: bool
    withdrawn: bool
    points: float
    buchholz: float
    berger: float
    won: int
    drawn: int
    lost: int


class Encounter(Wire):
    """A match of a round. `scores` when it is over; `watch` and `match` when it has begun (the latter for who plays it). Who has no
    opponent rests."""

    number: int
    leg: int
    union: str
    csa: str | None
    scores: list[float] | None
    watch: str | None
    match: str | None


class TournamentPage(Wire):
    """All of a tournament. What the reader may do: `enter`, `leave`, and for who made it `begin`. `promises`: of the dice of the reader's
    games, for which a nonce is wanted (none, when it was given)."""

    about: TournamentRow
    options: list[str]
    pace: Pace
    rated: bool
    days: float
    due: float | None
    maker: str
    table: list[TableLine]
    encounters: list[list[Encounter]]
    enter: bool
    leave: bool
    begin: bool
    levels: dict[str, str]
    promises: list[str]


class EntryNonce(Wish):
    """What a browser gives to the dice of all games of its player in a tournament: 32 hexadecimal digits."""

    nonce: str
