"""Work in a row: the same work costs about half when it has just been done, for all that it needs is at hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

BREATH = 0.04  # seconds
LOOK = 2.0  # seconds between two looks at what others may have done
BEGAN = time.monotonic()


class Breath:
    """Small work that comes often. What comes alone is done at once; what comes within a breath of the last waits until that is over, and
    is done in a row with whatever else has come by then."""

    def __init__(self, seconds: float = BREATH) -> None:
        self.seconds = seconds
        self._last = 0.0
        self._due: list[Callable[[], object]] = []

    def do(self, work: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._due and now - self._last >= self.seconds:
            self._last = now
            work()
            return
        if not self._due:
            loop.call_at(self._last + self.seconds, self._all)
        self._due.append(work)

    def _all(self) -> None:
        due, self._due = self._due, []
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        for work in due:
            loop.call_soon(work)  # a fault of one is not another's


def until_next_look() -> float:
    """Seconds to the next moment at which everybody looks."""
    return LOOK - (time.monotonic() - BEGAN) % LOOK


async def next_look() -> None:
    await asyncio.sleep(until_next_look())
