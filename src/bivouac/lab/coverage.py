"""Which clause is cited by which test: the marks of the test files against the clause index."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bivouac.core.title import Title


class Citation(NamedTuple):
    rule: str
    test: str
    refuses: bool


class Coverage(NamedTuple):
    total: int
    enforced: list[str]
    automatic: list[str]
    not_applicable: list[str]
    missing: list[str]
    tests: dict[str, list[str]]


def folder_of(title: Title[Any], root: Path) -> Path:
    return root / "tests" / "titles" / title.id.replace("-", "_")


def project_root() -> Path | None:
    """The checkout this program runs from, if it does."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "tests").is_dir() else None


def citations(folder: Path) -> Iterator[Citation]:
    """Every `@pytest.mark.rule(...)` below a folder."""
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                for mark in node.decorator_list:
                    yield from _cited(mark, f"{file.name}::{node.name}")


def _cited(mark: ast.expr, test: str) -> Iterator[Citation]:
    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
        refuses = any(k.arg == "refuses" and isinstance(k.value, ast.Constant) and k.value.value is True for k in mark.keywords)
        for arg in mark.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                yield Citation(arg.value, test, refuses)


def coverage(title: Title[Any], folder: Path) -> Coverage:
    """A clause is missing when no test cites it, or when it forbids something and no test shows the refusal."""
    tests: dict[str, list[str]] = {}
    refused: set[str] = set()
    for rule, test, refuses in citations(folder):
        tests.setdefault(rule, []).append(test)
        if refuses:
            refused.add(rule)
    clauses = list(title.rulebook)
    by_status = {status: [c.id for c in clauses if c.status == status] for status in ("enforced", "automatic", "not_applicable")}
    missing = [c.id for c in clauses if c.status != "not_applicable" and (c.id not in tests or (c.forbids and c.id not in refused))]
    return Coverage(len(clauses), by_status["enforced"], by_status["automatic"], by_status["not_applicable"], missing, tests)
