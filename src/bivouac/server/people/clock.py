"""The time by which people play. A test can put it forward by writing seconds into a file."""

from __future__ import annotations

import time
from pathlib import Path

HOUR, DAY = 3600.0, 86_400.0


class Clock:
    """`file` holds the seconds by which this clock is ahead; none: it goes as every other."""

    def __init__(self, file: str = "") -> None:
        self._file = Path(file) if file else None

    def now(self) -> float:
        return time.time() + self._ahead()

    def _ahead(self) -> float:
        try:
            return float(self._file.read_text()) if self._file is not None else 0.0
        except (OSError, ValueError):
            return 0.0
