"""The chance to win that the table shows after a match, and how it is put right where it was found to be off.

`calibration.toml`, made by `bivouac calibrate`, holds a correction for titles and levels of play where the chance was off by more than
five points: on the scale of log odds a slope, a shift and a further shift for each scenario, all of them early in a match and late, and in
between on the straight line from one to the other. The same position is worth one thing between recruits and another between veterans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """Between whom it holds, by which command and from how many positions it was made; slopes of the log odds early and late, and what is
    added to them."""

    title: str
    level: str
    command: str
    positions: int
    slopes: tuple[float, float]
    shifts: tuple[float, float]
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
    """At which level a match is played, as far as its computer players tell; "" between two of different levels."""
    levels = {level for agent in agents if agent is not None and (level := level_of(agent)) in LEVELS} or {USUAL}
    return levels.pop() if len(levels) == 1 else ""


def curve_for(title: str, level: str) -> Curve | None:
    """A level that was never measured is taken for the usual one. Between unequal players the position alone speaks."""
    return curves().get((title, level)) or curves().get((title, USUAL if level else ""))


@cache
def curves() -> Mapping[tuple[str, str], Curve]:
    return {(curve.title, curve.level): curve for curve in read_resource(CurveFile, "bivouac.agents", FILE).curve}


def corrected(curve: Curve, scenario: str, turn: int, chance: float) -> float:
    """What a chance in a scenario comes to at a turn. Of a scenario of players' own nothing is known: half of it may be over."""
    span = next((s for s in curve.scenarios if s.scenario == scenario), UNKNOWN)
    late = span.late(turn) if span is not UNKNOWN else 0.5
    slope, shift, there = (a * (1 - late) + b * late for a, b in (curve.slopes, curve.shifts, (span.early, span.later)))
    return logistic(slope * log_odds(chance) + shift + there)


def log_odds(chance: float) -> float:
    sure = min(max(chance, CERTAIN), 1 - CERTAIN)
    return log(sure / (1 - sure))
