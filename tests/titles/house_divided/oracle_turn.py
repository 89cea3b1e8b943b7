"""The oracle's turn: support, leaders, marches, the sea, promotion, recruits, possession and victory."""

from __future__ import annotations

from typing import Any

from titles.house_divided.oracle import (
    BETTER,
    BORDER,
    BOXES,
    CSA,
    DONE,
    ENTRENCH,
    EUROPE,
    FORT_MONROE,
    FORTS,
    GO,
    KINDS,
    LEAD,
    LINE_KINDS,
    LINES,
    MONTHS,
    NOBODY,
    NUMBERED,
    OUT,
    PORTS,
    PRINTED,
    PRIZES,
    RAIL,
    RICHMOND,
    RIVER,
    ROADSTEADS,
    SAIL,
    STOP,
    TABLES,
    UNION,
    VALUE,
    WASHINGTON,
    YEAR,
    GameOver,
    Line,
    Piece,
    Question,
)
from titles.house_divided.oracle_battle import Battles

TRAIL = list[tuple[Line, bool]]  # the lines of a move so far, each with whether it was a friendly railroad


class Oracle(Battles):
    """The whole game. `question` is what is asked now (None at the end); `answer` goes on."""

    def __init__(self, raw: dict[str, Any], options: Any) -> None:
        super().__init__(raw, set(options))
        self.procedure = self.war()
        self.question: Question | None = next(self.procedure)

    def answer(self, a: int) -> None:
        assert self.question is not None and a in self.question.options, (a, self.question)
        self.question = next_question(self.procedure, a)

    def war(self) -> Any:
        try:
            while True:
                yield from self.month()
                self.turn += 1
        except GameOver:
            return

    def month(self) -> Any:
        self.lost = 0
        for p in (*self.pieces.values(), *self.leaders.values()):
            p.retreated = False
        self.active = UNION
        self.say("turn_begins", self.turn, self.turn)
        self.draft()
        self.say("maxima", self.maximum(UNION), self.maximum(CSA))
        for side in (UNION, CSA):
            self.active = side
            yield from self.player_turn()
        if self.turn == self.last:
            self.judge()

    def draft(self) -> None:
        month = MONTHS[self.turn]
        april = month in TABLES["drafts"]["turns"]
        self.drafts += april
        if self.on("draft-riots") and month in TABLES["drafts"]["riot_turns"]:
            number, name = 1, "rioted"
        elif april:
            number, name = 4, "drafted"
        else:
            return
        self.locked -= number
        self.pool[UNION]["MF"] += number
        self.say(name, number, self.locked)

    def player_turn(self) -> Any:
        for p in (*self.pieces.values(), *self.leaders.values()):
            p.fresh()
        self.marches = self.die = 0
        self.landings = set()
        self.say("player_begins", self.active, self.turn)
        yield from self.support()
        yield from self.arrivals()
        yield from self.border_states()
        self.intervene()
        yield from self.movement()
        yield from self.combat()
        self.recover()
        yield from self.promotions()
        yield from self.recruitment()
        yield from self.end_of_turn()

    # --- the beginning of the turn ---

    def support(self) -> Any:
        if not self.on("support"):
            return
        side = self.active
        for box in [b for b in BOXES if len(self.at(side, b)) > 1 and not self.has_support(b)]:
            a = yield from self.ask(side, "support_loss", [p.number for p in self.at(side, box)])
            self.say("unsupported", side, KINDS.index(self.pieces[a].kind), box)
            self.remove(self.pieces[a])
            self.larger_army()

    def friendly(self, box: int) -> bool:
        return self.owner[box] == self.active and not self.at(1 - self.active, box)

    def reach(self, box: int, kinds: Any = (RAIL, RIVER)) -> set[int]:
        """The friendly boxes to which a line of support leads, the first of its lines being of one of these kinds."""
        found, todo = set(), [(box, kinds)]
        while todo:
            here, allowed = todo.pop()
            for line in OUT[here]:
                good = line.kind in allowed and not (line.potomac and self.active == CSA)
                if good and line.to not in found and self.friendly(line.to):
                    found.add(line.to)
                    todo.append((line.to, (RAIL, RIVER)))
        return found

    def has_support(self, box: int) -> bool:
        if self.active == UNION and box in PORTS:
            return True
        own = self.friendly(box)
        reached = self.reach(box) if own else self.reach(box, (RIVER,))
        if self.active == UNION and reached & PORTS:
            return True
        cities = (reached | ({box} if own else set())) & NUMBERED
        return len(cities) >= 2

    def arrivals(self) -> Any:
        if not self.on("leaders"):
            return
        for p in self.leaders.values():
            if p.side != self.active:
                continue
            places = self.occupied(p.side)
            if p.box is None and self.worth(p) and places:
                yield from self.place(p, places)
            elif isinstance(p.box, int) and self.turn > self.first and 0 < self.worth(p, self.turn - 1) != self.worth(p):
                self.say("leader_value_changed", p.number - 96, self.worth(p))

    def place(self, leader: Piece, places: set[int]) -> Any:
        leader.box = yield from self.ask(leader.side, "place_leader", places)
        self.say("leader_arrived", leader.number - 96, leader.box)

    def border_states(self) -> Any:
        if not self.on("border-states") or self.active == UNION:
            return
        for n, (number, cities) in enumerate(BORDER):
            if n in self.joined or any(self.owner[b] != CSA for b in cities):
                continue
            die = yield from self.roll("border_die")
            modifier = self.border_modifier()
            if modifier:
                self.say("border_modified", n, die, modifier, die + modifier, number)
            else:
                self.say("border_plain", n, die, number)
            if die + modifier > number:
                self.joined.add(n)
                self.pool[CSA]["MF"] += 1
                self.say("border_joined", n)

    def border_modifier(self) -> int:
        gap, year = self.maximum(UNION) - self.maximum(CSA), YEAR[self.turn]
        plus = (gap <= 5) + (year == 1861) + 2 * (self.owner[WASHINGTON] == CSA)
        return plus - max(year - 1862, 0) - (gap >= 10) - (self.owner[RICHMOND] == UNION)

    def intervene(self) -> None:
        if not self.on("foreign") or self.active == UNION or self.foreign:
            return
        taken = [b for b in BOXES if PRINTED[b] == UNION and VALUE[UNION][b] >= 2 and self.owner[b] == CSA]
        lost = [b for b in PRIZES if self.owner[b] == UNION]
        if self.maximum(UNION) - self.maximum(CSA) <= 3 and self.owner[WASHINGTON] == CSA and taken and len(taken) >= len(lost):
            self.foreign = True
            for _ in range(4):
                self.raise_piece(CSA, "FX", EUROPE)
            self.say("intervened")

    # --- movement ---

    def movement(self) -> Any:
        yield from self.give_marches()
        if self.active == UNION and self.contained:
            yield from self.break_outs()
        while True:
            a = yield from self.ask(self.active, "march", [*self.march_options(), DONE])
            if a == DONE:
                return
            if a >= LEAD:
                yield from self.move(self.leaders[a - LEAD], [])
            elif a >= SAIL:
                yield from self.voyage(a - SAIL)
            else:
                yield from self.march(a)

    def give_marches(self) -> Any:
        if self.turn == self.first:
            self.marches = self.first_marches
            self.say("marches_given" if self.turn == 1 else "scenario_marches", self.active, self.marches)
            return
        self.die = yield from self.roll("march_die")
        if self.on("command-marches"):
            self.marches = TABLES["command"][str(YEAR[self.turn])][self.die - 1][self.active]
        else:
            self.marches = max(self.die, 2)
        self.say("marches_rolled", self.active, self.die, self.marches)
        if self.active == UNION and self.die == 6:
            self.say("invasion_possible", UNION)

    def shut_in(self, box: int) -> bool:
        return self.active == UNION and box in self.contained and bool(self.at(CSA, box))

    def break_outs(self) -> Any:
        while True:
            ports = [b for b in self.contained if self.marches > 0 and self.at(UNION, b) and self.at(CSA, b)]
            a = yield from self.ask(UNION, "break_out", [*ports, DONE])
            if a == DONE:
                return
            self.marches -= 1
            for p in self.at(UNION, a):
                p.spend()
            self.say("break_out", a)
            yield from self.fight(a)

    def march_options(self) -> list[int]:
        own = [p for p in self.pieces.values() if p.side == self.active]
        found = [SAIL + port for port in PORTS | {EUROPE} if self.marches > 0 and self.may_sail_from(port)]
        if self.marches > 0:
            found += {p.box for p in own if p.box != EUROPE and not self.shut_in(p.box) and self.may_march(p)}
        if self.on("leaders"):
            found += [LEAD + p.number for p in self.leaders.values() if p.side == self.active and self.may_move_alone(p)]
        return found

    def pinned(self, p: Piece) -> bool:
        """Whether a piece has met the enemy and stays to fight."""
        if not self.at(1 - p.side, p.box):
            return False
        return p.moved if p.side == CSA and p.box in self.contained else True

    def may_march(self, p: Piece) -> bool:
        return p.marches < 2 and not self.pinned(p) and (not p.sailed or self.may_dig_by_the_sea(p.box))

    def may_dig_by_the_sea(self, box: int) -> bool:
        fort = box in FORTS and self.owner[box] == self.active
        return box in NUMBERED and not fort and not self.at(1 - self.active, box)

    def may_move_alone(self, p: Piece) -> bool:
        if not isinstance(p.box, int) or p.marches == 2 or p.sailed or self.shut_in(p.box):
            return False
        return not self.at(1 - p.side, p.box) or (p.side == CSA and p.box in self.contained)

    def march(self, box: int) -> Any:
        self.marches -= 1
        used: set[int] = set()
        riders: list[Piece] = []
        while True:
            foot = [p for p in self.at(self.active, box) if p.number not in used and self.may_march(p)]
            options = [p.number for p in foot]
            if any(not p.sailed for p in foot):
                ready = [p for p in self.leaders_at(self.active, box) if not p.sailed and p.marches < 2]
                options += [p.number for p in ready if p not in riders and p.number not in used and self.on("leaders")]
            if used and not riders:
                options.append(DONE)
            a = yield from self.ask(self.active, "piece", options)
            if a == DONE:
                return
            if a >= 96:
                riders.append(self.leaders[a])
                continue
            used |= {a, *(p.number for p in riders)}
            yield from self.move(self.pieces[a], sorted(riders, key=lambda p: p.number))
            riders = []

    def move(self, p: Piece, riders: list[Piece]) -> Any:
        """A piece or a lone leader goes from box to box, or a piece entrenches."""
        trail: TRAIL = []
        jumped = False
        while True:
            met = bool(trail) and bool(self.at(1 - self.active, p.box))
            goes = [GO + line.number for line in OUT[p.box] if self.may_go(p, riders, trail, line, jumped=jumped)]
            name = "jump" if met else "onward" if trail else "step"
            stays = [] if trail else [ENTRENCH] if self.may_entrench(p) else []
            if trail or not (goes or stays):
                stays = [STOP]
            a = yield from self.ask(self.active, name, [*goes, *stays])
            if a == ENTRENCH:
                return self.dig(p)
            if a == STOP:
                break
            line = LINES[a - GO]
            if met:
                p.jumped = jumped = True
                self.say("ran_past" if line.kind == RIVER else "jumped_over", self.active, KINDS.index(p.kind), p.box)
            if not trail:
                self.set_out(p, riders)
            self.step(p, riders, line)
            trail.append((line, self.is_friendly_rail(line)))
        if not trail:
            p.spend()
            p.moved = True
        self.larger_army()
        return None

    def set_out(self, p: Piece, riders: list[Piece]) -> None:
        for one in (p, *riders):
            one.spend()
            one.moved = True
        p.leave_works()

    def step(self, p: Piece, riders: list[Piece], line: Line) -> None:
        p.origin, p.wet = line.frm, line.wet
        if p.is_leader:
            self.say("leader_moved", p.number - 96, line.to)
        else:
            self.say("moved", self.active, KINDS.index(p.kind), line.frm, line.to, LINE_KINDS.index(line.kind))
        for leader in riders:
            self.say("leader_moved", leader.number - 96, line.to)
        self.put(p, line.to)
        for leader in riders:
            leader.box = line.to

    def is_friendly_rail(self, line: Line) -> bool:
        return line.kind == RAIL and self.owner[line.frm] == self.owner[line.to] == self.active

    def may_go(self, p: Piece, riders: list[Piece], trail: TRAIL, line: Line, *, jumped: bool) -> bool:
        """The whole move with this line added, judged as a path."""
        if (line.potomac and self.active == CSA) or (self.closed_now() and PRINTED[line.to] == NOBODY):
            return False
        if not trail:
            return not p.sailed
        path = [*(one for one, _ in trail), line]
        if len(path) > self.longest(p, path, all(friendly for _, friendly in trail) and self.is_friendly_rail(line)):
            return False
        enemy_there = bool(self.at(1 - self.active, line.to))
        if not self.at(1 - self.active, p.box):
            return not (jumped and enemy_there)
        return not enemy_there and not p.jumped and self.may_jump(p, riders, path)

    def longest(self, p: Piece, path: list[Line], friendly: bool) -> int:
        kinds = {line.kind for line in path}
        if friendly and self.on("rail-bonus") and self.active == UNION and not p.is_leader:
            return 3
        if kinds == {RIVER}:
            return 1 if self.closed_now() else 2
        if p.is_leader or p.is_horse or (p.kind == "FS" and self.on("crack-movement")):
            return 2 if RIVER not in kinds else 1
        return 2 if kinds == {RAIL} and friendly else 1

    def may_jump(self, p: Piece, riders: list[Piece], path: list[Line]) -> bool:
        if path[-1].kind == RIVER:
            return self.active == UNION and not p.is_leader and all(line.down for line in path)
        guarded = any(enemy.is_horse for enemy in self.at(1 - self.active, p.box))
        return p.is_horse and not riders and not guarded

    def may_entrench(self, p: Piece) -> bool:
        if p.is_leader or self.in_works(p):
            return False
        if self.at(1 - p.side, p.box) and not (p.side == CSA and p.box in self.contained):
            return False
        return p.box in NUMBERED or p.half_dug or (p.marches == 0 and self.marches >= 1)

    def dig(self, p: Piece) -> None:
        p.spend()
        done = p.box in NUMBERED or p.half_dug
        p.entrenched, p.half_dug = done, not done
        self.say("dug_in" if done else "dug", self.active, KINDS.index(p.kind), p.box)

    # --- the sea ---

    def may_sail_from(self, port: int) -> bool:
        if (self.active == CSA and not self.foreign) or self.closed_now() or self.shut_in(port):
            return False
        others = [b for b in PORTS if self.owner[b] == self.active and b != port]
        invading = port == WASHINGTON and self.active == UNION and self.die == 6
        if port != EUROPE and self.owner[port] != self.active:
            return False
        return bool(others or invading) and any(p.marches < 2 and not p.moved for p in self.at(self.active, port))

    def voyage(self, port: int) -> Any:
        self.marches -= 1
        riders: list[Piece] = []
        while True:
            crew = [p for p in self.at(self.active, port) if p.marches < 2 and not p.moved]
            leaders = [p for p in self.leaders_at(self.active, port) if p.marches < 2 and not p.moved and p not in riders]
            a = yield from self.ask(self.active, "sail_piece", [p.number for p in (*crew, *leaders)])
            if a < 96:
                break
            riders.append(self.leaders[a])
        to = yield from self.ask(self.active, "sail_to", [b for b in PORTS if b != port and self.may_sail_to(port, b)])
        self.arrive(self.pieces[a], sorted(riders, key=lambda p: p.number), port, to)
        self.larger_army()

    def may_sail_to(self, port: int, to: int) -> bool:
        if self.owner[to] == self.active:
            return True
        if self.active == CSA or self.die != 6 or port != WASHINGTON:
            return False
        if self.landings and to not in self.landings and not self.on("several-landings"):
            return False
        return not (self.on("fort-monroe") and self.owner[FORT_MONROE] == CSA and to in ROADSTEADS)

    def arrive(self, p: Piece, riders: list[Piece], port: int, to: int) -> None:
        p.leave_works()
        if self.owner[to] != self.active:
            p.wet = True
            self.landings.add(to)
            self.say("landed", KINDS.index(p.kind), to)
        else:
            self.say("sailed_to", self.active, KINDS.index(p.kind), port, to)
        p.spend()
        for one in (p, *riders):
            one.sailed = one.moved = True
        self.put(p, to)
        for leader in riders:
            leader.box = to
            self.say("leader_moved", leader.number - 96, to)

    # --- promotion and recruits ---

    def promote(self, p: Piece) -> None:
        old, p.kind = p.kind, BETTER[p.kind]
        if old in ("MF", "MC"):
            self.pool[p.side][old] += 1
        self.say("promotion", p.side, KINDS.index(old), KINDS.index(p.kind), p.box)

    def promotions(self) -> Any:
        number = 1
        if self.on("replacement-training") and self.active == CSA:
            die = yield from self.roll("training_die")
            number = 2 if die - self.lost <= 1 else 1
            self.say("trained", die, self.lost, number)
        while number:
            ready = [p for p in self.pieces.values() if p.side == self.active and p.kind in BETTER and not p.promoted and p.box != EUROPE]
            a = yield from self.ask(self.active, "promote", [*(p.number for p in ready), DONE])
            if a == DONE:
                return
            self.promote(self.pieces[a])
            self.pieces[a].promoted = True
            number -= 1

    def recruitment(self) -> Any:
        side = self.active
        for p in self.leaders.values():
            if p.side == side and p.box == "away" and self.occupied(side):
                yield from self.place(p, self.occupied(side))
        cities = [b for b in BOXES if VALUE[side][b] and self.owner[b] == side]
        replaces = side == CSA and self.foreign and self.foreign_lost > 0
        if not replaces and not (self.room(side) > 0 and cities):
            return
        die = yield from self.roll("recruit_die")
        drawn = self.recruits(side, die)
        left = min(drawn, self.room(side))
        self.say("recruits_rolled" if left == drawn else "recruits_short", side, die, left)
        if replaces and die >= 5:
            self.foreign_lost -= 1
            self.raise_piece(CSA, "FX", EUROPE)
            self.say("foreign_replaced")
        placed = dict.fromkeys(cities, 0)
        while left:
            a = yield from self.ask(side, "city", [*(b for b in cities if placed[b] < self.recruits_of(side, b)), DONE])
            if a == DONE:
                return
            yield from self.recruit(side, a)
            placed[a] += 1
            left -= 1

    def room(self, side: int) -> int:
        return max(min(self.ceiling(side) - self.army(side), sum(self.pool[side].values())), 0)

    def recruits(self, side: int, die: int) -> int:
        if self.on("historical-recruitment"):
            return max(die, 3) if side == UNION else min(max(die, 2), 4)
        return max(die, 2)

    def recruits_of(self, side: int, city: int) -> int:
        return 2 if self.on("historical-recruitment") and VALUE[side][city] >= 3 else 1

    def recruit(self, side: int, city: int) -> Any:
        kinds = [kind for kind in ("MF", "MC") if self.pool[side][kind]]
        kind = KINDS[(yield from self.ask(side, "arm", [KINDS.index(k) for k in kinds]))]
        self.pool[side][kind] -= 1
        self.raise_piece(side, kind, city)
        self.say("recruited", side, KINDS.index(kind), city)

    # --- possession and victory ---

    def end_of_turn(self) -> Any:
        side, had = self.active, self.owner[WASHINGTON] == CSA
        self.held = {b for b in self.held if self.only_horse(self.owner[b], b)}
        for box in sorted(self.occupied(side)):
            if self.owner[box] != side and not self.at(1 - side, box):
                self.capture(side, box)
        if self.on("washington") and self.owner[WASHINGTON] == CSA and not had:
            die = yield from self.roll("washington_die")
            cost = max(die, 2) + self.on("washington-costs-more")
            self.washington_cost += cost - 1
            self.say("washington_fell", die, cost)
        self.contained = {b for b in self.contained if self.at(UNION, b) and self.at(CSA, b)}
        self.decide()

    def capture(self, side: int, box: int) -> None:
        self.own(box, side)
        if self.only_horse(side, box) and PRINTED[box] != side:
            self.held.add(box)
            self.say("held_by_cavalry", side, box)
        else:
            self.say("captured", side, box)
        if box in self.landings:
            self.invaded.add(box)

    def decide(self) -> None:
        if all(self.owner[b] == UNION for b in PRIZES):
            self.finish(UNION, "AHD-11.0a", "union_cities")
        if self.on("inexperienced-union") and self.active == CSA:
            return
        if self.owner[WASHINGTON] == CSA and not self.on("washington"):
            self.finish(CSA, "AHD-11.0c", "washington")
        if self.maximum(CSA) > self.maximum(UNION):
            self.finish(CSA, "AHD-11.0d", "army_maximum")

    def judge(self) -> None:
        north, south = self.maximum(UNION), self.maximum(CSA)
        if self.victory == "campaign":
            self.finish(CSA, "AHD-11.0e", "time")
        if self.victory == "short":
            kept = north >= 5 * south if self.on("five-times-as-large") else north - south >= 5
            self.finish(UNION if kept else CSA, "AHD-13.0b", "short_union" if kept else "short_csa")
        draw = {1862: 8, 1863: 12, 1864: 16}[self.row]
        step = max(-3, min(3, north - south - draw))
        name = ("historical", "edge", "advantage", "victory")[abs(step)]
        ending = f"north_{name}" if step > 0 else f"south_{name}" if step else name
        rule = {1862: "AHD-O5.0k", 1863: "AHD-O5.0l", 1864: "AHD-O5.0m"}[self.row]
        self.finish(UNION if step > 0 else CSA if step < 0 else None, rule, ending)


def next_question(procedure: Any, a: int) -> Question | None:
    try:
        return procedure.send(a)  # type: ignore[no-any-return]
    except StopIteration:
        return None
