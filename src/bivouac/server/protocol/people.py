"""People with a name: coming in, what they are, what they hold."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire, Wish
from bivouac.server.protocol.club import RatingRow
from bivouac.server.protocol.replies import Status


class ByMail(Wish):
    """A link to come in by, sent to a mail."""

    mail: str


class ByLink(Wish):
    """What stands after the stroke of such a link."""

    token: str


class BeginPasskey(Wish):
    """`new`: make one (for somebody new with a name of their choice, or for who is in already); otherwise use one."""

    new: bool = False
    name: str | None = None


class FinishPasskey(Wish):
    """What the browser's authenticator said, as JSON."""

    credential: str
    new: bool = False


class ChangeMe(Wish):
    name: str
    languages: list[str]
    listed: bool = False


class EndSession(Wish):
    """One session by its mark, or all the others."""

    mark: str | None = None


class DropPasskey(Wish):
    id: str


class DeleteMe(Wish):
    """`name`: one's own, to be sure."""

    name: str


class OpenMatch(Wish):
    match: str


class Ceremony(Wire):
    """What the browser's authenticator is to be given, as JSON."""

    options: str


class Sent(Wire):
    """It will be, if there is anybody to send it to."""

    ok: Literal[True] = True


class Entered(Wire):
    """`fresh`: somebody new, who has not chosen a name yet."""

    name: str
    fresh: bool


class PasskeyRow(Wire):
    id: str
    created: float
    used: float | None


class SessionRow(Wire):
    mark: str
    device: str
    created: float
    used: float
    here: bool


class Result(Wire):
    """How the matches of a title went from one side."""

    title: str
    name: str
    side: int
    side_name: str
    won: int
    lost: int
    drawn: int


class Me(Wire):
    """What only oneself sees."""

    name: str
    mail: str | None
    languages: list[str]
    listed: bool
    created: float
    passkeys: list[PasskeyRow]
    sessions: list[SessionRow]
    matches: list[Status]
    results: list[Result]
    ratings: list[RatingRow]


class Greeting(Wire):
    """Who is here, and how many matches and challenges wait for them; nobody with a name: None."""

    name: str | None
    waiting: int
    invited: int
    matches: list[Status]


class Begun(Wire):
    """A game that began without its player: `is_challenge` by their challenge, which `other` accepted, else in a tournament."""

    match: str
    name: str
    scenario: str
    other: str
    is_challenge: bool


class Standing(Wire):
    """What the open pages of a signed-in person are told: how many games and challenges wait, when one of their games was last touched,
    and the latest that began without them."""

    waiting: int
    invited: int
    changed: float
    begun: Begun | None


class Profile(Wire):
    """What everybody may see of who wants to be seen."""

    name: str
    languages: list[str]
    created: float
    results: list[Result]
    ratings: list[RatingRow]


class TakenAlong(Wire):
    """How many of the seats of this browser are now one's own."""

    taken: int
