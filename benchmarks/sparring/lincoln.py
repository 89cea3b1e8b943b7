"""Plain wishes for Lincoln: where the armies go, what a fight must promise, what stays at home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.lincoln import frames as code
from bivouac.titles.lincoln.frames import Box
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import (
    CLOSED,
    COLOUR,
    LOC_BY_ID,
    LOC_OF,
    LOCS,
    POINTS,
    PORT_BONUS,
    PORTS,
    WAY_BONUS,
    WAY_FROM_LOC,
    WAY_TO_LOC,
    WAYS_OF_LOC,
)  # fmt: skip
from bivouac.titles.lincoln.printed.units import KINDS_OF, LEADERSHIP, TOP
from bivouac.titles.lincoln.state import ARMIES, CSA, UNION, counters, strength

Score = Callable[[int], float]
WASHINGTON, RICHMOND = LOC_BY_ID["washington"], LOC_BY_ID["richmond"]


class Temper(NamedTuple):
    """Which places draw; how far ahead an attack must be; what Washington keeps; how much armies and ships please."""

    goals: Callable[[Any, int], dict[int, float]]
    odds: float
    home: int
    deploys: float = 1.0
    sails: float = 0.0


def distances(goal: int) -> list[int]:
    far, ring = {goal: 0}, {goal}
    while ring:
        ring = {WAY_TO_LOC[w] for a in ring for w in bits(WAYS_OF_LOC[a])} - set(far)
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    return [far.get(p, 9) for p in range(LOCS)]


FAR = [distances(goal) for goal in range(LOCS)]


class Mind:
    def __init__(self, s: Any, side: int, temper: Temper) -> None:
        self.s, self.side, self.temper = s, side, temper
        self.goals = temper.goals(s, side)
        self.leader = max((LEADERSHIP[k] for k in KINDS_OF[side] if s.hand[k]), default=0)

    def draw(self, loc: int) -> float:
        return max((worth / (1.0 + FAR[goal][loc]) for goal, worth in self.goals.items()), default=0.0)

    def spare(self, loc: int) -> int:
        """What may leave a place."""
        here = strength(self.s.here(self.side, loc) & ARMIES)
        return here - (self.temper.home if loc == (WASHINGTON if self.side == UNION else RICHMOND) else 0)

    def fight(self, loc: int, force: int, bonus: int) -> float:
        """By how much an attack is ahead of what it must be."""
        held = strength(self.s.here(1 - self.side, loc))
        return force + self.leader - held - bonus - (1.5 if held else 0.0) - self.temper.odds

    def step(self, way: int, force: int) -> float:
        s, to = self.s, WAY_TO_LOC[way]
        if self.side == CSA and CLOSED[to]:
            return -9.0
        gain = self.draw(to) - self.draw(WAY_FROM_LOC[way])
        if s.control[to] == self.side:
            return gain
        if self.fight(to, force, WAY_BONUS[1 - self.side][way]) < 0:
            return -9.0
        return gain + 1.0 + POINTS[to]

    def going(self, loc: int) -> float:
        force = strength(self.s.here(self.side, loc) & ARMIES)
        if not force or self.spare(loc) <= 0:
            return -9.0
        return max((self.step(w, min(force, max(self.spare(loc), 1))) for w in bits(WAYS_OF_LOC[loc])), default=-9.0)

    def landing(self, port: int, force: int) -> float:
        if COLOUR[port] != CSA or self.s.control[port] == UNION:
            return -9.0
        return 1.0 + POINTS[port] if self.fight(port, force, PORT_BONUS[port]) >= 0 else -9.0


def keep(card: int) -> float:
    return 0.3 * LEADERSHIP[card] + 0.3 * (0 <= TOP[card] <= units.FORT)


def action(m: Mind) -> Score:
    s, side = m.s, m.side
    rail = max(m.going(loc) for loc in range(LOCS))
    fleet = max((m.landing(to, min(4, max(m.spare(p), 0))) for p in PORTS for to in PORTS if m.spare(p) > 0), default=-9.0)

    def score(a: int) -> float:
        card = a % 100
        if a == code.PASS:
            return 0.2
        if a < code.MOVE:
            top = TOP[card]
            return m.temper.deploys * (1.0 + 0.8 * min(top, 2) if top <= units.FORT else 1.2) - 0.5 * units.PRICE[card]
        if a < code.NAVAL_MOVE:
            return rail - keep(card)
        if a < code.ATTACK:
            return fleet + m.temper.sails - keep(card)
        if a < code.PLAY:
            loc = a - code.ATTACK
            return 1.5 if m.fight(loc, strength(s.here(side, loc) & ARMIES), 0) >= 0 else -1.0
        return 0.4 if a < code.DISCARD else -0.5 - keep(card)

    return score


def lift(m: Mind) -> Score:
    def score(a: int) -> float:
        if a == code.STOP:
            return 0.1
        loc = a - code.ALL_OF if a >= code.ALL_OF else a // 8
        if a >= code.ALL_OF:
            home = m.temper.home and loc in (WASHINGTON, RICHMOND)
            return m.going(loc) + (-2.0 if home else 0.5)
        return m.going(loc) + 0.1 * (a % 4)

    return score


def go(m: Mind) -> Score:
    f = m.s.stack[-1]
    force = strength(f.first + f.second)

    def score(a: int) -> float:
        if a >= code.ADD:
            return 0.3 if m.spare(f.loc) > force else -9.0
        if a >= code.OVER:
            return m.step(a - code.OVER, force)
        return m.draw(LOC_OF[a]) - m.draw(f.loc) + (1.0 if m.s.control[LOC_OF[a]] != m.side else 0.0)

    return score


def wish(temper: Temper) -> Callable[[Any, int], Score]:
    def asked(s: Any, side: int) -> Score:
        m, box = Mind(s, side, temper), s.stack[-1].box
        if box == Box.ACTION:
            return action(m)
        if box in (Box.LIFT, Box.LIFT_MORE):
            return lift(m)
        if box == Box.GO:
            return go(m)
        if box == Box.PLACE:
            return lambda a: m.draw(LOC_OF[a]) if a < code.LANDING else 0.0
        if box in (Box.PAY, Box.DISCARD_MORE):
            return lambda a: 0.05 if a == code.STOP else -keep(a)
        if box in (Box.EMBARK, Box.EMBARK_MORE):
            return lambda a: 0.05 if a == code.STOP else 0.2 if a >= code.ONE_MORE else m.spare(a // 8) + 0.1 * (a % 4)
        if box == Box.SAIL:
            f = s.stack[-1]
            return lambda a: m.landing(a, strength(f.first + f.second)) if a < code.ADD else 0.2
        if box == Box.ENGAGE:
            return lambda a: float((a == code.ENGAGE) == (m.fight(s.fight.loc, strength(s.here(side, s.fight.loc)), 0) >= 0))
        if box == Box.BATTLE_CARD:
            return lambda a: float(LEADERSHIP[a])
        if box in (Box.DECIDE, Box.DECIDE_BY_SEA):
            brave = m.fight(s.fight.loc, strength(s.here(side, s.fight.loc)) + s.fight.bonus, 0) > -3 or s.fight.loc in m.goals
            return lambda a: float((a == code.FIGHT) == brave)
        if box == Box.DEFEND:
            return lambda a: 0.0 if a >= code.BENEFIT else 0.1 + LEADERSHIP[a - code.FACE_DOWN] if a >= code.FACE_DOWN else 0.05
        if box in (Box.WITHDRAW, Box.RETREAT):
            return lambda a: m.draw(WAY_TO_LOC[a])
        if box == Box.LOSSES:
            return lambda a: -float(a)
        return lambda a: 0.0

    return asked


def all_places(s: Any, side: int) -> dict[int, float]:
    """What the enemy has, by its points."""
    return {p: 1.0 + POINTS[p] for p in range(LOCS) if s.control[p] != side and not (side == CSA and CLOSED[p])}


def capital(s: Any, side: int) -> dict[int, float]:
    return {RICHMOND if side == UNION else WASHINGTON: 9.0}


def own_places(s: Any, side: int) -> dict[int, float]:
    """What one has beside what the enemy holds."""
    mine = [p for p in range(LOCS) if s.control[p] == side]
    return {p: 2.0 + POINTS[p] for p in mine if any(s.control[WAY_TO_LOC[w]] == 1 - side for w in bits(WAYS_OF_LOC[p]))}


def empty_places(s: Any, side: int) -> dict[int, float]:
    return {p: w for p, w in all_places(s, side).items() if not counters(s.here(1 - side, p))} or all_places(s, side)


PARTNERS = {
    "grabber": wish(Temper(all_places, odds=1.0, home=4)),
    "rush": wish(Temper(capital, odds=0.0, home=2)),
    "turtle": wish(Temper(own_places, odds=4.0, home=6, deploys=1.3)),
    "raider": wish(Temper(empty_places, odds=0.0, home=3, sails=1.0)),
}
