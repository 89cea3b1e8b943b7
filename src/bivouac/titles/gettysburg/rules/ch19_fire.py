"""Long-range artillery fire (chapter fire).

GUNS_OF (which area fires, or enough) - AIM (each gun: at what, or not) - GUNS_OF ... - SHELL (one die a shot) - MARKS
A cube is taken as in an assault (HITS), a hit on guns lays one on its side (SMASH).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Text
from bivouac.titles.gettysburg.events import FIRE_MARKER, GUN_DAMAGED, MARKER_GONE, MARKER_MOVED, NOW_DISRUPTED, REORGANISED, SHELLED
from bivouac.titles.gettysburg.frames import AT_GUNS, DONE, HOLD_FIRE, Barrage, Box, Hits, Rank, Work
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, BORDERS, CORNERS, HILL, ON_BOARD, REACH, RIDGE, TERRAIN, places_in
from bivouac.titles.gettysburg.printed.units import FIRE_MARKERS, GUN_RANGE, LIMITS, LONG_RANGE, MODIFIERS, SHAKEN, SIDE, SIGHT
from bivouac.titles.gettysburg.rules.ch01_components import (
    FROM_AFAR,
    THEN_POP,
    eliminate,
    fronts,
    guns_in,
    modifier,
    order_done,
    place_name,
)
from bivouac.titles.gettysburg.state import FOOT, GUNS, State

RESULT = {True: Text("results.disruption"), False: Text("results.nothing")}

# --- which areas fire -------------------------------------------------------------------------------


def in_view(s: State, area: int) -> int:
    """Areas in range and sight that hold something to fire at."""
    enemy = 1 - s.active
    return SIGHT[area] & (s.sets[FOOT + enemy] | (s.sets[GUNS + enemy] & s.fired))


def can_fire(s: State, area: int) -> bool:
    return in_view(s, area) != 0


@clause("GET-fire-a")
def some_area_fires(s: State, f: Barrage, a: int) -> Verdict:
    """Whoever orders fire names at least one area, and at most two."""
    return a != DONE or len(f.areas) > 0 or refuse()


@clause("GET-fire-x")
def is_no_box_with_guns(s: State, f: Barrage, a: int) -> Verdict:
    """Guns in an entry box do not fire."""
    return a == DONE or a < AREAS or refuse(place=place_name(a))


@clause("GET-fire-a")
def area_is_within_reach(s: State, f: Barrage, a: int) -> Verdict:
    """The guns stand in the disc's area or in one that borders on it."""
    return a == DONE or bool(REACH[f.disc] >> a & 1) or refuse(place=place_name(a))


@clause("GET-fire-b")
def has_guns_that_wait(s: State, f: Barrage, a: int) -> Verdict:
    """Every gun of the area fires once."""
    return a == DONE or (a not in f.areas and bool(s.sets[GUNS + s.active] >> a & 1)) or refuse(place=place_name(a))


@clause("GET-fire-e")
def sees_a_target(s: State, f: Barrage, a: int) -> Verdict:
    """Guns fire at what they can see and reach."""
    return a == DONE or can_fire(s, a) or refuse(place=place_name(a))


MAY_FIRE_FROM = (some_area_fires, is_no_box_with_guns, area_is_within_reach, has_guns_that_wait, sees_a_target)


def battery_candidates(s: State, f: Barrage) -> Sequence[int]:
    return (DONE, *range(len(s.at)))


def battery_options(s: State, f: Barrage) -> list[int]:
    """The same as MAY_FIRE_FROM allows."""
    areas = [a for a in places_in(s.sets[GUNS + s.active] & REACH[f.disc] & ON_BOARD) if a not in f.areas and can_fire(s, a)]
    return [DONE, *areas] if f.areas else areas


def choose_battery(s: State, f: Barrage, a: int) -> None:
    if a == DONE:
        open_fire(s, f)
    else:
        s.goto(Barrage(Box.AIM, f.disc, f.nth, (*f.areas, a), guns_in(s, a), f.shots))


# --- at what ----------------------------------------------------------------------------------------


def aim_candidates(s: State, f: Barrage) -> Sequence[int]:
    return _AIMS


_AIMS = (HOLD_FIRE, *(x for a in range(AREAS) for x in (a, AT_GUNS + a)))


def _target(a: int) -> int:
    return a - AT_GUNS if a >= AT_GUNS else a


@cache
def steps_from(a: int) -> tuple[int, ...]:
    """GET-fire-d: how many areas away every area is, by the shortest way, corners included."""
    steps, ring, n = {a: 0}, {a}, 0
    while ring:
        n += 1
        ring = {y for x in ring for y in (*BORDERS[x], *CORNERS[x])} - set(steps)
        steps |= dict.fromkeys(ring, n)
    return tuple(steps[x] for x in range(AREAS))


def high_ground_between(a: int, b: int) -> int:
    """A ridge or hill on a shortest way between two areas."""
    far, back = steps_from(a), steps_from(b)
    return next(x for x in range(AREAS) if x not in (a, b) and far[x] + back[x] == far[b] and TERRAIN[x] in (RIDGE, HILL))


@clause("GET-fire-c")
def is_in_range(s: State, f: Barrage, a: int) -> Verdict:
    """Range: one area; from a ridge three; from a hill four."""
    reach = GUN_RANGE[TERRAIN[f.areas[-1]]]
    return a == HOLD_FIRE or 0 < steps_from(f.areas[-1])[_target(a)] <= reach or refuse(place=place_name(_target(a)), n=reach)


@clause("GET-fire-e")
def is_in_sight(s: State, f: Barrage, a: int) -> Verdict:
    """High ground between gun and target blocks the sight; pieces and the town do not."""
    if a == HOLD_FIRE or SIGHT[f.areas[-1]] >> _target(a) & 1:
        return True
    return refuse(place=place_name(_target(a)), high=place_name(high_ground_between(f.areas[-1], _target(a))))


@clause("GET-fire-g")
def holds_such_a_target(s: State, f: Barrage, a: int) -> Verdict:
    """Fire is aimed at infantry and cavalry, or at artillery, that is there."""
    if a == HOLD_FIRE:
        return True
    row = GUNS if a >= AT_GUNS else FOOT
    return bool(s.sets[row + 1 - s.active] >> _target(a) & 1) or refuse(place=place_name(_target(a)))


@clause("GET-fire-h")
def guns_have_shown_themselves(s: State, f: Barrage, a: int) -> Verdict:
    """Artillery is a target only where a fire marker lies."""
    return a < AT_GUNS or bool(s.fired >> _target(a) & 1) or refuse(place=place_name(_target(a)))


MAY_AIM = (is_in_range, is_in_sight, holds_such_a_target, guns_have_shown_themselves)


def aim_options(s: State, f: Barrage) -> list[int]:
    """The same as MAY_AIM allows."""
    enemy = 1 - s.active
    sight = SIGHT[f.areas[-1]]
    foot, guns = s.sets[FOOT + enemy] & sight, s.sets[GUNS + enemy] & s.fired & sight
    options = [HOLD_FIRE]
    for a in places_in(foot | guns):
        if foot >> a & 1:
            options.append(a)
        if guns >> a & 1:
            options.append(AT_GUNS + a)
    return options


def aim(s: State, f: Barrage, a: int) -> None:
    """GET-fire-b: every gun its own target; all are named before a die is rolled."""
    shots = f.shots if a == HOLD_FIRE else (*f.shots, (f.guns[0], f.areas[-1], a))
    guns = f.guns[1:]
    if guns:
        s.goto(Barrage(Box.AIM, f.disc, f.nth, f.areas, guns, shots))
        return
    next_frame = Barrage(Box.GUNS_OF, f.disc, f.nth, f.areas, (), shots)
    if len(f.areas) < LIMITS.firing_areas:
        s.goto(next_frame)
    else:
        open_fire(s, next_frame)


def open_fire(s: State, f: Barrage) -> None:
    areas = tuple(a for a in f.areas if any(shot[1] == a for shot in f.shots))
    s.goto(Barrage(Box.SHELL if f.shots else Box.MARKS, f.disc, f.nth, areas, (), f.shots))


# --- the dice ---------------------------------------------------------------------------------------


def shell(s: State, f: Barrage, die: int) -> None:
    """GET-fire-i, GET-fire-j: one die a gun on the long-range table."""
    gun, frm, aimed = f.shots[0]
    target = _target(aimed)
    mod = MODIFIERS.gun_damaged * s.cubes[gun] + (MODIFIERS.entrenched if len(s.sticks[target]) == LIMITS.sticks else 0)
    effect = LONG_RANGE[max(0, die + mod)]
    rest = f.shots[1:]
    s.goto(Barrage(Box.SHELL if rest else Box.MARKS, f.disc, f.nth, f.areas, (), rest))
    result = Text("results.hit") if 0 < effect < SHAKEN else RESULT[effect == SHAKEN]
    s.tell(SHELLED, gun, frm, target, die, modifier(mod), result)
    if aimed >= AT_GUNS:
        if 0 < effect < SHAKEN and guns_in(s, target):
            s.push(Rank(Box.SMASH, (target,)))
    elif effect == SHAKEN:
        _disrupt(s, target)
    elif effect:
        s.push(Hits(Box.HITS, target, FROM_AFAR, effect, (), (), THEN_POP))


def _disrupt(s: State, target: int) -> None:
    """GET-fire-k: a marker where there is none, if anybody is left to be disrupted."""
    if not s.disrupted & BIT[target] and s.at[target]:
        s.disrupted |= BIT[target]
        s.tell(NOW_DISRUPTED, target)


def smashed_side(s: State, f: Rank) -> Side:
    return SIDES[SIDE[s.at[f.queue[0]][0]]]


def smash_candidates(s: State, f: Rank) -> list[int]:
    return fronts(s, guns_in(s, f.queue[0]))


def smash(s: State, f: Rank, gun: int) -> None:
    """GET-fire-n, GET-fire-o: a gun is laid on its side; one that lies there already is removed."""
    s.pop()
    damage_gun(s, gun, f.queue[0])


def damage_gun(s: State, gun: int, area: int) -> None:
    if s.cubes[gun]:
        eliminate(s, gun, area)
    else:
        s.cubes[gun] = 1
        s.tell(GUN_DAMAGED, gun, area)


# --- fire markers -----------------------------------------------------------------------------------


def marks(s: State, f: Barrage) -> None:
    """GET-fire-p, GET-fire-q: a marker in every area that fired, one at most."""
    for a in f.areas:
        if s.fired & BIT[a]:
            continue
        if s.fired.bit_count() < FIRE_MARKERS:
            s.fired |= BIT[a]
            s.tell(FIRE_MARKER, a)
        else:
            s.goto(Barrage(Box.MARKER_FROM, f.disc, f.nth, f.areas, (a,), ()))
            return
    order_done(s, f.nth)


def marker_candidates(s: State, f: Barrage) -> Sequence[int]:
    return range(AREAS)


@clause("GET-fire-s")
def has_marker_to_spare(s: State, f: Barrage, a: int) -> Verdict:
    """A missing marker is taken from another area that has one and has not just fired."""
    return bool(s.fired >> a & 1 and a not in f.areas) or refuse(place=place_name(a))


def take_marker(s: State, f: Barrage, a: int) -> None:
    s.fired ^= BIT[a] | BIT[f.guns[0]]
    s.tell(MARKER_MOVED, a, f.guns[0])
    s.goto(Barrage(Box.MARKS, f.disc, f.nth, f.areas, (), ()))


# --- orders about markers ---------------------------------------------------------------------------


@clause("GET-rmfire-a")
def has_marker_in_reach(s: State, f: Work, a: int) -> Verdict:
    """The marker lies in the disc's area or in one that borders on it."""
    return bool(s.fired & REACH[f.disc] & BIT[a]) or refuse(place=place_name(a))


@clause("GET-reorg-a")
def has_disruption_in_reach(s: State, f: Work, a: int) -> Verdict:
    """The disruption marker lies in the disc's area or in one that borders on it."""
    return bool(s.disrupted & REACH[f.disc] & BIT[a]) or refuse(place=place_name(a))


def unmark(s: State, f: Work, a: int) -> None:
    s.fired ^= BIT[a]
    s.tell(MARKER_GONE, a)
    order_done(s, f.nth)


def reorganise(s: State, f: Work, a: int) -> None:
    s.disrupted ^= BIT[a]
    s.tell(REORGANISED, a)
    order_done(s, f.nth)
