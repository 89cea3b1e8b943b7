"""A learned evaluation: the winning chance as a logistic sum of a title's named features.

The weights are data of the title (`data/learned.toml`), made by `bivouac learn`; the file says by which command, from how many positions,
and how well they foresee the end of matches that were left aside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp
from operator import mul
from typing import Any, Final

import msgspec

from bivouac.core.data import BadData, read_resource
from bivouac.core.ids import Side
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
    """Weights at work: the Confederacy's chance, from features as it sees them."""

    __slots__ = ("_bias", "_weights")

    def __init__(self, bias: float, weights: Sequence[float]) -> None:
        self._bias = bias
        self._weights = tuple(weights)

    def chance(self, features: Sequence[float]) -> float:
        return logistic(self._bias + sum(map(mul, self._weights, features)))


def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-max(-LIMIT, min(LIMIT, x))))


class Evaluation:
    """A title's features and the weights learned for them, as the `features` and the `evaluate` of its advice.

    measure:   the values of the features, in the order of their names, as the side `seen_by` sees them.
    weights:   which of the learned scenarios' weights a state wants; those of `otherwise` where that one was not learned.

    The weights are read when they are first wanted, so that they can be learned anew after the features have changed.
    """

    def __init__(
        self,
        package: str,
        names: Sequence[str],
        measure: Callable[[Any], Sequence[float]],
        weights: Callable[[Any], str],
        *,
        otherwise: str | None = None,
        seen_by: Side = Side.CSA,
    ) -> None:
        self._package, self._names, self._measure = package, names, measure
        self._weights, self._otherwise, self._seen_by = weights, otherwise, seen_by

    def features(self, s: Any, side: Side) -> Mapping[str, float]:
        """The named parts of the evaluation, with the sign turned for the other side."""
        sign = 1.0 if side == self._seen_by else -1.0
        return {name: sign * value for name, value in zip(self._names, self._measure(s))}

    def evaluate(self, s: Any, side: Side) -> float:
        """The winning chance of a side."""
        if s.outcome is not None:
            return float(s.outcome.worth(side))
        values = self._measure(s)
        csa = self.judge(self._weights(s)).chance(values if self._seen_by == Side.CSA else [-x for x in values])
        return csa if side == Side.CSA else 1.0 - csa

    def judge(self, scenario: str) -> Judge:
        judges = self._judges
        return judges[scenario if scenario in judges or self._otherwise is None else self._otherwise]

    @cached_property
    def _judges(self) -> Mapping[str, Judge]:
        return read_judges(self._package, self._names)


def read_judges(package: str, features: Sequence[str]) -> Mapping[str, Judge]:
    """A judge for each scenario that was learned. Weights for other features than these are refused."""
    judges = {}
    file = read_resource(LearnedFile, package, *FILE)
    for w in file.weights:
        if set(w.of) != set(features):
            odd = ", ".join(sorted(set(w.of) ^ set(features)))
            raise BadData(
                "/".join(FILE),
                None,
                Both(
                    f"learned for other features ({odd}): run `{file.command}` again",
                    f"imparato per altre caratteristiche ({odd}): ripeti `{file.command}`",
                ),
            )
        judges[w.scenario] = Judge(w.bias, [w.of[name] for name in features])
    return judges
