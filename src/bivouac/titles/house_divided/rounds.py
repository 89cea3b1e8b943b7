"""A battle round after round, to its end: with everybody firing, by the command of its days, or drawn where it is too great for either."""

from __future__ import annotations

from array import array
from random import Random
from typing import Final

from bivouac.core.flow import DIE
from bivouac.core.kit.attrition import Camp, Counts, Host, Masses, chance_at, nothing, one_fire, one_part, set_chance, spread, to_the_end
from bivouac.titles.house_divided.printed.units import ROUNDS_A_DAY, YEAR
from bivouac.titles.house_divided.reckon import HURT, Army, Muster, Roster, Volley, life_of, standing_of
from bivouac.titles.house_divided.rules.ch05_fire import CROSSING_ROUNDS
from bivouac.titles.house_divided.rules.chA7_command import command_value
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, MORALE_RULE
from bivouac.titles.house_divided.state import MASK, State

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
