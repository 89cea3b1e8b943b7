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
IDLE, DRAWING = 0.02, 0.05  # of a core

LOOK = """() => {
    const round = (r) => [r.x, r.y, r.width, r.height].map(Math.round);
    const stage = document.querySelector('.holder').getBoundingClientRect();
    const inSight = (b) => b.right > stage.left && b.left < stage.right && b.bottom > stage.top && b.top < stage.bottom;
    const svg = document.querySelector('.board');
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const font = (text) => parseFloat(text.closest('[font-size]')?.getAttribute('font-size') ?? 16);
    const seen = (which) => [...svg.querySelectorAll(which)].filter((x) => x.checkVisibility() && inSight(x.getBoundingClientRect()));
    const letters = [...document.querySelectorAll('.board .pieces use, .hands .piece use')]
        .filter((x) => x.checkVisibility())
        .flatMap((x) => {
            const face = document.querySelector(x.getAttribute('href'));
            const large = x.ownerSVGElement === svg ? scale : x.ownerSVGElement.getScreenCTM().a;
            const zoom = large * parseFloat(x.getAttribute('width')) / face.viewBox.baseVal.width;
            return [...face.querySelectorAll('text')].map((text) => font(text) * zoom);
        });
    const pieces = '.token:is([data-id^="piece:"], [data-id^="unit:"], [data-id^="counter:"]) use';
    const counters = [...svg.querySelectorAll(pieces)].map((x) => x.getBoundingClientRect()).filter(inSight);
    const outside = [...document.querySelectorAll('button, select, input, a')]
        .filter((x) => x.checkVisibility({ visibilityProperty: true }) && !svg.contains(x))
        .filter((x) => !x.closest('.skip, dialog, .pop, .lineups, .notice'))
        .map((x) => [x.getBoundingClientRect(), x.outerHTML.slice(0, 80)]);
    const over = (b) => Math.min(b.right, stage.right) - Math.max(b.left, stage.left) > 1
        && Math.min(b.bottom, stage.bottom) - Math.max(b.top, stage.top) > 1;
    const bars = [...document.querySelectorAll('.strip, .bar')].map((x) => x.getBoundingClientRect().height);
    return {
        stage: round(stage),
        names: Math.min(99, ...seen('.art text, .badges text').map((text) => font(text) * scale)),
        letters: Math.min(99, ...letters),
        counters: Math.min(99, ...counters.map((b) => Math.max(b.width, b.height))),
        seen: counters.length,
        lit: [...svg.querySelectorAll('.lit')].filter((x) => inSight(x.getBoundingClientRect())).length,
        anyLit: svg.querySelectorAll('.lit').length,
        covering: outside.filter(([b]) => b.width && over(b)).map(([, html]) => html),
        bars: bars.reduce((a, b) => a + b, 0),
        sizes: window.sizes,
    };
}"""

# Every size that the board's room has had since it was first seen, also between two answers.
WATCH = """() => {
    window.sizes = [];
    new ResizeObserver(([{ contentRect: r }]) => window.sizes.push([Math.round(r.width), Math.round(r.height)]))
        .observe(document.querySelector('.holder'));
}"""

# How far each highlight is from what it is of: tinted places, the halo of a piece, what is pointed at, what is spoken of.
OFF = """() => {
    const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const forms = 'path, polygon, rect, circle, ellipse';
    const box = (use) => {  // its square: what is drawn in it may lean to one side
        const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(use.getAttribute(name)));
        const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(use.getScreenCTM());
        return [at.x, at.y];
    };
    const drawn = (id) => {
        const token = document.querySelector(`.board .token[data-id="${id}"] use`);
        const art = document.querySelector(`.board .art [data-id="${id}"]`);
        return token ? [box(token)] : (art.matches(forms) ? [art] : [...art.querySelectorAll(forms)]).map(middle);
    };
    const off = (shape, id) => Math.min(...drawn(id).map(([x, y]) => Math.hypot(x - middle(shape)[0], y - middle(shape)[1])));
    const all = (which) => [...document.querySelectorAll(`.board ${which}`)].slice(0, 8);
    return [
        ...all('.ring').map((ring) => off(ring.querySelector('.hit'), ring.dataset.id)),
        ...all('.token.lit').map((token) => off(token.querySelector('.halo'), token.dataset.id)),
        ...all('[data-of]').map((line) => off(line, line.dataset.of)),
    ];
}"""


def sit(page, server, title):
    made = new(server, title, csa="computer:recruit")
    page.goto(f"{server.url}{made['url']}")
    hands.ready(page)
    page.evaluate(WATCH)
    return page.evaluate(LOOK)


@pytest.mark.parametrize("size", [DESK, LARGE, PHONE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("game", titles())
def test_a_table_to_be_read(visit, server, game, size):
    page = visit(size=size, touch=size == PHONE, locale="it-IT" if size == PHONE else "en-GB")
    first = seen = sit(page, server, game)
    assert seen["seen"] >= 1 and (seen["lit"] or not seen["anyLit"]), "it opens where the question is"
    for n in range(ALL_ANSWERS if os.environ.get("BIVOUAC_LONG") else ANSWERS[size]):
        assert min(seen["names"], seen["letters"]) >= SMALLEST_NAME - 0.1 and seen["counters"] >= SMALLEST_COUNTER - 0.1, seen
        assert seen["stage"] == first["stage"] and len(seen["sizes"] or [0]) == 1, f"the board has moved after {n} answers"
        assert seen["covering"] == [] and (size != PHONE or seen["bars"] <= 120)
        assert max(page.evaluate(OFF), default=0) <= 2
        if hands.over(page):
            return
        hands.click_something(page, 7 * n + 3, tap=size == PHONE)
        hands.ready(page)
        seen = page.evaluate(LOOK)


@pytest.mark.parametrize("game", titles())
def test_what_is_pointed_at_is_marked_where_it_lies(visit, server, game):
    """From the list, from the log, by the button that goes from one lit thing to the next; on a board turned round, too."""
    page = visit()
    sit(page, server, game)
    hands.click_something(page, 1)
    hands.ready(page)
    marked = 0
    for turned in (False, True):
        if turned:
            page.click(".zoom button >> nth=3")
        for tab, lines in (("list", ".options button"), ("list", ".places dt"), ("log", ".line.places")):
            page.click(f"#tab-{tab}")
            for line in page.query_selector_all(f".pane.{tab} {lines}")[:6]:
                line.hover()
                assert max(page.evaluate(OFF), default=0) <= 2
                marked += len(page.query_selector_all(".board .mark"))
        if page.query_selector("[data-keep=lit]"):
            page.click("[data-keep=lit]")
            assert page.query_selector(".board .mark") and max(page.evaluate(OFF)) <= 2
    assert marked


@pytest.mark.parametrize("size", [LYING, TWICE], ids=["lying", "twice"])
@pytest.mark.parametrize("game", titles())
def test_a_phone_on_its_side_and_a_screen_at_200_percent_leave_half_to_the_board(visit, server, game, size):
    page = visit(size=size)
    seen = sit(page, server, game)
    for n in range(3):
        assert seen["stage"][3] >= size[1] / 2 and seen["covering"] == [] and min(seen["names"], seen["letters"]) >= SMALLEST_NAME - 0.1
        hands.click_something(page, n)
        hands.ready(page)
        seen = page.evaluate(LOOK)


@pytest.mark.parametrize("game", titles())
def test_an_idle_table_costs_nothing(browser, visit, server, game):
    """Nothing moves by itself: no animation runs on, and once the board is drawn, all that is to be seen around it included, all processes
    of the browser together use next to no processor time, on average over some seconds."""
    page = visit(motion="no-preference")
    sit(page, server, game)
    page.wait_for_timeout(1000)
    assert page.evaluate("() => document.getAnimations().filter((a) => a.playState === 'running').length") == 0
    session = browser.new_browser_cdp_session()

    def used():
        return sum(process["cpuTime"] for process in session.send("SystemInfo.getProcessInfo")["processInfo"])

    def share(seconds):
        before = used()
        page.wait_for_timeout(1000 * seconds)
        return (used() - before) / seconds

    assert any(share(1) < DRAWING for _ in range(20)), "the board is never done"
    assert share(4) < IDLE


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
