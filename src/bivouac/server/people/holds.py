"""The seats that people hold at matches. A seat's links are kept as hashes, so a person who opens a match elsewhere gets a link anew."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import sqlalchemy as sa

from bivouac.core.ids import Side
from bivouac.server.schema import HOLDS, INVITES, MATCHES
from bivouac.server.store import Key, Row, Store, add_key, new_token

MOST = 1000
# the match waits for who holds the seat: that side is asked, or the dice wait for the first player's browser
IS_UP = sa.and_(
    MATCHES.c.outcome.is_(None), sa.or_(HOLDS.c.sides.contains(sa.cast(MATCHES.c.asked, sa.String)), MATCHES.c.asked == int(Side.CHANCE))
)


@dataclass(frozen=True)
class Hold:
    person: str
    match: str
    sides: tuple[int, ...]
    owner: bool


class Holds:
    def __init__(self, store: Store) -> None:
        self.store = store

    def take(self, person: str, key: Key) -> bool:
        """A seat becomes somebody's, unless another person has one of its sides already."""
        if not key.sides:
            return False
        with self.store.engine.begin() as db:
            others = [row.sides for row in db.execute(_at(key.match)) if row.person != person]
            if any(str(side) in sides for side in key.sides for sides in others):
                return False
            mine = db.execute(_at(key.match).where(HOLDS.c.person == person)).first()
            sides = sorted({*(mine.sides if mine else ""), *map(str, key.sides)})
            db.execute(HOLDS.delete().where(HOLDS.c.person == person, HOLDS.c.match == key.match))
            owner = key.owner or bool(mine and mine.owner)
            db.execute(HOLDS.insert().values(person=person, match=key.match, sides="".join(sides), owner=owner))
        return True

    def of_match(self, match: str) -> list[Hold]:
        with self.store.reader.connect() as db:
            return [_hold(row) for row in db.execute(_at(match))]

    def open(self, person: str, match: str) -> str | None:
        """A link of one's own to the seat that one holds."""
        token = new_token()
        with self.store.engine.begin() as db:
            row = db.execute(_at(match).where(HOLDS.c.person == person)).first()
            if row is None:
                return None
            hold = _hold(row)
            add_key(db, token, Key(match, hold.sides, owner=hold.owner))
        return token

    def rows(self, person: str) -> list[tuple[Hold, Row]]:
        """Somebody's matches, the last touched first."""
        wanted = (
            sa.select(HOLDS.c.sides, HOLDS.c.owner, *MATCHES.c)
            .join(MATCHES, MATCHES.c.id == HOLDS.c.match)
            .where(HOLDS.c.person == person)
            .order_by(MATCHES.c.updated.desc())
            .limit(MOST)
        )
        with self.store.reader.connect() as db:
            found = [dict(row) for row in db.execute(wanted).mappings()]
        return [(Hold(person, row["id"], _sides(row.pop("sides")), bool(row.pop("owner"))), Row(**row)) for row in found]

    def waiting(self, person: str) -> int:
        """How many matches wait for somebody's answer."""
        wanted = (
            sa.select(sa.func.count())
            .select_from(HOLDS.join(MATCHES, MATCHES.c.id == HOLDS.c.match))
            .where(HOLDS.c.person == person, MATCHES.c.closed.is_(False), IS_UP)
        )
        with self.store.reader.connect() as db:
            return int(db.execute(wanted).scalar_one())

    def let_go(self, person: str) -> None:
        """Somebody leaves for good: the matches nobody else sits at are deleted, from the others the name goes."""
        with self.store.reader.connect() as db:
            held = [_hold(row) for row in db.execute(sa.select(HOLDS).where(HOLDS.c.person == person))]
        self.store.delete([hold.match for hold in held if self._is_alone(hold)])

    def _is_alone(self, hold: Hold) -> bool:
        others = [other for other in self.of_match(hold.match) if other.person != hold.person]
        with self.store.reader.connect() as db:
            joined = db.execute(sa.select(INVITES.c.token).where(INVITES.c.match == hold.match, INVITES.c.taken.is_(True))).first()
        return not others and (joined is None or len(hold.sides) == 2)


def results(rows: list[tuple[Hold, Row]]) -> Counter[tuple[str, int, str]]:
    """(title, side, won | lost | drawn) of the matches that are over; who sat at both sides has neither won nor lost."""
    found: Counter[tuple[str, int, str]] = Counter()
    for hold, row in rows:
        if row.outcome is not None and len(hold.sides) == 1:
            winner = json.loads(row.outcome)[0]
            found[row.title, hold.sides[0], "drawn" if winner is None else "won" if winner == hold.sides[0] else "lost"] += 1
    return found


def _at(match: str) -> sa.Select[tuple[object, ...]]:
    return sa.select(HOLDS).where(HOLDS.c.match == match)


def _sides(text: str) -> tuple[int, ...]:
    return tuple(int(side) for side in text)


def _hold(row: sa.Row[tuple[object, ...]]) -> Hold:
    return Hold(row.person, row.match, _sides(row.sides), bool(row.owner))
