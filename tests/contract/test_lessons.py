"""Every lesson is played through: what is expected is possible, everything else is answered, both languages say all of it."""

from __future__ import annotations

import pytest

import toy
from bivouac.core.ids import SIDES, Side
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match.gestures import is_all_one
from bivouac.match.lesson import course_of, lesson_of, lessons_of

GUIDED, PUZZLES = "first", "puzzles"
CHAPTERS = range(5, 9)


def things_on(title, match, side):
    layout = title.table.layout(title.view(match.state, side))
    cells = (cell for panel in layout.panels for cell in panel.cells)
    return {x.id for x in (*layout.tokens, *title.table.places(match.scenario), *cells)}


def courses(title, name):
    """Each stretch of a lesson once."""
    chapters = lesson_of(title.id, name).chapters
    return [course_of(title.id, name, n) for n, chapter in enumerate(chapters) if chapter.position is not None]


def check_step(title, course, match, taken, step):
    """What is meant is an option, what is lit is on the table, and whatever else the rules allow is answered in both languages."""
    meant = course.meant(match.state, step)
    where = f"{title.id}, step {taken + 1} ({course.lesson.chapters[course.chapter(taken)].name.en})"
    assert meant, f"{where}: nothing of {step.expect} is an option of {match.question}"
    assert set(step.light) <= things_on(title, match, course.side), where
    assert course.spoken(taken, "say") is not None, where
    assert not step.rule or step.rule in title.rulebook, f"{where}: there is no clause {step.rule}"
    for answer in match.state.options:
        objection = course.objection(match, [answer])
        assert (objection is None) == (answer in meant), where
        assert objection is None or objection.rule or step.chances, f"{where}: no clause is cited"
        for language in LANGUAGES if objection is not None else ():
            assert len(catalogue(language, title).refusal(objection)) > 20, where


def test_every_lesson_is_played_through(title):
    for name in lessons_of(title):
        for course in courses(title, name):
            match = course.begin()
            for taken, step in course.walk(match):
                check_step(title, course, match, taken, step)
            if any(len(step.expect) > 1 for _, step in course.steps):
                other = course.begin()
                assert all(course.meant(other.state, step) for _, step in course.walk(other, -1)), (
                    f"{title.id}/{name}: any of these, but not the last"
                )
            assert course.where(match).taken == len(course.steps), f"{title.id}/{name}: the match was over before the lesson"
            assert course.step(match) is None


def test_a_lesson_ends_with_a_success(title):
    """A guided match has five to eight chapters, each with something to do and something to be glad of."""
    for name in lessons_of(title):
        lesson = lesson_of(title.id, name)
        words = [lesson.name, lesson.about, *(w for c in lesson.chapters for w in (c.name, c.done))]
        words += [w for c in lesson.chapters for s in c.steps for w in (s.say, s.otherwise) if w is not None]
        assert all(w.en.strip() and w.it.strip() for w in words)
        assert all(chapter.steps for chapter in lesson.chapters)
        if name == GUIDED:
            assert len(lesson.chapters) in CHAPTERS and 8 <= lesson.minutes <= 15


def test_a_puzzle_has_one_clearly_best_answer(title):
    """And says what every answer wins; benchmarks/puzzles.py plays them again."""
    chapters = lesson_of(title.id, PUZZLES).chapters if PUZZLES in lessons_of(title) else ()
    assert len(chapters) >= 10 or title is toy.TITLE
    assert len({chapter.position.answers for chapter in chapters}) == len(chapters)
    for chapter in chapters:
        (step,) = chapter.steps
        (best, most), (_, second), *_ = sorted(step.chances.items(), key=lambda pair: -pair[1])
        assert step.free and step.expect == (int(best),) and most - second >= 15
        assert f" {round(most)} " in chapter.done.en and f" {round(most)} " in chapter.done.it


@pytest.mark.parametrize("chapter", (0, 1, 2))
def test_any_chapter_can_be_begun(title, chapter):
    """The chapters before it are played as they are meant, and the learner is asked."""
    for name in lessons_of(title):
        if chapter < len(lesson_of(title.id, name).chapters):
            course = course_of(title.id, name, chapter)
            match = course.begin(chapter)
            while title.flow.side(match.state) != course.side:
                course.go_on(match)
            assert course.chapter(course.where(match).taken) == chapter
            assert title.flow.side(match.state) in SIDES and not is_all_one(title, match.state)


def test_dice_fall_as_they_are_laid_out_also_after_taking_back():
    course = course_of("hold-the-line", GUIDED, 0)
    match = course.begin(1)
    while title_asks(match) != course.side:
        course.go_on(match)
    for _ in range(2):  # the battery, and its shot
        course.go_on(match)
    first = [a for a, side in zip(match.answers, match.sides) if side == Side.CHANCE]
    assert first[-3:] == [6, 6, 2]
    match.undo(course.side, granted=True)
    course.go_on(match)
    assert [a for a, side in zip(match.answers, match.sides) if side == Side.CHANCE] == first
    assert match.dice_report().wrong is None


def title_asks(match):
    return match.title.flow.side(match.state)
