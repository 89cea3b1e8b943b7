"""Several heads for one thought: processes that know all that the thinking one knows, since they are copies of it."""

from __future__ import annotations

import os
import pickle
import select
import signal
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")
PATIENCE = 0.5  # seconds that one waits for a head that has not spoken when all should have
WATCH = 0.5


def several(work: Callable[[int], T], heads: int) -> list[T]:
    """What `work` makes of 0, 1 … at the same time, the first here, each other one in a process of its own. A head that fails, or for
    which there is no room, has nothing to say; however this ends, none is left behind."""
    others: list[_Head[T]] = []
    try:
        with suppress(OSError):
            for n in range(1, heads):
                others.append(_Head(work, n))
        found = [work(0)]
        return [*found, *(said for head in others for said in head.heard())]
    finally:
        for head in others:
            head.end()


class _Head(Generic[T]):
    def __init__(self, work: Callable[[int], T], number: int) -> None:
        parent = os.getpid()
        self._ear, mouth = os.pipe()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # of other threads: they hold nothing that a head needs
                self._process = os.fork()
        except OSError:
            os.close(self._ear)
            os.close(mouth)
            raise
        if self._process == 0:
            _speak(work, number, mouth, parent)
        os.close(mouth)

    def heard(self) -> list[T]:
        """What it says, if it says anything in time."""
        told = b""
        while select.select([self._ear], [], [], PATIENCE)[0]:
            part = os.read(self._ear, 1 << 16)
            if not part:
                break
            told += part
        with suppress(EOFError, pickle.UnpicklingError):
            return [pickle.loads(told)]
        return []

    def end(self) -> None:
        os.close(self._ear)
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)


def _speak(work: Callable[[int], T], number: int, mouth: int, parent: int) -> None:
    """In the process of a head: say what one found, and be gone, whatever happens."""
    try:
        end_with(parent)
        with os.fdopen(mouth, "wb") as out:
            pickle.dump(work(number), out)
    finally:
        os._exit(0)


def end_with(parent: int) -> None:
    """From now on this process does not outlive the one that made it, however that ends."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
