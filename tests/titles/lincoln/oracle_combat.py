"""Combat, withdrawal, losses and retreat in the second implementation of Lincoln (see oracle.py)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from titles.lincoln.oracle_board import CSA, FORT, NOBODY, PRINTED, UNION, Board, Step


class Fight(NamedTuple):
    """An attack on a half from another one, or from the same: who controlled the place before, what the ground gives the defender, and
    the halves and armies that the attackers moved in from."""

    target: int
    base: int
    before: int
    bonus: int
    came: tuple[tuple[int, tuple[int, ...]], ...] = ()


class Combats(Board):
    """Sections 4 and 5. The attacker is the active side."""

    face_down = -1

    def combat(self, fight: Fight) -> Step:
        attacker, defender, loc = self.active, 1 - self.active, fight.target // 2
        self.tell("attacked", attacker, loc)
        card = yield from self.ask(attacker, "battle_card", self.cards(attacker), secret=True)
        self.hand[card] -= 1
        self.face_down = card
        self.tell("face_down_card", attacker)
        self.tell("own_card", attacker, card)
        if self.armies(defender, fight.target):
            yield from self.withdrawal(fight)
        if self.units[defender, fight.target]:
            yield from self.battle(fight)
            return
        self.face_down = -1
        if "card-back-on-withdrawal" in self.rules:
            self.hand[card] += 1
            self.tell("card_returned", attacker)
        else:
            self.lay(attacker, card)
            self.tell("discarded", attacker, card)
        self.settle(loc)

    # --- 5) withdrawal ----------------------------------------------------------------------------------------------

    def refuges(self, side: int, loc: int) -> list[int]:
        """Adjacent locations that a side controls, or contested ones if the link leads to the half of its troops."""
        found = []
        for w, way in enumerate(PRINTED.ways):
            to = way.into // 2
            mine = self.holder[to] == side or (self.holder[to] == NOBODY and self.units[side, way.into])
            if way.out // 2 == loc and mine and not (side == CSA and PRINTED.closed[to]):
                found.append(w)
        return found

    def ships_come(self, fight: Fight) -> bool:
        """Whether Union troops may leave for Washington."""
        loc, harbour = fight.target // 2, PRINTED.port[PRINTED.capital]
        at_hand = loc != PRINTED.capital
        if "withdrawal-from-ports" in self.rules:
            at_hand = at_hand and loc in PRINTED.port and (fight.before != NOBODY or PRINTED.port[loc] == fight.target)
        return self.active == CSA and at_hand and not self.units[CSA, harbour]

    def withdrawal(self, fight: Fight) -> Step:
        defender, loc = 1 - self.active, fight.target // 2
        may = {0}
        if fight.before == defender:
            may.add(1)
        if self.refuges(defender, loc):
            may.add(2)
        by_sea = self.ships_come(fight)
        if by_sea:
            may |= {100 + k for k in self.cards(UNION) if PRINTED.kinds[k].get("naval")}
        a = yield from self.ask(defender, "decide_by_sea" if by_sea else "decide", may, secret=by_sea)
        if a == 1:
            self.evacuate(fight, fight.target ^ 1)
        elif a == 2:
            while armies := self.armies(defender, fight.target):
                w = yield from self.ask(defender, "withdraw", self.refuges(defender, loc))
                self.shift(defender, fight.target, PRINTED.ways[w].into, armies[-1:])
                self.tell("withdrew_units", defender, (armies[-1],), PRINTED.ways[w].into)
        elif a >= 100:
            self.spend(UNION, a - 100, "discarded")
            self.tell("withdrew_by_sea", UNION, loc)
            self.evacuate(fight, PRINTED.port[PRINTED.capital])
            self.settle(PRINTED.capital)

    def evacuate(self, fight: Fight, to: int) -> None:
        defender = 1 - self.active
        armies = self.armies(defender, fight.target)
        self.shift(defender, fight.target, to, armies)
        self.tell("withdrew_units", defender, tuple(armies), to)

    # --- 4) the battle ----------------------------------------------------------------------------------------------

    def battle(self, fight: Fight) -> Step:
        attacker, defender = self.active, 1 - self.active
        bonus = fight.bonus
        while True:
            a = yield from self.ask(defender, "defend", self.may_defend(fight), secret=True)
            if a < 200:
                break
            text = PRINTED.text(a - 200)
            self.spend(defender, a - 200, "played", PRINTED.texts.index(text))
            self.benefits.add((defender, text))
            if text == "high_ground":
                more = PRINTED.tables["high_ground"]["bonus"]
                bonus += more
                self.tell("high_ground_played", defender, more)
            else:
                yield from self.reinforce(fight)
        if a:
            self.hand[a - 100] -= 1
            self.tell("face_down_card", defender)
        own = self.power(attacker, self.armies(attacker, fight.base), self.face_down, 0)
        enemy = self.power(defender, self.units[defender, fight.target], a - 100 if a else -1, bonus)
        self.face_down = -1
        winner = attacker if own > enemy else defender
        self.tell("won" if winner == attacker else "held", winner, max(own, enemy), min(own, enemy))
        yield from self.aftermath(fight, winner)

    def may_defend(self, fight: Fight) -> list[int]:
        defender = 1 - self.active
        may = [0]
        for k in self.cards(defender):
            may.append(100 + k)
            is_new = PRINTED.type_of(k) == "benefit" and (defender, PRINTED.text(k)) not in self.benefits
            if is_new and (PRINTED.text(k) == "high_ground" or self.reserves(fight)):
                may.append(200 + k)
        return may

    def reserves(self, fight: Fight) -> list[int]:
        """Armies of adjacent controlled locations, over links into the half attacked, or into either half of a location that was
        controlled."""
        defender, found = 1 - self.active, []
        for w, way in enumerate(PRINTED.ways):
            open_to_it = way.into == fight.target or (way.into // 2 == fight.target // 2 and fight.before == defender)
            if open_to_it and self.holder[way.out // 2] == defender:
                found += [4 * w + kind for kind in {*self.at(defender, way.out // 2)} - {FORT}]
        return found

    def reinforce(self, fight: Fight) -> Step:
        defender = 1 - self.active
        a = yield from self.ask(defender, "reinforce", self.reserves(fight))
        loc, kind = PRINTED.ways[a // 4].out // 2, a % 4
        start = 2 * loc if kind in self.units[defender, 2 * loc] else 2 * loc + 1
        self.shift(defender, start, fight.target, [kind])
        self.tell("reinforced", defender, kind, loc, fight.target)
        self.settle(loc)

    def power(self, side: int, units: list[int], card: int, bonus: int) -> int:
        leader = 0
        if card < 0:
            self.tell("no_card_played", side)
        else:
            leader = PRINTED.kinds[card]["leadership"]
            self.lay(side, card)
            self.tell("revealed", side, card, leader)
        counters = sum(PRINTED.tables["limits"]["fort_value"] if kind == FORT else kind + 1 for kind in units)
        total = int(counters + leader + bonus)
        if bonus:
            self.tell("power", side, counters, leader, bonus, total)
        else:
            self.tell("plain_power", side, counters, leader, total)
        return total

    # --- losses, retreat, Europe, hands -----------------------------------------------------------------------------

    def aftermath(self, fight: Fight, winner: int) -> Step:
        loser, attacker, loc = 1 - winner, self.active, fight.target // 2
        place = {attacker: fight.base, 1 - attacker: fight.target}
        toll = yield from self.lose(loser, place[loser], up=1)
        yield from self.lose(winner, place[winner], up=0)
        if loser == CSA:
            for half in (fight.target, fight.target ^ 1):
                for _ in range(self.units[CSA, half].count(FORT)):
                    self.remove(CSA, half, [FORT])
                    self.tell("fort_razed", CSA, half)
                    toll += half == fight.target
        if loser == attacker and fight.came:
            toll += self.go_back(fight)
        toll += yield from self.retreat(loser, place[loser])
        self.settle(loc)
        self.lean(winner, toll)
        if self.holder[loc] == CSA != fight.before and PRINTED.colour[loc] == UNION:
            self.lean(CSA, 1)
        yield from self.draw(attacker, self.limit(attacker) - self.held(attacker))

    def lose(self, side: int, half: int, *, up: int) -> Step:
        """Half of the counters engaged, whatever their strength; a side that loses all of them has nothing to choose."""
        lost = 0
        engaged = self.armies(side, half) if side == self.active else sorted(self.units[side, half])
        due = (len(engaged) + up) // 2
        while lost < due:
            engaged = self.armies(side, half) if side == self.active else sorted(self.units[side, half])
            if due - lost == len(engaged):
                chosen = engaged
            else:
                chosen = [(yield from self.ask(side, "losses", set(engaged)))]
            self.remove(side, half, chosen)
            self.tell("lost_units", side, tuple(chosen), half)
            lost += len(chosen)
        return lost

    def go_back(self, fight: Fight) -> int:
        """Those who came with the move return to the halves they left; how many found no room there."""
        side, lost = self.active, 0
        for half, kinds in fight.came:
            left = Counter(self.armies(side, fight.base)) & Counter(kinds)
            back = tuple(sorted(left.elements()))
            free = [to for to in (half, half ^ 1) if not self.units[1 - side, to]]
            if back and free:
                self.shift(side, fight.base, free[0], back)
                self.tell("retreated_units", side, back, free[0])
            elif back:
                self.remove(side, fight.base, back)
                self.tell("no_retreat_for", side, back, fight.base)
                lost += len(back)
        self.settle(fight.came[0][0] // 2)
        return lost

    def retreat(self, side: int, half: int) -> Step:
        """Army by army, the strongest first; how many were lost for want of a refuge."""
        while armies := self.armies(side, half):
            ways = self.refuges(side, half // 2)
            if not ways:
                self.remove(side, half, armies)
                self.tell("no_retreat_for", side, tuple(armies), half)
                return len(armies)
            w = yield from self.ask(side, "retreat", ways)
            self.shift(side, half, PRINTED.ways[w].into, armies[-1:])
            self.tell("retreated_units", side, (armies[-1],), PRINTED.ways[w].into)
        return 0
