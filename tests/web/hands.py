"""Hands at a table: the ways a person plays, by mouse, by finger, by keyboard."""

from __future__ import annotations

import contextlib
import time

# a script for pages that are opened by the address of a seat: it says that the seat is the reader's
TAKE_SEAT = """if (origin !== 'null') new MutationObserver(() => document.getElementById('take-seat')?.click())
    .observe(document, { childList: true, subtree: true })"""

READY = """() => document.querySelector('dialog.victory, .curtain:not([hidden]) button, dialog[open] .anyway')
           || (!document.querySelector('.bar.sending, .bar .alone')
               && document.querySelector('.board .lit, .bar .answer, .hands .lit, .lineups .lit'))"""

IN_SIGHT = """(thing, [x, y]) => {
    const met = document.elementFromPoint(x, y);
    const room = thing.closest('.holder, .hands, .lineups, .bar');
    return met !== null && (room ? room.contains(met) : true);
}"""


def start(page, server, title, **choices):
    """From the home page to the table: two clicks where the defaults are wanted."""
    page.goto(server.url)
    page.click(f'.title-card[href="#{title}"]')
    for field, value in choices.items():
        page.select_option(f"#{field.replace('_', '-')}", value)
    page.click("#start")
    page.wait_for_selector(".bar .prompt, .curtain:not([hidden]) button")


def ready(page, timeout=60_000):
    page.wait_for_function(READY, timeout=timeout)


def over(page):
    return page.query_selector("dialog.victory") is not None


def serial(page):
    """The revision that is drawn: it changes with every answer."""
    return page.evaluate("() => document.querySelector('.table')?.dataset.rev")


def click_something(page, number, *, tap=False):
    """Choose one of the things that are lit, by pointer; open stacks and warnings are answered too."""
    ready(page)
    if over(page):
        return
    lift = page.query_selector(".curtain:not([hidden]) button")
    if lift:
        lift.click()
        page.wait_for_selector(".curtain", state="hidden")
        return
    if page.query_selector("dialog[open] .anyway"):
        page.click("dialog[open] .anyway")
        page.wait_for_selector("dialog[open] .anyway", state="detached")
        return
    found = page.query_selector_all(".board .lit, .hands .lit, .lineups .lit, .bar .answer")
    if not found:
        return
    element = found[number % len(found)]
    try:
        point(page, element, tap)
    except Exception:
        if not element.is_visible() or page.query_selector(".pop, dialog[open]"):
            pass
        else:
            element.dispatch_event("click")
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        more = page.query_selector(".pop .lit, .pop .options button") or page.query_selector("dialog[open] .anyway")
        if more:
            with contextlib.suppress(Exception):  # it was drawn anew under the pointer: look again
                more.click(timeout=1_000)
            continue
        if not page.query_selector(".pop, .bar.sending, .table.asking"):
            return
        if page.query_selector(".pop") and not page.query_selector(".pop .lit, .pop .options button"):
            page.keyboard.press("Escape")
        page.wait_for_timeout(20)


def click_until(page, condition, *, tap=False):
    """Choose what is lit, one thing after another, until the page is as wanted; a click that met nothing is made again."""
    for _ in range(60):
        ready(page)
        if page.evaluate(condition):
            return
        assert not over(page), f"the match ended before this was seen: {condition}"
        click_something(page, 0, tap=tap)
    raise AssertionError(f"never seen on this table: {condition}")


def sit_until(page, server, make, condition, *, tap=False):
    """Sit down at a table that `make` makes and choose until the page is as wanted; where dice end the match before, at another one.

    Gives what the server said of the table."""
    for _ in range(5):
        made = make()
        page.goto(f"{server.url}{made['url']}")
        try:
            click_until(page, condition, tap=tap)
        except AssertionError:
            if not over(page):
                raise
        else:
            return made
    raise AssertionError(f"five matches ended before this was seen: {condition}")


def point(page, element, tap):
    """At the middle of the thing, as a hand would; what lies above it may get the click, as at a real table.

    What lies outside the part of the board that is in sight is reached as by keyboard."""
    box = element.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if not element.evaluate(IN_SIGHT, [x, y]):
        element.dispatch_event("click")
    elif tap:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def hand_over(page, level="recruit"):
    """Let the computer play for my seats."""
    page.click("#tab-match") if page.is_visible("#tab-match") else (page.click(".toggle"), page.click("#tab-match"))
    page.select_option("#pace", "none")
    for select in page.query_selector_all("select[id^=hand-]"):
        select.select_option(level)


def give_up(page):
    if not page.is_visible("#tab-match"):
        page.click(".toggle")
    for button in ("#tab-match", ".pane.match .danger", "dialog[open]:not(.victory) .danger"):
        page.click(button, timeout=5_000)
    page.wait_for_selector("dialog.victory")
