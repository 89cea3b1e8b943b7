"""Lessons and puzzles: the list of them, and beginning one. What is said at the table is in teaching.py."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get, post

from bivouac.core.ids import SIDES
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.match.lesson import Lesson, course_of, lesson_of, lessons_of
from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import File, page, send_file
from bivouac.server.keeping import beginning_of
from bivouac.server.requests import Req, hub_of, language, reply_is, title_of, wish_in, wish_is
from bivouac.server.seats import LESSON, Seat, Seating
from bivouac.server.settings import playable
from bivouac.server.store import Beginning
from bivouac.titles import load


@get("/learn", include_in_schema=False)
async def learn_page(request: Req) -> Response[bytes]:
    return page(request, "learn")


@get("/api/lessons", opt=reply_is(list[protocol.LessonsOf]))
async def lessons(request: Req) -> Response[bytes]:
    """The lessons and puzzles of every title."""
    return send_file(request, await hub_of(request).looking(lessons_file, playable(), language(request)))


@cache
def lessons_file(names: tuple[str, ...], lang: str) -> File:
    rows = [lessons_row(load(name), lang) for name in names]
    return File("lessons.json", msgspec.json.encode([row for row in rows if row.lessons]))


def lessons_row(title: Title[State], lang: str) -> protocol.LessonsOf:
    told = [lesson_row(name, lesson_of(title.id, name), lang) for name in lessons_of(title)]
    return protocol.LessonsOf(title.id, catalogue(lang, title).sentence("title.name"), told)


def lesson_row(name: str, lesson: Lesson, lang: str) -> protocol.LessonRow:
    chapters = [c.name.in_language(lang) for c in lesson.chapters]
    return protocol.LessonRow(name, lesson.name.in_language(lang), lesson.about.in_language(lang), lesson.minutes, chapters)


@post("/api/lessons", status_code=201, opt=wish_is(protocol.NewLesson))
async def new_lesson(request: Req) -> protocol.Created:
    """Begin a lesson, at one of its chapters."""
    wish, hub = await wish_in(request, protocol.NewLesson), hub_of(request)
    title = title_of(wish.title)
    if wish.lesson not in lessons_of(title) or not 0 <= wish.chapter < len(lesson_of(title.id, wish.lesson).chapters):
        raise Refused(404, "errors.no_lesson")
    live, token, _ = await hub.begin(await hub.looking(lesson_begun, title, wish.lesson, wish.chapter))
    return protocol.Created(token, f"/t/{token}", f"/t/{live.watch}", [])


def lesson_begun(title: Title[State], name: str, chapter: int) -> Beginning:
    course = course_of(title.id, name, chapter)
    seats = [Seat(None, False) if side == course.side else Seat(LESSON, True, lesson=f"{name}:{course.first}") for side in SIDES]
    return beginning_of(course.begin(chapter), Seating(seats, [int(course.side)]))


HANDLERS = (learn_page, lessons, new_lesson)
