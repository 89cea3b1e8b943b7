"""Challenges: what somebody would like to play, until somebody takes it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from bivouac.server.people.clock import DAY, Clock
from bivouac.server.protocol import Pace
from bivouac.server.schema import AGREEMENTS, CHALLENGES, HOLDS, MATCHES, PEOPLE
from bivouac.server.store import Key, Store, add_key, new_token

KEPT = 60 * DAY
MOST = 10  # of one person
SHOWN, RUNNING = 100, 30


@dataclass(frozen=True)
class Offer:
    """`side` is the maker's (None: by lot); `whom` it is for (None: everybody); `after` the match it is a rematch of."""

    maker: str
    title: str
    scenario: str
    options: tuple[str, ...]
    side: int | None
    pace: Pace
    rated: bool
    whom: str | None = None
    after: str | None = None
    id: str = ""
    created: float = 0.0


class Challenges:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock

    def add(self, offer: Offer) -> bool:
        """Whether there was room for it."""
        c, now = CHALLENGES.c, self.clock.now()
        values = {**vars(offer), "options": json.dumps(offer.options), "pace": msgspec.json.encode(offer.pace).decode()}
        with self.store.engine.begin() as db:
            db.execute(CHALLENGES.delete().where(c.created < now - KEPT))
            if db.execute(sa.select(sa.func.count()).where(c.maker == offer.maker)).scalar_one() >= MOST:
                return False
            db.execute(CHALLENGES.insert().values(**{**values, "id": secrets.token_urlsafe(12), "created": now}))
        return True

    def find(self, identity: str) -> Offer | None:
        return next(iter(self._all(CHALLENGES.c.id == identity)), None)

    def for_(self, person: str | None) -> list[Offer]:
        """What somebody can see: those for everybody, for them, and their own; those for them first."""
        c = CHALLENGES.c
        found = self._all(sa.or_(c.whom.is_(None), c.whom == person, c.maker == person) if person else c.whom.is_(None))
        return sorted(found, key=lambda o: (o.whom is None or o.whom != person, -o.created))

    def invitations(self, person: str) -> int:
        with self.store.reader.connect() as db:
            return int(db.execute(sa.select(sa.func.count()).where(CHALLENGES.c.whom == person)).scalar_one())

    def rematch(self, match: str) -> list[Offer]:
        return self._all(CHALLENGES.c.after == match)

    def _all(self, which: sa.ColumnElement[bool]) -> list[Offer]:
        wanted = sa.select(CHALLENGES).where(which).order_by(CHALLENGES.c.created.desc()).limit(SHOWN)
        with self.store.reader.connect() as db:
            return [_offer(row) for row in db.execute(wanted).mappings()]

    def remove(self, identity: str) -> bool:
        """Whoever removes it has it: nobody takes it twice."""
        with self.store.engine.begin() as db:
            return db.execute(CHALLENGES.delete().where(CHALLENGES.c.id == identity)).rowcount == 1

    def forget(self, person: str) -> None:
        c = CHALLENGES.c
        with self.store.engine.begin() as db:
            db.execute(CHALLENGES.delete().where(sa.or_(c.maker == person, c.whom == person)))

    def key(self, match: str, side: int) -> str:
        """A link to a seat for who has no name."""
        token = new_token()
        with self.store.engine.begin() as db:
            add_key(db, token, Key(match, (side,)))
        return token

    def running(self) -> Sequence[sa.RowMapping]:
        """The matches that everybody may watch: those begun by an open challenge."""
        m, a = MATCHES.c, AGREEMENTS.c
        wanted = (
            sa.select(m.id, m.watch, m.title, m.scenario, m.updated, m.serial)
            .join(AGREEMENTS, a.match == m.id)
            .where(a.public.is_(True), m.outcome.is_(None), m.closed.is_(False))
            .order_by(m.updated.desc())
            .limit(RUNNING)
        )
        with self.store.reader.connect() as db:
            return db.execute(wanted).mappings().all()

    def players(self, match: str) -> tuple[str | None, str | None]:
        """The names of who holds the sides."""
        wanted = sa.select(HOLDS.c.sides, PEOPLE.c.name).join(PEOPLE, PEOPLE.c.id == HOLDS.c.person).where(HOLDS.c.match == match)
        with self.store.reader.connect() as db:
            found = {side: str(row.name) for row in db.execute(wanted) for side in row.sides}
        return found.get("0"), found.get("1")


def _offer(row: sa.RowMapping) -> Offer:
    pace = msgspec.json.decode(row["pace"], type=Pace)
    return Offer(**{**row, "options": tuple(json.loads(row["options"])), "pace": pace, "rated": bool(row["rated"])})
