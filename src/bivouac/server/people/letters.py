"""What is written to people: a row for each letter, sent by whichever process is free, and never twice.

A letter is `waiting`, then `sending` while a process holds it, then `sent` or `failed`. What is refused is tried again, later each time.
Should a process die while it is sending, or nobody say whether it was taken, nobody knows whether the letter went: it becomes `unsure` and
is not sent again. What nobody needs to be told any more when its time comes is `dropped`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import smtplib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

from bivouac.server.breath import next_look
from bivouac.server.hub import Hub
from bivouac.server.people.clock import DAY, HOUR, Clock
from bivouac.server.schema import LETTERS
from bivouac.server.store import Store

LOG = logging.getLogger("bivouac.letters")
WAITING, SENDING, SENT, FAILED, UNSURE, DROPPED = "waiting", "sending", "sent", "failed", "unsure", "dropped"
AGAIN = (60.0, 600.0, HOUR, 6 * HOUR)  # seconds until the next attempt; after the last there is none
LOST = 600.0  # seconds after which who was sending is no more
KEPT = 30 * DAY
TIDY, PATIENCE = 600.0, 20.0
LANES = 2  # letters of a channel that are sent at once
MAIL = "mail"
LONG_LINES = SMTP.clone(max_line_length=900)  # so that links stay whole


@dataclass(frozen=True)
class Letter:
    """`reason` says what it is for: of two with the same reason only the first is written. `kind` is for news, and `match` what they are
    about; the address of what is no mail is the id of a way that its receiver has given."""

    reason: str
    person: str | None
    channel: str
    address: str
    subject: str
    body: str
    due: float = 0.0
    tries: int = 0
    id: str = ""
    kind: str = ""
    match: str | None = None


class Untaken(Exception):
    """It was not taken this time; says why in a word."""


class Unsendable(Untaken):
    """It will not be taken, however often one tries."""


class Unanswered(Untaken):
    """Nobody knows whether it was taken."""


DUE = sa.select(LETTERS.c.channel).distinct().where(LETTERS.c.state == WAITING, LETTERS.c.due <= sa.bindparam("now"))


class Letters:
    """The rows."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock

    def write(self, letter: Letter) -> bool:
        """Whether it is new."""
        now = self.clock.now()
        values = {**vars(letter), "id": secrets.token_urlsafe(12), "due": letter.due or now, "state": WAITING, "created": now}
        try:
            with self.store.engine.begin() as db:
                db.execute(LETTERS.insert().values(**values))
        except sa.exc.IntegrityError:
            return False
        return True

    def due(self) -> set[str]:
        """The channels that have something to send."""
        with self.store.reader.connect() as db:
            return set(db.execute(DUE, {"now": self.clock.now()}).scalars())

    def next(self, channel: str) -> Letter | None:
        """The letter of a channel that is due, held by who asks."""
        c, now = LETTERS.c, self.clock.now()
        first = sa.select(c.id).where(c.state == WAITING, c.channel == channel, c.due <= now).order_by(c.due).limit(1)
        with self.store.engine.begin() as db:
            found = db.execute(first.with_for_update(skip_locked=True) if self.store.is_shared else first).scalar()
            if found is None:
                return None
            db.execute(LETTERS.update().where(c.id == found).values(state=SENDING, due=now))
            row = db.execute(sa.select(LETTERS).where(c.id == found)).one()
        return Letter(**{field.name: getattr(row, field.name) for field in fields(Letter)})

    def went(self, letter: Letter) -> None:
        self._end(letter, state=SENT, body="", problem=None)  # a link that was sent is nobody else's business

    def unsure(self, letter: Letter, problem: str) -> None:
        self._end(letter, state=UNSURE, body="", problem=problem)

    def dropped(self, letter: Letter) -> None:
        self._end(letter, state=DROPPED, body="", problem=None)

    def postponed(self, letter: Letter, due: float) -> None:
        self._end(letter, state=WAITING, due=due)

    def failed(self, letter: Letter, problem: str, *, for_good: bool) -> None:
        if for_good or letter.tries >= len(AGAIN):
            self._end(letter, state=FAILED, body="", problem=problem)
        else:
            self._end(letter, state=WAITING, tries=letter.tries + 1, due=self.clock.now() + AGAIN[letter.tries], problem=problem)

    def _end(self, letter: Letter, **values: object) -> None:
        with self.store.engine.begin() as db:
            db.execute(LETTERS.update().where(LETTERS.c.id == letter.id).values(**values))

    def tidy(self) -> None:
        c, now = LETTERS.c, self.clock.now()
        with self.store.engine.begin() as db:
            db.execute(LETTERS.update().where(c.state == SENDING, c.due < now - LOST).values(state=UNSURE, body=""))
            db.execute(LETTERS.delete().where(c.created < now - KEPT))

    def of(self, person: str, limit: int = 50) -> list[sa.RowMapping]:
        """What was sent to somebody, and what failed; the last first."""
        c = LETTERS.c
        wanted = sa.select(c.channel, c.subject, c.state, c.created, c.tries, c.problem).where(c.person == person)
        with self.store.reader.connect() as db:
            return [*db.execute(wanted.order_by(c.created.desc()).limit(limit)).mappings()]


class Sender:
    """Sends what is due. `ways` are the channels, each a function that sends or raises; each has lanes of its own, so that a slow one holds
    up nobody else. `ready` says when a letter may go (None: nobody needs it any more)."""

    def __init__(
        self, hub: Hub, letters: Letters, ways: Mapping[str, Callable[[Letter], None]], ready: Callable[[Letter], float | None]
    ) -> None:
        self.hub, self.letters, self.ways, self.ready = hub, letters, ways, ready
        self._due = {channel: asyncio.Event() for channel in ways}

    async def go_on(self) -> None:
        await asyncio.gather(self._tidy(), self._look(), *(self._send(channel) for channel in self.ways for _ in range(LANES)))

    async def _look(self) -> None:
        """One look for all the lanes: mostly there is nothing to send."""
        while True:
            with contextlib.suppress(Exception):  # the database may be away: the letters wait
                for channel in await self.hub.looking(self.letters.due):
                    self._due[channel].set()
            await next_look()

    async def _tidy(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # the database may be away
                await self.hub.writing(self.letters.tidy)
            await asyncio.sleep(TIDY)

    async def _send(self, channel: str) -> None:
        while True:
            await self._due[channel].wait()
            with contextlib.suppress(Exception):
                while await self._send_one(channel):
                    pass
            self._due[channel].clear()

    async def _send_one(self, channel: str) -> bool:
        letter = await self.hub.writing(self.letters.next, channel)
        if letter is None:
            return False
        when = await self.hub.looking(self.ready, letter)
        if when is None:
            await self.hub.writing(self.letters.dropped, letter)
        elif when > self.letters.clock.now():
            await self.hub.writing(self.letters.postponed, letter, when)
        else:
            await self._try(letter)
        return True

    async def _try(self, letter: Letter) -> None:
        """What takes too long goes on without us: whether it went, nobody knows."""
        try:
            await asyncio.wait_for(asyncio.to_thread(self._sent, letter), PATIENCE)
        except (Unanswered, TimeoutError):
            await self.hub.writing(self.letters.unsure, letter, "unanswered")
        except Exception as e:
            LOG.warning("a letter was not taken (%s): %s", letter.channel, type(e).__name__)
            problem, final = str(e) if isinstance(e, Untaken) else "unreachable", isinstance(e, Unsendable)
            await self.hub.writing(lambda: self.letters.failed(letter, problem, for_good=final))
        else:
            await self.hub.writing(self.letters.went, letter)

    def _sent(self, letter: Letter) -> None:
        try:
            self.ways[letter.channel](letter)
        except TimeoutError:  # of a socket, not ours: nothing had been sent yet
            raise Untaken("unreachable") from None


# --- mail ----------------------------------------------------------------------------------------------


class Mail:
    """Over SMTP, or (`way` is a file) as text that whoever runs this machine can read. `stop` gives the link by which news are stopped."""

    def __init__(self, way: str, sender: str, stop: Callable[[Letter], str]) -> None:
        self.way, self.sender, self.stop = way, sender, stop

    def __call__(self, letter: Letter) -> None:
        message = self._message(letter)
        if self.way.startswith("smtp"):
            self._over_smtp(message)
        else:
            self._into_file(message)

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage(policy=LONG_LINES)
        message["From"], message["To"], message["Subject"] = self.sender, letter.address, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), f"<{letter.id}@bivouac>"
        message["Auto-Submitted"] = "auto-generated"
        if letter.kind:
            message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{self.stop(letter)}>", "List-Unsubscribe=One-Click"
        message.set_content(letter.body)
        return message

    def _over_smtp(self, message: EmailMessage) -> None:
        url = urlsplit(self.way)
        host, secure = url.hostname or "localhost", url.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        server = kind(host, url.port or (465 if secure else 25), timeout=PATIENCE / 4)
        try:
            server.ehlo()
            if not secure and server.has_extn("starttls"):
                server.starttls()
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            _hand_over(server, message)
        finally:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                server.quit()

    def _into_file(self, message: EmailMessage) -> None:
        file = os.open(self.way, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        with os.fdopen(file, "a", encoding="utf-8") as out:
            out.write(f"To: {message['To']}\nSubject: {message['Subject']}\n\n{message.get_content()}\n---\n")
        LOG.warning("a mail was written to %s, since no BIVOUAC_SMTP is set", self.way)


def _hand_over(server: smtplib.SMTP, message: EmailMessage) -> None:
    try:
        server.send_message(message)
    except smtplib.SMTPRecipientsRefused:
        raise Unsendable("mail") from None
    except (TimeoutError, smtplib.SMTPServerDisconnected):
        raise Unanswered("unanswered") from None
