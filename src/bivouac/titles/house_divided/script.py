"""A sound way to play, answer by answer: the ordering that computer players start from.

Every box of the map pulls: the Union towards the great cities of the South, the Confederacy towards what it has lost and towards
Washington. A move is worth what it takes, what it threatens and how far it follows the pull, less what it leaves unguarded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from bivouac.titles.house_divided.frames import DONE, ENTRENCH, FIGHT_ON, HOLD_FIRE, LEAD, NO, SAIL, STOP, YES, Box
from bivouac.titles.house_divided.printed import (
    CAVALRY,
    CSA,
    EUROPE,
    FIRE,
    FIRST,
    FORT,
    FS,
    GARRISON,
    GARRISON_VALUE,
    LAST,
    MF,
    NEIGHBOURS,
    PIECES,
    PORTS,
    PRIZES,
    QUALITY,
    RICHMOND,
    TABLES,
    TO,
    UNION,
    VALUE_OF,
    WASHINGTON,
    N,
)
from bivouac.titles.house_divided.rules.ch05_fire import firer, value_against
from bivouac.titles.house_divided.state import ENTRENCHED, REDUCED, State

Power = dict[int, float]
FAR: Final = 99
PRIZE: Final = tuple(b in PRIZES for b in range(N))
WORTH: Final = (*(f + (0.6 if k == FS else 0.0) for k, f in enumerate(FIRE)), 0.0)


@cache
def distances() -> tuple[tuple[int, ...], ...]:
    """Boxes apart, by any lines."""
    table = []
    for start in range(N):
        row = [FAR] * N
        row[start] = 0
        reached = [start]
        for b in reached:
            for n in NEIGHBOURS[b]:
                if row[n] == FAR:
                    row[n] = row[b] + 1
                    reached.append(n)
        table.append(tuple(row))
    return tuple(table)


@lru_cache(maxsize=512)
def pull_of(owner: tuple[int, ...], side: int) -> tuple[float, ...]:
    """How strongly each box draws a side's pieces, as the flags stand."""
    goals = [(b, weight) for b in range(N) if (weight := goal(owner, side, b)) > 0.0]
    rows = distances()
    return tuple(max([w / (1.5 + rows[b][g]) for g, w in goals], default=0.0) for b in range(N))


def goal(owner: tuple[int, ...], side: int, box: int) -> float:
    """What owning a box would be worth."""
    if side == UNION:
        if owner[box] == UNION:
            return 0.0
        return VALUE_OF[CSA][box] * (2.2 if PRIZE[box] else 1.0) + VALUE_OF[UNION][box]
    if box == WASHINGTON:
        return 4.0
    if owner[box] == CSA:
        return 1.2 * VALUE_OF[CSA][box] if PRIZE[box] else 0.0
    return 2.5 * VALUE_OF[CSA][box] + 0.4 * VALUE_OF[UNION][box]


def powers(s: State) -> tuple[Power, Power]:
    """The fighting worth of each side in each box where it stands."""
    both: tuple[Power, Power] = ({}, {})
    box, kind, stat = s.box, s.kind, s.stat
    for side in (UNION, CSA):
        here = both[side]
        for p in range(FIRST[side], LAST[side]):
            b = box[p]
            if b >= 0:
                worth = WORTH[kind[p]]
                here[b] = here.get(b, 0.0) + (0.6 * worth if stat[p] & REDUCED else worth)
    return both


class Plan:
    """A side's look at the map: who stands where, what pulls, what must be guarded."""

    __slots__ = ("enemy", "foes", "mine", "pull", "s", "side")

    def __init__(self, s: State, side: int) -> None:
        self.s = s
        self.side = side
        self.enemy = 1 - side
        both = powers(s)
        self.mine, self.foes = both[side], both[1 - side]
        self.pull = pull_of(s.owner, side)

    def danger(self, box: int) -> float:
        """Enemies beside a box."""
        foes = self.foes
        return sum([foes[b] for b in NEIGHBOURS[box] if b in foes])

    def guard(self, box: int) -> float:
        """What should stay behind in a box."""
        s, side = self.s, self.side
        if box == WASHINGTON and side == UNION:
            near = self.danger(box) + 0.5 * sum([self.danger(b) for b in NEIGHBOURS[box]])
            return max(3.9, min(0.75 * near, 14.0))
        value = VALUE_OF[side][box] if s.owner[box] == side else 0
        if not value:
            return 0.0
        near = self.danger(box)
        if box == RICHMOND and side == CSA:
            return max(2.0, min(0.8 * near, 12.0))
        return min(0.7 * near, 2.0 + 2.0 * value) if near else 0.0

    def resists(self, box: int) -> float:
        """What the enemy in a box is worth behind his works."""
        s = self.s
        power = self.foes.get(box, 0.0)
        fort = FORT[box] and s.owner[box] == self.enemy
        dug = fort or any(s.stat[p] & ENTRENCHED for p in s.pieces_at(self.enemy, box))
        return power * (1.5 if dug else 1.1)

    def help(self, frm: int, to: int) -> float:
        """What of the friends beside a battle can be counted on: they may march, or reinforce one at a time."""
        mine, foes = self.mine, self.foes
        most, share = (12.0, 0.5) if self.s.marches > 0 else (3.0, 0.4)
        near = share * sum([min(mine[b], most) for b in NEIGHBOURS[to] if b in mine and b != frm and b not in foes])
        return near - 0.4 * sum([min(foes[b], 3.0) for b in NEIGHBOURS[to] if b in foes])

    def take(self, box: int) -> float:
        """What it is worth to own a box that is not one's own."""
        s, side = self.s, self.side
        if s.owner[box] == side:
            return 0.0
        loss = VALUE_OF[self.enemy][box] if s.owner[box] == self.enemy else 0
        worth = 0.3 + 1.4 * loss + 1.4 * VALUE_OF[side][box]
        if side == UNION and PRIZE[box]:
            worth += 2.5
        if side == CSA and box == WASHINGTON:
            worth += 9.0
        return worth

    def gain(self, frm: int, to: int, moving: float) -> float:
        """What a move by `moving` worth of pieces brings, apart from what it leaves behind."""
        follow = 3.0 * (self.pull[to] - self.pull[frm])
        if to in self.foes:
            there = self.mine.get(to, 0.0)
            odds = (there + moving + self.help(frm, to)) / self.resists(to)
            if odds < (1.2 if to == WASHINGTON else 1.35):
                return -3.0
            if there and odds > 3.0:
                return 0.1
            return 1.5 + self.take(to) + 0.25 * self.foes[to] + follow
        worth = self.take(to)
        if worth:
            risk = self.danger(to)
            if moving + self.mine.get(to, 0.0) < 0.7 * risk:
                worth -= 1.0 + 0.2 * risk
        elif self.side == CSA or to == WASHINGTON:
            need = self.guard(to) - self.mine.get(to, 0.0)
            worth = min(max(need, 0.0), moving) * 0.35
        return worth + follow


# --- movement ---------------------------------------------------------------------------------------------


def ready_power(plan: Plan, box: int) -> float:
    """What can leave a box without baring it."""
    return plan.mine.get(box, 0.0) - plan.guard(box)


def best_gain(plan: Plan, box: int) -> float:
    moving = ready_power(plan, box)
    if moving < 0.9:
        return -1.0
    return max([plan.gain(box, to, moving) for to in NEIGHBOURS[box]])


def march_order(s: State) -> list[int]:
    plan = Plan(s, s.active)
    scored = [(march_score(plan, a), -i, a) for i, a in enumerate(s.options)]
    scored.sort(reverse=True)
    return [a for _, _, a in scored]


def march_score(plan: Plan, a: int) -> float:
    if a == DONE:
        return 0.12
    if a >= LEAD:
        return leader_score(plan, a - LEAD)
    if a == SAIL + EUROPE:
        return 2.0
    if a >= SAIL:
        return max([invasion_gain(plan, port) for port in PORTS]) if a == SAIL + WASHINGTON else -2.0
    return best_gain(plan, a)


def leader_score(plan: Plan, leader: int) -> float:
    """A leader moves alone only to join a larger army."""
    here = plan.s.box[leader]
    beside = max([plan.mine.get(b, 0.0) for b in NEIGHBOURS[here] if b not in plan.foes], default=0.0)
    return 0.3 if beside > 2.0 * plan.mine.get(here, 0.0) + 2.0 else -1.0


def invasion_gain(plan: Plan, port: int) -> float:
    """A landing is worth it where the odds are good."""
    s = plan.s
    if plan.side != UNION or s.die != TABLES.dice.invasion or s.owner[port] != CSA or s.target not in (-1, port):
        return -2.0
    landed = plan.mine.get(port, 0.0)
    coming = min(ready_power(plan, WASHINGTON), 3.0 * max(s.marches, 1))
    resistance = plan.resists(port) + 1.5 * GARRISON_VALUE[port]
    if coming < 1.9 or landed + coming < 1.5 * resistance or (landed and landed > 2.0 * resistance):
        return -2.0
    return 1.0 + plan.take(port) - 0.3 * plan.danger(port)


def piece_order(s: State) -> list[int]:
    """The strongest who can be spared, then the end of the march."""
    frame = s.stack[-1]
    plan = Plan(s, s.active)
    spare = ready_power(plan, frame.frm)
    good = best_gain(plan, frame.frm) > 0.12

    def score(a: int) -> float:
        if a == DONE:
            return 0.0
        if a >= PIECES:
            return 9.0 if good else -9.0
        worth = WORTH[s.kind[a]]
        return worth if good and worth <= spare + 0.5 else -worth

    return sorted(s.options, key=score, reverse=True)


def step_order(s: State) -> list[int]:
    """The line with the greatest gain; works where nothing is to be gained and the enemy is near."""
    frame = s.stack[-1]
    plan = Plan(s, s.active)
    piece = frame.piece
    here = s.box[piece]
    moving = WORTH[s.kind[piece]]
    if frame.steps == 0:
        moving = max(moving, ready_power(plan, here))
    elif frame.piece < PIECES and here not in plan.foes and len(s.stack) > 1 and hasattr(s.stack[-2], "frm"):
        moving += max(ready_power(plan, s.stack[-2].frm), 0.0)

    def score(a: int) -> float:
        if a == STOP:
            return 0.0 if piece < PIECES or here not in plan.foes else -5.0
        if a == ENTRENCH:
            return 0.2 + 0.1 * min(plan.danger(here), 4.0) if plan.danger(here) else 0.02
        if piece >= PIECES:
            return plan.mine.get(TO[a], 0.0) - plan.mine.get(here, 0.0) - (20.0 if TO[a] in plan.foes else 0.0)
        return plan.gain(here, TO[a], moving)

    return sorted(s.options, key=score, reverse=True)


def sail_piece_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: -1.0 if a >= PIECES else WORTH[s.kind[a]], reverse=True)


def sail_to_order(s: State) -> list[int]:
    plan = Plan(s, s.active)

    def score(port: int) -> float:
        if s.owner[port] != s.active:
            return invasion_gain(plan, port)
        return plan.pull[port] + 0.3 * max(plan.guard(port) - plan.mine.get(port, 0.0), 0.0)

    return sorted(s.options, key=score, reverse=True)


# --- battle -----------------------------------------------------------------------------------------------


def battle_power(s: State, side: int) -> float:
    """What stands in the battle, as it can hit."""
    total = 1.5 * s.garrison if side == CSA else 0.0
    for p in s.pieces_at(side, s.place):
        if not s.routed >> p & 1:
            total += WORTH[s.kind[p]] * (0.55 if s.stat[p] & REDUCED else 1.0)
    if side != s.attacker and (FORT[s.place] and s.owner[s.place] == side):
        total *= 1.4
    return total + 0.6 * s.leadership(side, s.place)


def odds_of(s: State, side: int) -> float:
    return battle_power(s, side) / max(battle_power(s, 1 - side), 0.1)


def help_near(s: State, side: int) -> float:
    """What could reinforce next."""
    return sum([WORTH[s.kind[p]] for b in NEIGHBOURS[s.place] for p in s.pieces_at(side, b)[:1] if not s.has_pieces(1 - side, b)])


def retreat_order(s: State) -> list[int]:
    side = s.firing
    stake = 0.25 if (s.place == WASHINGTON and side == UNION) or PRIZE[s.place] else 0.45
    ours = battle_power(s, side) + 0.5 * help_near(s, side)
    stay = ours >= stake * battle_power(s, 1 - side)
    plan = Plan(s, side)

    def score(a: int) -> float:
        if a == FIGHT_ON:
            return 100.0 if stay else -100.0
        return plan.mine.get(a, 0.0) - 0.6 * plan.danger(a) + VALUE_OF[side][a]

    return sorted(s.options, key=score, reverse=True)


def reinforce_order(s: State) -> list[int]:
    """Whoever can be spared, as long as the battle is not won already."""
    side = s.firing
    plan = Plan(s, side)
    needed = odds_of(s, side) < 2.0

    def score(a: int) -> float:
        if a == DONE:
            return 0.0
        if a >= PIECES:
            return 5.0 if needed else -5.0
        frm, worth = s.box[a], WORTH[s.kind[a]]
        spare = plan.mine.get(frm, 0.0) - (plan.guard(frm) if frm != WASHINGTON or s.active == UNION else 4.0)
        return worth if needed and worth <= spare + 0.1 else -worth

    return sorted(s.options, key=score, reverse=True)


def aim_order(s: State) -> list[int]:
    """The shot that does most: a kill counts more than a wound, and nobody is shot at more than needed."""
    shooter = firer(s)

    def score(a: int) -> float:
        if a == HOLD_FIRE:
            return -1.0
        need = value_against(s, shooter, a)
        if need <= 0:
            return 0.0
        worth = 2.0 if a == GARRISON else WORTH[s.kind[a]]
        hurt = a != GARRISON and s.stat[a] & REDUCED
        aimed = s.aims.count(a)
        value = worth + 1.0 if hurt else 0.7 + 0.3 * worth
        return min(need, 6) * value * (0.55**aimed if hurt else 0.9**aimed)

    return sorted(s.options, key=score, reverse=True)


def escape_order(s: State) -> list[int]:
    weak = odds_of(s, 1 - s.attacker) < 0.9
    return sorted(s.options, key=lambda a: (a == YES) == weak, reverse=True)


def flight_order(s: State) -> list[int]:
    side = 1 - s.winner if s.winner != 2 else 1 - s.attacker
    plan = Plan(s, side)
    return sorted(s.options, key=lambda b: plan.mine.get(b, 0.0) - 0.5 * plan.danger(b) + (s.owner[b] == side), reverse=True)


def contain_order(s: State) -> list[int]:
    box = s.stack[-1].items[0]
    both = powers(s)
    strong = both[CSA].get(box, 0.0) > 1.4 * both[UNION].get(box, 0.0)
    return [NO, YES] if strong else [YES, NO]


def break_out_order(s: State) -> list[int]:
    both = powers(s)
    return sorted(s.options, key=lambda b: 0.0 if b == DONE else both[UNION].get(b, 0.0) - 1.4 * both[CSA].get(b, 0.0), reverse=True)


def choose_battle_order(s: State) -> list[int]:
    both = powers(s)
    return sorted(s.options, key=lambda b: both[s.active].get(b, 0.0) / max(both[1 - s.active].get(b, 0.0), 0.5), reverse=True)


def strongest_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: 0.5 if a == DONE else 2.0 if a == GARRISON else WORTH[s.kind[a]], reverse=True)


def weakest_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: WORTH[s.kind[a]])


def bonus_order(s: State) -> list[int]:
    """Points are spread, the best shots first."""
    return sorted(s.options, key=lambda a: (s.bonus.count(a), -(GARRISON_VALUE[s.place] if a == GARRISON else FIRE[s.kind[a]])))


# --- promotion and recruitment ----------------------------------------------------------------------------


def promote_order(s: State) -> list[int]:
    """Infantry at the front first: militia to veterans, which also frees a counter, then veterans to crack."""
    side = s.active if s.place < 0 else s.winner
    pull = pull_of(s.owner, side)

    def score(a: int) -> float:
        if a == DONE:
            return -1.0
        kind = s.kind[a]
        return (3.0 if kind == MF else 2.0) - (1.2 if CAVALRY[kind] else 0.0) + 2.0 * pull[s.box[a]] - 0.1 * QUALITY[kind]

    return sorted(s.options, key=score, reverse=True)


def city_order(s: State) -> list[int]:
    """Where the guard is thin, and then towards the front."""
    plan = Plan(s, s.active)

    def score(b: int) -> float:
        if b == DONE:
            return -1.0
        short = max(plan.guard(b) - plan.mine.get(b, 0.0), 0.0)
        return 2.0 * plan.pull[b] + 0.5 * min(short, 4.0) + 0.05 * VALUE_OF[s.active][b]

    return sorted(s.options, key=score, reverse=True)


def place_leader_order(s: State) -> list[int]:
    plan = Plan(s, s.active)
    return sorted(s.options, key=lambda b: plan.mine.get(b, 0.0) + 3.0 * plan.pull[b], reverse=True)


ORDERS: Final[dict[int, Callable[[State], list[int]]]] = {
    Box.SUPPORT_LOSS: weakest_order,
    Box.PLACE_LEADER: place_leader_order,
    Box.BREAK_OUT: break_out_order,
    Box.MARCH: march_order,
    Box.PIECE: piece_order,
    Box.STEP: step_order,
    Box.SAIL_PIECE: sail_piece_order,
    Box.SAIL_TO: sail_to_order,
    Box.CONTAIN: contain_order,
    Box.CHOOSE_BATTLE: choose_battle_order,
    Box.ESCAPE: escape_order,
    Box.ESCAPE_TO: flight_order,
    Box.RETREAT: retreat_order,
    Box.REINFORCE: reinforce_order,
    Box.ENGAGE: strongest_order,
    Box.BONUS: bonus_order,
    Box.AIM: aim_order,
    Box.RALLY: strongest_order,
    Box.ROUTED_TO: flight_order,
    Box.VICTOR: promote_order,
    Box.PROMOTE: promote_order,
    Box.CITY: city_order,
}


def order(s: Any) -> Sequence[int]:
    """The options of the question on top, the most promising first."""
    maker = ORDERS.get(s.stack[-1][0])
    return maker(s) if maker is not None else list(s.options)
