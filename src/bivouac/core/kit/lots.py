"""Drawing lots in worlds that might be: many a decision, so that it must not cost more than what is decided."""

from __future__ import annotations

from random import Random


def shuffle(pool: list[int], rng: Random) -> None:
    """As `rng.shuffle(pool)` does it, number for number, in half the time."""
    draw = rng.getrandbits
    for last in range(len(pool) - 1, 0, -1):
        width = (last + 1).bit_length()
        n: int = draw(width)
        while n > last:
            n = draw(width)
        pool[last], pool[n] = pool[n], pool[last]
