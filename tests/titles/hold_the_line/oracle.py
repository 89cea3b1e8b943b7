"""An oracle: a second program for Hold the Line, written from the rulebook, that shares no code with the rules it judges.

It reads scenario files with tomllib and plays a battle along with the title. `Oracle.play` is a generator: it yields every question (who is
asked, in which box, which answers there are) and is sent the answer. Between two questions its fields hold the whole position, and `told`
holds what happened: kinds of events and their values, never sentences. The numbers of the answers are those of the save format.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from titles.hold_the_line.oracle_attack import HALT, Attack
from titles.hold_the_line.oracle_ground import DICE, Ground, distances, near, number

Question = tuple[str, str, tuple[int, ...]]
Steps = Generator[Question, int, None]
Choice = Generator[Question, int, int]

RIDE, FIRE, ASSAULT = 128, 256, 384
END, RALLY = 900, 902
SIDES = ("union", "csa")
COLORS = ("green", "black", "gold")
FULL = {"infantry": 4, "cavalry": 2, "artillery": 2, "gunboat": 1, "leader": 1}
MOVES = {"infantry": 1, "cavalry": 3, "artillery": 1, "gunboat": 0, "leader": 3}
NEEDS = {"infantry": (5, 6), "cavalry": (5,), "artillery": (4, 5, 6), "gunboat": (4, 5, 6), "leader": ()}
LAYERS = {"infantry": "line", "cavalry": "line", "gunboat": "line", "artillery": "guns", "leader": "leader"}


@dataclass(eq=False)
class Piece:
    """A unit or leader; `hex` is None before it comes, and after it is gone."""

    number: int
    side: int
    kind: str
    name: str
    color: int
    sp: int
    full: int
    hex: int | None
    home: str
    worth: int
    band: str
    turn: int = 0
    entry: tuple[int, ...] = ()
    group: int = -1
    gone: bool = False

    @property
    def layer(self) -> str:
        return LAYERS[self.kind]


@dataclass(eq=False)
class Block:
    hex: int
    side: int
    control: bool
    worth: int
    holder: int | None = None
    counts: bool = False  # whether its side has its points


class Oracle:
    """A battle, as the book has it."""

    def __init__(self, battle: dict, options: Iterable[str]) -> None:
        self.battle, self.options = battle, frozenset(options)
        self.ground = Ground(battle)
        self.first = SIDES.index(battle["first"])
        self.pieces = read_pieces(battle)
        self.vp, self.lost = [0, 0], [0, 0]
        self.turn, self.active, self.ap = 1, self.first, 0
        self.known: dict[tuple[int, str], dict[int, Piece]] = {}
        self.has_boats = any(p.kind == "gunboat" for p in self.pieces)
        self.acted: set[Piece] = set()
        self.hit: set[Piece] = set()
        self.freed: set[str] = set()
        self.has_rallied = False
        self.outcome: tuple[int, str] | None = None
        self.told: list[tuple[str, tuple]] = []
        self.blocks = [
            Block(number(b["hex"]), SIDES.index(b["scores"]), b["kind"] == "control", b.get("vp", 1)) for b in battle.get("blocks", [])
        ]
        for block in self.blocks:
            holders = {p.side for p in self.pieces if p.hex == block.hex and p.kind != "leader"} if block.control else set()
            block.holder = holders.pop() if holders else None

    def tell(self, kind: str, *values: object) -> None:
        self.told.append((kind, tuple((v.name, v.kind) if isinstance(v, Piece) else v for v in values)))

    # --- looking ---------------------------------------------------------------------------------------

    def places(self) -> dict[tuple[int, str], dict[int, Piece]]:
        """For each side and layer the pieces by their hexes, worked out once for a position."""
        if not self.known:
            self.known = {(side, layer): {} for side in (0, 1) for layer in ("line", "guns", "leader")}
            for p in self.pieces:
                if p.hex is not None:
                    self.known[p.side, p.layer][p.hex] = p
        return self.known

    def lay(self, p: Piece, h: int | None) -> None:
        """Put a piece into a hex, or take it away."""
        p.hex, self.known = h, {}

    def units(self, side: int) -> set[int]:
        """The hexes with units of a side; leaders are not units here."""
        places = self.places()
        return {*places[side, "line"], *places[side, "guns"]}

    def find(self, h: int | None, layer: str, side: int | None = None) -> Piece | None:
        found = [self.places()[x, layer].get(h) for x in ((0, 1) if side is None else (side,))]
        return found[0] or found[-1]

    def leader_in(self, h: int | None, side: int | None = None) -> Piece | None:
        return self.find(h, "leader", side)

    def boats(self) -> set[int]:
        return {h for side in (0, 1) for h, p in self.places()[side, "line"].items() if p.kind == "gunboat"} if self.has_boats else set()

    def is_next_to_enemy(self, h: int, side: int) -> bool:
        return bool(near(h) & self.units(1 - side))

    def has_room(self, p: Piece, h: int) -> bool:
        """Ground, enemies, gunboats and friends let a unit into a hex; leaders never bar it."""
        closed = self.units(1 - p.side) | self.boats()
        crowd = self.find(h, p.layer, p.side) if p.kind != "leader" else None
        return self.ground.is_open(p.kind, h) and h not in closed and crowd in (None, p)

    # --- the course of the battle -----------------------------------------------------------------------

    def ask(self, side: int, box: str, options: Iterable[int]) -> Choice:
        """An answer; where there is only one, nobody is asked."""
        found = tuple(options)
        if len(found) == 1:
            return found[0]
        return (yield (SIDES[side], box, found))

    def roll(self, box: str, *, colored: bool = False) -> Choice:
        return (yield ("chance", box, (0, 1, 2) if colored else (1, 2, 3, 4, 5, 6)))

    def play(self) -> Steps:
        yield from self.bombardment()
        turns, end = self.battle["turns"], self.battle["time_out"]
        while self.turn <= turns:
            for side in (self.first, 1 - self.first):
                self.active = side
                yield from self.player_turn()
                for who in (side, 1 - side):
                    if self.vp[who] >= self.battle[SIDES[who]]["vp_to_win"]:
                        self.outcome = who, "points"
                        return
            self.turn += 1
        if end != "more_vp":
            self.outcome = SIDES.index(end), "time"
        elif self.vp[0] != self.vp[1]:
            self.outcome = int(self.vp[1] > self.vp[0]), "more_points"
        else:
            self.outcome = SIDES.index(self.battle["tie"]), "tied_points"

    def bombardment(self) -> Steps:
        fire = self.battle.get("bombardment")
        if fire is None:
            return
        side, has_begun = SIDES.index(fire["side"]), False
        for gun in [p for p in self.pieces if p.side == side and p.kind == fire["kind"]]:
            targets = self.units(1 - side) - self.boats()
            if not targets:
                return
            if not has_begun:
                self.tell("opening_fire", side)
                has_begun = True
            if gun.hex is not None:
                self.active = side
                h = yield from self.ask(side, "bombard", sorted(targets))
                yield from Attack(self, gun, h, "bombard").run(fire["dice"], fire["needs"])

    def cap(self, side: int) -> int:
        rows = self.battle[SIDES[side]]
        cap = rows["cap"]
        for change in sorted(rows.get("cap_from", []), key=lambda row: row["turn"]):
            cap = change["cap"] if self.turn >= change["turn"] else cap
        for n in (1, 2):
            cap += n * (f"{SIDES[side]}-plus-{n}" in self.options) - n * (f"{SIDES[side]}-minus-{n}" in self.options)
        return max(cap - self.lost[side], 0)

    def waits(self, p: Piece) -> bool:
        held = {h["group"] for h in self.battle.get("hold", []) if self.turn < h["until_turn"]} - self.freed
        return p.band in held

    def player_turn(self) -> Steps:
        side = self.active
        self.acted, self.has_rallied = {p for p in self.pieces if self.waits(p)}, False
        self.tell("turn", self.turn, side)
        die = yield from self.roll("ap_die")
        self.ap = self.cap(side) + (die + 1) // 2
        self.tell("points", side, die, self.cap(side), self.ap)
        while True:
            ready = [p.number for p in self.pieces if p.side == side and self.can_act(p)]
            answer = yield from self.ask(side, "activate", [*ready, END])
            if answer == END:
                break
            yield from self.act(self.pieces[answer])
        self.hit = {p for p in self.hit if p.side != side}
        self.ap = 0
        self.tell("score", *self.vp)

    # --- actions (6) -----------------------------------------------------------------------------------

    def can_act(self, p: Piece) -> bool:
        if p.gone or p in self.acted or self.ap < 1:
            return False
        if p.hex is None:
            return p.turn <= self.turn and bool(self.entries(p))
        return any(True for _ in self.orders(p))

    def orders(self, p: Piece) -> Iterable[int]:
        """Everything that a piece on the map may be told to do, the likely things first."""
        if self.ap < 1:
            return
        if p.kind == "leader":
            yield from self.leader_moves(p)
            if self.can_rally(p):
                yield RALLY
            return
        if p.kind == "gunboat":
            yield from self.sails(p)
        else:
            yield from self.first_steps(p, None)
            rider = self.leader_in(p.hex, p.side)
            if rider is not None and rider not in self.acted:
                yield from (RIDE + h for h in self.first_steps(p, rider))
        yield from (FIRE + h for h in self.targets(p))
        if p.kind in ("infantry", "cavalry") and self.ap >= 2:
            yield from (ASSAULT + h for h in near(p.hex) & self.units(1 - p.side) - self.boats())

    def targets(self, p: Piece) -> list[int]:
        """The enemy hexes in range and in sight, gunboats left out."""
        reach = len(NEEDS[p.kind])
        if p.kind == "artillery" and "hill-artillery" in self.options and self.ground.terrain[p.hex] == "hill":
            reach += 1
        close = [h for h in self.units(1 - p.side) - self.boats() if distances(p.hex)[h] <= reach]
        occupied = self.units(0) | self.units(1) if close else set()
        return [h for h in close if self.ground.is_clear(p.hex, h, occupied)]

    def act(self, p: Piece) -> Steps:
        if p.hex is None:
            yield from self.enter(p)
            return
        rider = self.leader_in(p.hex, p.side)
        box = {"leader": "order_leader", "gunboat": "order_boat"}.get(p.kind, "order_led" if rider else "order")
        order = yield from self.ask(p.side, box, self.orders(p))
        if order == RALLY:
            yield from self.rally(p)
        elif p.kind == "leader":
            self.ap -= 1
            self.tell("moved", p, p.hex, order)
            self.lay(p, order)
            self.acted.add(p)
        elif order < FIRE:
            self.ap -= 1
            yield from Move(self, p, rider if order >= RIDE else None).run(order % RIDE)
        elif order < ASSAULT:
            self.ap -= 1
            yield from self.fire(p, order - FIRE)
        else:
            self.ap -= 2
            yield from self.assault(p, order - ASSAULT)

    def fire(self, p: Piece, h: int, moved_with: Piece | None = None, *, has_moved: bool = False) -> Steps:
        far = distances(p.hex)[h]
        dice = 4 if p.kind == "artillery" and far == 1 else 3
        need = (*NEEDS[p.kind], 6)[far - 1]
        if "guns-need-five" in self.options and p.kind in ("artillery", "gunboat"):
            need = max(need, 5)
        attack = Attack(self, p, h, "fire")
        attack.comrade, attack.has_moved = moved_with, has_moved
        yield from attack.run(dice, need - DICE.get(self.ground.shelter(p.hex, h), 0))

    def assault(self, p: Piece, h: int) -> Steps:
        if "attacker-morale" in self.options:
            color = yield from self.roll("nerve", colored=True)
            fails = color == min(p.color + (self.leader_in(p.hex) is not None), 2)
            self.tell("nerve_fails" if fails else "nerve_holds", p, color)
            if fails:
                self.acted.add(p)
                answer = yield from self.ask(p.side, "nerve_fire", [*(FIRE + n for n in self.targets(p)), HALT])
                if answer != HALT:
                    yield from self.fire(p, answer - FIRE)
                return
        yield from Attack(self, p, h, "assault").run(3, 4 - DICE.get(self.ground.shelter(p.hex, h), 0))

    # --- leaders (9) -----------------------------------------------------------------------------------

    def leader_ways(self, leader: Piece) -> set[int]:
        """Up to three hexes, through friends and leaders, stopped by terrain."""
        found: set[int] = set()
        edge = {leader.hex}
        for _ in range(3):
            ways = [(frm, h) for frm in edge for h in near(frm) if self.has_room(leader, h)]
            found |= {h for _, h in ways}
            edge = {h for frm, h in ways if not self.ground.must_stop(frm, h)}
        return found - {leader.hex}

    def leader_moves(self, leader: Piece) -> set[int]:
        return {h for h in self.leader_ways(leader) if self.leader_in(h) is None}

    def can_rally(self, leader: Piece) -> bool:
        unit = self.find(leader.hex, "line", leader.side)
        if unit is None or unit.sp >= unit.full or unit in self.acted:
            return False
        is_hit = "no-rally-when-hit" in self.options and unit in self.hit
        return not is_hit and (not self.has_rallied or "rally-by-each-leader" in self.options)

    def rally(self, leader: Piece) -> Steps:
        unit = self.find(leader.hex, "line", leader.side)
        self.ap -= 1
        self.acted |= {leader, unit}
        self.has_rallied = True
        color = yield from self.roll("rally_die", colored=True)
        if color == unit.color:
            self.tell("not_rallied", unit, leader, color)
            return
        unit.sp += 1
        self.tell("rallied", unit, leader, color, unit.sp)

    # --- entering the map (4.1) -------------------------------------------------------------------------

    def entries(self, p: Piece) -> list[int]:
        if p.kind != "leader":
            return sorted(h for h in p.entry if self.has_room(p, h))
        if any(q.group == p.group and q.kind != "leader" and q.hex is None and not q.gone for q in self.pieces):
            return []
        return sorted(h for h in p.entry if self.has_room(p, h) and self.leader_in(h) is None and h in self.units(p.side))

    def enter(self, p: Piece) -> Steps:
        h = yield from self.ask(p.side, "enter", self.entries(p))
        self.ap -= 1
        self.acted.add(p)
        self.tell("entered", p, h)
        if p.kind == "leader":
            self.lay(p, h)
            return
        self.put(p, h)
        self.occupy(p.side, h)
        for leader in [q for q in self.pieces if q.group == p.group and q.kind == "leader" and q.hex is None and not q.gone]:
            if self.leader_in(h) is None:
                self.lay(leader, h)
                self.acted.add(leader)
                self.tell("entered_with", leader, h)

    # --- what happens in a hex ---------------------------------------------------------------------------

    def put(self, p: Piece, h: int) -> None:
        """A unit comes into a hex; a lone enemy leader there is lost."""
        leader = self.leader_in(h, 1 - p.side)
        if leader is not None:
            self.tell("overrun", leader, p, h)
            self.eliminate(leader)
        self.lay(p, h)

    def eliminate(self, p: Piece) -> None:
        self.lay(p, None)
        p.gone, p.sp = True, 0
        self.vp[1 - p.side] += p.worth
        if p.kind == "leader":
            self.lost[p.side] += 1
        self.tell("leader_falls" if p.kind == "leader" else "eliminated", p, p.side)

    def occupy(self, side: int, h: int) -> None:
        """VP blocks change hands."""
        for block in self.blocks:
            if block.hex != h or block.holder == side or (not block.control and (side != block.side or block.holder is not None)):
                continue
            block.holder = side
            if block.counts or side == block.side:
                block.counts = side == block.side
                self.vp[block.side] += block.worth if block.counts else -block.worth
            self.tell("block_held" if block.control else "block_taken", side, h)

    # --- movement (7) ------------------------------------------------------------------------------------

    def sails(self, boat: Piece) -> set[int]:
        """Along the river as far as it goes, not through units, not past a battery; not to a stop under a bridge."""
        closed = self.units(0) | self.units(1)
        for wall in self.battle.get("barrier", []):
            guard = self.find(number(wall["while_in"]), LAYERS[wall["while_kind"]], SIDES.index(wall["while_side"]))
            if wall["stops"] == "gunboat" and guard is not None and guard.kind == wall["while_kind"]:
                closed |= {number(name) for name in wall["hexes"].split()}
        found, edge = {boat.hex}, {boat.hex}
        while edge:
            edge = {n for h in edge for n in near(h) if self.ground.is_open("gunboat", n) and n not in closed} - found
            found |= edge
        return {h for h in found - {boat.hex} if self.ground.is_harbor(h)}

    def first_steps(self, p: Piece, rider: Piece | None) -> list[int]:
        return Move(self, p, rider).choices(p.hex, 0, self.ap - 1)


def read_pieces(battle: dict) -> list[Piece]:
    """The pieces in their order: by side, in each side units of the line, then artillery, then leaders, as the file has them."""
    found, groups = [], 0
    for side, key in enumerate(SIDES):
        army = battle[key]
        rows = [(row, 0, (), -1) for row in army["units"]]
        for late in army.get("reinforcements", []):
            entry = tuple(number(name) for name in late["hexes"].split())
            rows += [(row, late["turn"], entry, groups) for row in late["units"]]
            groups += 1
        for row, turn, entry, group in rows:
            kind = row["kind"]
            sp = row.get("strength", FULL[kind])
            color = COLORS.index(row["morale"]) if "morale" in row else -1
            h = number(row["hex"]) if "hex" in row else None
            found.append(
                Piece(0, side, kind, row["name"], color, sp, sp, h, row.get("home", army["home"]), row.get("vp", 1), row.get("group", ""),
                      turn, entry, group)
            )  # fmt: skip
    found.sort(key=lambda p: (p.side, ("line", "guns", "leader").index(p.layer)))
    for n, p in enumerate(found):
        p.number = n
    return found


class Move:
    """One move of a unit, hex by hex, perhaps with a leader."""

    def __init__(self, oracle: Oracle, p: Piece, rider: Piece | None) -> None:
        self.oracle, self.p, self.rider = oracle, p, rider
        self.began_near = p.hex is not None and oracle.is_next_to_enemy(p.hex, p.side)
        self.is_near = False  # whether it has come next to an enemy

    def may_march(self, steps: int) -> bool:
        """Forced march: infantry away from every enemy."""
        return self.p.kind == "infantry" and steps == 1 and not self.began_near and not self.is_near

    def may_drive(self, steps: int, ap: int) -> bool:
        """The leader's extra hex: one more AP, not after coming next to an enemy."""
        is_led = self.rider is not None and self.p.kind in ("infantry", "cavalry")
        return is_led and steps == MOVES[self.p.kind] and not self.is_near and ap >= 1

    def choices(self, h: int, steps: int, ap: int) -> list[int]:
        """The next hexes from one, after so many steps."""
        o, p, rider = self.oracle, self.p, self.rider
        is_within, drives = steps < MOVES[p.kind], self.may_drive(steps, ap)
        if not (is_within or drives or self.may_march(steps)):
            return []
        found = []
        for n in near(h):
            if not o.has_room(p, n) or (rider is not None and not o.ground.is_open("leader", n)):
                continue
            if not (is_within or drives) and o.is_next_to_enemy(n, p.side):
                continue
            other = o.leader_in(n, p.side) if rider is not None else None
            if other in (None, rider) or self.leads_on(h, n, steps, ap):
                found.append(n)
        return found

    def leads_on(self, h: int, n: int, steps: int, ap: int) -> bool:
        """Whether the unit and its leader could go on from the hex of another leader."""
        if self.oracle.ground.must_stop(h, n):
            return False
        beyond = Move(self.oracle, self.p, self.rider)
        beyond.began_near = self.began_near
        beyond.is_near = self.is_near or self.oracle.is_next_to_enemy(n, self.p.side)
        return bool(beyond.choices(n, steps + 1, ap))

    def run(self, h: int) -> Steps:
        o, p, rider = self.oracle, self.p, self.rider
        o.acted |= {p} if rider is None else {p, rider}
        o.tell(*(("moved", p, p.hex, h) if rider is None else ("moved_led", p, rider, p.hex, h)))
        steps, is_driven = 0, False
        while True:
            frm = p.hex
            o.put(p, h)
            if rider is not None:
                o.lay(rider, h)
            if "blocks-need-a-halt" not in o.options:
                o.occupy(p.side, h)
            steps += 1
            self.is_near = self.is_near or o.is_next_to_enemy(h, p.side)
            if p.kind == "gunboat" or o.ground.must_stop(frm, h) or not self.may_go_on(steps):
                break
            meets = rider is not None and len([q for q in o.pieces if (q.side, q.kind, q.hex) == (p.side, "leader", h)]) > 1
            answer = yield from o.ask(p.side, "step", [*self.choices(h, steps, o.ap), *([] if meets else [HALT])])
            if answer == HALT:
                break
            is_driven = self.pay(steps, answer) or is_driven
            h = answer
        if "blocks-need-a-halt" in o.options:
            o.occupy(p.side, p.hex)
        if p.kind == "cavalry" and not is_driven and o.ap >= 1 and p.hex not in o.ground.ford:
            yield from self.fire_from_the_saddle()

    def may_go_on(self, steps: int) -> bool:
        return steps < MOVES[self.p.kind] or self.may_march(steps) or self.may_drive(steps, self.oracle.ap)

    def pay(self, steps: int, h: int) -> bool:
        """Tell of a further step; beyond the allowance it is a march or costs the leader's AP. Says whether the leader drives it on."""
        o = self.oracle
        if steps < MOVES[self.p.kind]:
            o.tell("stepped", self.p, h)
            return False
        if self.may_march(steps) and not o.is_next_to_enemy(h, self.p.side):
            o.tell("forced_march", self.p, h)
            return False
        o.tell("driven_on", self.p, h)
        o.ap -= 1
        return True

    def fire_from_the_saddle(self) -> Steps:
        o = self.oracle
        targets = o.targets(self.p)
        if targets:
            answer = yield from o.ask(self.p.side, "mounted", [*(FIRE + h for h in targets), HALT])
            if answer != HALT:
                o.ap -= 1
                yield from o.fire(self.p, answer - FIRE, self.rider, has_moved=True)
