"""Attacks of the oracle: dice, hits, leaders in danger, morale, retreat, displacement, advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from titles.hold_the_line.oracle_ground import DICE, MORALE, distances, near, to_edge

if TYPE_CHECKING:
    from titles.hold_the_line.oracle import Oracle, Piece, Steps

HALT, ADVANCE, ADVANCE_LED = 901, 903, 904


class Attack:
    """One attack and everything that follows from it."""

    def __init__(self, oracle: Oracle, p: Piece, target: int, mode: str) -> None:
        self.oracle, self.p, self.target, self.mode = oracle, p, target, mode
        self.side = 1 - p.side  # that of the defenders
        self.comrade: Piece | None = None  # the leader who rode with the attacker in this turn
        self.has_moved = False
        self.killed = 0
        self.leader_asks = False

    def defenders(self) -> list[Piece]:
        found = [self.oracle.find(self.target, layer, self.side) for layer in ("line", "guns")]
        return [p for p in found if p is not None]

    def run(self, dice: int, need: int) -> Steps:
        o, h = self.oracle, self.target
        o.acted.add(self.p)
        self.release()
        rolled = []
        for _ in range(dice):
            rolled.append((yield from o.roll("dice")))
        hits = sum(die >= need for die in rolled)
        self.tell_of_the_dice(rolled, need, hits)
        self.take_hits(hits)
        leader = o.leader_in(h, self.side)
        if leader is not None:
            ones = rolled.count(1) if self.mode == "assault" else min(rolled.count(1), 1)
            yield from self.threaten(leader, ones)
        yield from self.escape()
        if self.mode == "assault" and hits and self.defenders():
            yield from self.test_morale(hits)
        yield from self.advance()

    def release(self) -> None:
        """An attack frees a whole group that waits to be attacked."""
        o = self.oracle
        for hold in o.battle.get("hold", []):
            is_hit = any(q.hex == self.target and q.band == hold["group"] for q in o.pieces)
            if hold["released_by_attack"] and is_hit and hold["group"] not in o.freed:
                o.freed.add(hold["group"])
                if o.turn < hold["until_turn"]:
                    o.tell("released", hold["group"])

    def tell_of_the_dice(self, rolled: list[int], need: int, hits: int) -> None:
        o, foe = self.oracle, self.defenders()[0]
        dice = (tuple(rolled), need, hits)
        frm, to = self.p.hex, self.target
        if self.mode == "bombard":
            o.tell("bombarded", self.p, foe, to, *dice)
            return
        shift = DICE.get(o.ground.shelter(frm, to), 0)
        if self.mode == "assault":
            o.tell("assaulted", self.p, foe, frm, to, shift, *dice)
        else:
            o.tell("fired", self.p, foe, frm, to, distances(frm)[to], shift, *dice)

    def take_hits(self, hits: int) -> None:
        o = self.oracle
        for p in self.defenders():
            n = min(hits, p.sp)
            if n:
                hits -= n
                p.sp -= n
                o.hit.add(p)
                o.tell("lost_strength", p, n, p.sp)
            if not p.sp:
                self.killed += 1
                self.leader_asks = True
                o.eliminate(p)

    def threaten(self, leader: Piece, ones: int) -> Steps:
        o = self.oracle
        for _ in range(ones):
            die = yield from o.roll("leader_die")
            o.tell("leader_hit" if die == 1 else "leader_unhurt", leader, die)
            if die == 1:
                o.eliminate(leader)
                return

    def escape(self) -> Steps:
        """The leader of an eliminated unit, or one whom a retreat left alone."""
        o, leader = self.oracle, self.oracle.leader_in(self.target, self.side)
        asks, self.leader_asks = self.leader_asks, False
        if leader is None or not asks:
            return
        if not o.leader_ways(leader):
            o.tell("no_escape", leader)
            o.eliminate(leader)
            return
        answer = yield from o.ask(self.side, "escape", [*sorted(o.leader_moves(leader)), HALT])
        if answer == HALT:
            o.tell("stayed", leader)
        else:
            o.tell("escaped", leader, answer)
            o.lay(leader, answer)

    # --- morale and retreat (8.3.3, 8.4, 8.5) ------------------------------------------------------------

    def test_morale(self, hits: int) -> Steps:
        o, seen = self.oracle, set()
        for _ in range(hits):
            seen.add((yield from o.roll("morale_die", colored=True)))
        o.tell("colours", tuple(sorted(seen)))
        shift = MORALE.get(o.ground.shelter(self.p.hex, self.target), 0) + (o.leader_in(self.target, self.side) is not None)
        falling = []
        for p in self.defenders():
            color = min(max(p.color + shift, 0), 2)
            o.tell("breaks" if color in seen else "stands", p, color)
            falling += [p] if color in seen else []
        for i, p in enumerate(falling):
            yield from self.retreat(p, falling[i + 1 :])
            yield from self.escape()

    def retreat(self, p: Piece, later: list[Piece]) -> Steps:
        o = self.oracle
        free = [n for n in near(self.target) if o.has_room(p, n)]
        friends = {n: o.find(n, p.layer, p.side) for n in near(self.target) if o.ground.is_open(p.kind, n)}
        pushed = [n for n, q in friends.items() if q and q.kind != "gunboat" and any(o.has_room(q, x) for x in near(n))]
        if not free and not pushed:
            o.tell("no_way_out", p)
            o.eliminate(p)
            self.leader_asks = True
            return
        n = yield from o.ask(self.side, "retreat", self.best(p, self.target, free, pushed))
        if n in pushed:
            yield from self.displace(friends[n], n)
        stays = [q for q in self.defenders() if q is not p and q not in later]
        leader = None if stays else o.leader_in(self.target, self.side)
        o.tell("retreated", p, self.target, n)
        self.go(p, n, leader)
        if not self.defenders():
            self.leader_asks = True

    def displace(self, friend: Piece, h: int) -> Steps:
        o = self.oracle
        n = yield from o.ask(self.side, "displace", self.best(friend, h, [x for x in near(h) if o.has_room(friend, x)], []))
        leader = o.leader_in(h, self.side)
        if friend.kind == "artillery" and o.find(h, "line", self.side) is not None:
            leader = None
        o.tell("displaced", friend, h, n)
        self.go(friend, n, leader)

    def go(self, p: Piece, n: int, leader: Piece | None) -> None:
        """A unit retreats or makes room; its leader goes along where he finds room."""
        o = self.oracle
        finds_room = leader is not None and o.ground.is_open("leader", n) and o.leader_in(n, p.side) is None
        o.put(p, n)
        if finds_room:
            o.lay(leader, n)
            o.tell("went_along", leader, n)
        o.occupy(p.side, n)

    def best(self, p: Piece, h: int, free: list[int], pushed: list[int]) -> list[int]:
        """The hexes of the best rank of 8.4.1, free ones before those where a friend makes room; of them the nearest to edge or friends."""
        o = self.oracle
        beside = near(self.p.hex)
        ranks = (lambda n: n not in beside and not o.is_next_to_enemy(n, self.side), lambda n: n not in beside, lambda n: True)
        found = next(best for rank in ranks for best in ([n for n in free if rank(n)], [n for n in pushed if rank(n)]) if best)
        edge = [to_edge(n, p.home) for n in found]
        drawn = self.friends_who_draw(h)
        gaps = [min(distances(n)[x] for x in drawn) for n in found] if drawn else edge
        return sorted(n for n, e, g in zip(found, edge, gaps) if e == min(edge) or g == min(gaps))

    def friends_who_draw(self, h: int) -> set[int]:
        rest = self.oracle.units(self.side) - {h, self.target}
        groups: list[set[int]] = []
        while rest:
            group, edge = set(), {next(iter(rest))}
            while edge:
                group |= edge
                edge = {n for e in edge for n in near(e)} & rest - group
            groups.append(group)
            rest -= group
        far = distances(self.p.hex)
        if len(groups) > 1:
            nearest = {min(far[n] for n in group): None for group in groups}
            closest = min(nearest)
            groups = [g for g in groups if min(far[n] for n in g) > (closest if len(nearest) > 1 else 1)]
        gaps = [min(distances(h)[n] for n in group) for group in groups]
        return set().union(*(group for group, gap in zip(groups, gaps) if gap == min(gaps)))

    # --- advance (8.3.4, 11.4) -----------------------------------------------------------------------------

    def advance(self) -> Steps:
        o, p = self.oracle, self.p
        is_shot = self.mode == "fire" and "advance-after-fire" in o.options and self.killed and self.target in near(p.hex)
        may = self.mode == "assault" or is_shot
        is_open = o.ground.is_harbor(self.target) if p.kind == "gunboat" else o.ground.is_open(p.kind, self.target)
        if not may or not is_open or self.target in o.units(self.side):
            return
        leader = o.leader_in(p.hex, p.side)
        is_free = leader is not None and leader not in o.acted and not self.has_moved
        comes = leader is not None and (leader is self.comrade or is_free) and o.ground.is_open("leader", self.target)
        options = [ADVANCE, *([ADVANCE_LED] if comes and p.kind != "gunboat" else []), HALT]
        answer = yield from o.ask(p.side, "advance", options)
        if answer == HALT:
            return
        o.tell("advanced", p, self.target)
        o.put(p, self.target)
        if answer == ADVANCE_LED:
            o.acted.add(leader)
            o.lay(leader, self.target)
            o.tell("went_along", leader, self.target)
        o.occupy(p.side, self.target)
