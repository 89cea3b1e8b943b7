"""Two friends and their game: nobody sees a blank page, is locked out, or waits without knowing for what."""

from __future__ import annotations

import secrets

import pytest

from bivouac.server.people.updates import LOOK
from server.guests import Guest
from server.harness import Seat, Server, new, post
from web.hands import start
from web.test_browser_access import audit

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
    number = secrets.randbelow(1000)  # each attempt has names of its own
    name = f"Anna{number}"
    anna, page = signed_in(visit, place, name, path)
    page.wait_for_selector(f".whoami:has-text('{name}')")
    page.wait_for_function("() => localStorage.getItem('bivouac.met') !== null")
    bruno = Guest(place).sign_up(f"Bruno{number}")
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


# --- by a link ------------------------------------------------------------------------------------------------


def invited(page, server):
    """The invitation of a new game that this page's reader has just begun, as it is shown there."""
    start(page, server, "hold-the-line", seat_0="me", seat_1="link")
    url = page.input_value("dialog[open] .link input >> nth=0")
    page.keyboard.press("Escape")
    return url


def joined(page, url):
    page.goto(url)
    page.click("#sit")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".bar .prompt")


def test_before_anybody_has_joined_the_table_says_so_and_the_first_player_can_move(visit, server):
    """The invitation can be copied there; the notice goes when the friend joins, and the friend finds the move made."""
    anna, bruno = visit(known=False), visit(known=False, size=(360, 740), locale="it-IT", touch=True)
    url = invited(anna, server)
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert "has not joined yet: Confederacy" in anna.inner_text(".vacancy") and "not joined" in anna.inner_text(".presence")
    anna.click(".vacancy .main")
    anna.wait_for_selector(".notice p")
    assert anna.evaluate("() => navigator.clipboard.readText()") == url
    assert "0 AP" not in anna.inner_text(".status"), "the dice have fallen"
    before = anna.evaluate("() => document.querySelector('.table').dataset.rev")
    anna.keyboard.press("o")
    anna.click(".pane.list .options button >> nth=0")
    anna.wait_for_function("(before) => document.querySelector('.table').dataset.rev !== before", arg=before)
    joined(bruno, url)
    anna.wait_for_selector(".vacancy", state="detached")
    assert bruno.query_selector(".vacancy") is None and "presente" in bruno.inner_text(".presence")


def test_an_invitation_leads_both_players_back_to_their_own_seats(visit, server):
    anna, bruno = visit(known=False), visit(known=False, size=(360, 740), locale="it-IT", touch=True)
    url = invited(anna, server)
    mine = anna.url
    anna.goto(url)
    anna.wait_for_selector("#continue")
    assert "This invitation is for your opponent: Confederacy" in anna.inner_text("main")
    assert anna.inner_text("#sit") == "Take this seat as well: Confederacy", "who invites may play both sides, but knows it"
    anna.click("#continue")
    anna.wait_for_url(mine)
    joined(bruno, url)
    seat = bruno.url
    bruno.goto(url)
    assert "Giochi già questa partita: Confederazione" in bruno.inner_text("main .news")
    bruno.click("#continue")
    bruno.wait_for_url(seat)
    anna.goto(url)
    anna.wait_for_selector("#continue")
    assert anna.query_selector("#sit") is None, "the seat is taken"
    stranger = visit(known=False)
    stranger.goto(url)
    stranger.wait_for_selector(".trouble")
    assert stranger.query_selector("#sit, #continue") is None and "invite you again" in stranger.inner_text(".trouble")


def test_an_invitation_knows_a_player_by_name_in_another_browser(visit, place):
    anna, page = signed_in(visit, place, "Emma", "/", known=False)
    made = anna.told("/api/matches", title="pickets", seats={"0": "me", "1": "link"})
    page.goto(f"{anna.origin}{made['invites'][0]['url']}")
    page.click("#continue")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".bar .prompt")
    assert made["token"] not in page.url, "a link of this browser's own"


def test_who_invited_can_invite_again_and_both_are_told_that_the_old_link_has_ended(visit, server):
    anna, bruno = visit(known=False), visit(known=False, size=(360, 740), locale="it-IT", touch=True, expected=("410",))
    old = invited(anna, server)
    joined(bruno, old)
    lost = bruno.url
    anna.click("#tab-match")
    anna.click(".pane.match button:has-text('Links')")
    for button in ("#invite-again", "#invite-again-sure"):
        anna.click(button)
    anna.wait_for_selector("dialog[open] [role=status]:has-text('The old link has ended')")
    fresh = anna.input_value("dialog[open] .link input >> nth=0")
    assert fresh != old
    anna.keyboard.press("Escape")
    anna.wait_for_selector(".vacancy")
    bruno.wait_for_selector(".notice:has-text('Questo link non vale più')")
    bruno.goto(lost)
    bruno.wait_for_selector(".trouble:has-text('Questo link non vale più')")
    bruno.goto(old)
    bruno.wait_for_selector(".trouble:has-text('nuovo invito')")
    joined(bruno, fresh)
    anna.wait_for_selector(".vacancy", state="detached")


def test_a_seat_asks_whose_it_is_before_it_shows_anything(visit, server, axe):
    """In a browser that does not know it, once; a spectator's link and the reader's own seats ask nothing."""
    made = new(server, title="lincoln")
    seat = f"{server.url}{made['url']}"
    page = visit(known=False, size=(360, 740), touch=True)
    told = []
    page.on("response", lambda r: told.append(r.url.split("?")[0]))
    page.goto(seat)
    page.wait_for_selector("#take-seat")
    audit(page, axe)
    assert "player’s seat: Union" in page.inner_text("main") and "did you want to spectate" in page.inner_text("main")
    assert [url for url in told if "/api/table/" in url] == [f"{server.url}/api/table/{made['token']}/seat"], "nothing else was fetched"
    page.reload()
    page.click("#spectate")
    page.wait_for_url(f"**{made['watch']}")
    page.wait_for_selector(".bar .prompt")
    assert "you" not in page.inner_text(".presence")
    page.goto(seat)
    page.click("#take-seat")
    page.wait_for_selector(".presence :text('you')")
    page.reload()
    page.wait_for_selector(".presence :text('you')")
    other = post(f"{server.url}/api{made['invites'][0]['url']}").json()
    page.goto(f"{server.url}{other['url']}")
    page.wait_for_selector("#take-seat")
    assert "is your opponent’s" in page.inner_text("main")
    page.click("#continue")
    page.wait_for_url(seat)
