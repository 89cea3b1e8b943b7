"""The oracle's orders: moves, long-range fire, and the others."""

from __future__ import annotations

from collections import Counter

from titles.gettysburg.oracle_board import CAVALRY, KINDS, MAP, MOST_CUBES, NIGHT, TABLES
from titles.gettysburg.oracle_fight import Fights

MOVE, FIRE, REINFORCE, REORGANISE, ENTRENCH, REMOVE_MARKER, PASS = range(7)
AT_GUNS, TURN_STICK = 1000, 10_000
MOVABLE = len(KINDS) + 3  # a cube's answer is its place times eight, and its class


class March:
    """A move order on its way: the area it is for, which of the orders it is, where its pieces have gone."""

    def __init__(self, frm, nth, crowd):
        self.frm, self.nth, self.crowd, self.gone = frm, nth, crowd, Counter()


class Orders(Fights):
    """What a disc can order."""

    def carry_out(self, disc, nth, crowd):
        t = self.t
        kinds = {MOVE} if crowd >= 0 else {PASS} | {kind for kind, can in self.possible(disc, nth).items() if can}
        kind = yield from self.ask(t.active, "kind", kinds)
        if kind == MOVE:
            yield from self.march(disc, nth, crowd)
        elif kind == FIRE:
            yield from self.barrage(disc)
        elif kind == REINFORCE:
            yield from self.reinforce(disc)
        elif kind == ENTRENCH:
            yield from self.entrench(disc)
        elif kind == REORGANISE:
            t.disrupted.discard((yield from self.ask(t.active, "reorganise", t.disrupted & MAP.reach(disc))))
        elif kind == REMOVE_MARKER:
            t.fired.discard((yield from self.ask(t.active, "unmark", t.fired & MAP.reach(disc))))

    def possible(self, disc, nth):
        t = self.t
        reach = MAP.reach(disc)
        own = self.own_areas(disc)
        return {
            MOVE: any(self.can_march(a, nth) for a in own),
            FIRE: t.period != NIGHT and any(self.can_fire(a) for a in own),
            REINFORCE: any(self.cubes_for(a) for a in reach),
            REORGANISE: bool(t.disrupted & reach),
            ENTRENCH: any(t.sticks_left() or t.sticks[a] for a in own),
            REMOVE_MARKER: bool(t.fired & reach),
        }

    def own_areas(self, disc):
        return {a for a in MAP.reach(disc) if a < MAP.areas and self.t.side_of(a) == self.t.active}

    # --- moving -------------------------------------------------------------------------------------

    def can_march(self, area, nth):
        return bool(self.movers(March(area, nth, -1)))

    def march(self, disc, nth, crowd):
        t, side = self.t, self.t.active
        starts = {a for a in self.own_areas(disc) if self.can_march(a, nth) and crowd in (-1, a)}
        order = March((yield from self.ask(side, "from", starts)), nth, crowd)
        while t.at[order.frm]:
            enough = set() if crowd >= 0 and len(t.at[crowd]) > 4 else {-1}
            first = "_first" if nth == 1 else ""
            chosen = yield from self.ask(side, "pick" + first, enough | self.movers(order), "sort", always=nth == 1)
            if chosen == -1:
                return
            piece = self.find(order.frm, chosen)
            carried = yield from self.load(piece, order.frm, "carry")
            to = yield from self.ask(side, "to" + first, self.entrances(piece, order, order.frm), always=nth == 1)
            yield from self.step(piece, order, carried, to)

    def movers(self, order):
        """The sorts of pieces that may move out of the area."""
        t = self.t
        must_stay = len(t.foot(order.frm)) == 1 and order.frm in t.disrupted
        if order.frm in t.disrupted and not t.foot(order.frm):
            return set()
        return {p.sort for p in t.at[order.frm] if not (must_stay and not p.is_gun) and self.entrances(p, order, order.frm)}

    def entrances(self, piece, order, here):
        return {a for a in MAP.borders[here] if a != order.frm and self.may_enter(piece, order, here, a)}

    def may_enter(self, piece, order, here, a):
        t, side = self.t, self.t.active
        if t.enemy_in(a, side):
            there = len(t.attackers_of(a))
            limits = there < (4 if order.nth else 2) and order.gone[a] < 2
            return not piece.is_gun and t.period != NIGHT and limits
        if here == order.frm and order.gone[a] >= (4 if (here, a) in MAP.roads else 2):
            return False
        if order.nth == 1:
            return self.can_be_put_right(piece, order.frm, a)
        if not t.full(a, side):
            return True
        return piece.kind == CAVALRY and here == order.frm and bool(self.entrances(piece, order, a))

    def can_be_put_right(self, piece, frm, a):
        """Whether, when this piece has gone there, no area holds more than four, or one does that a second order can thin."""
        t, side = self.t, self.t.active
        count = {x: len(t.at[x]) for x in range(MAP.areas) if t.side_of(x) == side}
        count[frm] -= 1
        count[a] = count.get(a, 0) + 1
        crowds = [x for x, n in count.items() if n > 4]
        if len(crowds) != 1:
            return not crowds
        crowd = crowds[0]
        commanded = any(b.place >= 0 and b.discs < b.value and crowd in MAP.reach(b.place) for b in t.blocks_of(side))
        stays = crowd not in t.disrupted or bool(t.foot(crowd)) or (a == crowd and not piece.is_gun)
        friendly = [x for x in MAP.borders[crowd] if not t.enemy_in(x, side)]
        room = sum(max(0, min(4 if (crowd, x) in MAP.roads else 2, 4 - count.get(x, 0))) for x in friendly)
        return commanded and stays and room >= count[crowd] - 4

    def step(self, piece, order, carried, to):
        """A piece crosses a border; cavalry may cross another."""
        t, side = self.t, self.t.active
        self.depart(piece, order.frm, carried)
        order.gone[to] += 1
        if t.enemy_in(to, side):
            self.attack_with(piece, to, order.frm, order.frm, carried)
            return
        self.put(piece, to, carried)
        self.overrun(to, side)
        on = self.entrances(piece, order, to) if piece.kind == CAVALRY else set()
        if on:
            far = yield from self.ask(side, "ride_on", on | ({-1} if len(t.at[to]) <= 4 else set()))
            if far != -1:
                self.depart(piece, to, carried)
                if t.enemy_in(far, side):
                    order.gone[far] += 1
                    self.attack_with(piece, far, order.frm, to, carried)
                    return
                self.put(piece, far, carried)
                self.overrun(far, side)
                to = far
        yield from self.tread(to)

    def arrive(self, piece, area, carried):
        self.put(piece, area, carried)
        self.overrun(area, self.t.active)
        yield from self.tread(area)

    def tread(self, area):
        """A friend has moved in: one of the sticks goes."""
        sticks = self.t.sticks[area]
        if sticks:
            sticks.remove((yield from self.ask(self.t.active, "lose_stick", set(sticks))))

    # --- firing -------------------------------------------------------------------------------------

    def can_fire(self, area):
        return bool(self.t.guns(area)) and bool(self.aims(area) - {-1})

    def aims(self, area):
        t, enemy = self.t, 1 - self.t.active
        seen = [a for a in MAP.targets[area] if t.side_of(a) == enemy]
        return {-1} | {a for a in seen if t.foot(a)} | {AT_GUNS + a for a in seen if t.guns(a) and a in t.fired}

    def barrage(self, disc):
        t, areas, shots = self.t, [], []
        while len(areas) < 2:
            more = {a for a in self.own_areas(disc) - set(areas) if self.can_fire(a)}
            area = yield from self.ask(t.active, "guns_of", more | ({-1} if areas else set()))
            if area == -1:
                break
            areas.append(area)
            for gun in t.guns(area):
                aim = yield from self.ask(t.active, "aim", self.aims(area))
                if aim != -1:
                    shots.append((gun, area, aim))
        for gun, _, aim in shots:
            yield from self.shell(gun, aim)
        fired = [a for a in areas if any(shot[1] == a for shot in shots)]
        for a in fired:
            if a not in t.fired and len(t.fired) == 4:
                t.fired.discard((yield from self.ask(t.active, "marker_from", t.fired - set(fired))))
            t.fired.add(a)

    def shell(self, gun, aim):
        t = self.t
        die = yield from self.roll("shell")
        target = aim % AT_GUNS
        effect = die - gun.cubes - (len(t.sticks[target]) == 2)
        if aim >= AT_GUNS:
            if effect >= 5 and t.guns(target):
                owner = t.side_of(target)
                hit = yield from self.ask(owner, "smash", {g.sort for g in t.guns(target)}, "sort")
                self.damage(self.find(target, hit), target)
        elif effect >= 5:
            yield from self.hits(target, "afar", 1)
        elif effect == 4 and t.at[target]:
            t.disrupted.add(target)

    # --- the other orders ---------------------------------------------------------------------------

    def cubes_for(self, area):
        t, side = self.t, self.t.active
        if t.side_of(area) != side:
            return set()
        takers = {p.kind for p in t.foot(area) if p.kind != CAVALRY}
        return {x * MOVABLE + k for x in MAP.near(area) if t.side_of(x) == side for k in takers if t.cubes_of(x, k)}

    def reinforce(self, disc):
        t = self.t
        area = yield from self.ask(t.active, "cube_to", {a for a in MAP.reach(disc) if self.cubes_for(a)})
        place, kind = divmod((yield from self.ask(t.active, "cube_from", self.cubes_for(area))), MOVABLE)
        t.pool[place, kind] -= 1
        takers = [p for p in t.at[area] if p.kind == kind]
        if t.pool[area, kind] < len(takers) * MOST_CUBES[kind]:
            t.pool[area, kind] += 1
        else:
            t.stock[t.active, kind] += 1
            self.eliminate_pooled(takers[0], area)

    def entrench(self, disc):
        t = self.t
        area = yield from self.ask(t.active, "dig", {a for a in self.own_areas(disc) if t.sticks_left() or t.sticks[a]})
        sticks, edges = t.sticks[area], MAP.near(area)
        lay = set()
        if len(sticks) < int(TABLES["limits"]["sticks"]) and t.sticks_left():
            lay = edges & set(sticks) if sticks else edges
        turns = {TURN_STICK + 100 * frm + to for frm in sticks for to in edges if to != frm}
        a = yield from self.ask(t.active, "border", lay | turns)
        if a >= TURN_STICK:
            frm, to = divmod(a - TURN_STICK, 100)
            sticks.remove(frm)
            sticks.append(to)
        else:
            sticks.append(a)
