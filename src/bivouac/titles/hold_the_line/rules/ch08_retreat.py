"""8.4, 8.5. Retreat and displacement: one hex, the best there is, or elimination.

A unit that gives way takes a hex of the first of these ranks that has any:
    free, next to no enemy; free, not next to the attacker; the same two with a friend who makes room; free; with a friend who makes room
and of that rank a hex nearest to its own edge or one nearest to its friends, as its owner likes.
"""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import AT, At, Box, Displace
from bivouac.titles.hold_the_line.printed.map import ADJACENT, BIT, NEAR, NOBODY, TO_EDGE, WITHIN, bits_of, mask_of
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, LEADER
from bivouac.titles.hold_the_line.rules.ch04_stacking import closed_to
from bivouac.titles.hold_the_line.rules.ch07_movement import shift, take_along
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import GUNS_FALL, LINE_FALLS, State


def fall_back(s: State, h: int) -> None:
    """The next unit that fell back: it is asked where to, or lost."""
    p = retreater(s, h)
    if refuges(s, p, h):
        s.goto(AT[Box.RETREAT])
        return
    s.falling &= s.falling - 1
    report(s, tell.NO_WAY_OUT, p)
    s.killed += 1
    eliminate(s, p)


def retreater(s: State, h: int) -> int:
    """The unit that retreats now: infantry or cavalry first."""
    return s.line_in(h) if s.falling & LINE_FALLS else s.guns_in(h)


def follower(s: State, h: int) -> int:
    """The leader goes with the unit that retreats unless another unit of the hex stands (8.5.2 ruling)."""
    line_stays = s.line_in(h) != NOBODY and not s.falling & LINE_FALLS
    guns_stay = s.guns_in(h) != NOBODY and not s.falling & GUNS_FALL
    return NOBODY if line_stays or guns_stay else s.lead_in(h)


# --- which hexes (8.4.1, 8.5) ---------------------------------------------------------------------------------------


def refuges(s: State, p: int, h: int) -> int:
    """The hexes a retreating unit may choose from; with its leader if that is possible at all, else without."""
    leader = follower(s, h)
    found = best_refuges(s, p, h, leader)
    return found if found or leader == NOBODY else best_refuges(s, p, h, NOBODY)


def best_refuges(s: State, p: int, h: int, leader: int) -> int:
    kind, side = s.field.kind_of[p], s.field.side_of[p]
    free, crowded = free_around(s, kind, side, h, leader), crowded_around(s, kind, side, h, leader)
    return safest(s, p, h, (*ranks(s, side, free), *ranks(s, side, crowded), free, crowded))


def ranks(s: State, side: int, hexes: int) -> tuple[int, int]:
    """Those of the hexes that no enemy touches, and those that the attacker does not touch."""
    enemy = s.army(1 - side)
    return mask_of(n for n in bits_of(hexes) if not NEAR[n] & enemy), hexes & ~NEAR[s.pos[s.unit]]


def safest(s: State, p: int, h: int, ranked: tuple[int, ...]) -> int:
    """Of the first rank that has any hex, those nearest to the own edge and those nearest to the friends who draw (8.4.1)."""
    hexes = bits_of(next((rank for rank in ranked if rank), 0))
    if len(hexes) < 2:
        return mask_of(hexes)
    found = least(hexes, [TO_EDGE[s.field.pieces[p].home][n] for n in hexes])
    friends = drawing(s, s.field.side_of[p], h)
    return found | least(hexes, [gap(n, friends) for n in hexes]) if friends else found


def least(hexes: list[int], how_far: list[int]) -> int:
    """The hexes for which the number is smallest."""
    return mask_of(n for n, far in zip(hexes, how_far) if far == min(how_far))


def drawing(s: State, side: int, h: int) -> int:
    """The group of friends nearest to a hex: of two or more groups never the one nearest to the attacker (8.4.1)."""
    attacker = s.pos[s.unit]
    groups = clusters(s.army(side) & ~(BIT[h] | BIT[s.target]))
    if len(groups) > 1:
        away = [gap(attacker, group) for group in groups]
        nearest = min(away) if min(away) < max(away) else 1
        groups = [group for group, far in zip(groups, away) if far > nearest]
    near = [gap(h, group) for group in groups]
    return sum(group for group, far in zip(groups, near) if far == min(near))


def clusters(hexes: int) -> list[int]:
    """A set of hexes as the groups whose hexes touch each other."""
    found = []
    while hexes:
        group, edge = 0, hexes & -hexes
        while edge:
            group |= edge
            edge = hexes & mask_of(n for h in bits_of(edge) for n in ADJACENT[h]) & ~group
        found.append(group)
        hexes &= ~group
    return found


def gap(n: int, hexes: int) -> int:
    """How far the nearest of some hexes is from a hex (0: it is one of them)."""
    if hexes & BIT[n]:
        return 0
    return next(reach for reach in range(1, len(WITHIN)) if hexes & WITHIN[reach][n])


def free_around(s: State, kind: int, side: int, h: int, leader: int) -> int:
    """The neighbouring hexes with room for a unit and for the leader who goes with it."""
    free = NEAR[h] & s.field.open_to[kind] & ~closed_to(s, kind, side)
    if leader != NOBODY:
        free &= s.field.open_to[LEADER] & ~s.leads[side]
    return free


def crowded_around(s: State, kind: int, side: int, h: int, leader: int) -> int:
    """The neighbouring hexes whose unit of the same layer could itself make room, without pushing a third (8.5c)."""
    layer = s.guns[side] if kind == ARTILLERY else s.lines[side]
    found = 0
    for n in bits_of(NEAR[h] & s.field.open_to[kind] & layer & ~s.boats):
        if leader != NOBODY and s.lead_in(n) != NOBODY and companion(s, n, kind) == NOBODY:
            continue
        if free_around(s, s.field.kind_of[occupant(s, n, kind)], side, n, companion(s, n, kind)):
            found |= BIT[n]
    return found


def occupant(s: State, n: int, kind: int) -> int:
    """The unit in the layer of `kind`."""
    return s.guns_in(n) if kind == ARTILLERY else s.line_in(n)


def companion(s: State, n: int, kind: int) -> int:
    """The leader who goes with a displaced unit: always with infantry or cavalry, with artillery only if it stands alone."""
    return NOBODY if kind == ARTILLERY and s.line_in(n) != NOBODY else s.lead_in(n)


# --- the retreat ----------------------------------------------------------------------------------------------------


def neighbours_of_target(s: State, f: At) -> list[int]:
    return bits_of(NEAR[s.target])


@clause("HTL-8.4.1a")
def is_the_best_way_back(s: State, f: At, a: int) -> Verdict:
    """Away from the attacker, clear of other enemies, toward the own edge or friends."""
    return bool(refuges(s, retreater(s, s.target), s.target) & BIT[a]) or refuse(hex=Name("hex", a))


def refuge_options(s: State, f: At) -> list[int]:
    return bits_of(refuges(s, retreater(s, s.target), s.target))


def retreat(s: State, f: At, a: int) -> None:
    """Go back one hex; a friend in the way makes room first."""
    p = retreater(s, s.target)
    if occupant(s, a, s.field.kind_of[p]) != NOBODY:
        s.goto(Displace(Box.DISPLACE, a))
        return
    withdraw(s, p, a)


def withdraw(s: State, p: int, a: int) -> None:
    h = s.target
    leader = follower(s, h)
    if leader != NOBODY and (s.leads[s.field.side_of[p]] & BIT[a] or not s.field.open_to[LEADER] & BIT[a]):
        leader = NOBODY
    report(s, tell.RETREATED, p, h, a)
    s.falling &= s.falling - 1
    s.fled += 1
    shift(s, p, a)
    if leader != NOBODY:
        take_along(s, leader, a)
    s.goto(AT[Box.AFTERMATH])


# --- displacement (8.5) ---------------------------------------------------------------------------------------------


def neighbours_of_refuge(s: State, f: Displace) -> list[int]:
    return bits_of(NEAR[f.to])


def room_made(s: State, f: Displace) -> list[int]:
    """Where the friend who stands in the way may go: a free hex, by the same ranking."""
    kind = s.field.kind_of[retreater(s, s.target)]
    p, n = occupant(s, f.to, kind), f.to
    side = s.field.side_of[p]
    free = free_around(s, s.field.kind_of[p], side, n, companion(s, n, kind))
    return bits_of(safest(s, p, n, (*ranks(s, side, free), free)))


@clause("HTL-8.5a")
def makes_room_the_best_way(s: State, f: Displace, a: int) -> Verdict:
    """A displaced unit moves one hex by the rules of retreat, and displaces nobody."""
    return a in room_made(s, f) or refuse(hex=Name("hex", a))


def displace(s: State, f: Displace, a: int) -> None:
    p = retreater(s, s.target)
    kind, n = s.field.kind_of[p], f.to
    friend, leader = occupant(s, n, kind), companion(s, n, kind)
    report(s, tell.DISPLACED, friend, n, a)
    shift(s, friend, a)
    if leader != NOBODY:
        take_along(s, leader, a)
    withdraw(s, p, n)
