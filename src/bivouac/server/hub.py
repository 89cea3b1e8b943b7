"""All the tables: opened from the store when somebody comes, changed one thing at a time, told to everyone who looks on.

An answer is checked by the match, stored, and only then told. Should anything fail on the way, or should another process have been faster,
the table is read again as the store has it, and everyone who looks on is told that: the store is right.

The loop does what is small by itself, since to hand it to a thread would cost as much: an answer, and its words for a few. All else is done
by threads, larger changes by some (one where the database takes one writer at a time), reading and drawing by others. No loop waits for the
database (links.py), and nothing happens at a table without its lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

from bivouac.agents.shown import level_at
from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.table import forget_made
from bivouac.core.text import Text
from bivouac.match import Illegal, Match, MatchError, Stale
from bivouac.server.breath import Breath
from bivouac.server.course import Point
from bivouac.server.errors import Refused
from bivouac.server.keeping import Keeper, beginning_of
from bivouac.server.live import Live, Onlooker
from bivouac.server.metrics import METRICS
from bivouac.server.players import Players, Position
from bivouac.server.seats import allowed, expected, known_agent, seated
from bivouac.server.store import Beginning, Change, Key, Overtaken, Store
from bivouac.server.thinking import Thinking
from bivouac.server.words import forget_said

R = TypeVar("R")
LOG = logging.getLogger("bivouac.server")
KEPT, IDLE = 60, 30.0  # tables at which nobody is, and for how many seconds they are kept
AGAIN = 0.5  # seconds between two attempts to read what could not be stored
WRITERS, LOOKERS = 6, 4
SHORT, FEW = 1000, 12  # characters of what another process told, and answers or readers, that are no work worth a thread


class Hub:
    """Opens tables, takes answers, lets people and computers sit down."""

    def __init__(self, store: Store, players: Players, seconds: float) -> None:
        self.store = store
        self.players = players
        self.seconds = seconds
        self.keeper = Keeper(store, seconds)
        self.secret = store.secret("seal")
        self.thinking = Thinking(players, self.play)
        self.thinking.is_elsewhere = store.is_shared
        self._open: OrderedDict[str, Live] = OrderedDict()  # those that are kept, the last used last
        self._all: WeakValueDictionary[str, Live] = WeakValueDictionary()  # and those that somebody still has: a match never has two
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.breath = Breath()
        self._writers = ThreadPoolExecutor(WRITERS if store.is_shared else 1, "writer")
        self._lookers = ThreadPoolExecutor(LOOKERS, "looker")
        self.forgetting: list[Callable[[], None]] = [
            self._forget_keys,
            forget_said,
            forget_made,
        ]  # what is remembered of matches that nobody plays any more
        self.after: list[Callable[[Live], None]] = []  # who wants to know that a match has changed here
        self.others: Callable[[Live], None] | None = None  # tells the other processes who is connected here

    def close(self) -> None:
        self.thinking.close()
        for task in self._tasks:
            task.cancel()
        for pool in (self._writers, self._lookers):
            pool.shutdown(wait=False, cancel_futures=True)

    def do(self, work: Coroutine[object, object, None]) -> None:
        """In its own time, whether or not who began it is still there."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def looking(self, work: Callable[..., R], *args: object) -> R:
        """Reading and drawing, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._lookers, work, *args)

    def writing(self, work: Callable[..., R], *args: object) -> Awaitable[R]:
        """Changes, off the loop, in the order in which they came; begun when this returns."""
        return asyncio.get_running_loop().run_in_executor(self._writers, work, *args)

    # --- opening --------------------------------------------------------------------------------------

    async def create(
        self, match: Match, seats: Mapping[str, str], seconds: Mapping[str, float] | None = None
    ) -> tuple[Live, str, list[tuple[str, int]]]:
        """A new match from a fresh or a loaded one: the live match, its maker's key, invitations (token, side)."""
        return await self.begin(await self.looking(beginning_of, match, seated(seats, seconds or {}, self.seconds)))

    async def begin(self, new: Beginning) -> tuple[Live, str, list[tuple[str, int]]]:
        """The same, where somebody else has made it ready to be written down."""
        live = await self.writing(self.keeper.begin, new)
        self._remember(live)
        self.thinking.poke(live)
        return live, new.key[0], list(new.invites)

    async def key(self, token: str) -> Key | None:
        """What a link opens."""
        return self.store.remembered(token) or await self.looking(self.store.key, token)

    async def look_at_links(self) -> None:
        """Whether links were taken away, now and not a moment later."""
        if await self.looking(self.store.were_taken_away):
            await self.send_away()

    async def send_away(self) -> None:
        """Links were taken away: whoever came by one of them goes, and matches that were deleted go with them."""
        tables = self.tables
        left = await self.looking(self.store.stored, {live.id for live in tables})
        for live in tables:
            if live.id not in left:
                self.forget(live)
        here = [onlooker for live in self.tables for onlooker in live.onlookers]
        opened = await self.looking(self.store.opened, {onlooker.token for onlooker in here})
        for onlooker in here:
            if onlooker.token not in opened:
                onlooker.end()

    @contextlib.asynccontextmanager
    async def at(self, live: Live) -> AsyncIterator[None]:
        """At a table that is as the store has it, with nobody else's hand on it."""
        async with live.lock:
            if not live.is_sound:
                await self._mended(live)
            yield

    async def get(self, identity: str) -> Live:
        """The table of a match."""
        live = self._all.get(identity)
        if live is None:
            live = await self._opened(identity)
        self._remember(live)
        if live.is_closed:
            raise Refused(403, "errors.closed")
        self.thinking.poke(live)
        return live

    async def _opened(self, identity: str) -> Live:
        """However many ask for it at once, a table is opened once."""
        task = self._opening.get(identity)
        if task is None:
            task = self._opening[identity] = asyncio.create_task(self.looking(self.keeper.open, identity))
            task.add_done_callback(lambda _: self._opening.pop(identity, None))
        live = await asyncio.shield(task)
        return self._all.setdefault(identity, live)

    def _remember(self, live: Live) -> None:
        """The tables in use are the last; of those nobody uses, a few are kept."""
        live.used = time.monotonic()
        self._open[live.id] = self._all[live.id] = live
        self._open.move_to_end(live.id)
        if len(self._open) > KEPT:
            self._drop_one(next(iter(self._open.values())))

    def _drop_one(self, oldest: Live) -> None:
        if oldest.onlookers or oldest.thinking is not None or oldest.lock.locked():
            self._open.move_to_end(oldest.id)
        else:
            del self._open[oldest.id]

    def tidy(self) -> int:
        """Let go of the tables that nobody has used for a while; gives how many are left."""
        then = time.monotonic() - IDLE
        for live in [live for live in self._open.values() if live.used < then]:
            self._drop_one(live)
        return len(self._open)

    def _forget_keys(self) -> None:
        self.store.keep_keys(set(self._open))

    def table(self, identity: str) -> Live | None:
        """A table, if it is open here."""
        return self._all.get(identity)

    @property
    def tables(self) -> list[Live]:
        return list(self._all.values())

    def forget(self, live: Live) -> None:
        """Nobody can play this match any more."""
        live.is_gone = True
        self.thinking.break_off(live)
        self._open.pop(live.id, None)
        self._all.pop(live.id, None)
        for onlooker in tuple(live.onlookers):
            onlooker.end()

    def tell_who_is_here(self, live: Live) -> None:
        live.notice()
        if self.others is not None:
            self.others(live)

    # --- changing -------------------------------------------------------------------------------------

    async def change(self, live: Live, work: Callable[[], int | None], *, again: bool = False, small: bool = False) -> None:
        """A change at a table, by who holds its lock. `work` makes it and says by whose hand it was; with `again` it judges by itself
        whether it still fits where another process was faster, and is tried once more. `small` work is done here and now."""
        if not live.is_sound:
            await self._mended(live)
        before = live.revision
        try:
            told = await self._changed(live, work, small=small)
        except Overtaken:
            METRICS.overtaken += 1
            await self._mended(live)
            if again:
                return await self.change(live, work, small=small)
            raise Stale(Text("errors.overtaken")) from None
        except (MatchError, Refused):
            if live.is_broken:
                await self._mended(live)
            raise
        except Exception:
            METRICS.broken += 1
            live.is_broken = True
            self._mend_later(live)
            raise
        if live.revision != before:
            self.tell(told)
            self.thinking.poke(live)
            for follow in self.after:
                follow(live)

    async def _changed(self, live: Live, work: Callable[[], int | None], *, small: bool) -> list[tuple[Onlooker, bytes]]:
        """Made, stored, put into words. A refusal that comes when something has been played already leaves a table that is not the
        store's, as does whatever keeps it from being stored."""
        answers = len(live.match.answers)
        try:
            by = work() if small else await self.writing(work)
        except MatchError:
            live.is_broken = len(live.match.answers) != answers or bool(live.unstored)
            raise
        if not live.unstored:
            return []
        live.is_broken = True
        *earlier, last = live.unstored
        for change in earlier:
            await self._storing(live, change)
        told = await self._drawn_while(self._storing(live, last), live, by)
        live.unstored.clear()
        live.is_broken = False
        return told

    def _storing(self, live: Live, change: Change) -> Awaitable[None]:
        swift = self.store.change_swiftly(live.id, change)
        return self.writing(self.store.change, live.id, change) if swift is None else swift

    async def _drawn_while(self, storing: Awaitable[None], live: Live, by: int | None) -> list[tuple[Onlooker, bytes]]:
        """Put into words while the database is at work, and told to nobody before it is done. Should it not be done, nobody knows what
        was put into words."""
        try:
            try:
                return await self._drawn(live, by)
            finally:
                await storing
        except BaseException:
            for onlooker in live.onlookers:
                onlooker.forget()
            raise

    async def _drawn(self, live: Live, by: int | None) -> list[tuple[Onlooker, bytes]]:
        """For a few it is no work worth a thread."""
        return live.drawn(by) if len(live.onlookers) < FEW else await self.looking(live.drawn, by)

    @staticmethod
    def tell(told: list[tuple[Onlooker, bytes]]) -> None:
        for onlooker, message in told:
            onlooker.offer(message)

    def follows(self, live: Live, told: int, rows: str) -> bool:
        """What another process told, the answers that led to a revision: played and passed on here and now, where nobody's hand is on the
        table and it is a short word for a few. Whether that was so."""
        if not rows or len(rows) >= SHORT or len(live.onlookers) >= FEW or live.lock.locked():
            return False
        try:
            if not self.keeper.follow(live, told, rows):
                return False
            self.tell(live.drawn(None))
        except Exception:
            LOG.exception("match %s could not be followed", live.id)
            live.is_broken = True
            return False
        self._followed(live)
        return True

    async def refresh(self, live: Live, told: int = 0, rows: str = "") -> None:
        """Read what other processes have stored, and tell everyone who looks on here; where they `told` it, it need not be read."""
        revision = live.revision
        async with live.lock:
            try:
                self.tell(await self.looking(self._caught_up, live, told, rows))
            except Refused:
                live.is_closed = True
        if live.is_closed:
            self.forget(live)
        elif live.revision != revision:
            self._followed(live)
        else:
            self.thinking.poke(live)

    def _followed(self, live: Live) -> None:
        """Whatever a computer was thinking about here is over."""
        live.glass.rest()
        self.thinking.break_off(live)
        self.thinking.poke(live)

    def _caught_up(self, live: Live, told: int = 0, rows: str = "") -> list[tuple[Onlooker, bytes]]:
        rewound = live.rewound
        if not (rows and self.keeper.follow(live, told, rows)) and not self.keeper.catch_up(live):
            return []
        if live.rewound != rewound:
            forget_what_was_told(live)
        return live.drawn(None)

    async def _mended(self, live: Live) -> None:
        """Now, or not at all."""
        try:
            self.tell(await self.looking(self._caught_up, live))
        except Refused:
            self.forget(live)
            raise
        except Exception:
            LOG.warning("match %s cannot be read", live.id)
            raise Refused(503, "errors.store") from None

    def _mend_later(self, live: Live) -> None:
        """As soon as the store can be read again."""
        self.do(self._mend(live))

    async def _mend(self, live: Live) -> None:
        while live.is_broken and not live.is_gone:
            async with live.lock:
                with contextlib.suppress(Refused):
                    await self._mended(live)
            await asyncio.sleep(AGAIN)

    # --- playing --------------------------------------------------------------------------------------

    async def play(self, live: Live, side: Side, answers: int | Sequence[int], stamp: int | None = None) -> None:
        """One answer, or several as one gesture, checked, stored, told; and with it what leaves nothing to choose."""

        def played() -> int:
            before = live.serial
            if stamp is not None and stamp != live.stamp:
                raise Stale(Text("errors.stale", {"given": stamp, "serial": live.stamp}))
            if stamp is not None and live.agent_of(side) is not None:
                raise Refused(409, "errors.computer_plays")
            given = [answers] if isinstance(answers, int) else answers
            if live.course is not None and side == live.course.side == live.asked:
                objection = live.course.objection(live.match, given)
                if objection is not None:
                    raise Illegal(objection)
            events = live.match.submit_all(given, side=side)
            events += live.match.settle([s for s in SIDES if live.agent_of(s) is None])
            live.request = None
            self.keeper.append(live, before, events)
            return int(side)

        started = time.perf_counter()
        await self.change(live, played, again=stamp is not None, small=isinstance(answers, int) or len(answers) < FEW)
        METRICS.took(time.perf_counter() - started)

    async def concede(self, live: Live, side: Side) -> None:
        def conceded() -> int:
            events = live.match.concede(side)
            live.request = None
            self.keeper.append(live, live.serial, events)
            return int(side)

        self.thinking.break_off(live)
        await self.change(live, conceded)

    async def hand_over(self, live: Live, side: Side, agent: str | None, seconds: float | None = None) -> None:
        """Let a computer player answer for a seat, with so many seconds for a turn, or take the seat back."""
        known_agent(agent)
        kept = live.seats[side].seconds if seconds is None else allowed(seconds, self.seconds)

        def handed_over() -> None:
            live.seats[side].agent, live.seats[side].seconds = agent, kept
            before = live.serial
            self.keeper.append(live, before, self._excused(live, side))

        if live.thinking == side:
            self.thinking.break_off(live)
        await self.change(live, handed_over)

    async def let_sit(self, live: Live, side: Side, *, vacant: bool) -> None:
        """Say at the table that a player has joined, or that the seat is vacant again."""

        def seated_now() -> None:
            live.seats[side].vacant = vacant
            self.keeper.append(live, live.serial, [])

        await self.change(live, seated_now, again=True)

    def _excused(self, live: Live, side: Side) -> list[Event]:
        """A seat that the computer plays gives nothing to the dice, as long as the other one does."""
        if side in live.match.awaited and expected(live.seats)[side] == "":
            return live.match.give_nonce(side, None)
        return []

    # --- after the end --------------------------------------------------------------------------------

    async def course(self, live: Live) -> list[Point]:
        """How the Union's chance to win went in a match that is over: worked out once, then kept."""
        match = live.match
        async with live.course_lock:
            points = await self.looking(self.store.course, live.id)
            if points is None and match.outcome is not None and not match.floor:
                revision, outcome = live.revision, match.outcome
                start = Position.of(match, live.title.setup(match.scenario, match.options))
                points = await self.players.course(start, list(match.answers), level_at(seat.agent for seat in live.seats))
                if match.conceded is not None and points:
                    points.append((live.serial, outcome.worth(Side.UNION)))
                if live.revision == revision:
                    await self.writing(self.store.keep_course, live.id, points)
        return points or []


def forget_what_was_told(live: Live) -> None:
    """After a take-back: what was told of the answers that are no more does not count."""
    for onlooker in live.onlookers:
        onlooker.serial = min(onlooker.serial, live.serial)
