"""Pictures of the table for the README and the documentation: `python tools/screenshots.py [FOLDER]`.

A server is started on an empty database; matches are brought to an interesting point by answering through the JSON interface; a browser
looks at them at the size of a desk and of a phone, in both languages.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402

from bivouac import titles  # noqa: E402
from server.harness import HTTP, Seat, Server  # noqa: E402

DESK, PHONE = (1280, 800), (360, 740)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def advanced(server: Server, title: str, answers: int, seed: int = 4) -> str:
    """A match of both seats at one screen, so many answers on and past them at a question with things to click; its address."""
    rng = Random(seed)
    made = HTTP.post(f"{server.url}/api/matches", json={"title": title, "seats": {"0": "me", "1": "here"}}).raise_for_status().json()
    seat = Seat(server, made["token"])
    side = 0
    for n in range(answers + 200):
        table = seat.look(**{"as": side})
        question = table["question"]
        if question is None:
            break
        if not question["yours"]:
            side = question["side"]
            continue
        lit = sum(1 for c in question["choices"] if c["targets"])
        if n >= answers and lit >= 3:
            break
        quiet = [c for c in question["choices"] if c["targets"]] or question["choices"]
        seat.answer(rng.choice(quiet)["answer"], question["serial"], side=side)
    return str(made["url"])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("No Chromium here: apt install chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), BIVOUAC_EXTRA_TITLES="").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            tables = {title: advanced(server, title, 60) for title in titles()}

            def picture(name: str, path: str, size: tuple[int, int], language: str, *clicks: str) -> None:
                context = browser.new_context(
                    viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce", has_touch=size == PHONE
                )
                page = context.new_page()
                page.goto(server.url + path)
                page.wait_for_selector(".title-card, .board .token, .clause, #start, .curtain:not([hidden]) button")
                page.wait_for_timeout(600)
                if page.query_selector(".curtain:not([hidden]) button"):
                    page.click(".curtain button")
                    page.wait_for_timeout(600)
                for click in clicks:
                    page.click(click)
                    page.wait_for_timeout(400)
                page.screenshot(path=folder / f"{name}.png")
                context.close()
                print(folder / f"{name}.png")

            picture("home", "/", DESK, "en")
            for title, path in tables.items():
                picture(title, path, DESK, "en")
                picture(f"{title}-phone", path, PHONE, "it")
            first = next(iter(tables))
            picture("title", f"/#{first}", DESK, "en")
            picture("rules", f"/rules/{first}", DESK, "en")
            picture("list", tables[first], DESK, "it", "#tab-list")
            picture("replay", f"{tables[first]}?at=20", DESK, "en")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
