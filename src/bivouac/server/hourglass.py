"""The seconds of a computer player."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass
class Hourglass:
    """How long a computer player has been thinking about a turn."""

    turn: tuple[int, int] | None = None
    spent: float = 0.0
    since: float | None = None

    def is_new(self, turn: tuple[int, int]) -> bool:
        """Another turn begins with a full glass."""
        if self.turn == turn:
            return False
        self.turn, self.spent, self.since = turn, 0.0, None
        return True

    def begin(self) -> None:
        self.since = time.monotonic()

    def rest(self) -> None:
        self.spent, self.since = self.now, None

    @property
    def now(self) -> float:
        return self.spent + (0.0 if self.since is None else time.monotonic() - self.since)
