"""What only who runs the house may do, straight at the database, while it is open: the processes that serve notice it by themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.server.keeping import Keeper
from bivouac.server.schema import BANS, INVITES, KEYS, MATCHES
from bivouac.server.store import Key, Store, add_key, new_token

DAY = 86_400.0
UNTOUCHED = 30.0  # days after which a match that nobody ever answered in expires, if anything does
BEGINNING = 2  # revisions that a match has before its first answer: each player gives something to the dice
MANY = 500


class Listed(NamedTuple):
    """A match in a list."""

    id: str
    title: str
    scenario: str
    created: float
    updated: float
    answers: int
    over: bool
    closed: bool


def listed(store: Store, limit: int | None = 50) -> list[Listed]:
    """The matches that were touched last."""
    m = MATCHES.c
    columns = (m.id, m.title, m.scenario, m.created, m.updated, m.serial, m.outcome.is_not(None), m.closed)
    with store.engine.connect() as db:
        return [Listed(*row) for row in db.execute(sa.select(*columns).order_by(m.updated.desc()).limit(limit))]


class Unreadable(NamedTuple):
    """A stored match that nobody can open, and why."""

    match: Listed
    why: Exception


def looked_through(store: Store) -> Iterator[Unreadable | None]:
    """Every stored match, read as if somebody opened it: None, or what is wrong with it."""
    keeper = Keeper(store, 0.0)
    for match in listed(store, None):
        try:
            keeper.try_to_read(match.id)
        except Exception as why:  # whatever it is, the next one is looked at
            gone = store.match(match.id) is None  # deleted meanwhile
            yield None if gone else Unreadable(match, why)
        else:
            yield None


def close(store: Store, match: str, *, closed: bool = True) -> None:
    """Nobody can open a closed match; it is not lost. Whoever looks on is sent away."""
    m = MATCHES.c
    values = {"closed": closed, "revision": m.revision + 1, "rewound": m.revision + 1, "updated": time.time()}
    with store.engine.begin() as db:
        changed = db.execute(MATCHES.update().where(m.id == match).values(values))
        if changed.rowcount != 1:
            raise BadSetup(Text("errors.admin_no_match", {"name": match}))
        store.say(db, f"gone {match}")


def reissue(store: Store, match: str, side: int) -> str:
    """A new link for a seat; the old ones open nothing any more. A link with both seats is taken from both."""
    with store.engine.begin() as db:
        if db.execute(sa.select(MATCHES.c.id).where(MATCHES.c.id == match)).first() is None:
            raise BadSetup(Text("errors.admin_no_match", {"name": match}))
        old = db.execute(sa.select(KEYS.c.hash, KEYS.c.owner, KEYS.c.sides).where(KEYS.c.match == match)).all()
        mine = [row for row in old if str(side) in row.sides]
        for row in mine:
            db.execute(KEYS.delete().where(KEYS.c.hash == row.hash))
        db.execute(INVITES.update().where(INVITES.c.match == match, INVITES.c.side == side).values(taken=True))
        token = new_token()
        sides = tuple(sorted({int(s) for row in mine for s in row.sides} | {side}))
        add_key(db, token, Key(match, sides, owner=any(row.owner for row in mine)))
        store.take_away(db)
    return token


def expire(store: Store, days: float, now: float | None = None) -> int:
    """Delete what nobody has touched for so many days, and what nobody ever answered in after a month; gives how many matches."""
    then = (time.time() if now is None else now) - DAY * days
    never = then + DAY * max(0.0, days - UNTOUCHED)
    m = MATCHES.c
    old = sa.or_(m.updated < then, sa.and_(m.revision <= BEGINNING, m.updated < never))
    with store.engine.connect() as db:
        found = [match for (match,) in db.execute(sa.select(m.id).where(old).limit(MANY))]
    return store.delete(found) if found else 0


# --- bans ---------------------------------------------------------------------------------------------


ALL_BANS = sa.select(BANS.c.address, BANS.c.until, BANS.c.why).where(BANS.c.until > sa.bindparam("now")).order_by(BANS.c.address)


def ban(store: Store, address: str, days: float, why: str) -> None:
    with store.engine.begin() as db:
        db.execute(BANS.delete().where(BANS.c.address == address))
        db.execute(BANS.insert().values(address=address, until=time.time() + days * DAY, why=why))


def lift(store: Store, address: str) -> bool:
    with store.engine.begin() as db:
        return db.execute(BANS.delete().where(BANS.c.address == address)).rowcount > 0


def bans(store: Store) -> list[tuple[str, float, str]]:
    with store.reader.connect() as db:
        return [(address, until, why) for address, until, why in db.execute(ALL_BANS, {"now": time.time()})]


def banned_now(store: Store) -> frozenset[str]:
    return frozenset(address for address, _, _ in bans(store))
