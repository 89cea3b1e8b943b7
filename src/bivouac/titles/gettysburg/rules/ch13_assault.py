"""Assault (chapters assault, flank, art; disruption and entrenchment in them).

   FIGHT          who is flanked, who is behind works
1  BATTERY        a die for each defending gun            -> HITS on the attackers
2  SHARE          the defender hands out the cubes that lay in the area (first round)
   VOLLEY         a die for each defending piece          -> HITS on the attackers
3  NERVE          a die for each attacker, if anybody was hit or shaken
4  CHARGE         a die for each attacker left            -> HITS on the defenders
5  HOLD           a die for each defender left, if anybody was hit or disrupted
   ROUND_OVER     after the defender's first test guns may be pulled out; guns without infantry go or are lost
   NEXT_ROUND     steps 2 to 5 once more
   ASSAULT_OVER   one side has the area, the other is gone
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.events import EventKind
from bivouac.core.ids import Side
from bivouac.core.legality import closes, offers
from bivouac.core.text import Text
from bivouac.titles.gettysburg import events as told
from bivouac.titles.gettysburg.frames import AT, At, Box, Flight, Rank, Share
from bivouac.titles.gettysburg.printed import units
from bivouac.titles.gettysburg.printed.map import BIT
from bivouac.titles.gettysburg.printed.scenarios import FLANK_BY_STICKS
from bivouac.titles.gettysburg.printed.units import BEARS, CLASS, COLOUR, IS_CAVALRY, LIMITS, MODIFIERS, SHAKEN, SHIFTS, SIDE
from bivouac.titles.gettysburg.rules import ch01_components as parts
from bivouac.titles.gettysburg.rules.ch01_components import disrupt, eliminate, foot_in, guns_in
from bivouac.titles.gettysburg.rules.ch12_cubes import one_of_each, owner_here, spread, take_hits
from bivouac.titles.gettysburg.rules.ch15_retreat import go_home
from bivouac.titles.gettysburg.rules.ch19_fire import damage_gun
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLANKED, FLED, HITS, INFLICTED, NO_FIGHT, ROUND, SHOCK, UNSETTLED, State

RESULTS = tuple(Text(f"results.{word}") for word in ("holds", "retreats", "eliminated", "disrupted", "counter"))


def defender(s: State, f: object) -> Side:
    return owner_here(s, At(Box.FIGHT, s.fight[AREA]))


# --- before the first die ---------------------------------------------------------------------------


def begin(s: State, f: At) -> None:
    area = s.fight[AREA]
    s.fight = [area, 1, *NO_FIGHT[2:]]
    attackers, guns = s.attackers(area), guns_in(s, area)
    if not attackers or not s.at[area]:
        s.goto(AT[Box.ASSAULT_OVER])
        return
    s.tell(told.ASSAULT, SIDE[attackers[0]], area)
    look_at_works(s, area)
    s.goto(Rank(Box.BATTERY, guns) if guns else AT[Box.SHARE])


def look_at_works(s: State, area: int) -> None:
    """GET-flank-a, GET-flank-d, GET-trench-c, GET-trench-f: over which borders the attackers came, and where sticks lie."""
    sticks = s.sticks[area]
    if not sticks:
        return
    borders = {border for _, to, _, border in s.attack if to == area}
    if not borders <= set(sticks):
        s.fight[FLANKED] = 1
        s.tell(told.FLANK, area)
    elif all(sticks.count(b) == LIMITS.sticks for b in borders):
        s.fight[ENTRENCHED] = 1
        s.tell(told.BEHIND_WORKS, area)


def wounds(s: State, p: int) -> int:
    """GET-assault-2c, GET-assault-4b: -1 for every two cubes on the piece that fires."""
    return -(s.cubes[p] // MODIFIERS.cubes_per_minus)


def advance(s: State, f: Rank, then: Box, still_there: Sequence[int]) -> None:
    """The next piece of the rank that is still there rolls; after the last, the box `then`."""
    queue = tuple(p for p in f.queue[1:] if p in still_there)
    s.goto(Rank(f.box, queue) if queue else At(then))


# --- a volley: its dice one by one, told as a whole ---------------------------------------------------


def fire_one(s: State, f: Rank, die: int, mod: int, table: Sequence[int]) -> None:
    """One die of a volley: cubes, or that it shakes."""
    n = table[max(0, die + mod)]
    if n == SHAKEN:
        s.fight[SHOCK] = 1
    else:
        s.fight[HITS] += n
    s.goto(Rank(f.box, f.queue[1:], (*f.dice, die), (*f.sums, die + mod)))


def tell_volley(s: State, kind: EventKind, targets: Sequence[int], effect: str = "") -> None:
    """The dice of a volley and what they do together; `effect` is what shaking leads to."""
    if s.log is None:
        return
    f, n, shaken = s.stack[-1], s.fight[HITS], s.fight[SHOCK] and effect
    result = Text("results.cubes", {"n": n}) if n or not shaken else Text(f"results.{effect}")
    if n and shaken:
        result = Text("results.both", {"cubes": result, "effect": Text(f"results.{effect}")})
    s.tell(kind, f.dice, Text("results.modified", {"sums": f.sums}) if f.sums != f.dice else parts.NO_MODIFIER, result)
    if targets and not n:
        tell_without_cubes(s, targets[0], shaken=bool(shaken))


def tell_without_cubes(s: State, p: int, *, shaken: bool) -> None:
    """A volley that inflicts no cube: it misses, or it shakes attackers, or defenders who are disrupted already."""
    area = s.fight[AREA]
    if not shaken:
        s.tell(told.MISSED, p, area)
    elif p not in s.at[area] or s.disrupted & BIT[area]:
        s.tell(told.STRUCK, p, area)


# --- step 1: the defender's guns --------------------------------------------------------------------


def fire_battery(s: State, f: Rank, die: int) -> None:
    """GET-assault-1a to 1f: every gun fires, without a fire marker."""
    fire_one(s, f, die, MODIFIERS.gun_damaged * s.cubes[f.queue[0]], units.TABLE_1)
    if len(f.queue) == 1:
        tell_volley(s, told.BATTERY_FIRED, s.attackers(s.fight[AREA]))
        deal_hits(s, parts.ON_ATTACKERS, Box.SHARE)


def deal_hits(s: State, role: int, then: Box) -> None:
    n = s.fight[HITS]
    s.fight[HITS] = 0
    take_hits(s, s.fight[AREA], role, n, then)


# --- step 2: the defender's cubes and fire ----------------------------------------------------------


def share(s: State, f: At | Share) -> None:
    """GET-assault-2a: the cubes that lay in the area go to single pieces, class by class, the first of equals never with the fewest."""
    here = foot_in(s, s.fight[AREA])
    i, rest, most = (f.i, f.rest, f.most) if isinstance(f, Share) else (0, 0, 0)
    while i < len(here):
        p = here[i]
        group = [q for q in here[i:] if COLOUR[q] == COLOUR[p]]
        if i == 0 or COLOUR[here[i - 1]] != COLOUR[p]:
            rest, most = sum(s.cubes[q] for q in group), BEARS[p]
        least = -(-rest // len(group))
        most = min(most, rest)
        if least < most:
            s.goto(Share(Box.SHARE_OUT, i, rest, most, least))
            return
        s.deal(p, most, s.fight[AREA])
        i, rest = i + 1, rest - most
    start_volley(s, here)


@offers("GET-cubes-e", lambda s, f, n: {"n": f.most})
def are_cubes_of_this_class(s: State, f: Share) -> int:
    """No more cubes than lie there and the piece can bear."""
    return (2 << f.most) - 1


@closes("GET-cubes-h", lambda s, f, n: {"n": f.least})
def others_can_bear_the_rest(s: State, f: Share) -> int:
    """What one piece does not take the next ones must bear, and the first of equals takes no less than they."""
    return (1 << f.least) - 1


def share_out(s: State, f: Share, n: int) -> None:
    here = foot_in(s, s.fight[AREA])
    p = here[f.i]
    s.tell(told.SHARED, p, n)
    s.deal(p, n, s.fight[AREA])
    spread(s, [q for q in here[f.i + 1 :] if COLOUR[q] == COLOUR[p]], f.rest - n, s.fight[AREA])
    s.goto(Share(Box.SHARE, f.i + 1, f.rest - n, n))


def start_volley(s: State, here: tuple[int, ...]) -> None:
    """GET-assault-end-e: guns alone do not fire a second time."""
    s.goto(Rank(Box.VOLLEY, here) if here and s.attackers(s.fight[AREA]) else AT[Box.NERVE])


def fire_volley(s: State, f: Rank, die: int) -> None:
    """GET-assault-2b to 2d."""
    fire_one(s, f, die, wounds(s, f.queue[0]), units.TABLE_2)
    if len(f.queue) == 1:
        tell_volley(s, told.DEFENDERS_FIRED, s.attackers(s.fight[AREA]), "shaken")
        deal_hits(s, parts.ON_ATTACKERS, Box.NERVE)


# --- step 3: the attackers' morale ------------------------------------------------------------------


def nerve(s: State, f: At) -> None:
    """GET-assault-3a: all attackers test if a cube was inflicted or an M rolled."""
    tested = s.fight[INFLICTED] > 0 or s.fight[SHOCK]
    s.fight[INFLICTED] = s.fight[SHOCK] = 0
    attackers = tuple(s.attackers(s.fight[AREA]))
    s.goto(Rank(Box.NERVE_DIE, attackers) if tested and attackers else AT[Box.CHARGE])


def attacker_column(s: State, p: int) -> int:
    return min(5, max(0, s.cubes[p] + units.ATTACK_SHIFT[p]))


def test_nerve(s: State, f: Rank, die: int) -> None:
    """GET-assault-3b to 3e."""
    p = f.queue[0]
    if p not in s.attackers(s.fight[AREA]):
        advance(s, f, Box.CHARGE, s.attackers(s.fight[AREA]))
        return
    column = attacker_column(s, p)
    result = units.TABLE_3[die][column]
    s.tell(told.ATTACKER_TESTED, p, die, column, RESULTS[result])
    advance(s, f, Box.CHARGE, s.attackers(s.fight[AREA]))
    if result == units.RETREAT:
        go_home(s, p)
    elif result == units.ELIMINATED:
        eliminate(s, p, s.fight[AREA])


# --- step 4: the attackers' fire --------------------------------------------------------------------


def charge(s: State, f: At) -> None:
    """GET-assault-4a: who is left fires; guns alone are lost to him. (GET-assault-end-e)"""
    area = s.fight[AREA]
    attackers = tuple(s.attackers(area))
    if not attackers:
        s.goto(AT[Box.ASSAULT_OVER])
    elif foot_in(s, area):
        s.goto(Rank(Box.CHARGE_DIE, attackers))
    else:
        lose_guns(s, area)
        s.goto(AT[Box.ASSAULT_OVER])


def lose_guns(s: State, area: int) -> None:
    for gun in guns_in(s, area):
        s.tell(told.GUNS_LOST, gun, area)
        eliminate(s, gun, area)


def fire_charge(s: State, f: Rank, die: int) -> None:
    """GET-assault-4b to 4f."""
    fire_one(s, f, die, wounds(s, f.queue[0]) + (MODIFIERS.entrenched if s.fight[ENTRENCHED] else 0), units.TABLE_4)
    if len(f.queue) == 1:
        tell_volley(s, told.ATTACKERS_FIRED, foot_in(s, s.fight[AREA]), "disruption")
        strike_defenders(s)


def strike_defenders(s: State) -> None:
    """What the attackers' fire does as a whole."""
    if s.fight[SHOCK]:
        disrupt(s, s.fight[AREA])
    deal_hits(s, parts.ON_DEFENDERS, Box.HOLD)


# --- step 5: the defenders' morale ------------------------------------------------------------------


def hold(s: State, f: At) -> None:
    """GET-assault-5a, GET-assault-5j: every defender tests if a cube was inflicted or a D rolled; columns are those of this moment."""
    area = s.fight[AREA]
    tested = s.fight[INFLICTED] > 0 or s.fight[SHOCK]
    s.fight[INFLICTED] = s.fight[SHOCK] = 0
    s.fight[UNSETTLED] = int(bool(s.disrupted & BIT[area]))
    here = foot_in(s, area)
    if here:
        s.fight[FLED] &= ~parts.CAVALRY_FLED  # the guns were not left alone by cavalry that has gone before
    if tested and here:
        s.fight[FLED] |= parts.TESTED
        s.goto(Rank(Box.HOLD_DIE, here))
    else:
        s.goto(AT[Box.ROUND_OVER])


def defender_column(s: State, p: int) -> int:
    """GET-assault-5b to 5e: cubes and all shifts, then no lower than 0 and no higher than 5."""
    fight = s.fight
    column = s.cubes[p] + units.DEFENCE_SHIFT[p] + units.GROUND_SHIFT[fight[AREA]]
    if fight[FLANKED]:
        column += flank_shift(s)
    if fight[ENTRENCHED]:
        column += SHIFTS.entrenched
    if fight[UNSETTLED]:
        column += SHIFTS.disrupted
    return min(5, max(0, column))


def flank_shift(s: State) -> int:
    """GET-flank-b: two columns; by a ruling one for each stick in the area."""
    return len(s.sticks[s.fight[AREA]]) if FLANK_BY_STICKS in s.battle.rulings else SHIFTS.flank


def test_hold(s: State, f: Rank, die: int) -> None:
    """GET-assault-5f to 5i."""
    p, area = f.queue[0], s.fight[AREA]
    if p not in s.at[area]:
        advance(s, f, Box.ROUND_OVER, s.at[area])
        return
    column = defender_column(s, p)
    result = units.TABLE_5[die][column]
    s.tell(told.DEFENDER_TESTED, p, die, column, RESULTS[result])
    advance(s, f, Box.ROUND_OVER, s.at[area])
    if result == units.RETREAT:
        s.push(Flight(Box.FLEE, p, area))
    elif result == units.ELIMINATED:
        eliminate(s, p, area)
    elif result == units.DISRUPTED:
        disrupt(s, area)
    elif result == units.COUNTER and s.attackers(area):
        s.push(AT[Box.RECOIL])


@offers("GET-assault-5i", parts.sort_of)
def is_an_attacker(s: State, f: At) -> int:
    """One of the attackers falls back: one of each sort, by class, cubes and where it came from."""
    here = s.fight[AREA]
    return one_of_each((p, (CLASS[p], s.cubes[p], origin)) for p, area, origin, _ in s.attack if area == here)


def recoil(s: State, f: At, p: int) -> None:
    """GET-assault-5i: a counter-attack sends one attacker of his owner's choice back."""
    s.pop()
    go_home(s, p)


# --- the end of a round -----------------------------------------------------------------------------


def round_over(s: State, f: At) -> None:
    """GET-art-a, GET-art-b: when guns have had their choice, those whose infantry has retreated go, too; those that are alone are lost."""
    area, fled = s.fight[AREA], s.fight[FLED]
    guns, foot = guns_in(s, area), foot_in(s, area)
    routed = bool(fled & parts.INFANTRY_FLED) and all(IS_CAVALRY[p] for p in foot)
    if f.n == 0 and guns and _guns_may_choose(s, foot, routed=routed):
        s.fight[FLED] |= parts.OFFERED
        s.goto(At(Box.PULL_OUT, area))
    elif guns and routed:
        s.goto(Rank(Box.DRAG, guns))
    elif foot or not guns:
        s.goto(AT[Box.NEXT_ROUND])
    else:
        lose_guns(s, area)
        s.goto(AT[Box.ASSAULT_OVER])


def _guns_may_choose(s: State, foot: tuple[int, ...], *, routed: bool) -> bool:
    """GET-art-c: once, after the defender's first test, unless their infantry is routed or lost; by the ruling `guns-leave-first` even
    then. GET-art-d: where cavalry has retreated and left them alone."""
    fled = s.fight[FLED]
    if fled & parts.TESTED and not fled & parts.OFFERED and (s.guns_first or (foot and not routed)):
        return True
    return not foot and not routed and bool(fled & parts.CAVALRY_FLED)


def drag(s: State, f: Rank) -> None:
    """GET-art-b: guns whose infantry has retreated go, too, and are damaged."""
    gun, area = f.queue[0], s.fight[AREA]
    advance(s, f, Box.NEXT_ROUND, s.at[area])
    damage_gun(s, gun, area)
    if gun in s.at[area]:
        s.push(Flight(Box.FLEE, gun, area))


def guns_hold(s: State, f: At, n: int) -> None:
    """GET-art-c, GET-art-d: the other guns stay."""
    s.goto(At(Box.ROUND_OVER, 1))


def next_round(s: State, f: At) -> None:
    """GET-assault-c: steps 2 to 5 a second time, if both sides are still there."""
    area = s.fight[AREA]
    here = foot_in(s, area)
    if s.fight[ROUND] == 1 and here and s.attackers(area):
        s.fight[ROUND] = 2
        s.tell(told.SECOND_ROUND, area)
        s.goto(Rank(Box.VOLLEY, here))
    else:
        s.goto(AT[Box.ASSAULT_OVER])


# --- the end of the assault -------------------------------------------------------------------------


def assault_over(s: State, f: At) -> None:
    """GET-assault-end-a to end-d: the area is taken, or one attacker after the other goes back; cubes lie in the areas again."""
    area = s.fight[AREA]
    attackers = s.attackers(area)
    if s.at[area] and attackers:
        if f.n == 0:
            s.tell(told.REPULSED, SIDE[attackers[0]], area)
            s.goto(At(Box.ASSAULT_OVER, 1))
        go_home(s, attackers[0])
        return
    s.fight = NO_FIGHT[:]
    s.pop()
    if s.at[area]:
        s.settle(area)
    else:
        take_area(s, area, attackers)


def take_area(s: State, area: int, attackers: list[int]) -> None:
    """GET-assault-end-b, GET-block-k: markers come off; a block left behind falls."""
    parts.vacate(s, area)
    parts.lift_disruption(s, area)
    if not attackers:
        return
    s.attack = tuple(a for a in s.attack if a[1] != area)
    for p in attackers:
        parts.enter(s, p, area)
    s.tell(told.TAKEN, SIDE[attackers[0]], area)
    parts.capture(s, area, SIDE[attackers[0]])
