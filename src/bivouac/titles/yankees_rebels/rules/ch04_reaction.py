"""Chapter 4.3: enemies next to whom a unit has moved may react: fire during the combat, or, for cavalry, evade it.

CONTACT: for each enemy next to the hex entered -> REACTION (dice) -> REACT (fire, evade or neither) -> EVADE
then AIM: the units that moved choose whom they attack
"""

from __future__ import annotations

from bivouac.core.kit.bits import set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import EVADED, HOLDS_FIRE, NO_REACTION, REACTS, UNIT_RETREATED
from bivouac.titles.yankees_rebels.frames import AT, At, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, HARD, STOPS
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, IS_HORSE, OWN_FLAGS, SIDE, TRAINING_DICE, UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import EASY_STEP as POINT
from bivouac.titles.yankees_rebels.rules.ch04_movement import March, march_area, way_to
from bivouac.titles.yankees_rebels.rules.ch05_combat import add_reaction
from bivouac.titles.yankees_rebels.state import State, unit_and_hex


def next_reactor(s: State, f: At) -> None:
    """Every enemy unit next to the mover tests, activated or not, as often as it is provoked (4.3d, 4.3e, 4.3j). Then the mover attacks,
    unless it has used the road, entered ground of two points, or is artillery that does not move and fire (4.0c, 4.0g, 4.0i)."""
    if not s.reactors:
        s.goto(AT[Box.AIM if s.ready else Box.FIRE])
        return
    s.unit, s.reactors = s.reactors[0], s.reactors[1:]
    s.dice = TRAINING_DICE[s.unit]
    s.goto(AT[Box.REACTION])


def roll_reaction(s: State, f: At, a: int) -> None:
    """Two, three or four dice by training; one own flag, double flags included, is enough (4.3b, 4.3c)."""
    s.dice -= 1
    if a in OWN_FLAGS[SIDE[s.unit]]:
        s.dice = 0
        s.goto(AT[Box.REACT])
    elif not s.dice:
        s.tell(NO_REACTION, s.unit)
        s.goto(AT[Box.CONTACT])


@clause("YR-4.3.1a")
def is_cavalry_to_evade(s: State, f: At, a: int) -> Verdict:
    """Only cavalry evades."""
    return IS_HORSE[s.unit] or refuse(unit=Name("unit", s.unit))


@clause("YR-4.3.1c")
def has_somewhere_to_evade(s: State, f: At, a: int) -> Verdict:
    """Evasion needs a way out of every enemy zone."""
    return evasion_area(s, s.unit, HALF_POINTS[s.unit]) != 0 or refuse(unit=Name("unit", s.unit))


@offers("YR-4.3c")
def has_come_next_to_it(s: State, f: At) -> int:
    """Reaction fire is at a unit that has moved next to the reacting one."""
    return set_of(s.acting)


def hold_fire(s: State, f: At, a: int) -> None:
    s.tell(HOLDS_FIRE, s.unit)
    s.goto(AT[Box.CONTACT])


def fire_in_reaction(s: State, f: At, target: int) -> None:
    """Fire takes the place of an activation (4.3f, 4.3h)."""
    s.tell(REACTS, s.unit, target)
    s.mark_as_done(UNIT[s.unit])
    add_reaction(s, s.unit, target)
    s.goto(AT[Box.CONTACT])


# --- evasion ----------------------------------------------------------------------------------------


def evasion_area(s: State, u: int, points: int) -> int:
    """Moves at the usual costs, roads included, that never touch an enemy zone; so they end farther from the mover (4.3.1c)."""
    here = BIT[s.where[u]]
    return march_area(here, 0, points, evasion_of(s, u)) & s.landing(u) & ~here


def evasion_of(s: State, u: int) -> March:
    zone = s.enemy_zone(SIDE[u])
    return March(s.passable(u) & ~zone, zone, s.rules.road_steps, HARD & ~s.works, STOPS & ~s.works)


def short_evasions(s: State, u: int) -> int:
    """The hexes that leave a unit a whole movement point or more, while it could go farther."""
    for points in range(HALF_POINTS[u], POINT, -POINT):
        shorter = evasion_area(s, u, points - POINT)
        if evasion_area(s, u, points) & ~shorter:
            return shorter
    return 0


def begin_to_evade(s: State, f: At, a: int) -> None:
    """Evasion takes the place of an activation (4.3.1b)."""
    s.mark_as_done(UNIT[s.unit])
    s.goto(AT[Box.EVADE])


@closes("YR-4.3.1c", unit_and_hex)
def evades_out_of_reach(s: State, f: At) -> int:
    """The evasion ends within one move, in a hex outside every enemy zone."""
    return ~evasion_area(s, s.unit, HALF_POINTS[s.unit])


@closes("YR-4.3.1a", unit_and_hex)
def evades_by_a_full_move(s: State, f: At) -> int:
    """Cavalry that evades makes a full move: it goes on while it has a whole movement point and somewhere to go."""
    return short_evasions(s, s.unit)


def evade(s: State, f: At, h: int) -> None:
    s.tell(EVADED, s.unit, s.where[s.unit], h, way_to(s, s.unit, h, evasion_of(s, s.unit)))
    s.move(s.unit, h, UNIT_RETREATED)
    s.goto(AT[Box.CONTACT])
