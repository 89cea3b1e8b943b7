"""2. Terrain: what it does to dice, to movement and to morale. The effects themselves are data (terrain.toml)."""

from __future__ import annotations

from bivouac.core.legality import closes
from bivouac.titles.hold_the_line.frames import At
from bivouac.titles.hold_the_line.printed.map import NOBODY
from bivouac.titles.hold_the_line.printed.units import GOLD, GREEN, LEADER
from bivouac.titles.hold_the_line.state import State


def needed(needs: int, shift: int) -> int:
    """The die as rolled that hits (2.2.10h): terrain changes every die, so a -1 asks for one more. Above 6 nothing hits."""
    return needs - shift


def shifted(colour: int, steps: int) -> int:
    """A morale colour after so many steps, never beyond green or gold (2.2.10f, 2.2.10g)."""
    return min(max(colour + steps, GREEN), GOLD)


@closes("HTL-2.2.2b", implied=True)
def not_into_the_swamp(s: State, f: At) -> int:
    """Swamp cannot be entered."""
    return s.field.swamp


@closes("HTL-2.2.3b", implied=True)
def not_into_the_river(s: State, f: At) -> int:
    """Land units do not enter a river, except where a scenario says so."""
    return s.field.river & s.field.closed_to[s.kind]


@closes("HTL-2.1.2b")
def the_ground_can_be_entered(s: State, f: At) -> int:
    """A unit enters only hexes that its movement allows."""
    return s.field.closed_to[s.kind]


@closes("HTL-2.1.2b")
def the_leader_can_come(s: State, f: At) -> int:
    """A leader who goes along keeps to the ground that is open to him."""
    return s.field.closed_to[LEADER]


@closes("HTL-2.1.2b")
def the_leader_can_follow(s: State, f: At) -> int:
    """A leader who came along so far keeps to the ground that is open to him."""
    return 0 if s.leader == NOBODY else s.field.closed_to[LEADER]


GROUND = (not_into_the_swamp, not_into_the_river, the_ground_can_be_entered)
