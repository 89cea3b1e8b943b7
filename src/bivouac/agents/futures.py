"""Playing on: lines of answers, and the futures in which each side follows a plan of its script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any

from bivouac.core.ids import Side
from bivouac.core.plans import Pair
from bivouac.core.title import Advice, Title

Line = tuple[int, ...]
LONGEST_LINE = 60
KINDS = 256  # more than a title has boxes
WORD = 2**64 - 1
FARTHER = 4  # times as far as its outlook a planner judges lines where the title does not say how far
KEPT = 1024  # lines whose end is kept
SPREAD = 16  # futures among which every throw is spread evenly
ORDERS = [Random(n).sample(range(SPREAD), SPREAD) for n in range(256)]


class Luck:
    """The dice of one future. They begin anew with every turn and for each kind of throw, and fall alike in all futures of one seed: two
    lines that part at one answer still meet much the same fortune.

    Futures in a row, SPREAD of them from a seed that is a multiple of it, share their fortune out evenly: each throw falls in another part
    of its range in every one of them, so that their mean wavers less than that of as many by themselves."""

    __slots__ = ("_among", "_seed", "_thrown")

    def __init__(self, seed: int) -> None:
        self._seed, self._among = divmod(seed, SPREAD)
        self._thrown: dict[int, int] = {}

    def falls(self, turn: int, kind: int) -> float:
        """A number between 0 and 1 for the next throw of a kind in a turn."""
        name = turn * KINDS + kind
        times = self._thrown[name] = self._thrown.get(name, 0) + 1
        mixed = (self._seed ^ name * 0x9E3779B97F4A7C15 ^ times * 0xC2B2AE3D27D4EB4F) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 29) * 0x94D049BB133111EB & WORD
        return (ORDERS[mixed >> 40 & 0xFF][self._among] + (mixed >> 48) / 2**16) / SPREAD


def first_seed(rng: Random) -> int:
    """Of a row of futures that share their fortune out: the n-th has this one and n more."""
    return rng.getrandbits(48) * SPREAD


def fallen(options: Sequence[int], weights: Sequence[float] | None, lot: float) -> int:
    """The option that a number between 0 and 1 falls on."""
    if not weights:
        return options[int(lot * len(options))]
    left = lot * sum(weights)
    for option, weight in zip(options, weights):
        left -= weight
        if left < 0:
            return option
    return options[-1]


class Futures:
    """A title's rules and advice as one side's search wants them."""

    def __init__(self, title: Title[Any], advice: Advice, side: Side, steps: int) -> None:
        self._flow = title.flow
        self._advice = advice
        self._plans = advice.plans
        self._pace = advice.pace
        self._side = side
        self._steps = steps
        self.horizon = advice.horizon
        self.farthest = advice.farthest or FARTHER * (advice.outlook or advice.horizon)
        self._looks = 1
        self._world: Any = None
        self._begun: dict[Line, Any] = {}
        self.turn = advice.turn
        self.is_far = False

    @classmethod
    def to_the_end(cls, title: Title[Any], advice: Advice, side: Side) -> Futures:
        """Futures that are played until the match is over."""
        return cls(title, advice._replace(horizon=title.longest), side, title.longest)

    # --- plans ------------------------------------------------------------------------------------------

    def count(self) -> int:
        return len(self._plans.names[self._side]) if self._plans is not None else 1

    def suiting(self, state: Any, temper: str) -> Sequence[int]:
        """The side's plans that suit a temper; without one those that have a part in its mixture, all if that is one alone."""
        if self._plans is None:
            return range(1)
        if temper in self._plans.tempers:
            return [plan for plan, name in enumerate(self._plans.names[self._side]) if name in self._plans.tempers[temper][self._side]]
        sound = [plan for plan, share in enumerate(self._plans.mixture(state, self._side)) if share > 0]
        return sound if len(sound) > 1 and not temper else range(self.count())

    def weight(self, state: Any, plan: int) -> float:
        return self._plans.mixture(state, self._side)[plan] if self._plans is not None else 1.0

    def enemies(self, state: Any) -> Sequence[float]:
        """How often the other side should follow each of its plans."""
        return self._plans.mixture(state, 1 - self._side) if self._plans is not None else (1.0,)

    def draw(self, state: Any, side: int, lot: float, temper: str = "") -> int:
        """The plan that a lot between 0 and 1 gives a side."""
        return self._plans.draw(state, side, lot, temper) if self._plans is not None else 0

    def lots(self, state: Any, rng: Random) -> Callable[[], Pair]:
        """Plans for both sides, drawn from their mixtures."""
        return lambda: (self.draw(state, Side.UNION, rng.random()), self.draw(state, Side.CSA, rng.random()))

    def pair(self, own: int, foe: int) -> Pair:
        return (own, foe) if self._side == Side.UNION else (foe, own)

    def order(self, state: Any, side: int, plan: int) -> Sequence[int]:
        if self._plans is None:
            return self._advice.order(state)
        return self._plans.order(state, (plan, 0) if side == Side.UNION else (0, plan))

    # --- lines ------------------------------------------------------------------------------------------

    def line(self, world: Any, plan: int, *, first: int | None = None, rank: Callable[[int], int] | None = None) -> Line:
        """The answers of a plan; the first one given, or each perhaps one of the next best."""

        def answer(state: Any, n: int) -> int:
            if n == 0 and first is not None:
                return first
            order = self.order(state, self._side, plan)
            return order[rank(len(order)) if rank is not None else 0]

        return self._run(world, answer)

    def begun(self, world: Any, given: Line, plan: int) -> Line:
        """Given answers, and then those of a plan."""

        def answer(state: Any, n: int) -> int:
            return given[n] if n < len(given) and given[n] in state.options else self.order(state, self._side, plan)[0]

        return self._run(world, answer)

    def varied(self, world: Any, line: Line, at: int, plan: int, rank: Callable[[int], int]) -> Line:
        """A line with one answer changed, and the others kept as long as they can be given."""

        def answer(state: Any, n: int) -> int:
            if n != at and n < len(line) and line[n] in state.options:
                return line[n]
            order = self.order(state, self._side, plan)
            if n != at or len(order) == 1:
                return order[0]
            others = [a for a in order if a != line[n]]
            return others[rank(len(others))]

        return self._run(world, answer)

    def _run(self, world: Any, answer: Callable[[Any, int], int]) -> Line:
        state, flow, turn = world.clone(), self._flow, self._pace(world)
        line: list[int] = []
        while state.stack and len(line) < LONGEST_LINE and flow.side(state) == self._side and self._pace(state) == turn:
            line.append(answer(state, len(line)))
            flow.play(state, line[-1])
        return tuple(line)

    def boxes(self, world: Any, line: Line) -> list[tuple[str, int]]:
        """The line with the question that each answer belongs to."""
        state = world.clone()
        named = []
        for answer in line:
            question = self._flow.question(state)
            if question is None or answer not in state.options:
                break
            named.append((question.box, answer))
            self._flow.play(state, answer)
        return named

    # --- futures ----------------------------------------------------------------------------------------

    def look_far(self) -> None:
        """From now on futures go as far as the title's outlook, and are valued whenever the move passes on in the second half of the way:
        the mean of several looks wavers less than the last one alone."""
        self._look(self._advice.outlook or self._advice.horizon)

    def look_farther(self, horizon: int) -> None:
        """Farther than the outlook, where each look tells more and wavers more."""
        self._steps = self._steps * horizon // self.horizon
        self._look(horizon)
        self.is_far = True

    def _look(self, horizon: int) -> None:
        self.horizon, self._looks = horizon, (horizon + 1) // 2

    def play(self, world: Any, line: Line, plans: Pair, seed: int) -> float:
        """Where a line leads: played on with each side following its plan until the horizon, then valued."""
        state, pace, horizon = self._after(world, line), self._pace, self.horizon
        luck, step = Luck(seed), self._step
        turn, passed, seen, left = pace(state), 0, 0.0, self._looks
        for _ in range(self._steps):
            if not state.stack or passed >= horizon:
                break
            step(state, plans, luck)
            if state.stack:
                now = pace(state)
                if now != turn:
                    turn, passed = now, passed + 1
                    if left > 1 and passed > horizon - left:
                        seen += self.value(state)
                        left -= 1
        return (seen + left * self.value(state)) / self._looks if self._looks > 1 else self.value(state)

    def _after(self, world: Any, line: Line) -> Any:
        """Where the futures of a line begin. Those of the world at hand are kept: thirty answers take a fifth of the time of a future."""
        if world is not self._world:
            self._world, self._begun = world, {}
        state = self._begun.get(line)
        if state is None:
            if len(self._begun) == KEPT:
                self._begun.clear()
            state = self._begun[line] = self._played(world, line)
        return state.clone()

    def _played(self, world: Any, line: Line) -> Any:
        """A world after the answers of a line, as far as they can be given."""
        state = world.clone()
        for answer in line:
            if not state.stack or answer not in state.options:
                break
            self._flow.play(state, answer)
        return state

    def _step(self, state: Any, plans: Pair, luck: Luck) -> None:
        flow = self._flow
        if flow.is_chance(state):
            flow.play(state, fallen(state.options, flow.weights(state), luck.falls(self._pace(state), state.stack[-1].box)))
        elif self._plans is None:
            flow.play(state, self._advice.order(state)[0])
        else:
            flow.play(state, self._plans.best(state, plans))

    def share(self, world: Any, side: Side, plan: int) -> float:
        """How much of what a side has still to decide in its turn it decides by the line at hand, if it goes on by its plan: a question
        weighs as much as the logarithm of its answers."""
        state, flow, luck, plans = world.clone(), self._flow, Luck(0), self.pair(plan, 0)
        turn, first, this, whole = self.turn(state), True, 0.0, 0.0
        for _ in range(self._steps):
            if not state.stack or self.turn(state) != turn:
                break
            if not flow.is_chance(state) and flow.side(state) == side:
                weight = log(len(state.options))
                whole += weight
                this += weight if first else 0.0
            else:
                first = False
            self._step(state, plans, luck)
        return this / whole if whole else 1.0

    def value(self, state: Any) -> float:
        if state.outcome is not None:
            return float(state.outcome.worth(self._side))
        return self._advice.evaluate(state, self._side)
