"""What the fires of a fight do together: who is gone, what is left of the others, and where the arrows drive them.

All losses come before the retreats (5.4g), and the fires do not depend on one another until they take effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.yankees_rebels.frames import Shot
from bivouac.titles.yankees_rebels.printed.units import BLACK_WEIGHTS, GONE, LOSS, OWN_FLAGS, RETREAT, SAVE, UNIT, WHITE_WEIGHTS
from bivouac.titles.yankees_rebels.rules.ch05_effects import lose, retreat_area
from bivouac.titles.yankees_rebels.state import State

MOST_DICE: Final = 24  # of one fire
Blow = tuple[int, int]
"""Losses and arrows of one fire."""
Blows = Mapping[int, Sequence[tuple[int, int]]]
"""For each number of losses the numbers of arrows, with the ways to them."""
TAKEN, LAST, ALONE_YET, NOT_YET = (
    -4,
    -3,
    -2,
    -1,
)  # a target's losses: taken already; now; later, when nobody else is fired at any more, or is
Board = tuple[tuple[int, int, int], ...]
"""The targets that are left, where they are and what they have."""
Ends = dict[Board, int]
"""How the targets end, each in how many ways."""
Known = dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple["Harm", ...]], Ends]
"""The ends that were found: for where everybody stands, the targets and where they are fired at from, and the harms."""
Pushes = dict[tuple[Board, int, int, int], list[tuple[Board, State, int]]]
"""For each board, target, hex of the fire and what is taken from the target before: the positions after no, one, two arrows, and what a
target that has nowhere to go has still to lose for them."""
Courses = dict[tuple[Board, tuple[int, ...], tuple[int, ...]], tuple[int, State]]
"""Under way: for each board, what each target has lost to fire and for want of a way back, not taken yet; in how many ways, and such a
position."""


class Harm(NamedTuple):
    """What is rolled in one fire: the dice, each number of them with the ways to roll so many; the strength of the target, the side that
    fires, whether the target flees."""

    rolls: tuple[tuple[int, int], ...]
    force: int
    side: int
    flees: bool


class Cornered(Exception):
    """A target has nowhere to go and loses strength instead, before others retreat, who may go where it was: it must be known what
    remains of it."""


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
    ways_to_go = [going(s.force[u], [blow for shot, blow in zip(shots, blows) if shot.target == u]) for u in targets]
    pushes: Pushes = {}
    for fate in product((False, True), repeat=len(targets)):
        gone = prod([ways for ways, goes in zip(ways_to_go, fate) if goes])
        if gone:
            left = tuple([u for u, goes in zip(targets, fate) if not goes])
            without = bereft(s, {u: s.force[u] for u, goes in zip(targets, fate) if goes})
            for remaining, ways in ends_of(without, shots, blows, left, pushes).items():
                work[0] += sum([len(blow) for blow in blows])
                now = {u: (u, h, force) for u, h, force in remaining if force}
                board = tuple([now.get(u, (u, GONE, 0)) for u in targets])
                found[board] = found.get(board, 0) + gone * ways
    ends[key] = found
    return found


def ends_of(s: State, shots: Sequence[Shot], blows: Sequence[Blows], left: Sequence[int], pushes: Pushes) -> Ends:
    """How the targets end that their losses leave: for all losses together, or for one after the other where it must be known."""
    found: Ends = {}
    try:
        for (board, _, _), (ways, _) in driven(s, shots, blows, left, pushes).items():
            found[board] = found.get(board, 0) + ways
    except Cornered:
        found = {}
        for losses in product(*(range(s.force[u]) for u in left)):
            for (board, owed, _), (ways, _) in driven(bereft(s, dict(zip(left, losses))), shots, blows, left, {}, losses).items():
                if not any(owed):
                    found[board] = found.get(board, 0) + ways
    return found


def going(force: int, blows: Sequence[Blows]) -> int:
    """The ways of all fires at a target that leave nothing of it."""
    found = {0: 1}
    for blow in blows:
        before, found = found, {}
        for losses, rows in blow.items():
            n = sum([n for _, n in rows])
            for lost, ways in before.items():
                both = min(lost + losses, force)
                found[both] = found.get(both, 0) + ways * n
    return found.get(force, 0)


def bereft(s: State, losses: Mapping[int, int]) -> State:
    """All losses come before the retreats (5.4g)."""
    new = s.clone()
    for u, n in losses.items():
        if n:
            lose(new, u, n)
    return new


def driven(
    s: State, shots: Sequence[Shot], blows: Sequence[Blows], left: Sequence[int], pushes: Pushes, losses: Sequence[int] | None = None
) -> Courses:
    """Fire after fire: where the targets are and what they have lost so far, always less than they have, which is taken from them at the
    last fire; or, where their losses are given and taken already, how much of them is to come from the fires that follow."""
    nothing = (0,) * len(left)
    found: Courses = {(board_of(s, left), nothing if losses is None else tuple(losses), nothing): (1, s)}
    for k, (shot, blow) in enumerate(zip(shots, blows)):
        if shot.target in left:
            later = {other.target for other in shots[k + 1 :]}.intersection(left)
            when = TAKEN if losses is not None else LAST if shot.target not in later else ALONE_YET if len(later) == 1 else NOT_YET
            most = s.force[shot.target] if losses is None else sum(losses) + 1
            found = after_one(found, shot, blow, left, most, when, pushes)
    return found


def after_one(before: Courses, shot: Shot, blow: Blows, left: Sequence[int], most: int, when: int, pushes: Pushes) -> Courses:
    """One fire. `when` its target's losses are taken, of which there are less than `most`."""
    found: Courses = {}
    i = left.index(shot.target)
    for (board, lost, worn), (ways, state) in before.items():
        for hits, rows in blow.items():
            now = lost[i] - hits if when == TAKEN else lost[i] + hits
            if not 0 <= now < most:
                continue
            take = min(now + worn[i], most) if when == LAST else 0
            given = board, shot.target, shot.frm, take if when == LAST else when
            pushed = pushes.get(given)
            if pushed is None:
                pushed = pushes[given] = [begun(state, shot, take, left)]
            lost_then, worn_then = put(lost, i, 0 if when == LAST else now), put(worn, i, 0) if when == LAST else worn
            for arrows, n in rows:
                while len(pushed) <= arrows:
                    pushed.append(pushed_back(pushed[-1], shot, left, when))
                there, then, more = pushed[arrows]
                key = there, lost_then, put(worn, i, min(worn[i] + more, most)) if more else worn_then
                others = found.get(key)
                found[key] = ways * n + (others[0] if others is not None else 0), then
    return found


def begun(s: State, shot: Shot, take: int, left: Sequence[int]) -> tuple[Board, State, int]:
    """Before the arrows of a fire, with its target's losses taken."""
    new = bereft(s, {shot.target: take}) if take else s
    return board_of(new, left), new, 0


def put(row: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    return row if row[i] == n else (*row[:i], n, *row[i + 1 :])


def board_of(s: State, units: Sequence[int]) -> Board:
    return tuple([(u, s.where[u], s.force[u]) for u in units])


def pushed_back(at: tuple[Board, State, int], shot: Shot, left: Sequence[int], when: int) -> tuple[Board, State, int]:
    """One arrow: a hex back, to the first that is open, or a loss where none is (5.4.2c). It is taken at once where it is known what the
    target has; later where nobody else is fired at any more."""
    _, s, worn = at
    u = shot.target
    if not s.on_map & UNIT[u]:
        return at
    new = s.clone()
    area = retreat_area(new, u, shot.frm)
    if area:
        new.move(u, bits(area)[0])
    elif when in (TAKEN, LAST):
        lose(new, u, 1)
    elif when == ALONE_YET:
        return at[0], s, worn + 1
    else:
        raise Cornered
    return board_of(new, left), new, worn


@cache
def blow_of(harm: Harm) -> Blows:
    """The ways to each harm of one fire, as if always the most dice were rolled."""
    found: dict[Blow, int] = {}
    for dice, weight in harm.rolls:
        weight *= (sum(WHITE_WEIGHTS) * sum(BLACK_WEIGHTS)) ** (MOST_DICE - dice)
        for blow, n in blows_of(dice, harm.force, harm.side, flees=harm.flees).items():
            found[blow] = found.get(blow, 0) + weight * n
    by_losses: dict[int, list[tuple[int, int]]] = {}
    for (losses, arrows), n in found.items():
        by_losses.setdefault(losses, []).append((arrows, n))
    return by_losses


@cache
def blows_of(dice: int, force: int, side: int, *, flees: bool) -> Mapping[Blow, int]:
    """The ways of white and then black dice to each harm: an own flag hits, a black die for each hit; more losses than there is strength,
    and arrows for a unit that is gone, do nothing."""
    hit = sum(WHITE_WEIGHTS[face] for face in OWN_FLAGS[side])
    loss, arrow, save = (hit * BLACK_WEIGHTS[face] for face in (LOSS, RETREAT, SAVE))
    nothing = (sum(WHITE_WEIGHTS) - hit) * sum(BLACK_WEIGHTS) + save
    found = {(0, 0): 1}
    for _ in range(dice):
        more: dict[Blow, int] = {}
        for (losses, arrows), ways in found.items():
            for harm, n in (((losses + 1, arrows), loss), ((losses, arrows + flees), arrow), ((losses, arrows), nothing)):
                harm = (force, 0) if harm[0] >= force else harm
                more[harm] = more.get(harm, 0) + ways * n
        found = more
    return found
