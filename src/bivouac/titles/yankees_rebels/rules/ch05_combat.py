"""Chapter 5: who may attack whom, lines of sight, and the dice of a fight.

A fight is a list of shots in `s.shots`, SPAN numbers each: two firers (or -1), the hex they fire from, the target and its hex, the dice
before terrain, hits, losses, retreats, and whether it is a reaction. The attack comes first in the list. All shots are rolled before any of
them takes effect (5.4h):

    AIM -> FIRE: for each shot -> SHOT (white dice) -> HARM: for each shot -> EFFECT (black dice)
        -> LOSSES -> REPEL -> RETREAT -> GAIN -> OCCUPY
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.answers import ALONE, PASS
from bivouac.titles.yankees_rebels.events import ATTACK_TOGETHER, ATTACKS, HITS
from bivouac.titles.yankees_rebels.frames import At, Box, go
from bivouac.titles.yankees_rebels.printed.map import (
    BIT,
    CEMETERY_HILL,
    DIST,
    HILLS,
    LEVEL,
    MAP,
    NEXT,
    PROTECTION,
    SIZE,
    TABLES,
    WET,
    area_of,
    hexes_of,
    sees,
)
from bivouac.titles.yankees_rebels.printed.units import (
    CSA_FLAG,
    DOUBLE,
    FIRE,
    HALF_POINTS,
    IS_GUN,
    MOVE_AND_FIGHT,
    RANGE,
    SIDE,
    SIDE_FORCE,
    UNION_FLAG,
    UNIT,
    members,
)
from bivouac.titles.yankees_rebels.rules.ch02_sequence import passable
from bivouac.titles.yankees_rebels.rules.ch04_movement import march_area
from bivouac.titles.yankees_rebels.state import State

FIRER, OTHER, FROM, TARGET, THERE, VALUE, HIT, LOST, ARROWS, REACTION = range(10)
SPAN = 10
OWN_FLAG = (UNION_FLAG, CSA_FLAG)
FAR = max(RANGE)
IN_RANGE = tuple(area_of(b for b in range(SIZE) if 0 < DIST[a][b] <= FAR) for a in range(SIZE))


# --- dice ----------------------------------------------------------------------------------------


def value_of(s: State, u: int, distance: int) -> int:
    """The dice of one unit before terrain: its strength, or for guns their fire at this distance (1.1g, 1.1h, 5.3a)."""
    return FIRE[u][distance] if IS_GUN[u] else s.force[u]


def protection(s: State, here: int, there: int, *, by_guns: bool) -> int:
    """The dice that the target's hex takes away: the best of its features, and the stream that is fired across (5.2c, 5.2.1a, 5.3.1k)."""
    bit = BIT[there]
    same_height = bit & HILLS and LEVEL[here] == LEVEL[there]
    best = 0 if same_height else PROTECTION[there]
    if there == CEMETERY_HILL and not by_guns:
        best = max(best, MAP.special.fortress_protection)
    if s.works & bit:
        best = max(best, TABLES.entrenchment.protection)
    return best + TABLES.stream.protection if WET[here] & bit else best


def dice_for(s: State, firers: tuple[int, ...], target: int) -> int:
    """The white dice of an attack by these units together (5.3a, 5.3b, 5.3d); none at all is possible (5.3f for the option)."""
    here, there = s.where[firers[0]], s.where[target]
    distance = DIST[here][there]
    value, by_guns = 0, True
    for u in firers:
        value += value_of(s, u, distance)
        by_guns = by_guns and IS_GUN[u]
    dice = value - protection(s, here, there, by_guns=by_guns)
    return max(dice, 0 if by_guns or not s.rules.min_one_die else 1)


def add_shot(s: State, firers: tuple[int, ...], target: int, *, is_reaction: bool) -> None:
    """Put a fire into the list; two reacting units of one hex that fire at the same unit combine (5.3d)."""
    here, there = s.where[firers[0]], s.where[target]
    value = sum(value_of(s, u, DIST[here][there]) for u in firers)
    if is_reaction:
        for i in range(0, len(s.shots), SPAN):
            if s.shots[i + REACTION] and s.shots[i + FROM] == here and s.shots[i + TARGET] == target:
                s.shots[i + OTHER] = firers[0]
                s.shots[i + VALUE] += value
                return
    other = firers[1] if len(firers) == 2 else -1
    s.shots += (firers[0], other, here, target, there, value, 0, 0, 0, int(is_reaction))


def dice_of(s: State, i: int) -> int:
    """The white dice of a shot in the list, after terrain."""
    shots = s.shots
    by_guns = IS_GUN[shots[i + FIRER]] and (shots[i + OTHER] < 0 or IS_GUN[shots[i + OTHER]])
    dice = shots[i + VALUE] - protection(s, shots[i + FROM], shots[i + THERE], by_guns=by_guns)
    return max(dice, 0 if by_guns or not s.rules.min_one_die else 1)


# --- choosing a target ----------------------------------------------------------------------------------------


def attackers(s: State, a: int) -> tuple[int, ...]:
    """The units that an answer lets attack: all that are ready, or one of them alone."""
    ready = tuple(u for u in s.acting if s.ready & UNIT[u])
    if a < ALONE:
        return ready
    i = a // ALONE - 1
    return ready[i : i + 1]


def aim_candidates(s: State, f: At) -> Iterable[int]:
    """Every enemy unit on the map, for the units that act together and for each alone."""
    enemies = members(SIDE_FORCE[1 - s.side] & s.on_map)
    ways = (0, ALONE, 2 * ALONE) if sum(1 for u in s.acting if s.ready & UNIT[u]) == 2 else (0,)
    return [PASS, *(way + t for way in ways for t in enemies)]


def range_to(s: State, u: int, a: int) -> int:
    return DIST[s.where[u]][s.where[a % ALONE]]


def is_spent(s: State, a: int) -> bool:
    """Whether nobody is left who could make this attack."""
    return a != PASS and not attackers(s, a)


@clause("YR-4.0c")
def guns_move_or_fire(s: State, f: At, a: int) -> Verdict:
    """Artillery that has moved does not fire."""
    return not (is_spent(s, a) and not MOVE_AND_FIGHT[s.acting[0]]) or refuse(unit=Name("unit", s.acting[0]))


@clause("YR-4.0g")
def no_fight_after_heavy_going(s: State, f: At, a: int) -> Verdict:
    """A unit that entered terrain of two points does not fight in the same action."""
    u = s.acting[0]
    return not (is_spent(s, a) and not needed_the_road(s, u)) or refuse(unit=Name("unit", u))


@clause("YR-4.0i")
def no_fight_after_the_road(s: State, f: At, a: int) -> Verdict:
    """A unit that used the road's rate does not fight in the same action."""
    return not is_spent(s, a) or refuse(unit=Name("unit", s.acting[0]))


def needed_the_road(s: State, u: int) -> bool:
    """Whether a unit could have come to its hex by road only (reinforcements enter by road)."""
    if s.origin < 0:
        return True
    return not march_area(BIT[s.origin], 0, HALF_POINTS[u], passable(s, u), 0, ()) & BIT[s.where[u]]


@clause("YR-5.0b")
def is_next_to_the_enemy(s: State, f: At, a: int) -> Verdict:
    """Infantry and cavalry fight only against units in an adjacent hex."""
    far = [] if a == PASS else [u for u in attackers(s, a) if not IS_GUN[u] and range_to(s, u, a) > 1]
    return not far or refuse(unit=Name("unit", far[0]), target=Name("unit", a % ALONE))


@clause("YR-5.0c")
def is_in_range(s: State, f: At, a: int) -> Verdict:
    """Artillery fires up to four hexes."""
    far = [] if a == PASS else [u for u in attackers(s, a) if range_to(s, u, a) > RANGE[u]]
    return not far or refuse(unit=Name("unit", far[0]), target=Name("unit", a % ALONE))


@clause("YR-5.1b")
def is_in_sight(s: State, f: At, a: int) -> Verdict:
    """Fire at a distance needs a free line of sight."""
    if a == PASS:
        return True
    here, there = s.where[s.acting[0]], s.where[a % ALONE]
    return DIST[here][there] == 1 or sees(here, there, s.ground[0] | s.ground[1]) or refuse(target=Name("unit", a % ALONE))


@clause("YR-5.3b")
def has_dice_left(s: State, f: At, a: int) -> Verdict:
    """Where the terrain takes all the dice away the attack would have no effect."""
    return a == PASS or dice_for(s, attackers(s, a), a % ALONE) > 0 or refuse(target=Name("unit", a % ALONE))


MAY_AIM = (
    guns_move_or_fire,
    no_fight_after_heavy_going,
    no_fight_after_the_road,
    is_next_to_the_enemy,
    is_in_range,
    is_in_sight,
    has_dice_left,
)


def targets_for(s: State, firers: tuple[int, ...]) -> list[int]:
    """The enemy units that these units can attack together, in the order of their numbers."""
    here = s.where[firers[0]]
    enemy = s.ground[1 - s.side]
    if all(IS_GUN[u] for u in firers):
        units = s.ground[0] | s.ground[1]
        hexes = [h for h in hexes_of(IN_RANGE[here] & enemy) if DIST[here][h] == 1 or sees(here, h, units)]
    else:
        hexes = hexes_of(NEXT[here] & enemy)
    targets = [t for h in hexes for t in s.units_at(h) if dice_for(s, firers, t) > 0]
    return sorted(targets) if len(targets) > 1 else targets


def aim_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses, from the hexes in reach."""
    if not s.ready:
        return (PASS,)
    ready = tuple(u for u in s.acting if s.ready & UNIT[u])
    options = [PASS, *targets_for(s, ready)]
    if len(ready) == 2:
        for i, u in enumerate(ready):
            options += [ALONE * (i + 1) + t for t in targets_for(s, (u,))]
    return options


def aim(s: State, f: At, a: int) -> None:
    """An attack on one unit; the other unit of a stack may then choose another target (5.0e, 5.0f)."""
    if a == PASS:
        s.ready = 0
        go(s, Box.FIRE)
        return
    firers = attackers(s, a)
    for u in firers:
        s.ready &= ~UNIT[u]
    insert_attack(s, firers, a % ALONE)
    go(s, Box.AIM if s.ready else Box.FIRE)


def insert_attack(s: State, firers: tuple[int, ...], target: int) -> None:
    """Attacks stand before the reactions in the list."""
    reactions = [x for i in range(0, len(s.shots), SPAN) if s.shots[i + REACTION] for x in s.shots[i : i + SPAN]]
    attacks = s.shots[: len(s.shots) - len(reactions)]
    s.shots = attacks
    add_shot(s, firers, target, is_reaction=False)
    s.shots += reactions


# --- white dice ----------------------------------------------------------------------------------------


def next_shot(s: State, f: At) -> None:
    """The next fire of the fight, or, when all have been rolled, what they did."""
    while s.shot < len(s.shots):
        dice = dice_of(s, s.shot)
        tell_shot(s, s.shot, dice)
        if dice > 0:
            s.dice = dice
            go(s, Box.SHOT)
            return
        s.shot += SPAN
    s.shot = 0
    go(s, Box.HARM)


def tell_shot(s: State, i: int, dice: int) -> None:
    if s.log is not None:
        unit, other, _, target, _, value = s.shots[i : i + HIT]
        if other < 0:
            s.tell(ATTACKS, unit, target, value, value - dice, dice)
        else:
            s.tell(ATTACK_TOGETHER, unit, other, target, value, value - dice, dice)


def roll_shot(s: State, f: At, a: int) -> None:
    """Each own flag, double flags included, is a hit (5.3c)."""
    i = s.shot
    if a == DOUBLE or a == OWN_FLAG[SIDE[s.shots[i]]]:
        s.shots[i + HIT] += 1
    s.dice -= 1
    if not s.dice:
        s.tell(HITS, s.shots[i + TARGET], s.shots[i + HIT])
        s.shot = i + SPAN
        go(s, Box.FIRE)
