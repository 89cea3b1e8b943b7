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

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bivouac.core.flow import Ask, Roll
from bivouac.core.observe import Plane
from bivouac.core.title import Title


class Actions:
    """`size` actions: of the sides first (`decisions` of them), then of chance."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self._asks: list[tuple[int, int]] = []  # box and answer of every action
        boxes = sorted(title.flow.boxes.items())
        self._numbers: list[_Numbers] = [_Numbers() for _ in range(int(boxes[-1][0]) + 1)]
        for box, node in boxes:
            if isinstance(node, Ask):
                self._add(int(box), [range(int(way.verb), int(way.verb) + way.verb.size) for way in node.ways])
        self.decisions = len(self._asks)
        for box, node in boxes:
            if isinstance(node, Roll):
                self._add(int(box), [node.domain])
        self.size = len(self._asks)

    def _add(self, box: int, verbs: Sequence[range]) -> None:
        for answers in verbs:
            self._numbers[box].count(answers, len(self._asks))
            self._asks += [(box, answer) for answer in answers]

    def index(self, state: Any, answer: int) -> int:
        """The number of an answer to the question that `state` asks."""
        number: int = self._numbers[state.stack[-1][0]].of(answer)
        if number < 0:
            raise ValueError(f"{answer} is no answer to {self.title.question(state)}")
        return number

    def answer(self, state: Any, index: int) -> int:
        """The answer with this number; an error where another box would have to ask."""
        if 0 <= index < self.size:
            box, answer = self._asks[index]
            if box == state.stack[-1][0]:
                return answer
        raise ValueError(f"action {index} belongs to another question than {self.title.question(state)}")

    def options(self, state: Any) -> list[int]:
        """The numbers of all options, ascending; none when the match is over."""
        return [*map(self._numbers[state.stack[-1][0]].at, state.options)] if state.stack else []

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
        box, answer = self._asks[index]
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

    def of(self, answer: int) -> int:
        """-1: it is none."""
        return self._list[answer] if self._first <= answer < self._end else -1


class _Row:
    """The numbers of one plane as bytes, -1 where it has fewer than its size. Most planes stay as they are from one decision to the next:
    what was read is compared with what was read last, and written out only where it differs."""

    __slots__ = ("_bytes", "_last", "_pads")

    def __init__(self, plane: Plane) -> None:
        self._pads = [array("h", [-1] * n).tobytes() for n in range(plane.size, -1, -1)]  # by how many numbers there are
        self._last: object = None
        self._bytes = b""

    def bytes_of(self, values: Sequence[int]) -> bytes:
        if values is self._last or values == self._last:
            return self._bytes
        self._bytes = array("h", values).tobytes() + self._pads[len(values)]
        self._last = values if type(values) is tuple else [*values]
        return self._bytes


class Observer:
    """What a side may know, as one row of `size` numbers: the planes of numbers first, then those of members, each of which begins at a
    multiple of eight after them (what lies between is 0).

    planes  for each plane by name: where it lies in the row, its least and its greatest number, and the names of its numbers
    """

    def __init__(self, title: Title[Any]) -> None:
        if not title.planes:
            raise ValueError(f"{title.id} declares no planes")
        numbers, sets = [p for p in title.planes if not p.is_set], [p for p in title.planes if p.is_set]
        self._alike = [(p.alike, _Row(p).bytes_of) for p in numbers if p.alike is not None]
        self._own = [(p.read, _Row(p).bytes_of) for p in numbers if p.alike is None]
        numbers.sort(key=lambda p: p.alike is None)
        self._sets = [(p.alike, (p.size + 7) // 8) for p in sets if p.alike is not None]
        self._own_sets = [(p.read, (p.size + 7) // 8) for p in sets if p.alike is None]
        sets.sort(key=lambda p: p.alike is None)
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
        rows = [bytes_of(read(state)) for read, bytes_of in self._alike]
        rows += [bytes_of(read(state, side)) for read, bytes_of in self._own]
        out[: self._split] = np.frombuffer(b"".join(rows), np.int16)
        packed = b"".join(
            [read(state).to_bytes(length, "little") for read, length in self._sets]
            + [read(state, side).to_bytes(length, "little") for read, length in self._own_sets]
        )
        out[self._split :] = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")

    def observe(self, state: Any, side: int) -> NDArray[np.int16]:
        """A fresh array."""
        out = np.zeros(self.size, np.int16)
        self.write(state, side, out)
        return out
