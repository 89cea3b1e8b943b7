"""Who answers for a side: a person, here or elsewhere, or a computer player with so many seconds for a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from bivouac.agents import agents, level_of
from bivouac.core.ids import SIDES
from bivouac.match.dice import Nonces
from bivouac.server.errors import Refused
from bivouac.server.store import new_token

SECONDS = 20.0
TIMED = ("crack",)  # the levels that think for as long as they are given
COMPUTER, EARNEST = "computer:", ":earnest"
HERE, LINK = ("me", "here"), "link"
LESSON = "lesson"  # the agent of the seat that a lesson answers for


class Line(msgspec.Struct):
    """A variation of an analysis: all answers since the position that the analysis began with, chance's among them."""

    name: str
    answers: list[int]


class Ahead(msgspec.Struct):
    """That an analysis is the private copy on which a side plans its next turn. Where the match is rated, nobody helps there either."""

    side: int
    rated: bool = False


class Study(msgspec.Struct):
    """That a match is an analysis: where it came from (the spectators' link of a match; "": a file), after how many answers it begins, and
    the variations that are kept; the first is what was played."""

    origin: str
    base: int
    lines: list[Line] = []
    ahead: Ahead | None = None


class Seat(msgspec.Struct):
    """One side's chair, as it is kept with the match.

    agent     the computer player that answers now, if one does
    computer  the chair is the computer's own, nobody lent it
    seconds   how long that player may think about a turn
    practice  against that player anything may be taken back, and the log says so; otherwise only what is free
    opened    who sits here agrees that the match be analysed before its end
    study     on the Union's chair of an analysis: what it is about
    lesson    the lesson that answers for it, and the chapter that its stretch begins with: "first:0"
    vacant    an invitation to it is open: nobody has joined
    """

    agent: str | None
    computer: bool
    seconds: float = SECONDS
    practice: bool = True
    opened: bool = False
    study: Study | None = None
    lesson: str = ""
    vacant: bool = False


@dataclass
class Seating:
    """The chairs of a new match: which sides its maker plays, and an invitation (token, side) for each that waits for a friend."""

    seats: list[Seat] = field(default_factory=list)
    mine: list[int] = field(default_factory=list)
    invites: list[tuple[str, int]] = field(default_factory=list)


def seated(wishes: Mapping[str, str], seconds: Mapping[str, float], most: float) -> Seating:
    """The chairs as a new match wants them; `most` is what the server allows a computer player."""
    seating = Seating()
    for side in SIDES:
        wish = wishes.get(str(int(side)), "me")
        practice = not wish.endswith(EARNEST)
        agent = wish.removeprefix(COMPUTER).removesuffix(EARNEST) if wish.startswith(COMPUTER) else None
        if agent is None and wish not in (*HERE, LINK):
            raise Refused(400, "errors.bad_request")
        if wish == LINK:
            seating.invites.append((new_token(), int(side)))
        elif agent is None:
            seating.mine.append(int(side))
        seating.seats.append(Seat(known_agent(agent), agent is not None, allowed(seconds.get(str(int(side))), most), practice))
    return seating


def known_agent(name: str | None) -> str | None:
    """A computer player there is, or None for a person."""
    if name is not None and name not in agents():
        raise Refused(400, "errors.no_level", name=name, known=agents())
    return name


def allowed(seconds: float | None, most: float) -> float:
    """How long a computer player may think about a turn: as long as the player says, within what the server allows."""
    if seconds is None:
        return min(SECONDS, most)
    if not 0 < seconds <= most:
        raise Refused(400, "errors.bad_seconds", found=f"{seconds:g}", most=f"{most:g}")
    return seconds


def rank_of(agent: str, *, attended: bool) -> int:
    """Who goes first: players that answer at once, then those somebody waits for, then the others."""
    return 0 if level_of(agent) not in TIMED else 1 if attended else 2


def expected(seats: Sequence[Seat]) -> Nonces:
    """What the seats give to new dice: a person's browser a nonce, which is awaited; a computer none. Where both are computers, who made
    the match gives one for the Union's."""
    union, csa = (None if seat.agent is None else "" for seat in seats)
    return (None, csa) if union == csa == "" else (union, csa)


def parse_seats(text: str) -> list[Seat]:
    return msgspec.json.decode(text, type=list[Seat])


def format_seats(seats: list[Seat]) -> str:
    return msgspec.json.encode(seats).decode()
