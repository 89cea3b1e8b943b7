"""The oracle's battles: who fights where, round by round, to the end."""

from __future__ import annotations

from functools import cache
from typing import Any

from titles.house_divided.oracle import (
    BETTER,
    BOXES,
    CSA,
    DONE,
    FIGHT_ON,
    FORT_MONROE,
    GARRISON,
    GUNS,
    KINDS,
    NEAR,
    NEAR_SOUTH,
    NO,
    NOBODY,
    NUMBERED,
    PENSACOLA,
    PORTS,
    PRINTED,
    SOUTHERN,
    TABLES,
    UNION,
    UNITS,
    WASHINGTON,
    YEAR,
    YES,
    Piece,
    World,
)

HOLD_FIRE = -1
FORT = 7  # the number of the garrison among the kinds


class Battle:
    """One battle. Shooters and targets are numbers of pieces, 99 is the garrison of the port."""

    def __init__(self, box: int, attacker: int) -> None:
        self.box, self.attacker, self.defender = box, attacker, 1 - attacker
        self.round = 0
        self.firing = attacker
        self.guns = 0  # hits that the garrison still takes
        self.regulars = False
        self.came: list[set[int]] = [set(), set()]
        self.command = [0, 0]
        self.firers: list[int] = []
        self.aims: list[int] = []
        self.fired = 0
        self.bonus: list[int] = []
        self.over = False


@cache
def most_covered(foot: int, horse: int, infantry: int, cavalry: int) -> int:
    """How many of the open enemy infantry can still get a shot, whoever announces next. Horsemen take open cavalry while there is any."""
    best = 0
    if foot:
        if infantry:
            best = max(best, 1 + most_covered(foot - 1, horse, infantry - 1, cavalry))
        if cavalry:
            best = max(best, most_covered(foot - 1, horse, infantry, cavalry - 1))
    if horse and cavalry:
        best = max(best, most_covered(foot, horse - 1, infantry, cavalry - 1))
    elif horse and infantry:
        best = max(best, 1 + most_covered(foot, horse - 1, infantry - 1, cavalry))
    return best


class Battles(World):
    # --- which battles ---

    def combat(self) -> Any:
        self.drive_off()
        fights = {b for b in BOXES if self.at(UNION, b) and self.at(CSA, b)}
        fights |= {b for b in self.landings if self.at(UNION, b) and self.has_guns(b)}
        if self.on("containment"):
            yield from self.contain(fights)
        while fights:
            box = yield from self.ask(self.active, "choose_battle", fights)
            fights.discard(box)
            yield from self.fight(box)

    def has_guns(self, box: int) -> bool:
        return self.on("coastal-defence") and box in self.landings and box in GUNS and self.owner[box] == CSA

    def contain(self, fights: set[int]) -> Any:
        for box in sorted(fights):
            if self.active == UNION:
                if box in self.contained and not any(p.moved and (p.wet or not p.sailed) for p in self.at(UNION, box)):
                    fights.discard(box)
                continue
            taken = box in self.invaded or box in (FORT_MONROE, PENSACOLA)
            if not taken or box not in PORTS or self.owner[box] != UNION or (yield from self.ask(CSA, "contain", (YES, NO))) == NO:
                continue
            self.contained.add(box)
            fights.discard(box)
            self.say("contains", box)

    def drive_off(self) -> None:
        for p in self.leaders.values():
            if isinstance(p.box, int) and self.at(1 - p.side, p.box) and not self.at(p.side, p.box):
                self.say("leader_driven_off", p.number - 96, p.box)
                p.box = "away"

    def recover(self) -> None:
        hurt = [p for p in self.pieces.values() if p.reduced]
        if hurt:
            self.say("recovered", len(hurt))
        for p in hurt:
            p.reduced = False

    # --- one battle ---

    def fight(self, box: int) -> Any:
        b = self.battle = Battle(box, self.active)
        b.guns = 2 if self.has_guns(box) else 0
        b.regulars = bool(self.at(b.defender, box))
        for p in self.at(b.attacker, box):
            p.entrenched = False
            if p.origin is not None:
                b.came[b.attacker].add(p.origin)
        self.say("battle_begins", box, b.attacker)
        if not b.guns and self.only_horse(b.defender, box):
            yield from self.escape(b)
        while not b.over:
            yield from self.fight_round(b)
        self.battle = None
        self.larger_army()

    def fight_round(self, b: Battle) -> Any:
        b.round += 1
        b.firing = b.defender
        if b.round == 1:
            for p in (*self.at(b.attacker, b.box), *self.leaders_at(b.attacker, b.box)):
                p.fought = True
        self.say("round_begins", b.round)
        if self.on("battle-command") and b.round % 4 == 1:
            yield from self.roll_command(b)
        for side in (b.defender, b.attacker):
            b.firing = side
            yield from self.part(b, side)
            if b.over:
                return
        if self.on("rally") and b.round % 4 == 0:
            for side in (b.defender, b.attacker):
                yield from self.rally(b, side)

    def roll_command(self, b: Battle) -> Any:
        for side in (b.defender, b.attacker):
            die = yield from self.roll("command_die")
            table = TABLES["command"][str(YEAR[self.turn])][die - 1][side]
            b.command[side] = min(8, table + (b.command[side] + 1) // 2 + self.leadership(side, b.box))
            self.say("command_rolled", side, die, b.command[side])

    def rally(self, b: Battle, side: int) -> Any:
        away = [p.number for p in self.at(side, b.box) if p.routed]
        if away:
            a = yield from self.ask(side, "rally", [*away, DONE])
            if a != DONE:
                self.pieces[a].routed = False
                self.say("rallied", side, KINDS.index(self.pieces[a].kind))

    def standing(self, b: Battle, side: int) -> list[int]:
        here = [p.number for p in self.at(side, b.box) if not p.routed]
        return [*here, GARRISON] if side == CSA and b.guns else here

    def part(self, b: Battle, side: int) -> Any:
        """A side retreats, or reinforces and fires."""
        if b.round > 1:
            a = yield from self.ask(side, "retreat", [FIGHT_ON, *self.retreats(b, side)])
            if a != FIGHT_ON:
                self.say("retreats", side, len(self.at(side, b.box)), b.box, a)
                if not (b.guns and side == CSA):
                    yield from self.end(b, 1 - side, a)
                    return
                yield from self.desertion(b, NOBODY)
                self.withdraw(b, side, a)
            else:
                yield from self.reinforcements(b, side)
        yield from self.volley(b, side)
        if not self.standing(b, 1 - side):
            yield from self.end(b, side, None)

    # --- leaving the field ---

    def ways_out(self, b: Battle, side: int) -> set[int]:
        near = NEAR_SOUTH[b.box] if side == CSA else NEAR[b.box]
        found = {n for n in near if not self.at(1 - side, n) and not (self.owner[n] == 1 - side and n in NUMBERED)}
        found -= b.came[1 - side]
        return {n for n in found if not (self.closed_now() and PRINTED[n] == NOBODY)}

    def sea_home(self, b: Battle, side: int) -> set[int]:
        if not self.on("naval-retreat") or side == CSA or b.box not in SOUTHERN:
            return set()
        by_sea = b.attacker == CSA or b.box in self.landings
        return {WASHINGTON} if by_sea and self.owner[WASHINGTON] == UNION and not self.at(CSA, WASHINGTON) else set()

    def flights(self, b: Battle, side: int) -> set[int]:
        found = self.ways_out(b, side) | self.sea_home(b, side)
        own = {n for n in found if self.owner[n] == side}
        return own or found

    def retreats(self, b: Battle, side: int) -> set[int]:
        if not any(not p.routed for p in self.at(side, b.box)):
            return set()
        return self.flights(b, side)

    def change_place(self, p: Piece, box: int) -> None:
        """Into a battle or out of it: works and the way a piece came are left behind."""
        p.fought = True
        p.leave_works()
        p.wet, p.origin = False, None
        self.put(p, box)

    def withdraw(self, b: Battle, side: int, box: int) -> None:
        for p in self.at(side, b.box):
            p.retreated, p.routed = True, False
            self.change_place(p, box)
        for p in self.leaders_at(side, b.box):
            p.retreated = True
            p.box = box

    def escape(self, b: Battle) -> Any:
        options = {NO}
        if not self.only_horse(b.attacker, b.box) and self.ways_out(b, b.defender):
            options.add(YES)
        if (yield from self.ask(b.defender, "escape", options)) == NO:
            return
        to = b.box
        for p in self.at(b.defender, b.box):
            to = yield from self.ask(b.defender, "escape_to", self.ways_out(b, b.defender))
            self.say("escaped", b.defender, KINDS.index(p.kind), to)
            p.retreated = True
            self.change_place(p, to)
        self.withdraw(b, b.defender, to)
        yield from self.after(b, NOBODY)

    # --- reinforcements ---

    def reinforcements(self, b: Battle, side: int) -> Any:
        sent: set[int] = set()
        while True:
            helpers = [p for p in self.pieces.values() if p.side == side and p.box not in sent and self.may_help(b, p)]
            if self.on("leaders"):
                helpers += [p for p in self.leaders.values() if p.side == side and self.may_help(b, p)]
            a = yield from self.ask(side, "reinforce", [*(p.number for p in helpers), DONE])
            if a == DONE:
                return
            p = self.leaders[a] if a >= 96 else self.pieces[a]
            b.came[side].add(p.box)
            if p.is_leader:
                self.say("leader_reinforced", a - 96, p.box)
                p.box, p.fought = b.box, True
                b.command[side] = min(b.command[side] + self.worth(p), 8)
                continue
            self.say("reinforced", side, KINDS.index(p.kind), p.box)
            sent.add(p.box)
            self.change_place(p, b.box)
            b.regulars = b.regulars or side == CSA

    def may_help(self, b: Battle, p: Piece) -> bool:
        near = NEAR_SOUTH[b.box] if p.side == CSA else NEAR[b.box]
        if p.box not in near or p.sailed or p.retreated or (self.closed_now() and PRINTED[b.box] == NOBODY):
            return False
        own, enemy = len(self.at(p.side, p.box)), len(self.at(1 - p.side, p.box))
        if p.side == UNION and p.box in self.contained and enemy:
            return False
        if p.side == b.attacker:
            return not p.fought and not enemy
        return p.is_leader or not enemy or own > enemy

    # --- the fire ---

    def volley(self, b: Battle, side: int) -> Any:
        b.aims, b.bonus, b.fired = [], [], 0
        b.firers = self.standing(b, side)
        if self.on("battle-command") and len(b.firers) > b.command[side]:
            everybody, b.firers = b.firers, []
            while len(b.firers) < b.command[side]:
                b.firers.append((yield from self.ask(side, "engage", [n for n in everybody if n not in b.firers])))
            b.firers.sort()
        if self.on("leaders"):
            for _ in range(self.leadership(side, b.box)):
                b.bonus.append((yield from self.ask(side, "bonus", b.firers)))
                self.say("bonus_given", side, self.name(b.bonus[-1]))
        yield from self.announce(b, side)
        hurt = yield from self.shoot(b, side)
        if self.on("morale"):
            for n in sorted(hurt):
                yield from self.test_rout(b, self.pieces[n])

    def name(self, n: int) -> int:
        return FORT if n == GARRISON else KINDS.index(self.pieces[n].kind)

    def is_horse(self, n: int) -> bool:
        return n != GARRISON and self.pieces[n].is_horse

    def bound(self, b: Battle, n: int) -> bool:
        """Who landed fires at the garrison first."""
        return b.firing == UNION and b.guns > 0 and self.pieces[n].sailed and self.pieces[n].wet

    def open_targets(self, b: Battle) -> set[int]:
        found = set(self.standing(b, 1 - b.firing)) - set(b.aims)
        if any(n != GARRISON and self.bound(b, n) for n in b.firers):
            found.discard(GARRISON)
        return found

    def announce(self, b: Battle, side: int) -> Any:
        enemies = self.standing(b, 1 - side)
        if len(enemies) == 1 and not self.on("battlefield-targets"):
            b.aims = enemies * len(b.firers)
            return
        while len(b.aims) < len(b.firers):
            done, rest = b.firers[: len(b.aims)], b.firers[len(b.aims) :]
            arms = {self.is_horse(n) for n in rest}
            if self.on("battlefield-targets") and len(arms) == 2 and any(self.is_horse(n) for n in self.open_targets(b)):
                first = yield from self.ask(side, "announce", rest)
                b.firers = [*done, first, *(n for n in rest if n != first)]
            b.aims.append((yield from self.ask(side, "aim", self.targets(b, side) or {HOLD_FIRE})))

    def targets(self, b: Battle, side: int) -> set[int]:
        enemies, shooter = set(self.standing(b, 1 - side)), b.firers[len(b.aims)]
        if side == UNION and self.bound(b, shooter):
            return {GARRISON}
        open_ones = self.open_targets(b)
        rest = [n for n in b.firers[len(b.aims) + 1 :] if side == CSA or not self.bound(b, n)]
        if not self.on("battlefield-targets"):
            return enemies if len(rest) >= len(open_ones) else enemies - set(b.aims)
        foot = len([n for n in rest if not self.is_horse(n)])
        cavalry = {n for n in open_ones if self.is_horse(n)}
        infantry = len(open_ones) - len(cavalry)
        if most_covered(foot, len(rest) - foot, infantry, len(cavalry)) < infantry:
            enemies -= set(b.aims)
        if self.is_horse(shooter):
            return enemies & cavalry if cavalry else enemies
        return {n for n in enemies if not (self.is_horse(n) and n in b.aims)}

    def value(self, b: Battle, shooter: int, target: int) -> int:
        value = GUNS[b.box] if shooter == GARRISON else UNITS["kinds"][self.pieces[shooter].kind]["value"]
        value += b.bonus.count(shooter)
        if target == GARRISON:
            return int(value - 1)
        p = self.pieces[target]
        value += UNITS["kinds"][p.kind].get("defence", 0)
        if p.side == b.attacker:
            return int(value + (p.wet and b.round <= 2))
        return int(value - self.in_works(p))

    def shoot(self, b: Battle, side: int) -> Any:
        """All shots. Gives the pieces that were reduced and are still there."""
        self.say("fires", side)
        hurt: set[int] = set()
        for shooter, target in zip(list(b.firers), list(b.aims)):
            gone = not b.guns if target == GARRISON else target != HOLD_FIRE and target not in self.pieces
            if target == HOLD_FIRE:
                self.say("held_fire", side, self.name(shooter))
            elif gone:
                self.say("wasted", side, self.name(shooter))
            elif (need := self.value(b, shooter, target)) <= 0:
                self.say("hopeless", side, self.name(shooter), self.name(target))
            else:
                die = yield from self.roll("shot")
                self.shot(b, (shooter, target), die, need, hurt)
            b.fired += 1
        return hurt

    def shot(self, b: Battle, pair: tuple[int, int], die: int, need: int, hurt: set[int]) -> None:
        shooter, target = pair
        p = None if target == GARRISON else self.pieces[target]
        told = "missed" if die > need else "killed" if p is not None and p.reduced else "hit"
        self.say(told, b.firing, self.name(shooter), self.name(target), die, need)
        if die > need:
            return
        if p is None:
            b.guns -= 1
            if not b.guns:
                self.say("garrison_fell", b.box)
        elif p.reduced:
            hurt.discard(target)
            self.lose(p)
        else:
            p.reduced = True
            hurt.add(target)

    def lose(self, p: Piece) -> None:
        """Lost in battle."""
        self.lost += p.side == CSA and p.kind in ("FV", "FS")
        self.remove(p)

    def morale(self, p: Piece) -> int:
        if p.kind in ("MF", "MC"):
            return 2 if YEAR[self.turn] == 1861 else 3
        return 4 if p.kind in ("FV", "CV", "FX") else 5

    def test_rout(self, b: Battle, p: Piece) -> Any:
        need = self.morale(p) + (p.side == b.defender and self.in_works(p))
        die = yield from self.roll("rout")
        p.routed = die > need
        self.say("routed" if p.routed else "rout_tested", p.side, KINDS.index(p.kind), die, need)

    # --- the end ---

    def end(self, b: Battle, winner: int, retreat_to: int | None) -> Any:
        loser = 1 - winner
        self.say("won", winner, b.box)
        yield from self.desertion(b, winner)
        left = self.at(loser, b.box)
        if retreat_to is not None:
            self.withdraw(b, loser, retreat_to)
        elif left and not self.flights(b, loser):
            for p in left:
                self.say("dispersed", loser, KINDS.index(p.kind))
                self.lose(p)
        elif left:
            to = yield from self.ask(loser, "routed_to", self.flights(b, loser))
            self.say("retreats", loser, len(left), b.box, to)
            self.withdraw(b, loser, to)
        yield from self.after(b, winner)

    def desertion(self, b: Battle, winner: int) -> Any:
        """`winner` NOBODY: only the South leaves, its garrison fights on."""
        if not self.on("desertion"):
            return
        leaving = (CSA,) if winner == NOBODY else (UNION, CSA)
        for p in [p for p in self.pieces.values() if p.box == b.box and p.side in leaving and p.reduced]:
            need = self.morale(p) - (p.side != winner) + (not p.routed) + self.leadership(p.side, b.box)
            die = yield from self.roll("desert")
            self.say("deserted" if die > need else "stayed", p.side, KINDS.index(p.kind), die, need)
            if die > need:
                self.remove(p, for_good=not self.on("deserters-return"))

    def after(self, b: Battle, winner: int) -> Any:
        """The field is cleared: leaders left alone are driven off, and the winner may promote a piece."""
        for p in self.pieces.values():
            p.routed = False
        if not (self.at(UNION, b.box) and self.at(CSA, b.box)):
            self.contained.discard(b.box)
        self.drive_off()
        b.over = True
        here = [] if winner == NOBODY else [p for p in self.at(winner, b.box) if p.kind in BETTER]
        if here and (winner == CSA or b.regulars):
            a = yield from self.ask(winner, "victor", [*(p.number for p in here), DONE])
            if a != DONE:
                self.promote(self.pieces[a])
                self.pieces[a].promoted = self.on("promote-another-piece")
