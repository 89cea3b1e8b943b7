"""Chapter 3: what the activation dice allow: trumpets first, then units of the corps, stacks and reserves."""

from __future__ import annotations

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.yankees_rebels.events import FELL_BACK, NOT_RECOVERED, RECOVERED, UNIT_RALLIED, UNIT_RETREATED
from bivouac.titles.yankees_rebels.frames import AT, At, Box
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, COVER, LEVEL, NEXT, hexes_of, sees, zone_of
from bivouac.titles.yankees_rebels.printed.units import MARKER_FORCE, RESERVE_FORCE, SIDE, SIDE_FORCE, STRENGTH, UNIT
from bivouac.titles.yankees_rebels.rules.ch02_sequence import landing_by_arm, next_result
from bivouac.titles.yankees_rebels.rules.ch04_movement import can_enter
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area
from bivouac.titles.yankees_rebels.state import State, unit_and_hex

FALL_BACK_HEXES = 3

# --- trumpets ----------------------------------------------------------------------------------------


@offers("YR-3.0k")
def may_hear_the_trumpet(s: State, f: At) -> int:
    """A trumpet serves any own unit on the map, not only those of the drawn corps."""
    return SIDE_FORCE[s.side] & s.on_map


@closes("YR-3.0h")
def is_fresh_to_fall_back(s: State, f: At) -> int:
    """Trumpets are for units not yet activated this turn."""
    return s.done


@closes("YR-3.0d")
def falls_back_once(s: State, f: At) -> int:
    """A unit falls back by one trumpet of a roll, not by two."""
    return s.shifted


@closes("YR-3.0h")
def is_fresh_to_recover(s: State, f: At) -> int:
    """A unit that has just fallen back by another trumpet may still try to recover (3.0i)."""
    return s.done & ~s.shifted | s.recovered


@closes("YR-3.0d")
def can_fall_back(s: State, f: At) -> int:
    """A unit falls back into a hex farther from the enemy."""
    return ~who_can_fall_back(s)


def who_can_fall_back(s: State) -> int:
    """The units that have a hex to fall back to: ring by ring from the enemy outwards."""
    near = s.ground[1 - s.side]
    if not near:
        return 0
    by_arm = landing_by_arm(s, s.side)
    left, clear, found = s.ground[s.side], ALL & ~s.enemy_zone(s.side), 0
    while left:
        near |= zone_of(near)
        outward = clear & ~near
        for h in hexes_of(left & near):
            away = NEXT[h] & outward
            if away:
                for u in s.units_at(h):
                    if away & by_arm[army.TYPE[u]]:
                        found |= UNIT[u]
        left &= ~near
    stuck = [u for u in bits(found & s.strays) if not NEXT[s.where[u]] & ~barred_from(s, u) & closing_area(s, u)]
    return found & ~set_of(stuck)


def barred_from(s: State, u: int) -> int:
    """The hexes that do not lead away from the nearest enemy, lie in an enemy zone, or where the unit may not stand."""
    near, here = s.ground[1 - SIDE[u]], BIT[s.where[u]]
    while not near & here:
        near |= zone_of(near)
    return near | ALL & ~s.landing(u) | s.enemy_zone(SIDE[u])


@closes("YR-3.0g")
def has_losses_to_recover(s: State, f: At) -> int:
    """Strength is recovered up to the printed strength, so only a weakened unit may try."""
    return set_of([u for u in bits(SIDE_FORCE[s.side] & s.on_map) if s.force[u] == STRENGTH[u]])


@clause("YR-3.0f")
def is_safe_to_recover(s: State, f: At, u: int) -> Verdict:
    """A unit recovers with no enemy next to it, in cover or out of every enemy's sight."""
    here, enemy, units = s.where[u], s.ground[1 - SIDE[u]], s.ground[0] | s.ground[1]
    if NEXT[here] & enemy:
        return refuse(unit=Name("unit", u), why=Text("labels.next_to_the_enemy"))
    covered = bool((COVER | s.works) & BIT[here])
    hidden = covered or not any(sees(here, h, units, max(LEVEL[here], LEVEL[h]), s.works) for h in hexes_of(enemy))
    return hidden or refuse(unit=Name("unit", u), why=Text("labels.in_the_enemys_sight"))


def leave_trumpets(s: State, f: At, a: int) -> None:
    s.trumpets = 0
    next_result(s)


def begin_to_fall_back(s: State, f: At, u: int) -> None:
    """Falling back is no activation: only a unit that recovers may not act any more (3.0j), unless the players chose otherwise."""
    s.trumpets -= 1
    s.unit, s.steps = u, 0
    if s.rules.retreat_activates:
        s.mark_as_done(UNIT[u])
    s.shifted |= UNIT[u]
    s.goto(AT[Box.FALL_BACK])


def begin_to_recover(s: State, f: At, u: int) -> None:
    """An attempt to recover is no activation: only a unit that does recover may not act any more (3.0j)."""
    s.trumpets -= 1
    s.unit = u
    s.dice, s.score = army.TRAINING_DICE[u], 0
    s.goto(AT[Box.RECOVERY])


@clause("YR-3.0d")
def falls_back_at_all(s: State, f: At, a: int) -> Verdict:
    """A unit that falls back goes one hex at least."""
    return s.steps > 0 or refuse(unit=Name("unit", s.unit))


@offers("YR-3.0d", unit_and_hex)
def falls_back_hex_by_hex(s: State, f: At) -> int:
    """A unit falls back from hex to hex."""
    return NEXT[s.where[s.unit]]


@closes("YR-3.0d", unit_and_hex)
def falls_back_from_the_enemy(s: State, f: At) -> int:
    """Each step leads away from the nearest enemy, never into an enemy zone, and ends where the unit may stand."""
    return barred_from(s, s.unit)


def fall_back(s: State, f: At, h: int) -> None:
    """Up to three hexes, one after the other."""
    s.tell(FELL_BACK, s.unit, s.where[s.unit], h)
    s.move(s.unit, h, UNIT_RETREATED)
    s.steps += 1
    if s.steps == FALL_BACK_HEXES:
        next_result(s)


def stop_falling_back(s: State, f: At, a: int) -> None:
    next_result(s)


def roll_recovery(s: State, f: At, a: int) -> None:
    """Two, three or four dice by training; each trumpet gives back a strength point, up to the printed strength (3.0g)."""
    u = s.unit
    s.dice -= 1
    if a == army.TRUMPET:
        s.score += 1
        s.force[u] += 1
        s.tell(UNIT_RALLIED, u, 1, s.where[u])
    if not s.dice or s.force[u] == STRENGTH[u]:
        if s.score:
            s.tell(RECOVERED, u, s.score, s.force[u])
            s.mark_as_done(UNIT[u])
            s.recovered |= UNIT[u]
        else:
            s.tell(NOT_RECOVERED, u)
        s.dice = s.score = 0
        next_result(s)


# --- flags and hats ----------------------------------------------------------------------------------------


def unit_and_marker(s: State, f: At, u: int) -> dict[str, Arg]:
    return {"unit": Name("unit", u), "marker": Name("marker", s.marker)}


@offers("YR-3.0a")
def may_be_activated(s: State, f: At) -> int:
    """A side activates its own units, on the map or waiting to enter."""
    return SIDE_FORCE[s.side] & (s.on_map | s.due)


@closes("YR-3.0p", unit_and_marker)
def has_a_flag_left(s: State, f: At) -> int:
    """A single unit is activated by a flag."""
    return 0 if s.flags else EVERYTHING


@closes("YR-3.0c")
def is_not_yet_activated(s: State, f: At) -> int:
    """A unit is activated once per turn."""
    return s.done


@closes("YR-3.0a", unit_and_marker)
def is_of_the_drawn_corps(s: State, f: At) -> int:
    """A flag activates a unit of the drawn corps; in the round of a flag marker any own unit."""
    return ~MARKER_FORCE[s.marker]


@clause("YR-7.0e")
def can_come_onto_the_map(s: State, f: At, u: int) -> Verdict:
    """A unit waiting to enter needs an entry hex without an enemy, and room there or beyond."""
    return s.where[u] >= 0 or can_enter(s, u) or refuse(unit=Name("unit", u), hex=Name("hex", s.rules.setup.entry[u]))


@closes("YR-3.0m")
def has_a_hat_left(s: State, f: At) -> int:
    """A reserve unit on its own, or both units of a hex, are activated by a hat."""
    return 0 if s.hats else EVERYTHING


@closes("YR-3.0m")
def is_a_reserve(s: State, f: At) -> int:
    """On a single unit a hat serves the cavalry and artillery reserve only."""
    return ~RESERVE_FORCE[s.side]


@offers("YR-3.0l")
def holds_own_units(s: State, f: At) -> int:
    """A hat serves the units of one hex."""
    return s.ground[s.side]


@closes("YR-3.0n")
def is_a_pair(s: State, f: At) -> int:
    """For a stack the hat needs two units in the hex."""
    return ALL & ~s.full


@clause("YR-3.0c")
def has_a_fresh_unit(s: State, f: At, h: int) -> Verdict:
    """Of a stack at least one unit must still be fresh."""
    return army.STACK_FORCE[s.at[h]] & ~s.done != 0 or refuse(hex=Name("hex", h))


@clause("YR-3.0l")
def is_a_stack_of_the_corps(s: State, f: At, h: int) -> Verdict:
    """One unit of the stack must be of the drawn corps, or both of the reserve."""
    units, corps, reserve = army.STACK_FORCE[s.at[h]], MARKER_FORCE[s.marker], RESERVE_FORCE[s.side]
    return bool(units & corps) or not units & ~reserve or refuse(hex=Name("hex", h), marker=Name("marker", s.marker))


MAY_ACTIVATE = (has_a_flag_left, is_not_yet_activated, is_of_the_drawn_corps, can_come_onto_the_map)
MAY_USE_A_HAT = (has_a_hat_left, is_not_yet_activated, is_a_reserve, can_come_onto_the_map)
MAY_STACK_ACT = (has_a_hat_left, is_a_pair, has_a_fresh_unit, is_a_stack_of_the_corps)


def end_round(s: State, f: At, a: int) -> None:
    """Results that are not used are lost (3.0r)."""
    s.flags = s.hats = 0
    s.goto(AT[Box.ROUND])


def activate(s: State, f: At, u: int) -> None:
    s.flags -= 1
    set_to_act(s, (u,))


def activate_reserve(s: State, f: At, u: int) -> None:
    s.hats -= 1
    set_to_act(s, (u,))


def activate_stack(s: State, f: At, h: int) -> None:
    """Of a stack only those act that have not been activated yet (3.0l)."""
    s.hats -= 1
    set_to_act(s, tuple(u for u in s.units_at(h) if not s.done & UNIT[u]))


def set_to_act(s: State, units: tuple[int, ...]) -> None:
    s.acting, s.unit, s.mate = units, units[0], -1
    s.goto(AT[Box.MARCH if len(units) == 1 else Box.MARCH_TOGETHER])


def activation_over(s: State, f: At) -> None:
    """The second unit of a stack that acts one by one, or the next result, or the next round."""
    s.acting, s.ready = (), 0
    if s.mate >= 0:
        set_to_act(s, (s.mate,))
        return
    s.goto(AT[Box.ACTIVATE if s.flags or s.hats else Box.ROUND])
