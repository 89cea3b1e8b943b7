"""Pages announce the modules they need, so that the browser fetches them at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from server.harness import Server

ANNOUNCED = "[...document.querySelectorAll('link[rel=modulepreload]')].map((link) => new URL(link.href).pathname)"


@pytest.mark.parametrize("path", ["/", "/rules/pickets", "/lobby"])
def test_a_page_preloads_the_modules_that_it_fetches(visit, server: Server, path: str) -> None:
    page: Page = visit()
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url.removeprefix(server.url)) if "/static/js/" in request.url else None)
    page.goto(server.url + path, wait_until="networkidle")
    assert fetched - {"/static/js/main.js", "/static/js/worker.js"} <= {*page.evaluate(ANNOUNCED)} <= fetched | {"/static/js/worker.js"}
