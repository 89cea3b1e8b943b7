"""8.4, 8.5. Retreat and displacement: one hex, the best there is, or elimination.

A neighboring hex is open if it has room for the unit, or if a friend there can make room. The open hexes are narrowed in three steps, each
of which counts only if it leaves any hex:
    not adjacent to the attacker; adjacent to no enemy at all; free, so that no friend has to make room.
The owner chooses among the hexes that are left: the nearest to the unit's own edge and the nearest to its friends.

Leaders never limit a retreat (7.2.1). They go along where there is room for them, and stay behind where there is none.
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
from bivouac.titles.hold_the_line.state import BEREFT, GUNS_FALL, LINE_FALLS, State


def fall_back(s: State, h: int) -> None:
    """The next unit that fell back: it is asked where to, or lost."""
    p = retreater(s)
    way = sieved(s, p, h, ways_back(s, p, h))
    if way.best:
        s.goto(way)
        return
    s.falling &= s.falling - 1
    s.falling |= BEREFT
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


def if_he_finds_room(s: State, leader: int, h: int) -> int:
    """The leader, or NOBODY where the hex is closed to him or holds another leader of his side (4.4)."""
    if leader == NOBODY or s.leads[s.field.side_of[leader]] & BIT[h] or not s.field.open_to[LEADER] & BIT[h]:
        return NOBODY
    return leader


# --- which hexes (8.4.1, 8.5) ---------------------------------------------------------------------------------------


def sieved(s: State, p: int, h: int, ways: tuple[int, int]) -> Retreat:
    """The hexes that are open, and those left after each of the steps above, each set within the one before."""
    free, pushed = ways
    enemy = s.army(1 - s.field.side_of[p])
    open_hexes = free | pushed
    away = open_hexes & ~NEAR[s.pos[s.unit]] or open_hexes
    quiet = set_of(n for n in bits(away) if not NEAR[n] & enemy) or away
    unpushed = quiet & free or quiet
    return Retreat(Box.RETREAT, open_hexes, away, quiet, unpushed, nearest(s, p, h, unpushed))


def ways_back(s: State, p: int, h: int) -> tuple[int, int]:
    """The free hexes around a unit, and those where a friend can make room for it."""
    kind, side = s.field.kind_of[p], s.field.side_of[p]
    crowd = NEAR[h] & s.field.open_to[kind] & crowded(s, kind, side) & ~s.boats
    return free_around(s, p, h), set_of(n for n in bits(crowd) if free_around(s, occupant(s, n, kind), n))


def free_around(s: State, p: int, h: int) -> int:
    """The neighboring hexes with room for a unit; a friend who makes room never pushes a third unit (8.5c)."""
    kind = s.field.kind_of[p]
    return NEAR[h] & s.field.open_to[kind] & ~closed_to(s, kind, s.field.side_of[p])


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


@closes("HTL-8.4.1b")
def clear_of_other_enemies(s: State, f: Retreat) -> int:
    """Next to another enemy only if there is no other way to leave the attacker."""
    return ~f.quiet


@closes("HTL-8.5a")
def nobody_is_pushed_aside(s: State, f: Retreat) -> int:
    """A friend makes room only if no free hex is as good."""
    return ~f.unpushed


@closes("HTL-8.4.1a")
def toward_the_edge_or_friends(s: State, f: Retreat) -> int:
    """Toward the own edge, or toward the nearest friends who are not the attacker's nearest."""
    return ~f.best


MAY_RETREAT = (the_way_back_is_open, away_from_the_attacker, clear_of_other_enemies, nobody_is_pushed_aside, toward_the_edge_or_friends)


def retreat(s: State, f: Retreat, h: int) -> None:
    """Go back one hex; a friend in the way makes room first."""
    p = retreater(s)
    kind = s.field.kind_of[p]
    friend = occupant(s, h, kind)
    if friend == NOBODY:
        withdraw(s, p, h)
        return
    s.goto(sieved(s, friend, h, (free_around(s, friend, h), 0))._replace(box=Box.DISPLACE, to=h))


def withdraw(s: State, p: int, h: int) -> None:
    """A unit goes back to a hex with room for it; a leader left alone in the hex of the attack may then escape."""
    leader = if_he_finds_room(s, follower(s, s.target), h)
    report(s, tell.RETREATED, p, s.target, h)
    s.falling &= s.falling - 1
    s.fled += 1
    shift(s, p, h, leader, tell.WENT_BACK)
    if not s.army(s.field.side_of[p]) & BIT[s.target]:
        s.falling |= BEREFT
    s.goto(AT[Box.AFTERMATH])


def displace(s: State, f: Retreat, h: int) -> None:
    """A friend makes room, and the retreat goes on into his hex."""
    p = retreater(s)
    kind = s.field.kind_of[p]
    friend = occupant(s, f.to, kind)
    report(s, tell.DISPLACED, friend, f.to, h)
    shift(s, friend, h, if_he_finds_room(s, companion(s, f.to, kind), h))
    withdraw(s, p, f.to)
