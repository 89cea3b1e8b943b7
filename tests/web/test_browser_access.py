"""Eyes, ears and hands: axe-core finds nothing; the board has a text form; motion can be switched off."""

from __future__ import annotations

import pytest

from server.harness import friends, known, new
from web import hands


def audit(page, axe):
    page.evaluate(axe)
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    wrong = found["violations"]
    assert not wrong, [(v["id"], [(n["html"][:150], n.get("failureSummary", "")[:200]) for n in v["nodes"][:3]]) for v in wrong]


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_home_title_rules_and_invitation(visit, server, axe, size):
    page = visit(size=size)
    made = new(server)
    invitation = made["invites"][0]["url"]
    for path, wait in (("/", ".title-card"), ("/#pickets", "#start"), ("/rules/pickets", ".clause"), (invitation, "button.main")):
        page.goto("about:blank")
        page.goto(server.url + path)
        page.wait_for_selector(wait)
        audit(page, axe)


PAGES = {
    "/learn": ".guided",
    "/aid/lincoln": ".sequence",
    "/editor": ".verdict",
    "/battles": "main h1",
    "/lobby": "main h1",
    "/enter": "main h1",
    "/ratings": "main h1",
    "/me": "main h1",
    "/dice": "main h1",
    "/offline": "main a",
}


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_other_page(visit, server, axe, size, theme):
    page = visit(size=size, expected=("401",))
    page.emulate_media(color_scheme=theme)
    for path, wait in PAGES.items():
        page.goto(server.url + path)
        page.wait_for_selector(wait)
        audit(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_the_table_in_all_its_states(visit, server, axe, size):
    page = visit(size=size)
    union, _, _ = friends(server)
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    audit(page, axe)
    for tab in ("side", "list", "key", "match"):
        if not page.is_visible(f"#tab-{tab}"):
            page.click(".toggle")
        page.click(f"#tab-{tab}")
        audit(page, axe)
    page.click("text=Links")
    page.wait_for_selector("dialog[open]")
    audit(page, axe)
    page.keyboard.press("Escape")
    hands.give_up(page)
    audit(page, axe)
    page.click("dialog >> text=Replay")
    page.wait_for_selector("input[type=range]")
    audit(page, axe)


def test_the_curtain(visit, server, axe):
    page = visit()
    made = known(server, csa="here")
    page.goto(server.url + made["url"])
    page.wait_for_selector(".curtain:not([hidden])")
    audit(page, axe)


def test_every_title_at_its_table(visit, server, axe, title):
    page = visit()
    hands.start(page, server, title)
    for n in range(3):
        if not hands.over(page):
            hands.click_something(page, n)
    page.wait_for_timeout(100)
    audit(page, axe)


def test_the_board_has_a_text_form(visit, server):
    union, _, _ = friends(server)
    page = visit()
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    page.click("#tab-list")
    text = page.inner_text(".pane.list")
    for words in ("Which picket moves?", "The mill", "Union picket", "Confederacy picket", "Your secret post"):
        assert words in text
    lit = page.query_selector(".board .lit")
    assert lit.get_attribute("role") == "button" and lit.get_attribute("aria-label")
    assert page.get_attribute(".board .art", "aria-hidden") == "true"
    assert page.query_selector("[aria-live=polite]")


def test_reduced_motion_is_respected(visit, server):
    union, _, _ = friends(server)
    page = visit(motion="reduce")
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.token')).transitionDuration") == "0s"
    assert page.evaluate("() => getComputedStyle(document.querySelector('.token.lit .halo')).animationName") == "none"
