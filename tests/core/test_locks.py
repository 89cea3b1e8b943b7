"""The lock files in requirements/ fix what `make play`, `make test` and the container install."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = {"server": ("server", "checkout"), "hosting": ("server", "postgres"), "dev": ("dev",)}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)


def locked(name: str) -> dict[str, set[str]]:
    """Return the locked versions by package; a package may have one for each range of Python versions."""
    versions: dict[str, set[str]] = {}
    for package, version in PINNED.findall((ROOT / "requirements" / f"{name}.txt").read_text("utf-8")):
        versions.setdefault(canonicalize_name(package), set()).add(version)
    return versions


def wanted(extras: tuple[str, ...]) -> list[Requirement]:
    """Return the direct requirements of some extras, with those of the extras that they name."""
    found = [Requirement(line) for line in PROJECT["dependencies"]]
    todo = list(extras)
    while todo:
        for requirement in map(Requirement, PROJECT["optional-dependencies"][todo.pop()]):
            if requirement.name == "bivouac":
                todo += requirement.extras
            else:
                found.append(requirement)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_direct_requirement_is_locked_to_a_version_that_the_project_allows(name: str) -> None:
    versions = locked(name)
    for requirement in wanted(LOCKS[name]):
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found and all(requirement.specifier.contains(v) for v in found), f"{requirement}: {found}; run `make lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes_and_no_index_is_named(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 20
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)


def test_all_lock_files_agree() -> None:
    everything = locked("dev")
    for name in ("server", "hosting"):
        assert {p: v for p, v in locked(name).items() if everything.get(p) != v} == {}


def test_make_and_the_container_install_with_hashes_alone() -> None:
    makefile, container = (ROOT / "Makefile").read_text("utf-8"), (ROOT / "ops" / "Containerfile").read_text("utf-8")
    lines = (line.strip() for text in (makefile, container) for line in text.splitlines())
    installs = [line for line in lines if re.search(r"pip install|\$\(INSTALL\) ", line) and not line.startswith("INSTALL :=")]
    assert len(installs) >= 5
    for line in installs:
        assert "--require-hashes" in line or "--no-deps" in line, line
