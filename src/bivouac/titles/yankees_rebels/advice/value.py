"""How good a position is: named features, and the weights that were learned for them (`data/learned.toml`, made by `bivouac learn`).

They are counted as the Confederacy sees them. Every scenario has weights of its own; those of july-2 serve whatever else there may be.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import exp, factorial
from typing import Final

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.learned import Evaluation
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.printed.map import AROUND, BIT, CEMETERY_HILL, DIST, NUMBERS, PROTECTION, SIZE, VICTORY, hexes_of
from bivouac.titles.yankees_rebels.printed.units import IS_FOOT, IS_GUN, SIDE, STACK, STRENGTH
from bivouac.titles.yankees_rebels.state import State

PARTS: Final = {
    "points": "victory points for eliminated units, the Confederacy's less the Union's",
    "wear": "strength lost by Union units still in play, less that of Confederate ones",
    "union_peril": "points that Union units close to the enemy may cost, each times the chance that it is destroyed",
    "csa_peril": "the same for Confederate units",
    "ground": "points of the victory hexes that the Confederacy holds",
    "open": "points of victory hexes without a unit that Confederate infantry or cavalry may reach in a turn or two",
    "menaced": "points of victory hexes that the Union holds against stronger Confederates close by",
    "near": "points of the other victory hexes with Confederates within six hexes",
    "contested": "points of victory hexes that the Confederacy holds with the Union close by",
    "csa_reach": "points of all victory hexes, each by how near the closest Confederate infantry is",
    "union_reach": "the same for the Union",
    "csa_mass": "Confederate strength within three hexes of victory hexes, times their points, in tens",
    "union_mass": "the same for the Union",
    "force": "strength on the map, the Confederacy's less the Union's",
}
AT_VICTORY_HEX: Final = ("csa", "union", "csa_near", "union_near", "csa_more", "held")
"""For each victory hex who stands there, the strength of both within four hexes, that beyond two counting less, by how much the
Confederates are stronger, and whether they were the last to stand there."""
OVERALL: Final = {
    "left": "the share of the game that is still to come",
    "left_squared": "the same, squared",
    "margin": "points and ground together",
    "clear_win": "what of the margin is beyond the short game's victory",
    "short_of_a_draw": "what is missing to its draw",
    "union_fresh": "units on the map that have not acted this turn",
    "csa_fresh": "the same for the Confederacy",
    "union_units": "units on the map",
    "csa_units": "the same for the Confederacy",
    "union_due": "units that are still to enter",
    "csa_due": "the same for the Confederacy",
    "csa_moves": "whose round it is",
}
STRIKE: Final = 0.15
"""The strength points that one die of an enemy within reach takes on average until the unit moves again: half the dice hit, half the hits
are losses, and not every enemy attacks."""
STRIDE: Final = (3, 5, 3, 4)
"""How far an enemy of each arm is a threat: its march and the next hex; for guns about their range."""
BALL: Final = tuple(tuple(set_of(b for b in range(SIZE) if DIST[a][b] <= d) for d in range(8)) for a in range(SIZE))
"""For each hex and distance the hexes within it."""
LIKELY: Final = 8
KILL: Final = tuple(
    tuple(1.0 - sum((exp(-n / LIKELY) * (n / LIKELY) ** k / factorial(k) for k in range(force)), 0.0) for n in range(6 * LIKELY + 1))
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
            step = 0.5 if side in sheet.ROAD_SIDES else sheet.KIND[sheet.TERRAIN[h]].mp + 0.5 * (side in sheet.STREAM_SIDES)
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
CLOSE_TO: Final = tuple(tuple((i, 1.0 if DIST[v][h] <= 2 else 0.6) for i, v in enumerate(VICTORY) if DIST[v][h] <= 4) for h in range(SIZE))
"""For each hex the victory hexes close to it, and how much strength there counts for them."""
UNION: Final = sum(1 << u for u, side in enumerate(SIDE) if side == Side.UNION)


def cover_of(s: State, h: int) -> int:
    """The dice that a hex takes away from most attacks."""
    return max(PROTECTION[h], 2) if h == CEMETERY_HILL or s.works & BIT[h] else PROTECTION[h]


def doom(s: State, u: int) -> float:
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


def parts(s: State) -> tuple[float, ...]:
    """The features in the order of PARTS."""
    force, wear, total, perils, mass = s.force, 0, 0, [0.0, 0.0], [0.0, 0.0]
    foot: tuple[list[int], list[int]] = ([], [])
    for u in bits(s.on_map):
        side = SIDE[u]
        total += force[u] if side else -force[u]
        wear += force[u] - STRENGTH[u] if side else STRENGTH[u] - force[u]
        perils[side] += STRENGTH[u] * doom(s, u)
        if IS_FOOT[u]:
            foot[side].append(s.where[u])
            mass[side] += force[u] * WORTH[s.where[u]]
    union, csa = foot
    return (s.points[1] - s.points[0], wear, *perils, *_victory_points(s), reach_of(csa), reach_of(union), *mass[::-1], total)


def _victory_points(s: State) -> tuple[float, ...]:
    """The points of the victory hexes that are held, open, menaced, near and contested."""
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
    return ground, free, menaced, close, contested


def reach_of(hexes: list[int]) -> float:
    """How near infantry in these hexes is to the victory hexes, weighed with their points."""
    if not hexes:
        return 0.0
    return sum([points * max([near[h] for h in hexes]) for points, near in CLOSENESS])


def _overall(s: State, margin: float, left: float) -> tuple[float, ...]:
    beyond = max(0.0, margin - NUMBERS.short_game["win"]), max(0.0, NUMBERS.short_game["draw"] - margin)
    forces = (s.on_map & ~s.done, s.on_map, s.due)
    counts = [(force & army).bit_count() for force in forces for army in (UNION, ~UNION)]
    return (left, left * left, margin, *beyond, *counts, s.side)


def _at_victory_hexes(s: State) -> list[float]:
    blue, grey = [0.0] * len(VICTORY), [0.0] * len(VICTORY)
    force, where = s.force, s.where
    for u in bits(s.on_map):
        for i, weight in CLOSE_TO[where[u]]:
            (grey if SIDE[u] else blue)[i] += weight * force[u]
    union, csa = s.ground
    found: list[float] = []
    for i, v in enumerate(VICTORY):
        bit = BIT[v]
        found += (csa & bit > 0, union & bit > 0, grey[i], blue[i], max(0.0, grey[i] - blue[i]), s.held & bit > 0)
    return found


def time_left(s: State) -> float:
    """The share of the game that is still to come."""
    return 1.0 - s.turn / len(s.rules.setup.turns)


def measure(s: State) -> list[float]:
    """The features in the order of NAMES."""
    some, left = parts(s), time_left(s)
    return [*some, *[x * left for x in some], *_at_victory_hexes(s), *_overall(s, some[0] + some[4], left)]


NAMES: Final = (
    *PARTS,
    *(f"{name}_early" for name in PARTS),
    *(f"{sheet.HEX[v].lower()}_{what}" for v in VICTORY for what in AT_VICTORY_HEX),
    *OVERALL,
)


_GOOD: Final = ("points", "wear", "union_peril", "ground", "open", "menaced", "near", "csa_reach", "csa_mass", "force")
_BAD: Final = ("csa_peril", "union_reach", "union_mass")
SIGNS: Final = {
    **dict.fromkeys((*_GOOD, "margin", "clear_win", "csa_fresh", "csa_units"), 1),
    **dict.fromkeys((*_BAD, "short_of_a_draw", "union_fresh", "union_units"), -1),
    **{f"{sheet.HEX[v].lower()}_{what}": 1 for v in VICTORY for what in ("csa", "csa_near", "csa_more", "held")},
    **{f"{sheet.HEX[v].lower()}_{what}": -1 for v in VICTORY for what in ("union", "union_near")},
}
EVALUATION: Final = Evaluation(sheet.FILES.package, NAMES, measure, lambda s: s.rules.setup.id, otherwise="july-2")
"""`early`: times the share of the game that is left."""
