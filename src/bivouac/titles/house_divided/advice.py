"""What the computer players are told: how good a position is. (Which options to look at first: script.py.)"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from bivouac.core.ids import Side
from bivouac.core.title import Advice
from bivouac.titles.house_divided.printed import (
    CAVALRY,
    CSA,
    FIRST,
    FORT,
    LAST,
    NEIGHBOURS,
    PRIZES,
    QUALITY,
    UNION,
    VALUE_OF,
    WASHINGTON,
    N,
)
from bivouac.titles.house_divided.script import order
from bivouac.titles.house_divided.state import ENTRENCHED, REDUCED, State

WEIGHTS: Final = {
    "maximum": 0.09, "prizes": 0.35, "army": 0.06, "quality": 0.05, "washington": 0.5, "threat": 0.05, "works": 0.02, "time": 0.02,
}


def strength(s: State, side: int) -> tuple[float, float, float]:
    """Pieces, their quality and their works."""
    pieces = quality = works = 0.0
    for p in range(FIRST[side], LAST[side]):
        if s.box[p] < 0:
            continue
        pieces += 0.6 if s.stat[p] & REDUCED else 1.0
        quality += QUALITY[s.kind[p]]
        works += 1.0 if s.stat[p] & ENTRENCHED or (s.box[p] < N and FORT[s.box[p]]) else 0.0
    return pieces, quality, works


def pressure(s: State, side: int) -> float:
    """How many of its infantry stand in or beside cities of the enemy."""
    total = 0.0
    enemy = 1 - side
    for p in range(FIRST[side], LAST[side]):
        box = s.box[p]
        if 0 <= box < N and not CAVALRY[s.kind[p]]:
            if s.owner[box] == enemy:
                total += 1.0 + VALUE_OF[enemy][box]
            total += 0.4 * max([VALUE_OF[enemy][b] for b in NEIGHBOURS[box] if s.owner[b] == enemy], default=0)
    return total


def washington_is_safe(s: State) -> float:
    """How much the guard of Washington outweighs the Confederates in and beside it."""
    guard = s.count_at(UNION, WASHINGTON)
    danger = s.count_at(CSA, WASHINGTON) + 0.7 * sum([s.count_at(CSA, b) for b in NEIGHBOURS[WASHINGTON]])
    return min(guard - danger, 3.0)


def features(s: State, side: Side) -> Mapping[str, float]:
    """The named parts of the evaluation, from the Union's point of view turned to the side's."""
    union, csa = strength(s, UNION), strength(s, CSA)
    sign = 1.0 if side == Side.UNION else -1.0
    last = s.setup.last_turn
    left = (last - s.turn) / max(last - s.setup.first_turn, 1)
    prizes = len([b for b in PRIZES if s.owner[b] == UNION])
    return {
        "maximum": sign * (s.maximum[UNION] - s.maximum[CSA] - 5),
        "prizes": sign * prizes,
        "army": sign * (union[0] - csa[0]),
        "quality": sign * (union[1] - csa[1]),
        "washington": sign * washington_is_safe(s),
        "threat": sign * (pressure(s, UNION) - pressure(s, CSA)),
        "works": sign * (union[2] - csa[2]),
        "time": -sign * (1.0 - left) * 10,
    }


def evaluate(s: State, side: Side) -> float:
    """The winning chance of a side."""
    if s.outcome is not None:
        return 0.5 if s.outcome.winner is None else float(s.outcome.winner == side)
    total = sum(WEIGHTS[name] * value for name, value in features(s, side).items())
    return 1.0 / (1.0 + exp(-max(min(total, 30.0), -30.0)))


def move_number(s: State) -> int:
    """Changes whenever the move passes to the other side."""
    return 2 * s.turn + s.active


ADVICE: Final = Advice(evaluate, order, features, move_number)
