"""Where a result comes from: the version, the build, the rules, the code that played, and the source of foreign agents.

A journal counts a result only where all of this is as it was (`lab.crew`). `benchmarks/duel.py` knows its players in the same way.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from bivouac.core.build import VERSION, build
from bivouac.titles import load

ENGINE = ("core", "match", "agents", "lab")
TOLD = (b"command =", b"value =", b"handicap =", b"evened =")  # in a table of plans: for the reader, not for the player
INSTALLED = ("site-packages", "dist-packages")


class Origin(NamedTuple):
    """What a result depends on beside its item: (name of the part, its version or fingerprint)."""

    parts: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        return blake2b(repr(self.parts).encode(), digest_size=6).hexdigest()

    def changed(self, other: Origin) -> tuple[str, ...]:
        """The names of the parts in which two origins differ."""
        one, two = dict(self.parts), dict(other.parts)
        return tuple(name for name in dict.fromkeys((*one, *two)) if one.get(name) != two.get(name))


@cache
def origin(title: str, agents: tuple[str, ...] = ()) -> Origin:
    """The origin of what these agents play of a title in this process."""
    played, home = load(title), Path(__file__).parents[1]
    engine = [path for folder in ENGINE for path in sorted((home / folder).rglob("*.py"))]
    foreign = sorted({name for name in agents if ":" in name})
    return Origin(
        (
            ("version", VERSION),
            ("build", build()),
            ("rules", f"{played.id} {played.version}"),
            ("code", digest([*engine, *_package(played.package)])),
            *((name, agent_fingerprint(name)) for name in foreign),
        )
    )


def _package(name: str) -> list[Path]:
    """The code and the data of a title's package."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return [Path(spec.origin)] if spec is not None and spec.origin else []
    home = Path(spec.submodule_search_locations[0])
    return sorted([*home.rglob("*.py"), *(home / "data").rglob("*.toml")])


# --- agents ---------------------------------------------------------------------------------------------------


def agent_fingerprint(name: str) -> str:
    """Of the agent `module:Class`: its source, what it imports from beside it, and the files that its class names in `files`. An agent
    without source has another fingerprint each time, so that nothing old is taken for its own."""
    module, _, attribute = name.partition(":")
    sources = sources_of(module)
    if not sources:
        return uuid4().hex[:12]
    files = getattr(getattr(importlib.import_module(module), attribute), "files", ())
    return digest([*sources, *map(Path, files)])


def sources_of(module: str) -> list[Path]:
    """The source of a module, and of the modules in its folder or package that it imports."""
    top = _file_of(module.partition(".")[0])
    if top is None:
        return []
    root = top.parent
    is_alone = top.name != "__init__.py" and root.name in INSTALLED  # its neighbours are strangers
    found: dict[Path, None] = {}
    left = [module]
    while left:
        name = left.pop()
        path = _file_of(name)
        if path is None or path in found or not path.is_relative_to(root) or set(INSTALLED) & set(path.relative_to(root).parts):
            continue
        found[path] = None
        left += [] if is_alone else _imported(path, name)
    return sorted(found)


def _file_of(module: str) -> Path | None:
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    path = Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None
    return path if path is not None and path.suffix == ".py" and path.exists() else None


def _imported(path: Path, module: str) -> Iterator[str]:
    """The names of all modules that a source may import."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_parents(alias.name)
        elif isinstance(node, ast.ImportFrom):
            dotted = "." * node.level + (node.module or "")
            base = resolve_name(dotted, package) if node.level else dotted
            yield from _with_parents(base)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts) + 1))


# --- fingerprints -----------------------------------------------------------------------------------------------


def digest(paths: Iterable[Path]) -> str:
    """A fingerprint of files, in this order."""
    found = blake2b(digest_size=6)
    for path in paths:
        found.update(path.name.encode() + (code_of(path) if path.suffix == ".py" else data_of(path)))
    return found.hexdigest()


def code_of(path: Path) -> bytes:
    """What a module does, without comments and docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]  # type: ignore[attr-defined]
    return ast.unparse(tree).encode()


def data_of(path: Path) -> bytes:
    """A data file without what is told in it to the reader alone."""
    lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if path.name != "plans.toml" or not line.startswith(TOLD))
