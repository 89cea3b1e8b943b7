"""Chapter 4.3: enemies next to whom a unit has moved may react: fire during the combat, or, for cavalry, evade it.

CONTACT: for each enemy next to the hex entered -> REACTION (dice) -> REACT (fire, evade or neither) -> EVADE
then AIM: the units that moved choose whom they attack
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import EVADED, HOLDS_FIRE, NO_REACTION, REACTS
from bivouac.titles.yankees_rebels.frames import AT, EVADE, PASS, At, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, DIST, SIZE, hexes_of
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, IS_HORSE, OWN_FLAGS, SIDE, TRAINING_DICE, UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import march_area
from bivouac.titles.yankees_rebels.rules.ch05_combat import add_reaction
from bivouac.titles.yankees_rebels.state import State


def next_reactor(s: State, f: At) -> None:
    """Every enemy unit next to the mover tests, activated or not, as often as it is provoked (4.3d, 4.3e, 4.3j)."""
    if not s.reactors:
        s.goto(AT[Box.AIM])
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


def react_candidates(s: State, f: At) -> Iterable[int]:
    return [PASS, EVADE, *s.acting]


@clause("YR-4.3.1a")
def is_cavalry_to_evade(s: State, f: At, a: int) -> Verdict:
    """Only cavalry evades."""
    return a != EVADE or IS_HORSE[s.unit] or refuse(unit=Name("unit", s.unit))


@clause("YR-4.3.1c")
def has_somewhere_to_evade(s: State, f: At, a: int) -> Verdict:
    """Evasion needs a way out of every enemy zone."""
    return a != EVADE or evasion_area(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit))


MAY_REACT = (is_cavalry_to_evade, has_somewhere_to_evade)


def react(s: State, f: At, a: int) -> None:
    """Fire at one of the units that moved, evade, or neither; fire and evasion take the place of an activation (4.3f, 4.3h, 4.3.1b)."""
    u = s.unit
    if a == PASS:
        s.tell(HOLDS_FIRE, u)
        s.goto(AT[Box.CONTACT])
        return
    s.done |= UNIT[u]
    if a == EVADE:
        s.goto(AT[Box.EVADE])
        return
    s.tell(REACTS, u, a)
    add_reaction(s, u, a)
    s.goto(AT[Box.CONTACT])


# --- evasion ----------------------------------------------------------------------------------------


def evasion_area(s: State, u: int) -> int:
    """One full move at the usual costs, roads included, that never touches an enemy zone; so it ends farther from the mover (4.3.1c)."""
    zone = s.enemy_zone(SIDE[u])
    here = BIT[s.where[u]]
    return march_area(here, 0, HALF_POINTS[u], s.passable(u) & ~zone, zone, s.rules.road_steps) & s.landing(u) & ~here


def evade_candidates(s: State, f: At) -> Iterable[int]:
    h = s.where[s.unit]
    return [x for x in range(SIZE) if 0 < DIST[h][x] <= HALF_POINTS[s.unit]]


@clause("YR-4.3.1c")
def evades_out_of_reach(s: State, f: At, a: int) -> Verdict:
    """The evasion ends within one move, in a hex outside every enemy zone."""
    return BIT[a] & evasion_area(s, s.unit) != 0 or refuse(unit=Name("unit", s.unit), hex=Name("hex", a))


MAY_EVADE_TO = (evades_out_of_reach,)


def evade_options(s: State, f: At) -> Sequence[int]:
    return hexes_of(evasion_area(s, s.unit))


def evade(s: State, f: At, a: int) -> None:
    s.tell(EVADED, s.unit, s.where[s.unit], a)
    s.move(s.unit, a)
    s.goto(AT[Box.CONTACT])
