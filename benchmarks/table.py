"""How much the table in the browser weighs and how soon it answers: `python benchmarks/table.py`.

The client's own code compressed, all that the first board of each title needs, and the time from a click on an option to the drawn answer
(the median and the quickest of twelve). Run it on a quiet machine: the last figures are times.
"""

from __future__ import annotations

import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from bivouac import titles  # noqa: E402
from bivouac.server.files import _page, files, preloaded_modules  # noqa: E402
from server.harness import Server, new  # noqa: E402
from web import hands  # noqa: E402

CLIENT, FIRST_LOAD, CLICK = 90_000, 350_000, 100
"""What we want at most: bytes of code, bytes until the first board, milliseconds from click to drawn."""
CLICKS = 12
FLAGS = ["--no-sandbox", "--disable-gpu"]
LOADED = "() => performance.getEntriesByType('resource').reduce((sum, x) => sum + x.encodedBodySize, 0)"
DRAWN = """() => new Promise((done) => {
    const first = document.querySelector('.pane.list .options button');
    const table = document.querySelector('.table');
    const before = table.dataset.rev;
    const began = performance.now();
    const look = () => (table.dataset.rev !== before || performance.now() - began > 5000
        ? requestAnimationFrame(() => done(performance.now() - began)) : requestAnimationFrame(look));
    first.click();
    look();
})"""


def client() -> int:
    """The code and the style that a table loads, as they are sent: without comments, compressed."""
    styles = re.findall(r"/static/(css/[\w-]+\.css)", _page("table", "en").body.decode())
    names = [*(f"js/{name}" for name in preloaded_modules("page-table.js")), *styles]
    return sum(len(file.packed or file.body) for file in (files()[name] for name in ("js/main.js", *names)))


def measured(page: Any, server: Server, title: str) -> tuple[int, list[float]]:
    page.goto(f"{server.url}{new(server, title, csa='here')['url']}")
    hands.ready(page)
    loaded = int(page.evaluate(LOADED))
    page.evaluate("() => localStorage.setItem('bivouac.warn', 'false')")
    page.evaluate("() => document.querySelector('#tab-list').click()")
    times = []
    for _ in range(CLICKS):
        hands.ready(page)
        lift = page.query_selector(".curtain:not([hidden]) button")
        if lift:
            lift.click()
            page.wait_for_selector(".curtain", state="hidden")
        page.wait_for_selector(".pane.list .options button")
        times.append(page.evaluate(DRAWN))
        page.keyboard.press("Escape")
    return loaded, sorted(times)


def main() -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("No Chromium here: apt install chromium")
    table = Table("title", "first load, kB", "click to drawn, ms", "the quickest, ms")
    missed = client() > CLIENT
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), BIVOUAC_EXTRA_TITLES="").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            for title in titles():
                context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
                context.add_init_script(hands.TAKE_SEAT)
                context.add_init_script("localStorage.setItem('bivouac.hold', '\"none\"')")
                loaded, times = measured(context.new_page(), server, title)
                click = statistics.median(times)
                table.add_row(title, f"{loaded / 1000:.0f}", f"{click:.0f}", f"{times[0]:.0f}")
                missed = missed or loaded > FIRST_LOAD or click > CLICK
                context.close()
        finally:
            browser.close()
            server.stop()
    console = Console()
    console.print(table)
    console.print(f"client: {client() / 1000:.1f} kB compressed")
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()
