"""Computer players and exact odds, in processes of their own, so that thinking never holds up a table."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import multiprocessing
import os
import resource
import secrets
import signal
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from types import FrameType
from typing import NamedTuple, TypeVar, TypeVarTuple

from bivouac.agents import Agent, Clock, Effort, best_lines, hints, judged, level_of, make_agent
from bivouac.agents.heads import end_with
from bivouac.core.ids import Side
from bivouac.core.state import State, dump, restore
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.lab.odds import Forecast, distribution, marginals
from bivouac.lab.odds import forecast as forecast_of
from bivouac.match import Match
from bivouac.match.view import View
from bivouac.server.course import Point, course_of
from bivouac.server.errors import Refused
from bivouac.server.seats import TIMED
from bivouac.server.settings import extra_titles
from bivouac.titles import load

R = TypeVar("R")
Given = TypeVarTuple("Given")
BATCH = 0.25
AGENTS = 200
PATIENCE = 1.5
QUICK = 2
CLERKS, CLERKS_MOST = 2, 24  # processes for hints, odds and replays; how many of these may be under way
STRANGERS, STRANGERS_SECONDS, STRANGERS_MEMORY = 8, 8.0, 1_500_000_000  # files that may wait; what one of them may take
TRIALS_NICE, TRIALS_SECONDS = 15, 60.0  # of matches that computers play to see who wins
LAST = 3  # the rank of what nobody's move waits for
QUICK_NICE, CLERKS_NICE, THINKERS_NICE = 5, 10, 10
BREAK_OFF = signal.SIGUSR1
HINT = Effort(lines=8, samples=10, worlds=5)
COACH_SECONDS = 1.0
REGRET, REGRETS, REGRETTED = Effort(lines=5, samples=12, worlds=8), 10, 0.03  # decisions that are looked at again, and what counts


class Foreseen(NamedTuple):
    """What may come of an attack: for each kind of result its lines with their chances; and its name, where it needs one."""

    groups: list[list[tuple[str, float]]]
    about: Text | None


class Position(NamedTuple):
    """A state on its way to another process."""

    title: str
    scenario: str
    scenario_text: str | None
    options: tuple[str, ...]
    state: dict[str, object]

    @classmethod
    def of(cls, match: Match, state: State | None = None) -> Position:
        """Where a match stands; or another state of it."""
        return cls(match.title.id, match.scenario.id, match.scenario.text, tuple(sorted(match.options)), dump(state or match.state))

    def open(self) -> tuple[Title[State], State]:
        title = load(self.title)
        scenario = (
            title.scenario(self.scenario)
            if self.scenario_text is None or title.read_scenario is None
            else title.read_scenario(self.scenario_text, "scenario_text")
        )
        state = title.setup(scenario, self.options)
        restore(state, self.state, title.flow.frames)
        title.flow.run(state)
        return title, state


class Stretch(NamedTuple):
    """A part of a match: the position after `start` answers, the answers from there on (`joined`: those that belong to
    one gesture with the one before), the events (number, JSON) to be told; and whose
    view of it is wanted, in which language."""

    position: Position
    start: int
    answers: Sequence[int]
    joined: frozenset[int]
    events: Sequence[tuple[int, str]]
    side: Side | None
    language: str


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C: it is for the server, which ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Crew:
    """Processes that work, begun when they are first needed, and again should one of them die."""

    def __init__(self, size: int, niceness: int) -> None:
        self._size, self._niceness = size, niceness
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def run(self, work: Callable[[*Given], R], *args: *Given) -> R:
        for last_try in (False, True):
            if self._closed:
                raise BrokenProcessPool("the server stops")
            pool = self._pool = self._pool or self._begun()
            try:
                with _deaf_to_interrupts():
                    wanted = asyncio.get_running_loop().run_in_executor(pool, work, *args)
                return await wanted
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if last_try:
                    raise
        raise AssertionError("not reached")

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._size, multiprocessing.get_context("spawn"), _begin, (os.getpid(), self._niceness))

    def close(self) -> None:
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Turns:
    """One at a time: the lowest rank first, and of equals who came first."""

    def __init__(self) -> None:
        self._busy = False
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @contextlib.asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        if self._busy:
            mine = asyncio.get_running_loop().create_future()
            heapq.heappush(self._line, (rank, next(self._numbers), mine))
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():
                    self._pass_on()
                raise
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        self._busy = False
        while self._line and not self._busy:
            following = heapq.heappop(self._line)[2]
            if not following.done():
                self._busy = True
                following.set_result(None)


class Thinker(Crew):
    """One process for long thoughts, one after the other. A thought that nobody waits for any more is broken off."""

    def __init__(self) -> None:
        super().__init__(1, THINKERS_NICE)
        self._turns = Turns()
        self._process: int | None = None
        self.waiting = 0

    async def think(self, rank: int, begun: Callable[[], None], work: Callable[[*Given], R], *args: *Given) -> R:
        """`begun` is called when the thought begins, which may be a while after it was asked for."""
        self.waiting += 1
        try:
            async with self._turns.turn(rank):
                self._process = process = await self.run(os.getpid)
                begun()
                thought = asyncio.ensure_future(self.run(work, *args))
                thought.add_done_callback(_noticed)
                try:
                    return await asyncio.shield(thought)
                except asyncio.CancelledError:
                    with contextlib.suppress(Exception):
                        os.kill(process, BREAK_OFF)
                        await thought
                    raise
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """At once, whatever is being thought."""
        super().close()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGTERM)


class Stranger(Crew):
    """One process for what comes from outside, one thing after the other, with so much memory and so many seconds; beyond that its
    process is ended, and the next one gets a new one."""

    def __init__(self, niceness: int = QUICK_NICE, seconds: float = STRANGERS_SECONDS) -> None:
        super().__init__(1, niceness)
        self._turns, self._seconds = Turns(), seconds
        self._process: int | None = None
        self.waiting = 0

    async def read(self, work: Callable[[*Given], R], *args: *Given) -> R:
        if self.waiting >= STRANGERS:
            raise Refused(503, "errors.busy")
        self.waiting += 1
        try:
            async with self._turns.turn(0):
                self._process = await self.run(_with_little_memory)
                return await asyncio.wait_for(self.run(work, *args), self._seconds)
        except (TimeoutError, BrokenProcessPool, MemoryError):
            self.close()
            self._closed = False
            raise Refused(400, "errors.file_too_hard") from None
        finally:
            self.waiting -= 1

    def close(self) -> None:
        super().close()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            self._process = None


def _with_little_memory() -> int:
    resource.setrlimit(resource.RLIMIT_AS, (STRANGERS_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    return os.getpid()


class Players:
    """Scripts, long thoughts, looking things up and reading what comes from outside have processes of their own: a thought at one table
    never holds up a quick answer at another, and nobody's file holds up anybody."""

    def __init__(self, workers: int) -> None:
        self._quick = Crew(QUICK, QUICK_NICE)
        self._clerks = Crew(CLERKS, CLERKS_NICE)
        self._at_work = 0
        self.stranger = Stranger()
        self.trials = Stranger(TRIALS_NICE, TRIALS_SECONDS)
        self._thinkers = [Thinker() for _ in range(workers)]
        self._homes: OrderedDict[str, Thinker] = OrderedDict()

    async def decide(
        self, position: Position, seat: str, agent: str, seconds: float, begun: Callable[[], None], *, new_turn: bool, rank: int = 1
    ) -> Decided:
        """The next answers of the side that is asked: as many as need nobody else and come quickly. `seat` names who thinks: an agent
        goes on with the plan it made there before, and with what is left of its seconds for the turn. The lowest `rank` goes first. Where
        others have nothing to think about, they lend a head."""
        task = (position, seat, agent, secrets.token_hex(8), seconds)
        if level_of(agent) not in TIMED:
            return await self._quick.run(decide, *task)
        home = self._home(seat, new_turn=new_turn)
        return await home.think(rank, begun, decide, *task, 1 + sum(t.waiting == 0 for t in self._thinkers if t is not home))

    def _home(self, seat: str, *, new_turn: bool) -> Thinker:
        """Where an agent thinks: in one process for a whole turn, since what it remembers is there; the idlest for a new turn."""
        home = self._homes.pop(seat, None)
        if home is None or new_turn:
            home = min(self._thinkers, key=lambda t: (t.waiting, t is not home))
        self._homes[seat] = home
        if len(self._homes) > AGENTS:
            self._homes.popitem(last=False)
        return home

    async def hints(self, position: Position, side: int) -> list[tuple[int, float]]:
        """The most promising options for the side that is asked, each with its chance to win, the best first."""
        return await self._clerk(best_options, position, side)

    async def course(self, position: Position, answers: list[int], level: str) -> list[Point]:
        """How the Union's chance to win went, from a start through the answers. It may wait for thoughts; no move waits for it."""
        return await min(self._thinkers, key=lambda t: t.waiting).think(LAST, nothing, course, position, answers, level)

    async def lines(self, position: Position, side: int) -> list[BestLine]:
        """The best lines for the side that is asked, as far as it can know, each with its chance to win."""
        return await self._clerk(lines_of, position, side)

    async def coach(self, position: Position, side: int, answers: Sequence[int]) -> Fear | None:
        """What is to be feared of some answers, if it is grave."""
        return await self._clerk(fear, position, side, tuple(answers))

    async def better(self, position: Position, answers: Sequence[int], first: int, side: int) -> Regret | None:
        """What would have been better in a stretch of a match. It may wait for thoughts; no move waits for it."""
        return await min(self._thinkers, key=lambda t: t.waiting).think(LAST, nothing, regret, position, list(answers), first, side)

    async def odds(self, position: Position, side: int) -> Foreseen | None:
        return await self._clerk(odds, position, side)

    async def replayed(self, work: Callable[[Stretch, int], bytes], stretch: Stretch, number: int) -> bytes:
        """Earlier positions, by a function of replay.py."""
        return await self._clerk(work, stretch, number)

    async def _clerk(self, work: Callable[[*Given], R], *args: *Given) -> R:
        """Hints, odds and replays wait for one another, up to a point; no move waits for them."""
        if self._at_work >= CLERKS_MOST:
            raise Refused(503, "errors.busy")
        self._at_work += 1
        try:
            return await self._clerks.run(work, *args)
        finally:
            self._at_work -= 1

    @property
    def waiting(self) -> int:
        return sum(t.waiting for t in self._thinkers)

    async def forecast(self, position: Position, side: int, answer: int) -> Forecast | None:
        return await self._clerk(forecast, position, side, answer)

    def close(self) -> None:
        for crew in (self._quick, self._clerks, self.stranger, self.trials, *self._thinkers):
            crew.close()


def _noticed(thought: asyncio.Future[R]) -> None:
    """Whatever became of a thought that nobody waits for any more, there is nothing to complain of."""
    if not thought.cancelled():
        thought.exception()


def nothing() -> None:
    """Nobody needs to know that it has begun."""


# --- in the worker -------------------------------------------------------------------------------------


class Unwanted(Exception):
    """Nobody waits for this thought any more."""


class _Now:
    thinking = False


def _begin(parent: int, niceness: int) -> None:
    extra_titles()
    os.nice(niceness)
    signal.signal(BREAK_OFF, _break_off)
    end_with(parent)


def _break_off(number: int, frame: FrameType | None) -> None:
    if _Now.thinking:
        raise Unwanted


class BestLine(NamedTuple):
    answers: list[int]
    labels: list[Text]
    chance: float


class Fear(NamedTuple):
    """What is to be feared of an answer: the chance to win with it and with a better one, which, and the fight it leads to."""

    chance: float
    best: float
    better: Text
    fight: Forecast | None


class Regret(NamedTuple):
    """What would have been better than answer `number`, and how much."""

    number: int
    done: Text
    better: Text
    chance: float
    best: float
    fight: Forecast | None


class Decided(NamedTuple):
    """The next answers of a computer player, and the name of the plan that it follows."""

    answers: list[int]
    plan: str


def plan_of(agent: Agent, title: Title[State], side: Side) -> str:
    """The name of the plan that an agent follows; nothing where it has none."""
    plan: int = getattr(agent, "plan", -1)
    plans = title.advice.plans if title.advice is not None else None
    return plans.names[side][plan] if plans is not None and plan >= 0 else ""


_AGENTS: OrderedDict[tuple[str, str], Agent] = OrderedDict()


def _agent(seat: str, name: str, seed: str) -> Agent:
    """The agent of a seat. Which plan it follows hangs on the match and its side alone, so that it is the same in every process."""
    agent = _AGENTS.pop((seat, name), None) or make_agent(name, Random(seed), Random(seat.rpartition(" ")[0]).random())
    _AGENTS[seat, name] = agent
    if len(_AGENTS) > AGENTS:
        _AGENTS.popitem(last=False)
    return agent


def decide(position: Position, seat: str, agent_name: str, seed: str, seconds: float, heads: int = 1) -> Decided:
    title, state = position.open()
    agent = _agent(seat, agent_name, seed)
    try:
        _Now.thinking = True
        side = title.flow.side(state)
        answers = _answers(title, state, agent, Clock(seconds, heads=heads))
        return Decided(answers, plan_of(agent, title, side))
    except Unwanted:
        del _AGENTS[seat, agent_name]
        raise
    finally:
        _Now.thinking = False


def _answers(title: Title[State], state: State, agent: Agent, clock: Clock) -> list[int]:
    side, started = title.flow.side(state), time.monotonic()
    answers: list[int] = []
    while state.stack and title.flow.side(state) == side:
        question = title.question(state)
        assert question is not None
        answer = agent.decide(View(title, state, side), question, clock)
        answers.append(answer)
        title.play(state, answer)
        if time.monotonic() - started > BATCH:
            break
    return answers


def odds(position: Position, side: int) -> Foreseen | None:
    """What may come of the attack at hand, as far as this side can know: for each kind of result its lines with their chances.
    None: there is no attack, or it would take too long to say."""
    title, state = position.open()
    if title.odds is None:
        return None
    attack = title.odds.ask(title.determinize(state, Side(side), Random(0)), ())
    if attack is None:
        return None
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        shares = distribution(title, title.odds, attack)
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    groups = [[(part, float(share)) for part, share in rows.items()] for rows in marginals(shares).values()]
    return Foreseen(groups, title.odds.about(attack))


def forecast(position: Position, side: int, answer: int) -> Forecast | None:
    """What is to be expected of the fight that an answer leads to, as far as this side can know."""
    title, state = position.open()
    if not state.stack or answer not in state.options:
        return None
    return forecast_of(title, title.determinize(state, Side(side), Random(0)), answer, Random(0))


def best_options(position: Position, side: int) -> list[tuple[int, float]]:
    title, state = position.open()
    question = title.question(state)
    assert question is not None
    return hints(View(title, state, Side(side)), question, Random(0), HINT, best=HINT.lines)


def course(position: Position, answers: list[int], level: str) -> list[Point]:
    title, state = position.open()
    return course_of(title, position.scenario if position.scenario_text is None else "", state, answers, level)


def lines_of(position: Position, side: int) -> list[BestLine]:
    title, state = position.open()
    question = title.question(state)
    if question is None:
        return []
    view = View(title, state, Side(side))
    found = best_lines(view, question, Random(0), HINT)
    return [BestLine(*_worded(title, view.sample(Random(0)), line), chance) for line, chance in found]


def _worded(title: Title[State], world: State, line: Sequence[int]) -> tuple[list[int], list[Text]]:
    """As much of a line as can be answered in a world, and its words."""
    answers, labels = [], []
    for answer in line:
        if not world.stack or answer not in world.options:
            break
        answers.append(answer)
        labels.append(title.choice(world, answer).label)
        title.play(world, answer)
    return answers, labels


def fear(position: Position, side: int, answers: tuple[int, ...]) -> Fear | None:
    title, state = position.open()
    question = title.question(state)
    if question is None or question.side != side or answers[0] not in question.options:
        return None
    found = judged(View(title, state, Side(side)), question, answers, Random(0), Clock(COACH_SECONDS))
    if found is None or not found.is_grave:
        return None
    return Fear(found.given, found.best, title.choice(state, found.line[0]).label, _fight(title, state, side, answers[0]))


def _fight(title: Title[State], state: State, side: int, answer: int) -> Forecast | None:
    """What is to be expected of the fight that an answer leads to, as far as its side can know."""
    if title.odds is None:
        return None
    world = title.determinize(state, Side(side), Random(0))
    return forecast_of(title, world, answer, Random(0)) if answer in world.options else None


def regret(position: Position, answers: list[int], first: int, side: int) -> Regret | None:
    """Of the decisions of a side from answer `first` on, the one that cost most, if it cost anything."""
    title, state = position.open()
    asked: list[tuple[int, State]] = []
    for number, answer in enumerate(answers):
        if number >= first and state.stack and title.flow.side(state) == side and len(state.options) > 1:
            asked.append((number, state.clone()))
        title.play(state, answer)
    worst: Regret | None = None
    for number, then in asked[:: max(1, -(-len(asked) // REGRETS))]:
        found = _regretted(title, then, number, answers[number])
        if found is not None and (worst is None or found.best - found.chance > worst.best - worst.chance):
            worst = found
    return worst


def _regretted(title: Title[State], state: State, number: int, answer: int) -> Regret | None:
    question = title.question(state)
    assert question is not None
    found = judged(View(title, state, question.side), question, (answer,), Random(number), Clock(), REGRET)
    if found is None or found.fall < REGRETTED:
        return None
    done, better = (title.choice(state, a).label for a in (answer, found.line[0]))
    return Regret(number, done, better, found.given, found.best, _fight(title, state, int(question.side), answer))


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def odds_line(part: str) -> Text:
    """ "hits:2" is the line `odds.hits` of the catalogue with n = 2."""
    name, _, number = part.partition(":")
    return Text(f"odds.{name}", {"n": int(number) if number.lstrip("-").isdigit() else number})
