"""Learning at the table: from the home page to the first own decision in two clicks, one lesson to its end, the others begun."""

from __future__ import annotations

import pytest

from bivouac import titles
from web import hands

WRONG = "400 (Bad Request)"  # the lesson, or a rule, says no
READY = """() => !document.querySelector('.bar.sending')
    && document.querySelector('dialog.victory, .lesson .row, .board .lit, .bar .answer, .hands .lit')"""
KEYBOARD = 4  # steps of a lesson that are done without a pointer


def step(page):
    """How far the lesson is, as it is drawn."""
    return page.evaluate("() => document.querySelector('.lesson')?.dataset.said")


def begin(page, server, title):
    page.goto(server.url)
    page.click(f"#learn-{title}")
    page.wait_for_selector(".lesson p")
    hands.ready(page)


def by_keyboard(page):
    """The first thing that can be chosen, by Tab and Enter alone."""
    page.evaluate("() => document.querySelector('.board .lit, .bar .answer, .hands .lit').focus()")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "touch", "locale"), [((1280, 800), False, "en-GB"), ((360, 740), True, "it-IT")])
def test_a_lesson_is_played_through(visit, server, size, touch, locale):
    page = visit(size=size, locale=locale, touch=touch, expected=(WRONG,))
    begin(page, server, "hold-the-line")
    for number in range(60):
        page.wait_for_function(READY)
        if page.query_selector("dialog.victory, .lesson .row"):
            break
        before = step(page)
        by_keyboard(page) if before.split()[1] in map(str, range(KEYBOARD)) else hands.click_something(page, number, tap=touch)
        page.wait_for_function(
            "was => document.querySelector('.lesson').dataset.said !== was || document.querySelector('.notice p, .pop')", arg=before
        )
    assert page.query_selector(".lesson .done") and page.evaluate("() => document.querySelector('.lesson').scrollWidth <= innerWidth")
    page.goto(f"{server.url}/learn")
    page.wait_for_selector(".chapters .done")
    assert page.locator("#hold-the-line .guided .chapters .done").count() == 6
    for title in titles():
        begin(page, server, title)
        assert page.inner_text(".lesson p")
