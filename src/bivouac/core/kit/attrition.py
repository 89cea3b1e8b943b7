"""Fights to the end between two hosts that wear each other down: who is left in the end, and how likely.

A host is counted, not told piece by piece: of each sort of equal pieces how many are whole, how many hurt; and how many have run. Every
such count is one number (`Host.number`), nought where nobody is left at all. What a fire does to a host depends on its count and on the
fire alone (`Fire`), so that it is found once; then all counts of both hosts are gone through from the fullest to the emptiest, each
once, with the chance that the fight comes by there. A round in which nobody is hit leads back to the same counts and is as if it had not
been. Counts by which less than one fight in a million million comes (`RARE`) are left aside: a million of them are one fight in a million.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from random import Random
from typing import Final

Counts = tuple[int, ...]  # whole and hurt of every sort, one after the other; last, those who have run
Fates = tuple["array[int]", "array[float]"]
"""What may become of somebody: numbers of counts, each with its chance."""
Masses = dict[tuple[int, int], float]  # for the numbers of both hosts' counts, how likely
NEVER: Final = 1e-12
RARE: Final = 1e-12
GRAIN: Final = 3e-4
NOT_YET: Final = -1


class Host:
    """One side of a fight: how many pieces of every sort it has at most, and whether some may run."""

    def __init__(self, sorts: list[int], *, may_run: bool) -> None:
        self.sorts = sorts
        self.sizes = [(n + 1) * (n + 2) // 2 for n in sorts]
        self.strides: list[int] = []
        self.standing = 1  # how many counts there are of those who stand
        for size in self.sizes:
            self.strides.append(self.standing)
            self.standing *= size
        self.size = self.standing * (sum(sorts) + 1 if may_run else 1)
        self.known: list[Counts] = [()] * self.size

    def number(self, counts: Counts) -> int:
        """The number of a count."""
        number = counts[-1] * self.standing
        for n, stride in enumerate(self.strides):
            number += place_of(counts[2 * n], counts[2 * n + 1]) * stride
        return number

    def counts(self, number: int) -> Counts:
        """The count with a number."""
        if self.known[number]:
            return self.known[number]
        run, rest = divmod(number, self.standing)
        found: list[int] = []
        for size in self.sizes:
            rest, place = divmod(rest, size)
            alive = 0
            while place > alive:
                alive += 1
                place -= alive
            found += [alive - place, place]
        counts = self.known[number] = (*found, run)
        return counts

    def is_gone(self, number: int) -> bool:
        """Whether nobody stands any more."""
        return number % self.standing == 0

    def gone(self) -> list[int]:
        """All counts with nobody standing."""
        return list(range(0, self.size, self.standing))

    def in_order(self) -> list[int]:
        """All counts with somebody standing, the fullest first."""
        lives: list[tuple[int, int]] = []
        for number in range(self.size):
            if number % self.standing:
                counts = self.counts(number)
                lives.append((-2 * sum(counts[:-1:2]) - sum(counts[1:-1:2]), number))
        lives.sort()
        return [number for _, number in lives]


def place_of(whole: int, hurt: int) -> int:
    """The place of a sort's count among all of that sort, by how many there are and then by how many are hurt."""
    alive = whole + hurt
    return alive * (alive + 1) // 2 + hurt


class Falls:
    """What a fire does: the chance that it changes nothing, and all counts that it may lead to, the same one too."""

    def __init__(self, stay: float, to: Fates) -> None:
        self.stay = stay
        self.numbers, self.chances = to


class Fire(ABC):
    """What one host's fire does to another: found when it is first asked for."""

    def __init__(self, target: Host) -> None:
        self.target = target
        self.known: list[list[Falls | None]] = []

    def of(self, power: int, number: int) -> Falls:
        """What a fire of this power, a small number of the shooters' own, does to a count of the target."""
        found = self.of_power(power)[number]
        return self.first(power, number) if found is None else found

    def of_power(self, power: int) -> list[Falls | None]:
        """As far as it is known."""
        while len(self.known) <= power:
            self.known.append([None] * self.target.size)
        return self.known[power]

    def first(self, power: int, number: int) -> Falls:
        found = self.known[power][number] = self.found(power, number)
        return found

    @abstractmethod
    def found(self, power: int, number: int) -> Falls:
        """The same, reckoned."""


class Powers(ABC):
    """For every count of a host the power with which it fires."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.known = [NOT_YET] * host.size

    def of(self, number: int) -> int:
        if self.known[number] == NOT_YET:
            self.known[number] = self.found(number)
        return self.known[number]

    @abstractmethod
    def found(self, number: int) -> int:
        """The power of a count, reckoned."""


class Camp:
    """A side in the fight: its counts, its power, and what the other side's fire does to it."""

    def __init__(self, host: Host, powers: Powers, under: Fire) -> None:
        self.host = host
        self.powers = powers
        self.under = under


# The masses of a great fight are one long row: for every count of the first host, one after the other, all counts of the second.


def to_the_end(a: Camp, d: Camp, masses: array[float]) -> Masses:
    """The ends of a fight in which `d` fires first and then `a`, round after round: of one of the two nobody stands. The masses are
    changed."""
    a_order, a_gone, d_gone = a.host.in_order(), a.host.gone(), d.host.gone()
    size = d.host.size
    ends: Masses = {}
    for j in d.host.in_order():
        reached = one_column(a, d, masses, a_order, j)
        for i in a_gone:
            if reached[i]:
                ends[i, j] = reached[i]
    for i in range(a.host.size):
        for j in range(size) if a.host.is_gone(i) else d_gone:
            mass = chance_at(masses, i * size + j)
            if mass:
                ends[i, j] = ends.get((i, j), 0.0) + mass
    return ends


def one_column(a: Camp, d: Camp, masses: array[float], a_order: list[int], j: int) -> array[float]:
    """One count of `d` against all of `a`, the fullest first. Gives, for each count of `a`, how likely it stands before this `d` after
    having been fired at."""
    reached = nothing(a.host.size)
    power, size = d.powers.of(j), d.host.size
    known = a.under.of_power(power)
    for i in a_order:
        come, after = chance_at(masses, i * size + j), chance_at(reached, i)
        if come + after < RARE:
            continue
        fall_a = known[i]
        if fall_a is None:
            fall_a = a.under.first(power, i)
        fall_d = d.under.of(a.powers.of(i), j)
        away = 1.0 - fall_a.stay * fall_d.stay
        if away < NEVER:
            continue
        come = (come + fall_d.stay * after) / away
        after += come * fall_a.stay
        spread(reached, fall_a.numbers, fall_a.chances, come, 0, 1)
        set_chance(reached, i, after)
        spread(masses, fall_d.numbers, fall_d.chances, after, i * size, 1)
    return reached


def one_fire(target: Camp, powers: Powers, shooters: Host, masses: array[float], *, first: bool) -> array[float]:
    """One fire at the first of the two hosts, or at the second. Who is gone does not shoot and is not shot at."""
    size, found = target.host.size, nothing(len(masses))
    step, stride = (shooters.size, 1) if first else (1, size)
    for shooting in range(shooters.size):
        is_idle, start = shooters.is_gone(shooting), shooting * stride
        power = 0 if is_idle else powers.of(shooting)
        known = target.under.of_power(power)
        for number in range(size):
            mass = chance_at(masses, start + number * step)
            if mass < RARE:
                continue
            falls = None if is_idle else known[number]
            if falls is None:
                if is_idle or target.host.is_gone(number):
                    place = start + number * step
                    set_chance(found, place, chance_at(found, place) + mass)
                    continue
                falls = target.under.first(power, number)
            spread(found, falls.numbers, falls.chances, mass, start, step)
    return found


def nothing(size: int) -> array[float]:
    return array("d", bytes(8 * size))


# The compiled build has these in its runtime, where nobody looks whether a place is one of the row: a great battle comes with ten million.


def chance_at(row: array[float], k: int) -> float:
    return row[k]


def set_chance(row: array[float], k: int, chance: float) -> None:
    row[k] = chance


def spread(into: array[float], numbers: array[int], chances: array[float], mass: float, start: int, step: int) -> None:
    """A chance goes wherever it may lead to, counted in steps from the start."""
    for k, p in zip(numbers, chances):
        into[start + k * step] += mass * p


def together(one: Fates, other: Fates) -> Fates:
    """What may become of two who have nothing to do with each other: their numbers are added."""
    numbers = array("i", [n + k for n in one[0] for k in other[0]])
    return numbers, array("d", [p * q for p in one[1] for q in other[1]])


def one_part(target: Camp, powers: Powers, masses: Masses, ends: Masses, *, first: bool, draw: Random | None) -> Masses:
    """One fire at the first or the second of the two; where nobody is left of them goes to the `ends`. With a `draw` a chance is not split
    into parts finer than the grain: of all that it may lead to so many are drawn, evenly spread."""
    found: Masses = {}
    host = target.host
    for (i, j), mass in masses.items():
        number, other = (i, j) if first else (j, i)
        falls = target.under.of(powers.of(other), number)
        ways = list(zip(falls.numbers, falls.chances))
        if draw is not None and mass < GRAIN * len(ways):
            ways = drawn(ways, int(mass / GRAIN) + 1, draw)
        for k, p in ways:
            key = (k, j) if first else (i, k)
            into = ends if host.is_gone(k) else found
            into[key] = into.get(key, 0.0) + mass * p
    return found


def drawn(ways: list[tuple[int, float]], n: int, draw: Random) -> list[tuple[int, float]]:
    """`n` of them, each as often as it is likely, evenly spread."""
    found: list[tuple[int, float]] = []
    mark, share = draw.random() / n, 1.0 / n
    reached = 0.0
    for k, p in ways:
        reached += p
        while mark < reached:
            found.append((k, share))
            mark += share
    while len(found) < n:
        found.append((ways[-1][0], share))
    return found
