"""Plain wishes for Gettysburg: a distance to somewhere, when to attack, whom to leave there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.gettysburg import frames as verb
from bivouac.titles.gettysburg.frames import Box
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, BORDERS, BOX_AREA, DOUBLE_STAR, HIGH, NEAR, ON_BOARD, PLACES, REACH, STARRED
from bivouac.titles.gettysburg.printed.units import BEARS, CSA, EACH, IS_GUN, NIGHT, SIGHT, UNION
from bivouac.titles.gettysburg.state import FOOT, FULL, GUNS, OCCUPIED

Score = Callable[[int], float]
Goals = Callable[[Any, int], list[int]]
STARS = list(bits(STARRED))


class Temper(NamedTuple):
    """Where to; the odds for an attack; how many stay on a star; whether works are dug."""

    goals: Goals
    odds: float
    garrison: int
    digs: bool = False


def ways(goals: list[int]) -> list[int]:
    """Moves from every place to the nearest of some areas."""
    far, ring = dict.fromkeys(goals, 0), set(goals)
    while ring:
        ring = {b for a in ring for b in BORDERS[a]} - set(far)
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    return [far[p] if p < AREAS else far[BOX_AREA[p]] + 1 for p in range(PLACES)]


def force(s: Any, pieces: Any) -> float:
    return sum(0.5 if IS_GUN[p] else 1.0 - 0.5 * s.cubes[p] / BEARS[p] for p in pieces)


class Mind:
    def __init__(self, s: Any, side: int, temper: Temper) -> None:
        self.s, self.side, self.temper = s, side, temper
        self.far = ways(temper.goals(s, side))
        self.enemy, self.own, self.full = s.sets[OCCUPIED + 1 - side], s.sets[OCCUPIED + side], s.sets[FULL + side]

    def attacks(self, frm: int, to: int) -> bool:
        """Foot of one area, with those already on their way, against what holds another."""
        s = self.s
        if s.period == NIGHT or not s.sets[FOOT + self.side] & BIT[frm]:
            return False
        mine = force(s, [p for p in s.at[frm] if not IS_GUN[p]][:4]) + force(s, s.attackers(to))
        held = force(s, s.at[to]) * (1.2 if HIGH & BIT[to] else 1.0) * (1.3 if len(s.sticks[to]) == 2 else 1.0) + 0.3
        return mine / held >= self.temper.odds - (0.15 if STARRED & BIT[to] else 0.0)

    def spare(self, area: int) -> int:
        return len(self.s.at[area]) - (self.temper.garrison if STARRED & BIT[area] else 0)

    def gain(self, frm: int, to: int) -> float:
        if self.enemy & BIT[to]:
            return 2.0 + self.far[frm] - self.far[to] if self.attacks(frm, to) else -5.0
        return -5.0 if self.full & BIT[to] else float(self.far[frm] - self.far[to])

    def urge(self, area: int) -> float:
        """What the pieces that an area can spare would gain by a march."""
        best = max(self.gain(area, n) for n in BORDERS[area])
        return best * min(self.spare(area), 3) if self.spare(area) > 0 and best > 0 else 0.0

    def disc(self, place: int) -> float:
        return max((self.urge(a) for a in bits(self.own & REACH[place] & ON_BOARD)), default=0.0)

    def shells(self, place: int) -> float:
        s = self.s
        areas = [a for a in bits(s.sets[GUNS + self.side] & REACH[place] & ON_BOARD) if SIGHT[a] & s.sets[FOOT + 1 - self.side]]
        return 0.0 if s.period == NIGHT else 0.3 * sum(IS_GUN[p] for a in areas for p in s.at[a])

    def digs(self, place: int) -> float:
        spots = self.s.sets[FOOT + self.side] & REACH[place] & STARRED
        return 0.8 if self.temper.digs and any(len(self.s.sticks[a]) < 2 for a in bits(spots)) else 0.0

    def best(self, place: int) -> float:
        torn = self.s.disrupted & REACH[place] & self.own
        return max(self.disc(place), self.shells(place), self.digs(place), 0.5 if torn else 0.0)


def act(m: Mind) -> Score:
    s, low = m.s, EACH * m.side
    blocks = [b for b in range(low, low + EACH) if s.block_at[b] >= 0]
    useful = max((m.best(s.block_at[b]) for b in blocks if s.block_discs[b] < s.block_value[b]), default=0.0)
    spent = any(s.block_discs[b] >= s.block_value[b] for b in blocks)
    table = {
        verb.GIVE_ORDER: 2 + useful if useful else 0.0,
        verb.DOUBLE_ORDER: 2.5 + useful if useful > 2 else 0.0,
        verb.PLACE_BLOCK: 1.5 if useful < 0.5 else 0.5,
        verb.REMOVE_BLOCK: 1.2 if spent else 0.1,
        verb.FORCED_PASS: 1.3 if m.side == UNION and not useful else 0.3,
    }
    return lambda a: (9.0 if not m.enemy & BIT[BOX_AREA[a - verb.LEAVE_BOX]] else 0.2) if a >= verb.LEAVE_BOX else table[a]


def place(m: Mind) -> Score:
    def score(a: int) -> float:
        near = m.own & REACH[a]
        return sum(m.urge(b) + 0.1 * len(m.s.at[b]) for b in bits(near & ON_BOARD)) - (1.0 if m.enemy & (BIT[a] | NEAR[a]) else 0.0)

    return score


def pick(m: Mind) -> Score:
    f, s = m.s.stack[-1], m.s
    to = max(BORDERS[f.frm], key=lambda n: m.gain(f.frm, n))
    fights = bool(m.enemy & BIT[to])

    def score(a: int) -> float:
        if a == verb.DONE:
            return 0.0
        go = m.gain(f.frm, to) > 0 and m.spare(f.frm) > 0 and not (fights and IS_GUN[a])
        return (1.0 + force(s, [a])) if go else -1.0

    return score


def to(m: Mind) -> Score:
    f = m.s.stack[-1]
    return lambda a: -m.far[f.here] if a == verb.STAY else m.gain(f.frm, a) - m.far[f.frm]


def kind(m: Mind) -> Score:
    place = m.s.stack[-1].place
    torn = m.s.disrupted & REACH[place] & m.own
    table = {verb.MOVE: m.disc(place) or -1.0, verb.FIRE: m.shells(place), verb.ENTRENCH: m.digs(place), verb.REORGANISE: 0.5 * bool(torn)}
    return lambda a: table.get(a, 0.05 if a == verb.PASS else 0.0)


def wish(temper: Temper) -> Callable[[Any, int], Score]:
    def asked(s: Any, side: int) -> Score:
        m, box = Mind(s, side, temper), s.stack[-1].box
        if box == Box.ACT:
            return act(m)
        if box in (Box.AFTER, Box.BETWEEN):
            return lambda a: 1.0 if a in (verb.END_TURN, verb.GO_ON) else 2.0
        if box == Box.PLACE:
            return place(m)
        if box == Box.BLOCK:
            return m.best
        if box == Box.KIND:
            return kind(m)
        if box == Box.FROM:
            return m.urge
        if box in (Box.PICK, Box.PICK_FIRST):
            return pick(m)
        if box in (Box.TO, Box.TO_FIRST, Box.RIDE_ON):
            return to(m)
        if box == Box.EXIT:
            return lambda a: 0.0 if a == verb.DONE else 1.0
        if box in (Box.HAVEN, Box.BEYOND, Box.HOME):
            return lambda a: -m.far[a]
        if box == Box.DIG:
            return lambda a: bool(STARRED & BIT[a]) - 0.5 * len(s.sticks[a])
        if box in (Box.HIT, Box.RECOIL, Box.SMASH):
            return lambda p: -force(s, [p])
        if box == Box.AIM:
            return lambda a: -1.0 if a == verb.HOLD_FIRE else float(len(s.at[a % verb.AT_GUNS]))
        return lambda a: float(a)

    return asked


def open_stars(s: Any, side: int) -> list[int]:
    """Stars without own pieces; else all of them."""
    return [star for star in STARS if not s.sets[OCCUPIED + side] & BIT[star]] or STARS


def weakest_star(s: Any, side: int) -> list[int]:
    held = s.sets[OCCUPIED + 1 - side]
    return [min(STARS, key=lambda star: (force(s, s.at[star]) if held & BIT[star] else 0.0, star))]


def all_stars(s: Any, side: int) -> list[int]:
    return STARS


def round_tops(s: Any, side: int) -> list[int]:
    if side == CSA:
        return [star for star in STARS if BIT[star] & DOUBLE_STAR]
    return [a for a in bits(s.sets[OCCUPIED + CSA] & ON_BOARD) if len(s.at[a]) <= 2] or STARS


PARTNERS = {
    "grabber": wish(Temper(open_stars, odds=0.9, garrison=2)),
    "rush": wish(Temper(weakest_star, odds=0.7, garrison=1)),
    "turtle": wish(Temper(all_stars, odds=1.5, garrison=4, digs=True)),
    "raider": wish(Temper(round_tops, odds=0.8, garrison=2)),
}
