"""A place to play, in three browsers: names by passkey, a challenge, a turn each over a week, time that runs out, a rematch."""

from __future__ import annotations

import pytest

from server.harness import Server
from web.hands import click_something

DAY = 86_400
KEYRING = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("place")).start()
    yield running
    running.stop()


def sign_up(page, home, name):
    """By keyboard: a name, Enter, and the authenticator of the browser does the rest."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEYRING})
    page.goto(f"{home}/enter")
    page.focus("#name")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{home}/")
    page.wait_for_selector(f".whoami:has-text('{name}')")


def play_turn(page):
    """Answer until somebody else is asked."""
    for number in range(40):
        page.wait_for_function("() => document.querySelector('.bar .prompt')")
        if not page.query_selector(".board .lit, .bar .answer, .hands .lit"):
            return
        click_something(page, number)
        page.wait_for_timeout(50)


def who_is_asked(*people):
    """The one who is asked, and the other; nobody once the match is over."""
    for _ in range(200):
        if any(page.query_selector("dialog.victory") for page in people):
            return None
        asked = [page for page in people if page.query_selector(".board .lit, .bar .answer, .hands .lit")]
        if len(asked) == 1:
            return asked[0], next(page for page in people if page is not asked[0])
        people[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked, or both")


def test_three_people_find_each_other(visit, place):
    place.ahead(0)
    home = f"http://localhost:{place.port}"
    anna, bruno, carla = visit(expected=("401",)), visit(size=(360, 740), locale="it-IT", touch=True), visit()
    sign_up(anna, home, "Anna")
    anna.goto(f"{home}/lobby")
    anna.select_option("#title", "pickets")
    anna.select_option("#side", "0")
    anna.select_option("#late", "claim")
    anna.click("#leave-challenge")
    anna.wait_for_selector(".news")

    sign_up(bruno, home, "Bruno")
    bruno.tap("#to-lobby")
    bruno.wait_for_selector(".challenges .main")
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360
    bruno.tap(".challenges .main")
    bruno.wait_for_url("**/t/*")
    bruno.wait_for_selector(".bar .prompt")

    anna.goto(home)
    anna.click(".matches .opens")
    anna.wait_for_url("**/t/*")
    anna.wait_for_selector(".bar .prompt")
    carla.goto(f"{home}/lobby")
    carla.click(".matches a")
    carla.wait_for_selector(".bar .prompt")
    for day, page in ((1, anna), (2, bruno)):
        place.ahead(day * DAY)
        play_turn(page)

    found = who_is_asked(anna, bruno)
    if found is None:
        return  # the dice have ended it before anybody could be late
    late, waiting = found
    late.goto(home)
    late.wait_for_function("() => document.title.startsWith('(1)')")
    place.ahead(30 * DAY)
    waiting.wait_for_timeout(2_500)
    waiting.reload()
    waiting.wait_for_selector(".bar .prompt")
    open_match_pane(waiting)
    waiting.click(".agreed .main")
    waiting.wait_for_selector("dialog.victory")
    waiting.keyboard.press("Escape")
    waiting.reload()
    open_match_pane(waiting)
    waiting.click("#rematch")
    waiting.wait_for_selector(".agreed .news")

    late.goto(f"{home}/lobby")
    late.click(".challenges .main")
    late.wait_for_url("**/t/*")
    late.goto(f"{home}/me")
    late.wait_for_selector(".grid td")
    late.click("#leave")
    late.wait_for_url(f"{home}/")
    late.goto(f"{home}/enter")
    late.click("#use-passkey")
    late.wait_for_url(f"{home}/")
    late.wait_for_selector(".whoami:has-text('Anna'), .whoami:has-text('Bruno')")


def open_match_pane(page):
    page.wait_for_selector(".bar .prompt")
    page.evaluate("() => document.querySelector('[aria-controls=pane-match], #tab-match').click()")
    page.wait_for_selector(".agreed h3")
