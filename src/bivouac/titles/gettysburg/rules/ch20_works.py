"""The orders Reinforce and Build an entrenchment (chapters ordreinf, trench)."""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.events import CUBE_ADDED, CUBE_MOVED, CUBES_GONE, DUG, STICK_LAID, STICK_TURNED
from bivouac.titles.gettysburg.frames import KINDS, Box, Work
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, PLACES, REACH
from bivouac.titles.gettysburg.printed.units import BEARS, CAVALRY, CLASS, COLOUR, LIMITS, STICKS
from bivouac.titles.gettysburg.rules.ch01_components import (
    NOT_ON_BOARD,
    eliminate,
    left_open,
    nothing,
    order_done,
    place_name,
    stick_number,
)
from bivouac.titles.gettysburg.state import HURT, OCCUPIED, State

# --- Reinforce --------------------------------------------------------------------------------------


@offers("GET-ordreinf-b")
def cube_goes_within_reach(s: State, f: Work) -> int:
    """The cube goes to the disc's area or to one that borders on it."""
    return REACH[f.disc]


@clause("GET-ordreinf-a")
def has_a_cube_beside(s: State, f: Work, a: int) -> Verdict:
    """Infantry takes over a cube of its colour from an adjacent area."""
    return (bool(s.sets[OCCUPIED + s.active] >> a & 1) and cubes_for(s, a) != 0) or refuse(place=place_name(a))


def cubes_for(s: State, area: int) -> int:
    """The cubes that can be moved here, from an area beside it."""
    return left_open(s, Work(Box.CUBE_FROM, area, 0, area), is_own_cube, MAY_TAKE_CUBE)


def choose_receiver(s: State, f: Work, a: int) -> None:
    s.goto(Work(Box.CUBE_FROM, f.disc, f.nth, a))


def from_where(s: State, f: Work, cube: int) -> dict[str, Arg]:
    return {"place": place_name(cube // KINDS)}


@offers("GET-ordreinf-a", from_where)
def is_own_cube(s: State, f: Work) -> int:
    """An own cube that lies on the board."""
    return set_of(x * KINDS + CLASS[p] for x in bits(s.sets[HURT + s.active]) for p in s.at[x] if COLOUR[p] >= 0 and s.cubes[p])


@closes("GET-ordreinf-a", lambda s, f, cube: {"place": place_name(cube // KINDS), "to": place_name(f.area)})
def cube_lies_beside(s: State, f: Work) -> int:
    """The cube comes from an adjacent area."""
    return ~CUBES_BESIDE[f.area]


BESIDE: Final = tuple(REACH[a] & ~BIT[a] for a in range(PLACES))
CUBES_BESIDE: Final = tuple(set_of(x * KINDS + kind for x in bits(BESIDE[a]) for kind in range(KINDS)) for a in range(PLACES))


@closes("GET-ordreinf-a", lambda s, f, n: {"place": place_name(f.area)})
def is_infantry_of_its_colour(s: State, f: Work) -> int:
    """The receiver has infantry of the cube's colour; cavalry's cubes stay where they are."""
    takers = set_of(CLASS[p] for p in s.at[f.area] if CLASS[p] < CAVALRY)
    return set_of(x * KINDS + kind for x in bits(REACH[f.area]) for kind in range(CAVALRY + 1) if not takers >> kind & 1)


MAY_TAKE_CUBE = (cube_lies_beside, is_infantry_of_its_colour)


def move_cube(s: State, f: Work, cube: int) -> None:
    """GET-ordreinf-c: the cube goes over, even if that is more than the receiver can bear."""
    place, kind = divmod(cube, KINDS)
    giver = max((p for p in s.at[place] if CLASS[p] == kind), key=lambda p: s.cubes[p])
    taker = min((p for p in s.at[f.area] if CLASS[p] == kind), key=lambda p: s.cubes[p])
    s.tell(CUBE_MOVED, place, f.area, taker)
    s.cubes[giver] -= 1
    s.tell(CUBES_GONE, giver, 1, place)
    s.settle(place)
    if s.cubes[taker] < BEARS[taker]:
        s.cubes[taker] += 1
        s.tell(CUBE_ADDED, taker, 1, f.area)
        s.settle(f.area)
    else:
        s.stock[COLOUR[taker]] += 1
        eliminate(s, taker, f.area)
    order_done(s, f.nth)


# --- entrenchments ----------------------------------------------------------------------------------


def sticks_left(s: State) -> int:
    return STICKS - sum(map(len, s.sticks))


def has_sticks_left(s: State) -> bool:
    """Whether a stick is left in the reserve; where few areas have any they need not be counted."""
    areas = AREAS - s.sticks.count(())
    return LIMITS.sticks * areas < STICKS or sticks_left(s) > 0


@offers("GET-trench-a")
def area_is_in_reach_of_spades(s: State, f: Work) -> int:
    """Sticks are laid in the disc's area or in one that borders on it."""
    return REACH[f.disc]


@closes("GET-trench-a")
def holds_diggers(s: State, f: Work) -> int:
    """Own pieces must stand there, and not in an entry box."""
    return ~s.sets[OCCUPIED + s.active] | NOT_ON_BOARD


@closes("GET-comp-j", nothing)
def has_sticks_to_lay(s: State, f: Work) -> int:
    """When the sticks have run out those that lie can only be turned."""
    return 0 if has_sticks_left(s) else ~set_of(a for a, sticks in enumerate(s.sticks) if sticks)


MAY_DIG_IN = (holds_diggers, has_sticks_to_lay)


def choose_area_to_dig(s: State, f: Work, a: int) -> None:
    s.goto(Work(Box.BORDER, f.disc, f.nth, a))


@offers("GET-trench-b", lambda s, f, n: {"place": place_name(f.area)})
def is_a_border(s: State, f: Work) -> int:
    """A stick lies along a border of the area, or where an entry box touches it."""
    return BESIDE[f.area]


@closes("GET-trench-d", lambda s, f, n: {"place": place_name(f.area)})
def is_not_a_third(s: State, f: Work) -> int:
    """At most two sticks in an area."""
    return 0 if len(s.sticks[f.area]) < LIMITS.sticks else EVERYTHING


@closes("GET-trench-c", lambda s, f, n: {"place": place_name(f.area), "towards": place_name(s.sticks[f.area][0])})
def lies_beside_the_first(s: State, f: Work) -> int:
    """The second stick is laid along the same border as the first."""
    sticks = s.sticks[f.area]
    return ~BIT[sticks[0]] if sticks else 0


@closes("GET-comp-j", nothing)
def is_taken_from_the_reserve(s: State, f: Work) -> int:
    """A new stick comes from the reserve."""
    return 0 if has_sticks_left(s) else EVERYTHING


MAY_LAY = (is_not_a_third, lies_beside_the_first, is_taken_from_the_reserve)


@offers("GET-trench-e", nothing)
def is_a_stick_to_turn(s: State, f: Work) -> int:
    """A stick that lies there is moved to another border of the area: from * 100 + to."""
    return set_of(frm * 100 + to for frm in set(s.sticks[f.area]) for to in bits(BESIDE[f.area]) if to != frm)


def lay_stick(s: State, f: Work, towards: int) -> None:
    """GET-trench-b: a stick along a border."""
    s.sticks[f.area] = (*s.sticks[f.area], towards)
    s.tell(DUG, f.area, towards)
    s.tell(STICK_LAID, stick_number(f.area, len(s.sticks[f.area]) - 1), f.area)
    order_done(s, f.nth)


def turn_stick(s: State, f: Work, way: int) -> None:
    """GET-trench-e: a stick turned from a border to another."""
    frm, to = divmod(way, 100)
    sticks = list(s.sticks[f.area])
    sticks.remove(frm)
    s.sticks[f.area] = (*sticks, to)
    s.tell(STICK_TURNED, f.area, frm, to)
    order_done(s, f.nth)
