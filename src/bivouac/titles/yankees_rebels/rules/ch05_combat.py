"""Chapter 5: who may attack whom, lines of sight, and the dice of a fight.

A fight is a row of shots, the attacks before the reactions. All are rolled before any of them takes effect (5.4h):

    AIM -> FIRE: for each shot -> SHOT (white dice) -> HARM: for each shot -> EFFECT (black dice)
        -> LOSSES -> REPEL -> RETREAT -> GAIN -> OCCUPY
"""

from __future__ import annotations

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.yankees_rebels.events import ATTACK_TOGETHER, ATTACKS, HITS, ROLLED, UNIT_MISSED, protected
from bivouac.titles.yankees_rebels.frames import ALONE, AT, At, Box, Shot
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.printed.map import BIT, DIST, LEVEL, NEXT, NUMBERS, SIZE, sees
from bivouac.titles.yankees_rebels.printed.units import FIRE, IS_GUN, OWN_FLAGS, RANGE, SIDE, SIDE_FORCE, UNIT
from bivouac.titles.yankees_rebels.state import State

FAR = max(RANGE)
IN_RANGE = tuple(set_of(b for b in range(SIZE) if 0 < DIST[a][b] <= FAR) for a in range(SIZE))


# --- dice ----------------------------------------------------------------------------------------


def protection(s: State, here: int, there: int, *, by_guns: bool) -> int:
    """The dice that the target's hex takes away: the best of its features, and the stream that is fired across (5.2c, 5.2.1a, 5.3.1k)."""
    bit = BIT[there]
    same_height = bit & sheet.HILLS and LEVEL[here] == LEVEL[there]
    best = 0 if same_height else sheet.PROTECTION[there]
    if there == sheet.CEMETERY_HILL and not by_guns:
        best = max(best, sheet.MAP.special.fortress_protection)
    if s.works & bit:
        best = max(best, NUMBERS.works_protection)
    return best + NUMBERS.stream_protection if sheet.WET[here] & bit else best


def are_guns(units: tuple[int, ...]) -> bool:
    """Whether only artillery fires."""
    return IS_GUN[units[0]] and IS_GUN[units[-1]]


def value_of_all(s: State, firers: tuple[int, ...], distance: int) -> int:
    """Units of one hex that fire at the same unit combine their dice (5.3d)."""
    return sum([FIRE[u][distance] if IS_GUN[u] else s.force[u] for u in firers])


def dice_left(s: State, value: int, firers: tuple[int, ...], here: int, there: int) -> int:
    """The white dice that the terrain leaves (5.3a, 5.3b); none at all is possible (5.3f for the option)."""
    by_guns = are_guns(firers)
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


def ready_units(s: State) -> tuple[int, ...]:
    return tuple([u for u in s.acting if s.ready & UNIT[u]])


def attackers(s: State, a: int) -> tuple[int, ...]:
    """The units that an answer lets attack: all that are ready, or one of them alone."""
    ready = ready_units(s)
    return ready if a < ALONE else ready[a // ALONE - 1 : a // ALONE]


def in_reach(s: State, firers: tuple[int, ...]) -> int:
    """The enemy units near enough for these units together: beside them, or for guns within their range (5.0b, 5.0c)."""
    here = s.where[firers[0]]
    return s.units_in((IN_RANGE if are_guns(firers) else NEXT)[here] & s.ground[1 - s.side])


def can_see(s: State, firers: tuple[int, ...], target: int) -> bool:
    """Fire at a distance needs a free line of sight; from a hill it passes over everything that is lower than the hill (5.1b, 5.2b)."""
    here, there = s.where[firers[0]], s.where[target]
    return DIST[here][there] == 1 or sees(here, there, s.ground[0] | s.ground[1], LEVEL[here], s.works)


def targets_of(s: State, firers: tuple[int, ...]) -> int:
    """The enemy units that these units can attack together."""
    return set_of([t for t in bits(in_reach(s, firers)) if can_see(s, firers, t) and dice_for(s, firers, t) > 0])


@offers("YR-5.0f")
def is_an_enemy(s: State, f: At) -> int:
    """An attack is made on one enemy unit."""
    return SIDE_FORCE[1 - s.side] & s.on_map


def firer_and_target(s: State, f: At, t: int) -> dict[str, Arg]:
    ready = ready_units(s)
    return {"unit": Name("unit", next((u for u in ready if not IS_GUN[u]), ready[0])), "target": Name("unit", t)}


@closes("YR-5.0b", firer_and_target)
def is_next_to_the_enemy(s: State, f: At) -> int:
    """Infantry and cavalry fight only against units in an adjacent hex."""
    ready = ready_units(s)
    return 0 if are_guns(ready) else ~in_reach(s, ready)


@closes("YR-5.0c", firer_and_target)
def is_in_range(s: State, f: At) -> int:
    """Artillery fires up to four hexes."""
    ready = ready_units(s)
    return ~in_reach(s, ready) if are_guns(ready) else 0


@clause("YR-5.1b")
def is_in_sight(s: State, f: At, t: int) -> Verdict:
    """Fire at a distance needs a free line of sight."""
    return can_see(s, ready_units(s), t) or refuse(target=Name("unit", t))


@clause("YR-5.3b")
def has_dice_left(s: State, f: At, t: int) -> Verdict:
    """Where the terrain takes all the dice away the attack would have no effect."""
    return dice_for(s, ready_units(s), t) > 0 or refuse(target=Name("unit", t))


MAY_AIM = (is_next_to_the_enemy, is_in_range, is_in_sight, has_dice_left)


def one_of_two(s: State, i: int) -> tuple[int, ...]:
    """The first or second of two units that are ready to attack; nobody where there are not two."""
    return ready_units(s)[i : i + 1] if s.ready.bit_count() == 2 else ()


def first_and_target(s: State, f: At, t: int) -> dict[str, Arg]:
    return {"unit": Name("unit", s.acting[0]), "target": Name("unit", t)}


def second_and_target(s: State, f: At, t: int) -> dict[str, Arg]:
    return {"unit": Name("unit", s.acting[-1]), "target": Name("unit", t)}


def targets_of_one(s: State, i: int) -> int:
    firers = one_of_two(s, i)
    return targets_of(s, firers) if firers else 0


@offers("YR-5.0e", first_and_target)
def first_can_attack_it_alone(s: State, f: At) -> int:
    """Of two units that could attack together the first may attack alone."""
    return targets_of_one(s, 0)


@offers("YR-5.0e", second_and_target)
def second_can_attack_it_alone(s: State, f: At) -> int:
    """Of two units that could attack together the second may attack alone."""
    return targets_of_one(s, 1)


def first_attacks_alone(s: State, f: At, t: int) -> None:
    open_fire(s, one_of_two(s, 0), t)


def second_attacks_alone(s: State, f: At, t: int) -> None:
    open_fire(s, one_of_two(s, 1), t)


def no_attack(s: State, f: At, a: int) -> None:
    s.ready = 0
    s.goto(AT[Box.FIRE])


def attack(s: State, f: At, t: int) -> None:
    open_fire(s, ready_units(s), t)


def open_fire(s: State, firers: tuple[int, ...], target: int) -> None:
    """An attack on one unit; the other unit of a stack may then choose another target (5.0e, 5.0f). Attacks come before reactions."""
    s.ready &= ~set_of(firers)
    attacks = [shot for shot in s.shots if not shot.is_reaction]
    s.shots = (*attacks, shot_at(s, firers, target, is_reaction=False), *s.shots[len(attacks) :])
    s.goto(AT[Box.AIM if s.ready else Box.FIRE])


# --- white dice ----------------------------------------------------------------------------------------


def next_shot(s: State, f: At) -> None:
    """The next fire of the fight, or, when all have been rolled, what they did; without any the activation is over."""
    if not s.shots and not s.gains:
        s.goto(AT[Box.OVER])
        return
    while s.shot < len(s.shots):
        shot = s.shots[s.shot]
        dice = dice_left(s, shot.value, shot.firers, shot.frm, shot.there)
        s.tell(
            ATTACKS if len(shot.firers) == 1 else ATTACK_TOGETHER, *shot.firers, shot.target, shot.value, dice, protected(shot.value - dice)
        )
        if dice > 0:
            s.dice = dice
            s.goto(AT[Box.SHOT])
            return
        s.tell(HITS, shot.target, 0)
        s.tell(UNIT_MISSED, shot.target, shot.there)
        s.shot += 1
    s.shot = 0
    s.goto(AT[Box.HARM])


def roll_shot(s: State, f: At, a: int) -> None:
    """Each own flag, double flags included, is a hit (5.3c)."""
    shot = s.shots[s.shot]
    s.tell(ROLLED, a)
    if a in OWN_FLAGS[SIDE[shot.firers[0]]]:
        shot = shot._replace(hits=shot.hits + 1)
        put_shot(s, s.shot, shot)
    s.dice -= 1
    if not s.dice:
        s.tell(HITS, shot.target, shot.hits)
        if not shot.hits:
            s.tell(UNIT_MISSED, shot.target, shot.there)
        s.shot += 1
        s.goto(AT[Box.FIRE])
