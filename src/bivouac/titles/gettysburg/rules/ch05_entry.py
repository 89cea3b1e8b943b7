"""Entry boxes (chapter entry): pieces leave them in their side's turn, without an action or a disc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import LAPSED, SALLIED
from bivouac.titles.gettysburg.frames import AT, DONE, END_TURN, GO_ON, LEAVE_BOX, At, Box, Order, Sally
from bivouac.titles.gettysburg.printed.map import AREAS, BOX_AREA, BOX_SIDE, BOXES, BOXES_OF, OWN_BOXES
from bivouac.titles.gettysburg.printed.units import IS_GUN, LIMITS, NIGHT, STACK
from bivouac.titles.gettysburg.rules.ch01_components import capture, fronts, lose_stick, place_name, rooms, tell_move
from bivouac.titles.gettysburg.rules.ch12_cubes import choices_of_load, load
from bivouac.titles.gettysburg.state import FOOT, OCCUPIED, State

# `sorties` keeps three bits for each box: two count its attackers of this turn, the third says that it has cost its area a stick.
COUNT, TROD = 3, 4


def shift_of(box: int) -> int:
    return 3 * (box - AREAS)


def sorties_of(s: State, box: int) -> int:
    return s.sorties >> shift_of(box) & COUNT


def faces_enemy(s: State, box: int) -> bool:
    return bool(s.sets[OCCUPIED + 1 - BOX_SIDE[box]] >> BOX_AREA[box] & 1)


def can_leave(s: State, box: int) -> bool:
    """Whether some piece can leave this box now: the same as MAY_LEAVE."""
    if not s.at[box]:
        return False
    if faces_enemy(s, box):
        foot = s.sets[FOOT + BOX_SIDE[box]] >> box & 1
        return s.period != NIGHT and bool(foot) and sorties_of(s, box) < LIMITS.attack and len(s.attackers(BOX_AREA[box])) < STACK
    return len(s.at[BOX_AREA[box]]) < STACK


def boxes_to_leave(s: State, side: int) -> list[int]:
    at = s.at
    return [LEAVE_BOX + b for b in BOXES_OF[side] if at[b] and can_leave(s, b)]


ONLY_END = [END_TURN]

# --- which box --------------------------------------------------------------------------------------


@clause("GET-entry-h")
def is_own_box(s: State, f: Any, a: int) -> Verdict:
    """An entry box belongs to one side."""
    return a < LEAVE_BOX or BOX_SIDE[a - LEAVE_BOX] == s.active or refuse(place=place_name(a - LEAVE_BOX))


@clause("GET-entry-b")
def box_holds_pieces(s: State, f: Any, a: int) -> Verdict:
    """Pieces in a box may leave it."""
    return a < LEAVE_BOX or bool(s.at[a - LEAVE_BOX]) or refuse(place=place_name(a - LEAVE_BOX))


@clause("GET-entry-d")
def box_may_attack(s: State, f: Any, a: int) -> Verdict:
    """Against an enemy at most two pieces a turn leave a box, none of them a gun, none at night, and no more than four attack together."""
    if a < LEAVE_BOX or not faces_enemy(s, a - LEAVE_BOX):
        return True
    return can_leave(s, a - LEAVE_BOX) or refuse(place=place_name(BOX_AREA[a - LEAVE_BOX]))


@clause("GET-entry-i")
def box_area_has_room(s: State, f: Any, a: int) -> Verdict:
    """Pieces that leave a box respect the limit of the area."""
    if a < LEAVE_BOX or faces_enemy(s, a - LEAVE_BOX):
        return True
    return can_leave(s, a - LEAVE_BOX) or refuse(place=place_name(BOX_AREA[a - LEAVE_BOX]))


MAY_LEAVE = (is_own_box, box_holds_pieces, box_may_attack, box_area_has_room)


@clause("GET-stack-a")
def does_not_add_to_a_crowd(s: State, f: Order, a: int) -> Verdict:
    """While an area is overfilled nobody leaves a box."""
    return a < LEAVE_BOX or f.crowd < 0 or refuse(place=place_name(f.crowd))


MAY_LEAVE_BETWEEN = (*MAY_LEAVE, does_not_add_to_a_crowd)

_AFTER = (END_TURN, *(LEAVE_BOX + b for b in BOXES))
_BETWEEN = (GO_ON, *(LEAVE_BOX + b for b in BOXES))


def after_candidates(s: State, f: Any) -> Sequence[int]:
    return _AFTER


def after_options(s: State, f: Any) -> list[int]:
    """The same as MAY_LEAVE allows."""
    side = s.active
    return [END_TURN, *boxes_to_leave(s, side)] if s.sets[OCCUPIED + side] & OWN_BOXES[side] else ONLY_END


def after_action(s: State, f: At, a: int) -> None:
    if a == END_TURN:
        s.active = 1 - s.active
        s.pop()
    else:
        s.push(Sally(Box.EXIT, a - LEAVE_BOX, 0))


def between_candidates(s: State, f: Any) -> Sequence[int]:
    return _BETWEEN


def between_orders(s: State, f: Order, a: int) -> None:
    """GET-order-i: should cavalry that evaded the first order have run over the last block with room, the second order lapses."""
    if a == GO_ON and rooms(s, s.active):
        s.goto(Order(Box.BLOCK, -1, 2, f.crowd))
    elif a == GO_ON:
        s.tell(LAPSED, s.active)
        s.pop()
    else:
        s.push(Sally(Box.EXIT, a - LEAVE_BOX, 0))


# --- which piece ------------------------------------------------------------------------------------


@clause("GET-entry-b")
def somebody_leaves(s: State, f: Sally, a: int) -> Verdict:
    """Whoever opens a box sends at least one piece out."""
    return a != DONE or f.n > 0 or refuse()


@clause("GET-move-k")
def no_gun_against_an_enemy(s: State, f: Sally, a: int) -> Verdict:
    """Artillery does not enter an area with enemy pieces."""
    return a == DONE or not IS_GUN[a] or not faces_enemy(s, f.place) or refuse(place=place_name(BOX_AREA[f.place]))


MAY_SALLY = (somebody_leaves, no_gun_against_an_enemy)


def sally_candidates(s: State, f: Sally) -> list[int]:
    return [DONE, *fronts(s, s.at[f.place])]


def choose_sally(s: State, f: Sally, a: int) -> None:
    if a == DONE:
        end_sally(s, f)
        return
    loads = choices_of_load(s, a, f.place)
    if len(loads) > 1:
        s.goto(Sally(Box.EXIT_CUBES, f.place, f.n, a))
    else:
        sally(s, f, a)


def load_sally(s: State, f: Sally, n: int) -> None:
    load(s, f.piece, f.place, n)
    sally(s, f, f.piece)


def sally(s: State, f: Sally, p: int) -> None:
    """The piece steps out; against an enemy it waits for the assault."""
    box, area = f.place, BOX_AREA[f.place]
    attack = faces_enemy(s, box)
    s.take(p, box)
    if attack:
        tell_move(s, p, box, area, attack=True)
        s.attack = (*s.attack, (p, area, box, box))
        s.sorties += 1 << shift_of(box)
    else:
        s.tell(SALLIED, p, box, area)
        s.put(p, area)
        _after_stepping_out(s, box, area)
        return
    _next_or_end(s, Sally(Box.EXIT, box, f.n + 1))


def _after_stepping_out(s: State, box: int, area: int) -> None:
    f = s.stack[-1]
    capture(s, area, s.active)
    _next_or_end(s, Sally(Box.EXIT, box, f.n + 1))
    if s.sticks[area] and not s.sorties >> shift_of(box) & TROD:
        s.sorties |= TROD << shift_of(box)
        lose_stick(s, area)


def _next_or_end(s: State, f: Sally) -> None:
    if can_leave(s, f.place):
        s.goto(f)
    else:
        end_sally(s, f)


def end_sally(s: State, f: Sally) -> None:
    """GET-entry-d: assaults wait until the movement of the action is done; after the action they follow at once."""
    s.pop()
    if s.attack and s.stack[-1].box == Box.AFTER:
        s.goto(AT[Box.RESOLVE])
