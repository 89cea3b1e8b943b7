"""Who somebody is: names, sessions, passkeys, and doors that open once. Tokens are kept as SHA-256 only."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bivouac.server.people.clock import DAY, HOUR, Clock
from bivouac.server.schema import DOORS, OF_A_PERSON, PASSKEYS, PEOPLE, SESSIONS
from bivouac.server.store import Store, hashed, new_token

NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[^\W_])?")
MAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|[^\s@<>,;:\"()\[\]\\]{1,64}@localhost", re.ASCII)
IDLE = 90 * DAY  # a session that nobody uses ends
FRESH = HOUR / 2  # for so long after coming in one may do what cannot be undone
MOST_SESSIONS, MOST_PASSKEYS = 20, 10


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    mail: str | None
    languages: tuple[str, ...]
    listed: bool
    created: float

    @property
    def language(self) -> str:
        return self.languages[0]


@dataclass(frozen=True)
class Session:
    """`mark` names it without opening anything."""

    hash: str
    person: str
    device: str
    created: float
    used: float

    @property
    def mark(self) -> str:
        return self.hash[:16]


@dataclass(frozen=True)
class Passkey:
    id: str
    person: str
    public: str
    count: int
    created: float
    used: float | None


@dataclass(frozen=True)
class Door:
    """What a token opens, once: `kind` is how, `person` who is let in (None: somebody new), `detail` the mail or the name."""

    kind: str
    person: str | None
    detail: str


def clean_name(name: str) -> str | None:
    """A name as it can be shown, or None."""
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    return plain if NAME.fullmatch(plain) else None


def clean_mail(mail: str) -> str | None:
    plain = mail.strip().lower()
    return plain if len(plain) <= 254 and MAIL.fullmatch(plain) else None


class People:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock

    # --- names ----------------------------------------------------------------------------------------

    def find(self, person: str) -> Person | None:
        return self._one(PEOPLE.c.id == person)

    def by_name(self, name: str) -> Person | None:
        plain = clean_name(name)
        return self._one(PEOPLE.c.folded == plain.casefold()) if plain else None

    def by_mail(self, mail: str) -> Person | None:
        return self._one(PEOPLE.c.mail == mail)

    def _one(self, which: sa.ColumnElement[bool]) -> Person | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(PEOPLE).where(which)).first()
        return _person(row) if row else None

    def names(self, people: Sequence[str]) -> dict[str, str]:
        """By id; who has gone is not among them."""
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(people)))
            return {str(row.id): str(row.name) for row in rows}

    def add(self, name: str | None, language: str, mail: str | None = None) -> Person:
        """Somebody new. A name that somebody has gets a number, so that asking for names costs an account each."""
        person = Person(secrets.token_urlsafe(12), "", mail, (language,), listed=False, created=self.clock.now())
        with self.store.engine.begin() as db:
            given = free_name(db, name or "Player", numbered=name is None)
            values = {**_values(person), "name": given, "folded": given.casefold()}
            db.execute(PEOPLE.insert().values(**values))
        found = self.find(person.id)
        assert found is not None
        return found

    def change(self, person: Person, *, name: str, languages: Sequence[str], listed: bool) -> None:
        with self.store.engine.begin() as db:
            given = person.name if name.casefold() == person.name.casefold() else free_name(db, name)
            given = name if given == person.name else given  # the same name in other letters
            values = {"name": given, "folded": given.casefold(), "languages": json.dumps(list(languages)), "listed": listed}
            db.execute(PEOPLE.update().where(PEOPLE.c.id == person.id).values(**values))

    def set_mail(self, person: str, mail: str | None) -> bool:
        """Whether nobody else has it."""
        try:
            with self.store.engine.begin() as db:
                db.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(mail=mail))
        except sa.exc.IntegrityError:
            return False
        return True

    def delete(self, person: str) -> None:
        """Everything that is kept of somebody; the matches are the holds' business."""
        with self.store.engine.begin() as db:
            for table in OF_A_PERSON:
                db.execute(table.delete().where(table.c.person == person))
            db.execute(PEOPLE.delete().where(PEOPLE.c.id == person))

    # --- doors that open once ---------------------------------------------------------------------------

    def make_door(self, token: str, door: Door, seconds: float) -> None:
        now = self.clock.now()
        with self.store.engine.begin() as db:
            db.execute(DOORS.delete().where(DOORS.c.until < now))
            db.execute(DOORS.insert().values(hash=hashed(token), **vars(door), until=now + seconds))

    def open_door(self, token: str, *kinds: str) -> Door | None:
        """What it opens; nobody opens it again."""
        d = DOORS.c
        with self.store.engine.begin() as db:
            row = db.execute(sa.select(d.kind, d.person, d.detail, d.until).where(d.hash == hashed(token), d.kind.in_(kinds))).first()
            gone = db.execute(DOORS.delete().where(d.hash == hashed(token), d.kind.in_(kinds))).rowcount
        return Door(row.kind, row.person, row.detail) if row and gone == 1 and row.until >= self.clock.now() else None

    def doors_of(self, detail: str) -> int:
        """How many are open for a mail."""
        wanted = sa.select(sa.func.count()).where(DOORS.c.detail == detail, DOORS.c.until >= self.clock.now())
        with self.store.reader.connect() as db:
            return int(db.execute(wanted).scalar_one())

    # --- sessions ---------------------------------------------------------------------------------------

    def enter(self, person: str, device: str) -> str:
        """A new session: its token, which nobody but the browser keeps. Of many sessions the oldest end."""
        token, now = new_token(), self.clock.now()
        with self.store.engine.begin() as db:
            db.execute(SESSIONS.insert().values(hash=hashed(token), person=person, device=device, created=now, used=now))
            old = sa.select(SESSIONS.c.hash).where(SESSIONS.c.person == person).order_by(SESSIONS.c.used.desc()).offset(MOST_SESSIONS)
            for (end,) in db.execute(old).all():
                db.execute(SESSIONS.delete().where(SESSIONS.c.hash == end))
        return token

    def session(self, token: str) -> tuple[Session, Person] | None:
        """Whose it is; that it was used is written down once an hour."""
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(SESSIONS).where(SESSIONS.c.hash == hashed(token))).first()
            now = self.clock.now()
            if row is None or row.used < now - IDLE:
                return None
        session = Session(**row._mapping)
        if session.used < now - HOUR:
            with self.store.engine.begin() as db:
                db.execute(SESSIONS.update().where(SESSIONS.c.hash == session.hash).values(used=now))
        person = self.find(session.person)
        return (session, person) if person else None

    def sessions(self, person: str) -> list[Session]:
        wanted = sa.select(SESSIONS).where(SESSIONS.c.person == person).order_by(SESSIONS.c.used.desc())
        with self.store.reader.connect() as db:
            return [Session(**row._mapping) for row in db.execute(wanted)]

    def end(self, person: str, mark: str | None = None, *, but: str = "") -> None:
        """One session by its mark, or (None) all of them but one."""
        which = SESSIONS.c.hash != but if mark is None else SESSIONS.c.hash.startswith(mark, autoescape=True)
        with self.store.engine.begin() as db:
            db.execute(SESSIONS.delete().where(SESSIONS.c.person == person, which))

    # --- passkeys ---------------------------------------------------------------------------------------

    def add_passkey(self, key: Passkey) -> bool:
        """Whether there was room for it."""
        with self.store.engine.begin() as db:
            known = db.execute(sa.select(sa.func.count()).where(PASSKEYS.c.person == key.person)).scalar_one()
            if known >= MOST_PASSKEYS or db.execute(sa.select(PASSKEYS.c.id).where(PASSKEYS.c.id == key.id)).first():
                return False
            db.execute(PASSKEYS.insert().values(**vars(key)))
        return True

    def passkey(self, identity: str) -> Passkey | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(PASSKEYS).where(PASSKEYS.c.id == identity)).first()
        return Passkey(**row._mapping) if row else None

    def passkeys(self, person: str) -> list[Passkey]:
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.created))
            return [Passkey(**row._mapping) for row in rows]

    def used_passkey(self, identity: str, count: int) -> None:
        with self.store.engine.begin() as db:
            db.execute(PASSKEYS.update().where(PASSKEYS.c.id == identity).values(count=count, used=self.clock.now()))

    def drop_passkey(self, person: str, identity: str) -> None:
        with self.store.engine.begin() as db:
            db.execute(PASSKEYS.delete().where(PASSKEYS.c.person == person, PASSKEYS.c.id == identity))


def _person(row: sa.Row[tuple[object, ...]]) -> Person:
    return Person(row.id, row.name, row.mail, tuple(json.loads(row.languages)), bool(row.listed), row.created)


def _values(person: Person) -> dict[str, object]:
    return {**vars(person), "languages": json.dumps(list(person.languages))}


def free_name(db: sa.Connection, wanted: str, *, numbered: bool = False) -> str:
    """A name that nobody has: the one that is wanted, or the same with a number."""
    name = f"{wanted} {secrets.randbelow(9000) + 1000}" if numbered else wanted
    while db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.folded == name.casefold())).first() is not None:
        name = f"{wanted[:19]} {secrets.randbelow(9000) + 1000}"
    return name
