"""What open pages of people with a name are told at once: how many games and challenges wait, and that a game of theirs has begun.

One query a second per process serves all of them. It reads the database, so it does not matter which process changed something.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

import sqlalchemy as sa

from bivouac.server.hub import Hub
from bivouac.server.people.clock import DAY
from bivouac.server.people.holds import IS_UP
from bivouac.server.schema import AGREEMENTS, CHALLENGES, HOLDS, MATCHES, PAIRINGS, PEOPLE
from bivouac.server.seats import parse_seats
from bivouac.server.settings import playable
from bivouac.server.store import Store

LOOK = 1.0  # seconds between two looks at the database
BEAT = 20.0  # seconds after which a page is told again what it knows, so that it notices a dead connection


@dataclass(frozen=True)
class Begun:
    """The latest game that began without its player: by a challenge of theirs that was accepted, or in a tournament."""

    match: str
    title: str
    scenario: str
    other: str | None
    is_challenge: bool


@dataclass(frozen=True)
class Standing:
    """`changed`: when one of the person's games was last touched."""

    waiting: int = 0
    invited: int = 0
    changed: float = 0.0
    begun: Begun | None = None


class Subscription:
    """One open page."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.queue: asyncio.Queue[Standing] = asyncio.Queue()
        self.told: Standing | None = None
        self.when = 0.0

    def offer(self, standing: Standing, now: float) -> None:
        """Send what is new, and what is not when the page has heard nothing for a while."""
        if standing != self.told or now - self.when >= BEAT:
            self.told, self.when = standing, now
            self.queue.put_nowait(standing)


class Updates:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._pages: set[Subscription] = set()

    def has_page_open(self, person: str) -> bool:
        """Whether one of the person's pages is connected to this process."""
        return any(page.person == person for page in self._pages)

    @contextlib.asynccontextmanager
    async def subscribed(self, person: str) -> AsyncIterator[Subscription]:
        page = Subscription(person)
        self._pages.add(page)
        try:
            page.offer((await self.hub.looking(standings, self.hub.store, [person]))[person], time.monotonic())
            yield page
        finally:
            self._pages.discard(page)

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(Exception):  # the database may be away
                await self._look()

    async def _look(self) -> None:
        people = {page.person for page in self._pages}
        if people:
            found = await self.hub.looking(standings, self.hub.store, people)
            for page in tuple(self._pages):
                if page.person in found:
                    page.offer(found[page.person], time.monotonic())


# --- reading -----------------------------------------------------------------------------------------------


def standings(store: Store, people: Iterable[str]) -> dict[str, Standing]:
    """How things stand for several people."""
    found = {person: Standing() for person in people}
    h, m, c = HOLDS.c, MATCHES.c, CHALLENGES.c
    held = HOLDS.join(MATCHES, m.id == h.match)
    mine = sa.and_(h.person.in_(found), m.closed.is_(False))
    count = sa.func.count()
    with store.reader.connect() as db:
        for person, waiting in db.execute(sa.select(h.person, count).select_from(held).where(mine, IS_UP).group_by(h.person)):
            found[person] = replace(found[person], waiting=waiting)
        for person, changed in db.execute(sa.select(h.person, sa.func.max(m.updated)).select_from(held).where(mine).group_by(h.person)):
            found[person] = replace(found[person], changed=changed)
        for person, invited in db.execute(sa.select(c.whom, count).where(c.whom.in_(found)).group_by(c.whom)):
            found[person] = replace(found[person], invited=invited)
        for person, begun in _begun(db, mine):
            found[person] = replace(found[person], begun=begun)
    return found


def _begun(db: sa.Connection, mine: sa.ColumnElement[bool]) -> list[tuple[str, Begun]]:
    """The games of the last day that began while their player was elsewhere, by person, the latest last."""
    h, m, a, p = HOLDS.c, MATCHES.c, AGREEMENTS.c, PAIRINGS.c
    other, name = HOLDS.alias("other"), PEOPLE.c.name
    is_paired = sa.exists().where(p.match == h.match)
    wanted = (
        sa.select(h.person, h.match, h.owner, m.title, m.scenario, m.seats, name)
        .select_from(
            HOLDS.join(MATCHES, m.id == h.match)
            .join(AGREEMENTS, a.match == h.match)
            .outerjoin(other, sa.and_(other.c.match == h.match, other.c.person != h.person))
            .outerjoin(PEOPLE, PEOPLE.c.id == other.c.person)
        )
        .where(mine, m.outcome.is_(None), m.created > time.time() - DAY, sa.or_(h.owner.is_(True), is_paired))
        .order_by(m.created)
    )
    rows = [row for row in db.execute(wanted) if not any(seat.computer for seat in parse_seats(row.seats)) and row.title in playable()]
    return [(row.person, Begun(row.match, row.title, row.scenario, row.name, bool(row.owner))) for row in rows]
