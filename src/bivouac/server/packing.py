"""Events as JSON and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bivouac.core.events import EVENT_KINDS, WAY, Event, EventKind
from bivouac.core.text import Both, Name, Text


def format_events(events: Iterable[Event]) -> str:
    return msgspec.json.encode([[e.kind.name, *(_pack(v) for v in e.values)] for e in events]).decode()


def parse_events(prefix: str, text: str) -> list[Event]:
    """The events of a log; what the title of today no longer tells is left out, and a way that was not yet told has no places."""
    kinds = [(EVENT_KINDS.get((prefix, name)) or EVENT_KINDS.get(("house", name)), values) for name, *values in msgspec.json.decode(text)]
    return [Event(kind, _whole(kind, [_unpack(v) for v in values])) for kind, values in kinds if kind is not None]


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
