"""Chapter 5: who may attack whom, lines of sight, and the dice of a fight.

A fight is a row of shots, the attacks before the reactions. All are rolled before any of them takes effect (5.4h):

    AIM -> FIRE: for each shot -> SHOT (white dice) -> HARM: for each shot -> EFFECT (black dice)
        -> LOSSES -> REPEL -> RETREAT -> GAIN -> OCCUPY
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ATTACK_TOGETHER, ATTACKS, HITS
from bivouac.titles.yankees_rebels.frames import ALONE, AT, PASS, At, Box, Shot
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.printed.map import BIT, DIST, LEVEL, NEXT, SIZE, TABLES, area_of, hexes_of, sees
from bivouac.titles.yankees_rebels.printed.units import (
    FIRE,
    HALF_POINTS,
    IS_GUN,
    MOVE_AND_FIGHT,
    OWN_FLAGS,
    RANGE,
    SIDE,
    SIDE_FORCE,
    UNIT,
    members,
)
from bivouac.titles.yankees_rebels.rules.ch04_movement import march_area
from bivouac.titles.yankees_rebels.state import State

FAR = max(RANGE)
IN_RANGE = tuple(area_of(b for b in range(SIZE) if 0 < DIST[a][b] <= FAR) for a in range(SIZE))


# --- dice ----------------------------------------------------------------------------------------


def protection(s: State, here: int, there: int, *, by_guns: bool) -> int:
    """The dice that the target's hex takes away: the best of its features, and the stream that is fired across (5.2c, 5.2.1a, 5.3.1k)."""
    bit = BIT[there]
    same_height = bit & sheet.HILLS and LEVEL[here] == LEVEL[there]
    best = 0 if same_height else sheet.PROTECTION[there]
    if there == sheet.CEMETERY_HILL and not by_guns:
        best = max(best, sheet.MAP.special.fortress_protection)
    if s.works & bit:
        best = max(best, TABLES.entrenchment.protection)
    return best + TABLES.stream.protection if sheet.WET[here] & bit else best


def value_of_all(s: State, firers: tuple[int, ...], distance: int) -> int:
    """Units of one hex that fire at the same unit combine their dice (5.3d)."""
    return sum([FIRE[u][distance] if IS_GUN[u] else s.force[u] for u in firers])


def dice_left(s: State, value: int, firers: tuple[int, ...], here: int, there: int) -> int:
    """The white dice that the terrain leaves (5.3a, 5.3b); none at all is possible (5.3f for the option)."""
    by_guns = all(IS_GUN[u] for u in firers)
    dice = value - protection(s, here, there, by_guns=by_guns)
    return max(dice, 0 if by_guns or not s.rules.min_one_die else 1)


def dice_for(s: State, firers: tuple[int, ...], target: int) -> int:
    """The white dice of an attack by these units together."""
    here, there = s.where[firers[0]], s.where[target]
    return dice_left(s, value_of_all(s, firers, DIST[here][there]), firers, here, there)


def shot_at(s: State, firers: tuple[int, ...], target: int, *, is_reaction: bool) -> Shot:
    here, there = s.where[firers[0]], s.where[target]
    return Shot(firers, here, target, there, value_of_all(s, firers, DIST[here][there]), is_reaction)


def add_reaction(s: State, u: int, target: int) -> None:
    """Reactions come last; two reacting units of one hex that fire at the same unit combine (5.3d)."""
    new = shot_at(s, (u,), target, is_reaction=True)
    for i, shot in enumerate(s.shots):
        if shot.is_reaction and (shot.frm, shot.target) == (new.frm, target):
            put_shot(s, i, shot._replace(firers=(*shot.firers, u), value=shot.value + new.value))
            return
    s.shots = (*s.shots, new)


def put_shot(s: State, i: int, shot: Shot) -> None:
    s.shots = (*s.shots[:i], shot, *s.shots[i + 1 :])


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
    return not march_area(BIT[s.origin], 0, HALF_POINTS[u], s.passable(u), 0, ()) & BIT[s.where[u]]


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
        s.goto(AT[Box.FIRE])
        return
    firers = attackers(s, a)
    for u in firers:
        s.ready &= ~UNIT[u]
    attacks = [shot for shot in s.shots if not shot.is_reaction]
    s.shots = (*attacks, shot_at(s, firers, a % ALONE, is_reaction=False), *s.shots[len(attacks) :])
    s.goto(AT[Box.AIM if s.ready else Box.FIRE])


# --- white dice ----------------------------------------------------------------------------------------


def next_shot(s: State, f: At) -> None:
    """The next fire of the fight, or, when all have been rolled, what they did."""
    while s.shot < len(s.shots):
        shot = s.shots[s.shot]
        dice = dice_left(s, shot.value, shot.firers, shot.frm, shot.there)
        s.tell(ATTACKS if len(shot.firers) == 1 else ATTACK_TOGETHER, *shot.firers, shot.target, shot.value, shot.value - dice, dice)
        if dice > 0:
            s.dice = dice
            s.goto(AT[Box.SHOT])
            return
        s.shot += 1
    s.shot = 0
    s.goto(AT[Box.HARM])


def roll_shot(s: State, f: At, a: int) -> None:
    """Each own flag, double flags included, is a hit (5.3c)."""
    shot = s.shots[s.shot]
    if a in OWN_FLAGS[SIDE[shot.firers[0]]]:
        shot = shot._replace(hits=shot.hits + 1)
        put_shot(s, s.shot, shot)
    s.dice -= 1
    if not s.dice:
        s.tell(HITS, shot.target, shot.hits)
        s.shot += 1
        s.goto(AT[Box.FIRE])
