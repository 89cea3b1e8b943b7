"""Two friends and their game: nobody sees a blank page, is locked out, or waits without knowing for what."""

from __future__ import annotations

import pytest

# --- a page that cannot be loaded ------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ["main.js", "page-home.js", "dom.js"])
def test_a_page_that_cannot_load_its_modules_says_so_and_offers_a_reload(visit, server, missing):
    """Of the module that begins, of one that is fetched later, of one that others need."""
    page = visit(expected=("Failed to load resource", "net::", "dynamically imported module", missing))
    page.route(f"**/static/js/{missing}", lambda route: route.abort())
    page.goto(server.url)
    if missing == "main.js":  # no script can say it: the style sheet does after some seconds, which pass at once here
        page.evaluate("() => document.querySelector('.stalled').getAnimations().forEach((x) => x.finish())")
    page.wait_for_selector(".stalled a")
    said = page.inner_text(".stalled")
    assert "has not loaded completely" in said and "non si è caricata del tutto" in said
    page.unroute(f"**/static/js/{missing}")
    page.click(".stalled a >> nth=0")
    page.wait_for_selector(".title-card")
    assert page.query_selector(".stalled") is None
