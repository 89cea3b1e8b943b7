"""An assault reckoned: which positions are alike, dice rolled at once, and what is to be expected of both rounds together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from bivouac.core.flow import DIE
from bivouac.core.title import Ahead, Result
from bivouac.titles.gettysburg.advice.script import best
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import DONE, Box, Flight, Hits, Rank, Stake
from bivouac.titles.gettysburg.printed.map import AREAS, BORDERS, NEAR, REACH
from bivouac.titles.gettysburg.printed.units import (
    BEARS,
    COLOUR,
    CSA,
    EACH,
    IS_CAVALRY,
    IS_GUN,
    KIND,
    MODIFIERS,
    SHAKEN,
    SIDE,
    STACK,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    TABLE_5,
    UNION,
)
from bivouac.titles.gettysburg.rules.ch13_assault import attacker_column, defender_column, wounds
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, OCCUPIED, ROUND, State

ROUNDS = 2
MOST_CUBES = 12
"""No side loses more in one assault: two volleys of four dice, and four guns before them."""


OVER = "over"
REPULSED: tuple[Any, ...] = (OVER, False)
TAKEN: tuple[Any, ...] = (OVER, True)


class Leg(NamedTuple):
    """What came of a volley and the tests after it in the last round, for the attackers: in how many of 6 ** STACK ways; their part of the
    position's key, or REPULSED; what they lost; the dice of the tests."""

    ways: int
    key: tuple[Any, ...]
    lost: int
    dice: tuple[int, ...]


class Course(NamedTuple):
    """What came of a volley or a charge and the tests after it: how likely, the key of that side's part of the position (or how it ended),
    what that side lost, the attackers that are gone, and the dice of the tests."""

    chance: float
    key: tuple[Any, ...]
    lost: int
    gone: int
    dice: tuple[int, ...]


class Charge(NamedTuple):
    """What the attackers inflict, as far as it matters: how many there are from where (and who, where not all come from one place: a
    counter-attack sends one of them back), what they hold behind the defenders; cubes, and whether it shakes."""

    froms: tuple[Any, ...]
    held: int
    hits: int
    shaken: bool


class Way(NamedTuple):
    """How likely a charge is, and dice that lead to it: what the volley before it inflicts, the tests, the charge itself."""

    chance: float
    what: tuple[int, bool]
    tests: tuple[int, ...]
    dice: tuple[int, ...]


Volley = dict[tuple[int, bool], tuple[float, tuple[int, ...]]]
"""What a volley may inflict: how likely, and some dice that do so."""
Ways = tuple[dict[Charge, Way], float]
"""The charges of the attackers after a volley, and what they lose by it."""


class Kept:
    """What is known of the courses of an assault, whatever came before."""

    def __init__(self) -> None:
        self.struck: dict[Hashable, list[Course]] = {}  # the defenders, by a first charge
        self.volleys: dict[Hashable, tuple[tuple[tuple[int, bool], float], ...]] = {}  # of the defenders in the second round
        self.shot: dict[Hashable, Ways] = {}  # the attackers, by what a last volley inflicts,
        self.lines: dict[Hashable, Ways] = {}  # by how it leaves them
        self.shot_by: dict[Hashable, tuple[list[tuple[int, Way]], float]] = {}  # and by a volley
        self.charges: list[Charge] = []  # with their numbers
        self.numbers: dict[Charge, int] = {}
        self.bases: dict[Hashable, tuple[State, int, int]] = {}  # for each defence a position, what is held behind it, the attackers
        self.blows: dict[Hashable, tuple[State, Hashable, int]] = {}  # struck by a last charge: such a position, its key, what they lost,
        self.stands: dict[Hashable, tuple[float, float]] = {}  # and what comes of it before so many attackers
        self.ends: dict[
            Hashable, dict[int, tuple[float, float]]
        ] = {}  # of a last charge: the chance that the area is taken, and what defenders lose
        self.holds: dict[Hashable, tuple[float, float]] = {}  # the same, while they test


class Assault(NamedTuple):
    """What the result of an assault is measured against: the area, the attacking side, both sides' pieces before it; whether neither the
    reserve of cubes nor the room for who leaves can come into it, then and therefore ever. What is known of the last round: legs, and for
    the attackers' blows the keys of the positions they lead to and what the defenders lose."""

    area: int
    side: int
    pieces: tuple[int, int]
    free: bool
    legs: dict[Hashable, list[Leg]]
    blows: dict[Hashable, tuple[Hashable, int]]
    kept: Kept


def pieces_of(s: State) -> tuple[int, int]:
    """How many pieces each side has on the board."""
    found = [0, 0]
    for here in s.at:
        if here:
            found[SIDE[here[0]]] += len(here)
    for attacker in s.attack:
        found[SIDE[attacker[0]]] += 1
    return found[UNION], found[CSA]


def assault_of(s: State) -> Assault:
    assert isinstance(s.study, Assault)
    return s.study


def alike(s: State) -> tuple[Any, ...]:
    """Pieces of one kind with the same cubes, from the same place, are not told apart. What cannot matter any more is left out: the cubes
    of who is out of the fight; in the last round those of who has passed his test, but for how well an attacker will still fire. A
    forecast wants all of them together."""
    area, came = s.fight[AREA], {p: rest for p, *rest in s.attack}
    free = isinstance(s.study, Assault) and s.study.free
    plenty = free or (area >= 0 and _cubes_will_do(s, (*came, *s.at[area])))
    top = s.stack[-1]
    last = top[0] if plenty and s.fight[ROUND] == ROUNDS else None

    stakes = isinstance(s.stack[0], Stake)

    def sort(p: int) -> tuple[int, ...]:
        frm = came.get(p, ())
        if last == Box.HOLD_DIE and not IS_GUN[p]:
            return (defender_column(s, p), IS_CAVALRY[p], _life(s, p) if stakes else 0) if p in top.queue else tuple(frm)
        if last == Box.NERVE_DIE and p in top.queue:
            return attacker_column(s, p), wounds(s, p), _life(s, p) if stakes else 0, *frm
        if frm and last in (Box.CHARGE_DIE, Box.NERVE_DIE):
            return wounds(s, p), *frm
        return KIND[p], s.cubes[p], *frm

    def frame(f: Any) -> Hashable:
        if isinstance(f, Rank):
            return f.box, *map(sort, f.queue)
        if isinstance(f, Flight):
            return sort(f.piece), f
        if isinstance(f, Hits):
            return tuple(map(sort, f.struck)), tuple(map(sort, f.doomed)), f
        return f  # type: ignore[no-any-return]

    rest = s.disrupted, tuple(s.fight), tuple(s.block_at)
    if free:
        here = tuple(sorted(map(sort, s.at[area])))
        return tuple(map(frame, s.stack)), here, tuple(sorted(map(sort, came))), len(s.sticks[area]), held_behind(s, area), *rest
    places = tuple(
        (place, len(here)) if plenty and place != area else (place, *sorted(map(sort, here))) for place, here in enumerate(s.at) if here
    )
    life = life_of(s) if isinstance(s.stack[0], Stake) else None
    return tuple(map(frame, s.stack)), places, tuple(sorted(map(sort, came))), life, tuple(s.sticks), *rest


def is_free(s: State) -> bool:
    """Whether neither the reserve of cubes nor the room for who leaves can come into it."""
    area = s.fight[AREA]
    return area >= 0 and _cubes_will_do(s, (*s.attackers(area), *s.at[area])) and is_roomy(s, area)


def is_roomy(s: State, area: int) -> bool:
    """Whether nobody can be in the way of whoever may still leave: all defenders find room in any one area beside, all attackers where they
    came from. Then it does not matter how many are there already."""
    origins = [origin for _, to, origin, _ in s.attack if to == area and origin < AREAS]
    if any(len(s.at[origin]) + origins.count(origin) > STACK for origin in origins):
        return False
    most = STACK - len(s.at[area])
    return all(len(s.at[beside]) <= most for beside in BORDERS[area] if beside not in origins)


def held_behind(s: State, area: int) -> int:
    """The areas beside, covered by a block of the defender, that the attackers' side holds: closed to who retreats."""
    side, cover = s.active, 0
    for place in s.block_at[EACH * (1 - side) : EACH * (1 - side) + EACH]:
        if place >= 0:
            cover |= REACH[place]
    return s.sets[OCCUPIED + side] & NEAR[area] & cover


def _cubes_will_do(s: State, pieces: Sequence[int]) -> bool:
    """Whether the reserve cannot run out in this fight: it holds as many cubes as can fall, or as the pieces can bear."""
    room: dict[int, int] = {}
    for p in pieces:
        room[COLOUR[p]] = room.get(COLOUR[p], 0) + BEARS[p] - s.cubes[p]
    return all(colour < 0 or s.stock[colour] >= min(MOST_CUBES, n) for colour, n in room.items())


# --- dice rolled at once ------------------------------------------------------------------------------


def branches(s: State) -> Iterable[tuple[int, State | Ahead]] | None:
    """A volley as a whole, by what it inflicts; a test of morale by its result, not by its die. Anything else die by die."""
    f = s.stack[-1]
    if f[0] in LAST and s.fight[ROUND] == ROUNDS and assault_of(s).free:
        return LAST[f[0]](s, f)
    if f[0] in VOLLEYS:
        return ((ways, after_dice(s, dice)) for ways, dice in volley_ways(s, f).values())
    return test_by_result(s, f) if f[0] in TESTS else None


def _battery(s: State, gun: int) -> tuple[int, Sequence[int]]:
    return MODIFIERS.gun_damaged * s.cubes[gun], TABLE_1


def _defenders(s: State, p: int) -> tuple[int, Sequence[int]]:
    return wounds(s, p), TABLE_2


def _attackers(s: State, p: int) -> tuple[int, Sequence[int]]:
    return wounds(s, p) + (MODIFIERS.entrenched if s.fight[ENTRENCHED] else 0), TABLE_4


VOLLEYS = {Box.BATTERY: _battery, Box.VOLLEY: _defenders, Box.CHARGE_DIE: _attackers}


def volley_ways(s: State, f: Rank) -> dict[tuple[int, bool], tuple[int, tuple[int, ...]]]:
    """For each number of cubes, shaken or not: in how many ways the dice give it, and some dice that do so."""
    found: dict[tuple[int, bool], tuple[int, tuple[int, ...]]] = {(0, False): (1, ())}
    for p in f.queue:
        mod, table = VOLLEYS[f.box](s, p)
        before, found = found, {}
        for (hits, shaken), (ways, dice) in before.items():
            for die in DIE:
                n = table[max(0, die + mod)]
                key = (hits, True) if n == SHAKEN else (hits + n, shaken)
                more, first = found.get(key, (0, (*dice, die)))
                found[key] = more + ways, first
    return found


def _last_volley(s: State, f: Rank) -> Iterator[tuple[int, Ahead]]:
    """The defenders' last volley and the tests after it. What it does to the attackers depends on what it inflicts, not on who fired, so
    that it is found once for all defenders."""
    frames, here, came, works, held, *rest = alike(s)
    (own, enemy), legs = tally(s), assault_of(s).legs
    found: dict[tuple[tuple[Any, ...], int], tuple[int, tuple[int, ...]]] = {}
    for (hits, shaken), (ways, dice) in volley_ways(s, f).items():
        given = came, held, hits, shaken
        if given not in legs:
            legs[given] = _legs(s, dice)
        for leg in legs[given]:
            before, _ = found.get((leg.key, leg.lost), (0, ()))
            found[leg.key, leg.lost] = before + ways * leg.ways, (*dice, *leg.dice)
    for (attackers, lost), (ways, dice) in found.items():
        key: Hashable = attackers
        if attackers != REPULSED:
            top, left, behind = attackers
            key = (*frames[:-1], top), here, left, works, behind, *rest
        yield ways, Ahead(key, own + lost, enemy, partial(after_dice, s, dice))


def _legs(s: State, dice: tuple[int, ...]) -> list[Leg]:
    """From a volley on, as far as the attackers test."""
    before, found = tally(s)[0], []
    under_way: list[tuple[int, tuple[int, ...], State]] = [(6**STACK, (), after_dice(s, dice))]
    while under_way:
        merged: dict[Hashable, tuple[int, tuple[int, ...], State]] = {}
        for ways, thrown, t in under_way:
            if is_over(t) or t.stack[-1][0] != Box.NERVE_DIE:
                found.append(Leg(ways, _attackers_part(t), tally(t)[0] - before, thrown))
                continue
            results = [_nerve(t, t.stack[-1].queue[0], die) for die in DIE]
            for result in sorted(set(results)):
                die = DIE[results.index(result)]
                child = after_dice(t, (die,))
                key = REPULSED if is_over(child) else alike(child), tally(child)[0]
                more = merged[key][0] if key in merged else 0
                merged[key] = more + ways * results.count(result) // 6, (*thrown, die), child
        under_way = list(merged.values())
    return found


def _last_charge(s: State, f: Rank) -> Iterator[tuple[int, Ahead]]:
    """The attackers' last blow. What it does to the defenders depends on what it inflicts and on how many attackers there are, no longer on
    who they are."""
    _, here, _, *rest = alike(s)
    (own, enemy), blows = tally(s), assault_of(s).blows
    froms = tuple(sorted((frm, border) for _, area, frm, border in s.attack if area == s.fight[AREA]))
    for (hits, shaken), (ways, dice) in volley_ways(s, f).items():
        given = here, froms, *rest, hits, shaken
        make: Callable[[], State] = partial(after_dice, s, dice)
        if given not in blows:
            child = make()
            make = child.clone
            over = is_over(child)
            blows[given] = (TAKEN if result(child).won else REPULSED) if over else alike(child), tally(child)[1] - enemy
        key, lost = blows[given]
        yield ways, Ahead(key, own, enemy + lost, make)


LAST = {Box.VOLLEY: _last_volley, Box.CHARGE_DIE: _last_charge}


def _attackers_part(s: State) -> tuple[Any, ...]:
    if is_over(s):
        return REPULSED
    frames, _, came, _, held, *_ = alike(s)
    return frames[-1], came, held


def after_dice(s: State, dice: tuple[int, ...]) -> State:
    new = s.clone()
    for die in dice:
        FLOW.play(new, die)
        while new.stack and not is_over(new) and not FLOW.is_chance(new):
            FLOW.play(new, policy(new))
    return new


def _nerve(s: State, p: int, die: int) -> int:
    return TABLE_3[die][attacker_column(s, p)]


def _hold(s: State, p: int, die: int) -> int:
    return TABLE_5[die][defender_column(s, p)]


TESTS = {Box.NERVE_DIE: _nerve, Box.HOLD_DIE: _hold}


def test_by_result(s: State, f: Rank) -> Iterator[tuple[int, State]]:
    results = [TESTS[f.box](s, f.queue[0], die) for die in DIE]
    return ((results.count(result), after_dice(s, (DIE[results.index(result)],))) for result in sorted(set(results)))


def policy(s: State) -> int:
    """Guns stay with their infantry; otherwise as the script would."""
    if s.stack[-1][0] in (Box.PULL_OUT, Box.ESCORT):
        return DONE
    return best(s, (0, 0))


# --- what is lost --------------------------------------------------------------------------------------


def life_of(s: State) -> tuple[int, int]:
    """How many cubes would eliminate all pieces of each side; a gun is damaged once and then lost."""
    life = [0, 0]
    for p in (*(p for here in s.at for p in here), *(a[0] for a in s.attack)):
        life[SIDE[p]] += _life(s, p)
    return life[0], life[1]


def _life(s: State, p: int) -> int:
    return (2 if IS_GUN[p] else BEARS[p] + 1) - s.cubes[p]


def is_over(s: Any) -> bool:
    """A forecast is over when its stake alone is left."""
    return len(s.stack) < 2 if not s.stack or isinstance(s.stack[0], Stake) else s.fight[AREA] != assault_of(s).area


def tally(s: State) -> tuple[int, int]:
    """What the side that attacks and the other have lost: of a forecast in cubes, where a lost piece counts what it could still bear, else
    in pieces."""
    if s.stack and isinstance(s.stack[0], Stake):
        before, now, side = s.stack[0].life, life_of(s), s.active
    else:
        before, now, side = assault_of(s).pieces, pieces_of(s), assault_of(s).side
    return before[side] - now[side], before[1 - side] - now[1 - side]


def result(s: State) -> Result:
    """Won: the area is taken, or the fire hurts or disrupts."""
    own, enemy = tally(s)
    stake = s.stack[0] if s.stack and isinstance(s.stack[0], Stake) else None
    if stake is not None and stake.area < 0:
        return Result(won=enemy > 0 or s.disrupted.bit_count() > stake.marks, taken=None, own=own, enemy=enemy)
    area, side = (stake.area, s.active) if stake is not None else (assault_of(s).area, assault_of(s).side)
    here = s.at[area]
    taken = bool(here) and SIDE[here[0]] == side
    return Result(won=taken, taken=taken, own=own, enemy=enemy)
