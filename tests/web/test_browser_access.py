"""Eyes, ears and hands: axe-core finds nothing; the board has a text form; motion can be switched off."""

from __future__ import annotations

import json
import secrets

import pytest

from bivouac import load, titles
from bivouac.match.lesson import lessons_of
from server.guests import Guest
from server.harness import friends, known, new, play_out, post
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
    "/tournaments": "main h1",
    "/enter": "main h1",
    "/ratings": "main h1",
    "/me": "main h1",
    "/dice": "main h1",
    "/conduct": "main h1",
    "/kept": "main h1",
    "/stop/nonsense": "main h1",
    "/people/nobody": "main h1",
    "/offline": "main a",
    "/nonsense": "main .button",
    "/learn/nonsense": "main .button",
}
OF_A_TITLE = {"/#{}": "#start", "/rules/{}": ".clause", "/aid/{}": ".sequence", "/editor?title={}": ".verdict"}
LOOKS = {f"{wide}-{theme}": ((int(wide), high), theme) for wide, high in (("1280", 800), ("360", 740)) for theme in ("light", "dark")}
MISSING = ("401", "404")


@pytest.fixture(params=LOOKS)
def look(visit, request):
    """A page at a desk or on a phone, in light or in dark colours."""
    size, theme = LOOKS[request.param]
    page = visit(size=size, expected=MISSING)
    page.emulate_media(color_scheme=theme)
    return page


def audit_all(page, axe, home, pages):
    """Nothing is found on any of them, and none is wider than the window."""
    for path, wait in pages.items():
        page.goto(home + path)
        page.wait_for_selector(wait)
        audit(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_every_other_page(look, server, axe):
    audit_all(look, axe, server.url, PAGES)


@pytest.mark.parametrize("game", titles())
def test_every_page_of_a_title(look, server, axe, game):
    """Its own, its rules, its aid, its editor; a lesson and a puzzle as they begin."""
    audit_all(look, axe, server.url, {path.format(game): wait for path, wait in OF_A_TITLE.items()})
    kinds = {"first": "guided", "puzzles": "puzzles"}
    for kind in lessons_of(load(game)):
        look.goto(f"{server.url}/learn")
        look.click(f"#{game} .{kinds[kind]} button")
        look.wait_for_selector(".lesson p")
        hands.ready(look)
        audit(look, axe)


def test_every_page_with_an_address_of_its_own(look, server, axe):
    """Of somebody who has come in: their own page and the one that others see, a tournament; an invitation that was used; an analysis."""
    name = f"Walker {secrets.token_hex(3)}"
    guest = Guest(server).sign_up(name)
    for cookie in guest.http.cookies.jar:
        look.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": guest.origin}])
    look.add_init_script(f"localStorage.setItem('bivouac.name', {json.dumps(json.dumps(name))})")
    cup = guest.told("/api/tournaments", name=name, title="pickets")["id"]
    guest.told("/api/challenges", title="pickets", side=0)
    union, csa, _ = friends(server)
    play_out([union, csa])
    used = new(server)["invites"][0]["url"]
    post(f"{server.url}/api{used}").raise_for_status()
    study = post(f"{server.url}/api/studies", json={"token": union.token}).json()
    pages = ["/me", f"/people/{name}", f"/tournaments/{cup}", "/lobby", used, study["watch"].replace("/t/", "/study/")]
    audit_all(look, axe, guest.origin, {**dict.fromkeys(pages, "main h1"), study["url"]: ".board .token"})
    look.click("[data-keep=study]")
    look.wait_for_selector("dialog.study")
    audit(look, axe)


def test_the_table_in_all_its_states(look, server, axe):
    page = look
    union, _, _ = friends(server)
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    audit(page, axe)
    for tab in ("side", "list", "charts", "key", "talk", "match"):
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
