"""How long an agent may think."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Clock:
    """Seconds for a whole turn. None: no limit of time; agents then work by counts, and the same seed gives the same decisions."""

    seconds: float | None = None
