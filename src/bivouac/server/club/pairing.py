"""Who meets whom, and how a tournament stands: numbers alone, no database. An encounter is two matches on the same scenario with the seats
swapped, so nobody is favoured by a side.

    robin   everybody meets everybody once, by the circle method
    swiss   in each round equals meet, never the same two twice where that can be helped; who is left over rests and scores both matches
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Pair = tuple[str, str | None]  # None: who rests
LEGS = 2
TRIES = 20_000  # steps after which two may meet again


@dataclass(frozen=True)
class Result:
    """One match that counts: who played it (nobody as the other: a rest), and what each scored; None: it goes on."""

    one: str
    other: str | None
    scores: tuple[float, float] | None


@dataclass
class Line:
    """A line of the table. Ties are broken by the points of one's opponents (Buchholz), by those one has beaten (Sonneborn-Berger), by
    victories, and at last by the order of the entries."""

    player: str
    points: float = 0.0
    buchholz: float = 0.0
    berger: float = 0.0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    met: set[str] = field(default_factory=set)


def rounds_of(kind: str, players: int, wanted: int = 0) -> int:
    """How many rounds are played."""
    everybody = players - 1 + players % 2
    if kind == "robin":
        return everybody
    return max(1, min(wanted or math.ceil(math.log2(max(2, players))), everybody))


def robin(players: Sequence[str], number: int) -> list[Pair]:
    """The encounters of a round (the first is 0): the first stays, the others walk around the table."""
    seats: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    turned = [seats[0], *(seats[1:][-number % (len(seats) - 1) :] + seats[1:][: -number % (len(seats) - 1)])] if len(seats) > 1 else seats
    found = []
    for one, other in zip(turned[: len(turned) // 2], reversed(turned[len(turned) // 2 :]), strict=True):
        first, second = (one, other) if one is not None else (other, one)
        assert first is not None
        found.append((first, second))
    return found


def swiss(table: Sequence[Line], rested: set[str]) -> list[Pair]:
    """The encounters of the next round, from the table as it stands, the best first."""
    players = [line.player for line in table]
    met = {line.player: line.met for line in table}
    rests: list[Pair] = []
    if len(players) % 2:
        last = next((p for p in reversed(players) if p not in rested), players[-1])
        players.remove(last)
        rests = [(last, None)]
    fresh = _fresh(players, met, [TRIES])
    paired = fresh if fresh is not None else list(zip(players[::2], players[1::2], strict=True))
    return [*paired, *rests]


def _fresh(players: list[str], met: Mapping[str, set[str]], tries: list[int]) -> list[tuple[str, str]] | None:
    """Pairs that have not met, the nearest in the table first; None: there are none, or it takes too long to find them."""
    if not players:
        return []
    tries[0] -= 1
    first, others = players[0], players[1:]
    for other in others:
        if other not in met[first] and tries[0] > 0:
            rest = _fresh([p for p in others if p != other], met, tries)
            if rest is not None:
                return [(first, other), *rest]
    return None


def standings(players: Sequence[str], results: Sequence[Result]) -> list[Line]:
    """The table; `players` in the order that breaks the last ties."""
    lines = {player: Line(player) for player in players}
    for result in results:
        _count(lines, result)
    beaten: dict[str, float] = defaultdict(float)
    for result in results:
        if result.scores is not None and result.other in lines and result.one in lines:
            beaten[result.one] += result.scores[0] * lines[result.other].points
            beaten[result.other] += result.scores[1] * lines[result.one].points
    for line in lines.values():
        line.buchholz, line.berger = sum(lines[p].points for p in line.met if p in lines), beaten[line.player]
    order = {player: number for number, player in enumerate(players)}
    return sorted(lines.values(), key=lambda x: (-x.points, -x.buchholz, -x.berger, -x.won, order[x.player]))


def _count(lines: Mapping[str, Line], result: Result) -> None:
    for me, other, place in ((result.one, result.other, 0), (result.other, result.one, 1)):
        line = lines.get(me or "")
        if line is None:
            continue
        if other is not None:
            line.met.add(other)
        if result.scores is not None:
            score = result.scores[place]
            line.points += score
            if other is not None:
                line.won, line.drawn, line.lost = line.won + (score == 1), line.drawn + (score == 0.5), line.lost + (score == 0)
