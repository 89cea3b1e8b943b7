"""4.0, 4.2.1, 4.2.2, 4.2.5 and 4.2.6: a piece goes from box to box, one line at a time, or entrenches.

STEP    a line -> the piece is in the next box | ENTRENCH | STOP, where it can do neither
ONWARD  the next line | STOP         in a box without enemies
JUMP    the next line | STOP         in a box with enemies
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.events import DUG, DUG_IN, JUMPED_OVER, LEADER_MOVED, MOVED, RAN_PAST, WENT, WORKS_BUILT
from bivouac.titles.house_divided.frames import Box, Step
from bivouac.titles.house_divided.printed import map as m
from bivouac.titles.house_divided.printed.map import CSA, RAIL, RIVER, ROAD, UNION
from bivouac.titles.house_divided.printed.units import CAVALRY, FS, LEADER, PIECES, TABLES
from bivouac.titles.house_divided.rules import ALL
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import CRACK_MOVEMENT, FIRST_TURN_LIMITS, RAIL_BONUS
from bivouac.titles.house_divided.state import State

# how far infantry and what is fast go by road, railroad and river; a railroad beyond the first box must be friendly for infantry
REACH: Final = tuple((reach.road, reach.friendly_rail, reach.river) for reach in (TABLES.movement.infantry, TABLES.movement.cavalry))
FOREIGN_RAIL: Final = TABLES.movement.infantry.rail
RAIL_REACH: Final = TABLES.movement.union_rail_bonus


def is_fast(s: State, piece: int) -> bool:
    """Moves like cavalry: cavalry, leaders, and with the optional rule crack infantry (O2.1)."""
    kind = s.kind[piece]
    return CAVALRY[kind] or kind == LEADER or (kind == FS and s.rules & CRACK_MOVEMENT != 0)


def is_friendly_rail(s: State, line: int) -> bool:
    """A railroad between two own boxes (4.0j)."""
    return m.KIND[line] == RAIL and s.owner[m.FROM[line]] == s.active == s.owner[m.TO[line]]


def friendly_rails(s: State, f: Step) -> int:
    """The friendly railroads out of the box where a piece is that has used no other line so far."""
    box, own, found = s.box[f.piece], s.own[s.active], 0
    if f.friendly and own >> box & 1:
        for line, to in m.RAILS_OUT[box]:
            if own >> to & 1:
                found |= line
    return found


# --- how far and by which lines ---------------------------------------------------------------------------


def from_here(s: State, f: Step, line: int) -> dict[str, Arg]:
    return {"frm": Name("box", s.box[f.piece]), "to": Name("box", m.TO[line])}


def into(s: State, f: Step, line: int) -> dict[str, Arg]:
    return {"box": Name("box", m.TO[line])}


def where(s: State, f: Step, line: int) -> dict[str, Arg]:
    return {"box": Name("box", s.box[f.piece])}


@offers("AHD-4.0d", from_here)
def line_leads_there(s: State, f: Step) -> int:
    """A piece goes along the lines, from box to box."""
    return m.OUT_OF[s.box[f.piece]]


@closes("AHD-4.2.6a")
def potomac_is_closed(s: State, f: Step) -> int:
    """Confederate pieces never use the Potomac."""
    return m.POTOMAC if s.active == CSA else 0


@closes("AHD-O4.1a", into)
def kentucky_is_closed(s: State, f: Step) -> int:
    """With the first-turn limits nobody enters a white box on turn 1."""
    return m.INTO_WHITE if s.turn == 1 and s.rules & FIRST_TURN_LIMITS else 0


@closes("AHD-O4.1b")
def rivers_are_slow(s: State, f: Step) -> int:
    """With the first-turn limits a piece goes one box by river on turn 1."""
    return m.OF_KIND[RIVER] if s.turn == 1 and s.rules & FIRST_TURN_LIMITS else 0


@closes("AHD-4.0k")
def infantry_keeps_to_one_kind(s: State, f: Step) -> int:
    """In one march infantry uses one kind of line."""
    return 0 if f.fast else ~m.OF_KIND[f.kind]


@closes("AHD-4.0m")
def rivers_do_not_mix(s: State, f: Step) -> int:
    """Cavalry combines road and railroad, but never a river with anything else."""
    return ~m.OF_KIND[RIVER] if f.kind == RIVER else m.OF_KIND[RIVER]


@closes("AHD-4.0f")
def infantry_goes_one_box_by_road(s: State, f: Step) -> int:
    """Infantry goes one box a march by road."""
    return 0 if f.fast or f.steps < REACH[False][ROAD] else m.OF_KIND[ROAD]


@closes("AHD-4.0g", from_here)
def infantry_needs_own_railroads(s: State, f: Step) -> int:
    """Infantry goes one box by railroad; the second box needs railroads that are friendly all the way."""
    return 0 if f.fast or f.kind != RAIL or f.steps < FOREIGN_RAIL else m.OF_KIND[RAIL] & ~friendly_rails(s, f)


@closes("AHD-4.0l")
def goes_two_boxes(s: State, f: Step) -> int:
    """A piece goes at most two boxes a march; three for the Union on its own railroads with the rail bonus (O3.2)."""
    if f.steps < REACH[f.fast][f.kind]:
        return 0
    bonus = s.rules & RAIL_BONUS and s.active == UNION and f.steps < RAIL_REACH and f.piece < PIECES
    return ~friendly_rails(s, f) if bonus else ALL


# --- through the enemy ------------------------------------------------------------------------------------


def by_boat(f: Step) -> int:
    """The lines that would make a jump a river jump."""
    return m.OF_KIND[RIVER] if f.kind == RIVER else 0


@closes("AHD-4.2.2c")
def confederates_never_jump_by_river(s: State, f: Step) -> int:
    """The Confederacy makes no jump moves by river."""
    return by_boat(f) if s.active == CSA else 0


@closes("AHD-4.2.2d")
def river_jump_goes_downstream(s: State, f: Step) -> int:
    """The Union jumps by river only with the current, into the box and out of it."""
    return by_boat(f) & ~m.DOWN_LINES if f.down else by_boat(f)


@closes("AHD-O2.1b")
def crack_infantry_does_not_jump(s: State, f: Step) -> int:
    """Fast crack infantry never gets the cavalry jump."""
    return ~by_boat(f) if s.kind[f.piece] == FS else 0


@closes("AHD-A8.2.1d")
def leaders_do_not_jump(s: State, f: Step) -> int:
    """A leader makes no jumps, alone or behind a cavalryman; on a river boat of his men he goes along."""
    return ALL if f.piece >= PIECES else ~by_boat(f) if s.riders else 0


@closes("AHD-4.0p", where)
def infantry_stops_at_the_enemy(s: State, f: Step) -> int:
    """Who enters a box with enemies stops there; only cavalry jumps, and the Union downstream."""
    return 0 if CAVALRY[s.kind[f.piece]] else ~by_boat(f)


@closes("AHD-4.2.1b")
def jumps_once_a_turn(s: State, f: Step) -> int:
    """A piece jumps once a turn, by whatever line."""
    return ALL if s.jumped >> f.piece & 1 else 0


@closes("AHD-4.2.1d", where)
def not_over_enemy_cavalry(s: State, f: Step) -> int:
    """Cavalry does not jump a box that holds enemy cavalry."""
    return ~by_boat(f) if s.has_cavalry(1 - s.active, s.box[f.piece]) else 0


@closes("AHD-4.2.1c", into)
def jump_lands_clear(s: State, f: Step) -> int:
    """A jump does not end in a box with enemies."""
    if not f.jumped and f.box == Box.ONWARD:
        return 0
    return set_of([e for e in m.EXITS[s.box[f.piece]] if s.here[1 - s.active] >> m.TO[e] & 1])


@closes("AHD-4.2.3e")
def did_not_come_by_sea(s: State, f: Step) -> int:
    """A piece that went by sea makes no other move this turn."""
    return ALL if s.sailed >> f.piece & 1 else 0


MAY_SET_OUT: Final = (did_not_come_by_sea, potomac_is_closed, kentucky_is_closed)
MAY_GO_ON: Final = (
    potomac_is_closed,
    kentucky_is_closed,
    rivers_are_slow,
    infantry_keeps_to_one_kind,
    rivers_do_not_mix,
    infantry_goes_one_box_by_road,
    infantry_needs_own_railroads,
    goes_two_boxes,
    jump_lands_clear,
)
MAY_JUMP: Final = (
    *MAY_GO_ON[:-1],
    confederates_never_jump_by_river,
    river_jump_goes_downstream,
    crack_infantry_does_not_jump,
    leaders_do_not_jump,
    infantry_stops_at_the_enemy,
    jumps_once_a_turn,
    not_over_enemy_cavalry,
    jump_lands_clear,
)


def set_out(s: State, f: Step, line: int) -> None:
    """A march for the piece and for the leaders who ride with it; whoever moves leaves his works (4.2.5h)."""
    bit = 1 << f.piece
    s.spend_march(f.piece)
    for leader in bits(s.riders):
        s.spend_march(leader)
    s.moved |= bit | s.riders
    s.leave_works(bit)
    s.digging &= ~bit
    advance(s, f._replace(fast=is_fast(s, f.piece)), line)


def jump(s: State, f: Step, line: int) -> None:
    """Past the enemies in the box."""
    s.jumped |= 1 << f.piece
    s.tell(RAN_PAST if m.KIND[line] == RIVER else JUMPED_OVER, s.active, s.kind[f.piece], s.box[f.piece])
    advance(s, f._replace(jumped=True), line)


def advance(s: State, f: Step, line: int) -> None:
    """One box further, leaders riding along."""
    piece, to, bit = f.piece, m.TO[line], 1 << f.piece
    s.origin[piece] = m.FROM[line]
    s.crossed = s.crossed | bit if m.CROSSES[line] else s.crossed & ~bit
    if s.log is not None:
        tell_step(s, piece, line)
    s.put(piece, to)
    for leader in bits(s.riders):
        s.box[leader] = to
    friendly, down = f.friendly and is_friendly_rail(s, line), f.down and m.DOWNSTREAM[line]
    where = Box.JUMP if s.here[1 - s.active] >> to & 1 else Box.ONWARD
    s.goto(Step(where, piece, f.steps + 1, m.KIND[line], f.fast, friendly, down, f.jumped))


def tell_step(s: State, piece: int, line: int) -> None:
    if piece < PIECES:
        s.tell(MOVED, s.active, s.kind[piece], m.FROM[line], m.TO[line], m.KIND[line])
    else:
        s.tell(LEADER_MOVED, piece - PIECES, m.TO[line])
    s.tell(WENT, piece, m.FROM[line], m.TO[line])
    for leader in bits(s.riders):
        s.tell(LEADER_MOVED, leader - PIECES, m.TO[line])
        s.tell(WENT, leader, m.FROM[line], m.TO[line])


# --- stopping ---------------------------------------------------------------------------------------------


@clause("AHD-4.0d")
def does_something(s: State, f: Step, _: int) -> Verdict:
    """A piece that takes part in a march does something, if it can."""
    return False


def stay(s: State, f: Step, _: int) -> None:
    """It can do nothing: the march is spent."""
    s.spend_march(f.piece)
    s.moved |= 1 << f.piece
    stop(s, f, 0)


def stop(s: State, f: Step, _: int) -> None:
    """The piece has arrived."""
    s.riders = 0
    s.pop()
    if s.alarm:
        settle_alarm(s)


# --- entrenching ------------------------------------------------------------------------------------------


@clause("AHD-4.2.5a")
def is_a_combat_piece(s: State, f: Step, _: int) -> Verdict:
    """Combat pieces entrench, in place of a move; leaders do not."""
    return f.piece < PIECES


@clause("AHD-4.2.5d")
def no_enemy_beside_the_works(s: State, f: Step, _: int) -> Verdict:
    """Nobody entrenches in a box with enemies, except Confederates who contain a port (A4.0b)."""
    box = s.box[f.piece]
    return not s.here[1 - s.active] >> box & 1 or (s.active == CSA and s.contained >> box & 1 == 1) or refuse(box=Name("box", box))


@clause("AHD-4.2.5a")
def is_not_entrenched_yet(s: State, f: Step, _: int) -> Verdict:
    """Entrenching is for pieces that are not entrenched, nor in a permanent entrenchment of their side."""
    return not s.in_works(f.piece)


@clause("AHD-4.2.5c")
def has_two_marches_to_dig(s: State, f: Step, _: int) -> Verdict:
    """Outside numbered boxes works cost two marches of the same turn."""
    if m.NUMBERED >> s.box[f.piece] & 1 or s.digging >> f.piece & 1:
        return True
    return not s.once >> f.piece & 1 and s.marches >= 1


MAY_ENTRENCH: Final = (is_a_combat_piece, no_enemy_beside_the_works, is_not_entrenched_yet, has_two_marches_to_dig)


def entrench(s: State, f: Step, _: int) -> None:
    """One march in a numbered box; elsewhere the first of two, or the second (4.2.5)."""
    piece, bit, box = f.piece, 1 << f.piece, s.box[f.piece]
    s.spend_march(piece)
    if m.NUMBERED >> box & 1 or s.digging & bit:
        s.digging &= ~bit
        s.entrenched |= bit
        s.tell(DUG_IN, s.active, s.kind[piece], box)
        s.tell(WORKS_BUILT, piece, box)
    else:
        s.digging |= bit
        s.tell(DUG, s.active, s.kind[piece], box)
    s.riders = 0
    s.pop()
