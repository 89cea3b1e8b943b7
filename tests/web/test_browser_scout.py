"""Before one chooses, in a real browser: how far a piece reaches, lines of sight, plans of one's own that nobody else sees."""

from __future__ import annotations

from server.harness import Seat, new
from web import hands

LIT = "() => document.querySelector('.board .token.lit[data-id^=\"piece:\"]')"


def middle(page, selector):
    box = page.query_selector(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_tells_its_reach_and_plans_are_ones_own(visit, server):
    made = new(server, "hold-the-line", csa="here")
    page = visit()
    page.goto(f"{server.url}{made['url']}")
    hands.click_until(page, LIT)
    page.wait_for_selector(".board .token.lit")
    piece = page.get_attribute(".board .token.lit", "data-id")
    told = Seat(server, made["token"]).get("/outlook", of=piece)
    x, y = middle(page, f".token[data-id='{piece}']")
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    page.wait_for_selector(".tip .scout.reach")
    assert len(page.query_selector_all(".scouted .reach")) == len(told["reach"]) > 0
    assert len(page.query_selector_all(".scouted .fire")) == len(told["fire"]) > 0
    page.mouse.move(5, 5)
    page.wait_for_selector(".scouted .reach", state="detached")

    page.focus(".board")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector(".tip:not([hidden])")
    looked = page.evaluate("() => document.activeElement.dataset.id")
    page.keyboard.press("Shift+ArrowLeft")
    assert looked.startswith("hex:") and page.evaluate("() => document.activeElement.dataset.id") != looked

    page.keyboard.press("v")
    page.wait_for_selector(".table.with-tool")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lens .seen")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sight-line", state="attached")
    assert "HTL-8.2" in page.inner_text(".bar .tool-words")

    page.keyboard.press("p")
    page.keyboard.press("Enter")
    page.fill(".pop input", "Hold until noon")
    page.keyboard.press("Enter")
    page.wait_for_selector(".plan-note")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 60, steps=4)
    page.mouse.move(x + 140, y + 130, steps=4)
    page.mouse.up()
    page.wait_for_selector(".arrow.plan")
    serial = Seat(server, made["token"]).look()["serial"]
    page.reload()
    page.wait_for_selector(".arrow.plan")
    assert "Hold until noon" in page.text_content(".plan-note")
    assert Seat(server, made["token"]).look()["serial"] == serial, "a plan is no answer"
    other = visit()
    other.goto(f"{server.url}{made['url']}")
    hands.ready(other)
    assert not other.query_selector(".plan-note, .arrow.plan")
