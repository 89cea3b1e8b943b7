"""How soon a gesture is offered: `python benchmarks/gestures.py [TITLE …]`.

All through a match between two veterans, at every question the things that could be picked up are picked up, some of them; what counts is
the time until all that can be done with one is known, and how many answers were tried for it. Rubbish is cleared away as the server does
it. Run it on a quiet machine: these are times.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from bivouac import Match, load, titles  # noqa: E402
from bivouac.match.gestures import Reach  # noqa: E402
from bivouac.server.run import RUBBISH  # noqa: E402

OFFERED = 50.0
"""What we want at most: milliseconds from the click."""
PICKS, QUESTIONS = 2, 400


def offered(name: str) -> tuple[list[float], int]:
    """Milliseconds, one for each thing that was picked up; and how many answers were tried at most."""
    title: Any = load(name)
    match, rng, times, most = Match.new(title, seed=name, keep_log=False), Random(name), list[float](), 0
    gc.freeze()
    for _ in range(QUESTIONS):
        if match.question is None:
            break
        named = sorted({t for choice in match.choices() for t in choice.targets})
        for pick in rng.sample(named, min(PICKS, len(named))):
            reach = Reach(title, match.state.clone())
            began = time.perf_counter()
            reach.of(pick)
            times.append(1000 * (time.perf_counter() - began))
            most = max(most, reach.tried)
        match.submit(title.advice.order(match.state)[0])
    return times, most


def main() -> None:
    table = Table("title", "median, ms", "90 %, ms", "most, ms", "answers tried at most")
    missed = False
    gc.set_threshold(*RUBBISH)
    for name in sys.argv[1:] or titles():
        times, tried = offered(name)
        late = statistics.quantiles(times, n=10)[-1]
        missed |= max(times) > OFFERED
        table.add_row(name, f"{statistics.median(times):.1f}", f"{late:.1f}", f"{max(times):.1f}", str(tried))
    Console().print(table)
    sys.exit(f"a gesture is offered later than {OFFERED:.0f} ms after the click" if missed else 0)


if __name__ == "__main__":
    main()
