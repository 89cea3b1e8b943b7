"""10. Victory points: eliminated units and VP blocks."""

from __future__ import annotations

from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.printed.map import GONE, NOBODY
from bivouac.titles.hold_the_line.printed.units import LEADER
from bivouac.titles.hold_the_line.state import State


def eliminate(s: State, p: int) -> None:
    """A unit or leader leaves play: one VP for the enemy (10b); a leader also costs CAP from now on (9.3.1)."""
    side = s.field.side_of[p]
    s.lift(p)
    s.pos[p] = GONE
    s.sp[p] = 0
    s.vp[1 - side] += 1
    if s.field.kind_of[p] == LEADER:
        s.lost[side] += 1
        report(s, tell.LEADER_FALLS, p, side)
    else:
        report(s, tell.ELIMINATED, p, side)


def occupy(s: State, side: int, h: int) -> None:
    """A unit stands on a VP block: it is captured once by the side that scores it (10d), or controlled by the last to come (10e)."""
    number = s.field.block_at[h]
    block = s.field.blocks[number]
    holder = s.blocks[number]
    if not block.control:
        if side == block.side and holder == NOBODY:
            s.blocks[number] = side
            s.vp[side] += 1
            s.tell(tell.BLOCK_TAKEN, side, h)
        return
    if holder == side:
        return
    s.blocks[number] = side
    if side == block.side:
        s.vp[side] += 1
    elif holder == block.side:
        s.vp[block.side] -= 1
    s.tell(tell.BLOCK_HELD, side, h)
