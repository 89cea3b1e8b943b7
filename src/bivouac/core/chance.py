"""Fair chance: every result follows from a secret seed, what the players added to it, and the number of the answer.

Whoever keeps the match shows the SHA-256 of its seed first; then each seat gives a nonce of its own; then dice fall. So nobody can choose
them: the seed was fixed before the nonces were known, and the nonces before the seed was. The result of the chance question number n
with weights w is found so: HMAC-SHA256 with the seed as its key over `NONCE:NONCE:n` (the Union's, the Confederacy's, n in decimal),
read as a big-endian integer, modulo the sum of the weights; the outcome in whose share the remainder falls.

Matches of the first format had no nonces: there it is the SHA-256 of the seed's bytes, a colon and n in decimal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence


def commitment(seed: bytes) -> str:
    """What a match shows of its seed before it is over."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, number: int, outcomes: Sequence[int], weights: Sequence[int] | None, nonces: Sequence[str] | None = None) -> int:
    """The outcome of the chance question `number`."""
    if nonces is None:
        digest = hashlib.sha256(seed + b":" + str(number).encode()).digest()
    else:
        digest = hmac.digest(seed, ":".join((*nonces, str(number))).encode(), "sha256")
    point = int.from_bytes(digest, "big")
    if weights is None:
        return outcomes[point % len(outcomes)]
    point %= sum(weights)
    for outcome, weight in zip(outcomes, weights, strict=True):
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError("weights do not add up")
