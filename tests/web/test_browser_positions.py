"""The editor of positions: a position of each title is changed by hand and played; a match begins from a position of another one."""

import pytest

from server.harness import friends, play_out
from web import hands

EDITED = {
    "house-divided": ("all-side", "csa"),
    "lincoln": ("all-side", "csa"),
    "yankees-rebels": ("all-points-union", "7"),
    "gettysburg": ("all-side", "union"),
}
IN_SIGHT = """([what, skip]) => {
    const room = document.querySelector('.stage-of-position').getBoundingClientRect();
    for (const node of document.querySelectorAll(what)) {
        const box = node.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const met = document.elementFromPoint(x, y)?.closest('[data-id]')?.dataset.id;
        const inside = x > room.left + 20 && x < room.right - 20 && y > room.top + 20 && y < room.bottom - 20;
        if (inside && met === node.dataset.id && met !== skip) return [met, x, y];
    }
    return null;
}"""


def point(page, what, *, skip="", tap):
    """Click or tap the first such thing that lies in sight."""
    page.locator(".stage-of-position").scroll_into_view_if_needed()
    found = page.evaluate(IN_SIGHT, [what, skip])
    assert found, f"{what} is not in sight"
    page.touchscreen.tap(*found[1:]) if tap else page.mouse.click(*found[1:])
    return found[0]


def said(page, kind):
    page.wait_for_selector(f".verdict.{kind}")


@pytest.mark.parametrize(("size", "locale"), [((1280, 800), "en-GB"), ((360, 740), "it-IT")], ids=["1280", "360"])
@pytest.mark.parametrize("name", EDITED)
def test_a_position_is_changed_and_played(visit, server, name, size, locale):
    tap = size[0] < 500
    page = visit(size=size, locale=locale, touch=tap)
    page.goto(f"{server.url}/#{name}")
    page.click(f'a[href="/editor?title={name}"]')
    said(page, "good")
    move_a_piece(page, tap=tap)
    page.keyboard.press("Control+z")
    said(page, "good")
    slot, value = EDITED[name]
    page.select_option(f"#{slot}", value)
    page.wait_for_function("() => !document.querySelector('#undo').disabled")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    page.reload()
    said(page, "good")
    assert page.input_value(f"#{slot}") == value, "what was set is kept on this device"
    page.select_option("#play-other", "here")
    page.click("#play")
    page.wait_for_url("**/t/*")
    hands.ready(page)
    hands.click_something(page, 0, tap=tap)
    hands.give_up(page)


def move_a_piece(page, *, tap):
    """By pointing at it and at where it goes; then by its form."""
    piece = point(page, ".board .token[data-id^=piece], .board .token[data-id^=unit]", tap=tap)
    at = page.evaluate("id => document.querySelector(`.board .token[data-id='${id}']`).dataset.at", piece)
    page.click("#move")
    page.wait_for_selector(".board .ring.lit")
    to = point(page, ".board .ring.lit", skip=at, tap=tap)
    page.wait_for_function("([id, to]) => document.querySelector(`.board .token[data-id='${id}']`)?.dataset.at === to", arg=[piece, to])
    where = f"#slot-{piece.replace(':', '-')}"
    assert page.input_value(where) == to
    page.click("#undo")
    page.wait_for_function("([where, at]) => document.querySelector(where).value === at", arg=[where, at])
    page.select_option(where, to)
    page.wait_for_function("([id, to]) => document.querySelector(`.board .token[data-id='${id}']`)?.dataset.at === to", arg=[piece, to])
    page.locator(".board").focus()


def test_a_match_begins_from_a_position_of_another(visit, server):
    union, csa, _ = friends(server)
    play_out([union, csa])
    page = visit(size=(360, 740), touch=True)
    page.goto(f"{server.url}/t/{union.token}?at=2")
    page.wait_for_selector(".bar[data-mode=still]")
    page.click("[data-keep=from-here]")
    page.click("#begin-from-here")
    page.wait_for_function("token => !location.pathname.endsWith(token)", arg=union.token)
    hands.ready(page)
    hands.give_up(page)
