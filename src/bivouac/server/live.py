"""A match in play: the match itself, who sits at it, who looks on, and what they have been told."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Protocol, TypeVar, cast

from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.table import Layout, Place
from bivouac.core.title import Title
from bivouac.match import Match
from bivouac.match.gestures import Reach, ends_the_turn
from bivouac.match.lesson import Course, course_of, lesson_of, lessons_of
from bivouac.match.seen import seen_position
from bivouac.server.hourglass import Hourglass
from bivouac.server.seats import LESSON, Seat, Study, parse_seats
from bivouac.server.store import Change, Head, Key, Row

R = TypeVar("R")
SHOWN = 160
A_MOMENT = 30.0
MISSING = object()
PLAYERS, WATCHERS, AFTER = "players", "watchers", "after"  # where something is said: at the seats, among spectators, when it is over

Told = dict[Hashable, bytes]
Log = list[tuple[int, list[Event]]]  # the number of an answer (-1: setting up), and what followed from it


_PLACES: dict[tuple[str, str], Sequence[Place]] = {}


class Onlooker(Protocol):
    """Somebody connected to a match. `drawn` may be called from any thread, while nothing changes at the table; the others only where the
    connection lives, and must not wait."""

    key: Key
    token: str  # the link by which they came
    serial: int

    def drawn(self, live: Live, *, by: int | None, told: Told | None = None) -> bytes:
        """The message that tells what is new; `told` has those of others who are told the same, by what makes them alike."""
        ...

    def forget(self) -> None:
        """What was drawn last was not told."""
        ...

    def offer(self, message: bytes) -> None: ...

    def notice(self, live: Live) -> None:
        """Nothing happened on the table, but who is there or thinking has changed."""
        ...

    def end(self) -> None:
        """There is nothing more to be seen here."""
        ...


class Live:
    """One object for a match as long as anybody needs it; what it holds is what the store has, or `is_broken`."""

    def __init__(self, row: Row, match: Match, log: Log, most_seconds: float, *, workers: bool = False) -> None:
        self.id = row.id
        self.has_workers = workers  # computers think in processes that take their thoughts from the database
        self.watch = row.watch
        self.most_seconds = most_seconds
        self.thinking: int | None = None
        self.thought: asyncio.Task[None] | None = None
        self.glass = Hourglass()
        self.plans = ["", ""]  # what the computer players follow, as far as they have said
        self.onlookers: set[Onlooker] = set()
        self.elsewhere: dict[str, tuple[int, ...]] = {}  # by process: the sides that are connected there
        self.lock = asyncio.Lock()
        self.course_lock = asyncio.Lock()
        self.is_gone = False
        self.said: Counter[str] = Counter()  # by room: what was said since the table was opened
        self.used = time.monotonic()
        self.take(row, match, log)

    def take(self, row: Row, match: Match, log: Log) -> None:
        """What the store has."""
        self.match = match
        self.log = log
        self.course = course_at(match, parse_seats(row.seats))
        self.is_closed = row.closed
        self.is_broken = False
        self.unstored: list[Change] = []  # what has changed here and is not yet stored
        self._made: tuple[int, dict[Hashable, object]] = (-1, {})
        self._seats = ""  # as they are written down
        self.follow(row)

    def follow(self, head: Head) -> None:
        """The facts beside the match itself."""
        if head.seats != self._seats:
            self._seats, self.seats = head.seats, parse_seats(head.seats)
        self.revision, self.stored = head.revision, head.serial
        self.beside = beside(head)
        self.rewound, self.dropped, self.request = head.rewound, head.dropped, head.request

    @property
    def is_sound(self) -> bool:
        """Whether this is what the store had at this revision, as far as can be seen: not broken, no answers that were never stored."""
        return not self.is_broken and self.serial == self.stored

    @property
    def study(self) -> Study | None:
        """What is analysed here, if anything is."""
        return self.seats[Side.UNION].study

    @property
    def is_ahead(self) -> bool:
        """Whether this is a private copy on which a turn is planned."""
        return self.study is not None and self.study.ahead is not None

    @property
    def stamp(self) -> int:
        """The serial of the question that is asked now; no other question of this match ever has the same."""
        return self.serial + self.dropped

    @property
    def title(self) -> Title[State]:
        return self.match.title

    @property
    def serial(self) -> int:
        return self.match.serial

    @property
    def asked(self) -> Side | None:
        state = self.match.state
        return self.title.flow.side(state) if state.stack else None

    @property
    def places(self) -> Sequence[Place]:
        """The places of the board; those of our own scenarios are found once."""
        scenario = self.match.scenario
        if scenario.text is not None:
            return self.title.table.places(scenario)
        key = (self.title.id, scenario.id)
        if key not in _PLACES:
            _PLACES[key] = self.title.table.places(scenario)
        return _PLACES[key]

    def once(self, name: Hashable, make: Callable[[], R]) -> R:
        """What is made once for a revision, for all who want it."""
        revision, made = self._made
        if revision != self.revision:
            self._made = (self.revision, made := {})
        found = made.get(name, MISSING)
        if found is MISSING:
            found = made[name] = make()
        return cast(R, found)

    def eyes(self, side: Side | None) -> Side | None:
        """With whose eyes a side sees the table: where nobody has secrets, with a spectator's."""
        return side if self.title.secrets else None

    def layout(self, side: Side | None) -> Layout:
        eyes = self.eyes(side)
        return self.once(("layout", eyes), lambda: self.title.table.layout(self.title.view(self.match.state, eyes)))

    def seen(self, side: Side) -> State:
        """The last position that a side has seen; not to be changed."""
        return self.once(("seen", side), lambda: seen_position(self.match, side))

    def reach(self) -> Reach:
        """The gestures of the side that is asked now."""
        return self.once("reach", lambda: Reach(self.title, self.match.state.clone()))

    def agent_of(self, side: int | None) -> str | None:
        """Which computer player answers for a side, if one does."""
        return self.seats[side].agent if side in SIDES else None

    @property
    def pondering(self) -> int | None:
        """The side whose computer player is thinking, here or elsewhere."""
        if self.thinking is None and self.has_workers and self.agent_of(self.asked) is not None:
            return int(self.asked or 0)
        return self.thinking

    def seconds_of(self, side: int) -> float:
        """How long a computer player may think about a turn of this side."""
        return min(self.seats[side].seconds, self.most_seconds)

    def turn(self) -> int:
        """Changes whenever the move passes on."""
        return self.title.advice.turn(self.match.state) if self.title.advice is not None and self.match.state.stack else 0

    def is_here(self, side: int) -> bool:
        return any(side in o.key.sides for o in self.onlookers) or any(side in sides for sides in self.elsewhere.values())

    @property
    def is_attended(self) -> bool:
        """Whether anybody waits for what happens here: is connected, or has asked a moment ago."""
        return bool(self.onlookers) or any(self.elsewhere.values()) or time.monotonic() - self.used < A_MOMENT

    def heard(self, sides: Sequence[int]) -> int:
        """How often something was said that who sits there (nowhere: a spectator) can read."""
        own, over = PLAYERS if sides else WATCHERS, self.match.outcome is not None
        return sum(n for room, n in self.said.items() if room == own or (over and room != PLAYERS))

    def drawn(self, by: int | None) -> list[tuple[Onlooker, bytes]]:
        """What everybody who looks on is to be told."""
        told: Told | None = {} if len(self.onlookers) > 1 else None
        return [(onlooker, onlooker.drawn(self, by=by, told=told)) for onlooker in tuple(self.onlookers)]

    def notice(self) -> None:
        for onlooker in tuple(self.onlookers):
            onlooker.notice(self)


def beside(head: Head) -> tuple[object, ...]:
    """What there is of a match beside its answers."""
    return head.seats, head.dice, head.undone, head.conceded, head.rewound, head.dropped, head.request


def forgets(live: Live, side: Side, answer: int) -> int:
    """How many things on the table could still be used that this answer, a button, would leave behind for good; 0 if nothing is lost.

    It is tried in a world that this side cannot tell from the true one, so that asking betrays nothing.
    """
    title, match = live.title, live.match
    if answer not in match.state.options or title.choice(match.state, answer).targets:
        return 0
    others = [c for c in match.choices() if c.targets]
    if not others:
        return 0
    world = title.determinize(match.state, side, Random(live.revision))
    world.log = []
    title.play(world, answer)
    passed = not world.stack or title.flow.side(world) != side or any(e.kind.heading for e in world.log)
    return len({c.targets[0] for c in others}) if passed else 0


def would_end(live: Live, side: Side, answers: Sequence[int]) -> bool:
    """Whether these answers would end the side's turn, as far as it can know."""
    return live.asked == side and ends_the_turn(live.title, live.match.state, answers, Random(live.revision))


def course_at(match: Match, seats: Sequence[Seat]) -> Course | None:
    """The lesson that is played at a table, if one is and it is still the one that was begun; its dice are laid out."""
    name, _, first = next((seat.lesson for seat in seats if seat.agent == LESSON), "").partition(":")
    if name not in lessons_of(match.title) or int(first) >= len(lesson_of(match.title.id, name).chapters):
        return None
    course = course_of(match.title.id, name, int(first))
    if not course.fits(match):
        return None
    course.lay_out(match)
    return course
