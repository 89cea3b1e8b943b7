"""What the computer is told about a battle: which answers look best. (How good a position is: value.py.)

Everything is counted in victory points: an attack is worth the chance that it eliminates something plus a little for every block it
takes, a step is worth what it brings a unit nearer to its goals and into cover. Answers are ordered by worth for each action point.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.core.kit.ranks import foremost, ranked
from bivouac.core.plans import Pair
from bivouac.titles.hold_the_line.advice.plans import POSTURES, Posture
from bivouac.titles.hold_the_line.advice.value import on_time
from bivouac.titles.hold_the_line.flow import FLOW
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, ASSAULT, AT, END, FIRE, HALT, RALLY, RIDE, Box
from bivouac.titles.hold_the_line.printed import units as printed
from bivouac.titles.hold_the_line.printed.map import BIT, DISTANCE, NEAR, NOBODY, OFF_MAP, WITHIN, around, gap
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER, LEADER_PRICE
from bivouac.titles.hold_the_line.rules.ch06_actions import order_box
from bivouac.titles.hold_the_line.rules.ch08_fire import in_sight
from bivouac.titles.hold_the_line.rules.ch09_leaders import reach_of
from bivouac.titles.hold_the_line.state import State

# What things are worth, in victory points; found by some hundred rounds of battles of the script against variants of itself.
BLOCK_WORTH = 0.45  # a hit that does not eliminate
WEAK = 1.4  # how much more on a unit of one or two blocks
RETREAT_WORTH = 0.08
LEADER_WORTH = 0.06  # a leader in the hex that is attacked
PRIZE = 0.3  # a VP block in it
CAPTURE = 0.9  # standing on a VP block
NEARER = [0.056, 0.012, 0.025, 0.04]  # a hex nearer to the enemy, by kind
GOAL = 0.07  # a hex nearer to a VP block
POST = 0.05  # a hex nearer to a VP block that the enemy may take, where a plan holds them
POSTS_SEEN = 4  # hexes
SHOULDER = 0.03  # a friend beside a hex, where a plan keeps together
COVER = 0.07
CONTACT = 0.05  # each enemy next to a hex after the first
FRAIL = 0.06  # an enemy next to a unit with one block left
AIM = 0.5  # what a battery can fire at from a hex
EXPOSED = 0.05  # a battery next to the enemy
RIDING = 0.012
RALLY_WORTH = [0.04, 0.085, 0.03]  # reinforcing: at all, for each block lost, next to the enemy
SEAT = [0.04, 0.02, 0.025]  # a leader with infantry or cavalry: at all, for each block lost, next to the enemy
SEAT_WITH_GUNS = 0.02
ALONE = 0.3  # a leader alone next to the enemy
ENTER_WORTH = 0.3
WORTH_DOING = 0.004
NO_HIT = -0.1  # fire that cannot hit
NOWHERE = -9.0  # where a leader cannot go anywhere
STAYING = 0.2  # a leader who stays alone in a hex that was attacked


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
                row.append(kill + BLOCK_WORTH * blocks * (WEAK if strength <= 2 else 1.0))
            by_need.append(tuple(row))
        table.append(tuple(by_need))
    return tuple(table)


WORTH = _kill_table()
TOLD = (Box.ORDER, Box.ORDER_LED, Box.ORDER_LEADER, Box.ORDER_BOAT, Box.STEP, Box.MOUNTED, Box.NERVE_FIRE)
IS_TOLD = tuple(box in TOLD for box in range(max(Box) + 1))
FLIGHT = tuple(n / sum(printed.DIE_OF_MORALE) for n in printed.DIE_OF_MORALE)


# --- how good an answer is ------------------------------------------------------------------------------------------


class Foe(NamedTuple):
    """What stands in a hex that can be attacked: the strength and morale of the unit that fights first, a leader's worth, a prize."""

    strength: int
    morale: int
    leader: float
    prize: float


class Ground:
    """What a side has to reckon with while the enemy stays where he is: what there is to capture and to hold, how far the enemy is from
    each hex, and how good it is for infantry and for cavalry, as far as it was found (but for the friends beside it; see
    `Wants._line_place`). `steps`: what the best step from one hex into some others gains, where friends beside it do not count."""

    __slots__ = ("bases", "blocks", "boats", "enemy", "field", "gaps", "goals", "places", "posts", "posture", "push", "steps")

    def __init__(self, s: State, me: int, posture: Posture, enemy: int, push: float) -> None:
        self.field, self.posture, self.enemy, self.push, self.boats, self.blocks = s.field, posture, enemy, push, s.boats, s.blocks[:]
        self.goals = [b.hex for i, b in enumerate(s.field.blocks) if b.side == me and s.holder(i) != me]
        lost = [b.hex for i, b in enumerate(s.field.blocks) if b.side != me and s.holder(i) != b.side]
        self.posts = lost if posture.hold else []
        self.gaps: dict[int, int] = {}
        self.bases: tuple[dict[int, tuple[float, float, float]], ...] = ({}, {})
        self.places: tuple[dict[int, float], ...] = ({}, {})
        self.steps: dict[tuple[int, int], float] = {}

    def is_still(self, s: State, posture: Posture, enemy: int, push: float) -> bool:
        """Whether nothing of all this has changed."""
        is_same = self.enemy == enemy and self.boats == s.boats and self.push == push and self.blocks == s.blocks
        return is_same and self.posture is posture and self.field is s.field


LAST: list[Ground | None] = [None, None]
"""The ground as each side last looked at it; mostly it still is so at the next question."""


def ground_of(s: State, me: int, posture: Posture, enemy: int, push: float) -> Ground:
    found = LAST[me]
    if found is None or not found.is_still(s, posture, enemy, push):
        found = LAST[me] = Ground(s, me, posture, enemy, push)
    return found


class Wants:
    """What the active side wants in this state, as it follows its plan: worked out once for a question, each hex at most once."""

    __slots__ = ("_asked", "_foes", "_ground", "_places", "_seats", "enemy", "friends", "posture", "push", "room", "s", "targets")

    def __init__(self, s: State, plans: Pair) -> None:
        self.s = s
        me = s.active
        self.posture = posture = POSTURES[me][plans[me]]
        self.enemy = enemy = s.lines[1 - me] | s.guns[1 - me]
        self.targets = enemy & ~s.boats
        foot, horse, wheels, _, _ = s.field.open_to
        line, guns = enemy | s.boats | s.lines[me], enemy | s.boats | s.guns[me]
        self.room = (foot & ~line, horse & ~line, wheels & ~guns)
        self.friends = s.lines[me] | s.guns[me]
        self.push = posture.push if on_time(s, me) < 0 else posture.patience
        self._foes: dict[int, Foe] = {}
        self._ground = ground_of(s, me, posture, enemy, self.push)
        lines: tuple[dict[int, float], ...] = ({}, {}) if posture.mass else self._ground.places
        self._places: tuple[dict[int, float], ...] = (*lines, {}, {})
        self._asked: State | None = None
        self._seats: dict[int, float] = {}

    def foe(self, b: int) -> Foe:
        found = self._foes.get(b)
        if found is None:
            s = self.s
            unit = s.unit_in(b)
            block = s.field.block_at[b]
            mine = block != NOBODY and s.field.blocks[block].side == s.active and s.holder(block) != s.active
            leader = LEADER_WORTH if s.leads[1 - s.active] & BIT[b] else 0.0
            found = self._foes[b] = Foe(s.sp[unit], s.field.morale_of[unit], leader, PRIZE if mine else 0.0)
        return found

    def fire_worth(self, kind: int, h: int, b: int) -> float:
        foe = self.foe(b)
        far = DISTANCE[h][b]
        need = self.s.rules.needs[kind][far] - self.s.field.dice_shift[h][b]
        worth = WORTH[printed.DICE_NEAR[kind] if far == 1 else printed.DICE_FAR[kind]][need][foe.strength]
        return (worth + foe.leader) * self.posture.fire if worth else NO_HIT

    def assault_worth(self, h: int, b: int) -> float:
        foe, field = self.foe(b), self.s.field
        need = printed.ASSAULT_NEEDS - field.dice_shift[h][b]
        colour = min(max(foe.morale + field.morale_shift[h][b] + (1 if foe.leader else 0), 0), 2)
        chance = min(printed.ASSAULT_DICE * (7 - need) / 6, 1.0) * FLIGHT[colour]
        worth = WORTH[printed.ASSAULT_DICE][need][foe.strength] + foe.leader + chance * (RETREAT_WORTH + foe.prize)
        return worth * self.posture.assault

    def place(self, kind: int, h: int) -> float:
        """How good it is for a kind of unit to stand in a hex."""
        found = self._places[kind].get(h)
        if found is None:
            found = self._places[kind][h] = self._gun_place(kind, h) if kind >= ARTILLERY else self._line_place(kind, h)
        return found

    def _gun_place(self, kind: int, h: int) -> float:
        near, step = self._gap(h), NEARER[kind] * self.push
        if near > 4:
            return -step * (near - 2)
        best = 0.0
        for b in bits(in_sight(self.s, kind, h, self.targets)):
            worth = self.fire_worth(kind, h, b)
            if worth > best:
                best = worth
        return AIM * best - step * max(near - 2, 0) - (EXPOSED if near == 1 else 0.0)

    def _gap(self, h: int) -> int:
        """How far the nearest enemy is."""
        near = self._ground.gaps.get(h)
        if near is None:
            near = self._ground.gaps[h] = gap(h, self.targets)
        return near

    def _line_place(self, kind: int, h: int) -> float:
        known = self._ground.bases[kind].get(h)
        if known is None:
            known = self._ground.bases[kind][h] = self._line_base(kind, h)
        worth, cover, contacts = known
        if self.posture.mass:
            worth += SHOULDER * self.posture.mass * min(2, (NEAR[h] & self.friends).bit_count())
        return worth + cover - contacts

    def _line_base(self, kind: int, h: int) -> tuple[float, float, float]:
        """What a hex is worth by where it lies and by its cover, and what the enemies beside it cost."""
        field, posture, ground, row = self.s.field, self.posture, self._ground, DISTANCE[h]
        worth = -NEARER[kind] * self.push * self._gap(h)
        if ground.goals:
            to_goal = min([row[g] for g in ground.goals])
            worth += CAPTURE if to_goal == 0 else -GOAL * posture.goal * max(self.push, 0.1) * to_goal
        if ground.posts:
            worth -= POST * posture.hold * min(POSTS_SEEN, min([row[g] for g in ground.posts]))
        cover = COVER * posture.cover * (1 if field.cover_sides[h] else -printed.COMBAT[field.terrain[h]])
        contacts = (NEAR[h] & self.enemy).bit_count()
        return worth, cover, CONTACT * posture.contact * (contacts - 1) if contacts > 1 else 0.0

    def gain(self, p: int, kind: int, h: int, n: int) -> float:
        """What a unit gains by going from hex h to hex n."""
        worth = self.place(kind, n) - self.place(kind, h)
        if kind < ARTILLERY and self.s.sp[p] == 1:
            worth += FRAIL * (bool(NEAR[h] & self.enemy) - bool(NEAR[n] & self.enemy))
        return worth

    def rally_worth(self, h: int) -> float:
        s = self.s
        unit = s.line_in(h)
        lost = s.field.strength_of[unit] - s.sp[unit]
        threat = RALLY_WORTH[2] if NEAR[h] & self.enemy else 0.0
        return (RALLY_WORTH[0] + RALLY_WORTH[1] * lost + threat) * (1 - FLIGHT[s.field.morale_of[unit]]) * self.posture.rally

    def seat(self, h: int) -> float:
        """A leader belongs with infantry or cavalry near the enemy, best with a unit that has lost blocks."""
        found = self._seats.get(h)
        if found is None:
            found = self._seats[h] = self._seat(h)
        return found

    def _seat(self, h: int) -> float:
        s = self.s
        contacts = 1 if NEAR[h] & self.enemy else 0
        if not s.lines[s.active] & BIT[h]:
            return SEAT_WITH_GUNS if s.guns[s.active] & BIT[h] else -ALONE * contacts
        unit = s.line_in(h)
        return SEAT[0] + SEAT[1] * (s.field.strength_of[unit] - s.sp[unit]) + SEAT[2] * contacts

    def best_lead(self, p: int, h: int) -> float:
        """The best order to a leader: the best seat that he can have, or to rally the unit he is with."""
        s = self.s
        best = self._best_seat(reach_of(s, h, s.active)) if s.ap >= LEADER_PRICE else NOWHERE
        best = best - self.seat(h) - 0.01
        unit = s.line_in(h)
        is_weak = unit != NOBODY and s.sp[unit] < s.field.strength_of[unit]
        return max(best, self.rally_worth(h)) if is_weak and RALLY in self.orders(p) else best

    def _best_seat(self, hexes: int) -> float:
        """The best of some hexes for a leader. Where nobody of his side is they are all alike, but for the enemies beside them."""
        s, best = self.s, NOWHERE
        lines, guns = hexes & s.lines[s.active], hexes & s.guns[s.active]
        for h in bits(lines):
            found = self.seat(h)
            if found > best:
                best = found
        if guns & ~lines:
            best = max(best, SEAT_WITH_GUNS)
        empty = hexes & ~(lines | guns)
        if empty:
            best = max(best, 0.0 if empty & ~around(self.enemy) else -ALONE)
        return best

    def order_worth(self, p: int, kind: int, h: int, a: int) -> float:
        """The worth of an order for each action point it costs."""
        if a == RALLY:
            return self.rally_worth(h)
        if a >= ASSAULT:
            return self.assault_worth(h, a - ASSAULT) / 2
        if a >= FIRE:
            return self.fire_worth(kind, h, a - FIRE)
        if a >= RIDE:
            return self.gain(p, kind, h, a - RIDE) + RIDING
        return self.seat(a) - self.seat(h) - 0.01 if kind == LEADER else self.gain(p, kind, h, a)

    def orders(self, p: int) -> Sequence[int]:
        """Everything a leader or a gunboat could be told to do now."""
        asked = self._asked = self._asked or self.s.clone()
        asked.take_up(p)
        asked.goto(AT[order_box(asked, p)])
        return FLOW.options(asked)

    def best_step(self, p: int, kind: int, h: int) -> float:
        """What the best step of a unit gains."""
        around = NEAR[h] & self.room[kind]
        if kind >= ARTILLERY or self.posture.mass:
            return self._best_gain(p, kind, h, around)
        key = (around, 8 * h + 2 * kind + (self.s.sp[p] == 1))
        known = self._ground.steps.get(key)
        if known is None:
            known = self._ground.steps[key] = self._best_gain(p, kind, h, around)
        return known

    def _best_gain(self, p: int, kind: int, h: int, hexes: int) -> float:
        """What going into the best of some hexes gains."""
        best, here, frail = -1.0, self.place(kind, h), kind < ARTILLERY and self.s.sp[p] == 1
        for n in bits(hexes):
            worth = self.place(kind, n) - here
            if frail:
                worth += FRAIL * (bool(NEAR[h] & self.enemy) - bool(NEAR[n] & self.enemy))
            if worth > best:
                best = worth
        return best

    def best_of(self, p: int) -> float:
        """The worth of the best thing a piece can do; much like the best of its orders, but found faster."""
        s = self.s
        h = s.pos[p]
        if h == OFF_MAP:
            return ENTER_WORTH
        kind = s.field.kind_of[p]
        if kind == LEADER:
            return self.best_lead(p, h)
        if kind == GUNBOAT:
            return max([self.order_worth(p, kind, h, a) for a in self.orders(p)])
        best = self.best_step(p, kind, h)
        if WITHIN[4][h] & self.targets:
            for b in bits(in_sight(s, kind, h, self.targets)):
                worth = self.fire_worth(kind, h, b)
                if worth > best:
                    best = worth
            if kind < ARTILLERY and s.ap >= 2:
                for b in bits(NEAR[h] & self.targets):
                    worth = self.assault_worth(h, b) / 2
                    if worth > best:
                        best = worth
        return best


def order(s: State) -> Sequence[int]:
    return follow(s, (0, 0))


def follow(s: State, plans: Pair) -> Sequence[int]:
    """The options, the most promising first, each side following its wants."""
    options = s.options
    return ranked(options, scores(s, options, plans)) if len(options) > 1 else options


def best(s: State, plans: Pair) -> int:
    """The first of them."""
    options = s.options
    return foremost(options, scores(s, options, plans)) if len(options) > 1 else options[0]


def scores(s: State, options: Sequence[int], plans: Pair) -> list[float]:
    """What each option is worth."""
    box: int = s.stack[-1].box
    if box == Box.ACTIVATE:
        wants = Wants(s, plans)
        return [WORTH_DOING if a == END else wants.best_of(a) for a in options]
    if IS_TOLD[box]:
        wants = Wants(s, plans)
        p, h = s.unit, s.pos[s.unit]
        kind = s.field.kind_of[p]
        return [0.0 if a == HALT else wants.order_worth(p, kind, h, a) for a in options]
    if box == Box.ENTER and s.field.kind_of[s.unit] != LEADER:
        wants = Wants(s, plans)
        return [wants.place(s.field.kind_of[s.unit], h) for h in options]
    if box == Box.ADVANCE:
        return advances(s, options, plans)
    if box == Box.BOMBARD:
        return [1.0 / s.sp[s.unit_in(h)] for h in options]
    if box in (Box.ESCAPE, Box.RETREAT, Box.DISPLACE):
        return [shelter_worth(s, s.target) - STAYING if a == HALT else shelter_worth(s, a) for a in options]
    return [0.0] * len(options)


def advances(s: State, options: Sequence[int], plans: Pair) -> list[float]:
    """Advance where it pays: for a prize, or if the place is no worse than here."""
    wants = Wants(s, plans)
    p = s.unit
    kind = s.field.kind_of[p]
    gain = wants.gain(p, kind, s.pos[p], s.target)
    worth: dict[int, float] = {ADVANCE: gain + 0.02, ADVANCE_LED: gain + 0.03, HALT: 0.0}
    return [worth[a] for a in options]


def shelter_worth(s: State, h: int) -> float:
    """For a unit or leader that flees: friends beside it, cover, no enemies."""
    side = 1 - s.active
    friends = (NEAR[h] & (s.lines[side] | s.guns[side])).bit_count()
    enemies = (NEAR[h] & (s.lines[1 - side] | s.guns[1 - side])).bit_count()
    in_company = 0.5 if (s.lines[side] | s.guns[side]) & BIT[h] else 0.0
    return in_company + 0.05 * friends - 0.3 * enemies - 0.1 * printed.COMBAT[s.field.terrain[h]]
