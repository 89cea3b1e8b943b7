"""The script: a score for every option of every question, quick enough to be asked thousands of times a second.

It knows what a place is worth, guesses how a combat would go (strength, the card it would play, what the enemy usually adds), and keeps
its good cards. It never looks into the other side's hand or at a face-down card that is not its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from bivouac.titles.lincoln.atlas import (
    BLOCKADE_END,
    BLOCKADE_POINTS,
    CAPITAL,
    CLOSED,
    COLOUR,
    FORT,
    GATES,
    HALVES,
    HAND_LIMIT_CSA,
    IS_BENEFIT,
    IS_FREE,
    KINDS,
    KINDS_OF,
    LEADERSHIP,
    LOC_OF,
    LOCS,
    NAVAL,
    PAIR,
    POINTS,
    PORT_BONUS,
    PORT_HALF,
    PORTS,
    PRICE,
    RAID,
    RAIL,
    RAIL_CARD,
    SHIP,
    SUPPLY,
    TEXT,
    TOP,
    WAY_BONUS,
    WAY_FROM_LOC,
    WAY_TO,
    WAY_TO_LOC,
    WAYS_INTO,
    WAYS_OF_LOC,
)
from bivouac.titles.lincoln.frames import (
    ADD,
    ALL_OF,
    ATTACK,
    BENEFIT,
    BY_PORT,
    BY_SEA,
    CANCEL,
    DEPLOY,
    DISCARD,
    FACE_DOWN,
    FIGHT,
    FORT_CODE,
    MOVE,
    NAVAL_MOVE,
    NO,
    OVER,
    PASS,
    PLAY,
    STOP,
    TO_OTHER_HALF,
    YES,
    Box,
    Counting,
    Deploying,
    Moving,
)
from bivouac.titles.lincoln.rules.ground import AUTOMATIC, FRIENDLY, OPTIONAL, TAKEN, meeting, open_ways, ways_out
from bivouac.titles.lincoln.state import (
    ARMIES,
    ATTACKER,
    BASE,
    CSA,
    HALF,
    HIGH,
    LOC,
    LOSER,
    MODIFIER,
    NOBODY,
    ONE,
    UNION,
    State,
    counters,
    strength,
)

# --- what things are worth ------------------------------------------------------------------------------------------


def _stake(loc: int) -> float:
    """What holding a place is worth beyond its points."""
    worth = 0.25 + 1.4 * (loc in PAIR) + 0.9 * (loc in SUPPLY[CSA]) + 5.0 * (loc == CAPITAL)
    return worth + (0.9 if COLOUR[loc] == UNION and not CLOSED[loc] and loc != CAPITAL else 0.0)


STAKE = tuple(_stake(loc) for loc in range(LOCS))
KEEP = tuple(  # what a card is worth in the hand
    0.15 + 0.22 * LEADERSHIP[k] + 0.10 * RAIL[k] + 0.12 * NAVAL[k] + 0.35 * (TEXT[k] >= 0) + 0.18 * (TOP[k] >= 0) for k in range(KINDS)
)
UNIT_WORTH = (0.75, 1.65, 2.7, 1.9)
EXPECTED = (0.0, 1.2, 1.7, 2.1, 2.4, 2.6, 2.8, 2.9, 3.0)  # leadership to expect from an enemy with so many cards
CHANCE = tuple(1.0 / (1.0 + exp(-(d / 2 - 0.25) / 1.5)) for d in range(-60, 61))


def chance(difference: float) -> float:
    """How likely the attacker is to win when he expects to be ahead by so much."""
    return CHANCE[max(-60, min(60, int(2 * difference))) + 60]


class Look:
    """A position as one side sees it, worked out once for a question: what places are worth and how strong both sides are there."""

    __slots__ = ("enemy", "expected", "leader", "needs", "own", "s", "side", "worth")

    def __init__(self, s: State, side: int) -> None:
        self.s = s
        self.side = side
        urgency = _urgency(s)
        self.worth = [stake + vp * urgency for stake, vp in zip(STAKE, POINTS, strict=True)]
        self.own = _strengths(s, side)
        self.enemy = _strengths(s, 1 - side)
        self.needs = [-1.0] * LOCS
        self.leader = best_leader(s, side)
        self.expected = EXPECTED[min(s.held[1 - side], 8)]


def _strengths(s: State, side: int) -> list[int]:
    """The strength of a side in each place, forts counted."""
    first = side * HALVES
    troops = s.troops
    return [strength(troops[n] + troops[n + 1]) if troops[n] or troops[n + 1] else 0 for n in range(first, first + HALVES, 2)]


def _urgency(s: State) -> float:
    """Points count more for a Union that is short of them, most when its draw pile runs down."""
    number = min(s.shuffles[UNION], len(GATES) - 1)
    if GATES[number] <= s.points():
        return 0.7
    return 1.0 if s.left[UNION] > 14 else 1.6


def best_leader(s: State, side: int) -> int:
    hand = s.hand
    return max((LEADERSHIP[k] for k in KINDS_OF[side] if hand[k]), default=0)


def danger(v: Look, loc: int, own: int) -> float:
    """How likely a place held with this strength is to be lost, by the strongest enemy next door."""
    s, side = v.s, v.side
    bonus, enemy, control = WAY_BONUS[side], v.enemy, s.control
    worst = 0.0
    for way in WAYS_INTO[loc]:
        frm = WAY_FROM_LOC[way]
        force = enemy[frm]
        if not own:
            worst = max(worst, 0.9 if force else 0.45 if control[frm] == 1 - side else 0.0)
        elif force:
            worst = max(worst, min(1.0, (force - own - bonus[way] + 3.0) / 6.0))
    if side == CSA and PORT_HALF[loc] >= 0:
        worst = max(worst, min(1.0, (5.0 - own - PORT_BONUS[loc]) / 6.0) * 0.5)
    return worst


def vacated(v: Look, loc: int, leaving: int) -> float:
    """The price of leaving a place, or of leaving it weaker."""
    if v.side == UNION and CLOSED[loc]:
        return 0.0
    own = v.own[loc]
    return 0.8 * v.worth[loc] * (danger(v, loc, own - strength(leaving)) - danger(v, loc, own))


def attack_value(v: Look, half: int, force: int, bonus: int, leader: float) -> float:
    """What an attack with this stack on a half promises."""
    s, side, loc = v.s, v.side, LOC_OF[half]
    enemy = (1 - side) * HALVES
    there = s.troops[enemy + half]
    if s.control[loc] == 1 - side:
        there += s.troops[enemy + (half ^ 1)] & ARMIES
    n, m = counters(force), counters(there)
    won = chance(strength(force) + leader - strength(there) - bonus - v.expected)
    gain = v.worth[loc] + (m + 1) // 2 * 1.15 - min(n // 2, (m + 1) // 2) * 0.8
    return won * gain - (1.0 - won) * ((n + 1) // 2 * 1.25)


def need(v: Look, loc: int) -> float:
    """How much a place asks for another army: to hold it, or to strike from it."""
    if v.needs[loc] >= 0.0:
        return v.needs[loc]
    s, side, own = v.s, v.side, v.own[loc]
    hold = v.worth[loc] * max(0.0, danger(v, loc, own) - danger(v, loc, own + 2))
    strike = 0.0
    for way in WAYS_OF_LOC[loc]:
        place = WAY_TO_LOC[way]
        if s.control[place] != side and not (side == CSA and CLOSED[place]):
            ahead = own + 2.0 - v.enemy[place] - WAY_BONUS[1 - side][way]
            strike = max(strike, v.worth[place] * max(0.0, min(1.0, 0.55 + ahead / 10.0)))
    v.needs[loc] = 2.0 * hold + (0.9 if side == UNION else 0.35) * strike
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
    s, side, leader = v.s, v.side, v.leader
    best = -9.0
    for way in open_ways(s, side, loc) if far else ways_out(s, side, loc):
        if side == CSA and CLOSED[WAY_TO_LOC[way]]:
            continue
        if peaceful and meeting(s, side, WAY_TO[way]) not in (FRIENDLY, TAKEN):
            continue
        best = max(best, goal_value(v, WAY_TO[way], way, stack, leader))
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
        return attack_value(v, half, force, PORT_BONUS[port], v.leader)
    return goal_value(v, half, -1, force, v.leader)


def strongest(stack: int, n: int) -> int:
    taken = 0
    for kind in (2, 1, 0):
        here = min(n, stack >> 8 * kind & 255)
        taken += here * ONE[kind]
        n -= here
    return taken


# --- the menu -------------------------------------------------------------------------------------------------------


def payment_cost(s: State, side: int, price: int, but: int) -> float:
    """What the cheapest cards for a price are worth."""
    hand = s.hand
    cards = sorted(KEEP[k] for k in KINDS_OF[side] for _ in range(hand[k] - (k == but)))
    return sum(cards[:price])


def deploy_value(s: State, side: int, card: int) -> float:
    """What a unit, a ship or a politician is worth now, without its price."""
    top = TOP[card]
    if top == SHIP:
        if s.blockade == BLOCKADE_END:
            return -1.0
        step = s.blockade + 1
        return 0.9 + 1.5 * (BLOCKADE_POINTS[step] - BLOCKADE_POINTS[step - 1]) + 1.5 * (HAND_LIMIT_CSA[step - 1] - HAND_LIMIT_CSA[step])
    if top > SHIP:
        return (1.3 if side == CSA else 0.9) + 0.2 * max(0, s.europe)
    if top == FORT:
        return UNIT_WORTH[3]
    late = 0.4 if side == CSA else 0.15
    return UNIT_WORTH[top] - late * 0.3 * LEADERSHIP[card] * (top > 0)


def action_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    side = s.active
    v = Look(s, side)
    if s.held[side] < 2:
        v.leader = 0
    rail = naval = -9.0
    if any(MOVE <= a < NAVAL_MOVE for a in options):
        rail = best_move(v)
    if any(NAVAL_MOVE <= a < ATTACK for a in options):
        ships = sum(s.hand[k] for k in KINDS_OF[UNION] if NAVAL[k])
        naval = max(best_landing(v, n) - 0.3 * (n - 1) for n in range(1, min(ships, 3) + 1))
    return [_action_score(v, a, rail, naval) for a in options]


def _action_score(v: Look, a: int, rail: float, naval: float) -> float:
    s, side = v.s, v.side
    if a == PASS:
        return 0.25 if side == CSA else 0.1 - 0.6 * max(0, s.idle - 3)
    if ATTACK <= a < PLAY:
        return declared_value(v, a - ATTACK) - 0.3
    card = a % 100
    if a < MOVE:
        return deploy_value(s, side, card) - 0.75 * payment_cost(s, side, PRICE[card], card)
    if a < NAVAL_MOVE:
        return rail - 0.6 * KEEP[card] - 0.2
    if a < ATTACK:
        return naval - 0.6 * KEEP[card] - 0.2
    if a < DISCARD:
        return text_value(v, card)
    return 0.42 - KEEP[card] if side == CSA else -0.25 - KEEP[card]


def declared_value(v: Look, loc: int) -> float:
    own = v.side * HALVES
    base = 2 * loc if v.s.troops[own + 2 * loc] else 2 * loc + 1
    return attack_value(v, base ^ 1, v.s.troops[own + base] & ARMIES, 0, v.leader)


def text_value(v: Look, card: int) -> float:
    s, side, text = v.s, v.side, TEXT[card]
    if text == RAID:
        return 1.0 if s.held[1 - side] >= 3 else 0.4 if s.held[1 - side] == 2 else -1.0
    if text == RAIL_CARD:
        return 1.5 * best_move(v, peaceful=True) - 0.3
    if IS_BENEFIT[card]:
        return -1.0
    if IS_FREE[card]:
        return 3.0 if side == CSA or s.held[side] <= 5 or s.shuffles[UNION] < 2 else 0.6
    units = sorted((UNIT_WORTH[TOP[k]] for k in KINDS_OF[side] for _ in range(s.hand[k]) if 0 <= TOP[k] <= FORT), reverse=True)
    return sum(units[:2]) - 1.2 if len(units) > 1 else -1.0


# --- the smaller questions ------------------------------------------------------------------------------------------


def closing_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    return [0.7 if a == PASS else text_value(v, a - PLAY) for a in options]


def discard_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    return [0.0 if a == STOP else 0.3 - KEEP[a] for a in options]


def payment_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    return [-KEEP[a] for a in options]


def place_scores(s: State, f: Deploying, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    scores = []
    for a in options:
        loc = a // 2 if a < HALVES else (a - BY_PORT) // 64
        score = need(v, loc) - (0.5 if a >= BY_PORT else 0.0)
        if TOP[f.card] == FORT and a < HALVES:
            score += 0.3 * _exposed(s, a) - 0.8 * (s.troops[CSA * HALVES + a] >> 24)
        scores.append(score)
    return scores


def _exposed(s: State, half: int) -> float:
    """How many enemies could come into this very half."""
    force = 0
    for way in WAYS_INTO[LOC_OF[half]]:
        if WAY_TO[way] == half:
            force = max(force, strength(s.here(UNION, WAY_FROM_LOC[way]) & ARMIES))
    return force + (1.0 if PORT_HALF[LOC_OF[half]] == half else 0.0)


def bond_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    return [0.0 if a == STOP else UNIT_WORTH[TOP[a - DEPLOY]] for a in options]


def lift_scores(s: State, f: Moving, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    return [0.2 if a == STOP else _lift_score(v, a, f.by_card >= 0) for a in options]


def _lift_score(v: Look, a: int, peaceful: bool) -> float:
    loc = a // 8 if a < ALL_OF else a - ALL_OF
    stack = v.s.here(v.side, loc) & ARMIES
    if a >= ALL_OF:
        return best_from(v, loc, stack, far=False) - vacated(v, loc, stack)
    one = ONE[a % 4]
    value = best_from(v, loc, one, far=True, peaceful=peaceful) - vacated(v, loc, one)
    part = without_weakest(stack)
    if not peaceful and counters(part) > 1 and part >> 8 * (a % 4) & 255:
        value = max(value, best_from(v, loc, part, far=False) - vacated(v, loc, part) - 0.01)
    return value


def go_scores(s: State, f: Moving, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    lifted = f.first + f.second
    stack = s.here(v.side, f.loc) & ARMIES
    more = -9.0
    part = without_weakest(stack)
    if f.by_card < 0 and counters(part) > counters(lifted):
        more = best_from(v, f.loc, part, far=False) - vacated(v, f.loc, part) + vacated(v, f.loc, lifted)
    return [more + 0.01 * (a % 4) if a >= ADD else _go_score(v, a, lifted) for a in options]


def _go_score(v: Look, a: int, lifted: int) -> float:
    way = a - OVER if a >= OVER else -1
    return goal_value(v, WAY_TO[way] if a >= OVER else a, way, lifted, v.leader)


def embark_scores(s: State, f: Moving, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    ships = 1 + sum(s.hand[k] for k in KINDS_OF[UNION] if NAVAL[k])
    scores = []
    for a in options:
        force = strongest(s.here(UNION, a // 8) & ARMIES, min(ships, 3))
        value = max((landing_value(v, to, force) for to in PORTS if to != a // 8 and s.control[to] != UNION), default=0.0)
        scores.append(value - vacated(v, a // 8, force) + 0.1 * (a % 4))
    return scores


def sail_scores(s: State, f: Moving, options: Sequence[int]) -> list[float]:
    v = Look(s, s.active)
    force = f.first + f.second
    more = force + strongest((s.here(UNION, f.loc) & ARMIES) - force, 1)
    now = max((landing_value(v, p, force) for p in PORTS if p != f.loc), default=0.0)
    then = max((landing_value(v, p, more) for p in PORTS if p != f.loc), default=0.0)
    return [_sail_score(v, a, force, now, then) for a in options]


def _sail_score(v: Look, a: int, force: int, now: float, then: float) -> float:
    if a < OVER:
        return landing_value(v, a, force)
    return then - KEEP[a - OVER] - 0.2 if then - now > 0.3 + KEEP[a - OVER] else -5.0


def raid_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    return [0.0 if a == NO else 1.0 - 0.1 * LEADERSHIP[a - CANCEL] for a in options]


# --- combat ---------------------------------------------------------------------------------------------------------


def forces(s: State) -> tuple[int, int, int]:
    """Attacker's strength, defender's strength with his bonus, and what is at stake in counters."""
    b = s.battle
    attacker = b[ATTACKER]
    mine = s.troops[attacker * HALVES + b[BASE]] & ARMIES
    theirs = s.troops[(1 - attacker) * HALVES + b[HALF]]
    return strength(mine), strength(theirs) + b[MODIFIER] + b[HIGH], counters(mine) + counters(theirs)


def engage_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    b = s.battle
    v = Look(s, b[ATTACKER])
    value = attack_value(v, b[HALF], s.troops[b[ATTACKER] * HALVES + b[BASE]] & ARMIES, 0, v.leader)
    return [value if a == YES else 0.25 for a in options]


def battle_card_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    mine, theirs, n = forces(s)
    v = Look(s, s.battle[ATTACKER])
    stake, enemy = v.worth[s.battle[LOC]] + 0.9 * n, v.expected
    return [chance(mine + LEADERSHIP[a] - theirs - enemy) * stake - KEEP[a] for a in options]


def fight_value(v: Look) -> float:
    """What fighting promises the defender, against withdrawing (0)."""
    s, side = v.s, v.side
    b = s.battle
    mine, theirs, _ = forces(s)
    n = counters(s.troops[side * HALVES + b[HALF]])
    m = counters(s.troops[b[ATTACKER] * HALVES + b[BASE]] & ARMIES)
    lost = chance(mine + v.expected + 0.4 - theirs - v.leader)
    good = (m + 1) // 2 * 1.15 + 0.9 * v.worth[b[LOC]] - min(n // 2, (m + 1) // 2) * 0.8
    return (1.0 - lost) * good - lost * ((n + 1) // 2 * 1.25)


def decision_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    b = s.battle
    v = Look(s, 1 - b[ATTACKER])
    fight = fight_value(v)
    scores = []
    for a in options:
        if a == FIGHT:
            scores.append(fight)
        elif a == TO_OTHER_HALF:
            scores.append(0.45 * v.worth[b[LOC]])
        elif a >= BY_SEA:
            scores.append(0.1 - KEEP[a - BY_SEA])
        else:
            scores.append(0.2)
    return scores


def defence_scores(s: State, f: Any, options: Sequence[int]) -> list[float]:
    mine, theirs, n = forces(s)
    b = s.battle
    v = Look(s, 1 - b[ATTACKER])
    stake, enemy, leader = v.worth[b[LOC]] + 0.9 * n, v.expected + 0.4, v.leader
    scores = []
    for a in options:
        if a >= BENEFIT:
            card = a - BENEFIT
            help_ = 2.0
            before, after = chance(mine + enemy - theirs - leader), chance(mine + enemy - theirs - leader - help_)
            scores.append((1.0 - after) * stake + (before - after) * stake - KEEP[card] - 0.2 if before - after > 0.12 else -1.0)
        else:
            lead, cost = (LEADERSHIP[a - FACE_DOWN], KEEP[a - FACE_DOWN]) if a >= FACE_DOWN else (0, 0.0)
            scores.append((1.0 - chance(mine + enemy - theirs - lead)) * stake - cost)
    return scores


def reserve_scores(s: State, f: Counting, options: Sequence[int]) -> list[float]:
    v = Look(s, f.side)
    return [a % 4 + 1 - vacated(v, WAY_FROM_LOC[a // 4], ONE[a % 4]) for a in options]


def loss_scores(s: State, f: Counting, options: Sequence[int]) -> list[float]:
    """Forts first for a beaten Confederate (they would go anyway), else the weakest."""
    beaten = f.side == s.battle[LOSER]
    return [(9.0 if beaten else -3.5) if a == FORT_CODE else -float(a) for a in options]


def refuge_scores(s: State, f: Counting, options: Sequence[int]) -> list[float]:
    v = Look(s, f.side)
    return [need(v, WAY_TO_LOC[a]) for a in options]


SCORES: dict[int, Callable[[State, Any, Sequence[int]], list[float]]] = {
    Box.ACTION: action_scores,
    Box.CLOSING: closing_scores,
    Box.DISCARD_MORE: discard_scores,
    Box.PLACE: place_scores,
    Box.PAY: payment_scores,
    Box.BONDS: bond_scores,
    Box.LIFT: lift_scores,
    Box.LIFT_MORE: lift_scores,
    Box.GO: go_scores,
    Box.EMBARK: embark_scores,
    Box.SAIL: sail_scores,
    Box.COUNTER_RAID: raid_scores,
    Box.ENGAGE: engage_scores,
    Box.BATTLE_CARD: battle_card_scores,
    Box.DECIDE: decision_scores,
    Box.DECIDE_BY_SEA: decision_scores,
    Box.WITHDRAW: refuge_scores,
    Box.DEFEND: defence_scores,
    Box.REINFORCE: reserve_scores,
    Box.LOSSES: loss_scores,
    Box.RETREAT: refuge_scores,
}


def scored(s: State, options: Sequence[int]) -> list[float]:
    """A score for each option of the question on top."""
    f = s.stack[-1]
    return SCORES[f[0]](s, f, options)
