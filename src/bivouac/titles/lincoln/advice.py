from __future__ import annotations

from collections.abc import Mapping, Sequence

from bivouac.core.ids import Side
from bivouac.titles.lincoln.state import State


def features(s: State, side: Side) -> Mapping[str, float]:
    return {"points": s.points()}


def evaluate(s: State, side: Side) -> float:
    return 0.5


def order(s: State) -> Sequence[int]:
    return s.options


def turn(s: State) -> int:
    return 2 * s.turn + s.active
