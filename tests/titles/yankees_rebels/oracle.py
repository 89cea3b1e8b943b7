"""A second implementation of Yankees & Rebels, for comparison with the first: the rulebook from top to bottom as one generator.

It uses nothing of the title's code. `Oracle.play()` yields every question with more than one answer as (side, box, options), takes the
answer, and keeps the units, points and events. Marches are walked hex by hex, and every set is found by looking at all hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from copy import copy
from typing import Any

from titles.yankees_rebels.oracle_board import (
    CEMETERY_HILL,
    CORPS,
    COUNT,
    COVER,
    DISTANCE,
    FIRE,
    FULL,
    HEIGHT,
    MARKERS,
    NEIGHBORS,
    NIGHT,
    POINTS,
    RESERVES,
    SIDE,
    STREAM,
    TRAINING,
    TYPE,
    VICTORY,
    Setup,
    answers_to,
    behind,
    entrenched,
    is_gun,
    sees,
)
from titles.yankees_rebels.oracle_march import Pieces, Walk

CHANCE, UNION, CSA = 2, 0, 1
PASS, EVADE, FIRST_ALONE, SECOND_ALONE, NOBODY = -1, -2, -3, -4, -9
DOUBLE, UNION_FLAG, CSA_FLAG, TRUMPET, HAT = range(5)
LOSS, ARROW = 0, 1
OWN = ((DOUBLE, UNION_FLAG), (DOUBLE, CSA_FLAG))
Asking = Generator[tuple[int, str, list[int]], int, Any]


class Shot:
    """One fire of a fight, with what it does."""

    def __init__(self, firers: list[int], frm: int, target: int, there: int, value: int, *, reaction: bool) -> None:
        self.firers, self.frm, self.target, self.there, self.value, self.reaction = firers, frm, target, there, value, reaction
        self.hits = self.losses = self.arrows = 0


class Oracle(Pieces):
    def __init__(self, text: str, play: str, options: Collection[str]) -> None:
        super().__init__(Setup(text, play, frozenset(options)), frozenset(options))
        self.waiting: set[int] = set()
        self.done: set[int] = set()
        self.recovered: set[int] = set()
        self.shifted: set[int] = set()
        self.points = [2 * (f"{s}-plus-2" in options) + 4 * (f"{s}-plus-4" in options) for s in ("union", "csa")]
        self.turn, self.flags, self.hats = 0, 0, 0
        self.told: list[tuple[str, tuple[Any, ...]]] = []
        self.before: list[Oracle] = []
        self.unit, self.party, self.fire = NOBODY, list[int](), Shot([], 0, 0, 0, 0, reaction=False)  # what the question is about
        self.outcome: tuple[int | None, str, str] | None = None

    def tell(self, kind: str, *values: Any) -> None:
        self.told.append((kind, values))

    # --- questions ------------------------------------------------------------------------------------------------------

    def ask(self, side: int, box: str, options: Collection[int]) -> Asking:
        """A question; a single answer is taken without asking."""
        options = sorted(set(options))
        if len(options) == 1:
            return options[0]
        return (yield side, box, options)

    def rolled(self, box: str, faces: int = 5) -> Asking:
        return (yield CHANCE, box, list(range(faces)))

    # --- the turn ---------------------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        """The whole game."""
        for turn, (day, hour) in enumerate(self.setup.turns):
            self.turn = turn
            self.waiting |= {u for u in range(COUNT) if self.setup.when[u] == (day, hour)}
            self.done, self.recovered = set(), set()
            self.works = entrenched(self.options, day)
            if hour == NIGHT:
                self.tell("night_begins", day)
                yield from self.night()
            else:
                self.tell("turn_begins", day, hour)
                yield from self.hours()
            self.end_turn(hour)

    def hours(self) -> Asking:
        present = {*self.units(), *self.waiting}
        cup = [m for m in range(len(MARKERS)) if m < 2 or any(answers_to(m, u) for u in present)]
        while cup and not self.all_done():
            m = yield from self.ask(CHANCE, "draw", cup)
            cup.remove(m)
            yield from self.round(m)

    def all_done(self) -> bool:
        new = {u for u in self.waiting if self.setup.when[u] == self.setup.turns[self.turn]}
        return {*self.units(), *new} <= self.done

    def end_turn(self, hour: int) -> None:
        if "corps-integrity" in self.options:
            self.strays = {u for u in self.units() if self.lost_touch(u)}
            if self.strays:
                self.tell("strayed", tuple(sorted(self.strays)))
        last = self.turn + 1 == len(self.setup.turns)
        if hour != NIGHT and (last or self.setup.turns[self.turn + 1][1] == NIGHT):
            self.end_day(last=last)

    def end_day(self, *, last: bool) -> None:
        if last or "vp-every-day" in self.options:
            by_last = "control-last-occupied" in self.options
            held = [h for h in VICTORY if (self.last_on.get(h) == CSA if by_last else h in self.ground(CSA))]
            points = sum(VICTORY[h] for h in held)
            self.points[CSA] += points
            self.tell("scored", tuple(held), points) if points else self.tell("scored_nothing")
        if last:
            self.tell("final", *self.points)
            lead = self.points[CSA] - self.points[UNION]
            if self.setup.short:
                ending = (CSA, "broke_through") if lead >= 10 else (None, "undecided") if lead >= 4 else (UNION, "held")
                self.outcome = ending[0], "YR-8.2a", ending[1]
            else:
                self.outcome = (None if not lead else CSA if lead > 0 else UNION), "YR-8.0c", "points" if lead else "level"

    # --- the round --------------------------------------------------------------------------------------------------------

    def round(self, m: int) -> Asking:
        side, dice = MARKERS[m][0], 5 if MARKERS[m][0] == CSA else 4
        self.tell("drew", side, m)
        faces = []
        for _ in range(dice):
            faces.append((yield from self.rolled("activation")))
        self.flags = sum(face in OWN[side] for face in faces)
        self.hats, trumpets = faces.count(HAT), faces.count(TRUMPET)
        calls = dice - self.flags - self.hats - trumpets
        self.tell("activation", side, dice, self.flags, self.hats, trumpets, calls)
        self.shifted = set()
        if "faq-shifts" in self.options:
            yield from self.shifts(1 - side, calls)
        yield from self.trumpets(side, trumpets)
        if "faq-shifts" not in self.options:
            yield from self.shifts(1 - side, calls)
        yield from self.activations(side, m)

    def shifts(self, side: int, calls: int) -> Asking:
        """2.0e to 2.0g: a unit of the other side for each enemy flag."""
        for _ in range(calls):
            able = [u for u in self.units(side) if u not in self.shifted | self.recovered and self.shift_to(u)]
            if not able:
                return
            u = yield from self.ask(side, "redeploy", [*able, *([PASS] if "faq-shifts" in self.options else [])])
            if u == PASS:
                return
            self.shifted.add(u)
            self.unit = u
            h = yield from self.ask(side, "redeploy_to", self.shift_to(u))
            self.tell("redeployed", u, self.where[u], h)
            self.put(u, h)

    def shift_to(self, u: int) -> list[int]:
        zone = self.near_enemy(SIDE[u])
        return [n for n in NEIGHBORS[self.where[u]] if n not in zone and self.may_stand(u, n) and self.closes_up(u, n)]

    def trumpets(self, side: int, left: int) -> Asking:
        """3.0d to 3.0k."""
        while left:
            stale = self.done - self.shifted | self.recovered
            back = [u for u in self.units(side) if u not in self.done | self.shifted and self.back_to(u)]
            mend = [100 + u for u in self.units(side) if u not in stale and self.force[u] < FULL[u] and self.is_safe(u)]
            a = yield from self.ask(side, "trumpet", [PASS, *back, *mend])
            left = 0 if a == PASS else left - 1
            if a >= 100:
                yield from self.recover(a - 100)
            elif a != PASS:
                yield from self.fall_back(a)

    def back_to(self, u: int) -> list[int]:
        """Away from the nearest enemy, out of enemy zones."""
        enemy, zone, here = self.ground(1 - SIDE[u]), self.near_enemy(SIDE[u]), self.where[u]
        if not enemy or here is None:
            return []
        now = min(DISTANCE[here][e] for e in enemy)
        found = [n for n in NEIGHBORS[here] if n not in zone and min(DISTANCE[n][e] for e in enemy) > now]
        return [n for n in found if self.may_stand(u, n) and self.closes_up(u, n)]

    def fall_back(self, u: int) -> Asking:
        if "retreat-activates" in self.options:
            self.done.add(u)
        self.shifted.add(u)
        for step in range(3):
            h = yield from self.ask(SIDE[u], "fall_back", [*self.back_to(u), *([PASS] if step else [])])
            if h == PASS:
                return
            self.tell("fell_back", u, self.where[u], h)
            self.put(u, h)

    def is_safe(self, u: int) -> bool:
        here, enemy, everybody = self.where[u], self.ground(1 - SIDE[u]), self.ground()
        if here is None or any(DISTANCE[here][e] == 1 for e in enemy):
            return False
        return self.covered(here) or not any(sees(here, e, everybody, max(HEIGHT[here], HEIGHT[e]), self.works) for e in enemy)

    def recover(self, u: int) -> Asking:
        gained, dice = 0, TRAINING[u]
        while dice and self.force[u] < FULL[u]:
            dice -= 1
            if (yield from self.rolled("recovery")) == TRUMPET:
                gained += 1
                self.force[u] += 1
        if gained:
            self.done.add(u)
            self.recovered.add(u)
            self.tell("recovered", u, gained, self.force[u])
        else:
            self.tell("not_recovered", u)

    # --- activations ------------------------------------------------------------------------------------------------------

    def activations(self, side: int, m: int) -> Asking:
        while True:
            a = yield from self.ask(side, "activate", self.may_act(side, m))
            if a == PASS:
                break
            if a >= 200:
                self.hats -= 1
                yield from self.act([u for u in self.at(a - 200) if u not in self.done])
            else:
                self.flags, self.hats = self.flags - (a < 100), self.hats - (a >= 100)
                yield from self.act([a % 100])
            if not self.flags and not self.hats:
                break
        self.flags = self.hats = 0

    def may_act(self, side: int, m: int) -> list[int]:
        found = [PASS]
        able = [*self.units(side), *(u for u in self.waiting if SIDE[u] == side)]
        fresh = [u for u in able if u not in self.done and (self.where[u] is not None or self.reach(u))]
        if self.flags:
            found += [u for u in fresh if answers_to(m, u)]
        if self.hats:
            found += [100 + u for u in fresh if CORPS[u] in RESERVES]
            for h in self.ground(side):
                here = self.at(h)
                called = any(answers_to(m, u) for u in here) or all(CORPS[u] in RESERVES for u in here)
                if called and len(here) == 2 and not {*here} <= self.done:
                    found.append(200 + h)
        return found

    def act(self, units: list[int]) -> Asking:
        """Units march, are reacted to and attack; two of a hex together or one after the other."""
        side = SIDE[units[0]]
        if len(units) == 1:
            u = self.unit = units[0]
            h = yield from self.ask(side, "march", [*self.reach(u), *([PASS] if self.where[u] is not None else [])])
        else:
            both = self.reach(units[0]) & self.reach(units[1]) - self.ground(side)
            h = yield from self.ask(side, "march_together", [PASS, FIRST_ALONE, SECOND_ALONE, *both])
        if h in (FIRST_ALONE, SECOND_ALONE):
            for u in units if h == FIRST_ALONE else units[::-1]:
                yield from self.act([u])
            return
        self.done |= {*units}
        if h == PASS:
            for u in units:
                self.tell("stands", u)
            yield from self.fight(units, units, [])
            return
        ready = [u for u in units if self.may_fight_at(u, h)]
        for u in units:
            self.march(u, h, fights=u in ready)
        shots = yield from self.reactions(units, set())
        yield from self.fight(units, ready, shots)

    def march(self, u: int, h: int, *, fights: bool) -> None:
        if u in self.waiting:
            self.waiting.remove(u)
            self.tell("entered", u, h)
        else:
            self.tell("marched" if fights or TYPE[u] == "A" else "marched_by_road", u, self.where[u], h)
            self.snap(u)
        self.put(u, h)

    def snap(self, u: int) -> None:
        """Keep the pieces as they stand before a march."""
        before = copy(self)
        before.where, before.unit = list(self.where), u
        self.before.append(before)

    # --- reactions --------------------------------------------------------------------------------------------------------

    def reactions(self, movers: list[int], fled: set[int]) -> Asking:
        """Every enemy next to the movers may react: 4.3."""
        shots: list[Shot] = []
        side = SIDE[movers[0]]
        for u in [e for e in self.units(1 - side) if DISTANCE[self.where[e]][self.where[movers[0]]] == 1 and e not in fled]:
            dice = TRAINING[u]
            while dice and (yield from self.rolled("reaction")) not in OWN[SIDE[u]]:
                dice -= 1
            if not dice:
                self.tell("no_reaction", u)
                continue
            ways_out = self.evasions(u) if TYPE[u] == "C" else set()
            self.unit, self.party = u, movers
            a = yield from self.ask(SIDE[u], "react", [PASS, *movers, *([EVADE] if ways_out else [])])
            if a == PASS:
                self.tell("holds_fire", u)
                continue
            self.done.add(u)
            if a == EVADE:
                h = yield from self.ask(SIDE[u], "evade", ways_out)
                self.tell("evaded", u, self.where[u], h)
                self.snap(u)
                self.put(u, h)
            else:
                self.tell("reacts", u, a)
                self.join(shots, self.shot([u], a, reaction=True))
        return shots

    def join(self, shots: list[Shot], new: Shot) -> None:
        """Two reacting units of a hex that fire at the same unit combine."""
        for shot in shots:
            if (shot.frm, shot.target) == (new.frm, new.target):
                shot.firers += new.firers
                shot.value += new.value
                return
        shots.append(new)

    def evasions(self, u: int) -> set[int]:
        """A full move outside all enemy zones: one that could be no longer by a whole point."""

        def within(points: int) -> set[int]:
            found = self.walked(u, {self.where[u]: points}, Walk(points, shun=True))
            return {h for h in found if h != self.where[u] and self.may_stand(u, h)}

        points = 2 * POINTS[TYPE[u]]
        everything = within(points)
        while points > 2 and within(points) == within(points - 2):
            points -= 2
        return everything - within(points - 2) if points > 2 else everything

    # --- fire ---------------------------------------------------------------------------------------------------------------

    def shot(self, firers: list[int], target: int, *, reaction: bool) -> Shot:
        here, there = self.where[firers[0]], self.where[target]
        assert here is not None and there is not None
        value = sum(FIRE[DISTANCE[here][there]] if is_gun(u) else self.force[u] for u in firers)
        return Shot(list(firers), here, target, there, value, reaction=reaction)

    def dice(self, shot: Shot) -> int:
        """The white dice that the ground leaves."""
        guns, there = all(map(is_gun, shot.firers)), shot.there
        cover = 0 if HEIGHT[there] == HEIGHT[shot.frm] > 0 else COVER[there]
        if there in self.works or (there == CEMETERY_HILL and not guns):
            cover = max(cover, 2)
        cover += frozenset((shot.frm, there)) in STREAM
        return max(shot.value - cover, 1 if "min-one-die" in self.options and not guns else 0)

    def targets(self, firers: list[int]) -> list[int]:
        here, found = self.where[firers[0]], []
        for t in self.units(1 - SIDE[firers[0]]):
            there = self.where[t]
            assert here is not None and there is not None
            far = DISTANCE[here][there]
            seen = far == 1 or (far <= 4 and all(map(is_gun, firers)) and sees(here, there, self.ground(), HEIGHT[here], self.works))
            if seen and self.dice(self.shot(firers, t, reaction=False)) > 0:
                found.append(t)
        return found

    def fight(self, units: list[int], ready: list[int], reactions: list[Shot]) -> Asking:
        """Attacks, then all fires at once, then hexes that were won, and the reactions to those who take them."""
        attacks: list[Shot] = []
        while ready:
            self.party = ready
            alone = [100 * (i + 1) + t for i, u in enumerate(ready) for t in self.targets([u])] if len(ready) == 2 else []
            a = yield from self.ask(SIDE[units[0]], "aim", [PASS, *self.targets(ready), *alone])
            if a == PASS:
                break
            firers = ready if a < 100 else [ready[a // 100 - 1]]
            attacks.append(self.shot(firers, a % 100, reaction=False))
            ready = [u for u in ready if u not in firers]
        gains = yield from self.resolve([*attacks, *reactions])
        while gains:
            gains = yield from self.occupations(gains)

    def resolve(self, shots: list[Shot]) -> Asking:
        """Dice, losses, retreats; the hexes that were cleared with those who may go in."""
        for shot in shots:
            dice = self.dice(shot)
            self.tell("attacks" if len(shot.firers) == 1 else "attack_together", *shot.firers, shot.target, shot.value, dice)
            for _ in range(dice):
                face = yield from self.rolled("shot")
                self.tell("rolled", face)
                shot.hits += face in OWN[SIDE[shot.firers[0]]]
            self.tell("hits", shot.target, shot.hits)
        for shot in shots:
            yield from self.effects(shot)
        for shot in shots:
            u = shot.target
            if shot.losses and self.where[u] is not None:
                self.tell("lost", u, shot.losses, max(self.force[u] - shot.losses, 0))
                self.lose(u, shot.losses)
        for shot in shots:
            for _ in range(shot.arrows):
                yield from self.retreat(shot)
        gains = []
        for shot in shots:
            if not shot.reaction and not self.at(shot.there):
                fled = {x.target for x in shots if not x.reaction and x.there == shot.there}
                gains += [(u, shot.frm, shot.there, fled) for u in shot.firers if not is_gun(u)]
        return gains

    def effects(self, shot: Shot) -> Asking:
        steady = shot.there in self.works or shot.there == CEMETERY_HILL
        for _ in range(shot.hits):
            face = yield from self.rolled("effect", 3)
            shot.losses += face == LOSS
            shot.arrows += face == ARROW and not steady
            if shot.losses >= self.force[shot.target]:
                break
        if shot.hits:
            self.tell("harmed", shot.target)

    def lose(self, u: int, losses: int) -> None:
        self.force[u] = max(self.force[u] - losses, 0)
        if not self.force[u]:
            self.put(u, None)
            self.points[1 - SIDE[u]] += FULL[u]
            self.tell("eliminated", u, FULL[u], 1 - SIDE[u])

    def retreat(self, shot: Shot) -> Asking:
        """One hex away from the firer, or a strength point."""
        u = shot.target
        here = self.where[u]
        if here is None:
            return
        if "retreat-farther" in self.options:
            back = [n for n in NEIGHBORS[here] if DISTANCE[shot.frm][n] > DISTANCE[shot.frm][here]]
        else:
            back = list(behind(shot.frm, here))
        zone = self.near_enemy(SIDE[u])
        back = [n for n in back if n not in zone and self.may_stand(u, n)]
        if not back:
            self.tell("cornered", u, self.force[u] - 1)
            self.lose(u, 1)
            return
        self.unit, self.fire = u, shot
        h = yield from self.ask(SIDE[u], "retreat", back)
        self.tell("retreated", u, here, h)
        self.put(u, h)

    def occupations(self, gains: list[tuple[int, int, int, set[int]]]) -> Asking:
        """Those who may go into the first hex that was won, then reactions to them; what is left to go into."""
        entered: list[int] = []
        to, fled = gains[0][2], set[int]()
        while gains and (not entered or gains[0][2] == to):
            u, frm, to, driven = gains.pop(0)
            if self.where[u] == frm and self.may_stand(u, to) and self.closes_up(u, to):
                self.unit = u
                if (yield from self.ask(SIDE[u], "occupy", [to] if TYPE[u] == "C" else [PASS, to])) == to:
                    self.tell("occupied", u, to)
                    self.put(u, to)
                    entered.append(u)
                    fled = driven
        if entered:
            shots = yield from self.reactions(entered, fled)
            yield from self.resolve(shots)
        return gains

    # --- night --------------------------------------------------------------------------------------------------------------

    def night(self) -> Asking:
        """7.1: entries, the Union's first, then enemies part."""
        for side in (UNION, CSA):
            yield from self.night_entries(side)
        partings = []
        for u in [*self.units(UNION), *self.units(CSA)]:
            here = self.where[u]
            near = [e for e in self.ground(1 - SIDE[u]) if DISTANCE[here][e] == 1]
            if near and not self.covered(here):
                partings.append((u, True))
            elif any(self.covered(e) for e in near):
                partings.append((u, False))
        for u, must in partings:
            yield from self.part(u, must=must)

    def night_entries(self, side: int) -> Asking:
        while True:
            able = {u: self.night_reach(u) for u in sorted(self.waiting) if SIDE[u] == side}
            listed = [u for u in able if self.setup.when[u] == self.setup.turns[self.turn] and able[u]]
            u = yield from self.ask(side, "night_unit", [*(u for u in able if able[u]), *([] if listed else [PASS])])
            if u == PASS:
                return
            h = yield from self.ask(side, "night_march", able[u])
            self.waiting.remove(u)
            self.tell("entered", u, h)
            self.put(u, h)

    def night_reach(self, u: int) -> set[int]:
        way = Walk(4 * POINTS[TYPE[u]], shun=True)
        return {h for h in self.entered(u, self.gates(u, way), way) if self.may_stand(u, h)}

    def part(self, u: int, *, must: bool) -> Asking:
        here, zone = self.where[u], self.near_enemy(SIDE[u])
        away = [n for n in NEIGHBORS[here] if n not in zone and self.may_stand(u, n) and (must or self.closes_up(u, n))]
        if away:
            h = yield from self.ask(SIDE[u], "part_from", [*away, *([] if must else [PASS])])
            if h != PASS:
                self.tell("parted", u, here, h)
                self.put(u, h)
