"""A small client for bots: the same requests as the browser's, with the types of the wire. It needs nothing but the standard library.

    made = House("http://127.0.0.1:8000").begin("pickets", seats={"0": "me", "1": "computer:veteran"})
    seat = Seat("http://127.0.0.1:8000", made.token)
    for table in seat.tables():
        ...  # table.question, table.outcome

Dice wait for what a player's own computer gives to them: `tables` does that by itself, and keeps the promises in `seat.promises`.
"""

from __future__ import annotations

import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any, TypeVar

import msgspec

from bivouac.server import protocol

T = TypeVar("T")
PATIENCE = 60.0
AGAIN = 1.0


class Refused(Exception):
    """The server did not grant a request: its status, and what it said."""

    def __init__(self, status: int, fault: protocol.Fault) -> None:
        super().__init__(f"{status}: {fault.message}")
        self.status, self.fault = status, fault


class House:
    """A server."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.url, self.language = url.rstrip("/"), language

    def titles(self) -> list[protocol.Title]:
        return self.ask("/api/titles", list[protocol.Title])

    def begin(self, title: str, **more: Any) -> protocol.Created:
        """A new match; `scenario`, `options`, `seats` and `seconds` as in `protocol.NewMatch`."""
        return self.ask("/api/matches", protocol.Created, protocol.NewMatch(title, **more))

    def join(self, invitation: str) -> protocol.Seated:
        """Sit down by an invitation: its token, or the whole link."""
        return self.ask(f"/api/join/{invitation.rsplit('/', 1)[-1]}", protocol.Seated, protocol.Grant())

    def ask(self, path: str, kind: type[T], wish: protocol.Wish | None = None) -> T:
        with self._open(path, wish) as reply:
            return msgspec.json.decode(reply.read(), type=kind)

    def _open(self, path: str, wish: protocol.Wish | None = None) -> Any:
        url = f"{self.url}{path}{'&' if '?' in path else '?'}{urllib.parse.urlencode({'lang': self.language})}"
        data = None if wish is None else msgspec.json.encode(wish)
        request = urllib.request.Request(url, data, {"content-type": "application/json"})
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as e:
            with e:
                raise Refused(e.code, msgspec.json.decode(e.read(), type=protocol.Failed).error) from None


class Seat(House):
    """A seat at a table: its link, or the token in it."""

    def __init__(self, url: str, token: str, language: str = "en") -> None:
        super().__init__(url, language)
        self.token = token.rsplit("/", 1)[-1]
        self.promises: list[str] = []  # the commitments of the dice, in the order in which they were seen
        self._path = f"/api/table/{self.token}"

    def look(self) -> Table:
        """The whole table."""
        return self.ask(self._path, Table)

    def answer(self, question: Question, answer: int) -> protocol.Taken:
        wish = protocol.Answer(serial=question.serial, answer=answer, side=question.side, sure=True)
        return self.ask(f"{self._path}/answer", protocol.Taken, wish)

    def concede(self) -> protocol.Revision:
        return self.ask(f"{self._path}/concede", protocol.Revision, protocol.Concede())

    def give(self, promise: protocol.Promise) -> None:
        """Keep the promise, and give the dice something that nobody could foresee."""
        if promise.commit not in self.promises:
            self.promises.append(promise.commit)
        if promise.wanted:
            wish = protocol.Nonce(secrets.token_hex(16), promise.commit)
            self.ask(f"{self._path}/nonce", protocol.Revision, wish)

    def tables(self) -> Iterator[Table]:
        """The whole table, now and after each change, until the match is over; connects again should the line break."""
        known = -1
        while True:
            try:
                for revision in self._revisions():
                    if revision > known:
                        table = self.look()
                        known = table.rev
                        self.give(table.dice)
                        yield table
                        if table.outcome is not None:
                            return
            except (OSError, HTTPException, msgspec.DecodeError):
                time.sleep(AGAIN)

    def _revisions(self) -> Iterator[int]:
        with self._open(f"{self._path}/stream") as lines:
            for line in lines:
                if line.strip():
                    yield msgspec.json.decode(line, type=Newer).rev


class Newer(msgspec.Struct):
    """What a line of the stream says first: the table is at this revision."""

    rev: int


class Question(msgspec.Struct):
    """The question, in full where it is ours (`yours`)."""

    side: int
    serial: int
    yours: bool
    prompt: str = ""
    rule: str = ""
    choices: list[protocol.Choice] = []


class Table(msgspec.Struct):
    """Of the message of a table, what a bot needs; `protocol.TableMessage` has all of it."""

    rev: int
    serial: int
    question: Question | None
    outcome: protocol.Outcome | None
    log: protocol.Log
    scene: protocol.Scene
    room: protocol.Room
    dice: protocol.Promise
