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
from bivouac.core.title import Title


class Actions:
    """`size` actions: of the sides first (`decisions` of them), then of chance."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self._spans: dict[int, list[tuple[int, int, int]]] = {}
        boxes = sorted(title.flow.boxes.items())
        self.size = 0
        for box, node in boxes:
            if isinstance(node, Ask):
                self._add(box, [(int(way.verb), way.verb.size) for way in node.ways])
        self.decisions = self.size
        for box, node in boxes:
            if isinstance(node, Roll):
                self._add(box, [(node.domain.start, len(node.domain))])

    def _add(self, box: int, verbs: Sequence[tuple[int, int]]) -> None:
        spans = self._spans.setdefault(int(box), [])
        for first, size in verbs:
            spans.append((first, first + size, self.size - first))
            self.size += size

    def index(self, state: Any, answer: int) -> int:
        """The number of an answer to the question that `state` asks."""
        for first, end, shift in self._spans[state.stack[-1][0]]:
            if first <= answer < end:
                return answer + shift
        raise ValueError(f"{answer} is no answer to {self.title.question(state)}")

    def answer(self, state: Any, index: int) -> int:
        """The answer with this number; an error where another box would have to ask."""
        for first, end, shift in self._spans[state.stack[-1][0]]:
            if first <= index - shift < end:
                return index - shift
        raise ValueError(f"action {index} belongs to another question than {self.title.question(state)}")

    def options(self, state: Any) -> list[int]:
        """The numbers of all options, ascending; none when the match is over."""
        if not state.stack:
            return []
        spans = self._spans[state.stack[-1][0]]
        if len(spans) == 1:
            shift = spans[0][2]
            return [a + shift for a in state.options]
        found, rest = [], iter(spans)
        first, end, shift = next(rest)
        for a in state.options:
            while not first <= a < end:
                first, end, shift = next(rest)
            found.append(a + shift)
        return found

    def mask(self, state: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """1 for every decision that is an option, 0 for the others."""
        if out is None:
            out = np.zeros(self.decisions, np.int8)
        else:
            out[:] = 0
        if state.stack and not self.title.flow.is_chance(state):
            out[self.options(state)] = 1
        return out

    def describe(self, index: int) -> tuple[str, int]:
        """The name of the box and the answer of an action."""
        for box, spans in self._spans.items():
            for first, end, shift in spans:
                if first <= index - shift < end:
                    return self.title.flow.name_of(box), index - shift
        raise ValueError(f"there are {self.size} actions, none is number {index}")


class Observer:
    """What a side may know, as one row of `size` numbers: the planes of numbers first, then those of members.

    planes  for each plane by name: where it lies in the row, its least and its greatest number, and the names of its numbers
    """

    def __init__(self, title: Title[Any]) -> None:
        if not title.planes:
            raise ValueError(f"{title.id} declares no planes")
        self._numbers = [p for p in title.planes if not p.is_set]
        self._sets = [(p, (p.size + 7) // 8) for p in title.planes if p.is_set]
        self.planes: dict[str, tuple[slice, int, int, tuple[str, ...]]] = {}
        self.size = 0
        low: list[int] = []
        high: list[int] = []
        for plane in (*self._numbers, *(p for p, _ in self._sets)):
            self.planes[plane.name] = (slice(self.size, self.size + plane.size), plane.low, plane.high, plane.labels)
            self.size += plane.size
            low += [plane.low] * plane.size
            high += [plane.high] * plane.size
        self.low, self.high = np.array(low, np.int16), np.array(high, np.int16)
        self._split = sum(p.size for p in self._numbers)
        wide = [8 * length for _, length in self._sets]
        starts = [sum(wide[:i]) for i in range(len(wide))]
        self._bits = np.concatenate([np.arange(start, start + p.size) for start, (p, _) in zip(starts, self._sets)] or [np.arange(0)])

    def write(self, state: Any, side: int, out: NDArray[Any]) -> None:
        """Into the caller's array, of any type of number."""
        row = array("h")
        for plane in self._numbers:
            row.extend(plane.read(state, side))
        out[: self._split] = row
        packed = b"".join([plane.read(state, side).to_bytes(length, "little") for plane, length in self._sets])
        out[self._split :] = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")[self._bits]

    def observe(self, state: Any, side: int) -> NDArray[np.int16]:
        """A fresh array."""
        out = np.zeros(self.size, np.int16)
        self.write(state, side, out)
        return out
