"""A battle reckoned by counts: how targets are chosen when both sides stand and fight, and what is to be expected in the end.

Pieces of one sort are counted, not told apart. Who fires best aims first, as a side may announce its targets in any order (5.1i); each
takes the target that promises most, as the script does. So nothing depends on which counter stands for which piece.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from random import Random
from typing import Final

from bivouac.core.flow import DIE
from bivouac.core.kit.attrition import (
    Camp,
    Counts,
    Falls,
    Fates,
    Fire,
    Host,
    Masses,
    Powers,
    chance_at,
    nothing,
    one_fire,
    one_part,
    place_of,
    set_chance,
    spread,
    to_the_end,
    together,
)
from bivouac.titles.house_divided.advice.look import WORTH
from bivouac.titles.house_divided.frames import HOLD_FIRE
from bivouac.titles.house_divided.printed.map import GARRISON_VALUE
from bivouac.titles.house_divided.printed.units import CAVALRY, FIRE, GARRISON, ROUNDS_A_DAY, THE_GARRISON, YEAR
from bivouac.titles.house_divided.rules.ch05_fire import CROSSING_ROUNDS, standing, value_against
from bivouac.titles.house_divided.rules.chA7_command import command_value
from bivouac.titles.house_divided.rules.chA8_morale import holds_until
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, BATTLEFIELD_TARGETS, LEADERS_RULE, MORALE_RULE
from bivouac.titles.house_divided.state import MASK, State

GARRISON_WORTH: Final = 2.0
HURT: Final = 1  # hits that a hurt piece takes
WHOLE: Final = 2  # and a whole one
BEST: Final = DIE[-1]
Sort = tuple[int, ...]


def sort_of(s: State, p: int) -> Sort:
    """What a piece is in this battle, but for its wounds."""
    if p == GARRISON:
        return THE_GARRISON, False, 0, 0
    return s.kind[p], s.in_works(p), s.crossed >> p & 1, s.invaders() >> p & 1


# --- who aims at whom -------------------------------------------------------------------------------------


Shooter = tuple[bool, bool, int]
"""Those who fire alike: whether they came by land, are on foot, and the value of their fire below nought: so they sort as they aim.
Invaders, who are bound to a garrison, come first; with the battlefield targets cavalry before infantry; then the best."""
Roster = list[tuple[Shooter, int]]


class Mark:
    """A sort of pieces as a target: what it adds to the value of a fire, what it is worth, whether it is cavalry or the garrison, and the
    faces of a die on which a piece that is reduced routs."""

    def __init__(self, shift: int, worth: float, routs: int, *, horse: bool, garrison: bool) -> None:
        self.shift = shift
        self.worth = worth
        self.horse = horse
        self.garrison = garrison
        self.routs = routs


class Pool:
    """Targets that are alike: their sort, the hits they take, the values of the shots at each of them, how many there are; and what a
    shot at one of them promises for each point of its value, as the script reckons it: a kill counts more than a wound, and nobody is
    shot at more than needed."""

    def __init__(self, mark: Mark, sort: int, life: int, shots: tuple[int, ...], count: int) -> None:
        self.mark = mark
        self.sort = sort
        self.life = life
        self.shots = shots
        self.count = count
        self.is_hurt = life == HURT and not mark.garrison
        self.promise = mark.worth + 1.0 if self.is_hurt else 0.7 + 0.3 * mark.worth
        for _ in shots:
            self.promise *= self.fading()

    def fading(self) -> float:
        return 0.55 if self.is_hurt else 0.9


Step = tuple[int, int, int, int]
"""These shooters aim at targets of one pool, which are then of another, so many of them. Without a pool (-1) they hold their fire."""


def all_aim(shooters: Roster, pools: list[Pool], *, picky: bool) -> list[Step]:
    """One sort of shooters after the other; the pools are changed. `picky`: with the battlefield targets (O2.2)."""
    steps: list[Step] = []
    guarded = False
    for pool in pools:
        if pool.mark.garrison and pool.count:
            guarded = True
    held = guarded and not shooters[0][0][0]
    free, open_ones = 0, 0
    for (by_land, _, _), n in shooters:
        if by_land or not guarded:
            free += n
    for pool in pools:
        if needs_cover(pool.mark, held=held, picky=picky):
            open_ones += pool.count
    for at, (shooter, n) in enumerate(shooters):
        bound, value = guarded and not shooter[0], -shooter[2]
        while n:
            spare = free - open_ones
            best = best_pool(value, shooter[1], pools, bound=bound, spare=spare, picky=picky)
            if best < 0:
                steps.append((at, -1, -1, n))
                free -= n
                break
            pool = pools[best]
            count = min(n, pool.count)
            if pool.shots and not bound:
                count = min(count, spare)
            elif not pool.shots and needs_cover(pool.mark, held=held, picky=picky):
                open_ones -= count
            if not bound:
                free -= count
            n -= count
            steps.append((at, best, aimed_at(pools, pool, value + pool.mark.shift, count), count))
    return steps


def needs_cover(mark: Mark, *, held: bool, picky: bool) -> bool:
    """Whether nobody is aimed at twice before such a target has its shooter (5.1d, O2.2b): the garrison has those who are bound to it."""
    return not (held and mark.garrison) and not (picky and mark.horse)


def best_pool(value: int, on_foot: bool, pools: list[Pool], *, bound: bool, spare: int, picky: bool) -> int:
    """The targets that promise most among those that may be aimed at; -1: there are none."""
    best, most = -1, -1.0
    seeks = picky and not on_foot and not bound and any(p.count and not p.shots and p.mark.horse for p in pools)
    for n, pool in enumerate(pools):
        mark = pool.mark
        if not pool.count or (bound and not mark.garrison) or (seeks and (pool.shots or not mark.horse)):
            continue
        if pool.shots and not bound and (spare <= 0 or (picky and on_foot and mark.horse)):
            continue
        need = min(value + mark.shift, BEST)
        score = need * pool.promise if need > 0 else 0.0
        if score > most or (score == most and is_before(pool, pools[best])):
            best, most = n, score
    return best


def is_before(one: Pool, other: Pool) -> bool:
    """Of targets that promise the same those with fewer shots come first: it must not matter how the others are told apart."""
    if len(one.shots) != len(other.shots):
        return len(one.shots) < len(other.shots)
    if one.sort != other.sort:
        return one.sort < other.sort
    return one.life > other.life or (one.life == other.life and one.shots > other.shots)


def aimed_at(pools: list[Pool], pool: Pool, need: int, count: int) -> int:
    """So many targets of a pool have one more shot to bear. Gives the pool where they are then."""
    shots = (*pool.shots, max(0, min(need, BEST)))
    if len(shots) > 1 and shots[-1] > shots[-2]:
        shots = tuple(sorted(shots, reverse=True))
    at = len(pools)
    for n, other in enumerate(pools):
        if other.sort == pool.sort and other.life == pool.life and other.shots == shots:
            pool.count -= count
            other.count += count
            return n
        if other is pool and count == pool.count:
            at = n
    if at < len(pools):
        pool.shots = shots
        pool.promise *= pool.fading()
    else:
        pool.count -= count
        pools.append(Pool(pool.mark, pool.sort, pool.life, shots, count))
    return at


# --- a side of the battle ---------------------------------------------------------------------------------


class Army:
    """The pieces of a side that stand: their sorts, as shooters and as targets, and how many of each are whole and hurt."""

    def __init__(self, s: State, side: int, enemy: int, rnd: int) -> None:
        """`enemy`: one of those who fire at them."""
        at = s.clone()
        at.rnd, at.bonus = rnd, ()
        here = sorted([(sort_of(s, p), p) for p in standing_of(s, side)])
        self.sorts = sorted({sort for sort, _ in here})
        self.pieces: list[list[int]] = [[p for of, p in here if of == sort] for sort in self.sorts]
        firsts = [row[0] for row in self.pieces]
        self.picky = bool(s.rules & BATTLEFIELD_TARGETS)
        self.values = [fire_of(s, p) for p in firsts]
        self.worths = [worth_of(s, p) for p in firsts]
        self.marks = [
            Mark(
                value_against(at, enemy, p) - fire_of(s, enemy),
                worth_of(s, p),
                routs_of(s, p),
                horse=is_horse(s, p),
                garrison=p == GARRISON,
            )
            for p in firsts
        ]
        self.points = s.leadership(side, s.place) if s.rules & LEADERS_RULE else 0

    def shooters(self, alive: list[int], command: int) -> Roster:
        """Of so many of each sort those who fire, at most as many as the command allows, the best first; leaders' points are spread over
        them."""
        ranks = sorted([(-worth, sort) for sort, worth in enumerate(self.worths)])
        firing, room = [0] * len(alive), command
        for _, sort in ranks:
            firing[sort] = min(alive[sort], room)
            room -= firing[sort]
        whole, more = divmod(self.points, max(1, sum(firing)))
        found: dict[Shooter, int] = {}
        for _, sort in sorted([(-value, sort) for sort, value in enumerate(self.values)]):
            invader = self.sorts[sort][3]
            for _ in range(firing[sort]):
                value = self.values[sort] + whole + (more > 0)
                more -= 1
                shooter = not invader, not (self.picky and self.marks[sort].horse), -value
                found[shooter] = found.get(shooter, 0) + 1
        return sorted(found.items())


def standing_of(s: State, side: int) -> list[int]:
    """The pieces of a side that fight, and its garrison."""
    found = standing(s, side)
    return [p for p in range(GARRISON + 1) if found >> p & 1]


def fire_of(s: State, p: int) -> int:
    return GARRISON_VALUE[s.place] if p == GARRISON else FIRE[s.kind[p]]


def worth_of(s: State, p: int) -> float:
    return GARRISON_WORTH if p == GARRISON else WORTH[s.kind[p]]


def is_horse(s: State, p: int) -> bool:
    return p != GARRISON and CAVALRY[s.kind[p]]


def routs_of(s: State, p: int) -> int:
    """The faces of a die on which a piece routs that was reduced (A8.1)."""
    return min(BEST, max(0, BEST - holds_until(s, p))) if s.rules & MORALE_RULE and p != GARRISON else 0


def life_of(s: State, target: int) -> int:
    """The hits that a target still takes."""
    return s.garrison if target == GARRISON else WHOLE - (s.reduced >> target & 1)


def orders(s: State) -> dict[int, int]:
    """For everybody who fires now the target, by what stands there and not by what has been announced already."""
    shots: dict[Shooter, list[int]] = {}
    picky = bool(s.rules & BATTLEFIELD_TARGETS)
    for p in sorted(s.firers):
        shooter = not sort_of(s, p)[3], not (picky and is_horse(s, p)), -fire_of(s, p) - s.bonus.count(p)
        shots.setdefault(shooter, []).append(p)
    rows = sorted([(shooter, len(pieces)) for shooter, pieces in shots.items()])
    target = Army(s, 1 - s.firing, s.firers[0], s.rnd)
    pools, members = target_pools(s, target)
    found: dict[int, int] = {}
    for at, frm, to, times in all_aim(rows, pools, picky=picky):
        waiting = shots[rows[at][0]]
        for _ in range(times):
            shooter_piece = waiting.pop(0)
            piece: int = HOLD_FIRE
            if to >= 0:
                piece = members[frm].pop(0)
                members.setdefault(to, []).append(piece)
            found[shooter_piece] = piece
    return found


def target_pools(s: State, army: Army) -> tuple[list[Pool], dict[int, list[int]]]:
    """The targets as they stand, and who they are."""
    pools: list[Pool] = []
    members: dict[int, list[int]] = {}
    for sort, pieces in enumerate(army.pieces):
        for life in (WHOLE, HURT):
            alike = [p for p in pieces if life_of(s, p) == life]
            if alike:
                members[len(pools)] = alike
                pools.append(Pool(army.marks[sort], sort, life, (), len(alike)))
    return pools, members


# --- what a fire does -------------------------------------------------------------------------------------

ONE: Final = array("d", (1.0,))
NOTHING: Final[Fates] = array("i", (0,)), ONE
Groups = tuple[tuple[int, int, tuple[int, ...]], ...]
"""Equal targets: how many, the hits they take, and the values of the shots that each has to bear."""


@lru_cache(maxsize=4096)
def fates_of(count: int, life: int, shots: tuple[int, ...], routs: int, base: int) -> Fates:
    """Of equal targets, each with these shots to bear: so many whole, hurt and routed, as figures of one number to a base."""
    if not count:
        return NOTHING
    none, one, more = 1.0, 0.0, 0.0  # hits
    for need in shots:
        hit = need / BEST
        none, one, more = none * (1.0 - hit), none * hit + one * (1.0 - hit), one * hit + more
    flight = routs / BEST
    if life == WHOLE:
        each = array("i", (1, base, base * base, 0)), array("d", (none, one * (1.0 - flight), one * flight, more))
    else:
        each = array("i", (base, 0)), array("d", (none, one + more))
    return both(fates_of(count - 1, life, shots, routs, base), each)


def both(one: Fates, other: Fates) -> Fates:
    """The same, with every number once."""
    numbers, chances = together(one, other)
    found = nothing(max(numbers) + 1)
    spread(found, numbers, chances, 1.0, 0, 1)
    return array("i", [figures for figures, chance in enumerate(found) if chance]), array("d", [chance for chance in found if chance])


def fates_of_all(groups: Groups, routs: int, base: int) -> Fates:
    """Of all targets of one sort."""
    found = NOTHING
    for count, life, shots in groups:
        found = both(found, fates_of(count, life, shots, routs, base))
    return found


class Muster(Powers):
    """Who of a side fires, by its count: a number for each list of shooters."""

    def __init__(self, army: Army, host: Host, command: int, rosters: list[Roster]) -> None:
        super().__init__(host)
        self.army = army
        self.command = command
        self.rosters = rosters
        self.by_alive: dict[tuple[int, ...], int] = {}

    def found(self, number: int) -> int:
        counts = self.host.counts(number)
        alive = tuple([counts[n] + counts[n + 1] for n in range(0, len(counts) - 1, 2)])
        if alive not in self.by_alive:
            roster = self.army.shooters(list(alive), self.command)
            if roster not in self.rosters:
                self.rosters.append(roster)
            self.by_alive[alive] = self.rosters.index(roster)
        return self.by_alive[alive]


class Volley(Fire):
    """What each list of shooters does to each count of an army."""

    def __init__(self, army: Army, host: Host, rosters: list[Roster]) -> None:
        super().__init__(host)
        self.army = army
        self.rosters = rosters
        self.kept: list[dict[Groups, tuple[float, Fates]]] = [{} for _ in army.marks]

    def found(self, power: int, number: int) -> Falls:
        counts, marks, host = self.target.counts(number), self.army.marks, self.target
        pools: list[Pool] = []
        for sort, mark in enumerate(marks):
            for life, count in ((WHOLE, counts[2 * sort]), (HURT, counts[2 * sort + 1])):
                if count:
                    pools.append(Pool(mark, sort, life, (), count))
        all_aim(self.rosters[power], pools, picky=self.army.picky)
        groups: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in marks]
        for p in pools:
            if p.count:
                groups[p.sort].append((p.count, p.life, p.shots))
        stay, found = 1.0, (array("i", (counts[-1] * host.standing,)), ONE) if counts[-1] else NOTHING
        for sort, alike in enumerate(groups):
            if alike:
                same, fates = self.fates(sort, tuple(alike))
                stay *= same
                found = together(found, fates) if found is not NOTHING else fates
        return Falls(stay, found)

    def fates(self, sort: int, groups: Groups) -> tuple[float, Fates]:
        """The chance that nothing becomes of a sort; and all that may, by what it adds to the number of the count."""
        known = self.kept[sort].get(groups)
        if known is None:
            stride, away, base = self.target.strides[sort], self.target.standing, self.target.sorts[sort] + 1
            figures, chances = fates_of_all(groups, self.army.marks[sort].routs, base)
            found, same = [], 0.0
            before = sum([count if life == WHOLE else count * base for count, life, _ in groups])
            for each, chance in zip(figures, chances):
                run, rest = divmod(each, base * base)
                found.append(place_of(rest % base, rest // base) * stride + run * away)
                if each == before:
                    same = chance
            known = self.kept[sort][groups] = same, (array("i", found), chances)
        return known


# --- to the end -------------------------------------------------------------------------------------------

MOST_WORK: Final = 25_000_000  # counts of both sides, times their pieces: beyond, chances are drawn
MANY_DAYS: Final = 100  # times as much where the days differ by their command
LONGEST: Final = 200  # rounds
EVERYBODY: Final = 99  # of a command that limits nobody
LEAST: Final = 1e-12  # chances that are left aside


Command = tuple[int, int]  # how many of the attackers and of the defenders may fire


class Battle:
    """Both sides of a battle by their counts. `early`: while those who crossed water are hit more easily."""

    def __init__(self, s: State) -> None:
        self.ends: Masses = {}
        self.draw: Random | None = None
        self.line_up(s)
        self.start = tuple([host.number(counts_of(s, army)) for host, army in zip(self.hosts, self.armies[1:])])
        days = MANY_DAYS if s.rules & BATTLE_COMMAND else 1
        if self.hosts[0].size * self.hosts[1].size * sum([sum(host.sorts) for host in self.hosts]) * days > MOST_WORK:
            self.draw = Random(0)

    def line_up(self, s: State) -> None:
        """The armies, and how they are counted."""
        attack, defence = standing_of(s, s.attacker), standing_of(s, 1 - s.attacker)
        self.armies = [Army(s, s.attacker, defence[0], rnd) for rnd in (1, CROSSING_ROUNDS + 1)]
        self.armies.append(Army(s, 1 - s.attacker, attack[0], CROSSING_ROUNDS + 1))
        self.crossing = [mark.shift for mark in self.armies[0].marks] != [mark.shift for mark in self.armies[1].marks]
        self.hosts = [host_of(army, s) for army in self.armies[1:]]
        rosters: list[list[Roster]] = [[], []]  # of the attackers and of the defenders
        self.rosters = rosters
        early, attackers, defenders = self.armies
        self.fires = [Volley(early, self.hosts[0], rosters[1]), Volley(attackers, self.hosts[0], rosters[1])]
        self.fires.append(Volley(defenders, self.hosts[1], rosters[0]))
        self.musters: dict[tuple[int, int], Muster] = {}

    def powers(self, side: int, command: int) -> Muster:
        """Of the attackers (0) or the defenders (1)."""
        if (side, command) not in self.musters:
            self.musters[side, command] = Muster(self.armies[1 + side], self.hosts[side], command, self.rosters[side])
        return self.musters[side, command]

    def under_fire(self, target: int, rnd: int) -> Camp:
        fire = self.fires[2] if target else self.fires[0 if rnd <= CROSSING_ROUNDS else 1]
        return Camp(self.hosts[target], self.powers(target, EVERYBODY), fire)

    def part(self, masses: Masses, firing: int, rnd: int, command: int) -> Masses:
        """The fire of a side."""
        target = 1 - firing
        camp = self.under_fire(target, rnd)
        return one_part(camp, self.powers(firing, command), masses, self.ends, first=target == 0, draw=self.draw)

    def fight(self, s: State, rnd: int, firing: int, *, rolled: bool) -> None:
        """From a part of a round on, to the end. `rolled`: the command of this day is known."""
        if self.draw is not None:
            self.fight_drawing(s, rnd, firing, rolled=rolled)
        elif s.rules & BATTLE_COMMAND:
            self.fight_by_days(s, rnd, firing, rolled=rolled)
        else:
            self.fight_on(s, rnd, firing)

    def fight_on(self, s: State, rnd: int, firing: int) -> None:
        """Everybody fires."""
        masses = self.at_start()
        while firing == 0 or (self.crossing and rnd <= CROSSING_ROUNDS):
            masses = self.round(masses, rnd, firing, (EVERYBODY, EVERYBODY))
            rnd, firing = rnd + 1, 1
        self.finish(self.all_across(s, masses) if self.crossing else masses)

    def no_masses(self) -> array[float]:
        return nothing(self.hosts[0].size * self.hosts[1].size)

    def at_start(self) -> array[float]:
        masses = self.no_masses()
        masses[self.start[0] * self.hosts[1].size + self.start[1]] = 1.0
        return masses

    def round(self, masses: array[float], rnd: int, firing: int, command: Command) -> array[float]:
        """The defenders fire, unless only the attackers still do; then the attackers."""
        if firing:
            masses = one_fire(self.under_fire(0, rnd), self.powers(1, command[1]), self.hosts[1], masses, first=True)
        return one_fire(self.under_fire(1, rnd), self.powers(0, command[0]), self.hosts[0], masses, first=False)

    def fight_drawing(self, s: State, rnd: int, firing: int, *, rolled: bool) -> None:
        by_days = s.rules & BATTLE_COMMAND != 0
        command = (s.command[s.attacker], s.command[1 - s.attacker]) if by_days else (EVERYBODY, EVERYBODY)
        start: Masses = {(self.start[0], self.start[1]): 1.0}
        days = {command: start}
        while days and rnd <= LONGEST:
            if by_days and is_new_day(rnd, firing) and not rolled:
                days = drawn_day(s, days)
            for command, masses in list(days.items()):
                for side in (1, 0)[0 if firing else 1 :]:
                    masses = self.part(masses, side, rnd, command[side])
                days[command] = masses
            days = {command: masses for command, masses in days.items() if masses}
            rnd, firing, rolled = rnd + 1, 1, False

    def all_across(self, s: State, masses: array[float]) -> array[float]:
        """Who crossed water is not told apart any more, unless he came by sea."""
        before, sorts = self.hosts[0], self.armies[1].sorts
        across = s.clone()
        across.crossed &= ~MASK[s.attacker] | s.invaders()
        self.line_up(across)
        host, size, found = self.hosts[0], self.hosts[1].size, self.no_masses()
        others = array("i", range(size))
        places = [self.armies[1].sorts.index(sort if sort[3] else (*sort[:2], 0, 0)) for sort in sorts]
        for number in range(before.size):
            counts = before.counts(number)
            merged = [0] * (2 * len(host.sorts)) + [counts[-1]]
            for sort, place in enumerate(places):
                merged[2 * place] += counts[2 * sort]
                merged[2 * place + 1] += counts[2 * sort + 1]
            row = masses[number * size : (number + 1) * size]
            spread(found, others, row, 1.0, host.number(tuple(merged)) * size, 1)
        return found

    def finish(self, masses: array[float]) -> None:
        """Everybody fires, nobody is hit more easily any more."""
        attackers = self.under_fire(0, CROSSING_ROUNDS + 1)
        for key, mass in to_the_end(attackers, self.under_fire(1, CROSSING_ROUNDS + 1), masses).items():
            self.ends[key] = self.ends.get(key, 0.0) + mass

    def fight_by_days(self, s: State, rnd: int, firing: int, *, rolled: bool) -> None:
        """The command of each day limits how many fire (A7.0), until so few are left that it cannot any more."""
        days = {(s.command[s.attacker], s.command[1 - s.attacker]): self.at_start()}
        few = self.no_masses()
        while days and rnd <= LONGEST:
            if is_new_day(rnd, firing) and not rolled:
                if rnd > CROSSING_ROUNDS:
                    days = {command: masses for command, masses in days.items() if self.many(s, masses, few)}
                days = new_day(s, days)
            days = {command: self.round(masses, rnd, firing, command) for command, masses in days.items()}
            rnd, firing, rolled = rnd + 1, 1, False
        self.finish(few)

    def many(self, s: State, masses: array[float], few: array[float]) -> bool:
        """Whether there are any with more pieces than every command lets fire; the others go to the few."""
        least = [min([command_value(YEAR[s.turn], side, die, 0, 0) for die in DIE]) for side in (s.attacker, 1 - s.attacker)]
        alive = [[sum(host.counts(number)[:-1]) for number in range(host.size)] for host in self.hosts]
        left, place = 0.0, -1
        for n in alive[0]:
            for m in alive[1]:
                place += 1
                mass = chance_at(masses, place)
                if mass == 0.0:
                    continue
                if n == 0 or m == 0 or (n <= least[0] and m <= least[1]):
                    set_chance(few, place, chance_at(few, place) + mass)
                    set_chance(masses, place, 0.0)
                else:
                    left += mass
        return left >= LEAST


def is_new_day(rnd: int, firing: int) -> bool:
    return firing == 1 and rnd % ROUNDS_A_DAY == 1


def rolls(s: State, yesterday: Command) -> dict[Command, float]:
    """Both sides roll for their command: what it may be, and how likely."""
    found: dict[Command, float] = {}
    values = [
        [command_value(YEAR[s.turn], side, die, before, s.leadership(side, s.place)) for die in DIE]
        for side, before in zip((s.attacker, 1 - s.attacker), yesterday)
    ]
    for one in values[0]:
        for other in values[1]:
            found[one, other] = found.get((one, other), 0.0) + 1.0 / len(DIE) ** 2
    return found


def new_day(s: State, days: dict[Command, array[float]]) -> dict[Command, array[float]]:
    found: dict[Command, array[float]] = {}
    for yesterday, masses in days.items():
        everything = array("i", range(len(masses)))
        for command, chance in rolls(s, yesterday).items():
            if command not in found:
                found[command] = nothing(len(masses))
            spread(found[command], everything, masses, chance, 0, 1)
    return found


def drawn_day(s: State, days: dict[Command, Masses]) -> dict[Command, Masses]:
    found: dict[Command, Masses] = {}
    for yesterday, masses in days.items():
        for command, chance in rolls(s, yesterday).items():
            into = found.setdefault(command, {})
            for key, mass in masses.items():
                into[key] = into.get(key, 0.0) + mass * chance
    return found


def host_of(army: Army, s: State) -> Host:
    return Host([len(row) for row in army.pieces], may_run=bool(s.rules & MORALE_RULE))


def counts_of(s: State, army: Army) -> Counts:
    """How many of each sort are whole and hurt."""
    found: list[int] = []
    for pieces in army.pieces:
        hurt = len([p for p in pieces if life_of(s, p) == HURT])
        found += [len(pieces) - hurt, hurt]
    return (*found, 0)
