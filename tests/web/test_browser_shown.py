"""What happens is seen and heard, and what things mean is told: in every title, by mouse, by finger and by key."""

from __future__ import annotations

import pytest

from bivouac import titles
from server.harness import known, new
from web import hands

HEARD = """
window.heard = 0;
const begun = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.heard += 1; return begun.apply(this, when); };
"""
FREE = """(which) => [...document.querySelectorAll(which)]
    .map((thing) => [thing, thing.getBoundingClientRect()])
    .map(([thing, b]) => [thing, b.x + b.width / 2, b.y + b.height / 2])
    .find(([thing, x, y]) => thing.contains(document.elementFromPoint(x, y)))?.slice(1)"""
BENT = "() => [...document.querySelectorAll('.effects .arrow.way')].some((arrow) => arrow.points.numberOfItems > 7)"


def sit(page, server, title, csa="computer:recruit"):
    page.goto(f"{server.url}{new(server, title, csa=csa)['url']}")
    hands.ready(page)


def middle(page, which):
    """Of the first such thing that is in sight and not below another."""
    found = page.evaluate(FREE, which)
    assert found, which
    return found


def play_until(page, condition):
    """Choose now this, now that, until the page is as wanted."""
    for n in range(150):
        hands.ready(page)
        if page.evaluate(condition):
            return
        hands.click_something(page, 7 * n + 3)
    raise AssertionError(f"never seen on this table: {condition}")


@pytest.mark.parametrize("game", titles())
def test_things_explain_themselves(visit, server, game):
    """Under the pointer and by key; the legend, the printed tables and how far it is to victory are at hand."""
    page = visit()
    sit(page, server, game)
    page.mouse.move(*middle(page, '.board .token:is([data-id^="piece:"], [data-id^="unit:"])'))
    page.wait_for_selector(".tip:not([hidden])")
    assert len(page.inner_text(".tip")) > 15
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('.tip')?.checkVisibility()")
    page.focus(".board")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("() => document.querySelector('.tip')?.checkVisibility()")
    page.click("#tab-key")
    page.wait_for_selector(".pane.key .signs li")
    assert len(page.query_selector_all(".pane.key .signs li")) >= 10
    page.click("#tab-charts")
    page.wait_for_selector(".pane.charts table")
    page.click("#tab-side")
    assert len(page.query_selector_all(".pane.side .standing li")) >= 2


def test_a_long_press_explains(visit, server):
    page = visit(size=(360, 740), touch=True)
    sit(page, server, "house-divided")
    x, y = middle(page, '.board .token[data-id^="piece:"]')
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_function("() => [...document.querySelectorAll('.tip, .pop')].some((x) => x.checkVisibility() && x.innerText.length > 10)")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_one_has_done_is_seen_and_told_in_words(visit, server):
    """An arrow, dice in the tray, a flash where something is lost, the same in the live region, and the row that is in force."""
    page = visit()
    sit(page, server, "hold-the-line")
    play_until(page, "() => document.querySelector('.effects .arrow.fire') && document.querySelector('.tray .thrown .die')")
    told = page.inner_text(".tray .line")
    assert "(hits on " in told, "with the number needed"
    play_until(page, "() => document.querySelector('.effects .marker')")
    assert page.evaluate("() => [...document.querySelectorAll('.sr[aria-live=polite]')].map((x) => x.textContent).join(' ')").strip()
    page.click("#tab-charts")
    play_until(page, "() => document.querySelector('.pane.charts .now')")


def test_a_march_is_seen_to_go_by_its_way(visit, server):
    page = visit()
    sit(page, server, "yankees-rebels")
    hands.click_until(page, BENT)


def test_who_looks_back_sees_what_led_there(visit, server):
    page = visit()
    sit(page, server, "hold-the-line")
    hands.click_until(page, "() => document.querySelector('.effects .arrow.fire')")
    page.click("#tab-match")
    page.click("text=Replay")
    page.wait_for_selector("input[type=range]")
    for _ in range(40):  # the shot may lie some answers back
        page.click("[data-keep=back]")
        page.wait_for_timeout(300)
        if page.query_selector(".effects .arrow.fire") and page.query_selector(".tray .thrown .die"):
            return
    raise AssertionError("no position shows the shot that led to it")


def test_after_a_change_of_hands_stands_what_happened(visit, server):
    page = visit()
    hands.sit_until(
        page, server, lambda: known(server, csa="here"), "() => document.querySelector('.tray h3') && document.querySelector('.tray p')"
    )


def test_sounds_are_off_until_their_button_is_pressed(visit, server):
    page = visit()
    page.add_init_script(HEARD)
    sit(page, server, "hold-the-line")
    assert page.get_attribute(".sound", "aria-pressed") == "false"
    hands.click_until(page, "() => document.querySelector('.effects .arrow')")
    assert page.evaluate("() => window.heard") == 0
    page.click(".sound")
    assert page.get_attribute(".sound", "aria-pressed") == "true"
    hands.click_until(page, "() => window.heard")
    page.reload()
    hands.ready(page)
    assert page.get_attribute(".sound", "aria-pressed") == "true"


def test_an_invitation_says_that_it_is_good_here_alone(visit, server):
    """The server of these tests listens at this machine's own address, as one does that was started without a host."""
    page = visit()
    page.goto(f"{server.url}{new(server)['url']}")
    page.click("#tab-match")
    page.click("text=Links")
    page.wait_for_selector("dialog[open]")
    assert "--host" in page.inner_text("dialog[open]")
