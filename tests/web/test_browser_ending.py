"""The end of a turn in a real browser: it waits for a last word, and until then it is taken back as if it had never been."""

from __future__ import annotations

from server.harness import Seat, new
from web import hands

WAITS = "() => document.querySelector('.bar [data-keep=end-now]')"


def at_the_end_of_a_turn(visit, server, **how):
    """Against the computer, which would answer at once."""
    made = new(server, "pickets", csa="computer:recruit")
    page = visit(**how)
    page.goto(f"{server.url}{made['url']}")
    hands.click_until(page, WAITS, tap=how.get("touch", False))
    return page, Seat(server, made["token"])


def test_the_end_of_a_turn_waits_for_a_word_and_is_taken_back_by_finger_or_key(visit, server):
    page, seat = at_the_end_of_a_turn(visit, server, size=(360, 740), touch=True, hold="word")
    serial = seat.look()["serial"]
    assert not page.query_selector_all(".board .lit"), "nothing else is asked meanwhile"
    page.tap(".bar [data-keep=undo]")
    page.wait_for_selector(".board .lit")
    hands.click_until(page, WAITS, tap=True)
    page.keyboard.press("u")
    page.wait_for_selector(".board .lit")
    assert seat.look()["serial"] == serial, "the server has not heard of it"
    hands.click_until(page, WAITS, tap=True)
    page.tap(".bar [data-keep=end-now]")
    page.wait_for_selector(".bar [data-keep=end-now]", state="detached")
    hands.ready(page)
    assert seat.look()["serial"] > serial + 1, "it counts now, and the computer has answered"


def test_the_end_of_a_turn_counts_after_a_moment_or_when_one_leaves(visit, server):
    page, seat = at_the_end_of_a_turn(visit, server, locale="it-IT", hold="short")
    serial = seat.look()["serial"]
    assert "finisce" in page.inner_text(".bar .prompt")
    page.wait_for_selector(".bar [data-keep=end-now]", state="detached")
    hands.ready(page)
    assert seat.look()["serial"] > serial + 1
    hands.click_until(page, WAITS)
    serial = seat.look()["serial"]
    page.goto(server.url)
    for _ in range(100):
        if seat.look()["serial"] > serial:
            return
        page.wait_for_timeout(50)
    raise AssertionError("who leaves the page has said his last word")
