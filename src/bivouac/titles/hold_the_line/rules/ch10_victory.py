"""10. Victory points: eliminated units and VP blocks."""

from __future__ import annotations

from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.events import report
from bivouac.titles.hold_the_line.printed.map import GONE, NOBODY
from bivouac.titles.hold_the_line.printed.units import LEADER
from bivouac.titles.hold_the_line.state import State


def eliminate(s: State, p: int) -> None:
    """A unit or leader leaves play: one VP for the enemy unless the scenario says otherwise (10b); a leader also costs CAP (9.3.1)."""
    side, h = s.field.side_of[p], s.pos[p]
    s.lift(p)
    s.pos[p] = GONE
    s.sp[p] = 0
    s.vp[1 - side] += s.field.pieces[p].worth
    if s.field.kind_of[p] == LEADER:
        s.lost[side] += 1
        report(s, tell.LEADER_FALLS, p, side)
    else:
        report(s, tell.ELIMINATED, p, side)
    s.tell(tell.OFF_BOARD, p, h)


def occupy(s: State, side: int, h: int) -> None:
    """A unit stands on a VP block: the side that scores it captures it once (10d), or the last to come controls it (10e).

    A block that its own side holds since the set-up counts nothing until the enemy has had it (3.1.6)."""
    number = s.field.block_at[h]
    block = s.field.blocks[number]
    holder = s.blocks[number]
    if not block.control:
        if side == block.side and holder == NOBODY:
            s.blocks[number] = side
            s.vp[side] += block.worth
            s.tell(tell.BLOCK_TAKEN, side, h)
            s.tell(tell.NOW_HELD, side, number, h)
        return
    if side == s.holder(number):
        return
    s.blocks[number] = side
    if side == block.side:
        s.vp[side] += block.worth
    elif holder == block.side:
        s.vp[block.side] -= block.worth
    s.tell(tell.BLOCK_HELD, side, h)
    s.tell(tell.NOW_HELD, side, number, h)
