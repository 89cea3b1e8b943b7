"""Two friends, one at a desk and one on a phone, from the home page to the fourth move, with all tabs closed and reopened in between.

Nobody is locked out, nobody waits for dice, and both always know whose move it is. BIVOUAC_SHOTS names a folder for pictures of the way.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import pytest

from server.harness import Server
from web.hands import click_something, ready
from web.test_browser_friends import signed_in

DESK, PHONE = (1280, 800), (360, 740)
END = {"en": "End the turn", "it": "Fine del turno"}
YOURS = {"en": "Your turn", "it": "Tocca a te"}
MOVED = "(rev) => document.querySelector('.table').dataset.rev !== rev"
ENDED = f"(rev) => document.querySelector('dialog[open] .anyway') || ({MOVED})(rev)"
ASKED = ".board .lit, .bar .answer, .hands .lit"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("walk")).start()
    yield running
    running.stop()


class Friend:
    """Somebody in a browser: a page that can be closed and opened again, in the language they read."""

    def __init__(self, page, home, name, language, side):
        self.page, self.home, self.name, self.language, self.side = page, home, name, language, side
        self.shots = 0

    def shot(self, what):
        folder = os.environ.get("BIVOUAC_SHOTS")
        if folder:
            self.shots += 1
            self.page.screenshot(path=str(Path(folder) / f"{self.name}-{self.shots:02d}-{what}.png"))

    def click(self, selector):
        self.page.wait_for_selector(selector)
        (self.page.tap if self.language == "it" else self.page.click)(selector)

    def reopen(self, path="/"):
        """A new tab in the same browser; the old one is closed."""
        fresh = self.page.context.new_page()
        fresh.set_default_timeout(60_000)
        self.page.close()
        self.page = fresh
        fresh.goto(f"{self.home}{path}")

    def is_told(self, whose):
        """At the table: whose move it is, in words and by what can be chosen."""
        self.page.wait_for_selector(f".presence .asked.side-{whose}")
        self.page.wait_for_selector(".bar .prompt")
        if whose == self.side:
            self.page.wait_for_selector(ASKED)
        else:
            self.page.wait_for_selector(".bar .prompt:has-text('Waiting for'), .bar .prompt:has-text('Si aspetta')")
            assert self.page.query_selector(ASKED) is None

    def is_told_at_home(self, whose):
        self.page.wait_for_selector(".matches li .state")
        mine = self.page.inner_text(".matches li .state") == YOURS[self.language]
        assert mine == (whose == self.side), self.page.inner_text(".matches")

    def moves(self):
        """Something with one unit, and the end of the turn."""
        ready(self.page)
        click_something(self.page, 0, tap=self.language == "it")
        for _ in range(40):
            ready(self.page)
            end = self.page.query_selector(f".bar .answer:has-text('{END[self.language]}')")
            if end is None:
                click_something(self.page, 0, tap=self.language == "it")
                continue
            before = self.page.evaluate("() => document.querySelector('.table').dataset.rev")
            end.click()
            self.page.wait_for_function(ENDED, arg=before)
            if self.page.query_selector("dialog[open] .anyway"):
                self.page.click("dialog[open] .anyway")
            self.page.wait_for_function(MOVED, arg=before)
            return
        raise AssertionError("the turn does not end")


def play_on(anna, bruno, moves):
    """So many moves, the Union's first; both are told at each of them whose it is."""
    for number in range(moves):
        mover = anna if number % 2 == anna.side else bruno
        for friend in (anna, bruno):
            friend.is_told(mover.side)
            friend.shot(f"move-{number}")
        mover.moves()


def come_back(anna, bruno, whose):
    """Both open the game from the home page again, and read there whose move it is."""
    for friend in (anna, bruno):
        friend.reopen()
        friend.is_told_at_home(whose)
        friend.shot("home")
        friend.click(".matches li a, .matches li .opens")
        friend.page.wait_for_url("**/t/*")
        friend.is_told(whose)


def test_from_the_home_page_to_the_fourth_move_by_link(visit, house):
    anna = Friend(visit(known=False, size=DESK), house.url, "link-anna", "en", 0)
    bruno = Friend(visit(known=False, size=PHONE, locale="it-IT", touch=True), house.url, "link-bruno", "it", 1)
    page = anna.page
    page.goto(house.url)
    page.click('.title-card[href="#hold-the-line"]')
    page.select_option("#seat-1", "link")
    page.click("#start")
    url = page.input_value("dialog[open] .link input >> nth=0")
    anna.shot("invitation")
    page.keyboard.press("Escape")
    page.wait_for_selector(".vacancy")
    page.wait_for_selector(ASKED)
    anna.shot("nobody-has-joined")
    anna.moves()
    page.wait_for_selector(".bar .prompt:has-text('Waiting for an opponent to join')")
    anna.shot("waiting-for-an-opponent")
    anna.page.close()

    bruno.page.goto(url)
    bruno.page.wait_for_selector("#sit")
    bruno.shot("invited")
    bruno.click("#sit")
    bruno.page.wait_for_url("**/t/*")
    bruno.is_told(1)
    bruno.shot("table")
    bruno.page.close()

    anna.page = anna.page.context.new_page()
    bruno.page = bruno.page.context.new_page()
    come_back(anna, bruno, 1)
    bruno.moves()
    bruno.reopen(url.removeprefix(house.url))
    bruno.page.wait_for_selector("#continue")
    bruno.shot("back-by-invitation")
    bruno.click("#continue")
    bruno.page.wait_for_url("**/t/*")
    for friend in (anna, bruno):
        friend.is_told(0)
    play_on(anna, bruno, 2)
    come_back(anna, bruno, 0)


def test_from_the_home_page_to_the_fourth_move_through_the_lobby(visit, house):
    number = secrets.randbelow(1000)  # each attempt has names of its own
    _, desk = signed_in(visit, house, f"Anna{number}", "/", known=False, size=DESK)
    _, phone = signed_in(visit, house, f"Bruno{number}", "/", known=False, size=PHONE, locale="it-IT", touch=True)
    home = f"http://localhost:{house.port}"
    anna, bruno = Friend(desk, home, "lobby-anna", "en", 1), Friend(phone, home, "lobby-bruno", "it", 0)
    anna.click("#to-lobby")
    desk.wait_for_selector("#leave-challenge")
    desk.select_option("#title", "hold-the-line")
    desk.select_option("#side", "1")
    desk.click("#leave-challenge")
    desk.wait_for_selector(".news:has-text('Challenge posted.')")
    anna.shot("posted")

    bruno.click("#to-lobby")
    phone.wait_for_selector(".challenges .main")
    bruno.shot("challenge")
    bruno.click(".challenges .main")
    phone.wait_for_url("**/t/*")
    bruno.is_told(0)
    bruno.shot("table")

    desk.wait_for_selector(f".begun:has-text('Bruno{number} accepted your challenge')")
    anna.shot("accepted")
    desk.click(".begun .main")
    desk.wait_for_url("**/t/*")
    play_on(anna, bruno, 2)
    come_back(anna, bruno, 0)
    play_on(anna, bruno, 2)
    come_back(anna, bruno, 0)
