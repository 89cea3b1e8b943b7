"""The table can be read from the first second, nothing jumps, what can be chosen and what happened is shown where it is.

One visit for each title and size, with everything that is to be seen on it.
"""

from __future__ import annotations

import os

import pytest

from bivouac import titles
from server.harness import new
from web import hands

DESK, LARGE, PHONE, LYING, TWICE = (1280, 800), (1920, 1080), (360, 740), (740, 360), (640, 400)
ANSWERS = {DESK: 20, LARGE: 3, PHONE: 6}
ALL_ANSWERS = 20  # everywhere, in `make test-long`
SMALLEST_NAME, SMALLEST_COUNTER = 11, 34
IDLE = 0.02  # of a core

LOOK = """() => {
    const round = (r) => [r.x, r.y, r.width, r.height].map(Math.round);
    const stage = document.querySelector('.holder').getBoundingClientRect();
    const inSight = (b) => b.right > stage.left && b.left < stage.right && b.bottom > stage.top && b.top < stage.bottom;
    const svg = document.querySelector('.board');
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const size = (text) => parseFloat(text.closest('[font-size]')?.getAttribute('font-size') ?? 16) * scale;
    const shown = [...svg.querySelectorAll('.art text')].filter((x) => x.checkVisibility() && inSight(x.getBoundingClientRect()));
    const pieces = '.token:is([data-id^="piece:"], [data-id^="unit:"], [data-id^="counter:"]) use';
    const counters = [...svg.querySelectorAll(pieces)].map((x) => x.getBoundingClientRect()).filter(inSight);
    const outside = [...document.querySelectorAll('button, select, input, a')]
        .filter((x) => x.checkVisibility({ visibilityProperty: true }) && !svg.contains(x) && !x.closest('.skip, dialog, .pop, .lineups'))
        .map((x) => [x.getBoundingClientRect(), x.outerHTML.slice(0, 80)]);
    const over = (b) => Math.min(b.right, stage.right) - Math.max(b.left, stage.left) > 1
        && Math.min(b.bottom, stage.bottom) - Math.max(b.top, stage.top) > 1;
    const bars = [...document.querySelectorAll('.strip, .bar')].map((x) => x.getBoundingClientRect().height);
    return {
        stage: round(stage),
        names: Math.min(99, ...shown.map(size)),
        counters: Math.min(99, ...counters.map((b) => Math.max(b.width, b.height))),
        seen: counters.length,
        lit: [...svg.querySelectorAll('.lit')].filter((x) => inSight(x.getBoundingClientRect())).length,
        anyLit: svg.querySelectorAll('.lit').length,
        covering: outside.filter(([b]) => b.width && over(b)).map(([, html]) => html),
        bars: bars.reduce((a, b) => a + b, 0),
    };
}"""

OFF = """() => {
    const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const art = (id) => document.querySelector(`.board .art [data-id="${id}"]`);
    return [...document.querySelectorAll('.board .ring')].slice(0, 8).map((ring) => {
        const own = [...art(ring.dataset.id).querySelectorAll('path, polygon, rect, circle')].map(middle);
        const [x, y] = middle(ring.querySelector('.hit'));
        return Math.min(...own.map((o) => Math.hypot(o[0] - x, o[1] - y)));
    });
}"""


def sit(page, server, title):
    made = new(server, title, csa="computer:recruit")
    page.goto(f"{server.url}{made['url']}")
    hands.ready(page)
    return page.evaluate(LOOK)


@pytest.mark.parametrize("size", [DESK, LARGE, PHONE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("game", titles())
def test_a_table_to_be_read(visit, server, game, size):
    page = visit(size=size, touch=size == PHONE, locale="it-IT" if size == PHONE else "en-GB")
    first = seen = sit(page, server, game)
    assert seen["seen"] >= 1 and (seen["lit"] or not seen["anyLit"]), "it opens where the question is"
    for n in range(ALL_ANSWERS if os.environ.get("BIVOUAC_LONG") else ANSWERS[size]):
        assert seen["names"] >= SMALLEST_NAME - 0.1 and seen["counters"] >= SMALLEST_COUNTER - 0.1, seen
        assert seen["stage"] == first["stage"], f"the board has moved after {n} answers"
        assert seen["covering"] == [] and (size != PHONE or seen["bars"] <= 120)
        assert max(page.evaluate(OFF), default=0) <= 2
        if hands.over(page):
            return
        hands.click_something(page, 7 * n + 3, tap=size == PHONE)
        hands.ready(page)
        seen = page.evaluate(LOOK)


@pytest.mark.parametrize("size", [LYING, TWICE], ids=["lying", "twice"])
def test_a_phone_on_its_side_and_a_screen_at_200_percent_leave_half_to_the_board(visit, server, size):
    page = visit(size=size)
    seen = sit(page, server, "lincoln")
    assert seen["stage"][3] >= size[1] / 2 and seen["covering"] == []


def test_an_idle_table_costs_nothing(visit, server):
    """Nothing moves by itself: no animation runs on, and the page uses no processor time."""
    page = visit(motion="no-preference")
    sit(page, server, "gettysburg")
    page.wait_for_timeout(1500)
    assert page.evaluate("() => document.getAnimations().filter((a) => a.playState === 'running').length") == 0
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def used():
        return {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

    before = used()
    page.wait_for_timeout(1500)
    assert used() - before < 1.5 * IDLE


def test_the_board_is_looked_at_from_all_sides(visit, server):
    """The overview leads elsewhere; the board is turned round and back; sizes are remembered."""
    page = visit()
    sit(page, server, "yankees-rebels")
    where = "() => document.querySelector('.board').style.transform"
    before = page.evaluate(where)
    box = page.query_selector(".overview").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] - 5)
    assert page.evaluate(where) != before
    page.click(".zoom button >> nth=3")
    assert page.get_attribute(".board > g", "transform").startswith("rotate(180")
    page.click(".zoom button >> nth=3")
    assert page.get_attribute(".board > g", "transform") is None
    page.click("#tab-match")
    page.select_option("#counters", "1.4")
    page.select_option("#theme", "dark")
    wide = page.evaluate(LOOK)["counters"]
    page.reload()
    hands.ready(page)
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(LOOK)["counters"] >= 1.3 * SMALLEST_COUNTER and wide >= 1.3 * SMALLEST_COUNTER


def test_what_happened_is_told(visit, server):
    """One's own result stays beside the board, with its dice; after the other side's turn stands what it did."""
    page = visit()
    sit(page, server, "hold-the-line")
    hands.click_until(page, "() => document.querySelectorAll('.effects .arrow').length")
    assert page.inner_text(".tray .line")
    page.click("text=End the turn")
    hands.click_until(page, "() => document.querySelector('.tray h3')")  # a beaten unit of mine may ask where to go
    assert 1 <= len(page.query_selector_all(".tray p")) <= 3
    page.click("#tab-key")
    page.wait_for_selector(".pane.key h3")
    page.click(".bar .rule")
    assert page.inner_text(".pop p")
