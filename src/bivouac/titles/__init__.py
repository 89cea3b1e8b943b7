"""The titles: one package each. Everybody else reaches them through `titles()` and `load()`.

A package that is installed beside Bivouac makes its titles known by entry points of the group `bivouac.titles`, each under its id:

    [project.entry-points."bivouac.titles"]
    chickamauga = "my_package:TITLE"
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Title

ORDER = ("house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg")


GROUP = "bivouac.titles"


@cache
def _installed() -> dict[str, EntryPoint]:
    """The titles of other packages."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def titles() -> tuple[str, ...]:
    """The ids of the titles that can be played."""
    found = {m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg} | set(_installed())
    return tuple(t for t in ORDER if t in found) + tuple(sorted(found - set(ORDER)))


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


@cache
def _load(name: str) -> Title[Any]:
    if name in _installed():
        found: Title[Any] = _installed()[name].load()
        return found
    title: Title[Any] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").TITLE
    return title


def load(name: str) -> Title[Any]:
    """A title by its id: `load("house-divided")`."""
    if name in _EXTRA:
        return _EXTRA[name]
    if name.replace("_", "-") not in titles():
        raise BadSetup(Text("errors.no_title", {"name": name, "known": (*titles(), *_EXTRA)}))
    return _load(name.replace("_", "-"))
