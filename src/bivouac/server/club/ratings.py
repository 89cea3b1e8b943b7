"""Ratings by Glicko-2 (the library glicko2-py), by title and side. Every match is a rating period of its own; in weeks without one the
uncertainty grows.

That a match was rated is a row, written in one transaction with the ratings it changed: whatever fails, a match is rated once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

import sqlalchemy as sa
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from bivouac.agents import LEVELS, level_of
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.people.clock import DAY, Clock
from bivouac.server.schema import AGREEMENTS, HOLDS, MATCHES, PEOPLE, RATED, RATINGS
from bivouac.server.seats import COMPUTER, parse_seats
from bivouac.server.store import Store

WEEK, MOST_WEEKS = 7 * DAY, 104
NEW, WIDEST, KNOWN = 1500.0, 350.0, 75.0  # a newcomer's rating and deviation; the deviation with which computers begin
ONE_AT_A_TIME = 7_186_505  # the advisory lock of PostgreSQL that whoever rates holds
LOOK = 20.0  # seconds between two looks for matches that nobody has rated
SHOWN = 100
SCORES = {None: (0.5, 0.5), 0: (1.0, 0.0), 1: (0.0, 1.0)}  # by who won


@dataclass(frozen=True)
class Rating:
    """`deviation`: the true rating lies within twice as much of it nineteen times of twenty."""

    rating: float = NEW
    deviation: float = WIDEST
    volatility: float = 0.06
    matches: int = 0
    updated: float = 0.0


@dataclass(frozen=True)
class Standing:
    """Somebody's rating at one side of a title. Computers have the ids of their levels, such as `computer:veteran`."""

    person: str
    title: str
    side: int
    rating: Rating


@dataclass(frozen=True)
class Rated:
    """What a match has changed: the ratings of both sides before and after it."""

    before: tuple[float, float]
    after: tuple[float, float]


def aged(rating: Rating, now: float) -> Rating:
    """As it is today: the longer nobody has seen somebody play, the less is known of them."""
    mu, phi, sigma = rating_to_mu(rating.rating), rd_to_phi(rating.deviation), rating.volatility
    for _ in range(min(MOST_WEEKS, int((now - rating.updated) // WEEK)) if rating.matches else 0):
        mu, phi, sigma = update_rating(mu, phi, sigma, [])
    return replace(rating, deviation=min(WIDEST, phi_to_rd(phi)))


def after(mine: Rating, other: Rating, score: float, now: float) -> Rating:
    """After a match against somebody: 1 for a victory, a half for a draw."""
    opponent = (rating_to_mu(other.rating), rd_to_phi(other.deviation), score)
    new = update_rating(rating_to_mu(mine.rating), rd_to_phi(mine.deviation), mine.volatility, [opponent])
    return Rating(mu_to_rating(new.mu), min(WIDEST, phi_to_rd(new.phi)), new.sigma, mine.matches + 1, now)


@cache
def levels() -> dict[str, dict[str, float]]:
    """Where computers begin, by title."""
    return tomllib.loads(resources.files("bivouac.server.club").joinpath("levels.toml").read_text("utf-8"))


def beginning(person: str, title: str) -> Rating:
    """Where somebody begins who has played no match yet."""
    if not person.startswith(COMPUTER):
        return Rating()
    known = levels().get(title, levels()["other"])
    return Rating(float(known.get(person.removeprefix(COMPUTER), NEW)), KNOWN)


class Ratings:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock

    # --- rating ---------------------------------------------------------------------------------------

    def due(self) -> list[str]:
        """Matches that are over and wait to be rated, in the order in which they ended."""
        a, m = AGREEMENTS.c, MATCHES.c
        done = sa.exists().where(RATED.c.match == m.id)
        wanted = sa.select(m.id).join(AGREEMENTS, a.match == m.id).where(a.rated.is_(True), m.outcome.is_not(None), ~done)
        with self.store.reader.connect() as db:
            return [match for (match,) in db.execute(wanted.order_by(m.updated).limit(SHOWN))]

    def rate(self, match: str) -> bool:
        """Rate a match that is over, unless that has been done; whether it was done now."""
        with self.store.engine.begin() as db:
            if self.store.is_shared:
                db.execute(sa.text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            row = db.execute(_to_rate(match)).first()
            if row is None:
                return False
            sides = _players(db, match, row.seats)
            values: dict[str, object] = {"match": match, "ended": self.clock.now()}
            if None not in sides and sides[0] != sides[1]:
                values |= self._apply(db, row.title, [str(side) for side in sides], json.loads(row.outcome)[0])
            db.execute(RATED.insert().values(values))
        return True

    def _apply(self, db: sa.Connection, title: str, sides: Sequence[str], winner: int | None) -> dict[str, object]:
        now = self.clock.now()
        old = [aged(_found(db, person, title, side), now) for side, person in enumerate(sides)]
        new = [after(old[side], old[1 - side], SCORES[winner][side], now) for side in range(2)]
        for side, person in enumerate(sides):
            r = RATINGS.c
            db.execute(RATINGS.delete().where(r.person == person, r.title == title, r.side == side))
            db.execute(RATINGS.insert().values(person=person, title=title, side=side, **vars(new[side])))
        names = ("union_before", "csa_before", "union_after", "csa_after")
        return dict(zip(names, (old[0].rating, old[1].rating, new[0].rating, new[1].rating), strict=True))

    # --- reading --------------------------------------------------------------------------------------

    def of(self, person: str) -> list[Standing]:
        return self._standings(RATINGS.c.person == person)

    def one(self, person: str, title: str, side: int) -> Rating:
        with self.store.reader.connect() as db:
            return aged(_found(db, person, title, side), self.clock.now())

    def board(self, title: str, asking: str | None = None) -> list[Standing]:
        """Who wants to be seen, computers, and who is asking; the surest to be good first."""
        r, p = RATINGS.c, PEOPLE.c
        seen = sa.select(p.id).where(p.listed.is_(True))
        shown = sa.or_(r.person.in_(seen), r.person.startswith(COMPUTER), r.person == (asking or ""))
        found = self._standings(r.title == title, shown)
        known = {(s.person, s.side) for s in found}
        waiting = [
            Standing(f"{COMPUTER}{level}", title, side, beginning(f"{COMPUTER}{level}", title)) for level in LEVELS for side in range(2)
        ]
        found += [s for s in waiting if (s.person, s.side) not in known]
        return sorted(found, key=lambda s: (s.side, 2 * s.rating.deviation - s.rating.rating))

    def _standings(self, *which: sa.ColumnElement[bool]) -> list[Standing]:
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(RATINGS).where(*which).order_by(RATINGS.c.title, RATINGS.c.side)).all()
        now = self.clock.now()
        return [Standing(row.person, row.title, row.side, aged(_rating(row), now)) for row in rows]

    def rated(self, match: str) -> Rated | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(RATED).where(RATED.c.match == match, RATED.c.union_after.is_not(None))).first()
        return Rated((row.union_before, row.csa_before), (row.union_after, row.csa_after)) if row else None

    def sides(self, match: str) -> list[str | None]:
        """Who plays the sides of a match: people by their ids, computers by their levels."""
        with self.store.reader.connect() as db:
            seats = db.execute(sa.select(MATCHES.c.seats).where(MATCHES.c.id == match)).scalar()
            return _players(db, match, seats) if seats else [None, None]


class Rater:
    """Rates what ends in this process at once, and looks now and then for what somebody else left."""

    def __init__(self, hub: Hub, ratings: Ratings) -> None:
        self.hub, self.ratings = hub, ratings
        self._ended = asyncio.Event()
        hub.after.append(self.changed)

    def changed(self, live: Live) -> None:
        if live.match.outcome is not None:
            self._ended.set()

    async def go_on(self) -> None:
        while True:
            self._ended.clear()
            with contextlib.suppress(Exception):  # the database may be away
                for match in await self.hub.looking(self.ratings.due):
                    await self.hub.writing(self.ratings.rate, match)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), LOOK)


def _to_rate(match: str) -> sa.Select[tuple[object, ...]]:
    a, m = AGREEMENTS.c, MATCHES.c
    done = sa.exists().where(RATED.c.match == m.id)
    wanted = sa.select(m.title, m.seats, m.outcome).join(AGREEMENTS, a.match == m.id)
    return wanted.where(m.id == match, a.rated.is_(True), m.outcome.is_not(None), ~done)


def _players(db: sa.Connection, match: str, seats: str) -> list[str | None]:
    held = {side: str(row.person) for row in db.execute(sa.select(HOLDS).where(HOLDS.c.match == match)) for side in row.sides}
    chairs = parse_seats(seats)
    return [f"{COMPUTER}{level_of(c.agent)}" if c.computer and c.agent else held.get(str(side)) for side, c in enumerate(chairs)]


def _found(db: sa.Connection, person: str, title: str, side: int) -> Rating:
    r = RATINGS.c
    row = db.execute(sa.select(RATINGS).where(r.person == person, r.title == title, r.side == side)).first()
    return _rating(row) if row else beginning(person, title)


def _rating(row: sa.Row[tuple[object, ...]]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.matches, row.updated)
