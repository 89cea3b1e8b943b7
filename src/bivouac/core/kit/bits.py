"""Sets of small numbers (pieces, boxes, hexes) as ints with one bit for each member: one `&` judges a whole map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def bits(members: int) -> tuple[int, ...]:
    """The members of a set, in order. The sets of a match come again and again: the answer is kept."""
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return tuple(found)


def set_of(numbers: Iterable[int]) -> int:
    """The set with these members."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
