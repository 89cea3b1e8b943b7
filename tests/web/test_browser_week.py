"""A week of play by post, whole: names, a rated challenge, orders, a turn a day, news by mail, push and webhook, time that runs out, a
rematch, what it did to the ratings; and a tournament. Three browsers, one of them a phone; signing in and the tournament by keyboard."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

from server.harness import Seat, Server
from server.sinks import Listener, MailServer, WebServer, soon
from web.hands import READY, click_something
from web.test_browser_club import open_pane, tournament_of_four
from web.test_browser_news import LISTENS
from web.test_browser_place import DAY, sign_up

TITLE, SCENARIO = "yankees-rebels", "july-2"


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    """A server whose mails and messages arrive here, and whose clock can be put forward."""
    folder, mail, web = tmp_path_factory.mktemp("week"), MailServer(), WebServer()
    settings = {"BIVOUAC_SMTP": mail.url, "BIVOUAC_URL": "http://localhost:1", "BIVOUAC_INNER_HOOKS": "1", "BIVOUAC_WARM": "0"}
    running = Server(folder, BIVOUAC_CLOCK=str(folder / "clock.txt"), **settings).start()
    yield running, mail, web
    running.stop()
    mail.close()
    web.close()


def come_in_by_mail(page, home, mail, address):
    page.goto(f"{home}/enter")
    page.fill("#mail", address)
    page.press("#mail", "Enter")
    link = soon(lambda: mail.to(address), "no link")[0].get_content().split("/enter#")[1].split()[0]
    page.goto(f"{home}/enter#{link}")
    page.tap("#go-in")
    page.wait_for_selector("#save-news")
    page.check("#news-mail")
    page.tap("#save-news")
    page.wait_for_selector("#news + *, .news")


def listens(page, home, web):
    """Told by messages of the browser, and by a webhook, both set by keyboard."""
    page.goto(f"{home}/me")
    page.wait_for_selector("#listen")
    listener = Listener(f"{web.url}/push")
    page.evaluate(LISTENS, listener.subscription)
    page.focus("#listen")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ways li")
    page.focus(".hooks summary")
    page.keyboard.press("Enter")
    page.focus("#hook-url")
    page.keyboard.type(f"{web.url}/hook")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ways li + li")
    page.check("#news-hook")
    page.click("#save-news")
    page.wait_for_selector("#news + *, .news")
    return listener


def leave_orders(page):
    """The adjutant answers whatever falls in the other side's turn."""
    open_pane(page, "match")
    page.wait_for_selector(".orders summary")
    page.focus(".orders summary")
    page.keyboard.press("Enter")
    for select in page.query_selector_all(".orders select"):
        select.select_option("computer")
    page.focus("#leave-orders")
    page.keyboard.press("Enter")
    page.wait_for_selector(".orders .news")


def visit_table(page, url, seat):
    """One visit: come, answer while one is asked (by a button where there is one), leave."""
    page.goto(url)
    page.wait_for_selector(".bar .prompt")
    side = seat.look()["room"]["side"]
    for number in range(400):
        now = seat.look()
        if now["outcome"] or now["question"]["side"] != side:
            return
        buttons = page.query_selector_all(".bar:not(.sending) .answer")
        if buttons and not page.query_selector("dialog[open], .bar .alone"):
            buttons[-1].dispatch_event("click")
        elif page.evaluate(READY):  # what leaves no choice the table answers by itself
            click_something(page, number)
        page.wait_for_timeout(100)
    raise AssertionError("the visit does not end")


def more_news(week, side, known):
    """How many messages the player of a side has got, when there is a new one: the Union's by push, the Confederacy's by mail."""
    _, mail, web = week

    def count():
        return len(web.at("/push")) if side == 0 else len(mail.to("bruno@example.org")) - 1

    soon(lambda: count() > known, f"no news for side {side}")
    return count()


def answered_by(server, side):
    engine = sa.create_engine(server.database)
    with engine.connect() as db:
        found = db.execute(sa.text("SELECT count(*) FROM answers WHERE side = :side OR side = :side + 8"), {"side": side}).scalar_one()
    engine.dispose()
    return found


def test_a_week_of_play_by_post(visit, week):
    server, mail, web = week
    server.ahead(0)
    home = f"http://localhost:{server.port}"
    anna, bruno, carla = visit(expected=("401",)), visit(size=(360, 740), locale="it-IT", touch=True), visit(size=(360, 740))
    anna.context.grant_permissions(["notifications"], origin=home)
    sign_up(anna, home, "Anna")
    listener = listens(anna, home, web)
    come_in_by_mail(bruno, home, mail, "bruno@example.org")

    anna.goto(f"{home}/lobby")
    anna.select_option("#title", TITLE)
    anna.select_option("#scenario", SCENARIO)
    anna.select_option("#side", "0")
    anna.select_option("#late", "claim")
    anna.check("#rated")
    anna.focus("#leave-challenge")
    anna.keyboard.press("Enter")
    anna.wait_for_selector(".news")
    bruno.goto(f"{home}/lobby")
    bruno.tap(".challenges .main")
    bruno.wait_for_url("**/t/*")
    bruno.wait_for_selector(".bar .prompt")
    anna.goto(home)
    anna.click(".matches .opens")
    anna.wait_for_url("**/t/*")
    anna.wait_for_selector(".bar .prompt")
    tables = {0: (anna, anna.url), 1: (bruno, bruno.url)}
    seats = {side: Seat(server, url.rsplit("/", 1)[1]) for side, (_, url) in tables.items()}
    for page, _ in tables.values():
        leave_orders(page)
        page.goto(home)

    told, unasked = {0: 0, 1: 0}, 0
    for day in range(1, 8):
        server.ahead(day * DAY)
        asked = seats[0].look()["question"]["side"]
        page, url = tables[asked]
        if day > 1:
            told[asked] = more_news(week, asked, told[asked])
        before = answered_by(server, 1 - asked)
        visit_table(page, url, seats[asked])
        unasked += answered_by(server, 1 - asked) - before
        page.goto(home)
        assert not seats[0].look()["outcome"], "July 2 is longer than a week"
    assert told[0] and told[1], "both were told"
    assert unasked, "orders answered for who was not there"
    assert json.loads(soon(lambda: web.at("/hook"), "no webhook")[0][1])["kind"] == "turn"
    assert listener.read(web.at("/push")[0][1])["title"]

    late = seats[0].look()["question"]["side"]
    (page, _), (other, url) = tables[late], tables[1 - late]
    page.goto(home)
    page.wait_for_function("() => document.title.startsWith('(1)')")
    server.ahead(60 * DAY)
    soon(lambda: seats[1 - late].get("/agreed")["claim"], "nobody is late")
    other.goto(url)
    open_pane(other, "match")
    other.wait_for_selector(".agreed .main")
    other.focus(".agreed .main")
    other.keyboard.press("Enter")
    other.wait_for_selector("dialog.victory")
    soon(lambda: seats[0].get("/agreed")["ratings"][0]["change"], "no rating has changed")
    other.goto(url)
    open_pane(other, "match")
    other.wait_for_selector(".agreed .rated:has-text('+')")
    other.focus("#rematch")
    other.keyboard.press("Enter")
    other.wait_for_selector(".agreed .news")
    page.goto(f"{home}/lobby")
    page.click(".challenges .main")
    page.wait_for_url("**/t/*")
    assert Seat(server, page.url.rsplit("/", 1)[1]).look()["room"]["sides"] == [1 - late], "with the sides swapped"
    for narrow in (bruno, carla):
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 360

    sign_up(carla, home, "Carla")
    tournament_of_four(carla, home)
