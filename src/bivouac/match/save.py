"""The save: one documented, versioned JSON. See docs/save.md."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Annotated, Any, NamedTuple

import msgspec

from bivouac.core.chance import commitment
from bivouac.core.data import BadData, in_both, parse_json
from bivouac.core.text import Arg, Both, Text
from bivouac.match.dice import NONCE, DiceSpan
from bivouac.match.errors import BadSave

FORMAT = 2
FORMATS = (1, FORMAT)
ROW = 24
MOST_NOTES = 20_000
HEX = re.compile(r"[0-9a-f]{64}")
SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
ASide = Annotated[int, msgspec.Meta(ge=0, le=1)]
Answer = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
Short = Annotated[str, msgspec.Meta(max_length=128)]
State = dict[str, Any]


class Undone(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A take-back that the other side granted, or one for `practice` against a computer: how many answers were dropped at which point, for
    whom; `fresh` where dice, a secret or the end lay between, so that a new span of dice begins."""

    at: Count
    dropped: Count
    side: ASide
    fresh: bool = False
    practice: bool = False


class Conceded(msgspec.Struct, forbid_unknown_fields=True):
    """A side gave up after so many answers."""

    at: Count
    side: ASide


class Moved(msgspec.Struct, forbid_unknown_fields=True):
    """After `at` answers the match moved from one version of the rules to another under which its answers do not lead to where it stood.
    The position is `state`, whatever the answers before lead to; without one, the last `lost` answers were taken back. In a match that was
    over, `lost` are the answers that can no longer be shown. `options`: rules that were switched on and no longer go together. Before the
    first answer, and from no version to another, it is the position that the match begins in."""

    at: Count
    was: Count
    now: Count
    lost: Count = 0
    options: list[Short] = []
    state: State | None = None


class OutcomeRecord(msgspec.Struct, forbid_unknown_fields=True):
    winner: ASide | None
    rule: Short
    ending: Short


class Save(msgspec.Struct, forbid_unknown_fields=True):
    """`joined`: the numbers of answers that belong to one gesture with the answer before; it is left out where there are none."""

    bivouac: int
    title: Short
    rules: Count
    scenario: str
    options: list[Short]
    dice: Annotated[list[DiceSpan], msgspec.Meta(min_length=1, max_length=MOST_NOTES)]
    answers: list[Answer | None]
    chance: list[Answer]
    checksum: str
    outcome: OutcomeRecord | None = None
    scenario_text: str | None = None
    undone: Annotated[list[Undone], msgspec.Meta(max_length=MOST_NOTES)] = []
    conceded: Conceded | None = None
    moved: Annotated[list[Moved], msgspec.Meta(max_length=MOST_NOTES)] = []
    joined: list[Count] = []
    snapshot: State | None = None
    seal: str | None = None

    @property
    def merged(self) -> list[int]:
        """All answers, chance's among them."""
        chance = iter(self.chance)
        return [next(chance) if a is None else a for a in self.answers]


def as_json(save: Save) -> dict[str, Any]:
    """The save as plain values, with the checksum over all the others."""
    values: dict[str, Any] = msgspec.to_builtins(save)
    if not save.joined:
        del values["joined"]
    values["checksum"] = checksum(values)
    return values


def checksum(save: dict[str, Any]) -> str:
    """SHA-256 over everything else in the save, as JSON with sorted keys and no spaces (the seal, which comes later, is left out)."""
    rest = {k: v for k, v in save.items() if k not in ("checksum", "seal")}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def format_save(save: dict[str, Any]) -> str:
    """The save as text, its answers in rows, so that people and version control can read it."""
    lines = []
    for key, value in save.items():
        if key in ("answers", "chance") and isinstance(value, list):
            rows = [json.dumps(value[i : i + ROW])[1:-1] for i in range(0, len(value), ROW)]
            body = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
        else:
            body = json.dumps(value, ensure_ascii=False)
        lines.append(f"  {json.dumps(key)}: {body}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class Parsed(NamedTuple):
    """A checked Save, the text its line numbers refer to, and whether it is whole, by its own checksum."""

    save: Save
    text: str
    is_whole: bool

    def fail(self, key: str, place: str, **facts: Arg) -> BadSave:
        """What is wrong, with its line: `raise parsed.fail("save_answer", ".answers[17]", ...)`."""
        return BadSave(Text(f"errors.{key}", {"line": line_at(self.text, place), **facts}))


def parse_save(data: str | bytes | dict[str, Any]) -> Parsed:
    if isinstance(data, dict):
        text = format_save(data) if all(isinstance(k, str) for k in data) else "{}"
    else:
        text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    try:
        raw = parse_json(text, "save")
    except BadData as e:
        raise BadSave(Text("errors.save_not_json", {"line": e.line or 1, "problem": e.problem})) from None
    if not isinstance(raw, dict) or "bivouac" not in raw:
        raise BadSave(Text("errors.save_foreign"))
    if raw["bivouac"] not in FORMATS:
        raise BadSave(Text("errors.save_format", {"found": str(raw["bivouac"])[:20], "known": FORMAT}))
    try:
        save = msgspec.convert(raw, Save)
    except msgspec.ValidationError as e:
        message, _, path = str(e).partition(" - at `$")
        raise BadSave(Text("errors.save_field", {"line": line_at(text, path.rstrip("`")), "problem": in_both(message)})) from None
    parsed = Parsed(save, text, save.bivouac == 1 or save.checksum == checksum(raw))
    _check_counts(parsed)
    _check_spans(parsed)
    return parsed


def _check_counts(parsed: Parsed) -> None:
    save = parsed.save
    if sum(a is None for a in save.answers) != len(save.chance):
        problem = Both(
            "the results of chance are not as many as the gaps among the answers",
            "i risultati del caso non sono tanti quanti i vuoti fra le risposte",
        )
        raise parsed.fail("save_field", ".chance", problem=problem)
    if save.conceded is not None and save.conceded.at != len(save.answers):
        problem = Both("nobody can concede there", "lì nessuno può arrendersi")
        raise parsed.fail("save_field", ".conceded", problem=problem)


def _check_spans(parsed: Parsed) -> None:
    save = parsed.save
    if min(d.start for d in save.dice) != 0 or save.dice[-1].start > len(save.answers):
        problem = Both("the spans of the dice are out of order", "i tratti dei dadi non sono in ordine")
        raise parsed.fail("save_field", ".dice", problem=problem)
    if not all(map(_is_good, save.dice)):
        raise parsed.fail("save_seed", ".dice")


def _is_good(span: DiceSpan) -> bool:
    """The seed is the one that was promised, and the nonces are nonces."""
    if not all(n in (None, "") or NONCE.fullmatch(n or "") for n in span.nonces or ()):
        return False
    if span.seed is None:
        return bool(HEX.fullmatch(span.commit))
    return bool(SEED.fullmatch(span.seed)) and commitment(bytes.fromhex(span.seed)) == span.commit


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
