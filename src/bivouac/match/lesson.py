"""Lessons: a real match from a prepared position, with dice that are laid out beforehand, led by sentences. See docs/lessons.md.

A lesson is data (`lessons/*.toml` of a title). Its cursor is not kept anywhere: it follows from the answers that the match has, so that a
lesson is stored, resumed and taken back like any other match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib import resources
from typing import Any, Literal, NamedTuple

from bivouac.core.chance import commitment, draw
from bivouac.core.data import read
from bivouac.core.ids import Side
from bivouac.core.kit.printed import Strict
from bivouac.core.legality import Refusal
from bivouac.core.state import State
from bivouac.core.text import Both
from bivouac.core.title import Scenario, Title
from bivouac.match.dice import Dice, DiceSpan, Nonces, Why
from bivouac.match.gestures import alike, is_all_one
from bivouac.match.match import Match
from bivouac.titles import load

SEED = b"bivouac: what a lesson does not lay out"
SIDE = {"union": Side.UNION, "csa": Side.CSA}
FOLDER = "lessons"


class Step(Strict, frozen=True, kw_only=True):
    """One question to the learner.

    expect     the answers that are taken: numbers, or things on the table ("hex:17"); any of them
    say        what is said before; without it, what was said before still stands. A line is a paragraph
    otherwise  what is said to any other answer that the rules would allow; without it, that of the step before
    rule       the clause that `otherwise` speaks of; without it, that of the step whose words still stand
    light      things on the table to look at
    free       all that the rules allow is lit, not only what is expected: the learner is to choose
    dice, foe  what chance and the other side answer after it, in their order
    chances    of a puzzle: how often each answer won in playouts, out of a hundred
    """

    expect: tuple[int | str, ...]
    say: Both | None = None
    otherwise: Both | None = None
    rule: str = ""
    light: tuple[str, ...] = ()
    free: bool = False
    dice: tuple[int, ...] = ()
    foe: tuple[int, ...] = ()
    chances: dict[str, float] = {}


class Position(Strict, frozen=True, kw_only=True):
    """Where a chapter begins: a scenario by its id, or one of the lesson's own by its `file` in lessons/fields; the side of the learner;
    and all answers, chance's among them, that lead there."""

    side: Literal["union", "csa"]
    scenario: str | None = None
    file: str = ""
    options: tuple[str, ...] = ()
    answers: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    foe: tuple[int, ...] = ()


class Chapter(Strict, frozen=True, kw_only=True):
    """`done` is said at its end. Without a position it goes on from where the one before it ended."""

    name: Both
    done: Both
    steps: tuple[Step, ...]
    position: Position | None = None


class Lesson(Strict, frozen=True, kw_only=True):
    name: Both
    about: Both
    chapters: tuple[Chapter, ...]
    minutes: int = 10


class Where(NamedTuple):
    """How far a learner is: the answers given, and those of the other side and of chance since the last of them."""

    taken: int
    foe: int
    rolled: int


def lessons_of(title: Title[Any]) -> list[str]:
    """The lessons that a title has, by name."""
    folder = resources.files(title.package).joinpath(FOLDER)
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")) if folder.is_dir() else []


@cache
def lesson_of(title: str, name: str) -> Lesson:
    file = f"{name}.toml"
    return read(Lesson, resources.files(load(title).package).joinpath(FOLDER, file).read_text("utf-8"), file)


def field_of(title: Title[Any], name: str) -> Scenario:
    """A scenario that was made for a lesson."""
    assert title.read_scenario is not None
    text = resources.files(title.package).joinpath(FOLDER, "fields", f"{name}.toml").read_text("utf-8")
    return title.read_scenario(text, f"{name}.toml")


@cache
def course_of(title: str, name: str, chapter: int) -> Course:
    """The stretch of a lesson that a chapter belongs to."""
    lesson = lesson_of(title, name)
    return Course(load(title), lesson, max(n for n in range(chapter + 1) if lesson.chapters[n].position is not None))


class Course:
    """The chapters of a lesson that are played as one match, from the `first` with a position on."""

    def __init__(self, title: Title[Any], lesson: Lesson, first: int) -> None:
        self.title, self.lesson, self.first = title, lesson, first
        position = lesson.chapters[first].position
        assert position is not None
        self.position, self.side = position, SIDE[position.side]
        self.end = next((n for n, c in enumerate(lesson.chapters) if n > first and c.position is not None), len(lesson.chapters))
        self.steps = [(n, step) for n in range(first, self.end) for step in lesson.chapters[n].steps]

    # --- beginning ------------------------------------------------------------------------------------

    def begin(self, chapter: int | None = None) -> Match:
        """The match at the beginning of a chapter; chapters before it are played as they are meant."""
        match = self._prepared()
        wanted = self.first if chapter is None else chapter
        while (taken := self.where(match).taken) < len(self.steps) and self.steps[taken][0] < wanted:
            self.go_on(match)
        return match

    def _prepared(self) -> Match:
        p, title = self.position, self.title
        scenario = field_of(title, p.file) if p.file else title.scenario(p.scenario)
        match = Match(title, scenario, title.option_set(scenario, p.options), Dice([_no_promise()]))
        for answer in p.answers:
            assert answer in match.state.options, f"{answer} is no answer to {match.question}"
            match.play(answer, title.flow.side(match.state))
        self.lay_out(match)
        return match

    def fits(self, match: Match) -> bool:
        """Whether a match is one of this lesson as it is written today, under the rules of today."""
        begun = self._begun
        same = (match.scenario.id, match.scenario.text, match.options) == (begun.scenario.id, begun.scenario.text, begun.options)
        return same and not match.moved and match.answers[: len(begun.answers)] == begun.answers

    def lay_out(self, match: Match) -> None:
        """From now on the dice of this match fall as the lesson says."""
        match.dice = LaidDice(self, match)

    @cached_property
    def _begun(self) -> Match:
        return self._prepared()

    @cached_property
    def _start(self) -> State:
        return self._begun.state.clone()

    # --- where it stands ------------------------------------------------------------------------------

    def where(self, match: Match) -> Where:
        """What leaves nothing to choose is no step."""
        state, title = self._start.clone(), self.title
        taken = foe = rolled = 0
        first = len(self.position.answers)
        for answer, side in zip(match.answers[first:], match.sides[first:]):
            if side == Side.CHANCE:
                rolled += 1
            elif side != self.side:
                foe += 1
            elif not is_all_one(title, state):
                taken, foe, rolled = taken + 1, 0, 0
            title.play(state, answer)
        return Where(taken, foe, rolled)

    def step(self, match: Match) -> Step | None:
        """What the learner is asked now; None: the stretch is at its end."""
        taken = self.where(match).taken
        return self.steps[taken][1] if taken < len(self.steps) else None

    def chapter(self, taken: int) -> int:
        """The chapter of a step; after the last one, the chapter that follows."""
        return self.steps[taken][0] if taken < len(self.steps) else self.end

    def spoken(self, taken: int, what: Literal["say", "otherwise"]) -> Both | None:
        """The last words that were said up to a step."""
        told = (getattr(step, what) for _, step in reversed(self.steps[: taken + 1]))
        return next((words for words in told if words is not None), None)

    # --- answers --------------------------------------------------------------------------------------

    def meant(self, state: State, step: Step) -> list[int]:
        """The options that a step expects."""
        return [a for a in state.options if any(self._is_meant(state, a, wanted) for wanted in step.expect)]

    def _is_meant(self, state: State, answer: int, wanted: int | str) -> bool:
        if isinstance(wanted, str):
            return wanted in self.title.choice(state, answer).targets
        return answer == wanted or (wanted in state.options and alike(self.title, state, answer) == alike(self.title, state, wanted))

    def objection(self, match: Match, answers: Sequence[int]) -> Refusal | None:
        """What the lesson says to answers of the learner that the rules allow and that it does not expect."""
        state, taken = match.state.clone(), self.where(match).taken
        state.log = None
        for number, answer in enumerate(answers):
            if not state.stack or answer not in state.options:
                return None
            if not is_all_one(self.title, state):
                if taken >= len(self.steps):
                    return Refusal("", "lesson_over", {})
                if answer not in self.meant(state, self.steps[taken][1]):
                    return self._otherwise(taken, answer)
                taken += 1
            if number < len(answers) - 1:
                self.title.play(state, answer)
        return None

    def _otherwise(self, taken: int, answer: int) -> Refusal:
        step = self.steps[taken][1]
        if str(answer) in step.chances:
            best = max(step.chances.values())
            return Refusal("", "puzzle_worse", {"n": round(step.chances[str(answer)]), "best": round(best)})
        words = self.spoken(taken, "otherwise")
        return Refusal("", "lesson_elsewhere", {}) if words is None else Refusal(self._rule(taken), "lesson", {"words": words})

    def _rule(self, taken: int) -> str:
        """The clause that is cited at a step: its own, or that of the words that still stand."""
        told = (step for _, step in reversed(self.steps[: taken + 1]))
        return next((step.rule for step in told if step.rule or step.otherwise is not None), "")

    def reply(self, match: Match) -> int:
        """What the other side answers: as the lesson says, or else as the title's script does."""
        where = self.where(match)
        laid = self._after(where.taken).foe
        if where.foe < len(laid):
            return laid[where.foe]
        assert self.title.advice is not None
        return self.title.advice.order(match.state)[0]

    def die(self, match: Match, outcomes: Sequence[int], weights: Sequence[int] | None) -> int:
        """What chance answers: as the lesson says, or else something, but each time the same."""
        where = self.where(match)
        laid = self._after(where.taken).dice
        if where.rolled < len(laid):
            return laid[where.rolled]
        return draw(SEED, len(match.answers), outcomes, weights)

    def _after(self, taken: int) -> Step | Position:
        return self.steps[taken - 1][1] if taken else self.position

    def go_on(self, match: Match, which: int = 0) -> None:
        """One answer as it is meant, whoever is asked; of several the one with this index."""
        side = self.title.flow.side(match.state)
        step = self.step(match)
        if side != self.side:
            match.submit(self.reply(match), side=side)
        elif is_all_one(self.title, match.state):
            match.settle([side])
        else:
            assert step is not None
            match.submit(self.meant(match.state, step)[which], side=side)

    def walk(self, match: Match, which: int = 0) -> Iterator[tuple[int, Step]]:
        """Play the stretch to its end, each time pausing before the learner's answer: its number, its step."""
        while match.state.stack and (taken := self.where(match).taken) < len(self.steps):
            if self.title.flow.side(match.state) == self.side and not is_all_one(self.title, match.state):
                yield taken, self.steps[taken][1]
            self.go_on(match, which)


class LaidDice(Dice):
    """Dice that nobody promised anything of: the lesson says how they fall."""

    def __init__(self, course: Course, match: Match) -> None:
        super().__init__(match.dice.spans)
        self._course, self._match = course, match

    def draw(self, number: int, outcomes: Sequence[int], weights: Sequence[int] | None) -> int:
        return self._course.die(self._match, outcomes, weights)

    def copy(self) -> Dice:
        return self

    def begin(self, start: int, why: Why, nonces: Nonces | None = None, seed: bytes | None = None) -> None:
        """Nothing is promised anew, either."""


def _no_promise() -> DiceSpan:
    return DiceSpan(0, commitment(SEED), None, ("", ""))
