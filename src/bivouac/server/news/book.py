"""How somebody wants to be told: by which ways, for which matches, and when not. Nobody is told anything before they have said so."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo, available_timezones

import msgspec
import sqlalchemy as sa

from bivouac.server.news.hooks import Hook
from bivouac.server.news.push import Subscription, b64, unb64
from bivouac.server.people.clock import Clock
from bivouac.server.people.holds import IS_UP
from bivouac.server.people.letters import MAIL
from bivouac.server.schema import HOLDS, MATCHES, NEWS, NEWS_SWITCHES, NEWS_WAYS
from bivouac.server.store import Store

PUSH, HOOK = "push", "hook"
CHANNELS = (MAIL, PUSH, HOOK)
MOST = {PUSH: 10, HOOK: 5}  # ways of one person
EVERYWHERE = ""  # in place of a match: what holds where nothing else was said
SETTLED = 60.0  # seconds for which a match has to stand still before anybody is told
MANY = 1000
MINUTES = 1440


@dataclass(frozen=True)
class Hours:
    """`home`: where they find this server. Quiet from one minute of the day until another, by the clocks of a zone."""

    home: str
    quiet_from: int | None = None
    quiet_until: int | None = None
    zone: str = "UTC"

    def opens(self, now: float) -> float:
        """When somebody may be told: now, or when their quiet hours end."""
        if self.quiet_from is None or self.quiet_until is None:
            return now
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        if (minute - self.quiet_from) % MINUTES >= (self.quiet_until - self.quiet_from) % MINUTES:
            return now
        end = here.replace(hour=self.quiet_until // 60, minute=self.quiet_until % 60, second=0, microsecond=0)
        return (end if end > here else end + timedelta(days=1)).timestamp()


def is_zone(name: str) -> bool:
    return name in available_timezones()


@dataclass(frozen=True)
class Way:
    """Somewhere to send to: a browser that listens, or a webhook."""

    id: str
    person: str
    channel: str
    name: str
    address: str
    created: float

    @property
    def subscription(self) -> Subscription:
        return msgspec.json.decode(self.address, type=Subscription)

    @property
    def hook(self) -> Hook:
        return msgspec.json.decode(self.address, type=Hook)


def _untold() -> sa.Select[str, str]:
    m, h = MATCHES.c, HOLDS.c
    wanted = sa.select(h.person, h.match).join(NEWS, NEWS.c.person == h.person).join(MATCHES, m.id == h.match)
    return wanted.where(m.closed.is_(False), m.revision != h.told, m.updated <= sa.bindparam("then")).limit(MANY)


UNTOLD = _untold()


class Book:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._secret = store.secret("stop")

    # --- hours ----------------------------------------------------------------------------------------

    def hours(self, person: str) -> Hours | None:
        """None: they have not said anything yet."""
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(NEWS).where(NEWS.c.person == person)).first()
        return Hours(row.home, row.quiet_from, row.quiet_until, row.zone) if row else None

    def keep_hours(self, person: str, hours: Hours) -> None:
        """Whoever says so for the first time is told what happens from now on."""
        of_match = sa.select(MATCHES.c.revision).where(MATCHES.c.id == HOLDS.c.match).scalar_subquery()
        with self.store.engine.begin() as db:
            if not db.execute(NEWS.delete().where(NEWS.c.person == person)).rowcount:
                db.execute(HOLDS.update().where(HOLDS.c.person == person).values(told=sa.func.coalesce(of_match, -1)))
            db.execute(NEWS.insert().values(person=person, **vars(hours)))

    # --- ways -----------------------------------------------------------------------------------------

    def ways(self, person: str) -> list[Way]:
        return self._ways(NEWS_WAYS.c.person == person)

    def way(self, identity: str) -> Way | None:
        return next(iter(self._ways(NEWS_WAYS.c.id == identity)), None)

    def _ways(self, which: sa.ColumnElement[bool]) -> list[Way]:
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(NEWS_WAYS).where(which).order_by(NEWS_WAYS.c.created)).mappings()
            return [Way(**row) for row in rows]

    def add_way(self, person: str, channel: str, name: str, address: Subscription | Hook) -> bool:
        """Whether there was room for it. What somebody has already is not added again."""
        text = msgspec.json.encode(address).decode()
        held = [way for way in self.ways(person) if way.channel == channel]
        if any(way.address == text for way in held):
            return True
        if len(held) >= MOST[channel]:
            return False
        way = Way(secrets.token_urlsafe(12), person, channel, name, text, self.clock.now())
        with self.store.engine.begin() as db:
            db.execute(NEWS_WAYS.insert().values(**vars(way)))
        return True

    def drop_way(self, person: str, identity: str) -> None:
        c = NEWS_WAYS.c
        with self.store.engine.begin() as db:
            db.execute(NEWS_WAYS.delete().where(c.id == identity, c.person == person))

    # --- switches -------------------------------------------------------------------------------------

    def switches(self, person: str, match: str) -> dict[str, bool]:
        """What was said for one match, or for all of them; what is not in it was not said."""
        c = NEWS_SWITCHES.c
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(c.channel, c.is_on).where(c.person == person, c.match == match))
            return {row.channel: bool(row.is_on) for row in rows}

    def switch(self, person: str, match: str, wanted: dict[str, bool | None]) -> None:
        """None: as for all the others."""
        c = NEWS_SWITCHES.c
        with self.store.engine.begin() as db:
            db.execute(NEWS_SWITCHES.delete().where(c.person == person, c.match == match, c.channel.in_(wanted)))
            for channel, is_on in wanted.items():
                if is_on is not None:
                    db.execute(NEWS_SWITCHES.insert().values(person=person, match=match, channel=channel, is_on=is_on))

    def channels(self, person: str, match: str | None, *, alone: bool = False) -> set[str]:
        """By which channels somebody is told of a match. What holds everywhere does not hold for matches against the computer (`alone`)."""
        usual = {} if alone else self.switches(person, EVERYWHERE)
        said = {**usual, **(self.switches(person, match) if match else {})}
        return {channel for channel in CHANNELS if said.get(channel, False)}

    # --- stopping -------------------------------------------------------------------------------------

    def stop_token(self, person: str, match: str) -> str:
        """What stops mails without signing in: for a match, or (none) for all."""
        words = f"{person}.{match}"
        return f"{b64(words.encode())}.{self._seal(words)}"

    def stopped(self, token: str) -> tuple[str, str] | None:
        """Person and match that a token was made for."""
        words, _, seal = token.partition(".")
        try:
            said = unb64(words).decode()
        except ValueError:
            return None
        if not seal.isascii() or not hmac.compare_digest(seal, self._seal(said)):
            return None
        person, _, match = said.partition(".")
        return person, match

    def _seal(self, words: str) -> str:
        return b64(hmac.digest(self._secret, words.encode(), sha256)[:16])

    def stop_mail(self, person: str, match: str) -> None:
        """For a match; or for all, whatever was said for single ones."""
        c = NEWS_SWITCHES.c
        if match == EVERYWHERE:
            with self.store.engine.begin() as db:
                db.execute(NEWS_SWITCHES.delete().where(c.person == person, c.channel == MAIL))
        self.switch(person, match, {MAIL: False})

    # --- what was told --------------------------------------------------------------------------------

    def untold(self) -> list[tuple[str, str]]:
        """People, and matches of theirs that have changed since they were last told, and stand still."""
        with self.store.reader.connect() as db:
            return [(row.person, row.match) for row in db.execute(UNTOLD, {"then": self.clock.now() - SETTLED})]

    def told(self, person: str, match: str, revision: int) -> None:
        with self.store.engine.begin() as db:
            db.execute(HOLDS.update().where(HOLDS.c.person == person, HOLDS.c.match == match).values(told=revision))

    def waits_for(self, person: str, match: str) -> bool:
        """Whether a match still waits for somebody."""
        wanted = (
            sa.select(HOLDS.c.match)
            .join(MATCHES, MATCHES.c.id == HOLDS.c.match)
            .where(HOLDS.c.person == person, HOLDS.c.match == match, IS_UP)
        )
        with self.store.reader.connect() as db:
            return db.execute(wanted).first() is not None


def exported(book: Book, person: str) -> dict[str, object]:
    """All of it, for its owner."""
    c, hours = NEWS_SWITCHES.c, book.hours(person)
    with book.store.reader.connect() as db:
        switches = [dict(row) for row in db.execute(sa.select(c.match, c.channel, c.is_on).where(c.person == person)).mappings()]
    return {"hours": vars(hours) if hours else None, "ways": [vars(way) for way in book.ways(person)], "switches": switches}
