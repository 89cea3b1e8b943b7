"""Move and attack (chapters move, stack).

FROM (which area gets the order) - PICK (a piece, or done) - CARRY (its cubes) - TO (where) - [RIDE_ON (cavalry)] - PICK ...
"""

from __future__ import annotations

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.frames import Box, March
from bivouac.titles.gettysburg.printed.map import BIT, CORNERS, NEAR, REACH, ROAD
from bivouac.titles.gettysburg.printed.units import ALL_CAVALRY, ALL_GUNS, ALL_PIECES, EACH, IS_CAVALRY, IS_GUN, LIMITS, NIGHT, STACK
from bivouac.titles.gettysburg.rules import ch01_components as parts
from bivouac.titles.gettysburg.rules.ch01_components import enemy_areas, foot_in, fronts, left_open, place_name, sort_of
from bivouac.titles.gettysburg.rules.ch12_cubes import carried, choices_of_load, load
from bivouac.titles.gettysburg.state import FULL, OCCUPIED, State

# In the first order of a double one an area may be overfilled if a block with room can undo it: the options hang on hidden values, so
# these questions are asked even where one answer is left.
PICK_BOX = (Box.PICK, Box.PICK_FIRST, Box.PICK)
TO_BOX = (Box.TO, Box.TO_FIRST, Box.TO)
MOVE_ALIKE = (ALL_PIECES & ~ALL_CAVALRY & ~ALL_GUNS, ALL_CAVALRY, ALL_GUNS)

# --- which area -------------------------------------------------------------------------------------


@offers("GET-block-b", lambda s, f, n: {"place": place_name(n), "disc": place_name(f.disc)})
def is_within_reach(s: State, f: March) -> int:
    """The pieces stand in the disc's area or in one that borders on it."""
    return REACH[f.disc]


@closes("GET-entry-b")
def is_no_box(s: State, f: March) -> int:
    """Pieces leave an entry box freely, without an order."""
    return parts.NOT_ON_BOARD


@closes("GET-order-c")
def holds_own_pieces(s: State, f: March) -> int:
    """The order goes to the pieces of one area."""
    return ~s.sets[OCCUPIED + s.active]


@closes("GET-stack-a", lambda s, f, n: {"place": place_name(f.crowd)})
def is_the_crowd(s: State, f: March) -> int:
    """An overfilled area must be thinned."""
    return 0 if f.crowd < 0 else ~BIT[f.crowd]


@clause("GET-move-a")
def somebody_can_march(s: State, f: March, a: int) -> Verdict:
    """A piece moves one area, if there is one that it may enter."""
    return can_march(s, a, f.nth) or refuse(place=place_name(a))


MAY_MARCH_FROM = (is_no_box, holds_own_pieces, is_the_crowd, somebody_can_march)


def can_march(s: State, area: int, nth: int) -> bool:
    """Whether any piece here may be picked to move."""
    if s.at[area] and not s.attack and not s.disrupted & BIT[area] and NEAR[area] & ~(enemy_areas(s) | s.sets[FULL + s.active]):
        return True  # a neighbour stands open to everybody, and nobody must stay
    return left_open(s, March(Box.PICK, area, area, nth, -1, (), -1, -1, 0), stands_with_the_others, MAY_PICK) != 0


def choose_from(s: State, f: March, a: int) -> None:
    s.goto(March(PICK_BOX[f.nth], f.disc, a, f.nth, f.crowd, (), -1, -1, 0))


# --- which piece ------------------------------------------------------------------------------------


@clause("GET-stack-a")
def leaves_no_crowd(s: State, f: March, n: int) -> Verdict:
    """At the end of an action no area holds more than four pieces of a side."""
    return f.crowd < 0 or len(s.at[f.crowd]) <= STACK or refuse(place=place_name(f.crowd))


@offers("GET-order-c", lambda s, f, n: {"place": place_name(f.frm)})
def stands_with_the_others(s: State, f: March) -> int:
    """All pieces that get the order stand in one area (or have left it to attack)."""
    here = fronts(s, s.at[f.frm])
    return here | has_not_attacked(s, f) if s.attack else here


@closes("GET-move-j", sort_of)
def has_not_attacked(s: State, f: March) -> int:
    """Whoever has entered an area with enemy pieces ends its movement there, cavalry too."""
    return set_of(a[0] for a in s.attack) if s.attack else 0


@closes("GET-move-o", lambda s, f, n: {"place": place_name(f.frm)})
def somebody_stays(s: State, f: March) -> int:
    """From a disrupted area pieces move only if an infantry or cavalry piece stays."""
    if not s.disrupted & BIT[f.frm]:
        return 0
    foot = foot_in(s, f.frm)
    return ALL_PIECES if not foot else 1 << foot[0] if len(foot) == 1 else 0


@closes("GET-move-a", sort_of)
def can_go_somewhere(s: State, f: March) -> int:
    """A piece moves one area, if there is one that it may enter."""
    if not f.crossed and NEAR[f.frm] & ~(enemy_areas(s) | s.sets[FULL + s.active]):
        return 0  # a neighbour stands open to everybody
    stuck = judged = 0
    for p in s.at[f.frm]:
        if judged >> p & 1:
            continue
        alike = MOVE_ALIKE[2 if IS_GUN[p] else 1 if IS_CAVALRY[p] else 0]
        judged |= alike
        if not entrances(s, March(Box.TO, f.disc, f.frm, f.nth, f.crowd, f.crossed, p, f.frm, 0)):
            stuck |= alike
    return stuck


MAY_PICK = (has_not_attacked, somebody_stays, can_go_somewhere)


def enough(s: State, f: March, n: int) -> None:
    parts.order_done(s, f.nth)


def pick(s: State, f: March, p: int) -> None:
    box = Box.CARRY if len(choices_of_load(s, p, f.frm)) > 1 else TO_BOX[f.nth]
    s.goto(March(box, f.disc, f.frm, f.nth, f.crowd, f.crossed, p, f.frm, carried(s, p)))


def carry(s: State, f: March, n: int) -> None:
    load(s, f.piece, f.frm, n)
    s.goto(March(TO_BOX[f.nth], f.disc, f.frm, f.nth, f.crowd, f.crossed, f.piece, f.frm, n))


# --- where to ---------------------------------------------------------------------------------------


def way(s: State, f: March, to: int) -> dict[str, Arg]:
    return {"frm": place_name(f.here), "to": place_name(to)}


@offers("GET-move-a", way)
def is_one_area_away(s: State, f: March) -> int:
    """Infantry and artillery move one area, cavalry up to two, one by one."""
    return REACH[f.here] | CORNERS[f.here]


@closes("GET-entry-c")
def does_not_return_to_a_box(s: State, f: March) -> int:
    """Nobody goes back into an entry box."""
    return parts.NOT_ON_BOARD


@closes("GET-move-f", way)
def is_not_over_a_corner(s: State, f: March) -> int:
    """Pieces do not move through a corner."""
    return CORNERS[f.here]


@closes("GET-move-a")
def does_not_come_back(s: State, f: March) -> int:
    """A move leads to another area; cavalry does not ride back."""
    return BIT[f.here] | BIT[f.frm]


@closes("GET-move-k")
def no_gun_among_enemies(s: State, f: March) -> int:
    """Artillery does not move into an area with enemy pieces."""
    return enemy_areas(s) if IS_GUN[f.piece] else 0


@closes("GET-move-l")
def no_enemy_at_night(s: State, f: March) -> int:
    """At night nobody enters an area with enemy pieces."""
    return enemy_areas(s) if s.period == NIGHT else 0


def crossed(f: March, times: int) -> int:
    """The areas that so many pieces of this order, or more, have gone to."""
    return set_of(a for a in set(f.crossed) if f.crossed.count(a) >= times) if len(f.crossed) >= times else 0


@closes("GET-move-i", lambda s, f, n: {"place": place_name(n), "n": LIMITS.attack})
def within_the_attack_limit(s: State, f: March) -> int:
    """An attack is made by two pieces, by road or not, over one border or two; by one order and out of an entry box together."""
    if f.nth == 0:
        return set_of(area for _, area, _, _ in s.attack if len(s.attackers(area)) >= LIMITS.attack) if s.attack else 0
    return crossed(f, LIMITS.attack) & enemy_areas(s)


@closes("GET-move-d", lambda s, f, n: {"place": place_name(n), "n": LIMITS.border})
def within_the_border_limit(s: State, f: March) -> int:
    """At most two pieces cross a border without a road in one order."""
    return crossed(f, LIMITS.border) & ~ROAD[f.frm] if f.here == f.frm else 0


@closes("GET-move-e", lambda s, f, n: {"place": place_name(n), "n": LIMITS.road})
def within_the_road_limit(s: State, f: March) -> int:
    """At most four pieces cross a border by road in one order."""
    return crossed(f, LIMITS.road) if f.here == f.frm else 0


@closes("GET-stack-d")
def attackers_have_room(s: State, f: March) -> int:
    """No more than four pieces of a side are in an assault."""
    return set_of(area for _, area, _, _ in s.attack if len(s.attackers(area)) >= STACK) if len(s.attack) >= STACK else 0


@closes("GET-stack-a")
def has_room(s: State, f: March) -> int:
    """No more than four pieces of a side in an area; cavalry may ride through, and the first of two orders overfill it. (GET-stack-b)"""
    full = s.sets[FULL + s.active]
    if f.nth == 1:
        return _crowding(s, f, NEAR[f.here] & ~enemy_areas(s))
    if IS_CAVALRY[f.piece] and f.here == f.frm and full & NEAR[f.here]:
        full &= ~set_of(a for a in bits(full & NEAR[f.here]) if rides(s, f, a))
    return full


MAY_ENTER = (
    does_not_return_to_a_box,
    is_not_over_a_corner,
    does_not_come_back,
    no_gun_among_enemies,
    no_enemy_at_night,
    within_the_attack_limit,
    within_the_border_limit,
    within_the_road_limit,
    attackers_have_room,
    has_room,
)


def entrances(s: State, f: March) -> int:
    """The areas that the piece in hand can enter from where it stands."""
    return left_open(s, f, is_one_area_away, MAY_ENTER)


def rides(s: State, f: March, via: int) -> int:
    """Where cavalry that has come to `via` can ride on to."""
    return entrances(s, March(Box.RIDE_ON, f.disc, f.frm, f.nth, f.crowd, f.crossed, f.piece, via, f.load))


# --- overfilling an area with the first order of a double one ---------------------------------------


def _crowding(s: State, f: March, near: int) -> int:
    """The areas of which the piece in hand would make, or leave, a crowd that the second order cannot undo."""
    crowd = parts.crowded(s)
    if crowd < 0:
        return set_of(a for a in bits(near & s.sets[FULL + s.active]) if not can_be_thinned(s, f, a, 1))

    def is_undone(a: int) -> bool:
        return can_be_thinned(s, f, a, 1) if a == crowd else len(s.at[a]) < STACK and can_be_thinned(s, f, crowd, 0, a)

    return set_of(a for a in bits(near) if not is_undone(a))


def can_be_thinned(s: State, f: March, area: int, coming: int, shut: int = -1) -> bool:
    """GET-stack-b: the second order can bring an area back to the limit: a block with room reaches it, and there is somewhere to go, where
    the piece in hand comes from, too."""
    side = s.active
    if not _has_block_for(s, side, area) or not _somebody_holds(s, f.piece, area, coming):
        return False
    room = 0
    for a in bits(NEAR[area] & ~enemy_areas(s)):
        limit = LIMITS.road if ROAD[area] & BIT[a] else LIMITS.border
        room += max(0, min(limit, STACK - len(s.at[a]) - (a == shut) + (a == f.frm)))
    return room >= len(s.at[area]) + coming - STACK


def _somebody_holds(s: State, p: int, area: int, coming: int) -> bool:
    """GET-move-o: out of a disrupted area pieces move only while infantry or cavalry stays in it."""
    return not s.disrupted & BIT[area] or bool(foot_in(s, area)) or (coming > 0 and not IS_GUN[p])


def _has_block_for(s: State, side: int, area: int) -> bool:
    return any(
        s.block_at[b] >= 0 and s.block_discs[b] < s.block_value[b] and REACH[s.block_at[b]] >> area & 1
        for b in range(EACH * side, EACH * side + EACH)
    )


# --- the move ---------------------------------------------------------------------------------------


def march_to(s: State, f: March, to: int) -> None:
    """The piece crosses the border: into an assault, into friends or empty ground, or on its way (cavalry)."""
    p, frm = f.piece, f.frm
    parts.leave(s, p, frm)
    if enemy_areas(s) >> to & 1:
        _attack(s, f, to)
        return
    parts.tell_move(s, p, frm, to, attack=False)
    parts.enter(s, p, to)
    parts.capture(s, to, s.active)
    arrived = March(Box.RIDE_ON, f.disc, frm, f.nth, f.crowd, (*f.crossed, to), p, to, f.load)
    if IS_CAVALRY[p] and rides(s, arrived, to):
        s.goto(arrived)
    else:
        stay(s, arrived, 0)


def _attack(s: State, f: March, to: int) -> None:
    parts.tell_move(s, f.piece, f.here, to, attack=True)
    s.attack = (*s.attack, (f.piece, to, f.frm, f.here))
    _next_piece(s, f, (*f.crossed, to))


def _next_piece(s: State, f: March, crossed: tuple[int, ...]) -> None:
    """The next piece of the area, if any is left in it."""
    if s.at[f.frm]:
        s.goto(March(PICK_BOX[f.nth], f.disc, f.frm, f.nth, f.crowd, crossed, -1, -1, 0))
    else:
        parts.order_done(s, f.nth)


def stay(s: State, f: March, n: int) -> None:
    """GET-trench-i: every piece that moves in costs its friends a stick."""
    _next_piece(s, f, f.crossed)
    if s.sticks[f.here]:
        parts.lose_stick(s, f.here)


# --- cavalry rides on -------------------------------------------------------------------------------


@clause("GET-stack-a")
def has_room_to_stop(s: State, f: March, n: int) -> Verdict:
    """Cavalry rides through a full area but does not stop in it."""
    return len(s.at[f.here]) <= STACK or refuse(place=place_name(f.here))


def ride_on(s: State, f: March, to: int) -> None:
    p = f.piece
    load(s, p, f.here, f.load)
    parts.depart(s, p, f.here)
    if enemy_areas(s) >> to & 1:
        _attack(s, f, to)
        return
    parts.tell_move(s, p, f.here, to, attack=False)
    parts.enter(s, p, to)
    parts.capture(s, to, s.active)
    stay(s, March(f.box, f.disc, f.frm, f.nth, f.crowd, f.crossed, p, to, f.load), 0)
