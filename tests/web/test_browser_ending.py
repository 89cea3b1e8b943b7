"""The end of a turn in a real browser: it waits for a last word, and until then it is taken back as if it had never been."""

from __future__ import annotations

from bivouac import Match, load
from bivouac.match import format_save
from server.harness import Seat, known_save, uploaded
from web import hands

WAITS = "() => document.querySelector('.bar [data-keep=end-now]')"


def at_the_end_of_a_turn(visit, server, **how):
    """Against the computer, which would answer at once."""
    page = visit(**how)
    made = hands.sit_until(page, server, lambda: uploaded(server, known_save(), csa="computer:recruit"), WAITS, tap=how.get("touch", False))
    return page, Seat(server, made["token"])


def grows(page, seat, serial):
    """Whether the match gets beyond so many answers."""
    for _ in range(200):
        if seat.look()["serial"] > serial:
            return True
        page.wait_for_timeout(50)
    return False


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
    assert grows(page, seat, serial), "it counts now"


def test_the_end_of_a_turn_counts_after_a_moment_or_when_one_leaves(visit, server):
    page, seat = at_the_end_of_a_turn(visit, server, locale="it-IT", hold="short")
    serial = seat.look()["serial"]
    assert "finisce" in page.inner_text(".bar .prompt")
    page.wait_for_selector(".bar [data-keep=end-now]", state="detached")
    assert grows(page, seat, serial)
    hands.click_until(page, WAITS)
    serial = seat.look()["serial"]
    page.goto(server.url)
    assert grows(page, seat, serial), "who leaves the page has said his last word"


def nothing_left_to_choose():
    """Lincoln, the Union's actions are done and it holds no free card: it is asked all the same, since the hand is a secret."""
    title = load("lincoln")
    match = Match.new(title, seed=5)
    while match.question.box != "closing" or len(match.question.options) > 1 or match.question.side:
        match.submit(title.advice.order(match.state)[0])
    return format_save(match.save(reveal=True))


def test_what_is_asked_only_to_keep_a_secret_goes_on_by_itself(visit, server):
    seat = Seat(server, uploaded(server, nothing_left_to_choose(), csa="link")["token"])
    serial = seat.look()["serial"]
    page = visit(hold="short")
    page.goto(f"{server.url}/t/{seat.token}")
    page.wait_for_selector(".bar .answer")
    assert "goes on by itself" in page.inner_text(".bar .ask")
    page.wait_for_selector(".bar .answer", state="detached")
    assert grows(page, seat, serial)
