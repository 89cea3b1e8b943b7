"""Planning ahead: one's own next turn, played on a private copy of the match while the other side moves.

The copy begins in a world that the side cannot tell from the true one (`imagined`), and goes on to the side's next decision in its own turn
while the other side does as little as it may (`forward`). What the side then does there is a list of steps (`steps_of`), one a gesture.
When its turn has come, `fits` says which of them can still be done, and `changes` whether what followed from one is what the plan had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.core.state import State
from bivouac.core.text import Name, Text
from bivouac.core.title import Title, Turns
from bivouac.match.gestures import ends_the_turn, obstacle
from bivouac.match.match import Match
from bivouac.match.seen import seen_position

MOST_FORWARD: Final = 800  # answers of both sides until a turn has come
MOST_BUTTONS: Final = 3  # presses of buttons that end a turn, one after another
MOST_STEPS: Final = 200

Look = dict[str, tuple[str, str]]
Seen = list[tuple[str, str, str]]  # what lies elsewhere, or looks otherwise: thing, place ("": gone), face
Words = Callable[[Sequence[Text]], dict[str, str]]


class Step(msgspec.Struct):
    """One gesture of a turn that was played ahead.

    answers: what it answers; box, about: the question that it answers first, and the things that this speaks of
    who:     the formation whose part of the turn it belongs to ("": the whole side's)
    left:    what was different on the table when its side was asked again, dice and answers of the other side included
    words:   what it does, by language
    """

    answers: list[int]
    box: str
    about: list[str]
    who: str = ""
    left: Seen = []
    words: dict[str, str] = {}


class Fit(NamedTuple):
    """How a step fits: it can be done; or it cannot, and why; or it comes later, after dice or somebody else's answer."""

    step: Step
    how: Literal["ready", "gone", "later"]
    why: Refusal | Text | None = None


# --- the copy -------------------------------------------------------------------------------------------


def imagined(match: Match, side: Side, rng: Random) -> Match:
    """A match of its own that begins in the last position that a side has seen; what is hidden from it is dealt again."""
    position = match.title.determinize(seen_position(match, side), side, rng)
    return Match.standing(match.title, match.scenario, match.options, position, rng.randbytes(32))


def forward(match: Match, side: Side) -> bool:
    """To the side's next decision in its own turn; whether it came to that."""
    seen: set[tuple[Any, ...]] = set()
    for _ in range(MOST_FORWARD):
        if not match.state.stack or is_own_turn(match.title, match.state, side):
            break
        asked = match.title.flow.side(match.state)
        match.submit(_little(match.title, match.state, seen), side=asked)
    return is_own_turn(match.title, match.state, side)


def is_own_turn(title: Title[State], state: State, side: int) -> bool:
    """Whether a side is asked something in its own turn."""
    return bool(state.stack) and title.turns is not None and title.flow.side(state) == side == title.turns.now(state)[0]


def _little(title: Title[State], state: State, seen: set[tuple[Any, ...]]) -> int:
    """What ends a turn soonest, by buttons alone; where there are none, what the script does. What was tried in vain is not tried again,
    and nobody wins where it can be helped."""
    assert title.turns is not None
    ranked = list(title.advice.order(state)) if title.advice is not None else list(state.options)
    is_new = state.key() not in seen
    seen.add(state.key())
    if is_new and title.turns.now(state)[0] == title.flow.side(state):
        pressed = _presses(title, title.turns, state, MOST_BUTTONS)
        ranked = [*pressed[:1], *ranked]
    elif is_new:
        ranked = [*_buttons(title, state)[:1], *ranked]
    return next((answer for answer in ranked if _goes_on(title, state, answer)), ranked[0])


def _buttons(title: Title[State], state: State) -> list[int]:
    return [answer for answer in state.options if not title.choice(state, answer).targets]


def _presses(title: Title[State], turns: Turns, state: State, most: int) -> list[int]:
    """Buttons that end the turn of the side that is asked, pressed one after another; nothing if none do."""
    side, now = title.flow.side(state), turns.now(state)
    for answer in _buttons(title, state) if most else ():
        world = state.clone()
        title.play(world, answer)
        if not world.stack:
            continue
        if turns.now(world) != now:
            return [answer]
        further = _presses(title, turns, world, most - 1) if title.flow.side(world) == side else []
        if further:
            return [answer, *further]
    return []


def _goes_on(title: Title[State], state: State, answer: int) -> bool:
    world = state.clone()
    title.play(world, answer)
    return bool(world.stack)


# --- what was planned ---------------------------------------------------------------------------------------


def steps_of(match: Match, side: Side, first: int, state: State, words: Words) -> list[Step]:
    """What a side does in its own turn, from answer number `first` on, where the match stood at `state`: in the first turn that comes, or,
    where formations act one after another, in the first round of each."""
    title, steps = match.title, list[Step]()
    parts: dict[str, tuple[int, int]] = {}
    before, labels, taken = look(title, state, side), list[Text](), False
    for number, answer in enumerate(match.answers[first:], first):
        if is_own_turn(title, state, side):
            if number not in match.joined:
                _close(steps, before, look(title, state, side), words(labels))
                before, labels = look(title, state, side), []
                step = _begun(title, state)
                taken = parts.setdefault(step.who, now_of(title, state)) == now_of(title, state)
                if len(steps) == MOST_STEPS or not (taken or step.who):
                    return steps
                steps += [step] if taken else []
            if taken:
                steps[-1].answers.append(answer)
                labels.append(title.choice(state, answer).label)
        title.play(state, answer)
    _close(steps, before, look(title, state, side), words(labels))
    return steps


def _begun(title: Title[State], state: State) -> Step:
    question = title.question(state)
    assert question is not None
    return Step([], question.box, _about(question.facts.values()), acting(title, state))


def _about(facts: Iterable[object]) -> list[str]:
    return [str(fact) for fact in facts if isinstance(fact, Name)]


def _close(steps: list[Step], before: Look, after: Look, words: dict[str, str]) -> None:
    """The last step is over: what came of it."""
    if steps and not steps[-1].words:
        steps[-1].left, steps[-1].words = changes(before, after), words


def acting(title: Title[State], state: State) -> str:
    """The formation that acts; "": the whole side does."""
    formation = title.turns.formation(state) if title.turns is not None else None
    return "" if formation is None else str(formation)


def now_of(title: Title[State], state: State) -> tuple[int, int]:
    """Another one when somebody else's turn has begun, or the next."""
    assert title.turns is not None
    return title.turns.now(state)


def look(title: Title[State], state: State, side: Side) -> Look:
    """Where everything lies that a side sees, and how it looks."""
    return {token.id: (token.at, token.face) for token in title.table.layout(title.view(state, side)).tokens}


def changes(before: Look, after: Look) -> Seen:
    return [(thing, *after.get(thing, ("", ""))) for thing in sorted({*before, *after}) if before.get(thing) != after.get(thing)]


# --- when the turn has come -------------------------------------------------------------------------------


def fits(title: Title[State], state: State, side: Side, steps: Sequence[Step], rng: Random) -> Iterator[Fit]:
    """Which steps can be done here one after another, as far as the side can know: it is tried in a world that it cannot tell from the true
    one. What cannot be done is left out; but where anything was left out, the turn is not ended over it."""
    world, goes_on, whole = title.determinize(state, side, rng), True, True
    world.log = []
    for step in steps:
        objection = _objection(title, world, side, step) if goes_on else None
        if objection is not None:
            whole = False
            yield Fit(step, "gone", objection)
            continue
        goes_on = goes_on and (whole or not ends_the_turn(title, world, step.answers, rng))
        yield Fit(step, "ready" if goes_on else "later")
        goes_on = goes_on and _is_asked_on(title, world, side, step.answers)


def _objection(title: Title[State], world: State, side: Side, step: Step) -> Refusal | Text | None:
    question = title.question(world)
    if question is None or question.side != side or (question.box, _about(question.facts.values())) != (step.box, step.about):
        return Text("errors.ahead_not_asked")
    return obstacle(title, world, step.answers)


def _is_asked_on(title: Title[State], world: State, side: Side, answers: Sequence[int]) -> bool:
    """Plays the answers; whether the side is asked on and neither dice nor a secret lie between."""
    for answer in answers:
        title.play(world, answer)
    return bool(world.stack) and title.flow.side(world) == side and not any(e.teaches(side) for e in world.log or ())
