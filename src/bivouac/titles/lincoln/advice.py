"""What the computer players are told: how a position looks, and which answers are the sound ones (the script, in `script.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from bivouac.core.ids import Side
from bivouac.titles.lincoln.atlas import (
    CAPITAL,
    EUROPE_CSA,
    GATES,
    HALVES,
    KINDS_OF,
    LEADERSHIP,
    LOCS,
    NAVAL,
    PAIR,
    POINTS,
    RAIL,
    TEXT,
    TOP,
)
from bivouac.titles.lincoln.script import scored
from bivouac.titles.lincoln.state import CSA, NOBODY, UNION, State, strength

# What each feature is worth, on the scale of a logistic curve, for the Union.
WEIGHTS = {
    "points": 0.42,  # victory points above what the clock asks for by now
    "contested": 0.20,  # victory points of contested places
    "strength": 0.10,  # army strength on the board, more than the enemy's
    "europe": 0.16,  # spaces from the Confederate end
    "alarm": 0.55,  # spaces beyond the last three before that end
    "blockade": 0.22,
    "cities": 0.45,  # Vicksburg and Richmond
    "both_cities": 2.2,
    "washington": 3.5,
    "hand": 0.05,
    "forts": -0.12,
}
BIAS = -0.75


def features(s: State, side: Side) -> Mapping[str, float]:
    """The named parts of the evaluation, from the side's point of view."""
    sign = 1.0 if side == Side.UNION else -1.0
    return {name: sign * value for name, value in _features(s).items()}


def _features(s: State) -> dict[str, float]:
    control = s.control
    cities = [control[city] == UNION for city in PAIR]
    to_go = EUROPE_CSA - s.europe
    return {
        "points": s.points() - wanted(s),
        "contested": float(sum(POINTS[loc] for loc in range(LOCS) if control[loc] == NOBODY)),
        "strength": float(_strength(s, UNION) - _strength(s, CSA)),
        "europe": float(to_go - EUROPE_CSA),
        "alarm": float(min(0, to_go - 4)),
        "blockade": float(s.blockade),
        "cities": float(sum(cities)),
        "both_cities": float(all(cities)),
        "washington": float(-(control[CAPITAL] == CSA) - 0.4 * (control[CAPITAL] == NOBODY)),
        "hand": hand_worth(s, UNION) - hand_worth(s, CSA),
        "forts": float(s.stock[3 + 4 * CSA] * -1),
    }


def wanted(s: State) -> float:
    """The points the Union's clock asks for by now: from gate to gate as the draw pile runs down."""
    number = min(s.shuffles[UNION], len(GATES) - 1)
    before = GATES[number - 1] if number else 0
    cards = s.left[UNION] + s.held[UNION] + sum(s.pile[k] for k in KINDS_OF[UNION])
    done = 1.0 - s.left[UNION] / max(cards, 1)
    return before + (GATES[number] - before) * done


def _strength(s: State, side: int) -> int:
    first = side * HALVES
    return sum(strength(stack & 0xFFFFFF) for stack in s.troops[first : first + HALVES] if stack)


CARD_WORTH = tuple(
    0.5 + 0.45 * LEADERSHIP[k] + 0.4 * RAIL[k] + 0.4 * NAVAL[k] + 0.5 * (TEXT[k] >= 0) + 0.4 * (TOP[k] >= 0) for k in range(len(LEADERSHIP))
)


def hand_worth(s: State, side: int) -> float:
    hand = s.hand
    return sum(hand[k] * CARD_WORTH[k] for k in KINDS_OF[side] if hand[k])


def evaluate(s: State, side: Side) -> float:
    """A winning chance: the weighted features through a logistic curve."""
    if s.outcome is not None:
        return float(s.outcome.winner == side)
    total = BIAS + sum(WEIGHTS[name] * value for name, value in _features(s).items())
    chance = 1.0 / (1.0 + exp(-total))
    return chance if side == Side.UNION else 1.0 - chance


def order(s: State) -> Sequence[int]:
    """The options, the most promising first."""
    options = s.options
    if len(options) == 1:
        return options
    scores = scored(s, options)
    return [a for _, _, a in sorted(((-score, n, a) for n, (a, score) in enumerate(zip(options, scores, strict=True))))]


def turn(s: State) -> int:
    """Changes whenever the move passes to the other side."""
    return 2 * s.turn + s.active
