"""How soon a gesture is offered: `python benchmarks/gestures.py [TITLE …]`.

All through a match between two veterans, at every question the things that could be picked up are picked up, some of them; what counts is
the time until all that can be done with one is known. Run it on a quiet machine: these are times.
"""

from __future__ import annotations

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

OFFERED = 50.0
"""What we want at most: milliseconds from the click."""
PICKS, QUESTIONS = 2, 400


def offered(name: str) -> list[float]:
    """Milliseconds, one for each thing that was picked up."""
    title: Any = load(name)
    match, rng, times = Match.new(title, seed=name, keep_log=False), Random(name), list[float]()
    for _ in range(QUESTIONS):
        if match.question is None:
            break
        named = sorted({t for choice in match.choices() for t in choice.targets})
        for pick in rng.sample(named, min(PICKS, len(named))):
            reach = Reach(title, match.state.clone())
            began = time.perf_counter()
            reach.of(pick)
            times.append(1000 * (time.perf_counter() - began))
        match.submit(title.advice.order(match.state)[0])
    return times


def main() -> None:
    table = Table("title", "median, ms", "90 %, ms", "most, ms")
    missed = False
    for name in sys.argv[1:] or titles():
        times = offered(name)
        late = statistics.quantiles(times, n=10)[-1]
        missed |= late > OFFERED
        table.add_row(name, f"{statistics.median(times):.1f}", f"{late:.1f}", f"{max(times):.1f}")
    Console().print(table)
    sys.exit(f"a gesture is offered later than {OFFERED:.0f} ms after the click" if missed else 0)


if __name__ == "__main__":
    main()
