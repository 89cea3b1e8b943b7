"""Exact odds: the distribution of what comes of one attack, from the same flow tables that play uses; and the forecast of an answer.

Chance questions are branched over with their weights, players' questions are answered by the title's policy, and positions that are
alike are counted once. Ways are counted in whole numbers: the shares add up to exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import gcd, lcm
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.core.title import Ahead, Odds, Result, Term, Title

W = TypeVar("W", bound=Hashable)
Shares = dict[str, Fraction]
POSITIONS: Final = 5000
"""A forecast looks at so many positions at most (about 200 ms, compiled); a greater fight is played so many times instead."""
SAMPLES: Final = 200
NEVER: Final = 1e-12


def distribution(title: Title[Any], odds: Odds, state: Any) -> Shares:
    """What may come of the attack that `state` stands before, with the exact chance of each result, the likeliest first."""
    if odds.tally is None:
        of, to = _Enumeration(title, odds, odds.measure).ways(state.clone())
    else:
        of, found = counted(title, odds, state)
        to = {odds.said(result): n for result, n in found.items()}
    return {what: Fraction(n, of) for what, n in sorted(to.items(), key=lambda item: (-item[1], item[0]))}


def counted(title: Title[Any], odds: Odds, state: Any) -> _Ways[Result]:
    """What may come of the attack for both sides."""
    kind = _Enumeration if odds.tally is None else Relative
    return kind(title, odds, odds.result).ways(state.clone())


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
    reckoning = Expectation(title, odds, POSITIONS)
    try:
        mean = reckoning.of(fight.clone())
        return Forecast(mean.won, mean.taken, mean.own, mean.enemy, terms, reckoning.exact)
    except TooMany:
        results = [_played_out(title, odds, fight.clone(), rng) for _ in range(SAMPLES)]
        return _played(results, terms)


def forecast_lines(found: Forecast, say: Say, language: str) -> list[str]:
    """A forecast in words: chances in whole per cent, losses with one figure after the point or comma."""
    chances = {"won": found.won, "taken": found.taken}
    lines = [say(Text(f"forecast.{key}", {"n": round(100 * chance)})) for key, chance in chances.items() if chance is not None]
    for key, loss in (("own", found.own), ("enemy", found.enemy)):
        if loss or key == "enemy":
            number = f"{loss:.1f}" if language == "en" else f"{loss:.1f}".replace(".", ",")
            lines.append(say(Text(f"forecast.{key}", {"n": number})))
    return lines


def _played(results: list[Result], terms: tuple[Term, ...]) -> Forecast:
    """What came of it on average."""
    takes = any(result.taken is not None for result in results)
    won, taken = sum(result.won for result in results), sum(bool(result.taken) for result in results)
    own, enemy = sum(result.own for result in results), sum(result.enemy for result in results)
    n = len(results)
    return Forecast(won / n, taken / n if takes else None, own / n, enemy / n, terms, exact=False)


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


class _Walk:
    """From die to die, by the title's policy."""

    def __init__(self, title: Title[Any], odds: Odds, most: int | None = None) -> None:
        """`most`: positions that may be looked at."""
        self._flow = title.flow
        self._odds = odds
        self._most = most
        self.looked = 0

    def _is_over(self, state: Any) -> bool:
        """Goes on to the next die; whether there is none."""
        flow, odds = self._flow, self._odds
        while state.stack and not odds.done(state):
            if flow.is_chance(state):
                return False
            flow.play(state, odds.policy(state))
        return True

    def _look(self) -> None:
        self.looked += 1
        if self._most is not None and self.looked > self._most:
            raise TooMany

    def _branches(self, state: Any) -> Iterator[tuple[int, Any]]:
        for weight, child in self._odds.branches(state) or self._die(state):
            if weight:
                yield weight, child
            else:
                self._look()

    def _die(self, state: Any) -> Iterator[tuple[int, Any]]:
        """What each face of the next die leads to."""
        for answer, weight in zip(state.options, self._flow.weights(state) or [1] * len(state.options), strict=True):
            if weight:
                child = state.clone()
                self._flow.play(child, answer)
                yield weight, child


class _Enumeration(_Walk, Generic[W]):
    def __init__(self, title: Title[Any], odds: Odds, measure: Callable[[Any], W]) -> None:
        super().__init__(title, odds)
        self._measure = measure
        self._known: dict[Hashable, _Ways[W]] = {}

    def ways(self, state: Any) -> _Ways[W]:
        """Takes the state over: it is played on."""
        if isinstance(state, Ahead):
            known = self._known.get(state.key)
            if known is None:
                known = self._known[state.key] = self.ways(state.make())
            return known
        self._look()
        if self._is_over(state):
            return _Ways(1, {self._measure(state): 1})
        key = self._odds.alike(state)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._summed([(weight, self.ways(child)) for weight, child in self._branches(state)])
        return found

    def _summed(self, branches: list[tuple[int, _Ways[W]]]) -> _Ways[W]:
        of = lcm(*[ways.of for _, ways in branches])
        to: dict[W, int] = {}
        for weight, ways in branches:
            times = weight * (of // ways.of)
            for what, n in ways.to.items():
                to[what] = to.get(what, 0) + times * n
        of *= sum(weight for weight, _ in branches)
        common = gcd(of, *to.values())
        return _Ways(of // common, {what: n // common for what, n in to.items()})


class Relative(_Enumeration[Result]):
    """Where losses only add up, what is known of a position is what is still to be lost from there on."""

    def ways(self, state: Any) -> _Ways[Result]:
        own, enemy, found = self._still(state)
        return _more(found, own, enemy)

    def _still(self, state: Any) -> tuple[int, int, _Ways[Result]]:
        """What both sides have lost until the next die, and what may come of it from there."""
        ahead = None
        if isinstance(state, Ahead):
            ahead = state.key
            if (known := self._known.get(ahead)) is not None:
                return state.own, state.enemy, known
            state = state.make()
        self._look()
        if self._is_over(state):
            end = self._measure(state)
            found = _Ways(1, {end.plus(-end.own, -end.enemy): 1})
            if ahead is not None:
                self._known[ahead] = found
            return end.own, end.enemy, found
        assert self._odds.tally is not None
        own, enemy = self._odds.tally(state)
        key = self._odds.alike(state)
        kept = self._known.get(key)
        if kept is None:
            branches = []
            for weight, child in self._branches(state):
                own_then, enemy_then, ways = self._still(child)
                branches.append((weight, _more(ways, own_then - own, enemy_then - enemy)))
            kept = self._known[key] = self._summed(branches)
        return own, enemy, kept


def _more(ways: _Ways[Result], own: int, enemy: int) -> _Ways[Result]:
    """The same ways with so much more lost."""
    return _Ways(ways.of, {result.plus(own, enemy): n for result, n in ways.to.items()}) if own or enemy else ways


# --- averages -----------------------------------------------------------------------------------------------------------------------


class Mean(NamedTuple):
    """What is to be expected from a position on: the chances to win and to take the place (None: such a fight takes none), and what both
    sides lose. With the chance `back` everything is as it was in a position that is looked at just now, `to`."""

    won: float
    taken: float | None
    own: float
    enemy: float
    back: float = 0.0
    to: Hashable = None


class Expectation(_Walk):
    """Averages of all results, without telling the results apart. A fight may come back to where it was, as after a round in which nobody
    hits: such a round is as if it had not been."""

    def __init__(self, title: Title[Any], odds: Odds, most: int | None = None) -> None:
        super().__init__(title, odds, most)
        self._known: dict[Hashable, Mean] = {}
        self.exact = True
        self._open: set[Hashable] = set()
        self._waiting: dict[Hashable, list[tuple[Hashable, Mean]]] = {}

    def of(self, state: Any) -> Mean:
        """Takes the state over: it is played on."""
        reckoned = self._odds.expected(state)
        if reckoned is not None:
            self.exact = reckoned.exact
            return Mean(*reckoned[:4])
        own, enemy, mean = self._still(state)
        return mean._replace(own=own + mean.own, enemy=enemy + mean.enemy)

    def _still(self, state: Any) -> tuple[int, int, Mean]:
        """What both sides have lost until the next die, and what is to be expected from there on."""
        if not isinstance(state, Ahead):
            return self._from(state)
        key = state.key if state.still is None else state.still
        known = self._known.get(key)
        if known is not None:
            return state.own, state.enemy, known
        own, enemy, mean = self._from(state.make())
        self._keep(key, mean._replace(own=mean.own + own - state.own, enemy=mean.enemy + enemy - state.enemy))
        return own, enemy, mean

    def _from(self, state: Any) -> tuple[int, int, Mean]:
        self._look()
        odds = self._odds
        if self._is_over(state):
            end = odds.result(state)
            return end.own, end.enemy, Mean(float(end.won), None if end.taken is None else float(end.taken), 0.0, 0.0)
        own, enemy = odds.tally(state) if odds.tally is not None else (0, 0)
        key = odds.alike(state)
        mean = self._known.get(key)
        reckoned = odds.expected(state) if mean is None else None
        if reckoned is not None:
            mean = self._known[key] = Mean(reckoned.won, reckoned.taken, reckoned.own - own, reckoned.enemy - enemy)
            self.exact = self.exact and reckoned.exact
        elif mean is None and key in self._open:
            mean = Mean(0.0, None, 0.0, 0.0, 1.0, key)
        elif mean is None:
            self._open.add(key)
            mean = _without_return(self._average(state, own, enemy), key)
            self._open.remove(key)
            self._keep(key, mean)
        return own, enemy, mean

    def _keep(self, key: Hashable, mean: Mean) -> None:
        """What waits for a position is known as soon as that one is."""
        if mean.back:
            if mean.to != key:
                self._waiting.setdefault(mean.to, []).append((key, mean))
            return
        self._known[key] = mean
        for other, waiting in self._waiting.pop(key, ()):
            self._known[other] = _come_back(waiting, mean)

    def _average(self, state: Any, own: int, enemy: int) -> Mean:
        won = taken = own_lost = enemy_lost = back = 0.0
        total, takes, to = 0, False, None
        for weight, child in self._branches(state):
            own_then, enemy_then, mean = self._still(child)
            total += weight
            won += weight * mean.won
            own_lost += weight * (mean.own + (own_then - own) * (1.0 - mean.back))
            enemy_lost += weight * (mean.enemy + (enemy_then - enemy) * (1.0 - mean.back))
            if mean.taken is not None:
                taken, takes = taken + weight * mean.taken, True
            if mean.back:
                back, to = back + weight * mean.back, mean.to
        return Mean(won / total, taken / total if takes else None, own_lost / total, enemy_lost / total, back / total, to)


def _come_back(mean: Mean, there: Mean) -> Mean:
    """What is to be expected, now that it is known what is where the fight comes back to."""
    back = mean.back
    taken = None if mean.taken is None and there.taken is None else (mean.taken or 0.0) + back * (there.taken or 0.0)
    return Mean(mean.won + back * there.won, taken, mean.own + back * there.own, mean.enemy + back * there.enemy)


def _without_return(mean: Mean, key: Hashable) -> Mean:
    """What is to be expected once the fight does not come back to this position any more; nothing where it does so for ever."""
    if not mean.back or mean.to != key:
        return mean
    away = 1.0 - mean.back
    if away < NEVER:
        return Mean(0.0, mean.taken, 0.0, 0.0)
    return Mean(mean.won / away, None if mean.taken is None else mean.taken / away, mean.own / away, mean.enemy / away)
