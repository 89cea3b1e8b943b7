"""An assault reckoned: which positions are alike, dice rolled at once, and what is to be expected of both rounds together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from bivouac.core.flow import DIE
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.title import Ahead, Result
from bivouac.titles.gettysburg.advice.script import best
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import DONE, NO, Box, Flight, Rank, Stake
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, BORDERS, NEAR
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
from bivouac.titles.gettysburg.rules.ch01_components import IN_THE_PRESS, foot_in, left_open
from bivouac.titles.gettysburg.rules.ch13_assault import attacker_column, defender_column, wounds
from bivouac.titles.gettysburg.rules.ch15_retreat import (
    MAY_GO_PAST_HOME,
    attackers_may_come_back,
    borders_its_start,
    havens,
    is_covered_by_a_block,
    is_free_of_enemies,
)
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLED, OCCUPIED, ROUND, UNSETTLED, State

ROUNDS = 2
ABOUT: Final = tuple([NEAR[area] | set_of([far for near in BORDERS[area] for far in BORDERS[near]]) for area in range(AREAS)])
"""For each area those one or two borders away."""

ALL: Final = -1
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
    """What the attackers inflict, as far as it matters: the areas that they close to who retreats; cubes, and whether it shakes."""

    closed: int
    hits: int
    shaken: bool


class Way(NamedTuple):
    """How likely a charge is, and dice that lead up to it: what the volley before it inflicts, and the tests. What the attackers lose on
    their way home if it fails, times the chance."""

    chance: float
    what: tuple[int, bool]
    tests: tuple[int, ...]
    home: float


Volley = dict[tuple[int, bool], tuple[float, tuple[int, ...]]]
"""What a volley may inflict: how likely, and some dice that do so."""
Ways = tuple[dict[Charge, Way], float]
"""The charges of the attackers after a volley, and what they lose by it."""


class Kept:
    """What is known of the courses of an assault, whatever came before."""

    def __init__(self) -> None:
        self.struck: dict[Hashable, list[Course]] = {}  # the defenders, by a first charge,
        self.fullest: dict[int, State] = {}  # and before it the position with the most attackers, by what they close
        self.volleys: dict[Hashable, tuple[tuple[tuple[int, bool], float], ...]] = {}  # of the defenders in the second round
        self.shot: dict[Hashable, Ways] = {}  # the attackers, by what a last volley inflicts,
        self.lines: dict[Hashable, Ways] = {}  # by how it leaves them
        self.shot_by: dict[Hashable, tuple[list[tuple[int, Way]], float]] = {}  # and by a volley
        self.charges: list[Charge] = []  # with their numbers
        self.numbers: dict[Charge, int] = {}
        self.bases: dict[
            Hashable, tuple[State, int]
        ] = {}  # for each defence and what the attackers close: before a last charge, and losses
        self.ends: dict[
            Hashable, dict[int, tuple[float, float]]
        ] = {}  # of a last charge: the chance that the area is taken, and what defenders lose
        self.holds: dict[Hashable, tuple[float, float]] = {}  # the same, while they test


class Assault(NamedTuple):
    """What the result of an assault is measured against: the area, the attacking side, both sides' pieces before it. Whether attackers and
    defenders that leave do not get into each other's way; where more attackers came from than find room there (`past`); whether all
    defenders find room in the areas beside, or may run into their friends; whether there are cubes enough for attackers and defenders: then
    and therefore ever. What is known of the last round: legs, and for the attackers' blows the keys of the positions they lead to and what
    the defenders lose."""

    area: int
    side: int
    pieces: tuple[int, int]
    parted: bool
    past: tuple[int, ...]
    roomy: bool
    pressed: bool
    plenty: tuple[bool, bool]
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
    of who is out of the fight; in the last round those of who has passed his test, but for how well an attacker will still fire; and in
    its last tests the attackers, as a defender that sends one of them back stays himself. Frames, the defenders' part, the attackers'
    part, and what belongs to both."""
    assault = s.study if isinstance(s.study, Assault) else None
    if assault is None or not assault.parted:
        return _all_told_apart(s)
    area, stakes = assault.area, isinstance(s.stack[0], Stake)
    short = short_of(s, 0), short_of(s, 1)
    last = s.stack[-1][0] if s.fight[ROUND] == ROUNDS else -1
    came = {p: (to, frm, border) for p, to, frm, border in s.attack}
    here = sorted([_sort(s, p, (), last, short[1], stakes=stakes) for p in s.at[area]])
    defence = tuple(here), len(s.sticks[area]), _behind(s, assault, short[1])
    attack: tuple[Any, ...] = ()
    if last != Box.HOLD_DIE or assault.past:
        lined = sorted([_sort(s, p, frm, last, short[0], stakes=stakes) for p, frm in came.items()])
        attack = tuple(lined), closed_to(s), at_home(s, short[0])
    frames = [_frame(s, f, came, last, short[0] | short[1], stakes=stakes) for f in s.stack]
    return tuple(frames), defence, attack, s.disrupted, _fight(s), tuple(s.block_at)


def _all_told_apart(s: State) -> tuple[Any, ...]:
    """The same where who leaves may be in another's way: who is where on the whole board."""
    came = {p: (to, frm, border) for p, to, frm, border in s.attack}
    frames = [_frame(s, f, came, -1, 0, stakes=False) for f in s.stack]
    attack = sorted([_sort(s, p, frm, -1, 0, stakes=False) for p, frm in came.items()])
    places = _contents(s, UNION, ALL), _contents(s, CSA, ALL)
    return tuple(frames), places, tuple(attack), tuple(s.sticks), s.disrupted, _fight(s), tuple(s.block_at)


def _fight(s: State) -> tuple[int, ...]:
    """What is known of the assault: not, before they test, how shaken the defenders were the last time, and who has fled only for the sake
    of guns."""
    found = list(s.fight)
    if s.stack[-1][0] != Box.HOLD_DIE:
        found[UNSETTLED] = 0
    if found[AREA] >= 0 and not any(IS_GUN[p] for p in s.at[found[AREA]]):
        found[FLED] = 0
    return tuple(found)


def _sort(s: State, p: int, frm: tuple[int, ...], last: int, short: int, *, stakes: bool) -> tuple[int, ...]:
    """What a piece is. In a box of the `last` round what cannot matter is left out, unless its cubes may run `short`."""
    if last >= 0 and (IS_GUN[p] or not short >> COLOUR[p] & 1):
        queue = s.stack[-1].queue
        if last == Box.HOLD_DIE and not IS_GUN[p]:
            return (defender_column(s, p), IS_CAVALRY[p], _life(s, p) if stakes else 0) if p in queue else (IS_CAVALRY[p],)
        if last == Box.NERVE_DIE and p in queue:
            return attacker_column(s, p), wounds(s, p), _life(s, p) if stakes else 0, *frm
        if frm and (last == Box.CHARGE_DIE or last == Box.NERVE_DIE):
            return wounds(s, p), *frm
    return KIND[p], s.cubes[p], *frm


def _frame(s: State, f: Any, came: dict[int, tuple[int, int, int]], last: int, short: int, *, stakes: bool) -> Hashable:
    if isinstance(f, Rank):
        return f.box, tuple([_sort(s, p, came.get(p, ()), last, short, stakes=stakes) for p in f.queue])
    return f  # type: ignore[no-any-return]


def _contents(s: State, side: int, colours: int) -> tuple[Any, ...]:
    """The pieces of a side, place by place, as far as their cubes are of these colours."""
    found = []
    for place in bits(s.sets[OCCUPIED + side]):
        here = sorted([(KIND[p], s.cubes[p]) for p in s.at[place] if colours == ALL or (not IS_GUN[p] and colours >> COLOUR[p] & 1)])
        if here:
            found.append((place, *here))
    return tuple(found)


# --- what may run short -------------------------------------------------------------------------------


def begun(s: State) -> Assault:
    """The assault at hand."""
    area = s.fight[AREA]
    assault = Assault(area, s.active, pieces_of(s), False, (), True, False, (False, False), {}, {}, Kept())
    if area < 0:
        return assault
    past = tuple(sorted({origin for origin, more in overflow(s, area) if more > 0}))
    beside = _past(s, area) if past else 0
    roomy = room_behind(s, area, beside) >= len(s.at[area])
    parted = not past or (roomy and _find_room_past_home(s, area, past))
    assault = assault._replace(parted=parted, past=past, roomy=roomy, pressed=_may_run_into_friends(s, area))
    return assault._replace(plenty=(not _running_out(s, assault, 0), not _running_out(s, assault, 1)))


def overflow(s: State, area: int) -> list[tuple[int, int]]:
    """For each area where attackers came from how many of them find no room there."""
    origins = [origin for _, to, origin, _ in s.attack if to == area and origin < AREAS]
    return [(origin, len(s.at[origin]) + origins.count(origin) - STACK) for origin in sorted(set(origins))]


def _past(s: State, area: int) -> int:
    """The areas to which attackers go for want of room at home."""
    p, found = s.attackers(area)[0], 0
    for origin, more in overflow(s, area):
        if more > 0:
            found |= left_open(s, Flight(Box.HOME, p, origin, origin), borders_its_start, MAY_GO_PAST_HOME)
    return found


def _find_room_past_home(s: State, area: int, past: tuple[int, ...]) -> bool:
    """Whether nobody is eliminated for want of room at home or by being run into there, and it does not matter who goes first nor where the
    defenders are: there is room where none of these comes, nobody else came from there, and no block of theirs stands there."""
    p, more = s.attackers(area)[0], sum([n for _, n in overflow(s, area) if n > 0])
    theirs = set_of([place for place in s.block_at[EACH * (1 - s.active) : EACH * (2 - s.active)] if place >= 0])
    starts = set_of([origin for _, _, origin, _ in s.attack])
    shut = _closed_about(s, area) | ~ABOUT[area]
    for origin in past:
        there = left_open(s, Flight(Box.HOME, p, origin, origin), borders_its_start, MAY_GO_PAST_HOME)
        room = sum([STACK - len(s.at[place]) for place in bits(there & shut)])
        foot = [q for q in s.at[origin] if not IS_GUN[q]]
        if room < more or there & (theirs | starts) or (foot and sum([BEARS[q] - s.cubes[q] for q in foot]) < more):
            return False
    return True


def at_home(s: State, short: int) -> tuple[Any, ...]:
    """What matters of the attackers' friends elsewhere, with the colours that may run short."""
    assault = assault_of(s)
    there = tuple([(len(s.at[origin]), s.disrupted & BIT[origin] != 0) for origin in assault.past])
    return (*there, *_contents(s, assault.side, ALL if assault.past else short)) if short else there


def short_of(s: State, of: int) -> int:
    """The colours of cubes that may still run out for the attackers (0) or the defenders (1), as a set."""
    assault = assault_of(s)
    return 0 if assault.plenty[of] else _running_out(s, assault, of)


def _running_out(s: State, assault: Assault, of: int) -> int:
    """As long as the reserve holds as many cubes as dice are still rolled, and pieces run into, or as the pieces can bear, it cannot."""
    area, box = assault.area, s.stack[-1][0]
    rounds = ROUNDS + 1 - max(1, s.fight[ROUND]) - (box == Box.HOLD_DIE or (of == 0 and box in (Box.NERVE_DIE, Box.CHARGE_DIE)))
    attackers, here = s.attackers(area), s.at[area]
    if of == 0:
        guns = len([p for p in here if IS_GUN[p]])
        friends = [p for origin in assault.past for p in s.at[origin]]
        return _wanting(s, attackers + friends, (len(here) - guns) * rounds + guns + (len(attackers) if assault.past else 0))
    most = len(attackers) * rounds
    if not assault.pressed or assault.roomy:
        return _wanting(s, here, most)
    return _wanting(s, [p for place in bits(ABOUT[area]) for p in s.at[place] if SIDE[p] != assault.side], most + len(here))


def _wanting(s: State, pieces: Sequence[int], most: int) -> int:
    if min(s.stock) >= most:
        return 0
    room: dict[int, int] = {}
    for p in pieces:
        if not IS_GUN[p]:
            room[COLOUR[p]] = room.get(COLOUR[p], 0) + BEARS[p] - s.cubes[p]
    return set_of([colour for colour, n in room.items() if s.stock[colour] < min(most, n)])


def _flight(s: State, area: int) -> Flight:
    """As if one of the defenders left the area."""
    return Flight(Box.FLEE, SIDE.index(1 - s.active), area)


def closed_to(s: State) -> int:
    """The areas about into which no defender retreats, for the attackers' sake or for want of a block: as far as it matters."""
    assault = assault_of(s)
    return 0 if assault.roomy else _closed_about(s, assault.area)


def _closed_about(s: State, area: int) -> int:
    f = _flight(s, area)
    return (is_free_of_enemies(s, f) | attackers_may_come_back(s, f) | is_covered_by_a_block(s, f)) & ABOUT[area]


def room_behind(s: State, area: int, but: int = 0) -> int:
    """How many pieces find a haven beside the area that is not disrupted. What the attackers do can only open more of them: who goes home
    goes where nobody retreats to anyway."""
    found = havens(s, _flight(s, area)) & ~s.disrupted & ~but
    return sum([STACK - len(s.at[haven]) for haven in bits(found)])


def _may_run_into_friends(s: State, area: int) -> bool:
    """Whether friends may ever be run into: there is something beyond the areas beside, perhaps when no attacker comes back any more, or
    one of these is disrupted."""
    starts = set_of([origin for _, to, origin, _ in s.attack if to == area and not s.at[origin]])
    beyond = ABOUT[area] & ~NEAR[area] & ~BIT[area] & ~(_closed_about(s, area) & ~starts)
    return bool(beyond or s.disrupted & NEAR[area])


def _behind(s: State, assault: Assault, short: int) -> tuple[Any, ...]:
    """What matters of the defenders' friends elsewhere: nothing while all find room beside; else how many there are, and the cubes on those
    whom as many as may run into them could eliminate. And of colours that may run short all cubes."""
    area = assault.area
    leaving, room = len(s.at[area]), STACK if assault.roomy else room_behind(s, area)
    found: list[tuple[Any, ...]] = []
    if room < leaving and not assault.pressed:
        found.append((room,))
    elif room < leaving:
        for place in bits(ABOUT[area] & s.sets[OCCUPIED + 1 - assault.side] & ~BIT[area]):
            bear, scarce, foot = 0, 0, [p for p in s.at[place] if not IS_GUN[p]]
            for p in foot:
                bear += BEARS[p] - s.cubes[p]
                scarce |= short >> COLOUR[p] & 1
            told = sorted([(KIND[p], s.cubes[p]) for p in foot]) if scarce or bear < leaving else [foot != []]
            found.append((place, len(s.at[place]), *told))
    return (*found, *_contents(s, 1 - assault.side, short)) if short else tuple(found)


# --- dice rolled at once ------------------------------------------------------------------------------


def branches(s: State) -> Iterable[tuple[int, State | Ahead]] | None:
    """A volley as a whole, by what it inflicts; a test of morale by its result, not by its die. Anything else die by die."""
    f = s.stack[-1]
    if f[0] in LAST and s.fight[ROUND] == ROUNDS and assault_of(s).parted and not assault_of(s).past:
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
    frames, defence, attack, *rest = alike(s)
    (own, enemy), legs = tally(s), assault_of(s).legs
    found: dict[tuple[tuple[Any, ...], int], tuple[int, tuple[int, ...]]] = {}
    for (hits, shaken), (ways, dice) in volley_ways(s, f).items():
        given = attack, hits, shaken
        if given not in legs:
            legs[given] = _legs(s, dice)
        for leg in legs[given]:
            before, _ = found.get((leg.key, leg.lost), (0, ()))
            found[leg.key, leg.lost] = before + ways * leg.ways, (*dice, *leg.dice)
    for (attackers, lost), (ways, dice) in found.items():
        key: Hashable = attackers
        if attackers != REPULSED:
            top, left = attackers
            key = (*frames[:-1], top), defence, left, *rest
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
    """The attackers' last blow. What it does to the defenders depends on what it inflicts, no longer on who the attackers are."""
    _, defence, (_, closed, _), *rest = alike(s)
    (own, enemy), blows = tally(s), assault_of(s).blows
    for (hits, shaken), (ways, dice) in volley_ways(s, f).items():
        given = defence, closed, *rest, hits, shaken
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
    frames, _, attack, *_ = alike(s)
    return frames[-1], attack


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
    """Guns stay with their infantry, but not alone; retreats go where no marker lies and most room is; cavalry that friends run into stays;
    otherwise as the script would."""
    f = s.stack[-1]
    box = f[0]
    if box == Box.PULL_OUT:
        return DONE if foot_in(s, f.n) else s.options[-1]
    if box == Box.ESCORT:
        return DONE
    if box == Box.EVADE and f.role == IN_THE_PRESS:
        return NO
    if box in (Box.HAVEN, Box.BEYOND, Box.HOME):
        return min(s.options, key=lambda place: (s.disrupted & BIT[place] != 0, len(s.at[place]), place))
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
