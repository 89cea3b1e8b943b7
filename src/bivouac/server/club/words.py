"""What people say to each other at a match, and what they note for themselves. Plain text alone; nothing of it is ever logged.

There are three rooms: that of who plays, that of who looks on (which who plays reads when the match is over), and what is said about the
match and its positions after the end. A voice is a person, or a seat that nobody with a name holds: `match:side`.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass, field

import sqlalchemy as sa

from bivouac.server.errors import Refused
from bivouac.server.live import AFTER, PLAYERS, WATCHERS, Live
from bivouac.server.people.clock import Clock
from bivouac.server.people.holds import Holds
from bivouac.server.schema import HOLDS, MUTES, NOTES, REPORTS, SANCTIONS, WORDS
from bivouac.server.store import Store

LONGEST, NOTE = 500, 2000
MOST, MOST_NOTES, SHOWN = 500, 200, 500  # of one voice at one match; of one seat; to one reader
WHOLE = -1  # a note that is about the match as a whole
MUTE, BAN = "mute", "ban"


@dataclass(frozen=True)
class Ear:
    """Who reads or speaks at a match. `voices`: what they are known by, the one they speak with first; `rooms` they read."""

    match: str
    side: int | None
    voices: tuple[str, ...]
    rooms: tuple[str, ...]
    speaks: tuple[str, ...]


@dataclass(frozen=True)
class Word:
    match: str
    room: str
    voice: str
    text: str = ""
    ready: str | None = None
    at: int | None = None
    side: int | None = None
    created: float = 0.0
    hidden: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))


def seat_voice(match: str, side: int) -> str:
    return f"{match}:{side}"


def plain(text: str, most: int = LONGEST, *, lines: bool = False) -> str:
    """What can be shown of a text: no control characters and nothing that turns the direction of reading; at most so many letters."""
    kept = "".join(
        c for c in unicodedata.normalize("NFC", text) if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs", "Cn")
    )
    parts = [" ".join(line.split()) for line in kept.split("\n")]
    found = "\n".join(parts).strip() if lines else " ".join(filter(None, parts))
    if len(found) > most:
        raise Refused(400, "errors.too_long", most=most)
    return found


class Words:
    def __init__(self, store: Store, clock: Clock, holds: Holds) -> None:
        self.store, self.clock, self.holds = store, clock, holds

    # --- who ------------------------------------------------------------------------------------------

    def ear(self, live: Live, side: int | None, person: str | None) -> Ear:
        """Who holds a seat is a player by whatever link they come; a spectator speaks only with a name."""
        held = {hold.person: hold.sides for hold in self.holds.of_match(live.id)}
        over = live.match.outcome is not None
        if side is None and person in held:
            side = held[person or ""][0]
        later = (WATCHERS, AFTER) if over else ()
        if side is None:
            said = (AFTER if over else WATCHERS,) if person else ()
            return Ear(live.id, None, (person,) if person else (), (WATCHERS, AFTER) if over else (WATCHERS,), said)
        owner = next((p for p, sides in held.items() if side in sides), None)
        voices = (owner, seat_voice(live.id, side)) if owner else (seat_voice(live.id, side),)
        return Ear(live.id, side, voices, (PLAYERS, *later), (PLAYERS, AFTER) if over else (PLAYERS,))

    # --- speaking and reading -------------------------------------------------------------------------

    def say(self, ear: Ear, word: Word) -> None:
        w = WORDS.c
        self.check(ear.voices[0])
        with self.store.engine.begin() as db:
            said = db.execute(sa.select(sa.func.count()).where(w.match == ear.match, w.voice == ear.voices[0])).scalar_one()
            if said >= MOST:
                raise Refused(409, "errors.said_enough")
            db.execute(WORDS.insert().values(**{**vars(word), "created": self.clock.now()}))
            self.store.say(db, f"said {ear.match} {word.room} {self.store.name}")

    def check(self, voice: str) -> None:
        """Whoever runs the house may have asked somebody to be silent."""
        s = SANCTIONS.c
        with self.store.reader.connect() as db:
            silent = db.execute(sa.select(s.until).where(s.person == voice, s.kind == MUTE, s.until > self.clock.now())).first()
        if silent is not None:
            raise Refused(403, "errors.silenced")

    def heard(self, ear: Ear) -> list[Word]:
        """What somebody can read, the oldest first."""
        w = WORDS.c
        wanted = sa.select(WORDS).where(w.match == ear.match, w.room.in_(ear.rooms), w.hidden.is_(False))
        with self.store.reader.connect() as db:
            rows = db.execute(wanted.order_by(w.created.desc()).limit(SHOWN)).mappings().all()
        return [Word(**row) for row in reversed(rows)]

    def one(self, ear: Ear, identity: str) -> Word:
        found = next((word for word in self.heard(ear) if word.id == identity), None)
        if found is None:
            raise Refused(404, "errors.no_word")
        return found

    # --- not hearing somebody -------------------------------------------------------------------------

    def muted(self, ear: Ear) -> set[str]:
        with self.store.reader.connect() as db:
            return {whom for (whom,) in db.execute(sa.select(MUTES.c.whom).where(MUTES.c.who.in_(ear.voices)))}

    def mute(self, ear: Ear, whom: str, *, on: bool) -> None:
        """Who has a name does not hear another with a name at any match; a seat does not at this one."""
        if not ear.voices or whom in ear.voices:
            raise Refused(400, "errors.bad_request")
        who = ear.voices[0]
        with self.store.engine.begin() as db:
            db.execute(MUTES.delete().where(MUTES.c.who.in_(ear.voices), MUTES.c.whom == whom))
            if on:
                db.execute(MUTES.insert().values(who=who, whom=whom, match=ear.match if ":" in f"{who}{whom}" else ""))

    # --- notes ----------------------------------------------------------------------------------------

    def notes(self, match: str, side: int) -> list[tuple[int, str, float]]:
        """(position, text, when) of a seat's own notes; nobody else ever reads them."""
        n = NOTES.c
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(n.at, n.text, n.updated).where(n.match == match, n.side == side).order_by(n.at))
            return [(at, text, updated) for at, text, updated in rows]

    def note(self, match: str, side: int, at: int, text: str) -> None:
        """An empty one is let go."""
        n = NOTES.c
        mine = sa.and_(n.match == match, n.side == side)
        with self.store.engine.begin() as db:
            db.execute(NOTES.delete().where(mine, n.at == at))
            if text and db.execute(sa.select(sa.func.count()).where(mine)).scalar_one() >= MOST_NOTES:
                raise Refused(409, "errors.many_notes")
            if text:
                db.execute(NOTES.insert().values(match=match, side=side, at=at, text=text, updated=self.clock.now()))

    # --- somebody's own -------------------------------------------------------------------------------

    def of(self, person: str) -> dict[str, object]:
        """Everything that is kept of somebody's words."""
        w, h, n = WORDS.c, HOLDS.c, NOTES.c
        held = sa.and_(h.match == n.match, h.sides.contains(sa.cast(n.side, sa.String)), h.person == person)
        wanted = {
            "words": sa.select(w.match, w.room, w.at, w.ready, w.text, w.created).where(w.voice == person),
            "notes": sa.select(n.match, n.at, n.text, n.updated).select_from(NOTES.join(HOLDS, held)),
            "muted": sa.select(MUTES.c.whom).where(MUTES.c.who == person),
            "reports": sa.select(REPORTS.c.text, REPORTS.c.why, REPORTS.c.created, REPORTS.c.verdict).where(REPORTS.c.by == person),
            "sanctions": sa.select(SANCTIONS.c.kind, SANCTIONS.c.until, SANCTIONS.c.why).where(SANCTIONS.c.person == person),
        }
        with self.store.reader.connect() as db:
            return {name: [dict(row) for row in db.execute(which).mappings()] for name, which in wanted.items()}

    def forget(self, person: str) -> None:
        """Somebody leaves for good: what they said and noted goes with them, and who they did not hear."""
        with self.store.engine.begin() as db:
            db.execute(WORDS.delete().where(WORDS.c.voice == person))
            db.execute(MUTES.delete().where(sa.or_(MUTES.c.who == person, MUTES.c.whom == person)))
            db.execute(REPORTS.delete().where(sa.or_(REPORTS.c.by == person, REPORTS.c.about == person)))
            for hold in db.execute(sa.select(HOLDS.c.match, HOLDS.c.sides).where(HOLDS.c.person == person)).all():
                db.execute(NOTES.delete().where(NOTES.c.match == hold.match, NOTES.c.side.in_([int(s) for s in hold.sides])))
