"""A second implementation of Lincoln, written from the rulebook, to compare the program with.

It imports nothing of the title: it reads the data files by itself and plays the whole game as one generator, `Oracle.play`. The generator
yields what is asked, is sent the answer, and notes every event by its name and values. Nothing here is fast, and nothing is shared with the
rules of the program but the numbers in which answers are written (a half is 2 * location + 0 or 1, a counter 4 * half + kind, a way
2 * link, or 2 * link + 1 back).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from titles.lincoln.oracle_board import CHANCE, CSA, FORT, NOBODY, PRINTED, SIDES, UNION, Asked, Over, Step
from titles.lincoln.oracle_combat import Combats, Fight

PASS, DEPLOY, MOVE, NAVAL, ATTACK, PLAY, DISCARD, STOP = 0, 100, 200, 300, 400, 500, 600, 999


class Oracle(Combats):
    # --- the war ----------------------------------------------------------------------------------------------------

    def play(self) -> Step:
        for side in (UNION, CSA):
            yield from self.draw(side, PRINTED.war[SIDES[side]]["hand"])
        while True:
            for side in (UNION, CSA):
                yield from self.play_turn(side)

    def play_turn(self, side: int) -> Step:
        self.active, self.actions = side, PRINTED.tables["limits"]["actions"]
        self.turn += side == UNION
        self.benefits.clear()
        self.tell("turn_begins", side, self.turn)
        while True:
            box = "action" if self.actions else "closing"
            a = yield from self.ask(side, box, self.may_act(side) if self.actions else self.may_close(side), secret=True)
            if a == PASS:
                break
            if not PLAY <= a < DISCARD or PRINTED.type_of(a - PLAY) != "free":
                self.actions -= 1
            yield from self.act(side, a)
        if self.actions:
            self.tell("passed", side)
        yield from self.draw(side, self.limit(side) - self.held(side))
        self.end_turn(side)

    def end_turn(self, side: int) -> None:
        """Section 6: the cities, at the end of a turn; and our bound on turns without a draw."""
        if side == CSA:
            if all(self.holder[city] == UNION for city in PRINTED.pair):
                raise Over(UNION, "LIN-vic-g", "cities")
            return
        self.idle += not self.drew
        self.drew = False
        if self.holder[PRINTED.capital] == CSA:
            raise Over(CSA, "LIN-vic-e", "washington")
        if self.idle >= PRINTED.tables["patience"]["idle_turns"]:
            enough = self.points() >= PRINTED.tables["gates"]["points"][2]
            raise Over(*((UNION, "LIN-vic-f", "points") if enough else (CSA, "LIN-vic-c", "given_up")))

    def may_close(self, side: int) -> Iterator[int]:
        yield PASS
        yield from (PLAY + k for k in self.cards(side) if PRINTED.type_of(k) == "free" and self.can_draw(side))

    def can_draw(self, side: int) -> bool:
        """Whether a free card could bring any card but itself."""
        pile = "I" * (self.shuffles[side] + 1)
        return side == UNION or any(self.deck[k] or self.pile[k] or PRINTED.kinds[k]["set"] == pile for k in PRINTED.cards(side))

    def may_act(self, side: int) -> Iterator[int]:
        yield PASS
        rest = self.held(side) - 1
        by_rail = any(self.goals(side, half, kind, rest) for half, kind in self.all_armies(side))
        by_card = any(self.goals(side, half, kind, rest, by_card=True) for half, kind in self.all_armies(side))
        by_sea = any(self.havens(loc, rest) for loc, *_ in self.ashore()) if side == UNION else False
        for k in self.cards(side):
            card, kind = PRINTED.kinds[k], PRINTED.type_of(k)
            if self.can_deploy(side, k, card.get("price", 0)):
                yield DEPLOY + k
            if card.get("rail") and by_rail:
                yield MOVE + k
            if card.get("naval") and by_sea:
                yield NAVAL + k
            if (kind == "free" and self.can_draw(side)) or (kind == "action" and (card["text"] != "rail_movement" or by_card)):
                yield PLAY + k
            if "discard-action" in self.rules:
                yield DISCARD + k
        for loc in range(len(PRINTED.places)):
            own = [half for half in (2 * loc, 2 * loc + 1) if self.armies(side, half)]
            if self.at(UNION, loc) and self.at(CSA, loc) and own and rest >= 0:
                yield ATTACK + loc

    def act(self, side: int, a: int) -> Step:
        what, n = a // 100 * 100, a % 100
        if what == DEPLOY:
            yield from self.deploy(side, n, PRINTED.kinds[n]["price"])
        elif what == ATTACK:
            base = next(half for half in (2 * n, 2 * n + 1) if self.units[side, half])
            yield from self.combat(Fight(base ^ 1, base, NOBODY, 0))
        elif what == PLAY:
            self.spend(side, n, "played", PRINTED.texts.index(PRINTED.text(n)))
            yield from self.play_text(side, PRINTED.text(n))
        else:
            self.spend(side, n, "discarded")
            if what == DISCARD:
                yield from self.discard_more(side)
            else:
                yield from (self.rail(side) if what == MOVE else self.sail())

    def discard_more(self, side: int) -> Step:
        while self.held(side):
            a = yield from self.ask(side, "discard_more", [*self.cards(side), STOP], secret=True)
            if a == STOP:
                return
            self.spend(side, a, "discarded")

    def play_text(self, side: int, text: str) -> Step:
        effects = PRINTED.tables["effects"]
        if text in ("draft", "blockade_runner"):
            yield from self.draw(side, effects["free_draw"])
        elif text == "cavalry_raid":
            yield from self.raid(1 - side, effects["raid_discards"])
        elif text == "rail_movement":
            yield from self.rail(side, effects["rail_counters"])
        else:
            for _ in range(effects["bond_units"]):
                may = [DEPLOY + k for k in self.cards(side) if 0 <= PRINTED.unit[k] <= FORT and self.can_deploy(side, k, 0)]
                a = yield from self.ask(side, "bonds", [*may, STOP], secret=True)
                if a == STOP:
                    return
                yield from self.deploy(side, a - DEPLOY, 0)

    def raid(self, victim: int, n: int) -> Step:
        raids = [1 + k for k in self.cards(victim) if PRINTED.text(k) == "cavalry_raid"]
        a = yield from self.ask(victim, "counter_raid", [0, *raids], secret=True)
        if a:
            self.spend(victim, a - 1, "raid_cancelled")
            yield from self.draw(victim, 1)
            return
        for _ in range(min(n, self.held(victim))):
            kinds = self.cards(victim)
            card = yield Asked(CHANCE, "raid", tuple(kinds), tuple(self.hand[k] for k in kinds))
            self.spend(victim, card, "raided")

    # --- 3 a) deploying ---------------------------------------------------------------------------------------------

    def supplied(self, side: int) -> set[int]:
        sources = [n for n, place in enumerate(PRINTED.places) if place.get("supply_for") == SIDES[side] and self.holder[n] == side]
        linked = {PRINTED.ways[w].into // 2 for source in sources for w in self.reach(side, source)}
        return {*sources, *(loc for loc in linked if self.holder[loc] == side)}

    def can_deploy(self, side: int, card: int, price: int) -> bool:
        unit = PRINTED.unit[card]
        if unit < 0 or self.held(side) - 1 < price:
            return False
        if unit > FORT:
            return True
        ships = [k for k in self.cards(side) if PRINTED.kinds[k].get("naval") and self.hand[k] > (k == card)]
        ports = [n for n in PRINTED.port if self.holder[n] == UNION] if side == UNION else []
        by_ship = bool(ships and ports) and self.held(side) - 2 >= price
        return self.stock(side, unit) > 0 and (bool(self.supplied(side)) or by_ship)

    def deploy(self, side: int, card: int, price: int) -> Step:
        unit = PRINTED.unit[card]
        self.hand[card] -= 1
        if unit == 0:
            self.lay(side, card)
        else:
            self.gone[card] += 1
        self.tell("removed_card" if unit else "discarded", side, card)
        if unit <= FORT:
            yield from self.place(side, unit, price)
        while price:
            whole = self.held(side) == price
            a = self.cards(side)[0] if whole else (yield from self.ask(side, "pay", self.cards(side), secret=True))
            self.spend(side, a, "paid")
            price -= 1
        if PRINTED.kinds[card]["top"] == "ship":
            hands = PRINTED.tables["blockade"]["csa_hand"]
            self.blockade = min(self.blockade + 1, len(hands) - 1)
            self.tell("blockade", self.blockade, hands[self.blockade])
        elif PRINTED.kinds[card]["top"] == "politician":
            self.lean(side, 1)

    def place(self, side: int, unit: int, price: int) -> Step:
        by_rail = self.supplied(side)
        may = [half for loc in by_rail for half in (2 * loc, 2 * loc + 1)]
        if side == UNION and self.held(side) > price:
            ports = [n for n in PRINTED.port if self.holder[n] == UNION and n not in by_rail]
            may += [100 + 64 * port + k for port in ports for k in self.cards(side) if PRINTED.kinds[k].get("naval")]
        a = yield from self.ask(side, "place", may, secret=True)
        if a >= 100:
            port, card = divmod(a - 100, 64)
            self.spend(side, card, "discarded")
            a = PRINTED.port[port]
        self.units[side, a].append(unit)
        self.tell("deployed", side, unit, a)
        self.settle(a // 2)

    # --- 2) and 3 b) moving -----------------------------------------------------------------------------------------

    def exits(self, side: int, loc: int, entered: int | None = None) -> list[int]:
        """The ways on which armies go on from a place: any where their side controls it, else those of the half that it holds. `entered`:
        the half through which they have come, which must be theirs."""
        if self.holder[loc] == side:
            halves: tuple[int, ...] = (2 * loc, 2 * loc + 1)
        elif self.holder[loc] == NOBODY:
            halves = tuple(half for half in (2 * loc, 2 * loc + 1) if self.units[side, half] and entered in (None, half))
        else:
            halves = ()
        ways = [w for half in halves for w in PRINTED.leaving[half]]
        return ways if side == UNION else [w for w in ways if not PRINTED.closed[PRINTED.ways[w].into // 2]]

    def reach(self, side: int, loc: int) -> set[int]:
        """All ways that a single army may take to the end of its move."""
        found: set[int] = set()
        fresh = self.exits(side, loc)
        while fresh:
            found.update(fresh)
            ends = {PRINTED.ways[w].into for w in fresh if PRINTED.ways[w].into // 2 != loc}
            fresh = [w for into in ends for w in self.exits(side, into // 2, into) if w not in found]
        return {w for w in found if PRINTED.ways[w].into // 2 != loc}

    def meets(self, side: int, half: int) -> str:
        """Section 2: what comes of entering a half."""
        loc, there, beside = half // 2, self.units[1 - side, half], self.units[1 - side, half ^ 1]
        if self.holder[loc] == side:
            return "nothing"
        if there:
            return "combat"
        if self.holder[loc] == NOBODY or FORT in beside:
            return "choice"
        return "combat" if beside else "control"

    def goals(self, side: int, half: int, kind: int, cards: int, *, by_card: bool = False, stack: bool = False) -> list[int]:
        """The ways that an army in this half, or a stack with it, may take to some end."""
        ways = self.exits(side, half // 2) if stack else self.reach(side, half // 2)
        ends = {w: self.meets(side, PRINTED.ways[w].into) for w in ways}
        allowed = ("nothing", "control") if by_card else ("nothing", "control", "choice", *(["combat"] if cards else []))
        return [w for w, end in ends.items() if end in allowed]

    def rail(self, side: int, by_card: int = 0) -> Step:
        """One army far or a stack next door; by card so many armies one after another, each of them once."""
        moved: list[int] = []
        for n in range(by_card or 1):
            cards = self.held(side)
            may = {4 * half + kind for half, kind in self.all_armies(side) if self.goals(side, half, kind, cards, by_card=bool(by_card))}
            may -= self.arrived(side, moved)
            if not by_card:
                stacks = {c // 8 for c in may if len([k for k in self.at(side, c // 8) if k != FORT]) > 1}
                may |= {200 + loc for loc in stacks if self.goals(side, 2 * loc, 0, cards, stack=True)}
            a = yield from self.ask(side, "lift_more" if n else "lift", {*may, STOP} if n else may)
            if a == STOP:
                return
            moved += yield from self.march(side, a, by_card=bool(by_card))

    def march(self, side: int, lifted: int, *, by_card: bool) -> Step:
        """The counters that have moved, where they arrived."""
        loc = lifted // 8 if lifted < 200 else lifted - 200
        armies = Counter([lifted] if lifted < 200 else [4 * h + k for h in (2 * loc, 2 * loc + 1) for k in self.armies(side, h)])
        while True:
            stack = armies.total() > 1
            ways = self.goals(side, 2 * loc, 0, self.held(side), by_card=by_card, stack=stack)
            quiet = {PRINTED.ways[w].into for w in ways if self.meets(side, PRINTED.ways[w].into) != "combat"}
            fights = {100 + w for w in ways if self.meets(side, PRINTED.ways[w].into) == "combat"}
            here = Counter(4 * h + k for h in (2 * loc, 2 * loc + 1) for k in self.armies(side, h))
            more = set() if by_card else {200 + c for c in here - armies}
            a = yield from self.ask(side, "go", quiet | fights | more)
            if a < 200:
                break
            armies[a - 200] += 1
        half = PRINTED.ways[a - 100].into if a >= 100 else a
        links = [a - 100] if a >= 100 else [w for w in ways if PRINTED.ways[w].into == half]
        bonus = min(PRINTED.ways[w].bonus[1 - side] for w in links)
        kinds = sorted(c % 4 for c in armies.elements())
        self.tell("moved", side, tuple(kinds), loc, half)
        yield from self.enter(side, half, armies, bonus)
        return [4 * half + kind for kind in kinds]

    def ashore(self) -> list[tuple[int, int, int]]:
        """The Union's armies that can go aboard: port, half, kind."""
        every = ((loc, half, kind) for loc in PRINTED.port for half in (2 * loc, 2 * loc + 1) for kind in self.armies(UNION, half))
        return [(loc, half, kind) for loc, half, kind in every if self.holder[loc] == UNION or half == PRINTED.port[loc]]

    def havens(self, loc: int, cards: int) -> list[int]:
        """The ports to which ships can sail from one."""
        return [port for port, half in PRINTED.port.items() if port != loc and (cards > 0 or self.meets(UNION, half) != "combat")]

    def sail(self) -> Step:
        """So many armies as cards, each from a port to another port; those between the same two ports may sail together."""
        ships, moved = 1, list[int]()
        while (a := (yield from self.ask(UNION, "embark", self.aboard(ships), secret=True))) >= 300:
            self.spend(UNION, a - 300, "discarded")
            ships += 1
        while a != STOP:
            moved += yield from self.voyage(a, ships - len(moved) - 1, moved)
            if len(moved) == ships:
                return
            may = {4 * half + kind for loc, half, kind in self.ashore() if self.havens(loc, self.held(UNION))}
            a = yield from self.ask(UNION, "embark_more", {*(may - self.arrived(UNION, moved)), STOP})

    def arrived(self, side: int, moved: list[int]) -> set[int]:
        """The counters that this card or action has brought where they stand, and of whose kind there is no other."""
        return {c for c in moved if self.units[side, c // 4].count(c % 4) <= moved.count(c)}

    def aboard(self, ships: int) -> set[int]:
        """What may be answered before the first army goes aboard: an army, or another card."""
        held, ashore = self.held(UNION), self.ashore()
        may = {4 * half + kind for loc, half, kind in ashore if self.havens(loc, held)}
        if len(ashore) > ships and any(self.havens(loc, held - 1) for loc, *_ in ashore):
            may |= {300 + k for k in self.cards(UNION) if PRINTED.kinds[k].get("naval")}
        return may

    def voyage(self, first: int, spare: int, moved: list[int]) -> Step:
        """From one port to another, with as many armies more as there are cards for."""
        loc, armies = first // 8, Counter([first])
        while True:
            here = Counter(4 * half + kind for at, half, kind in self.ashore() if at == loc)
            more = {200 + c for c in (here - armies) if c not in self.arrived(UNION, moved)} if spare else set()
            a = yield from self.ask(UNION, "sail", {*self.havens(loc, self.held(UNION)), *more})
            if a < 200:
                break
            armies[a - 200] += 1
            spare -= 1
        half, kinds = PRINTED.port[a], sorted(c % 4 for c in armies.elements())
        bonus = PRINTED.places[a].get("port_defence", 0) if PRINTED.colour[a] == CSA else 0
        self.tell("sailed", UNION, tuple(kinds), loc, half)
        yield from self.enter(UNION, half, armies, bonus)
        return [4 * half + kind for kind in kinds]

    def enter(self, side: int, half: int, armies: Counter[int], bonus: int) -> Step:
        """Section 4, first paragraphs: into the half that the link or port leads to; what the enemy does there."""
        what, before, enemy = self.meets(side, half), self.holder[half // 2], 1 - side
        for c in sorted(armies.elements()):
            self.shift(side, c // 4, half, [c % 4])
        self.settle(next(iter(armies)) // 8)
        came = tuple((h, tuple(sorted(c % 4 for c in armies.elements() if c // 4 == h))) for h in sorted({c // 4 for c in armies}))
        fight = Fight(half, half, before, bonus, came)
        if what != "combat":
            self.settle(half // 2)
            if what != "choice" or not self.held(side):
                return
            alone = before == NOBODY or not self.armies(enemy, half ^ 1)
            if not (yield from self.ask(side, "engage", (0, 1))):
                return
            if alone:
                fight = fight._replace(target=half ^ 1)
        if fight.target == half and not self.units[enemy, half]:
            others = self.armies(enemy, half ^ 1)
            self.shift(enemy, half ^ 1, half, others)
            self.tell("shifted", enemy, half)
        yield from self.combat(fight)
