"""A learned evaluation: the winning chance as a logistic sum of a title's named features.

The weights are data of the title (`data/learned.toml`), made by `bivouac learn`; the file says by which command, from how many positions,
and how well they foresee the end of matches that were left aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Final

import msgspec

from bivouac.core.data import BadData, read_resource
from bivouac.core.text import Both

FILE: Final = ("data", "learned.toml")
LIMIT: Final = 30.0
TOGETHER: Final = "together"
"""Instead of a scenario: learned from several of them together."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    scenario   where they were learned, or TOGETHER
    examples   how many positions were seen
    error      mean squared error of the winning chance on matches left aside; `blind`: the same if the mean were foreseen always
    bias       what a side has by itself
    of         the weight of each feature
    """

    scenario: str
    examples: int
    error: float
    blind: float
    bias: float
    of: dict[str, float]


class LearnedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: str
    weights: list[Weights]


class Judge:
    """Weights at work, for the side that they were learned for."""

    __slots__ = ("_bias", "_weights")

    def __init__(self, bias: float, weights: Sequence[float]) -> None:
        self._bias = bias
        self._weights = tuple(weights)

    def chance(self, features: Sequence[float]) -> float:
        return logistic(self._bias + sum(map(mul, self._weights, features)))


def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-max(-LIMIT, min(LIMIT, x))))


def read_judges(package: str, features: Sequence[str]) -> Mapping[str, Judge]:
    """A judge for each scenario that was learned. Weights for other features than these are refused."""
    judges = {}
    file = read_resource(LearnedFile, package, *FILE)
    for w in file.weights:
        if set(w.of) != set(features):
            odd = ", ".join(sorted(set(w.of) ^ set(features)))
            raise BadData("/".join(FILE), None, Both(f"learned for other features ({odd}): run `{file.command}` again",
                                                     f"imparato per altre caratteristiche ({odd}): ripeti `{file.command}`"))
        judges[w.scenario] = Judge(w.bias, [w.of[name] for name in features])
    return judges
