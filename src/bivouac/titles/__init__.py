"""The titles: one package each. Everybody else reaches them through `titles()` and `load()`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Title

ORDER = ("house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg")


@cache
def titles() -> tuple[str, ...]:
    """The ids of the titles that can be played."""
    found = {m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg}
    return tuple(t for t in ORDER if t in found) + tuple(sorted(found - set(ORDER)))


_EXTRA: dict[str, Title[Any]] = {}


def register(title: Title[Any]) -> None:
    """Make a title known that lives elsewhere (a private one, or one made for a test)."""
    _EXTRA[title.id] = title


@cache
def _load(name: str) -> Title[Any]:
    title: Title[Any] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").TITLE
    return title


def load(name: str) -> Title[Any]:
    """A title by its id: `load("house-divided")`."""
    if name in _EXTRA:
        return _EXTRA[name]
    if name.replace("_", "-") not in titles():
        raise BadSetup(Text("errors.no_title", {"name": name, "known": (*titles(), *_EXTRA)}))
    return _load(name.replace("_", "-"))
