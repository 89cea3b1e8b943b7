"""4.2.3 and 4.2.4: moves by sea and naval invasions, one march for each piece."""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.events import LANDED, LEADER_MOVED, SAILED_TO, WENT
from bivouac.titles.house_divided.frames import At, Box, Sail
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, FORT_MONROE, NORFOLK, PORT_SET, UNION, WASHINGTON, YORKTOWN
from bivouac.titles.house_divided.printed.units import PIECES, TABLES
from bivouac.titles.house_divided.rules import ALL
from bivouac.titles.house_divided.rules.ch04_marches import has_a_march_left, is_not_contained, leaders_in
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import FIRST_TURN_LIMITS, FORT_MONROE_RULE, SEVERAL_LANDINGS
from bivouac.titles.house_divided.state import MASK, State

# --- from which port --------------------------------------------------------------------------------------


def the_side(s: State, f: object, thing: int) -> dict[str, Arg]:
    return {"side": Name("side", s.active)}


@offers("AHD-4.2.3c")
def is_a_port_with_pieces(s: State, f: At) -> int:
    """A move by sea starts in a port."""
    return s.here[s.active] & (PORT_SET | 1 << EUROPE)


@closes("AHD-4.2.3a", the_side)
def may_use_the_sea(s: State, f: At) -> int:
    """Only the Union moves by sea, until Europe intervenes."""
    return 0 if s.active == UNION or s.foreign else ALL


@closes("AHD-O4.1c")
def sea_is_open(s: State, f: At) -> int:
    """With the first-turn limits nobody moves by sea on turn 1."""
    return ALL if s.turn == 1 and s.rules & FIRST_TURN_LIMITS else 0


@clause("AHD-4.2.3d")
def port_is_own(s: State, f: At, port: int) -> Verdict:
    """A sea move leads from an own port to another own port, or from Washington into an invasion."""
    own = PORT_SET & s.own[s.active]
    invasion = port == WASHINGTON and s.active == UNION and s.die == TABLES.dice.invasion
    return ((port == EUROPE or own >> port & 1 == 1) and (own & ~(1 << port) != 0 or invasion)) or refuse(box=Name("box", port))


@clause("AHD-4.2.3c")
def somebody_began_in_port(s: State, f: At, port: int) -> Verdict:
    """A piece that goes by sea has begun the turn in that port."""
    return s.at[port] & MASK[s.active] & ~(s.twice | s.moved) != 0 or refuse(box=Name("box", port))


MAY_SAIL_FROM: Final = (has_a_march_left, is_not_contained, may_use_the_sea, sea_is_open, port_is_own, somebody_began_in_port)


def begin_voyage(s: State, f: At, port: int) -> None:
    s.marches -= 1
    s.push(Sail(Box.SAIL_PIECE, port))


# --- SAIL_PIECE: which piece ------------------------------------------------------------------------------


def from_the_port(s: State, f: Sail, piece: int) -> dict[str, Arg]:
    return {"box": Name("box", f.port)}


@offers("AHD-4.2.3b", from_the_port)
def is_in_the_port(s: State, f: Sail) -> int:
    """One piece of the port goes for each march, and leaders along with it."""
    return s.at[f.port] & MASK[s.active] | leaders_in(s, f.port)


@closes("AHD-4.2.3c")
def began_its_turn_in_port(s: State, f: Sail) -> int:
    """A piece or a leader that goes by sea began the turn in the port, and makes no other move before or after (4.2.3e)."""
    return s.moved


@closes("AHD-4.0o")
def has_a_march_for_the_sea(s: State, f: Sail) -> int:
    """The move by sea is one of a piece's two marches."""
    return s.twice


@closes("AHD-A8.2.1b")
def leader_embarks_once(s: State, f: Sail) -> int:
    """A leader goes along with a piece by sea at no cost, and embarks once."""
    return s.riders


MAY_SAIL: Final = (began_its_turn_in_port, has_a_march_for_the_sea, leader_embarks_once)


def embark(s: State, f: Sail, piece: int) -> None:
    if piece >= PIECES:
        s.riders |= 1 << piece
    else:
        s.goto(Sail(Box.SAIL_TO, f.port, piece))


# --- SAIL_TO: which port ----------------------------------------------------------------------------------


def to_invade(s: State) -> int:
    """Ports that are not the active side's: going there is an invasion."""
    return PORT_SET & ~s.own[s.active]


@offers("AHD-4.2.3d")
def is_a_port(s: State, f: Sail) -> int:
    """A move by sea ends in a port."""
    return PORT_SET


@closes("AHD-4.2.3d")
def is_another_port(s: State, f: Sail) -> int:
    """A move by sea leads to another port."""
    return 1 << f.port


@closes("AHD-A8.4e")
def confederates_do_not_invade(s: State, f: Sail) -> int:
    """After an intervention the Confederacy moves by sea between its own ports only."""
    return to_invade(s) if s.active == CSA else 0


@closes("AHD-4.2.4a")
def invasion_needs_a_six(s: State, f: Sail) -> int:
    """An invasion is possible only in a turn whose march die shows a six."""
    return to_invade(s) if s.die != TABLES.dice.invasion else 0


@closes("AHD-4.2.4b")
def invasion_leaves_washington(s: State, f: Sail) -> int:
    """Invading pieces start from Washington."""
    return to_invade(s) if f.port != WASHINGTON else 0


def the_target(s: State, f: Sail, port: int) -> dict[str, Arg]:
    return {"box": Name("box", bits(s.landings)[0])}


@closes("AHD-4.2.4c", the_target)
def invasion_has_one_target(s: State, f: Sail) -> int:
    """All invading pieces of a turn land in the same enemy port, unless the other reading is chosen."""
    return to_invade(s) & ~s.landings if s.landings and not s.rules & SEVERAL_LANDINGS else 0


@closes("AHD-O4.2a")
def fort_monroe_guards_the_roads(s: State, f: Sail) -> int:
    """While the Confederacy has Fort Monroe, Yorktown and Norfolk are not invaded."""
    guarded = s.rules & FORT_MONROE_RULE and s.owner[FORT_MONROE] == CSA
    return to_invade(s) & (1 << YORKTOWN | 1 << NORFOLK) if guarded else 0


MAY_SAIL_TO: Final = (
    is_another_port,
    confederates_do_not_invade,
    invasion_needs_a_six,
    invasion_leaves_washington,
    invasion_has_one_target,
    fort_monroe_guards_the_roads,
)


def sail(s: State, f: Sail, port: int) -> None:
    """The piece arrives, its leaders with it; an invasion counts as a crossing (5.2.3e)."""
    piece, bit = f.piece, 1 << f.piece
    s.leave_works(bit)
    s.digging &= ~bit
    if to_invade(s) >> port & 1:
        s.crossed |= bit
        s.landings |= 1 << port
        s.tell(LANDED, s.kind[piece], port)
    else:
        s.tell(SAILED_TO, s.active, s.kind[piece], f.port, port)
    s.spend_march(piece)
    s.sailed |= bit | s.riders
    s.moved |= bit | s.riders
    s.tell(WENT, piece, f.port, port)
    s.put(piece, port)
    for leader in bits(s.riders):
        s.box[leader] = port
        s.tell(LEADER_MOVED, leader - PIECES, port)
        s.tell(WENT, leader, f.port, port)
    s.riders = 0
    s.pop()
    if s.alarm:
        settle_alarm(s)
