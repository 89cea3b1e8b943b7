"""Matches as data: simulate with an output, export."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from bivouac.cli.common import app, err, fail, out, told_plainly, w, writable
from bivouac.lab.crew import Crew
from bivouac.lab.parquet import TABLES, About, check, file_of, write
from bivouac.lab.record import Order, Record, record_match, record_one
from bivouac.lab.simulate import AT_ONCE, Plan, Result, origin_of
from bivouac.match import Match, MatchError


def simulated(plan: Plan, matches: int, crew: Crew, file: Path) -> Result:
    """Play the matches of a plan and keep all of them; the same matches as without a file, and what came of them."""
    about = About(plan.title, plan.scenario or "", ",".join(plan.options), plan.seed, *plan.agents)
    orders = [Order(plan, number, with_moves=True) for number in range(matches)]
    started, result = time.perf_counter(), Result()

    def played() -> Iterator[tuple[About, Record]]:
        for record in crew.each(record_one, orders, Record, AT_ONCE, lambda order: origin_of(order.plan)):
            result.add(record.winner, record.ending, record.answers)
            yield about, record

    with told_plainly():
        write(file, played())
    result.seconds = time.perf_counter() - started
    return result


@app.command("export", help=w("help.export"))
def export_saves(
    saves: Annotated[list[Path], typer.Argument(help=w("help.export_saves"), metavar="SAVES...")],
    file: Annotated[Path, typer.Option("-o", "--output", help=w("help.data_output"))],
) -> None:
    with told_plainly():
        check(file)
    writable(file)
    with told_plainly():
        written = write(file, _exported(saves))
    if not written:
        fail(w("nothing_exported"))
    tell_files(file, written)


def tell_files(file: Path, matches: int) -> None:
    out.print(w("exported", n=matches, name=", ".join(str(file_of(file, t)) for t in TABLES)), markup=False, soft_wrap=True)


def _exported(saves: list[Path]) -> Iterator[tuple[About, Record]]:
    """Every save that can be read and replayed from its start; of the others it is said why not."""
    number = 0
    for save in sorted(each for path in saves for each in (path.rglob("*.json") if path.is_dir() else [path])):
        try:
            match = Match.load(save.read_bytes())
        except MatchError as e:
            err.print(w("not_exported", name=str(save), problem=e.text), markup=False, soft_wrap=True)
            continue
        if match.floor:
            err.print(w("not_from_the_start", name=str(save)), markup=False, soft_wrap=True)
            continue
        about = About(match.title.id, match.scenario.id, ",".join(sorted(match.options)), save.stem, "", "")
        yield about, record_match(match, number)
        number += 1
