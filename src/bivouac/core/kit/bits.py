"""Sets of small numbers (pieces, boxes, hexes) as ints with one bit for each member: one `&` judges a whole map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

EVERYTHING: Final = -1
"""The set of all things, for a rule that closes everything."""

_OF_BYTE: Final = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_GROWING: Final = Lock()
_WIDE: Final = 64  # bytes; a board has up to 35. The rows for the widest sets, of few members each, would take 30 ms and megabytes to make
_OF_PLACES: Final[list[tuple[tuple[int, ...], ...]]] = []  # for each byte of a set, by its value, the members it stands for


def _places(size: int) -> list[tuple[tuple[int, ...], ...]]:
    """The table for sets of so many bytes, made as far as it was ever wanted."""
    if len(_OF_PLACES) < size:
        with _GROWING:  # two threads that add the same row would shift all rows after it
            while len(_OF_PLACES) < size:
                first = 8 * len(_OF_PLACES)
                _OF_PLACES.append(tuple([tuple([first + bit for bit in members]) for members in _OF_BYTE]))
    return _OF_PLACES


KNOWN: Final[dict[int, tuple[int, ...]]] = {}
MOST_KNOWN: Final = 1 << 16
FEW: Final = 32


def bits(members: int) -> tuple[int, ...]:
    """The members of a set, in order. Sets of a few come again and again, and are kept; those of half a map hardly ever do."""
    known = KNOWN.get(members)
    if known is not None:
        return known
    found: list[int] = []
    size = members.bit_length() + 7 >> 3
    if size > _WIDE:
        return tuple(_one_by_one(members))
    for place, byte in zip(_places(size), members.to_bytes(size, "little")):
        if byte:
            found += place[byte]
    made = tuple(found)
    if len(made) <= FEW:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[members] = made
    return made


def _one_by_one(members: int) -> Iterator[int]:
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def set_of(numbers: Iterable[int]) -> int:
    """The set with these members."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def stepped(members: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Where the members of a set lead by steps: each of them adds its number to those of its members that are in its set."""
    found = 0
    for step, starts in steps:
        leaving = members & starts
        if leaving:
            found |= leaving << step if step > 0 else leaving >> -step
    return found
