"""Entry boxes (chapter entry): pieces leave them in their side's turn, without an action or a disc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bivouac.core.kit.bits import EVERYTHING, bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.events import LAPSED, SALLIED, WENT
from bivouac.titles.gettysburg.frames import AT, Box, Order, Sally
from bivouac.titles.gettysburg.printed.map import AREAS, BEFORE_BOXES, BIT, BOX_AREA, BOX_SIDE, BOXES_OF, OWN_BOXES
from bivouac.titles.gettysburg.printed.units import ALL_GUNS, LIMITS, NIGHT, STACK
from bivouac.titles.gettysburg.rules.ch01_components import capture, depart, enter, fronts, has_rooms, lose_stick, place_name, tell_move
from bivouac.titles.gettysburg.rules.ch08_blocks import put_only_disc
from bivouac.titles.gettysburg.rules.ch12_cubes import choices_of_load, load
from bivouac.titles.gettysburg.state import FOOT, FULL, OCCUPIED, State

COUNT = 3


def shift_of(box: int) -> int:
    """`sorties` keeps two bits for each box, which count its attackers of this turn."""
    return 2 * (box - AREAS)


def faces_enemy(s: State, box: int) -> bool:
    return bool(s.sets[OCCUPIED + 1 - BOX_SIDE[box]] >> BOX_AREA[box] & 1)


# --- which box --------------------------------------------------------------------------------------


@offers("GET-entry-b")
def is_own_box(s: State, f: Any) -> int:
    """An entry box belongs to one side."""
    return OWN_BOXES[s.active]


@closes("GET-entry-b")
def box_holds_pieces(s: State, f: Any) -> int:
    """Pieces in a box may leave it."""
    return ~s.sets[OCCUPIED + s.active]


def before_the_box(s: State, f: Any, box: int) -> dict[str, Arg]:
    return {"place": place_name(BOX_AREA[box])}


def facing(s: State) -> list[int]:
    """The active side's boxes before which the enemy stands."""
    if not s.sets[OCCUPIED + 1 - s.active] & BEFORE_BOXES[s.active]:
        return []
    return [box for box in BOXES_OF[s.active] if faces_enemy(s, box)]


@closes("GET-entry-d", before_the_box)
def box_attacks_by_day(s: State, f: Any) -> int:
    """At night nobody leaves a box against an enemy."""
    return set_of(facing(s)) if s.period == NIGHT else 0


@closes("GET-entry-d", before_the_box)
def box_holds_foot(s: State, f: Any) -> int:
    """Guns alone do not leave a box against an enemy."""
    return set_of(facing(s)) & ~s.sets[FOOT + s.active]


def limit_of_the_box(s: State, f: Any, box: int) -> dict[str, Arg]:
    return {"place": place_name(BOX_AREA[box]), "n": LIMITS.attack}


@closes("GET-entry-d", limit_of_the_box)
def box_has_attackers_left(s: State, f: Any) -> int:
    """Against an enemy at most two pieces a turn leave a box."""
    return set_of(box for box in facing(s) if s.sorties >> shift_of(box) & COUNT >= LIMITS.attack)


@closes("GET-stack-d", before_the_box)
def box_may_join_the_attack(s: State, f: Any) -> int:
    """No more than four pieces of a side are in an assault."""
    return set_of(box for box in facing(s) if len(s.attackers(BOX_AREA[box])) >= STACK)


MAY_ATTACK_FROM_A_BOX = (box_attacks_by_day, box_holds_foot, box_has_attackers_left, box_may_join_the_attack)


def _may_attack(s: State, box: int) -> bool:
    """The same for one box, at once."""
    foot = s.sets[FOOT + BOX_SIDE[box]] >> box & 1
    sent = s.sorties >> shift_of(box) & COUNT
    return s.period != NIGHT and bool(foot) and sent < LIMITS.attack and len(s.attackers(BOX_AREA[box])) < STACK


@closes("GET-entry-i", before_the_box)
def box_area_has_room(s: State, f: Any) -> int:
    """Pieces that leave a box respect the limit of the area."""
    full, shut = s.sets[FULL + s.active], 0
    if full & BEFORE_BOXES[s.active]:
        for box in BOXES_OF[s.active]:
            if full >> BOX_AREA[box] & 1:
                shut |= BIT[box]
    return shut


MAY_LEAVE = (box_holds_pieces, *MAY_ATTACK_FROM_A_BOX, box_area_has_room)


@closes("GET-stack-a", lambda s, f, n: {"place": place_name(f.crowd)})
def does_not_add_to_a_crowd(s: State, f: Order) -> int:
    """While an area is overfilled nobody leaves a box."""
    return 0 if f.crowd < 0 else EVERYTHING


def boxes_now(s: State, f: Any) -> Sequence[int]:
    """The same as MAY_LEAVE leaves open, at once. Looked at twice a turn: with this and `actions_now` random play makes 85,000 answers a
    second, by the clauses alone 77,000 (best of twelve runs)."""
    side, sets = s.active, s.sets
    waiting, full, enemy = bits(sets[OCCUPIED + side] & OWN_BOXES[side]), sets[FULL + side], sets[OCCUPIED + 1 - side]
    if not (full | enemy) & BEFORE_BOXES[side]:
        return waiting
    found = []
    for box in waiting:
        area = BOX_AREA[box]
        if not full >> area & 1 and (not enemy >> area & 1 or _may_attack(s, box)):
            found.append(box)
    return found


def open_box(s: State, f: Any, box: int) -> None:
    s.push(Sally(Box.EXIT, box, 0))


def end_turn(s: State, f: Any, n: int) -> None:
    s.active = 1 - s.active
    s.pop()


def go_on(s: State, f: Order, n: int) -> None:
    """GET-order-i: should cavalry that evaded the first order have run over the last block with room, the second order lapses."""
    if has_rooms(s, s.active, 1):
        s.goto(Order(Box.BLOCK, -1, 2, f.crowd))
        put_only_disc(s)
    else:
        s.tell(LAPSED, s.active)
        s.pop()


# --- which piece ------------------------------------------------------------------------------------


@clause("GET-entry-b")
def somebody_leaves(s: State, f: Sally, n: int) -> Verdict:
    """Whoever opens a box sends at least one piece out."""
    return f.n > 0 or refuse()


@offers("GET-entry-b", lambda s, f, n: {"place": place_name(f.place)})
def waits_in_this_box(s: State, f: Sally) -> int:
    """Pieces leave the box that was opened."""
    return fronts(s, s.at[f.place])


@closes("GET-move-k", lambda s, f, n: {"place": place_name(BOX_AREA[f.place])})
def no_gun_against_an_enemy(s: State, f: Sally) -> int:
    """Artillery does not enter an area with enemy pieces."""
    return ALL_GUNS if faces_enemy(s, f.place) else 0


def choose_sally(s: State, f: Sally, p: int) -> None:
    if len(choices_of_load(s, p, f.place)) > 1:
        s.goto(Sally(Box.EXIT_CUBES, f.place, f.n, p))
    else:
        sally(s, f, p)


def load_sally(s: State, f: Sally, n: int) -> None:
    load(s, f.piece, f.place, n)
    sally(s, f, f.piece)


def sally(s: State, f: Sally, p: int) -> None:
    """The piece steps out; against an enemy it waits for the assault."""
    box, area = f.place, BOX_AREA[f.place]
    depart(s, p, box)
    if faces_enemy(s, box):
        tell_move(s, p, box, area, attack=True)
        s.attack = (*s.attack, (p, area, box, box))
        s.sorties += 1 << shift_of(box)
        _next_or_end(s, f)
        return
    s.tell(SALLIED, p, box, area)
    s.tell(WENT, p, box, area)
    enter(s, p, area)
    capture(s, area, s.active)
    _next_or_end(s, f)
    if s.sticks[area]:
        lose_stick(s, area)


def _next_or_end(s: State, f: Sally) -> None:
    if f.place in boxes_now(s, f):
        s.goto(Sally(Box.EXIT, f.place, f.n + 1))
    else:
        end_sally(s, f, 0)


def end_sally(s: State, f: Sally, n: int) -> None:
    """GET-entry-d: assaults wait until the movement of the action is done; after the action they follow at once."""
    s.pop()
    if s.attack and s.stack[-1].box == Box.AFTER:
        s.goto(AT[Box.RESOLVE])
