"""Exact odds: the distribution of what comes of one attack, from the same flow tables that play uses; and the forecast of an answer.

Chance questions are branched over with their weights, players' questions are answered by the title's policy, and positions that are
alike are counted once. Ways are counted in whole numbers: the shares add up to exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.core.title import Odds, Result, Term, Title

W = TypeVar("W", bound=Hashable)
Shares = dict[str, Fraction]
POSITIONS: Final = 1200
"""A forecast looks at so many positions at most (about 200 ms); a greater fight is played so many times instead."""
SAMPLES: Final = 200


def distribution(title: Title[Any], odds: Odds, state: Any) -> Shares:
    """What may come of the attack that `state` stands before, with the exact chance of each result, the likeliest first."""
    of, to = _Enumeration(title, odds, odds.measure).ways(state.clone())
    return {what: Fraction(n, of) for what, n in sorted(to.items(), key=lambda item: (-item[1], item[0]))}


def marginals(shares: Shares) -> dict[str, Shares]:
    """Results such as "hits:2 lost:1" taken apart: for "hits" and for "lost" the chance of each number."""
    apart: dict[str, Shares] = {}
    for what, share in shares.items():
        for part in what.split():
            rows = apart.setdefault(part.partition(":")[0], {})
            rows[part] = rows.get(part, Fraction(0)) + share
    return {key: dict(sorted(rows.items())) for key, rows in apart.items()}


# --- before an answer is given --------------------------------------------------------------------------------------------------------


class Forecast(NamedTuple):
    """What is to be expected of the fight that an answer leads to: the chance to win it, the chance to take the place (None: it takes
    none), the average losses of both sides, and what it is reckoned with. `exact` is False where it was only played many times."""

    won: float
    taken: float | None
    own: float
    enemy: float
    terms: tuple[Term, ...]
    exact: bool


def forecast(title: Title[Any], state: Any, answer: int, rng: Random) -> Forecast | None:
    """The forecast of an answer to the question at hand; None where no fight comes of it."""
    odds = title.odds
    fight = odds.attack(state, answer) if odds is not None else None
    if odds is None or fight is None:
        return None
    terms = tuple(odds.terms(fight))
    try:
        of, to = _Enumeration(title, odds, odds.result, POSITIONS).ways(fight.clone())
        return _expected({result: n / of for result, n in to.items()}, terms, exact=True)
    except TooMany:
        results = [_played_out(title, odds, fight.clone(), rng) for _ in range(SAMPLES)]
        return _expected({result: results.count(result) / SAMPLES for result in set(results)}, terms, exact=False)


def forecast_lines(found: Forecast, say: Say, language: str) -> list[str]:
    """A forecast in words: chances in whole per cent, losses with one figure after the point or comma."""
    chances = {"won": found.won, "taken": found.taken}
    lines = [say(Text(f"forecast.{key}", {"n": round(100 * chance)})) for key, chance in chances.items() if chance is not None]
    for key, loss in (("own", found.own), ("enemy", found.enemy)):
        if loss or key == "enemy":
            number = f"{loss:.1f}" if language == "en" else f"{loss:.1f}".replace(".", ",")
            lines.append(say(Text(f"forecast.{key}", {"n": number})))
    return lines


def _expected(shares: Mapping[Result, float], terms: tuple[Term, ...], *, exact: bool) -> Forecast:
    rows = list(shares.items())
    takes = any(result.taken is not None for result, _ in rows)
    return Forecast(
        won=sum(share for result, share in rows if result.won),
        taken=sum(share for result, share in rows if result.taken) if takes else None,
        own=sum(share * result.own for result, share in rows),
        enemy=sum(share * result.enemy for result, share in rows),
        terms=terms,
        exact=exact,
    )


def _played_out(title: Title[Any], odds: Odds, state: Any, rng: Random) -> Result:
    flow = title.flow
    while state.stack and not odds.done(state):
        flow.play(state, rng.choices(state.options, flow.weights(state))[0] if flow.is_chance(state) else odds.policy(state))
    return odds.result(state)


# --- counting -----------------------------------------------------------------------------------------------------------------------


class TooMany(Exception):
    """There are more positions than may be looked at."""


class _Ways(NamedTuple, Generic[W]):
    """How many of so many equally likely ways lead to each result."""

    of: int
    to: dict[W, int]


class _Enumeration(Generic[W]):
    def __init__(self, title: Title[Any], odds: Odds, measure: Callable[[Any], W], most: int | None = None) -> None:
        """`most`: positions that may be looked at."""
        self._flow = title.flow
        self._odds = odds
        self._measure = measure
        self._most = most
        self._looked = 0
        self._known: dict[Hashable, _Ways[W]] = {}

    def ways(self, state: Any) -> _Ways[W]:
        """Takes the state over: it is played on."""
        flow, odds = self._flow, self._odds
        while state.stack and not odds.done(state) and not flow.is_chance(state):
            flow.play(state, odds.policy(state))
        if not state.stack or odds.done(state):
            return _Ways(1, {self._measure(state): 1})
        key = odds.alike(state)
        if key not in self._known:
            self._known[key] = self._counted(self._odds.branches(state) or self._die(state))
        return self._known[key]

    def _die(self, state: Any) -> Iterator[tuple[int, Any]]:
        """What each face of the next die leads to."""
        for answer, weight in zip(state.options, self._flow.weights(state) or [1] * len(state.options), strict=True):
            if weight:
                child = state.clone()
                self._flow.play(child, answer)
                yield weight, child

    def _counted(self, children: Iterable[tuple[int, Any]]) -> _Ways[W]:
        branches = []
        for weight, child in children:
            self._looked += 1
            if self._most is not None and self._looked > self._most:
                raise TooMany
            branches.append((weight, self.ways(child)))
        of = lcm(*[ways.of for _, ways in branches])
        to: dict[W, int] = {}
        for weight, ways in branches:
            times = weight * (of // ways.of)
            for what, n in ways.to.items():
                to[what] = to.get(what, 0) + times * n
        of *= sum(weight for weight, _ in branches)
        common = gcd(of, *to.values())
        return _Ways(of // common, {what: n // common for what, n in to.items()})
