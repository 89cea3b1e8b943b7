"""The record of every match: answers as they were accepted, the events they led to, snapshots as a cache. SQLAlchemy Core, nothing hidden.

A match is its title, scenario, options, dice and answers; everything else could be worked out again. Events are kept with the answer they
followed from, so that a log is read, not replayed. Seat keys are kept as SHA-256: whoever reads the file cannot sit down at a table.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bivouac.core.events import EVENT_KINDS, Event
from bivouac.core.text import Both, Name, Text
from bivouac.match.match import SNAPSHOT_EVERY

META = sa.MetaData()

MATCHES = sa.Table(
    "matches",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(128), nullable=False),
    sa.Column("scenario_text", sa.Text),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("undone", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("watch", sa.String(64), nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("serial", sa.Integer, nullable=False),
    sa.Column("asked", sa.Integer),
    sa.Column("outcome", sa.Text),
    sa.Column("conceded", sa.Text),
)

ANSWERS = sa.Table(
    "answers",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("answer", sa.Integer, nullable=False),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
)

SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("state", sa.Text, nullable=False),
)

KEYS = sa.Table(
    "seat_keys",
    META,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("sides", sa.String(4), nullable=False),
    sa.Column("owner", sa.Boolean, nullable=False),
)

MOVES = sa.Table("moves", META, sa.Column("match", sa.String(32), primary_key=True), sa.Column("moves", sa.Text, nullable=False))

HOUSE = sa.Table("house", META, sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False))

COURSES = sa.Table("courses", META, sa.Column("match", sa.String(32), primary_key=True), sa.Column("points", sa.Text, nullable=False))

INVITES = sa.Table(
    "invites",
    META,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
)


@dataclass(frozen=True)
class Key:
    """What a link opens: a match, the sides it may answer for (none: a spectator), and whether it made the match."""

    match: str
    sides: tuple[int, ...]
    owner: bool = False


@dataclass(frozen=True, kw_only=True)
class Head:
    """What changes of a match with every answer. Seats, outcome, dice and take-backs are JSON."""

    revision: int
    serial: int
    asked: int | None
    outcome: str | None
    dice: str
    undone: str
    seats: str
    conceded: str | None


@dataclass(frozen=True, kw_only=True)
class Row(Head):
    """A match, without its answers. Options and the events of setting up are JSON."""

    id: str
    title: str
    rules: int
    scenario: str
    scenario_text: str | None
    options: str
    watch: str
    opening: str
    created: float
    updated: float


@dataclass(frozen=True)
class AnswerRow:
    """An answer with its number, the side that gave it, and the events that followed, as JSON."""

    number: int
    answer: int
    side: int
    events: str


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        _keep_private(self.engine.url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        META.create_all(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    # --- matches --------------------------------------------------------------------------------------

    def create(
        self,
        row: Row,
        answers: Sequence[AnswerRow],
        snapshots: Sequence[tuple[int, str]],
        moves: str,
        key: tuple[str, Key],
        invites: Iterable[tuple[str, int]],
    ) -> None:
        with self.engine.begin() as db:
            db.execute(MATCHES.insert().values(**vars(row)))
            _add_answers(db, row.id, answers)
            for snapshot in snapshots:
                _add_snapshot(db, row.id, snapshot)
            db.execute(MOVES.insert().values(match=row.id, moves=moves))
            _add_key(db, *key)
            for token, side in invites:
                db.execute(INVITES.insert().values(token=token, match=row.id, side=side, taken=False))

    def match(self, match: str) -> Row | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).mappings().first()
        return Row(**row) if row else None

    def answers(self, match: str) -> list[tuple[int, int]]:
        """(answer, side), in order."""
        with self.engine.connect() as db:
            rows = db.execute(sa.select(ANSWERS.c.answer, ANSWERS.c.side).where(ANSWERS.c.match == match).order_by(ANSWERS.c.number)).all()
            return [(answer, side) for answer, side in rows]

    def events(self, match: str, first: int, last: int) -> list[tuple[int, str]]:
        """(number, packed events) of the answers first <= number < last that led to any."""
        a = ANSWERS.c
        with self.engine.connect() as db:
            rows = db.execute(
                sa.select(a.number, a.events)
                .where(a.match == match, a.number >= first, a.number < last, a.events != "[]")
                .order_by(a.number)
            ).all()
            return [(number, events) for number, events in rows]

    def append(self, match: str, rows: Sequence[AnswerRow], head: Head, snapshot: tuple[int, str]) -> None:
        """Answers that were accepted, with what follows from them for the match, and where it stands now. On disk when this returns."""
        with self.engine.begin() as db:
            _add_answers(db, match, rows)
            db.execute(MATCHES.update().where(MATCHES.c.id == match).values(**vars(head), updated=time.time()))
            _add_snapshot(db, match, snapshot)

    def rewind(self, match: str, point: int, head: Head, snapshot: tuple[int, str]) -> None:
        """Drop the answers from number `point` on."""
        with self.engine.begin() as db:
            _drop_answers(db, match, point)
            db.execute(MATCHES.update().where(MATCHES.c.id == match).values(**vars(head), updated=time.time()))
            _add_snapshot(db, match, snapshot)

    def move(self, match: str, rules: int, head: Head, snapshots: Sequence[tuple[int, str]], moves: str) -> None:
        """The match goes on under other rules: what of it does, and from where."""
        with self.engine.begin() as db:
            _drop_answers(db, match, head.serial)
            db.execute(MATCHES.update().where(MATCHES.c.id == match).values(**vars(head), rules=rules))
            for snapshot in snapshots:
                _add_snapshot(db, match, snapshot)
            db.execute(MOVES.delete().where(MOVES.c.match == match))
            db.execute(MOVES.insert().values(match=match, moves=moves))

    def moves(self, match: str) -> str:
        """How the match moved from rules to rules, as JSON."""
        with self.engine.connect() as db:
            row = db.execute(sa.select(MOVES.c.moves).where(MOVES.c.match == match)).first()
        return row[0] if row else "[]"

    def course(self, match: str) -> list[tuple[int, float]] | None:
        """How the chances went, if that has been worked out."""
        with self.engine.connect() as db:
            row = db.execute(sa.select(COURSES.c.points).where(COURSES.c.match == match)).first()
        return [(number, chance) for number, chance in json.loads(row[0])] if row else None

    def keep_course(self, match: str, points: Sequence[tuple[int, float]]) -> None:
        with self.engine.begin() as db:
            db.execute(COURSES.delete().where(COURSES.c.match == match))
            db.execute(COURSES.insert().values(match=match, points=json.dumps(points)))

    def snapshot(self, match: str, at_most: int) -> tuple[int, str] | None:
        s = SNAPSHOTS.c
        with self.engine.connect() as db:
            row = db.execute(
                sa.select(s.number, s.state).where(s.match == match, s.number <= at_most).order_by(s.number.desc()).limit(1)
            ).first()
        return (row[0], row[1]) if row else None

    def snapshots(self, match: str) -> list[tuple[int, str]]:
        """All positions that are kept, in order."""
        s = SNAPSHOTS.c
        with self.engine.connect() as db:
            return [(n, state) for n, state in db.execute(sa.select(s.number, s.state).where(s.match == match).order_by(s.number))]

    def secret(self, name: str) -> bytes:
        """A secret of this house, made when it is first needed."""
        with self.engine.begin() as db:
            row = db.execute(sa.select(HOUSE.c.value).where(HOUSE.c.name == name)).first()
            value: str = secrets.token_hex(32) if row is None else row[0]
            if row is None:
                db.execute(HOUSE.insert().values(name=name, value=value))
        return bytes.fromhex(value)

    # --- keys -----------------------------------------------------------------------------------------

    def key(self, token: str) -> Key | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(KEYS.c.match, KEYS.c.sides, KEYS.c.owner).where(KEYS.c.hash == hashed(token))).first()
            if row is None:
                watched = db.execute(sa.select(MATCHES.c.id).where(MATCHES.c.watch == token)).first()
                return Key(watched[0], ()) if watched else None
        return Key(row[0], tuple(int(s) for s in row[1]), bool(row[2]))

    def invite(self, token: str) -> tuple[str, int, bool] | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(INVITES.c.match, INVITES.c.side, INVITES.c.taken).where(INVITES.c.token == token)).first()
        return (row[0], row[1], bool(row[2])) if row else None

    def invites(self, match: str) -> list[tuple[str, int]]:
        """The invitations nobody has taken yet."""
        with self.engine.connect() as db:
            return [
                (t, s)
                for t, s in db.execute(
                    sa.select(INVITES.c.token, INVITES.c.side).where(INVITES.c.match == match, INVITES.c.taken.is_(False))
                )
            ]

    def take(self, token: str) -> str | None:
        """Sit down by an invitation: a fresh seat key, or None when somebody was faster."""
        with self.engine.begin() as db:
            taken = db.execute(INVITES.update().where(INVITES.c.token == token, INVITES.c.taken.is_(False)).values(taken=True))
            if taken.rowcount != 1:
                return None
            match, side = db.execute(sa.select(INVITES.c.match, INVITES.c.side).where(INVITES.c.token == token)).one()
            key = new_token()
            _add_key(db, key, Key(match, (side,)))
        return key


def _add_answers(db: sa.Connection, match: str, rows: Sequence[AnswerRow]) -> None:
    if rows:
        db.execute(ANSWERS.insert(), [{"match": match, **vars(row)} for row in rows])


def _add_snapshot(db: sa.Connection, match: str, snapshot: tuple[int, str]) -> None:
    """Of the positions along the way some are kept, to go back to; and always the last."""
    number, state = snapshot
    s = SNAPSHOTS.c
    db.execute(SNAPSHOTS.delete().where(s.match == match, sa.or_(s.number % SNAPSHOT_EVERY != 0, s.number == number)))
    db.execute(SNAPSHOTS.insert().values(match=match, number=number, state=state))


def _drop_answers(db: sa.Connection, match: str, point: int) -> None:
    db.execute(ANSWERS.delete().where(ANSWERS.c.match == match, ANSWERS.c.number >= point))
    db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.match == match, SNAPSHOTS.c.number > point))
    db.execute(COURSES.delete().where(COURSES.c.match == match))


def _add_key(db: sa.Connection, token: str, key: Key) -> None:
    db.execute(KEYS.insert().values(hash=hashed(token), match=key.match, sides="".join(map(str, key.sides)), owner=key.owner))


def _keep_private(url: sa.URL) -> None:
    """The file holds the secret seeds of matches that are going on: nobody else on this machine may read it. What SQLite puts beside it
    gets the same rights."""
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        with contextlib.suppress(OSError):  # opening it will say what is wrong
            os.close(os.open(url.database, os.O_CREAT, 0o600))
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(url.database + suffix):
                    os.chmod(url.database + suffix, 0o600)


def _prepare_sqlite(connection: Any, record: Any) -> None:
    """Readers never wait for the writer; a commit survives the death of the process."""
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


# --- events as JSON -----------------------------------------------------------------------------------


def format_events(events: Iterable[Event]) -> str:
    return json.dumps([[e.kind.name, *(_pack(v) for v in e.values)] for e in events], separators=(",", ":"), ensure_ascii=False)


def parse_events(prefix: str, text: str) -> list[Event]:
    """The events of a log; what the title of today no longer tells is left out."""
    kinds = [(EVENT_KINDS.get((prefix, name)) or EVENT_KINDS.get(("house", name)), values) for name, *values in json.loads(text)]
    return [Event(kind, tuple(_unpack(v) for v in values)) for kind, values in kinds if kind is not None]


def _pack(value: Any) -> Any:
    if isinstance(value, Text):
        return {"k": value.key, "a": {k: _pack(v) for k, v in value.args.items()}}
    if isinstance(value, Name):
        return {"n": [value.kind, int(value.id)]}
    if isinstance(value, Both):
        return {"b": [value.en, value.it]}
    if isinstance(value, (tuple, list)):
        return {"t": [_pack(v) for v in value]}
    return int(value) if isinstance(value, int) else value


def _unpack(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "k" in value:
        return Text(value["k"], {k: _unpack(v) for k, v in value["a"].items()})
    if "n" in value:
        return Name(value["n"][0], value["n"][1])
    if "b" in value:
        return Both(*value["b"])
    return tuple(_unpack(v) for v in value["t"])
