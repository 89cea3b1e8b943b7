"""Plain wishes for Yankees & Rebels: which hexes, how many on each, and when to close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.yankees_rebels.frames import ALONE, EVADE, FIRST_ALONE, HAT_STACK, HAT_UNIT, PASS, RECOVER, SECOND_ALONE, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, DIST, NEXT, PROTECTION, VICTORY, hexes_of
from bivouac.titles.yankees_rebels.printed.units import IS_FOOT, IS_GUN, SIDE, STRENGTH, UNIT

Score = Callable[[int], float]


class Temper(NamedTuple):
    """What a victory hex, an enemy and cover draw; how much contact frightens; which hexes."""

    hexes: float
    enemies: float
    cover: float
    fear: float
    free_only: bool = False


def place_of(s: Any, u: int) -> int:
    return int(s.where[u] if s.where[u] >= 0 else s.rules.setup.entry[u])


def targets(s: Any, u: int, temper: Temper) -> list[tuple[int, float]]:
    """Victory hexes that a unit should go to: not those where another of its side stands, nor to which another is nearer."""
    side, here = SIDE[u], place_of(s, u)
    foot = [s.where[x] for x in bits(s.on_map) if x != u and SIDE[x] == side and IS_FOOT[x]]
    found = []
    for v, points in VICTORY.items():
        near = sum(DIST[h][v] <= DIST[here][v] for h in foot)
        if v in foot or (temper.free_only and s.ground[1 - side] & BIT[v]):
            continue
        found.append((v, temper.hexes * points - 1.5 * min(near, 3)))
    return found


def ground(s: Any, u: int, temper: Temper) -> Score:
    side = SIDE[u]
    aims = targets(s, u, temper)
    aims += [(h, temper.enemies) for h in hexes_of(s.ground[1 - side])] if temper.enemies else []
    enemy = s.ground[1 - side]

    def worth(h: int) -> float:
        pull = max((value - 0.7 * DIST[h][v] for v, value in aims), default=0.0)
        foes = sum(s.force[e] for n in hexes_of(NEXT[h] & enemy) for e in s.units_at(n))
        stay = temper.hexes * VICTORY.get(h, 0) if IS_FOOT[u] else 0.0
        return max(pull, stay) + temper.cover * PROTECTION[h] - temper.fear * max(0.0, foes - s.force[u] - PROTECTION[h])

    return worth


def strikes(s: Any, u: int, h: int) -> float:
    """A chance to hit somebody weaker beside a hex."""
    enemy = hexes_of(NEXT[h] & s.ground[1 - SIDE[u]])
    return max((s.force[u] - PROTECTION[e] - 0.5 * sum(s.force[x] for x in s.units_at(e)) for e in enemy), default=0.0)


def march(s: Any, u: int, temper: Temper) -> Score:
    worth, here = ground(s, u, temper), s.where[u]

    def score(a: int) -> float:
        if a == PASS:
            return worth(here) + 0.5 * max(0.0, strikes(s, u, here)) + 0.1 if here >= 0 else -9.0
        return worth(a) + 0.4 * max(0.0, strikes(s, u, a))

    return score


def activate(s: Any, temper: Temper) -> Score:
    def eager(u: int) -> float:
        here = s.where[u]
        if here < 0:
            return 5.0
        if here in VICTORY and IS_FOOT[u]:
            return 0.2 + max(0.0, strikes(s, u, here))
        return 1.5 + max(0.0, strikes(s, u, here)) + 0.1 * s.force[u] - 0.5 * IS_GUN[u]

    def score(a: int) -> float:
        if a == PASS:
            return 0.0
        if a >= HAT_STACK:
            return sum(eager(u) for u in s.units_at(a - HAT_STACK) if not s.done & UNIT[u])
        return eager(a % HAT_UNIT)

    return score


def wish(temper: Temper) -> Callable[[Any, int], Score]:
    def asked(s: Any, side: int) -> Score:
        box = s.stack[-1].box
        if box == Box.ACTIVATE:
            return activate(s, temper)
        if box == Box.MARCH:
            return march(s, s.unit, temper)
        if box == Box.MARCH_TOGETHER:
            worth, here = ground(s, s.acting[0], temper), s.where[s.acting[0]]
            return lambda a: worth(here) + (0.2 if a in (FIRST_ALONE, SECOND_ALONE) else 0.0) if a < 0 else worth(a)
        if box == Box.REDEPLOY:
            return lambda a: 0.3 if a == PASS else -1.0 if s.where[a] in VICTORY else 1.0
        if box == Box.TRUMPET:
            return lambda a: 0.1 if a == PASS else STRENGTH[a % RECOVER] - s.force[a % RECOVER] if a >= RECOVER else -1.0
        if box == Box.AIM:
            return lambda a: 0.0 if a == PASS else 5.0 - s.force[a % ALONE] + VICTORY.get(s.where[a % ALONE], 0) - (a >= ALONE)
        if box == Box.REACT:
            return lambda a: 1.0 if a >= 0 else 0.5 if a == EVADE and temper.fear > 1 else 0.0
        if box in (Box.NIGHT_UNIT,):
            return lambda a: float(a != PASS)
        worth = ground(s, s.unit, temper)
        return lambda a: worth(s.where[s.unit]) + 0.1 if a == PASS else worth(a)

    return asked


PARTNERS = {
    "grabber": wish(Temper(hexes=2.0, enemies=0.0, cover=0.2, fear=0.3)),
    "rush": wish(Temper(hexes=0.8, enemies=4.0, cover=0.1, fear=0.1)),
    "turtle": wish(Temper(hexes=1.6, enemies=0.0, cover=0.5, fear=1.2)),
    "raider": wish(Temper(hexes=2.0, enemies=0.0, cover=0.1, fear=0.8, free_only=True)),
}
