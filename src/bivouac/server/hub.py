"""All the tables: opened from the store when somebody comes, changed one thing at a time, told to everyone who looks on.

An answer is checked by the match, stored, and only then told. Should anything fail on the way, the table in memory is thrown away, and the
next visitor opens the match as the store has it.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence

from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.match import Match, MatchError
from bivouac.server.course import Point
from bivouac.server.keeping import Keeper
from bivouac.server.live import Live
from bivouac.server.players import Players, Position
from bivouac.server.seats import allowed, expected, known_agent, seated
from bivouac.server.store import Store
from bivouac.server.thinking import Thinking

KEPT = 400


class Hub:
    """Opens tables, takes answers, lets people and computers sit down."""

    def __init__(self, store: Store, players: Players, seconds: float) -> None:
        self.store = store
        self.players = players
        self.seconds = seconds
        self.keeper = Keeper(store, seconds)
        self.secret = store.secret("seal")
        self.thinking = Thinking(players, self.play)
        self._open: OrderedDict[str, Live] = OrderedDict()

    def close(self) -> None:
        self.thinking.close()

    # --- opening --------------------------------------------------------------------------------------

    def create(
        self, match: Match, seats: Mapping[str, str], seconds: Mapping[str, float] | None = None
    ) -> tuple[Live, str, list[tuple[str, int]]]:
        """A new match from a fresh or a loaded one: the live match, its maker's key, invitations (token, side)."""
        seating = seated(seats, seconds or {}, self.seconds)
        live, token = self.keeper.begin(match, seating)
        self._remember(live)
        self.thinking.poke(live)
        return live, token, seating.invites

    def get(self, identity: str) -> Live:
        live = self._open.get(identity)
        if live is None or live.gone:
            live = self.keeper.open(identity)
        self._remember(live)
        self.thinking.poke(live)
        return live

    def _remember(self, live: Live) -> None:
        self._open[live.id] = live
        self._open.move_to_end(live.id)
        for identity in list(self._open):
            if len(self._open) <= KEPT:
                break
            if not self._open[identity].onlookers and self._open[identity].thinking is None and identity != live.id:
                del self._open[identity]

    def forget(self, live: Live) -> None:
        """The object and the store may differ: the store is right."""
        live.gone = True
        self._open.pop(live.id, None)

    @contextlib.contextmanager
    def change(self, live: Live) -> Iterator[None]:
        """A change at a table: whatever fails on the way, other than a refusal of the match itself, ends with the store's word."""
        try:
            yield
        except MatchError:
            raise
        except Exception:
            self.forget(live)
            raise

    # --- playing --------------------------------------------------------------------------------------

    def play(self, live: Live, side: Side, answers: int | Sequence[int], serial: int | None = None) -> None:
        """One answer, or several as one gesture, checked, stored, told; and with it what leaves nothing to choose."""
        with self.change(live):
            before = live.serial
            given = [answers] if isinstance(answers, int) else answers
            events = live.match.submit_all(given, side=side, serial=serial)
            events += live.match.settle([s for s in SIDES if live.agent_of(s) is None])
            live.request = None
            self.keeper.append(live, before, events)
        live.publish(int(side))

    def answer(self, live: Live, side: Side, answers: int | Sequence[int], serial: int | None) -> None:
        self.play(live, side, answers, serial)
        self.thinking.poke(live)

    def concede(self, live: Live, side: Side) -> None:
        with self.change(live):
            log = live.match.state.log
            told = len(log) if log is not None else 0
            live.match.concede(side)
            self.thinking.break_off(live)
            live.request = None
            self.keeper.append(live, live.serial, list(log[told:]) if log is not None else [])
        live.publish(int(side))

    def hand_over(self, live: Live, side: Side, agent: str | None, seconds: float | None = None) -> None:
        """Let a computer player answer for a seat, with so many seconds for a turn, or take the seat back."""
        known_agent(agent)
        kept = live.seats[side].seconds if seconds is None else allowed(seconds, self.seconds)
        with self.change(live):
            live.seats[side].agent, live.seats[side].seconds = agent, kept
            if live.thinking == side:
                self.thinking.break_off(live)
            before = live.serial
            self.keeper.append(live, before, self._excused(live, side))
        live.publish(None)
        self.thinking.poke(live)

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
            points = self.store.course(live.id)
            if points is None and match.outcome is not None and not match.floor:
                revision, outcome = live.revision, match.outcome
                start = Position.of(match, live.title.setup(match.scenario, match.options))
                points = await self.players.course(start, list(match.answers))
                if match.conceded is not None and points:
                    points.append((live.serial, outcome.worth(Side.UNION)))
                if live.revision == revision:
                    self.store.keep_course(live.id, points)
        return points or []
