"""A real browser and a server of our own. Where there is no Chromium the tests say so and are skipped."""

from __future__ import annotations

import os
import shutil

import pytest

import toy
from bivouac import titles
from server.harness import ROOT, Server
from web.hands import TAKE_SEAT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
TITLES = [toy.TITLE.id, *titles()]
OVERTAKEN = "409 (Conflict)"  # the match went on while a click was under way; the table shows what it has become
AXE = ROOT / "tools" / "client" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_generate_tests(metafunc):
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES)


# what is visited for one or two titles in `make test`, for all of them in `make test-long`
ENOUGH = {
    "test_a_few_answers_at_every_title_on_a_phone": ("lincoln",),
    "test_a_few_answers_at_every_title_by_keyboard": ("yankees-rebels",),
    "test_from_home_page_to_victory_by_mouse": ("pickets", "hold-the-line"),
    "test_the_first_board_needs_little": ("house-divided",),
    "test_rules_can_be_read_and_searched": ("lincoln",),
    "test_a_hint_shows_the_best_options_with_their_chances": ("gettysburg",),
    "test_every_other_page": ("1280-light", "360-dark"),
    "test_the_table_in_all_its_states": ("1280-light", "360-dark"),
    "test_every_page_of_a_title": (),
    "test_every_page_with_an_address_of_its_own": ("360-light",),
    "test_a_phone_on_its_side_and_a_screen_at_200_percent_leave_half_to_the_board": ("lincoln",),
    "test_an_idle_table_costs_nothing": ("gettysburg",),
    "test_names_stand_out_under_every_tint": ("house-divided",),
    "test_what_is_pointed_at_is_marked_where_it_lies": ("house-divided",),
    "test_a_table_to_be_read": ("1280x800", "360x740", "house-divided-1920x1080"),
    "test_a_lesson_is_played_through": ("hold-the-line-wide-en", "lincoln-phone-it"),
    "test_a_lesson_is_played_by_keyboard_alone": ("yankees-rebels",),
    "test_a_turn_is_planned_ahead": ("360",),
    "test_every_title_at_its_table": ("pickets", "lincoln"),
    "test_the_seconds_are_chosen_beside_the_level": ("size1",),
    "test_the_table_shows_how_long_the_computer_has_been_thinking": ("it-IT",),
    "test_turning_points_lead_to_their_positions": ("size0",),
    "test_three_people_find_each_other": (),
    "test_a_week_of_play_by_post": (),
    "test_a_mail_leads_to_the_match_and_to_silence": (),
    "test_the_players_aid_is_one_page": ("lincoln",),
    "test_the_eleven_are_opened_and_saved_without_a_change": (),
    "test_a_battle_with_every_kind_of_thing_is_played_to_its_end": (),
    "test_a_position_is_changed_and_played": ("house-divided-1280", "lincoln-360"),
    "test_a_tournament_by_keyboard_to_its_table": (),
    "test_from_the_home_page_to_the_fourth_move_by_link": (),
    "test_from_the_home_page_to_the_fourth_move_through_the_lobby": (),
}


def is_long(item):
    enough = ENOUGH.get(item.originalname)
    return enough is not None and not any(part in item.name for part in enough)


def pytest_collection_modifyitems(config, items):
    """A browser on a busy machine is no clockwork: what fails is tried twice more, and only what always fails is a failure."""
    here = str(ROOT / "tests" / "web")
    if not os.environ.get("BIVOUAC_LONG"):
        config.hook.pytest_deselected(items=[item for item in items if is_long(item)])
        items[:] = [item for item in items if not is_long(item)]
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: `apt install chromium`")
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("web")).start()
    yield running
    running.stop()


@pytest.fixture
def visit(browser):
    """Open pages; at the end none of them may have complained, least of all about the security policy."""
    contexts, complaints = [], []

    def open_page(*, size=(1280, 800), locale="en-GB", touch=False, motion="reduce", hold="none", expected=(), known=True):
        """`known`: a seat's address that the test itself has made is the reader's own, and the question whose it is gets answered."""
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale, has_touch=touch, reduced_motion=motion)
        contexts.append(context)
        context.add_init_script(f"if (origin !== 'null') localStorage.setItem('bivouac.hold', '\"{hold}\"')")
        if known:
            context.add_init_script(TAKE_SEAT)
        page = context.new_page()
        page.set_default_timeout(60_000)
        harmless = (OVERTAKEN, *expected)
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" and not any(e in m.text for e in harmless) else None)
        page.on("pageerror", lambda e: complaints.append(e.stack or str(e)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe():
    """axe-core, which `make client` installs with the other checks of the client."""
    if not AXE.exists():
        pytest.skip("no axe-core here: `make client`")
    return AXE.read_text("utf-8")
