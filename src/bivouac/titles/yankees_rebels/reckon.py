"""What the fires of a fight do together: who is gone, what is left of the others, and where the arrows drive them.

All losses come before the retreats (5.4g), and the fires do not depend on one another until they take effect. Where the targets go
depends on the arrows alone, so that only their hexes are told apart on the way; what they have lost is carried along in one number for
all losses together (`Slots`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import gcd, prod
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.yankees_rebels.frames import Shot
from bivouac.titles.yankees_rebels.printed.units import BLACK_WEIGHTS, GONE, IS_HORSE, LOSS, OWN_FLAGS, RETREAT, SAVE, WHITE_WEIGHTS
from bivouac.titles.yankees_rebels.rules.ch05_effects import retreat_area
from bivouac.titles.yankees_rebels.state import State

NOWHERE: Final = -1
Blow = tuple[int, int]
"""Losses and arrows of one fire."""
Blows = list[list[tuple[int, int]]]
"""For each number of arrows the numbers of losses, with the ways to them."""
Board = tuple[tuple[int, int, int], ...]
"""The targets, where they are and what they have."""
Ends = dict[Board, int]
"""How the targets end, each in how many ways."""
Known = dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple["Harm", ...]], Ends]
"""The ends that were found: for where everybody stands, the targets and where they are fired at from, and the harms."""
Places = tuple[int, ...]
"""Where the targets are."""
Courses = dict[tuple[Places, tuple[int, ...]], int]
"""Under way: for where the targets are and what each has lost for want of a way back, the ways to all losses by fire (`Slots`)."""


class Harm(NamedTuple):
    """What is rolled in one fire: the dice, each number of them with the ways to roll so many, as if always the `most` were rolled; the
    strength of the target, the side that fires, whether the target flees."""

    rolls: tuple[tuple[int, int], ...]
    most: int
    force: int
    side: int
    flees: bool


class Cornered(Exception):
    """A target has nowhere to go and loses strength instead, before others and itself are driven on, who may go where it was: it must be
    known what it has."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class Field:
    """Where the targets may be driven: everybody else stays where he is."""

    def __init__(self, s: State, targets: tuple[int, ...]) -> None:
        self.targets = targets
        self.forces = [s.force[u] for u in targets]
        self.start: Places = tuple([s.where[u] for u in targets])
        self.states = {self.start: s}
        self.ways_back: dict[tuple[Places, int, int], int] = {}

    def back(self, places: Places, i: int, frm: int) -> int:
        """Where one arrow of a fire from there drives a target: to the first hex that is open (5.4.2a)."""
        key = places, i, frm
        found = self.ways_back.get(key)
        if found is None:
            area = retreat_area(self.states[places], self.targets[i], frm)
            found = self.ways_back[key] = bits(area)[0] if area else NOWHERE
        return found

    def moved(self, places: Places, i: int, to: int) -> Places:
        """With a target in another hex, or gone."""
        there = (*places[:i], to, *places[i + 1 :])
        if there not in self.states:
            new = self.states[places].clone()
            if to == GONE:
                new.eliminate(self.targets[i])
            else:
                new.move(self.targets[i], to)
            self.states[there] = new
        return there


class Slots:
    """How the ways to all losses of all targets make one number: each combination of losses has a slot of so many bits, those of the first
    target next to one another."""

    def __init__(self, sizes: Sequence[int], width: int) -> None:
        """`sizes`: how many losses, none included, are told apart of each target."""
        self.sizes = sizes
        self.strides: list[int] = []
        self.bits = self.width = width
        for size in sizes:
            self.strides.append(self.bits)
            self.bits *= size
        self.masks: dict[tuple[int, int], int] = {}

    def less(self, i: int, n: int) -> int:
        """The slots where a target has lost less than so much."""
        mask = self.masks.get((i, n))
        if mask is None:
            stride, size = self.strides[i], self.sizes[i]
            one = (1 << stride * max(0, min(n, size))) - 1
            mask = self.masks[i, n] = sum([one << at for at in range(0, self.bits, stride * size)])
        return mask

    def times(self, ways: int, i: int, row: Sequence[tuple[int, int]]) -> int:
        """With the losses of one more fire at a target, as far as it can have them."""
        found, stride, size = 0, self.strides[i], self.sizes[i]
        for losses, n in row:
            if losses < size:
                found += ((ways & self.less(i, size - losses)) * n) << (losses * stride)
        return found

    def apart(self, ways: int) -> list[tuple[tuple[int, ...], int]]:
        """The losses with the ways to them."""
        mask, found = (1 << self.width) - 1, []
        for losses in product(*[range(size) for size in self.sizes]):
            n = ways >> sum([lost * stride for lost, stride in zip(losses, self.strides)]) & mask
            if n:
                found.append((losses, n))
        return found


def all_ends(s: State, shots: Sequence[Shot], harms: Sequence[Harm], ends: Known, work: list[int]) -> Ends:
    """First which targets are gone, all losses taken together, then where the arrows of one fire after the other drive the rest. It depends
    on where everybody stands, not on what those have who are not fired at: what was found is kept in `ends`, and `work` counts
    steps."""
    key = (tuple(s.where), tuple([(shot.target, shot.frm) for shot in shots]), tuple(harms))
    if key in ends:
        return ends[key]
    found: Ends = {}
    blows = [blow_of(harm) for harm in harms]
    targets = tuple(sorted({shot.target for shot in shots}))
    field = Field(s, targets)
    ways_to_go = [going(s.force[u], tuple([harm for shot, harm in zip(shots, harms) if shot.target == u])) for u in targets]
    width = prod([total_of(harm) for harm in harms]).bit_length()
    for fate in product((False, True), repeat=len(targets)):
        gone = prod([ways for ways, goes in zip(ways_to_go, fate) if goes])
        if gone and all(fate):
            nobody = tuple([(u, GONE, 0) for u in targets])
            found[nobody] = found.get(nobody, 0) + gone
        elif gone:
            places = field.start
            for i, goes in enumerate(fate):
                places = field.moved(places, i, GONE) if goes else places
            drive = Drive(field, shots, blows, places, width)
            for board, ways in drive.ends({}).items():
                found[board] = found.get(board, 0) + gone * ways
            work[0] += drive.steps
    ends[key] = found
    return found


class Drive:
    """Fire after fire: where the targets are that their losses leave, and what they have lost so far."""

    def __init__(self, field: Field, shots: Sequence[Shot], blows: Sequence[Blows], places: Places, width: int) -> None:
        self.field = field
        self.fires = [(field.targets.index(shot.target), shot.frm, blow) for shot, blow in zip(shots, blows)]
        self.fires = [fire for fire in self.fires if places[fire[0]] != GONE]
        self.places = places
        self.width = width
        self.steps = 0

    def ends(self, given: Mapping[int, int]) -> Ends:
        """How the targets end: for all losses together, or, of those of whom it must be known, with the losses that are `given`."""
        forces = self.field.forces
        sizes = [1 if h == GONE else given.get(i, force - 1) + 1 for i, (h, force) in enumerate(zip(self.places, forces))]
        slots = Slots(sizes, self.width)
        found: Ends = {}
        try:
            courses = self.driven(slots, given)
        except Cornered as cornered:
            for lost in range(forces[cornered.at]):
                for board, ways in self.ends({**given, cornered.at: lost}).items():
                    found[board] = found.get(board, 0) + ways
            return found
        for (places, worn), all_ways in courses.items():
            for losses, ways in slots.apart(all_ways):
                if all(losses[i] == lost for i, lost in given.items()):
                    board = self.board(places, losses, worn)
                    found[board] = found.get(board, 0) + ways
        return found

    def board(self, places: Places, losses: tuple[int, ...], worn: tuple[int, ...]) -> Board:
        field, rows = self.field, []
        for i, u in enumerate(field.targets):
            left = field.forces[i] - losses[i] - worn[i]
            rows.append((u, GONE, 0) if places[i] == GONE or left <= 0 else (u, places[i], left))
        return tuple(rows)

    def driven(self, slots: Slots, given: Mapping[int, int]) -> Courses:
        found: Courses = {(self.places, (0,) * len(self.places)): 1}
        for k, (i, frm, blow) in enumerate(self.fires):
            before, found = found, {}
            later = {fire[0] for fire in self.fires[k + 1 :]}
            for (places, worn), ways in before.items():
                self.steps += len(blow)
                rows = [slots.times(ways, i, row) for row in blow]
                self.one_fire(found, places, worn, rows, i, frm, (slots, later, given))
        return found

    def one_fire(
        self,
        found: Courses,
        places: Places,
        worn: tuple[int, ...],
        rows: list[int],
        i: int,
        frm: int,
        known: tuple[Slots, set[int], Mapping[int, int]],
    ) -> None:
        """Arrow after arrow, a hex back or a loss where none is open (5.4.2c); `rows`: for each number of arrows the ways to all losses. A
        target may be gone by that; if nobody else is fired at any more, it is seen in the end."""
        slots, later, given = known
        field = self.field
        for arrows in range(len(rows)):
            if places[i] == GONE:
                add(found, (places, worn), sum(rows[arrows:]))
                return
            to = field.back(places, i, frm) if arrows else places[i]
            if to == NOWHERE:
                worn = (*worn[:i], min(worn[i] + 1, field.forces[i]), *worn[i + 1 :])
                others, lives = later - {i}, field.forces[i] - worn[i]
                if others and i in given:
                    places = places if given[i] < lives else field.moved(places, i, GONE)
                elif others and i in later:
                    raise Cornered(i)
                elif others:
                    left = slots.less(i, lives)
                    gone = sum([row & ~left for row in rows[arrows:]])
                    if gone:
                        add(found, (field.moved(places, i, GONE), worn), gone)
                        rows[arrows:] = [row & left for row in rows[arrows:]]
            elif to != places[i]:
                places = field.moved(places, i, to)
            add(found, (places, worn), rows[arrows])


def add(found: Courses, key: tuple[Places, tuple[int, ...]], ways: int) -> None:
    if ways:
        found[key] = found.get(key, 0) + ways


class Sequel:
    """What still depends on the strength of those who were fired at: nothing, unless a hex was won. Only cavalry goes in, as it has to, and
    is fired at again; by those who were fired at themselves only where there were several hexes to win."""

    def __init__(self, s: State, shots: Sequence[Shot]) -> None:
        attacks = [shot for shot in shots if not shot.is_reaction]
        self.where = s.where
        self.fields = {shot.there: s.units_at(shot.there) for shot in attacks}
        self.begun = bool(s.gains)
        self.several = len(self.fields) + self.begun > 1
        self.riders = {u for shot in attacks for u in shot.firers if IS_HORSE[u]} | {gain.unit for gain in s.gains}
        self.targets = {shot.target for shot in attacks}

    def of(self, board: Board) -> Board:
        """How the targets end, without the strength that does not matter."""
        now = {u: h for u, h, _ in board}
        cleared = [h for h, units in self.fields.items() if all(now.get(u, h) != h for u in units)]
        if not cleared and not self.begun:
            return tuple([(u, h, 0) for u, h, _ in board])
        return tuple([(u, h, force if self.matters(u, h) else 0) for u, h, force in board])

    def matters(self, u: int, h: int) -> bool:
        return (u in self.riders and h == self.where[u]) or (self.several and u in self.targets)


@cache
def going(force: int, harms: tuple[Harm, ...]) -> int:
    """The ways of all fires at a target that leave nothing of it."""
    found = {0: 1}
    for harm in harms:
        before, found = found, {}
        for losses, n in [pair for row in blow_of(harm) for pair in row]:
            for lost, ways in before.items():
                both = min(lost + losses, force)
                found[both] = found.get(both, 0) + ways * n
    return found.get(force, 0)


@cache
def blow_of(harm: Harm) -> Blows:
    """The ways to each harm of one fire, as if always the most dice were rolled."""
    found: dict[Blow, int] = {}
    for dice, weight in harm.rolls:
        weight *= sum(one_die(harm.side)) ** (harm.most - dice)
        for blow, n in blows_of(dice, harm.force, harm.side, flees=harm.flees).items():
            found[blow] = found.get(blow, 0) + weight * n
    rows: Blows = [[] for _ in range(1 + max([arrows for _, arrows in found]))]
    for (losses, arrows), n in found.items():
        rows[arrows].append((losses, n))
    return rows


def total_of(harm: Harm) -> int:
    """All ways of a fire."""
    each: int = sum(one_die(harm.side)) ** harm.most
    return sum([weight for _, weight in harm.rolls]) * each


@cache
def one_die(side: int) -> tuple[int, int, int]:
    """The ways of a white die and the black one after it to a loss, an arrow, nothing: an own flag hits, a black die for each hit."""
    hit = sum(WHITE_WEIGHTS[face] for face in OWN_FLAGS[side])
    loss, arrow, save = (hit * BLACK_WEIGHTS[face] for face in (LOSS, RETREAT, SAVE))
    nothing = (sum(WHITE_WEIGHTS) - hit) * sum(BLACK_WEIGHTS) + save
    common = gcd(loss, arrow, nothing)
    return loss // common, arrow // common, nothing // common


@cache
def blows_of(dice: int, force: int, side: int, *, flees: bool) -> Mapping[Blow, int]:
    """The ways of white and then black dice to each harm: more losses than there is strength, and arrows for a unit that is gone, do
    nothing."""
    loss, arrow, nothing = one_die(side)
    found = {(0, 0): 1}
    for _ in range(dice):
        more: dict[Blow, int] = {}
        for (losses, arrows), ways in found.items():
            for harm, n in (((losses + 1, arrows), loss), ((losses, arrows + flees), arrow), ((losses, arrows), nothing)):
                harm = (force, 0) if harm[0] >= force else harm
                more[harm] = more.get(harm, 0) + ways * n
        found = more
    return found
