"""The record of every match: answers as they were accepted, the events they led to, snapshots as a cache. SQLAlchemy Core, nothing hidden.

A match is its title, scenario, options, dice and answers; everything else could be worked out again. Events are kept with the answer they
followed from, so that a log is read, not replayed. Seat keys are kept as SHA-256: whoever reads the file cannot sit down at a table.

A change says from which revision to which it leads, and the database takes it only if the match still is at the former: of two processes
that change a match at once, one is `Overtaken`.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from dataclasses import dataclass, fields

import msgspec
import sqlalchemy as sa

from bivouac.match.match import SNAPSHOT_EVERY
from bivouac.server.database import Database
from bivouac.server.links import Links
from bivouac.server.schema import AHEAD, ANSWERS, COURSES, HOLDS, HOUSE, INVITES, KEYS, MATCHES, MOVES, OF_A_MATCH, SNAPSHOTS, THOUGHTS

CHANNEL = "bivouac"
MOST_SAID = 7000  # bytes that are told along with a change; PostgreSQL takes 8,000
TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)
KEPT = 20_000  # keys that are remembered
LINKS = "links"  # its value changes whenever links were taken away

A_CHANGE = MATCHES.update().where(MATCHES.c.id == sa.bindparam("of"), MATCHES.c.revision == sa.bindparam("was"))
A_MATCH = sa.select(MATCHES).where(MATCHES.c.id == sa.bindparam("of"))
ENDED = "-"  # in place of the sides: another invitation has taken the place of this link
A_KEY = sa.select(KEYS.c.match, KEYS.c.sides, KEYS.c.owner).where(KEYS.c.hash == sa.bindparam("of"), KEYS.c.sides != ENDED)
AMONG: sa.BindParameter[list[str]] = sa.bindparam("of", expanding=True)
KEYS_AMONG = sa.select(KEYS.c.hash, KEYS.c.match, KEYS.c.sides, KEYS.c.owner).where(KEYS.c.hash.in_(AMONG), KEYS.c.sides != ENDED)
WATCHED_AMONG = sa.select(MATCHES.c.watch, MATCHES.c.id).where(MATCHES.c.watch.in_(AMONG))
MATCHES_AMONG = sa.select(MATCHES).where(MATCHES.c.id.in_(AMONG))
THE_ANSWERS = (
    sa.select(ANSWERS.c.answer, ANSWERS.c.side)
    .where(ANSWERS.c.match == sa.bindparam("of"), ANSWERS.c.number >= sa.bindparam("first"))
    .order_by(ANSWERS.c.number)
)
WHOLE_ANSWERS = (
    sa.select(ANSWERS.c.number, ANSWERS.c.answer, ANSWERS.c.side, ANSWERS.c.events)
    .where(ANSWERS.c.match == sa.bindparam("of"), ANSWERS.c.number >= sa.bindparam("first"))
    .order_by(ANSWERS.c.number)
)
THE_EVENTS = (
    sa.select(ANSWERS.c.number, ANSWERS.c.events)
    .where(
        ANSWERS.c.match == sa.bindparam("of"),
        ANSWERS.c.number >= sa.bindparam("first"),
        ANSWERS.c.number < sa.bindparam("last"),
        ANSWERS.c.events != "[]",
    )
    .order_by(ANSWERS.c.number)
)
CHANGED = sa.select(MATCHES.c.id, MATCHES.c.revision).where(MATCHES.c.updated >= sa.bindparam("since"))
TAKEN_AWAY = sa.select(HOUSE.c.value).where(HOUSE.c.name == LINKS)
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)  # the database's own clock: machines differ
HOLD = 10.0
A_NOTICE = sa.text("SELECT pg_notify(:channel, :words)")


class Overtaken(Exception):
    """Another process has changed the match since it was read."""


@dataclass(frozen=True)
class Key:
    """What a link opens: a match, the sides it may answer for (none: a spectator), and whether it made the match."""

    match: str
    sides: tuple[int, ...]
    owner: bool = False


@dataclass(frozen=True, kw_only=True)
class Head:
    """What changes of a match with every answer. Seats, outcome, dice, take-backs and the present position are JSON.

    rewound  the revision of the last take-back: whoever knows an older one must read the match anew
    dropped  what is added to the number of an answer to make the serial of its question, so that no serial comes twice
    request  the side that asks to take back
    """

    revision: int
    serial: int
    asked: int | None
    outcome: str | None
    dice: str
    undone: str
    seats: str
    conceded: str | None
    state: str | None
    rewound: int
    dropped: int
    request: int | None


@dataclass(frozen=True, kw_only=True)
class Row(Head):
    """A match, without its answers. Options and the events of setting up are JSON. `closed`: by who runs the house.

    events_version   the kinds of events that the stored log was written with, see packing.py
    """

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
    closed: bool = False
    events_version: str = ""


STEPPED = [f.name for f in fields(Head)]
AT_ONCE = f"""
    WITH step AS (
        UPDATE matches SET {", ".join(f"{name} = ${n}" for n, name in enumerate(STEPPED, 7))}, updated = $1
        WHERE id = $2 AND revision = $3 RETURNING id
    ), added AS (
        INSERT INTO answers (match, number, answer, side, events)
        SELECT step.id, a.number, a.answer, a.side, a.events
        FROM step, json_to_recordset($4::json) AS a(number int, answer int, side smallint, events text)
    )
    SELECT pg_notify($5, $6) FROM step
"""
SWIFT = {"step": AT_ONCE, "say": "SELECT pg_notify($1, $2)"}
A_STEP = f"UPDATE matches SET {', '.join(f'{name} = ?' for name in STEPPED)}, updated = ? WHERE id = ? AND revision = ?"
AN_ANSWER = "INSERT INTO answers (match, number, answer, side, events) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class AnswerRow:
    """An answer with its number, the side that gave it, and the events that followed, as JSON."""

    number: int
    answer: int
    side: int
    events: str


@dataclass(frozen=True)
class Change:
    """What is written down at once: answers that were accepted, or (`rewind`) dropped from `head.serial` on; positions to go back to
    (number, JSON); whether computers play, and the rank of the thought that one of them now owes, the lowest first; and whether the answers
    are all that is new, so that whoever had the match before needs only them (`plain`)."""

    head: Head
    answers: Sequence[AnswerRow] = ()
    snapshots: Sequence[tuple[int, str]] = ()
    rewind: bool = False
    computers: bool = False
    thought: int | None = None
    plain: bool = False

    @property
    def is_usual(self) -> bool:
        """Nothing but the head and answers."""
        return not (self.rewind or self.snapshots or self.computers)


@dataclass(frozen=True)
class Beginning:
    """A new match, as it is written down."""

    row: Row
    answers: Sequence[AnswerRow]
    snapshots: Sequence[tuple[int, str]]
    moves: str
    key: tuple[str, Key]
    invites: Sequence[tuple[str, int]]
    thought: int | None = None


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    def __init__(self, url: str, *, alone: bool = False) -> None:
        self.database = Database(url, alone=alone)
        self.engine, self.is_shared = self.database.engine, self.database.is_shared
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")  # each statement by itself, one way there and back
        self.name = secrets.token_hex(6)  # of this process
        self._keys: dict[str, Key] = {}  # what links open, as long as none was taken away
        self._links = self._links_now()
        self._held: set[str] = set()  # the matches that this process thinks for
        self._swift = Links(self.engine, SWIFT) if self.is_shared else None

    def close(self) -> None:
        if self._swift is not None:
            self._swift.close()
        self.database.close()

    def is_well(self) -> bool:
        """Whether the database answers."""
        try:
            with self.reader.connect() as db:
                db.execute(sa.select(HOUSE.c.name).limit(1)).first()
        except sa.exc.SQLAlchemyError:
            return False
        return True

    # --- changes --------------------------------------------------------------------------------------

    def create(self, new: Beginning) -> None:
        with self.engine.begin() as db:
            db.execute(MATCHES.insert().values(**vars(new.row)))
            _add_answers(db, new.row.id, new.answers)
            _add_snapshots(db, new.row.id, new.snapshots)
            db.execute(MOVES.insert().values(match=new.row.id, moves=new.moves))
            add_key(db, *new.key)
            for token, side in new.invites:
                db.execute(INVITES.insert().values(token=token, match=new.row.id, side=side, taken=False))
            self._queue(db, new.row.id, new.row.revision, new.thought)

    def change_swiftly(self, match: str, change: Change) -> Awaitable[None] | None:
        """The usual change where no thread is needed for it: on its way when this returns, on disk when that has been awaited. Any other
        must be made by `change`."""
        return None if self._swift is None or not change.is_usual else self._change_at_once(self._swift, match, change)

    def change(self, match: str, change: Change) -> None:
        """On disk when this returns."""
        head = change.head
        if change.is_usual and not self.is_shared:
            self._change_plainly(match, change)
            return
        with self.engine.begin() as db:
            self._step(db, match, {**vars(head), "updated": time.time()})
            if change.rewind:
                _drop_answers(db, match, head.serial)
            _add_answers(db, match, change.answers)
            _add_snapshots(db, match, change.snapshots)
            if change.computers:
                self._queue(db, match, head.revision, change.thought)

    def _change_at_once(self, swift: Links, match: str, change: Change) -> Awaitable[None]:
        """One statement: all of it or nothing, with one way to the database and back."""
        head, rows = change.head, msgspec.json.encode(change.answers).decode()
        words = f"rev {match} {head.revision} {self.name}"
        if change.plain and len(rows.encode()) <= MOST_SAID:
            words += f" {rows}"
        values = (time.time(), match, head.revision - 1, rows, CHANNEL, words, *vars(head).values())
        return _stepped(match, swift.ask("step", values))

    def _change_plainly(self, match: str, change: Change) -> None:
        """The usual change on SQLite."""
        head = change.head
        with self.database.plain() as db:
            if db.execute(A_STEP, (*vars(head).values(), time.time(), match, head.revision - 1)).rowcount != 1:
                raise Overtaken(match)
            db.executemany(AN_ANSWER, [(match, *vars(row).values()) for row in change.answers])
            db.commit()

    def move(self, match: str, rules: int, head: Head, snapshots: Sequence[tuple[int, str]], moves: str) -> None:
        """The match goes on under other rules: what of it does, and from where."""
        with self.engine.begin() as db:
            self._step(db, match, {**vars(head), "rules": rules})
            _drop_answers(db, match, head.serial)
            db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.match == match))
            _add_snapshots(db, match, snapshots)
            db.execute(MOVES.delete().where(MOVES.c.match == match))
            db.execute(MOVES.insert().values(match=match, moves=moves))

    def replace_log(self, row: Row, version: str, opening: str, events: Iterable[tuple[int, str]]) -> None:
        """Store the log of a game anew, as (number of the answer, events as JSON). Nothing else of the game changes."""
        same_revision = (MATCHES.c.id == row.id, MATCHES.c.revision == row.revision)
        change = ANSWERS.update().where(ANSWERS.c.match == row.id, ANSWERS.c.number == sa.bindparam("of"))
        rows = [{"of": number, "new": text} for number, text in events]
        with self.engine.begin() as db:
            if db.execute(MATCHES.update().where(*same_revision).values(opening=opening, events_version=version)).rowcount != 1:
                raise Overtaken(row.id)
            if rows:
                db.execute(change.values(events=sa.bindparam("new")), rows)

    def _step(self, db: sa.Connection, match: str, values: dict[str, object]) -> None:
        """From one revision to the next, and nobody in between; the other processes are told when it is written."""
        revision = int(str(values["revision"]))
        if db.execute(A_CHANGE, {**values, "of": match, "was": revision - 1}).rowcount != 1:
            raise Overtaken(match)
        self.say(db, f"rev {match} {revision} {self.name}")

    def say(self, db: sa.Connection, words: str) -> None:
        if self.is_shared:
            db.execute(A_NOTICE, {"channel": CHANNEL, "words": words})

    async def announce(self, words: str) -> None:
        """To all processes, when nothing is written."""
        if self._swift is not None:
            await self._swift.ask("say", (CHANNEL, words))

    async def listen(self, hear: Callable[[str], None]) -> None:
        """What all processes say, until the connection is lost."""
        if self._swift is not None:
            await self._swift.listen(CHANNEL, hear)

    def _queue(self, db: sa.Connection, match: str, revision: int, rank: int | None) -> None:
        """The thought that a match waits for, written with the answer that led to it: no fault loses it."""
        if not self.is_shared:
            return
        db.execute(THOUGHTS.delete().where(THOUGHTS.c.match == match))
        if rank is not None:
            mine = {"worker": self.name, "lease": NOW + HOLD} if match in self._held else {}
            db.execute(THOUGHTS.insert().values(match=match, revision=revision, rank=rank, asked=NOW, **mine))
            if not mine:
                self.say(db, "think")

    # --- thoughts, where several processes share the database -----------------------------------------

    def next_thought(self, seconds: float) -> str | None:
        """The match whose thought is due, held by this process for so many seconds."""
        t = THOUGHTS.c
        free = sa.or_(t.worker.is_(None), t.lease < NOW)
        due = sa.select(t.match).where(free).order_by(t.rank, t.asked).limit(1).with_for_update(skip_locked=True).scalar_subquery()
        with self.engine.begin() as db:
            taken = THOUGHTS.update().where(t.match == due).values(worker=self.name, lease=NOW + seconds).returning(t.match)
            found: str | None = db.execute(taken).scalar()
            if found is not None:
                self._held.add(found)
                self.say(db, f"begun {found}")
        return found

    def hold(self, seconds: float) -> None:
        """Whatever this process thinks about, for so many seconds more."""
        with self.engine.begin() as db:
            db.execute(THOUGHTS.update().where(THOUGHTS.c.worker == self.name).values(lease=NOW + seconds))

    def drop_thought(self, match: str) -> None:
        """Nobody waits for it."""
        with self.engine.begin() as db:
            db.execute(THOUGHTS.delete().where(THOUGHTS.c.match == match, THOUGHTS.c.worker == self.name))

    def let_go(self, match: str) -> None:
        self._held.discard(match)
        self._free(THOUGHTS.c.match == match)

    def let_go_of_all(self) -> None:
        self._held.clear()
        self._free(sa.true())

    def _free(self, which: sa.ColumnElement[bool]) -> None:
        with self.engine.begin() as db:
            freed = db.execute(THOUGHTS.update().where(which, THOUGHTS.c.worker == self.name).values(worker=None, lease=0.0))
            if freed.rowcount:
                self.say(db, "think")

    # --- reading --------------------------------------------------------------------------------------

    def match(self, match: str) -> Row | None:
        with self.reader.connect() as db:
            row = db.execute(A_MATCH, {"of": match}).mappings().first()
        return Row(**row) if row else None

    def stored(self, matches: Iterable[str]) -> set[str]:
        """Those of these matches that there still are."""
        with self.reader.connect() as db:
            return set(db.execute(sa.select(MATCHES.c.id).where(MATCHES.c.id.in_(AMONG)), {"of": [*matches]}).scalars())

    def revisions(self, since: float) -> dict[str, int]:
        """The revisions of the matches that have changed since a time."""
        with self.reader.connect() as db:
            return dict(db.execute(CHANGED, {"since": since}).tuples().all())

    def answers(self, match: str, first: int = 0) -> list[tuple[int, int]]:
        """(answer, side), in order, from number `first` on."""
        with self.reader.connect() as db:
            return [(answer, side) for answer, side in db.execute(THE_ANSWERS, {"of": match, "first": first})]

    def since(self, match: str, first: int) -> list[AnswerRow]:
        """All of the answers from number `first` on."""
        with self.reader.connect() as db:
            return [AnswerRow(*row) for row in db.execute(WHOLE_ANSWERS, {"of": match, "first": first})]

    def events(self, match: str, first: int, last: int) -> list[tuple[int, str]]:
        """(number, packed events) of the answers first <= number < last that led to any."""
        with self.reader.connect() as db:
            return [(n, events) for n, events in db.execute(THE_EVENTS, {"of": match, "first": first, "last": last})]

    def moves(self, match: str) -> str:
        """How the match moved from rules to rules, as JSON."""
        with self.reader.connect() as db:
            row = db.execute(sa.select(MOVES.c.moves).where(MOVES.c.match == match)).first()
        return row[0] if row else "[]"

    def course(self, match: str) -> list[tuple[int, float]] | None:
        """How the chances went, if that has been worked out."""
        with self.reader.connect() as db:
            row = db.execute(sa.select(COURSES.c.points).where(COURSES.c.match == match)).first()
        return [(number, chance) for number, chance in json.loads(row[0])] if row else None

    def keep_course(self, match: str, points: Sequence[tuple[int, float]]) -> None:
        with self.engine.begin() as db:
            db.execute(COURSES.delete().where(COURSES.c.match == match))
            db.execute(COURSES.insert().values(match=match, points=json.dumps(points)))

    def snapshot(self, match: str, at_most: int) -> tuple[int, str] | None:
        """The last kept position with at most so many answers."""
        s = SNAPSHOTS.c
        with self.reader.connect() as db:
            row = db.execute(
                sa.select(s.number, s.state).where(s.match == match, s.number <= at_most).order_by(s.number.desc()).limit(1)
            ).first()
        return (row[0], row[1]) if row else None

    def snapshots(self, match: str) -> list[tuple[int, str]]:
        """All positions that are kept, in order, the present one last."""
        s, m = SNAPSHOTS.c, MATCHES.c
        with self.reader.connect() as db:
            kept = db.execute(sa.select(s.number, s.state).where(s.match == match).order_by(s.number)).all()
            now = db.execute(sa.select(m.serial, m.state).where(m.id == match, m.state.is_not(None))).all()
        return [(number, state) for number, state in (*kept, *now)]

    def secret(self, name: str) -> bytes:
        """A secret of this house, made when it is first needed."""
        wanted = sa.select(HOUSE.c.value).where(HOUSE.c.name == name)
        with self.engine.connect() as db:
            found = db.execute(wanted).scalar()
            if found is None:
                try:
                    db.execute(HOUSE.insert().values(name=name, value=secrets.token_hex(32)))
                    db.commit()
                except sa.exc.IntegrityError:  # another process was faster
                    db.rollback()
                found = db.execute(wanted).scalar_one()
        return bytes.fromhex(found)

    # --- keys -----------------------------------------------------------------------------------------

    def key(self, token: str) -> Key | None:
        """What a link opens."""
        ring = self._keys  # what is read while links are taken away is not remembered
        key = self._key(token) if TOKEN.fullmatch(token) else None
        if key is not None:
            if len(ring) > KEPT:
                ring.clear()
            ring[token] = key
        return key

    def opened(self, tokens: Iterable[str]) -> dict[str, tuple[Key, Row]]:
        """What these links open, as far as they open anything: three questions to the database, however many there are."""
        known = {hashed(token): token for token in tokens if TOKEN.fullmatch(token)}
        with self.reader.connect() as db:
            found = {known[row.hash]: _key_of(row.match, row.sides, owner=row.owner) for row in db.execute(KEYS_AMONG, {"of": [*known]})}
            others = [token for token in known.values() if token not in found]
            found |= {watch: Key(match, ()) for watch, match in db.execute(WATCHED_AMONG, {"of": others})}
            rows = db.execute(MATCHES_AMONG, {"of": list({key.match for key in found.values()})}).mappings()
            matches = {row["id"]: Row(**row) for row in rows}
        return {token: (key, matches[key.match]) for token, key in found.items() if key.match in matches}

    def remembered(self, token: str) -> Key | None:
        """The same, if it was asked before."""
        return self._keys.get(token)

    def keep_keys(self, matches: Container[str]) -> None:
        """Of the links that are remembered, those to these matches."""
        self._keys = {token: key for token, key in list(self._keys.items()) if key.match in matches}

    def take_away(self, db: sa.Connection) -> None:
        """Links open nothing any more: every process looks again, a moment later, at what it remembers of them."""
        values = {"name": LINKS, "value": secrets.token_hex(8)}
        if not db.execute(HOUSE.update().where(HOUSE.c.name == LINKS).values(values)).rowcount:
            db.execute(HOUSE.insert().values(values))

    def were_taken_away(self) -> bool:
        """Whether links were taken away since this was last asked; then none is remembered."""
        now = self._links_now()
        if now == self._links:
            return False
        self._links, self._keys = now, {}
        return True

    def _links_now(self) -> str | None:
        with self.reader.connect() as db:
            return db.execute(TAKEN_AWAY).scalar()

    def _key(self, token: str) -> Key | None:
        with self.reader.connect() as db:
            row = db.execute(A_KEY, {"of": hashed(token)}).first()
            if row is None:
                watched = db.execute(sa.select(MATCHES.c.id).where(MATCHES.c.watch == token)).first()
                return Key(watched[0], ()) if watched else None
        return _key_of(row.match, row.sides, owner=row.owner)

    def invite(self, token: str) -> tuple[str, int, bool] | None:
        if not TOKEN.fullmatch(token):
            return None
        with self.reader.connect() as db:
            row = db.execute(sa.select(INVITES.c.match, INVITES.c.side, INVITES.c.taken).where(INVITES.c.token == token)).first()
        return (row[0], row[1], bool(row[2])) if row else None

    def invites(self, match: str) -> list[tuple[str, int]]:
        """The invitations nobody has taken yet."""
        i = INVITES.c
        with self.reader.connect() as db:
            return [(t, s) for t, s in db.execute(sa.select(i.token, i.side).where(i.match == match, i.taken.is_(False)))]

    def take(self, token: str) -> str | None:
        """Sit down by an invitation: a fresh seat key, or None when somebody was faster."""
        with self.engine.begin() as db:
            taken = db.execute(INVITES.update().where(INVITES.c.token == token, INVITES.c.taken.is_(False)).values(taken=True))
            if taken.rowcount != 1:
                return None
            match, side = db.execute(sa.select(INVITES.c.match, INVITES.c.side).where(INVITES.c.token == token)).one()
            key = new_token()
            add_key(db, key, Key(match, (side,)))
        return key

    def was_invited(self, match: str, side: int) -> bool:
        """Whether a side's seat was, or is, for who follows an invitation."""
        i = INVITES.c
        with self.reader.connect() as db:
            return db.execute(sa.select(i.token).where(i.match == match, i.side == side)).first() is not None

    def invite_again(self, match: str, side: int) -> str:
        """A new invitation to a seat. The links to it that there were end."""
        token, mine = new_token(), str(side)
        with self.engine.begin() as db:
            db.execute(INVITES.update().where(INVITES.c.match == match, INVITES.c.side == side).values(taken=True))
            db.execute(INVITES.insert().values(token=token, match=match, side=side, taken=False))
            db.execute(KEYS.update().where(KEYS.c.match == match, KEYS.c.sides == mine, KEYS.c.owner.is_(False)).values(sides=ENDED))
            db.execute(HOLDS.delete().where(HOLDS.c.match == match, HOLDS.c.sides == mine))
            self.take_away(db)
        return token

    def has_ended(self, token: str) -> bool:
        """Whether a link led to a seat to which somebody was invited again."""
        wanted = sa.select(KEYS.c.match).where(KEYS.c.hash == hashed(token), KEYS.c.sides == ENDED)
        with self.reader.connect() as db:
            return db.execute(wanted).first() is not None

    def delete(self, matches: Iterable[str]) -> int:
        """Matches and all that belongs to them, private copies too; gives how many there were."""
        gone, all_of = 0, [*matches]
        with self.engine.begin() as db:
            all_of += db.execute(sa.select(AHEAD.c.copy).where(AHEAD.c.match.in_(all_of))).scalars()
            for match in all_of:
                for table in OF_A_MATCH:
                    db.execute(table.delete().where(table.c.match == match))
                gone += db.execute(MATCHES.delete().where(MATCHES.c.id == match)).rowcount
                self.say(db, f"gone {match}")
            self.take_away(db)
        return gone


async def _stepped(match: str, step: Awaitable[int]) -> None:
    if await step != 1:
        raise Overtaken(match)


def _key_of(match: str, sides: str, *, owner: bool) -> Key:
    return Key(match, tuple(int(s) for s in sides), bool(owner))


def _add_answers(db: sa.Connection, match: str, rows: Sequence[AnswerRow]) -> None:
    if rows:
        db.execute(ANSWERS.insert(), [{"match": match, **vars(row)} for row in rows])


def _add_snapshots(db: sa.Connection, match: str, snapshots: Sequence[tuple[int, str]]) -> None:
    """Positions along the way, to go back to."""
    for number, state in snapshots:
        assert number % SNAPSHOT_EVERY == 0
        db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.match == match, SNAPSHOTS.c.number == number))
        db.execute(SNAPSHOTS.insert().values(match=match, number=number, state=state))


def _drop_answers(db: sa.Connection, match: str, point: int) -> None:
    db.execute(ANSWERS.delete().where(ANSWERS.c.match == match, ANSWERS.c.number >= point))
    db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.match == match, SNAPSHOTS.c.number > point))
    db.execute(COURSES.delete().where(COURSES.c.match == match))


def add_key(db: sa.Connection, token: str, key: Key) -> None:
    db.execute(KEYS.insert().values(hash=hashed(token), match=key.match, sides="".join(map(str, key.sides)), owner=key.owner))
