"""What a side sees, as numbers: planes that a title declares and `bivouac.encode.Observer` writes into an array.

A plane is a row of numbers with a name, all between `low` and `high`; a plane of members is a set, one 0 or 1 for each thing. Together they
show what one side may know and everything that the rules may ask of a position at rest, the procedure at hand included; never a hidden
thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Slot = str
"""The name of a slot of the state, which is all that is read: all of them are read together, so that such a plane costs next to nothing."""


class Plane(NamedTuple):
    """`read(state, side)`: numbers, of which the first `size` are written (-1 for those that lack), or a set as an int where it is a plane
    of members. `labels` names the numbers one by one where they are not alike. `alike` reads for both sides, where they see alike."""

    name: str
    size: int
    low: int
    high: int
    read: Callable[[Any, int], Any] | None = None
    is_set: bool = False
    labels: tuple[str, ...] = ()
    alike: Slot | Callable[[Any], Any] | None = None


def numbers(name: str, size: int, low: int, high: int, read: Slot | Callable[[Any], Sequence[int]]) -> Plane:
    """Numbers that both sides see alike."""
    return Plane(name, size, low, high, alike=read)


def named(name: str, labels: str, low: int, high: int, read: Slot | Callable[[Any], Sequence[int]]) -> Plane:
    """A few numbers, each with a name of its own."""
    words = tuple(labels.split())
    return Plane(name, len(words), low, high, labels=words, alike=read)


def members(name: str, size: int, read: Slot | Callable[[Any], int]) -> Plane:
    """A set that both sides see alike."""
    return Plane(name, size, 0, 1, is_set=True, alike=read)


def kept(slot: str, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A reading of one list or tuple of the state alone, made anew when that is not what it was."""
    last: tuple[Any, Any] = (None, None)

    def read_if_changed(s: Any) -> Any:
        nonlocal last
        known, found = last
        now = getattr(s, slot)
        if now is not known and now != known:
            found = read(s)
            last = (now if type(now) is tuple else [*now], found)
        return found

    return read_if_changed


def the_question(boxes: Iterable[int]) -> tuple[Plane, ...]:
    """Who looks, and which box asks (none when the match is over)."""
    return (
        Plane("eyes", 1, 0, 1, lambda s, side: (side,)),
        members("box", max(boxes) + 1, lambda s: 1 << s.stack[-1][0] if s.stack else 0),
    )
