"""Planning ahead in the browser: on a private copy, kept, and sent when the turn has come; by pointer, and on a phone by keyboard."""

from __future__ import annotations

import pytest

from server.harness import friends
from web.hands import click_something

WIDE = {"size": (1280, 800), "locale": "en-GB"}
PHONE = {"size": (360, 740), "locale": "it-IT", "touch": True}


def press(page, selector, by_key):
    page.wait_for_selector(selector)
    if by_key:
        page.focus(selector)
        page.keyboard.press("Enter")
    else:
        page.click(selector)


@pytest.mark.parametrize(("screen", "by_key"), [(WIDE, False), (PHONE, True)], ids=["1280", "360"])
def test_a_turn_is_planned_ahead(visit, server, screen, by_key):
    union, csa, _ = friends(server)
    page = visit(**screen)
    page.goto(f"{server.url}/t/{csa.token}")
    press(page, "[data-keep=ahead]", by_key)
    page.wait_for_selector("#keep-plan")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["size"][0]
    copy = page.url.rsplit("/", 1)[1]
    for number in range(4):
        page.wait_for_selector(".bar .prompt")
        if not page.query_selector(".board .lit"):
            break
        if by_key:
            page.focus(".board .lit")
            page.keyboard.press("Enter")
            page.wait_for_timeout(200)
        else:
            click_something(page, number)
    press(page, "#keep-plan", by_key)
    page.wait_for_url(f"**/t/{csa.token}")
    page.wait_for_selector("#forget-plan")
    assert copy not in page.evaluate("localStorage['bivouac.seats']"), "a private copy is no match of one's own"
    while not (now := union.look())["outcome"] and now["question"]["side"] == 0:
        union.answer_first()
    press(page, "#send-plan", by_key)
    page.wait_for_selector(".lesson [role=status]:has-text('1'), .lesson [role=status]:has-text('2')")
    now = csa.look()
    assert now["outcome"] or now["question"]["side"] == 0, "the turn was played"
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["size"][0]
