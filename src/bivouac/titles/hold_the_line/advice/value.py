"""How good a position is: named features, and the weights that were learned for them (`data/learned.toml`, made by `bivouac learn`).

They are counted as the Confederacy sees them: what it has less what the Union has. One set of weights, learned from all the battles
together, serves every battle, players' own ones too.
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.learned import TOGETHER, Evaluation
from bivouac.titles.hold_the_line.printed.map import BIT, DISTANCE, GONE, NEAR, OFF_MAP, WITHIN
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, COMBAT, GUNBOAT, LEADER, PACKAGE
from bivouac.titles.hold_the_line.state import State

NAMES: Final = (
    "points",
    "points_late",
    "lead",
    "one_short",
    "two_short",
    "clock_runs",
    "clock_late",
    "clock_end",
    "blocks",
    "wounds",
    "weak",
    "frail",
    "leaders",
    "led",
    "guns",
    "ground",
    "ground_late",
    "contact",
    "contact_moving",
    "exposed",
    "exposed_moving",
    "aimed",
    "aimed_moving",
    "cover",
    "command",
    "moves",
)
"""
points                       victory points, as shares of the target; `late`: times the share of the time that is gone
lead                         the same, squared
one_short, two_short         one side is within one, or two, points of victory
clock_runs, late, end        for whom the clock works, also by how late it is
blocks                       strength on the map, in tens of blocks
wounds                       blocks lost by units still there, each by its share of the unit
weak, frail                  units with two blocks left, with one
leaders, led                 leaders, and those with infantry or cavalry
guns                         batteries
ground, late                 how near units are to what they can still capture
contact, moving              enemies next to units, the worse the weaker these are: of the side that moves later, that moves next
exposed, moving              the same for enemies two hexes away
aimed, moving                enemy batteries that may fire at them
cover                        units near the enemy that stand in cover
command                      action points to expect in a turn
moves                        whose turn it is
"""
DREAD: Final = (0.0, 1.0, 0.6, 0.35, 0.25, 0.2, 0.2, 0.2, 0.2)
"""What an enemy close by may cost a unit, by the blocks it has left."""


def on_time(s: State, side: int) -> float:
    """+1 if the clock works for the side, -1 if against it."""
    rule = s.field.file.time_out
    if rule == "more_vp":
        return 0.5 if s.vp[side] > s.vp[1 - side] else -0.5
    return 1.0 if (rule == "union") == (side == 0) else -1.0


def grip(s: State, side: int) -> float:
    """How near a side's units are to what they can still capture."""
    total = 0.0
    for i, block in enumerate(s.field.blocks):
        if block.side == side and s.holder(i) != side:
            near = min((DISTANCE[block.hex][h] for h in bits(s.lines[side])), default=20)
            total += 1 / (1 + near)
    return total / (len(s.field.blocks) + 1)


def army(s: State, side: int) -> tuple[float, ...]:
    """blocks, wounds, weak, frail, leaders, led, guns, contact, exposed, aimed, cover of one side."""
    field = s.field
    enemy, batteries = s.lines[1 - side] | s.guns[1 - side], s.guns[1 - side]
    blocks = weak = frail = leaders = led = guns = 0
    wounds = contact = exposed = aimed = cover = 0.0
    for p, h in enumerate(s.pos):
        if h in (GONE, OFF_MAP) or field.side_of[p] != side:
            continue
        kind, sp = field.kind_of[p], s.sp[p]
        if kind == LEADER:
            leaders += 1
            led += s.lines[side] & BIT[h] > 0
            continue
        blocks += sp
        wounds += 1 - sp / field.strength_of[p]
        if kind == GUNBOAT:
            continue
        guns += kind == ARTILLERY
        weak += sp == 2
        frail += sp == 1
        close = WITHIN[2][h] & enemy
        if close or batteries & WITHIN[3][h]:
            sheltered = COMBAT[field.terrain[h]] < 0 or bool(field.cover_sides[h])
            dread = DREAD[sp] * (0.7 if sheltered else 1.0)
            beside = (close & NEAR[h]).bit_count()
            contact += dread * beside
            exposed += dread * (close.bit_count() - beside)
            aimed += dread * (batteries & WITHIN[3][h]).bit_count()
            cover += sheltered
    return blocks / 10, wounds, weak, frail, leaders, led, guns, contact, exposed, aimed, cover


def measure(s: State) -> list[float]:
    """The features in the order of NAMES."""
    field = s.field
    union, csa = s.vp[0] / field.targets[0], s.vp[1] / field.targets[1]
    short = [target - vp for target, vp in zip(field.targets, s.vp)]
    late = min(s.turn / field.turns, 1.0)
    clock = on_time(s, 1)
    blue, grey = army(s, 0), army(s, 1)
    some = [b - a for a, b in zip(blue[:7], grey[:7])]
    near = grip(s, 1) - grip(s, 0)
    moving = s.active
    threats = []
    for mine, theirs in zip(grey[7:10], blue[7:10]):  # dread of one's own units counts against a side
        threats += [theirs if moving else -mine, -mine if moving else theirs]
    turn = min(s.turn, field.turns)
    return [
        csa - union,
        (csa - union) * late,
        csa * csa - union * union,
        (short[1] <= 1) - (short[0] <= 1),
        (short[1] <= 2) - (short[0] <= 2),
        clock,
        clock * late,
        clock * late**3,
        *some,
        near,
        near * late,
        *threats,
        grey[10] - blue[10],
        (field.caps[1][turn] - field.caps[0][turn]) / 4,
        1.0 if moving else -1.0,
    ]


_BAD: Final = ("wounds", "weak", "frail")
_EITHER: Final = ("points_late", "clock_runs", "clock_late", "ground_late", "moves")
SIGNS: Final = {name: -1 if name in _BAD else 1 for name in NAMES if name not in _EITHER}
EVALUATION: Final = Evaluation(PACKAGE, NAMES, measure, lambda s: TOGETHER)
