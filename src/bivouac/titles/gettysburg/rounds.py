"""Both rounds of an assault together: each side's courses found once, for all positions of the other."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from bivouac.core.flow import DIE
from bivouac.core.title import Expected
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import AT, Box, Rank
from bivouac.titles.gettysburg.printed.units import KIND
from bivouac.titles.gettysburg.reckon import (
    REPULSED,
    TAKEN,
    TESTS,
    Charge,
    Course,
    Kept,
    Volley,
    Way,
    Ways,
    after_dice,
    alike,
    assault_of,
    at_home,
    closed_to,
    is_over,
    policy,
    result,
    short_of,
    tally,
    test_by_result,
    volley_ways,
)
from bivouac.titles.gettysburg.rules.ch13_assault import strike_defenders
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLANKED, HITS, ROUND, SHOCK, State


class Second:
    """A position before the second round, made when it is asked for."""

    def __init__(self, before: State, dice: tuple[int, ...]) -> None:
        self.before = before
        self.dice = dice
        self.made: State | None = None
        self.thrown: Volley = {}

    def after(self, way: Way) -> State:
        """After the last volley and the tests."""
        return after_dice(self.position(), (*self.volley()[way.what][1], *way.tests))

    def position(self) -> State:
        if self.made is None:
            self.made = after_dice(self.before, self.dice)
        return self.made

    def volley(self) -> Volley:
        s = self.position()
        if not self.thrown:
            self.thrown = volley_of(s, s.stack[-1])
        return self.thrown


class TwoRounds:
    """An assault before the defenders' first volley, where nothing but what they inflict ties attackers and defenders together: each side's
    courses are found once, for all positions of the other."""

    def __init__(self, s: State, kept: Kept) -> None:
        self.s = s
        self.won = self.own = self.enemy = 0.0
        self.attackers: dict[tuple[Any, ...], State] = {}  # after the first volley, before they charge
        self.pairs: dict[tuple[tuple[Any, ...], tuple[Any, ...]], tuple[float, State, tuple[int, ...]]] = {}  # before the second round
        self.lined_up: dict[Hashable, Hashable] = {}  # the attackers then, in their order
        self.kept = kept

    def reckon(self) -> None:
        s, f = self.s, self.s.stack[-1]
        mass: dict[tuple[Any, ...], float] = {}
        for share, dice in volley_of(s, f).values():
            for course in tested(s, after_dice(s, dice), Box.NERVE_DIE, 0):
                self.own += share * course.chance * course.lost
                if course.key != REPULSED:
                    mass[course.key] = mass.get(course.key, 0.0) + share * course.chance
                    if course.key not in self.attackers:
                        self.attackers[course.key] = after_dice(s, (*dice, *course.dice))
        for key in sorted(mass, key=fullest_first):
            self.first_charge(key, mass[key])
        for (attack, defence), (share, before, dice) in self.pairs.items():
            self.second_round(attack, defence, share, before, dice)

    def first_charge(self, key: tuple[Any, ...], share: float) -> None:
        """What each charge does to the defenders does not depend on who of the attackers is hurt how."""
        s = self.attackers[key]
        left = len(s.attackers(s.fight[AREA]))
        on_the_way = [lost_on_the_way(s, n) for n in range(left + 1)]
        for (hits, shaken), (chance, dice) in volley_of(s, s.stack[-1]).items():
            for course in self.struck_by(s, hits, shaken=shaken):
                weight = share * chance * course.chance
                self.enemy += weight * course.lost
                if course.key == TAKEN:
                    self.won += weight
                    continue
                self.own += weight * on_the_way[min(course.gone, left)]
                if course.key != REPULSED and course.gone < left:
                    pair = (*key, course.gone), course.key
                    others = self.pairs[pair][0] if pair in self.pairs else 0.0
                    self.pairs[pair] = others + weight, s, (*dice, *course.dice)

    def struck_by(self, s: State, hits: int, *, shaken: bool) -> list[Course]:
        """The courses of the defenders after a first charge, before as many attackers as possible. Before fewer they are the same, until
        the last of those is sent back."""
        closed, kept = closed_to(s), self.kept
        base = kept.fullest.get(closed, s)
        if len(base.attack) < len(s.attack):
            base = s
        kept.fullest[closed] = base
        given = Charge(closed, hits, shaken), len(base.attack)
        if given not in kept.struck:
            kept.struck[given] = tested(base, struck(base, hits, shaken=shaken), Box.HOLD_DIE, 1)
        return kept.struck[given]

    def second_round(self, attack: tuple[Any, ...], defence: tuple[Any, ...], share: float, before: State, dice: tuple[int, ...]) -> None:
        """The last volley, and the last charge of those who are left."""
        second = Second(before, dice)
        if defence not in self.kept.volleys:
            self.kept.volleys[defence] = tuple([(what, chance) for what, (chance, _) in second.volley().items()])
        charges, lost = self.ways(attack, defence, second)
        ends = self.kept.ends.setdefault(defence, {})
        won = enemy = 0.0
        for charge, way in charges:
            end = ends.get(charge)
            if end is None:
                end = ends[charge] = self.end_of(defence, self.kept.charges[charge], way, second)
            won += way.chance * end[0]
            enemy += way.chance * end[1]
            lost += way.home * (1.0 - end[0])
        self.own += share * lost
        self.won += share * won
        self.enemy += share * enemy

    def end_of(self, defence: tuple[Any, ...], charge: Charge, way: Way, second: Second) -> tuple[float, float]:
        """The chance that the area is taken after a last charge, and what the defenders lose: whoever charges."""
        key = defence, charge.closed
        if key not in self.kept.bases:
            base = second.position()
            self.kept.bases[key] = base if closed_to(base) == charge.closed else second.after(way), tally(base)[1]
        base, before = self.kept.bases[key]
        child = struck(base, charge.hits, shaken=charge.shaken)
        lost = tally(child)[1]
        taken, more = self.held(child, lost)
        return taken, more + lost - before

    def ways(self, attack: tuple[Any, ...], defence: tuple[Any, ...], second: Second) -> tuple[list[tuple[int, Way]], float]:
        """The attackers' charges, by their numbers, and what they lose after a last volley."""
        volley = self.kept.volleys[defence]
        if attack not in self.lined_up:
            self.lined_up[attack] = line_of(second.position())
        line = self.lined_up[attack]
        by = line, volley
        if by not in self.kept.shot_by:
            charges: dict[Charge, Way] = {}
            lost = 0.0
            for what, chance in volley:
                given = line, what
                if given not in self.kept.shot:
                    self.kept.shot[given] = last_courses(second.position(), what, second.volley()[what][1], self.kept)
                found, more = self.kept.shot[given]
                lost += chance * more
                for charge, way in found.items():
                    others, home = (charges[charge].chance, charges[charge].home) if charge in charges else (0.0, 0.0)
                    charges[charge] = way._replace(chance=others + chance * way.chance, home=home + chance * way.home)
            self.kept.shot_by[by] = [(self.number(charge), way) for charge, way in charges.items()], lost
        return self.kept.shot_by[by]

    def number(self, charge: Charge) -> int:
        if charge not in self.kept.numbers:
            self.kept.numbers[charge] = len(self.kept.charges)
            self.kept.charges.append(charge)
        return self.kept.numbers[charge]

    def held(self, s: State, lost: int) -> tuple[float, float]:
        """The chance that the area is taken, and what the defenders lose from here on, while they test; before, they have lost this."""
        if is_over(s):
            return float(result(s).won), 0.0
        frames, defence, _, *rest = alike(s)
        key = frames, defence, *rest
        found = self.kept.holds.get(key)
        if found is None:
            won = more = 0.0
            for ways, child in test_by_result(s, s.stack[-1]):
                now = tally(child)[1]
                then_won, then_lost = self.held(child, now)
                won += ways / len(DIE) * then_won
                more += ways / len(DIE) * (then_lost + now - lost)
            found = self.kept.holds[key] = won, more
        return found


def fullest_first(key: tuple[Any, ...]) -> int:
    """By the attackers that are left."""
    return -len(key[0])


def struck(s: State, hits: int, *, shaken: bool) -> State:
    """The attackers have charged and inflicted this."""
    new = s.clone()
    new.fight[HITS], new.fight[SHOCK] = hits, int(shaken)
    strike_defenders(new)
    FLOW.run(new)
    while new.stack and not is_over(new) and not FLOW.is_chance(new):
        FLOW.play(new, policy(new))
    return new


def lost_on_the_way(s: State, n: int) -> int:
    """What the attackers lose when so many of them are sent back: nothing where all find room at home."""
    if not n or not assault_of(s).past:
        return 0
    new = s.clone()
    for _ in range(n):
        new.push(AT[Box.RECOIL])
        FLOW.run(new)
        while not FLOW.is_chance(new):
            FLOW.play(new, policy(new))
    return tally(new)[0] - tally(s)[0]


def volley_of(s: State, f: Rank) -> Volley:
    of = len(DIE) ** len(f.queue)
    return {what: (ways / of, dice) for what, (ways, dice) in volley_ways(s, f).items()}


def line_of(s: State) -> Hashable:
    """The attackers one after the other, with all that matters to them."""
    line = tuple([(KIND[p], s.cubes[p], frm, border) for p, _, frm, border in s.attack])
    return line, closed_to(s), at_home(s, short_of(s, 0)), s.fight[ENTRENCHED], s.fight[FLANKED]


def tested(s: State, after: State, box: Box, side: int) -> list[Course]:
    """After a volley or a charge, as far as those test at whom it was fired: the attackers (0) or the defenders (1)."""
    before, attackers, found = tally(s)[side], len(s.attack), []
    under_way: list[tuple[float, tuple[int, ...], State]] = [(1.0, (), after)]
    while under_way:
        merged: dict[Hashable, tuple[float, tuple[int, ...], State]] = {}
        for chance, thrown, t in under_way:
            if is_over(t) or t.stack[-1][0] != box:
                found.append(Course(chance, part_of(t, side), tally(t)[side] - before, attackers - len(t.attack), thrown))
                continue
            results = [TESTS[box](t, t.stack[-1].queue[0], die) for die in DIE]
            for result_of_test in sorted(set(results)):
                die = DIE[results.index(result_of_test)]
                child = after_dice(t, (die,))
                key = part_of(child, 0) if is_over(child) else alike(child), tally(child)[side]
                more = merged[key][0] if key in merged else 0.0
                merged[key] = more + chance * results.count(result_of_test) / len(DIE), (*thrown, die), child
        under_way = list(merged.values())
    return found


def part_of(s: State, side: int) -> tuple[Any, ...]:
    """What is known of a side in a position, or how the assault ended."""
    if is_over(s):
        return TAKEN if result(s).won else REPULSED
    frames, defence, attack, *rest = alike(s)
    return attack if side == 0 else (frames, defence, *rest)


def last_courses(s: State, what: tuple[int, bool], dice: tuple[int, ...], kept: Kept) -> Ways:
    """The attackers after the last volley has inflicted this: their charges, and what they lose."""
    struck_by = after_dice(s, dice)
    if is_over(struck_by):
        return {}, float(tally(struck_by)[0] - tally(s)[0])
    line = struck_by.stack[-1][0], line_of(struck_by)
    if line not in kept.lines:
        kept.lines[line] = tested_charges(struck_by)
    charges, lost = kept.lines[line]
    return {charge: way._replace(what=what) for charge, way in charges.items()}, lost + tally(struck_by)[0] - tally(s)[0]


def tested_charges(s: State) -> Ways:
    """The attackers from their tests on."""
    charges: dict[Charge, Way] = {}
    lost = 0.0
    for course in tested(s, s, Box.NERVE_DIE, 0):
        lost += course.chance * course.lost
        if course.key != REPULSED:
            child = after_dice(s, course.dice)
            closed, on_the_way = closed_to(child), lost_on_the_way(child, len(child.stack[-1].queue))
            for (hits, shaken), (chance, _) in volley_of(child, child.stack[-1]).items():
                charge = Charge(closed, hits, shaken)
                others, home = (charges[charge].chance, charges[charge].home) if charge in charges else (0.0, 0.0)
                chance *= course.chance
                charges[charge] = Way(others + chance, (0, False), course.dice, home + chance * on_the_way)
    return charges, lost


def expected(s: State) -> Expected | None:
    """Both rounds of an assault together, where who leaves is in nobody's way."""
    if s.stack[-1][0] != Box.VOLLEY or s.fight[ROUND] != 1 or not assault_of(s).parted:
        return None
    own, enemy = tally(s)
    rounds = TwoRounds(s, assault_of(s).kept)
    rounds.reckon()
    return Expected(rounds.won, rounds.won, own + rounds.own, enemy + rounds.enemy, exact=True)
