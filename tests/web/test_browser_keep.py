"""What people keep of a table: a picture, an animated one, paper; and what a browser shows when the server is gone."""

from __future__ import annotations

import re
import struct

import pytest

from bivouac import titles
from server.harness import Server, known, known_save, uploaded
from web import hands

COUNTED = """async (bytes) => {
    const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.completed;
    const { image } = await decoder.decode({ frameIndex: decoder.tracks.selectedTrack.frameCount - 1 });
    return [decoder.tracks.selectedTrack.frameCount, image.displayWidth, image.displayHeight];
}"""
SHOWN = """selectors => selectors.map((s) => document.querySelector(s))
    .map((e) => e !== null && e.checkVisibility() && getComputedStyle(e).display !== 'none')"""


def kept(page, click, file):
    with page.expect_download() as download:
        page.click(click)
    download.value.save_as(file)
    return file.read_bytes()


def sheets(pdf):
    """The pages of a PDF as Chromium writes it, each as (width, height)."""
    boxes = re.findall(rb"/Type /Page\b.*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.DOTALL)
    return [(float(w), float(h)) for w, h in boxes]


def test_pictures_of_a_table(visit, server, tmp_path):
    page = visit(locale="it-IT")
    page.goto(server.url + known(server, csa="computer:random")["url"])
    for n in range(3):
        hands.click_something(page, n)
    hands.ready(page)
    if hands.over(page):
        page.click("dialog.victory .main")
    page.click("#tab-match")
    png = kept(page, "text=Immagine (PNG)", tmp_path / "x.png")
    assert png[:4] == b"\x89PNG" and max(struct.unpack(">II", png[16:24])) == 2400
    page.click("text=Immagine animata")
    for what, most in (("stretch", 60), ("whole", 36)):
        page.select_option("#film-what", what)
        page.click("#film-make")
        page.wait_for_selector("#film-save")
        gif = kept(page, "#film-save", tmp_path / "x.gif")
        count, width, height = page.evaluate(COUNTED, list(gif))
        assert gif[:6] == b"GIF89a" and 2 <= count <= most and width <= 1100 and height > 200
        page.evaluate("() => document.querySelector('.film').replaceChildren()")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_table_and_the_rules_on_paper(visit, server):
    page = visit()
    page.goto(server.url + uploaded(server, known_save())["url"])
    lift = page.wait_for_selector(".curtain:not([hidden]) button")
    assert len(sheets(page.pdf(prefer_css_page_size=True))) == 1, "nothing is printed of a covered table"
    lift.click()
    page.wait_for_selector(".curtain", state="hidden")
    hands.ready(page)
    pages = sheets(page.pdf(prefer_css_page_size=True))
    assert 3 <= len(pages) <= 4 and all(w > h for w, h in pages), "the board, what lies where, the log; as wide as the board"
    page.emulate_media(media="print")
    assert page.evaluate(SHOWN, [".strip h1", ".board", ".pane.list .places", ".pane.log .line"]) == [True] * 4
    assert page.evaluate(SHOWN, [".bar", ".zoom", ".tabs", ".pane.list .options", ".board .rings", ".languages"]) == [False] * 6
    page.goto(f"{server.url}/rules/pickets")
    page.wait_for_selector(".clause")
    assert page.evaluate(SHOWN, [".clause", ".mast", ".search", ".contents", ".foot"]) == [True] + [False] * 4
    assert all(w < h for w, h in sheets(page.pdf(prefer_css_page_size=True)))


def test_without_its_server_a_page_says_so(visit, tmp_path):
    server = Server(tmp_path).start()
    page = visit(expected=("ERR_CONNECTION_REFUSED", "Failed to load resource"))
    page.goto(server.url)
    page.wait_for_selector(".title-card")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    page.goto(f"{server.url}/lobby")
    assert "needs its server" in page.inner_text("main") and "Riprova" in page.inner_text("main")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(244, 236, 216)", "with the style that was kept"


@pytest.mark.parametrize("game", titles())
def test_the_players_aid_is_one_page(visit, server, game):
    page = visit(locale="it-IT")
    page.goto(f"{server.url}/aid/{game}")
    page.wait_for_selector(".signs li")
    assert len(sheets(page.pdf(prefer_css_page_size=True))) == 1
