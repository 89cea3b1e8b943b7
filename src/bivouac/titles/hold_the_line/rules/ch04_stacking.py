"""4.4 Stacking: one infantry or cavalry, one artillery and one leader in a hex."""

from __future__ import annotations

from bivouac.core.legality import closes
from bivouac.core.text import Arg, Name
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.frames import At
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, LEADER
from bivouac.titles.hold_the_line.state import State


def closed_to(s: State, kind: int, side: int) -> int:
    """The hexes that a unit of this kind may not share: with the enemy, with a unit of its own layer, with a gunboat (4.4, 7.2.1)."""
    return s.army(1 - side) | s.boats | crowded(s, kind, side)


def crowded(s: State, kind: int, side: int) -> int:
    """The hexes where the own side already has a unit of this layer."""
    return 0 if kind == LEADER else s.guns[side] if kind == ARTILLERY else s.lines[side]


@closes("HTL-7.2.1c")
def not_into_the_enemy(s: State, f: At) -> int:
    """A hex with an enemy unit is never entered."""
    return s.lines[1 - s.active] | s.guns[1 - s.active]


@closes("HTL-3.1.4d")
def not_aboard_a_gunboat(s: State, f: At) -> int:
    """Nobody shares a hex with a gunboat; leaders do not attach to it."""
    return s.boats


def who_is_there(s: State, f: At, h: int) -> dict[str, Arg]:
    unit = s.guns_in(h) if s.kind == ARTILLERY else s.line_in(h)
    return {"unit": who(s, unit), "hex": Name("hex", h)}


@closes("HTL-4.4a", who_is_there)
def there_is_room(s: State, f: At) -> int:
    """One infantry or cavalry and one artillery in a hex, at every moment of a move (6.2.6, 7.2)."""
    return crowded(s, s.kind, s.active)


@closes("HTL-4.4d")
def one_leader_in_a_hex(s: State, f: At) -> int:
    """A leader does not end his own move in another leader's hex, of either side."""
    return s.leads[0] | s.leads[1] if s.kind == LEADER else 0


STACKING = (not_into_the_enemy, not_aboard_a_gunboat, there_is_room)
