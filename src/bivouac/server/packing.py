"""Events as JSON and back.

Stored events are a cache: the log of a game follows from its answers. `events_version` tells whether a stored log was written with
today's kinds of events; a game with another version gets its log by replaying its answers (`keeping.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from bivouac.core.events import EVENT_KINDS, LIST, WAY, Event, EventKind
from bivouac.core.text import Both, Name, Text


def format_events(events: Iterable[Event]) -> str:
    return msgspec.json.encode([[e.kind.name, *(_pack(v) for v in e.values)] for e in events]).decode()


HOUSE = "house"  # the prefix of events that every title has
FORMAT = 1  # of the JSON below


@cache
def events_version(prefix: str) -> str:
    """Return a fingerprint of a title's kinds of events: their names and blanks. Its rules must be loaded."""
    declared = sorted((name, kind.blanks) for (owner, name), kind in EVENT_KINDS.items() if owner in (prefix, HOUSE))
    return hashlib.sha256(msgspec.json.encode([FORMAT, declared])).hexdigest()[:16]


def parse_events(prefix: str, text: str) -> list[Event]:
    """Decode the events of a log, without those that do not fit the kinds of today. A missing way becomes one without places."""
    kinds = [(EVENT_KINDS.get((prefix, name)) or EVENT_KINDS.get((HOUSE, name)), values) for name, *values in msgspec.json.decode(text)]
    events = [Event(kind, _whole(kind, [_unpack(v) for v in values])) for kind, values in kinds if kind is not None]
    return [event for event in events if is_complete(event)]


def is_complete(event: Event) -> bool:
    """Whether an event has a value of the right type for every blank of its kind."""
    blanks = event.kind.blanks
    return len(blanks) == len(event.values) and all(_fits(kind, value) for (_, kind), value in zip(blanks, event.values))


def _fits(kind: str, value: Any) -> bool:
    if kind.startswith(LIST):
        return isinstance(value, tuple) and all(_fits(kind.removeprefix(LIST), part) for part in value)
    return isinstance(value, Text) if kind == "text" else isinstance(value, int)


def _whole(kind: EventKind, values: list[Any]) -> tuple[Any, ...]:
    return (*values, ()) if WAY in dict(kind.blanks[len(values) :]) else (*values,)


def _pack(value: Any) -> Any:
    if isinstance(value, Text):
        return {"k": value.key, "a": {k: _pack(v) for k, v in value.args.items()}}
    if isinstance(value, Name):
        return {"n": [value.kind, int(value.id)]}
    if isinstance(value, Both):
        return {"b": [value.en, value.it]}
    if isinstance(value, (tuple, list)):
        return {"t": [_pack(v) for v in value]}
    return int(value) if isinstance(value, int) else value


def _unpack(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "k" in value:
        return Text(value["k"], {k: _unpack(v) for k, v in value["a"].items()})
    if "n" in value:
        return Name(value["n"][0], value["n"][1])
    if "b" in value:
        return Both(*value["b"])
    return tuple(_unpack(v) for v in value["t"])
