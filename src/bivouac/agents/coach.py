"""A coach: how much worse an answer is than the best one that is found in a moment, for all that its side can know.

Both are followed by the same plan, in the same worlds, with the same dice and the same enemy. The rival is found on some futures and
judged on others, so that luck in finding it does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bivouac.agents.clock import Clock
from bivouac.agents.futures import Line
from bivouac.agents.search import Candidate, Effort, Search
from bivouac.core.flow import Question
from bivouac.match.view import View

GRAVE = 0.15  # a fall of the chance to win that is worth a word
SURE = 2.0  # standard errors that it must be beyond that
FINDING = 5  # futures on which the rival is found
HOPE = 0.03  # a rival that is not ahead by this on them is none
LEAST = 12  # futures on which it is judged at the least
ENDS = 40  # matches that are played to their end before a warning
COACH = Effort(lines=8, samples=48, worlds=24)


class Judgement(NamedTuple):
    """The chance to win with the given answers and with the best line found, on so many futures; the error of their difference; and, where
    that is a grave fall, how much more often the best line won in matches that were played to their end."""

    given: float
    best: float
    line: Line
    error: float
    futures: int
    ends: float = 0.0

    @property
    def fall(self) -> float:
        return self.best - self.given

    @property
    def is_grave(self) -> bool:
        """The evaluation may be wrong, most of all about a match that is as good as won or lost: matches played to their end must agree."""
        return self.looks_grave and self.ends >= GRAVE

    @property
    def looks_grave(self) -> bool:
        """Even if the fall is smaller by so many errors."""
        return self.futures >= LEAST and self.fall - SURE * self.error >= GRAVE

    @property
    def is_harmless(self) -> bool:
        """Even if the fall is greater by so many errors."""
        return self.fall + SURE * self.error < GRAVE


def judged(view: View, question: Question, given: Sequence[int], rng: Random, clock: Clock, effort: Effort = COACH) -> Judgement | None:
    """What comes of some answers, against the best other answer that is found; None where none looks better, or the title has no advice.
    Without a clock it works by counts, and the same seed gives the same judgement."""
    advice = view.title.advice
    if advice is None or len(question.options) < 2 or not given:
        return None
    started = clock.now()
    search = Search(view, advice, question.side, rng, effort, clock.now)
    own, rivals = _field(search, given, effort.lines)
    if not rivals:
        return None
    for n in range(FINDING):
        for candidate in (own, *rivals):
            search.value(candidate, n)
    best = max(rivals, key=lambda c: sum(search.values_of(c)))
    if sum(search.values_of(best)) - sum(search.values_of(own)) < HOPE * FINDING:
        return None
    for n in range(FINDING, FINDING + effort.samples):
        if n >= FINDING + LEAST and (_is_late(clock, started) or _found(search, own, best).is_harmless):
            break
        search.value(own, n)
        search.value(best, n)
    found = _found(search, own, best)
    return found._replace(ends=_gain_in_the_end(search, own, best)) if found.looks_grave else found


def _gain_in_the_end(search: Search, own: Candidate, best: Candidate) -> float:
    first = len(search.values_of(own))
    return sum(search.end(best, n) - search.end(own, n) for n in range(first, first + ENDS)) / ENDS


def _is_late(clock: Clock, started: float) -> bool:
    return clock.seconds is not None and clock.now() - started > clock.seconds


def _found(search: Search, own: Candidate, best: Candidate) -> Judgement:
    return _compared(search.values_of(own)[FINDING:], search.values_of(best)[FINDING:], best.line)


def _field(search: Search, given: Sequence[int], lines: int) -> tuple[Candidate, list[Candidate]]:
    """The given answers and the most promising others, each followed by the plan that is wisest here."""
    futures, world = search.futures, search.worlds[0]
    plan = max(range(futures.count()), key=lambda p: futures.weight(world, p))
    own = Candidate(futures.begun(world, tuple(given), plan), plan)
    others = [a for a in futures.order(world, search.side, plan) if a != given[0]][:lines]
    return own, [Candidate(futures.line(world, plan, first=a), plan) for a in others]


def _compared(given: Sequence[float], best: Sequence[float], line: Line) -> Judgement:
    n = len(given)
    gains = [b - g for g, b in zip(given, best, strict=True)]
    mean = sum(gains) / n
    error = (sum((g - mean) ** 2 for g in gains) / max(n - 1, 1) / n) ** 0.5
    return Judgement(sum(given) / n, sum(best) / n, line, error, n)
