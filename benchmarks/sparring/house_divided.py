"""Plain wishes for A House Divided: which cities, when to fight, who stays at home."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from bivouac.titles.house_divided.frames import DONE, ENTRENCH, FIGHT_ON, GO, HOLD_FIRE, LEAD, SAIL, STOP, Box
from bivouac.titles.house_divided.printed.map import FORT, NEIGHBOURS, RICHMOND, TO, VALUE_OF, WASHINGTON, N
from bivouac.titles.house_divided.printed.units import FIRE, FIRST, LAST, PIECES

Score = Callable[[int], float]
BOTH = tuple(u + c for u, c in zip(*VALUE_OF))
CITIES = tuple(b for b in range(N) if BOTH[b])


class Temper(NamedTuple):
    """Which cities draw; the odds for a battle; how much of the enemies beside a city its guard should match; whether works are dug."""

    goals: Callable[[Any, int], dict[int, float]]
    odds: float
    guard: float
    digs: bool = False


@cache
def distances(goal: int) -> tuple[int, ...]:
    far, ring = {goal: 0}, {goal}
    while ring:
        ring = {b for a in ring for b in NEIGHBOURS[a]} - set(far)
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    return tuple(far.get(b, 20) for b in range(N))


class Mind:
    def __init__(self, s: Any, side: int, temper: Temper) -> None:
        self.s, self.side, self.temper = s, side, temper
        self.mine, self.foes = self.stacks(side), self.stacks(1 - side)
        self.goals = temper.goals(s, side)

    def stacks(self, side: int) -> dict[int, float]:
        s, found = self.s, {}
        for p in range(FIRST[side], LAST[side]):
            if 0 <= s.box[p] < N:
                works = 1.25 if s.entrenched >> p & 1 else 1.0
                found[s.box[p]] = found.get(s.box[p], 0.0) + works * (0.5 if s.reduced >> p & 1 else 1.0) * (1 + 0.2 * FIRE[s.kind[p]])
        return found

    def near(self, box: int) -> float:
        return max((self.foes.get(n, 0.0) for n in NEIGHBOURS[box]), default=0.0)

    def draw(self, box: int) -> float:
        return max((worth / (2.0 + distances(goal)[box]) for goal, worth in self.goals.items()), default=0.0)

    def spare(self, box: int) -> float:
        """What can leave a box without baring a city."""
        home = 4.0 if box in (WASHINGTON, RICHMOND) and self.s.owner[box] == self.side else 0.0
        guard = max(home, self.temper.guard * self.near(box) * bool(BOTH[box] and self.s.owner[box] == self.side))
        return self.mine.get(box, 0.0) - guard

    def step(self, frm: int, to: int, force: float) -> float:
        gain = 4.0 * (self.draw(to) - self.draw(frm))
        if to in self.foes:
            held = self.foes[to] * (1.25 if FORT[to] else 1.0) + 0.3 * self.near(to)
            return gain + 1.0 + BOTH[to] if (force + self.mine.get(to, 0.0)) / held >= self.temper.odds else -9.0
        if self.s.owner[to] != self.side and BOTH[to]:
            gain += BOTH[to]
        return gain - (1.0 if self.near(to) > 1.5 * (force + self.mine.get(to, 0.0)) else 0.0)

    def going(self, box: int) -> float:
        force = self.spare(box)
        return max(self.step(box, to, force) for to in NEIGHBOURS[box]) if force > 0.5 else -9.0

    def digs(self, box: int) -> float:
        """What works in an own city beside the enemy please."""
        s, side = self.s, self.side
        if not self.temper.digs or s.owner[box] != side or not BOTH[box] or not self.near(box) or FORT[box]:
            return -9.0
        bare = any(s.box[p] == box and not s.entrenched >> p & 1 for p in range(FIRST[side], LAST[side]))
        return 0.6 + 0.2 * BOTH[box] if bare else -9.0


def wish(temper: Temper) -> Callable[[Any, int], Score]:
    def asked(s: Any, side: int) -> Score:
        m, box = Mind(s, side, temper), s.stack[-1].box
        if box == Box.MARCH:
            return lambda a: 0.1 if a == DONE else -1.0 if a >= LEAD or a >= SAIL else max(m.going(a), m.digs(a))
        if box == Box.PIECE:
            frm = s.stack[-1].frm
            go = max(m.going(frm), m.digs(frm)) > 0.1
            return lambda a: 0.0 if a == DONE else (1.0 if (go and m.spare(frm) > 0.5) or m.digs(frm) > 0 else -1.0) if a < PIECES else -1.0
        if box in (Box.STEP, Box.ONWARD, Box.JUMP):
            here = s.box[s.stack[-1].piece]
            force = max(1.0, m.spare(here))
            return lambda a: 0.0 if a == STOP else m.digs(here) if a == ENTRENCH else m.step(here, TO[a - GO], force)
        if box == Box.RETREAT:
            stand = m.mine.get(s.place, 0.0) >= 0.7 * m.foes.get(s.place, 0.0) or s.place in (WASHINGTON, RICHMOND)
            return lambda a: (1.0 if stand else -1.0) if a == FIGHT_ON else 0.1 * m.mine.get(a, 0.0)
        if box == Box.REINFORCE:
            return lambda a: 0.0 if a == DONE else 1.0 if a < PIECES and m.spare(s.box[a]) > 0.5 else -1.0
        if box == Box.AIM:
            return lambda a: -1.0 if a == HOLD_FIRE else 1.0 - 0.3 * s.aims.count(a)
        if box in (Box.PROMOTE, Box.VICTOR, Box.RALLY, Box.ENGAGE):
            return lambda a: 0.0 if a == DONE else 1.0
        if box == Box.CITY:
            return lambda a: -9.0 if a == DONE else m.draw(a) + 0.2 * m.near(a)
        return lambda a: float(a != DONE)

    return asked


def cities(s: Any, side: int) -> dict[int, float]:
    """What the enemy has, and what nobody has, by its number."""
    return {b: float(BOTH[b]) for b in CITIES if s.owner[b] != side}


def capital(s: Any, side: int) -> dict[int, float]:
    return {RICHMOND if side == 0 else WASHINGTON: 9.0}


def own_cities(s: Any, side: int) -> dict[int, float]:
    return {b: float(BOTH[b]) for b in CITIES if s.owner[b] == side}


def open_cities(s: Any, side: int) -> dict[int, float]:
    """Cities of the enemy without a piece in them."""
    held = {s.box[p] for p in range(FIRST[1 - side], LAST[1 - side])}
    return {b: w for b, w in cities(s, side).items() if b not in held} or cities(s, side)


PARTNERS = {
    "grabber": wish(Temper(cities, odds=1.3, guard=0.8)),
    "rush": wish(Temper(capital, odds=1.1, guard=0.3)),
    "turtle": wish(Temper(own_cities, odds=1.6, guard=1.2, digs=True)),
    "raider": wish(Temper(open_cities, odds=1.5, guard=0.5)),
}
