"""How long an agent may think."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Clock:
    """Seconds for a whole turn. None: no limit of time; agents then work by counts, and the same seed gives the same decisions.

    now:   the clock to look at. A ladder takes the processor's, so that other work on the machine makes nobody weaker.
    heads: how many processes may think about it.
    """

    seconds: float | None = None
    now: Callable[[], float] = time.perf_counter
    heads: int = 1
