"""Sets of small numbers (pieces, boxes, hexes) as ints with one bit for each member: one `&` judges a whole map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


@lru_cache(maxsize=1 << 16)
def bits(members: int) -> tuple[int, ...]:
    """The members of a set, in order. The sets of a match come again and again: the answer is kept."""
    found: list[int] = []
    for place, byte in enumerate(members.to_bytes(members.bit_length() + 7 >> 3, "little")):
        if byte:
            first = 8 * place
            found += [first + bit for bit in _OF_BYTE[byte]]
    return tuple(found)


def set_of(numbers: Iterable[int]) -> int:
    """The set with these members."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
