"""Positions of players' own: a scenario, and what stands otherwise in it.

A file names the scenario and sets slots of the title (`core.title.Positions`); what it does not set stands as in the scenario at its start:

    position = "1862"

    [set]
    "turn" = "turn:12"
    "piece:3" = "box:17"
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from bivouac.core.data import MOST_MISTAKES, BadData, Mistake, fail, read
from bivouac.core.text import Both
from bivouac.core.title import Positions, Scenario, Slot, Title

Values = Mapping[str, str]
PREFIX: Final = "position-of-"  # of the id of a position: the id of its scenario follows
IS_POSITION: Final = re.compile(r"^[ \t]*position[ \t]*=", re.MULTILINE)
SHOWN: Final = 8  # values that a message names


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    position: str
    set: dict[str, str] = {}


def with_positions(own: Callable[[str, str], Scenario], title: Callable[[], Title[Any]]) -> Callable[[str, str], Scenario]:
    """The reader of a title's scenario files, which knows files of positions, too."""

    def read_either(text: str, file: str) -> Scenario:
        return read_position(title(), text, file) if IS_POSITION.search(text) else own(text, file)

    return read_either


def read_position(title: Title[Any], text: str, file: str) -> Scenario:
    """A position from its file, if it can be played."""
    base, settings = parse_position(title, text, file)
    mistakes = mistakes_in(title, base, settings, text)
    if mistakes:
        raise BadData.of(file, mistakes)
    return position(base, settings, text)


def parse_position(title: Title[Any], text: str, file: str) -> tuple[Scenario, Values]:
    """The scenario that a file names, and what the file sets."""
    raw = read(PositionFile, text, file)
    if raw.position not in title.scenarios:
        known = ", ".join(title.scenarios)
        problem = Both(
            f"there is no scenario {raw.position[:60]}; there are {known}", f"non c'è uno scenario {raw.position[:60]}; ci sono {known}"
        )
        raise fail(text, file, ("position",), problem)
    return title.scenarios[raw.position], raw.set


def position(base: Scenario, settings: Values, text: str) -> Scenario:
    return Scenario(f"{PREFIX}{base.id}", "player", base.data, text, base=base.id, settings=tuple(settings.items()))


def positions_of(title: Title[Any]) -> Positions:
    assert title.positions is not None
    return title.positions


def standing(title: Title[Any], base: Scenario) -> Values:
    """The values of a scenario at its start."""
    return positions_of(title).read(title.setup(base))


def mistakes_in(title: Title[Any], base: Scenario, settings: Values, text: str = "") -> list[Mistake]:
    """What is wrong with a position: its form first; once that is right, the sense."""
    slots = {slot.id: slot for slot in positions_of(title).slots(base)}
    found = list(islice(form_of(slots, settings), MOST_MISTAKES))
    if not found:
        values = {**standing(title, base), **settings}
        found = list(islice(positions_of(title).wrong(base, values), MOST_MISTAKES))
    return told(slots, found, text)


def strange_in(title: Title[Any], base: Scenario, settings: Values, text: str = "") -> list[Mistake]:
    """What is only strange about a position without mistakes."""
    slots = {slot.id: slot for slot in positions_of(title).slots(base)}
    found = islice(positions_of(title).strange(base, {**standing(title, base), **settings}), MOST_MISTAKES)
    return told(slots, found, text)


def form_of(slots: Mapping[str, Slot], settings: Values) -> Iterator[tuple[Both, tuple[str, ...]]]:
    """Names and values that do not exist."""
    for name, value in settings.items():
        if name not in slots:
            yield Both(f"nothing here is called `{name[:60]}`", f"qui niente si chiama `{name[:60]}`"), (name,)
        elif value not in slots[name].values:
            values = [*slots[name].values]
            known = ", ".join(values[:SHOWN]) + (" …" if len(values) > SHOWN else "")
            yield (
                Both(f"`{name}` cannot be {value[:60]}: it can be {known}", f"`{name}` non può essere {value[:60]}: può essere {known}"),
                (name,),
            )


def told(slots: Mapping[str, Slot], found: Iterable[tuple[Both, tuple[str, ...]]], text: str) -> list[Mistake]:
    """With lines, and the things on the table that it is about."""
    lines = {match[1]: n for n, line in enumerate(text.splitlines(), 1) if (match := re.match(r'\s*"([^"]*)"\s*=', line))}
    return [
        Mistake(
            next((lines[name] for name in names if name in lines), None),
            problem,
            ("set", *names[:1]),
            tuple(dict.fromkeys(slots[name].of for name in names if name in slots and slots[name].of)),
        )
        for problem, names in found
    ]


def format_position(title: Title[Any], base: Scenario, values: Values) -> str:
    """The file of a position: only what stands otherwise than at the start of its scenario."""
    usual = standing(title, base)
    rows = [f"{json.dumps(name)} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items() if usual.get(name) != value]
    return "\n".join((f"position = {json.dumps(base.id)}", "", "[set]", *rows, ""))
