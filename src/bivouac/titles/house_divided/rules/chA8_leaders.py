"""A8.2: Lee, Grant and Sherman arrive, grow, are driven off and come back. (How they move: ch04; in battle: ch05_fire.)"""

from __future__ import annotations

from bivouac.core.legality import offers
from bivouac.titles.house_divided.events import LEADER_ARRIVED, LEADER_CAME, LEADER_DRIVEN_OFF, LEADER_OFF, LEADER_VALUE_CHANGED
from bivouac.titles.house_divided.frames import At, Box, One
from bivouac.titles.house_divided.printed.map import AWAY, OFF, ON_MAP
from bivouac.titles.house_divided.printed.units import LEADER_VALUE, LEADERS, LEADERS_OF, PIECES, SIDE_OF
from bivouac.titles.house_divided.setup import LEADERS_RULE
from bivouac.titles.house_divided.state import State


def arrivals(s: State, f: At) -> None:
    """At the start of the owner's turn of the month a leader arrives or changes his value (A8.2b)."""
    if s.rules & LEADERS_RULE:
        for p in LEADERS_OF[s.active]:
            if is_due(s, p) and s.here[s.active] & ON_MAP:
                s.push(One(Box.PLACE_LEADER, p))
                return
            tell_new_value(s, p)
    s.pop()


def is_due(s: State, leader: int) -> bool:
    return s.box[leader] == OFF and LEADER_VALUE[leader - PIECES][s.turn] > 0


def tell_new_value(s: State, leader: int) -> None:
    values = LEADER_VALUE[leader - PIECES]
    if s.box[leader] >= 0 and 0 < values[s.turn - 1] != values[s.turn] and s.turn > s.setup.first_turn:
        s.tell(LEADER_VALUE_CHANGED, leader - PIECES, values[s.turn])


@offers("AHD-A8.2c")
def has_a_friendly_piece(s: State, f: One) -> int:
    """A leader is placed in a box that contains a friendly piece."""
    return s.here[s.active] & ON_MAP


def place_leader(s: State, f: One, box: int) -> None:
    s.box[f.item] = box
    s.tell(LEADER_ARRIVED, f.item - PIECES, box)
    s.tell(LEADER_CAME, f.item, box)
    s.pop()


def drive_off_lone_leaders(s: State) -> None:
    """A leader alone with enemies is not destroyed: he comes back in his owner's next Recruitment segment (A8.2.2h)."""
    for p in LEADERS:
        box = s.box[p]
        if box >= 0 and s.has_pieces(1 - SIDE_OF[p], box) and not s.has_pieces(SIDE_OF[p], box):
            s.tell(LEADER_DRIVEN_OFF, p - PIECES, box)
            s.tell(LEADER_OFF, p, box)
            s.box[p] = AWAY


def returning_leader(s: State) -> int:
    """A driven-off leader of the active side who can come back now, or OFF."""
    if s.rules & LEADERS_RULE and s.here[s.active] & ON_MAP:
        for p in LEADERS_OF[s.active]:
            if s.box[p] == AWAY:
                return p
    return OFF
