"""The shelf of battles that players have made: kept under a link, listed where their makers want it. SQLAlchemy Core, as the store."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bivouac.core.text import Both
from bivouac.server.errors import Refused
from bivouac.server.schema import BATTLES
from bivouac.server.store import Store, hashed

MOST, MOST_OF_ONE = 5_000, 60  # battles on a server; of one address
LISTED = 60  # that a gallery shows


@dataclass(frozen=True)
class Kept:
    """A battle as it is kept. `ancestor`: the battle it was copied from, by its link or its id."""

    id: str
    title: str
    name: Both
    about: Both
    text: str
    ancestor: str
    listed: bool
    created: float
    played: int
    tried: int
    union_won: int
    drawn: int


class Shelf:
    def __init__(self, store: Store) -> None:
        self.store = store

    def keep(self, battle: Kept, key: str | None, maker: str) -> tuple[str, str]:
        """Keep a battle, or put it in the place of the one whose key is given; gives its link and its key."""
        values = {
            "title": battle.title,
            "name": _json(battle.name),
            "about": _json(battle.about),
            "text": battle.text,
            "listed": battle.listed,
        }
        with self.store.engine.begin() as db:
            if key is not None:
                fresh = {"tried": 0, "union_won": 0, "drawn": 0}  # what was tried was another battle
                mine = (BATTLES.c.id == battle.id, BATTLES.c.owner == hashed(key))
                same = db.execute(sa.select(BATTLES.c.text).where(*mine)).scalar()
                if same is None:
                    raise Refused(403, "errors.not_your_battle")
                db.execute(BATTLES.update().where(*mine).values(**values, **({} if same == battle.text else fresh)))
                return battle.id, key
            self._room(db, maker)
            made, key = secrets.token_urlsafe(9), secrets.token_urlsafe(18)
            row = {"id": made, "owner": hashed(key), "maker": maker, "ancestor": battle.ancestor, "created": time.time()}
            db.execute(BATTLES.insert().values(**row, **values))
        return made, key

    def _room(self, db: sa.Connection, maker: str) -> None:
        count = sa.select(sa.func.count()).select_from(BATTLES)
        if (db.execute(count).scalar() or 0) >= MOST:
            raise Refused(403, "errors.shelf_full")
        if (db.execute(count.where(BATTLES.c.maker == maker)).scalar() or 0) >= MOST_OF_ONE:
            raise Refused(403, "errors.too_many_battles", most=MOST_OF_ONE)

    def battle(self, identity: str) -> Kept | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(BATTLES).where(BATTLES.c.id == identity)).mappings().first()
        return _kept(row) if row else None

    def gallery(self) -> list[Kept]:
        """Those that are listed, the latest first."""
        wanted = sa.select(BATTLES).where(BATTLES.c.listed.is_(True)).order_by(BATTLES.c.created.desc()).limit(LISTED)
        with self.store.reader.connect() as db:
            return [_kept(row) for row in db.execute(wanted).mappings()]

    def count(self, identity: str, **more: int) -> None:
        """One more of something: played, tried, union_won, drawn."""
        added = {name: BATTLES.c[name] + n for name, n in more.items()}
        with self.store.engine.begin() as db:
            db.execute(BATTLES.update().where(BATTLES.c.id == identity).values(**added))

    def all(self, limit: int) -> list[Kept]:
        """Those that are kept, listed or not, the latest first: for who runs the house."""
        wanted = sa.select(BATTLES).order_by(BATTLES.c.created.desc()).limit(limit)
        with self.store.reader.connect() as db:
            return [_kept(row) for row in db.execute(wanted).mappings()]

    def remove(self, identities: Sequence[str]) -> int:
        """Take battles off the server, whoever made them; matches that are played on them go on. Gives how many there were."""
        with self.store.engine.begin() as db:
            return db.execute(BATTLES.delete().where(BATTLES.c.id.in_(identities))).rowcount

    def drop(self, identity: str, key: str) -> bool:
        with self.store.engine.begin() as db:
            return db.execute(BATTLES.delete().where(BATTLES.c.id == identity, BATTLES.c.owner == hashed(key))).rowcount == 1


def _json(words: Both) -> str:
    return json.dumps([words.en, words.it])


def _kept(row: sa.RowMapping) -> Kept:
    columns = {name: row[name] for name in Kept.__dataclass_fields__}
    return Kept(
        **{**columns, "name": Both(*json.loads(row["name"])), "about": Both(*json.loads(row["about"])), "listed": bool(row["listed"])}
    )
