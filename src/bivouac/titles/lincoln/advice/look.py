"""What places, cards and forces are worth, and where a stack had best go: the judgement behind the script."""

from __future__ import annotations

from math import exp

from bivouac.core.kit.bits import bits
from bivouac.core.plans import Pair
from bivouac.titles.lincoln.advice.plans import POSTURES
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.map import CLOSED, COLOUR, HALVES, LOC_OF, LOCS, PORT_HALF, PORTS, WAY_BONUS, WAY_TO, WAY_TO_LOC
from bivouac.titles.lincoln.printed.units import CAPITAL, GATES, KINDS, KINDS_OF, LEADERSHIP, NAVAL, PAIR, RAIL, TEXT, TOP
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, FRIENDLY, OPTIONAL, TAKEN, meeting
from bivouac.titles.lincoln.rules.ch09_rail import open_ways, ways_out
from bivouac.titles.lincoln.rules.ch15_losses import winners_losses
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, ONE, UNION, State, counters, strength

# --- what things are worth ------------------------------------------------------------------------------------------


def _stake(loc: int) -> float:
    """What holding a place is worth beyond its points."""
    worth = 0.25 + 1.4 * (loc in PAIR) + 0.9 * (loc in atlas.SUPPLY[CSA]) + 5.0 * (loc == CAPITAL)
    return worth + (0.9 if COLOUR[loc] == UNION and not CLOSED[loc] and loc != CAPITAL else 0.0)


STAKE = tuple(_stake(loc) for loc in range(LOCS))
KEEP = tuple(  # what a card is worth in the hand
    0.15 + 0.22 * LEADERSHIP[k] + 0.10 * RAIL[k] + 0.12 * NAVAL[k] + 0.35 * (TEXT[k] >= 0) + 0.18 * (TOP[k] >= 0) for k in range(KINDS)
)
UNIT_WORTH = (0.75, 1.65, 2.7, 1.9)
GENERAL = 4.0  # the leadership to fear at Washington
HELD_CAPITAL, LOST_CAPITAL = 12.0, 40.0  # what it is worth to the Union while it has it, and when it must have it back
EXPECTED = (0.0, 1.2, 1.7, 2.1, 2.4, 2.6, 2.8, 2.9, 3.0)  # leadership to expect from an enemy with so many cards
CHANCE = tuple(1.0 / (1.0 + exp(-(d / 2 - 0.25) / 1.5)) for d in range(-60, 61))


def chance(difference: float) -> float:
    """How likely the attacker is to win when he expects to be ahead by so much."""
    return CHANCE[max(-60, min(60, int(2 * difference))) + 60]


class Look:
    """A position as one side sees it, worked out once for a question: what places are worth and how strong both sides are there."""

    __slots__ = ("dangers", "enemy", "expected", "goals", "guard", "leader", "needs", "own", "posture", "s", "side", "worth")

    def __init__(self, s: State, side: int, plans: Pair) -> None:
        self.s = s
        self.side = side
        self.posture = posture = POSTURES[side][plans[side]]
        urgency = _urgency(s)
        self.worth = [stake + vp * urgency for stake, vp in zip(STAKE, atlas.POINTS, strict=True)]
        for loc in posture.after:
            self.worth[loc] *= posture.draw
        self.own = _strengths(s, side)
        self.enemy = _strengths(s, 1 - side)
        self.needs = [-1.0] * LOCS
        self.dangers: dict[tuple[int, int], float] = {}  # of a place held with so much strength
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
    for way in bits(atlas.WAYS_INTO[CAPITAL]):
        frm = atlas.WAY_FROM_LOC[way]
        if not CLOSED[frm]:
            force = enemy[frm] + max([enemy[atlas.WAY_FROM_LOC[w]] for w in bits(atlas.WAYS_INTO[frm])])
            wanted = max(wanted, force + GENERAL - WAY_BONUS[UNION][way])
    return wanted


def _short(v: Look, own: int) -> float:
    """What is amiss with so much strength in Washington."""
    return max(0.0, v.guard - own) + (8.0 if not own else 0.0)


def _urgency(s: State) -> float:
    """Points count more for a Union that is short of them."""
    return 0.7 if GATES[min(s.shuffles[UNION], len(GATES) - 1)] <= s.points() else 3.0


def best_leader(s: State, side: int) -> int:
    hand = s.hand
    return max((LEADERSHIP[k] for k in KINDS_OF[side] if hand[k]), default=0)


def danger(v: Look, loc: int, own: int) -> float:
    """How likely a place held with this strength is to be lost, by the strongest enemy next door."""
    found = v.dangers.get((loc, own))
    if found is None:
        found = v.dangers[loc, own] = _danger(v, loc, own)
    return found


def _danger(v: Look, loc: int, own: int) -> float:
    s, side = v.s, v.side
    bonus, enemy, control = WAY_BONUS[side], v.enemy, s.control
    worst = 0.0
    for way in bits(atlas.WAYS_INTO[loc]):
        frm = atlas.WAY_FROM_LOC[way]
        force = enemy[frm]
        if not own:
            worst = max(worst, 0.9 if force else 0.45 if control[frm] == 1 - side else 0.0)
        elif force:
            worst = max(worst, min(1.0, (force - own - bonus[way] + 3.0) / 6.0))
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
    if s.control[loc] == 1 - side:
        there += s.troops[enemy + (half ^ 1)] & ARMIES
    n, m = counters(force), counters(there)
    won = chance(strength(force) + leader - strength(there) - bonus - v.expected + v.posture.bold)
    gain = v.worth[loc] + (m + 1) // 2 * 1.15 - winners_losses(s, n, (m + 1) // 2) * 0.8
    return won * gain - (1.0 - won) * ((n + 1) // 2 * 1.25)


def need(v: Look, loc: int) -> float:
    """How much a place asks for another army: to hold it, or to strike from it."""
    if v.needs[loc] >= 0.0:
        return v.needs[loc]
    s, side, own = v.s, v.side, v.own[loc]
    hold = v.worth[loc] * max(0.0, danger(v, loc, own) - danger(v, loc, own + 2))
    strike = 0.0
    for way in bits(atlas.WAYS_OF_LOC[loc]):
        place = WAY_TO_LOC[way]
        if s.control[place] != side and not (side == CSA and CLOSED[place]):
            ahead = own + 2.0 - v.enemy[place] - WAY_BONUS[1 - side][way]
            strike = max(strike, v.worth[place] * max(0.0, min(1.0, 0.55 + ahead / 10.0)))
    v.needs[loc] = v.posture.hold * hold + v.posture.strike * strike
    if side == UNION and loc == CAPITAL:
        v.needs[loc] += 3.0 * min(3.0, _short(v, own))
    return v.needs[loc]


# --- moves ----------------------------------------------------------------------------------------------------------


def goal_value(v: Look, half: int, way: int, stack: int, leader: float) -> float:
    """What moving a stack into a half is worth, by what it meets there."""
    s, side, loc = v.s, v.side, LOC_OF[half]
    met = meeting(s, side, half)
    if met == AUTOMATIC:
        return attack_value(v, half, stack, WAY_BONUS[1 - side][way] if way >= 0 else 0, leader)
    if met == TAKEN:
        return v.worth[loc] * (1.0 - 0.45 * danger(v, loc, strength(stack)))
    if met == OPTIONAL:
        base = s.troops[side * HALVES + half] & ARMIES
        return max(0.15, attack_value(v, half ^ 1, base + stack, 0, leader))
    return 0.35 * need(v, loc) * min(strength(stack), 3) / 3.0


def best_from(v: Look, loc: int, stack: int, *, far: bool, peaceful: bool = False) -> float:
    """The best that a stack can do from a place."""
    s, side, known = v.s, v.side, v.goals.setdefault(stack, {})
    best = -9.0
    for way in bits(open_ways(s, side, loc) if far else ways_out(s, side, loc)):
        if peaceful and meeting(s, side, WAY_TO[way]) not in (FRIENDLY, TAKEN):
            continue
        worth = known.get(way)
        if worth is None:
            worth = known[way] = goal_value(v, WAY_TO[way], way, stack, v.leader)
        if worth > best:
            best = worth
    return best


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
    half = PORT_HALF[port]
    if meeting(v.s, UNION, half) == AUTOMATIC:
        return attack_value(v, half, force, atlas.PORT_BONUS[port], v.leader)
    return goal_value(v, half, -1, force, v.leader)


def strongest(stack: int, n: int) -> int:
    taken = 0
    for kind in (2, 1, 0):
        here = min(n, stack >> 8 * kind & 255)
        taken += here * ONE[kind]
        n -= here
    return taken
