"""2. Terrain: what it does to dice, to movement and to morale. The effects themselves are data (terrain.toml)."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line.frames import RIDE, At, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import BIT, NOBODY
from bivouac.titles.hold_the_line.printed.units import GOLD, GREEN, LEADER, RIVER, SWAMP
from bivouac.titles.hold_the_line.state import State


def needed(needs: int, shift: int) -> int:
    """The die as rolled that hits (2.2.10h): terrain changes every die, so a -1 asks for one more. Above 6 nothing hits."""
    return needs - shift


def shifted(colour: int, steps: int) -> int:
    """A morale colour after so many steps, never beyond green or gold (2.2.10f, 2.2.10g)."""
    return min(max(colour + steps, GREEN), GOLD)


def is_led(s: State, a: int) -> bool:
    """Whether a leader goes along with the move at hand."""
    return verb_of(a) == RIDE or s.leader != NOBODY


def is_open(s: State, a: int) -> bool:
    """Whether the unit at hand may be in the hex, and the leader with whom it goes."""
    bit, open_to = BIT[hex_of(a)], s.field.open_to
    if not open_to[s.field.kind_of[s.unit]] & bit:
        return False
    return not is_led(s, a) or bool(open_to[LEADER] & bit)


@clause("HTL-2.2.2b")
def not_into_the_swamp(s: State, f: At, a: int) -> Verdict:
    """Swamp cannot be entered."""
    return verb_of(a) > RIDE or s.field.terrain[hex_of(a)] != SWAMP or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-2.2.3b")
def not_into_the_river(s: State, f: At, a: int) -> Verdict:
    """Land units do not enter a river, except where a scenario says so."""
    return verb_of(a) > RIDE or s.field.terrain[hex_of(a)] != RIVER or is_open(s, a) or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-2.1.2b")
def the_ground_can_be_entered(s: State, f: At, a: int) -> Verdict:
    """A unit enters only hexes that its movement allows."""
    return verb_of(a) > RIDE or is_open(s, a) or refuse(hex=Name("hex", hex_of(a)))
