"""Learning at the table: from the home page to the first own decision in two clicks, and every lesson to its end.

`make test` plays two through by pointer and one by keyboard alone, and begins the others; `make test-long` plays all of them, at both
sizes, in both languages, by pointer and by keyboard."""

from __future__ import annotations

import contextlib

import pytest

from bivouac import load, titles
from bivouac.match.lesson import course_of, lessons_of
from web import hands

WRONG = "400 (Bad Request)"  # the lesson, or a rule, says no
SIZES = {"wide": (1280, 800), "phone": (360, 740)}
LOCALES = {"en": "en-GB", "it": "it-IT"}
TAUGHT = [title for title in titles() if "first" in lessons_of(load(title))]


def begin(page, server, title):
    page.goto(server.url)
    page.click(f"#learn-{title}")
    page.wait_for_selector(".lesson p")
    hands.ready(page)


def begin_by_keyboard(page, server, title):
    page.goto(server.url)
    page.wait_for_selector(f"#learn-{title}")
    tab_to(page, f"#learn-{title}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lesson p")
    hands.ready(page)


def tab_to(page, selector):
    for _ in range(300):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never comes to {selector}")


def choose(page, answer):
    """From the list of all options, which the letter o opens; then the drawer goes in again."""
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("o")
    page.click(f'.pane.list [data-answer="{answer}"]')


def type_choice(page, answer):
    page.keyboard.press("o")
    page.wait_for_selector(f'.pane.list [data-answer="{answer}"]')
    tab_to(page, f'.pane.list [data-answer="{answer}"]')
    page.keyboard.press("Enter")


SAID = "Number(document.querySelector('.lesson').dataset.said.split(' ')[1])"


def is_at(page, taken):
    page.wait_for_function(f"n => {SAID} === n", arg=taken)
    hands.ready(page)


def touch(page, taken, *, tap):
    """What is lit; and again where nothing comes of it, for on a busy machine the board may still have been moving under the finger."""
    for _ in range(3):
        hands.click_something(page, 0, tap=tap)
        with contextlib.suppress(Exception):
            page.wait_for_function(f"n => {SAID} !== n", arg=taken, timeout=10_000)
            return


def is_over(page, server, title, course):
    page.wait_for_selector(".lesson-over .lesson .done")
    if page.query_selector("dialog.victory"):
        page.keyboard.press("Escape")
    assert page.is_visible(".lesson a.main") and page.evaluate("() => document.querySelector('.lesson').scrollWidth <= innerWidth")
    page.goto(f"{server.url}/learn")
    page.wait_for_selector(".chapters .done")
    assert page.locator(f"#{title} .guided .chapters .done").count() == len(course.lesson.chapters)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("taught", TAUGHT)
def test_a_lesson_is_played_through(visit, server, taught, size, language):
    page = visit(size=SIZES[size], locale=LOCALES[language], touch=size == "phone", expected=(WRONG,))
    begin(page, server, taught)
    course = course_of(taught, "first", 0)
    match = course.begin()
    for taken, asked in course.walk(match):
        is_at(page, taken)
        meant = course.meant(match.state, asked)
        wrong = [a for a in match.state.options if a not in meant]
        if asked.free and wrong:
            choose(page, wrong[0])
            page.wait_for_selector(".notice p")
        if asked.free or taken % 2:
            choose(page, meant[0])
        else:
            touch(page, taken, tap=size == "phone")
    is_over(page, server, taught, course)


@pytest.mark.parametrize("taught", TAUGHT)
def test_a_lesson_is_played_by_keyboard_alone(visit, server, taught):
    page = visit(expected=(WRONG,))
    begin_by_keyboard(page, server, taught)
    course = course_of(taught, "first", 0)
    match = course.begin()
    for taken, asked in course.walk(match):
        is_at(page, taken)
        type_choice(page, course.meant(match.state, asked)[0])
    is_over(page, server, taught, course)


def test_every_lesson_is_begun_in_two_clicks(visit, server):
    page = visit(size=SIZES["phone"], touch=True)
    for title in TAUGHT:
        begin(page, server, title)
        assert page.inner_text(".lesson p")


def test_a_puzzle_is_solved_and_remembered(visit, server):
    """A wrong answer is told what it wins, the right one why it is right; the page of puzzles knows it afterwards."""
    page = visit(size=SIZES["phone"], locale=LOCALES["it"], touch=True, expected=(WRONG,))
    page.goto(f"{server.url}/learn")
    page.tap("#lincoln .puzzles button >> nth=0")
    page.wait_for_selector(".lesson p")
    hands.ready(page)
    (step,) = course_of("lincoln", "puzzles", 0).lesson.chapters[0].steps
    best, *others = sorted(map(int, step.chances), key=lambda a: -step.chances[str(a)])
    choose(page, others[0])
    page.wait_for_selector(".notice p >> text=su 100")
    choose(page, best)
    page.wait_for_selector(".lesson-over .lesson .done")
    assert page.inner_text(".lesson h2").startswith("Problema 1:") and page.is_visible(".lesson button.main")
    assert page.evaluate("() => document.querySelector('.lesson').scrollWidth <= innerWidth")
    page.goto(f"{server.url}/learn")
    page.wait_for_selector("#lincoln .puzzles .done")
    assert page.locator("#lincoln .puzzles .done").count() == 1
