"""Chapter 3: what the activation dice allow: trumpets first, then units of the corps, stacks and reserves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import FELL_BACK, NOT_RECOVERED, RECOVERED
from bivouac.titles.yankees_rebels.frames import AT, HAT_STACK, HAT_UNIT, PASS, RECOVER, At, Box
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import BIT, COVER, NEXT, hexes_of, ring, sees
from bivouac.titles.yankees_rebels.printed.units import MARKER_FORCE, RESERVE_FORCE, SIDE, SIDE_FORCE, STRENGTH, UNIT, members
from bivouac.titles.yankees_rebels.rules.ch02_sequence import landing_by_arm
from bivouac.titles.yankees_rebels.rules.ch04_movement import can_enter
from bivouac.titles.yankees_rebels.state import State

FALL_BACK_HEXES = 3

# --- trumpets: falling back ----------------------------------------------------------------------------------------


def fall_back_area(s: State, u: int) -> int:
    """The adjacent hexes farther from the nearest enemy than the unit is now, outside enemy zones, where it may stand (3.0d)."""
    near = s.ground[1 - SIDE[u]]
    if not near:
        return 0
    here = BIT[s.where[u]]
    while not near & here:
        near |= ring(near)
    return NEXT[s.where[u]] & ~near & s.landing(u) & ~s.enemy_zone(SIDE[u])


def may_still_recover(s: State, u: int) -> bool:
    """Not yet activated, or only fallen back by the first of two trumpets (3.0h, 3.0i)."""
    return not s.done & UNIT[u] or bool(s.shifted & UNIT[u])


def can_recover(s: State, u: int) -> bool:
    """No enemy next to it, and in cover or out of every enemy's sight (3.0f)."""
    here, enemy = s.where[u], s.ground[1 - SIDE[u]]
    if NEXT[here] & enemy:
        return False
    if (COVER | s.works) & BIT[here]:
        return True
    units = s.ground[0] | s.ground[1]
    return not any(sees(here, h, units) for h in hexes_of(enemy))


def trumpet_candidates(s: State, f: At) -> Iterable[int]:
    units = members(SIDE_FORCE[s.side] & s.on_map)
    return [PASS, *units, *(RECOVER + u for u in units)]


@clause("YR-3.0h")
def is_fresh_for_a_trumpet(s: State, f: At, a: int) -> Verdict:
    """Trumpets are for units not yet activated this turn; a unit that has just fallen back may still try to recover."""
    if a == PASS:
        return True
    free = not s.done & UNIT[a] if a < RECOVER else may_still_recover(s, a - RECOVER)
    return free or refuse(unit=Name("unit", a % RECOVER))


@clause("YR-3.0d")
def can_fall_back(s: State, f: At, a: int) -> Verdict:
    """A unit falls back into a hex farther from the enemy."""
    return a == PASS or a >= RECOVER or fall_back_area(s, a) != 0 or refuse(unit=Name("unit", a))


@clause("YR-3.0g")
def has_losses_to_recover(s: State, f: At, a: int) -> Verdict:
    """Strength is recovered up to the printed strength, so only a weakened unit may try."""
    return a < RECOVER or s.force[a - RECOVER] < STRENGTH[a - RECOVER] or refuse(unit=Name("unit", a - RECOVER))


@clause("YR-3.0f")
def is_safe_to_recover(s: State, f: At, a: int) -> Verdict:
    """A unit recovers away from the enemy, in cover or out of sight."""
    return a < RECOVER or can_recover(s, a - RECOVER) or refuse(unit=Name("unit", a - RECOVER))


MAY_TRUMPET = (is_fresh_for_a_trumpet, can_fall_back, has_losses_to_recover, is_safe_to_recover)


def trumpet_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses, with the distances from the enemy found once for all units."""
    fresh = SIDE_FORCE[s.side] & s.on_map & ~s.done
    options = [PASS, *members(who_can_fall_back(s, fresh))]
    for u in members(fresh | s.shifted & SIDE_FORCE[s.side]):
        if s.force[u] < STRENGTH[u] and can_recover(s, u):
            options.append(RECOVER + u)
    return options


def who_can_fall_back(s: State, fresh: int) -> int:
    """The fresh units that have a hex to fall back to: ring by ring from the enemy outwards."""
    near = s.ground[1 - s.side]
    if not near:
        return 0
    by_arm = landing_by_arm(s, s.side)
    left, clear, found = s.ground[s.side], ~s.enemy_zone(s.side), 0
    while left:
        near |= ring(near)
        outward = clear & ~near
        for h in hexes_of(left & near):
            away = NEXT[h] & outward
            if away:
                for u in s.units_at(h):
                    if away & by_arm[army.TYPE[u]]:
                        found |= UNIT[u]
        left &= ~near
    return found & fresh


def use_trumpet(s: State, f: At, a: int) -> None:
    """A trumpet act counts as the unit's activation (3.0j)."""
    if a == PASS:
        s.trumpets = 0
        s.goto(AT[Box.ACTIVATE])
        return
    s.trumpets -= 1
    s.unit = a % RECOVER
    s.done |= UNIT[s.unit]
    if a < RECOVER:
        s.steps = 0
        s.shifted |= UNIT[a]
        s.goto(AT[Box.FALL_BACK])
    else:
        s.shifted &= ~UNIT[s.unit]
        s.dice, s.score = army.TRAINING_DICE[s.unit], 0
        s.goto(AT[Box.RECOVERY])


def after_trumpet(s: State) -> None:
    s.goto(AT[Box.TRUMPET if s.trumpets else Box.ACTIVATE])


def fall_back_candidates(s: State, f: At) -> Iterable[int]:
    around = hexes_of(NEXT[s.where[s.unit]])
    return [PASS, *around] if s.steps else around


@clause("YR-3.0d")
def falls_back_from_the_enemy(s: State, f: At, a: int) -> Verdict:
    """Each step leads away from the nearest enemy, never into an enemy zone, and ends where the unit may stand."""
    return a == PASS or BIT[a] & fall_back_area(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


MAY_FALL_BACK_TO = (falls_back_from_the_enemy,)


def fall_back_options(s: State, f: At) -> Sequence[int]:
    around = hexes_of(fall_back_area(s, s.unit))
    return [PASS, *around] if s.steps else around


def fall_back(s: State, f: At, a: int) -> None:
    """Up to three hexes, one after the other."""
    if a != PASS:
        s.tell(FELL_BACK, s.unit, s.where[s.unit], a)
        s.move(s.unit, a)
        s.steps += 1
    if a == PASS or s.steps == FALL_BACK_HEXES:
        s.steps = 0
        after_trumpet(s)


# --- trumpets: recovery ----------------------------------------------------------------------------------------


def roll_recovery(s: State, f: At, a: int) -> None:
    """Two, three or four dice by training; each trumpet gives back a strength point, up to the printed strength (3.0g)."""
    u = s.unit
    s.dice -= 1
    if a == army.TRUMPET:
        s.score += 1
        s.force[u] += 1
    if not s.dice or s.force[u] == STRENGTH[u]:
        if s.score:
            s.tell(RECOVERED, u, s.score, s.force[u])
        else:
            s.tell(NOT_RECOVERED, u)
        s.dice = s.score = 0
        after_trumpet(s)


# --- flags and hats ----------------------------------------------------------------------------------------


def activate_candidates(s: State, f: At) -> Iterable[int]:
    """Any own unit for a flag, any own reserve or any own stack for a hat."""
    units = members(SIDE_FORCE[s.side] & (s.on_map | s.due))
    candidates = [PASS]
    if s.flags:
        candidates += units
    if s.hats:
        candidates += (HAT_UNIT + u for u in units)
        candidates += (HAT_STACK + h for h in hexes_of(s.ground[s.side]))
    return candidates


def units_meant(s: State, a: int) -> tuple[int, ...]:
    """The units that an answer would activate."""
    if a == PASS:
        return ()
    return s.units_at(a - HAT_STACK) if a >= HAT_STACK else (a % HAT_UNIT,)


@clause("YR-3.0c")
def is_not_yet_activated(s: State, f: At, a: int) -> Verdict:
    """A unit is activated once per turn; of a stack at least one unit must still be fresh."""
    units = units_meant(s, a)
    return not units or any(not s.done & UNIT[u] for u in units) or refuse(unit=Name("unit", units[0]))


@clause("YR-3.0a")
def is_of_the_drawn_corps(s: State, f: At, a: int) -> Verdict:
    """A flag activates a unit of the drawn corps; in the round of a flag marker any own unit."""
    suits = a == PASS or a >= HAT_UNIT or MARKER_FORCE[s.marker] & UNIT[a] != 0
    return suits or refuse(unit=Name("unit", a), marker=Name("marker", s.marker))


@clause("YR-3.0m")
def is_a_reserve(s: State, f: At, a: int) -> Verdict:
    """On a single unit a hat serves the cavalry and artillery reserve only."""
    u = a - HAT_UNIT
    return not HAT_UNIT <= a < HAT_STACK or RESERVE_FORCE[s.side] & UNIT[u] != 0 or refuse(unit=Name("unit", u))


@clause("YR-3.0n")
def is_a_pair(s: State, f: At, a: int) -> Verdict:
    """For a stack the hat needs two units in the hex."""
    return a < HAT_STACK or len(units_meant(s, a)) == 2 or refuse(hex=Name("hex", a - HAT_STACK))


@clause("YR-3.0l")
def is_a_stack_of_the_corps(s: State, f: At, a: int) -> Verdict:
    """One unit of the stack must be of the drawn corps, or both of the reserve."""
    h = a - HAT_STACK
    return a < HAT_STACK or suits_the_hat(s, s.units_at(h)) or refuse(hex=Name("hex", h), marker=Name("marker", s.marker))


@clause("YR-7.0e")
def can_come_onto_the_map(s: State, f: At, a: int) -> Verdict:
    """A unit waiting to enter needs its entry hex: no enemy in it, and room there or beyond."""
    u = a % HAT_UNIT
    comes = a == PASS or a >= HAT_STACK or s.where[u] >= 0 or can_enter(s, u)
    return comes or refuse(unit=Name("unit", u), hex=Name("hex", s.rules.setup.entry[u]))


MAY_ACTIVATE = (is_not_yet_activated, is_of_the_drawn_corps, is_a_reserve, is_a_pair, is_a_stack_of_the_corps, can_come_onto_the_map)


def suits_the_hat(s: State, units: tuple[int, ...]) -> bool:
    corps, reserve = MARKER_FORCE[s.marker], RESERVE_FORCE[s.side]
    return any(corps & UNIT[u] for u in units) or all(reserve & UNIT[u] for u in units)


def activate_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses, from the sets of fresh units."""
    options = [PASS]
    fresh = (s.on_map | s.due) & ~s.done
    if s.flags:
        options += [u for u in members(MARKER_FORCE[s.marker] & fresh) if s.where[u] >= 0 or can_enter(s, u)]
    if s.hats:
        options += [HAT_UNIT + u for u in members(RESERVE_FORCE[s.side] & fresh) if s.where[u] >= 0 or can_enter(s, u)]
        for h in hexes_of(s.full & s.ground[s.side]):
            units = s.units_at(h)
            if (UNIT[units[0]] | UNIT[units[1]]) & fresh and suits_the_hat(s, units):
                options.append(HAT_STACK + h)
    return options


def activate(s: State, f: At, a: int) -> None:
    """Use a result: one unit, or both units of a stack; or leave the rest unused (3.0r)."""
    if a == PASS:
        s.flags = s.hats = 0
        s.goto(AT[Box.ROUND])
        return
    if a < HAT_UNIT:
        s.flags -= 1
    else:
        s.hats -= 1
    units = tuple(u for u in units_meant(s, a) if not s.done & UNIT[u])
    s.mate = -1
    s.acting = units
    s.unit = units[0]
    s.goto(AT[Box.MARCH if len(units) == 1 else Box.MARCH_TOGETHER])


def activation_over(s: State, f: At) -> None:
    """The second unit of a stack that acts one by one, or the next result, or the next round."""
    s.acting, s.ready = (), 0
    if s.mate >= 0:
        u, s.mate = s.mate, -1
        if not s.done & UNIT[u] and s.on_map & UNIT[u]:
            s.acting, s.unit = (u,), u
            s.goto(AT[Box.MARCH])
            return
    s.goto(AT[Box.ACTIVATE if s.flags or s.hats else Box.ROUND])
