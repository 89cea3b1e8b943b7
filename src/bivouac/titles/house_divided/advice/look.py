"""What a side sees when it looks at the map: who stands where, what a battle would bring, what each box is worth to it.

Strength is counted in *power*: a full militia infantry is 1. The powers of the kinds and of works, and the odds of a battle between
two powers, are fitted to simulated battles that are fought to the end (see `chance`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp, log, sqrt
from typing import Final

from bivouac.core.plans import Pair
from bivouac.titles.house_divided.advice.plans import POSTURES, Posture
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
    RAIL,
    RICHMOND,
    RIVER,
    TO,
    UNION,
    VALUE_OF,
    WASHINGTON,
    N,
)
from bivouac.titles.house_divided.printed.units import FIRST, LAST, PRIZES
from bivouac.titles.house_divided.setup import COASTAL_DEFENCE
from bivouac.titles.house_divided.state import MASK, State

Flags = tuple[tuple[int, ...], bool]  # who owns each box, and whether the Union needs every prize
FAR: Final = 99
SPACES: Final = N + 1  # Europe is one
PRIZE: Final = tuple(b in PRIZES for b in range(N))

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
MARGIN: Final = tuple(u + c for u, c in zip(*VALUE_OF))  # what a box costs whoever loses it: the own number, and the enemy's


def ways_of_two(kind: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each box, two boxes by river or by rail: (first line, box between, last box)."""
    return tuple(
        tuple((e, TO[e], TO[d]) for e in EXITS[b] if KIND[e] == kind for d in EXITS[TO[e]] if KIND[d] == kind and TO[d] != b)
        for b in range(N)
    )


RIVER_WAYS: Final = ways_of_two(RIVER)
RAIL_WAYS: Final = ways_of_two(RAIL)


def farther() -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
    """For each box those from which two marches reach it beyond the next one, each with the boxes between: two boxes by any lines, up to
    RIVER_MARCH by river. Nobody comes through a box that is held."""
    found = []
    for b in range(N):
        ways: set[tuple[int, tuple[int, ...]]] = {(c, (m,)) for m in NEIGHBOURS[b] for c in NEIGHBOURS[m]}
        paths: set[tuple[int, ...]] = {(b,)}
        for _ in range(RIVER_MARCH):
            paths = {(TO[e], *path) for path in paths for e in EXITS[path[0]] if KIND[e] == RIVER and TO[e] not in path}
            ways |= {(path[0], path[1:-1]) for path in paths if len(path) > 3}
        found.append(tuple(sorted(way for way in ways if way[0] != b and way[0] not in NEIGHBOURS[b])))
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


UNKNOWN: Final = -1.0
NOTHING: Final = [0.0] * SPACES


class Pull:
    """How strongly each box draws; found when it is first asked for. `owner`, `war`: the flags that it was found for."""

    __slots__ = ("drawn", "goals", "owner", "war", "weights")

    def __init__(self, owner: tuple[int, ...], goals: list[tuple[int, float]], *, war: bool) -> None:
        self.owner = owner
        self.war = war
        self.goals = [g for g, _ in goals]
        self.weights = [weight for _, weight in goals]
        self.drawn = [UNKNOWN] * N

    def of(self, box: int) -> float:
        pull = self.drawn[box]
        if pull == UNKNOWN:
            pull = self.drawn[box] = self.found(NEARNESS[box])
        return pull

    def found(self, near: tuple[float, ...]) -> float:
        """By how near the boxes are that draw."""
        most, weights = 0.0, self.weights
        for n, g in enumerate(self.goals):
            pull = weights[n] * near[g]
            if pull > most:
                most = pull
        return most


class Army:
    """Where a side's power stands. Found once for each arrangement of its pieces, and shared: it does not change.

    boxes: where it stands. power: by box. ready: what of it has a march left. walls: what works add to it.

    Found when first wanted, mostly of the army that one faces: near, the power beside each box, and beside, the boxes where there is any;
    coming, what of that could come up in a battle there; pressed, how much each city feels it, and cities, those that do; pulls, what
    draws the enemy, by the flags and his plan.
    """

    __slots__ = ("beside", "boxes", "cities", "coming", "last", "near", "power", "pressed", "pulls", "ready", "walls")

    def __init__(self, box: tuple[int, ...], kinds: tuple[int, ...], reduced: int, entrenched: int, spent: int) -> None:
        self.boxes: list[int] = []
        self.power = power = [0.0] * SPACES
        self.ready = ready = [0.0] * SPACES if spent else power
        self.walls = walls = [0.0] * SPACES if entrenched else NOTHING
        self.near: list[float] = []
        self.beside: list[int] = []
        self.coming: list[float] = []
        self.pressed: list[float] = []
        self.cities: list[int] = []
        self.pulls: dict[tuple[tuple[int, ...], bool, int], Pull] = {}
        self.last: dict[int, Pull] = {}
        for p in range(len(box)):
            b = box[p]
            if b < 0 or b >= N:
                continue
            worth = WORTH[kinds[p]]
            bit = 1 << p
            if reduced & bit:
                worth *= WOUNDED
            if power[b] == 0.0:
                self.boxes.append(b)
            power[b] += worth
            if entrenched & bit:
                walls[b] += (WORKS - 1.0) * worth
            if spent and not spent & bit:
                ready[b] += worth

    def whole(self) -> float:
        """All of its power."""
        return sum([self.power[b] for b in self.boxes], 0.0)

    def spread(self) -> None:
        """Find what is beside its boxes."""
        near, coming, beside = [0.0] * SPACES, [0.0] * SPACES, []
        for b in self.boxes:
            power = self.power[b]
            few = REINFORCE * min(power, 3.0)
            for n in NEIGHBOURS[b]:
                if near[n] == 0.0:
                    beside.append(n)
                near[n] += power
                coming[n] += few
        self.beside, self.coming, self.near = beside, coming, near

    def press(self) -> None:
        """Find how much each city feels it."""
        pressed, cities = [0.0] * SPACES, []
        for b in self.boxes:
            power = self.power[b]
            for g, share in GOALS_NEAR[b]:
                if pressed[g] == 0.0:
                    cities.append(g)
                pressed[g] += share * power
        self.cities, self.pressed = cities, pressed

    def pull(self, owner: tuple[int, ...], side: int, plan: int, *, war: bool) -> Pull:
        """What draws the side that faces this army as it follows a plan: goals the more the weaker they are held, own cities the more in
        danger."""
        last = self.last.get(plan)
        if last is not None and last.owner is owner and last.war == war:
            return last
        key = (owner, war, plan)
        found = self.pulls.get(key)
        if found is None:
            if not self.pressed:
                self.press()
            found = self.pulls[key] = Pull(owner, self.goals(owner, side, POSTURES[side][plan], war=war), war=war)
        self.last[plan] = found
        return found

    def goals(self, owner: tuple[int, ...], side: int, posture: Posture, *, war: bool) -> list[tuple[int, float]]:
        """The boxes that draw the side that faces this army, and how much."""
        pressed, after, draw, resist, keep = self.pressed, posture.after, posture.draw, posture.resist, posture.keep
        goals: list[tuple[int, float]] = []
        for g, worth in goals_of((owner, war), side):
            goals.append((g, (worth * draw if g in after else worth) / (1.0 + resist * pressed[g])))
        for g in self.cities:
            if owner[g] == side:
                goals.append((g, keep * MARGIN[g] * min(pressed[g], 8.0)))
        if side == UNION and owner[WASHINGTON] == UNION:
            goals.append((WASHINGTON, posture.home * min(pressed[WASHINGTON], 8.0)))
        return goals


army_of: Final = lru_cache(maxsize=256)(Army)  # more would cost more to look through for garbage than they save


class Seen:
    """An arrangement of a side's pieces that was looked at, and its army. The last one is kept: most questions find it again."""

    __slots__ = ("army", "box", "entrenched", "kind", "reduced", "spent")

    def __init__(self, box: list[int], kind: tuple[int, ...], first: int, reduced: int, entrenched: int, spent: int) -> None:
        self.box, self.kind = box, kind
        self.reduced, self.entrenched, self.spent = reduced, entrenched, spent
        kinds = kind[first : first + len(box)]
        self.army: Army = army_of(tuple(box), kinds, reduced >> first, entrenched >> first, spent >> first)


SEEN: Final[list[Seen]] = [Seen([], (), 0, 0, 0, 0), Seen([], (), 0, 0, 0, 0)]


def army_at(s: State, side: int) -> Army:
    """A side's army as it stands."""
    first, mask, seen = FIRST[side], MASK[side], SEEN[side]
    box, reduced, entrenched, spent = s.box[first : LAST[side]], s.reduced & mask, s.entrenched & mask, (s.twice | s.sailed) & mask
    is_same = seen.kind is s.kind and seen.reduced == reduced and seen.entrenched == entrenched and seen.spent == spent
    if not is_same or seen.box != box:
        seen = SEEN[side] = Seen(box, s.kind, first, reduced, entrenched, spent)
    return seen.army


NO_PULL: Final = Pull((), [], war=False)


class Look:
    """A side's look at the map.

    mine, foes: power by box. near: enemy power beside each box. ready: own power that has a march left. war: the Union needs every
    prize. pull: what draws the side, once it has looked far. helping: who can help in a battle, as far as it was asked.
    """

    __slots__ = (
        "army", "enemy", "far_counts", "foes", "follow", "guards", "helping", "host", "marches", "mine", "near", "owner", "plan", "posture",
        "pull", "ready", "s", "side", "war",
    )  # fmt: skip

    def __init__(self, s: State, side: int, plans: Pair = (0, 0)) -> None:
        self.s = s
        self.side = side
        self.plan = plans[side]
        self.posture = POSTURES[side][self.plan]
        self.far_counts: float = self.posture.far
        self.follow: float = self.posture.follow
        self.guards: float = self.posture.guard
        self.enemy = 1 - side
        self.war = is_war(s) and s.turn >= self.posture.since
        self.owner = s.owner
        self.marches = s.marches - 1 if s.stack[-1].box == Box.MARCH else s.marches
        self.army = army_at(s, side)
        self.host = army_at(s, 1 - side)
        self.mine = self.army.power
        self.ready = self.army.ready
        self.foes = self.host.power
        if not self.host.near:
            self.host.spread()
        self.near = self.host.near
        self.helping: dict[int, list[tuple[float, int]]] = {}
        self.pull = NO_PULL

    def far(self) -> Look:
        """Look further: what draws the side."""
        self.pull = self.host.pull(self.owner, self.side, self.plan, war=self.war)
        return self

    # --- dangers ------------------------------------------------------------------------------------------

    def danger(self, box: int) -> float:
        """Enemies beside a box, and as much as the plan cares of the strongest who may come from farther off."""
        near, far = self.near[box], self.far_counts
        return near + far * self.raiders(box) if far else near

    def raiders(self, box: int) -> float:
        """The strongest enemies who can reach a box with two marches, by road, rail or river, past what is held."""
        foes, mine, most = self.foes, self.mine, 0.0
        for frm, between in FARTHER[box]:
            if foes[frm] > most:
                for b in between:
                    if mine[b] or foes[b]:
                        break
                else:
                    most = foes[frm]
        return most

    def washington_in_danger(self, leaving: int) -> float:
        """Confederates beside Washington, and half of those behind a box that nobody holds; not those who are being attacked."""
        foes, mine = self.foes, self.mine
        total = 0.0
        for b in NEIGHBOURS[WASHINGTON]:
            if foes[b]:
                total += foes[b] if b != leaving else 0.0
            elif not mine[b] and b in NEIGHBOURS_OF[CSA][WASHINGTON]:
                behind = 0.0
                for c in NEIGHBOURS[b]:
                    if foes[c] > behind and c != leaving:
                        behind = foes[c]
                total += 0.5 * behind
        return total

    def guard(self, box: int, leaving: int = -1) -> float:
        """What should stay behind in a box when the rest attack another."""
        side = self.side
        if not self.near[box] and not self.far_counts and not NEEDS_GUARD[side][box]:
            return 0.0
        if box == WASHINGTON and side == UNION:
            return max(2.5, min(self.posture.capital * self.washington_in_danger(leaving), 16.0))
        value = MARGIN[box] if self.owner[box] == side else 0
        if not value:
            return 0.0
        near = self.danger(box)
        if leaving >= 0 and self.foes[leaving] and leaving in NEIGHBOURS[box]:
            near -= self.foes[leaving]
        if side == CSA:
            if box == RICHMOND:
                return max(2.0, min(self.posture.capital * near, 14.0))
            least = 1.0 if PRIZE[box] and PORT[box] else 0.0
            return max(least, min(self.guards * near, LEAST + 2.0 * value))
        return min(self.guards * near, LEAST + 2.0 * value)

    def saved(self, box: int, coming: float) -> float:
        """How much of an own city such a power more would save, by the odds, from those who can reach it."""
        danger = self.near[box] + self.raiders(box)
        if not MARGIN[box] or not danger:
            return 0.0
        walls = WORKS if FORT[box] else 1.0
        held = self.mine[box] * walls
        return MARGIN[box] * (chance(danger, held) - chance(danger, held + coming * walls))

    def spare(self, box: int, to: int = -1) -> float:
        """What can leave a box (to attack another) without baring it."""
        ready = self.ready[box]
        return min(ready, self.mine[box] - self.guard(box, to)) if ready else 0.0

    # --- battles ------------------------------------------------------------------------------------------

    def resists(self, box: int) -> float:
        """The enemy's power in a box behind his works, with what can come up."""
        s, host = self.s, self.host
        power = host.power[box] + host.walls[box]
        if FORT[box] and self.owner[box] == self.enemy:
            power *= WORKS
        if s.rules & COASTAL_DEFENCE and s.landings >> box & 1 and self.owner[box] == CSA:
            power += 1.5 * GARRISON_VALUE[box]
        return power + host.coming[box]

    def helpers(self, frm: int, to: int) -> float:
        """What of the friends beside a battle can be counted on: they march too, or come up one at a time."""
        near = self.helping.get(to)
        if near is None:
            ready, foes = self.ready, self.foes
            near = self.helping[to] = [(self.spare(b, to), b) for b in NEIGHBOURS[to] if ready[b] and not foes[b]]
            near.sort(reverse=True)
        left, first, rest = max(self.marches, 0), 0.0, 0.0
        for power, b in near:
            if b == frm:
                continue
            if left:
                first += max(power, 0.0)
                left -= 1
            else:
                rest += max(min(power, 3.0), 0.0)
        return first + REINFORCE * rest

    def take(self, box: int) -> float:
        """What it is worth to own a box that is not one's own."""
        side, owner = self.side, self.owner[box]
        if owner == side:
            return 0.0
        loss = VALUE_OF[self.enemy][box] if owner == self.enemy else 0
        worth = 0.3 + self.posture.city * (loss + VALUE_OF[side][box])
        if side == UNION:
            return worth + PRIZE_BONUS if PRIZE[box] and self.war else worth
        return worth + CAPITAL if box == WASHINGTON else worth

    # --- moves --------------------------------------------------------------------------------------------

    def gain(self, frm: int, to: int, moving: float) -> float:
        """What a move by that power brings, apart from what it leaves behind."""
        pull = self.pull
        follow = self.follow * (pull.of(to) - pull.of(frm))
        if self.foes[to]:
            return self.attack(frm, to, moving, follow)
        if not self.near[to] and self.owner[to] == self.side and not NEEDS_GUARD[self.side][to]:
            return follow
        return self.enter(to, moving) + follow

    def attack(self, frm: int, to: int, moving: float, follow: float) -> float:
        """The stake by the odds, less what is there already."""
        there = self.mine[to]
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
        there = self.mine[to]
        risk = SAFE * self.near[to]
        own = self.owner[to] == self.side
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
        side = self.side
        if self.owner[box] != side or FORT[box]:
            return 0.0
        value = MARGIN[box]
        risk = self.danger(box)
        power = self.ready[box]
        walls = self.army.walls[box]
        bare = power - walls / (WORKS - 1.0)
        if not value or not risk or bare < 0.9:
            return 0.0
        now = self.mine[box] + walls
        return self.posture.dig * (value + 0.2 * power) * (chance(risk, now) - chance(risk, now + (WORKS - 1.0) * bare))
