"""A real browser and a server of our own. Where there is no Chromium the tests say so and are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest

import toy
from bivouac import titles
from server.harness import Server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
TITLES = [toy.TITLE.id, *titles()]
OVERTAKEN = "409 (Conflict)"  # the match went on while a click was under way; the table shows what it has become
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bivouac-tests"


def pytest_generate_tests(metafunc):
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES)


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

    def open_page(*, size=(1280, 800), locale="en-GB", touch=False, motion="reduce", expected=()):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale, has_touch=touch, reduced_motion=motion)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        harmless = (OVERTAKEN, *expected)
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" and not any(e in m.text for e in harmless) else None)
        page.on("pageerror", lambda e: complaints.append(str(e)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe():
    """axe-core, fetched by npm once and kept in the cache folder; not part of the repository."""
    file = CACHE / "package" / "axe.min.js"
    if not file.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("axe-core is fetched with npm, which is not here")
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            done = subprocess.run([npm, "pack", "axe-core@4", "--silent"], cwd=folder, capture_output=True, text=True, timeout=120)
            if done.returncode != 0:
                pytest.skip(f"axe-core cannot be fetched: {done.stderr.strip()[:200]}")
            with tarfile.open(Path(folder) / done.stdout.strip().splitlines()[-1]) as archive:
                archive.extract("package/axe.min.js", folder, filter="data")
            os.replace(Path(folder) / "package" / "axe.min.js", file)
    return file.read_text("utf-8")
