"""Rules to read, analysis and coach, as a person uses them: one walk at a desk, a short one on a phone."""

from __future__ import annotations

from bivouac.match import format_save
from server.harness import Seat, friends, mistake, play_out, uploaded
from web import hands


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_walk_at_a_desk(visit, server):
    page = visit(size=(1280, 900))
    read_rules(page, server)
    link = analyse(page, server)
    heed_the_coach(page, server)
    page.goto(link)
    page.click("button.main")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".bar .prompt")
    page.click("[data-keep=study]")
    assert "boldly" in page.inner_text("dialog.study .variations")


def read_rules(page, server):
    """Contents, a search in the other language, an example with its picture, a cross-link."""
    page.goto(f"{server.url}/rules/hold-the-line")
    page.wait_for_selector(".clause")
    page.click(".contents a >> text=Combat")
    assert page.evaluate("document.activeElement.id") == "chapter-8"
    page.fill("#search", "linea di vista terreno")
    page.wait_for_function("() => document.querySelectorAll('.clause').length < 60")
    assert page.query_selector("#HTL-8\\.2c") is None or "LOS" in page.inner_text("#HTL-8\\.2c")
    page.fill("#search", "8.2c")
    page.wait_for_selector("#HTL-8\\.2c .example img")
    page.wait_for_function("() => document.querySelector('.example img').naturalWidth > 0")
    assert "line of sight to E7" in page.inner_text("#HTL-8\\.2c .example")
    page.fill("#search", "")
    page.wait_for_selector(".clause.not_applicable")
    assert page.inner_text(".clauses h2 >> nth=-1") == "Not applicable here"
    page.click(".clause p a >> nth=0")
    page.wait_for_selector(".clause.meant")


def analyse(page, server):
    """From a position of a match that is over: another move, other dice, the computer's lines, a variation that is kept and shared."""
    union, csa, _ = friends(server)
    play_out([union, csa])
    page.goto(f"{server.url}/t/{union.token}?at=0")
    page.wait_for_selector(".bar[data-mode=still]")
    page.click("[data-keep=study]")
    page.wait_for_function("token => !location.pathname.endsWith(token)", arg=union.token)
    hands.ready(page)
    page.click("[data-keep=study]")
    page.click(".ask-lines")
    page.wait_for_selector(".best-line")
    page.click(".best-line >> nth=0")
    page.wait_for_selector(".best-line", state="detached")  # the panel is drawn anew
    page.fill("#line-name", "boldly")
    page.click(".keep-line")
    page.wait_for_selector(".variations >> text=boldly")
    page.click(".variations li >> nth=-1 >> text=Share by link")
    page.wait_for_selector(".shared input")
    return page.input_value(".shared input")


def heed_the_coach(page, server):
    """It is off unless wanted; then it says what it fears and lets one think again."""
    match, side, answer = mistake()
    seats = ["computer:recruit", "computer:recruit"]
    seats[side] = "me"
    seat = Seat(server, uploaded(server, format_save(match.save()), *seats)["token"])
    page.goto(f"{server.url}/t/{seat.token}")
    page.wait_for_selector(".bar .prompt")
    page.click("#tab-match")
    assert not page.is_checked("#coach")
    page.check("#coach")
    serial = seat.look()["question"]["serial"]
    page.click("#tab-list")
    page.click(f".pane.list [data-answer='{answer}']")
    page.wait_for_selector("dialog[open] .anyway")
    assert "coach" in page.inner_text("dialog[open]")
    page.click("dialog[open] .main")
    assert seat.look()["question"]["serial"] == serial


def test_a_short_walk_on_a_phone(visit, server):
    page = visit(size=(360, 740), locale="it-IT", touch=True)
    page.goto(f"{server.url}/rules/house-divided#AHD-5.2.5b")
    page.wait_for_selector(".clause.meant .example img")
    assert fits(page) and "Esempio" in page.inner_text(".clause.meant")
    union, csa, watcher = friends(server)
    play_out([union, csa])
    page.goto(f"{server.url}/t/{watcher.token}?at=1")
    page.wait_for_selector(".bar[data-mode=still]")
    page.tap("[data-keep=study]")
    page.wait_for_function("token => !location.pathname.endsWith(token)", arg=watcher.token)
    hands.ready(page)
    page.tap("[data-keep=study]")
    page.wait_for_selector("dialog.study .variations")
    assert fits(page) and "Come si è giocato" in page.inner_text("dialog.study")
