"""4.0 and 4.1: how many marches, from which box, with which pieces.

MARCHES      the first turn gives a fixed number; otherwise a die (or the command table, A3.0)
BREAK_OUT    a contained Union port may fight its way out first (A4.0, see chA4_containment)
MARCH        march from a box | sail from a port | a leader moves alone | done
  PIECE      which piece of that box? (a leader named first rides with the next piece)  ... until done
    STEP     along which line? stop? entrench?                                          (ch04_steps)
  SAIL_PIECE, SAIL_TO                                                                    (ch04_sea)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import INVASION_POSSIBLE, MARCHES_GIVEN, MARCHES_ROLLED
from bivouac.titles.house_divided.frames import AT, DONE, LEAD, SAIL, At, Box, March, Sail, Step
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, PORT, PORTS, UNION, WASHINGTON, N
from bivouac.titles.house_divided.printed.units import COMMAND, FIRST, LAST, LEADERS_OF, MARCHES, PIECES, TABLES, YEAR
from bivouac.titles.house_divided.setup import COMMAND_MARCHES, FIRST_TURN_LIMITS, LEADERS_RULE
from bivouac.titles.house_divided.state import MARCHED, MARCHES_MASK, MASK, MOVED, SAILED, State, bits

PORT_OR_EUROPE: Final = (*PORT, True)
SPENT: Final = SAILED | 2 * MARCHED  # no march left for this piece


# --- how many ---------------------------------------------------------------------------------------------


def give_marches(s: State, f: At) -> None:
    """The first turn of a game has a fixed number of marches (4.1, O5.0d); otherwise the die is rolled."""
    if s.turn != s.setup.first_turn:
        s.goto(AT[Box.MARCH_DIE])
        return
    s.marches = s.setup.first_turn_marches
    s.tell(MARCHES_GIVEN, s.active, s.marches)
    begin_marching(s)


def roll_marches(s: State, f: At, die: int) -> None:
    """The die is the number of marches, a 1 counts as 2 (4.0); with the command rule it is read in the table (A3.0)."""
    s.die = die
    s.marches = COMMAND[YEAR[s.turn]][die - 1][s.active] if s.rules & COMMAND_MARCHES else MARCHES[die]
    s.tell(MARCHES_ROLLED, s.active, die, s.marches)
    if s.active == UNION and die == TABLES.dice.invasion:
        s.tell(INVASION_POSSIBLE, s.active)
    begin_marching(s)


def begin_marching(s: State) -> None:
    s.goto(AT[Box.BREAK_OUT] if s.contained and s.active == UNION else AT[Box.MARCH])


# --- who may march ----------------------------------------------------------------------------------------


def faces_enemy(s: State, piece: int, box: int) -> bool:
    """There are enemies in the box, and the piece is not one of those that contain them since an earlier turn (4.0p, A4.0)."""
    if not s.at[box] & MASK[1 - s.active]:
        return False
    return s.active == UNION or not s.contained >> box & 1 or bool(s.stat[piece] & MOVED)


def can_march(s: State, piece: int) -> bool:
    return not s.stat[piece] & SPENT and not faces_enemy(s, piece, s.box[piece])


def can_sail(s: State, piece: int) -> bool:
    return not s.stat[piece] & (SPENT | MOVED)


def has_sea_target(s: State, port: int) -> bool:
    """There is another own port, or an invasion is possible from here."""
    side, owner = s.active, s.owner
    for b in PORTS:
        if owner[b] == side and b != port:
            return True
    return port == WASHINGTON and side == UNION and s.die == TABLES.dice.invasion


# --- MARCH: which box -------------------------------------------------------------------------------------


def march_candidates(s: State, f: At) -> list[int]:
    """Every box with own pieces, every port with own pieces, every own leader, and the end of movement."""
    side = s.active
    boxes = s.boxes_of(side)
    found = boxes + [SAIL + b for b in boxes if PORT[b]]
    if s.has_pieces(side, EUROPE):
        found.append(SAIL + EUROPE)
    found += [LEAD + p for p in LEADERS_OF[side] if s.box[p] >= 0]
    found.append(DONE)
    return found


def from_box(a: int) -> bool:
    return 0 <= a < SAIL


def by_sea(a: int) -> bool:
    return SAIL <= a < LEAD


@clause("AHD-4.0b")
def has_a_march_left(s: State, f: At, a: int) -> Verdict:
    """The die gives the number of marches; when they are spent nobody marches. (A leader alone costs none.)"""
    return a == DONE or a >= LEAD or s.marches > 0 or refuse()


@clause("AHD-A4.0d")
def is_not_contained(s: State, f: At, a: int) -> Verdict:
    """Union pieces do not leave a contained port until they have beaten the containing force."""
    if a == DONE or s.active == CSA or not s.contained:
        return True
    box = s.box[a - LEAD] if a >= LEAD else a - SAIL if a >= SAIL else a
    return not (s.contained >> box & 1 and s.has_pieces(CSA, box)) or refuse(box=Name("box", box))


@clause("AHD-4.0p")
def somebody_is_free_to_go(s: State, f: At, a: int) -> Verdict:
    """Whoever has entered a box with enemies stays there and fights."""
    if not from_box(a):
        return True
    return any(not faces_enemy(s, p, a) for p in s.pieces_at(s.active, a)) or refuse(box=Name("box", a))


@clause("AHD-4.0o")
def somebody_has_a_march_left(s: State, f: At, a: int) -> Verdict:
    """No piece takes part in more than two marches a turn."""
    if not from_box(a):
        return True
    return any(can_march(s, p) for p in s.pieces_at(s.active, a)) or refuse(box=Name("box", a))


@clause("AHD-4.2.3a")
def may_use_the_sea(s: State, f: At, a: int) -> Verdict:
    """Only the Union moves by sea, until Europe intervenes."""
    return not by_sea(a) or s.active == UNION or s.foreign == 1 or refuse(side=Name("side", s.active))


@clause("AHD-O4.1c")
def sea_is_open(s: State, f: At, a: int) -> Verdict:
    """With the first-turn limits nobody moves by sea on turn 1."""
    return not by_sea(a) or s.turn != 1 or not s.rules & FIRST_TURN_LIMITS or refuse()


@clause("AHD-4.2.3d")
def port_is_own(s: State, f: At, a: int) -> Verdict:
    """A sea move leads from an own port to another own port."""
    if not by_sea(a):
        return True
    own = a == SAIL + EUROPE or s.owner[a - SAIL] == s.active
    return (own and has_sea_target(s, a - SAIL)) or refuse(box=Name("box", a - SAIL))


@clause("AHD-4.2.3c")
def somebody_began_in_port(s: State, f: At, a: int) -> Verdict:
    """A piece that goes by sea has begun the turn in that port."""
    if not by_sea(a):
        return True
    return any(can_sail(s, p) for p in s.pieces_at(s.active, a - SAIL)) or refuse(box=Name("box", a - SAIL))


@clause("AHD-A8.2.1d")
def leader_has_a_march_left(s: State, f: At, a: int) -> Verdict:
    """A leader moves at most twice a turn, and not out of a box where he has met the enemy."""
    if a < LEAD:
        return True
    leader = a - LEAD
    enemy = s.has_pieces(1 - s.active, s.box[leader]) and not (s.contained >> s.box[leader] & 1 and s.active == CSA)
    return (not s.stat[leader] & SPENT and not enemy) or refuse(leader=Name("leader", leader - PIECES))


MAY_MARCH_FROM = (
    has_a_march_left,
    is_not_contained,
    somebody_is_free_to_go,
    somebody_has_a_march_left,
    may_use_the_sea,
    sea_is_open,
    port_is_own,
    somebody_began_in_port,
    leader_has_a_march_left,
)


def march_options(s: State, f: At) -> list[int]:
    """The same as filtering the candidates, in one pass over the pieces."""
    side = s.active
    found: list[int] = []
    if s.marches > 0:
        pieces = list(zip(s.box[FIRST[side] : LAST[side]], s.stat[FIRST[side] : LAST[side]]))
        at, foe = s.at, MASK[1 - side]
        found = sorted({b for b, stat in pieces if 0 <= b < N and not stat & SPENT})
        if s.contained or any(at[b] & foe for b in found):
            found = [b for b in found if not at[b] & foe or any(can_march(s, p) for p in s.pieces_at(side, b))]
        if (side == UNION or s.foreign) and (s.turn != 1 or not s.rules & FIRST_TURN_LIMITS):
            found += ports_to_leave(s, {b for b, stat in pieces if b >= 0 and PORT_OR_EUROPE[b] and not stat & (SPENT | MOVED)})
    if s.rules & LEADERS_RULE:
        for p in LEADERS_OF[side]:
            if s.box[p] >= 0 and is_not_contained(s, f, LEAD + p) is True and leader_has_a_march_left(s, f, LEAD + p) is True:
                found.append(LEAD + p)
    found.append(DONE)
    return found


def ports_to_leave(s: State, ports: set[int]) -> list[int]:
    """The answers for ports where a piece is ready to sail."""
    side, owner = s.active, s.owner
    return [
        SAIL + b
        for b in sorted(ports)
        if (b == EUROPE or owner[b] == side)
        and not (side == UNION and s.contained >> b & 1 and s.at[b] & MASK[CSA])
        and has_sea_target(s, b)
    ]


def begin_march(s: State, f: At, a: int) -> None:
    """A march is spent on a box or on a piece at sea; a leader alone is free."""
    if a == DONE:
        s.pop()
    elif a >= LEAD:
        s.push(Step(Box.STEP, a - LEAD))
    elif a >= SAIL:
        s.marches -= 1
        s.push(Sail(Box.SAIL_PIECE, a - SAIL))
    else:
        s.marches -= 1
        s.push(March(Box.PIECE, a))


# --- PIECE: which piece of the box ------------------------------------------------------------------------


def piece_candidates(s: State, f: March) -> Sequence[int]:
    """All own pieces of the box, leaders who could ride along, and the end of the march."""
    return [*s.pieces_at(s.active, f.frm), *s.leaders_at(s.active, f.frm), DONE]


@clause("AHD-4.2.3e")
def has_not_sailed(s: State, f: March, a: int) -> Verdict:
    """A piece that went by sea does nothing else this turn."""
    return a < 0 or not s.stat[a] & SAILED or refuse()


@clause("AHD-4.0o")
def has_marched_once_at_most(s: State, f: March, a: int) -> Verdict:
    """No piece takes part in more than two marches a turn."""
    return a < 0 or s.stat[a] & MARCHES_MASK < 2 * MARCHED or refuse()


@clause("AHD-4.0p")
def need_not_fight_here(s: State, f: March, a: int) -> Verdict:
    """A piece that entered a box with enemies stops there."""
    return a < 0 or a >= PIECES or not faces_enemy(s, a, f.frm) or refuse(box=Name("box", f.frm))


@clause("AHD-4.2.5a")
def has_not_dug_in_this_march(s: State, f: March, a: int) -> Verdict:
    """A piece that entrenches in a march does so instead of moving."""
    return a < 0 or not f.dug >> a & 1 or refuse()


@clause("AHD-A8.2.1a")
def leader_has_company(s: State, f: March, a: int) -> Verdict:
    """A leader rides with a piece that can still march from his box, and mounts once."""
    if a < PIECES:
        return True
    return (not s.riders >> a & 1 and any(ready(s, f, p) for p in s.pieces_at(s.active, f.frm))) or refuse()


@clause("AHD-4.0d")
def march_moves_somebody(s: State, f: March, a: int) -> Verdict:
    """A march moves one or more pieces; a leader who has mounted waits for his piece."""
    return a != DONE or (f.used == 1 and not s.riders) or refuse()


MAY_TAKE_PART = (
    has_not_sailed,
    has_marched_once_at_most,
    need_not_fight_here,
    has_not_dug_in_this_march,
    leader_has_company,
    march_moves_somebody,
)


def ready(s: State, f: March, piece: int) -> bool:
    return can_march(s, piece) and not f.dug >> piece & 1


def piece_options(s: State, f: March) -> list[int]:
    """The same as filtering the candidates."""
    dug, stat = f.dug, s.stat
    here = s.at[f.frm] & MASK[s.active]
    if here != s.at[f.frm]:
        found = [p for p in bits(here) if can_march(s, p) and not dug >> p & 1]
    else:
        found = [p for p in bits(here) if not stat[p] & SPENT and not dug >> p & 1]
    if s.rules & LEADERS_RULE and found:
        found += [p for p in s.leaders_at(s.active, f.frm) if not stat[p] & SPENT and not s.riders >> p & 1]
    if f.used and not s.riders:
        found.append(DONE)
    return found


def take_piece(s: State, f: March, a: int) -> None:
    """A piece sets out, a leader mounts, or the march is over."""
    if a == DONE:
        s.pop()
    elif a >= PIECES:
        s.riders |= 1 << a
    else:
        s.stack = (*s.stack[:-1], f if f.used else March(Box.PIECE, f.frm, 1, f.dug), Step(Box.STEP, a))
