"""Replies to what was asked for."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire


class Taken(Wire):
    """An answer was taken."""

    rev: int
    serial: int


class Warned(Wire):
    """It was not: it would leave something unused. Ask again with `sure`."""

    warn: str


class Ends(Wire):
    """It was not: the turn would end with it. Ask again without `hold`."""

    ends: bool = True


class Revision(Wire):
    rev: int


class NonceTaken(Wire):
    """`taken`: the nonce has a part in the dice; it has none where the promise was not the latest."""

    rev: int
    taken: bool


class TakenBack(Wire):
    """`asked`: the other side has been asked and has not said yes yet."""

    rev: int
    asked: bool


class Invite(Wire):
    side: int
    name: str
    url: str


class Links(Wire):
    """`again`: the sides to which who made the match can invite again, since the player may have lost the link."""

    watch: str
    invites: list[Invite]
    again: list[int]


class SeatInfo(Wire):
    """Whose seat a link is, before anything of the table is shown. `asks`: the reader should say first that it is theirs."""

    match: str
    name: str
    scenario: str
    sides: list[str]
    watch: str
    asks: bool


class Created(Wire):
    token: str
    url: str
    watch: str
    invites: list[Invite]


class SetupGood(Wire):
    ok: Literal[True] = True


class Seated(Wire):
    url: str
    token: str


class Invitation(Wire):
    """`held`: the sides that the reader, if signed in, holds in this match."""

    match: str
    held: list[int]
    name: str
    blurb: str
    title: str
    scenario: str
    side: int
    side_name: str
    taken: bool
    watch: str


class Status(Wire):
    """How a match stands, for the list of one's matches."""

    match: str
    title: str
    name: str
    scenario: str
    updated: float
    serial: int
    yours: bool
    sides: list[int]
    asked: str | None
    outcome: str | None


class Fault(Wire):
    """What was wrong; `stale`: the match has moved on."""

    message: str
    rule: str | None = None
    stale: bool = False


class Health(Wire):
    """How a process is: `alive`, `ready`, or `waiting` for its database."""

    status: str


class Failed(Wire):
    error: Fault


class Reply(Wire, tag_field="kind", tag="reply"):
    """Over the socket, to the answer with the same `id`: what a request would have been told, with its status."""

    id: int
    status: int
    said: Taken | Warned | Ends | None = None
    error: Fault | None = None
