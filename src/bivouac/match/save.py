"""The save: one documented, versioned JSON. See docs/save.md."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from bivouac.core.text import Text
from bivouac.match.errors import BadSave

FORMAT = 1
ROW = 24


class DiceSpan(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    """From answer number `start` on, chance follows from the seed with this SHA-256; the seed is None until the match is over."""

    start: int
    commit: str
    seed: str | None = None


class Undone(msgspec.Struct, forbid_unknown_fields=True):
    """A take-back that the other side granted: how many answers were dropped at which point, for whom."""

    at: int
    dropped: int
    side: int


class Conceded(msgspec.Struct, forbid_unknown_fields=True):
    """A side gave up after so many answers."""

    at: int
    side: int


class OutcomeRecord(msgspec.Struct, forbid_unknown_fields=True):
    winner: int | None
    rule: str
    ending: str


class Save(msgspec.Struct, forbid_unknown_fields=True):
    bivouac: int
    title: str
    rules: int
    scenario: str
    options: list[str]
    dice: list[DiceSpan]
    answers: list[int | None]
    chance: list[int]
    checksum: str
    outcome: OutcomeRecord | None = None
    scenario_text: str | None = None
    undone: list[Undone] = []
    conceded: Conceded | None = None


def format_save(save: dict[str, Any]) -> str:
    """The save as text, its answers in rows, so that people and version control can read it."""
    lines = []
    for key, value in save.items():
        if key in ("answers", "chance"):
            rows = [json.dumps(value[i : i + ROW])[1:-1] for i in range(0, len(value), ROW)]
            body = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
        else:
            body = json.dumps(value, ensure_ascii=False)
        lines.append(f"  {json.dumps(key)}: {body}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_save(data: str | bytes | dict[str, Any]) -> tuple[Save, str]:
    """A checked Save and the text its line numbers refer to."""
    if isinstance(data, dict):
        text = format_save(data) if all(isinstance(k, str) for k in data) else "{}"
    else:
        text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    try:
        raw = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as e:
        line = e.lineno if isinstance(e, json.JSONDecodeError) else 1
        raise BadSave(Text("errors.save_not_json", {"line": line, "problem": getattr(e, "msg", "too deep")})) from None
    if not isinstance(raw, dict) or "bivouac" not in raw:
        raise BadSave(Text("errors.save_foreign"))
    if raw["bivouac"] != FORMAT:
        raise BadSave(Text("errors.save_format", {"found": str(raw["bivouac"]), "known": FORMAT}))
    try:
        save = msgspec.convert(raw, Save)
    except msgspec.ValidationError as e:
        message, _, path = str(e).partition(" - at `$")
        raise BadSave(Text("errors.save_field", {"line": line_at(text, path.rstrip("`")), "problem": message})) from None
    if sum(a is None for a in save.answers) != len(save.chance):
        problem = "the results of chance are not as many as the gaps among the answers"
        raise BadSave(Text("errors.save_field", {"line": line_at(text, ".chance"), "problem": problem}))
    return save, text


def line_at(text: str, path: str) -> int:
    """The line where `.answers[17]` or `.title` stands."""
    found = re.match(r"\.?(\w+)(?:\[(\d+)\])?", path)
    if not found:
        return 1
    key = re.search(rf'"{found[1]}"\s*:', text)
    if not key:
        return 1
    at = key.end()
    if found[2] is not None:
        for n, element in enumerate(re.finditer(r"[^\s,\[\]]+", text[at:])):
            if n == int(found[2]):
                at += element.start()
                break
    return text.count("\n", 0, at) + 1
