"""The home page where some titles cannot be loaded."""

from __future__ import annotations

import pytest

from broken_titles import FAULTS, bring_broken
from server.harness import Server


@pytest.fixture(scope="module")
def crippled(tmp_path_factory):
    path = bring_broken(tmp_path_factory.mktemp("broken"))["PYTHONPATH"]
    running = Server(tmp_path_factory.mktemp("server"), PYTHONPATH=path).start()
    yield running
    running.stop()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_home_page_names_broken_titles_beside_those_that_can_be_played(visit, crippled, width):
    page = visit(size=(width, 800))
    page.goto(crippled.url)
    page.wait_for_selector("[data-broken]")
    told = {row.get_attribute("data-broken"): row.inner_text() for row in page.query_selector_all("[data-broken]")}
    assert set(told) == {*FAULTS, "nowhere"} and "torn/rules.py" in told["torn"] and "line 3" in told["torn"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("a[href='#lincoln']")
    page.wait_for_selector("text=Start")
    page.goto(f"{crippled.url}/lobby")
    page.wait_for_selector("main, #content")
    assert "torn" not in page.inner_text("body")
