"""Procedures as flow tables: boxes that ask, boxes that roll, boxes that do.

A frame is a NamedTuple whose first field is its box (`core.boxes`). The stack of frames on a state says where the procedure stands; the
flow maps each box to what happens there:

    FLOW = Flow({
        Box.ORDER: Ask("HTL-6.1.3a", the_active, (
            Way(MOVE, hexes_around, MAY_MOVE, set_out, show_hex),
            Way(FIRE, enemies, MAY_FIRE, open_fire, show_target),
            Way(HALT, None, (), halt, show_halt),
        ), unit_facts),
        Box.DICE:  Roll("HTL-8.1.1b", roll),
        Box.ROUND: Do(next_round),
    }, frames=(At,))

`play` gives the answer to the box on top and runs on to the next question, so that a state at rest always asks something that has more than
one answer, or is over. Rules change the stack with `s.push`, `s.pop` and `s.goto`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.core.legality import Refusal, first_refusal
from bivouac.core.plans import Pair
from bivouac.core.state import State
from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.core.ways import Way, doer_of, options_of

S = TypeVar("S", bound=State)

DIE: Final = (1, 2, 3, 4, 5, 6)


def no_facts(s: Any, f: Any) -> dict[str, Arg]:
    return {}


def one_die(s: Any, f: Any) -> Sequence[int]:
    return DIE


def show_number(s: Any, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.number", {"n": a}))


@dataclass(frozen=True)
class Ask(Generic[S]):
    """A box that asks a side.

    ways:   the kinds of answer, see `core.ways`.
    facts:  the blanks of the prompt (`prompts.<box name>` in the catalogue).
    forced: a single option is taken without asking. False where that would betray a secret or surprise a player.
    """

    rule: str
    side: Callable[[S, Any], Side]
    ways: tuple[Way[S], ...]
    facts: Callable[[S, Any], Mapping[str, Arg]] = no_facts
    forced: bool = True


@dataclass(frozen=True)
class Roll(Generic[S]):
    """A box that asks chance: a die unless `outcomes` says otherwise, all alike unless `weights` are given (one int per outcome).

    forced: a single outcome is taken without counting as an answer. False where the number of answers would betray a secret.
    domain: all outcomes there can ever be.
    """

    rule: str
    answer: Callable[[S, Any, int], None]
    outcomes: Callable[[S, Any], Sequence[int]] = one_die
    weights: Callable[[S, Any], Sequence[int]] | None = None
    show: Callable[[S, Any, int], Choice] = show_number
    facts: Callable[[S, Any], Mapping[str, Arg]] = no_facts
    forced: bool = True
    domain: range = range(1, 7)


@dataclass(frozen=True)
class Do(Generic[S]):
    """A box where the rules go on by themselves."""

    step: Callable[[S, Any], None]


class Question:
    """What is being asked: of whom, by which clause, and what may be answered."""

    __slots__ = ("box", "facts", "options", "rule", "serial", "side", "weights")

    def __init__(
        self,
        side: Side,
        rule: str,
        box: str,
        options: tuple[int, ...],
        weights: tuple[int, ...] | None,
        facts: Mapping[str, Arg],
        serial: int = 0,
    ) -> None:
        self.side = side
        self.rule = rule
        self.box = box
        self.options = options
        self.weights = weights
        self.facts = facts
        self.serial = serial

    @property
    def prompt(self) -> Text:
        return Text(f"prompts.{self.box}", self.facts)

    @property
    def name(self) -> str:
        """The question in a line of an error: who is asked, the box, the clause."""
        return f"{self.side.name} {self.box} ({self.rule})"

    def __repr__(self) -> str:
        return f"<{self.serial}: {self.name} {list(self.options)}>"


class Asked(Question):
    """A question that is told when somebody reads it, for as long as its state stands."""

    __slots__ = ("_flow", "_state")

    def __init__(self, flow: Flow[Any], state: Any, side: Side, serial: int) -> None:
        self._flow, self._state = flow, state
        self.side, self.serial, self.options = side, serial, state.options

    def __getattr__(self, name: str) -> Any:
        told = self._flow.question(self._state)
        assert told is not None
        self.rule, self.box, self.weights, self.facts = told.rule, told.box, told.weights, told.facts
        return getattr(self, name)


class Stuck(Exception):
    """A question without an option: a mistake in the rules of a title."""


class Flow(Generic[S]):
    def __init__(self, boxes: Mapping[int, Ask[S] | Roll[S] | Do[S]], frames: Sequence[type]) -> None:
        """`boxes` maps every box of the title; `frames` are its frame types (they are needed to read a snapshot)."""
        size = max(boxes) + 1
        self.boxes = dict(boxes)
        self.frames = {cls.__name__: cls for cls in frames}
        self._names = {int(box): getattr(box, "name", str(box)).lower() for box in boxes}
        self._step: list[Callable[..., Any] | None] = [_missing] * size
        self._act: list[Callable[..., Any]] = [_missing] * size
        self._options: list[Callable[..., Any]] = [_missing] * size
        self._is_chance = [False] * size
        self._forced = [False] * size
        self._sides: list[Callable[..., Side] | None] = [None] * size
        self._weighers: list[Callable[..., Sequence[int]] | None] = [None] * size
        self._ways: list[dict[int, Way[S]]] = [{} for _ in range(size)]  # those that answers were found to be taken by
        for box, node in boxes.items():
            if isinstance(node, Do):
                self._step[box] = node.step
                continue
            self._step[box], self._forced[box] = None, node.forced
            if isinstance(node, Ask):
                self._act[box], self._options[box] = doer_of(node.ways), self._unwritten(box, node.ways)
                self._sides[box] = node.side
            else:
                self._act[box], self._options[box] = node.answer, node.outcomes
                self._weighers[box], self._is_chance[box] = node.weights, True

    def _unwritten(self, box: int, ways: tuple[Way[S], ...]) -> Callable[..., Any]:
        """The options of a box that was never asked: they are written out the first time."""

        def write(s: S, f: Any) -> Sequence[int]:
            written = self._options[box] = options_of(ways)
            return written(s, f)

        return write

    def compiled(self, kernel: Any) -> None:
        """Take the compiled form of this table (see tools/native)."""
        kernel.bind(self.boxes)
        for name in ("run", "play", "playout", "scripted", "draw", "options", "side", "is_chance", "weights"):
            setattr(self, name, getattr(kernel, name))

    # --- playing ----------------------------------------------------------------------------------------

    def run(self, s: S) -> None:
        """Go on until somebody must be asked, or the match is over."""
        steps, acts, makers, forced = self._step, self._act, self._options, self._forced
        while s.stack:
            f = s.stack[-1]
            box = f[0]
            step = steps[box]
            if step is not None:
                step(s, f)
                continue
            options = makers[box](s, f)
            if len(options) != 1 or not forced[box]:
                if not options:
                    raise Stuck(f"nobody can answer {self._names[box]}: {f}")
                s.options = tuple(options)
                return
            acts[box](s, f, options[0])
        s.options = ()

    def play(self, s: S, answer: int) -> None:
        """Give an answer that is known to be an option. `Match.submit` checks; search does not need to."""
        f = s.stack[-1]
        self._act[f[0]](s, f, answer)
        self.run(s)

    def playout(self, s: S, random: Callable[[], float]) -> tuple[int, int]:
        """Play to the end, everybody at random (`random` gives numbers from 0 up to 1): the players' answers, and those of chance. It is
        `run` and `play` in one, for whoever plays many matches."""
        steps, acts, makers, forced = self._step, self._act, self._options, self._forced
        is_chance, weighers = self._is_chance, self._weighers
        players = chances = 0
        while s.stack:
            f = s.stack[-1]
            box = f[0]
            step = steps[box]
            if step is not None:
                step(s, f)
                continue
            options = makers[box](s, f)
            many = len(options)
            if many == 1 and forced[box]:
                acts[box](s, f, options[0])
                continue
            if not many:
                raise Stuck(f"nobody can answer {self._names[box]}: {f}")
            s.options = options
            if is_chance[box]:
                chances += 1
            else:
                players += 1
            acts[box](s, f, options[int(random() * many)] if weighers[box] is None else self.draw(s, random()))
        s.options = ()
        return players, chances

    def scripted(self, s: S, random: Callable[[], float], best: Callable[[S, Pair], int], plans: Sequence[Pair]) -> int:
        """Play to the end, each side as the script finds best by its own of the plans: how many answers there were."""
        acts, run, is_chance = self._act, self.run, self._is_chance
        answers = 0
        while s.stack:
            f = s.stack[-1]
            box = f[0]
            acts[box](s, f, self.draw(s, random()) if is_chance[box] else best(s, plans[self.side(s)]))
            run(s)
            answers += 1
        return answers

    def draw(self, s: S, point: float) -> int:
        """The outcome of chance that lies at this point of all of them, from 0 up to 1."""
        outcomes, weights = s.options, self.weights(s)
        if weights is None:
            return outcomes[int(point * len(outcomes))]
        point *= sum(weights)
        for outcome, weight in zip(outcomes, weights):
            point -= weight
            if point < 0:
                return outcome
        return outcomes[-1]

    def options(self, s: S) -> tuple[int, ...]:
        """The options of the question on top, computed again from the clauses."""
        f = s.stack[-1]
        return tuple(self._options[f[0]](s, f))

    def is_chance(self, s: S) -> bool:
        found: bool = self._is_chance[s.stack[-1][0]]
        return found

    def is_forced(self, s: S) -> bool:
        """Whether the question at hand would not be asked if it left nothing to choose."""
        return bool(self._forced[s.stack[-1][0]])

    def weights(self, s: S) -> Sequence[int] | None:
        f = s.stack[-1]
        weigh = self._weighers[f[0]]
        return weigh(s, f) if weigh is not None else None

    def side(self, s: S) -> Side:
        f = s.stack[-1]
        side = self._sides[f[0]]
        return side(s, f) if side is not None else Side.CHANCE

    def name_of(self, box: int) -> str:
        """The name of a box, as the catalogue's prompts know it."""
        return self._names[box]

    # --- telling ----------------------------------------------------------------------------------------

    def question(self, s: S) -> Question | None:
        """The question on top, or None when the match is over."""
        if not s.stack:
            return None
        f = s.stack[-1]
        node = self.boxes[f.box]
        assert not isinstance(node, Do), f"the state is not at rest: {f}"
        weights = self.weights(s)
        shares = None if weights is None else tuple(weights)
        return Question(self.side(s), node.rule, self._names[f.box], s.options, shares, node.facts(s, f))

    def choice(self, s: S, answer: int) -> Choice:
        """One answer, an option or not, as a thing to click."""
        f = s.stack[-1]
        node = self.boxes[f.box]
        assert not isinstance(node, Do)
        if not isinstance(node, Ask):
            return node.show(s, f, answer)
        way = self.way(s, answer)
        shown = way.show(s, f, answer - way.verb)
        return shown if shown.answer == answer else Choice(answer, shown.label, shown.targets)

    def way(self, s: S, answer: int) -> Way[S]:
        """The way of the question on top that takes this answer."""
        box = s.stack[-1][0]
        way: Way[S] | None = self._ways[box].get(answer)
        if way is None:
            node = self.boxes[box]
            way = _way_of(node, answer) if isinstance(node, Ask) else None
            assert way is not None, f"no way takes the answer {answer}"
            self._ways[box][answer] = way
        return way

    def candidates(self, s: S) -> list[int]:
        """Everything that is offered here, before the clauses; what is not an option has a refusal."""
        f = s.stack[-1]
        node = self.boxes[f.box]
        if isinstance(node, Ask):
            return [w.verb + n for w in node.ways for n in (bits(w.offered(s, f)) if w.offered is not None else (0,))]
        return list(s.options)

    def refusal(self, s: S, answer: int) -> Refusal | None:
        """Why `answer` is not an option, or None if it is one."""
        f = s.stack[-1]
        node = self.boxes[f.box]
        assert not isinstance(node, Do)
        if answer in s.options:
            return None
        found = None
        if isinstance(node, Ask) and (way := _way_of(node, answer)) is not None:
            found = way.refusal(s, f, answer - way.verb) or first_refusal(way.spare, s, f, 0)
        return found or Refusal(node.rule, "not_offered", {})

    def why(self, s: S, things: Sequence[Name]) -> Refusal | None:
        """Why a thing on the table cannot be chosen now; None if it can. `things` are the thing itself and what else a person may mean who
        points at it (a piece: its box; a box: the pieces in it), the nearest first. What was offered and closed says more than what never
        came into question; where no way is about such a thing, the question itself is the reason: what is decided now, and by what."""
        f = s.stack[-1]
        node = self.boxes[f.box]
        assert not isinstance(node, Do)
        near: list[Refusal] = []
        far: list[Refusal] = []
        for way in node.ways if isinstance(node, Ask) else ():
            for thing in things:
                if way.verb.thing == thing.kind and 0 <= thing.id < way.verb.size:
                    refusal = self.refusal(s, way.verb + thing.id)
                    if refusal is None:
                        return None
                    (near if way.offered is None or way.offered(s, f) >> thing.id & 1 else far).append(refusal)
        return (near or far or [self._what_is_asked(s)])[0]

    def _what_is_asked(self, s: S) -> Refusal:
        """The question at hand as a reason: its prompt, and the kinds of things on the table that answer it, or else the buttons."""
        f = s.stack[-1]
        node = self.boxes[f.box]
        assert not isinstance(node, Do)
        facts: dict[str, Arg] = {"prompt": Text(f"prompts.{self._names[f.box]}", node.facts(s, f))}
        if isinstance(node, Roll):
            return Refusal(node.rule, "chance_decides", facts)
        choices = [self.choice(s, a) for a in s.options]
        if kinds := sorted({c.targets[0].partition(":")[0] for c in choices if c.targets}):
            return Refusal(node.rule, "another_kind_is_asked", {**facts, "kinds": tuple(Text(f"kinds.{kind}") for kind in kinds)})
        return Refusal(node.rule, "a_button_answers", {**facts, "answers": tuple(c.label for c in choices)})


def _way_of(node: Ask[S], answer: int) -> Way[S] | None:
    for way in node.ways:
        if way.verb.takes(answer):
            return way
    return None


def _missing(*args: Any) -> Any:
    raise Stuck(f"there is no such box in the flow: {args[1] if len(args) > 1 else args}")
