"""The house's own laws: who may import whom; how large a file may be; what a commit must not contain."""

from __future__ import annotations

import ast
from pathlib import Path

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
