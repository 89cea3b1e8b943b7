"""The chance to win that the table shows after a match, and how it is put right where it was found to be off.

`calibration.toml`, made by `bivouac calibrate`, holds a correction for titles and levels of play where the chance was off by more than
five points: a grid that says what some reckoned log odds come to at five times of a match, with straight lines in between; and a shift for
each scenario, early and late. The same position is worth one thing between recruits and another between veterans.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log
from random import Random
from typing import Any, NamedTuple

import msgspec

from bivouac.agents.agent import LEVELS, level_of
from bivouac.agents.search import Effort, winning_chance
from bivouac.core.data import read_resource
from bivouac.core.ids import Side
from bivouac.core.learned import logistic
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match.view import View

ONE_TURN = Effort(samples=6)
FILE = "calibration.toml"
CERTAIN = 0.005  # nearer to 0 or 1 no evaluation is believed
USUAL = "veteran"  # the level of play where nothing else is known
POINTS = (-3.0, -1.5, 0.0, 1.5, 3.0)  # log odds of a grid: chances of 5, 18, 50, 82 and 95 %
TIMES = (0.0, 0.25, 0.5, 0.75, 1.0)  # shares of a match that are over
PLAIN = (POINTS,) * len(TIMES)  # changes nothing


class Span(NamedTuple):
    """A scenario: the number of the first turn and, on average, of the last one; what else is added to the log odds early and late."""

    scenario: str
    first: float
    last: float
    early: float
    later: float

    def late(self, turn: int) -> float:
        """How much of a match is over, between 0 and 1."""
        return min(max((turn - self.first) / max(self.last - self.first, 1.0), 0.0), 1.0)


UNKNOWN = Span("", 0.0, 0.0, 0.0, 0.0)


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Between whom it holds, by which command and from how many positions it was made; for each of TIMES what the log odds of POINTS come
    to."""

    title: str
    level: str
    command: str
    positions: int
    grid: tuple[tuple[float, ...], ...]
    scenarios: list[Span]


class CurveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    curve: list[Curve] = []


class Truth(View):
    """After the end nothing is hidden: the only world is the true one."""

    def sample(self, rng: Random) -> State:
        return self._state.clone()


def chance_in(title: Title[Any], scenario: str, state: State, level: str = USUAL) -> float:
    """The Union's chance between players of a level, put right where there is a correction."""
    assert title.advice is not None
    chance, curve = reckoned(title, state), curve_for(title.id, level)
    return round(chance if curve is None else corrected(curve, scenario, title.advice.turn(state), chance), 4)


def reckoned(title: Title[Any], state: State) -> float:
    """Half how the position looks as it stands, half how it looks when the script has played one turn on: an evaluation alone leans to
    whoever has just moved."""
    assert title.advice is not None
    ahead = winning_chance(Truth(title, state, Side.UNION), Random(0), ONE_TURN)
    assert ahead is not None
    return (title.advice.evaluate(state, Side.UNION) + ahead) / 2


def level_at(agents: Iterable[str | None]) -> str:
    """At which level a match is played, as far as its computer players tell; of two different ones both, as in `recruit:veteran`."""
    levels = [level for agent in agents if agent is not None and (level := level_of(agent)) in LEVELS] or [USUAL]
    return levels[0] if len(set(levels)) == 1 else ":".join(levels)


def curve_for(title: str, level: str) -> Curve | None:
    """A level that was never measured is taken for the usual one. Between unequal players that never were the position alone speaks."""
    return curves().get((title, level)) or curves().get((title, "" if ":" in level else USUAL))


@cache
def curves() -> Mapping[tuple[str, str], Curve]:
    return {(curve.title, curve.level): curve for curve in read_resource(CurveFile, "bivouac.agents", FILE).curve}


def corrected(curve: Curve, scenario: str, turn: int, chance: float) -> float:
    """What a chance in a scenario comes to at a turn. Of a scenario of players' own nothing is known: half of it may be over."""
    span = next((s for s in curve.scenarios if s.scenario == scenario), UNKNOWN)
    late = span.late(turn) if span is not UNKNOWN else 0.5
    grid = sum(share * curve.grid[time][point] for time, point, share in places(late, log_odds(chance)))
    return logistic(grid + span.early * (1 - late) + span.later * late)


def places(late: float, odds: float) -> list[tuple[int, int, float]]:
    """The four places of a grid around a position: which of TIMES, of POINTS, and the share. Beyond the last point the line goes on."""
    return [(time, point, a * b) for time, a in _beside(TIMES, late) for point, b in _beside(POINTS, odds)]


def _beside(marks: Sequence[float], at: float) -> tuple[tuple[int, float], tuple[int, float]]:
    """The two marks on whose line a value lies, with their shares."""
    n = min(max(bisect(marks, at), 1), len(marks) - 1)
    share = (at - marks[n - 1]) / (marks[n] - marks[n - 1])
    return (n - 1, 1 - share), (n, share)


def log_odds(chance: float) -> float:
    sure = min(max(chance, CERTAIN), 1 - CERTAIN)
    return log(sure / (1 - sure))
