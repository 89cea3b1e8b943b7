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
Falls = tuple[float, "array[int]", "array[float]"]
"""The chance that a fire changes nothing, and every other count it may lead to, each with its chance."""
Masses = dict[tuple[int, int], float]  # for the numbers of both hosts' counts, how likely
Rows = list[list[float]]  # the same for great fights: for each count of one host a row of all counts of the other, or an empty one
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

    def number(self, counts: Counts) -> int:
        """The number of a count."""
        number = counts[-1] * self.standing
        for n, stride in enumerate(self.strides):
            number += place_of(counts[2 * n], counts[2 * n + 1]) * stride
        return number

    def counts(self, number: int) -> Counts:
        """The count with a number."""
        run, rest = divmod(number, self.standing)
        found: list[int] = []
        for size in self.sizes:
            rest, place = divmod(rest, size)
            alive = 0
            while place > alive:
                alive += 1
                place -= alive
            found += [alive - place, place]
        return (*found, run)

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


class Fire(ABC):
    """What one host's fire does to another: found when it is first asked for."""

    def __init__(self, target: Host) -> None:
        self.target = target
        self.known: list[list[Falls | None]] = []

    def of(self, power: int, number: int) -> Falls:
        """What a fire of this power, a small number of the shooters' own, does to a count of the target."""
        while len(self.known) <= power:
            self.known.append([None] * self.target.size)
        found = self.known[power][number]
        if found is None:
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


def to_the_end(a: Camp, d: Camp, rows: Rows) -> Masses:
    """The ends of a fight in which `d` fires first and then `a`, round after round: of one of the two nobody stands. A row for each count
    of `a`; they are changed."""
    a_order, a_gone, d_gone = a.host.in_order(), a.host.gone(), d.host.gone()
    ends: Masses = {}
    for j in d.host.in_order():
        reached = one_column(a, d, rows, a_order, j)
        for i in a_gone:
            if reached[i]:
                ends[i, j] = reached[i]
    for i, row in enumerate(rows):
        if row:
            for j in range(d.host.size) if a.host.is_gone(i) else d_gone:
                if row[j]:
                    ends[i, j] = ends.get((i, j), 0.0) + row[j]
    return ends


def one_column(a: Camp, d: Camp, rows: Rows, a_order: list[int], j: int) -> list[float]:
    """One count of `d` against all of `a`, the fullest first. Gives, for each count of `a`, how likely it stands before this `d` after
    having been fired at."""
    reached = [0.0] * a.host.size
    power, size = d.powers.of(j), d.host.size
    for i in a_order:
        row = rows[i]
        come, after = row[j] if row else 0.0, reached[i]
        if come + after < RARE:
            continue
        stay_a, to_a, chances_a = a.under.of(power, i)
        stay_d, to_d, chances_d = d.under.of(a.powers.of(i), j)
        away = 1.0 - stay_a * stay_d
        if away < NEVER:
            continue
        come = (come + stay_d * after) / away
        after += come * stay_a
        reached[i] = after
        spread(reached, to_a, chances_a, come, 0)
        spread(row_of(rows, i, size), to_d, chances_d, after, 0)
    return reached


def spread(into: list[float], to: array[int], chances: array[float], mass: float, shift: int) -> None:
    """A chance goes where it may lead to, so much further on. The compiled build has this in its runtime: a great battle comes with ten
    million numbers."""
    for k, p in zip(to, chances):
        into[k + shift] += mass * p


def row_of(rows: Rows, i: int, size: int) -> list[float]:
    if not rows[i]:
        rows[i] = [0.0] * size
    return rows[i]


def one_fire(target: Camp, powers: Powers, shooters: Host, rows: Rows) -> Rows:
    """One fire, with a row for each count of those who shoot. Who is gone does not shoot and is not shot at."""
    found: Rows = [[] for _ in rows]
    for i, row in enumerate(rows):
        if shooters.is_gone(i) or not row:
            found[i] = row
            continue
        power, into = powers.of(i), row_of(found, i, target.host.size)
        for j, mass in enumerate(row):
            if target.host.is_gone(j):
                into[j] += mass
            elif mass >= RARE:
                stay, to, chances = target.under.of(power, j)
                into[j] += mass * stay
                spread(into, to, chances, mass, 0)
    return found


def turned(rows: Rows, size: int) -> Rows:
    """With a row for each count of the other host, of which there are so many."""
    found: Rows = [[] for _ in range(size)]
    for i, row in enumerate(rows):
        for j, mass in enumerate(row):
            if mass:
                row_of(found, j, len(rows))[i] = mass
    return found


def one_part(target: Camp, powers: Powers, masses: Masses, ends: Masses, *, first: bool, draw: Random | None) -> Masses:
    """One fire at the first or the second of the two; where nobody is left of them goes to the `ends`. With a `draw` a chance is not split
    into parts finer than the grain: of all that it may lead to so many are drawn, evenly spread."""
    found: Masses = {}
    host = target.host
    for (i, j), mass in masses.items():
        number, other = (i, j) if first else (j, i)
        stay, to, chances = target.under.of(powers.of(other), number)
        ways = list(zip(to, chances))
        if stay:
            ways.insert(0, (number, stay))
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
