"""What several chapters need: who is asked, who stands first among equals, how pieces, cubes, blocks and sticks leave the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits
from bivouac.core.legality import offers
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.gettysburg import events as told
from bivouac.titles.gettysburg.frames import At, Box, Hits, Order
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, ON_BOARD, REACH, STARRED
from bivouac.titles.gettysburg.printed.units import CLASS, COLOUR, CSA, EACH, IS_GUN, LIMITS, SIDE, STACK, UNION
from bivouac.titles.gettysburg.state import AREA, ASIDE, FULL, HAND, OCCUPIED, State

# Who takes cubes, and what becomes of his cavalry; what follows when all are taken.
ON_ATTACKERS, ON_DEFENDERS, FROM_AFAR, IN_THE_PRESS = range(4)
THEN_POP = -1

# Bits of fight[FLED]: infantry has retreated in this assault; cavalry has, since infantry or cavalry last stood to test; the defender has
# tested morale; guns have had their choice to leave.
INFANTRY_FLED, CAVALRY_FLED, TESTED, OFFERED = 1, 2, 4, 8
NOT_ON_BOARD = ~ON_BOARD
NO_MODIFIER = Text("results.no_modifier")

Closing = Callable[[State, Any], int]


def the_active(s: State, f: Any) -> Side:
    return SIDES[s.active]


def left_open(s: State, f: Any, offered: Closing, closing: Iterable[Closing]) -> int:
    """What clauses over sets leave of what is offered: for rules that must know whether an answer exists before it is asked for."""
    found = offered(s, f)
    for closed in closing:
        found &= ~closed(s, f)
    return found


# --- what messages speak of -------------------------------------------------------------------------


def place_name(place: int) -> Name:
    return Name("place", place)


def piece_name(piece: int) -> Name:
    """The sort of piece; whoever is asked knows whose it is."""
    return Name("sort", CLASS[piece])


def sort_of(s: State, f: Any, piece: int) -> dict[str, Arg]:
    return {"piece": piece_name(piece)}


def nothing(s: State, f: Any, n: int) -> dict[str, Arg]:
    return {}


def at_disc(s: State, f: Any, n: int) -> dict[str, Arg]:
    """The place of the disc that gives an order."""
    return {"place": place_name(f.place)}


def modifier(n: int) -> Text:
    """A die's modifier, if there is one."""
    return Text("results.modifier", {"n": n}) if n else NO_MODIFIER


def tell_move(s: State, p: int, frm: int, to: int, *, attack: bool) -> None:
    """A piece moves or attacks, and what it carries."""
    n = 0 if IS_GUN[p] else s.cubes[p]
    if n:
        s.tell(told.ATTACKED_HURT if attack else told.MOVED_HURT, p, frm, to, n)
    else:
        s.tell(told.ATTACKED if attack else told.MOVED, p, frm, to)
    s.tell(told.WENT, p, frm, to)


# --- looking up -------------------------------------------------------------------------------------


def fronts(s: State, here: Sequence[int]) -> int:
    """One piece of each sort among pieces of one side, as a set: equal pieces are not told apart, damaged guns are."""
    found = seen = 0
    for p in here:
        sort = 1 << (CLASS[p] + s.cubes[p] if IS_GUN[p] else CLASS[p])
        if not seen & sort:
            seen |= sort
            found |= 1 << p
    return found


def foot_in(s: State, area: int) -> tuple[int, ...]:
    return tuple(p for p in s.at[area] if not IS_GUN[p])


def guns_in(s: State, area: int) -> tuple[int, ...]:
    return tuple(p for p in s.at[area] if IS_GUN[p])


def own_areas(s: State, place: int) -> int:
    """The areas with own pieces that a disc here reaches."""
    return s.sets[OCCUPIED + s.active] & REACH[place] & ON_BOARD


def enemy_areas(s: State) -> int:
    return s.sets[OCCUPIED + 1 - s.active]


# --- pieces that come and leave -----------------------------------------------------------------------


def enter(s: State, p: int, place: int) -> None:
    """A piece comes to stand in a place."""
    if SIDE[p] == CSA and not s.at[place]:
        tell_control(s, place, CSA)
    s.put(p, place)


def depart(s: State, p: int, place: int) -> None:
    """A piece goes from a place."""
    s.take(p, place)
    if SIDE[p] == CSA and not s.at[place]:
        tell_control(s, place, UNION)


def tell_control(s: State, place: int, side: int) -> None:
    """GET-vic-f: a victory area passes to the Confederacy when its pieces stand there, and back to the Union when they have gone."""
    if STARRED & BIT[place]:
        s.tell(told.NOW_HELD, side, place)


def leave(s: State, p: int, place: int) -> None:
    """A piece goes from a place; a gun takes the fire marker off it, and the last piece everything else that was dug there."""
    depart(s, p, place)
    if IS_GUN[p] and s.fired & BIT[place]:
        s.fired ^= BIT[place]
        s.tell(told.MARKER_GONE, place)
        s.tell(told.GUNS_HIDDEN, place)
    if not s.at[place] and place != s.fight[AREA]:
        vacate(s, place)


def vacate(s: State, place: int) -> None:
    """No piece is left: sticks go. (GET-trench-g)"""
    if place < AREAS and s.sticks[place]:
        gone = len(s.sticks[place])
        s.sticks[place] = ()
        s.tell(told.STICKS_GONE, place)
        tell_sticks_taken(s, place, gone)


def tell_sticks_taken(s: State, area: int, n: int) -> None:
    """The sticks of an area are numbered anew: the last numbers go."""
    left = len(s.sticks[area])
    for i in range(left, left + n):
        s.tell(told.STICK_TAKEN, stick_number(area, i), area)


def stick_number(area: int, i: int) -> int:
    """The number of the first or second stick of an area among all sticks on the table."""
    return LIMITS.sticks * area + i


def return_cubes(s: State, p: int) -> None:
    """A piece's cubes go back to the reserve."""
    if COLOUR[p] >= 0:
        s.stock[COLOUR[p]] += s.cubes[p]
    s.cubes[p] = 0


def eliminate(s: State, p: int, place: int) -> None:
    """A piece leaves the board for good, its cubes go back. (GET-cubes-n)"""
    return_cubes(s, p)
    s.tell(told.ELIMINATED_PIECE, p, place)
    s.tell(told.OFF_BOARD, p, place)
    if p not in s.at[place]:
        s.attack = tuple(a for a in s.attack if a[0] != p)
        return
    leave(s, p, place)
    if not s.at[place]:
        lift_disruption(s, place)


def disrupt(s: State, area: int) -> None:
    """GET-disrupt-c: one marker an area."""
    if not s.disrupted & BIT[area]:
        s.disrupted |= BIT[area]
        s.tell(told.NOW_DISRUPTED, area)
        s.tell(told.MARKED_DISRUPTED, area)


def lift_disruption(s: State, area: int) -> None:
    """The disruption marker of an area, if there is one, is taken off."""
    if s.disrupted & BIT[area]:
        s.disrupted ^= BIT[area]
        s.tell(told.MARK_LIFTED, area)


def press(s: State, area: int) -> None:
    """GET-retreat-g, GET-retreat-i: one cube for the pieces that are run into."""
    s.push(Hits(Box.HITS, area, IN_THE_PRESS, 1, (), (), THEN_POP))


# --- blocks that leave the board --------------------------------------------------------------------


def take_back(s: State, side: int) -> None:
    """GET-block-e, GET-block-f: when none is left in hand, those set aside come back."""
    low = EACH * side
    mine = s.block_at[low : low + EACH]
    if HAND in mine or ASIDE not in mine:
        return
    for b in range(low, low + EACH):
        if s.block_at[b] == ASIDE:
            s.block_at[b] = HAND
            s.block_shown[b] = 0
    s.tell(told.TOOK_BACK, side, mine.count(ASIDE))


def set_aside(s: State, b: int) -> None:
    """GET-remove-b, GET-remove-c: the block lies apart, its discs return to the reserve."""
    s.block_at[b] = ASIDE
    s.block_discs[b] = 0
    take_back(s, b // EACH)


def capture(s: State, place: int, side: int) -> None:
    """GET-block-j, GET-block-k: an enemy block left to the pieces of `side` is removed with its discs."""
    if place in s.block_at:
        b = s.block_at.index(place)
        if b // EACH != side:
            s.tell(told.CAPTURED, side, place, s.block_discs[b])
            s.tell(told.BLOCK_FELL, b, place)
            set_aside(s, b)


# --- entrenchments under friendly feet --------------------------------------------------------------


def lose_stick(s: State, area: int) -> None:
    """GET-trench-i: a friend that moves in costs a stick; its owner says which, if they lie along two borders."""
    sticks = s.sticks[area]
    if len(set(sticks)) > 1:
        s.push(At(Box.LOSE_STICK, area))
    else:
        s.sticks[area] = sticks[1:]
        s.tell(told.STICK_LOST, area)
        tell_sticks_taken(s, area, 1)


@offers("GET-trench-i")
def stick_lies_there(s: State, f: At) -> int:
    """One of the sticks of the area is trodden down."""
    return sum(BIT[border] for border in s.sticks[f.n])


def give_up_stick(s: State, f: At, border: int) -> None:
    s.sticks[f.n] = tuple(b for b in s.sticks[f.n] if b != border)
    s.tell(told.STICK_LOST, f.n)
    tell_sticks_taken(s, f.n, 1)
    s.pop()


# --- the end of an order ----------------------------------------------------------------------------


def has_rooms(s: State, side: int, n: int) -> bool:
    """Whether a side's blocks on the board can bear n more discs."""
    at, value, discs = s.block_at, s.block_value, s.block_discs
    for b in range(EACH * side, EACH * side + EACH):
        if at[b] >= 0:
            n -= value[b] - discs[b]
            if n <= 0:
                return True
    return False


def order_done(s: State, nth: int) -> None:
    """GET-order-g: after the first order of a double one comes the second; after the last, the assaults."""
    if nth == 1:
        s.goto(Order(Box.BETWEEN, -1, 1, crowded(s)))
    else:
        s.pop()


def crowded(s: State) -> int:
    """The area with more pieces than the limit, or -1."""
    return next((a for a in bits(s.sets[FULL + s.active] & ON_BOARD) if len(s.at[a]) > STACK), -1)
