"""The player's aid of a title: its sequence of play, where a match stands in it, and how one wins (`data/aid.toml`)."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from bivouac.core.data import read_resource
from bivouac.core.kit.printed import Strict
from bivouac.core.text import Both
from bivouac.core.title import Title
from bivouac.titles import load


class Phase(Strict, frozen=True):
    """A part of the sequence of play, and the questions that belong to it."""

    name: Both
    does: Both
    boxes: tuple[str, ...]


class Aid(Strict, frozen=True):
    phase: tuple[Phase, ...]
    victory: tuple[Both, ...]

    def here(self, box: str) -> int | None:
        """The part of the sequence that a question belongs to."""
        return next((n for n, phase in enumerate(self.phase) if box in phase.boxes), None)


def has_aid(title: Title[Any]) -> bool:
    return resources.files(title.package).joinpath("data", "aid.toml").is_file()


@cache
def aid_of(title: str) -> Aid:
    return read_resource(Aid, load(title).package, "data", "aid.toml")
