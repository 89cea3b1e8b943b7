"""A battle reckoned by counts: how targets are chosen when both sides stand and fight, and what a fire does to them.

Pieces of one sort are counted, not told apart. Who fires best aims first, as a side may announce its targets in any order (5.1i); each
takes the target that promises most, as the script does. So nothing depends on which counter stands for which piece.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final

from bivouac.core.flow import DIE
from bivouac.core.kit.attrition import Falls, Fates, Fire, Host, Powers, nothing, place_of, spread, together
from bivouac.titles.house_divided.advice.look import WORTH
from bivouac.titles.house_divided.frames import HOLD_FIRE
from bivouac.titles.house_divided.printed.map import GARRISON_VALUE
from bivouac.titles.house_divided.printed.units import CAVALRY, FIRE, GARRISON, THE_GARRISON
from bivouac.titles.house_divided.rules.ch05_fire import standing, value_against
from bivouac.titles.house_divided.rules.chA8_morale import holds_until
from bivouac.titles.house_divided.setup import BATTLEFIELD_TARGETS, LEADERS_RULE, MORALE_RULE
from bivouac.titles.house_divided.state import State

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
