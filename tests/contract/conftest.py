"""Every contract test runs for every scenario of every title."""

from __future__ import annotations

import pytest

import toy
from bivouac import load, titles

TITLES = [toy.TITLE, *(load(t) for t in titles())]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        cases = [(t, s) for t in TITLES for s in t.scenarios.values()]
        metafunc.parametrize(("title", "scenario"), cases, ids=[f"{t.id}/{s.id}" for t, s in cases])
    elif "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES, ids=[t.id for t in TITLES])
