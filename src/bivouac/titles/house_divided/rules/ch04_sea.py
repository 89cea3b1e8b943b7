"""4.2.3 and 4.2.4: moves by sea and naval invasions, one march for each piece."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import LANDED, LEADER_MOVED, SAILED_TO
from bivouac.titles.house_divided.frames import Box, Sail
from bivouac.titles.house_divided.printed.map import CSA, FORT_MONROE, NORFOLK, OFF, PORTS, UNION, WASHINGTON, YORKTOWN
from bivouac.titles.house_divided.printed.units import PIECES, TABLES
from bivouac.titles.house_divided.rules.ch04_marches import SPENT
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import FORT_MONROE_RULE
from bivouac.titles.house_divided.state import CROSSED, INVADED, KEPT, MARCHED, MARCHES_MASK, MOVED, REDUCED, SAILED, State, bits

# --- SAIL_PIECE: which piece ------------------------------------------------------------------------------


def sail_candidates(s: State, f: Sail) -> list[int]:
    """All own pieces of the port, and the leaders who could go along."""
    return [*s.pieces_at(s.active, f.port), *s.leaders_at(s.active, f.port)]


@clause("AHD-4.2.3c")
def began_its_turn_in_port(s: State, f: Sail, a: int) -> Verdict:
    """A piece that goes by sea began the turn in the port, and makes no other move before or after (4.2.3e)."""
    return not s.stat[a] & MOVED or a >= PIECES or refuse()


@clause("AHD-4.0o")
def has_a_march_for_the_sea(s: State, f: Sail, a: int) -> Verdict:
    """The move by sea is one of a piece's two marches."""
    return s.stat[a] & MARCHES_MASK < 2 * MARCHED or refuse()


@clause("AHD-A8.2.1b")
def leader_embarks_once(s: State, f: Sail, a: int) -> Verdict:
    """A leader goes along with a piece by sea at no cost, if he has not used his own moves."""
    return a < PIECES or (not s.riders >> a & 1 and not s.stat[a] & SPENT) or refuse()


MAY_SAIL = (began_its_turn_in_port, has_a_march_for_the_sea, leader_embarks_once)


def embark(s: State, f: Sail, a: int) -> None:
    if a >= PIECES:
        s.riders |= 1 << a
    else:
        s.goto(Sail(Box.SAIL_TO, f.port, a))


# --- SAIL_TO: which port ----------------------------------------------------------------------------------


def all_ports(s: State, f: Sail) -> tuple[int, ...]:
    return PORTS


def is_invasion(s: State, port: int) -> bool:
    return s.owner[port] != s.active


@clause("AHD-4.2.3d")
def is_another_port(s: State, f: Sail, a: int) -> Verdict:
    """A move by sea leads to another port."""
    return a != f.port or refuse()


@clause("AHD-A8.4e")
def confederates_do_not_invade(s: State, f: Sail, a: int) -> Verdict:
    """After an intervention the Confederacy moves by sea between its own ports only."""
    return s.active == UNION or not is_invasion(s, a) or refuse(box=Name("box", a))


@clause("AHD-4.2.4a")
def invasion_needs_a_six(s: State, f: Sail, a: int) -> Verdict:
    """An invasion is possible only in a turn whose march die shows a six."""
    return not is_invasion(s, a) or s.die == TABLES.dice.invasion or refuse(box=Name("box", a))


@clause("AHD-4.2.4b")
def invasion_leaves_washington(s: State, f: Sail, a: int) -> Verdict:
    """Invading pieces start from Washington."""
    return not is_invasion(s, a) or f.port == WASHINGTON or refuse(box=Name("box", a))


@clause("AHD-4.2.4c")
def invasion_has_one_target(s: State, f: Sail, a: int) -> Verdict:
    """All invading pieces of a turn land in the same enemy port."""
    return not is_invasion(s, a) or s.target in (OFF, a) or refuse(box=Name("box", s.target))


@clause("AHD-O4.2a")
def fort_monroe_guards_the_roads(s: State, f: Sail, a: int) -> Verdict:
    """While the Confederacy has Fort Monroe, Yorktown and Norfolk are not invaded."""
    if a not in (YORKTOWN, NORFOLK) or not is_invasion(s, a) or not s.rules & FORT_MONROE_RULE:
        return True
    return s.owner[FORT_MONROE] != CSA or refuse(box=Name("box", a))


MAY_SAIL_TO = (
    is_another_port,
    confederates_do_not_invade,
    invasion_needs_a_six,
    invasion_leaves_washington,
    invasion_has_one_target,
    fort_monroe_guards_the_roads,
)


def sail(s: State, f: Sail, a: int) -> None:
    """The piece arrives, its leaders with it; an invasion counts as a crossing (5.2.3e)."""
    piece, stat = f.piece, s.stat[f.piece] & KEPT & REDUCED | SAILED | MOVED | 2 * MARCHED
    if is_invasion(s, a):
        stat |= INVADED | CROSSED
        s.target = a
        s.tell(LANDED, s.kind[piece], a)
    else:
        s.tell(SAILED_TO, s.active, s.kind[piece], f.port, a)
    s.stat[piece] = stat
    s.put(piece, a)
    for leader in bits(s.riders):
        s.box[leader] = a
        s.stat[leader] |= SAILED
        s.tell(LEADER_MOVED, leader - PIECES, a)
    s.riders = 0
    s.settle_in(piece, a)
    s.pop()
    if s.alarm:
        settle_alarm(s)
