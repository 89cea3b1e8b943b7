"""The club in two browsers, one of them a phone: words beside the match, a rated match that ends, what it changed, a rematch; and a
tournament made, played by computers and read, by keyboard."""

from __future__ import annotations

import json

import pytest

from server.guests import Guest
from server.harness import Server, get
from server.test_place_lobby import begun_match, until


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("club")).start()
    yield running
    running.stop()


def signed_in(visit, club, name, **how):
    """A page of somebody who has come in."""
    guest, page = Guest(club).sign_up(name), visit(**how)
    for cookie in guest.http.cookies.jar:
        page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": guest.origin}])
    page.add_init_script(f"localStorage.setItem('bivouac.name', {json.dumps(json.dumps(name))})")
    return guest, page


def open_pane(page, name):
    page.wait_for_selector(".bar .prompt, .bar .over, .bar")
    page.evaluate(f"() => document.querySelector('#tab-{name}').click()")
    page.wait_for_selector(f"#pane-{name}:not([hidden])")


def test_two_people_talk_and_are_rated(visit, club):
    (ulysses, here), (robert, phone) = (
        signed_in(visit, club, "Ulysses"),
        signed_in(visit, club, "Robert", size=(360, 740), locale="it-IT", touch=True),
    )
    union, csa = begun_match(club, ulysses, robert, rated=True)
    here.goto(f"{ulysses.origin}/t/{union.token}")
    phone.goto(f"{robert.origin}/t/{csa.token}")
    open_pane(here, "talk")
    here.focus("#say-players")
    here.keyboard.type("Good evening <i>Robert</i>")
    here.keyboard.press("Enter")
    phone.wait_for_selector(".toggle.new")
    open_pane(phone, "talk")
    assert phone.inner_text(".said li p") == "Good evening <i>Robert</i>" and not phone.query_selector(".said i")
    phone.tap(".players .ready summary")
    phone.tap("[data-ready=thanks]")
    assert phone.wait_for_selector(".said li.mine p").inner_text() == "Grazie!"
    here.wait_for_selector(".said li:nth-child(2)")
    assert here.inner_text(".said li:nth-child(2) p") == "Thank you!", "each in their own language"
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    here.fill("#note-match", "He likes the mill.")
    here.press("#note-match", "Tab")
    here.keyboard.press("Enter")
    here.wait_for_selector(".notes [role=status]:has-text('Kept')")

    csa.post("/concede").raise_for_status()
    here.wait_for_selector("dialog.victory")
    here.keyboard.press("Escape")
    until(lambda: union.get("/agreed")["ratings"][0]["change"])
    for page, words in ((here, "+162"), (phone, "−162")):
        page.reload()
        open_pane(page, "match")
        page.wait_for_selector(f".agreed .rated:has-text('{words}')")
        page.click("#rematch") if page is here else page.tap("#rematch")
    phone.wait_for_url(lambda url: csa.token not in url)
    here.goto(f"{ulysses.origin}/ratings")
    here.wait_for_selector("#pickets td:has-text('Ulysses')")
    phone.goto(f"{robert.origin}/kept")
    phone.wait_for_selector("h1:has-text('Che cosa si conserva')")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tournament_by_keyboard_to_its_table(visit, club):
    host, page = signed_in(visit, club, "Host", size=(360, 740))
    tournament_of_four(page, host.origin)


def tournament_of_four(page, home):
    """Made by keyboard on a phone, played by computers to its table."""
    page.goto(f"{home}/tournaments")
    page.focus("#name")
    page.keyboard.type("Winter cup")
    page.select_option("#title", "pickets")
    page.focus("#make")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tournaments/*")
    for n, level in enumerate(("recruit", "veteran", "veteran-bold", "veteran-cautious")):
        page.select_option("#level", level)
        page.focus("#add")
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => document.querySelectorAll('.grid tbody tr').length === {n + 1}")
    page.focus("#begin")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lead:has-text('round'), .lead:has-text('over')")
    until(lambda: get(page.url.replace("/tournaments", "/api/tournaments")).json()["about"]["state"] == "over", patience=1200)
    page.reload()
    page.wait_for_selector(".lead:has-text('over')")
    points = [float(cell.inner_text()) for cell in page.query_selector_all(".grid tbody td:nth-child(3)")]
    assert sum(points) == 12 and points == sorted(points, reverse=True)
    assert len(page.query_selector_all(".encounters li")) == 12
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
