"""A lesson at the table: what it says, what is lit, and what it answers to a click that leads elsewhere. See docs/lessons.md."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Refusal
from bivouac.match.lesson import Course
from bivouac.server import protocol
from bivouac.server.live import Live


def step_of(live: Live, lang: str) -> protocol.LessonStep | None:
    """What the lesson says now."""
    course = live.course
    if course is None:
        return None
    taken, chapters = course.where(live.match).taken, course.lesson.chapters
    chapter, ended = course.chapter(taken), taken == len(course.steps)
    said = None if ended else course.spoken(taken, "say")
    new = taken > 0 and course.chapter(taken - 1) != chapter
    return protocol.LessonStep(
        lesson=name_of(live),
        name=course.lesson.name.in_language(lang),
        step=taken,
        steps=len(course.steps),
        chapter=min(chapter, len(chapters) - 1),
        chapters=[c.name.in_language(lang) for c in chapters],
        say=[] if said is None else [line for line in said.in_language(lang).split("\n") if line],
        done=chapters[chapter - 1].done.in_language(lang) if new else "",
        light=[] if ended else list(course.steps[taken][1].light),
        next=chapter if ended and chapter < len(chapters) else None,
        over=ended and chapter == len(chapters),
    )


def name_of(live: Live) -> str:
    return next(seat.lesson for seat in live.seats if seat.lesson).partition(":")[0]


def lit_of(live: Live) -> Sequence[int]:
    """The answers that are shown as things to click: in a lesson, unless the learner is to choose, those that it is about."""
    course, state = live.course, live.match.state
    if course is None:
        return state.options
    step = course.step(live.match)
    return () if step is None else state.options if step.free else course.meant(state, step)


def led_elsewhere(course: Course, live: Live, target: str) -> Refusal | None:
    """What a lesson says to a click on something that the rules would allow."""
    state = live.match.state
    there = [a for a in state.options if target in live.title.choice(state, a).targets] or list(state.options)
    found = [course.objection(live.match, [a]) for a in there]
    return found[0] if all(found) else None
