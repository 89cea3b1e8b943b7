"""The chance to win that the table shows after a match, and how it is put right where it was found to be off.

`calibration.toml` holds, for titles where the chance was off by more than five points, a curve of (what was reckoned, what came true), made
by `bivouac calibrate`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from bivouac.agents.search import Effort, winning_chance
from bivouac.core.data import read_resource
from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match.view import View

ONE_TURN = Effort(samples=6)
FILE = "calibration.toml"


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From `positions` positions of matches between players of a level; the points rise."""

    title: str
    positions: int
    points: list[tuple[float, float]]


class CurveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: str
    curve: list[Curve] = []


class Truth(View):
    """After the end nothing is hidden: the only world is the true one."""

    def sample(self, rng: Random) -> State:
        return self._state.clone()


def chance_in(title: Title[Any], state: State) -> float:
    """The Union's chance, put right where its title has a curve."""
    return round(follow(curves().get(title.id, ()), reckoned(title, state)), 4)


def reckoned(title: Title[Any], state: State) -> float:
    """Half how the position looks as it stands, half how it looks when the script has played one turn on: an evaluation alone leans to
    whoever has just moved."""
    assert title.advice is not None
    ahead = winning_chance(Truth(title, state, Side.UNION), Random(0), ONE_TURN)
    assert ahead is not None
    return (title.advice.evaluate(state, Side.UNION) + ahead) / 2


@cache
def curves() -> Mapping[str, Sequence[tuple[float, float]]]:
    return {curve.title: curve.points for curve in read_resource(CurveFile, "bivouac.agents", FILE).curve}


def follow(points: Sequence[tuple[float, float]], chance: float) -> float:
    """Along a curve from (0, 0) to (1, 1) through the points; without any, the chance itself."""
    line = [(0.0, 0.0), *points, (1.0, 1.0)]
    at = min(bisect_right(line, (chance, 2.0)), len(line) - 1)
    (x0, y0), (x1, y1) = line[at - 1], line[at]
    return y0 if x1 == x0 else y0 + (y1 - y0) * (chance - x0) / (x1 - x0)
