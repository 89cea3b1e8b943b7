"""Lessons and puzzles."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire, Wish


class LessonStep(Wire):
    """Where a lesson stands. `say`: paragraphs; `done`: what is said of the chapter that has just ended; `light`: things to look at;
    `next`: the chapter that begins with a position of its own, once this stretch is over; `over`: the whole lesson is."""

    lesson: str
    name: str
    step: int
    steps: int
    chapter: int
    chapters: list[str]
    say: list[str]
    done: str
    light: list[str]
    next: int | None
    over: bool


class LessonRow(Wire):
    """A lesson in the list: its chapters by name."""

    id: str
    name: str
    about: str
    minutes: int
    chapters: list[str]


class LessonsOf(Wire):
    """The lessons of a title."""

    title: str
    name: str
    lessons: list[LessonRow]


class NewLesson(Wish):
    """Begin a lesson at one of its chapters."""

    title: str
    lesson: str = "first"
    chapter: int = 0
