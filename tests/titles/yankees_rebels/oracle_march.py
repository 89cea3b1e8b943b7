"""The pieces of the oracle: who stands where, and where a march may end, walked hex by hex."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from titles.yankees_rebels.oracle_board import (
    CORPS,
    COST,
    COUNT,
    COVER,
    DISTANCE,
    ENDS,
    HEXES,
    NEIGHBORS,
    POINTS,
    RESERVES,
    SIDE,
    STREAM,
    TYPE,
    VICTORY,
    Setup,
    barred,
    edge_rings,
    roads,
)


class Walk(NamedTuple):
    """Under which rules a march is walked; each can be left out to see what stands in the way."""

    points: int
    roads: bool = True
    zone: bool = True
    leave: bool = True
    ground: bool = True
    streams: bool = True
    shun: bool = False  # no hex next to an enemy at all


class Pieces:
    """The units on the map and off it."""

    def __init__(self, setup: Setup, options: frozenset[str]) -> None:
        self.setup, self.options = setup, options
        self.where, self.force = list(setup.where), list(setup.force)
        self.roads, self.works = roads(options), set[int]()
        self.strays: set[int] = set()
        self.last_on = {h: SIDE[u] for u, h in enumerate(self.where) if h in VICTORY}

    # --- what stands where ----------------------------------------------------------------------------------------------

    def units(self, side: int | None = None) -> list[int]:
        """The units on the map."""
        return [u for u in range(COUNT) if self.where[u] is not None and side in (None, SIDE[u])]

    def at(self, h: int) -> list[int]:
        return [u for u in range(COUNT) if self.where[u] == h]

    def ground(self, side: int | None = None) -> set[int]:
        return {self.where[u] for u in self.units(side)}

    def near_enemy(self, side: int) -> set[int]:
        return {n for h in self.ground(1 - side) for n in NEIGHBORS[h]}

    def may_stand(self, u: int, h: int) -> bool:
        """No enemy, no barred ground, two units at most, one of them infantry."""
        here = [v for v in self.at(h) if v != u]
        if barred(u, h) or len(here) > 1 or any(SIDE[v] != SIDE[u] for v in here):
            return False
        return TYPE[u] != "F" or all(TYPE[v] != "F" for v in here)

    def covered(self, h: int) -> bool:
        return COVER[h] > 0 or h in self.works

    def put(self, u: int, h: int | None) -> None:
        self.where[u] = h
        if h in VICTORY:
            self.last_on[h] = SIDE[u]

    # --- marches --------------------------------------------------------------------------------------------------------

    def walked(self, u: int, starts: dict[int, int], way: Walk) -> set[int]:
        """The hexes where a march may end that has so many half points left in some hexes."""
        side, zone = SIDE[u], self.near_enemy(SIDE[u])
        enemy, found, best = self.ground(1 - side), set[int](), dict[int, int]()
        bound = way.leave and any(h in zone for h in starts) and self.where[u] is not None
        todo = list(starts.items())
        while todo:
            h, left = todo.pop()
            if best.get(h, -1) >= left:
                continue
            best[h] = left
            for n in NEIGHBORS[h]:
                if n in enemy or barred(u, n) or (n in zone and (way.shun or bound)):
                    continue
                for cost, ends in self.steps(h, n, way):
                    if cost <= left:
                        found.add(n)
                        if not ends and not (way.zone and n in zone):
                            todo.append((n, left - cost))
        return found

    def steps(self, h: int, n: int, way: Walk) -> Iterator[tuple[int, bool]]:
        """What a step costs, and whether it ends the march: along a road, and over the ground."""
        side, works = frozenset((h, n)), n in self.works
        if way.roads and side in self.roads:
            yield 1, False
        if way.roads or COST[n] == 2 or works:
            yield 2 if works else COST[n], (way.ground and ENDS[n] and not works) or (way.streams and side in STREAM)

    def reach(self, u: int, way: Walk | None = None) -> set[int]:
        """Where a march, or an entry, may end."""
        way = way or Walk(2 * POINTS[TYPE[u]])
        here = self.where[u]
        if here is not None:
            found = self.walked(u, {here: way.points}, way) - {here}
        else:
            found = self.entered(u, self.gates(u, way._replace(zone=True, leave=True, ground=True, streams=True)), way)
        return {h for h in found if self.may_stand(u, h) and self.closes_up(u, h)}

    def entered(self, u: int, gates: Collection[int], way: Walk) -> set[int]:
        zone = self.near_enemy(SIDE[u])
        return {*gates} | self.walked(u, {h: way.points - 1 for h in gates if not (way.zone and h in zone)}, way)

    def gates(self, u: int, way: Walk) -> list[int]:
        """Where a unit comes onto the map: 7.0e."""
        zone, enemy = self.near_enemy(SIDE[u]), self.ground(1 - SIDE[u])
        for distance, ring in enumerate(edge_rings(self.setup.entry[u])):
            shunned = zone if distance or way.shun else set()
            gates = [h for h in ring if h not in enemy and not barred(u, h) and h not in shunned]
            if gates and any(self.may_stand(u, h) for h in self.entered(u, gates, way)):
                return gates
            if "blocked-entry" in self.options:
                break
        return []

    def may_fight_at(self, u: int, h: int) -> bool:
        """Whether a unit that marches there may still fight: 4.0c, 4.0g, 4.0i."""
        here = self.where[u]
        if here is None or TYPE[u] == "A":
            return False
        easy = {n for n in HEXES if COST[n] == 2 or n in self.works}
        return h in easy and h in self.walked(u, {here: 2 * POINTS[TYPE[u]]}, Walk(2 * POINTS[TYPE[u]], roads=False))

    # --- corps integrity --------------------------------------------------------------------------------------------------

    def lost_touch(self, u: int) -> list[int]:
        mates = [v for v in self.units(SIDE[u]) if CORPS[v] == CORPS[u] and CORPS[u] not in RESERVES]
        return [self.where[v] for v in mates if DISTANCE[self.where[u]][self.where[v]] > 2]

    def closes_up(self, u: int, h: int) -> bool:
        """6.0b, for a move of its own will."""
        lost = self.lost_touch(u) if u in self.strays else []
        return not lost or any(DISTANCE[h][x] < DISTANCE[self.where[u]][x] for x in lost)
