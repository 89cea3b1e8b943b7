"""Answers and positions as numbers for learners: `Actions` counts every answer of a title through, `Observer` writes what a side sees.

    actions, observer = Actions(title), Observer(title)
    state = title.setup("1861")
    out = numpy.zeros(observer.size, numpy.float32)
    observer.write(state, side, out)
    mask = actions.mask(state)
    title.play(state, actions.answer(state, index))

An answer means something only together with the box that asks, so an action is a pair of the two, and each pair has one number: the boxes
in their order, in each box its verbs in theirs. The options of a question are therefore always sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import repeat
from operator import attrgetter
from struct import Struct
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bivouac.core.flow import Ask, Roll
from bivouac.core.observe import Plane, Slot
from bivouac.core.title import Title

LITTLE: repeat[Literal["little"]] = repeat("little")
NONE = b"\xff\xff"  # -1


class Actions:
    """`size` actions: of the sides first (`decisions` of them), then of chance."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.asks: list[tuple[int, int]] = []  # box and answer of every action
        boxes = sorted(title.flow.boxes.items())
        self._numbers: list[_Numbers] = [_Numbers() for _ in range(int(boxes[-1][0]) + 1)]
        for box, node in boxes:
            if isinstance(node, Ask):
                self._add(int(box), [range(int(way.verb), int(way.verb) + way.verb.size) for way in node.ways])
        self.decisions = len(self.asks)
        for box, node in boxes:
            if isinstance(node, Roll):
                self._add(int(box), [node.domain])
        self.size = len(self.asks)

    def _add(self, box: int, verbs: Sequence[range]) -> None:
        for answers in verbs:
            self._numbers[box].count(answers, len(self.asks))
            self.asks += [(box, answer) for answer in answers]

    def index(self, state: Any, answer: int) -> int:
        """The number of an answer to the question that `state` asks."""
        number: int = self._numbers[state.stack[-1][0]].of(answer)
        if number < 0:
            raise ValueError(f"{answer} is no answer to {self.title.question(state)}")
        return number

    def answer(self, state: Any, index: int) -> int:
        """The answer with this number; an error where another box would have to ask."""
        if 0 <= index < self.size:
            box, answer = self.asks[index]
            if box == state.stack[-1][0]:
                return answer
        raise ValueError(f"action {index} belongs to another question than {self.title.question(state)}")

    def options(self, state: Any) -> list[int]:
        """The numbers of all options, ascending; none when the match is over."""
        return [*map(self._numbers[state.stack[-1][0]].at, state.options)] if state.stack else []

    def numbers(self, *, chance_from: int) -> list[Callable[[int], int]]:
        """For each box what gives the number of an answer to it, with the actions of chance counted from another number on."""
        moved = chance_from - self.decisions
        chance = {int(box) for box, node in self.title.flow.boxes.items() if isinstance(node, Roll)}
        return [numbers.moved(moved) if box in chance else numbers.at for box, numbers in enumerate(self._numbers)]

    def mask(self, state: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """1 for every decision that is an option, 0 for the others."""
        row = bytearray(self.decisions)
        if state.stack and not self.title.flow.is_chance(state):
            for n in self.options(state):
                row[n] = 1
        found = np.frombuffer(row, np.int8)
        if out is None:
            return found
        out[:] = found
        return out

    def describe(self, index: int) -> tuple[str, int]:
        """The name of the box and the answer of an action."""
        if not 0 <= index < self.size:
            raise ValueError(f"there are {self.size} actions, none is number {index}")
        box, answer = self.asks[index]
        return self.title.flow.name_of(box), answer


class _Numbers:
    """The numbers of the answers to one box, as a list over all answers from the least to the greatest. What is below 0 lies at the end of
    the list, where Python looks for it."""

    def __init__(self) -> None:
        self._first, self._end = 0, 0
        self._list: list[int] = []
        self.at = self._list.__getitem__

    def count(self, answers: range, number: int) -> None:
        """These answers have this number and the next ones."""
        first, end = min(self._first, answers.start), max(self._end, answers.stop)
        row = [-1] * (end - first)
        for answer in range(self._first, self._end):
            row[answer] = self._list[answer]
        for answer in answers:
            row[answer] = number + answer - answers.start
        self._first, self._end, self._list, self.at = first, end, row, row.__getitem__

    def moved(self, by: int) -> Callable[[int], int]:
        """As `at`, with so much added to every number."""
        return [number + by for number in self._list].__getitem__

    def of(self, answer: int) -> int:
        """-1: it is none."""
        return self._list[answer] if self._first <= answer < self._end else -1


def _in_order(planes: Iterable[Plane]) -> list[Plane]:
    """Slots of the state first, which are read together; then what both sides see alike, then what each sees of its own."""
    return sorted(planes, key=lambda p: 0 if isinstance(p.alike, Slot) else 1 if p.alike is not None else 2)


def _reader(planes: Sequence[Plane]) -> Callable[[Any, int], list[Any]]:
    """Reads all of some planes that are in order."""
    slots = [p.alike for p in planes if isinstance(p.alike, Slot)]
    alike, own = [p.alike for p in planes if callable(p.alike)], [p.read for p in planes if p.read is not None]
    fields: Callable[[Any], Sequence[Any]] = attrgetter(*slots) if len(slots) > 1 else lambda s: [getattr(s, slot) for slot in slots]

    def read_all(state: Any, side: int) -> list[Any]:
        found = [*fields(state)]
        found += [read(state) for read in alike]
        if own:
            found += [read(state, side) for read in own]
        return found

    return read_all


@cache
def packer(size: int) -> Callable[..., bytes]:
    """Makes bytes of so many numbers."""
    return Struct(f"{size}h").pack


class _Rows:
    """The numbers of planes as bytes, one piece for each, -1 where a plane has fewer than its size. Most planes stay as they are from one
    decision to the next: what was read is compared with what was read last, and written out only where it differs."""

    __slots__ = ("_last", "_pieces", "_sizes")

    def __init__(self, planes: Sequence[Plane]) -> None:
        self._sizes = [plane.size for plane in planes]
        self._last: list[object] = [None] * len(planes)
        self._pieces = [b""] * len(planes)

    def bytes_of(self, read: Iterable[Sequence[int]]) -> bytes:
        for n, (values, last) in enumerate(zip(read, self._last)):
            if values is not last and values != last:
                self._write(n, values)
        return b"".join(self._pieces)

    def _write(self, n: int, values: Sequence[int]) -> None:
        size = self._sizes[n]
        lack = size - len(values)
        self._pieces[n] = packer(len(values))(*values) + NONE * lack if lack >= 0 else packer(size)(*[*values][:size])
        self._last[n] = values if type(values) is tuple else [*values]


class Observer:
    """What a side may know, as one row of `size` numbers: the planes of numbers first, then those of members, each of which begins at a
    multiple of eight after them (what lies between is 0).

    planes  for each plane by name: where it lies in the row, its least and its greatest number, and the names of its numbers
    """

    def __init__(self, title: Title[Any]) -> None:
        if not title.planes:
            raise ValueError(f"{title.id} declares no planes")
        numbers, sets = (_in_order(p for p in title.planes if p.is_set == is_set) for is_set in (False, True))
        self._numbers, self._sets = _reader(numbers), _reader(sets)
        self._rows = _Rows(numbers)
        self._lengths = [(p.size + 7) // 8 for p in sets]
        self.planes: dict[str, tuple[slice, int, int, tuple[str, ...]]] = {}
        self.size = 0
        low: list[int] = []
        high: list[int] = []
        for plane in (*numbers, *sets):
            self.planes[plane.name] = (slice(self.size, self.size + plane.size), plane.low, plane.high, plane.labels)
            room = -(-plane.size // 8) * 8 if plane.is_set else plane.size
            self.size += room
            low += [plane.low] * room
            high += [plane.high] * room
        self.low, self.high = np.array(low, np.int16), np.array(high, np.int16)
        self._split = sum(p.size for p in numbers)

    def write(self, state: Any, side: int, out: NDArray[Any]) -> None:
        """Into the caller's array, of any type of number."""
        out[: self._split] = np.frombuffer(self._rows.bytes_of(self._numbers(state, side)), np.int16)
        packed = b"".join(map(int.to_bytes, self._sets(state, side), self._lengths, LITTLE))
        out[self._split :] = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")

    def observe(self, state: Any, side: int) -> NDArray[np.int16]:
        """A fresh array."""
        out = np.zeros(self.size, np.int16)
        self.write(state, side, out)
        return out
