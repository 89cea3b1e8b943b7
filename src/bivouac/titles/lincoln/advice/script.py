"""The script: a score for every option of every question, quick enough to be asked thousands of times a second.

It knows what a place is worth, guesses how a combat would go (strength, the card it would play, what the enemy usually adds), and keeps
its good cards. It never looks into the other side's hand or at a face-down card that is not its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bivouac.core.kit.bits import bits
from bivouac.core.kit.ranks import foremost, ranked
from bivouac.core.plans import Pair
from bivouac.titles.lincoln import frames as codes
from bivouac.titles.lincoln.advice import look
from bivouac.titles.lincoln.advice.look import KEEP, UNIT_WORTH, Look, attack_value, best_from, chance, landing_value, need, vacated
from bivouac.titles.lincoln.frames import Box, Counting, Deploying, Leaving, Moving
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF, PORT_HALF, PORTS, WAY_BONUS, WAY_FROM_LOC, WAY_TO, WAY_TO_LOC, WAYS_INTO
from bivouac.titles.lincoln.printed.units import IS_FREE, KINDS_OF, LEADERSHIP, NAVAL, TEXT, TOP
from bivouac.titles.lincoln.rules.ch06_entering import OPTIONAL, meeting
from bivouac.titles.lincoln.rules.ch09_rail import least_bonus
from bivouac.titles.lincoln.rules.ch15_losses import engaged
from bivouac.titles.lincoln.state import ARMIES, CSA, ONE, UNION, State, counters, strength

# --- the menu -------------------------------------------------------------------------------------------------------


CHEAPEST = tuple(tuple(sorted(KINDS_OF[side], key=KEEP.__getitem__)) for side in (UNION, CSA))
"""The cards of a side, what one least likes to keep first."""


def payment_cost(s: State, side: int, price: int, but: int) -> float:
    """What the cheapest cards for a price are worth."""
    hand, total = s.hand, 0.0
    for k in CHEAPEST[side]:
        for _ in range(hand[k] - 1 if k == but else hand[k]):
            if not price:
                return total
            total += KEEP[k]
            price -= 1
    return total


def deploy_value(s: State, side: int, card: int) -> float:
    """What a unit, a ship or a politician is worth now, without its price."""
    top = TOP[card]
    if top == units.SHIP:
        if s.blockade == units.BLOCKADE_END:
            return -1.0
        step = s.blockade + 1
        return (
            0.9
            + 1.5 * (units.BLOCKADE_POINTS[step] - units.BLOCKADE_POINTS[step - 1])
            + 1.5 * (units.HAND_LIMIT_CSA[step - 1] - units.HAND_LIMIT_CSA[step])
        )
    if top > units.SHIP:
        return (1.3 if side == CSA else 0.9) + 0.2 * max(0, s.europe)
    if top == units.FORT:
        return UNIT_WORTH[3]
    late = 0.4 if side == CSA else 0.15
    return UNIT_WORTH[top] - late * 0.3 * LEADERSHIP[card] * (top > 0)


def action_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    side = s.active
    v = Look(s, side, plans)
    if s.held[side] < 2:
        v.leader = 0
    rail = naval = -9.0
    if any(codes.MOVE <= a < codes.NAVAL_MOVE for a in options):
        rail = look.best_move(v)
    if any(codes.NAVAL_MOVE <= a < codes.ATTACK for a in options):
        naval = max([look.best_landing(v, n) - 0.3 * (n - 1) for n in range(1, min(ships_of(s), 3) + 1)])
    return [_action_score(v, a, rail, naval) for a in options]


def ships_of(s: State) -> int:
    """The naval cards in the Union's hand."""
    return sum([s.hand[k] for k in bits(s.kinds[UNION]) if NAVAL[k]])


def _action_score(v: Look, a: int, rail: float, naval: float) -> float:
    s, side = v.s, v.side
    if a == codes.PASS:
        return 0.25 if side == CSA else 0.1 - 0.6 * max(0, s.idle - 3)
    if codes.ATTACK <= a < codes.PLAY:
        return declared_value(v, a - codes.ATTACK) - 0.3
    card = a % 100
    if a < codes.MOVE:
        factor = v.posture.ships if TOP[card] >= units.SHIP else v.posture.deploy
        return factor * deploy_value(s, side, card) - 0.75 * payment_cost(s, side, units.PRICE[card], card)
    if a < codes.NAVAL_MOVE:
        return v.posture.rail * rail - 0.6 * KEEP[card] - 0.2
    if a < codes.ATTACK:
        return v.posture.landing * naval - 0.6 * KEEP[card] - 0.2
    if a < codes.DISCARD:
        return text_value(v, card)
    return 0.42 - KEEP[card] if side == CSA else -0.25 - KEEP[card]


def declared_value(v: Look, loc: int) -> float:
    own = v.side * HALVES
    base = 2 * loc if v.s.troops[own + 2 * loc] else 2 * loc + 1
    return attack_value(v, base ^ 1, v.s.troops[own + base] & ARMIES, 0, v.leader)


def text_value(v: Look, card: int) -> float:
    s, side, text = v.s, v.side, TEXT[card]
    if text == units.RAID:
        return 1.0 if s.held[1 - side] >= 3 else 0.4 if s.held[1 - side] == 2 else -1.0
    if text == units.RAIL_CARD:
        return 1.5 * look.best_move(v, peaceful=True) - 0.3
    if units.IS_BENEFIT[card]:
        return -1.0
    if IS_FREE[card]:
        return 3.0 if side == CSA or s.held[side] <= 5 or s.shuffles[UNION] < 2 else 0.6
    worths = [UNIT_WORTH[TOP[k]] for k in bits(s.kinds[side]) for _ in range(s.hand[k]) if 0 <= TOP[k] <= units.FORT]
    worths.sort(reverse=True)
    return worths[0] + worths[1] - 1.2 if len(worths) > 1 else -1.0


# --- the smaller questions ------------------------------------------------------------------------------------------


def closing_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    return [0.7 if a == codes.PASS else text_value(v, a - codes.PLAY) for a in options]


def discard_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    return [0.0 if a == codes.STOP else 0.3 - KEEP[a] for a in options]


def payment_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    return [-KEEP[a] for a in options]


def place_scores(s: State, f: Deploying, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    scores = []
    for a in options:
        loc = a // 2 if a < HALVES else codes.port_and_card(a - codes.LANDING)[0]
        score = need(v, loc) - (0.5 if a >= codes.LANDING else 0.0)
        if TOP[f.card] == units.FORT and a < HALVES:
            score += 0.3 * _exposed(s, a) - 0.8 * (s.troops[CSA * HALVES + a] >> 24)
        scores.append(score)
    return scores


def _exposed(s: State, half: int) -> float:
    """How many enemies could come into this very half."""
    force = 0
    for way in bits(WAYS_INTO[LOC_OF[half]]):
        if WAY_TO[way] == half:
            force = max(force, strength(s.here(UNION, WAY_FROM_LOC[way]) & ARMIES))
    return force + (1.0 if PORT_HALF[LOC_OF[half]] == half else 0.0)


def bond_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    return [0.0 if a == codes.STOP else UNIT_WORTH[TOP[a - codes.DEPLOY]] for a in options]


def lift_scores(s: State, f: Moving, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    return [0.2 if a == codes.STOP else _lift_score(v, a, f.by_card >= 0) for a in options]


def _lift_score(v: Look, a: int, peaceful: bool) -> float:
    loc = a // 8 if a < codes.ALL_OF else a - codes.ALL_OF
    stack = v.s.here(v.side, loc) & ARMIES
    if a >= codes.ALL_OF:
        return best_from(v, loc, stack, far=False) - vacated(v, loc, stack)
    one = ONE[a % 4]
    value = best_from(v, loc, one, far=True, peaceful=peaceful) - vacated(v, loc, one)
    part = look.without_weakest(stack)
    if not peaceful and counters(part) > 1 and part >> 8 * (a % 4) & 255:
        value = max(value, best_from(v, loc, part, far=False) - vacated(v, loc, part) - 0.01)
    return value


def go_scores(s: State, f: Moving, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    lifted = f.first + f.second
    stack = s.here(v.side, f.loc) & ARMIES
    more = -9.0
    part = look.without_weakest(stack)
    if f.by_card < 0 and counters(part) > counters(lifted):
        more = best_from(v, f.loc, part, far=False) - vacated(v, f.loc, part) + vacated(v, f.loc, lifted)
    return [more + 0.01 * (a % 4) if a >= codes.ADD else _go_score(v, f, a, lifted) for a in options]


def _go_score(v: Look, f: Moving, a: int, lifted: int) -> float:
    if a >= codes.OVER:
        way = a - codes.OVER
        return look.goal_value(v, WAY_TO[way], WAY_BONUS[1 - v.side][way], lifted, v.leader)
    bonus = least_bonus(v.s, f, a) if meeting(v.s, v.side, a) == OPTIONAL else 0
    return look.goal_value(v, a, bonus, lifted, v.leader)


def embark_scores(s: State, f: Moving, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    ships = f.by_card + 1
    more = look.best_landing(v, ships + 1) - look.best_landing(v, ships) if options[-1] >= codes.ONE_MORE else 0.0
    return [_embark_score(v, a, ships, more) for a in options]


def _embark_score(v: Look, a: int, ships: int, more: float) -> float:
    if a == codes.STOP:
        return 0.0
    if a >= codes.ONE_MORE:
        keep = KEEP[a - codes.ONE_MORE]
        return 50.0 - keep if ships < 3 and more > 0.5 + keep else -50.0
    force = look.strongest(v.s.here(UNION, a // 8) & ARMIES, ships)
    value = max([landing_value(v, to, force) for to in PORTS if to != a // 8 and v.s.control[to] != UNION], default=0.0)
    return value - vacated(v, a // 8, force) + 0.1 * (a % 4)


def sail_scores(s: State, f: Moving, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    force = f.first + f.second
    return [_sail_score(v, f, a, force) for a in options]


def _sail_score(v: Look, f: Moving, a: int, force: int) -> float:
    """More armies sail together where that promises more, less what leaving the port costs."""
    if a < codes.ADD:
        return landing_value(v, a, force)
    more = force + ONE[a % 4]
    then = max([landing_value(v, port, more) for port in PORTS if port != f.loc], default=0.0)
    return then - vacated(v, f.loc, more) + vacated(v, f.loc, force) - 0.05


def raid_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    return [0.0 if a == codes.LET_PASS else 1.0 - 0.1 * LEADERSHIP[a - codes.CANCEL] for a in options]


# --- combat ---------------------------------------------------------------------------------------------------------


def forces(s: State) -> tuple[int, int, int]:
    """Attacker's strength, defender's strength with his bonus, and what is at stake in counters."""
    mine, theirs = engaged(s, s.active), engaged(s, 1 - s.active)
    return strength(mine), strength(theirs) + s.fight.bonus, counters(mine) + counters(theirs)


def engage_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, s.active, plans)
    value = attack_value(v, s.fight.half, engaged(s, s.active), s.fight.bonus, v.leader)
    return [value if a == codes.ENGAGE else 0.25 for a in options]


def battle_card_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    mine, theirs, n = forces(s)
    v = Look(s, s.active, plans)
    stake, enemy = v.worth[s.fight.loc] + 0.9 * n, v.expected
    return [chance(mine + LEADERSHIP[a] - theirs - enemy) * stake - KEEP[a] for a in options]


def fight_value(v: Look) -> float:
    """What fighting promises the defender, against withdrawing (0)."""
    s, side = v.s, v.side
    mine, theirs, _ = forces(s)
    n, m = counters(engaged(s, side)), counters(engaged(s, s.active))
    lost = chance(mine + v.expected + 0.4 - theirs - v.leader)
    good = (m + 1) // 2 * 1.15 + 0.9 * v.worth[s.fight.loc] - n // 2 * 0.8
    return (1.0 - lost) * good - lost * ((n + 1) // 2 * 1.25)


def decision_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, 1 - s.active, plans)
    half = (0.25 if s.actions else 0.45) * v.worth[s.fight.loc]  # there the works no longer help against a second attack
    fixed: dict[int, float] = {codes.FIGHT: fight_value(v), codes.TO_OTHER_HALF: half, codes.TO_NEIGHBOURS: 0.2}
    return [0.1 - KEEP[a - codes.BY_SEA] if a >= codes.BY_SEA else fixed[a] for a in options]


def defence_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    mine, theirs, n = forces(s)
    v = Look(s, 1 - s.active, plans)
    stake, ahead = v.worth[s.fight.loc] + 0.9 * n, mine + v.expected + 0.4 - theirs
    before, after = chance(ahead - v.leader), chance(ahead - v.leader - 2.0)
    helped = (1.0 - after) * stake + (before - after) * stake - 0.2
    scores = []
    for a in options:
        if a >= codes.BENEFIT:
            scores.append(helped - KEEP[a - codes.BENEFIT] if before - after > 0.12 else -1.0)
        else:
            lead, cost = (LEADERSHIP[a - codes.FACE_DOWN], KEEP[a - codes.FACE_DOWN]) if a >= codes.FACE_DOWN else (0, 0.0)
            scores.append((1.0 - chance(ahead - lead)) * stake - cost)
    return scores


def reserve_scores(s: State, f: Any, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, 1 - s.active, plans)
    return [a % 4 + 1 - vacated(v, WAY_FROM_LOC[a // 4], ONE[a % 4]) for a in options]


def loss_scores(s: State, f: Counting, options: Sequence[int], plans: Pair) -> list[float]:
    """Forts first for a beaten Confederate (they would go anyway), else the weakest."""
    beaten = f.side == s.fight.loser
    return [(9.0 if beaten else -3.5) if a == units.FORT else -float(a) for a in options]


def refuge_scores(s: State, f: Leaving, options: Sequence[int], plans: Pair) -> list[float]:
    v = Look(s, f.side, plans)
    return [need(v, WAY_TO_LOC[a]) for a in options]


SCORES: dict[int, Callable[[State, Any, Sequence[int], Pair], list[float]]] = {
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
    Box.EMBARK_MORE: embark_scores,
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


def order(s: State) -> Sequence[int]:
    return follow(s, (0, 0))


def follow(s: State, plans: Pair) -> Sequence[int]:
    """The options of the question on top, the most promising first, each side following its plan."""
    options = s.options
    if len(options) == 1:
        return options
    f = s.stack[-1]
    return ranked(options, SCORES[f.box](s, f, options, plans))


def best(s: State, plans: Pair) -> int:
    """The first of them."""
    options = s.options
    if len(options) == 1:
        return options[0]
    f = s.stack[-1]
    return foremost(options, SCORES[f.box](s, f, options, plans))


def turn(s: State) -> int:
    """Changes whenever the move passes to the other side."""
    return 2 * s.turn + s.active
