"""Two friends and their game: nobody sees a blank page, is locked out, or waits without knowing for what."""

from __future__ import annotations

import pytest

from bivouac.server.people.updates import LOOK
from server.guests import Guest
from server.harness import Seat, Server

# --- a page that cannot be loaded ------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["main.js", "page-home.js", "dom.js"])
def test_a_page_that_cannot_load_its_modules_says_so_and_offers_a_reload(visit, server, missing):
    """Of the module that begins, of one that is fetched later, of one that others need."""
    page = visit(expected=("Failed to load resource", "net::", "dynamically imported module", missing))
    page.route(f"**/static/js/{missing}", lambda route: route.abort())
    page.goto(server.url)
    if missing == "main.js":  # no script can say it: the style sheet does after some seconds, which pass at once here
        page.evaluate("() => document.querySelector('.stalled').getAnimations().forEach((x) => x.finish())")
    page.wait_for_selector(".stalled a")
    said = page.inner_text(".stalled")
    assert "has not loaded completely" in said and "non si è caricata del tutto" in said
    page.unroute(f"**/static/js/{missing}")
    page.click(".stalled a >> nth=0")
    page.wait_for_selector(".title-card")
    assert page.query_selector(".stalled") is None


# --- the one who posted a challenge -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("friends")).start()
    yield running
    running.stop()


def signed_in(visit, place, name, path, **how):
    """Somebody with a name, in a browser of their own that has one of our pages open."""
    guest = Guest(place).sign_up(name)
    page = visit(**how)
    page.context.add_cookies([{"name": c.name, "value": c.value, "url": guest.origin} for c in guest.http.cookies.jar])
    page.context.add_init_script(f"if (origin !== 'null') localStorage.setItem('bivouac.name', '\"{name}\"')")
    page.goto(f"{guest.origin}{path}")
    return guest, page


def taken_by_a_friend(maker, friend):
    """A challenge of the first is accepted by the second: the seat of who accepted."""
    maker.told("/api/challenges", title="hold-the-line", side=0)
    offer = next(c for c in maker.get("/api/lobby").json()["challenges"] if c["mine"])
    return Seat(maker.server, friend.told("/api/challenges/take", id=offer["id"])["token"])


@pytest.mark.parametrize("path", ["/lobby", "/"])
def test_who_posted_a_challenge_learns_at_once_that_it_was_accepted(visit, place, path):
    """By a banner that leads to the table, in the tab's title, and in the lists of the page; the server looks often enough for that."""
    assert LOOK < 2
    name = f"Anna{len(path)}"
    anna, page = signed_in(visit, place, name, path)
    page.wait_for_selector(f".whoami:has-text('{name}')")
    page.wait_for_function("() => localStorage.getItem('bivouac.met') !== null")
    bruno = Guest(place).sign_up(f"Bruno{len(path)}")
    seat = taken_by_a_friend(anna, bruno)
    page.wait_for_selector(f".begun:has-text('{bruno.me()['name']} accepted your challenge')")
    seat.give()  # the friend's page is open, Anna's is not: the dice fall all the same
    page.wait_for_function("() => document.title.startsWith('(1)')")
    if path == "/":
        page.wait_for_selector(".matches .yours")
    else:
        page.wait_for_selector(".challenges", state="detached")
    page.reload()
    page.wait_for_selector(".begun .main")
    page.click(".begun .main")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".bar .prompt")
    assert page.query_selector(".board .lit, .bar .answer") is not None
    page.goto(f"{anna.origin}/lobby")
    page.wait_for_function("() => document.title.startsWith('(1)')")
    assert page.query_selector(".begun") is None, "it is told once"
