"""The course of a match: the chance to win after each turn, and the turns that changed it most."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import NamedTuple

from bivouac.agents.shown import USUAL, chance_in
from bivouac.core.events import Event
from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.title import Title

POINTS = 150
MARKS = 5
SWING = 0.1
EVEN = 0.5

Point = tuple[int, float]


class Swing(NamedTuple):
    """From the chance at one point to that at the next."""

    before: Point
    after: Point

    @property
    def size(self) -> float:
        return abs(self.after[1] - self.before[1])


def course_of(title: Title[State], scenario: str, state: State, answers: Sequence[int], level: str = USUAL) -> list[Point]:
    """The Union's chance between players of a level at the start, after each turn and at the end: (answers given, chance). Titles in which
    a turn is a small thing have very many; some of them, evenly spread, are enough."""
    if title.advice is None:
        return []
    turn, every = None, max(1, -(-_turns(title, state.clone(), answers) // POINTS))
    points: list[Point] = []
    passed = 0
    for number in range(len(answers) + 1):
        if state.stack and not title.flow.is_chance(state) and title.advice.turn(state) != turn:
            turn = title.advice.turn(state)
            if passed % every == 0:
                points.append((number, chance_in(title, scenario, state, level)))
            passed += 1
        if number < len(answers):
            title.play(state, answers[number])
    if state.outcome is not None:
        points.append((len(answers), state.outcome.worth(Side.UNION)))
    return points


def _turns(title: Title[State], state: State, answers: Sequence[int]) -> int:
    assert title.advice is not None
    turn, turns = None, 0
    for answer in answers:
        if not title.flow.is_chance(state) and title.advice.turn(state) != turn:
            turn = title.advice.turn(state)
            turns += 1
        title.play(state, answer)
    return turns


def turning_points(points: Sequence[Point], *, given_up: bool) -> list[Swing]:
    """The few largest swings, in the order in which they came. The end itself is one only where it overturns what was to be expected;
    giving up never is."""
    swings = [Swing(a, b) for a, b in pairwise(points)]
    if swings and (given_up or not _overturns(swings[-1])):
        swings.pop()
    largest = sorted((s for s in swings if s.size >= SWING), key=lambda s: -s.size)[:MARKS]
    return sorted(largest)


def _overturns(swing: Swing) -> bool:
    return (swing.before[1] - EVEN) * (swing.after[1] - EVEN) < 0


class Headings:
    """The headings of a log. Those that name a place of the board tell of a fight, the others of the time."""

    def __init__(self, log: Sequence[tuple[int, Sequence[Event]]], places: Container[str]) -> None:
        found = [(number, event) for number, events in log for event in events if event.kind.heading]
        self._fights = [(n, e) for n, e in found if any(t in places for t in e.targets)]
        self._times = [(n, e) for n, e in found if not any(t in places for t in e.targets)]

    def of(self, swing: Swing) -> tuple[Event | None, list[Event]]:
        """When it was, and what was fought for then."""
        begin, end = swing.before[0], swing.after[0]
        times = [e for n, e in self._times if n < begin] or [e for n, e in self._times if n < end][:1]
        return times[-1] if times else None, [e for n, e in self._fights if begin <= n < end]
