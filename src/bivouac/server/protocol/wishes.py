"""What browsers ask for."""

from __future__ import annotations

from bivouac.server.protocol.base import Wish


class NewMatch(Wish):
    """Seats are `me`, `here`, `link` or `computer:LEVEL`, by the number of the side; with `check` nothing is begun."""

    title: str
    scenario: str | None = None
    options: list[str] = []
    seats: dict[str, str] = {}
    seconds: dict[str, float] = {}
    scenario_text: str | None = None
    check: bool = False


class Upload(Wish):
    """A save to go on with."""

    save: str
    seats: dict[str, str] = {}
    seconds: dict[str, float] = {}


class Tokens(Wish):
    """The seats a browser remembers."""

    tokens: list[str]


class Answer(Wish):
    """One answer, or `answers` as one gesture: all are taken, or none. `serial` says which question is answered (the first of them); with
    `sure` nobody is warned any more, with `coach` also before a grave mistake against the computer. With `hold` nothing is taken that would
    end the turn."""

    serial: int
    answer: int | None = None
    answers: list[int] = []
    side: int | None = None
    sure: bool = False
    coach: bool = False
    hold: bool = False


class TakeBack(Wish):
    """The last answer, or all that is free; with `ask` the other side is asked."""

    side: int | None = None
    whole: bool = False
    ask: bool = False


class Grant(Wish):
    """The other side's word to that."""

    yes: bool = False


class InviteAgain(Wish):
    """A new invitation to a seat; the link that its player had ends."""

    side: int


class HandOver(Wish):
    """Who answers for a seat from now on: a computer player, or (None) whoever has the link."""

    side: int | None = None
    agent: str | None = None
    seconds: float | None = None


class Concede(Wish):
    side: int | None = None


class Nonce(Wish):
    """What a browser gives to the dice, for the promise that it has seen and kept."""

    nonce: str
    commit: str


class Ping(Wish, tag_field="kind", tag="ping"):
    """Over the socket: are you still there?"""


class Give(Wish, tag_field="kind", tag="answer"):
    """Over the socket: an answer. `id` comes back with the reply to it."""

    id: int
    wish: Answer
