"""Gestures: runs of answers that a hand gives at once. "That piece to that place", "that one fires at this one", "those dig in".

Every question stays small. From the question at hand we walk on over clones, along answers of the same side, until dice fall, a secret is
seen, somebody else is asked, or the question comes round again. A thing on the table is picked (`pick`); whatever can be named after it is
where a gesture leads to (`targets`), by the shortest run of answers. Of two runs to the same thing both are kept if they leave the table
different in something that the side can see. No title needs to know: what an answer names, `Choice.targets` tells.

    reach = Reach(title, state)
    reach.of("piece:7")                            every gesture of that piece
    reach.together(("piece:7", "piece:8"), "box:12")   the two of them, one after the other, as one list of answers
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.core.state import State
from bivouac.core.table import Choice, Token
from bivouac.core.text import Name, Text
from bivouac.core.title import Title

MOST_NODES: Final = 400  # answers tried for one pick
MOST_BEFORE: Final = 5  # answers until the picked thing is named
MOST_AFTER: Final = 8  # and after it
MOST_WAYS: Final = 6  # ways to the same thing
NO_CLAUSE: Final = "house-gesture"  # nothing is asked any more
NOTHING: Final[frozenset[str]] = frozenset()


class Gesture(NamedTuple):
    """answers: in order; pick: the thing that was picked; targets: what it leads to (nothing: a button ends it, or the pick is all);
    labels: what each answer says; named: how many answers it takes to name the pick; whole: nothing more is asked about the thing;
    means: what was chosen before the pick, to do it with: an order, a card."""

    answers: tuple[int, ...]
    pick: str
    targets: tuple[str, ...]
    labels: tuple[Text, ...]
    named: int
    whole: bool
    means: tuple[Text, ...] = ()

    @property
    def last(self) -> Text:
        return self.labels[-1]


@dataclass(eq=False)
class Run:
    """A walk so far: where it stands, whether the side is asked on there, what was answered, the boxes that asked before the pick was
    named; how many answers that took (0: not yet); what was named after it, how many answers ago, and what was in hand then; whether a
    hand may rest here, since something was named or a kind of thing chosen; what was chosen to do it with."""

    title: Title[Any]
    state: State
    is_asked: bool
    answers: tuple[int, ...] = ()
    labels: tuple[Text, ...] = ()
    boxes: frozenset[int] = frozenset()
    named: int = 0
    targets: tuple[str, ...] = ()
    since: int = 0
    hand: frozenset[str] = NOTHING
    rests: bool = True
    means: tuple[Text, ...] = ()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What may be answered; nothing, if the side is not asked on. Most runs end before anybody looks."""
        return tuple(self.title.choice(self.state, a) for a in self.state.options) if self.is_asked else ()


class Reach:
    """The gestures of the side that is asked, from one position. What was found is kept: one object serves one position.

    tried: how many answers were tried for the last pick.
    """

    def __init__(self, title: Title[Any], state: State, *, most_nodes: int = MOST_NODES) -> None:
        self.title = title
        self.state = state
        self.side = title.flow.side(state) if state.stack else Side.CHANCE
        self.most_nodes = most_nodes
        self.tried = 0
        self._known: dict[str, tuple[Gesture, ...]] = {}

    @cached_property
    def places(self) -> dict[str, str]:
        """Where every thing lies that the side sees."""
        return {t.id: t.at for t in self._tokens}

    @cached_property
    def faces(self) -> dict[str, str]:
        """How they look."""
        return {t.id: t.face for t in self._tokens}

    @cached_property
    def own(self) -> frozenset[str]:
        """The side's own things."""
        return frozenset(t.id for t in self._tokens if t.side == self.side)

    @cached_property
    def held(self) -> frozenset[str]:
        """The places where they lie."""
        return frozenset(self.places[t] for t in self.own)

    @cached_property
    def hostile(self) -> frozenset[str]:
        """The places where enemies lie."""
        return frozenset(t.at for t in self._tokens if t.side == 1 - self.side)

    @cached_property
    def _tokens(self) -> Sequence[Token]:
        return self.title.table.layout(self.title.view(self.state, self.side)).tokens

    # --- one thing --------------------------------------------------------------------------------------

    def of(self, pick: str) -> tuple[Gesture, ...]:
        """Every gesture that begins with this thing, the shortest first."""
        if pick not in self._known:
            self._known[pick] = tuple(self._found(pick)) if self.is_asked else ()
        return self._known[pick]

    @property
    def is_asked(self) -> bool:
        return bool(self.state.stack) and self.side != Side.CHANCE

    def _found(self, pick: str) -> list[Gesture]:
        """Of the runs to the same thing, those that leave something different to be seen."""
        found: list[Gesture] = []
        ways: dict[tuple[Any, ...], list[Run]] = {}
        left: dict[Run, object] = {}
        for run, whole in self._ends(pick):
            others = ways.setdefault((run.targets, None if run.targets else run.answers[-1]), [])
            if len(others) < MOST_WAYS and not (others and self._left(run, left) in [self._left(other, left) for other in others]):
                others.append(run)
                found.append(Gesture(run.answers, pick, run.targets, run.labels, run.named, whole, run.means))
        return found

    def _left(self, run: Run, known: dict[Run, object]) -> object:
        """What a run leaves to be seen; looked at once, and only where there are several ways to the same thing."""
        if run not in known:
            known[run] = self.title.view(run.state, self.side), run.state.stack[-1:], self._approach(run)
        return known[run]

    def _approach(self, run: Run) -> int | None:
        """By which answer a place with enemies was entered: the way into a fight matters."""
        return run.answers[-1 - run.since] if self.hostile.intersection(run.targets) else None

    def _ends(self, pick: str) -> Iterator[tuple[Run, bool]]:
        """The runs that may be a gesture, and whether they are whole."""
        for run, closed in self._runs(pick):
            if closed or self._is_a_stop(run):
                yield run, closed

    def _runs(self, pick: str) -> Iterator[tuple[Run, bool]]:
        """Every run that has named the pick, in the order of its length, and whether it goes no further."""
        start = Run(self.title, self.state, self._is_asked_on(self.state))
        queue, seen, self.tried = deque([start]), set(), 0
        while queue:
            for run in self._steps(queue.popleft(), pick):
                self.tried += 1
                mark = (run.state.key(), run.named > 0, run.targets)
                if mark not in seen:
                    seen.add(mark)
                    closed = self._is_closed(run, pick)
                    if run.named:
                        yield run, closed
                    if not closed:
                        queue.append(run)
                if self.tried >= self.most_nodes:
                    return

    def _is_asked_on(self, state: State) -> bool:
        """Whether the side is asked, and neither dice nor a secret lie between."""
        return bool(state.stack) and self.title.flow.side(state) == self.side and not any(e.teaches(self.side) for e in state.log or ())

    def _steps(self, run: Run, pick: str) -> Iterator[Run]:
        """One answer further, in every way that still serves the pick."""
        if len(run.answers) >= (run.named + MOST_AFTER if run.named else MOST_BEFORE):
            return
        for choice in run.choices:
            if pick in choice.targets if not run.named else self._serves(run, choice, pick):
                yield self._after(run, choice, pick)
            elif not run.named and self._may_prepare(choice, pick):
                further = self._after(run, choice, pick)
                if further.named or self._prepares(run, choice, further, pick):
                    yield further

    def _serves(self, run: Run, choice: Choice, pick: str) -> bool:
        """After the pick: a button; a place, or another place from there; a thing that is not of the same kind and side, once."""
        if not choice.targets:
            return True
        return pick not in choice.targets and not any(t in self.places for t in run.targets)

    def _may_prepare(self, choice: Choice, pick: str) -> bool:
        """Before the pick: a button, the place where it lies, or what it is done with."""
        return not choice.targets or self.places.get(pick) in choice.targets or self._is_means(choice, pick)

    def _is_means(self, choice: Choice, pick: str) -> bool:
        """A thing of one's own of another kind, such as a card that moves armies."""
        return pick in self.own and any(t in self.own and _kind(t) != _kind(pick) for t in choice.targets)

    def _prepares(self, run: Run, choice: Choice, further: Run, pick: str) -> bool:
        """What is answered before the pick is named moves nothing yet and gives nothing up but its means: a kind of thing is chosen to go
        on with; the place of the pick is named; or a plain button leads back to the question that this one belongs to."""
        before, after = run.state.stack, further.state.stack
        if not further.is_asked:
            return False
        if choice.targets and self.places.get(pick) not in choice.targets:
            return len(after) > len(before) and self._is_near(further.choices, pick)
        if not choice.targets and not self._is_plain(run, choice):
            return len(after) >= len(before)
        return not further.state.log and (bool(choice.targets) or before[: len(after)] == after)

    def _is_near(self, choices: Sequence[Choice], pick: str) -> bool:
        """Whether the pick is named next, or nothing is: what is done with the means is chosen first."""
        return any(pick in c.targets for c in choices) or not any(c.targets for c in choices)

    def _is_plain(self, run: Run, choice: Choice) -> bool:
        """A button that stands alone: enough, stop, pass."""
        return not choice.targets and self.title.flow.way(run.state, choice.answer).verb.size == 1

    def _after(self, run: Run, choice: Choice, pick: str) -> Run:
        state = run.state.clone()
        state.log = []
        box = state.stack[-1][0]
        self.title.flow.play(state, choice.answer)
        is_asked = self._is_asked_on(state)
        answers, labels = (*run.answers, choice.answer), (*run.labels, choice.label)
        if not run.named:
            is_means = pick not in choice.targets and self.places.get(pick) not in choice.targets
            means = (*run.means, choice.label) if is_means else run.means
            hand = self._in_hand(run.state) if pick in choice.targets and pick not in self.places else NOTHING
            further = Run(self.title, state, is_asked, answers, labels, run.boxes | {box}, hand=hand, means=means)
            further.named = len(answers) if pick in choice.targets or self._is_meant(choice, further, pick) else 0
            return further
        to, since = (choice.targets, 0) if choice.targets else (run.targets, run.since + 1)
        hand = self._in_hand(run.state) if choice.targets else run.hand
        rests = not self._is_plain(run, choice)
        return Run(self.title, state, is_asked, answers, labels, run.boxes, run.named, to, since, hand, rests, run.means)

    def _is_meant(self, choice: Choice, further: Run, pick: str) -> bool:
        """Whether a place was named and the pick was meant by it: it lies there alone, is not asked for any more, and goes where one
        points next."""
        at = self.places.get(pick)
        if at is None or at not in choice.targets or pick not in self.own or not further.is_asked:
            return False
        alone = not any(at == place and t in self.own and t != pick and _kind(t) == _kind(pick) for t, place in self.places.items())
        next_place = next((c for c in further.choices if any(_kind(t) == _kind(at) and t != at for t in c.targets)), None)
        return (
            alone
            and next_place is not None
            and not any(pick in c.targets for c in further.choices)
            and self._goes(further, next_place, pick)
        )

    def _goes(self, run: Run, choice: Choice, pick: str) -> bool:
        """Whether an answer takes the pick elsewhere."""
        state = run.state.clone()
        self.title.flow.play(state, choice.answer)
        tokens = self.title.table.layout(self.title.view(state, self.side)).tokens
        return any(t.id == pick and t.at != self.places[pick] for t in tokens)

    def _is_closed(self, run: Run, pick: str) -> bool:
        """Dice, a secret, somebody else, the end; or the question that the run began with comes round again, or one that it belongs to, or
        one about other things like the pick."""
        if not run.is_asked:
            return True
        if not run.named:
            return False
        stack = run.state.stack
        if stack[-1][0] in run.boxes or len(stack) < len(self.state.stack) or self._has_passed_on(run):
            return True
        return any(self._is_other(c, run, pick) for c in run.choices)

    def _has_passed_on(self, run: Run) -> bool:
        """Whether something was in hand when a place was named, and is not any more: what comes now is about others."""
        return bool(run.hand) and run.hand.isdisjoint(self._in_hand(run.state))

    def _in_hand(self, state: State) -> frozenset[str]:
        """The side's own things that the question at hand is about."""
        question = self.title.question(state)
        return _names(question.facts.values()) & self.own if question is not None else NOTHING

    def _is_other(self, choice: Choice, run: Run, pick: str) -> bool:
        """Whether an answer names other things of the same side, and not the pick: of the same kind; or, where a place without any was
        picked, in other places."""
        return pick not in choice.targets and any(t in self.own and self._is_like(t, run, pick) for t in choice.targets)

    def _is_like(self, thing: str, run: Run, pick: str) -> bool:
        at = self.places[thing]
        return _kind(thing) == _kind(pick) or (_kind(at) == _kind(pick) and pick not in self.held and at not in run.targets)

    def _is_a_stop(self, run: Run) -> bool:
        """Whether a hand may rest here though more is asked: the pick or something after it has just been named, or a kind of thing chosen;
        unless the one thing to say, beside going on to another place, is that it ends here."""
        if not run.rests or not run.targets:
            return run.rests
        buttons = [c for c in run.choices if not c.targets]
        return len(buttons) != 1 or any(t in self.places for c in run.choices for t in c.targets)

    # --- several things -----------------------------------------------------------------------------------

    def together(self, picks: Sequence[str], target: str, like: Sequence[Text] = ()) -> Gesture | Refusal:
        """The same with several things, one after the other: one list of answers, or why the first that cannot do it cannot. `target` is
        what each of them leads to, or the number of the answer that ends it ("answer:-1"), or nothing where naming them is all. Of several
        ways the one whose labels are `like` these is taken."""
        first = self._one(picks[0], target, like)
        if not isinstance(first, Gesture):
            return first
        answers, labels, whole = first.answers, first.labels, first.whole
        for pick in picks[1:]:
            state = self.played(answers)
            if state is None or not whole:
                return self._why(pick, target)
            next_one = _follow(self.title, state, self.side, first, pick) or Reach(self.title, state)._one(pick, target, first.labels)
            if not isinstance(next_one, Gesture):
                return next_one
            answers, labels, whole = answers + next_one.answers, labels + next_one.labels, next_one.whole
        return first._replace(answers=answers, labels=labels, whole=whole)

    def played(self, answers: Iterable[int]) -> State | None:
        """The position after these answers; None where the side is not asked any more."""
        state = self.state.clone()
        state.log = []
        for answer in answers:
            self.title.flow.play(state, answer)
        return state if self._is_asked_on(state) else None

    def _one(self, pick: str, target: str, like: Sequence[Text]) -> Gesture | Refusal:
        ways = [g for g in self.of(pick) if leads_to(g, target)]
        if not ways:
            return self._why(pick, target)
        return next((g for g in ways if g.labels == tuple(like)), ways[0])

    def _why(self, pick: str, target: str) -> Refusal:
        """Why a thing cannot do that: why it cannot be picked, or, once it is, why the target cannot be chosen."""
        named = next((g for g in self.of(pick) if not g.targets and not g.whole), None)
        state = self.played(named.answers) if named is not None else self.state
        thing = Name.parse(target if named is not None else pick)
        question = self.title.question(state) if state is not None else None
        if state is None or question is None:
            return Refusal(NO_CLAUSE, "not_offered", {})
        reason = self.title.why(state, thing) if thing is not None else None
        return reason or Refusal(question.rule, "not_offered", {})


def goal(gesture: Gesture) -> str:
    """Where a gesture leads to: a thing, the button that ends it, or nothing where the pick is all."""
    if gesture.targets:
        return gesture.targets[0]
    return f"answer:{gesture.answers[-1]}" if len(gesture.answers) > gesture.named else ""


def leads_to(gesture: Gesture, target: str) -> bool:
    return target in gesture.targets or target == goal(gesture)


def _follow(title: Title[Any], state: State, side: Side, model: Gesture, pick: str) -> Gesture | None:
    """The next thing by the very way of the first: its own name for the other's, then the same answers. None where that does not work."""
    own = [a for a in state.options if pick in title.choice(state, a).targets]
    answers = (*own[:1], *model.answers[model.named :])
    state = state.clone()
    for answer in answers if own else ():
        if not state.stack or title.flow.side(state) != side or answer not in state.options:
            return None
        title.flow.play(state, answer)
    return model._replace(answers=answers, pick=pick, labels=model.labels[model.named - 1 :], named=1) if own else None


def _names(facts: Iterable[object]) -> frozenset[str]:
    """The things that facts speak of."""
    things = (thing for fact in facts for thing in ((fact,) if isinstance(fact, Name) or not isinstance(fact, tuple) else fact))
    return frozenset(str(thing) for thing in things if isinstance(thing, Name))


def _kind(thing: str) -> str:
    return thing.partition(":")[0]


def obstacle(title: Title[Any], state: State, answers: Sequence[int]) -> Refusal | Text | None:
    """Why these answers cannot be given as one gesture by the side that is asked: why the first that is no option is none; or that
    somebody else, dice or a secret come before the last."""
    if not answers:
        return Text("errors.no_answers")
    side, tried = title.flow.side(state), state.clone()
    tried.log = []
    for number, answer in enumerate(answers):
        if number and (not tried.stack or title.flow.side(tried) != side or any(e.teaches(side) for e in tried.log)):
            return Text("errors.gesture_ends", {"n": number, "of": len(answers)})
        if answer not in tried.options:
            return title.refusal(tried, answer)
        if number < len(answers) - 1:
            title.flow.play(tried, answer)
    return None


def ends_the_turn(title: Title[Any], state: State, answers: Sequence[int], rng: Random) -> bool:
    """Whether these answers would end the turn of the side that is asked, as far as it can know: dice that fall before anybody is asked
    again are thrown once, in a world that the side cannot tell from the true one, so that asking betrays nothing."""
    side, turns = title.flow.side(state), title.turns
    if turns is None or turns.now(state)[0] != side or obstacle(title, state, answers) is not None:
        return False
    world, now = title.determinize(state, side, rng), turns.now(state)
    for answer in answers:
        if not world.stack or answer not in world.options:
            return False
        title.flow.play(world, answer)
    while world.stack and title.flow.is_chance(world) and turns.now(world) == now:
        title.flow.play(world, title.flow.draw(world, rng.random()))
    return not world.stack or turns.now(world) != now


def is_all_one(title: Title[Any], state: State) -> bool:
    """Whether there are several answers and nothing to choose: all name things that are truly alike, or whatever is answered leads to the
    same position, and a question that is asked anyway protects no secret."""
    if len(state.options) < 2:
        return False
    if title.alike is not None and are_alike(title, state):
        return True
    return title.flow.is_forced(state) and leads_to_one(title, state)


def are_alike(title: Title[Any], state: State) -> bool:
    """Whether no rule can tell the answers apart."""
    first, *others = state.options
    one = alike(title, state, first)
    return all(alike(title, state, other) == one for other in others)


def leads_to_one(title: Title[Any], state: State) -> bool:
    """Whether every answer leads to the very same position."""
    found: Hashable = None
    for answer in state.options:
        after = state.clone()
        title.play(after, answer)
        key = after.key()
        if found is not None and key != found:
            return False
        found = key
    return True


def alike(title: Title[Any], state: State, answer: int) -> Hashable:
    """Equal for answers of one question that no rule can tell apart."""
    way = title.flow.way(state, answer)
    if title.alike is None or not way.verb.thing:
        return answer
    return int(way.verb), title.alike(state, Name(way.verb.thing, answer - way.verb))
