"""What the computer is told about a battle: how good a position is, and which answers look best.

Everything is counted in victory points: an attack is worth the chance that it eliminates something plus a little for every block it
takes, a step is worth what it brings a unit nearer to its goals and into cover. Answers are ordered by worth for each action point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, exp

from bivouac.core.ids import Side
from bivouac.core.title import Advice
from bivouac.titles.hold_the_line.actions import ADVANCE, ADVANCE_LED, ASSAULT, END, FIRE, HALT, RALLY, RIDE, hex_of, verb_of
from bivouac.titles.hold_the_line.board import BIT, DISTANCE, NEAR, bits_of
from bivouac.titles.hold_the_line.rules.boxes import Box
from bivouac.titles.hold_the_line.rules.ch06_actions import orders_of
from bivouac.titles.hold_the_line.rules.ch08_fire import ASSAULT_DICE, ASSAULT_NEEDS, DICE_FAR, DICE_NEAR, HILL_NEEDS, in_sight
from bivouac.titles.hold_the_line.scenario import ARTILLERY, CAVALRY, DIE_OF_MORALE, GUNBOAT, INFANTRY, LEADER, NEEDS, REACH, TERRAIN
from bivouac.titles.hold_the_line.state import NOBODY, OFF_MAP, Battle

BLOCK_WORTH = 0.16  # a hit that does not eliminate
RETREAT_WORTH = 0.12
LEADER_WORTH = 0.03
NEARER = {INFANTRY: 0.05, CAVALRY: 0.03, ARTILLERY: 0.03, GUNBOAT: 0.02}
WORTH_DOING = 0.004


def _kill_table() -> tuple[tuple[tuple[float, ...], ...], ...]:
    """WORTH[dice][need][strength]: the worth of an attack with so many dice that hit on `need`, on a unit of that strength."""
    table = []
    for dice in range(7):
        by_need = []
        for need in range(9):
            p = min(max(7 - max(need, 1), 0), 6) / 6
            chances = [comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)]
            row = []
            for strength in range(9):
                kill = sum(c for k, c in enumerate(chances) if strength and k >= strength)
                blocks = sum(c * min(k, strength) for k, c in enumerate(chances))
                row.append(kill + BLOCK_WORTH * blocks * (1.4 if strength <= 2 else 1.0))
            by_need.append(tuple(row))
        table.append(tuple(by_need))
    return tuple(table)


WORTH = _kill_table()
FLIGHT = tuple(n / sum(DIE_OF_MORALE) for n in DIE_OF_MORALE)


# --- how good a position is -----------------------------------------------------------------------------------------


def features(s: Battle, side: Side) -> Mapping[str, float]:
    """The named parts of the evaluation, each from the side's point of view."""
    field, foe = s.field, 1 - side
    mine, theirs = s.vp[side] / field.targets[side], s.vp[foe] / field.targets[foe]
    strength = [0.0, 0.0]
    leaders = [0, 0]
    for p, at in enumerate(s.pos):
        if at >= 0 or at == OFF_MAP:
            if field.kind_of[p] == LEADER:
                leaders[field.side_of[p]] += 1
            else:
                strength[field.side_of[p]] += s.sp[p]
    clock = min(s.turn / field.turns, 1.0)
    return {
        "points": mine - theirs,
        "lead": max(mine, 0.0) ** 2 - max(theirs, 0.0) ** 2,
        "strength": (strength[side] - strength[foe]) / (strength[0] + strength[1] + 1),
        "leaders": (leaders[side] - leaders[foe]) / 4,
        "ground": grip(s, side) - grip(s, foe),
        "clock": clock**3 * on_time(s, side),
    }


def on_time(s: Battle, side: int) -> float:
    """+1 if the clock works for the side, -1 if against it."""
    rule = s.field.file.time_out
    if rule == "more_vp":
        return 0.5 if s.vp[side] > s.vp[1 - side] else -0.5
    return 1.0 if (rule == "union") == (side == 0) else -1.0


def grip(s: Battle, side: int) -> float:
    """How near a side's units are to what they can still capture."""
    total = 0.0
    for i, block in enumerate(s.field.blocks):
        if block.side == side and s.blocks[i] != side:
            near = min((DISTANCE[block.hex][h] for h in bits_of(s.lines[side])), default=20)
            total += 1 / (1 + near)
    return total / (len(s.field.blocks) + 1)


WEIGHTS = {"points": 3.2, "lead": 2.0, "strength": 5.0, "leaders": 0.5, "ground": 0.8, "clock": 2.0}


def evaluate(s: Battle, side: Side) -> float:
    if s.outcome is not None:
        return 0.5 if s.outcome.winner is None else float(s.outcome.winner == side)
    total = sum(WEIGHTS[name] * value for name, value in features(s, side).items())
    return 1 / (1 + exp(-total))


# --- how good an answer is ------------------------------------------------------------------------------------------


def attack_worth(s: Battle, p: int, h: int, b: int, assault: bool) -> float:
    """The worth of an attack from hex h on hex b."""
    field = s.field
    target = s.line_in(b)
    if target == NOBODY:
        target = s.guns_in(b)
    shift = field.dice_shift[h][b]
    leader = LEADER_WORTH if s.lead_in(b) != NOBODY else 0.0
    if assault:
        need = ASSAULT_NEEDS - shift
        worth = WORTH[ASSAULT_DICE][min(need, 8)][s.sp[target]] + leader
        colour = min(max(field.morale_of[target] + field.morale_shift[h][b] + (1 if leader else 0), 0), 2)
        chance = min(ASSAULT_DICE * max(7 - need, 0) / 6, 1.0) * FLIGHT[colour]
        block = field.block_at[b]
        prize = 0.8 if block != NOBODY and field.blocks[block].side == s.active and s.blocks[block] != s.active else 0.0
        return worth + chance * (RETREAT_WORTH + prize)
    kind = field.kind_of[p]
    far = DISTANCE[h][b]
    needs = NEEDS[kind][far] if far <= REACH[kind] else HILL_NEEDS
    dice = DICE_NEAR[kind] if far == 1 else DICE_FAR[kind]
    return WORTH[dice][min(max(needs - shift, 1), 8)][s.sp[target]] + leader


class Plan:
    """What the active side wants in this state: worked out once for a question."""

    __slots__ = ("enemy", "goals", "push", "s", "targets")

    def __init__(self, s: Battle) -> None:
        self.s = s
        me = s.active
        self.enemy = s.lines[1 - me] | s.guns[1 - me]
        self.targets = self.enemy & ~s.boats
        self.goals = [b.hex for i, b in enumerate(s.field.blocks) if b.side == me and s.blocks[i] != me]
        self.push = 1.0 if on_time(s, me) < 0 else 0.45

    def place_worth(self, p: int, kind: int, h: int) -> float:
        """How good it is to stand in a hex."""
        s = self.s
        field = s.field
        near = 20
        for b in bits_of(self.targets):
            d = DISTANCE[h][b]
            if d < near:
                near = d
        step = NEARER[kind] * self.push
        if kind in (ARTILLERY, GUNBOAT):
            seen = in_sight(s, kind, h, self.targets)
            best = max((attack_worth(s, p, h, b, False) for b in seen), default=0.0)
            return 0.5 * best - step * max(near - 2, 0) - (0.1 if near == 1 else 0.0)
        worth = -step * near
        if self.goals:
            to_goal = min(DISTANCE[h][g] for g in self.goals)
            worth -= 0.05 * self.push * to_goal
            if to_goal == 0:
                worth += 0.9
        cover = TERRAIN[field.terrain[h]]
        if not cover.side_only:
            worth -= 0.05 * cover.combat
        elif field.cover_sides[h]:
            worth += 0.05
        contacts = (NEAR[h] & self.enemy).bit_count()
        if contacts > 1:
            worth -= 0.04 * (contacts - 1)
        if contacts and s.sp[p] == 1:
            worth -= 0.15
        return worth

    def order_worth(self, p: int, kind: int, h: int, a: int) -> float:
        """The worth of an order for each action point it costs."""
        s = self.s
        if a == RALLY:
            unit = s.line_in(h)
            lost = s.field.strength_of[unit] - s.sp[unit]
            threat = 0.05 if NEAR[h] & self.enemy else 0.0
            return (0.03 + 0.05 * lost + threat) * (1 - FLIGHT[s.field.morale_of[unit]])
        verb, b = verb_of(a), hex_of(a)
        if verb == FIRE:
            return attack_worth(s, p, h, b, False)
        if verb == ASSAULT:
            return attack_worth(s, p, h, b, True) / 2
        if kind == LEADER:
            return self.leader_worth(h, b)
        gain = self.place_worth(p, kind, b) - self.place_worth(p, kind, h)
        return gain + (0.012 if verb == RIDE else 0.0)

    def leader_worth(self, h: int, b: int) -> float:
        """A leader belongs with infantry or cavalry near the enemy, best with a unit that has lost blocks."""
        return self.seat_worth(b) - self.seat_worth(h) - 0.01

    def seat_worth(self, h: int) -> float:
        s = self.s
        unit = s.line_in(h)
        contacts = 1 if NEAR[h] & self.enemy else 0
        if unit == NOBODY:
            return 0.02 if s.guns_in(h) != NOBODY else -0.3 * contacts
        lost = s.field.strength_of[unit] - s.sp[unit]
        return 0.08 + 0.03 * lost + 0.02 * contacts

    def best_of(self, p: int) -> float:
        """The worth of the best thing a piece can do."""
        s = self.s
        if s.pos[p] == OFF_MAP:
            return 0.3
        kind, h = s.field.kind_of[p], s.pos[p]
        return max([self.order_worth(p, kind, h, a) for a in orders_of(s, p)])


def ranked(options: Sequence[int], worth: list[float]) -> list[int]:
    return [options[i] for i in sorted(range(len(options)), key=lambda i: -worth[i])]


def order(s: Battle) -> Sequence[int]:
    """The options, the most promising first."""
    options = s.options
    if len(options) < 2:
        return options
    box = s.stack[-1].box
    if box == Box.ACTIVATE:
        plan = Plan(s)
        return ranked(options, [WORTH_DOING if a == END else plan.best_of(a) for a in options])
    if box in (Box.ORDER, Box.STEP, Box.MOUNTED, Box.NERVE_FIRE):
        plan = Plan(s)
        p, h = s.unit, s.pos[s.unit]
        kind = s.field.kind_of[p]
        return ranked(options, [0.0 if a == HALT else plan.order_worth(p, kind, h, a) for a in options])
    if box == Box.ENTER:
        plan = Plan(s)
        kind = s.field.kind_of[s.unit]
        return options if kind == LEADER else ranked(options, [plan.place_worth(s.unit, kind, h) for h in options])
    if box == Box.ADVANCE:
        return advances(s, options)
    if box == Box.BOMBARD:
        return ranked(options, [1.0 / s.sp[s.unit_in(h)] for h in options])
    if box in (Box.ESCAPE, Box.RETREAT, Box.DISPLACE):
        return ranked(options, [shelter_worth(s, h) for h in options])
    return options


def advances(s: Battle, options: Sequence[int]) -> Sequence[int]:
    """Advance where it pays: for a prize, or if the place is no worse than here."""
    plan = Plan(s)
    p = s.unit
    kind = s.field.kind_of[p]
    gain = plan.place_worth(p, kind, s.target) - plan.place_worth(p, kind, s.pos[p])
    worth = {ADVANCE: gain + 0.02, ADVANCE_LED: gain + 0.03, HALT: 0.0}
    return ranked(options, [worth[a] for a in options])


def shelter_worth(s: Battle, h: int) -> float:
    """For a unit or leader that flees: friends beside it, cover, no enemies."""
    side = 1 - s.active
    friends = (NEAR[h] & (s.lines[side] | s.guns[side])).bit_count()
    enemies = (NEAR[h] & (s.lines[1 - side] | s.guns[1 - side])).bit_count()
    in_company = 0.5 if (s.lines[side] | s.guns[side]) & BIT[h] else 0.0
    return in_company + 0.05 * friends - 0.3 * enemies - 0.1 * TERRAIN[s.field.terrain[h]].combat


def turn_number(s: Battle) -> int:
    return 2 * s.turn + s.active


ADVICE = Advice(evaluate=evaluate, order=order, features=features, turn=turn_number)
