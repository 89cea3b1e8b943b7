"""8.4, 8.5. Retreat and displacement: one hex, the best there is, or elimination.

Of the neighbouring hexes that are open, with room or with a friend who can make room, those count that are
    not next to the attacker; then free, so that nobody is pushed aside; then next to no enemy at all
as far as there are any at each step; of these the owner chooses among the nearest to the unit's own edge and the nearest to its friends.
"""

from __future__ import annotations

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import closes, offers
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.frames import AT, Box, Retreat
from bivouac.titles.hold_the_line.printed.map import BIT, NEAR, NOBODY, TO_EDGE, around, gap
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, LEADER
from bivouac.titles.hold_the_line.rules.ch04_stacking import closed_to, crowded
from bivouac.titles.hold_the_line.rules.ch07_movement import shift
from bivouac.titles.hold_the_line.rules.ch10_victory import eliminate
from bivouac.titles.hold_the_line.state import GUNS_FALL, LINE_FALLS, State


def fall_back(s: State, h: int) -> None:
    """The next unit that fell back: it is asked where to, or lost."""
    p = retreater(s)
    way = sieved(s, p, h, ways_back(s, p, h))
    if way.best:
        s.goto(way)
        return
    s.falling &= s.falling - 1
    report(s, tell.NO_WAY_OUT, p)
    s.killed += 1
    eliminate(s, p)


def retreater(s: State) -> int:
    """The unit that retreats now: infantry or cavalry first."""
    return s.line_in(s.target) if s.falling & LINE_FALLS else s.guns_in(s.target)


def fleeing(s: State, f: Retreat) -> tuple[int, int]:
    """Who is asked where to go, and from which hex: the unit that retreats, or the friend who makes room for it."""
    p = retreater(s)
    return (p, s.target) if f.to == NOBODY else (occupant(s, f.to, s.field.kind_of[p]), f.to)


def follower(s: State, h: int) -> int:
    """The leader goes with the unit that retreats unless another unit of the hex stands (8.5.2 ruling)."""
    line_stays = s.line_in(h) != NOBODY and not s.falling & LINE_FALLS
    guns_stay = s.guns_in(h) != NOBODY and not s.falling & GUNS_FALL
    return NOBODY if line_stays or guns_stay else s.lead_in(h)


def occupant(s: State, n: int, kind: int) -> int:
    """The unit in the layer of `kind`."""
    return s.guns_in(n) if kind == ARTILLERY else s.line_in(n)


def companion(s: State, n: int, kind: int) -> int:
    """The leader who goes with a displaced unit: always with infantry or cavalry, with artillery only if it stands alone."""
    return NOBODY if kind == ARTILLERY and s.line_in(n) != NOBODY else s.lead_in(n)


# --- which hexes (8.4.1, 8.5) ---------------------------------------------------------------------------------------


def sieved(s: State, p: int, h: int, ways: tuple[int, int]) -> Retreat:
    """The hexes that are open, and those left after each of the steps above, each set within the one before."""
    free, pushed = ways
    enemy = s.army(1 - s.field.side_of[p])
    open_hexes = free | pushed
    away = open_hexes & ~NEAR[s.pos[s.unit]] or open_hexes
    unpushed = away & free or away
    quiet = set_of(n for n in bits(unpushed) if not NEAR[n] & enemy) or unpushed
    return Retreat(Box.RETREAT, open_hexes, away, unpushed, quiet, nearest(s, p, h, quiet))


def ways_back(s: State, p: int, h: int) -> tuple[int, int]:
    """The free hexes around, and those where a friend can make room: with the unit's leader if that is possible at all, else without."""
    leader = follower(s, h)
    found = free_around(s, p, h, leader), pushed_around(s, p, h, leader)
    return found if any(found) or leader == NOBODY else (free_around(s, p, h, NOBODY), pushed_around(s, p, h, NOBODY))


def free_around(s: State, p: int, h: int, leader: int) -> int:
    """The neighbouring hexes with room for a unit and for the leader who goes with it."""
    kind, side = s.field.kind_of[p], s.field.side_of[p]
    free = NEAR[h] & s.field.open_to[kind] & ~closed_to(s, kind, side)
    return free if leader == NOBODY else free & s.field.open_to[LEADER] & ~s.leads[side]


def pushed_around(s: State, p: int, h: int, leader: int) -> int:
    """The neighbouring hexes whose unit of the same layer could itself make room, without pushing a third (8.5c)."""
    kind, side = s.field.kind_of[p], s.field.side_of[p]
    found = 0
    for n in bits(NEAR[h] & s.field.open_to[kind] & crowded(s, kind, side) & ~s.boats):
        goes_along = companion(s, n, kind)
        if leader != NOBODY and s.lead_in(n) != NOBODY and goes_along == NOBODY:
            continue
        if free_around(s, occupant(s, n, kind), n, goes_along):
            found |= BIT[n]
    return found


def nearest(s: State, p: int, h: int, hexes: int) -> int:
    """Those of the hexes nearest to the own edge, and those nearest to the friends who draw (8.4.1)."""
    way = TO_EDGE[s.field.pieces[p].home]
    friends = drawing(s, s.field.side_of[p], h)
    found = bits(hexes)
    ends = [[way[n] for n in found], *([[gap(n, friends) for n in found]] if friends else [])]
    return set_of(n for far in ends for n, d in zip(found, far) if d == min(far))


def drawing(s: State, side: int, h: int) -> int:
    """The group of friends nearest to a hex: of two or more groups never the one nearest to the attacker (8.4.1)."""
    groups = clusters(s.army(side) & ~(BIT[h] | BIT[s.target]))
    if len(groups) > 1:
        away = [gap(s.pos[s.unit], group) for group in groups]
        too_near = min(away) if min(away) < max(away) else 1
        groups = [group for group, far in zip(groups, away) if far > too_near]
    near = [gap(h, group) for group in groups]
    return sum(group for group, far in zip(groups, near) if far == min(near))


def clusters(hexes: int) -> list[int]:
    """A set of hexes as the groups whose hexes touch each other."""
    found = []
    while hexes:
        group, edge = 0, hexes & -hexes
        while edge:
            group |= edge
            edge = around(edge) & hexes & ~group
        found.append(group)
        hexes &= ~group
    return found


# --- the question ---------------------------------------------------------------------------------------------------


@offers("HTL-8.4.1a")
def one_hex_back(s: State, f: Retreat) -> int:
    """A retreat is one hex."""
    return NEAR[fleeing(s, f)[1]]


def what_bars_it(s: State, f: Retreat, h: int) -> dict[str, Arg]:
    """Why nobody can retreat to a hex."""
    p, _ = fleeing(s, f)
    side = s.field.side_of[p]
    reason = "enemy" if s.army(1 - side) & BIT[h] else "ground" if not s.field.open_to[s.field.kind_of[p]] & BIT[h] else "friend"
    return {"hex": Name("hex", h), "why": Text(f"labels.barred_by_{reason}")}


@closes("HTL-8.4.2a", what_bars_it)
def the_way_back_is_open(s: State, f: Retreat) -> int:
    """Enemies, closed ground and friends who cannot make room bar a retreat."""
    return ~f.open


@closes("HTL-8.4.1c")
def away_from_the_attacker(s: State, f: Retreat) -> int:
    """Next to the attacker only if there is no other way."""
    return ~f.away


@closes("HTL-8.5a")
def nobody_is_pushed_aside(s: State, f: Retreat) -> int:
    """A friend makes room only if no free hex is as good."""
    return ~f.unpushed


@closes("HTL-8.4.1b")
def clear_of_other_enemies(s: State, f: Retreat) -> int:
    """Next to another enemy only if there is no other way to leave the attacker."""
    return ~f.quiet


@closes("HTL-8.4.1a")
def toward_the_edge_or_friends(s: State, f: Retreat) -> int:
    """Toward the own edge, or toward the nearest friends who are not the attacker's nearest."""
    return ~f.best


MAY_RETREAT = (the_way_back_is_open, away_from_the_attacker, nobody_is_pushed_aside, clear_of_other_enemies, toward_the_edge_or_friends)


def retreat(s: State, f: Retreat, h: int) -> None:
    """Go back one hex; a friend in the way makes room first."""
    p = retreater(s)
    kind = s.field.kind_of[p]
    friend = occupant(s, h, kind)
    if friend == NOBODY:
        withdraw(s, p, h)
        return
    s.goto(sieved(s, friend, h, (free_around(s, friend, h, companion(s, h, kind)), 0))._replace(box=Box.DISPLACE, to=h))


def withdraw(s: State, p: int, h: int) -> None:
    leader = follower(s, s.target)
    if leader != NOBODY and (s.leads[s.field.side_of[p]] & BIT[h] or not s.field.open_to[LEADER] & BIT[h]):
        leader = NOBODY
    report(s, tell.RETREATED, p, s.target, h)
    s.falling &= s.falling - 1
    s.fled += 1
    shift(s, p, h, leader)
    s.goto(AT[Box.AFTERMATH])


def displace(s: State, f: Retreat, h: int) -> None:
    """A friend makes room, and the retreat goes on into his hex."""
    p = retreater(s)
    kind = s.field.kind_of[p]
    friend = occupant(s, f.to, kind)
    report(s, tell.DISPLACED, friend, f.to, h)
    shift(s, friend, h, companion(s, f.to, kind))
    withdraw(s, p, f.to)
