"""A second Gettysburg, written from the rulebook alone, that referees the first one.

It shares no code with the title: it parses the data files itself and plays a match along with the title, answer by answer. `Oracle.play` is
a generator: it yields every question with all answers that the rules allow, and is sent the answer. Pieces of one class are not told apart.
What a whole turn is made of stands here, moves and the other orders in oracle_orders.py, assaults, hits and retreats in oracle_fight.py.
"""

from __future__ import annotations

from collections import Counter

from titles.gettysburg.oracle_board import AFTERNOON, BATTLE, CSA, KINDS, MAP, NIGHT, PERIODS, SIDE_AND_KIND, SIDES, TABLES, UNION, Piece
from titles.gettysburg.oracle_orders import Orders

PLACE_BLOCK, REMOVE_BLOCK, GIVE_ORDER, DOUBLE_ORDER, FORCED_PASS, END_TURN, GO_ON, LEAVE = 0, 1, 2, 3, 4, 5, 6, 10


class Oracle(Orders):
    """The whole match, as a generator of questions."""

    def __init__(self, options=(), battle=BATTLE):
        super().__init__(options)
        self.battle = battle
        self.placed = [0, 0]  # blocks that each side has placed since its last order
        box = [Piece(n) for n in range(len(SIDE_AND_KIND))]
        self.groups = [self.group(row, box) for row in (*battle["start"], *battle["reinforcement"])]
        for row, pieces in zip(battle["start"], self.groups):
            self.t.at[MAP.ids[row.get("area") or row["box"]]] = pieces

    def group(self, row, box):
        """The pieces that a row of the scenario names, out of the box in their order."""
        found = []
        for name, n in row["pieces"].items():
            sort = SIDES.index("csa" if row["side"] == "confederacy" else row["side"]), KINDS.index(name)
            found += [p for p in box if (p.side, p.kind) == sort][:n]
            for p in found[len(found) - n :]:
                box.remove(p)
        return sorted(found, key=lambda p: p.number)

    def play(self):
        t = self.t
        while self.outcome is None:
            yield from self.reinforcements()
            self.set_discs()
            t.active = CSA
            while t.blue or t.black:
                yield from self.turn()
                t.active = 1 - t.active
            self.close()

    # --- a period -----------------------------------------------------------------------------------

    def reinforcements(self):
        for row, pieces in zip(self.battle["reinforcement"], self.groups[len(self.battle["start"]) :]):
            if (row["day"], PERIODS.index(row["period"])) == (self.t.day, self.t.period):
                boxes = [MAP.ids[b] for b in row["boxes"]]
                if len(boxes) == 2:
                    die = yield from self.roll("road")
                    boxes = boxes[:1] if die <= 3 else boxes[1:]
                for p in pieces:
                    self.put(p, boxes[0])
                self.overrun(boxes[0], pieces[0].side)

    def set_discs(self):
        t = self.t
        out = [sum(b.discs for b in t.blocks_of(side)) for side in (UNION, CSA)]
        wanted = TABLES["discs"]["union"][PERIODS[t.period]]["discs"]
        t.blue = min(wanted, 12 - out[UNION])
        t.black = wanted - t.blue
        reserve = 22 - out[CSA] - t.single - t.double
        more = min(reserve, 12 - t.single if "fill-to-twelve" in self.options else 12)
        t.single += more
        t.double += min(reserve - more, 2 if t.double >= 4 else 4)

    def close(self):
        t = self.t
        t.fired.clear()
        if t.period == AFTERNOON:
            t.disrupted.clear()
        held = [MAP.stars[a] for a in range(MAP.areas) if MAP.stars[a] and t.side_of(a) == CSA]
        if len(held) >= 2:
            self.outcome = (CSA, "GET-vic-a")
        elif t.period == AFTERNOON and 2 in held:
            self.outcome = (CSA, "GET-vic-b")
        elif (t.day, t.period) == (self.battle["scenario"]["days"], AFTERNOON):
            self.outcome = (UNION, "GET-vic-d")
        elif t.period == NIGHT:
            t.day, t.period = t.day + 1, 0
        else:
            t.period += 1

    # --- a turn -------------------------------------------------------------------------------------

    def turn(self):
        t = self.t
        self.sorties = Counter()
        while True:
            a = yield from self.ask(t.active, "act", self.actions() | self.exits(-1), always=True)
            if a < LEAVE:
                break
            yield from self.leave_box(a - LEAVE)
        if a == PLACE_BLOCK:
            yield from self.place_block()
        elif a == REMOVE_BLOCK:
            mine = {b.place for b in t.blocks_of(t.active) if b.place >= 0}
            self.set_aside(t.block_in((yield from self.ask(t.active, "remove", mine))))
        elif a == FORCED_PASS:
            t.black -= 1
            self.placed[UNION] = 0
        else:
            yield from self.give_orders(double=a == DOUBLE_ORDER)
        yield from self.assaults()
        while (a := (yield from self.ask(t.active, "after", {END_TURN} | self.exits(-1)))) != END_TURN:
            yield from self.leave_box(a - LEAVE)
            yield from self.assaults()

    def actions(self):
        t, side = self.t, self.t.active
        mine = t.blocks_of(side)
        own = t.blue if side == UNION else t.single
        order, forced = own > 0 and t.has_rooms(side, 1), side == UNION and t.black > 0
        double = side == CSA and t.double >= 2 and t.has_rooms(side, 2)
        shuffled_enough = side == UNION and self.placed[UNION] >= 8 and (order or forced)
        found = {GIVE_ORDER} if order else set()
        found |= {FORCED_PASS} if forced else set()
        found |= {DOUBLE_ORDER} if double else set()
        if not shuffled_enough:
            found |= {PLACE_BLOCK} if any(b.place == -1 for b in mine) else set()
            found |= {REMOVE_BLOCK} if any(b.place >= 0 for b in mine) else set()
        return found

    def place_block(self):
        t, side = self.t, self.t.active
        free = {p for p in range(MAP.places) if not t.enemy_in(p, side) and t.block_in(p) is None}
        place = yield from self.ask(side, "place", free)
        hand = [b for b in t.blocks_of(side) if b.place == -1]
        value = hand[0].value
        if len(hand) > 1:
            value = yield from self.ask(side, "value", {b.value for b in hand}, always=True)
        next(b for b in hand if b.value == value).place = place
        self.placed[side] += 1
        self.take_back(side)

    def take_back(self, side):
        mine = self.t.blocks_of(side)
        if not any(b.place == -1 for b in mine):
            for b in mine:
                if b.place == -2:
                    b.place = -1

    def set_aside(self, block):
        block.place, block.discs = -2, 0
        self.take_back(block.side)

    def overrun(self, place, side):
        """Pieces of a side have come to a place: an enemy block there is lost."""
        block = self.t.block_in(place)
        if block is not None and block.side != side:
            self.set_aside(block)

    def give_orders(self, *, double):
        t, side = self.t, self.t.active
        self.placed[side] = 0
        if double:
            t.double -= 2
        elif side == UNION:
            t.blue -= 1
        else:
            t.single -= 1
        yield from self.order(1 if double else 0, -1)
        if not double:
            return
        crowd = next((a for a in range(MAP.areas) if len(t.at[a]) > 4), -1)
        while (a := (yield from self.ask(side, "between", {GO_ON} | self.exits(crowd)))) != GO_ON:
            yield from self.leave_box(a - LEAVE)
        if t.has_rooms(side, 1):
            yield from self.order(2, crowd)

    def order(self, nth, crowd):
        """One disc: to a block, and what it orders."""
        t, side = self.t, self.t.active
        mine = [b for b in t.blocks_of(side) if b.place >= 0]
        block = mine[0]
        if len(mine) > 1:
            room = {b.place for b in mine if b.discs < b.value and (crowd < 0 or b.place in MAP.reach(crowd))}
            block = t.block_in((yield from self.ask(side, "block", room, always=True)))
        block.discs += 1
        yield from self.carry_out(block.place, nth, crowd)

    # --- out of an entry box ------------------------------------------------------------------------

    def exits(self, crowd):
        return {LEAVE + box for box in MAP.box_area if crowd < 0 and self.may_leave(box)}

    def may_leave(self, box):
        t, side = self.t, self.t.active
        area = MAP.box_area[box]
        if t.side_of(box) != side or t.full(area, side):
            return False
        if not t.enemy_in(area, side):
            return True
        return t.period != NIGHT and bool(t.foot(box)) and self.sorties[box] < 2 and len(t.attackers_of(area)) < 4

    def leave_box(self, box):
        t, side = self.t, self.t.active
        area, n = MAP.box_area[box], 0
        while n == 0 or self.may_leave(box):
            against = t.enemy_in(area, side)
            options = {p.sort for p in t.at[box] if not (against and p.is_gun)} | ({-1} if n else set())
            chosen = yield from self.ask(side, "exit", options, "sort")
            if chosen == -1:
                return
            piece = self.find(box, chosen)
            carried = yield from self.load(piece, box, "exit_cubes")
            self.depart(piece, box, carried)
            n += 1
            if against:
                self.sorties[box] += 1
                self.attack_with(piece, area, box, box, carried)
            else:
                yield from self.arrive(piece, area, carried)
