"""Every clause is accounted for and cited by a test."""

from __future__ import annotations

from pathlib import Path

import toy
from bivouac.lab.coverage import citations, coverage, folder_of

ROOT = Path(__file__).resolve().parents[2]


def test_no_clause_is_missing(title):
    folder = ROOT / "tests" / "core" if title is toy.TITLE else folder_of(title, ROOT)
    found = coverage(title, folder)
    assert found.total == len(found.enforced) + len(found.automatic) + len(found.not_applicable)
    assert found.missing == []


def test_no_test_cites_a_clause_that_does_not_exist(title):
    if title is not toy.TITLE:
        unknown = {c.rule for c in citations(folder_of(title, ROOT)) if c.rule not in title.rulebook}
        assert not unknown
