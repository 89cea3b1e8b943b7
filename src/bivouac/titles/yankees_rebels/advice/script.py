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
from bivouac.titles.yankees_rebels.printed.map import ALL, AROUND, BIT, DIST, ENTRIES, LEVEL, NEXT, PROTECTION, SIZE, VICTORY, hexes_of
from bivouac.titles.yankees_rebels.printed.units import FIRE, HALF_POINTS, IS_FOOT, IS_GUN, SIDE, STRENGTH, UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import fighting_area, open_ground
from bivouac.titles.yankees_rebels.rules.ch05_combat import IN_RANGE, attackers, dice_for, protection
from bivouac.titles.yankees_rebels.state import State

Value = Callable[[int], float]
ALL_VICTORY: Final = [(v, float(points)) for v, points in VICTORY.items()]
OUT_OF_MIND: Final = 5.0
"""Goals that lie so much worse than the best one are left aside: no march makes up for it."""
UNREACHED: Final = 1e9
NEAREST: Final = 4
"""So many enemies a battery looks at."""
BESIDE: Final = 3
GATES: Final = set_of(ENTRIES[Side.CSA])
"""A side cares for victory hexes with an enemy, or for the Union a hex where they enter, within its plan's alarm. A unit leaves one for
another that counts more and lies BESIDE it."""
CLOSER: Final = {v: tuple(set_of(h for h in range(SIZE) if DIST[h][v] < d) for d in range(max(DIST[v]) + 1)) for v in VICTORY}
"""For each victory hex and distance the hexes that are nearer; a goal draws less if a friend is."""
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
    side = SIDE[u]
    enemy = s.ground[1 - side]
    if IS_GUN[u]:
        row = DIST[place_of(s, u)]
        return [(h, 0.0) for h in sorted(hexes_of(enemy), key=row.__getitem__)[:NEAREST]] or ALL_VICTORY
    here = place_of(s, u)
    own = s.ground[side] & s.foot & ~BIT[here]
    menace = ALL if posture.alarm == EVERYWHERE else enemy | GATES if side == Side.UNION else enemy
    found: list[tuple[int, float]] = []
    quiet: list[tuple[int, float]] = []
    for v, points in VICTORY_POINTS:
        if not own & BIT[v]:
            threat = 2.0 if side == Side.UNION and NEXT[v] & enemy else 0.0
            crowded = posture.crowd if own & CLOSER[v][DIST[here][v]] else 0.0
            goal = (v, posture.hexes * points + threat - crowded + (2.0 if enemy & BIT[v] else 0.0))
            (found if menace & within(v, posture.alarm) else quiet).append(goal)
    if posture.prey:
        found += prey(s, u, enemy, posture.prey)
    return found or quiet or [(h, 1.0) for h in hexes_of(enemy)] or ALL_VICTORY


def within(v: int, distance: int) -> int:
    """The hexes nearer to a victory hex than a distance."""
    rings = CLOSER[v]
    return rings[min(distance, len(rings) - 1)] if distance != EVERYWHERE else ALL


def threats(s: State, u: int) -> list[tuple[tuple[int, ...], int, int]]:
    """The enemies that a unit has to reckon with: how far every hex is from each, how far it can strike, and its dice."""
    near = BALL[place_of(s, u)][7] & s.ground[1 - SIDE[u]]
    found = []
    for h in bits(near):
        for e in s.units_at(h):
            found.append((DIST[h], STRIDE[army.TYPE[e]], 2 if IS_GUN[e] else s.force[e]))
    return found


def peril(s: State, u: int, posture: Posture) -> Value:
    """What standing in a hex may cost a unit: the points that the enemy would score for it, times the chance that it is destroyed."""
    about = threats(s, u)
    if not about:
        return safe
    chances, stake = KILL[s.force[u]], posture.peril * STRENGTH[u]
    most = len(chances) - 1

    def cost(h: int) -> float:
        cover = cover_of(s, h)
        dice = 0
        for far, stride, force in about:
            if force > cover and far[h] <= stride:
                dice += force - cover
        return stake * chances[min(int(STRIKE * LIKELY * dice), most)]

    return cost


def safe(h: int) -> float:
    return 0.0


def place_of(s: State, u: int) -> int:
    """Where a unit stands, or will enter."""
    return s.where[u] if s.where[u] >= 0 else s.rules.setup.entry[u]


def prey(s: State, u: int, enemy: int, draw: float) -> list[tuple[int, float]]:
    """Enemies not far off that are weaker than the unit."""
    near = bits(HUNT[place_of(s, u)] & enemy)
    return [(h, draw) for h in near if sum(s.force[e] for e in s.units_at(h)) + PROTECTION[h] < s.force[u]]


def ground_value(s: State, u: int, posture: Posture) -> Value:
    """What a hex is worth to a unit: near to what it is after, and, if the enemy is about, in cover."""
    aims = goals(s, u, posture)
    here = place_of(s, u)
    shelter = posture.cover if HUNT[here] & s.ground[1 - SIDE[u]] else 0.05
    if IS_GUN[u]:
        return lambda h: battery_value(h, aims) + shelter * PROTECTION[h]
    marches = [(value, MARCHES[v]) if v in MARCHES else (value, DIST[v]) for v, value in aims]
    if len(marches) > 2:
        worth = [value - 0.8 * far[here] for value, far in marches]
        least = max(worth) - OUT_OF_MIND
        marches = [march for march, w in zip(marches, worth) if w >= least]

    def value(h: int) -> float:
        best = -UNREACHED
        for worth, far in marches:
            near = worth - 0.8 * far[h]
            if near > best:
                best = near
        return best + shelter * PROTECTION[h]

    return value


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
    weakest = min([s.force[t] for t in s.units_at(there)])
    return 0.4 * dice + (1.2 if weakest <= dice * 0.25 + 0.5 else 0.0) + (0.3 * VICTORY.get(there, 0))


def best_blow(s: State, u: int, here: int, posture: Posture) -> float:
    enemy = s.ground[1 - SIDE[u]]
    targets = (IN_RANGE[here] if IS_GUN[u] else NEXT[here]) & enemy
    return posture.blow * max([blow(s, u, here, h) for h in bits(targets)]) if targets else 0.0


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


def march_value(s: State, posture: Posture) -> Value:
    u, here = s.unit, s.where[s.unit]
    ground = ground_value(s, u, posture)
    cost = peril(s, u, posture)
    zone = s.enemy_zone(SIDE[u])
    fights = 0
    if here >= 0 and army.MOVE_AND_FIGHT[u]:
        fights = fighting_area(BIT[here], HALF_POINTS[u], open_ground(s, u, zone), zone)

    def value(a: int) -> float:
        if a == PASS:
            return ground(here) + best_blow(s, u, here, posture) + 0.1 - cost(here)
        score = ground(a) - cost(a)
        if BIT[a] & zone:
            score += (best_blow(s, u, a, posture) if BIT[a] & fights else -0.8) - danger(s, u, a, posture)
        elif BIT[a] & fights and IS_GUN[u]:
            score += best_blow(s, u, a, posture)
        return score

    return value


def together_value(s: State, posture: Posture) -> Value:
    first, second = s.acting
    here = s.where[first]
    ground = ground_value(s, first if IS_FOOT[first] else second, posture)
    zone = s.enemy_zone(SIDE[first])

    def value(a: int) -> float:
        if a == PASS:
            return ground(here) + best_blow(s, first, here, posture) + best_blow(s, second, here, posture)
        if a in (FIRST_ALONE, SECOND_ALONE):
            starts = first if a == FIRST_ALONE else second
            return ground(here) + 0.2 + (0.2 if IS_FOOT[starts] else 0.0) - (2.0 if BIT[here] & zone else 0.0)
        if not BIT[a] & zone:
            return ground(a)
        blows = best_blow(s, first, a, posture) + best_blow(s, second, a, posture) if army.MOVE_AND_FIGHT[first] else 0.0
        return ground(a) + SHARED * blows - danger(s, first, a, posture)

    return value


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
    return strike + min(3.0, 0.25 * HALF_POINTS[u] + 0.4)


def activate_value(s: State, posture: Posture) -> Value:
    def value(a: int) -> float:
        if a == PASS:
            return 0.0
        if a >= HAT_STACK:
            return sum(eagerness(s, u, posture) for u in s.units_at(a - HAT_STACK) if not s.done & UNIT[u])
        return eagerness(s, a % HAT_UNIT, posture)

    return value


def trumpet_value(s: State, posture: Posture) -> Value:
    def value(a: int) -> float:
        if a == PASS:
            return 0.5
        u = a % RECOVER
        missing = STRENGTH[u] - s.force[u]
        if a >= RECOVER:
            return 0.35 * missing + 0.1 * army.TRAINING_DICE[u]
        exposed = NEXT[s.where[u]] & s.ground[1 - s.side]
        return 1.2 if exposed and s.force[u] == 1 and missing >= 2 and s.where[u] not in VICTORY else -1.0

    return value


def redeploy_value(s: State, posture: Posture) -> Value:
    """The unit that gains most ground; units on victory hexes stay."""
    where = s.where

    def value(a: int) -> float:
        if a == PASS:
            return 0.3
        h = where[a]
        if h in VICTORY:
            return -5.0
        return STEP_GAIN[h] - (0.5 if IS_GUN[a] else 0.0)

    return value


def quiet_value(s: State, posture: Posture) -> Value:
    """Where to go when the enemy does not matter: redeployment, retreat, evasion, the night."""
    here = s.where[s.unit]
    ground = ground_value(s, s.unit, posture)
    return lambda a: ground(here) + 0.2 if a == PASS else ground(a)


def retreat_value(s: State, posture: Posture) -> Value:
    """A unit that has to give way takes cover first."""
    ground = ground_value(s, s.unit, posture)
    return lambda a: ground(a) + PROTECTION[a] if a != PASS else 99.0


def react_value(s: State, posture: Posture) -> Value:
    """Fire at the weaker one; weak cavalry evades strong infantry."""
    u = s.unit
    strong = sum(s.force[x] for x in s.acting if IS_FOOT[x]) >= 4

    def value(a: int) -> float:
        if a == PASS:
            return -1.0
        if a == EVADE:
            return 3.0 if strong and army.IS_HORSE[u] else 0.0
        return 2.0 - 0.1 * s.force[a]

    return value


def aim_value(s: State, posture: Posture) -> Value:
    def value(a: int) -> float:
        if a == PASS:
            return 0.0
        target = a % ALONE
        firers = attackers(s, a)
        dice = dice_for(s, firers, target)
        kill = 1.5 if s.force[target] <= 0.25 * dice + 0.5 else 0.0
        return 0.4 * dice + kill + 0.3 * VICTORY.get(s.where[target], 0) + 0.05 * STRENGTH[target] - (0.6 if a >= ALONE else 0.0)

    return value


def occupy_value(s: State, posture: Posture) -> Value:
    """Forward if the ground is worth it and the answer bearable."""
    u, here = s.unit, s.where[s.unit]
    ground = ground_value(s, u, posture)
    return lambda a: ground(here) if a == PASS else ground(a) - 0.7 * danger(s, u, a, posture)


def as_they_come(s: State, posture: Posture) -> Value:
    return lambda a: float(a != PASS)


SCRIPT: Final[dict[Box, Callable[[State, Posture], Value]]] = {
    Box.REDEPLOY: redeploy_value,
    Box.REDEPLOY_TO: quiet_value,
    Box.TRUMPET: trumpet_value,
    Box.FALL_BACK: retreat_value,
    Box.ACTIVATE: activate_value,
    Box.MARCH: march_value,
    Box.MARCH_TOGETHER: together_value,
    Box.REACT: react_value,
    Box.EVADE: quiet_value,
    Box.AIM: aim_value,
    Box.RETREAT: retreat_value,
    Box.OCCUPY: occupy_value,
    Box.NIGHT_UNIT: as_they_come,
    Box.NIGHT_MARCH: quiet_value,
    Box.PART_FROM: quiet_value,
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
    value = SCRIPT[s.stack[-1].box](s, POSTURES[side][plans[side]])
    return [value(a) for a in s.options]
