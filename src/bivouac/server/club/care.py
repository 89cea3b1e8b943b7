"""Care for who plays here: reports, and what whoever runs the house does about them. `bivouac admin` speaks straight to the database."""

from __future__ import annotations

import secrets
import time
from typing import NamedTuple

import sqlalchemy as sa

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.server.club.words import BAN, MUTE, Ear, Word
from bivouac.server.errors import Refused
from bivouac.server.people.clock import DAY
from bivouac.server.people.people import clean_name
from bivouac.server.schema import PEOPLE, REPORTS, SANCTIONS, SESSIONS, WORDS
from bivouac.server.store import Store

KEPT = 90 * DAY  # a report that was handled, and a sanction that is over
OPEN = 20  # reports of one voice that may wait
VERDICTS = ("nothing", "hidden", "muted", "banned")


class Report(NamedTuple):
    """`by` and `about`: names, or seats of a match; `verdict`: what was done, when it was handled."""

    id: str
    created: float
    by: str
    about: str
    text: str
    why: str
    match: str
    verdict: str | None


def report(store: Store, ear: Ear, word: Word, why: str, now: float) -> None:
    """Somebody finds that words should be looked at; once is enough."""
    r = REPORTS.c
    if not ear.voices or word.voice in ear.voices:
        raise Refused(400, "errors.bad_request")
    with store.engine.begin() as db:
        db.execute(REPORTS.delete().where(r.handled < now - KEPT))
        mine = db.execute(sa.select(r.word).where(r.by == ear.voices[0], r.handled.is_(None))).scalars().all()
        if len(mine) >= OPEN:
            raise Refused(409, "errors.many_reports")
        if word.id not in mine:
            row = {"id": secrets.token_hex(4), "word": word.id, "of_match": word.match, "by": ear.voices[0], "about": word.voice}
            db.execute(REPORTS.insert().values(**row, text=word.text or word.ready, why=why, created=now))


# --- for who runs the house -------------------------------------------------------------------------------------


def reports(store: Store, *, handled: bool = False) -> list[Report]:
    """Those that wait, the oldest first; or all."""
    r = REPORTS.c
    with store.engine.connect() as db:
        rows = db.execute(sa.select(REPORTS).where(sa.true() if handled else r.handled.is_(None)).order_by(r.created)).all()
        names = {str(p.id): str(p.name) for p in db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.name))}
    return [Report(x.id, x.created, names.get(x.by, x.by), names.get(x.about, x.about), x.text, x.why, x.of_match, x.verdict) for x in rows]


def handle(store: Store, identity: str, verdict: str, days: float) -> None:
    """What came of a report: nothing; the words hidden; and beyond that their author silenced, or sent away."""
    r = REPORTS.c
    if verdict not in VERDICTS:
        raise BadSetup(Text("errors.admin_verdict", {"known": VERDICTS}))
    with store.engine.begin() as db:
        found = db.execute(sa.select(REPORTS).where(r.id == identity)).first()
        if found is None:
            raise BadSetup(Text("errors.admin_no_report", {"name": identity}))
        if verdict != "nothing":
            db.execute(WORDS.update().where(WORDS.c.id == found.word).values(hidden=True))
        if verdict in ("muted", "banned"):
            _sanction(db, found.about, MUTE if verdict == "muted" else BAN, days, found.why)
        db.execute(REPORTS.update().where(r.word == found.word, r.handled.is_(None)).values(handled=time.time(), verdict=verdict))


def sanction(store: Store, name: str, kind: str, days: float, why: str) -> None:
    """Silence somebody by name, or send them away, for so many days; none: lift it."""
    folded = (clean_name(name) or "").casefold()
    with store.engine.begin() as db:
        person = db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.folded == folded)).scalar()
        if person is None:
            raise BadSetup(Text("errors.admin_no_person", {"name": name}))
        _sanction(db, person, kind, days, why)


def _sanction(db: sa.Connection, person: str, kind: str, days: float, why: str) -> None:
    s, now = SANCTIONS.c, time.time()
    db.execute(SANCTIONS.delete().where(sa.or_(sa.and_(s.person == person, s.kind == kind), s.until < now - KEPT)))
    if days > 0:
        db.execute(SANCTIONS.insert().values(person=person, kind=kind, until=now + days * DAY, why=why))
        if kind == BAN:
            db.execute(SESSIONS.delete().where(SESSIONS.c.person == person))


def sanctions(store: Store) -> list[tuple[str, str, float, str]]:
    """(name, kind, until, why) of those that count now."""
    s = SANCTIONS.c
    wanted = sa.select(sa.func.coalesce(PEOPLE.c.name, s.person), s.kind, s.until, s.why).outerjoin(PEOPLE, PEOPLE.c.id == s.person)
    with store.engine.connect() as db:
        return [(name, kind, until, why) for name, kind, until, why in db.execute(wanted.where(s.until > time.time()).order_by(s.until))]


def banned_until(store: Store, person: str, now: float) -> float | None:
    """Until when somebody may not come in; None: they may."""
    s = SANCTIONS.c
    with store.reader.connect() as db:
        return db.execute(sa.select(s.until).where(s.person == person, s.kind == BAN, s.until > now)).scalar()
