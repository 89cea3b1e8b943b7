"""Every picture of the README and of the documentation, made anew: `make screenshots`, or `python tools/screenshots.py [FOLDER] [NAME …]`.

Matches are played by the computer to a point worth seeing and brought to a server of our own as saves; a browser looks at them at the size
of a desk and of a phone, in both languages. `PICTURES` is the list; a test sees to it that the documents show no others.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from bivouac import Match, load  # noqa: E402
from bivouac.agents import Clock, make_agent  # noqa: E402
from bivouac.core.ids import SIDES, Side  # noqa: E402
from bivouac.match import format_save  # noqa: E402
from server.harness import Server, uploaded  # noqa: E402
from web.hands import TAKE_SEAT  # noqa: E402

DESK, PHONE = (1280, 800), (360, 740)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
READY = ".title-card, .board .token, .clause, #start, .curtain:not([hidden]) button"
CURTAIN = ".curtain:not([hidden]) button"
PAINTED = "() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)"


class Position(NamedTuple):
    """A scenario, and about how many answers of the computer on: at the next question with enough to click."""

    scenario: str
    answers: int


class Picture(NamedTuple):
    """`page`: the title whose table is shown, or an address; `clicks`: what is clicked before."""

    page: str
    size: tuple[int, int]
    language: str
    clicks: tuple[str, ...] = ()


POSITIONS = {
    "house-divided": Position("1863", 90),
    "lincoln": Position("war", 60),
    "hold-the-line": Position("antietam", 60),
    "yankees-rebels": Position("july-2", 60),
    "gettysburg": Position("battle", 160),
}
PICTURES = {
    "home": Picture("/", DESK, "en"),
    "house-divided": Picture("house-divided", DESK, "en"),
    "house-divided-phone": Picture("house-divided", PHONE, "it"),
    "lincoln": Picture("lincoln", DESK, "it"),
    "lincoln-phone": Picture("lincoln", PHONE, "en"),
    "hold-the-line": Picture("hold-the-line", DESK, "en"),
    "hold-the-line-phone": Picture("hold-the-line", PHONE, "it"),
    "yankees-rebels": Picture("yankees-rebels", DESK, "it"),
    "yankees-rebels-phone": Picture("yankees-rebels", PHONE, "en"),
    "gettysburg": Picture("gettysburg", DESK, "en"),
    "gettysburg-phone": Picture("gettysburg", PHONE, "it"),
    "rules": Picture("/rules/house-divided", DESK, "en"),
}


def played(name: str, position: Position) -> str:
    """A match between two veterans as a save, at a question of the Union with at least three things to click."""
    title = load(name)
    match = Match.new(title, scenario=position.scenario, seed=f"a picture of {name}")
    seats = {side: make_agent("veteran", Random(side)) for side in SIDES}
    while (question := match.question) is not None:
        lit = sum(bool(choice.targets) for choice in match.choices()) if question.side == Side.UNION else 0
        if len(match.answers) >= position.answers and lit >= 3:
            break
        match.submit(seats[question.side].decide(match.view(question.side), question, Clock()), side=question.side)
    return format_save(match.save())


def settle(page: Page) -> None:
    """Wait until the page stands still and has all its pictures; open the curtain before a table with secrets."""
    page.wait_for_selector(READY)
    if page.query_selector(CURTAIN):
        page.click(CURTAIN)
    page.wait_for_load_state("networkidle")
    page.wait_for_function(PAINTED)
    page.wait_for_timeout(900)


def take(browser: Browser, url: str, picture: Picture, file: Path) -> None:
    wide, high = picture.size
    context = browser.new_context(
        viewport={"width": wide, "height": high}, locale=picture.language, reduced_motion="reduce", has_touch=picture.size == PHONE
    )
    context.add_init_script(TAKE_SEAT)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(url)
    settle(page)
    for click in picture.clicks:
        page.click(click)
        page.wait_for_timeout(500)
    page.screenshot(path=file, type="jpeg", quality=72)
    context.close()
    print(file)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("No Chromium here: apt install chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), BIVOUAC_EXTRA_TITLES="").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)

        @cache
        def table(title: str) -> str:
            return str(uploaded(server, played(title, POSITIONS[title]))["url"])

        try:
            for name in sys.argv[2:] or PICTURES:
                picture = PICTURES[name]
                path = table(picture.page) if picture.page in POSITIONS else picture.page
                take(browser, server.url + path, picture, folder / f"{name}.jpg")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
