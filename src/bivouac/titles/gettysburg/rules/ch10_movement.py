"""Move and attack (chapters move, stack).

FROM (which area gets the order) - PICK (a piece, or done) - CARRY (its cubes) - TO (where) - [RIDE_ON (cavalry)] - PICK ...
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.frames import DONE, STAY, Box, March
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, CORNERS, NEAR, REACH, REACHED, ROAD, places_in
from bivouac.titles.gettysburg.printed.units import EACH, IS_CAVALRY, IS_GUN, LIMITS, NIGHT, STACK
from bivouac.titles.gettysburg.rules.ch01_components import (
    capture,
    crowded,
    foot_in,
    fronts,
    leave,
    lose_stick,
    order_done,
    own_areas,
    piece_name,
    place_name,
    sides_own,
    tell_move,
)
from bivouac.titles.gettysburg.rules.ch12_cubes import carried, choices_of_load, load
from bivouac.titles.gettysburg.state import FULL, OCCUPIED, State

# In the first order of a double one an area may be overfilled if a block with room can undo it: the options hang on hidden values, so
# these questions are asked even where one answer is left.
PICK_BOX = (Box.PICK, Box.PICK_FIRST, Box.PICK)
TO_BOX = (Box.TO, Box.TO_FIRST, Box.TO)

# --- which area -------------------------------------------------------------------------------------


@clause("GET-block-b")
def is_within_reach(s: State, f: March, a: int) -> Verdict:
    """The pieces stand in the disc's area or in one that borders on it."""
    return bool(REACH[f.disc] >> a & 1) or refuse(place=place_name(a), disc=place_name(f.disc))


@clause("GET-entry-b")
def is_no_box(s: State, f: March, a: int) -> Verdict:
    """Pieces leave an entry box freely, without an order."""
    return a < AREAS or refuse()


@clause("GET-order-c")
def holds_own_pieces(s: State, f: March, a: int) -> Verdict:
    """The order goes to the pieces of one area."""
    return sides_own(s, a, s.active) or refuse(place=place_name(a))


@clause("GET-stack-a")
def is_the_crowd(s: State, f: March, a: int) -> Verdict:
    """An overfilled area must be thinned."""
    return f.crowd in (-1, a) or refuse(place=place_name(f.crowd))


@clause("GET-move-a")
def somebody_can_march(s: State, f: March, a: int) -> Verdict:
    """A piece moves one area, if there is one that it may enter."""
    return can_march(s, a, f.nth) or refuse(place=place_name(a))


MAY_MARCH_FROM = (is_within_reach, is_no_box, holds_own_pieces, is_the_crowd, somebody_can_march)


def can_march(s: State, area: int, nth: int) -> bool:
    """Whether any piece of the area can leave it: at once where a neighbour stands open to all, else piece by piece."""
    side = s.active
    if not s.disrupted & BIT[area] and NEAR[area] & ~(s.sets[OCCUPIED + 1 - side] | s.sets[FULL + side]):
        return True
    return len(pick_options(s, March(Box.PICK, area, area, nth, -1, (), 0, -1, -1, 0))) > 1


def from_options(s: State, f: March) -> list[int]:
    """The same as MAY_MARCH_FROM allows."""
    return [f.crowd] if f.crowd >= 0 else [a for a in places_in(own_areas(s, f.disc)) if can_march(s, a, f.nth)]


def choose_from(s: State, f: March, a: int) -> None:
    s.goto(March(PICK_BOX[f.nth], f.disc, a, f.nth, f.crowd, (), 0, -1, -1, 0))


# --- where a piece can go ---------------------------------------------------------------------------


def closed_borders(s: State, f: March, frm: int) -> int:
    """GET-move-d, GET-move-e, GET-move-i: borders that have seen as many pieces as they may in this order."""
    closed = 0
    if f.crossed:
        enemy = s.sets[OCCUPIED + 1 - s.active]
        for a in set(f.crossed):
            if f.crossed.count(a) >= crossing_limit(frm, a, enemy):
                closed |= BIT[a]
    return closed


def crossing_limit(frm: int, to: int, enemy: int) -> int:
    if enemy & BIT[to]:
        return LIMITS.attack
    return LIMITS.road if ROAD[frm] & BIT[to] else LIMITS.border


def full_of_attackers(s: State) -> int:
    """GET-stack-d: areas that four own pieces have already entered to assault."""
    full = 0
    for a in s.attack:
        if len(s.attackers(a[1])) >= STACK:
            full |= BIT[a[1]]
    return full


def shut_to_attackers(s: State, f: March) -> int:
    """GET-move-i, GET-stack-d: enemy areas that this order, or the action, has sent as many attackers into as it may."""
    shut = full_of_attackers(s) if s.attack else 0
    for a in set(f.crossed):
        if f.crossed.count(a) >= LIMITS.attack:
            shut |= BIT[a]
    return shut


def targets(s: State, f: March, p: int) -> int:
    """The areas that piece p can enter from where it stands: the same as MAY_ENTER, for the borders of its area."""
    side, frm = s.active, f.frm
    near = NEAR[frm]
    if f.crossed:
        near &= ~closed_borders(s, f, frm)
    enemy = s.sets[OCCUPIED + 1 - side]
    full = s.sets[FULL + side]
    free = near & ~enemy & ~full
    if f.nth == 1:
        free = _with_crowding(s, p, near & ~enemy, free)
    if IS_GUN[p]:
        return free
    if IS_CAVALRY[p]:
        free |= sum(BIT[a] for a in places_in(near & ~enemy & full) if rides(s, f, a))
    if s.period != NIGHT:
        free |= near & enemy & ~shut_to_attackers(s, f)
    return free


def rides(s: State, f: March, via: int) -> int:
    """GET-move-a: where cavalry that has come to `via` can ride on to."""
    side = s.active
    enemy = s.sets[OCCUPIED + 1 - side]
    onward = NEAR[via] & ~BIT[f.frm]
    free = onward & ~enemy & ~s.sets[FULL + side]
    if s.period != NIGHT:
        free |= onward & enemy & ~shut_to_attackers(s, f)
    return free


# --- overfilling an area with the first order of a double one ---------------------------------------


def can_be_thinned(s: State, p: int, area: int, coming: int, shut: int = -1) -> bool:
    """GET-stack-b: the second order can bring an area back to the limit: a block with room reaches it, and there is somewhere to go."""
    side = s.active
    if not _has_block_for(s, side, area) or not _somebody_holds(s, p, area, coming):
        return False
    enemy = s.sets[OCCUPIED + 1 - side]
    room = 0
    for a in places_in(NEAR[area] & ~enemy):
        limit = LIMITS.road if ROAD[area] & BIT[a] else LIMITS.border
        room += max(0, min(limit, STACK - len(s.at[a]) - (a == shut)))
    return room >= len(s.at[area]) + coming - STACK


def _somebody_holds(s: State, p: int, area: int, coming: int) -> bool:
    """GET-move-o: out of a disrupted area pieces move only while infantry or cavalry stays in it."""
    return not s.disrupted & BIT[area] or bool(foot_in(s, area)) or (coming > 0 and not IS_GUN[p])


def _has_block_for(s: State, side: int, area: int) -> bool:
    return any(
        s.block_at[b] >= 0 and s.block_discs[b] < s.block_value[b] and REACH[s.block_at[b]] >> area & 1
        for b in range(EACH * side, EACH * side + EACH)
    )


def crowding_is_undone(s: State, p: int, a: int) -> bool:
    """Whether piece p entering area a in the first order of a double one leaves the second able to keep the limit."""
    crowd = crowded(s)
    if crowd < 0:
        return len(s.at[a]) < STACK or can_be_thinned(s, p, a, 1)
    if a == crowd:
        return can_be_thinned(s, p, a, 1)
    return len(s.at[a]) < STACK and can_be_thinned(s, p, crowd, 0, a)


def _with_crowding(s: State, p: int, near: int, free: int) -> int:
    if crowded(s) < 0:
        full = near & ~free
        return free | sum(BIT[a] for a in places_in(full) if crowding_is_undone(s, p, a))
    return sum(BIT[a] for a in places_in(near) if crowding_is_undone(s, p, a))


# --- which piece ------------------------------------------------------------------------------------


def pick_candidates(s: State, f: March) -> list[int]:
    """Done, one of each sort in every area that the disc reaches, and those that have gone to the attack."""
    found = [DONE]
    for a in REACHED[f.disc]:
        if a < AREAS and sides_own(s, a, s.active):
            found += fronts(s, s.at[a])
    return found + [a[0] for a in s.attack]


@clause("GET-move-j")
def has_not_attacked(s: State, f: March, a: int) -> Verdict:
    """Whoever has entered an area with enemy pieces ends its movement there, cavalry too."""
    return all(a != attacker[0] for attacker in s.attack) or refuse(piece=piece_name(a))


@clause("GET-stack-a")
def leaves_no_crowd(s: State, f: March, a: int) -> Verdict:
    """At the end of an action no area holds more than four pieces of a side."""
    return a != DONE or f.crowd < 0 or len(s.at[f.crowd]) <= STACK or refuse(place=place_name(f.crowd))


@clause("GET-order-c")
def stands_with_the_others(s: State, f: March, a: int) -> Verdict:
    """All pieces that get the order stand in one area."""
    return a == DONE or a in s.at[f.frm] or refuse(place=place_name(f.frm))


@clause("GET-move-o")
def somebody_stays(s: State, f: March, a: int) -> Verdict:
    """From a disrupted area pieces move only if an infantry or cavalry piece stays."""
    return a == DONE or not s.disrupted & BIT[f.frm] or _foot_left(s, f.frm, a) or refuse(place=place_name(f.frm))


def _foot_left(s: State, area: int, p: int) -> bool:
    return any(q != p and not IS_GUN[q] for q in s.at[area])


@clause("GET-move-a")
def can_go_somewhere(s: State, f: March, a: int) -> Verdict:
    """A piece moves one area, if there is one that it may enter."""
    return a == DONE or targets(s, f, a) != 0 or refuse(piece=piece_name(a))


MAY_PICK = (leaves_no_crowd, has_not_attacked, stands_with_the_others, somebody_stays, can_go_somewhere)


def pick_options(s: State, f: March) -> list[int]:
    """The same as MAY_PICK allows."""
    options = [DONE] if f.crowd < 0 or len(s.at[f.crowd]) <= STACK else []
    here = s.at[f.frm]
    if not here:
        return options
    torn = s.disrupted & BIT[f.frm]
    infantry = -1
    for p in fronts(s, here):
        if torn and not _foot_left(s, f.frm, p):
            continue
        if IS_GUN[p] or IS_CAVALRY[p]:
            goes = targets(s, f, p)
        else:
            if infantry < 0:
                infantry = targets(s, f, p)
            goes = infantry
        if goes:
            options.append(p)
    return options


def pick(s: State, f: March, a: int) -> None:
    if a == DONE:
        order_done(s, f.nth)
        return
    box = Box.CARRY if len(choices_of_load(s, a, f.frm)) > 1 else TO_BOX[f.nth]
    s.goto(March(box, f.disc, f.frm, f.nth, f.crowd, f.crossed, f.trod, a, f.frm, carried(s, a)))


def carry(s: State, f: March, n: int) -> None:
    load(s, f.piece, f.frm, n)
    s.goto(March(TO_BOX[f.nth], f.disc, f.frm, f.nth, f.crowd, f.crossed, f.trod, f.piece, f.frm, n))


# --- where to ---------------------------------------------------------------------------------------


@clause("GET-entry-c")
def does_not_return_to_a_box(s: State, f: March, a: int) -> Verdict:
    """Nobody goes back into an entry box."""
    return a < AREAS or refuse(place=place_name(a))


@clause("GET-move-f")
def is_not_over_a_corner(s: State, f: March, a: int) -> Verdict:
    """Pieces do not move through a corner."""
    return a not in CORNERS[f.here] or refuse(frm=place_name(f.here), to=place_name(a))


@clause("GET-move-a")
def is_one_area_away(s: State, f: March, a: int) -> Verdict:
    """Infantry and artillery move one area, cavalry up to two, one by one."""
    return bool(NEAR[f.here] >> a & 1 and a != f.frm) or refuse(frm=place_name(f.here), to=place_name(a))


@clause("GET-move-k")
def no_gun_among_enemies(s: State, f: March, a: int) -> Verdict:
    """Artillery does not move into an area with enemy pieces."""
    return not IS_GUN[f.piece] or not _enemy_in(s, a) or refuse(place=place_name(a))


@clause("GET-move-l")
def no_enemy_at_night(s: State, f: March, a: int) -> Verdict:
    """At night nobody enters an area with enemy pieces."""
    return s.period != NIGHT or not _enemy_in(s, a) or refuse(place=place_name(a))


@clause("GET-move-i")
def within_the_attack_limit(s: State, f: March, a: int) -> Verdict:
    """Into an area with enemy pieces at most two pieces go in one order, by road or not, over one border or two."""
    return a == STAY or not _enemy_in(s, a) or f.crossed.count(a) < LIMITS.attack or refuse(place=place_name(a), n=LIMITS.attack)


@clause("GET-move-d")
def within_the_border_limit(s: State, f: March, a: int) -> Verdict:
    """At most two pieces cross a border without a road in one order."""
    return (
        f.here != f.frm or bool(ROAD[f.frm] & BIT[a]) or f.crossed.count(a) < LIMITS.border or refuse(place=place_name(a), n=LIMITS.border)
    )


@clause("GET-move-e")
def within_the_road_limit(s: State, f: March, a: int) -> Verdict:
    """At most four pieces cross a border by road in one order."""
    return f.here != f.frm or f.crossed.count(a) < LIMITS.road or refuse(place=place_name(a), n=LIMITS.road)


@clause("GET-stack-d")
def attackers_have_room(s: State, f: March, a: int) -> Verdict:
    """No more than four pieces of a side are in an assault."""
    return not _enemy_in(s, a) or len(s.attackers(a)) < STACK or refuse(place=place_name(a))


@clause("GET-stack-a")
def has_room(s: State, f: March, a: int) -> Verdict:
    """No more than four pieces of a side in an area; cavalry may ride through."""
    if _enemy_in(s, a):
        return True
    if f.here == f.frm and IS_CAVALRY[f.piece] and len(s.at[a]) >= STACK:
        return rides(s, f, a) != 0 or refuse(place=place_name(a))
    return (crowding_is_undone(s, f.piece, a) if f.nth == 1 else len(s.at[a]) < STACK) or refuse(place=place_name(a))


def _enemy_in(s: State, a: int) -> bool:
    return bool(s.sets[OCCUPIED + 1 - s.active] >> a & 1)


MAY_ENTER = (
    does_not_return_to_a_box,
    is_not_over_a_corner,
    is_one_area_away,
    no_gun_among_enemies,
    no_enemy_at_night,
    within_the_attack_limit,
    within_the_border_limit,
    within_the_road_limit,
    attackers_have_room,
    has_room,
)


def to_options(s: State, f: March) -> list[int]:
    """The same as MAY_ENTER allows."""
    return places_in(targets(s, f, f.piece))


def march_to(s: State, f: March, to: int) -> None:
    """The piece crosses the border: into an assault, into friends or empty ground, or on its way (cavalry)."""
    p, frm = f.piece, f.frm
    crossed = (*f.crossed, to)
    leave(s, p, frm)
    if _enemy_in(s, to):
        _attack(s, f, to, crossed)
        return
    tell_move(s, p, frm, to, attack=False)
    s.put(p, to)
    capture(s, to, s.active)
    on = March(Box.RIDE_ON, f.disc, frm, f.nth, f.crowd, crossed, f.trod, p, to, f.load)
    if IS_CAVALRY[p] and rides(s, on, to):
        s.goto(on)
    else:
        _stop(s, f, to, crossed)


def _attack(s: State, f: March, to: int, crossed: tuple[int, ...]) -> None:
    p = f.piece
    tell_move(s, p, f.here, to, attack=True)
    s.attack = (*s.attack, (p, to, f.frm, f.here))
    _next_piece(s, f, crossed, f.trod)


def _next_piece(s: State, f: March, crossed: tuple[int, ...], trod: int) -> None:
    """The next piece of the area, if any is left in it."""
    if s.at[f.frm]:
        s.goto(March(PICK_BOX[f.nth], f.disc, f.frm, f.nth, f.crowd, crossed, trod, -1, -1, 0))
    else:
        order_done(s, f.nth)


def _stop(s: State, f: March, to: int, crossed: tuple[int, ...]) -> None:
    """GET-trench-i: friends that move in cost a stick, once in an order."""
    _next_piece(s, f, crossed, f.trod | BIT[to])
    if s.sticks[to] and not f.trod & BIT[to]:
        lose_stick(s, to)


# --- cavalry rides on -------------------------------------------------------------------------------


def ride_candidates(s: State, f: March) -> Sequence[int]:
    return (STAY, *range(AREAS))


@clause("GET-stack-a")
def has_room_to_stop(s: State, f: March, a: int) -> Verdict:
    """Cavalry rides through a full area but does not stop in it."""
    return a != STAY or len(s.at[f.here]) <= STACK or refuse(place=place_name(f.here))


@clause("GET-move-a")
def is_within_two_areas(s: State, f: March, a: int) -> Verdict:
    """Cavalry rides two areas at most, and not back."""
    return a == STAY or bool(NEAR[f.here] >> a & 1 and a != f.frm) or refuse(frm=place_name(f.here), to=place_name(a))


@clause("GET-move-l")
def rides_at_no_enemy_at_night(s: State, f: March, a: int) -> Verdict:
    """At night nobody enters an area with enemy pieces, cavalry neither."""
    return a == STAY or s.period != NIGHT or not _enemy_in(s, a) or refuse(place=place_name(a))


@clause("GET-stack-a")
def has_room_at_the_end(s: State, f: March, a: int) -> Verdict:
    """No more than four pieces of a side end in an area."""
    return a == STAY or bool(rides(s, f, f.here) >> a & 1) or refuse(place=place_name(a))


MAY_RIDE_ON = (has_room_to_stop, is_within_two_areas, rides_at_no_enemy_at_night, within_the_attack_limit, has_room_at_the_end)


def ride_options(s: State, f: March) -> list[int]:
    options = [STAY] if len(s.at[f.here]) <= STACK else []
    return options + places_in(rides(s, f, f.here))


def ride_on(s: State, f: March, a: int) -> None:
    p, here = f.piece, f.here
    if a == STAY:
        _stop(s, f, here, f.crossed)
        return
    load(s, p, here, f.load)
    s.take(p, here)
    if _enemy_in(s, a):
        _attack(s, f, a, (*f.crossed, a))
        return
    tell_move(s, p, here, a, attack=False)
    s.put(p, a)
    capture(s, a, s.active)
    _stop(s, f, a, f.crossed)
