"""What entering a half leads to: nothing, control, a combat at once, or the choice to fight or stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.titles.lincoln.events import SHIFTED, WENT
from bivouac.titles.lincoln.frames import AT, At, Box, Combat
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch14_combat import open_combat
from bivouac.titles.lincoln.state import ARMIES, FORTS, NOBODY, State

FRIENDLY: Final = 0  # what entering a half leads to
TAKEN: Final = 1
AUTOMATIC: Final = 2
OPTIONAL: Final = 3


def meeting(s: State, side: int, half: int) -> int:
    """What moving into a half leads to: LIN-enter-a to LIN-enter-h."""
    loc = LOC_OF[half]
    holder = s.control[loc]
    if holder == side:
        return FRIENDLY
    troops, enemy = s.troops, (1 - side) * HALVES
    if troops[enemy + half]:
        return AUTOMATIC
    beside = troops[enemy + (half ^ 1)]
    if holder == NOBODY or beside & FORTS:
        return OPTIONAL
    return AUTOMATIC if beside else TAKEN


def enter(s: State, half: int, stacks: Sequence[int], loc: int, bonus: int) -> None:
    """LIN-combat-b: stacks from the two halves of a location enter the half that the link or port leads to. `bonus`: what the link or port
    gives the defender of a combat that follows."""
    side, before = s.active, s.control[half // 2]
    met = meeting(s, side, half)
    for n, stack in enumerate(stacks):
        s.shift_stack(side, 2 * loc + n, half, stack, WENT)
    settle(s, loc)
    origin, second = (2 * loc, stacks[1]) if stacks[0] else (2 * loc + 1, 0)
    combat = Combat(half, half, bonus, origin, sum(stacks), before, second=second)
    if met == AUTOMATIC:
        _shift(s, 1 - side, half)
        open_combat(s, combat)
        return
    settle(s, half // 2)
    if met == OPTIONAL and s.held[side]:
        comes_over = before == 1 - side and s.troops[before * HALVES + (half ^ 1)] & ARMIES
        s.combat = combat if comes_over else combat._replace(half=half ^ 1)
        s.push(AT[Box.ENGAGE])


def _shift(s: State, side: int, half: int) -> None:
    """LIN-combat-c: a defender without a unit in the entered half moves the armies of the other half there; forts stay."""
    if s.troops[side * HALVES + half]:
        return
    stack = s.troops[side * HALVES + (half ^ 1)] & ARMIES
    if stack:
        s.tell(SHIFTED, side, half)
        s.shift_stack(side, half ^ 1, half, stack, WENT)


def engage(s: State, f: At, n: int) -> None:
    """LIN-enter-j: fight as a part of the move; LIN-combat-c: armies that stood beside their fort come over."""
    s.pop()
    if s.fight.half == s.fight.base:
        _shift(s, 1 - s.active, s.fight.half)
    open_combat(s, s.fight)


def stay(s: State, f: At, n: int) -> None:
    """LIN-enter-i: the half is held, and nothing more."""
    s.pop()
    s.combat = None
