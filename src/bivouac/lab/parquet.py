"""Matches as Parquet: five tables in five files, joined by the number of the match and of the choice.

x.parquet           matches: title, scenario, options, who played which side by which plan, who won and how
x.answers.parquet   every answer: which choice it was
x.choices.parquet   every choice that was ever made: by whom, the box that asked, the answer, and its name
x.turns.parquet     every turn, with the Union's chance to win when it began
x.battles.parquet   every fight, with what it cost
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.lab.record import Move, Record

SIDES = ("union", "csa", "chance")
GROUP = 1000  # matches that are written together
LEVEL = 22  # of compression: a match takes a fifth less room than at 12, and two thousandths of a second
BLOCK = 1 << 8  # choices of one kind have numbers of the same blocks
SUFFIX = ".parquet"
TABLES = ("matches", "answers", "choices", "turns", "battles")
STEPS, BYTES = "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"  # for numbers that rise by one, and for those whose upper bytes hardly change
NUMBERS = {"match": BYTES, "number": STEPS, "choice": BYTES, "at": BYTES, "turn": BYTES}


class About(NamedTuple):
    """What all matches of a run, or one saved match, have in common."""

    title: str
    scenario: str
    options: str
    seed: str
    union: str
    csa: str


def arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as e:
        raise BadSetup(Text("errors.no_data_extra", {"package": str(e.name)})) from None
    return pyarrow


def schemas(pa: Any) -> dict[str, Any]:
    word, small, number = pa.dictionary(pa.int32(), pa.string()), pa.int16(), pa.int32()
    words = ("title", "scenario", "options", "seed", "union", "csa", "union_plan", "csa_plan", "winner", "rule", "ending")
    losses = (("lost_union", small), ("lost_csa", small))
    counts = ("answers", "turns", "battles", "lost_union", "lost_csa")
    return {
        "matches": pa.schema([("match", number), *((name, word) for name in words), *((name, number) for name in counts)]),
        "answers": pa.schema([("match", number), ("number", number), ("choice", number)]),
        "choices": pa.schema([("choice", number), ("title", word), ("side", word), ("box", word), ("answer", number), ("name", word)]),
        "turns": pa.schema([("match", number), ("turn", small), ("at", number), ("side", word), ("chance", pa.float32())]),
        "battles": pa.schema(
            [("match", number), ("at", number), ("turn", small), ("kind", word), ("place", word), ("attacker", word), *losses]
        ),
    }


def check(path: Path) -> None:
    """What can be known to go wrong before anybody plays: data in another format is asked for, or what writes them is not installed."""
    if path.suffix != SUFFIX:
        raise BadSetup(Text("errors.not_parquet", {"name": str(path), "suffix": SUFFIX}))
    arrow()


def file_of(path: Path, table: str) -> Path:
    return path if table == "matches" else path.with_suffix(f".{table}{SUFFIX}")


Rows = Iterable[tuple[Any, ...]]
Some = Sequence[tuple[About, Record]]


def write(path: Path, records: Iterable[tuple[About, Record]]) -> int:
    """All tables; gives how many matches there were."""
    pa = arrow()
    made, written, rest, choices = schemas(pa), 0, iter(records), Choices()
    with ExitStack() as files:
        writers = {name: files.enter_context(_writer(pa, file_of(path, name), schema)) for name, schema in made.items()}

        def put(name: str, rows: Rows) -> None:
            columns = list(zip(*rows)) or [()] * len(made[name])
            arrays = [pa.array(column, field.type) for column, field in zip(columns, made[name])]
            writers[name].write_table(pa.table(arrays, schema=made[name]))

        while some := list(islice(rest, GROUP)):
            put("matches", matches(some))
            put("answers", choices.answers(some))
            put("turns", turns(some))
            put("battles", battles(some))
            written += len(some)
        put("choices", choices.rows())
    return written


def _writer(pa: Any, file: Path, schema: Any) -> Any:
    """Words and chances by a dictionary, numbers by their steps or byte by byte, everything else plain: so it is smallest."""
    words = [field.name for field in schema if pa.types.is_dictionary(field.type) or pa.types.is_floating(field.type)]
    numbers = {name: how for name, how in NUMBERS.items() if name in schema.names}
    return pa.parquet.ParquetWriter(
        file, schema, compression="zstd", compression_level=LEVEL, use_dictionary=words or False, column_encoding=numbers or None
    )


def matches(some: Some) -> Rows:
    for about, r in some:
        lost = [sum(who == side for who, _ in r.fallen) for side in (0, 1)]
        counts = (r.answers, len(r.turns), len(r.battles), *lost)
        yield r.number, *about, *r.plans, r.winner, r.rule, r.ending, *counts


Choice = tuple[str, str, str, int, str]


def choice_of(about: About, move: Move) -> Choice:
    return about.title, SIDES[move.side], move.box, move.answer, move.name


class Choices:
    """Every choice has a number: most answers are a few choices made again and again. Whose choices they are and which box asks can be
    told from all but a number's lowest byte; there those that were made most often when they first came up have the least: so they take
    the least room."""

    def __init__(self) -> None:
        self._known: dict[Choice, int] = {}
        self._next: dict[tuple[str, str, str], int] = {}
        self._blocks = 0

    def answers(self, some: Some) -> Rows:
        new: Counter[Choice] = Counter()
        for about, r in some:
            new.update(choice_of(about, m) for m in r.moves)
        for choice, _ in new.most_common():
            if choice not in self._known:
                self._add(choice)
        for about, r in some:
            for number, m in enumerate(r.moves):
                yield r.number, number, self._known[choice_of(about, m)]

    def _add(self, choice: Choice) -> None:
        kind = choice[:3]
        number = self._next.get(kind, 0)
        if number % BLOCK == 0:  # none yet, or full
            number = self._blocks * BLOCK
            self._blocks += 1
        self._known[choice] = number
        self._next[kind] = number + 1

    def rows(self) -> Rows:
        return ((number, *choice) for choice, number in self._known.items())


def turns(some: Some) -> Rows:
    for _, r in some:
        for t in r.turns:
            yield r.number, t.turn, t.at, SIDES[t.side], None if t.chance is None else round(t.chance, 2)


def battles(some: Some) -> Rows:
    for _, r in some:
        for b in r.battles:
            yield r.number, b.at, b.turn, b.kind, b.place, SIDES[b.attacker], *b.lost
