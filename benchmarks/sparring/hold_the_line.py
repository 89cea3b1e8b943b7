"""Plain wishes for Hold the Line: where to stand, and how dearly to sell it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, ASSAULT, END, FIRE, HALT, RALLY, RIDE, Box
from bivouac.titles.hold_the_line.printed import units
from bivouac.titles.hold_the_line.printed.map import DISTANCE, NEAR, OFF_MAP
from bivouac.titles.hold_the_line.rules.ch06_actions import orders_of

Ground = Callable[[int], float]


class Temper(NamedTuple):
    """How much an assault and a shot please, and how much each enemy beside a hex frightens."""

    assault: float
    fire: float
    fear: float
    goals: Callable[[Any, int], list[int]]


def foes(s: Any, side: int) -> int:
    return int(s.lines[1 - side] | s.guns[1 - side])


def prizes(s: Any, side: int) -> list[int]:
    """The VP blocks that the side may still score."""
    return [b.hex for i, b in enumerate(s.field.blocks) if b.side == side and s.blocks[i] != side] or list(bits(foes(s, side)))


def enemies(s: Any, side: int) -> list[int]:
    return list(bits(foes(s, side)))


def posts(s: Any, side: int) -> list[int]:
    """The VP blocks that the enemy may still score; without any, the own guns."""
    wanted = [b.hex for i, b in enumerate(s.field.blocks) if b.side != side and s.blocks[i] == side]
    wanted += [b.hex for i, b in enumerate(s.field.blocks) if b.side != side and s.blocks[i] not in (0, 1)]
    return wanted or list(bits(s.guns[side] | s.lines[side]))


def weak_ones(s: Any, side: int) -> list[int]:
    return [h for h in bits(foes(s, side)) if s.sp[s.unit_in(h)] <= 2] or enemies(s, side)


def ground(s: Any, side: int, temper: Temper) -> Ground:
    goals, enemy = temper.goals(s, side), foes(s, side)

    def worth(h: int) -> float:
        cover = -units.COMBAT[s.field.terrain[h]] + bool(s.field.cover_sides[h])
        return -0.12 * min((DISTANCE[h][g] for g in goals), default=0) + 0.1 * cover - temper.fear * (NEAR[h] & enemy).bit_count()

    return worth


def blow(s: Any, dice: int, need: int, there: int) -> float:
    """What dice do to the unit of a hex: losses, more if it may be the last."""
    hits = dice * max(0, min(6, 7 - need)) / 6
    return hits * (0.5 + 0.7 / max(1, s.sp[s.unit_in(there)]))


def order(s: Any, temper: Temper, worth: Ground, p: int, a: int) -> float:
    h, kind = s.pos[p], s.field.kind_of[p]
    if a == HALT:
        return 0.0
    if a == RALLY:
        return 0.3 if s.sp[s.line_in(h)] < s.field.strength_of[s.line_in(h)] else 0.0
    if a >= ASSAULT:
        there = a - ASSAULT
        return temper.assault * blow(s, units.ASSAULT_DICE, units.ASSAULT_NEEDS - s.field.dice_shift[h][there], there) / 2
    if a >= FIRE:
        there = a - FIRE
        far = DISTANCE[h][there]
        dice = units.DICE_NEAR[kind] if far == 1 else units.DICE_FAR[kind]
        return temper.fire * blow(s, dice, s.rules.needs[kind][far] - s.field.dice_shift[h][there], there)
    if kind == units.LEADER:
        return 0.01 * (s.line_in(a % RIDE) >= 0 if s.lines[s.active] >> (a % RIDE) & 1 else -1)
    return worth(a % RIDE) - worth(h)


def wish(temper: Temper) -> Callable[[Any, int], Callable[[int], float]]:
    def asked(s: Any, side: int) -> Callable[[int], float]:
        box = s.stack[-1].box
        worth = ground(s, side, temper)
        if box == Box.ACTIVATE:
            return lambda a: (
                0.03 if a == END else 0.5 if s.pos[a] == OFF_MAP else max(order(s, temper, worth, a, b) for b in orders_of(s, a))
            )
        if box in (Box.ORDER, Box.ORDER_LED, Box.ORDER_LEADER, Box.ORDER_BOAT, Box.STEP, Box.MOUNTED, Box.NERVE_FIRE):
            return lambda a: order(s, temper, worth, s.unit, a)
        if box == Box.ADVANCE:
            return lambda a: worth(s.target) - worth(s.pos[s.unit]) + 0.05 if a in (ADVANCE, ADVANCE_LED) else 0.0
        if box in (Box.ENTER, Box.ESCAPE, Box.RETREAT, Box.DISPLACE):
            return lambda a: -1.0 if a == HALT else worth(a)
        return lambda a: 0.0

    return asked


PARTNERS = {
    "grabber": wish(Temper(assault=1.0, fire=1.0, fear=0.02, goals=prizes)),
    "rush": wish(Temper(assault=1.4, fire=1.0, fear=-0.02, goals=enemies)),
    "turtle": wish(Temper(assault=0.6, fire=1.2, fear=0.15, goals=posts)),
    "raider": wish(Temper(assault=1.0, fire=1.2, fear=0.06, goals=weak_ones)),
}
