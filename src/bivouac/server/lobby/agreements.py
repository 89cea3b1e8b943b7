"""What was agreed for a match, and its clock, in the database; and what is done when somebody's time has run out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, replace

import msgspec
import sqlalchemy as sa

from bivouac.core.ids import SIDES, Side
from bivouac.server.breath import next_look
from bivouac.server.errors import Refused
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.lobby.clocks import Clockwork, Span, begun, passed_on, to_go
from bivouac.server.people.clock import DAY, Clock
from bivouac.server.people.holds import Holds
from bivouac.server.protocol import Pace
from bivouac.server.schema import AGREEMENTS, MATCHES, VACATIONS
from bivouac.server.store import Store

LOG = logging.getLogger("bivouac.clocks")
STAND_IN = "veteran"
MANY = 20_000
A_YEAR, VACATION = 365 * DAY, 21 * DAY


@dataclass(frozen=True)
class Agreement:
    match: str
    rated: bool
    public: bool
    clock: Clockwork


def _overdue() -> sa.Select[str]:
    a, m = AGREEMENTS.c, MATCHES.c
    ran_out = sa.and_(a.due.is_not(None), a.due <= sa.bindparam("now"))
    lost = sa.and_(a.late.is_(None), sa.func.coalesce(a.side, -1) != sa.func.coalesce(sa.case((m.asked < 2, m.asked)), -1))
    wanted = sa.select(a.match).join(MATCHES, m.id == a.match).where(m.outcome.is_(None), m.closed.is_(False), sa.or_(ran_out, lost))
    return wanted.limit(100)


OVERDUE = _overdue()


class Agreements:
    def __init__(self, store: Store, clock: Clock, holds: Holds) -> None:
        self.store, self.clock, self.holds = store, clock, holds

    def add(self, match: str, pace: Pace, *, rated: bool, public: bool) -> None:
        with self.store.engine.begin() as db:
            db.execute(AGREEMENTS.insert().values(self.values(match, pace, rated=rated, public=public)))

    def values(self, match: str, pace: Pace, *, rated: bool, public: bool) -> dict[str, object]:
        """The row of an agreement that begins now."""
        return {"match": match, "rated": rated, "public": public, **_columns(begun(pace, self.clock.now()), None)}

    def of(self, match: str) -> Agreement | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(AGREEMENTS).where(AGREEMENTS.c.match == match)).first()
        return _agreement(row) if row else None

    def keep(self, match: str, work: Clockwork) -> None:
        due = self._due(match, work) if work.side is not None and work.pace.kind != "none" and work.late is None else None
        with self.store.engine.begin() as db:
            db.execute(AGREEMENTS.update().where(AGREEMENTS.c.match == match).values(**_columns(work, due)))

    def _due(self, match: str, work: Clockwork) -> float:
        now = self.clock.now()
        return now + to_go(work, now, self.away(match, work.side))

    def away(self, match: str, side: int | None) -> list[Span]:
        """When who holds a side was, or will be, away."""
        people = [hold.person for hold in self.holds.of_match(match) if side in hold.sides]
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(VACATIONS.c.start, VACATIONS.c.until).where(VACATIONS.c.person.in_(people))).all()
        return [(row.start, row.until) for row in rows]

    def pass_on(self, match: str, side: int | None) -> bool:
        """Who is asked has changed; whether there is a clock at all."""
        found = self.of(match)
        if found is None:
            return False
        if found.clock.side != side:
            self.keep(match, passed_on(found.clock, side, self.clock.now(), self.away(match, found.clock.side)))
        return True

    def overdue(self) -> list[str]:
        """Matches whose clock has to be looked at: it has run out, or the word that the move has passed on was lost."""
        with self.store.reader.connect() as db:
            return list(db.execute(OVERDUE, {"now": self.clock.now()}).scalars())

    # --- vacations --------------------------------------------------------------------------------------

    def vacation(self, person: str) -> tuple[float | None, float]:
        """Until when somebody is away now (None: they are not), and the seconds they have left this year."""
        now, v = self.clock.now(), VACATIONS.c
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(v.start, v.until).where(v.person == person, v.until > now - A_YEAR)).all()
        taken = sum(row.until - max(row.start, now - A_YEAR) for row in rows)
        return max((row.until for row in rows if row.start <= now < row.until), default=None), max(0.0, VACATION - taken)

    def go_away(self, person: str, days: float) -> None:
        """From now on; nought: back already."""
        now, v = self.clock.now(), VACATIONS.c
        with self.store.engine.begin() as db:
            db.execute(VACATIONS.update().where(v.person == person, v.until > now).values(until=now))
        seconds = self.vacation(person)[1]
        if days * DAY > seconds + 1:
            raise Refused(400, "errors.no_vacation", days=round(seconds / DAY))
        if days > 0:
            with self.store.engine.begin() as db:
                db.execute(VACATIONS.insert().values(person=person, start=now, until=now + days * DAY))


class Timekeeper:
    """Follows the matches that change in this process, and looks at the clocks now and then."""

    def __init__(self, hub: Hub, agreements: Agreements) -> None:
        self.hub, self.agreements = hub, agreements
        self._without: set[str] = set()  # matches that have no clock
        self._tasks: set[asyncio.Task[None]] = set()
        hub.after.append(self.changed)
        hub.forgetting.append(self._without.clear)

    def changed(self, live: Live) -> None:
        if live.id not in self._without:
            task = asyncio.get_running_loop().create_task(self._follow(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _follow(self, live: Live) -> None:
        with contextlib.suppress(Exception):  # what is missed here is found by the next look
            if not await self.hub.writing(self.agreements.pass_on, live.id, running(live)):
                if len(self._without) > MANY:
                    self._without.clear()
                self._without.add(live.id)

    async def go_on(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # the database may be away
                for match in await self.hub.looking(self.agreements.overdue):
                    await self._look_at(match)
            await next_look()

    async def _look_at(self, match: str) -> None:
        live = await self.hub.get(match)
        await self.hub.writing(self.agreements.pass_on, match, running(live))
        found = await self.hub.looking(self.agreements.of, match)
        if found is None or found.clock.side is None or found.clock.late is not None or found.clock.pace.kind == "none":
            return
        away = await self.hub.looking(self.agreements.away, match, found.clock.side)
        is_late = to_go(found.clock, self.agreements.clock.now(), away) <= 0
        work = replace(found.clock, late=found.clock.side if is_late else None)
        await self.hub.writing(self.agreements.keep, match, work)
        if is_late and work.pace.late == "veteran":
            async with self.hub.at(live):
                await self.hub.hand_over(live, Side(found.clock.side), STAND_IN)


def running(live: Live) -> int | None:
    """The side whose time runs: a person who is asked."""
    asked = live.asked
    return int(asked) if asked in SIDES and live.agent_of(asked) is None and live.match.outcome is None else None


def _columns(work: Clockwork, due: float | None) -> dict[str, object]:
    return {
        "pace": msgspec.json.encode(work.pace).decode(),
        "side": work.side,
        "since": work.since,
        "union_left": work.left[0],
        "csa_left": work.left[1],
        "due": due,
        "late": work.late,
    }


def _agreement(row: sa.Row[tuple[object, ...]]) -> Agreement:
    pace = msgspec.json.decode(row.pace, type=Pace)
    return Agreement(
        row.match, bool(row.rated), bool(row.public), Clockwork(pace, row.side, row.since, (row.union_left, row.csa_left), row.late)
    )
