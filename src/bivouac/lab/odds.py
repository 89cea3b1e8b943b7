"""Exact odds: the distribution of what comes of one attack, from the same flow tables that play uses.

Chance questions are branched over with their weights, players' questions are answered by the title's policy, and positions that are
alike are counted once. Everything is in fractions: the shares add up to exactly one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bivouac.core.title import Odds, Title

Shares = dict[str, Fraction]


def distribution(title: Title[Any], odds: Odds, state: Any) -> Shares:
    """What may come of the attack that `state` stands before, with the exact chance of each result, the likeliest first."""
    shares = _Enumeration(title, odds).shares(state.clone())
    return dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))


def marginals(shares: Shares) -> dict[str, Shares]:
    """Results such as "hits:2 lost:1" taken apart: for "hits" and for "lost" the chance of each number."""
    apart: dict[str, Shares] = {}
    for what, share in shares.items():
        for part in what.split():
            rows = apart.setdefault(part.partition(":")[0], {})
            rows[part] = rows.get(part, Fraction(0)) + share
    return {key: dict(sorted(rows.items())) for key, rows in apart.items()}


class _Enumeration:
    def __init__(self, title: Title[Any], odds: Odds) -> None:
        self._flow = title.flow
        self._odds = odds
        self._known: dict[tuple[Any, ...], Shares] = {}

    def shares(self, state: Any) -> Shares:
        """Takes the state over: it is played on."""
        flow, odds = self._flow, self._odds
        while state.stack and not odds.done(state) and not flow.is_chance(state):
            flow.play(state, odds.policy(state))
        if not state.stack or odds.done(state):
            return {odds.measure(state): Fraction(1)}
        key = state.key()
        if key not in self._known:
            self._known[key] = self._branch(state)
        return self._known[key]

    def _branch(self, state: Any) -> Shares:
        options = list(state.options)
        weights = self._flow.weights(state) or [1] * len(options)
        total = sum(weights)
        shares: Shares = {}
        for answer, weight in zip(options, weights, strict=True):
            if weight:
                child = state.clone()
                self._flow.play(child, answer)
                for what, share in self.shares(child).items():
                    shares[what] = shares.get(what, Fraction(0)) + share * Fraction(weight, total)
        return shares
