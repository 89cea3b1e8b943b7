"""Strict data files: TOML into typed structures, and messages that point at the line that is wrong.

Structures are msgspec Structs with `forbid_unknown_fields=True`: it checks types, ranges and unknown keys in one pass and
tells the path of what it did not like, which `read` turns into a line number.

A text may come from anywhere. Before a parser sees it, `guard_toml` and `guard_json` look at its size, its depth, the parts of its dotted
keys and the digits of its numbers: what parsers are slow or deep with is refused first, in a time that grows with the length alone.
"""

from __future__ import annotations

import json
import re
import tomllib
import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from bivouac.core.text import Both, Text

T = TypeVar("T")
Path = tuple[str | int, ...]

TOML_SIZE: Final = 400_000  # characters; our longest file has 170,000
JSON_SIZE: Final = 2_000_000
DEPTH: Final = 24  # tables and lists within one another
KEY_PARTS: Final = 12  # a.b.c has three
DIGITS: Final = 600  # of one number: a state may hold a whole map as one
MOST_MISTAKES: Final = 50  # that are told of one file


class Mistake(NamedTuple):
    """One thing that is wrong with a file, or only strange: its line, what it is and what would be right, where it stands among the values,
    and the things on the table that it is about, by their ids."""

    line: int | None
    problem: Both
    path: Path = ()
    at: tuple[str, ...] = ()

    @property
    def told(self) -> Both:
        """With its line."""
        if self.line is None:
            return self.problem
        return Both(f"line {self.line}: {self.problem.en}", f"riga {self.line}: {self.problem.it}")


class BadData(ValueError):
    """A data file that cannot be used: which file, and its mistakes, of which `line` and `problem` are the first. `text` is for readers,
    `str()` says it in English."""

    def __init__(self, file: str, line: int | None, problem: Both, mistakes: Iterable[Mistake] = ()) -> None:
        self.mistakes = tuple(mistakes) or (Mistake(line, problem),)
        where = f"{file}, line {line}" if line else file
        super().__init__(f"{where}: {'; '.join([problem.en, *(m.told.en for m in self.mistakes[1:])])}")
        self.file = file
        self.line = line
        self.problem = problem

    @classmethod
    def of(cls, file: str, mistakes: Iterable[Mistake]) -> BadData:
        """All mistakes of a file at once, in the order of their lines."""
        ordered = sorted(mistakes, key=lambda m: m.line or 0)
        return cls(file, ordered[0].line, ordered[0].problem, ordered)

    @property
    def text(self) -> Text:
        if len(self.mistakes) > 1:
            lines = [m.told for m in self.mistakes]
            told = Both("\n".join(f"– {b.en}" for b in lines), "\n".join(f"– {b.it}" for b in lines))
            return Text("errors.bad_data_all", {"file": self.file, "n": len(lines), "problems": told})
        if self.line is None:
            return Text("errors.bad_data", {"file": self.file, "problem": self.problem})
        return Text("errors.bad_data_line", {"file": self.file, "line": self.line, "problem": self.problem})


def read(cls: type[T], text: str, file: str) -> T:
    """Parse TOML text into `cls`. `file` is only for messages."""
    raw = read_toml(text, file)
    try:
        return msgspec.convert(raw, cls)
    except msgspec.ValidationError as e:
        wrong = list(islice(mistakes_in(raw, cls), MOST_MISTAKES)) or [(parse_path(str(e).partition("$")[2]), in_both(str(e)))]
    lines = Lines(text)
    raise BadData.of(file, (Mistake(lines.at(path), problem, path) for path, problem in wrong))


def read_toml(text: str, file: str) -> dict[str, Any]:
    """The values of a TOML text, whatever they are."""
    guard_toml(text, file)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        found = re.search(r"\(at line (\d+)", str(e))
        raise BadData(file, int(found[1]) if found else None, Both(f"this is not TOML ({e})", f"questo non è TOML ({e})")) from None


# --- all that a type does not allow --------------------------------------------------------------------------------------------------


def mistakes_in(raw: object, kind: Any, path: Path = ()) -> Iterator[tuple[Path, Both]]:
    """Everything in a value that its type does not allow, each with its place."""
    bare = _bare(kind)
    if isinstance(raw, dict) and isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        yield from _keys_wrong(raw, bare, path)
        for key, (hint, _) in _keys(bare).items():
            if key in raw:
                yield from mistakes_in(raw[key], hint, (*path, key))
    elif isinstance(raw, list) and typing.get_origin(bare) is list:
        for i, one in enumerate(raw):
            yield from mistakes_in(one, typing.get_args(bare)[0], (*path, i))
    else:
        yield from _value_wrong(raw, kind, path)


@cache
def _keys(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, bool]]:
    """The keys of a struct: their types, and whether they are needed."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {f.encode_name: (hints[f.name], f.required) for f in msgspec.structs.fields(kind)}


def _keys_wrong(raw: dict[str, Any], kind: type[msgspec.Struct], path: Path) -> Iterator[tuple[Path, Both]]:
    fields = _keys(kind)
    known = ", ".join(fields)
    for key in raw:
        if key not in fields and kind.__struct_config__.forbid_unknown_fields:
            en, it = (
                f"there is no key `{key[:60]}` here; the keys are {known}",
                f"qui non c'è una chiave `{key[:60]}`; le chiavi sono {known}",
            )
            yield (*path, key), Both(en, it)
    for key, (_, needed) in fields.items():
        if needed and key not in raw:
            yield path, Both(f"the key `{key}` is missing", f"manca la chiave `{key}`")


def _value_wrong(raw: object, kind: Any, path: Path) -> Iterator[tuple[Path, Both]]:
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as e:
        message, _, place = str(e).partition(" - at `$")
        problem, words = in_both(message), ", ".join(_words_of(kind))
        if message.startswith("Invalid enum") and words:
            problem = Both(f"{problem.en}: {words}", f"{problem.it}: {words}")
        yield (*path, *parse_path(place.rstrip("`"))), problem


def _bare(kind: Any) -> Any:
    """A type without what is said about it, and without None."""
    if typing.get_origin(kind) is typing.Annotated:
        return _bare(typing.get_args(kind)[0])
    left = [a for a in typing.get_args(kind) if a is not type(None)]
    is_union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return _bare(left[0]) if is_union and len(left) == 1 else kind


def _words_of(kind: Any) -> Iterator[str]:
    """The words that a type allows, where it names them."""
    bare = _bare(kind)
    if typing.get_origin(bare) is typing.Literal:
        yield from map(str, typing.get_args(bare))
    elif typing.get_origin(bare) in (typing.Union, types.UnionType):
        for part in typing.get_args(bare):
            yield from _words_of(part)


# --- limits, before a parser sees the text -------------------------------------------------------------------------------------------

_TOML_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.?|"(?!""))*+(?:"{3,5}|\Z)|"(?:[^"\\\n]|\\.?)*+(?:"|$)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|'[^'\n]*+(?:'|$)|#[^\n]*+",
    re.DOTALL | re.MULTILINE,
)
_JSON_QUOTED = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)', re.DOTALL)
_MANY_PARTS = re.compile(rf'(?:\.[ \t]*+(?:[\w-]++|")[ \t]*+){{{KEY_PARTS}}}')
_MANY_DIGITS = re.compile(rf"(?<![\w-])-?\d\w{{{DIGITS}}}")


def guard_toml(text: str, file: str) -> None:
    """Refuse what would cost a TOML parser too much. A quoted text counts as one mark, a comment as nothing."""
    _guard_size(text, TOML_SIZE, file)
    bare = _TOML_QUOTED.sub(_as_mark, text)
    parts = _MANY_PARTS.search(bare)
    if parts:
        problem = Both(f"a key may have at most {KEY_PARTS} parts", f"una chiave può avere al massimo {KEY_PARTS} parti")
        raise BadData(file, _line(bare, parts.start()), problem)
    _guard_numbers_and_depth(bare, file)


def guard_json(text: str, file: str) -> None:
    """The same for JSON."""
    _guard_size(text, JSON_SIZE, file)
    _guard_numbers_and_depth(_JSON_QUOTED.sub(_as_mark, text), file)


def parse_json(text: str, file: str) -> Any:
    """A JSON value from anywhere."""
    guard_json(text, file)
    try:
        raw = json.loads(text)
        json.dumps(raw, ensure_ascii=False).encode()
    except json.JSONDecodeError as e:
        raise BadData(file, e.lineno, Both(f"this is not JSON ({e.msg})", f"questo non è JSON ({e.msg})")) from None
    except UnicodeEncodeError:
        problem = Both("half a character stands in a text", "in un testo c'è un mezzo carattere")
        raise BadData(file, None, problem) from None
    return raw


def _guard_size(text: str, most: int, file: str) -> None:
    if len(text) > most:
        problem = Both(f"this is longer than {most} characters", f"questo è più lungo di {most} caratteri")
        raise BadData(file, None, problem)


def _guard_numbers_and_depth(bare: str, file: str) -> None:
    digits = _MANY_DIGITS.search(bare)
    if digits:
        problem = Both(f"a number may have at most {DIGITS} digits", f"un numero può avere al massimo {DIGITS} cifre")
        raise BadData(file, _line(bare, digits.start()), problem)
    if _is_deep(bare):
        problem = Both(f"at most {DEPTH} brackets may stand within one another", f"al massimo {DEPTH} parentesi una dentro l'altra")
        raise BadData(file, None, problem)


def _is_deep(bare: str) -> bool:
    """Take away the innermost pairs as often as is allowed: what is left lies deeper (a few may be left where a bracket is missing)."""
    brackets = re.sub(r"[^][{}]+", "", bare)
    for _ in range(DEPTH):
        brackets = brackets.replace("[]", "").replace("{}", "")
    return len(brackets) > DEPTH


def _as_mark(quoted: re.Match[str]) -> str:
    """One mark for a quoted text, nothing for a comment; its lines still count."""
    return ("" if quoted[0][0] == "#" else '"') + "\n" * quoted[0].count("\n")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def read_resource(cls: type[T], package: str, *names: str) -> T:
    """A data file of a package: `read_resource(MapFile, __package__, "data", "map.toml")`."""
    return read(cls, resources.files(package).joinpath(*names).read_text("utf-8"), "/".join(names))


def fail(text: str, file: str, path: Path, problem: Both) -> BadData:
    """The error for something that is well-formed but wrong: `raise fail(text, file, ("unit", 3, "hex"), Both("...", "..."))`."""
    return BadData(file, line_of(text, path), problem)


def parse_path(path: str) -> Path:
    """msgspec's `.unit[3].hex` as ("unit", 3, "hex")."""
    return tuple(int(i) if i else name for name, i in re.findall(r"\.([\w-]+)|\[(\d+)\]", path))


def line_of(text: str, path: Path) -> int | None:
    """The line where the value at `path` stands, or the nearest table or key above it."""
    return Lines(text).at(path)


class Lines:
    """The lines of a text by the paths of its values: looked through once, asked often."""

    def __init__(self, text: str) -> None:
        self._paths = _paths(text)

    def at(self, path: Path) -> int | None:
        """The line where the value at `path` stands, or the nearest table or key above it."""
        best: tuple[int, int] | None = None
        for line, here in self._paths:
            shared = len(here) if here == path[: len(here)] else 0
            if shared and (best is None or shared > best[0]):
                best = (shared, line)
        return best[1] if best else None


def _paths(text: str) -> list[tuple[int, Path]]:
    """Line number and path of every table header, key, and element of a multi-line array."""
    found: list[tuple[int, Path]] = []
    counts: dict[Path, int] = {}
    table: Path = ()
    array: Path | None = None
    element = 0
    quoted = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if quoted:
            quoted = '"""' not in line and "'''" not in line
        elif array is not None:
            if line.startswith(("{", '"', "'", "[")) or line[:1].isalnum():
                found.append((number, (*array, element)))
                element += 1
            if line.startswith("]"):
                array = None
        elif header := re.match(r"\[\[\s*([\w.\-\"]+)\s*\]\]", line):
            base: Path = _full(_split(header[1]), counts, last=False)
            counts[base] = counts.get(base, -1) + 1
            table = (*base, counts[base])
            found.append((number, table))
        elif header := re.match(r"\[\s*([\w.\-\"]+)\s*\]", line):
            table = _full(_split(header[1]), counts, last=True)
            found.append((number, table))
        elif key := re.match(r"([\w.\-\"]+)\s*=\s*(.*)", line):
            here: Path = (*table, *_split(key[1]))
            found.append((number, here))
            value = key[2]
            if value.startswith(('"""', "'''")):
                quoted = value.count('"""') + value.count("'''") == 1
            elif value.startswith("[") and value.count("[") > value.count("]"):
                array, element = here, 0
    return found


def _split(dotted: str) -> Path:
    return tuple(part.strip().strip('"') for part in dotted.split("."))


def _full(parts: Path, counts: dict[Path, int], *, last: bool) -> Path:
    """Put the indexes of arrays of tables into a dotted header."""
    full: Path = ()
    for i, part in enumerate(parts):
        full = (*full, part)
        if full in counts and (last or i < len(parts) - 1):
            full = (*full, counts[full])
    return full


# --- the strict reader's messages in both languages -----------------------------------------------------------------------------------

_KINDS = {
    "int": Both("a whole number", "un numero intero"),
    "float": Both("a number", "un numero"),
    "str": Both("a text in quotes", "un testo tra virgolette"),
    "bool": Both("true or false", "true o false"),
    "array": Both("a list", "una lista"),
    "object": Both("a table", "una tabella"),
    "null": Both("nothing", "niente"),
}
_SHAPES = (
    (r"Object contains unknown field `(.+)`", "there is no key `{0}` here", "qui non c'è una chiave `{0}`"),
    (r"Object missing required field `(.+)`", "the key `{0}` is missing", "manca la chiave `{0}`"),
    (r"Invalid enum value (.+)", "{0} is not one of the words that can stand here", "{0} non è una delle parole ammesse qui"),
    (r"Expected `(.+)`, got `(.+)`", "here should be {0}, not {1}", "qui ci vuole {0}, non {1}"),
    (
        r"Expected `(.+)` of length (.+), got (.+)",
        "here should be {0} of length {1}, not {2}",
        "qui ci vuole {0} di lunghezza {1}, non {2}",
    ),
    (r"Expected `(.+)` of length (.+)", "here should be {0} of length {1}", "qui ci vuole {0} di lunghezza {1}"),
    (r"Expected `(.+)` ([<>]=? .+)", "here should be {0} {1}", "qui ci vuole {0} {1}"),
)


def in_both(message: str) -> Both:
    """What msgspec says, in our words; what it says in other words is quoted as it is."""
    for pattern, en, it in _SHAPES:
        found = re.fullmatch(pattern, message)
        if found:
            words = [_kind(part) if "Expected" in pattern else Both(part, part) for part in found.groups()]
            return Both(en.format(*(w.en for w in words)), it.format(*(w.it for w in words)))
    return Both(f"this cannot stand here ({message})", f"questo non può stare qui ({message})")


def _kind(words: str) -> Both:
    kinds = [_KINDS.get(word, Both(word, word)) for word in words.split(" | ")]
    return Both(" or ".join(k.en for k in kinds), " o ".join(k.it for k in kinds))
