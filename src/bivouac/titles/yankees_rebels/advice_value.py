"""How good a position is: named features, and the margin of victory points that they let expect at the end.

The weights are in `data/advice.toml`. Every feature has two, one for the end of the game and one that counts in proportion to the time
left. The margin, against what the dice may still change, is the winning chance; `advice_fit` calibrates both on scripted matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from math import exp, factorial
from typing import Final

from bivouac.core.data import read_resource
from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.armies import IS_FOOT, IS_GUN, SIDE, STACK, STRENGTH, members
from bivouac.titles.yankees_rebels.battlefield import (
    AROUND,
    BIT,
    CEMETERY_HILL,
    DIST,
    KIND,
    PACKAGE,
    PROTECTION,
    ROAD_SIDES,
    SIZE,
    STREAM_SIDES,
    TABLES,
    TERRAIN,
    VICTORY,
    Strict,
    area_of,
    hexes_of,
)
from bivouac.titles.yankees_rebels.state import Gettysburg


class Weights(Strict, frozen=True):
    """`end` and `rest`: by feature, at the end of the game and for the time left; `spread`: the same for what is uncertain."""

    scenario: str
    end: dict[str, float]
    rest: dict[str, float]
    spread: list[float]


class AdviceFile(Strict, frozen=True):
    command: str
    weights: list[Weights]


NAMES: Final = ("points", "wear", "union_peril", "csa_peril", "ground", "open", "menaced", "near", "contested", "csa_reach", "union_reach",
                "csa_mass", "union_mass", "force", "start")
"""
points       victory points for eliminated units, the Confederacy's less the Union's
wear         strength lost by Union units still in play, less that of Confederate ones
union_peril  points that Union units close to the enemy may cost, each times the chance that it is destroyed
csa_peril    the same for Confederate units
ground       points of the victory hexes that the Confederacy holds
open         points of victory hexes without a unit that Confederate infantry or cavalry may reach in a turn or two
menaced      points of victory hexes that the Union holds against stronger Confederates close by
near         points of the other victory hexes with Confederates within six hexes
contested    points of victory hexes that the Confederacy holds with the Union close by
csa_reach    points of all victory hexes, each by how near the closest Confederate infantry is
union_reach  the same for the Union
csa_mass     Confederate strength within three hexes of victory hexes, times their points, in tens
union_mass   the same for the Union
force        strength on the map, the Confederacy's less the Union's
start        one: what the scenario gives
"""

STRIKE: Final = 0.15
"""The strength points that one die of an enemy within reach takes on average until the unit moves again: half the dice hit, half the hits
are losses, and not every enemy attacks."""
STRIDE: Final = (3, 5, 3, 4)
"""How far an enemy of each arm is a threat: its march and the next hex; for guns about their range."""
BALL: Final = tuple(tuple(area_of(b for b in range(SIZE) if DIST[a][b] <= d) for d in range(8)) for a in range(SIZE))
"""For each hex and distance the hexes within it."""
LIKELY: Final = 8
KILL: Final = tuple(
    tuple(1 - sum(exp(-n / LIKELY) * (n / LIKELY) ** k / factorial(k) for k in range(force)) for n in range(6 * LIKELY + 1))
    for force in range(max(STRENGTH) + 1)
)
"""The chance that a unit of some strength is destroyed, by the losses to be expected in LIKELY-ths (they come as rare events do)."""


def _marches_to(v: int) -> tuple[float, ...]:
    """The movement points from every hex to one, along the best roads and with no enemy about."""
    cost = [99.0] * SIZE
    cost[v] = 0.0
    queue = [(0.0, v)]
    while queue:
        spent, h = heappop(queue)
        for n in AROUND[h] if spent == cost[h] else ():
            side = (min(h, n), max(h, n))
            step = 0.5 if side in ROAD_SIDES else KIND[TERRAIN[h]].mp + 0.5 * (side in STREAM_SIDES)
            if spent + step < cost[n]:
                cost[n] = spent + step
                heappush(queue, (cost[n], n))
    return tuple(cost)


MARCHES: Final = {v: _marches_to(v) for v in VICTORY}
FAR: Final = 10.0
CLOSENESS: Final = tuple((points, tuple(max(0.0, 1.0 - march / FAR) for march in MARCHES[v])) for v, points in VICTORY.items())
"""For each victory hex its points, and how near every hex is to it by march: one on it, nothing at FAR."""
WORTH: Final = tuple(sum(points for v, points in VICTORY.items() if DIST[v][h] <= 3) / 10 for h in range(SIZE))
"""The points of the victory hexes within three hexes, in tens."""
VICTORY_POINTS: Final = tuple(VICTORY.items())


def cover_of(s: Gettysburg, h: int) -> int:
    """The dice that a hex takes away from most attacks."""
    return max(PROTECTION[h], 2) if h == CEMETERY_HILL or s.works & BIT[h] else PROTECTION[h]


def doom(s: Gettysburg, u: int) -> float:
    """The chance that a unit is destroyed where it stands until it moves again."""
    h = s.where[u]
    near = BALL[h][3] & s.ground[1 - SIDE[u]]
    if not near:
        return 0.0
    cover, dice = cover_of(s, h), 0
    for x in hexes_of(near):
        for e in STACK[s.at[x]]:
            dice += max((2 if IS_GUN[e] else s.force[e]) - cover, 0)
    chances = KILL[s.force[u]]
    return chances[min(int(STRIKE * LIKELY * dice), len(chances) - 1)]


def measure(s: Gettysburg) -> tuple[float, ...]:
    """The features in the order of NAMES, from the Confederacy's side."""
    force = s.force
    wear, total, perils = 0, 0, [0.0, 0.0]
    foot: tuple[list[int], list[int]] = ([], [])
    mass = [0.0, 0.0]
    for u in members(s.on_map):
        side = SIDE[u]
        total += force[u] if side else -force[u]
        wear += force[u] - STRENGTH[u] if side else STRENGTH[u] - force[u]
        perils[side] += STRENGTH[u] * doom(s, u)
        if IS_FOOT[u]:
            foot[side].append(s.where[u])
            mass[side] += force[u] * WORTH[s.where[u]]
    union, csa = s.ground
    ground = free = contested = close = 0
    menaced = 0.0
    for v, points in VICTORY_POINTS:
        bit, ball = BIT[v], BALL[v]
        if csa & bit:
            ground += points
            if union & ball[3]:
                contested += points
        elif csa & ball[3]:
            if union & bit:
                menaced += points * max(doom(s, u) for u in STACK[s.at[v]])
            else:
                free += points
        elif csa & ball[6]:
            close += points
    return (s.points[1] - s.points[0], wear, perils[0], perils[1], ground, free, menaced, close, contested,
            reach_of(foot[1]), reach_of(foot[0]), mass[1], mass[0], total, 1.0)


def reach_of(hexes: list[int]) -> float:
    """How near infantry in these hexes is to the victory hexes, weighed with their points."""
    if not hexes:
        return 0.0
    return sum([points * max([near[h] for h in hexes]) for points, near in CLOSENESS])


# --- the margin ----------------------------------------------------------------------------------------

WEIGHTS: Final = {w.scenario: w for w in read_resource(AdviceFile, PACKAGE, "data", "advice.toml").weights}
ANY: Final = "july-2"
"""Whose weights serve the scenarios that have none of their own."""
END: Final = {name: tuple(w.end.get(key, 0.0) for key in NAMES) for name, w in WEIGHTS.items()}
REST: Final = {name: tuple(w.rest.get(key, 0.0) for key in NAMES) for name, w in WEIGHTS.items()}


def time_left(s: Gettysburg) -> float:
    """The share of the game that is still to come."""
    return 1.0 - s.turn / len(s.rules.setup.turns)


def weigh(s: Gettysburg) -> list[float]:
    """The features in points of the final margin, from the Confederacy's side."""
    name = s.rules.setup.id if s.rules.setup.id in WEIGHTS else ANY
    left = time_left(s)
    return [x * (a + b * left) for x, a, b in zip(measure(s), END[name], REST[name])]


def features(s: Gettysburg, side: Side) -> Mapping[str, float]:
    """The named parts of the expected margin (see NAMES), from the side's point of view, and the share of the game that is over."""
    sign = 1 if side == Side.CSA else -1
    return {**{name: sign * value for name, value in zip(NAMES, weigh(s))}, "progress": 1.0 - time_left(s)}


def evaluate(s: Gettysburg, side: Side) -> float:
    """The winning chance: the expected margin against what the rest of the game may still change."""
    margin = sum(weigh(s))
    low, more = WEIGHTS[s.rules.setup.id if s.rules.setup.id in WEIGHTS else ANY].spread
    spread = low + more * time_left(s)
    if s.rules.setup.short_game:
        win, draw = TABLES.short_game.win, TABLES.short_game.draw
        csa = 0.5 * chance(margin - draw + 0.5, spread) + 0.5 * chance(margin - win + 0.5, spread)
    else:
        csa = chance(margin, spread)
    return csa if side == Side.CSA else 1.0 - csa


def chance(margin: float, spread: float) -> float:
    """The logistic curve: close to the normal one with 1.7 times the spread."""
    return 1.0 / (1.0 + exp(-max(min(1.7 * margin / spread, 30.0), -30.0)))


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b))
