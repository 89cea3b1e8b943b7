"""4.0, 4.2.1, 4.2.2, 4.2.5 and 4.2.6: a piece goes from box to box, one line at a time, or entrenches.

STEP   a line  -> the piece is in the next box; it goes on if it may, else its move is over
       STOP    -> its move is over
       ENTRENCH (before the first line only)
"""

from __future__ import annotations

from typing import Final

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import DUG, DUG_IN, JUMPED_OVER, LEADER_MOVED
from bivouac.titles.house_divided.events import MOVED as MOVED_EVENT
from bivouac.titles.house_divided.frames import ENTRENCH, STOP, Box, March, Step
from bivouac.titles.house_divided.printed.map import (
    CROSSES,
    CSA,
    DOWNSTREAM,
    EXITS,
    FROM,
    KIND,
    NUMBERED,
    POTOMAC,
    RAIL,
    RIVER,
    ROAD,
    TO,
    UNION,
    WHITE,
)
from bivouac.titles.house_divided.printed.units import CAVALRY, FS, LEADER, PIECES, TABLES
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import CRACK_MOVEMENT, FIRST_TURN_LIMITS, RAIL_BONUS
from bivouac.titles.house_divided.state import (
    CROSSED,
    DIGGING,
    ENTRENCHED,
    INVADED,
    JUMPED,
    LINE,
    MARCHED,
    MARCHES_MASK,
    MASK,
    MOVED,
    State,
    bits,
)

BEFORE_ARRIVAL: Final = (1 << LINE) - 1 & ~(CROSSED | INVADED)  # what a piece keeps of its record when it enters another box
REACH: Final = TABLES.movement.cavalry.road
RAIL_REACH: Final = TABLES.movement.union_rail_bonus


def is_fast(s: State, piece: int) -> bool:
    """Moves like cavalry: cavalry, leaders, and with the optional rule crack infantry (O2.1)."""
    kind = s.kind[piece]
    return CAVALRY[kind] or kind == LEADER or (kind == FS and s.rules & CRACK_MOVEMENT != 0)


def is_friendly_rail(s: State, line: int) -> bool:
    """A railroad between two own boxes (4.0j)."""
    return KIND[line] == RAIL and s.owner[FROM[line]] == s.active == s.owner[TO[line]]


def enemies_in(s: State, box: int) -> int:
    return s.at[box] & MASK[1 - s.active]


def step_candidates(s: State, f: Step) -> list[int]:
    """Every line out of the box, stopping, entrenching."""
    if f.steps:
        return [*EXITS[s.box[f.piece]], STOP]
    if f.piece >= PIECES:
        return [*EXITS[s.box[f.piece]], STOP]
    return [*EXITS[s.box[f.piece]], STOP, ENTRENCH]


# --- how far and by which lines ---------------------------------------------------------------------------


@clause("AHD-4.2.6a")
def potomac_is_closed(s: State, f: Step, a: int) -> Verdict:
    """Confederate pieces never use the Potomac."""
    return a <= 0 or s.active == UNION or not POTOMAC[a] or refuse()


@clause("AHD-O4.1a")
def kentucky_is_closed(s: State, f: Step, a: int) -> Verdict:
    """With the first-turn limits nobody enters a white box on turn 1."""
    return a <= 0 or s.turn != 1 or not WHITE[TO[a]] or not s.rules & FIRST_TURN_LIMITS or refuse(box=Name("box", TO[a]))


@clause("AHD-O4.1b")
def rivers_are_slow(s: State, f: Step, a: int) -> Verdict:
    """With the first-turn limits a piece goes one box by river on turn 1."""
    return a <= 0 or f.steps == 0 or s.turn != 1 or KIND[a] != RIVER or not s.rules & FIRST_TURN_LIMITS or refuse()


@clause("AHD-4.0k")
def infantry_keeps_to_one_kind(s: State, f: Step, a: int) -> Verdict:
    """In one march infantry uses one kind of line."""
    return a <= 0 or f.steps == 0 or KIND[a] == f.kind or is_fast(s, f.piece) or refuse()


@clause("AHD-4.0m")
def rivers_do_not_mix(s: State, f: Step, a: int) -> Verdict:
    """Cavalry combines road and railroad, but never a river with anything else."""
    return a <= 0 or f.steps == 0 or (KIND[a] == RIVER) == (f.kind == RIVER) or refuse()


@clause("AHD-4.0f")
def infantry_goes_one_box_by_road(s: State, f: Step, a: int) -> Verdict:
    """Infantry goes one box a march by road."""
    return a <= 0 or f.steps == 0 or KIND[a] != ROAD or is_fast(s, f.piece) or refuse()


@clause("AHD-4.0g")
def infantry_needs_own_railroads(s: State, f: Step, a: int) -> Verdict:
    """Infantry goes one box by railroad; the second box needs railroads that are friendly all the way."""
    if a <= 0 or f.steps == 0 or KIND[a] != RAIL or is_fast(s, f.piece):
        return True
    return (f.friendly and is_friendly_rail(s, a)) or refuse(frm=Name("box", FROM[a]), to=Name("box", TO[a]))


@clause("AHD-4.0l")
def goes_two_boxes(s: State, f: Step, a: int) -> Verdict:
    """A piece goes at most two boxes a march; three for the Union on its own railroads with the rail bonus (O3.2)."""
    if a <= 0 or f.steps < REACH:
        return True
    bonus = s.rules & RAIL_BONUS != 0 and s.active == UNION and f.steps < RAIL_REACH
    return (bonus and f.piece < PIECES and f.friendly and is_friendly_rail(s, a)) or refuse()


# --- through the enemy ------------------------------------------------------------------------------------


def is_over_enemy(s: State, f: Step) -> bool:
    """The piece stands on its way in a box with enemies: it stops there, or jumps."""
    return f.steps > 0 and enemies_in(s, s.box[f.piece]) != 0


def is_river_jump(f: Step, a: int) -> bool:
    return f.kind == RIVER and KIND[a] == RIVER


@clause("AHD-4.2.2c")
def confederates_never_jump_by_river(s: State, f: Step, a: int) -> Verdict:
    """The Confederacy makes no jump moves by river."""
    return a <= 0 or s.active == UNION or not is_over_enemy(s, f) or not is_river_jump(f, a) or refuse()


@clause("AHD-4.2.2d")
def river_jump_goes_downstream(s: State, f: Step, a: int) -> Verdict:
    """The Union jumps by river only with the current, into the box and out of it."""
    return a <= 0 or not is_over_enemy(s, f) or not is_river_jump(f, a) or (f.down and DOWNSTREAM[a]) or refuse()


@clause("AHD-O2.1b")
def crack_infantry_does_not_jump(s: State, f: Step, a: int) -> Verdict:
    """Fast crack infantry never gets the cavalry jump."""
    return a <= 0 or s.kind[f.piece] != FS or not is_over_enemy(s, f) or is_river_jump(f, a) or refuse()


@clause("AHD-A8.2.1d")
def leaders_do_not_jump(s: State, f: Step, a: int) -> Verdict:
    """A leader makes no jumps, alone or behind a cavalryman; on a river boat of his men he goes along."""
    if a <= 0 or not is_over_enemy(s, f):
        return True
    return (f.piece < PIECES and (not s.riders or is_river_jump(f, a))) or refuse()


@clause("AHD-4.0p")
def infantry_stops_at_the_enemy(s: State, f: Step, a: int) -> Verdict:
    """Who enters a box with enemies stops there; only cavalry jumps, and the Union downstream."""
    return a <= 0 or not is_over_enemy(s, f) or is_river_jump(f, a) or CAVALRY[s.kind[f.piece]] or refuse(box=Name("box", s.box[f.piece]))


@clause("AHD-4.2.1b")
def jumps_once_a_turn(s: State, f: Step, a: int) -> Verdict:
    """A piece jumps once a turn, by whatever line."""
    return a <= 0 or not is_over_enemy(s, f) or not s.stat[f.piece] & JUMPED or refuse()


@clause("AHD-4.2.1d")
def not_over_enemy_cavalry(s: State, f: Step, a: int) -> Verdict:
    """Cavalry does not jump a box that holds enemy cavalry."""
    if a <= 0 or not is_over_enemy(s, f) or is_river_jump(f, a):
        return True
    return not s.has_cavalry(1 - s.active, s.box[f.piece]) or refuse(box=Name("box", s.box[f.piece]))


@clause("AHD-4.2.1c")
def jump_lands_clear(s: State, f: Step, a: int) -> Verdict:
    """A jump does not end in a box with enemies."""
    if a <= 0 or not (f.jumped or is_over_enemy(s, f)):
        return True
    return not enemies_in(s, TO[a]) or refuse(box=Name("box", TO[a]))


# --- stopping and entrenching -----------------------------------------------------------------------------


@clause("AHD-4.0d")
def has_moved(s: State, f: Step, a: int) -> Verdict:
    """A piece that takes part in a march does something, if it can."""
    if a != STOP or f.steps > 0:
        return True
    others = [c for c in step_candidates(s, f) if c != STOP]
    return not any(all(c(s, f, o) is True for c in MAY_GO if c is not has_moved) for o in others) or refuse()


@clause("AHD-4.2.5d")
def no_enemy_beside_the_works(s: State, f: Step, a: int) -> Verdict:
    """Nobody entrenches in a box with enemies, except Confederates who contain a port (A4.0b)."""
    if a != ENTRENCH:
        return True
    box = s.box[f.piece]
    return not enemies_in(s, box) or (s.active == CSA and s.contained >> box & 1 == 1) or refuse(box=Name("box", box))


@clause("AHD-4.2.5a")
def is_not_entrenched_yet(s: State, f: Step, a: int) -> Verdict:
    """Entrenching is for pieces that are not entrenched, nor in a permanent entrenchment of their side."""
    return a != ENTRENCH or not s.in_works(f.piece) or refuse()


@clause("AHD-4.2.5c")
def has_two_marches_to_dig(s: State, f: Step, a: int) -> Verdict:
    """Outside numbered boxes works cost two marches of the same turn."""
    if a != ENTRENCH or NUMBERED[s.box[f.piece]]:
        return True
    stat = s.stat[f.piece]
    return stat & DIGGING != 0 or (stat & MARCHES_MASK == 0 and s.marches >= 1) or refuse()


MAY_GO = (
    potomac_is_closed,
    kentucky_is_closed,
    rivers_are_slow,
    infantry_keeps_to_one_kind,
    rivers_do_not_mix,
    infantry_goes_one_box_by_road,
    infantry_needs_own_railroads,
    goes_two_boxes,
    confederates_never_jump_by_river,
    river_jump_goes_downstream,
    crack_infantry_does_not_jump,
    leaders_do_not_jump,
    infantry_stops_at_the_enemy,
    jumps_once_a_turn,
    not_over_enemy_cavalry,
    jump_lands_clear,
    has_moved,
    no_enemy_beside_the_works,
    is_not_entrenched_yet,
    has_two_marches_to_dig,
)


def step_options(s: State, f: Step) -> list[int]:
    """The same as filtering the candidates, quick for the usual case: the first line, or no enemy about."""
    piece = f.piece
    lines = EXITS[s.box[piece]]
    if f.steps == 0:
        if s.active == UNION and (s.turn != 1 or not s.rules & FIRST_TURN_LIMITS):
            found = list(lines)
        else:
            found = [e for e in lines if potomac_is_closed(s, f, e) is True and kentucky_is_closed(s, f, e) is True]
        if piece < PIECES and can_entrench(s, f):
            found.append(ENTRENCH)
        return found or [STOP]
    if f.jumped or enemies_in(s, s.box[piece]) or s.turn == 1:
        found = [e for e in lines if all(c(s, f, e) is True for c in MAY_GO)]
    else:
        found = onward(s, f, lines)
    found.append(STOP)
    return found


def can_entrench(s: State, f: Step) -> bool:
    return (
        is_not_entrenched_yet(s, f, ENTRENCH) is True
        and has_two_marches_to_dig(s, f, ENTRENCH) is True
        and no_enemy_beside_the_works(s, f, ENTRENCH) is True
    )


def onward(s: State, f: Step, lines: tuple[int, ...]) -> list[int]:
    """The lines by which a move goes on when no enemy is about."""
    side, kind = s.active, f.kind
    if f.steps >= REACH:
        bonus = s.rules & RAIL_BONUS and side == UNION and f.friendly and f.steps < RAIL_REACH and f.piece < PIECES
        return [e for e in lines if is_friendly_rail(s, e)] if bonus else []
    if kind == RIVER:
        return [e for e in lines if KIND[e] == RIVER and (side == UNION or not POTOMAC[e])]
    if is_fast(s, f.piece):
        return [e for e in lines if KIND[e] != RIVER]
    if kind == RAIL and f.friendly:
        owner = s.owner
        return [e for e in lines if KIND[e] == RAIL and owner[TO[e]] == side]
    return []


# --- doing it ---------------------------------------------------------------------------------------------


def go(s: State, f: Step, a: int) -> None:
    """Follow a line, stop, or entrench."""
    if a == STOP:
        if f.steps == 0:
            spend_march(s, f.piece)
        end_move(s, f)
    elif a == ENTRENCH:
        entrench(s, f)
    else:
        advance(s, f, a)


def spend_march(s: State, piece: int) -> None:
    s.stat[piece] = (s.stat[piece] + MARCHED) | MOVED


def advance(s: State, f: Step, line: int) -> None:
    """One box further, leaders riding along; a piece on the move leaves its works (4.2.5h)."""
    piece, to = f.piece, TO[line]
    stat = s.stat[piece]
    if f.steps == 0:
        stat = (stat + MARCHED | MOVED) & ~(ENTRENCHED | DIGGING)
        for leader in bits(s.riders):
            s.stat[leader] += MARCHED
    jumped = f.jumped
    if f.steps > 0 and enemies_in(s, s.box[piece]):
        jumped = True
        stat |= JUMPED
        if s.log is not None:
            s.tell(JUMPED_OVER, s.active, s.kind[piece], s.box[piece])
    s.stat[piece] = stat & BEFORE_ARRIVAL | line << LINE | (CROSSED if CROSSES[line] else 0)
    if s.log is not None:
        tell_step(s, piece, line)
    s.put(piece, to)
    for leader in bits(s.riders):
        s.box[leader] = to
    go_on(s, f, line, jumped)


def tell_step(s: State, piece: int, line: int) -> None:
    if piece < PIECES:
        s.tell(MOVED_EVENT, s.active, s.kind[piece], FROM[line], TO[line], KIND[line])
    else:
        s.tell(LEADER_MOVED, piece - PIECES, TO[line])
    for leader in bits(s.riders):
        s.tell(LEADER_MOVED, leader - PIECES, TO[line])


def go_on(s: State, f: Step, line: int, jumped: bool) -> None:
    """Ask for the next line where there can be one; otherwise the move is over."""
    friendly = f.friendly and is_friendly_rail(s, line)
    kind = KIND[line]
    if (kind == ROAD or (kind == RAIL and not friendly)) and not is_fast(s, f.piece):
        end_move(s, f)
        return
    steps = f.steps + 1
    if steps >= REACH and not (friendly and s.rules & RAIL_BONUS and steps < RAIL_REACH):
        end_move(s, f)
        return
    down = f.down and DOWNSTREAM[line]
    if enemies_in(s, TO[line]) and not (s.active == UNION and down) and (kind == RIVER or not CAVALRY[s.kind[f.piece]]):
        end_move(s, f)
        return
    s.goto(Step(Box.STEP, f.piece, steps, kind, friendly, down, jumped))


def end_move(s: State, f: Step) -> None:
    """The piece has arrived."""
    if f.piece < PIECES:
        s.settle_in(f.piece, s.box[f.piece])
    s.riders = 0
    s.pop()
    if s.alarm:
        settle_alarm(s)


def entrench(s: State, f: Step) -> None:
    """One march in a numbered box; elsewhere the first of two, or the second (4.2.5)."""
    piece = f.piece
    box = s.box[piece]
    s.stat[piece] += MARCHED
    if NUMBERED[box] or s.stat[piece] & DIGGING:
        s.stat[piece] = s.stat[piece] & ~DIGGING | ENTRENCHED
        s.tell(DUG_IN, s.active, s.kind[piece], box)
    else:
        s.stat[piece] |= DIGGING
        s.tell(DUG, s.active, s.kind[piece], box)
    s.riders = 0
    march: March = s.stack[-2]
    s.stack = (*s.stack[:-2], March(Box.PIECE, march.frm, 1, march.dug | 1 << piece))
