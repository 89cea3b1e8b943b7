"""A7.0: the command of a battle day limits how many pieces fire."""

from __future__ import annotations

from bivouac.titles.house_divided.events import COMMAND_ROLLED
from bivouac.titles.house_divided.frames import Box, One
from bivouac.titles.house_divided.printed.units import COMMAND, COMMAND_MAXIMUM, YEAR
from bivouac.titles.house_divided.rules.ch05_retreat import begin_part
from bivouac.titles.house_divided.state import State


def command_value(year: int, side: int, die: int, yesterday: int, leaders: int) -> int:
    """The table, half of yesterday's value rounded up, and the leaders present; never more than eight (A7.0d, A7.0e, A8.2.2f)."""
    return min(COMMAND[year][die - 1][side] + (yesterday + 1) // 2 + leaders, COMMAND_MAXIMUM)


def roll_command(s: State, f: One, die: int) -> None:
    """Both sides roll at the start of a battle day, the defender first (A7.0b)."""
    side = f.item
    s.command[side] = command_value(YEAR[s.turn], side, die, s.command[side], s.leadership(side, s.place))
    s.tell(COMMAND_ROLLED, side, die, s.command[side])
    if side == s.attacker:
        begin_part(s)
    else:
        s.goto(One(Box.COMMAND_DIE, s.attacker))
