"""Learning at the table: from the home page to the first own decision in two clicks, one lesson to its end, the others begun."""

from __future__ import annotations

import pytest

from bivouac import titles
from bivouac.match.lesson import course_of
from web import hands

WRONG = "400 (Bad Request)"  # the lesson, or a rule, says no
WHOLE = "hold-the-line"


def begin(page, server, title):
    page.goto(server.url)
    page.click(f"#learn-{title}")
    page.wait_for_selector(".lesson p")
    hands.ready(page)


def by_keyboard(page):
    """The first thing that can be chosen, by focus and Enter alone."""
    page.evaluate("() => document.querySelector('.board .lit, .bar .answer, .hands .lit').focus()")
    page.keyboard.press("Enter")


def choose(page, answer):
    """From the list of all options, which the letter o opens; then the drawer goes in again."""
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("o")
    page.click(f'.pane.list [data-answer="{answer}"]')


@pytest.mark.parametrize(("size", "touch", "locale"), [((1280, 800), False, "en-GB"), ((360, 740), True, "it-IT")])
def test_a_lesson_is_played_through(visit, server, size, touch, locale):
    page = visit(size=size, locale=locale, touch=touch, expected=(WRONG,))
    begin(page, server, WHOLE)
    course = course_of(WHOLE, "first", 0)
    match = course.begin()
    for taken, asked in course.walk(match):
        page.wait_for_function("n => Number(document.querySelector('.lesson').dataset.said.split(' ')[1]) === n", arg=taken)
        hands.ready(page)
        meant = course.meant(match.state, asked)
        if asked.free:
            choose(page, next(a for a in match.state.options if a not in meant))
            page.wait_for_selector(".notice p")
            choose(page, meant[0])
        elif taken % 2:
            by_keyboard(page)
        else:
            hands.click_something(page, 0, tap=touch)
    page.wait_for_selector("dialog.victory")
    assert page.query_selector(".lesson .done") and page.evaluate("() => document.querySelector('.lesson').scrollWidth <= innerWidth")
    page.goto(f"{server.url}/learn")
    page.wait_for_selector(".chapters .done")
    assert page.locator(f"#{WHOLE} .guided .chapters .done").count() == len(course.lesson.chapters)
    for title in titles() if touch else ():
        begin(page, server, title)
        assert page.inner_text(".lesson p")
