"""Matches in play: one object each, opened from the store when somebody comes, told to everyone who looks on.

An answer is checked by the match, stored, and only then told. If storing fails the object is thrown away, and the next visitor opens the
match as the store has it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import msgspec

from bivouac.agents import agents
from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State, dump, restore
from bivouac.core.table import Layout
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario, Title
from bivouac.match import CannotUndo, Match, MatchError
from bivouac.match.match import CONCEDED, SNAPSHOT_EVERY
from bivouac.match.save import FORMAT
from bivouac.server.course import Point
from bivouac.server.players import Players, Position
from bivouac.server.store import Key, Store, format_events, new_token, parse_events
from bivouac.titles import load

STAND_IN = "veteran"  # answers where another computer player fails
LOG = logging.getLogger("bivouac.server")
SHOWN = 160
KEPT = 400
SECONDS = 20.0
A_WHILE = 0.3


class Refused(Exception):
    """A request that cannot be granted: a status and a sentence of the web catalogue."""

    def __init__(self, status: int, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.status, self.key, self.facts = status, key, facts


class Onlooker(Protocol):
    """Somebody connected to a match. `offer` must not wait."""

    key: Key
    serial: int

    def offer(self, live: Live, *, by: int | None) -> None: ...

    def notice(self, live: Live) -> None:
        """Nothing happened on the table, but who is there or thinking has changed."""
        ...


@dataclass
class Hourglass:
    """How long a computer player has been thinking about a turn."""

    turn: tuple[int, int] | None = None
    spent: float = 0.0
    since: float | None = None

    def is_new(self, turn: tuple[int, int]) -> bool:
        """Another turn begins with a full glass."""
        if self.turn == turn:
            return False
        self.turn, self.spent, self.since = turn, 0.0, None
        return True

    def begin(self) -> None:
        self.since = time.monotonic()

    def rest(self) -> None:
        self.spent, self.since = self.now, None

    @property
    def now(self) -> float:
        return self.spent + (0.0 if self.since is None else time.monotonic() - self.since)


class Live:
    def __init__(self, row: dict[str, Any], match: Match, log: list[tuple[int, list[Event]]], most_seconds: float) -> None:
        self.id: str = row["id"]
        self.match = match
        self.seats: list[dict[str, Any]] = json.loads(row["seats"])
        self.most_seconds = most_seconds
        self.watch: str = row["watch"]
        self.created: float = row["created"]
        self.updated: float = row["updated"]
        self.revision: int = row["revision"]
        self.log = log
        self.request: int | None = None
        self.thinking: int | None = None
        self.thought: asyncio.Task[None] | None = None
        self.glass = Hourglass()
        self.onlookers: set[Onlooker] = set()
        self.lock = asyncio.Lock()
        self.course_lock = asyncio.Lock()
        self.undo_revision = self.revision
        self.gone = False
        self._layouts: dict[int | None, tuple[int, Layout]] = {}

    @property
    def title(self) -> Title[Any]:
        return self.match.title

    @property
    def serial(self) -> int:
        return len(self.match.answers)

    @property
    def asked(self) -> Side | None:
        state = self.match.state
        return self.title.flow.side(state) if state.stack else None

    def layout(self, side: Side | None) -> Layout:
        known = self._layouts.get(side)
        if known is None or known[0] != self.revision:
            known = (self.revision, self.title.table.layout(self.title.view(self.match.state, side)))
            self._layouts[side] = known
        return known[1]

    def agent_of(self, side: int | None) -> str | None:
        """Which computer player answers for a side, if one does."""
        return self.seats[side]["agent"] if side is not None else None

    def seconds_of(self, side: int) -> float:
        """How long a computer player may think about a turn of this side."""
        return min(float(self.seats[side].get("seconds", SECONDS)), self.most_seconds)

    def turn(self) -> int:
        """Changes whenever the move passes on."""
        return self.title.advice.turn(self.match.state) if self.title.advice is not None and self.match.state.stack else 0

    def is_here(self, side: int) -> bool:
        return any(side in o.key.sides for o in self.onlookers)

    def head(self) -> dict[str, Any]:
        """The columns that change with every answer."""
        asked, outcome = self.asked, self.match.outcome
        ended = None if outcome is None else [None if outcome.winner is None else int(outcome.winner), outcome.rule, outcome.ending]
        return {
            "revision": self.revision,
            "serial": self.serial,
            "asked": None if asked is None else int(asked),
            "outcome": None if ended is None else json.dumps(ended),
            "undone": msgspec.json.encode(self.match.undone).decode(),
            "seats": json.dumps(self.seats),
            "conceded": msgspec.json.encode(self.match.conceded).decode() if self.match.conceded else None,
        }

    def publish(self, by: int | None) -> None:
        for onlooker in tuple(self.onlookers):
            onlooker.offer(self, by=by)

    def notice(self) -> None:
        for onlooker in tuple(self.onlookers):
            onlooker.notice(self)


class Hub:
    """Opens matches, takes answers, lets the computer think."""

    def __init__(self, store: Store, players: Players, seconds: float) -> None:
        self.store = store
        self.players = players
        self.seconds = seconds
        self._open: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- beginning ------------------------------------------------------------------------------------

    def create(
        self, match: Match, seats: dict[str, str], seconds: Mapping[str, float] | None = None
    ) -> tuple[Live, str, list[tuple[str, int]]]:
        """A new match from a fresh or a loaded one: the live match, its maker's key, invitations (token, side)."""
        mine, invites, rows = [], [], []
        for side in SIDES:
            who = seats.get(str(int(side)), "me")
            agent = who.removeprefix("computer:") if who.startswith("computer:") else None
            if agent is not None and agent not in agents():
                raise Refused(400, "errors.no_level", name=agent, known=agents())
            if agent is None and who not in ("me", "here", "link"):
                raise Refused(400, "errors.bad_request")
            if who == "link":
                invites.append((new_token(), int(side)))
            elif agent is None:
                mine.append(int(side))
            rows.append({"agent": agent, "computer": agent is not None, "seconds": self.allowed((seconds or {}).get(str(int(side))))})
        identity, token, watch = new_token()[:22], new_token(), new_token()
        save = match.save(reveal=True)
        opening, answers, snapshots = _recorded(match)
        row = {
            "id": identity,
            "title": match.title.id,
            "rules": match.title.version,
            "scenario": match.scenario.id,
            "scenario_text": match.scenario.text,
            "options": json.dumps(sorted(match.options)),
            "dice": json.dumps(save["dice"]),
            "seats": json.dumps(rows),
            "watch": watch,
            "opening": format_events(opening),
            "revision": 0,
            "created": time.time(),
            "updated": time.time(),
        }
        log = [(-1, opening), *((a["number"], events) for a, events in answers if events)]
        live = Live(row, match, log[-SHOWN:], self.seconds)
        stored = {k: v for k, v in row.items() if k not in ("created", "updated")} | live.head()
        self.store.create(
            stored,
            [{**a, "match": identity, "events": format_events(e)} for a, e in answers],
            snapshots,
            (token, Key(identity, tuple(mine), owner=True)),
            invites,
        )
        self._remember(live)
        self.poke(live)
        return live, token, invites

    def allowed(self, seconds: float | None) -> float:
        """How long a computer player may think about a turn: as long as the player says, within what the server allows."""
        if seconds is None:
            return min(SECONDS, self.seconds)
        if not 0 < seconds <= self.seconds:
            raise Refused(400, "errors.bad_seconds", found=f"{seconds:g}", most=f"{self.seconds:g}")
        return seconds

    def get(self, identity: str) -> Live:
        live = self._open.get(identity)
        if live is None or live.gone:
            live = self._load(identity)
        self._remember(live)
        self.poke(live)
        return live

    def _remember(self, live: Live) -> None:
        self._open[live.id] = live
        self._open.move_to_end(live.id)
        for identity in list(self._open):
            if len(self._open) <= KEPT:
                break
            if not self._open[identity].onlookers and self._open[identity].thinking is None and identity != live.id:
                del self._open[identity]

    def _load(self, identity: str) -> Live:
        row = self.store.match(identity)
        if row is None:
            raise Refused(404, "errors.no_match")
        answers = self.store.answers(identity)
        title = load(row["title"])
        stored = self.store.snapshot(identity, max(0, len(answers) - SNAPSHOT_EVERY // 2))
        scenario = scenario_of(title, row["scenario"], row["scenario_text"])
        number, state = (stored[0], json.loads(stored[1])) if stored else (0, dump(title.setup(scenario, json.loads(row["options"]))))
        save = {
            "bivouac": FORMAT,
            "title": title.id,
            "rules": row["rules"],
            "scenario": row["scenario"],
            "options": json.loads(row["options"]),
            "dice": json.loads(row["dice"]),
            "answers": [None if s == Side.CHANCE else a for a, s in answers],
            "chance": [a for a, s in answers if s == Side.CHANCE],
            "checksum": "",
            "outcome": None,
            "scenario_text": row["scenario_text"],
            "undone": json.loads(row["undone"]),
            "conceded": json.loads(row["conceded"]) if row["conceded"] else None,
        }
        match = Match.resume(save, {"answers": number, "state": state})
        match.sides[:number] = [s for _, s in answers[:number]]
        return Live(row, match, self.log(row, title, len(answers) - SHOWN, len(answers)), self.seconds)

    def log(self, row: dict[str, Any], title: Title[Any], first: int, last: int) -> list[tuple[int, list[Event]]]:
        """What followed from the answers first <= number < last (-1: from setting up)."""
        opening = [(-1, parse_events(title.prefix, row["opening"]))] if first <= 0 else []
        found = opening + [(n, parse_events(title.prefix, text)) for n, text in self.store.events(row["id"], first, last)]
        if row["conceded"] and last >= row["serial"]:
            found.append((row["serial"], [Event(CONCEDED, (json.loads(row["conceded"])["side"],))]))
        return found

    def earlier(self, live: Live, first: int, last: int) -> list[tuple[int, list[Event]]]:
        row = self.store.match(live.id)
        assert row is not None
        return self.log(row, live.title, first, last)

    # --- answering ------------------------------------------------------------------------------------

    def answer(self, live: Live, side: Side, answer: object, serial: int | None) -> None:
        before = live.serial
        try:
            events = live.match.submit(answer, side=side, serial=serial)
        except MatchError:
            raise
        except Exception:
            self.forget(live)
            raise
        live.request = None
        self._stored(live, before, events)
        live.publish(int(side))
        self.poke(live)

    def _stored(self, live: Live, before: int, events: list[Event]) -> None:
        match = live.match
        live.revision += 1
        rows = [
            {
                "match": live.id,
                "number": n,
                "answer": match.answers[n],
                "side": int(match.sides[n]),
                "events": format_events(events) if n == before else "[]",
            }
            for n in range(before, live.serial)
        ]
        snapshot = None
        if before // SNAPSHOT_EVERY != live.serial // SNAPSHOT_EVERY:
            snapshot = (live.serial, json.dumps(dump(match.state), separators=(",", ":")))
        try:
            self.store.append(live.id, rows, live.head(), snapshot)
        except Exception:
            self.forget(live)
            raise
        live.updated = time.time()
        if events:
            live.log.append((before, events))
            del live.log[: -4 * SHOWN]

    def forget(self, live: Live) -> None:
        """The object and the store may differ: the store is right."""
        live.gone = True
        self._open.pop(live.id, None)

    # --- taking back ----------------------------------------------------------------------------------

    def undo(self, live: Live, side: Side, *, whole: bool = False, granted: bool = False) -> None:
        """Take back the side's last answer, or with `whole` all it may freely take back."""
        match = live.match
        match.undo(side, granted=granted)
        self.break_off(live)
        while whole and not granted and match.undo_obstacle(side) is None:
            try:
                match.undo(side)
            except CannotUndo:
                break
        point = live.serial
        live.revision += 1
        live.undo_revision = live.revision
        live.request = None
        try:
            self.store.rewind(live.id, point, live.head())
        except Exception:
            self.forget(live)
            raise
        live.log = [(n, e) for n, e in live.log if n < point]
        for onlooker in live.onlookers:
            onlooker.serial = min(onlooker.serial, point)
        live.publish(int(side))
        self.poke(live)

    def ask_undo(self, live: Live, side: Side) -> None:
        """Beyond what is free: the other side is asked. A computer, or a friend at the same screen, says yes."""
        if side not in live.match.sides:
            raise CannotUndo(Text("errors.nothing_to_undo"))
        other = side.other
        if live.agent_of(other) is not None or any({0, 1} <= set(o.key.sides) for o in live.onlookers if side in o.key.sides):
            self.undo(live, side, granted=True)
            return
        live.request = int(side)
        live.notice()

    # --- who sits where -------------------------------------------------------------------------------

    def hand_over(self, live: Live, side: Side, agent: str | None, seconds: float | None = None) -> None:
        """Let a computer player answer for a seat, with so many seconds for a turn, or take the seat back."""
        if agent is not None and agent not in agents():
            raise Refused(400, "errors.no_level", name=agent, known=agents())
        if seconds is not None:
            live.seats[side]["seconds"] = self.allowed(seconds)
        live.seats[side]["agent"] = agent
        if live.thinking == side:
            self.break_off(live)
        live.revision += 1
        self.store.append(live.id, [], live.head(), None)
        live.publish(None)
        self.poke(live)

    def concede(self, live: Live, side: Side) -> None:
        log = live.match.state.log
        told = len(log) if log is not None else 0
        live.match.concede(side)
        self.break_off(live)
        log = live.match.state.log
        live.request = None
        self._stored(live, live.serial, list(log[told:]) if log is not None else [])
        live.publish(int(side))

    # --- positions ------------------------------------------------------------------------------------

    def state_at(self, live: Live, number: int) -> State:
        """The state after `number` answers, from the nearest snapshot."""
        match, title = live.match, live.title
        stored = self.store.snapshot(live.id, number)
        state: State = title.setup(match.scenario, match.options)
        start = 0
        if stored is not None:
            start = stored[0]
            restore(state, json.loads(stored[1]), title.flow.frames)
            title.flow.run(state)
        for answer in match.answers[start:number]:
            title.play(state, answer)
        return state

    async def course(self, live: Live) -> list[Point]:
        """How the Union's chance to win went in a match that is over: worked out once, then kept."""
        match = live.match
        async with live.course_lock:
            points = self.store.course(live.id)
            if points is None and match.outcome is not None:
                revision, outcome = live.revision, match.outcome
                start = Position.of(match, live.title.setup(match.scenario, match.options))
                points = await self.players.course(start, list(match.answers))
                if match.conceded is not None and points:
                    points.append((live.serial, outcome.worth(Side.UNION)))
                if live.revision == revision:
                    self.store.keep_course(live.id, points)
        return points or []

    # --- the computer ---------------------------------------------------------------------------------

    def poke(self, live: Live) -> None:
        """If a computer player is asked, let it think."""
        if live.thinking is None and not live.gone and live.agent_of(live.asked) is not None:
            live.thinking = int(live.asked or 0)
            live.thought = task = asyncio.get_running_loop().create_task(self._think(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, live: Live) -> None:
        live.notice()
        try:
            while not live.gone and (side := live.asked) is not None and (agent := live.agent_of(side)) is not None:
                live.thinking = int(side)
                revision = live.revision
                try:
                    answers = await self._decided(live, side, agent)
                except Exception:
                    LOG.exception("%s failed in match %s; %s answers for it", agent, live.id, STAND_IN)
                    answers = await self._decided(live, side, STAND_IN)
                async with live.lock:
                    await self._play(live, side, answers, revision)
        except Exception:
            LOG.exception("a computer player failed in match %s", live.id)
        finally:
            if live.thought is asyncio.current_task():
                live.thinking = live.thought = None
                live.notice()

    async def _decided(self, live: Live, side: Side, agent: str) -> list[int]:
        """What a computer player answers next; who looks on is told when that takes a while."""
        loop, soon = asyncio.get_running_loop(), None
        glass = live.glass
        new_turn = glass.is_new((int(side), live.turn()))

        def begun() -> None:
            nonlocal soon
            glass.begin()
            soon = loop.call_later(A_WHILE, live.notice)

        seat = f"{live.id} {int(side)} {live.undo_revision}"
        try:
            return await self.players.decide(Position.of(live.match), seat, agent, live.seconds_of(side), begun, new_turn=new_turn)
        finally:
            glass.rest()
            if soon is not None:
                soon.cancel()

    def break_off(self, live: Live) -> None:
        """Nobody waits any more for what a computer player is thinking about."""
        if live.thought is not None:
            live.thought.cancel()
            live.thinking = live.thought = None
            live.glass = Hourglass()

    async def _play(self, live: Live, side: Side, answers: Iterable[int], revision: int) -> None:
        for answer in answers:
            if live.gone or live.revision != revision or live.asked != side or live.agent_of(side) is None:
                return
            before = live.serial
            self._stored(live, before, live.match.submit(answer, side=side))
            revision = live.revision
            live.publish(int(side))
            await asyncio.sleep(0)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


def scenario_of(title: Title[Any], identity: str, text: str | None) -> Scenario:
    if text is not None and title.read_scenario is not None:
        return title.read_scenario(text, "scenario_text")
    return title.scenario(identity)


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


def _recorded(match: Match) -> tuple[list[Event], list[tuple[dict[str, Any], list[Event]]], list[tuple[int, str]]]:
    """A match as rows: the events of setting up, each answer with its events, snapshots on the way."""
    title = match.title
    state = title.setup(match.scenario, match.options, log=True)
    log: list[Event] = []
    opening = list(state.log or ())
    rows: list[tuple[dict[str, Any], list[Event]]] = []
    snapshots: list[tuple[int, str]] = []
    for number, answer in enumerate(match.answers):
        side = title.flow.side(state)
        state.log = log = []
        title.play(state, answer)
        rows.append(({"number": number, "answer": answer, "side": int(side)}, list(log)))
        if (number + 1) % SNAPSHOT_EVERY == 0:
            snapshots.append((number + 1, json.dumps(dump(state), separators=(",", ":"))))
        match.sides[number] = side
    return opening, rows, snapshots


def name_of(side: int) -> Name:
    return Name("side", side)
