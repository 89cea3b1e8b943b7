"""Every letter of every board and every piece against the pixels behind it, as a browser draws them."""

from __future__ import annotations

import importlib.util

import pytest

import bivouac
from bivouac.i18n import catalogue
from server.harness import ROOT

SPEC = importlib.util.spec_from_file_location("boards", ROOT / "tools" / "boards.py")
boards = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(boards)
PAGE = "<!doctype html><meta charset=utf-8><style>svg { display: block }</style>"


def pale(page, which):
    """What has too little contrast: text and ratio."""
    found = [row for drawing in page.query_selector_all(which) for row in drawing.evaluate(boards.MEASURE)]
    assert found
    return [(text, round(ratio, 1)) for text, _, ratio in found if ratio < 4.5]


@pytest.mark.parametrize("name", bivouac.titles())
def test_letters_on_boards_stand_out(browser, name):
    title = bivouac.load(name)
    drawn = {title.table.board(scenario, catalogue("it", title).say) for scenario in title.scenarios.values()}
    page = browser.new_page()
    for svg in sorted(drawn)[:4]:
        body, _ = boards.sized(svg, 1200)
        page.set_content(PAGE + body)
        assert pale(page, "svg") == []
    page.close()


@pytest.mark.parametrize("name", bivouac.titles())
def test_letters_on_pieces_and_cards_stand_out(browser, name):
    page = browser.new_page()
    page.set_content(PAGE + boards.sheet(name, matches=1))
    assert pale(page, "svg.large:has(text)") == []
    page.close()
