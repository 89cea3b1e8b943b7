"""Against the computer: its seconds chosen and seen running, hints, and how the chances went."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from bivouac import Match, load
from bivouac.agents import Clock, make_agent
from bivouac.core.ids import SIDES
from bivouac.match import format_save
from bivouac.server.course import course_of, turning_points
from server.harness import Seat, Server, known, new, uploaded
from web import hands
from web.test_browser_access import audit

PHONE = (360, 740)


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("patient"), BIVOUAC_SECONDS="60", BIVOUAC_EXTRA_TITLES="toy:TITLE,server.slow:TITLE").start()
    yield running
    running.stop()


def open_menu(page):
    if not page.is_visible("#tab-match"):
        page.click(".toggle")
    page.click("#tab-match")


def fits(page):
    return page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_seconds_are_chosen_beside_the_level(visit, patient, axe, size):
    page = visit(size=size)
    page.goto(f"{patient.url}/#pickets")
    page.wait_for_selector("#start")
    assert page.is_hidden("#seconds-1"), "only a computer that takes its time has seconds"
    page.select_option("#seat-1", "computer:crack")
    assert page.input_value("#seconds-1") == "20" and page.is_hidden("#seconds-0") and fits(page)
    assert page.get_attribute("#seconds-1", "aria-label") == "Confederacy: Thinking time per turn (seconds)"
    audit(page, axe)
    page.select_option("#seconds-1", "5")
    page.click("#start")
    page.wait_for_selector(".bar .prompt")
    open_menu(page)
    assert page.input_value("#seconds-1") == "5"
    page.select_option("#seconds-1", "40")
    page.wait_for_function("() => document.querySelector('#seconds-1')?.value === '40'")
    token = page.url.split("/")[-1]
    page.wait_for_timeout(300)
    assert Seat(patient, token).look()["room"]["seats"][1]["seconds"] == 40
    page.select_option("#level-1", "veteran")
    page.wait_for_selector("#seconds-1", state="detached")
    audit(page, axe)
    page.goto(f"{patient.url}/#pickets")
    page.wait_for_selector("#start")
    assert page.input_value("#seat-1") == "computer:crack" and page.input_value("#seconds-1") == "5", "the browser remembers"


@pytest.mark.parametrize(("locale", "words"), [("en-GB", r"(\d+) of 60 s"), ("it-IT", r"(\d+) di 60 s")])
def test_the_table_shows_how_long_the_computer_has_been_thinking(visit, patient, axe, locale, words):
    page = visit(size=PHONE, locale=locale)
    made = new(patient, title="slow-pickets", union="computer:crack", csa="me", seconds={"0": 60})
    page.goto(patient.url + made["url"])
    page.wait_for_selector(".glass", timeout=20_000)
    shown = page.inner_text(".glass")
    first = int(re.search(words, shown)[1])
    page.wait_for_function("n => parseInt(document.querySelector('.glass span').textContent) >= n + 2", arg=first, timeout=10_000)
    assert page.get_attribute(".glass", "role") == "timer"
    assert not page.evaluate("() => document.querySelector('.glass').closest('[aria-live]')"), "it is not read out every second"
    assert fits(page)
    audit(page, axe)
    open_menu(page)
    page.select_option("#level-0", "veteran")
    page.wait_for_selector(".glass", state="detached")
    Seat(patient, made["token"]).post("/concede", side=1)


def test_a_seat_is_lent_to_the_computer_and_taken_back(visit, patient):
    page = visit()
    page.goto(patient.url + new(patient, title="slow-pickets", csa="computer:recruit")["url"])
    page.wait_for_selector(".board .lit")
    open_menu(page)
    page.select_option("#hand-0", "crack")
    page.wait_for_selector(".glass", timeout=20_000)
    assert page.input_value("#seconds-0") == "20" and not page.query_selector(".board .lit")
    page.select_option("#hand-0", "")
    page.wait_for_selector(".board .lit")
    assert not page.query_selector(".glass, #seconds-0")


def test_a_hint_shows_the_best_options_with_their_chances(visit, server, title):
    page = visit()
    hands.start(page, server, title, **({} if title == "pickets" else {"seat_1": "computer:recruit"}))
    hands.ready(page)
    if page.query_selector(".curtain:not([hidden]) button"):
        hands.click_something(page, 0)
        hands.ready(page)
    page.click("[data-keep=hint]")
    page.wait_for_selector(".pop .hints button")
    rows = [row.inner_text() for row in page.query_selector_all(".pop .hints button")]
    chances = [float(re.search(r"([\d.]+)\s*%", row)[1]) for row in rows]
    assert 1 <= len(rows) <= 3 and chances == sorted(chances, reverse=True)
    assert page.evaluate("() => document.activeElement.matches('.pop .hints button')"), "the best one has the focus"
    page.keyboard.press("Escape")
    assert not page.query_selector(".board .mark"), "what a hint pointed at is not marked any more when it is put away"
    page.click("[data-keep=hint]")
    page.wait_for_selector(".pop .hints button")
    before = hands.serial(page)
    page.keyboard.press("Enter")
    page.wait_for_function("b => document.querySelector('.table').dataset.rev !== b || document.querySelector('dialog[open]')", arg=before)


@cache
def eventful_save():
    """A match that is over and had at least two turning points."""
    title = load("hold-the-line")
    for seed in range(40):
        match = Match.new(title, seed=seed)
        scripts = [make_agent("veteran", Random(int(s))) for s in SIDES]
        while (question := match.question) is not None:
            match.submit(scripts[question.side].decide(match.view(question.side), question, Clock(1)), side=question.side)
        swings = turning_points(
            course_of(title, match.scenario.id, title.setup(match.scenario, match.options), match.answers), given_up=False
        )
        if len(swings) >= 2:
            return format_save(match.save(reveal=True)), [swing.after[0] for swing in swings]
    raise AssertionError("forty matches without a turning point")


@pytest.mark.parametrize(("size", "locale", "heading"), [((1280, 800), "en-GB", "Turning points"), (PHONE, "it-IT", "Punti di svolta")])
def test_turning_points_lead_to_their_positions(visit, server, axe, size, locale, heading):
    save, positions = eventful_save()
    made = uploaded(server, save)
    page = visit(size=size, locale=locale)
    page.goto(server.url + made["url"])
    page.wait_for_selector(".bar .tools button")
    page.click(".bar .tools button >> nth=0")
    page.wait_for_selector(".turning .turn")
    assert heading in page.inner_text("dialog.victory") and fits(page)
    rows = [row.inner_text() for row in page.query_selector_all(".turning .turn")]
    assert len(rows) == len(positions) == len(page.query_selector_all(".graph-box .mark"))
    assert all(re.search(r"\d\s*%\s*→\s*[\d.,]+\s*%", row) for row in rows)
    audit(page, axe)
    page.focus(".turning li:nth-child(2) .turn")
    assert page.query_selector('.mark.meant[data-turn="2"]'), "the list shows on the line what it speaks of"
    page.keyboard.press("Enter")
    page.wait_for_function("n => location.search === `?at=${n}`", arg=positions[1])
    page.click(".bar .main")
    page.click(".bar[data-mode=live] .tools button >> nth=0")
    page.wait_for_selector(".graph-box .mark")
    page.click('.mark[data-turn="1"]', force=True)
    page.wait_for_function("n => location.search === `?at=${n}`", arg=positions[0])


def test_the_course_waits_for_the_end(visit, server):
    page = visit()
    made = known(server, csa="here")
    page.goto(server.url + made["url"])
    page.wait_for_selector(".curtain:not([hidden]) button")
    assert Seat(server, made["token"]).raw("/chances").status_code == 403
    hands.click_something(page, 0)
    hands.give_up(page)
    page.wait_for_function("() => !document.querySelector('.course-holder [role=status]')")
    assert not page.query_selector(".turning"), "giving up is no turning point"
