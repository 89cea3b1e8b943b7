"""The house's own laws: who may import whom; how large a file may be; what a commit must not contain."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "bivouac"
MAY = {
    "core": {"core"},
    "titles": {"core"},
    "i18n": {"core", "i18n"},
    "match": {"core", "match", "titles"},
    "agents": {"core", "match", "agents", "titles"},
    "lab": {"core", "match", "agents", "titles", "i18n", "lab"},
}


def imports(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        yield from (n.split(".") for n in names if n.split(".")[0] == "bivouac")


def test_import_law():
    for part, allowed in MAY.items():
        for file in (SOURCE / part).rglob("*.py"):
            for name in imports(file):
                if len(name) < 2:
                    raise AssertionError(f"{file} imports the whole of bivouac")
                own = file.relative_to(SOURCE).parts[1] if part == "titles" and len(file.relative_to(SOURCE).parts) > 2 else None
                if name[1] == "titles":
                    inside = own is not None and name[2:3] == [own]
                    registry = part in ("match", "agents", "lab") and len(name) == 2
                    assert inside or registry, f"{file} imports {'.'.join(name)}"
                else:
                    assert name[1] in allowed, f"{file} imports {'.'.join(name)}"


def test_files_stay_readable():
    long = {str(f.relative_to(ROOT)): n for f in SOURCE.rglob("*.py") if (n := len(f.read_text("utf-8").splitlines())) > 600}
    assert not long


# --- one plan for every title -----------------------------------------------------------------------------------------------------

TITLES = sorted(p.parent for p in (SOURCE / "titles").glob("*/__init__.py"))
MODULES = {"__init__", "state", "frames", "events", "flow", "show", "view", "setup", "table"}
PACKAGES = {
    "printed": ({"__init__", "schema", "map", "units", "scenarios"}, {"check", "strange", "writing"}),
    "rules": ({"__init__"}, None),
    "draw": ({"__init__", "board", "faces", "legend"}, {"places", "boxes", "land", "lines", "tracks", "labels", "cards"}),
    "advice": ({"__init__", "script", "value"}, {"beliefs", "look", "marches", "plans"}),
}
FILES = {"rulebook.toml", "data", "locale"}


@pytest.mark.parametrize("folder", [*TITLES, ROOT / "tests" / "toy"], ids=lambda p: p.name)
def test_every_title_has_the_same_rooms(folder):
    """Whoever knows one title finds the way in every other: a module that is not in the plan is a stranger."""
    modules = {p.stem for p in folder.glob("*.py")}
    extra = (
        {"odds", "reckon", "rounds", "observe", "chronicle", "outlook", "charts", "workshop", "positions"}
        if folder.parent.name == "titles"
        else set()
    )
    assert MODULES <= modules <= MODULES | extra, modules ^ MODULES
    assert {p.name for p in folder.iterdir() if p.suffix != ".py" and p.name != "__pycache__"} - {"lessons"} == set(PACKAGES) | FILES
    for name, (needed, allowed) in PACKAGES.items():
        inside = {p.stem for p in (folder / name).glob("*.py")}
        assert needed <= inside, f"{name} lacks {needed - inside}"
        if allowed is not None:
            assert inside <= needed | allowed, f"strangers in {name}: {inside - needed - allowed}"
    assert all(re.fullmatch(r"ch[A0-9]\d?_\w+", p.stem) for p in (folder / "rules").glob("*.py") if p.stem != "__init__")


@pytest.mark.parametrize("folder", [*TITLES, ROOT / "tests" / "toy"], ids=lambda p: p.name)
def test_every_title_uses_the_same_names(folder):
    package = folder.name if folder.parent.name == "tests" else f"bivouac.titles.{folder.name}"
    for module, names in {"state": ("State",), "frames": ("Box", "At"), "flow": ("FLOW",), "view": ("View", "view", "sample"),
                          "setup": ("OPTIONS", "start"), "advice": ("ADVICE",), "table": ("layout", "places"),
                          "printed.scenarios": ("SCENARIOS",)}.items():  # fmt: skip
        found = importlib.import_module(f"{package}.{module}")
        assert all(hasattr(found, name) for name in names), f"{package}.{module} lacks one of {names}"
    title = importlib.import_module(package).TITLE
    assert all(re.fullmatch(r"[a-z0-9-]+", word) for word in (*title.options, *title.scenarios, title.id))
    if folder.parent.name == "titles":
        assert (ROOT / "tests" / "titles" / folder.name / "kit.py").exists()


def test_the_server_says_what_it_passes_on():
    """`Any` stands where foreign things come in, on fewer than thirty lines."""
    lines = [line for file in (SOURCE / "server").rglob("*.py") for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if re.search(r"\bAny\b", line) and "import" not in line]) < 30


def test_the_example_stays_small():
    """A title that follows the plan costs four hundred lines at most, blank ones not counted."""
    code = "".join(file.read_text("utf-8") for file in (ROOT / "tests" / "toy").rglob("*.py"))
    assert len([line for line in code.splitlines() if line.strip()]) <= 400


def test_functions_stay_short():
    """At most forty lines; a table is not a function."""
    long = []
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno - node.lineno + 1 > 40:
                long.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.name} ({node.end_lineno - node.lineno + 1})")
    assert not long, "\n".join(long)
