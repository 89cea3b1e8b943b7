"""Exact odds: the distribution of what comes of one attack, from the same flow tables that play uses.

Chance questions are branched over with their weights, players' questions are answered by the title's policy, and positions that are
alike are counted once. Ways are counted in whole numbers: the shares add up to exactly one.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from bivouac.core.title import Odds, Title

Shares = dict[str, Fraction]


def distribution(title: Title[Any], odds: Odds, state: Any) -> Shares:
    """What may come of the attack that `state` stands before, with the exact chance of each result, the likeliest first."""
    of, to = _Enumeration(title, odds).ways(state.clone())
    return {what: Fraction(n, of) for what, n in sorted(to.items(), key=lambda item: (-item[1], item[0]))}


def marginals(shares: Shares) -> dict[str, Shares]:
    """Results such as "hits:2 lost:1" taken apart: for "hits" and for "lost" the chance of each number."""
    apart: dict[str, Shares] = {}
    for what, share in shares.items():
        for part in what.split():
            rows = apart.setdefault(part.partition(":")[0], {})
            rows[part] = rows.get(part, Fraction(0)) + share
    return {key: dict(sorted(rows.items())) for key, rows in apart.items()}


class _Ways(NamedTuple):
    """How many of so many equally likely ways lead to each result."""

    of: int
    to: dict[str, int]


class _Enumeration:
    def __init__(self, title: Title[Any], odds: Odds) -> None:
        self._flow = title.flow
        self._odds = odds
        self._known: dict[Hashable, _Ways] = {}

    def ways(self, state: Any) -> _Ways:
        """Takes the state over: it is played on."""
        flow, odds = self._flow, self._odds
        while state.stack and not odds.done(state) and not flow.is_chance(state):
            flow.play(state, odds.policy(state))
        if not state.stack or odds.done(state):
            return _Ways(1, {odds.measure(state): 1})
        key = odds.alike(state)
        if key not in self._known:
            self._known[key] = self._branch(state)
        return self._known[key]

    def _branch(self, state: Any) -> _Ways:
        options = list(state.options)
        weights = self._flow.weights(state) or [1] * len(options)
        branches = []
        for answer, weight in zip(options, weights, strict=True):
            if weight:
                child = state.clone()
                self._flow.play(child, answer)
                branches.append((weight, self.ways(child)))
        of = lcm(*[ways.of for _, ways in branches])
        to: dict[str, int] = {}
        for weight, ways in branches:
            times = weight * (of // ways.of)
            for what, n in ways.to.items():
                to[what] = to.get(what, 0) + times * n
        of *= sum(weights)
        common = gcd(of, *to.values())
        return _Ways(of // common, {what: n // common for what, n in to.items()})
