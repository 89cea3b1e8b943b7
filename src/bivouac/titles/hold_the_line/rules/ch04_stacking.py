"""4.4 Stacking: one infantry or cavalry, one artillery and one leader in a hex."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.hold_the_line.frames import RIDE, At, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import BIT
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, LEADER
from bivouac.titles.hold_the_line.rules.ch02_terrain import is_led
from bivouac.titles.hold_the_line.state import State


def closed_to(s: State, kind: int, side: int) -> int:
    """The hexes that a unit of this kind may not share: with the enemy, with a unit of its own layer, with a gunboat (4.4, 7.2.1)."""
    enemy = s.lines[1 - side] | s.guns[1 - side] | s.boats
    if kind == LEADER:
        return enemy
    return enemy | (s.guns[side] if kind == ARTILLERY else s.lines[side])


@clause("HTL-7.2.1c")
def not_into_the_enemy(s: State, f: At, a: int) -> Verdict:
    """A hex with an enemy unit is never entered."""
    side = s.field.side_of[s.unit]
    return verb_of(a) > RIDE or not s.army(1 - side) & BIT[hex_of(a)] or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-3.1.4d")
def not_aboard_a_gunboat(s: State, f: At, a: int) -> Verdict:
    """Nobody shares a hex with a gunboat; leaders do not attach to it."""
    return verb_of(a) > RIDE or not s.boats & BIT[hex_of(a)] or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-4.4a")
def there_is_room(s: State, f: At, a: int) -> Verdict:
    """One infantry or cavalry and one artillery in a hex, at every moment of a move (6.2.6, 7.2)."""
    kind, side = s.field.kind_of[s.unit], s.field.side_of[s.unit]
    if verb_of(a) > RIDE or kind == LEADER:
        return True
    layer = s.guns[side] if kind == ARTILLERY else s.lines[side]
    return not layer & BIT[hex_of(a)] or refuse(hex=Name("hex", hex_of(a)))


@clause("HTL-4.4d")
def one_leader_in_a_hex(s: State, f: At, a: int) -> Verdict:
    """A leader does not end in another leader's hex; a unit with a leader does not enter a friendly leader's hex."""
    bit = BIT[hex_of(a)]
    if verb_of(a) > RIDE:
        return True
    if s.field.kind_of[s.unit] == LEADER:
        return not (s.leads[0] | s.leads[1]) & bit or refuse(hex=Name("hex", hex_of(a)))
    return not is_led(s, a) or not s.leads[s.active] & bit or refuse(hex=Name("hex", hex_of(a)))
