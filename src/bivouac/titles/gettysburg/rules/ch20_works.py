"""The orders Reinforce and Build an entrenchment (chapters ordreinf, trench)."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import CUBE_MOVED, DUG, STICK_TURNED
from bivouac.titles.gettysburg.frames import CUBE, TURN_STICK, Box, Work
from bivouac.titles.gettysburg.printed.map import BESIDE, BORDERS, ON_BOARD, REACH, places_in
from bivouac.titles.gettysburg.printed.units import BEARS, CAVALRY, CLASS, COLOUR, LIMITS, STICKS
from bivouac.titles.gettysburg.rules.ch01_components import eliminate, order_done, place_name, sides_own
from bivouac.titles.gettysburg.state import HURT, OCCUPIED, State

# --- Reinforce --------------------------------------------------------------------------------------


def _cubes_of(s: State, place: int, kind: int) -> int:
    return sum(s.cubes[p] for p in s.at[place] if CLASS[p] == kind)


def _has_infantry(s: State, place: int, kind: int) -> bool:
    return kind < CAVALRY and any(CLASS[p] == kind for p in s.at[place])


def cubes_for(s: State, place: int) -> list[int]:
    """The cubes that can be moved here: place * CUBE + class of each."""
    hurt = s.sets[HURT + s.active]
    found = []
    for x in BESIDE[place]:
        if hurt >> x & 1:
            found += [x * CUBE + kind for kind in range(CAVALRY) if _has_infantry(s, place, kind) and _cubes_of(s, x, kind)]
    return found


def can_receive_cube(s: State, place: int) -> bool:
    return bool(s.sets[HURT + s.active] & REACH[place]) and bool(cubes_for(s, place))


@clause("GET-ordreinf-b")
def cube_goes_within_reach(s: State, f: Work, a: int) -> Verdict:
    """The cube goes to the disc's area or to one that borders on it."""
    return bool(REACH[f.disc] >> a & 1) or refuse(place=place_name(a))


@clause("GET-ordreinf-a")
def has_a_cube_beside(s: State, f: Work, a: int) -> Verdict:
    """Infantry takes over a cube of its colour from an adjacent area."""
    return (sides_own(s, a, s.active) and can_receive_cube(s, a)) or refuse(place=place_name(a))


MAY_RECEIVE = (cube_goes_within_reach, has_a_cube_beside)


def receive_options(s: State, f: Work) -> list[int]:
    """The same as MAY_RECEIVE allows."""
    return [a for a in places_in(s.sets[OCCUPIED + s.active] & REACH[f.disc]) if can_receive_cube(s, a)]


def choose_receiver(s: State, f: Work, a: int) -> None:
    s.goto(Work(Box.CUBE_FROM, f.disc, f.nth, a))


def cube_candidates(s: State, f: Work) -> list[int]:
    """Every class of cube in every place beside the receiver."""
    return [x * CUBE + kind for x in BESIDE[f.area] for kind in range(CAVALRY + 1)]


@clause("GET-ordreinf-a")
def is_own_cube(s: State, f: Work, a: int) -> Verdict:
    """An own cube that lies there."""
    place, kind = divmod(a, CUBE)
    return (sides_own(s, place, s.active) and _cubes_of(s, place, kind) > 0) or refuse(place=place_name(place))


@clause("GET-ordreinf-a")
def is_infantry_of_its_colour(s: State, f: Work, a: int) -> Verdict:
    """The receiver has infantry of the cube's colour; cavalry's cubes stay where they are."""
    return _has_infantry(s, f.area, a % CUBE) or refuse(place=place_name(f.area))


MAY_MOVE_CUBE = (is_own_cube, is_infantry_of_its_colour)


def cube_options(s: State, f: Work) -> list[int]:
    """The same as MAY_MOVE_CUBE allows."""
    return cubes_for(s, f.area)


def move_cube(s: State, f: Work, a: int) -> None:
    """GET-ordreinf-c: the cube goes over, even if that is more than the receiver can bear."""
    place, kind = divmod(a, CUBE)
    giver = max((p for p in s.at[place] if CLASS[p] == kind), key=lambda p: s.cubes[p])
    taker = min((p for p in s.at[f.area] if CLASS[p] == kind), key=lambda p: s.cubes[p])
    s.tell(CUBE_MOVED, place, f.area, taker)
    s.cubes[giver] -= 1
    s.settle(place)
    if s.cubes[taker] < BEARS[taker]:
        s.cubes[taker] += 1
        s.settle(f.area)
    else:
        s.stock[COLOUR[taker]] += 1
        eliminate(s, taker, f.area)
    order_done(s, f.nth)


# --- entrenchments ----------------------------------------------------------------------------------


def sticks_left(s: State) -> int:
    return STICKS - sum(map(len, s.sticks))


@clause("GET-trench-a")
def area_is_in_reach_of_spades(s: State, f: Work, a: int) -> Verdict:
    """Sticks are laid in the disc's area or in one that borders on it."""
    return bool(REACH[f.disc] & ON_BOARD & (1 << a)) or refuse(place=place_name(a))


@clause("GET-trench-a")
def holds_diggers(s: State, f: Work, a: int) -> Verdict:
    """Own pieces must stand there."""
    return sides_own(s, a, s.active) or refuse(place=place_name(a))


@clause("GET-comp-j")
def has_sticks_to_lay(s: State, f: Work, a: int) -> Verdict:
    """When the sticks have run out those that lie can only be turned."""
    return bool(s.sticks[a]) or sticks_left(s) > 0 or refuse()


MAY_DIG_IN = (area_is_in_reach_of_spades, holds_diggers, has_sticks_to_lay)


def dig_options(s: State, f: Work) -> list[int]:
    """The same as MAY_DIG_IN allows."""
    some = sticks_left(s) > 0
    return [a for a in places_in(s.sets[OCCUPIED + s.active] & REACH[f.disc] & ON_BOARD) if some or s.sticks[a]]


def choose_area_to_dig(s: State, f: Work, a: int) -> None:
    s.goto(Work(Box.BORDER, f.disc, f.nth, a))


def border_candidates(s: State, f: Work) -> list[int]:
    """A new stick along any border, or one that lies moved to another border."""
    near = BORDERS[f.area]
    turns = [TURN_STICK + frm * 100 + to for frm in sorted(set(s.sticks[f.area])) for to in near if to != frm]
    return [*near, *turns]


@clause("GET-trench-d")
def is_not_a_third(s: State, f: Work, a: int) -> Verdict:
    """At most two sticks in an area."""
    return a >= TURN_STICK or len(s.sticks[f.area]) < LIMITS.sticks or refuse(place=place_name(f.area))


@clause("GET-trench-c")
def lies_beside_the_first(s: State, f: Work, a: int) -> Verdict:
    """The second stick is laid along the same border as the first."""
    first = s.sticks[f.area][:1]
    return a >= TURN_STICK or first in ((), (a,)) or refuse(place=place_name(f.area), towards=place_name(first[0]))


@clause("GET-comp-j")
def is_taken_from_the_reserve(s: State, f: Work, a: int) -> Verdict:
    """A new stick comes from the reserve."""
    return a >= TURN_STICK or sticks_left(s) > 0 or refuse()


MAY_LAY = (is_not_a_third, lies_beside_the_first, is_taken_from_the_reserve)


def lay_stick(s: State, f: Work, a: int) -> None:
    """GET-trench-b, GET-trench-e: a stick along a border, or one turned from a border to another."""
    sticks = s.sticks[f.area]
    if a < TURN_STICK:
        s.sticks[f.area] = (*sticks, a)
        s.tell(DUG, f.area, a)
    else:
        frm, to = divmod(a - TURN_STICK, 100)
        i = sticks.index(frm)
        s.sticks[f.area] = (*sticks[:i], *sticks[i + 1 :], to)
        s.tell(STICK_TURNED, f.area, frm, to)
    order_done(s, f.nth)
