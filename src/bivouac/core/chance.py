"""Fair chance: every result follows from a secret seed and the number of the answer, so that anyone can check it afterwards.

A match shows the SHA-256 of its seed from the first answer on and the seed itself when it is over. The result of the chance question
number n with weights w is found so: SHA-256 of the seed's bytes, a colon and n in decimal, read as a big-endian integer, modulo the
sum of the weights; the outcome in whose share the remainder falls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def commitment(seed: bytes) -> str:
    """What a match shows of its seed before it is over."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, number: int, outcomes: Sequence[int], weights: Sequence[int] | None) -> int:
    """The outcome of the chance question `number`."""
    point = int.from_bytes(hashlib.sha256(seed + b":" + str(number).encode()).digest(), "big")
    if weights is None:
        return outcomes[point % len(outcomes)]
    point %= sum(weights)
    for outcome, weight in zip(outcomes, weights, strict=True):
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError("weights do not add up")
