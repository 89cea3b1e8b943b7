"""What is written to people: a row for each letter, sent by whichever process is free, and never twice.

A letter is `waiting`, then `sending` while a process holds it, then `sent` or `failed`. What is refused is tried again, later each time.
Should a process die while it is sending, nobody knows whether the letter went: it becomes `unsure` and is not sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import smtplib
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

from bivouac.server.hub import Hub
from bivouac.server.people.clock import DAY, HOUR, Clock
from bivouac.server.schema import LETTERS
from bivouac.server.store import Store

LOG = logging.getLogger("bivouac.letters")
WAITING, SENDING, SENT, FAILED, UNSURE = "waiting", "sending", "sent", "failed", "unsure"
AGAIN = (60.0, 600.0, HOUR, 6 * HOUR)  # seconds until the next attempt; after the last there is none
LOST = 600.0  # seconds after which who was sending is no more
KEPT = 30 * DAY
LOOK, PATIENCE = 1.0, 20.0
MAIL = "mail"


@dataclass(frozen=True)
class Letter:
    """`reason` says what it is for: of two with the same reason only the first is written."""

    reason: str
    person: str | None
    channel: str
    address: str
    subject: str
    body: str
    due: float = 0.0
    tries: int = 0
    id: str = ""


class Unsendable(Exception):
    """It will not be taken, however often one tries."""


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

    def next(self) -> Letter | None:
        """The letter that is due, held by who asks."""
        c, now = LETTERS.c, self.clock.now()
        first = sa.select(c.id).where(c.state == WAITING, c.due <= now).order_by(c.due).limit(1)
        with self.store.engine.begin() as db:
            found = db.execute(first.with_for_update(skip_locked=True) if self.store.is_shared else first).scalar()
            if found is None:
                return None
            db.execute(LETTERS.update().where(c.id == found).values(state=SENDING, due=now))
            row = db.execute(sa.select(LETTERS).where(c.id == found)).one()
        return Letter(row.reason, row.person, row.channel, row.address, row.subject, row.body, row.due, row.tries, row.id)

    def went(self, letter: Letter) -> None:
        self._end(letter, state=SENT, body="", problem=None)  # a link that was sent is nobody else's business

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
        wanted = sa.select(c.channel, c.subject, c.state, c.created, c.problem).where(c.person == person)
        with self.store.reader.connect() as db:
            return [*db.execute(wanted.order_by(c.created.desc()).limit(limit)).mappings()]


class Sender:
    """Sends what is due, a letter at a time. `ways` are the channels, each a function that sends or raises."""

    def __init__(self, hub: Hub, letters: Letters, ways: dict[str, Callable[[Letter], None]]) -> None:
        self.hub, self.letters, self.ways = hub, letters, ways

    async def go_on(self) -> None:
        tidied = 0
        while True:
            with contextlib.suppress(Exception):  # the database may be away: the letters wait
                if tidied == 0:
                    await self.hub.writing(self.letters.tidy)
                while await self._send_one():
                    pass
            tidied = (tidied + 1) % 600
            await asyncio.sleep(LOOK)

    async def _send_one(self) -> bool:
        letter = await self.hub.writing(self.letters.next)
        if letter is None:
            return False
        try:
            await asyncio.wait_for(asyncio.to_thread(self.ways[letter.channel], letter), PATIENCE)
        except Exception as e:
            LOG.warning("a letter was not taken (%s): %s", letter.channel, type(e).__name__)
            problem, final = f"{type(e).__name__}: {e}"[:300], isinstance(e, Unsendable | KeyError | smtplib.SMTPRecipientsRefused)
            await self.hub.writing(lambda: self.letters.failed(letter, problem, for_good=final))
        else:
            await self.hub.writing(self.letters.went, letter)
        return True


# --- mail ----------------------------------------------------------------------------------------------


class Mail:
    """Over SMTP, or (`way` is a file) as text that whoever runs this machine can read."""

    def __init__(self, way: str, sender: str) -> None:
        self.way, self.sender = way, sender

    def __call__(self, letter: Letter) -> None:
        message = self._message(letter)
        if self.way.startswith("smtp"):
            self._over_smtp(message)
        else:
            self._into_file(message)

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.address, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), f"<{letter.id}@bivouac>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.body)
        return message

    def _over_smtp(self, message: EmailMessage) -> None:
        url = urlsplit(self.way)
        host, secure = url.hostname or "localhost", url.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        with kind(host, url.port or (465 if secure else 25), timeout=PATIENCE / 2) as server:
            server.ehlo()
            if not secure and server.has_extn("starttls"):
                server.starttls()
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(message)

    def _into_file(self, message: EmailMessage) -> None:
        file = os.open(self.way, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        with os.fdopen(file, "a", encoding="utf-8") as out:
            out.write(f"To: {message['To']}\nSubject: {message['Subject']}\n\n{message.get_content()}\n---\n")
        LOG.warning("a mail was written to %s, since no BIVOUAC_SMTP is set", self.way)
