"""The script: a score for every option of every question, quick enough to be asked thousands of times a second.

It knows what a place is worth, guesses how a combat would go (strength, the card it would play, what the enemy usually adds), and keeps
its good cards. It never looks into the other side's hand or at a face-down card that is not its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bivouac.titles.lincoln.advice.look import (
    KEEP,
    UNIT_WORTH,
    Look,
    attack_value,
    best_from,
    best_landing,
    best_move,
    chance,
    goal_value,
    landing_value,
    need,
    strongest,
    vacated,
    without_weakest,
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
from bivouac.titles.lincoln.printed.tables import (
    BLOCKADE_END,
    BLOCKADE_POINTS,
    FORT,
    HALVES,
    HAND_LIMIT_CSA,
    IS_BENEFIT,
    IS_FREE,
    KINDS_OF,
    LEADERSHIP,
    LOC_OF,
    NAVAL,
    PORT_HALF,
    PORTS,
    PRICE,
    RAID,
    RAIL_CARD,
    SHIP,
    TEXT,
    TOP,
    WAY_FROM_LOC,
    WAY_TO,
    WAY_TO_LOC,
    WAYS_INTO,
)
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
    ONE,
    UNION,
    State,
    counters,
    strength,
)

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
