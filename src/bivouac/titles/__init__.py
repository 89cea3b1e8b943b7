"""The titles: one package each. Everybody else reaches them through `titles()` and `load()`.

A package that is installed beside Bivouac makes its titles known by entry points of the group `bivouac.titles`, each under its id:

    [project.entry-points."bivouac.titles"]
    chickamauga = "my_package:TITLE"

A title that cannot be loaded is left out of `titles()`; `broken_titles()` says which file is at fault and why.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any

from bivouac.core.broken import Broken, BrokenTitle, diagnosed
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Title

ORDER = ("house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg")
LANGUAGES = ("en", "it")
LOG = logging.getLogger(__name__)


GROUP = "bivouac.titles"


@cache
def _installed() -> dict[str, EntryPoint]:
    """The titles of other packages."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _found() -> tuple[str, ...]:
    """The ids of all titles that are there, broken ones too."""
    found = {m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg} | set(_installed())
    return tuple(t for t in ORDER if t in found) + tuple(sorted(found - set(ORDER)))


@cache
def titles() -> tuple[str, ...]:
    """The ids of the titles that can be played."""
    return tuple(name for name in _found() if not isinstance(_tried(name), Broken))


@cache
def broken_titles() -> tuple[Broken, ...]:
    """The titles that cannot be loaded: file, line and reason."""
    return tuple(tried for name in _found() if isinstance(tried := _tried(name), Broken))


@cache
def _tried(name: str) -> Title[Any] | Broken:
    """A title by its id, or why it cannot be loaded."""
    if name in _installed():
        point = _installed()[name]
        return attempt(name, point.module, point.load)
    module = f"{__name__}.{name.replace('-', '_')}"
    return attempt(name, module, lambda: importlib.import_module(module).TITLE)


def attempt(name: str, module: str, find: Callable[[], Any]) -> Title[Any] | Broken:
    """The title that `find` gives, its rulebook and its catalogues read; what prevents that is logged."""
    try:
        title: Title[Any] = find()
        _read_files(title)
    except (Exception, SystemExit) as error:
        broken = diagnosed(name, module, error)
        LOG.error("This title cannot be loaded: %s", broken)
        return broken
    return title


def _read_files(title: Title[Any]) -> None:
    """Read the files that every package of a title has."""
    spec = find_spec(title.package)
    if spec is not None and spec.submodule_search_locations is not None:
        assert len(title.rulebook)
        for language in LANGUAGES:
            title.locale(language)


_EXTRA: dict[str, Title[Any]] = {}


def register(title: Title[Any]) -> None:
    """Make a title known that lives elsewhere (a private one, or one made for a test)."""
    _EXTRA[title.id] = title


def strangers() -> tuple[str, ...]:
    """The packages of the titles that were registered: another process must be told of them."""
    return tuple(sorted({title.package for title in _EXTRA.values()}))


def meet(packages: Iterable[str]) -> None:
    """Make known, in another process, what `strangers` gave."""
    known = {title.package for title in _EXTRA.values()}
    for package in packages:
        if package not in known:
            register(importlib.import_module(package).TITLE)


def load(name: str) -> Title[Any]:
    """A title by its id: `load("house-divided")`. One that is broken raises `BrokenTitle`."""
    if name in _EXTRA:
        return _EXTRA[name]
    wanted = name.replace("_", "-")
    if wanted not in _found():
        raise BadSetup(Text("errors.no_title", {"name": name, "known": (*titles(), *_EXTRA)}))
    tried = _tried(wanted)
    if isinstance(tried, Broken):
        raise BrokenTitle(tried)
    return tried
