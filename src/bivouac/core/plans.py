"""A title's plans: named ways in which its script can be played, and which mixture of them a side had best play.

The mixtures are data of the title (`data/plans.toml`), made by `bivouac plans`: for every scenario the table of plan against plan, the
Union's rate in each cell, and the weights with which neither side can be beaten by a single plan beyond the table's value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from bivouac.core.data import BadData, read_resource
from bivouac.core.text import Both

FILE: Final = ("data", "plans.toml")
MEASURED: Final = 400  # matches in which it is measured what the mixtures win
CAUTIOUS: Final = "cautious"
BOLD: Final = "bold"
SURPRISING: Final = "surprising"
TEMPERS: Final = (CAUTIOUS, BOLD, SURPRISING)
Pair = tuple[int, int]
"""The plan of the Union and that of the Confederacy, by their numbers."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    scenario     where it was played
    matches      for each cell
    value        what the Union wins between the two mixtures, in matches of its own (`MEASURED`)
    union, csa   the names of the plans, each with its weight in the mixture
    rates        for each plan of the Union its rate against each of the Confederacy
    handicap     what makes the scenario most nearly even, where something does: an option, or several with a plus between them
    evened       what the Union wins with it
    """

    scenario: str
    matches: int
    value: float
    union: dict[str, float]
    csa: dict[str, float]
    rates: list[list[float]]
    handicap: str = ""
    evened: float = 0.5

    @property
    def options(self) -> tuple[str, ...]:
        """Those of the handicap."""
        return options_of(self.handicap)


def options_of(handicap: str) -> tuple[str, ...]:
    return tuple(filter(None, handicap.split("+")))


class PlansFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: str
    table: list[Table]


class Plans(NamedTuple):
    """
    names      of the Union's plans and of the Confederacy's; in the catalogue under `plans.<name>`, and under `aims.<name>` what a side
               that follows it is after
    order      the script's ordering, each side following its plan
    best       the first of that order, sooner found than the whole of it
    mixtures   which plans a side should play, and how often
    tempers    for CAUTIOUS and BOLD the plans of each side that suit them
    postures   what each plan of each side weighs, in the order of the names; behind these there is room for plans on trial
    """

    names: tuple[Sequence[str], Sequence[str]]
    order: Callable[[Any, Pair], Sequence[int]]
    best: Callable[[Any, Pair], int]
    mixtures: Mixtures
    tempers: Mapping[str, tuple[Sequence[str], Sequence[str]]]
    postures: tuple[list[Any], list[Any]]

    def mixture(self, s: Any, side: int) -> Sequence[float]:
        return self.mixtures.of(s, side)

    def table(self, scenario: str) -> Table | None:
        """The table of a scenario, if it was made."""
        return next((table for table in self.mixtures.tables if table.scenario == scenario), None)

    def shares(self, s: Any, side: int, temper: str) -> Sequence[float]:
        """How often a side of some temper follows each plan: by the mixture, as far as its plans suit the temper; a surprising side follows
        any, all alike."""
        names, mixture = self.names[side], self.mixture(s, side)
        if not temper:
            return mixture
        fit = [temper == SURPRISING or name in self.tempers[temper][side] for name in names]
        total = sum(share for share, suits in zip(mixture, fit) if suits) if temper != SURPRISING else 0.0
        return [(share / total if total else 1.0 / sum(fit)) if suits else 0.0 for share, suits in zip(mixture, fit)]

    def draw(self, s: Any, side: int, lot: float, temper: str = "") -> int:
        """The plan that a lot between 0 and 1 gives a side."""
        shares = self.shares(s, side, temper)
        for plan, share in enumerate(shares):
            lot -= share
            if lot < 0:
                return plan
        return max(range(len(shares)), key=shares.__getitem__)


class Mixtures:
    """The weights of `data/plans.toml`, read when they are first wanted. `scenario`: whose table a state wants; `otherwise` serves where
    there is none, and the first plan alone where that one is missing too."""

    def __init__(self, package: str, names: tuple[Sequence[str], Sequence[str]], scenario: Callable[[Any], str], *, otherwise: str) -> None:
        self._package, self._names, self._scenario, self._otherwise = package, names, scenario, otherwise

    def of(self, s: Any, side: int) -> Sequence[float]:
        tables = self._weights
        found = tables.get(self._scenario(s)) or tables.get(self._otherwise)
        return found[side] if found is not None else [1.0, *[0.0] * (len(self._names[side]) - 1)]

    @cached_property
    def _weights(self) -> Mapping[str, tuple[Sequence[float], Sequence[float]]]:
        return {t.scenario: (self._row(t.union, 0), self._row(t.csa, 1)) for t in self.tables}

    @cached_property
    def tables(self) -> Sequence[Table]:
        try:
            return read_resource(PlansFile, self._package, *FILE).table
        except FileNotFoundError:
            return ()

    def _row(self, weights: Mapping[str, float], side: int) -> Sequence[float]:
        if set(weights) != set(self._names[side]):
            odd = ", ".join(sorted(set(weights) ^ set(self._names[side])))
            raise BadData(
                "/".join(FILE),
                None,
                Both(f"made for other plans ({odd}): run `bivouac plans` again", f"fatto per altri piani ({odd}): ripeti `bivouac plans`"),
            )
        return [weights[name] for name in self._names[side]]
