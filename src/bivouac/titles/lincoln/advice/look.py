"""What places, cards and forces are worth, and where a stack had best go: the judgement behind the script."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.plans import Pair
from bivouac.titles.lincoln.advice.plans import POSTURES
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.map import CLOSED, COLOUR, HALVES, LOC_OF, LOCS, PORT_HALF, PORTS, WAY_BONUS, WAY_TO, WAY_TO_LOC
from bivouac.titles.lincoln.printed.units import CAPITAL, GATES, KINDS, LEADERSHIP, NAVAL, PAIR, RAIL, TEXT, TOP
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, OPTIONAL, TAKEN, meeting
from bivouac.titles.lincoln.rules.ch09_rail import open_ways, ways_out
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, ONE, UNION, State, counters, strength

# --- what things are worth ------------------------------------------------------------------------------------------


def _stake(loc: int) -> float:
    """What holding a place is worth beyond its points."""
    worth = 0.25 + 1.4 * (loc in PAIR) + 0.9 * (loc in atlas.SUPPLY[CSA]) + 5.0 * (loc == CAPITAL)
    return worth + (0.9 if COLOUR[loc] == UNION and not CLOSED[loc] and loc != CAPITAL else 0.0)


WORTH = tuple(_stake(loc) + atlas.POINTS[loc] * 0.7 for loc in range(LOCS))  # of each place, with its points
WORTH_SHORT = tuple(_stake(loc) + atlas.POINTS[loc] * 3.0 for loc in range(LOCS))  # the same while the Union is short of them
KEEP = tuple(  # what a card is worth in the hand
    0.15 + 0.22 * LEADERSHIP[k] + 0.10 * RAIL[k] + 0.12 * NAVAL[k] + 0.35 * (TEXT[k] >= 0) + 0.18 * (TOP[k] >= 0) for k in range(KINDS)
)
UNIT_WORTH = (0.75, 1.65, 2.7, 1.9)
GENERAL = 4.0  # the leadership to fear at Washington
HELD_CAPITAL, LOST_CAPITAL = 12.0, 40.0  # what it is worth to the Union while it has it, and when it must have it back
EXPECTED = (0.0, 1.2, 1.7, 2.1, 2.4, 2.6, 2.8, 2.9, 3.0)  # leadership to expect from an enemy with so many cards
INTO_HALF = tuple(set_of(way for way in range(atlas.WAYS) if WAY_TO[way] == half) for half in range(HALVES))
INTO = tuple(
    tuple((way, atlas.WAY_FROM_LOC[way]) for way in bits(ways)) for ways in atlas.WAYS_INTO
)  # for each place: ways, and from where
OUT_OF = tuple(tuple((way, WAY_TO_LOC[way]) for way in bits(ways)) for ways in atlas.WAYS_OF_LOC)  # the same, and where to
CHANCE = tuple(1.0 / (1.0 + exp(-(d / 2 - 0.25) / 1.5)) for d in range(-60, 61))


def chance(difference: float) -> float:
    """How likely the attacker is to win when he expects to be ahead by so much."""
    return CHANCE[max(-60, min(60, int(2 * difference))) + 60]


class Survey:
    """All ways of the map by what a stack of a side meets at their end: its own place, a place to be taken at once, the enemy. Of its own
    places: how much each asks for armies, the neediest first, with the ways that lead there."""

    __slots__ = ("asking", "fights", "taken")

    def __init__(self, v: Look) -> None:
        s, side = v.s, v.side
        taken = fights = 0
        self.asking: list[tuple[float, int]] = []
        for loc in range(LOCS):
            if s.control[loc] == side:
                self.asking.append((need(v, loc), atlas.WAYS_INTO[loc]))
                continue
            for half in (2 * loc, 2 * loc + 1):
                if meeting(s, side, half) == TAKEN:
                    taken |= INTO_HALF[half]
                else:
                    fights |= INTO_HALF[half]
        self.asking.sort(reverse=True)
        self.taken, self.fights = taken, fights

    def need(self, ways: int) -> float:
        """How much the neediest own place at the end of some ways asks for; -1 if there is none."""
        for asked, into in self.asking:
            if ways & into:
                return asked
        return -1.0


class Exits(NamedTuple):
    """The ways that a stack may go from a place: how much the neediest own place asks for armies, ways to places that are taken at once,
    and ways to where the enemy is met."""

    need: float
    taken: tuple[int, ...]
    fights: tuple[int, ...]


class Look:
    """A position as one side sees it, worked out once for a question: what places are worth and how strong both sides are there."""

    __slots__ = (
        "dangers",
        "enemy",
        "exits",
        "expected",
        "goals",
        "guard",
        "leader",
        "needs",
        "own",
        "posture",
        "s",
        "side",
        "survey",
        "worth",
    )

    def __init__(self, s: State, side: int, plans: Pair) -> None:
        self.s = s
        self.side = side
        self.posture = posture = POSTURES[side][plans[side]]
        self.worth = [*(WORTH_SHORT if _is_short(s) else WORTH)]
        for loc in posture.after:
            self.worth[loc] *= posture.draw
        self.own = _strengths(s, side)
        self.enemy = _strengths(s, 1 - side)
        self.needs = [-1.0] * LOCS
        self.survey: Survey | None = None
        self.exits: dict[int, Exits] = {}  # from each place, one step or far
        self.dangers: dict[int, float] = {}  # of a place held with so much strength
        self.goals: dict[int, dict[int, float]] = {}  # of each stack: what going a way is worth to it
        self.leader = best_leader(s, side)
        self.expected = EXPECTED[min(s.held[1 - side], 8)]
        self.guard = posture.home * _guard(s, self.enemy) if side == UNION else 0.0
        if side == UNION:
            self.worth[CAPITAL] = HELD_CAPITAL if s.control[CAPITAL] == UNION else LOST_CAPITAL


def _strengths(s: State, side: int) -> list[int]:
    """The strength of a side in each place, forts counted."""
    first = side * HALVES
    troops = s.troops
    return [strength(troops[n] + troops[n + 1]) if troops[n] or troops[n + 1] else 0 for n in range(first, first + HALVES, 2)]


def _guard(s: State, enemy: list[int]) -> float:
    """The strength the Union wants in Washington: against what can be brought there in one turn, with a good general, less the works."""
    wanted = 1.0
    for way, frm in INTO[CAPITAL]:
        if not CLOSED[frm]:
            force = enemy[frm] + max([enemy[behind] for _, behind in INTO[frm]])
            wanted = max(wanted, force + GENERAL - WAY_BONUS[UNION][way])
    return wanted


def _short(v: Look, own: int) -> float:
    """What is amiss with so much strength in Washington."""
    return max(0.0, v.guard - own) + (8.0 if not own else 0.0)


def _is_short(s: State) -> bool:
    """Points count more for a Union that is short of them."""
    return GATES[min(s.shuffles[UNION], len(GATES) - 1)] > s.points()


def best_leader(s: State, side: int) -> int:
    best = 0
    for k in bits(s.kinds[side]):
        best = max(best, LEADERSHIP[k])
    return best


def danger(v: Look, loc: int, own: int) -> float:
    """How likely a place held with this strength is to be lost, by the strongest enemy next door."""
    key = 1000 * own + loc
    found = v.dangers.get(key)
    if found is None:
        found = v.dangers[key] = _danger(v, loc, own)
    return found


def _danger(v: Look, loc: int, own: int) -> float:
    s, side = v.s, v.side
    bonus, enemy, control = WAY_BONUS[side], v.enemy, s.control
    worst = 0.0
    for way, frm in INTO[loc]:
        force = enemy[frm]
        risk = 0.0
        if not own:
            risk = 0.9 if force else 0.45 if control[frm] == 1 - side else 0.0
        elif force:
            risk = min(1.0, (force - own - bonus[way] + 3.0) / 6.0)
        if risk > worst:
            worst = risk
    if side == CSA and PORT_HALF[loc] >= 0:
        worst = max(worst, min(1.0, (5.0 - own - atlas.PORT_BONUS[loc]) / 6.0) * 0.5)
    return worst


def vacated(v: Look, loc: int, leaving: int) -> float:
    """The price of leaving a place, or of leaving it weaker."""
    if v.side == UNION and CLOSED[loc]:
        return 0.0
    own = v.own[loc]
    if v.side == UNION and loc == CAPITAL:
        return _short(v, own - strength(leaving)) - _short(v, own)
    return 0.8 * v.worth[loc] * (danger(v, loc, own - strength(leaving)) - danger(v, loc, own))


def attack_value(v: Look, half: int, force: int, bonus: int, leader: float) -> float:
    """What an attack with this stack on a half promises."""
    s, side, loc = v.s, v.side, LOC_OF[half]
    enemy = (1 - side) * HALVES
    there = s.troops[enemy + half]
    if not there:
        there = s.troops[enemy + (half ^ 1)] & ARMIES
    n, m = counters(force), counters(there)
    won = chance(strength(force) + leader - strength(there) - bonus - v.expected + v.posture.bold)
    gain = v.worth[loc] + (m + 1) // 2 * 1.15 - n // 2 * 0.8
    return won * gain - (1.0 - won) * ((n + 1) // 2 * 1.25)


def defended(s: State, side: int, half: int) -> int:
    """The half in which the enemy is fought when a side enters this one and may choose: armies beside a fort come over, a fort does not."""
    loc = LOC_OF[half]
    comes_over = s.control[loc] == 1 - side and s.troops[(1 - side) * HALVES + (half ^ 1)] & ARMIES
    return half if comes_over else half ^ 1


def need(v: Look, loc: int) -> float:
    """How much a place asks for another army: to hold it, or to strike from it."""
    if v.needs[loc] >= 0.0:
        return v.needs[loc]
    s, side, own = v.s, v.side, v.own[loc]
    hold = v.worth[loc] * max(0.0, danger(v, loc, own) - danger(v, loc, own + 2))
    strike = 0.0
    control, worth, enemy, bonus = s.control, v.worth, v.enemy, WAY_BONUS[1 - side]
    for way, place in OUT_OF[loc]:
        if control[place] != side and not (side == CSA and CLOSED[place]):
            ahead = own + 2.0 - enemy[place] - bonus[way]
            strike = max(strike, worth[place] * max(0.0, min(1.0, 0.55 + ahead / 10.0)))
    v.needs[loc] = v.posture.hold * hold + v.posture.strike * strike
    if side == UNION and loc == CAPITAL:
        v.needs[loc] += 3.0 * min(3.0, _short(v, own))
    return v.needs[loc]


# --- moves ----------------------------------------------------------------------------------------------------------


def goal_value(v: Look, half: int, bonus: int, stack: int, leader: float) -> float:
    """What moving a stack into a half is worth, by what it meets there. `bonus`: what the link or port gives the defender."""
    s, side, loc = v.s, v.side, LOC_OF[half]
    met = meeting(s, side, half)
    if met == AUTOMATIC:
        return attack_value(v, half, stack, bonus, leader)
    if met == TAKEN:
        return v.worth[loc] * (1.0 - 0.45 * danger(v, loc, strength(stack)))
    if met == OPTIONAL:
        base = s.troops[side * HALVES + half] & ARMIES
        return max(0.15, attack_value(v, defended(s, side, half), base + stack, bonus, leader))
    return guard_value(need(v, loc), stack)


def best_from(v: Look, loc: int, stack: int, *, far: bool, peaceful: bool = False) -> float:
    """The best that a stack can do from a place."""
    exits, best = exits_of(v, loc, far=far), -9.0
    if exits.need >= 0.0:
        best = guard_value(exits.need, stack)
    if exits.taken:
        best = max(best, best_goal(v, exits.taken, stack))
    if exits.fights and not peaceful:
        best = max(best, best_goal(v, exits.fights, stack))
    return best


def exits_of(v: Look, loc: int, *, far: bool) -> Exits:
    key = 2 * loc + far
    found = v.exits.get(key)
    if found is None:
        if v.survey is None:
            v.survey = Survey(v)
        ways, all_ways = open_ways(v.s, v.side, loc) if far else ways_out(v.s, v.side, loc), v.survey
        found = v.exits[key] = Exits(all_ways.need(ways), bits(ways & all_ways.taken), bits(ways & all_ways.fights))
    return found


def best_goal(v: Look, ways: tuple[int, ...], stack: int) -> float:
    """The best of some ways for a stack."""
    known = v.goals.get(stack)
    if known is None:
        known = v.goals[stack] = {}
    best = -9.0
    for way in ways:
        worth = known.get(way)
        if worth is None:
            worth = known[way] = goal_value(v, WAY_TO[way], WAY_BONUS[1 - v.side][way], stack, v.leader)
        if worth > best:
            best = worth
    return best


def guard_value(asked: float, stack: int) -> float:
    """What a stack is worth to an own place that asks so much for armies."""
    return 0.35 * asked * min(strength(stack), 3) / 3.0


def without_weakest(stack: int) -> int:
    for kind in (0, 1, 2):
        if stack >> 8 * kind & 255:
            return stack - ONE[kind]
    return stack


def stacks_of(s: State, side: int) -> list[tuple[int, int]]:
    """Every place with armies of a side, and those armies."""
    found = []
    troops, own = s.troops, side * HALVES
    for loc in range(LOCS):
        stack = (troops[own + 2 * loc] + troops[own + 2 * loc + 1]) & ARMIES
        if stack:
            found.append((loc, stack))
    return found


def best_move(v: Look, *, peaceful: bool = False) -> float:
    """The best rail move there is."""
    best = -9.0
    for loc, stack in stacks_of(v.s, v.side):
        if counters(stack) > 1 and not peaceful:
            best = max(best, best_from(v, loc, stack, far=False) - vacated(v, loc, stack))
            part = without_weakest(stack)
            best = max(best, best_from(v, loc, part, far=False) - vacated(v, loc, part))
        one = ONE[2 if stack >> 16 else 1 if stack >> 8 & 255 else 0]
        best = max(best, best_from(v, loc, one, far=True, peaceful=peaceful) - vacated(v, loc, one))
    return best


def best_landing(v: Look, ships: int) -> float:
    """The best naval move with so many naval cards."""
    s, best = v.s, -9.0
    for port in PORTS:
        stack = s.here(UNION, port) & ARMIES
        if not stack or (s.control[port] == NOBODY and not s.troops[PORT_HALF[port]]):
            continue
        force = strongest(stack, ships)
        for to in PORTS:
            if to != port and COLOUR[to] == CSA and s.control[to] != UNION:
                best = max(best, landing_value(v, to, force) - vacated(v, port, force))
    return best


def landing_value(v: Look, port: int, force: int) -> float:
    return goal_value(v, PORT_HALF[port], atlas.PORT_BONUS[port], force, v.leader)


def strongest(stack: int, n: int) -> int:
    taken = 0
    for kind in (2, 1, 0):
        here = min(n, stack >> 8 * kind & 255)
        taken += here * ONE[kind]
        n -= here
    return taken
