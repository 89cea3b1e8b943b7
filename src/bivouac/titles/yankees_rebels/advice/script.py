"""A script that plays a sound turn at once. It looks for three things: ground worth points that no friend holds yet, cover, and attacks
with more dice than the answer will have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.kit.ranks import foremost, ranked
from bivouac.core.plans import Pair
from bivouac.titles.yankees_rebels.advice.plans import EVERYWHERE, POSTURES, Posture
from bivouac.titles.yankees_rebels.advice.value import BALL, KILL, LIKELY, MARCHES, STRIDE, STRIKE, VICTORY_POINTS, cover_of
from bivouac.titles.yankees_rebels.flow import FLOW
from bivouac.titles.yankees_rebels.frames import ALONE, EVADE, FIRST_ALONE, HAT_STACK, HAT_UNIT, PASS, RECOVER, SECOND_ALONE, Box
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import (
    ALL,
    AROUND,
    BIT,
    DIST,
    EASY,
    ENTRIES,
    LEVEL,
    NEXT,
    PROTECTION,
    SIZE,
    VICTORY,
    hexes_of,
)
from bivouac.titles.yankees_rebels.printed.units import FIRE, HALF_POINTS, IS_FOOT, IS_GUN, SIDE, STACK, STRENGTH, UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import fighting_area, open_ground
from bivouac.titles.yankees_rebels.rules.ch05_combat import IN_RANGE, attackers, dice_for, protection
from bivouac.titles.yankees_rebels.state import State

ALL_VICTORY: Final = [(v, float(points)) for v, points in VICTORY.items()]
OUT_OF_MIND: Final = 5.0
"""Goals that lie so much worse than the best one are left aside: no march makes up for it."""
UNREACHED: Final = 1e9
NEAREST: Final = 4
"""So many enemies a battery looks at."""
BESIDE: Final = 3
DEEP: Final = 8
GATES: Final = set_of(ENTRIES[Side.CSA])
"""A side cares for victory hexes with an enemy, or for the Union a hex where they enter, within its plan's alarm. A unit leaves one for
another that counts more and lies BESIDE it."""
CLOSER: Final = {v: tuple(set_of(h for h in range(SIZE) if DIST[h][v] < d) for d in range(max(DIST[v]) + 1)) for v in VICTORY}
"""For each victory hex and distance the hexes that are nearer; a goal draws less if a friend is."""
VICTORY_RINGS: Final = tuple((v, points, CLOSER[v]) for v, points in VICTORY_POINTS)
HUNT: Final = tuple(set_of(b for b in range(SIZE) if 0 < DIST[a][b] <= 6) for a in range(SIZE))
"""The hexes in which a unit looks for weaker enemies."""
SHARED: Final = 0.5
"""What of the blows of two units that come into contact together counts: one of them may be driven off before."""
ANSWER: Final = tuple(1 - 0.5**dice for dice in range(6))
"""The chance that a unit reacts, by its dice."""
DRAW_OF_GROUND: Final = tuple(
    max(1.2 * points - 0.8 * DIST[h][v] for v, points in VICTORY.items()) + 0.3 * PROTECTION[h] for h in range(SIZE)
)
"""How attractive a hex is by itself."""
STEP_GAIN: Final = tuple(max(DRAW_OF_GROUND[n] for n in AROUND[h]) - DRAW_OF_GROUND[h] for h in range(SIZE))
"""What the best step from it would gain."""


# --- the worth of a hex ----------------------------------------------------------------------------------------


def goals(s: State, u: int, posture: Posture) -> list[tuple[int, float]]:
    """What a unit is after: victory hexes that no infantry of its side holds, less so if another is nearer; and weaker enemies.
    Guns look for enemies to fire at."""
    side, here = SIDE[u], place_of(s, u)
    enemy = s.ground[1 - side]
    if IS_GUN[u]:
        return [(h, 0.0) for h in sorted(hexes_of(enemy), key=DIST[here].__getitem__)[:NEAREST]] or ALL_VICTORY
    own = (s.ground[side] & s.foot if IS_FOOT[u] else s.ground[side]) & ~BIT[here]
    menace = enemy | GATES if side == Side.UNION else enemy
    found: list[tuple[int, float]] = []
    quiet: list[tuple[int, float]] = []
    row = DIST[here]
    for v, points, rings in VICTORY_RINGS:
        if not own & BIT[v]:
            threat = 2.0 if side == Side.UNION and NEXT[v] & enemy else 0.0
            crowded = posture.crowd if own & rings[row[v]] else 0.0
            lag = posture.lag * afar(v, menace) if posture.lag else 0.0
            goal = (v, posture.hexes * points + threat - crowded - lag + (2.0 if enemy & BIT[v] else 0.0))
            (found if posture.alarm == EVERYWHERE or menace & within(v, posture.alarm) else quiet).append(goal)
        elif posture.deep and len(s.units_at(v)) < 2 and menace & within(v, DEEP):
            found.append((v, posture.deep * points))
    if posture.prey:
        found += prey(s, u, enemy, posture.prey)
    return found or quiet or [(h, 1.0) for h in hexes_of(enemy)] or ALL_VICTORY


def within(v: int, distance: int) -> int:
    """The hexes nearer to a victory hex than a distance."""
    rings = CLOSER[v]
    return rings[min(distance, len(rings) - 1)] if distance != EVERYWHERE else ALL


def afar(v: int, menace: int) -> int:
    """How far the nearest of some hexes is from a victory hex."""
    rings = CLOSER[v]
    for d in range(1, len(rings)):
        if menace & rings[d]:
            return d - 1
    return len(rings)


def threats(s: State, u: int) -> list[tuple[tuple[int, ...], int, int]]:
    """The enemies that a unit has to reckon with: how far every hex is from each, how far it can strike, and its dice."""
    near = BALL[place_of(s, u)][7] & s.ground[1 - SIDE[u]]
    found = []
    for h in bits(near):
        for e in s.units_at(h):
            found.append((DIST[h], STRIDE[army.TYPE[e]], 2 if IS_GUN[e] else s.force[e]))
    return found


class Peril:
    """What standing in a hex may cost a unit: the points that the enemy would score for it, times the chance that it is destroyed."""

    __slots__ = ("_about", "_chances", "_most", "_stake", "_state")

    def __init__(self, s: State, u: int, posture: Posture) -> None:
        self._state, self._about = s, threats(s, u)
        self._chances, self._stake = KILL[s.force[u]], posture.peril * STRENGTH[u]
        self._most = len(self._chances) - 1

    def at(self, h: int) -> float:
        if not self._about:
            return 0.0
        cover, dice = cover_of(self._state, h), 0
        for far, stride, force in self._about:
            if force > cover and far[h] <= stride:
                dice += force - cover
        return self._stake * self._chances[min(int(STRIKE * LIKELY * dice), self._most)]


def place_of(s: State, u: int) -> int:
    """Where a unit stands, or will enter."""
    return s.where[u] if s.where[u] >= 0 else s.rules.setup.entry[u]


def prey(s: State, u: int, enemy: int, draw: float) -> list[tuple[int, float]]:
    """Enemies not far off that are weaker than the unit."""
    near = bits(HUNT[place_of(s, u)] & enemy)
    return [(h, draw) for h in near if sum(s.force[e] for e in s.units_at(h)) + PROTECTION[h] < s.force[u]]


class Ground:
    """What a hex is worth to a unit: near to what it is after, and, if the enemy is about, in cover."""

    __slots__ = ("_aims", "_chases", "_is_gun", "_marches", "_shelter")

    def __init__(self, s: State, u: int, posture: Posture) -> None:
        here = place_of(s, u)
        self._is_gun, self._aims = IS_GUN[u], goals(s, u, posture)
        self._shelter = posture.cover if HUNT[here] & s.ground[1 - SIDE[u]] else 0.05
        self._marches: list[tuple[float, tuple[float, ...]]] = []
        self._chases: list[tuple[float, tuple[int, ...]]] = []
        if not self._is_gun:
            self._choose(here)

    def _choose(self, here: int) -> None:
        """Goals by the march to them, enemies by how far they are. Of many only those that no march makes up for are left aside."""
        least = -UNREACHED
        if len(self._aims) > 2:
            for v, value in self._aims:
                worth = value - 0.8 * MARCHES[v][here] if v in MARCHES else value - 0.8 * DIST[v][here]
                least = max(least, worth - OUT_OF_MIND)
        for v, value in self._aims:
            if v in MARCHES:
                march = MARCHES[v]
                if value - 0.8 * march[here] >= least:
                    self._marches.append((value, march))
            elif value - 0.8 * DIST[v][here] >= least:
                self._chases.append((value, DIST[v]))

    def at(self, h: int) -> float:
        if self._is_gun:
            return battery_value(h, self._aims) + self._shelter * PROTECTION[h]
        best = -UNREACHED
        for worth, march in self._marches:
            near = worth - 0.8 * march[h]
            if near > best:
                best = near
        for worth, row in self._chases:
            near = worth - 0.8 * row[h]
            if near > best:
                best = near
        return best + self._shelter * PROTECTION[h]


def battery_value(h: int, aims: list[tuple[int, float]]) -> float:
    """Guns like the enemy at two or three hexes, and high ground."""
    row = DIST[h]
    nearest = min([row[v] for v, _ in aims])
    return (-1.5 if nearest < 2 else -0.5 * max(nearest - 3, 0)) + 0.3 * LEVEL[h]


def blow(s: State, u: int, here: int, there: int) -> float:
    """What an attack from one hex on the units of another promises."""
    distance = DIST[here][there]
    value = FIRE[u][distance] if IS_GUN[u] else s.force[u]
    dice = value - protection(s, here, there, by_guns=IS_GUN[u])
    if dice <= 0:
        return 0.0
    weakest = min([s.force[t] for t in STACK[s.at[there]]])
    return 0.4 * dice + (1.2 if weakest <= dice * 0.25 + 0.5 else 0.0) + (0.3 * VICTORY.get(there, 0))


def best_blow(s: State, u: int, here: int, posture: Posture) -> float:
    enemy = s.ground[1 - SIDE[u]]
    targets = (IN_RANGE[here] if IS_GUN[u] else NEXT[here]) & enemy
    best = 0.0
    for h in bits(targets):
        worth = blow(s, u, here, h)
        if worth > best:
            best = worth
    return posture.blow * best


def danger(s: State, u: int, here: int, posture: Posture) -> float:
    """What the answer of the enemies around a hex may cost a unit that moves there."""
    total = 0.0
    for h in bits(NEXT[here] & s.ground[1 - SIDE[u]]):
        for e in s.units_at(h):
            dice = (FIRE[e][1] if IS_GUN[e] else s.force[e]) - protection(s, h, here, by_guns=IS_GUN[e])
            if dice > 0:
                total += 0.35 * dice * ANSWER[army.TRAINING_DICE[e]]
    frail = 1.6 if s.force[u] <= 1 else 1.0
    return total * frail * posture.caution * (1.5 if IS_GUN[u] else 1.0)


# --- ordering ----------------------------------------------------------------------------------------


def march_scores(s: State, posture: Posture) -> list[float]:
    u, here = s.unit, s.where[s.unit]
    ground, peril = Ground(s, u, posture), Peril(s, u, posture)
    zone = s.enemy_zone(SIDE[u])
    fights = 0
    if here >= 0 and army.MOVE_AND_FIGHT[u]:
        fights = fighting_area(BIT[here], HALF_POINTS[u], open_ground(s, u, zone) & (EASY | s.works), zone)
    scores: list[float] = []
    for a in s.options:
        if a == PASS:
            scores.append(ground.at(here) + best_blow(s, u, here, posture) + 0.1 - peril.at(here))
            continue
        score = ground.at(a) - peril.at(a)
        if zone >> a & 1:
            score += (best_blow(s, u, a, posture) if fights >> a & 1 else -0.8) - danger(s, u, a, posture)
        elif IS_GUN[u] and fights >> a & 1:
            score += best_blow(s, u, a, posture)
        scores.append(score)
    return scores


def together_scores(s: State, posture: Posture) -> list[float]:
    first, second = s.acting
    here = s.where[first]
    ground = Ground(s, first if IS_FOOT[first] else second, posture)
    zone = s.enemy_zone(SIDE[first])
    scores: list[float] = []
    for a in s.options:
        if a == PASS:
            scores.append(ground.at(here) + best_blow(s, first, here, posture) + best_blow(s, second, here, posture))
        elif a in (FIRST_ALONE, SECOND_ALONE):
            starts = first if a == FIRST_ALONE else second
            scores.append(ground.at(here) + 0.2 + (0.2 if IS_FOOT[starts] else 0.0) - (2.0 if zone >> here & 1 else 0.0))
        elif zone >> a & 1:
            blows = best_blow(s, first, a, posture) + best_blow(s, second, a, posture) if army.MOVE_AND_FIGHT[first] else 0.0
            scores.append(ground.at(a) + SHARED * blows - danger(s, first, a, posture))
        else:
            scores.append(ground.at(a))
    return scores


def holds(s: State, u: int, here: int, posture: Posture) -> bool:
    """Whether a unit should stay on a victory hex: none that counts more lies free beside it, and the enemy is near enough."""
    own = s.ground[SIDE[u]] & s.foot
    if any(points > VICTORY[here] and DIST[here][v] <= BESIDE and not own & BIT[v] for v, points in VICTORY_POINTS):
        return False
    return posture.watch == EVERYWHERE or bool(s.ground[1 - SIDE[u]] & within(here, posture.watch))


def eagerness(s: State, u: int, posture: Posture) -> float:
    """How much a unit has to do: a blow to strike, or a way to go."""
    here = s.where[u]
    if here < 0:
        return 4.0
    strike = best_blow(s, u, here, posture)
    if NEXT[here] & s.ground[1 - SIDE[u]]:
        return 2.0 + strike
    if here in VICTORY and IS_FOOT[u] and holds(s, u, here, posture):
        return strike - 0.5
    if posture.errand and IS_FOOT[u]:
        return strike + 1.0 + posture.errand * errand(s, u, here, posture)
    return strike + min(3.0, 0.25 * HALF_POINTS[u] + 0.4)


def errand(s: State, u: int, here: int, posture: Posture) -> float:
    """What the victory hex draws that a unit is on its way to."""
    least, drawn = -UNREACHED, 0.0
    for v, value in goals(s, u, posture):
        if v in MARCHES and value - 0.8 * MARCHES[v][here] > least:
            least, drawn = value - 0.8 * MARCHES[v][here], value
    return max(drawn, 0.0)


def activate_scores(s: State, posture: Posture) -> list[float]:
    return [activate_worth(s, posture, a) for a in s.options]


def activate_worth(s: State, posture: Posture, a: int) -> float:
    if a == PASS:
        return 0.0
    if a < HAT_STACK:
        return eagerness(s, a % HAT_UNIT, posture)
    total = 0.0
    for u in s.units_at(a - HAT_STACK):
        if not s.done & UNIT[u]:
            total += eagerness(s, u, posture)
    return total


def trumpet_scores(s: State, posture: Posture) -> list[float]:
    return [trumpet_worth(s, a) for a in s.options]


def trumpet_worth(s: State, a: int) -> float:
    if a == PASS:
        return 0.5
    u = a % RECOVER
    missing = STRENGTH[u] - s.force[u]
    if a >= RECOVER:
        return 0.35 * missing + 0.1 * army.TRAINING_DICE[u]
    exposed = NEXT[s.where[u]] & s.ground[1 - s.side]
    return 1.2 if exposed and s.force[u] == 1 and missing >= 2 and s.where[u] not in VICTORY else -1.0


def redeploy_scores(s: State, posture: Posture) -> list[float]:
    return [redeploy_worth(s, a) for a in s.options]


def redeploy_worth(s: State, a: int) -> float:
    """The unit that gains most ground; units on victory hexes stay."""
    if a == PASS:
        return 0.3
    h = s.where[a]
    if h in VICTORY:
        return -5.0
    return STEP_GAIN[h] - (0.5 if IS_GUN[a] else 0.0)


def quiet_scores(s: State, posture: Posture) -> list[float]:
    """Where to go when the enemy does not matter: redeployment, retreat, evasion, the night."""
    here, ground = s.where[s.unit], Ground(s, s.unit, posture)
    return [ground.at(here) + 0.2 if a == PASS else ground.at(a) for a in s.options]


def retreat_scores(s: State, posture: Posture) -> list[float]:
    """A unit that has to give way takes cover first."""
    ground = Ground(s, s.unit, posture)
    return [ground.at(a) + PROTECTION[a] if a != PASS else 99.0 for a in s.options]


def react_scores(s: State, posture: Posture) -> list[float]:
    """Fire at the weaker one; weak cavalry evades strong infantry."""
    strong = sum([s.force[x] for x in s.acting if IS_FOOT[x]]) >= 4
    evading = 3.0 if strong and army.IS_HORSE[s.unit] else 0.0
    return [-1.0 if a == PASS else evading if a == EVADE else 2.0 - 0.1 * s.force[a] for a in s.options]


def aim_scores(s: State, posture: Posture) -> list[float]:
    return [aim_worth(s, a) for a in s.options]


def aim_worth(s: State, a: int) -> float:
    if a == PASS:
        return 0.0
    target = a % ALONE
    dice = dice_for(s, attackers(s, a), target)
    kill = 1.5 if s.force[target] <= 0.25 * dice + 0.5 else 0.0
    return 0.4 * dice + kill + 0.3 * VICTORY.get(s.where[target], 0) + 0.05 * STRENGTH[target] - (0.6 if a >= ALONE else 0.0)


def occupy_scores(s: State, posture: Posture) -> list[float]:
    """Forward if the ground is worth it and the answer bearable."""
    u, here, ground = s.unit, s.where[s.unit], Ground(s, s.unit, posture)
    return [ground.at(here) if a == PASS else ground.at(a) - 0.7 * danger(s, u, a, posture) for a in s.options]


def as_they_come(s: State, posture: Posture) -> list[float]:
    return [float(a != PASS) for a in s.options]


SCRIPT: Final[dict[Box, Callable[[State, Posture], list[float]]]] = {
    Box.REDEPLOY: redeploy_scores,
    Box.REDEPLOY_TO: quiet_scores,
    Box.TRUMPET: trumpet_scores,
    Box.FALL_BACK: retreat_scores,
    Box.ACTIVATE: activate_scores,
    Box.MARCH: march_scores,
    Box.MARCH_TOGETHER: together_scores,
    Box.REACT: react_scores,
    Box.EVADE: quiet_scores,
    Box.AIM: aim_scores,
    Box.RETREAT: retreat_scores,
    Box.OCCUPY: occupy_scores,
    Box.NIGHT_UNIT: as_they_come,
    Box.NIGHT_MARCH: quiet_scores,
    Box.PART_FROM: quiet_scores,
}


def order(s: State) -> Sequence[int]:
    return follow(s, (0, 0))


def follow(s: State, plans: Pair) -> Sequence[int]:
    """The options of the question on top, the most promising first, each side following its plan."""
    return ranked(s.options, scores(s, plans))


def best(s: State, plans: Pair) -> int:
    """The first of them."""
    options = s.options
    return foremost(options, scores(s, plans)) if len(options) > 1 else options[0]


def scores(s: State, plans: Pair) -> list[float]:
    """What each option is worth."""
    side = FLOW.side(s)
    return SCRIPT[s.stack[-1].box](s, POSTURES[side][plans[side]])
