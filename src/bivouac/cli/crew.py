"""Who plays for a command of the laboratory, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bivouac.cli.common import err, explain, told_plainly, w, writable
from bivouac.core.text import Text
from bivouac.lab.crew import Crew, Journal, cluster, processes

Jobs = Annotated[int, typer.Option(min=1, help=w("help.jobs"))]
ClusterAddress = Annotated[str | None, typer.Option("--cluster", help=w("help.cluster"), metavar="ADDRESS")]
JournalFile = Annotated[Path | None, typer.Option("--journal", help=w("help.journal"))]


def say(text: Text) -> None:
    err.print(explain(text), markup=False, soft_wrap=True)


@contextmanager
def crew_of(
    what: str, total: int, jobs: int, address: str | None, journal: Path | None, *, file: Path | None = None, quiet: bool = False
) -> Iterator[Crew]:
    """Progress with the time left is shown in a terminal. `file`: what will be written in the end."""
    if file is not None:
        writable(file)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        told_plainly(),
        cluster(address) if address is not None else processes(jobs) as executor,
        Progress(*columns, console=err, disable=quiet or not err.is_terminal, transient=True) as bar,
    ):
        task = bar.add_task(what, total=total)
        yield Crew(executor, Journal(journal, say) if journal is not None else None, lambda n: bar.advance(task, n))
