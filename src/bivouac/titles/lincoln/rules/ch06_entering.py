"""What entering a half leads to: nothing, control, a combat at once, or the choice to fight or stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.titles.lincoln.events import SHIFTED
from bivouac.titles.lincoln.frames import AT, At, Box, Combat
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch14_combat import open_combat
from bivouac.titles.lincoln.state import ARMIES, NOBODY, State

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
    if holder != NOBODY:
        units = troops[enemy + 2 * loc] | troops[enemy + 2 * loc + 1]
        if not units:
            return TAKEN
        if units & ARMIES:
            return AUTOMATIC
    return AUTOMATIC if troops[enemy + half] else OPTIONAL


def enter(s: State, half: int, stacks: Sequence[int], loc: int, origin: int, bonus: int) -> None:
    """LIN-combat-b: stacks from the two halves of a location into the half that the link or port leads to, and what comes of it."""
    side, before = s.active, s.control[half // 2]
    met = meeting(s, side, half)
    for n, stack in enumerate(stacks):
        s.shift_stack(side, 2 * loc + n, half, stack)
    settle(s, loc)
    arrived = sum(stacks)
    if met == AUTOMATIC:
        if before == 1 - side:
            _join(s, 1 - side, half)
        open_combat(s, Combat(half, half, bonus, origin, arrived, before))
        return
    settle(s, half // 2)
    if met == OPTIONAL and s.held[side]:
        s.combat = Combat(half ^ 1, half, 0, origin, arrived, before)
        s.push(AT[Box.ENGAGE])


def _join(s: State, side: int, half: int) -> None:
    """LIN-combat-c: the defender's armies of the other half come at once into the entered one; forts stay."""
    stack = s.troops[side * HALVES + (half ^ 1)] & ARMIES
    if stack:
        s.shift_stack(side, half ^ 1, half, stack)
        s.tell(SHIFTED, side, half)


def engage(s: State, f: At, n: int) -> None:
    """LIN-enter-j: fight as a part of the move."""
    s.pop()
    open_combat(s, s.fight)


def stay(s: State, f: At, n: int) -> None:
    """LIN-enter-i: the half is held, and nothing more."""
    s.pop()
    s.combat = None
