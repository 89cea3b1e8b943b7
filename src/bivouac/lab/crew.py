"""Who plays the matches of a run: this process, more of them on this machine, or a cluster.

    with processes(2) as executor:
        crew = Crew(executor, Journal(Path("run.journal")))
        for result in crew.each(play, items, Result): ...

`each` gives what the work makes of every item, in the order of the items, whoever does it and in whatever order it is done. Any executor of
`concurrent.futures` will do. What a lost worker had in hand is given to another. With a journal, what was done is written down at once, so
that the same run, begun again, goes on where it was. A result counts only where its origin (`lab.origin`) is that of today.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from hashlib import blake2b
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.lab.origin import Origin
from bivouac.titles import meet, strangers

T = TypeVar("T")
R = TypeVar("R")
LOST = (BrokenProcessPool, CancelledError)
LOSSES = 5  # whoever takes so many workers with him is at fault himself
AT_HAND = 256  # pieces of work that are given out at a time


class Crew:
    """`executor`: None plays here and now. `progress` hears how many more items are done."""

    def __init__(
        self, executor: Executor | None = None, journal: Journal | None = None, progress: Callable[[int], object] = lambda n: None
    ) -> None:
        self._executor, self._journal, self._progress = executor, journal, progress

    def each(
        self, work: Callable[[T], R], items: Sequence[T], kind: type[R], at_once: int = 1, by: Callable[[T], Origin] | None = None
    ) -> Iterator[R]:
        """`kind`: what the work gives, as a type that msgspec can read. `at_once`: at most so many items make one piece of work. `by`: the
        origin of an item's result; a journal leaves out results of another origin."""
        journal = self._journal
        keys = [journal.key(work, item, by(item) if by is not None else None) for item in items] if journal is not None else []
        done: dict[int, R] = self._journal.known(keys, kind) if self._journal is not None else {}
        self._progress(len(done))
        first = 0
        for n, result in self._fresh(work, items, [n for n in range(len(items)) if n not in done], at_once):
            done[n] = result
            if self._journal is not None:
                self._journal.write(keys[n], result)
            self._progress(1)
            while first in done:
                yield done.pop(first)
                first += 1
        yield from (done[n] for n in sorted(done))

    def _fresh(self, work: Callable[[T], R], items: Sequence[T], numbers: Sequence[int], at_once: int) -> Iterator[tuple[int, R]]:
        if self._executor is None:
            yield from ((n, work(items[n])) for n in numbers)
            return
        size = max(1, min(at_once, len(numbers) // 16))
        pieces = [tuple(numbers[i : i + size]) for i in range(0, len(numbers), size)]
        yield from _spread(self._executor, work, items, pieces)


def _spread(executor: Executor, work: Callable[[T], R], items: Sequence[T], pieces: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, R]]:
    """Every piece of work given out, and given out again where the worker was lost."""
    left, losses, titles = deque(pieces), dict.fromkeys(pieces, 0), strangers()
    given: dict[Future[list[R]], tuple[int, ...]] = {}
    while left or given:
        while left and len(given) < AT_HAND:
            piece = left.popleft()
            given[executor.submit(do_some, work, [items[n] for n in piece], titles)] = piece
        for future in wait(given, return_when=FIRST_COMPLETED).done:
            piece = given.pop(future)
            try:
                found = future.result()
            except LOST:
                losses[piece] += 1
                if losses[piece] >= LOSSES:
                    raise
                left.append(piece)
            else:
                yield from zip(piece, found, strict=True)


def do_some(work: Callable[[T], R], items: Sequence[T], titles: Sequence[str]) -> list[R]:
    """A piece of work, by somebody who may not have met all titles yet."""
    meet(titles)
    return [work(item) for item in items]


# --- executors ------------------------------------------------------------------------------------------------


class Processes(Executor):
    """Processes of this machine. When one is killed all of them are replaced, and the next work goes to the new ones."""

    def __init__(self, jobs: int, context: BaseContext | None = None) -> None:
        self._jobs, self._context = jobs, context
        self._pool = ProcessPoolExecutor(jobs, context)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._pool = ProcessPoolExecutor(self._jobs, self._context)
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes, but not more than there are processors; none beside this one for a single job."""
    jobs = min(jobs, os.cpu_count() or 1)
    if jobs <= 1:
        yield None
        return
    executor = Processes(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler. They need Bivouac, and whatever titles and agents are played."""
    try:
        from distributed import Client
    except ModuleNotFoundError as e:
        raise BadSetup(Text("errors.no_cluster_extra", {"package": str(e.name)})) from None
    try:
        client: Any = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as e:
        raise BadSetup(Text("errors.no_cluster", {"name": address, "problem": str(e)})) from None
    executor = client.get_executor(pure=False)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False)
        client.close()


# --- the journal ----------------------------------------------------------------------------------------------


ORIGIN = "origin "


def warn(text: Text) -> None:
    warnings.warn(catalogue("en").say(text), stacklevel=2)


class Journal:
    """A file with a line for everything that was done: its key and what came of it. Lines that this run does not ask for are left alone.

    A key is the fingerprint of the item and that of its origin; each origin has a line of its own. A result of another origin does not
    count, and `tell` hears about it, with the parts of the origin that have changed.
    """

    def __init__(self, path: Path, tell: Callable[[Text], object] = warn) -> None:
        self._path, self._tell = path, tell
        self._lines: dict[str, msgspec.Raw] = {}
        self._origins: dict[str, Origin] = {}
        self._written: dict[str, str] = {}  # the origin of the last result of an item
        found = path.read_bytes() if path.exists() else b""
        whole = found.rfind(b"\n") + 1
        if whole < len(found):  # the last line was torn
            os.truncate(path, whole)
        for line in found[:whole].splitlines():
            key, value = self._decoded(line, tuple[str, msgspec.Raw])
            if key.startswith(ORIGIN):
                self._origins[key.removeprefix(ORIGIN)] = self._decoded(value, Origin)
                continue
            self._lines[key] = value
            item, _, made = key.partition(".")
            self._written[item] = made

    def _decoded(self, line: bytes | msgspec.Raw, kind: type[R]) -> R:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError:
            raise BadSetup(Text("errors.no_journal", {"name": str(self._path)})) from None

    def key(self, work: Callable[..., Any], item: object, made: Origin | None = None) -> str:
        """The same for the same item of the same work and origin."""
        key = blake2b(f" {work.__module__}.{work.__qualname__} {item!r}".encode(), digest_size=12).hexdigest()
        if made is None:
            return key
        if made.id not in self._origins:
            self._origins[made.id] = made
            self.write(ORIGIN + made.id, made)
        return f"{key}.{made.id}"

    def known(self, keys: Sequence[str], kind: type[R]) -> dict[int, R]:
        self._tell_of_others(keys)
        return {n: self._decoded(self._lines[key], kind) for n, key in enumerate(keys) if key in self._lines}

    def _tell_of_others(self, keys: Sequence[str]) -> None:
        """Say how many results in the file are of another origin than today's and not used, and what has changed."""
        others, changed = 0, dict[str, None]()
        for key in keys:
            item, _, made = key.partition(".")
            before = self._origins.get(self._written.get(item, ""))
            if made and key not in self._lines and before is not None:
                others += 1
                changed |= dict.fromkeys(self._origins[made].changed(before))
        former = sum("." not in key for key in self._lines) if any("." in key for key in keys) else 0
        if others or former:
            what = [name if ":" in name else Text(f"origin.{name}") for name in changed] + [Text("origin.format")] * bool(former)
            self._tell(Text("origin.afresh", {"name": str(self._path), "n": others + former, "what": tuple(what)}))

    def write(self, key: str, value: object) -> None:
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode((key, value)) + b"\n")
