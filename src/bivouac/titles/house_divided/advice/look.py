"""What a side sees when it looks at the map: who stands where, what a battle would bring, what each box is worth to it.

Strength is counted in *power*: a full militia infantry is 1. The powers of the kinds and of works, and the odds of a battle between
two powers, are fitted to simulated battles that are fought to the end (see `chance`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp, log, sqrt
from typing import Final

from bivouac.core.plans import Pair
from bivouac.titles.house_divided.advice.plans import POSTURES
from bivouac.titles.house_divided.frames import Box
from bivouac.titles.house_divided.printed.map import (
    CROSSES,
    CSA,
    EXITS,
    FORT,
    GARRISON_VALUE,
    KIND,
    NEIGHBOURS,
    NEIGHBOURS_OF,
    PORT,
    RICHMOND,
    RIVER,
    TO,
    UNION,
    VALUE_OF,
    WASHINGTON,
    N,
)
from bivouac.titles.house_divided.printed.units import LAST, PRIZES
from bivouac.titles.house_divided.setup import COASTAL_DEFENCE
from bivouac.titles.house_divided.state import MASK, State

Power = dict[int, float]
Flags = tuple[tuple[int, ...], bool]  # who owns each box, and whether the Union needs every prize
FAR: Final = 99
PRIZE: Final = tuple(b in PRIZES for b in range(N))
SOUTH: Final = MASK[CSA] >> LAST[UNION]

#                MF   FV    FS    MC   CV   CS    FX   leader
WORTH: Final[tuple[float, ...]] = (1.0, 1.24, 1.62, 0.7, 1.0, 1.24, 1.24, 0.0)
WOUNDED: Final = 0.62  # what a reduced piece is still worth
WORKS: Final = 1.28  # how much works multiply a defender's power
CROSSING: Final = 1.1  # how much water before it does
EVEN: Final = -0.34  # the defender fires first
SHARP: Final = 2.47  # how decisive a superior power is

# values and cautions of the script, in points of army maximum
STAKE: Final = 0.8  # of winning a battle, whatever the box
KILL: Final = 0.25  # of each point of enemy power that is beaten
LOSS: Final = 0.3  # of each point of own power that is beaten
PRIZE_BONUS: Final = 2.5  # of a city that the Union needs
CAPITAL: Final = 9.0  # of Washington to the Confederacy
REINFORCE: Final = 0.45  # share of the near pieces that come up in a battle
SAFE: Final = 0.8  # share of the near enemies that will attack a box just taken
PRIZE_PULL: Final = 2.2  # how much more a prize draws the Union in the campaign
CLOSING: Final = 0.35  # and how much more still for each that it has
SHORT_PULL: Final = 1.4  # the same in a scenario of one year
LEAST: Final = 2.0  # the largest guard of a city, beside two for each point of its number


def chance(attack: float, defence: float) -> float:
    """The chance that an attack of one power clears a box of another. Fitted to simulated battles of 1 to 20 pieces of all kinds, with
    and without works and crossings: mean squared error 0.010 on 1,500 line-ups, 0.005 of it the noise of the sample, where always
    guessing the mean has 0.156."""
    if defence <= 0.0:
        return 1.0
    if attack <= 0.0:
        return 0.0
    x = SHARP * sqrt(attack + defence) * log(attack / defence) + EVEN
    return 0.0 if x < -9.0 else 1.0 if x > 9.0 else 1.0 / (1.0 + exp(-x))


@cache
def distances() -> tuple[tuple[int, ...], ...]:
    """Boxes apart, by any lines."""
    table = []
    for start in range(N):
        row = [FAR] * N
        row[start] = 0
        reached = [start]
        for b in reached:
            for n in NEIGHBOURS[b]:
                if row[n] == FAR:
                    row[n] = row[b] + 1
                    reached.append(n)
        table.append(tuple(row))
    return tuple(table)


def wet_ways() -> frozenset[int]:
    """Pairs of boxes, as from * N + to, where every line crosses water."""
    dry = {b * N + TO[e] for b in range(N) for e in EXITS[b] if not CROSSES[e]}
    return frozenset(b * N + to for b in range(N) for to in NEIGHBOURS[b]) - dry


# boxes that need a guard even when nobody is near
NEEDS_GUARD: Final = (tuple(b == WASHINGTON for b in range(N)), tuple(PRIZE[b] and (PORT[b] or b == RICHMOND) for b in range(N)))
WET: Final = wet_ways()
# two boxes by river: (first line, box between, last box)
RIVER_WAYS: Final = tuple(
    tuple((e, TO[e], TO[d]) for e in EXITS[b] if KIND[e] == RIVER for d in EXITS[TO[e]] if KIND[d] == RIVER and TO[d] != b)
    for b in range(N)
)


def farther() -> tuple[tuple[int, ...], ...]:
    """For each box those that a march may reach beyond the next one: two boxes by any lines, up to RIVER_MARCH by river."""
    found = []
    for b in range(N):
        near = {b, *NEIGHBOURS[b]}
        ring, reached = {b}, {n for m in NEIGHBOURS[b] for n in NEIGHBOURS[m]}
        for _ in range(RIVER_MARCH):
            ring = {TO[e] for m in ring for e in EXITS[m] if KIND[e] == RIVER}
            reached |= ring
        found.append(tuple(sorted(reached - near)))
    return tuple(found)


RIVER_MARCH: Final = 4
FARTHER: Final = farther()


def goals_near() -> tuple[tuple[tuple[int, float], ...], ...]:
    """For each box the cities at most two boxes away, with how much a force in the box presses on each."""
    rows = distances()
    cities = [b for b in range(N) if VALUE_OF[UNION][b] or VALUE_OF[CSA][b]]
    return tuple(tuple((g, PRESS[rows[b][g]]) for g in cities if rows[b][g] < len(PRESS)) for b in range(N))


PRESS: Final = (1.0, 0.5, 0.25)  # by distance
GOALS_NEAR: Final = goals_near()
NEARNESS: Final = tuple(tuple(1.0 / (1.5 + d) for d in row) for row in distances())


@lru_cache(maxsize=2048)
def goals_of(flags: Flags, side: int) -> tuple[tuple[int, float], ...]:
    """The boxes that a side would like to have, as the flags stand, and what each is worth."""
    owner, war = flags
    bonus = PRIZE_PULL * (1.0 + CLOSING * len([b for b in PRIZES if owner[b] == UNION])) if war else SHORT_PULL
    return tuple((b, weight) for b in range(N) if owner[b] != side and (weight := goal(side, b, bonus)) > 0.0)


def goal(side: int, box: int, bonus: float) -> float:
    """What a box of somebody else is worth; the bonus multiplies the Union's prizes."""
    if side == UNION:
        return VALUE_OF[CSA][box] * (bonus if PRIZE[box] else 1.0) + VALUE_OF[UNION][box]
    if box == WASHINGTON:
        return 4.0
    return 2.5 * VALUE_OF[CSA][box] + 0.4 * VALUE_OF[UNION][box]


def is_war(s: State) -> bool:
    """The Union needs every prize in time; elsewhere a margin decides."""
    return s.setup.victory == "campaign"


class Pull(dict[int, float]):
    """How strongly each box draws; found when it is first asked for."""

    def __init__(self, goals: list[tuple[int, float]]) -> None:
        super().__init__()
        self.goals = goals

    def __missing__(self, box: int) -> float:
        row = NEARNESS[box]
        pull = self[box] = max([weight * row[g] for g, weight in self.goals], default=0.0)
        return pull


class Army:
    """Where a side's power stands. Found once for each arrangement of its pieces, and shared: it does not change.

    power: by box. ready: what of it has a march left. walls: what works add to it. near: the power beside each box. coming: what of that
    could come up in a battle there. beyond: what of it may come to a box from farther off. pressed: how much each city feels it. pulls:
    what draws the enemy, by the flags and his plan.
    """

    __slots__ = ("beyond", "coming", "near", "power", "pressed", "pulls", "ready", "walls")

    def __init__(self, box: tuple[int, ...], kinds: tuple[int, ...], reduced: int, entrenched: int, spent: int) -> None:
        self.power: Power = {}
        self.ready: Power = {}
        self.walls: Power = {}
        self.near: Power = {}
        self.coming: Power = {}
        self.beyond: Power = {}
        self.pressed: Power = {}
        self.pulls: dict[tuple[Flags, int], Pull] = {}
        power, ready, walls = self.power, self.ready, self.walls
        for p, (b, kind) in enumerate(zip(box, kinds)):
            if b < 0 or b >= N:
                continue
            worth = WORTH[kind] * WOUNDED if reduced >> p & 1 else WORTH[kind]
            power[b] = power.get(b, 0.0) + worth
            if entrenched >> p & 1:
                walls[b] = walls.get(b, 0.0) + (WORKS - 1.0) * worth
            if not spent >> p & 1:
                ready[b] = ready.get(b, 0.0) + worth

    def spread(self) -> None:
        """Find what it can do beside its boxes: only the army that one faces needs it."""
        near, coming, beyond, pressed = self.near, self.coming, self.beyond, self.pressed
        for b, power in self.power.items():
            few = REINFORCE * min(power, 3.0)
            for n in NEIGHBOURS[b]:
                near[n] = near.get(n, 0.0) + power
                coming[n] = coming.get(n, 0.0) + few
            for n in FARTHER[b]:
                beyond[n] = max(beyond.get(n, 0.0), power)
            for g, share in GOALS_NEAR[b]:
                pressed[g] = pressed.get(g, 0.0) + share * power

    def pull(self, flags: Flags, side: int, plan: int) -> Pull:
        """What draws the side that faces this army as it follows a plan: goals the more the weaker they are held, own cities the more in
        danger."""
        found = self.pulls.get((flags, plan))
        if found is None:
            pressed, owner, posture = self.pressed, flags[0], POSTURES[side][plan]
            after, draw = posture.after, posture.draw
            wanted = [(g, worth * draw if g in after else worth) for g, worth in goals_of(flags, side)]
            goals = [(g, worth / (1.0 + posture.resist * pressed.get(g, 0.0))) for g, worth in wanted]
            keep = posture.keep
            own = [(g, keep * VALUE_OF[side][g] * min(press, 8.0)) for g, press in pressed.items() if owner[g] == side]
            goals += own
            if side == UNION and owner[WASHINGTON] == UNION:
                goals.append((WASHINGTON, posture.home * min(pressed.get(WASHINGTON, 0.0), 8.0)))
            found = self.pulls[flags, plan] = Pull(goals)
        return found


army_of: Final = lru_cache(maxsize=4096)(Army)


class Look:
    """A side's look at the map.

    mine, foes: power by box. near: enemy power beside each box. ready: own power that has a march left. war: the Union needs every
    prize. pull: what draws the side, once it has looked far.
    """

    __slots__ = ("army", "enemy", "foes", "host", "marches", "mine", "near", "plan", "posture", "pull", "ready", "s", "side", "war")

    def __init__(self, s: State, side: int, plans: Pair = (0, 0)) -> None:
        self.s = s
        self.side = side
        self.plan = plans[side]
        self.posture = POSTURES[side][self.plan]
        self.enemy = 1 - side
        self.war = is_war(s)
        self.marches = s.marches - 1 if s.stack[-1][0] == Box.MARCH else s.marches
        box, kind, half, end = s.box, s.kind, LAST[UNION], LAST[CSA]
        north = MASK[UNION]
        union = army_of(tuple(box[:half]), kind[:half], s.reduced & north, s.entrenched & north, s.twice & north)
        south = army_of(tuple(box[half:end]), kind[half:end], s.reduced >> half, s.entrenched >> half, s.twice >> half & SOUTH)
        self.army, self.host = (union, south) if side == UNION else (south, union)
        self.mine = self.army.power
        self.ready = self.army.ready
        self.foes = self.host.power
        self.near = self.host.near
        if self.foes and not self.near:
            self.host.spread()

    def far(self) -> Look:
        """Look further: what draws the side."""
        self.pull = self.host.pull((self.s.owner, self.war), self.side, self.plan)
        return self

    # --- dangers ------------------------------------------------------------------------------------------

    def danger(self, box: int) -> float:
        """Enemies beside a box, and as much as the plan cares of those who may come from farther off."""
        near, far = self.near.get(box, 0.0), self.posture.far
        return near + far * self.host.beyond.get(box, 0.0) if far else near

    def washington_in_danger(self, leaving: int) -> float:
        """Confederates beside Washington, and half of those behind a box that nobody holds; not those who are being attacked."""
        foes, mine = self.foes, self.mine
        total = 0.0
        for b in NEIGHBOURS[WASHINGTON]:
            if b in foes:
                total += foes[b] if b != leaving else 0.0
            elif b not in mine and b in NEIGHBOURS_OF[CSA][WASHINGTON]:
                total += 0.5 * max([foes[c] for c in NEIGHBOURS[b] if c in foes and c != leaving], default=0.0)
        return total

    def guard(self, box: int, leaving: int = -1) -> float:
        """What should stay behind in a box when the rest attack another."""
        s, side = self.s, self.side
        if box not in self.near and not self.posture.far and not NEEDS_GUARD[side][box]:
            return 0.0
        if box == WASHINGTON and side == UNION:
            return max(2.5, min(self.posture.capital * self.washington_in_danger(leaving), 16.0))
        value = VALUE_OF[side][box] if s.owner[box] == side else 0
        if not value:
            return 0.0
        near = self.danger(box)
        if leaving in self.foes and leaving in NEIGHBOURS[box]:
            near -= self.foes[leaving]
        if side == CSA:
            if box == RICHMOND:
                return max(2.0, min(self.posture.capital * near, 14.0))
            least = 1.0 if PRIZE[box] and PORT[box] else 0.0
            return max(least, min(self.posture.guard * near, LEAST + 2.0 * value))
        return min(self.posture.guard * near, LEAST + 2.0 * value)

    def spare(self, box: int, to: int = -1) -> float:
        """What can leave a box (to attack another) without baring it."""
        ready = self.ready.get(box, 0.0)
        return min(ready, self.mine[box] - self.guard(box, to)) if ready else 0.0

    # --- battles ------------------------------------------------------------------------------------------

    def resists(self, box: int) -> float:
        """The enemy's power in a box behind his works, with what can come up."""
        s, host = self.s, self.host
        power = host.power.get(box, 0.0) + host.walls.get(box, 0.0)
        if FORT[box] and s.owner[box] == self.enemy:
            power *= WORKS
        if s.rules & COASTAL_DEFENCE and s.landings >> box & 1 and s.owner[box] == CSA:
            power += 1.5 * GARRISON_VALUE[box]
        return power + host.coming.get(box, 0.0)

    def helpers(self, frm: int, to: int) -> float:
        """What of the friends beside a battle can be counted on: they march too, or come up one at a time."""
        ready, foes = self.ready, self.foes
        near = [self.spare(b, to) for b in NEIGHBOURS[to] if b in ready and b != frm and b not in foes]
        if not near:
            return 0.0
        near.sort(reverse=True)
        marches = max(self.marches, 0)
        return sum([max(p, 0.0) for p in near[:marches]]) + REINFORCE * sum([max(min(p, 3.0), 0.0) for p in near[marches:]])

    def take(self, box: int) -> float:
        """What it is worth to own a box that is not one's own."""
        s, side = self.s, self.side
        if s.owner[box] == side:
            return 0.0
        loss = VALUE_OF[self.enemy][box] if s.owner[box] == self.enemy else 0
        worth = 0.3 + self.posture.city * (loss + VALUE_OF[side][box])
        if side == UNION:
            return worth + PRIZE_BONUS if PRIZE[box] and self.war else worth
        return worth + CAPITAL if box == WASHINGTON else worth

    # --- moves --------------------------------------------------------------------------------------------

    def gain(self, frm: int, to: int, moving: float) -> float:
        """What a move by that power brings, apart from what it leaves behind."""
        pull = self.pull
        follow = self.posture.follow * (pull[to] - pull[frm])
        if to in self.foes:
            return self.attack(frm, to, moving, follow)
        if to not in self.near and self.s.owner[to] == self.side and not NEEDS_GUARD[self.side][to]:
            return follow
        return self.enter(to, moving) + follow

    def attack(self, frm: int, to: int, moving: float, follow: float) -> float:
        """The stake by the odds, less what is there already."""
        there = self.mine.get(to, 0.0)
        against = self.resists(to)
        if frm * N + to in WET:
            against *= CROSSING
        stake = STAKE + self.take(to) + KILL * self.foes[to] + max(follow, 0.0)
        full = there + moving + self.helpers(frm, to)
        won = chance(full, against)
        value = stake * won - LOSS * min(full, against) * (1.0 - won)
        if there:
            now = chance(there, against)
            return value - stake * now + LOSS * min(there, against) * (1.0 - now)
        return value if won >= self.posture.bold else -3.0

    def enter(self, to: int, moving: float) -> float:
        """A box without enemies: what it is worth by the chance to keep it, or as a guard."""
        there = self.mine.get(to, 0.0)
        risk = SAFE * self.near.get(to, 0.0)
        own = self.s.owner[to] == self.side
        lost = chance(risk, (there + moving) * (WORKS if own and FORT[to] else 1.0)) if risk else 0.0
        if not own:
            kept = 1.0 - lost
            if there:
                kept -= 1.0 - chance(risk, there) if risk else 1.0
            return self.take(to) * kept - LOSS * moving * lost
        need = self.guard(to) - there
        return (0.35 * min(need, moving) if need > 0.0 else 0.0) - LOSS * moving * lost

    def dig(self, box: int) -> float:
        """What works would save of a city in danger."""
        s, side = self.s, self.side
        if s.owner[box] != side or FORT[box]:
            return 0.0
        value = VALUE_OF[side][box]
        risk = self.danger(box)
        power = self.ready.get(box, 0.0)
        walls = self.army.walls.get(box, 0.0)
        bare = power - walls / (WORKS - 1.0)
        if not value or not risk or bare < 0.9:
            return 0.0
        now = self.mine[box] + walls
        return self.posture.dig * (value + 0.2 * power) * (chance(risk, now) - chance(risk, now + (WORKS - 1.0) * bare))
