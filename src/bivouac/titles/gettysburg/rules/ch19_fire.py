"""Long-range artillery fire (chapter fire).

GUNS_OF (which area fires, or enough) - AIM (each gun: at what, or not) - GUNS_OF ... - SHELL (one die a shot) - MARKS
A cube is taken as in an assault (HITS), a hit on guns lays one on its side (SMASH).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Text
from bivouac.titles.gettysburg.events import (
    CUBE_ADDED,
    FIRE_MARKER,
    GUN_DAMAGED,
    GUNS_HIDDEN,
    GUNS_SHOWN,
    MARKER_GONE,
    MARKER_MOVED,
    MISSED,
    REORGANISED,
    SHELLED,
    STRUCK,
)
from bivouac.titles.gettysburg.frames import AT_GUNS, At, Barrage, Box, Hits, Work
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, BORDERS, GROUND, HIGH, REACH, TERRAIN
from bivouac.titles.gettysburg.printed.units import FIRE_MARKERS, GUN_RANGE, LIMITS, LONG_RANGE, MODIFIERS, SHAKEN, SIGHT
from bivouac.titles.gettysburg.rules import ch01_components as parts
from bivouac.titles.gettysburg.rules.ch01_components import fronts, guns_in, modifier, order_done, place_name
from bivouac.titles.gettysburg.state import FOOT, GUNS, State

RESULT = {True: Text("results.disruption"), False: Text("results.nothing")}

# --- which areas fire -------------------------------------------------------------------------------


def in_view(s: State, area: int) -> int:
    """Areas in range and sight that hold something to fire at."""
    return SIGHT[area] & to_fire_at(s)


def to_fire_at(s: State) -> int:
    """Areas that hold something to fire at: foot, and guns with a fire marker."""
    enemy = 1 - s.active
    return s.sets[FOOT + enemy] | (s.sets[GUNS + enemy] & s.fired)


@clause("GET-fire-a")
def some_area_fires(s: State, f: Barrage, n: int) -> Verdict:
    """Whoever orders fire names at least one area, and at most two."""
    return len(f.areas) > 0 or refuse()


@offers("GET-fire-a")
def area_is_within_reach(s: State, f: Barrage) -> int:
    """The guns stand in the disc's area or in one that borders on it."""
    return REACH[f.disc]


@closes("GET-fire-x")
def is_no_box_with_guns(s: State, f: Barrage) -> int:
    """Guns in an entry box do not fire."""
    return parts.NOT_ON_BOARD


@closes("GET-fire-b")
def has_guns_that_wait(s: State, f: Barrage) -> int:
    """Every gun of the area fires once."""
    return ~s.sets[GUNS + s.active] | set_of(f.areas)


@clause("GET-fire-e")
def sees_a_target(s: State, f: Barrage, a: int) -> Verdict:
    """Guns fire at what they can see and reach."""
    return in_view(s, a) != 0 or refuse(place=place_name(a))


MAY_FIRE_FROM = (is_no_box_with_guns, has_guns_that_wait, sees_a_target)


def choose_battery(s: State, f: Barrage, a: int) -> None:
    s.goto(Barrage(Box.AIM, f.disc, f.nth, (*f.areas, a), guns_in(s, a), f.shots))


# --- at what ----------------------------------------------------------------------------------------


@cache
def steps_from(a: int) -> tuple[int, ...]:
    """GET-fire-d: how many areas away every area is, by the shortest way, corners included."""
    steps, ring, n = {a: 0}, {a}, 0
    while ring:
        n += 1
        ring = {y for x in ring for y in (*BORDERS[x], *GROUND.corners[x])} - set(steps)
        steps |= dict.fromkeys(ring, n)
    return tuple(steps[x] for x in range(AREAS))


def high_ground_between(a: int, b: int) -> int:
    """A ridge or hill on a shortest way between two areas."""
    far, back = steps_from(a), steps_from(b)
    return next(x for x in range(AREAS) if x not in (a, b) and far[x] + back[x] == far[b] and HIGH >> x & 1)


RANGE: Final = tuple(set_of(b for b in range(AREAS) if 0 < steps_from(a)[b] <= GUN_RANGE[TERRAIN[a]]) for a in range(AREAS))


@offers("GET-fire-c", lambda s, f, n: {"place": place_name(n), "n": GUN_RANGE[TERRAIN[f.areas[-1]]]})
def is_in_range(s: State, f: Barrage) -> int:
    """Range: one area; from a ridge three; from a hill four."""
    return RANGE[f.areas[-1]]


def what_blocks(s: State, f: Barrage, a: int) -> dict[str, Arg]:
    return {"place": place_name(a), "high": place_name(high_ground_between(f.areas[-1], a))}


@closes("GET-fire-e", what_blocks)
def is_in_sight(s: State, f: Barrage) -> int:
    """High ground between gun and target blocks the sight; pieces and the town do not."""
    return ~SIGHT[f.areas[-1]]


@closes("GET-fire-g")
def holds_infantry_or_cavalry(s: State, f: Barrage) -> int:
    """Fire is aimed at infantry and cavalry that is there, or at artillery."""
    return ~s.sets[FOOT + 1 - s.active]


@closes("GET-fire-g")
def holds_artillery(s: State, f: Barrage) -> int:
    """Fire is aimed at artillery that is there, or at infantry and cavalry."""
    return ~s.sets[GUNS + 1 - s.active]


@closes("GET-fire-h")
def guns_have_shown_themselves(s: State, f: Barrage) -> int:
    """Artillery is a target only where a fire marker lies."""
    return ~s.fired


MAY_AIM_AT_FOOT = (is_in_sight, holds_infantry_or_cavalry)
MAY_AIM_AT_GUNS = (is_in_sight, holds_artillery, guns_have_shown_themselves)


def hold_fire(s: State, f: Barrage, n: int) -> None:
    _next_gun(s, f, f.shots)


def aim_at_foot(s: State, f: Barrage, target: int) -> None:
    _next_gun(s, f, (*f.shots, (f.guns[0], f.areas[-1], target)))


def aim_at_guns(s: State, f: Barrage, target: int) -> None:
    _next_gun(s, f, (*f.shots, (f.guns[0], f.areas[-1], AT_GUNS + target)))


def _next_gun(s: State, f: Barrage, shots: tuple[tuple[int, int, int], ...]) -> None:
    """GET-fire-b: every gun its own target; all are named before a die is rolled."""
    guns = f.guns[1:]
    if guns:
        s.goto(Barrage(Box.AIM, f.disc, f.nth, f.areas, guns, shots))
        return
    s.goto(Barrage(Box.GUNS_OF, f.disc, f.nth, f.areas, (), shots))
    if len(f.areas) == LIMITS.firing_areas:
        open_fire(s, s.stack[-1], 0)


def open_fire(s: State, f: Barrage, n: int) -> None:
    areas = tuple(a for a in f.areas if any(shot[1] == a for shot in f.shots))
    s.goto(Barrage(Box.SHELL if f.shots else Box.MARKS, f.disc, f.nth, areas, (), f.shots))


# --- the dice ---------------------------------------------------------------------------------------


def target_of(aimed: int) -> int:
    return aimed - AT_GUNS if aimed >= AT_GUNS else aimed


def shell(s: State, f: Barrage, die: int) -> None:
    """GET-fire-i, GET-fire-j: one die a gun on the long-range table."""
    gun, frm, aimed = f.shots[0]
    target = target_of(aimed)
    mod = MODIFIERS.gun_damaged * s.cubes[gun] + (MODIFIERS.entrenched if len(s.sticks[target]) == LIMITS.sticks else 0)
    effect = LONG_RANGE[max(0, die + mod)]
    rest = f.shots[1:]
    s.goto(Barrage(Box.SHELL if rest else Box.MARKS, f.disc, f.nth, f.areas, (), rest))
    result = Text("results.hit") if 0 < effect < SHAKEN else RESULT[effect == SHAKEN]
    s.tell(SHELLED, gun, frm, target, die, modifier(mod), result)
    tell_without_damage(s, target, effect, at_guns=aimed >= AT_GUNS)
    if aimed >= AT_GUNS:
        if 0 < effect < SHAKEN and guns_in(s, target):
            s.push(At(Box.SMASH, target))
    elif effect == SHAKEN and s.at[target]:
        parts.disrupt(s, target)
    elif 0 < effect < SHAKEN:
        s.push(Hits(Box.HITS, target, parts.FROM_AFAR, effect, (), (), parts.THEN_POP))


def tell_without_damage(s: State, target: int, effect: int, *, at_guns: bool) -> None:
    """A shell that misses, or that would disrupt what is disrupted already. Guns are not disrupted. (GET-fire-n)"""
    aimed_at = guns_in(s, target) if at_guns else s.at[target]
    if not aimed_at:
        return
    if not effect or (at_guns and effect == SHAKEN):
        s.tell(MISSED, aimed_at[0], target)
    elif effect == SHAKEN and s.disrupted & BIT[target]:
        s.tell(STRUCK, aimed_at[0], target)


@offers("GET-fire-n", parts.nothing)
def is_a_gun_under_fire(s: State, f: At) -> int:
    """A hit damages a gun of the area."""
    return fronts(s, guns_in(s, f.n))


def smash(s: State, f: At, gun: int) -> None:
    """GET-fire-n, GET-fire-o: a gun is laid on its side; one that lies there already is removed."""
    s.pop()
    damage_gun(s, gun, f.n)


def damage_gun(s: State, gun: int, area: int) -> None:
    if s.cubes[gun]:
        parts.eliminate(s, gun, area)
    else:
        s.cubes[gun] = 1
        s.tell(GUN_DAMAGED, gun, area)
        s.tell(CUBE_ADDED, gun, 1, area)


# --- fire markers -----------------------------------------------------------------------------------


def marks(s: State, f: Barrage) -> None:
    """GET-fire-p, GET-fire-q: a marker in every area that fired, one at most."""
    for a in f.areas:
        if s.fired & BIT[a]:
            continue
        if s.fired.bit_count() < FIRE_MARKERS:
            s.fired |= BIT[a]
            s.tell(FIRE_MARKER, a)
            s.tell(GUNS_SHOWN, a)
        else:
            s.goto(Barrage(Box.MARKER_FROM, f.disc, f.nth, f.areas, (a,), ()))
            return
    order_done(s, f.nth)


@offers("GET-fire-s")
def has_marker_to_spare(s: State, f: Barrage) -> int:
    """A missing marker is taken from another area that has one and has not just fired."""
    return s.fired & ~set_of(f.areas)


def take_marker(s: State, f: Barrage, a: int) -> None:
    s.fired ^= BIT[a] | BIT[f.guns[0]]
    s.tell(MARKER_MOVED, a, f.guns[0])
    s.tell(GUNS_HIDDEN, a)
    s.tell(GUNS_SHOWN, f.guns[0])
    s.goto(Barrage(Box.MARKS, f.disc, f.nth, f.areas, (), ()))


# --- orders about markers ---------------------------------------------------------------------------


@offers("GET-rmfire-a")
def has_marker_in_reach(s: State, f: Work) -> int:
    """The marker lies in the disc's area or in one that borders on it."""
    return s.fired & REACH[f.disc]


@offers("GET-reorg-a")
def has_disruption_in_reach(s: State, f: Work) -> int:
    """The disruption marker lies in the disc's area or in one that borders on it."""
    return s.disrupted & REACH[f.disc]


def unmark(s: State, f: Work, a: int) -> None:
    s.fired ^= BIT[a]
    s.tell(MARKER_GONE, a)
    s.tell(GUNS_HIDDEN, a)
    order_done(s, f.nth)


def reorganise(s: State, f: Work, a: int) -> None:
    s.tell(REORGANISED, a)
    parts.lift_disruption(s, a)
    order_done(s, f.nth)
